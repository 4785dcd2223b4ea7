-- The database of PontoonBot. Times are milliseconds since 1970, UTC; JSON is that of msgspec.

-- Each game in each channel, with the players of its last round in order, once there was one.
CREATE TABLE tables (
    table_id INTEGER PRIMARY KEY,
    network TEXT NOT NULL,
    channel TEXT NOT NULL,
    game TEXT NOT NULL,
    players TEXT,
    last INTEGER,                -- the number of that round
    UNIQUE (network, channel, game)
) STRICT;

-- Rounds being played, and all that were settled. With its acts a round is played again: after a
-- restart, and in its history. Acts name a player by the number of the seat, counted from 0 in the
-- players of begin, and only others by their names.
CREATE TABLE rounds (
    number INTEGER PRIMARY KEY,  -- in the order in which they began
    id TEXT NOT NULL UNIQUE,
    table_id INTEGER NOT NULL REFERENCES tables,
    began INTEGER NOT NULL,
    begin TEXT NOT NULL,         -- the table and the players (RoundRecord)
    ended INTEGER,               -- empty while it is played
    settled TEXT                 -- what each player won or lost (Settled)
) STRICT;
CREATE INDEX rounds_played ON rounds (number) WHERE ended IS NULL;
CREATE INDEX rounds_of_tables ON rounds (table_id, number);

-- What is still to be paid or told of rounds that are settled.
CREATE TABLE due (
    round INTEGER PRIMARY KEY REFERENCES rounds ON DELETE CASCADE,
    result TEXT NOT NULL         -- as Result
) STRICT;

CREATE TABLE acts (
    round INTEGER NOT NULL REFERENCES rounds ON DELETE CASCADE,
    n INTEGER NOT NULL,          -- from 1
    at INTEGER NOT NULL,         -- since the round began
    act TEXT NOT NULL,           -- who did what, as [1,"bet",50]
    PRIMARY KEY (round, n)
) STRICT, WITHOUT ROWID;

-- The people in the seats of a round that is played.
CREATE TABLE occupants (
    round INTEGER NOT NULL REFERENCES rounds ON DELETE CASCADE,
    player TEXT NOT NULL,
    nick TEXT NOT NULL,
    userhost TEXT NOT NULL,
    PRIMARY KEY (round, player)
) STRICT, WITHOUT ROWID;

-- Who played in settled rounds; the spelling is that of rfc1459, in small letters. (A reference to
-- rounds would look for the players of each round that is deleted, and need another index.)
CREATE TABLE round_players (
    player TEXT NOT NULL,
    round INTEGER NOT NULL,
    PRIMARY KEY (player, round)
) STRICT, WITHOUT ROWID;

-- The ledger. The sum of the entries of a change is nothing, but for edits by hand.
CREATE TABLE changes (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    why TEXT NOT NULL,           -- a game, "edit", "bank", an admin's order and so on
    round TEXT UNIQUE,           -- the id of the round that it pays
    by TEXT NOT NULL DEFAULT '', -- who did it, unless that is the player
    before TEXT,                 -- the version of players.xml that it changes, until it is made
    after TEXT,                  -- the version that it leads to
    is_made INTEGER NOT NULL DEFAULT 0  -- whether players.xml is known to have it
) STRICT;
CREATE INDEX changes_not_made ON changes (id) WHERE NOT is_made;

CREATE TABLE entries (
    change INTEGER NOT NULL REFERENCES changes ON DELETE CASCADE,
    kind TEXT NOT NULL,          -- player, bank, kitty or house
    name TEXT NOT NULL,
    before INTEGER,              -- chips; empty if there is no such player
    after INTEGER,
    PRIMARY KEY (change, kind, name)
) STRICT, WITHOUT ROWID;

-- What each account has by the ledger.
CREATE TABLE accounts (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    chips INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- Decks that are in play, or opened and not told, with their secrets (DeckNote).
CREATE TABLE decks (
    number INTEGER PRIMARY KEY,
    note TEXT NOT NULL
) STRICT;

-- The lines of players.decks, which is made from them.
CREATE TABLE deck_records (
    n INTEGER PRIMARY KEY,       -- from 1
    line TEXT NOT NULL,
    deck INTEGER,                -- the deck that it is about; the first line is about none
    ends_at INTEGER NOT NULL,    -- the length of the file up to here, in bytes
    is_open INTEGER NOT NULL     -- whether it seals a deck that is neither opened nor lost
) STRICT;
CREATE INDEX decks_open ON deck_records (n) WHERE is_open;
CREATE INDEX records_of_decks ON deck_records (deck);

-- What is kept of channels: settings, who has joined and so on. The latest change comes last.
CREATE TABLE channels (
    n INTEGER PRIMARY KEY,
    network TEXT NOT NULL,
    channel TEXT NOT NULL,
    kept TEXT NOT NULL,          -- as ChannelRecord
    UNIQUE (network, channel)
) STRICT;

-- People whom the bot ignores.
CREATE TABLE bans (
    n INTEGER PRIMARY KEY,
    ban TEXT NOT NULL            -- whom, on which network, until when (Ban)
) STRICT;

-- Servers that must be reached by TLS (IRCv3, sts).
CREATE TABLE sts (
    host TEXT PRIMARY KEY,
    port INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

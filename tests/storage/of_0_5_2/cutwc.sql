BEGIN TRANSACTION;
CREATE TABLE accounts (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    chips INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES('house','cutwc',0);
INSERT INTO "accounts" VALUES('player','bob',1000);
INSERT INTO "accounts" VALUES('player','dave',1000);
INSERT INTO "accounts" VALUES('player','kevin',1000);
CREATE TABLE acts (
    round INTEGER NOT NULL REFERENCES rounds ON DELETE CASCADE,
    n INTEGER NOT NULL,          -- from 1
    at INTEGER NOT NULL,         -- since the round began
    act TEXT NOT NULL,           -- who did what, as [1,"bet",50]
    PRIMARY KEY (round, n)
) STRICT, WITHOUT ROWID;
INSERT INTO "acts" VALUES(1,1,0,'[0,"bet",2]');
INSERT INTO "acts" VALUES(1,2,0,'[1,"bet",3]');
INSERT INTO "acts" VALUES(1,3,0,'[0,"stick"]');
INSERT INTO "acts" VALUES(1,4,0,'[1,"twist"]');
INSERT INTO "acts" VALUES(2,1,0,'[0,"bet",2]');
INSERT INTO "acts" VALUES(2,2,0,'[1,"bet",3]');
INSERT INTO "acts" VALUES(2,3,0,'[0,"twist"]');
INSERT INTO "acts" VALUES(2,4,0,'[0,"stick"]');
INSERT INTO "acts" VALUES(2,5,0,'[1,"stick"]');
INSERT INTO "acts" VALUES(2,6,0,'[2,"stay"]');
INSERT INTO "acts" VALUES(3,1,0,'[0,"bet",4]');
INSERT INTO "acts" VALUES(3,2,0,'[1,"bet",1]');
INSERT INTO "acts" VALUES(3,3,0,'[0,"twist"]');
INSERT INTO "acts" VALUES(3,4,0,'[0,"stick"]');
INSERT INTO "acts" VALUES(3,5,0,'[1,"stick"]');
INSERT INTO "acts" VALUES(4,1,0,'[0,"bet",1]');
INSERT INTO "acts" VALUES(4,2,0,'[1,"bet",2]');
CREATE TABLE bans (
    n INTEGER PRIMARY KEY,
    ban TEXT NOT NULL            -- whom, on which network, until when (Ban)
) STRICT;
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
INSERT INTO "changes" VALUES(1,1795176000000,'first seen',NULL,'',NULL,NULL,1);
INSERT INTO "changes" VALUES(2,1795176000000,'cutwc','667958d5f779f20f','',NULL,NULL,1);
INSERT INTO "changes" VALUES(3,1795176007000,'cutwc','5a686f8773686caf','',NULL,NULL,1);
INSERT INTO "changes" VALUES(4,1795176014000,'cutwc','1144343146f5262c','',NULL,NULL,1);
CREATE TABLE channels (
    n INTEGER PRIMARY KEY,
    network TEXT NOT NULL,
    channel TEXT NOT NULL,
    kept TEXT NOT NULL,          -- as ChannelRecord
    UNIQUE (network, channel)
) STRICT;
CREATE TABLE deck_records (
    n INTEGER PRIMARY KEY,       -- from 1
    line TEXT NOT NULL,
    deck INTEGER,                -- the deck that it is about; the first line is about none
    ends_at INTEGER NOT NULL,    -- the length of the file up to here, in bytes
    is_open INTEGER NOT NULL     -- whether it seals a deck that is neither opened nor lost
) STRICT;
INSERT INTO "deck_records" VALUES(1,'{"format":"pontoon-decks-2","id":"b7c6867eca3855cbecce7c40eceb13af","hash":"0cdebde2b73c585b32a191204a6a139f8255eb8785c1ef49f5db724fc7ed0244"}',NULL,143,0);
INSERT INTO "deck_records" VALUES(2,'{"before":"0cdebde2b73c585b32a191204a6a139f8255eb8785c1ef49f5db724fc7ed0244","sealed":1,"at":"2026-11-20T12:00:00Z","procedure":"pontoon-deck-2","network":"127.0.0.1","channel":"#pontoon","game":"cutwc","packs":1,"marker":"hands","seal":"JrpXv4ZvOCLenafxUmLwk5yaFcE","hash":"7ccaad3658a733d33304bff50a4163094faf5d5e62fb65251031d331dd24f65e"}',1,485,1);
CREATE TABLE decks (
    number INTEGER PRIMARY KEY,
    note TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'{"terms":{"network":"127.0.0.1","channel":"#pontoon","game":"cutwc","packs":1,"marker":"hands","number":1,"before":"DN694rc8WFsyoZEgSmoTn4JV64c"},"secret":"_wILDlq5Ek-0C-424yDCCg","is_closed":true,"are_cuts_heard":true,"begun":[1,4,21],"took":[7,7,7]}');
CREATE TABLE due (
    round INTEGER PRIMARY KEY REFERENCES rounds ON DELETE CASCADE,
    result TEXT NOT NULL         -- as Result
) STRICT;
CREATE TABLE entries (
    change INTEGER NOT NULL REFERENCES changes ON DELETE CASCADE,
    kind TEXT NOT NULL,          -- player, bank, kitty or house
    name TEXT NOT NULL,
    before INTEGER,              -- chips; empty if there is no such player
    after INTEGER,
    PRIMARY KEY (change, kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,'player','bob',NULL,1000);
INSERT INTO "entries" VALUES(1,'player','dave',NULL,1000);
INSERT INTO "entries" VALUES(1,'player','kevin',NULL,1000);
INSERT INTO "entries" VALUES(2,'house','cutwc',0,0);
INSERT INTO "entries" VALUES(3,'house','cutwc',0,0);
INSERT INTO "entries" VALUES(4,'house','cutwc',0,0);
CREATE TABLE fields (
    n INTEGER PRIMARY KEY,
    field TEXT NOT NULL
) STRICT;
CREATE TABLE occupants (
    round INTEGER NOT NULL REFERENCES rounds ON DELETE CASCADE,
    player TEXT NOT NULL,
    nick TEXT NOT NULL,
    userhost TEXT NOT NULL,
    PRIMARY KEY (round, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "occupants" VALUES(4,'bob','bob','bob@bob.home');
INSERT INTO "occupants" VALUES(4,'dave','dave','dave@dave.home');
INSERT INTO "occupants" VALUES(4,'kevin','kevin','kevin@kevin.home');
CREATE TABLE round_players (
    player TEXT NOT NULL,
    round INTEGER NOT NULL, decisions INTEGER, cost INTEGER,
    PRIMARY KEY (player, round)
) STRICT, WITHOUT ROWID;
INSERT INTO "round_players" VALUES('bob',1,NULL,NULL);
INSERT INTO "round_players" VALUES('bob',2,NULL,NULL);
INSERT INTO "round_players" VALUES('bob',3,NULL,NULL);
INSERT INTO "round_players" VALUES('dave',1,NULL,NULL);
INSERT INTO "round_players" VALUES('dave',2,NULL,NULL);
INSERT INTO "round_players" VALUES('dave',3,NULL,NULL);
INSERT INTO "round_players" VALUES('kevin',1,NULL,NULL);
INSERT INTO "round_players" VALUES('kevin',2,NULL,NULL);
INSERT INTO "round_players" VALUES('kevin',3,NULL,NULL);
CREATE TABLE rounds (
    number INTEGER PRIMARY KEY,  -- in the order in which they began
    id TEXT NOT NULL UNIQUE,
    table_id INTEGER NOT NULL REFERENCES tables,
    began INTEGER NOT NULL,
    begin TEXT NOT NULL,         -- the table and the players (RoundRecord)
    ended INTEGER,               -- empty while it is played
    settled TEXT                 -- what each player won or lost (Settled)
) STRICT;
INSERT INTO "rounds" VALUES(1,'667958d5f779f20f',1,1795176000000,'{"version":"0.5.2","equipment":{"seed":"Ubs-L_lOoeQBcqY2vylUToPHGaCnORU1r6Y1hHUIIUE","draws":1,"cards":"AD JS AS 9H KD 10D 4S 3D 9S 8C 5H KS 2S 6H 7H QH KH 8D 9C AC 2H 3S 2D 5D 2C 8S 9D JD KC 8H 3H 10H 7S 3C 6D 7C QC 6C 5S JC AH QD JH QS 4D 4C 5C 10S 10C 7D 4H 6S","dealt":0},"players":[["dave",0],["kevin",0],["bob",0]],"deck":[1,1,0]}',1795176000000,'[[["dave",-2,1,0,0],["kevin",-3,1,0,0],["bob",0,1,1,0]],5,null]');
INSERT INTO "rounds" VALUES(2,'5a686f8773686caf',1,1795176007000,'{"version":"0.5.2","equipment":{"seed":"Ubs-L_lOoeQBcqY2vylUToPHGaCnORU1r6Y1hHUIIUE","draws":2,"cards":"3D 9S 8C 5H KS 2S 6H 7H QH KH 8D 9C AC 2H 3S 2D 5D 2C 8S 9D JD KC 8H 3H 10H 7S 3C 6D 7C QC 6C 5S JC AH QD JH QS 4D 4C 5C 10S 10C 7D 4H 6S JS KD 4S AD 9H AS 10D","dealt":7},"players":[["dave",0],["kevin",0],["bob",0]],"deck":[1,2,7]}',1795176007000,'[[["dave",0,1,1,0],["kevin",0,1,1,0],["bob",-5,1,0,0]],5,null]');
INSERT INTO "rounds" VALUES(3,'1144343146f5262c',1,1795176014000,'{"version":"0.5.2","equipment":{"seed":"Ubs-L_lOoeQBcqY2vylUToPHGaCnORU1r6Y1hHUIIUE","draws":3,"cards":"7H QH KH 8D 9C AC 2H 3S 2D 5D 2C 8S 9D JD KC 8H 3H 10H 7S 3C 6D 7C QC 6C 5S JC AH QD JH QS 4D 4C 5C 10S 10C 7D 4H 6S JS KD 4S AD 9H AS 10D 9S KS 8C 2S 3D 5H 6H","dealt":14},"players":[["dave",0],["kevin",0],["bob",0]],"deck":[1,3,14]}',1795176014000,'[[["dave",-4,1,0,0],["kevin",-1,1,0,0],["bob",0,1,1,0]],5,null]');
INSERT INTO "rounds" VALUES(4,'c7c54b56bba4a9f5',1,1795176021000,'{"version":"0.5.2","equipment":{"seed":"Ubs-L_lOoeQBcqY2vylUToPHGaCnORU1r6Y1hHUIIUE","draws":4,"cards":"3S 2D 5D 2C 8S 9D JD KC 8H 3H 10H 7S 3C 6D 7C QC 6C 5S JC AH QD JH QS 4D 4C 5C 10S 10C 7D 4H 6S JS KD 4S AD 9H AS 10D 9S KS 8C 2S 3D 5H 6H KH AC QH 9C 7H 8D 2H","dealt":21},"players":[["dave",0],["kevin",0],["bob",0]],"deck":[1,4,21]}',NULL,NULL);
CREATE TABLE sts (
    host TEXT PRIMARY KEY,
    port INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tables (
    table_id INTEGER PRIMARY KEY,
    network TEXT NOT NULL,
    channel TEXT NOT NULL,
    game TEXT NOT NULL,
    players TEXT,
    last INTEGER,                -- the number of that round
    UNIQUE (network, channel, game)
) STRICT;
INSERT INTO "tables" VALUES(1,'127.0.0.1','#pontoon','cutwc','["dave","kevin","bob"]',3);
CREATE TABLE uncounted (
    round INTEGER PRIMARY KEY REFERENCES rounds ON DELETE CASCADE
) STRICT;
INSERT INTO "uncounted" VALUES(1);
INSERT INTO "uncounted" VALUES(2);
INSERT INTO "uncounted" VALUES(3);
CREATE INDEX rounds_played ON rounds (number) WHERE ended IS NULL;
CREATE INDEX rounds_of_tables ON rounds (table_id, number);
CREATE INDEX changes_not_made ON changes (id) WHERE NOT is_made;
CREATE INDEX decks_open ON deck_records (n) WHERE is_open;
CREATE INDEX records_of_decks ON deck_records (deck);
COMMIT;
PRAGMA user_version = 2;

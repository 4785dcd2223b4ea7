BEGIN TRANSACTION;
CREATE TABLE accounts (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    chips INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES('house','pontoon',24);
INSERT INTO "accounts" VALUES('player','bob',970);
INSERT INTO "accounts" VALUES('player','dave',967);
INSERT INTO "accounts" VALUES('player','kevin',1039);
CREATE TABLE acts (
    round INTEGER NOT NULL REFERENCES rounds ON DELETE CASCADE,
    n INTEGER NOT NULL,          -- from 1
    at INTEGER NOT NULL,         -- since the round began
    act TEXT NOT NULL,           -- who did what, as [1,"bet",50]
    PRIMARY KEY (round, n)
) STRICT, WITHOUT ROWID;
INSERT INTO "acts" VALUES(1,1,0,'[0,"bet",2]');
INSERT INTO "acts" VALUES(1,2,0,'[1,"bet",3]');
INSERT INTO "acts" VALUES(1,3,0,'[2,"bet",4]');
INSERT INTO "acts" VALUES(1,4,0,'[0,"twist"]');
INSERT INTO "acts" VALUES(1,5,0,'[0,"twist"]');
INSERT INTO "acts" VALUES(1,6,0,'[1,"twist"]');
INSERT INTO "acts" VALUES(1,7,0,'[1,"twist"]');
INSERT INTO "acts" VALUES(1,8,0,'[1,"stick"]');
INSERT INTO "acts" VALUES(1,9,0,'[2,"buy",4]');
INSERT INTO "acts" VALUES(2,1,0,'[0,"bet",11]');
INSERT INTO "acts" VALUES(2,2,0,'[1,"bet",12]');
INSERT INTO "acts" VALUES(2,3,0,'[2,"bet",13]');
INSERT INTO "acts" VALUES(2,4,0,'[0,"twist"]');
INSERT INTO "acts" VALUES(2,5,0,'[1,"buy",12]');
INSERT INTO "acts" VALUES(2,6,0,'[1,"stick"]');
INSERT INTO "acts" VALUES(2,7,0,'[2,"twist"]');
INSERT INTO "acts" VALUES(2,8,0,'[2,"twist"]');
INSERT INTO "acts" VALUES(2,9,0,'[2,"stick"]');
INSERT INTO "acts" VALUES(3,1,0,'[0,"bet",20]');
INSERT INTO "acts" VALUES(3,2,0,'[1,"bet",21]');
INSERT INTO "acts" VALUES(3,3,0,'[2,"bet",22]');
INSERT INTO "acts" VALUES(3,4,0,'[0,"twist"]');
INSERT INTO "acts" VALUES(3,5,0,'[1,"burn",21]');
INSERT INTO "acts" VALUES(3,6,0,'[1,"stick"]');
INSERT INTO "acts" VALUES(3,7,0,'[2,"twist"]');
INSERT INTO "acts" VALUES(3,8,0,'[2,"twist"]');
INSERT INTO "acts" VALUES(4,1,0,'[0,"bet",28]');
INSERT INTO "acts" VALUES(4,2,0,'[1,"bet",29]');
INSERT INTO "acts" VALUES(4,3,0,'[2,"bet",30]');
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
INSERT INTO "changes" VALUES(2,1795176000000,'pontoon','01c0639c6fbafa5d','',NULL,NULL,1);
INSERT INTO "changes" VALUES(3,1795176007000,'pontoon','ebec9c7a0f726f6c','',NULL,NULL,1);
INSERT INTO "changes" VALUES(4,1795176014000,'pontoon','49e3d90bdafc53a2','',NULL,NULL,1);
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
INSERT INTO "deck_records" VALUES(1,'{"format":"pontoon-decks-2","id":"4440f580a89eb6171e2be8370872c3ee","hash":"9e7a1443a99e233c81ce38950da48a70985de47e182e664e4d3e2c1ef17b383a"}',NULL,143,0);
INSERT INTO "deck_records" VALUES(2,'{"before":"9e7a1443a99e233c81ce38950da48a70985de47e182e664e4d3e2c1ef17b383a","sealed":1,"at":"2026-11-20T12:00:00Z","procedure":"pontoon-deck-2","network":"127.0.0.1","channel":"#pontoon","game":"pontoon","packs":6,"marker":"60-75","seal":"xXpPsYIX0gXEQBlaMr2_vS16PQo","hash":"9305742dc50738f8f5c00895858fafe0a875a2b109890b27cfe6f5ec9450aa3a"}',1,487,1);
CREATE TABLE decks (
    number INTEGER PRIMARY KEY,
    note TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'{"terms":{"network":"127.0.0.1","channel":"#pontoon","game":"pontoon","packs":6,"marker":[60,75],"number":1,"before":"nnoUQ6meIzyBzjiVDaSKcJhd5H4"},"secret":"96Udh3Q89PN7uG9A0sDJog","is_closed":true,"are_cuts_heard":true,"begun":[1,4,32],"took":[11,10,11]}');
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
INSERT INTO "entries" VALUES(2,'house','pontoon',0,10);
INSERT INTO "entries" VALUES(2,'player','bob',1000,992);
INSERT INTO "entries" VALUES(2,'player','dave',1000,998);
INSERT INTO "entries" VALUES(3,'house','pontoon',10,45);
INSERT INTO "entries" VALUES(3,'player','dave',998,987);
INSERT INTO "entries" VALUES(3,'player','kevin',1000,976);
INSERT INTO "entries" VALUES(4,'house','pontoon',45,24);
INSERT INTO "entries" VALUES(4,'player','bob',992,970);
INSERT INTO "entries" VALUES(4,'player','dave',987,967);
INSERT INTO "entries" VALUES(4,'player','kevin',976,1039);
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
INSERT INTO "rounds" VALUES(1,'01c0639c6fbafa5d',1,1795176000000,'{"version":"0.5.2","equipment":{"seed":"OPB2A8lqkBYHXq2dDn_0NVMmGQwDgH8mI_ZAFh7aZUQ","dealt":0},"players":[["dave",1000],["kevin",1000],["bob",1000]],"deck":[1,1,0]}',1795176000000,'[[["dave",-2,1,0,0],["kevin",0,1,1,0],["bob",-8,1,0,0]],10,null]');
INSERT INTO "rounds" VALUES(2,'ebec9c7a0f726f6c',1,1795176007000,'{"version":"0.5.2","equipment":{"seed":"OPB2A8lqkBYHXq2dDn_0NVMmGQwDgH8mI_ZAFh7aZUQ","dealt":11},"players":[["dave",998],["kevin",1000],["bob",992]],"deck":[1,2,11]}',1795176007000,'[[["dave",-11,1,0,0],["kevin",-24,1,0,0],["bob",0,1,1,0]],35,null]');
INSERT INTO "rounds" VALUES(3,'49e3d90bdafc53a2',1,1795176014000,'{"version":"0.5.2","equipment":{"seed":"OPB2A8lqkBYHXq2dDn_0NVMmGQwDgH8mI_ZAFh7aZUQ","dealt":21},"players":[["dave",987],["kevin",976],["bob",992]],"deck":[1,3,21]}',1795176014000,'[[["dave",-20,1,0,0],["kevin",63,1,1,0],["bob",-22,1,0,0]],-21,null]');
INSERT INTO "rounds" VALUES(4,'a21d1f0712c704de',1,1795176021000,'{"version":"0.5.2","equipment":{"seed":"OPB2A8lqkBYHXq2dDn_0NVMmGQwDgH8mI_ZAFh7aZUQ","dealt":32},"players":[["dave",967],["kevin",1039],["bob",970]],"deck":[1,4,32]}',NULL,NULL);
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
INSERT INTO "tables" VALUES(1,'127.0.0.1','#pontoon','pontoon','["dave","kevin","bob"]',3);
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

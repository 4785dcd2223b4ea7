BEGIN TRANSACTION;
CREATE TABLE accounts (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    chips INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES('house','british',0);
INSERT INTO "accounts" VALUES('player','bob',996);
INSERT INTO "accounts" VALUES('player','dave',1054);
INSERT INTO "accounts" VALUES('player','kevin',950);
CREATE TABLE acts (
    round INTEGER NOT NULL REFERENCES rounds ON DELETE CASCADE,
    n INTEGER NOT NULL,          -- from 1
    at INTEGER NOT NULL,         -- since the round began
    act TEXT NOT NULL,           -- who did what, as [1,"bet",50]
    PRIMARY KEY (round, n)
) STRICT, WITHOUT ROWID;
INSERT INTO "acts" VALUES(1,1,0,'[0,"take"]');
INSERT INTO "acts" VALUES(1,2,0,'[1,"take"]');
INSERT INTO "acts" VALUES(1,3,0,'[2,"take"]');
INSERT INTO "acts" VALUES(1,4,0,'[1,"bet",2]');
INSERT INTO "acts" VALUES(1,5,0,'[2,"bet",3]');
INSERT INTO "acts" VALUES(1,6,0,'[1,"buy",2]');
INSERT INTO "acts" VALUES(1,7,0,'[2,"twist"]');
INSERT INTO "acts" VALUES(1,8,0,'[2,"twist"]');
INSERT INTO "acts" VALUES(2,1,0,'[1,"take"]');
INSERT INTO "acts" VALUES(2,2,0,'[2,"take"]');
INSERT INTO "acts" VALUES(2,3,0,'[1,"bet",7]');
INSERT INTO "acts" VALUES(2,4,0,'[2,"bet",8]');
INSERT INTO "acts" VALUES(2,5,0,'[1,"split",7]');
INSERT INTO "acts" VALUES(2,6,0,'[1,"stick"]');
INSERT INTO "acts" VALUES(2,7,0,'[1,"twist"]');
INSERT INTO "acts" VALUES(2,8,0,'[2,"buy",10]');
INSERT INTO "acts" VALUES(2,9,0,'[2,"stick"]');
INSERT INTO "acts" VALUES(2,10,0,'[0,"draw"]');
INSERT INTO "acts" VALUES(2,11,0,'[0,"stay"]');
INSERT INTO "acts" VALUES(3,1,0,'[1,"take"]');
INSERT INTO "acts" VALUES(3,2,0,'[2,"take"]');
INSERT INTO "acts" VALUES(3,3,0,'[1,"bet",16]');
INSERT INTO "acts" VALUES(3,4,0,'[2,"bet",17]');
INSERT INTO "acts" VALUES(3,5,0,'[1,"buy",16]');
INSERT INTO "acts" VALUES(3,6,0,'[2,"stick"]');
INSERT INTO "acts" VALUES(3,7,0,'[0,"draw"]');
INSERT INTO "acts" VALUES(3,8,0,'[0,"stay"]');
INSERT INTO "acts" VALUES(4,1,0,'[1,"take"]');
INSERT INTO "acts" VALUES(4,2,0,'[2,"take"]');
INSERT INTO "acts" VALUES(4,3,0,'[1,"bet",22]');
INSERT INTO "acts" VALUES(4,4,0,'[2,"bet",23]');
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
INSERT INTO "changes" VALUES(2,1795176000000,'british','1c64f5565e40bfca','',NULL,NULL,1);
INSERT INTO "changes" VALUES(3,1795176007000,'british','f4be4a9c3efd98c0','',NULL,NULL,1);
INSERT INTO "changes" VALUES(4,1795176014000,'british','9c38760a02dff6b3','',NULL,NULL,1);
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
INSERT INTO "deck_records" VALUES(1,'{"format":"pontoon-decks-2","id":"7a4c849f39d01f4fdb6e3669fbe9b9aa","hash":"f9a90098157b174e5209cf816e628ad40e622c4eb9109c79f5dc1aabea600db9"}',NULL,143,0);
INSERT INTO "deck_records" VALUES(2,'{"before":"f9a90098157b174e5209cf816e628ad40e622c4eb9109c79f5dc1aabea600db9","sealed":1,"at":"2026-11-20T12:00:00Z","procedure":"pontoon-deck-2","network":"127.0.0.1","channel":"#pontoon","game":"british","packs":1,"marker":"hands","seal":"sfohqIEpycjEGpDPtS9A4LxQSJU","hash":"c96221f63fba7169fc68c4ffc2e3a35d71df52fdba820dc3ae7e731588b0321a"}',1,487,1);
CREATE TABLE decks (
    number INTEGER PRIMARY KEY,
    note TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'{"terms":{"network":"127.0.0.1","channel":"#pontoon","game":"british","packs":1,"marker":"hands","number":1,"before":"-akAmBV7F05SCc-BbmKK1A5iLE4"},"secret":"lv-pg0gAMSLzFO2CiGq1Ow","is_closed":true,"are_cuts_heard":true,"begun":[1,4,28],"took":[9,11,8]}');
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
INSERT INTO "entries" VALUES(2,'house','british',0,0);
INSERT INTO "entries" VALUES(2,'player','bob',1000,997);
INSERT INTO "entries" VALUES(2,'player','dave',1000,1007);
INSERT INTO "entries" VALUES(2,'player','kevin',1000,996);
INSERT INTO "entries" VALUES(3,'house','british',0,0);
INSERT INTO "entries" VALUES(3,'player','bob',997,979);
INSERT INTO "entries" VALUES(3,'player','dave',1007,1039);
INSERT INTO "entries" VALUES(3,'player','kevin',996,982);
INSERT INTO "entries" VALUES(4,'house','british',0,0);
INSERT INTO "entries" VALUES(4,'player','bob',979,996);
INSERT INTO "entries" VALUES(4,'player','dave',1039,1054);
INSERT INTO "entries" VALUES(4,'player','kevin',982,950);
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
INSERT INTO "rounds" VALUES(1,'1c64f5565e40bfca',1,1795176000000,'{"version":"0.5.2","equipment":{"pack":{"seed":"gz-HOn9i8GZMLuZBCLUN0TRLo1Jc4_6mgAPIQ-YEj18","draws":1,"cards":"2S KS 9S KH 7S 3S QC 3C 6D 7H 5H 2D 7C 4C KD QD 5S QS KC 9H JH 9C 2H 6C 10D 3H 9D 8C 10H 4D 7D 8S AH 5C JC 3D 8D JS AC 6S 2C 8H 6H AS AD 4H 4S 10S JD 10C QH 5D","dealt":0},"banker":null,"way":"kept","circle":[],"sale":null},"players":[["dave",1000],["kevin",1000],["bob",1000]],"deck":[1,1,0]}',1795176000000,'[[["kevin",-4,1,0,0],["bob",-3,1,0,0],["dave",7,1,1,0]],0,null]');
INSERT INTO "rounds" VALUES(2,'f4be4a9c3efd98c0',1,1795176007000,'{"version":"0.5.2","equipment":{"pack":{"seed":"gz-HOn9i8GZMLuZBCLUN0TRLo1Jc4_6mgAPIQ-YEj18","draws":3,"cards":"7H 5H 2D 7C 4C KD QD 5S QS KC 9H JH 9C 2H 6C 10D 3H 9D 8C 10H 4D 7D 8S AH 5C JC 3D 8D JS AC 6S 2C 8H 6H AS AD 4H 4S 10S JD 10C QH 5D 2S KH QC KS 7S 3C 6D 9S 3S","dealt":9},"banker":"dave","way":"kept","circle":["kevin","bob","dave"],"sale":null},"players":[["dave",1007],["kevin",996],["bob",997]],"consent":[["dave",true]],"deck":[1,2,9]}',1795176007000,'[[["kevin",-14,1,0,0],["bob",-18,1,0,0],["dave",32,1,1,0]],0,null]');
INSERT INTO "rounds" VALUES(3,'9c38760a02dff6b3',1,1795176014000,'{"version":"0.5.2","equipment":{"pack":{"seed":"gz-HOn9i8GZMLuZBCLUN0TRLo1Jc4_6mgAPIQ-YEj18","draws":4,"cards":"JH 9C 2H 6C 10D 3H 9D 8C 10H 4D 7D 8S AH 5C JC 3D 8D JS AC 6S 2C 8H 6H AS AD 4H 4S 10S JD 10C QH 5D 2S KH QC KS 7S 3C 6D 9S 3S 7C 5S QS 2D KD 9H 5H 4C KC 7H QD","dealt":20},"banker":"dave","way":"kept","circle":["kevin","bob","dave"],"sale":null},"players":[["dave",1039],["kevin",982],["bob",979]],"consent":[["dave",true]],"deck":[1,3,20]}',1795176014000,'[[["kevin",-32,1,0,0],["bob",17,1,1,0],["dave",15,1,1,0]],0,null]');
INSERT INTO "rounds" VALUES(4,'fcd40a660c16f4a8',1,1795176021000,'{"version":"0.5.2","equipment":{"pack":{"seed":"gz-HOn9i8GZMLuZBCLUN0TRLo1Jc4_6mgAPIQ-YEj18","draws":5,"cards":"10H 4D 7D 8S AH 5C JC 3D 8D JS AC 6S 2C 8H 6H AS AD 4H 4S 10S JD 10C QH 5D 2S KH QC KS 7S 3C 6D 9S 3S 7C 5S QS 2D KD 9H 5H 4C KC 7H QD JH 6C 9D 2H 3H 8C 9C 10D","dealt":28},"banker":"dave","way":"kept","circle":["kevin","bob","dave"],"sale":null},"players":[["dave",1054],["kevin",950],["bob",996]],"consent":[["dave",true]],"deck":[1,4,28]}',NULL,NULL);
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
INSERT INTO "tables" VALUES(1,'127.0.0.1','#pontoon','british','["dave","kevin","bob"]',3);
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

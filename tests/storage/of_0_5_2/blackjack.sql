BEGIN TRANSACTION;
CREATE TABLE accounts (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    chips INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES('house','blackjack',0);
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
INSERT INTO "acts" VALUES(1,3,0,'[2,"bet",4]');
INSERT INTO "acts" VALUES(1,4,0,'[0,"stay"]');
INSERT INTO "acts" VALUES(1,5,0,'[1,"double",3]');
INSERT INTO "acts" VALUES(1,6,0,'[2,"hit"]');
INSERT INTO "acts" VALUES(1,7,0,'[2,"stay"]');
INSERT INTO "acts" VALUES(2,1,0,'[0,"bet",9]');
INSERT INTO "acts" VALUES(2,2,0,'[1,"bet",10]');
INSERT INTO "acts" VALUES(2,3,0,'[2,"bet",1]');
INSERT INTO "acts" VALUES(2,4,0,'[0,"double",9]');
INSERT INTO "acts" VALUES(2,5,0,'[1,"hit"]');
INSERT INTO "acts" VALUES(2,6,0,'[2,"stay"]');
INSERT INTO "acts" VALUES(3,1,0,'[0,"bet",5]');
INSERT INTO "acts" VALUES(3,2,0,'[1,"bet",6]');
INSERT INTO "acts" VALUES(3,3,0,'[2,"bet",7]');
INSERT INTO "acts" VALUES(3,4,0,'[0,"double",5]');
INSERT INTO "acts" VALUES(3,5,0,'[1,"hit"]');
INSERT INTO "acts" VALUES(3,6,0,'[1,"stay"]');
INSERT INTO "acts" VALUES(3,7,0,'[2,"double",7]');
INSERT INTO "acts" VALUES(4,1,0,'[0,"bet",2]');
INSERT INTO "acts" VALUES(4,2,0,'[1,"bet",3]');
INSERT INTO "acts" VALUES(4,3,0,'[2,"bet",4]');
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
INSERT INTO "changes" VALUES(2,1795176000000,'blackjack','29c2a7750b9305a3','',NULL,NULL,1);
INSERT INTO "changes" VALUES(3,1795176007000,'blackjack','268c60d5324ec820','',NULL,NULL,1);
INSERT INTO "changes" VALUES(4,1795176014000,'blackjack','64c66c0ba361c315','',NULL,NULL,1);
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
INSERT INTO "deck_records" VALUES(1,'{"format":"pontoon-decks-2","id":"1c64b7b61418121998e9b9c27c39b151","hash":"461b857f169767d4bc95c22e79de619c5d416217fd5c808de87c4c6cdcc78d5f"}',NULL,143,0);
INSERT INTO "deck_records" VALUES(2,'{"before":"461b857f169767d4bc95c22e79de619c5d416217fd5c808de87c4c6cdcc78d5f","sealed":1,"at":"2026-11-20T12:00:00Z","procedure":"pontoon-deck-2","network":"127.0.0.1","channel":"#pontoon","game":"blackjack","packs":6,"marker":"60-75","seal":"dYkDBwm3Fh9DnX0VozN5IE2w5TQ","hash":"36078eb18b491d521c08326d8aa91d11bc25a59f678a0f885162b69993af19b3"}',1,489,1);
CREATE TABLE decks (
    number INTEGER PRIMARY KEY,
    note TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'{"terms":{"network":"127.0.0.1","channel":"#pontoon","game":"blackjack","packs":6,"marker":[60,75],"number":1,"before":"RhuFfxaXZ9S8lcIued5hnF1BYhc"},"secret":"rLOp8UuM5eLp6Fi8o6uuNQ","is_closed":true,"are_cuts_heard":true,"begun":[1,4,34],"took":[11,11,12]}');
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
INSERT INTO "entries" VALUES(2,'house','blackjack',0,0);
INSERT INTO "entries" VALUES(3,'house','blackjack',0,0);
INSERT INTO "entries" VALUES(4,'house','blackjack',0,0);
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
INSERT INTO "rounds" VALUES(1,'29c2a7750b9305a3',1,1795176000000,'{"version":"0.5.2","equipment":{"seed":"VGCxSSI-I6Y0TPoHIcH1MgOPx51ANWEpvk9g4WcI9jU","dealt":0},"players":[["dave",60],["kevin",60],["bob",60]],"deck":[1,1,0]}',1795176000000,'[[["dave",0,1,0,0],["kevin",-6,1,0,6],["bob",-4,1,0,4]],10,null]');
INSERT INTO "rounds" VALUES(2,'268c60d5324ec820',1,1795176007000,'{"version":"0.5.2","equipment":{"seed":"VGCxSSI-I6Y0TPoHIcH1MgOPx51ANWEpvk9g4WcI9jU","dealt":11},"players":[["dave",60],["kevin",54],["bob",56]],"deck":[1,2,11]}',1795176007000,'[[["dave",-18,1,0,18],["kevin",-10,1,0,10],["bob",-1,1,0,1]],29,null]');
INSERT INTO "rounds" VALUES(3,'64c66c0ba361c315',1,1795176014000,'{"version":"0.5.2","equipment":{"seed":"VGCxSSI-I6Y0TPoHIcH1MgOPx51ANWEpvk9g4WcI9jU","dealt":22},"players":[["dave",42],["kevin",44],["bob",55]],"deck":[1,3,22]}',1795176014000,'[[["dave",-10,1,0,10],["kevin",6,1,1,0],["bob",-14,1,0,14]],18,null]');
INSERT INTO "rounds" VALUES(4,'034527448b8f506c',1,1795176021000,'{"version":"0.5.2","equipment":{"seed":"VGCxSSI-I6Y0TPoHIcH1MgOPx51ANWEpvk9g4WcI9jU","dealt":34},"players":[["dave",32],["kevin",50],["bob",41]],"deck":[1,4,34]}',NULL,NULL);
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
INSERT INTO "tables" VALUES(1,'127.0.0.1','#pontoon','blackjack','["dave","kevin","bob"]',3);
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

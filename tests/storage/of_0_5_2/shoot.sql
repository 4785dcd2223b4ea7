BEGIN TRANSACTION;
CREATE TABLE accounts (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    chips INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES('house','shoot',0);
INSERT INTO "accounts" VALUES('kitty','shoot #pontoon 127.0.0.1',32);
INSERT INTO "accounts" VALUES('player','bob',948);
INSERT INTO "accounts" VALUES('player','dave',977);
INSERT INTO "accounts" VALUES('player','kevin',1043);
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
INSERT INTO "acts" VALUES(1,4,0,'[0,"kitty",50]');
INSERT INTO "acts" VALUES(1,5,0,'[1,"bet",2]');
INSERT INTO "acts" VALUES(1,6,0,'[2,"bet",3]');
INSERT INTO "acts" VALUES(1,7,0,'[1,"pass"]');
INSERT INTO "acts" VALUES(1,8,0,'[2,"shoot",5]');
INSERT INTO "acts" VALUES(1,9,0,'[1,"buy",4]');
INSERT INTO "acts" VALUES(1,10,0,'[2,"twist"]');
INSERT INTO "acts" VALUES(1,11,0,'[2,"twist"]');
INSERT INTO "acts" VALUES(2,1,0,'[1,"take"]');
INSERT INTO "acts" VALUES(2,2,0,'[2,"take"]');
INSERT INTO "acts" VALUES(2,3,0,'[0,"kitty",9]');
INSERT INTO "acts" VALUES(2,4,0,'[1,"bet",10]');
INSERT INTO "acts" VALUES(2,5,0,'[2,"bet",11]');
INSERT INTO "acts" VALUES(2,6,0,'[1,"pass"]');
INSERT INTO "acts" VALUES(2,7,0,'[2,"shoot",13]');
INSERT INTO "acts" VALUES(2,8,0,'[1,"buy",12]');
INSERT INTO "acts" VALUES(2,9,0,'[1,"buy",12]');
INSERT INTO "acts" VALUES(2,10,0,'[2,"stick"]');
INSERT INTO "acts" VALUES(2,11,0,'[0,"stay"]');
INSERT INTO "acts" VALUES(3,1,0,'[1,"take"]');
INSERT INTO "acts" VALUES(3,2,0,'[2,"take"]');
INSERT INTO "acts" VALUES(3,3,0,'[0,"pass"]');
INSERT INTO "acts" VALUES(3,4,0,'[1,"bet",19]');
INSERT INTO "acts" VALUES(3,5,0,'[2,"bet",20]');
INSERT INTO "acts" VALUES(3,6,0,'[1,"shoot",21]');
INSERT INTO "acts" VALUES(3,7,0,'[2,"pass"]');
INSERT INTO "acts" VALUES(3,8,0,'[1,"twist"]');
INSERT INTO "acts" VALUES(3,9,0,'[1,"shoot",24]');
INSERT INTO "acts" VALUES(3,10,0,'[1,"twist"]');
INSERT INTO "acts" VALUES(3,11,0,'[1,"twist"]');
INSERT INTO "acts" VALUES(3,12,0,'[2,"twist"]');
INSERT INTO "acts" VALUES(3,13,0,'[2,"stick"]');
INSERT INTO "acts" VALUES(3,14,0,'[0,"stay"]');
INSERT INTO "acts" VALUES(4,1,0,'[1,"take"]');
INSERT INTO "acts" VALUES(4,2,0,'[2,"take"]');
INSERT INTO "acts" VALUES(4,3,0,'[0,"kitty",50]');
INSERT INTO "acts" VALUES(4,4,0,'[1,"bet",30]');
INSERT INTO "acts" VALUES(4,5,0,'[2,"bet",31]');
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
INSERT INTO "changes" VALUES(2,1795176000000,'shoot','9bda6276c8bbd145','',NULL,NULL,1);
INSERT INTO "changes" VALUES(3,1795176007000,'shoot','44aba2796ac02007','',NULL,NULL,1);
INSERT INTO "changes" VALUES(4,1795176014000,'shoot','72052c872ce519ed','',NULL,NULL,1);
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
INSERT INTO "deck_records" VALUES(1,'{"format":"pontoon-decks-2","id":"330b1c71d6c07235c1f1b79339b431c2","hash":"be9ca5beff28c05e0bb52e2d9fbed566b88f03882063331c5fde41bbecdbfe61"}',NULL,143,0);
INSERT INTO "deck_records" VALUES(2,'{"before":"be9ca5beff28c05e0bb52e2d9fbed566b88f03882063331c5fde41bbecdbfe61","sealed":1,"at":"2026-11-20T12:00:00Z","procedure":"pontoon-deck-2","network":"127.0.0.1","channel":"#pontoon","game":"shoot","packs":1,"marker":"hands","seal":"r5QnubAkhLWc4KfIDKgwh4pWRkc","hash":"fb2c980e24fbc8397e72dcf20b6c2359839c90c6fbb97e9c22bda9cca496a65a"}',1,485,1);
CREATE TABLE decks (
    number INTEGER PRIMARY KEY,
    note TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'{"terms":{"network":"127.0.0.1","channel":"#pontoon","game":"shoot","packs":1,"marker":"hands","number":1,"before":"vpylvv8owF4LtS4tn77VZriPA4g"},"secret":"YopvsmP40KTmCDc2bJ7zhQ","is_closed":true,"are_cuts_heard":true,"begun":[1,4,27],"took":[9,8,10]}');
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
INSERT INTO "entries" VALUES(2,'house','shoot',0,0);
INSERT INTO "entries" VALUES(2,'kitty','shoot #pontoon 127.0.0.1',0,55);
INSERT INTO "entries" VALUES(2,'player','bob',1000,992);
INSERT INTO "entries" VALUES(2,'player','dave',1000,959);
INSERT INTO "entries" VALUES(2,'player','kevin',1000,994);
INSERT INTO "entries" VALUES(3,'house','shoot',0,0);
INSERT INTO "entries" VALUES(3,'kitty','shoot #pontoon 127.0.0.1',55,77);
INSERT INTO "entries" VALUES(3,'player','bob',992,968);
INSERT INTO "entries" VALUES(3,'player','dave',959,995);
INSERT INTO "entries" VALUES(3,'player','kevin',994,960);
INSERT INTO "entries" VALUES(4,'house','shoot',0,0);
INSERT INTO "entries" VALUES(4,'kitty','shoot #pontoon 127.0.0.1',77,32);
INSERT INTO "entries" VALUES(4,'player','bob',968,948);
INSERT INTO "entries" VALUES(4,'player','dave',995,977);
INSERT INTO "entries" VALUES(4,'player','kevin',960,1043);
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
INSERT INTO "rounds" VALUES(1,'9bda6276c8bbd145',1,1795176000000,'{"version":"0.5.2","equipment":{"pack":{"seed":"0RPljIiLsd07ivBdnYlCsGO2LV45CutZmK0acOtxFX8","draws":1,"cards":"10H KH 9D JS 2D 7D 2S 3S 8H 2H JH 8D 4D 5D QC 9H 8S 6H 2C JD 3H 8C 7H 4H AH 3C 7C QH JC 4S AC KD KC 5H 5C 9S 9C 10C 4C QS 5S 6S AS 10D AD 7S 3D QD 6C 6D KS 10S","dealt":0},"banker":null,"way":"kept","circle":[],"sale":null,"kitty":null},"players":[["dave",1000],["kevin",1000],["bob",1000]],"deck":[1,1,0]}',1795176000000,'[[["kevin",-6,1,0,0],["bob",-8,1,0,0],["dave",-41,1,1,0]],0,{"banker":"dave","chips":55}]');
INSERT INTO "rounds" VALUES(2,'44aba2796ac02007',1,1795176007000,'{"version":"0.5.2","equipment":{"pack":{"seed":"0RPljIiLsd07ivBdnYlCsGO2LV45CutZmK0acOtxFX8","draws":3,"cards":"2H JH 8D 4D 5D QC 9H 8S 6H 2C JD 3H 8C 7H 4H AH 3C 7C QH JC 4S AC KD KC 5H 5C 9S 9C 10C 4C QS 5S 6S AS 10D AD 7S 3D QD 6C 6D KS 10S 10H JS 2S KH 2D 3S 8H 9D 7D","dealt":9},"banker":"dave","way":"kept","circle":["kevin","bob","dave"],"sale":null,"kitty":["dave",55]},"players":[["dave",959],["kevin",994],["bob",992]],"consent":[["dave",true]],"deck":[1,2,9]}',1795176007000,'[[["kevin",-34,1,0,0],["bob",-24,1,0,0],["dave",36,1,1,0]],0,{"banker":"dave","chips":77}]');
INSERT INTO "rounds" VALUES(3,'72052c872ce519ed',1,1795176014000,'{"version":"0.5.2","equipment":{"pack":{"seed":"0RPljIiLsd07ivBdnYlCsGO2LV45CutZmK0acOtxFX8","draws":4,"cards":"6H 2C JD 3H 8C 7H 4H AH 3C 7C QH JC 4S AC KD KC 5H 5C 9S 9C 10C 4C QS 5S 6S AS 10D AD 7S 3D QD 6C 6D KS 10S 10H JS 2S KH 2D 3S 8H 9D 7D 2H 4D 9H 8S JH 5D 8D QC","dealt":17},"banker":"dave","way":"kept","circle":["kevin","bob","dave"],"sale":null,"kitty":["dave",77]},"players":[["dave",995],["kevin",960],["bob",968]],"consent":[["dave",true]],"deck":[1,3,17]}',1795176014000,'[[["kevin",83,1,1,0],["bob",-20,1,0,0],["dave",-18,1,0,0]],0,{"banker":"dave","chips":32}]');
INSERT INTO "rounds" VALUES(4,'ee7099283926f751',1,1795176021000,'{"version":"0.5.2","equipment":{"pack":{"seed":"0RPljIiLsd07ivBdnYlCsGO2LV45CutZmK0acOtxFX8","draws":5,"cards":"QH JC 4S AC KD KC 5H 5C 9S 9C 10C 4C QS 5S 6S AS 10D AD 7S 3D QD 6C 6D KS 10S 10H JS 2S KH 2D 3S 8H 9D 7D 2H 4D 9H 8S JH 5D 8D QC JD 7H 2C 8C 7C 6H 3H 4H AH 3C","dealt":27},"banker":"dave","way":"kept","circle":["kevin","bob","dave"],"sale":null,"kitty":["dave",32]},"players":[["dave",977],["kevin",1043],["bob",948]],"consent":[["dave",true]],"deck":[1,4,27]}',NULL,NULL);
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
INSERT INTO "tables" VALUES(1,'127.0.0.1','#pontoon','shoot','["dave","kevin","bob"]',3);
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

-- Other rules of Shed Pontoon are played by the fields of the default ones.
DROP TABLE fields;

-- What decisions have cost is told in reviews alone.
DROP TABLE uncounted;
ALTER TABLE round_players DROP COLUMN decisions;
ALTER TABLE round_players DROP COLUMN cost;

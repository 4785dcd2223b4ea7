-- What a person decided in a round, and what that cost: so many ten-thousandths of the first bet. It
-- is empty for computers, and until it is counted.
ALTER TABLE round_players ADD COLUMN decisions INTEGER;
ALTER TABLE round_players ADD COLUMN cost INTEGER;

-- The settled rounds of which that is still to be counted.
CREATE TABLE uncounted (
    round INTEGER PRIMARY KEY REFERENCES rounds ON DELETE CASCADE
) STRICT;

-- How players of Shed Pontoon play by other rules than the default: worked out once, for hints.
CREATE TABLE fields (
    n INTEGER PRIMARY KEY,
    field TEXT NOT NULL
) STRICT;

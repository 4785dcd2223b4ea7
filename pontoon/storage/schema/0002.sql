-- What a person decided in a round, and what that cost: so many ten-thousandths of the first bet. It
-- is empty for computers, and until it is counted.
ALTER TABLE round_players ADD COLUMN decisions INTEGER;
ALTER TABLE round_players ADD COLUMN cost INTEGER;

-- The settled rounds of which that is still to be counted.
CREATE TABLE uncounted (
    round INTEGER PRIMARY KEY REFERENCES rounds ON DELETE CASCADE
) STRICT;

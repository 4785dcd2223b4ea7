-- The rules by which rounds were dealt, each once: the rounds (RoundBeginning) have their number.
CREATE TABLE rules (
    n INTEGER PRIMARY KEY,       -- from 1
    rules TEXT NOT NULL UNIQUE   -- those of the game and those of the table, with all defaults
) STRICT;

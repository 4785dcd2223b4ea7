-- The sealed decks of version 0.5 and before that are not opened yet, or opened and not told. Of the
-- others players.decks is the record, which nothing reads any more.
ALTER TABLE decks RENAME TO decks_of_0_5;
DROP TABLE deck_records;

-- The sealed decks of each channel (FAIR).
CREATE TABLE decks (
    n INTEGER PRIMARY KEY,       -- in the order in which they were sealed
    bank TEXT NOT NULL,
    network TEXT NOT NULL,
    channel TEXT NOT NULL,
    number INTEGER NOT NULL,     -- from 1 in each channel of a bank
    deck TEXT NOT NULL,          -- as SealedDeck, with the secret
    is_told INTEGER NOT NULL,    -- whether the channel knows that it is opened, or nobody can hear of it
    UNIQUE (bank, network, channel, number)
) STRICT;
CREATE INDEX decks_untold ON decks (n) WHERE NOT is_told;

-- Who has the bank of a table between two rounds, and in which circle they sit, as JSON.
ALTER TABLE tables ADD COLUMN bank TEXT;

-- The bank: the database and players.xml, which has this id, too. One row.
CREATE TABLE bank (
    id TEXT NOT NULL             -- 8 characters of base64url
) STRICT;

-- A round that is played, but cannot go on: the database that has it was older than players.xml.
ALTER TABLE rounds ADD COLUMN is_given_up INTEGER NOT NULL DEFAULT 0;

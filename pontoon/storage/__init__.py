"""Everything on the disk: players.xml, the database, the lock."""

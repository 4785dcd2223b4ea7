"""Everything on the disk: players.xml, the database, players.decks, the lock."""

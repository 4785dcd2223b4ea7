"""Everything on the disk: files written whole, the journal of running rounds, the lock."""

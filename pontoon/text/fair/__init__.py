"""What people read about sealed decks."""

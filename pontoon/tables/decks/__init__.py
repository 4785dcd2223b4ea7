"""The sealed decks of a channel."""

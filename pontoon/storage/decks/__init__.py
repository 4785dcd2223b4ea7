"""players.decks, the chained records of sealed decks, and the check of them."""

"""One channel: the croupier, the seats, and what a round does to chips."""

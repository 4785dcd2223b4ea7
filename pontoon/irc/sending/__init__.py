"""What waits to be said, and how fast it may go."""

"""What happens between the first word to a server and the first channel."""

"""Mutated traffic, by the million: what a server sends to the bot, and people to the bot's own."""

"""A small IRC server inside the bot, for trying it without a network."""

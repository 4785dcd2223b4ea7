"""A small IRC server inside the bot, to try the bot without a network."""

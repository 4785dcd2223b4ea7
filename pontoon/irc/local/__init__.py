"""A small IRC server inside the bot, for people on the same machine (``server = local``)."""

"""config.ini: what it may say, and how it is read."""

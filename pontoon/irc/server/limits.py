"""The limits of the server inside the bot: nothing grows without bound."""

# Connections. The bot itself does not count once it is registered.
MOST_CONNECTIONS = 50  # at once, registered or not
REGISTRATION_SECONDS = 60.0  # from connecting to the welcome
CLOSING_SECONDS = 2.0  # to read the last line, before the connection is aborted

# What a client sends and leaves unread
LINE_BYTES = 512  # of a line either way, with CR LF (RFC 2812, 2.3)
BURST_LINES = 100  # from a client at once
LINES_PER_SECOND = 20.0  # from a client in the long run; more end the connection
MOST_UNREAD = 512 * 1024
"""Bytes that may wait for a client, above what the transport holds itself.

Several clients may send a burst each before the reactor writes to one that reads all the time.
"""

# Names; a text is no longer than the line in which it came
NICK_LENGTH = 30  # characters; config.ini allows a longer nick for the bot
USER_LENGTH = 10
CHANNEL_BYTES = 200  # as in config.ini

# Channels
MOST_CHANNELS = 20  # that a person may be in; the bot may be in any number
MOST_TARGETS = 4  # of one message, or nicks in one KICK
MOST_MODES = 6  # changes in one MODE; further ones are ignored

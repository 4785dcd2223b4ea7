"""The limits of the server inside the bot: nothing grows without bound."""

MOST_CONNECTIONS = 50
"""Connections at once, registered or not; the bot does not count once it is registered."""

REGISTRATION_SECONDS = 60.0
"""How long a client may take from connecting to the welcome."""

CLOSING_SECONDS = 2.0
"""How long a client may take to read the last line before the connection is aborted."""

LINE_BYTES = 512
"""Bytes in a line either way, CR LF included (RFC 2812, 2.3)."""

TAG_BYTES = 8191
"""Bytes of message tags before a line (IRCv3); the server ignores tags."""

BURST_LINES = 100
"""Lines that a client may send at once."""

LINES_PER_SECOND = 20.0
"""Lines a second that a client may send in the long run; more end the connection."""

MOST_UNREAD = 512 * 1024
"""Bytes that may wait for a client, above what the transport holds itself.

Several clients may send a burst each before the reactor writes to one who reads all the time.
"""

NICK_LENGTH = 30
"""Characters in a nick; config.ini allows a longer one for the bot."""

USER_LENGTH = 10
"""Characters in a user name."""

REALNAME_BYTES = 100
"""Bytes in a real name."""

CHANNEL_BYTES = 200
"""Bytes in the name of a channel, as in config.ini."""

MOST_CHANNELS = 20
"""Channels that a person may be in; the bot may be in any number."""

TOPIC_BYTES = 300
"""Bytes in a topic."""

REASON_BYTES = 200
"""Bytes in the reason of QUIT, PART, AWAY and KICK."""

MOST_TARGETS = 4
"""Targets of one message, or nicks in one KICK."""

MOST_MODES = 6
"""Changes in one MODE; further ones are ignored."""

MOST_BANS = 50
"""Bans in a channel."""

MASK_BYTES = 100
"""Bytes in the mask of a ban."""

KEY_BYTES = 32
"""Bytes in the key of a channel."""

LARGEST_LIMIT = 9999
"""The largest limit of a channel (+l)."""

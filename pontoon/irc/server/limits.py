"""How much of everything the server inside the bot allows, so that nothing grows without bound."""

MOST_CONNECTIONS = 50
"""People connected at once, or about to be; the bot is not counted once it is in."""

REGISTRATION_SECONDS = 60.0
"""How long somebody may take from connecting to the welcome."""

CLOSING_SECONDS = 2.0
"""How long somebody may take to read the last line; then the connection is cut."""

LINE_BYTES = 512
"""Bytes in a line either way, CR LF included (RFC 2812, 2.3)."""

TAG_BYTES = 8191
"""Bytes of message tags in front of a line (IRCv3); they are read over."""

BURST_LINES = 100
"""Lines that somebody may send at once."""

LINES_PER_SECOND = 20.0
"""Lines a second that somebody may send in the long run; who sends more is put out."""

MOST_UNREAD = 512 * 1024
"""Bytes that may wait for somebody, above what the transport holds itself.

Several people may send a burst each before the reactor comes to write to one who reads all along.
"""

NICK_LENGTH = 30
"""Characters in a nick; the bot's own may be longer, as config.ini allows that."""

USER_LENGTH = 10
"""Characters in a user name."""

REALNAME_BYTES = 100
"""Bytes in a real name."""

CHANNEL_BYTES = 200
"""Bytes in a channel's name: as long as config.ini lets it be."""

MOST_CHANNELS = 20
"""Channels that a person may be in; the bot may be in all of its own."""

TOPIC_BYTES = 300
"""Bytes in a topic."""

REASON_BYTES = 200
"""Bytes in what somebody says on leaving, being away or kicking."""

MOST_TARGETS = 4
"""Nicks and channels that one message may go to, or people that one KICK may hit."""

MOST_MODES = 6
"""Changes that one MODE makes; what is beyond them is passed over."""

MOST_BANS = 50
"""Masks of people who are banned from a channel."""

MASK_BYTES = 100
"""Bytes in such a mask."""

KEY_BYTES = 32
"""Bytes in the key of a channel."""

LARGEST_LIMIT = 9999
"""People that the limit of a channel may be."""

"""Which error replies say that something was not delivered (RFC 2812, 5.2, and later servers)."""

import re

_ERROR_REPLY = re.compile("[45][0-9][0-9]")
_OTHER_ERRORS = frozenset({"707", "716", "717"})

NOT_DELIVERED = frozenset(
    {
        *("401", "403", "404", "407", "408", "413", "414", "415", "439", "477", "486", "492"),
        *("493", "494", "531", *_OTHER_ERRORS),
    }
)
"""Replies to PRIVMSG and NOTICE: no such nick, cannot send, registered nicks only, ignores us.

439 and 707 say that the bot writes to too many people, 493 and 531 that it may not write to this
one.
"""

REFUSED = NOT_DELIVERED | {"442"}
"""Replies after which a record was not heard: those, and that the bot is not in the channel."""

REFUSED_UNNAMED = frozenset({"411", "412", "417"})
"""Those that do not name the channel: no target, no text, line too long."""


_ABOUT_COLOURS = re.compile(r"colou?r|formatting|control code|\+[cS]\b", re.IGNORECASE)


def is_about_colours(numeric: str, why: str) -> bool:
    """Tell whether an error reply refuses a line because of its colours, and says so in WHY.

    Mode +c of a channel does that, by 404 (ERR_CANNOTSENDTOCHAN) or 408 (ERR_NOCTRLSONCHAN).
    """
    return numeric in ("404", "408") and _ABOUT_COLOURS.search(why) is not None


def is_error(numeric: str) -> bool:
    """Tell whether NUMERIC is an error reply: one from 400 to 599, or one of three others."""
    return numeric in _OTHER_ERRORS or _ERROR_REPLY.fullmatch(numeric) is not None

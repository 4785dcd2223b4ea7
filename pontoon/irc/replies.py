"""Which error replies say that something was not delivered (RFC 2812, 5.2, and later servers)."""

import re

_ERROR_REPLY = re.compile("[45][0-9][0-9]")
_OTHER_ERRORS = frozenset({"707", "716", "717", "936"})

NOT_DELIVERED = frozenset(
    {
        *("401", "403", "404", "407", "408", "413", "414", "415", "439", "477", "486", "492"),
        *("493", "494", "531", *_OTHER_ERRORS),
    }
)
"""Replies to PRIVMSG and NOTICE: no such nick, cannot send, registered nicks only, ignores us.

493 and 531 say that the bot may not write to this one, 936 that there is a censored word.
"""

TOO_MANY_TARGETS = frozenset({"439", "707"})
"""Those by which the server limits to how many people the bot writes: it is nobody else's fault."""

REFUSED = NOT_DELIVERED | {"442"}
"""Replies after which a record was not heard: those, and that the bot is not in the channel."""

REFUSED_UNNAMED = frozenset({"411", "412", "417"})
"""Those that do not name the channel: no target, no text, line too long."""


_SECONDS = re.compile(r"\b([0-9]{1,9}) *s(?:ec(?:ond)?s?)?\b", re.IGNORECASE)

_ABOUT_COLOURS = re.compile(r"colou?r|formatting|control code|\+[cS]\b", re.IGNORECASE)


def is_about_colours(numeric: str, why: str) -> bool:
    """Tell whether an error reply refuses a line because of its colours, and says so in WHY.

    Mode +c of a channel does that, by 404 (ERR_CANNOTSENDTOCHAN) or 408 (ERR_NOCTRLSONCHAN).
    """
    return numeric in ("404", "408") and _ABOUT_COLOURS.search(why) is not None


def is_error(numeric: str) -> bool:
    """Tell whether NUMERIC is an error reply: one from 400 to 599, or one of four others."""
    return numeric in _OTHER_ERRORS or _ERROR_REPLY.fullmatch(numeric) is not None


def seconds_in(why: str) -> int:
    """Return for how many seconds WHY, the text of a reply, asks to wait; 0 if it does not say.

    ircu and UnrealIRCd say ``Message target change too fast. Please wait 9 seconds``.
    """
    found = _SECONDS.search(why)
    return int(found[1]) if found else 0

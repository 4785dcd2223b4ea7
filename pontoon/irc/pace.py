"""How fast lines go out on a network: slower when its servers complain, and faster again later."""

import re
from collections.abc import Callable
from math import log

from pontoon.irc.line import Line

MIN_LINES_PER_SECOND = 0.25
MIN_BURST = 2
"""The slowest pace, unless config.ini asks for a slower one."""

SLOWER = 0.5  # the factor for the pace at each complaint of a server
FASTER = 1.25  # the factor after each CALM_SECONDS without one, up to the original pace
CALM_SECONDS = 600.0

_WITHOUT_LIMIT = 4.0
"""Lines a second that a pace without limit counts as, once a server has complained."""

_ABOUT_LINES = re.compile("flood|throttl", re.IGNORECASE)

_CLOSED_FOR = re.compile("flood|sendq|recvq", re.IGNORECASE)


class SendRate:
    """The pace: LINES_PER_SECOND in the long run (0: no limit), and BURST of them at once.

    It outlasts connections. Times are in seconds.
    """

    def __init__(self, lines_per_second: float = 1.0, burst: int = 8) -> None:
        self.become(lines_per_second, burst)
        self._share = 1.0
        """The share of that pace that is allowed now."""
        self._since = 0.0
        """When the share last changed."""

    def become(self, lines_per_second: float, burst: int) -> None:
        """Take another pace from config.ini; the share that is allowed stays the same."""
        self._rate = lines_per_second
        self._burst = max(burst, 1)

    def at(self, now: float) -> tuple[float, float]:
        """Return how many lines may go out in a second, 0 for any number, and how many at once."""
        if self.is_slowed:
            self._recover(now)
        if not self.is_slowed:
            return self._rate, self._burst
        rate = self._rate or _WITHOUT_LIMIT
        return (
            max(rate * self._share, min(MIN_LINES_PER_SECOND, rate)),
            max(self._burst * self._share, min(MIN_BURST, self._burst)),
        )

    @property
    def is_slowed(self) -> bool:
        """Whether the pace is slower than config.ini asks for."""
        return self._share < 1.0

    def slow_down(self, now: float) -> None:
        """Halve the pace: a server has complained NOW."""
        self._recover(now)
        self._since = now
        # At the least share both rate and burst are at their lowest.
        least_rate = MIN_LINES_PER_SECOND / (self._rate or _WITHOUT_LIMIT)
        least = min(least_rate, MIN_BURST / self._burst, 1.0)
        self._share = max(self._share * SLOWER, least)

    def _recover(self, now: float) -> None:
        if now < self._since:
            self._since = now  # the clock was set back
        steps = int((now - self._since) / CALM_SECONDS)
        if self.is_slowed and steps > 0:
            enough = -log(self._share, FASTER)
            self._share = 1.0 if steps >= enough else self._share * FASTER**steps
            self._since += steps * CALM_SECONDS


COMPLAINTS = frozenset({"ERROR", "263", "439", "NOTICE"})
"""Commands of messages by which a server complains that lines come too fast."""


def complaint_in(message: Line, is_me: Callable[[str], bool]) -> str | None:
    """Return the text of MESSAGE if the server complains in it that lines come too fast, else None.

    Such messages are ERROR, which ends the connection, 263 (RPL_TRYAGAIN), 439 (target change too
    fast), and a NOTICE of the server's own to the bot. IS_ME tells whether a nick is the bot's.
    """
    match message.command, message.params:
        case "ERROR", [*_, why] if _CLOSED_FOR.search(why):
            return str(why)
        case (("263" | "439"), [nick, _, *_, why]) if is_me(nick):
            return str(why)
        case "NOTICE", [nick, why, *_] if is_me(nick) and _ABOUT_LINES.search(why):
            return None if "!" in message.source else str(why)
    return None

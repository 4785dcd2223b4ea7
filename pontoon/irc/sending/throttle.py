"""How fast lines are sent on a network: slower when its servers mind, and again faster after."""

import re
from collections.abc import Callable
from math import log

from irctokens.line import Line

LEAST_LINES_PER_SECOND = 0.25
LEAST_BURST = 2
"""What the pace never falls below, unless config.ini wants that."""

SLOWER = 0.5
"""What the pace is multiplied by each time that a server minds it."""

FASTER = 1.25
"""What it is multiplied by after each ``CALM_SECONDS`` without trouble, up to what it was."""

CALM_SECONDS = 600.0

_WITHOUT_LIMIT = 4.0
"""Lines a second that a pace without limit counts as, once a server has minded it."""

_ABOUT_LINES = re.compile("flood|throttl", re.IGNORECASE)

_PUT_OUT = re.compile("flood|sendq|recvq", re.IGNORECASE)


class SendRate:
    """LINES_PER_SECOND (0: no limit) in the long run, and BURST of them at once.

    It outlasts connections. Times are in seconds.
    """

    def __init__(self, lines_per_second: float = 1.0, burst: int = 8) -> None:
        self._rate = lines_per_second
        self._burst = max(burst, 1)
        self._share = 1.0
        """How much of that is allowed now."""
        self._since = 0.0
        """When that was last changed."""

    def become(self, lines_per_second: float, burst: int) -> None:
        """Let this be the pace that config.ini wants; servers mind as much as before."""
        self._rate = lines_per_second
        self._burst = max(burst, 1)

    def at(self, now: float) -> tuple[float, float]:
        """Return how many lines may be sent in a second, 0 for any number, and how many at once."""
        self._recover(now)
        if not self.is_slowed:
            return self._rate, self._burst
        rate = self._rate or _WITHOUT_LIMIT
        return (
            max(rate * self._share, min(LEAST_LINES_PER_SECOND, rate)),
            max(self._burst * self._share, min(LEAST_BURST, self._burst)),
        )

    @property
    def is_slowed(self) -> bool:
        """Whether it is less than what is wanted."""
        return self._share < 1.0

    def slow_down(self, now: float) -> None:
        """Halve the pace, a server having minded it NOW."""
        self._recover(now)
        self._since = now
        self._share = max(self._share * SLOWER, self._least_share())

    def _least_share(self) -> float:
        """Return the share at which both numbers are as low as they get."""
        rate = LEAST_LINES_PER_SECOND / (self._rate or _WITHOUT_LIMIT)
        return min(rate, LEAST_BURST / self._burst, 1.0)

    def _recover(self, now: float) -> None:
        if now < self._since:
            self._since = now  # the clock was set back
        steps = int((now - self._since) / CALM_SECONDS)
        if self.is_slowed and steps > 0:
            enough = -log(self._share, FASTER)
            self._share = 1.0 if steps >= enough else self._share * FASTER**steps
            self._since += steps * CALM_SECONDS


def reproach_in(message: Line, is_me: Callable[[str], bool]) -> str | None:
    """Return what MESSAGE says if it is a server's that minds how fast lines come; else None.

    That is ERROR, which ends the connection; 263 (RPL_TRYAGAIN) and 439 (target change too fast);
    and a NOTICE of its own to the bot. IS_ME tells whether a nick is the bot's.
    """
    match message.command, message.params:
        case "ERROR", [*_, why] if _PUT_OUT.search(why):
            return str(why)
        case (("263" | "439"), [nick, _, *_, why]) if is_me(nick):
            return str(why)
        case "NOTICE", [nick, why, *_] if is_me(nick) and _ABOUT_LINES.search(why):
            return None if "!" in (message.source or "") else str(why)
    return None

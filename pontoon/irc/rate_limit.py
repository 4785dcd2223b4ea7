"""How often something may happen: a bucket of tokens, and one for each of many people."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_WATCHED = 1000
"""People about whom it is known how much they said; who said something longest ago is forgotten."""

_ROUNDING = 1e-6
"""Of a token: a timer set for the moment when one is due must not find it a hair too early."""


class TokenBucket:
    """Holds up to BURST tokens, and gets RATE of them in a second; with 0 they never run out.

    Both may be changed at any time. Times are in seconds.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._tokens = max(burst, 1.0)
        self._filled_at: float | None = None

    def seconds_to_wait(self, now: float) -> float:
        """Return in how many seconds from NOW there is a token, 0 for at once."""
        return self._seconds_until(1.0, now)

    def seconds_to_fill(self, now: float) -> float:
        """Return in how many seconds from NOW it is full, 0 for at once."""
        return self._seconds_until(max(self.burst, 1.0), now)

    def spend(self) -> None:
        """Take a token; ``seconds_to_wait`` has told that there is one."""
        self._tokens -= 1.0

    def give_back(self) -> None:
        """Put a token back; one too many is lost when it is next looked at."""
        self._tokens += 1.0

    def empty(self, now: float) -> None:
        """Take all tokens that there are NOW."""
        self._filled_at = now
        self._tokens = 0.0

    def _seconds_until(self, wanted: float, now: float) -> float:
        if self.rate <= 0:
            return 0.0
        passed = 0.0 if self._filled_at is None else max(now - self._filled_at, 0.0)
        self._filled_at = now
        self._tokens = min(max(self.burst, 1.0), self._tokens + passed * self.rate)
        missing = wanted - self._tokens
        return missing / self.rate if missing > _ROUNDING else 0.0


@dataclass(slots=True)
class _Tab:
    bucket: TokenBucket
    silent_since: float = 0.0
    silent_for: float = 0.0


class RateLimiter:
    """Lets everybody have so many LINES at once, and PER_SECOND of them in the long run.

    Whoever wants more gets nothing until all of them can be had again. PER_SECOND 0 is no limit.
    SECONDS gives the time.
    """

    def __init__(self, lines: int, per_second: float, seconds: Callable[[], float]) -> None:
        self._lines = lines
        self._per_second = per_second
        self._seconds = seconds
        self._tabs: OrderedDict[str, _Tab] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tabs)

    def pay(self, who: str, silenced: Callable[[float], None]) -> bool:
        """Return whether WHO may have a line, and charge it.

        SILENCED is told once, for how many seconds, when there is nothing to be had any more.
        """
        if self._per_second <= 0:
            return True
        now = self._seconds()
        tab = self._tab(who, now)
        if 0 <= now - tab.silent_since < tab.silent_for:
            return False
        if tab.bucket.seconds_to_wait(now) > 0:
            tab.silent_since, tab.silent_for = now, tab.bucket.seconds_to_fill(now)
            silenced(tab.silent_for)
            return False
        tab.bucket.spend()
        return True

    def give_back(self, who: str) -> None:
        """Let WHO have a line more, since the last one was well spent."""
        if (tab := self._tabs.get(who)) is not None:
            tab.bucket.give_back()

    def _tab(self, who: str, now: float) -> _Tab:
        if who not in self._tabs:
            self._forget(now)
            self._tabs[who] = _Tab(TokenBucket(self._per_second, self._lines))
        self._tabs.move_to_end(who)
        return self._tabs[who]

    def _forget(self, now: float) -> None:
        """Forget those who have said nothing for so long that they may have all lines again."""
        while self._tabs:
            oldest = next(iter(self._tabs))
            if len(self._tabs) < MOST_WATCHED and self._tabs[oldest].bucket.seconds_to_fill(now):
                return
            del self._tabs[oldest]

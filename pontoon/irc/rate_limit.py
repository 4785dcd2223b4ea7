"""How often something may happen: a token bucket, and a limiter with one for each person."""

from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct

MAX_WATCHED = 1000
"""People whose lines are counted; the one who has been silent longest is dropped."""

_ROUNDING = 1e-6
"""Part of a token: a timer for the moment when one is due must not come too early."""


class TokenBucket:
    """Holds up to BURST tokens and gains RATE of them each second; RATE 0 is no limit.

    Both may change at any time. Times are in seconds.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._tokens = max(burst, 1.0)
        self._filled_at: float | None = None

    def seconds_to_wait(self, now: float) -> float:
        """Return in how many seconds from NOW there is a token; 0 if there is one."""
        return self._seconds_until(1.0, now)

    def seconds_to_fill(self, now: float) -> float:
        """Return in how many seconds from NOW it is full; 0 if it is."""
        return self._seconds_until(max(self.burst, 1.0), now)

    def spend(self) -> None:
        """Take a token. Call ``seconds_to_wait`` first: there must be one."""
        self._tokens -= 1.0

    def give_back(self) -> None:
        self._tokens += 1.0

    def empty(self, now: float) -> None:
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


class _Tab(Struct):
    bucket: TokenBucket
    silent_since: float = 0.0
    silent_for: float = 0.0


class RateLimiter:
    """Allows everybody LINES at once, and PER_SECOND of them in the long run (0: no limit).

    A person who wants more gets none until the bucket is full again. SECONDS returns the time.
    """

    def __init__(self, lines: int, per_second: float, seconds: Callable[[], float]) -> None:
        self._lines = lines
        self._per_second = per_second
        self._seconds = seconds
        self._tabs: OrderedDict[str, _Tab] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tabs)

    def pay(self, who: str, silenced: Callable[[float], None]) -> bool:
        """Charge WHO a line; return whether they may have it.

        When there is none left, call SILENCED once with the number of seconds until all are back.
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
        if (tab := self._tabs.get(who)) is not None:
            tab.bucket.give_back()

    def _tab(self, who: str, now: float) -> _Tab:
        if who not in self._tabs:
            self._forget(now)
            self._tabs[who] = _Tab(TokenBucket(self._per_second, self._lines))
        self._tabs.move_to_end(who)
        return self._tabs[who]

    def _forget(self, now: float) -> None:
        """Drop people whose buckets are full again, and the oldest if there are too many."""
        while self._tabs:
            oldest = next(iter(self._tabs))
            if len(self._tabs) < MAX_WATCHED and self._tabs[oldest].bucket.seconds_to_fill(now):
                return
            del self._tabs[oldest]

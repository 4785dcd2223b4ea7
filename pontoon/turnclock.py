"""The clock of one decision: how long its player may take, in the channel and out of it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from pontoon.clock import Clock, Pending

WARNED_AT = 1 / 4
"""The part of the time for a decision that is left when its player is warned."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a table waits for its players.

    ``turn`` is how many seconds each decision may take while its player is in the channel, 0
    meaning any number; ``grace`` how many they may be out of it. Whoever has let ``away_after``
    decisions in a row go by is waited for no more; never if that is 0.
    """

    turn: int
    grace: int
    away_after: int


class TurnClock:
    """Counts down the seconds that a decision may take, those here apart from those out of it.

    WARN is called once, when a quarter of the first are left; TIME_IS_UP when either are used up.
    """

    def __init__(
        self, clock: Clock, warn: Callable[[], None], time_is_up: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._warn = warn
        self._time_is_up = time_is_up
        self.is_here = True
        """Whether the player is in the channel."""
        self.here = self.out = 0.0
        """The seconds that are left, while the player is in the channel and out of it."""
        self._warn_at = 0.0
        self._never_stops = False
        self._since: float | None = None
        """When the clock was last set going; None while it stands."""
        self._pending: Pending | None = None

    def give(self, turn: int, grace: float) -> None:
        """Let a decision take so many seconds, 0 for TURN being any number, from ``go`` on."""
        self.stop()
        self.here, self.out = turn or inf, grace
        self._warn_at = turn * WARNED_AT
        self._never_stops = False

    def give_only(self, seconds: int) -> None:
        """Let a decision take SECONDS, wherever its player is; nobody is warned."""
        self.stop()
        self.here = self.out = seconds
        self._warn_at = 0.0
        self._never_stops = True

    def go(self) -> None:
        """Go on counting."""
        self._since = self._clock.seconds()
        seconds = max(self.here if self.is_here else self.out, 0)
        if self.is_here and 0 < self._warn_at < seconds < inf:
            self._pending = self._clock.later(seconds - self._warn_at, self._warn_now)
        elif seconds < inf:
            self._pending = self._clock.later(seconds, self._end)

    def stop(self) -> None:
        """Stand still; what is left of the time stays."""
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        if self._since is not None:
            passed = self._clock.seconds() - self._since
            self._since = None
            if self.is_here or self._never_stops:
                self.here -= passed
            if not self.is_here or self._never_stops:
                self.out -= passed

    def _warn_now(self) -> None:
        self._pending = None
        self.stop()
        self._warn_at = 0.0
        self.go()
        self._warn()

    def _end(self) -> None:
        self._pending = None
        self.stop()
        self._time_is_up()

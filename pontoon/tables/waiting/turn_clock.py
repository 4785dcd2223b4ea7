"""The clock of one decision: how long its player may take, in the channel and out of it."""

from dataclasses import dataclass
from enum import Enum, auto

WARNED_AT = 1 / 4
"""The part of the time for a decision that is left when its player is warned."""

_ROUNDING = 1e-6
"""Seconds: a timer set for the moment when something is due must not find it a hair too early."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """How long a table waits for its players.

    ``turn`` is how many seconds each decision may take while its player is in the channel;
    ``grace`` how many they may be out of it. The table no longer waits for a player who has let
    ``away_after`` decisions in a row go by; it always waits if that is 0.
    """

    turn: int
    grace: int
    away_after: int


class Due(Enum):
    """What a turn clock rings for."""

    WARNING = auto()
    """A quarter of the time in the channel is left."""
    END = auto()
    """The time is used up."""


class TurnClock:
    """Counts down the seconds that a decision may take, those in the channel apart from those out.

    It stands still until ``go``. Times are in seconds, and are handed in.
    """

    def __init__(self, here: float, out: float) -> None:
        self.here, self.out = here, out
        """The seconds that are left, while the player is in the channel and out of it."""
        self.is_here = True
        """Whether the player is in the channel."""
        self._warn_at = here * WARNED_AT
        self._runs_anywhere = False
        self._since: float | None = None
        """When the clock was last set going; None while it stands."""

    @classmethod
    def anywhere(cls, seconds: float) -> "TurnClock":
        """Return a clock of SECONDS, wherever the player is; nobody is warned."""
        clock = cls(seconds, seconds)
        clock._warn_at = 0.0
        clock._runs_anywhere = True
        return clock

    def go(self, now: float) -> None:
        """Go on counting."""
        self._since = now

    def stop(self, now: float) -> None:
        """Stand still; what is left of the time stays."""
        if self._since is None:
            return
        passed, self._since = now - self._since, None
        if self.is_here or self._runs_anywhere:
            self.here -= passed
        if not self.is_here or self._runs_anywhere:
            self.out -= passed

    def move(self, now: float, *, is_here: bool) -> None:
        """Note that the player has come into the channel, or has left it."""
        is_going = self._since is not None
        self.stop(now)
        self.is_here = is_here
        if is_going:
            self.go(now)

    @property
    def due_at(self) -> float | None:
        """When it rings next; None while it stands."""
        if self._since is None:
            return None
        left = self.here if self.is_here else self.out
        is_warning = self.is_here and 0 < self._warn_at < left
        return self._since + max(left - self._warn_at if is_warning else left, 0.0)

    def ring(self, now: float) -> Due | None:
        """Return what is due; None for nothing. A warning is due once."""
        if self.due_at is None or self.due_at > now + _ROUNDING:
            return None
        self.stop(now)
        self.go(now)
        left = self.here if self.is_here else self.out
        if left <= _ROUNDING:
            return Due.END
        self._warn_at = 0.0
        return Due.WARNING

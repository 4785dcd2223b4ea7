"""The clock of one decision, with separate times in the channel and out of it."""

from enum import Enum, auto

from msgspec import Struct

WARNED_AT = 1 / 4
"""A player is warned when this part of the time for a decision is left."""

_ROUNDING = 1e-6
"""Seconds by which a timer may ring too early for what it was set for."""


class TimeLimits(Struct, frozen=True):
    """How long a table waits for its players.

    Each decision may take ``turn`` seconds while its player is in the channel; they may be out of
    it for ``grace`` seconds. The table no longer waits for a player who has missed ``away_after``
    decisions in a row; if that is 0, it always waits.
    """

    turn: int
    grace: int
    away_after: int


class Due(Enum):
    """What a turn clock rings for: a warning at ``WARNED_AT``, or the end of the time."""

    WARNING = auto()
    END = auto()


class TurnClock:
    """Counts down the time for a decision, separately in the channel and out of it.

    It stands still until ``start``. All times are in seconds.
    """

    def __init__(self, here: float, out: float) -> None:
        self.here, self.out = here, out
        """The seconds left while the player is in the channel, and out of it."""
        self.is_here = True
        self._warn_at = here * WARNED_AT
        self._runs_anywhere = False
        self._since: float | None = None
        """When the clock was last started; None while it stands still."""

    @classmethod
    def anywhere(cls, seconds: float) -> "TurnClock":
        """Return a clock of SECONDS that runs wherever the player is, and warns nobody."""
        clock = cls(seconds, seconds)
        clock._warn_at = 0.0
        clock._runs_anywhere = True
        return clock

    def start(self, now: float) -> None:
        self._since = now

    def stop(self, now: float) -> None:
        if self._since is None:
            return
        passed, self._since = now - self._since, None
        if self.is_here or self._runs_anywhere:
            self.here -= passed
        if not self.is_here or self._runs_anywhere:
            self.out -= passed

    def renew(self, seconds: float, now: float) -> None:
        """Give all SECONDS for the decision again from NOW on; time out of the channel is used."""
        self._pass_time(now)
        self.here = seconds
        if self._runs_anywhere:
            self.out = seconds
        else:
            self._warn_at = seconds * WARNED_AT

    def enter(self, now: float) -> None:
        self._pass_time(now)
        self.is_here = True

    def leave(self, now: float) -> None:
        self._pass_time(now)
        self.is_here = False

    def _pass_time(self, now: float) -> None:
        """Take the time until NOW from what is left, if the clock is running."""
        if self._since is not None:
            self.stop(now)
            self.start(now)

    @property
    def due_at(self) -> float | None:
        """When it rings next; None while it stands still."""
        if self._since is None:
            return None
        left = self.here if self.is_here else self.out
        is_warning = self.is_here and 0 < self._warn_at < left
        return self._since + max(left - self._warn_at if is_warning else left, 0.0)

    def ring(self, now: float) -> Due | None:
        """Return what is due, None if nothing is. A warning is due once."""
        if self.due_at is None or self.due_at > now + _ROUNDING:
            return None
        self._pass_time(now)
        left = self.here if self.is_here else self.out
        if left <= _ROUNDING:
            return Due.END
        self._warn_at = 0.0
        return Due.WARNING

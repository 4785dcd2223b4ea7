"""A clock that a test moves by hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf

from pontoon.tables.clock import Clock


@dataclass(eq=False)
class Call:
    """A call to be made at some second."""

    at: float
    make: Callable[[], None]
    is_due: bool = True

    def cancel(self) -> None:
        """Do not make it."""
        assert self.is_due
        self.is_due = False


NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@dataclass
class FakeClock:
    """Begins at 0, at noon; ``advance`` lets seconds pass, and makes the calls due by then."""

    seconds: float = 0.0
    calls: list[Call] = field(default_factory=list)

    @property
    def clock(self) -> Clock:
        """What the program is handed."""
        return Clock(lambda: self.seconds, self._later, self.now)

    def now(self) -> datetime:
        """Return the date and the time of day."""
        return NOON + timedelta(seconds=self.seconds)

    def advance(self, seconds: float) -> None:
        """Let SECONDS pass."""
        end = self.seconds + seconds
        while due := [call for call in self.calls if call.is_due and call.at <= end]:
            first = min(due, key=lambda call: call.at)
            self.seconds = first.at
            first.is_due = False
            first.make()
        self.seconds = end

    @property
    def next_call(self) -> float:
        """In how many seconds a call is due; never, if there is none."""
        return min((call.at for call in self.calls if call.is_due), default=inf) - self.seconds

    def _later(self, seconds: float, make: Callable[[], None]) -> Call:
        call = Call(self.seconds + seconds, make)
        self.calls.append(call)
        return call

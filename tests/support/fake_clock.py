"""A clock that a test moves by hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf


@dataclass(eq=False)
class Call:
    """A call to be made at some second."""

    clock: "FakeClock"
    at: float
    make: Callable[[], object]
    is_due: bool = True

    def cancel(self) -> None:
        """Do not make it."""
        assert self.is_due
        self.is_due = False

    def reset(self, seconds: float) -> None:
        """Make it in so many SECONDS from now."""
        assert self.is_due
        self.at = self.clock.elapsed + seconds


NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@dataclass
class FakeClock:
    """Begins at 0, at noon; ``advance`` lets seconds pass, and makes the calls due by then."""

    elapsed: float = 0.0
    calls: list[Call] = field(default_factory=list)

    def seconds(self) -> float:
        """Return the seconds that have passed."""
        return self.elapsed

    def callLater(self, delay: float, make: Callable[[], object]) -> Call:  # noqa: N802 -- Twisted's
        """Note a call to be made in DELAY seconds."""
        call = Call(self, self.elapsed + delay, make)
        self.calls.append(call)
        return call

    def now(self) -> datetime:
        """Return the date and the time of day."""
        return NOON + timedelta(seconds=self.elapsed)

    def advance(self, seconds: float) -> None:
        """Let SECONDS pass."""
        end = self.elapsed + seconds
        while due := [call for call in self.calls if call.is_due and call.at <= end]:
            first = min(due, key=lambda call: call.at)
            self.elapsed = first.at
            first.is_due = False
            first.make()
        self.elapsed = end

    @property
    def next_call(self) -> float:
        """In how many seconds a call is due; never, if there is none."""
        return min((call.at for call in self.calls if call.is_due), default=inf) - self.elapsed

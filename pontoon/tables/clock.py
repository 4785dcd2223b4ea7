"""Time, as the parts of the program are handed it: none of them reads a clock of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


class Pending(Protocol):
    """A call that is to be made later."""

    def cancel(self) -> None:
        """Do not make it; it must not have been made yet."""


@dataclass(frozen=True, slots=True)
class Clock:
    """``seconds`` gives the time in seconds, from any start; ``later`` calls in so many seconds.

    ``now`` gives the date and the time of day, in any time zone.
    """

    seconds: Callable[[], float]
    later: Callable[[float, Callable[[], None]], Pending]
    now: Callable[[], datetime]

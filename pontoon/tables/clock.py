"""The clock that is handed to every part of the program: none reads one of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


class Pending(Protocol):
    """A call that will be made later."""

    def cancel(self) -> None:
        """Cancel the call, which has not been made yet."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time, and calls at a later time.

    ``seconds`` returns the time in seconds since any start. ``later`` makes a call after so many
    seconds. ``now`` returns the date and the time of day, in any time zone.
    """

    seconds: Callable[[], float]
    later: Callable[[float, Callable[[], None]], Pending]
    now: Callable[[], datetime]

"""A log that nobody can fill: of lines that are alike only some are written, the rest counted."""

from collections.abc import Callable
from dataclasses import dataclass

from pontoon.irc.reactor import Clock, Delayed

PERIOD_SECONDS = 60.0
"""How long lines are counted before it is told how many there were, and counting begins anew."""

MOST_ALIKE = 50
"""Lines of a kind that are written in a period."""

LONGEST_EVENT = 400
"""Characters of a line above which it is cut off."""

_LONGEST_EXAMPLE = 80


@dataclass(slots=True)
class _Kind:
    example: str
    number: int = 0


class Restrained:
    """Passes events on to LOG, as many as somebody may want to read.

    Lines are of a kind that begin with the same word; so it must not be a stranger who chooses it.
    CLOCK is the reactor.
    """

    def __init__(self, log: Callable[[str], None], clock: Clock) -> None:
        self._log = log
        self._clock = clock
        self._kinds: dict[str, _Kind] = {}
        self._timer: Delayed | None = None

    def __call__(self, event: str) -> None:
        """Write EVENT, or count it."""
        if self._timer is None:
            self._timer = self._clock.callLater(PERIOD_SECONDS, self._period_is_over)
        kind = self._kinds.setdefault(event.partition(" ")[0], _Kind(event[:_LONGEST_EXAMPLE]))
        kind.number += 1
        if kind.number <= MOST_ALIKE:
            self._log(event if len(event) <= LONGEST_EVENT else f"{event[:LONGEST_EVENT]}…")

    def close(self) -> None:
        """Tell what was counted, and count no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._period_is_over()

    def _period_is_over(self) -> None:
        self._timer = None
        for kind in self._kinds.values():
            if kind.number > MOST_ALIKE:
                self._log(f"… and {kind.number - MOST_ALIKE:,} more like this: {kind.example}")
        self._kinds.clear()

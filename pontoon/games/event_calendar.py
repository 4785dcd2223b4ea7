"""When a day begins and when the next event is, in a time zone with all its changes of clock.

Moments are aware datetimes of any zone. Those returned are in UTC, since the difference between two
of one zone is what its clocks show, and not the time that passes.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo

MINUTE = timedelta(minutes=1)
_MIDNIGHT = (time(),)


class Almanac:
    """The days of a ZONE, and EVENTS at the same times of each day, at least one.

    A time that the clocks pass over is counted on from the change, as if they had not been put
    forward; a time that comes twice means the first of both.
    """

    def __init__(self, events: Sequence[time], zone: tzinfo) -> None:
        self._events = events
        self._zone = zone

    def day_of(self, now: datetime) -> int:
        """Return the date of NOW as a number such as 20041231."""
        return _number(self._date_of(now))

    def has_turned(self, day: int, now: datetime) -> bool:
        """Tell whether another day than DAY, a number such as 20041231, has begun by NOW.

        That it is still the day before is the clocks being put back over midnight: no day begins
        twice. A DAY farther ahead comes from a clock that was wrong.
        """
        today = self._date_of(now)
        return day not in (_number(today), _number(today + timedelta(1)))

    def next_day(self, now: datetime) -> datetime:
        """Return when the next day begins."""
        return self._next(_MIDNIGHT, now)

    def next_event(self, now: datetime) -> datetime:
        """Return when the next event is, which is later than NOW."""
        return self._next(self._events, now)

    def minutes_to_event(self, now: datetime) -> int:
        """Return how many whole minutes there are to the next event."""
        return (self.next_event(now) - now) // MINUTE

    def _next(self, times: Sequence[time], now: datetime) -> datetime:
        today = self._date_of(now)
        # Yesterday's last times may have been passed over and come today. Midnight may have come
        # already where the clocks were put back over it.
        moments = (
            datetime.combine(today + timedelta(days), each, self._zone).astimezone(UTC)
            for days in range(-1, 3)
            for each in times
        )
        return min(moment for moment in moments if moment > now)

    def _date_of(self, now: datetime) -> date:
        return now.astimezone(self._zone).date()


def _number(day: date) -> int:
    return int(day.strftime("%Y%m%d"))

"""When a table that people join is dealt to or closed, and when the channel hears of it."""

from math import inf
from typing import Protocol

from pontoon.irc.reactor import Clock, Delayed

TOGETHER_SECONDS = 2
"""People who join or leave within so many seconds are told to the channel in one line."""

LONGEST_WAITS = 3
"""A wait is prolonged to so many times its length at most."""

CLOSE_SECONDS = 10 * 60
"""A table that gets too few people for its game closes after so long."""


class JoinObserver(Protocol):
    """Is told that it is time for something (``Joining``)."""

    def tell_who_is_in(self) -> None: ...

    def deal(self) -> None: ...

    def deal_named(self) -> None: ...

    def too_few_joined(self) -> None: ...


class JoinClock:
    """Measures the time that a table waits, by CLOCK. JOINING is told when it is over."""

    def __init__(self, clock: Clock, joining: JoinObserver) -> None:
        self._clock = clock
        self._joining = joining
        self._timer: Delayed | None = None
        self._tell_at = self._deal_at = self._close_at = self._named_at = inf
        self._enough_since = inf
        """When there came to be enough people for the game."""

    @property
    def seconds_to_deal(self) -> float:
        """The seconds until the table is dealt to; infinite if it does not wait for that."""
        return self._deal_at - self._clock.seconds()

    def tell_soon(self) -> None:
        """Have the channel told who is in, with what else happens within two seconds."""
        self._tell_at = min(self._tell_at, self._clock.seconds() + TOGETHER_SECONDS)
        self._set_timer()

    def tell_nothing(self) -> None:
        """Forget what the channel is to be told."""
        self._tell_at = inf
        self._set_timer()

    def stop(self) -> None:
        """Wait for nothing; what the channel is to be told is told all the same."""
        self._deal_at = self._close_at = self._enough_since = inf
        self._set_timer()

    def wait_for_more(self) -> None:
        """Wait for more people, but not for ever."""
        self._deal_at = self._enough_since = inf
        self._close_at = min(self._close_at, self._clock.seconds() + CLOSE_SECONDS)
        self._set_timer()

    def wait_to_deal(self, seconds: float) -> None:
        """Note that there are enough people; if there were not, wait so many SECONDS to deal."""
        self._close_at = inf
        if self._enough_since == inf:
            self._enough_since = self._clock.seconds()
            self._deal_at = self._enough_since + seconds
        self._set_timer()

    def prolong(self, seconds: float) -> None:
        """Wait for so many SECONDS from now, since somebody has joined; but not for ever."""
        now = self._clock.seconds()
        if self._deal_at == inf:
            self._enough_since = now
        self._deal_at = min(now + seconds, self._enough_since + LONGEST_WAITS * seconds)
        self._set_timer()

    def wait_again(self, seconds: float) -> None:
        """Wait as long again as until now, since there was no round; but not for ever.

        Before so many SECONDS there can be none.
        """
        now = self._clock.seconds()
        waited = now - self._enough_since
        if self._deal_at == inf and 0 <= waited < CLOSE_SECONDS:
            self._deal_at = now + max(waited, TOGETHER_SECONDS, seconds)
            self._set_timer()

    def deal_named_in(self, seconds: float) -> None:
        """Have a named round that waits dealt after so many SECONDS, not at all if infinite.

        It begins two seconds after another at the earliest; nothing later puts it off.
        """
        at = self._clock.seconds() + max(seconds, TOGETHER_SECONDS)
        self._named_at = min(self._named_at, at) if seconds < inf else inf
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        first = min(self._tell_at, self._deal_at, self._close_at, self._named_at)
        if first < inf:
            seconds = max(first - self._clock.seconds(), 0.0)
            self._timer = self._clock.callLater(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._clock.seconds()
        if self._close_at <= now:
            self._close_at = inf
            self._joining.too_few_joined()
        if self._tell_at <= now:
            self._tell_at = inf
            self._joining.tell_who_is_in()
        if self._named_at <= now:
            self._named_at = inf
            self._joining.deal_named()
        if self._deal_at <= now:
            self._deal_at = inf
            self._joining.deal()
        self._set_timer()

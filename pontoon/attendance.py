"""Who at a table is waited for, and for how long: players fall silent, leave, and come back."""

from collections.abc import Callable, Iterable
from math import ceil, inf

from pontoon.absentevents import SeemsAway
from pontoon.clock import Clock
from pontoon.events import Event
from pontoon.moves import Ask, Turn
from pontoon.turnclock import Limits, TurnClock


class Attendance:
    """Measures the time of whoever is asked, and knows who is not waited for at all.

    It stands still as long as the bot is out of the channel, and so at first. WARN is called with
    the seconds that are left; ACT, with what is to be told besides, when there are none. It tells
    whether anything could be done.
    """

    def __init__(
        self,
        clock: Clock,
        limits: Limits,
        warn: Callable[[int], None],
        act: Callable[[list[Event]], bool],
    ) -> None:
        self._clock = clock
        self.limits = limits
        self._act = act
        self._timer = TurnClock(clock, lambda: warn(ceil(self._timer.here)), self._time_is_up)
        self._turn: Turn | None = None
        self._is_auction = False
        self._asked_at = 0.0
        self.stands_still = True
        """Whether no time passes, the bot being out of the channel."""
        self._missed: dict[str, int] = {}
        """How many decisions in a row each player has let go by; this lasts from round to round."""
        self._out_until: dict[str, float] = {}
        """When those who are out of the channel will have been out for too long."""

    # What is asked

    def wait_for(self, ask: Ask | None) -> None:
        """Wait for what is asked now, be it the same as before; for nothing if it is None."""
        turn = Turn.of(ask)
        if turn is None:
            self._turn = None
            self._timer.stop()
        elif ask is not None and turn != self._turn:
            self._begin(ask, turn)

    def decided(self) -> None:
        """Note that the decision has been made: even if it is the same turn, another follows."""
        self._turn = None

    def _begin(self, ask: Ask, turn: Turn) -> None:
        now = self._clock.seconds()
        self._turn = turn
        self._asked_at = now
        self._is_auction = ask.seconds > 0
        if self._is_auction:
            self._timer.give_only(ask.seconds)
        else:
            grace = self._out_until.get(ask.player, now + self.limits.grace) - now
            self._timer.give(self.limits.turn, grace)
        self._timer.is_here = ask.player not in self._out_until
        if not self.stands_still:
            self._timer.go()

    def is_waited_for(self, player: str) -> bool:
        """Tell whether PLAYER is given any time: everybody is while the bot itself is not there."""
        if self.stands_still:
            return True
        has_time = self._clock.seconds() < self._out_until.get(player, inf)
        return has_time and not self.seems_away(player)

    def seems_away(self, player: str) -> bool:
        """Tell whether PLAYER has been silent for so long that nobody waits any more."""
        return 0 < self.limits.away_after <= self._missed.get(player, 0)

    @property
    def is_overdue(self) -> bool:
        """Whether the decision has been waited for as long as any may take, wherever its player."""
        waited = self._clock.seconds() - self._asked_at
        return 0 < self.limits.turn <= waited

    def _time_is_up(self) -> None:
        assert self._turn is not None
        player = self._turn.player
        news: list[Event] = []
        missed = self._missed.get(player, 0)
        if self._timer.is_here and not self._is_auction:
            self._missed[player] = missed + 1
            if self.seems_away(player):
                news.append(SeemsAway(player))
        if not self._act(news):
            self._missed[player] = missed  # it is this decision still, and is counted once

    # Who is there

    def spoke(self, player: str) -> None:
        """Note that PLAYER has said something to the bot, and is not away."""
        self._missed.pop(player, None)

    def went(self, player: str) -> None:
        """Note that PLAYER has left the channel."""
        if self.stands_still:
            return
        is_asked = self._turn is not None and self._turn.player == player
        grace = float(self.limits.grace)
        if is_asked:
            self._timer.stop()
            self._timer.is_here = False
            grace = grace if self._is_auction else self._timer.out
        self._out_until[player] = self._clock.seconds() + grace
        if is_asked:
            self._timer.go()

    def came(self, player: str) -> None:
        """Note that PLAYER is in the channel again."""
        self._out_until.pop(player, None)
        if not self.stands_still and self._turn is not None and self._turn.player == player:
            self._timer.stop()
            self._timer.is_here = True
            self._timer.go()

    # Whether the bot is there

    def suspend(self) -> None:
        """Stand still: the bot is out of the channel."""
        self.stands_still = True
        self._timer.stop()

    def go_on(self, out: Iterable[str]) -> None:
        """Go on, with those who are OUT of the channel as if they had just left."""
        self.stands_still = False
        until = self._clock.seconds() + self.limits.grace
        self._out_until = dict.fromkeys(out, until)
        if self._turn is not None:
            self._timer.is_here = self._turn.player not in self._out_until
            if not self._is_auction:
                self._timer.out = self.limits.grace
            self._timer.go()

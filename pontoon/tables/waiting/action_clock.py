"""Who at a table is waited for, and for how long: players fall silent, leave, and come back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import TypeVar

from pontoon.engine.absence_events import SeemsAway
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask, Move, Phase, Turn, Verb, Waiting
from pontoon.tables.clock import Clock, Pending
from pontoon.tables.waiting.turn_clock import Due, TimeLimits, TurnClock

Value = TypeVar("Value")

ROUND_TURNS = 3
"""A player has the time of so many decisions for a whole round."""
LEAST_SECONDS = 15
"""Whoever has used that up has so many seconds for each further decision."""
ANSWERED_SECONDS = 300
"""A banker who has answered so short a time ago is not asked whether they still want the bank."""
AUCTION_SECONDS = 180
"""An auction takes so long at the most; from then on all pass at once."""

Warn = Callable[[Sequence[str], int], None]
"""Tells players that so many seconds are left to them."""

Act = Callable[[Sequence[str], Sequence[Event]], bool]
"""Acts for players whose time is up, and tells what happened besides; False if some failed."""


@dataclass(slots=True)
class _Wait:
    """One decision that is waited for.

    ``given`` are the seconds that its player has for it in the channel, ``grace`` those out of it.
    """

    ask: Ask
    clock: TurnClock
    given: float
    grace: float

    @property
    def is_answered_by_silence(self) -> bool:
        """Whether the question has a time of its own, after which silence is an answer."""
        return self.ask.seconds > 0


class ActionClock:
    """Measures the time of those who are asked, and knows who is not waited for at all.

    It stands still as long as the bot is out of the channel, and so at first.
    """

    def __init__(self, clock: Clock, limits: TimeLimits, warn: Warn, act: Act) -> None:
        self._clock = clock
        self.limits = limits
        self._warn = warn
        self._act = act
        self._turn: Turn | None = None
        self._waits: dict[str, _Wait] = {}
        """The decision of each player who is asked."""
        self._timer: Pending | None = None
        self.stands_still = True
        """Whether no time passes: the bot is out of the channel."""
        self._round_left: dict[str, float] = {}
        """The seconds that each player has left for the whole round, once some are used."""
        self._grace_left: dict[str, float] = {}
        """The same for those in which the table waits for a player who is out of the channel."""
        self._auction_left = float(AUCTION_SECONDS)
        self._missed: dict[str, int] = {}
        """How many decisions in a row each player has let go by; this lasts from round to round."""
        self._heard_again: dict[str, bool] = {}
        """Players who seemed away and spoke: True until a decision was waited for again."""
        self._answered_at: dict[str, float] = {}
        """When each player has made a decision last."""
        self._declined: set[str] = set()
        """Players who did not want the bank when they were asked last."""
        self._invited: set[str] = set()
        """Players in the round whom somebody else has named, and who have not decided anything."""
        self.unanswered: set[str] = set()
        """Players who let the question of a round go by that somebody else named them for."""
        self._out_until: dict[str, float] = {}
        """When those who are out of the channel will have been out for too long."""

    # What is asked

    def begin_round(self, invited: Iterable[str] = ()) -> None:
        """Note that a round begins: the time for a whole round is there again.

        INVITED are those players in it whom somebody else has named.
        """
        self._invited = set(invited)
        self._round_left.clear()
        self._grace_left.clear()
        self._auction_left = float(AUCTION_SECONDS)
        self._heard_again = {each: True for each, is_owed in self._heard_again.items() if is_owed}

    def wait_for(self, waiting: Waiting) -> None:
        """Wait for what is asked now; the clocks of those who were asked before go on."""
        if waiting.turn != self._turn:
            self._turn = waiting.turn
            self._stop_waiting_for(*self._waits)
        asked = {ask.player for ask in waiting.asks}
        self._stop_waiting_for(*(player for player in self._waits if player not in asked))
        for ask in waiting.asks:
            if ask.player not in self._waits:
                self._begin(ask)
        self._set_timer()

    def decided(self, player: str, move: Move) -> None:
        """Note that PLAYER has made MOVE in time: even in the same turn, another decision follows.

        Whoever does not want the bank has not said yes to it by any other answer.
        """
        wait = self._waits.get(player)
        if wait is not None and wait.ask.phase is Phase.BANK and move.verb is Verb.PASS:
            self._declined.add(player)
        self._missed.pop(player, None)
        self._heard_again.pop(player, None)
        self._invited.discard(player)
        self._answered_at[player] = self._clock.seconds()
        self._stop_waiting_for(player)

    def _begin(self, ask: Ask) -> None:
        now, player = self._clock.seconds(), ask.player
        if ask.phase is Phase.BANK:
            self._declined.discard(player)
        if ask.seconds:
            is_auction = ask.phase is Phase.AUCTION
            seconds = min(ask.seconds, self._auction_left) if is_auction else ask.seconds
            clock = TurnClock.anywhere(seconds)
        else:
            grace = self._out_until.get(player, now + self._grace_of(player)) - now
            clock = TurnClock(self._seconds_for(player), grace)
        clock.is_here = player not in self._out_until
        self._waits[player] = _Wait(ask, clock, clock.here, clock.out)
        if not self.stands_still:
            clock.go(now)

    def _seconds_for(self, player: str) -> float:
        """Return how long PLAYER has for a decision: RULES, At every table, Time."""
        return min(self.limits.turn, max(self._left_for_round(player), LEAST_SECONDS))

    def _left_for_round(self, player: str) -> float:
        return self._round_left.get(player, ROUND_TURNS * self.limits.turn)

    def _grace_of(self, player: str) -> float:
        return self._grace_left.get(player, self.limits.grace)

    def _stop_waiting_for(self, *players: str) -> None:
        """Stop the clocks of PLAYERS, and take what they have used from what they have in all."""
        now = self._clock.seconds()
        for player in players:
            wait = self._waits.pop(player, None)
            if wait is None:
                continue
            wait.clock.stop(now)
            used = wait.given - wait.clock.here
            if wait.ask.phase is Phase.AUCTION:
                self._auction_left -= used
            elif not wait.is_answered_by_silence:
                self._round_left[player] = self._left_for_round(player) - used
                self._grace_left[player] = self._grace_of(player) - (wait.grace - wait.clock.out)

    def consent(self, players: Iterable[str], banker: str | None) -> dict[str, bool]:
        """Return which of PLAYERS are not asked whether they want the bank, and their answer.

        It is no for those who are away, and yes for a BANKER who has answered lately, unless they
        have said no to the bank.
        """
        known = {player: False for player in players if not self._has_time(player)}
        if banker is None or banker in known or banker in self._declined:
            return known
        if self._clock.seconds() - self._answered_at.get(banker, -inf) < ANSWERED_SECONDS:
            known[banker] = True
        return known

    def _has_time(self, player: str) -> bool:
        """Tell whether PLAYER is waited for at all as far as their silence goes."""
        return not self.seems_away(player) or self._heard_again.get(player, False)

    def is_waited_for(self, ask: Ask) -> bool:
        """Tell whether ASK is given any time: all are while the bot itself is not there."""
        if self.stands_still:
            return True
        if ask.phase is Phase.AUCTION and self._auction_left <= 0:
            return False
        is_in_time = self._clock.seconds() < self._out_until.get(ask.player, inf)
        return is_in_time and self._has_time(ask.player)

    def seems_away(self, player: str) -> bool:
        """Tell whether PLAYER has been silent for so long that the table no longer waits."""
        return 0 < self.limits.away_after <= self._missed.get(player, 0)

    # The time

    def _set_timer(self) -> None:
        """Have the timer ring when something is due next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = [wait.clock.due_at for wait in self._waits.values()]
        if times := [at for at in due if at is not None]:
            seconds = max(min(times) - self._clock.seconds(), 0.0)
            self._timer = self._clock.later(seconds, self._ring)

    def _ring(self) -> None:
        """Warn those who have a quarter of their time left; act for those who have none."""
        self._timer = None
        now = self._clock.seconds()
        rung = {player: wait.clock.ring(now) for player, wait in self._waits.items()}
        warned = [player for player, due in rung.items() if due is Due.WARNING]
        if warned:
            self._warn(warned, max(ceil(self._waits[player].clock.here) for player in warned))
        late = [player for player, due in rung.items() if due is Due.END]
        if late:
            self._time_is_up(late)
        self._set_timer()

    def _time_is_up(self, players: Sequence[str]) -> None:
        """Act for PLAYERS, who have let a decision go by."""
        missed, heard_again = dict(self._missed), dict(self._heard_again)
        news: list[Event] = []
        for player in players:
            wait = self._waits[player]
            if not wait.clock.is_here or wait.is_answered_by_silence:
                continue
            self._missed[player] = missed.get(player, 0) + 1
            if self._heard_again.get(player, False):
                self._heard_again[player] = False
            if self.seems_away(player):
                news.append(SeemsAway(player))
        if not self._act(players, news):
            for player in self._waits.keys() & players:
                # It is this decision still, and is counted once.
                _put_back(self._missed, missed, player)
                _put_back(self._heard_again, heard_again, player)

    def let_go_by(self, player: str) -> None:
        """Note that PLAYER has not decided, and that it is done for them."""
        if player in self._invited:
            self.unanswered.add(player)

    # Who is there

    def talked(self, player: str) -> None:
        """Note that PLAYER has said something in the channel, to anybody."""
        self.unanswered.discard(player)

    def spoke(self, player: str) -> None:
        """Note that PLAYER has spoken to the bot: if they seemed away it waits again, once."""
        self.talked(player)
        if self.seems_away(player):
            self._heard_again.setdefault(player, True)

    def went(self, player: str) -> None:
        """Note that PLAYER has left the channel."""
        if self.stands_still:
            return
        now = self._clock.seconds()
        grace = self._grace_of(player)
        if (wait := self._waits.get(player)) is not None:
            wait.clock.move(now, is_here=False)
            grace = grace if wait.is_answered_by_silence else wait.clock.out
        self._out_until[player] = now + grace
        self._set_timer()

    def seconds_to_return(self, player: str) -> int:
        """Return for how long PLAYER, who is out of the channel, may still be."""
        left = self._out_until.get(player, -inf) - self._clock.seconds()
        return round(max(left, 0.0))

    def came(self, player: str) -> None:
        """Note that PLAYER is in the channel again."""
        self._out_until.pop(player, None)
        if not self.stands_still and (wait := self._waits.get(player)) is not None:
            wait.clock.move(self._clock.seconds(), is_here=True)
            self._set_timer()

    # Whether the bot is there

    def suspend(self) -> None:
        """Stand still: the bot is out of the channel."""
        self.stands_still = True
        for wait in self._waits.values():
            wait.clock.stop(self._clock.seconds())
        self._set_timer()

    def go_on(self, out: Iterable[str]) -> None:
        """Go on, with those who are OUT of the channel as if they had just left."""
        self.stands_still = False
        now = self._clock.seconds()
        self._grace_left.clear()
        self._out_until = dict.fromkeys(out, now + self.limits.grace)
        for player, wait in self._waits.items():
            wait.clock.is_here = player not in self._out_until
            if not wait.is_answered_by_silence:
                wait.clock.out = wait.grace = self.limits.grace
            wait.clock.go(now)
        self._set_timer()


def _put_back(counts: dict[str, Value], before: Mapping[str, Value], player: str) -> None:
    """Let COUNTS have for PLAYER what they had BEFORE."""
    if player in before:
        counts[player] = before[player]
    else:
        counts.pop(player, None)

"""How long a table waits for each player, silent or out of the channel."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum, auto
from math import ceil, inf

from pontoon.engine.absence_events import SeemsAway
from pontoon.engine.computers import is_computer
from pontoon.engine.events import Event
from pontoon.engine.moves import EVERYBODY, Ask, Phase, Turn, Waiting
from pontoon.irc.outgoing import Question
from pontoon.irc.reactor import Delayed
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.config import TableConfig

ROUND_TURNS = 3
"""For a whole round a player has the time of this many decisions."""
MIN_SECONDS = 15
"""A player who has used that up has this many seconds for each further decision."""
HEARD_SECONDS = 300
"""A banker who was heard in the last seconds keeps the bank (RULES 2, Moving the bank)."""
AUCTION_SECONDS = 180
"""An auction takes this many seconds at the most; then all pass at once."""
WARNED_AT = 1 / 2
"""A player is warned when this part of the time for a decision is left."""

_ROUNDING = 1e-6
"""Seconds by which a timer may ring too early for what it was set for."""


class Due(Enum):
    """What a turn clock rings for: a warning at ``WARNED_AT``, or the end of the time."""

    WARNING = auto()
    END = auto()


class TurnClock:
    """Counts down the time for the decision of ASK: ``here`` in the channel, and ``out`` of it.

    It stands still until ``start``, and for a player in the channel while it is held. All times are
    in seconds. A question that has a time of its own is answered by silence: its clock runs
    wherever the player is, and warns nobody.
    """

    def __init__(self, ask: Ask, here: float, out: float) -> None:
        self.ask = ask
        self.given, self.grace = here, out
        """The seconds for the decision in the channel, and out of it."""
        self.here, self.out = here, out
        """What is left of both."""
        self.sent_by: Question | None = None
        """The receipt of the message by which the question has left, and was not taken back."""
        self.is_taken_back = False
        """Whether the question had left, and waits to be sent again."""
        self.is_held = False
        """Whether the clock waits for that, or for the question of another who bets with them."""
        self.is_here = True
        self.is_answered_by_silence = ask.seconds > 0
        self._warn_at = 0.0 if self.is_answered_by_silence else here * WARNED_AT
        self._since: float | None = None
        """When the clock was last started; None while it stands still."""

    @property
    def is_sent(self) -> bool:
        """Whether the question has left."""
        return self.sent_by is not None

    @property
    def _is_on_hold(self) -> bool:
        """Whether no time passes; time out of the channel does, though the question waits."""
        return self.is_held and (self.is_here or self.is_answered_by_silence)

    def start(self, now: float) -> None:
        self._since = now

    def stop(self, now: float) -> None:
        if self._since is None:
            return
        passed, self._since = 0.0 if self._is_on_hold else now - self._since, None
        if self.is_here or self.is_answered_by_silence:
            self.here -= passed
        if not self.is_here or self.is_answered_by_silence:
            self.out -= passed

    def renew(self, now: float) -> None:
        """Give all time for the decision again from NOW on; time out of the channel is used."""
        self.give(self.given, now)

    def give(self, seconds: float, now: float) -> None:
        """Give SECONDS for the decision from NOW on, whatever was left."""
        self._pass_time(now)
        self.given = self.here = seconds
        if self.is_answered_by_silence:
            self.out = self.given
        else:
            self._warn_at = self.given * WARNED_AT

    def take_used(self) -> float:
        """Return the seconds used for the decision until the clock was last touched, once."""
        used, self.given = self.given - self.here, self.here
        return used

    def hold(self, now: float, *, is_held: bool) -> None:
        """Stand still from NOW on, or go on; in both cases all time for the decision is left."""
        self.renew(now)
        self.is_held = is_held

    def enter(self, now: float) -> None:
        self._pass_time(now)
        self.is_here = True

    def leave(self, now: float) -> None:
        self._pass_time(now)
        self.is_here = False

    def _pass_time(self, now: float) -> None:
        if self._since is not None:
            self.stop(now)
            self.start(now)

    @property
    def due_at(self) -> float | None:
        """When it rings next; None while it stands still."""
        if self._since is None or self._is_on_hold:
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


class _Asking(Question):
    """The receipt of a message that asks ASK: CLOCK learns when it leaves, and is taken back."""

    def __init__(self, clock: "ActionClock", ask: Ask) -> None:
        self._clock = clock
        self._ask = ask

    def __call__(self) -> None:
        self._clock.sent(self._ask, self)

    def taken_back(self) -> None:
        self._clock.taken_back(self._ask, self)


class ActionClock:
    """Measures the time of the players who are asked, and knows for whom nobody waits.

    It stands still while the bot is out of the channel, as at first. IS_SHORT is called with the
    players who have half of their time left, and the seconds; IS_UP with those who have none.
    """

    def __init__(
        self,
        tables: ChannelTables,
        is_short: Callable[[Sequence[str], int], object],
        is_up: Callable[[Sequence[str]], object],
    ) -> None:
        self._tables = tables
        self._clock = tables.context.clock
        self._is_short = is_short
        self._is_up = is_up
        self._turn: Turn | None = None
        self._waits: dict[str, TurnClock] = {}
        """The clocks of the players who are asked."""
        self._timer: Delayed | None = None
        self._rings_at = inf
        self.stands_still = True
        """Whether no time passes: the bot is out of the channel, or play is halted."""
        self._round_left: dict[str, float] = {}
        """The seconds that a player has left for the whole round, once some are used."""
        self._grace_left: dict[str, float] = {}
        """The same for the seconds that a player may be out of the channel."""
        self._auction_left = float(AUCTION_SECONDS)
        self._missed: dict[str, int] = {}
        """How many decisions in a row a player has missed; this lasts from round to round."""
        self._heard_again: dict[str, bool] = {}
        """Players who seemed away and then spoke: True until they have been waited for once."""
        self._heard_at: dict[str, float] = {}
        """When each player was last heard: said something here, or to the bot, or decided."""
        self.invited: set[str] = set()
        """Players whom somebody else has named for the round, and who have decided nothing yet."""
        self._unanswered: set[str] = set()
        """Players who did not bet in time, and have said nothing since."""
        self._unreached: set[str] = set()
        """Players in the channel whom private messages did not reach, and who have said nothing."""
        self._out_until: dict[str, float] = {}
        """When players who are out of the channel will have been out for too long."""

    @property
    def _settings(self) -> TableConfig:
        return self._tables.context.settings.table

    def begin_round(self, invited: Iterable[str]) -> None:
        """Give everybody the time for a new round; somebody else named the INVITED players."""
        self.invited = {each for each in invited if not is_computer(each)}
        self._round_left.clear()
        self._unreached.clear()
        self._auction_left = float(AUCTION_SECONDS)
        self.resume(())

    def wait_for(self, waiting: Waiting) -> None:
        """Wait for what is asked now; the clocks of players who were asked before keep running."""
        kept = [ask.player for ask in waiting.asks] if waiting.turn == self._turn else []
        self._turn = waiting.turn
        for player in [each for each in self._waits if each not in kept]:
            self._stop_waiting_for(player)
        if waiting.turn is None:  # what is said from now on counts in the next round
            heard = self._heard_again.items()
            self._heard_again = {each: True for each, is_owed in heard if is_owed}
        for ask in waiting.asks:
            if ask.player not in self._waits:
                self._begin(ask)
        self._hold()

    def receipt(self, ask: Ask) -> Question:
        """Return the receipt of a message that asks ASK: it can be answered when that has left."""
        return _Asking(self, ask)

    def sent(self, ask: Ask, question: Question) -> None:
        """Give the player of ASK, which has left only now, by QUESTION, all of their time again.

        Lines wait while the bot may not send faster. An auction has to end nevertheless.
        """
        wait = self._wait_for_answer(ask)
        if wait is None or wait.is_sent:
            return
        wait.sent_by, wait.is_taken_back = question, False
        if not (self.stands_still or ask.phase is Phase.AUCTION):
            for each in self._waits.values() if self._is_one_clock else [wait]:
                each.renew(self._clock.seconds())
        self._hold()

    def taken_back(self, ask: Ask, question: Question) -> None:
        """Note that QUESTION, by which ASK had left, has not arrived, and waits to be sent again.

        If the player has got ASK by another message, QUESTION was only a reminder.
        """
        wait = self._wait_for_answer(ask)
        if wait is not None and wait.sent_by in (None, question):
            wait.sent_by, wait.is_taken_back = None, True
            self._hold()

    def _wait_for_answer(self, ask: Ask) -> TurnClock | None:
        """Return the clock of ASK; None if it has been answered."""
        wait = self._waits.get(ask.player)
        is_same = wait and (wait.ask.phase, wait.ask.hand) == (ask.phase, ask.hand)
        return wait if is_same else None

    @property
    def _is_one_clock(self) -> bool:
        """Whether all bet at once: their time begins when the last question has left (RULES 0)."""
        turn = self._turn
        return turn is not None and (turn.player, turn.phase) == (EVERYBODY, Phase.BET)

    def _hold(self) -> None:
        """Have clocks stand still while their question waits to be sent again, and go on then.

        An auction has to end nevertheless.
        """
        waits, now = self._waits.values(), self._clock.seconds()
        any_waits = self._is_one_clock and any(each.is_taken_back for each in waits)
        for each in waits:
            is_held = any_waits or each.is_taken_back
            if is_held != each.is_held and each.ask.phase is not Phase.AUCTION:
                each.hold(now, is_held=is_held)
        self._set_timer()

    def have_sent(self, player: str) -> bool:
        """Tell whether the question that PLAYER is asked has left."""
        return player in self._waits and self._waits[player].is_sent

    def takes_answer(self, ask: Ask) -> bool:
        """Tell whether an answer to ASK counts: it has left, or asks for a bet (RULES 0, Time)."""
        return ask.phase is Phase.BET or self.have_sent(ask.player)

    def decided(self, player: str) -> None:
        """Note that PLAYER has decided in time; the same turn may bring them another decision."""
        self._missed.pop(player, None)
        self._heard_again.pop(player, None)
        self.invited.discard(player)
        self.talked(player)
        self._stop_waiting_for(player)

    def _begin(self, ask: Ask) -> None:
        now, player = self._clock.seconds(), ask.player
        if ask.seconds:
            is_auction = ask.phase is Phase.AUCTION
            seconds = min(ask.seconds, self._auction_left) if is_auction else ask.seconds
            clock = TurnClock(ask, seconds, seconds)
        else:
            grace = self._out_until.get(player, now + self._grace_of(player)) - now
            left = max(self._left_for_round(player), MIN_SECONDS)  # RULES 0, Time
            clock = TurnClock(ask, min(self._tables.turn_timeout, left), grace)
        clock.is_here = player not in self._out_until
        self._waits[player] = clock
        if not self.stands_still:
            clock.start(now)

    def _left_for_round(self, player: str) -> float:
        return self._round_left.get(player, ROUND_TURNS * self._tables.turn_timeout)

    def _grace_of(self, player: str) -> float:
        return self._grace_left.get(player, self._settings.grace)

    def _stop_waiting_for(self, player: str) -> None:
        """Stop the clock of PLAYER, if any, and take the time used from theirs for the round."""
        wait = self._waits.pop(player, None)
        if wait is None:
            return
        wait.stop(self._clock.seconds())
        used = wait.take_used()
        if wait.ask.phase is Phase.AUCTION:
            self._auction_left -= used
        elif not wait.is_answered_by_silence:
            self._round_left[player] = self._left_for_round(player) - used
            self._grace_left[player] = self._grace_of(player) - (wait.grace - wait.out)

    def is_heard_of_lately(self, player: str) -> bool:
        """Tell whether PLAYER was heard in the last five minutes, by a word or a move."""
        return self._clock.seconds() - self._heard_at.get(player, -inf) < HEARD_SECONDS

    def has_time(self, player: str) -> bool:
        """Tell whether PLAYER has not been silent for too long to be waited for."""
        return not self.seems_away(player) or self._heard_again.get(player, False)

    def is_waited_for(self, ask: Ask) -> bool:
        """Tell whether ASK is given any time; all are while the clock stands still."""
        if self.stands_still:
            return True
        if ask.phase is Phase.AUCTION and self._auction_left <= 0:
            return False
        return not self.is_out_too_long(ask.player) and self.has_time(ask.player)

    def is_out_too_long(self, player: str) -> bool:
        """Tell whether PLAYER is out of the channel, and need not be waited for any longer."""
        until = self._out_until.get(player, inf)
        return not self.stands_still and self._clock.seconds() >= until

    def seems_away(self, player: str) -> bool:
        """Tell whether PLAYER has been silent for so long that the table no longer waits."""
        missed = self._missed.get(player)
        return missed is not None and 0 < self._settings.away_after <= missed

    def _set_timer(self) -> None:
        """Have the timer ring when the first clock does, or earlier: then it is set again."""
        due = [wait.due_at for wait in self._waits.values()]
        first = min((at for at in due if at is not None), default=inf)
        if self._timer is not None:
            if self._rings_at <= first < inf:
                return
            self._timer.cancel()
            self._timer = None
        if first < inf:
            seconds = max(first - self._clock.seconds(), 0.0)
            self._rings_at, self._timer = first, self._clock.callLater(seconds, self._ring)

    def _ring(self) -> None:
        """Report players who have half of their time left, and players who have none."""
        self._timer = None
        now = self._clock.seconds()
        rung = {player: wait.ring(now) for player, wait in self._waits.items()}
        warned = [
            player for player, due in rung.items() if due is Due.WARNING and self.have_sent(player)
        ]
        if warned:
            seconds = max(ceil(self._waits[player].here) for player in warned)
            self._is_short(warned, seconds)
        late = [player for player, due in rung.items() if due is Due.END]
        if late:
            self._is_up(late)
        self._set_timer()

    def missed(self, player: str) -> list[Event]:
        """Note that PLAYER has missed the decision that they are asked for; return what is news.

        Silence is an answer to some questions, and who is out of the channel misses nothing.
        """
        wait = self._waits[player]
        if not wait.is_here or wait.is_answered_by_silence:
            return []
        self._missed[player] = self._missed.get(player, 0) + 1
        if self._heard_again.get(player, False):
            self._heard_again[player] = False
        return [SeemsAway(player)] if self.seems_away(player) else []

    def did_not_bet(self, player: str) -> None:
        """Note that PLAYER did not bet in time."""
        self._unanswered.add(player)

    @property
    def unanswered(self) -> AbstractSet[str]:
        """The players who did not bet in time, and have said nothing since."""
        return self._unanswered

    def talked(self, player: str) -> None:
        """Note that PLAYER has said something to anybody in the channel."""
        self._heard_at[player] = self._clock.seconds()
        self._unanswered.discard(player)

    def not_reached(self, player: str) -> None:
        """Note that questions do not reach PLAYER: they have ``grace``, as if they were out."""
        self._unreached.add(player)
        self.went(player)

    def spoke(self, player: str) -> None:
        """Note that PLAYER has spoken to the bot: if they seemed away, wait for them once."""
        self.talked(player)
        if player in self._unreached:
            self._unreached.remove(player)
            self.came(player)
        if self.seems_away(player):
            self._heard_again.setdefault(player, True)

    def went(self, player: str) -> None:
        if self.stands_still:
            return
        now = self._clock.seconds()
        grace = self._grace_of(player)
        if (wait := self._waits.get(player)) is not None:
            wait.leave(now)
            grace = grace if wait.is_answered_by_silence else wait.out
        self._out_until[player] = now + grace
        self._set_timer()

    def seconds_to_return(self, player: str) -> int:
        """Return how many more seconds PLAYER may be out of the channel."""
        left = self._out_until.get(player, -inf) - self._clock.seconds()
        return round(max(left, 0.0))

    def came(self, player: str) -> None:
        """Note that PLAYER is back, in time: they have their whole time again (RULES 0, Time).

        What they have used counts as used in the round; once that is used up there is no more.
        """
        self._out_until.pop(player, None)
        wait = self._waits.get(player)
        if self.stands_still or wait is None:
            return
        now = self._clock.seconds()
        wait.enter(now)
        if not wait.is_answered_by_silence:
            left = self._left_for_round(player) - wait.take_used()
            self._round_left[player] = left
            if left > wait.here:
                wait.give(min(self._tables.turn_timeout, left), now)
        self._set_timer()

    def suspend(self) -> None:
        """Stop all clocks: the bot is out of the channel, or play is halted."""
        self.stands_still = True
        for wait in self._waits.values():
            wait.stop(self._clock.seconds())
        self._set_timer()

    def resume(self, out: Iterable[str]) -> None:
        """Run the clocks again; players who are OUT of the channel count as having just left."""
        self.stands_still = False
        now = self._clock.seconds()
        self._grace_left.clear()
        self._out_until = dict.fromkeys(out, now + self._settings.grace)
        for player, wait in self._waits.items():
            wait.is_here = player not in self._out_until
            if not wait.is_answered_by_silence:
                wait.out = wait.grace = self._settings.grace
            wait.start(now)
        self._set_timer()

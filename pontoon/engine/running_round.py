"""A round while it is played: its script, and the decisions that the script waits for."""

from typing import Any

from msgspec.structs import replace

from pontoon.engine.errors import Refused, TableFault
from pontoon.engine.events import Event
from pontoon.engine.hands import Seat
from pontoon.engine.moves import EVERYBODY, Ask, Bound, Move, Option, Turn, WhyNot
from pontoon.engine.round import Round


class RunningRound:
    """Runs the script of THIS_ROUND, and takes a move only if the script offers it.

    A method that raises a refusal has changed nothing.
    """

    def __init__(self, this_round: Round[Any, Any]) -> None:
        self.round = this_round
        self._script = this_round.play()
        self.asks: tuple[Ask, ...] = ()
        """The decisions that the script waits for, in the order of the seats."""
        self._are_at_once = False
        """Whether several players decide at once. It stays true for the last of them."""
        self.is_over = False
        """Whether the script has come to its end."""

    @property
    def turn(self) -> Turn | None:
        """Whose turn it is, and for what; None once the round is over."""
        if not self.asks:
            return None
        ask = self.asks[0]
        if self._are_at_once:
            return Turn(EVERYBODY, ask.phase, 1)
        return Turn(ask.player, ask.phase, ask.hand or 1)

    def seat_of(self, player: str) -> Seat:
        """Return the seat of PLAYER; Refused if they have none, or have resigned it."""
        for seat in self.round.seats:
            if seat.player == player and not seat.has_resigned:
                return seat
        raise Refused(TableFault.NOT_SEATED)

    def checked(self, ask: Ask, move: Move) -> Move:
        """Return MOVE, which answers ASK, with its amount worked out; or Refused."""
        verb = move.verb
        for option in ask.options:
            if option.verb is verb:
                break
        else:
            why_not = self.round.why_not(ask, verb)
            raise Refused(why_not, self.round.limits().get(why_not, 0))
        if move.amount is None and option.least is None:
            return move  # as most moves are
        try:
            return with_amount(move, option)
        except Refused as refused:
            why_not_more = self.round.why_not_more(ask, option)
            raise Refused(why_not_more or WhyNot.BAD_AMOUNT) from refused

    def answer(self, ask: Ask, move: Move) -> list[Event]:
        """Make MOVE, which ASK offers, and play on if no other player decides at once."""
        if not self._are_at_once:
            return self.advance(move)
        self.round.answer(ask, move)
        place = self.asks.index(ask)
        return self._wait_for(self.asks[:place] + self.asks[place + 1 :])

    def ask_anew(self) -> list[Event]:
        """Ask again, since chips or seats have changed; play on if nothing is left to decide."""
        return self._wait_for(tuple(filter(None, map(self._as_it_is_now, self.asks))))

    def _as_it_is_now(self, ask: Ask) -> Ask | None:
        """Return ASK as it is after somebody's chips have changed; None if it is not needed."""
        seats = self.round.seats
        has_resigned = all(ask.player != each.player or each.has_resigned for each in seats)
        if has_resigned or self.round.is_void(ask):
            return None
        anew = self.round.ask_anew(ask)
        # More or less cover alone is no other question: nobody is asked the same again.
        return ask if anew and replace(anew, cover=ask.cover) == ask else anew

    def _wait_for(self, asks: tuple[Ask, ...]) -> list[Event]:
        if not asks:
            return self.advance(None)
        self.asks = asks
        return self.round.take_events()

    def advance(self, move: Move | None) -> list[Event]:
        """Send MOVE to the script, None to begin; play to the next decision, return the events."""
        try:
            asked = self._script.send(move)
        except StopIteration:
            self.asks, self.is_over = (), True
        else:
            self.asks = asked if isinstance(asked, tuple) else (asked,)
            self._are_at_once = self.asks is asked
        return self.round.take_events()


def with_amount(move: Move, option: Option) -> Move:
    """Return MOVE with its amount worked out. If it says none, it is the least on offer.

    Refused if the amount is not within OPTION.

    >>> from pontoon.engine.moves import WhyNot, Verb
    >>> bet = Option(Verb.BET, 1, 100)
    >>> with_amount(Move(Verb.BET, Bound.MAX), bet).amount
    100
    """
    least, most, amount = option.least, option.most, move.amount
    if least is None or most is None:
        if amount is not None:
            raise Refused(WhyNot.BAD_AMOUNT)
        return move
    if not isinstance(amount, int):
        amount = most if amount is Bound.MAX else least
    if not least <= amount <= most:
        raise Refused(WhyNot.BAD_AMOUNT)
    return move if amount is move.amount else Move(move.verb, amount)

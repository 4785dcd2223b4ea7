"""What a round of any game is made of: seats, cards to deal from, and a script that asks."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pontoon.engine.cards import Card
from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.events import Abandoned, BetPlaced, Event, Kitty, Resigned, RoundVoid
from pontoon.engine.hands import Hand, Seat
from pontoon.engine.moves import Ask, Move, Option, Phase, TableRequest, Unit, Verb, WhyNot

Asked = Ask | tuple[Ask, ...]
"""A decision that a round waits for, or those of several players who decide at once."""

Script = Generator[Asked, Move | None, None]
"""A round as it is played: yields each decision it waits for, and is sent the move that was made.

It is sent only moves that the Ask offered, or None where the decision is no longer needed: the
player asked has resigned, or all others have who would be touched by it.

Where several players decide at once it yields all their Asks, in the order of the seats. Each move
goes to ``Round.answer`` when it is made, and the script goes on with None after the last of them.
"""


Conflicts = Iterator[tuple[tuple[str, ...], str]]
"""Numbers of the rules that cannot be together: their keys, the one to blame first, and why."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """The numbers of a game that a channel may change: a field for each key of its section."""

    def conflicts(self, _max_players: int) -> Conflicts:
        """Yield what cannot be together, with at most so many players at a table."""
        return iter(())


@dataclass(frozen=True, slots=True)
class TableRules:
    """What holds in every game at a table.

    ``bets`` tells whether players bet all at once, in games where no bet depends on another. Each
    player has ``bank_timeout`` seconds to say whether they want the bank.
    """

    bets: Literal["together", "in turn"] = "together"
    bank_timeout: int = 30


NO_ANSWERS: Mapping[str, bool] = {}
"""Stands for answers to a question that everybody is still to be asked."""

Offer = Option | WhyNot
"""A move on offer, or why it is not."""

May = Callable[[Any, Seat, Hand], Offer]
"""Tells whether a hand may make a move now, or why not."""

Make = Callable[[Any, Seat, Hand, int], None]
"""Makes a move with a hand, for so many chips."""

Moves = Mapping[Verb, tuple[May, Make]]
"""Each move that can be made with a hand: whether it may be made, and what it does."""


def always(option: Option) -> May:
    """Return what offers OPTION whatever the hand."""
    return lambda _round, _seat, _hand: option


EquipmentT = TypeVar("EquipmentT")
"""What lasts at a table from one round to the next: a shoe, or a pack and a bank."""

State = dict[str, Any]
"""All the equipment, as JSON values."""

RulesT = TypeVar("RulesT", bound=GameRules)
"""The rules of one game."""


class Round(ABC, Generic[EquipmentT, RulesT]):
    """One deal of one game, from the first card to the payment.

    What happens is noted in ``events`` in the order in which it happens; whoever runs the round
    takes them away.
    """

    name: ClassVar[str]
    """The command that starts a round, and the element of players.xml with the statistics."""
    title: ClassVar[str]
    """What people call the game."""
    section: ClassVar[str]
    """The section of config.ini with the game's rules."""
    Rules: ClassVar[type[Any]]
    """The dataclass of the game's rules."""
    unit: ClassVar[Unit] = Unit.CHIPS
    """What is staked."""
    tallies: ClassVar[tuple[str, ...]] = ()
    """What players.xml counts of a player besides rounds, in whole numbers: names of elements."""
    summary: ClassVar[str] = ""
    """The rules in one sentence, as people are told them."""
    rules_text: ClassVar[tuple[str, ...]] = ()
    """The rules as people are told them, a line an item; ``{decks}`` is the number in the rules."""

    extra_help: ClassVar[tuple[str, ...]] = ()
    """What can be said besides bets and ``MOVES``, as people are told it in the help.

    ``{command}`` is the command of the game, with its prefix.
    """

    def __init__(self, seats: Sequence[Seat], equipment: EquipmentT, rules: RulesT) -> None:
        self.seats = seats
        self.equipment = equipment
        self.rules = rules
        self.face_up: tuple[Card, ...] = ()
        """What lies face up of the hand that all play against, where that is the house's."""
        self.events: list[Event] = []
        self.table_rules = TableRules()
        self.are_bets_secret = False
        """Whether bets are being made that are told together."""
        self.consent = NO_ANSWERS
        """Who is not asked whether they want the bank, and what counts as their answer."""

    @classmethod
    @abstractmethod
    def new_equipment(cls, rules: RulesT, seed: bytes) -> EquipmentT:
        """Return what a new table has; every shuffle comes from SEED, of 32 bytes."""

    @classmethod
    @abstractmethod
    def state_of(cls, equipment: EquipmentT) -> State:
        """Return all of HOUSE as it is between rounds."""

    @classmethod
    @abstractmethod
    def restored(cls, rules: RulesT, state: State) -> EquipmentT:
        """Return equipment in that STATE, under the same RULES; ValueError if it makes no sense."""

    @classmethod
    def is_equipment_kept(cls, _before: RulesT, _after: RulesT) -> bool:
        """Tell whether what lasts at a table is good under other rules than BEFORE, too."""
        return True

    @classmethod
    def seats_for(cls, _rules: RulesT) -> tuple[int, int]:
        """Return the least and the most players."""
        return 1, 100

    @classmethod
    def least_stake(cls, _rules: RulesT) -> int:
        """Return what a player must have to be seated, in the unit of the game."""
        return 1

    @classmethod
    def do(
        cls,
        _equipment: EquipmentT,
        _rules: RulesT,
        _round: "Round[EquipmentT, RulesT] | None",
        _player: str,
        request: TableRequest,
        _chips: int,
    ) -> list[Event]:
        """Do what PLAYER requests, which needs no turn; return what happened.

        ROUND is the one that is running, None between rounds. Between rounds PLAYER has so many
        CHIPS. RequestRefused, and nothing has changed.
        """
        raise RequestRefused(request, RequestFault.NOT_IN_THIS_GAME)

    @classmethod
    def banker_of(cls, _equipment: EquipmentT) -> str | None:
        """Return who has the bank between rounds; None where nobody has, or there is none."""
        return None

    @classmethod
    def chips_at_table(cls, _equipment: EquipmentT, _player: str) -> int:
        """Return what lies at the table of PLAYER's chips between rounds, besides those in hand."""
        return 0

    @classmethod
    def can_keep_bank(
        cls, _equipment: EquipmentT, _rules: RulesT, _chips: int, _players: int
    ) -> bool:
        """Tell whether so many CHIPS are enough for whoever has the bank to keep it.

        PLAYERS are at the table, the banker among them. False where there is no bank.
        """
        return False

    @classmethod
    def lay_kitty(cls, _equipment: EquipmentT, _kitty: Kitty | None) -> None:
        """Let KITTY be what is bet against from the next round on; nothing if it is None.

        The chips in it are its banker's, and not among those that players are dealt in with.
        """

    @classmethod
    def about_to_deal(cls, _players: Sequence[str]) -> str | None:
        """Return who of PLAYERS, in the order of the next round, should not propose another game.

        None where nobody minds.
        """
        return None

    @abstractmethod
    def play(self) -> Script:
        """Play the round to its end."""

    def may_resign(self) -> bool:
        """Tell whether players can leave now."""
        return True

    def resign(self, seat: Seat) -> None:
        """Let SEAT leave: at no cost before its bet, afterwards losing what is staked."""
        seat.has_resigned = True
        lost = seat.staked
        if not lost:
            seat.hands.clear()
        self.note(Resigned(seat.player, self.loss_to_tell(lost), self.unit))

    def loss_to_tell(self, lost: int) -> int:
        """Return what is told of so much LOST by leaving: nothing while bets are secret."""
        return 0 if self.are_bets_secret else lost

    def at_risk(self, seat: Seat) -> int:
        """Return the most that SEAT can still lose if nothing more is staked."""
        return -seat.change

    def is_void(self, _ask: Ask) -> bool:
        """Tell whether ASK is no longer to be answered, now that somebody else has resigned."""
        return False

    def abandon(self) -> None:
        """Stop the round, as if it had never begun."""
        self.note(Abandoned())
        self.clear_table()

    def clear_table(self) -> None:
        """Do with the cards what is done when a round is over."""

    # The initial bets

    def ask_bet(self, _seat: Seat, _hand: Hand) -> Ask | None:
        """Ask for the initial bet on a hand; None where its player cannot bet."""
        return None

    def take_bets(self, seats: Sequence[Seat]) -> Script:
        """Let SEATS bet, all at once or in turn, and tell what each has bet.

        For games in which no bet depends on another: RULES, At every table, Bets.
        """
        if self.table_rules.bets == "in turn":
            for seat in seats:
                if (ask := self._first_ask(seat)) and (move := (yield ask)):
                    self.answer(ask, move)
                    self._note_bet(seat)
            return
        if asks := tuple(filter(None, map(self._first_ask, seats))):
            self.are_bets_secret = True
            yield asks
            self.are_bets_secret = False
        for seat in seats:
            self._note_bet(seat)

    def _first_ask(self, seat: Seat) -> Ask | None:
        return None if seat.has_resigned else self.ask_bet(seat, seat.hands[0])

    def place_bet(self, seat: Seat, hand: Hand, chips: int) -> None:
        """Make CHIPS the initial bet on HAND."""
        seat.place_bet(hand, chips)

    def _note_bet(self, seat: Seat) -> None:
        for hand in seat.hands:
            if hand.bet:
                self.note(BetPlaced(seat.player, hand.bet, self.unit))

    def has_been_bet_on(self) -> bool:
        """Tell whether there is a bet, also by somebody who has resigned since."""
        return any(hand.bet for seat in self.seats for hand in seat.hands)

    def declare_void(self) -> None:
        """End a round in which nobody has bet, or whose bets go back."""
        self.clear_table()
        self.note(RoundVoid(self.has_been_bet_on()))

    # The table of moves

    MOVES: ClassVar[Moves] = {}
    ANSWERS: ClassVar[tuple[Verb, ...]] = (Verb.BET,)
    """What players do besides, when they are asked for it."""
    SAFEST: ClassVar[tuple[Verb, ...]] = ()
    """What is done for a player who does not answer: the first of these that is on offer.

    Whoever is asked for none of them gives up the seat.
    """

    def safest_move(self, ask: Ask) -> Move | None:
        """Return what is done for a player who does not answer ASK; None where that is no move."""
        safest = (verb for verb in self.SAFEST if ask.option(verb))
        return next((Move(verb, unanswered=True) for verb in safest), None)

    def ask(self, seat: Seat, hand: Hand) -> Ask:
        """Ask what SEAT does with HAND: every move in the table that may be made now."""
        options = []
        for may, _ in self.MOVES.values():
            offer = may(self, seat, hand)
            if isinstance(offer, Option):
                options.append(offer)
        return self.ask_for(Phase.HAND, seat, hand, *options)

    def ask_for(self, phase: Phase, seat: Seat, hand: Hand, *options: Option) -> Ask:
        """Ask SEAT for a decision at PHASE about HAND."""
        return Ask(
            seat.player,
            phase,
            options,
            hand.cards,
            hand.stake,
            seat.chips,
            hand.number,
            self.unit,
            hand.side_bet,
            self.face_up,
        )

    def ask_anew(self, ask: Ask) -> Ask | None:
        """Return ASK as it is now that what can be done has changed; None where nothing is left.

        So it can where chips run down, or where somebody else has resigned.
        """
        return ask

    def answer(self, ask: Ask, move: Move) -> None:
        """Take MOVE, which answers an ASK that several players have at once: here it is a bet."""
        seat, hand = self.hand_asked(ask)
        self.place_bet(seat, hand, move.chips)

    def make(self, seat: Seat, hand: Hand, move: Move) -> None:
        """Make MOVE, which was on offer, with HAND."""
        _, make = self.MOVES[move.verb]
        make(self, seat, hand, move.chips)

    def why_not(self, ask: Ask, verb: Verb) -> WhyNot:
        """Return why a move is not among the options of an Ask."""
        if ask.phase is not Phase.HAND or verb in self.ANSWERS:
            return WhyNot.NOT_NOW
        if verb not in self.MOVES:
            return WhyNot.NO_SUCH_MOVE
        may, _ = self.MOVES[verb]
        offer = may(self, *self.hand_asked(ask))
        return offer if isinstance(offer, WhyNot) else WhyNot.NOT_NOW

    def limits(self) -> Mapping[WhyNot, int]:
        """Return the numbers of the rules that are behind some of the reasons in ``why_not``."""
        return {}

    def why_not_more(self, _ask: Ask, _option: Option) -> WhyNot | None:
        """Return what keeps the most of an OPTION on offer down; None where the rules alone do."""
        return None

    def hand_asked(self, ask: Ask) -> tuple[Seat, Hand]:
        """Return the hand that ASK is about, with its seat."""
        seat = next(seat for seat in self.seats if seat.player == ask.player)
        return seat, seat.hands[(ask.hand or 1) - 1]

    def seat_of(self, player: str | None) -> Seat | None:
        """Return the seat of PLAYER, None if there is none."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def names(self) -> tuple[str, ...]:
        """Return the players, in the order of the seats."""
        return tuple([seat.player for seat in self.seats])

    def note(self, event: Event) -> None:
        """Note that EVENT has happened."""
        self.events.append(event)

    def take_events(self) -> list[Event]:
        """Return what has been noted since the last time."""
        events, self.events = self.events, []
        return events

    def hands(self) -> list[tuple[Seat, Hand]]:
        """Return every hand with its seat, in the order of the seats."""
        return [(seat, hand) for seat in self.seats for hand in seat.hands]

    def hands_in_play(self) -> list[tuple[Seat, Hand]]:
        """Return the hands of those who have not resigned, in the order of the seats."""
        return [(seat, hand) for seat, hand in self.hands() if not seat.has_resigned]

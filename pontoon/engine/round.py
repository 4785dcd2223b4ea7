"""What rounds of all games share: seats, equipment, a script that asks, and a table of moves."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

from msgspec import Meta, Struct

from pontoon.engine.cards import Card
from pontoon.engine.decks import Marker
from pontoon.engine.errors import Refused, RequestFault
from pontoon.engine.events import (
    Abandoned,
    BetPlaced,
    Event,
    HandResult,
    Kitty,
    Resigned,
    RoundVoid,
)
from pontoon.engine.hands import Hand, Seat
from pontoon.engine.moves import Ask, Move, Option, Phase, TableRequest, Unit, Verb, WhyNot

Asked = Ask | tuple[Ask, ...]
"""A decision that a round waits for, or the decisions of several players at once."""

Script = Generator[Asked, Move | None, None]
"""The script of a round: yields each Ask that it waits for, and is sent the move that was made.

It is sent only moves that the Ask offers, or None if the decision is no longer needed, since the
players who are concerned have resigned. If several players decide at once, it yields all their
Asks, in the order of the seats. Each move then goes to ``Round.answer``; the script is sent None.
"""

Conflicts = Iterator[tuple[tuple[str, ...], str]]
"""Rules that exclude each other: their keys, the one to blame first, and the reason."""


class GameRules(Struct, frozen=True):
    """The numbers of a game that a channel can change: a field for each key in config.ini."""

    def conflicts(self, _max_players: int) -> Conflicts:
        """Yield the rules that exclude each other with at most this many players at a table."""
        return iter(())

    def of_deck(self, _marker: Marker) -> Self:
        """Return the rules for rounds from a deck that was sealed with that MARKER."""
        return self


class TableRules(Struct, frozen=True):
    """The rules of a table that are the same for every game (RULES 0)."""

    bank_timeout: Annotated[int, Meta(ge=5, le=86400)] = 30
    """How many seconds players have to say whether they want the bank, in British Pontoon and Shoot
    Pontoon."""


Offer = Option | WhyNot
"""A move on offer, or why it is not."""

May = Callable[[Any, Seat, Hand], Offer]
Make = Callable[[Any, Seat, Hand, int], None]
Moves = Mapping[Verb, tuple[May, Make]]
"""The moves that a hand can make: when each is allowed, and what it does, for this many chips."""


def always(option: Option) -> May:
    """Return a function that offers OPTION to every hand."""
    return lambda _round, _seat, _hand: option


EquipmentT = TypeVar("EquipmentT")
"""What lasts from one round to the next: a shoe, or a pack and a bank (see ``Deck``)."""

EquipmentState = dict[str, Any]
"""The equipment as JSON values."""

RulesT = TypeVar("RulesT", bound=GameRules)
"""The rules of one game."""


class Round(ABC, Generic[EquipmentT, RulesT]):
    """One deal of one game, from the first card to the payment.

    The round notes events in the order in which they happen; ``take_events`` returns them.
    """

    name: ClassVar[str]
    """The command that starts a round, and the element of players.xml with the statistics."""
    title: ClassVar[str]
    """What people call the game."""
    section: ClassVar[str]
    """The section of config.ini with the game's rules."""
    Rules: ClassVar[type[Any]]
    """The class of the game's rules."""
    unit: ClassVar[Unit] = Unit.CHIPS
    """What is staked."""
    edition: ClassVar[int] = 2
    """Which edition the rules are of; 1 in versions up to 0.5.2.

    It counts the changes of rules by which what was done in a recorded round leads elsewhere.
    """
    goes_on_since: ClassVar[int] = 1
    """The first edition whose rounds go on by the rules of this one if they were interrupted."""
    is_house_banked: ClassVar[bool] = False
    """Whether chips are won from the house and lost to it, and not to other players."""
    tallies: ClassVar[tuple[str, ...]] = ()
    """The elements of players.xml with further numbers of a player in this game."""
    hand_types: ClassVar[Iterable[Enum]] = ()
    """The types of hands: the first is bust, the second goes by its total, others are better."""
    summary: ClassVar[str] = ""
    """The rules in one sentence, for people."""
    rules_text: ClassVar[tuple[str, ...]] = ()
    """The rules for people, an item for each line; ``{decks}`` is the number in ``Rules``."""
    extra_help: ClassVar[tuple[str, ...]] = ()
    """The help about other things than bets and ``MOVES``; ``{command}`` is that of the game."""

    MOVES: ClassVar[Moves] = {}
    ON_TWO_CARDS: ClassVar[tuple[Verb, ...]] = ()
    """The moves that only a hand of two cards can make: a longer one is not asked about them."""
    _may_with_two: ClassVar[tuple[May, ...]]
    _may_with_more: ClassVar[tuple[May, ...]]
    ANSWERS: ClassVar[tuple[Verb, ...]] = (Verb.BET,)
    """The moves that are not made with a hand, but answer another question."""
    SAFEST: ClassVar[tuple[Verb, ...]] = ()
    """The first of these on offer is made for a player who does not answer; else the seat goes."""

    table_rules = TableRules()
    bank_passes_on = False
    """Whether the banker, who is dealt to, may not be there, so that the bank is asked for."""
    unseated: Sequence[Seat] = ()
    """People without a seat, or no longer with one, whose chips may change."""
    face_up: tuple[Card, ...] = ()
    """The dealer's cards that lie face up, in games against the bot."""
    are_bets_secret = False
    """Whether players are betting now, and all bets are told together later."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        moves = cls.MOVES.items()
        cls._may_with_two = tuple(may for _, (may, _) in moves)
        cls._may_with_more = tuple(may for verb, (may, _) in moves if verb not in cls.ON_TWO_CARDS)

    def __init__(self, seats: Sequence[Seat], equipment: EquipmentT, rules: RulesT) -> None:
        self.seats = seats
        self.named = tuple([seat.player for seat in seats])
        """The players who were named for the round."""
        self.equipment = equipment
        self.rules = rules
        self._events: list[Event] = []
        self.note: Callable[[Event], None] = self._events.append
        """Notes an event. To call a method would take twice the time."""

    @classmethod
    @abstractmethod
    def new_equipment(cls, rules: RulesT, seed: bytes) -> EquipmentT:
        """Return the equipment of a new table, its deck made from SEED, of 32 bytes or none."""

    @classmethod
    @abstractmethod
    def restored(cls, rules: RulesT, state: EquipmentState) -> EquipmentT:
        """Return the equipment that had STATE, under the same RULES.

        ValueError, KeyError, TypeError or AttributeError if STATE makes no sense.
        """

    @classmethod
    def is_equipment_kept(cls, _before: RulesT, _after: RulesT) -> bool:
        """Tell whether the equipment made under the rules BEFORE can be used under those AFTER."""
        return True

    @classmethod
    def seats_for(cls, _rules: RulesT) -> tuple[int, int]:
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
        _request: TableRequest,
        _chips: int,
    ) -> list[Event]:
        """Do the REQUEST of PLAYER, who between rounds has this many CHIPS; or Refused."""
        raise Refused(RequestFault.NOT_IN_THIS_GAME)

    @classmethod
    def banker_of(cls, _equipment: EquipmentT) -> str | None:
        """Return who has the bank between rounds; None if nobody has, or there is none."""
        return None

    @classmethod
    def bank_of(cls, _equipment: EquipmentT) -> EquipmentState:
        """Return what of the state lasts over restarts between rounds; nothing without a bank."""
        return {}

    @classmethod
    def offer_of(cls, _equipment: EquipmentT) -> Event | None:
        """Return the offer of the bank that its buyer has not answered; None if there is none."""
        return None

    @classmethod
    def chips_at_table(cls, _equipment: EquipmentT, _player: str) -> int:
        """Return the chips of PLAYER that stay at the table between rounds."""
        return 0

    @classmethod
    def can_keep_bank(cls, _equipment: EquipmentT, _rules: RulesT, _chips: int) -> bool:
        """Tell whether a banker with CHIPS can keep the bank: they can cover one player."""
        return False

    @classmethod
    def lay_kitty(cls, _equipment: EquipmentT, _kitty: Kitty | None) -> None:
        """Make KITTY what players bet against from the next round on; None for no kitty."""

    @classmethod
    def about_to_deal(cls, _players: Sequence[str]) -> str | None:
        """Return the one of PLAYERS, in the order of the next round, who deals; None if the bot."""
        return None

    @abstractmethod
    def play(self) -> Script:
        """Play the round to its end."""

    def may_resign(self) -> bool:
        return True

    def resign(self, seat: Seat) -> None:
        """Let SEAT leave: at no cost before its bet, afterwards losing what is staked."""
        seat.has_resigned = True
        self.note_resigned(seat)
        if not seat.staked:
            seat.hands.clear()

    def note_resigned(self, seat: Seat) -> None:
        """Note that SEAT has left, and what it loses unless bets are secret now."""
        lost = 0 if self.are_bets_secret else self.lost_by_leaving(seat)
        self.note(Resigned(seat.player, lost, self.unit))

    def is_free(self, seat: Seat) -> bool:
        """Tell whether SEAT can be left at no cost: its player has not bet yet (RULES 0)."""
        return not any(hand.bet for hand in seat.hands)

    def lost_by_leaving(self, seat: Seat) -> int:
        """Return what SEAT loses by leaving now."""
        return seat.staked

    def has_given_up(self, seat: Seat, hand: Hand) -> bool:
        """Tell whether the player left while HAND was not bust."""
        return seat.has_resigned and not hand.is_bust

    def at_risk(self, seat: Seat) -> int:
        """Return the most that SEAT can still lose if nothing more is staked."""
        return -seat.change

    def is_void(self, _ask: Ask) -> bool:
        """Tell whether ASK needs no answer any more, since somebody else has resigned."""
        return self.is_deserted()

    def abandon(self) -> None:
        """Stop the round. It counts for nobody."""
        self.note(Abandoned())
        self.clear_table()

    def clear_table(self) -> None:
        """Clear the cards away when the round is over."""

    def ask_bet(self, _seat: Seat, _hand: Hand) -> Ask | None:
        """Ask for the initial bet on a hand; None if its player cannot bet."""
        return None

    def take_bets(self, seats: Sequence[Seat]) -> Script:
        """Let SEATS bet all at once, and note what each has bet (RULES 0, Bets)."""
        if asks := [ask for ask in map(self._first_ask, seats) if ask]:
            self.are_bets_secret = True
            yield tuple(asks)
            self.are_bets_secret = False
        for seat in seats:
            for hand in seat.hands:
                if hand.bet:
                    self.note(BetPlaced(seat.player, hand.bet, self.unit))

    def _first_ask(self, seat: Seat) -> Ask | None:
        is_out = seat.has_resigned or self.is_deserted()
        return None if is_out else self.ask_bet(seat, seat.hands[0])

    def place_bet(self, seat: Seat, hand: Hand, chips: int) -> None:
        seat.place_bet(hand, chips)

    def is_without_people(self) -> bool:
        """Tell whether the people at the table have no part in what is staked.

        Computers do not play on alone (RULES 0, Bets). A table of computers alone is the caller's
        own wish.
        """
        people = [seat for seat in self.seats if not seat.is_computer]
        return bool(people) and all(map(self.is_free, people))

    def is_deserted(self) -> bool:
        """Tell whether the last person has left before betting."""
        seats = [seat for seat in self.seats if not seat.is_computer]
        return self.is_without_people() and all(seat.has_resigned for seat in seats)

    def has_been_bet_on(self) -> bool:
        """Tell whether there is a bet, even of somebody who has resigned since."""
        for seat in self.seats:
            for hand in seat.hands:
                if hand.bet:
                    return True
        return False

    def declare_void(self) -> None:
        """End the round without a settlement: nobody has bet, or the bets go back."""
        self.clear_table()
        self.note(RoundVoid(self.has_been_bet_on(), self.unit))

    def safest_move(self, ask: Ask) -> Move | None:
        """Return the move for a player who does not answer ASK; None to give up the seat."""
        safest = (verb for verb in self.SAFEST if ask.option(verb))
        return next((Move(verb, unanswered=True) for verb in safest), None)

    def ask(self, seat: Seat, hand: Hand) -> Ask:
        """Ask what SEAT does with HAND, and offer every move that is allowed now."""
        options = []
        for may in self._may_with_two if len(hand.cards) == 2 else self._may_with_more:
            offer = may(self, seat, hand)
            if type(offer) is Option:  # to ask isinstance about a WhyNot takes four times as long
                options.append(offer)
        return self.ask_for(Phase.HAND, seat, hand, tuple(options))

    def ask_for(self, phase: Phase, seat: Seat, hand: Hand, options: tuple[Option, ...]) -> Ask:
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
        """Return ASK as it is after chips or seats have changed; None if nothing can be decided."""
        return ask

    def answer(self, ask: Ask, move: Move) -> None:
        """Take MOVE, the answer to one ASK of several at once. Here it is a bet."""
        seat, hand = self.hand_asked(ask)
        self.place_bet(seat, hand, move.chips)

    def make(self, seat: Seat, hand: Hand, move: Move) -> None:
        _, make = self.MOVES[move.verb]
        make(self, seat, hand, move.chips)

    def why_not(self, ask: Ask, verb: Verb) -> WhyNot:
        if ask.phase is not Phase.HAND or verb in self.ANSWERS:
            return WhyNot.NOT_NOW
        if verb not in self.MOVES:
            return WhyNot.NO_SUCH_MOVE
        may, _ = self.MOVES[verb]
        offer = may(self, *self.hand_asked(ask))
        return offer if isinstance(offer, WhyNot) else WhyNot.NOT_NOW

    def limits(self) -> Mapping[WhyNot, int]:
        """Return the numbers of the rules behind the reasons that ``why_not`` returns."""
        return {}

    def why_not_more(self, _ask: Ask, _option: Option) -> WhyNot | None:
        """Return what limits the most of OPTION, which is on offer; None if the rules alone do."""
        return None

    def hand_asked(self, ask: Ask) -> tuple[Seat, Hand]:
        """Return the hand that ASK is about, with its seat."""
        seat = self.seat_of(ask.player)
        assert seat
        return seat, seat.hands[(ask.hand or 1) - 1]

    def seat_of(self, player: str | None) -> Seat | None:
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def note_result(
        self,
        seat: Seat,
        hand: Hand,
        hand_type: Enum,
        gain: int,
        *,
        on_clown_wagon: bool = False,
        shot: int = 0,
        insurance: int = 0,
    ) -> None:
        """Note how HAND of SEAT ended: it is of HAND_TYPE, and won or lost GAIN."""
        cards, resigned = hand.cards, seat.has_resigned and self.has_given_up(seat, hand)
        ended = (seat.player, hand.number, cards, hand.total, hand_type, hand.stake, gain)
        self.note(
            HandResult(*ended, on_clown_wagon, shot, self.unit, insurance, resigned, hand.bet)
        )

    def take_events(self) -> list[Event]:
        """Return the events since the last time, in order."""
        events = self._events.copy()
        self._events.clear()
        return events

    def hands_in_play(self) -> list[tuple[Seat, Hand]]:
        """Return the hands of those who have not resigned, in the order of the seats."""
        return [(seat, hand) for seat in self.seats if not seat.has_resigned for hand in seat.hands]

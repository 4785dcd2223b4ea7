"""What players may be asked, and what they may answer."""

from collections.abc import Iterator
from enum import Enum, StrEnum, auto

from pontoon.engine.cards import Card
from pontoon.engine.record import record


class Verb(StrEnum):
    """What a move does."""

    BET = auto()
    STICK = auto()
    TWIST = auto()
    BUY = auto()
    BURN = auto()
    SPLIT = auto()
    DRAW = auto()
    """A card for the hand that all others play against."""
    STAY = auto()
    """What sticking is called for that hand, and in games against the house."""
    HIT = auto()
    DOUBLE = auto()
    INSURE = auto()
    SHOOT = auto()
    """A bet against the kitty."""
    KITTY = auto()
    """What is put into the kitty."""
    BID = auto()
    """An offer for the bank."""
    TAKE = auto()
    """The bank, if it comes to the player."""
    PASS = auto()
    """Neither of what was asked."""


class Phase(Enum):
    """What of a round an Ask is about."""

    BANK = auto()
    """Whether a player would have the bank."""
    AUCTION = auto()
    """A bid for the bank."""
    KITTY = auto()
    """What the banker puts up against shoot bets."""
    BET = auto()
    """An initial bet."""
    SHOOT = auto()
    """A bet against the kitty."""
    INSURANCE = auto()
    HAND = auto()
    """What to do with a hand."""
    BANKER = auto()
    """What to do with the hand that all others play against."""


class Unit(Enum):
    """What is staked in a game."""

    CHIPS = auto()
    FINGERS = auto()
    """Of drink, which a player loses by drinking them."""
    COINS = auto()
    """Each worth some minutes of a player's day."""


class Bound(Enum):
    """An amount said in words."""

    LEAST = auto()
    MOST = auto()


class WhyNot(Enum):
    """Why a move is not on offer."""

    NOT_NOW = auto()
    """This kind of move is not what is being asked."""
    NO_SUCH_MOVE = auto()
    """The game has no such move at all."""
    TOTAL_TOO_LOW = auto()
    TOTAL_TOO_HIGH = auto()
    HAS_TWISTED = auto()
    TOO_FEW_CHIPS = auto()
    NOT_TWO_CARDS = auto()
    NOT_THREE_CARDS = auto()
    HAS_ACE = auto()
    NOT_FOURTEEN = auto()
    NOT_A_PAIR = auto()
    NO_MORE_SPLITS = auto()
    HAS_BOUGHT = auto()
    NOT_ACES = auto()
    PACK_EMPTY = auto()
    BANK_TOO_SMALL = auto()
    """The banker could not pay, should the hand win double."""
    KITTY_TAKEN = auto()
    """All of the kitty is bet against."""
    HAS_SHOT = auto()
    """Having bet against the kitty, the hand must take its card."""
    LAST_COIN = auto()
    """The last coin can never be gambled."""


@record
class Move:
    """A player's answer. ``amount`` is in chips; None where none was said.

    ``unanswered`` tells that it is made for a player who has not answered.
    """

    verb: Verb
    amount: int | Bound | None = None
    unanswered: bool = False

    @property
    def chips(self) -> int:
        """The amount of a move that the table has accepted, 0 where it takes none."""
        return self.amount if isinstance(self.amount, int) else 0


@record
class Option:
    """A move on offer, with the least and the most chips it may take; None for no chips at all."""

    verb: Verb
    least: int | None = None
    most: int | None = None


@record
class TableRequest:
    """Something that a player may do at any time, on turn or not."""


@record
class SellBank(TableRequest):
    """The banker offers the bank to BUYER for so many chips."""

    buyer: str
    price: int


@record
class VagueSale(TableRequest):
    """The banker offers the bank, but says not to whom or not for how much."""


@record
class Accept(TableRequest):
    """Whom the bank was offered to takes it."""


@record
class Decline(TableRequest):
    """Whom the bank was offered to does not take it."""


@record
class Cancel(TableRequest):
    """The banker does not want to sell any more."""


@record
class LookAtBank(TableRequest):
    """Somebody, who need not play, asks who has the bank."""


@record
class Ask:
    """A decision that the round is waiting for: whose it is, and exactly which moves are allowed.

    The rest is what the player needs to know: the hand (its number where there are several), the
    stake on it and the chips that can still be staked.
    """

    player: str
    phase: Phase
    options: tuple[Option, ...]
    cards: tuple[Card, ...]
    stake: int
    chips: int
    hand: int | None = None
    unit: Unit = Unit.CHIPS
    shot: int = 0
    """What is bet on the hand besides, against the kitty or on a natural of the dealer's.

    While a kitty is put up it is what is in it.
    """
    against: tuple[Card, ...] = ()
    """What lies face up of the hand that all others play against, where that is the house's."""
    seconds: int = 0
    """After so many seconds without an answer the safest move is made; as the table has it if 0."""

    def option(self, verb: Verb) -> Option | None:
        """Return what is on offer for VERB, or None."""
        for option in self.options:
            if option.verb is verb:
                return option
        return None

    def moves(self) -> Iterator[Move]:
        """Yield every legal move, each amount on its own: there may be very many of them."""
        for option in self.options:
            if option.least is None or option.most is None:
                yield Move(option.verb)
            else:
                for amount in range(option.least, option.most + 1):
                    yield Move(option.verb, amount)


EVERYBODY = ""
"""Stands for the player of a turn in which several are asked at once."""


@record
class Turn:
    """Whose decision the table waits for, and about what; the channel is told when it changes.

    ``player`` is EVERYBODY where several players are asked at once.
    """

    player: str
    phase: Phase
    hand: int


@record
class Waiting:
    """What a table waits for: whose turn it is, and the decisions; neither without a round."""

    turn: Turn | None
    asks: tuple[Ask, ...]

    @property
    def is_for_everybody(self) -> bool:
        """Whether several players decide at once."""
        return self.turn is not None and self.turn.player == EVERYBODY

    def ask_of(self, player: str) -> Ask | None:
        """Return the decision of PLAYER that is waited for, None if there is none."""
        for ask in self.asks:
            if ask.player == player:
                return ask
        return None


NOTHING_ASKED = Waiting(None, ())

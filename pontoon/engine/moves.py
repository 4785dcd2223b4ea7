"""What players are asked, and what they can answer."""

from enum import Enum, StrEnum, auto

from msgspec import Struct

from pontoon.engine.cards import Card


class Verb(StrEnum):
    """The kind of a move."""

    BET = auto()
    STICK = auto()
    TWIST = auto()
    BUY = auto()
    BURN = auto()
    SPLIT = auto()
    DRAW = auto()
    """A card for the hand that all others play against."""
    STAY = auto()
    """What sticking is called for that hand, and in Black Jack."""
    HIT = auto()
    DOUBLE = auto()
    INSURE = auto()
    SHOOT = auto()
    """A bet against the kitty."""
    KITTY = auto()
    """Chips for the kitty."""
    BID = auto()
    TAKE = auto()
    """The player would have the bank."""
    PASS = auto()
    """The player wants none of what is asked."""


class Phase(Enum):
    """The phase of a round that an Ask belongs to."""

    BANK = auto()
    """Whether a player would have the bank."""
    AUCTION = auto()
    KITTY = auto()
    """The chips that the banker puts up against shoot bets."""
    BET = auto()
    SHOOT = auto()
    INSURANCE = auto()
    HAND = auto()
    BANKER = auto()
    """A move with the hand that all others play against."""


class Unit(Enum):
    """What is staked in a game."""

    CHIPS = auto()
    FINGERS = auto()
    """Fingers of drink. A player loses them by drinking them."""
    COINS = auto()
    """Coins, each worth some minutes of a player's day."""


class Bound(Enum):
    """An amount said as a word, ``min`` or ``max``."""

    MIN = auto()
    MAX = auto()


class WhyNot(Enum):
    """Why a move is refused."""

    NOT_NOW = auto()
    """Something else is asked."""
    NO_SUCH_MOVE = auto()
    """The game has no such move."""
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
    """The banker could not pay double."""
    KITTY_TAKEN = auto()
    """Shoot bets stand against the whole kitty."""
    HAS_SHOT = auto()
    """The hand has made a shoot bet, and must now buy or twist."""
    LAST_COIN = auto()
    """The last coin can never be gambled."""
    BAD_AMOUNT = auto()
    """The move is on offer, but not for that amount."""


class Move(Struct, frozen=True, gc=False):
    """A player's answer. ``amount`` is in chips, None if the player said none.

    A move is ``unanswered`` if the bot makes it for a player who has not answered.

    >>> Move(Verb.BUY, 15).chips, Move(Verb.TWIST).chips
    (15, 0)
    """

    verb: Verb
    amount: int | Bound | None = None
    unanswered: bool = False

    @property
    def chips(self) -> int:
        """The amount of a move that the table has accepted; 0 if it has none."""
        return self.amount if isinstance(self.amount, int) else 0


class Option(Struct, frozen=True, gc=False):
    """A move on offer, with the least and the most chips it takes; None if it takes no chips.

    >>> bet = Option(Verb.BET, 1, 100)
    >>> bet.least, bet.most, Option(Verb.STICK).most
    (1, 100, None)
    """

    verb: Verb
    least: int | None = None
    most: int | None = None


class TableRequest(Struct, frozen=True):
    """Something that a player can ask for at any time, on turn or not."""


class SellBank(TableRequest, frozen=True):
    """The banker offers the bank to BUYER for this many chips."""

    buyer: str
    price: int


class VagueSale(TableRequest, frozen=True):
    """The banker offers the bank, but does not name the buyer or the price."""


class Accept(TableRequest, frozen=True):
    """The buyer accepts the offer of the bank at PRICE, and no other (RULES 0).

    They may say which GAME it is the bank of. Without a price they are told what to say.
    """

    price: int | None = None
    game: str = ""


class Decline(TableRequest, frozen=True):
    """The buyer declines the offer of the bank."""


class Cancel(TableRequest, frozen=True):
    """The banker takes back the offer."""


class Lapse(TableRequest, frozen=True):
    """The offer ends, since its seller or its buyer has left the channel."""


class LookAtBank(TableRequest, frozen=True):
    """Somebody asks who has the bank. They need not be a player."""


class Ask(Struct, frozen=True, gc=False):
    """A decision that the round waits for: whose it is, and exactly which moves are allowed.

    The other fields are what the player needs to know: the cards of the hand, the stake on it, the
    chips that the player can still stake, and the number of the hand if there are several.

    >>> ask = Ask("dave", Phase.BET, (Option(Verb.BET, 1, 3),), cards=(), stake=0, chips=3)
    >>> ask.option(Verb.BET), ask.option(Verb.STICK)
    (Option(verb=<Verb.BET: 'bet'>, least=1, most=3), None)
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
    """The side bet on the hand, or what the kitty holds if the banker is asked for one."""
    against: tuple[Card, ...] = ()
    """The dealer's cards that lie face up, in games against the bot."""
    seconds: int = 0
    """The time for the answer; 0 for that of the table. After it the safest move is made."""
    cover: int | None = None
    """How many chips more all players together can stake against a banker; None without limit."""

    def option(self, verb: Verb) -> Option | None:
        for option in self.options:
            if option.verb is verb:
                return option
        return None


EVERYBODY = ""
"""The player of a turn in which several players decide at once."""


class Turn(Struct, frozen=True):
    """Whose decision the table waits for, EVERYBODY if several players decide at once."""

    player: str
    phase: Phase
    hand: int


class Waiting(Struct, frozen=True):
    """What a table waits for: whose turn it is, and the decisions; neither between rounds."""

    turn: Turn | None
    asks: tuple[Ask, ...]

    @property
    def is_for_everybody(self) -> bool:
        return self.turn is not None and self.turn.player == EVERYBODY

    def ask_of(self, player: str) -> Ask | None:
        for ask in self.asks:
            if ask.player == player:
                return ask
        return None


NOTHING_ASKED = Waiting(None, ())

"""Refusals, and the reasons for them."""

from enum import Enum, auto

from msgspec import Struct


class Refused(Exception):
    """Something is refused for a ``reason``, and nothing has changed.

    ``limit`` is the number behind the reason, or 0.
    """

    def __init__(self, reason: "Enum | CannotDeal", limit: int = 0) -> None:
        super().__init__(reason, limit)
        self.reason = reason
        self.limit = limit


class NotRecorded(Exception):
    """An action that cannot be kept on the disk now, and is not done. It says why."""


class NeedsAdmin(NotRecorded):
    """The same, and nothing can be kept until an admin does something about it."""


class TableFault(Enum):
    """Why a table refuses what is done at a bad time, or by somebody who may not do it."""

    NOTHING_ASKED = auto()
    """No round is running."""
    ROUND_RUNNING = auto()
    NO_DECK = auto()
    """A deck must be put in first."""
    NOT_SEATED = auto()
    """They have no seat in the round, or have resigned it."""
    NOT_YOUR_TURN = auto()
    TOO_LATE_TO_LEAVE = auto()
    """The banker's cards are turned up: to leave would dodge paying double."""


class RequestFault(Enum):
    """Why a request is refused."""

    NOT_IN_THIS_GAME = auto()
    NO_BANK_YET = auto()
    NOT_THE_BANKER = auto()
    NOTHING_OFFERED = auto()
    """Nobody offers this player the bank."""
    NOT_FOR_SALE = auto()
    """There is no offer to cancel."""
    ALREADY_SOLD = auto()
    """A buyer has agreed."""
    OFFER_STANDS = auto()
    """An offer cannot be changed, only cancelled."""
    OTHER_PRICE = auto()
    """The price is ``limit`` chips, and the buyer has said another one, or none."""
    CLAIMED = auto()
    """A pontoon takes the bank: it is not the banker's to sell."""
    BAD_PRICE = auto()
    """The price is less than nothing."""
    TOO_DEAR = auto()
    """The price is more than the rules allow."""
    TOO_FEW_CHIPS = auto()
    """The buyer lacks the price plus cover."""
    VAGUE = auto()
    """The request does not name the buyer or the price."""
    TO_ONESELF = auto()
    NOT_A_PLAYER = auto()
    """The buyer is not at the table."""
    IS_COMPUTER = auto()
    """The buyer is a computer: it never buys."""
    IS_PLAYING = auto()
    """The seller or the buyer has a seat in a round."""


class SeatFault(Enum):
    """Why somebody cannot be seated."""

    IS_THE_BOT = auto()
    IS_IGNORED = auto()
    """The bot ignores them, so they could make no move."""
    NOT_PRESENT = auto()
    """They are not seen in the channel; ``where`` is its mode that may hide them, if it has one."""
    NO_ENTRY = auto()
    TOO_MANY_COMPUTERS = auto()
    """More computers than ``where`` says play in no round here."""
    """The player is a computer, and no person plays."""
    NO_NAME = auto()
    """The player needs a nickname: lines of the game cannot show the nick (RULES 0, Names)."""
    LOGGED_OUT = auto()
    """The player is not logged in to their account."""
    NOT_LOOKED_UP = auto()
    """The player has an account, but the server has not said yet who is logged in to it."""
    OTHER_NETWORK = auto()
    """The player only has accounts on other networks."""
    NO_ACCOUNT = auto()
    """The player has no account, and everybody needs one here."""
    OTHER_ADDRESS = auto()
    """No mask of the player fits."""
    SEATED_ELSEWHERE = auto()
    SEATED_TWICE = auto()
    NO_CHIPS = auto()
    TOO_FEW_CHIPS = auto()
    """The player has chips, but fewer than the game needs."""
    CHIPS_IN_KITTY = auto()
    """The same, but ``where`` says how many more are in a kitty of theirs."""
    NO_TURN_LEFT = auto()
    """The player has played as many rounds as one may in a day."""
    HAS_THE_BANK = auto()
    """The player has the bank and could keep it, but is not named (RULES 2, Moving the bank)."""
    BANKER_HAS_NOT_JOINED = auto()
    """The same where people join; ``where`` is how long they wait for the banker."""
    SITS_OUT = auto()
    """The player sits out this round of the game (RULES 0)."""
    ALONE = auto()
    """Nobody deals to one other person (RULES 0, Who is dealt)."""
    UNANSWERED = auto()
    """The player did not bet in time, and has said nothing since (RULES 0, Who is dealt)."""
    OPTED_OUT = auto()
    """The player wants to be dealt only the rounds that they have joined."""


class CannotSeat(Struct, frozen=True):
    """A player who cannot be seated, and why. ``where`` says in which channel, or until when."""

    player: str
    fault: SeatFault
    where: str = ""


class CannotDeal(Struct, frozen=True):
    """All that is wrong with a round that cannot start.

    ``most`` players are allowed if there are too many, ``least`` if there are too few; else None.
    """

    seats: tuple[CannotSeat, ...]
    most: int | None = None
    least: int | None = None

"""Refusals. A refusal changes nothing, and says why."""

from enum import Enum, auto

from msgspec import Struct

from pontoon.engine.moves import Ask, Move, Option, TableRequest, WhyNot


class Refused(Exception):
    """A refusal by the table. Nothing has changed."""


class NothingAsked(Refused):
    """A move while no round is running."""


class RoundRunning(Refused):
    """A deal while a round is running."""


class NoDeck(Refused):
    """A deal at a table that waits for a deck to be put in."""


class NotRecorded(Refused):
    """An action that cannot be kept on the disk now, and is not done. It says why."""


class NotSeated(Refused):
    """A move or a resignation by somebody who has no seat in the round, or has resigned it."""


class TooLateToLeave(Refused):
    """A resignation after the banker's cards are turned up: it would dodge paying double."""


class RequestRefused(Refused):
    """A request that is not allowed; ``limit`` is the number behind the reason, or 0."""

    def __init__(self, request: TableRequest, why: "RequestFault", limit: int = 0) -> None:
        super().__init__(request, why, limit)
        self.request = request
        self.why = why
        self.limit = limit


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


class MoveRefused(Refused):
    """A move that does not answer what is asked."""

    def __init__(self, ask: Ask, move: Move) -> None:
        super().__init__(ask, move)
        self.ask = ask
        self.move = move


class NotYourTurn(MoveRefused):
    """A move by a seated player who is not asked; ``ask`` is that of the first who is."""


class NotOffered(MoveRefused):
    """A kind of move that is not allowed; ``limit`` is the rule's number behind it, or 0."""

    def __init__(self, ask: Ask, move: Move, why_not: WhyNot, limit: int = 0) -> None:
        super().__init__(ask, move)
        self.why_not = why_not
        self.limit = limit


class BadAmount(MoveRefused):
    """A move on offer, with an amount that is not; ``why_not`` is None if the rules limit it."""

    def __init__(self, ask: Ask, move: Move, option: Option, why_not: WhyNot | None = None) -> None:
        super().__init__(ask, move)
        self.option = option
        self.why_not = why_not


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
    """The player needs a nickname: no line can begin with the nick (RULES 0, Names)."""
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


class CannotDeal(Refused):
    """A round that cannot start, with all that is wrong.

    ``most`` players are allowed if there are too many, ``least`` if there are too few; else None.
    """

    def __init__(
        self, seats: tuple[CannotSeat, ...], most: int | None = None, least: int | None = None
    ) -> None:
        super().__init__(seats, most, least)
        self.seats = seats
        self.most = most
        self.least = least

"""Refusals. Each leaves everything as it was and carries what would have been allowed."""

from dataclasses import dataclass
from enum import Enum, auto

from pontoon.engine.moves import Ask, Move, Option, TableRequest, WhyNot


class Refused(Exception):
    """Something that the table did not take; nothing has changed."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The moves on offer, whoever they are offered to; none where nothing is asked."""
        return ()


class NothingAsked(Refused):
    """A move while no round is running."""


class RoundRunning(Refused):
    """A round was to be started while one is running."""


class NotRecorded(Refused):
    """What was to be done cannot be written down now, and so it is not done. Says why."""


class NotSeated(Refused):
    """A move or a resignation by somebody who has no seat in the round, or none any more."""


class TooLateToLeave(Refused):
    """A resignation when the banker's cards are turned up: it would dodge paying double."""


class RequestRefused(Refused):
    """Something that cannot be done in this game, or not by this player, or not now.

    ``limit`` is the number of the rules, or of chips, behind that reason; 0 where there is none.
    """

    def __init__(self, request: TableRequest, why: "RequestFault", limit: int = 0) -> None:
        super().__init__(request, why, limit)
        self.request = request
        self.why = why
        self.limit = limit


class RequestFault(Enum):
    """Why a player may not do something."""

    NOT_IN_THIS_GAME = auto()
    NO_BANK_YET = auto()
    NOT_THE_BANKER = auto()
    NOTHING_OFFERED = auto()
    """Nobody offers this player the bank."""
    NOT_FOR_SALE = auto()
    """There is no offer to cancel."""
    ALREADY_SOLD = auto()
    """A buyer has agreed."""
    BAD_PRICE = auto()
    """Less than nothing."""
    TOO_DEAR = auto()
    """More than the rules allow."""
    TOO_FEW_CHIPS = auto()
    """The buyer lacks the price and what a banker needs."""
    VAGUE = auto()
    """The buyer or the price is not said."""
    TO_ONESELF = auto()
    NOT_A_PLAYER = auto()
    """The buyer named is not at the table."""
    IS_PLAYING = auto()
    """Seller or buyer has a seat somewhere, where their chips are at stake."""


class MoveRefused(Refused):
    """A move that does not answer what is asked."""

    def __init__(self, ask: Ask, move: Move) -> None:
        super().__init__(ask, move)
        self.ask = ask
        self.move = move

    @property
    def options(self) -> tuple[Option, ...]:
        """The moves on offer."""
        return self.ask.options


class NotYourTurn(MoveRefused):
    """A move by a seated player while others are asked; ``ask`` is that of the first of them."""


class NotOffered(MoveRefused):
    """A kind of move that is not allowed now; ``why_not`` says why.

    ``limit`` is the number of the rules behind that reason, 0 where there is none.
    """

    def __init__(self, ask: Ask, move: Move, why_not: WhyNot, limit: int = 0) -> None:
        super().__init__(ask, move)
        self.why_not = why_not
        self.limit = limit


class BadAmount(MoveRefused):
    """A move that is on offer with an amount that is not; ``option`` has the least and the most.

    ``why_not`` says what keeps the most down where that is not the rules alone.
    """

    def __init__(self, ask: Ask, move: Move, option: Option, why_not: WhyNot | None = None) -> None:
        super().__init__(ask, move)
        self.option = option
        self.why_not = why_not


class SeatFault(Enum):
    """Why somebody cannot be seated."""

    IS_THE_BOT = auto()
    IS_IGNORED = auto()
    """The bot does not hear them, so that they could make no move."""
    NOT_PRESENT = auto()
    NO_ENTRY = auto()
    LOGGED_OUT = auto()
    """The player has an account, and is not logged in to it."""
    NOT_LOOKED_UP = auto()
    """The player has an account, and the server has not said who is logged in to it."""
    OTHER_NETWORK = auto()
    """The player has accounts on other networks only."""
    NO_ACCOUNT = auto()
    """The player has none, where everybody needs one."""
    OTHER_ADDRESS = auto()
    """No mask of the player fits."""
    SEATED_ELSEWHERE = auto()
    SEATED_TWICE = auto()
    NO_CHIPS = auto()
    TOO_FEW_CHIPS = auto()
    """Some, but not what this game takes."""
    NO_TURN_LEFT = auto()
    """Today, in a game of so many rounds a day."""
    HAS_THE_BANK = auto()
    """The player is not named, but could play and keep the bank."""
    UNANSWERED = auto()
    """Somebody else named the player last time, who has said nothing from then on."""


@dataclass(frozen=True, slots=True)
class CannotSeat:
    """Who cannot be seated, and why; ``where`` is the channel in which they play already."""

    player: str
    fault: SeatFault
    where: str = ""


class CannotDeal(Refused):
    """A round that cannot start; what it holds says all that is wrong with it.

    ``most`` is the greatest number of players, given only where there are too many of them, and
    ``least`` the least, where there are too few.
    """

    def __init__(
        self, seats: tuple[CannotSeat, ...], most: int | None = None, least: int | None = None
    ) -> None:
        super().__init__(seats, most, least)
        self.seats = seats
        self.most = most
        self.least = least


class WhyLost(Enum):
    """Why a round that was stopped with the program cannot go on."""

    CHANGED = auto()
    """The game or its rules are not the same any more."""
    PLAYER_GONE = auto()
    """Somebody who was in it is not in players.xml any more."""
    UNREADABLE = auto()
    """What was written down of it makes no round."""

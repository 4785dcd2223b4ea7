"""Refusals. Each leaves everything as it was and carries what would have been allowed."""

from dataclasses import dataclass
from enum import Enum, auto

from pontoon.moves import Ask, Bar, Move, Option


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


class NotSeated(Refused):
    """A move or a resignation by somebody who has no seat in the round, or none any more."""


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
    """A move by a seated player while another is asked."""


class NotOffered(MoveRefused):
    """A kind of move that is not allowed now; ``bar`` says why.

    ``limit`` is the number of the rules behind that reason, 0 where there is none.
    """

    def __init__(self, ask: Ask, move: Move, bar: Bar, limit: int = 0) -> None:
        super().__init__(ask, move)
        self.bar = bar
        self.limit = limit


class BadAmount(MoveRefused):
    """A move that is on offer with an amount that is not; ``option`` has the least and the most."""

    def __init__(self, ask: Ask, move: Move, option: Option) -> None:
        super().__init__(ask, move)
        self.option = option


class SeatFault(Enum):
    """Why somebody cannot be seated."""

    IS_THE_BOT = auto()
    NOT_PRESENT = auto()
    NO_ENTRY = auto()
    SEATED_ELSEWHERE = auto()
    SEATED_TWICE = auto()
    NO_CHIPS = auto()


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

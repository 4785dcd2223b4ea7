"""Events about the bank of a player: how it moves, its sale, its auction and its kitty."""

from enum import Enum, auto

from pontoon.engine.cards import Card
from pontoon.engine.events import Event, HandEvent
from pontoon.engine.record import record


class WayToBank(Enum):
    """How somebody came to have the bank."""

    CUT = auto()
    ALONE = auto()
    """Nobody else would have it."""
    LEFT = auto()
    """It passed to the next on the left."""
    PONTOON = auto()
    SALE = auto()
    AUCTION = auto()


@record
class BankCut(Event):
    """Players cut for the bank. If the highest ranks tie, those players cut again."""

    cuts: tuple[tuple[str, Card], ...]


@record
class BankTaken(Event):
    """A player takes the bank, and pays so many chips to the old banker."""

    player: str
    way: WayToBank
    price: int = 0


@record
class SatOut(Event):
    """A player has too few chips for this round, and sits out."""

    player: str


@record
class BankerSeated(Event):
    """A player is banker in this round. ``order`` are all who play, from the banker's left.

    ``kitty`` is None in games without one.
    """

    player: str
    order: tuple[str, ...]
    kitty: int | None = None


@record
class BankerLeft(Event):
    """The banker has resigned after the bets: the hand is played by rule, and the bank moves.

    It draws on ``draws_on`` and less.
    """

    player: str
    draws_on: int


@record
class BankMissed(Event):
    """The banker has missed a decision, and keeps the bank for this round at most."""

    player: str


@record
class BankVacant(Event):
    """The bank has left ``player``, and nobody has it now."""

    player: str


@record
class BankRestored(Event):
    """The round is not settled, so the bank and the chips for it and its kitty are as before.

    ``banker`` has the bank, None if nobody has. ``kitty`` is None in games without one.
    """

    banker: str | None
    kitty: int | None


@record
class BankLooked(Event):
    """Somebody asked who has the bank.

    ``cover`` is the cover left, None between rounds. ``kitty`` is None in games without one.
    """

    player: str
    cover: int | None
    kitty: int | None


@record
class SaleOffered(Event):
    """The banker offers the bank to ``buyer`` for so many chips.

    The sale takes effect at the end of the round; between rounds, at once.
    """

    player: str
    buyer: str
    price: int
    is_at_once: bool = False


@record
class SaleAgreed(Event):
    """``buyer`` accepts, and takes the bank at the end of the round."""

    player: str
    buyer: str
    price: int


@record
class BankSold(Event):
    """``player`` has sold the bank to ``buyer`` between rounds: so many chips change hands."""

    player: str
    buyer: str
    price: int


@record
class SaleDeclined(Event):
    """A player declines the bank that ``seller`` has offered."""

    player: str
    seller: str


@record
class SaleCancelled(Event):
    """The banker takes back the offer made to ``buyer``."""

    player: str
    buyer: str


@record
class SaleVoid(Event):
    """The sale to ``buyer`` is void.

    The bank has moved, the buyer lacks the price plus cover, or the round was not settled.
    """

    player: str
    buyer: str


@record
class KittyPutUp(Event):
    """The banker puts so many chips into the kitty, which now holds ``kitty``."""

    player: str
    chips: int
    kitty: int


@record
class KittyTaken(Event):
    """The old banker takes the kitty."""

    player: str
    chips: int


@record
class AuctionBegan(Event):
    """The banker puts up no kitty, so the bank is auctioned."""

    player: str


@record
class HeldAgain(Event):
    """The highest bidder has left: the auction is held again among the others."""

    player: str


@record
class BidMade(Event):
    """A player bids so many chips for the bank."""

    player: str
    chips: int


@record
class ShotFired(HandEvent):
    """A shoot bet of so many chips on this hand."""

    chips: int


@record
class KittyAllShotAt(Event):
    """Shoot bets stand against the whole kitty: nobody can make another for now."""

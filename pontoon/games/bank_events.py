"""Events about the bank of a player: how it moves, its sale, its auction and its kitty.

A ``kitty`` is None in games without one.
"""

from enum import Enum, auto

from pontoon.engine.cards import Card
from pontoon.engine.events import Event, HandEvent, PlayerEvent
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
class BankTaken(PlayerEvent):
    """A player takes the bank, and pays so many chips to the old banker."""

    way: WayToBank
    price: int = 0


@record
class SatOut(PlayerEvent):
    """A player has too few chips for this round, and sits out."""


@record
class BankerSeated(PlayerEvent):
    """A player is banker in this round. ``order`` are all who play, from the banker's left."""

    order: tuple[str, ...]
    kitty: int | None = None


@record
class BankerLeft(PlayerEvent):
    """The banker has resigned after the bets: the hand draws on ``draws_on``, the bank moves."""

    draws_on: int


@record
class BankMissed(PlayerEvent):
    """The banker has missed a decision, and keeps the bank for this round at most."""


@record
class BankVacant(PlayerEvent):
    """The bank has left ``player``, and nobody has it now."""


@record
class BankRestored(Event):
    """The round is not settled: ``banker``, if anybody, has the bank and the kitty is as before."""

    banker: str | None
    kitty: int | None


@record
class BankLooked(PlayerEvent):
    """Somebody asked who has the bank; ``cover`` is the cover left, None between rounds."""

    cover: int | None
    kitty: int | None


@record
class SaleOffered(PlayerEvent):
    """The banker offers the bank to ``buyer``: for the end of the round, or at once between two."""

    buyer: str
    price: int
    is_at_once: bool = False


@record
class SaleAgreed(PlayerEvent):
    """``buyer`` accepts, and takes the bank at the end of the round."""

    buyer: str
    price: int


@record
class BankSold(PlayerEvent):
    """``player`` has sold the bank to ``buyer`` between rounds: so many chips change hands."""

    buyer: str
    price: int


@record
class SaleDeclined(PlayerEvent):
    """A player declines the bank that ``seller`` has offered."""

    seller: str


@record
class SaleCancelled(PlayerEvent):
    """The banker takes back the offer made to ``buyer``."""

    buyer: str


@record
class SaleVoid(PlayerEvent):
    """The sale is void: the bank has moved, the buyer is short, or the round was not settled."""

    buyer: str


@record
class KittyPutUp(PlayerEvent):
    """The banker puts so many chips into the kitty, which now holds ``kitty``."""

    chips: int
    kitty: int


@record
class KittyTaken(PlayerEvent):
    """The old banker takes the kitty."""

    chips: int


@record
class AuctionBegan(PlayerEvent):
    """The banker puts up no kitty, so the bank is auctioned."""


@record
class HeldAgain(PlayerEvent):
    """The highest bidder has left: the auction is held again among the others."""


@record
class BidMade(PlayerEvent):
    """A player bids so many chips for the bank."""

    chips: int


@record
class ShotFired(HandEvent):
    """A shoot bet of so many chips on this hand."""

    chips: int


@record
class KittyAllShotAt(Event):
    """Shoot bets stand against the whole kitty: nobody can make another for now."""

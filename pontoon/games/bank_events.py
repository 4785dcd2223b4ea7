"""Events about the bank of a player: how it moves, its sale, its auction and its kitty.

A ``kitty`` is None in games without one.
"""

from enum import Enum

from pontoon.engine.cards import Card
from pontoon.engine.events import Event, HandEvent, PlayerEvent


class WayToBank(Enum):
    """How somebody came to have the bank."""

    KEPT = "kept"
    """They had it before."""
    CUT = "cut"
    ALONE = "alone"
    """Nobody else would have it."""
    LEFT = "left"
    """It passed to the next on the left."""
    PONTOON = "pontoon"
    SALE = "sale"
    AUCTION = "auction"


class BankCut(Event, frozen=True):
    """Players cut for the bank. If the highest ranks tie, those players cut again."""

    cuts: tuple[tuple[str, Card], ...]


class BankTaken(PlayerEvent, frozen=True):
    """A player takes the bank, and pays this many chips to the old banker."""

    way: WayToBank
    price: int = 0


class BankClaimed(PlayerEvent, frozen=True):
    """A player's pontoon takes the bank, if they say yes at the start of their next round."""


class SatOut(PlayerEvent, frozen=True):
    """A player has too few chips for this round, and sits out."""


class NotCovered(PlayerEvent, frozen=True):
    """The banker has no cover for this player, who is left out."""


class BankerSeated(PlayerEvent, frozen=True):
    """A player is banker in this round. ``order`` are all who play, from the banker's left.

    ``way`` is how they got the bank, None if they have taken it in this round.
    """

    order: tuple[str, ...]
    kitty: int | None = None
    way: WayToBank | None = None


class BankerLeft(PlayerEvent, frozen=True):
    """The banker has resigned after a bet: the hand draws on ``draws_on``, the bank moves."""

    draws_on: int


class BankMissed(PlayerEvent, frozen=True):
    """The banker has missed a decision, and keeps the bank for this round at most."""


class BankVacant(PlayerEvent, frozen=True):
    """``player`` has given up the bank: who has it now is asked at the next deal."""


class BankRestored(Event, frozen=True):
    """The round is not settled: ``banker``, if anybody, has the bank and the kitty is as before."""

    banker: str | None
    kitty: int | None


class BankLooked(PlayerEvent, frozen=True):
    """Somebody asked who has the bank; ``cover`` is the cover left, None between rounds."""

    cover: int | None
    kitty: int | None


class SaleOffered(PlayerEvent, frozen=True):
    """The banker offers the bank to ``buyer``: for the end of the round, or at once between two."""

    buyer: str
    price: int
    is_at_once: bool = False


class SaleAgreed(PlayerEvent, frozen=True):
    """``buyer`` accepts, and takes the bank at the end of the round."""

    buyer: str
    price: int


class BankSold(PlayerEvent, frozen=True):
    """``player`` has sold the bank to ``buyer`` between rounds: this many chips change hands."""

    buyer: str
    price: int


class SaleDeclined(PlayerEvent, frozen=True):
    """A player declines the bank that ``seller`` has offered."""

    seller: str


class SaleCancelled(PlayerEvent, frozen=True):
    """The banker takes back the offer made to ``buyer``."""

    buyer: str


class SaleVoid(PlayerEvent, frozen=True):
    """The sale, or the offer, is void.

    The bank has moved or a pontoon takes it, the buyer is short, one of the two has left the
    channel, or the round was not settled.
    """

    buyer: str


class KittyPutUp(PlayerEvent, frozen=True):
    """The banker puts this many chips into the kitty, which now holds ``kitty``."""

    chips: int
    kitty: int


class KittyTaken(PlayerEvent, frozen=True):
    """The old banker takes the kitty."""

    chips: int


class AuctionBegan(PlayerEvent, frozen=True):
    """The banker puts up no kitty, so the bank is auctioned."""


class BidMade(PlayerEvent, frozen=True):
    """A player bids this many chips for the bank."""

    chips: int


class KnockedDown(PlayerEvent, frozen=True):
    """``player``'s bank goes to ``buyer`` for this many chips, which are paid at once."""

    buyer: str
    price: int


class ShotFired(HandEvent, frozen=True):
    """A shoot bet of this many chips on this hand."""

    chips: int


class KittyAllShotAt(Event, frozen=True):
    """Shoot bets stand against the whole kitty: nobody can make another for now."""

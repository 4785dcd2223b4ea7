"""What happens to a bank that one of the players has: how it moves, its sale and its kitty."""

from enum import Enum, auto

from pontoon.engine.cards import Card
from pontoon.engine.events import Event, HandEvent
from pontoon.engine.record import record


class WayToBank(Enum):
    """How somebody came by the bank."""

    CUT = auto()
    ALONE = auto()
    """Nobody else wanted it."""
    LEFT = auto()
    """It passed to the left."""
    PONTOON = auto()
    SALE = auto()
    AUCTION = auto()


@record
class BankCut(Event):
    """Players drew a card each for the bank; where the highest are equal, these draw again."""

    cuts: tuple[tuple[str, Card], ...]


@record
class BankTaken(Event):
    """A player has the bank now, having paid so many chips to whoever had it."""

    player: str
    way: WayToBank
    price: int = 0


@record
class SatOut(Event):
    """A player has not enough chips for this round."""

    player: str


@record
class BankerSeated(Event):
    """A player is banker in this round; ``order`` are all who play, from the banker's left.

    ``kitty`` is None in games without one.
    """

    player: str
    order: tuple[str, ...]
    kitty: int | None = None


@record
class BankerLeft(Event):
    """The banker has resigned while there are bets: the hand is played by rule, and the bank moves.

    Cards are drawn on ``draws_on`` and less.
    """

    player: str
    draws_on: int


@record
class BankMissed(Event):
    """The banker has let a decision go by, and keeps the bank until the round is over at most."""

    player: str


@record
class BankVacant(Event):
    """The bank has left ``player``, and nobody has it now."""

    player: str


@record
class BankRestored(Event):
    """A round comes to nothing in which the bank moved, or chips did for it or its kitty.

    All that is as it was before: ``banker`` has the bank, None if nobody has. ``kitty`` is None in
    games without one.
    """

    banker: str | None
    kitty: int | None


@record
class BankLooked(Event):
    """Somebody asked who has the bank.

    So many chips more as ``cover`` says can be staked against the bank; None between rounds.
    ``kitty`` is None in games without one.
    """

    player: str
    cover: int | None
    kitty: int | None


@record
class SaleOffered(Event):
    """The banker offers the bank to ``buyer`` for so many chips.

    It changes hands when the round is over; or, where none is played, at once.
    """

    player: str
    buyer: str
    price: int
    is_at_once: bool = False


@record
class SaleAgreed(Event):
    """``buyer`` takes the bank at the end of the round, for so many chips."""

    player: str
    buyer: str
    price: int


@record
class BankSold(Event):
    """``player`` has sold the bank to ``buyer`` between two rounds: so many chips change hands."""

    player: str
    buyer: str
    price: int


@record
class SaleDeclined(Event):
    """The player whom the bank was offered to does not want it of ``seller``."""

    player: str
    seller: str


@record
class SaleCancelled(Event):
    """The banker takes back the offer made to ``buyer``."""

    player: str
    buyer: str


@record
class SaleVoid(Event):
    """The bank is not sold to ``buyer``.

    It has moved, the buyer cannot take it, or the round in which that was agreed came to nothing.
    """

    player: str
    buyer: str


@record
class KittyPutUp(Event):
    """The banker puts so many chips into the kitty, which has ``kitty`` now."""

    player: str
    chips: int
    kitty: int


@record
class KittyTaken(Event):
    """Whoever put up the kitty takes what is in it, not having the bank any more."""

    player: str
    chips: int


@record
class AuctionBegan(Event):
    """The banker does not put up a kitty: the bank goes to the highest bidder."""

    player: str


@record
class HeldAgain(Event):
    """The highest bidder has left, and the bid with them: all others may bid again."""

    player: str


@record
class BidMade(Event):
    """A player offers so many chips for the bank."""

    player: str
    chips: int


@record
class ShotFired(HandEvent):
    """A bet of so many chips against the kitty, on this hand."""

    chips: int


@record
class KittyAllShotAt(Event):
    """Bets stand against all that is in the kitty: nobody can make another one for now."""

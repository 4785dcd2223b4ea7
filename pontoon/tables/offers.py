"""Which offers of a bank their buyers can have read: nobody accepts another (RULES 0, Heard)."""

from math import ceil

from msgspec import Struct

from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.events import Event
from pontoon.engine.moves import Accept, SellBank
from pontoon.games.bank_events import (
    BankTaken,
    SaleAgreed,
    SaleCancelled,
    SaleDeclined,
    SaleOffered,
    SaleVoid,
)
from pontoon.irc.reactor import Clock

READ_SECONDS = 3
"""An offer can be accepted so many seconds after it was sent to the buyer."""
AGAIN_SECONDS = 30
"""A bank is offered to a buyer again so many seconds after the last offer was over."""
LATELY_SECONDS = 300
"""For so long after another offer a buyer has to say the price."""

_ENDINGS = (SaleAgreed, SaleDeclined, SaleCancelled, SaleVoid, BankTaken)
"""After these an offer no longer stands."""

Place = tuple[str, str]
"""A table: its channel, and the game."""


class _Offer(Struct, eq=False):
    """An offer, which was ``sent_at`` some time to its buyer and is ``over_at`` another."""

    place: Place
    said: SaleOffered
    sent_at: float | None = None
    over_at: float | None = None


class Offers:
    """The offers of banks on a network within the last five minutes, and those that stand."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._offers: list[_Offer] = []

    def note(self, place: Place, event: Event) -> None:
        """Note that EVENT has happened at PLACE: an offer is made there or told again, or over."""
        standing = self._standing(place)
        if isinstance(event, SaleOffered):
            if standing is None or standing.said != event:
                self._offers = [*filter(self._is_recent, self._offers), _Offer(place, event)]
        elif standing is not None and isinstance(event, _ENDINGS):
            standing.over_at = self._clock.seconds()

    def sent(self, place: Place, said: SaleOffered) -> None:
        """Note that the buyer of what was SAID at PLACE has just been sent it."""
        for each in self._offers:
            if (each.place, each.said) == (place, said) and each.sent_at is None:
                each.sent_at = self._clock.seconds()

    def unsent(self, place: Place, buyer: str) -> SaleOffered | None:
        """Return the offer to BUYER that stands at PLACE and has not been sent to them."""
        offer = self._standing(place)
        if offer is None or offer.said.buyer != buyer or offer.sent_at is not None:
            return None
        return offer.said

    def check(self, place: Place, player: str, request: SellBank | Accept) -> None:
        """Raise RequestRefused if the REQUEST of PLAYER at PLACE comes too early, or is vague."""
        now = self._clock.seconds()
        if isinstance(request, SellBank):
            mine = [e for e in self._offers if (e.place, e.said.buyer) == (place, request.buyer)]
            last = max((each.over_at for each in mine if each.over_at is not None), default=None)
            if last is not None and (wait := ceil(last + AGAIN_SECONDS - now)) > 0:
                raise RequestRefused(request, RequestFault.OFFERED_LATELY, wait)
            return
        offer = self._standing(place)
        if offer is None or offer.said.buyer != player:
            return
        price = offer.said.price
        if offer.sent_at is None or now < offer.sent_at + READ_SECONDS:
            raise RequestRefused(request, RequestFault.NOT_READ, price)
        theirs = [e for e in self._offers if e.said.buyer == player and self._is_recent(e)]
        if request.price is None and len(theirs) > 1:
            raise RequestRefused(request, RequestFault.PRICE_NOT_SAID, price)

    def _standing(self, place: Place) -> _Offer | None:
        found = (each for each in self._offers if each.place == place and each.over_at is None)
        return next(found, None)

    def _is_recent(self, offer: _Offer) -> bool:
        """Tell whether OFFER stands, or has been over for less than five minutes."""
        return offer.over_at is None or self._clock.seconds() < offer.over_at + LATELY_SECONDS

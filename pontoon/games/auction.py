"""An auction of the bank: whose turn it is to bid, for how much at least, and who has bid most."""

from collections import deque
from collections.abc import Iterable

from pontoon.engine.hands import Seat

TENTH = 10
"""A bid is higher than the last one by at least this part of it, rounded up to a whole chip."""


class Auction:
    """An auction among BIDDERS, who bid higher in that order or pass for good."""

    def __init__(self, bidders: Iterable[Seat]) -> None:
        self._bidders = deque(bidders)
        self.highest: Seat | None = None
        """Who has bid the most; None before the first bid."""
        self.price = 0
        """What that was."""

    @property
    def least(self) -> int:
        """The least that can be bid now."""
        return self.price + max(1, -(-self.price // TENTH))

    def next_bidder(self) -> Seat | None:
        """Return who is to bid or to pass now; None when all others have passed."""
        if not self._bidders or self._bidders[0] is self.highest:
            return None
        return self._bidders.popleft()

    def bid(self, bidder: Seat, chips: int) -> None:
        """Let BIDDER have bid so many CHIPS, and bid again after the others."""
        self.highest, self.price = bidder, chips
        self._bidders.append(bidder)

    def bid_of(self, bidder: Seat) -> int:
        """Return what BIDDER must be able to pay; 0 unless they have bid the most."""
        return self.price if bidder is self.highest else 0

    def end(self) -> tuple[Seat | None, int]:
        """Return who has bid most, and how much; from now on nobody's chips are kept for that."""
        highest, self.highest = self.highest, None
        return highest, self.price

"""The auction of a bank: who bids next, how much at least, and who takes the bank."""

from collections import deque
from collections.abc import Iterable

from pontoon.engine.events import Passed
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Option, Phase, Verb
from pontoon.engine.round import Script
from pontoon.games.bank_events import AuctionBegan, BidMade, KnockedDown, WayToBank
from pontoon.games.dealt_round import PackRulesT
from pontoon.games.moving_bank import (
    NOBODY,
    PASS,
    MovingBankRound,
    ask_before_deal,
)

TENTH = 10
"""A bid is at least a tenth above the last one, rounded up (RULES 3)."""


class Auction:
    """An auction among BIDDERS, who in that order bid higher or pass for good.

    >>> dave, kevin = Seat("dave", 100), Seat("kevin", 100)
    >>> auction = Auction([dave, kevin])
    >>> auction.bid(auction.next_bidder(), 20)
    >>> auction.next_bidder() is kevin, auction.least
    (True, 22)
    """

    def __init__(self, bidders: Iterable[Seat]) -> None:
        self._bidders = deque(bidders)
        self.highest: Seat | None = None
        """The highest bidder; None before the first bid, and once the auction is over."""
        self.price = 0
        """The highest bid."""

    @property
    def least(self) -> int:
        """The least that can be bid now."""
        return self.price + max(1, -(-self.price // TENTH))

    def next_bidder(self) -> Seat | None:
        """Return who bids or passes now; None when all others have passed."""
        if not self._bidders or self._bidders[0] is self.highest:
            return None
        return self._bidders.popleft()

    def bid(self, bidder: Seat, chips: int) -> None:
        """Take a bid of CHIPS. BIDDER is asked again after the others."""
        self.highest, self.price = bidder, chips
        self._bidders.append(bidder)


class AuctionRound(MovingBankRound[PackRulesT]):
    """A round whose bank can be auctioned, if the banker puts up no kitty (RULES 3)."""

    auction_seconds: int
    """How many seconds a player has for a bid."""
    bank_auction: Auction | None = None

    def at_risk(self, seat: Seat) -> int:
        """Return the most that SEAT can still lose, with the highest bid and what it must leave."""
        auction, at_risk = self.bank_auction, super().at_risk(seat)
        if auction is None or seat is not auction.highest:
            return at_risk
        return at_risk + auction.price + self.bid_leaves()

    def bid_leaves(self) -> int:
        """Return what a bid must leave: a kitty, and the cover for this table."""
        others = len(self.seats) - 1
        return self.bank_needs(self.rules) + self.least_stake(self.rules) * (others - 1)

    def is_free(self, seat: Seat) -> bool:
        """Tell whether SEAT can be left at no cost: a bid binds."""
        auction = self.bank_auction
        return super().is_free(seat) and (auction is None or seat is not auction.highest)

    def auction(self) -> Script:
        """Let all bid from the banker's left. The highest pays the banker and takes the bank.

        A bid binds: who leaves has bid. Without a bid the bank goes left, free.
        """
        seller = self.banker
        self.note(AuctionBegan(seller.player))
        self.bank_auction = auction = Auction(self.left_of(seller.player))
        while not self.are_too_few() and (bidder := auction.next_bidder()):
            yield from self.take_bid(auction, bidder)
        buyer, auction.highest = auction.highest, None
        if buyer and min(buyer.chips, buyer.chips_before) >= auction.price:
            self.knock_down(seller, buyer, auction.price)
        else:
            yield from self.give_away(seller)

    def knock_down(self, seller: Seat, buyer: Seat, price: int) -> None:
        """Let BUYER pay PRICE to SELLER now. It stays paid, whatever becomes of the round."""
        seller.change_apart(price)
        buyer.change_apart(-price)
        self.note(KnockedDown(seller.player, buyer.player, price))
        self.take_bank(buyer, WayToBank.AUCTION, price)

    def give_away(self, seller: Seat) -> Script:
        """Let the first on the left of SELLER who says yes take the bank, which nobody has bid for.

        Where nobody does, SELLER keeps it, and there is no round.
        """
        if self.are_too_few():
            return
        self.banker = NOBODY
        yield from self.ask_for_bank(self.left_of(seller.player))
        if not self.are_too_few() and (heir := self.next_on_left(seller.player)):
            self.take_bank(heir, WayToBank.LEFT)

    def ask_bid(self, auction: Auction, bidder: Seat) -> Ask | None:
        """Ask BIDDER for a higher bid that leaves kitty and cover; None if they can make none.

        A bid is paid before the round is, so it takes no chips of a kitty that comes back in it.
        """
        most = min(bidder.chips - self.bid_leaves(), bidder.chips_before)
        if bidder not in self.seats or most < auction.least:
            return None
        bid = Option(Verb.BID, auction.least, most)
        return ask_before_deal(Phase.AUCTION, bidder, (bid, PASS), self.auction_seconds)

    def ask_bid_anew(self, ask: Ask) -> Ask | None:
        """Return ASK with what can be bid now, if anything."""
        bidder, auction = self.seat_of(ask.player), self.bank_auction
        assert bidder is not None
        assert auction is not None
        return self.ask_bid(auction, bidder)

    def take_bid(self, auction: Auction, bidder: Seat) -> Script:
        """Let BIDDER bid or pass."""
        ask = self.ask_bid(auction, bidder)
        move = (yield ask) if ask else None
        if move is None:
            return
        if move.verb is Verb.PASS:
            self.note(Passed(bidder.player))
        else:
            auction.bid(bidder, move.chips)
            self.note(BidMade(bidder.player, move.chips))

"""The auction of a bank: who bids next, how much at least, and who takes the bank."""

from collections import deque
from collections.abc import Iterable

from pontoon.engine.events import Passed
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Option, Phase, Verb
from pontoon.engine.round import Script
from pontoon.games.bank import Sale
from pontoon.games.bank_events import AuctionBegan, BidMade, HeldAgain, WayToBank
from pontoon.games.dealt_round import PackRulesT
from pontoon.games.moving_bank import LEAST_SEATS, PASS, MovingBankRound, ask_before_deal

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
        return at_risk + auction.price + self.bank_needs(self.rules, len(self.seats))

    def auction(self) -> Script:
        """Let all bid from the banker's left. The highest pays the banker and takes the bank.

        If the highest bidder leaves, the auction is held again among the others. Without a bid, or
        if its chips are gone by then, the bank goes left, free, to the first who would have it.
        """
        seller = self.banker
        self.note(AuctionBegan(seller.player))
        self.bank_auction = auction = Auction(self.left_of(seller.player))
        while len(self.seats) >= LEAST_SEATS and (bidder := auction.next_bidder()):
            yield from self.take_bid(auction, bidder)
            if auction.highest and auction.highest not in self.seats:
                self.note(HeldAgain(auction.highest.player))
                self.bank_auction = auction = Auction(self.left_of(seller.player))
        if len(self.seats) < LEAST_SEATS:
            return
        buyer, auction.highest = auction.highest, None
        if buyer and self.can_take(buyer, auction.price):
            self.knocked_down = Sale(seller.player, buyer.player, auction.price)
            self.take_bank(buyer, WayToBank.AUCTION, auction.price)
        else:
            self.replace_banker(seller.player)

    def goes_back_from(self, leaver: Seat) -> bool:
        """Pass on the bank of LEAVER before the deal; tell whether it goes back to a seller.

        It does if LEAVER has won it in an auction. The seller keeps the price (RULES 3).
        """
        sale = self.knocked_down
        seller = self.seat_of(sale.seller) if sale and sale.buyer == leaver.player else None
        if seller and self.can_take(seller):
            self.take_bank(seller, WayToBank.BACK)
            return True
        self.replace_banker(leaver.player)
        return False

    def ask_bid(self, auction: Auction, bidder: Seat) -> Ask | None:
        """Ask BIDDER for a higher bid that leaves kitty and cover; None if they can make none."""
        most = bidder.chips - self.bank_needs(self.rules, len(self.seats))
        if bidder not in self.seats or most < auction.least:
            return None
        bid = Option(Verb.BID, auction.least, most)
        return ask_before_deal(Phase.AUCTION, bidder, (bid, PASS), self.auction_seconds)

    def ask_bid_anew(self, ask: Ask) -> Ask | None:
        """Return ASK with what can be bid now; None if the highest bid has fallen away."""
        auction = self.bank_auction
        assert auction is not None
        if auction.highest and auction.highest not in self.seats:
            return None
        return next(self.ask_bid(auction, seat) for seat in self.seats if seat.player == ask.player)

    def take_bid(self, auction: Auction, bidder: Seat) -> Script:
        """Let BIDDER bid or pass. A bidder would have the bank."""
        ask = self.ask_bid(auction, bidder)
        move = (yield ask) if ask else None
        if move is None:
            return
        if move.verb is Verb.PASS:
            self.note(Passed(bidder.player))
        else:
            auction.bid(bidder, move.chips)
            self.willing.add(bidder.player)
            self.note(BidMade(bidder.player, move.chips))

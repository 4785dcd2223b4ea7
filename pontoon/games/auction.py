"""The auction of a bank: who bids next, how much at least, and who takes the bank."""

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence

from pontoon.engine.events import Passed
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Option, Phase, Verb
from pontoon.engine.round import Script
from pontoon.games.bank import Bank
from pontoon.games.bank_events import AuctionBegan, BidMade, HeldAgain, WayToBank
from pontoon.games.dealt_round import PackRulesT
from pontoon.games.moving_bank import LEAST_SEATS, PASS, MovingBankRound, ask_before_deal

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


class AuctionRound(MovingBankRound[PackRulesT]):
    """A round whose bank goes to the highest bidder where the banker puts up no kitty."""

    def __init__(self, seats: Sequence[Seat], equipment: Bank, rules: PackRulesT) -> None:
        super().__init__(seats, equipment, rules)
        self.bank_auction: Auction | None = None
        """The auction of this round, if there was one."""

    @abstractmethod
    def auction_seconds(self) -> int:
        """Return how many seconds a player has for a bid."""

    def at_risk(self, seat: Seat) -> int:
        """Return the most that SEAT can still lose; the highest bid, and what it leaves, too."""
        bid = self.bank_auction.bid_of(seat) if self.bank_auction else 0
        kept = bid + self.bank_needs(self.rules, len(self.seats)) if bid else 0
        return super().at_risk(seat) + kept

    def auction(self) -> Script:
        """Let all bid from the banker's left; the highest pays the banker and takes the bank.

        Should the highest bidder leave, it is held again among the others. Without a bid, or where
        its chips are gone meanwhile, the bank goes to the left, free, to the first who wants it.
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
        buyer, price = auction.end()
        if buyer and self.can_take(buyer, price):
            self.take_bank(buyer, WayToBank.AUCTION, price)
        else:
            self.replace_banker(seller.player)

    def ask_bid(self, auction: Auction, bidder: Seat) -> Ask | None:
        """Ask for a higher bid that leaves kitty and cover; None where BIDDER can make none."""
        most = bidder.chips - self.bank_needs(self.rules, len(self.seats))
        if bidder not in self.seats or most < auction.least:
            return None
        bid = Option(Verb.BID, auction.least, most)
        seconds = self.auction_seconds()
        return ask_before_deal(Phase.AUCTION, bidder, bid, PASS, seconds=seconds)

    def ask_bid_anew(self, ask: Ask) -> Ask | None:
        """Return ASK with what can be bid now; None where the highest bid has fallen away."""
        auction = self.bank_auction
        assert auction is not None
        if auction.highest and auction.highest not in self.seats:
            return None
        return next(self.ask_bid(auction, seat) for seat in self.seats if seat.player == ask.player)

    def take_bid(self, auction: Auction, bidder: Seat) -> Script:
        """Let BIDDER bid, who wants the bank then, or pass."""
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

"""Rounds against a banker who is one of the players: who has the bank, and where it goes."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar

from pontoon.bank import Bank, Sale
from pontoon.bankevents import (
    BankCut,
    BankerSeated,
    BankLooked,
    BankRestored,
    BankTaken,
    SaleVoid,
    SatOut,
    WayToBank,
)
from pontoon.bankround import BankRound
from pontoon.cards import RANKS, Card
from pontoon.errors import DeedFault, NoSuchDeed
from pontoon.events import Event, Kitty, NoRound, Obstacle, Shuffled
from pontoon.hand import Seat
from pontoon.moves import Ask, Deed, LookAtBank, Step
from pontoon.round import GameRules, Round, State

Numbers = TypeVar("Numbers", bound=GameRules)

LEAST_SEATS = 2


class MovingBankRound(BankRound[Bank, Numbers]):
    """A round with a bank that stays with a player until it moves to another.

    What becomes of it is written down at the table only when the round is settled: one that is
    stopped or cannot be leaves it where it was. All chips that change hands do so in ``Seat.chips``
    at once; ``change_of`` tells what has become of them since the round began.
    """

    house: Bank
    has_moved = False
    """Whether the bank, or chips for it or its kitty, have moved, and that is not written down."""

    def __init__(self, seats: Sequence[Seat], house: Bank, rules: Numbers) -> None:
        super().__init__(list(seats), house, rules, house.pack)
        self.banker = nobody()
        """Who has the bank, on no seat as long as nobody has it."""
        self.away: list[Seat] = []
        """Those who have no seat, or none any more, but whose chips may have changed."""
        self.pontoon_made = False
        self.seat_needs = self.least_stake(rules)
        """The chips without which nobody can play against the bank."""
        self.named = self.names()
        """Who was named for the round."""

    # What a game says of its bank

    @abstractmethod
    def bank_needs(self, seat: Seat) -> int:
        """Return the chips without which SEAT cannot have the bank."""

    @abstractmethod
    def cover_left(self) -> int:
        """Return how many chips more can be staked against the bank."""

    @abstractmethod
    def takers(self) -> Iterator[Seat]:
        """Yield those whose hands take the bank, the first on the banker's left first."""

    @classmethod
    def banker_of(cls, house: Bank) -> str | None:
        """Return who has the bank between rounds."""
        return house.banker

    @classmethod
    def state_of(cls, house: Bank) -> State:
        """Return the bank, its pack and its sale."""
        return house.state()

    @classmethod
    def kitty_of(cls, _house: Bank) -> int | None:
        """Return what is in the kitty between rounds; None where there is none."""
        return None

    def kitty_now(self) -> int | None:
        """Return what is in the kitty; None where there is none."""
        return None

    def keep_kitty(self) -> Kitty | None:
        """Leave what is in the kitty at the table, and return it; None where there is none."""
        return None

    def give_up_bank(self) -> None:
        """See to what belongs to whoever had the bank, and goes with them."""

    # Who has the bank

    def find_banker(self) -> None:
        """Leave the bank with whoever has it, if they are here and can; or let it move."""
        name = self.house.banker
        holder = self.seat_of(name)
        if holder is not None and self.can_bank(holder):
            self.banker = holder
        else:
            self.replace_banker(name)

    def replace_banker(self, name: str | None) -> None:
        """Pass the bank to the first on the left of NAME who can have it, or else cut for it."""
        self.give_up_bank()
        able = [seat for seat in self.seats if self.can_bank(seat)]
        if heir := self.heir_of(name):
            self.take_bank(heir, WayToBank.LEFT)
        elif able:
            self.take_bank(self.cut(able), WayToBank.CUT)
            if not self.house.circle:
                self._shuffle()
        else:
            self.banker = nobody()

    def heir_of(self, name: str | None) -> Seat | None:
        """Return the first on the left of NAME who can have the bank, if anybody can."""
        return next((seat for seat in self.left_of(name) if self.can_bank(seat)), None)

    def can_bank(self, seat: Seat, price: int = 0) -> bool:
        """Tell whether SEAT can have the bank, having paid PRICE for it."""
        is_here = seat in self.seats and not seat.has_resigned
        return is_here and seat.chips >= price + self.bank_needs(seat)

    def seat_of(self, name: str | None) -> Seat | None:
        """Return the seat of the player called NAME, if there is one."""
        for seat in self.seats:
            if seat.player == name:
                return seat
        return None

    def left_of(self, name: str | None) -> Iterator[Seat]:
        """Yield the seats from the left of NAME, who need not be here but has been."""
        circle = self.named if name in self.named else self.house.circle
        if name in circle:
            place = circle.index(name)
            seats = map(self.seat_of, circle[place + 1 :] + circle[:place])
            yield from (seat for seat in seats if seat is not None)

    def cut(self, seats: Sequence[Seat]) -> Seat:
        """Let SEATS draw a card each until one is the highest; return that seat."""
        while True:
            cuts = dict(zip(seats, self.pack.cut(len(seats)), strict=True))
            self.note(BankCut(tuple((seat.player, card) for seat, card in cuts.items())))
            highest = max(map(height, cuts.values()))
            seats = [seat for seat, card in cuts.items() if height(card) == highest]
            if len(seats) == 1:
                return seats[0]

    def take_bank(self, seat: Seat, way: WayToBank, price: int = 0) -> None:
        """Let SEAT have the bank, for PRICE; what was agreed about it before is void."""
        seat.chips -= price
        self.banker.chips += price
        self.give_up_bank()
        self.banker = seat
        self.has_moved = True
        self.note(BankTaken(seat.player, way, price))
        sale, self.house.sale = self.house.sale, None
        if sale is not None and way is not WayToBank.SALE:
            self.note(SaleVoid(sale.seller, sale.buyer))

    def _shuffle(self) -> None:
        self.pack.shuffle()
        self.note(Shuffled())

    # Who plays

    def sit_out(self) -> None:
        """Take from the table those who could not bet any more."""
        for seat in [seat for seat in self.seats if seat.chips < self.seat_needs]:
            if seat is not self.banker:
                self.leave_table(seat)
                self.note(SatOut(seat.player))

    def leave_table(self, seat: Seat) -> None:
        """Take SEAT from the table before it has a card."""
        self.seats = [each for each in self.seats if each is not seat]
        self.away.append(seat)

    def obstacle(self) -> Obstacle | None:
        """Return why there can be no round, if there is a reason."""
        if len(self.seats) < LEAST_SEATS:
            return Obstacle.TOO_FEW_PLAYERS
        return None if self.banker in self.seats else Obstacle.NOBODY_CAN_BANK

    def call_off(self, why: Obstacle) -> None:
        """End the round before it has begun."""
        self.clear_table()
        self.note(NoRound(why))

    def line_up(self) -> None:
        """Put the seats into the order of play: from the banker's left, the banker last."""
        place = self.seats.index(self.banker)
        self.punters = [*self.seats[place + 1 :], *self.seats[:place]]
        self.seats = [*self.punters, self.banker]
        self.note(BankerSeated(self.banker.player, self.names(), self.kitty_now()))

    def is_void(self, ask: Ask) -> bool:
        """Tell whether nobody is left whom ASK, before the deal or of the banker, would touch."""
        is_before_deal = ask.step in (Step.KITTY, Step.AUCTION)
        return len(self.seats) < LEAST_SEATS if is_before_deal else super().is_void(ask)

    # After the round

    def move_bank(self) -> None:
        """Let the bank go where it goes after the round, and write down whose it is."""
        sale = self.house.sale
        if self.pontoon_made and (taker := next(filter(self.can_bank, self.takers()), None)):
            self.take_bank(taker, WayToBank.PONTOON)
        elif sale is not None and sale.is_agreed:
            self._sell(sale)
        if self.banker.has_resigned:
            self.replace_banker(self.banker.player)
        self.has_moved = False
        self.house.banker = self.banker.player or None
        self.house.circle = self.names()

    def _sell(self, sale: Sale) -> None:
        """Let the buyer take the bank, unless they lack the price or the cover."""
        buyer = self.seat_of(sale.buyer)
        if buyer is not None and self.can_bank(buyer, sale.price):
            self.take_bank(buyer, WayToBank.SALE, sale.price)
        else:
            self._void_sale(sale)

    def _void_sale(self, sale: Sale) -> None:
        self.house.sale = None
        self.note(SaleVoid(sale.seller, sale.buyer))

    def clear_table(self) -> None:
        """Put the cards under the pack; shuffle it after a pontoon.

        What has moved and is not written down is as it was before. An offer of the bank by
        somebody whose it is not any more, or not after all, is void.
        """
        super().clear_table()
        if self.pontoon_made:
            self._shuffle()
        if self.has_moved:
            self.note(BankRestored(self.house.banker, self.kitty_of(self.house)))
        sale = self.house.sale
        if sale is not None and sale.seller != self.house.banker:
            self._void_sale(sale)

    # On turn or not

    @classmethod
    def do(
        cls,
        house: Bank,
        _rules: Numbers,
        running: Round[Bank, Numbers] | None,
        player: str,
        deed: Deed,
    ) -> list[Event]:
        """Tell who has the bank, or deal in it; NoSuchDeed, and nothing has changed."""
        banker, players, cover, kitty = house.banker, house.circle, None, cls.kitty_of(house)
        if isinstance(running, MovingBankRound):
            banker, cover, kitty = running.banker.player, running.cover_left(), running.kitty_now()
            players = tuple(seat.player for seat in running.seats if not seat.has_resigned)
        if not isinstance(deed, LookAtBank):
            return house.trade(player, deed, banker, players)
        if banker is None:
            raise NoSuchDeed(deed, DeedFault.NO_BANK_YET)
        return [BankLooked(banker, cover, kitty)]


def nobody() -> Seat:
    """Return what stands for the banker where there is none."""
    return Seat("", 0)


def height(card: Card) -> int:
    """Return how high CARD is in cutting, where an ace is the highest."""
    return len(RANKS) if card.is_ace else RANKS.index(card.rank)

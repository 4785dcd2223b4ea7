"""Rounds against a banker who is one of the players: who has the bank, and how it moves."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from pontoon.engine.computers import is_computer
from pontoon.engine.decks import Pack
from pontoon.engine.errors import Refused, RequestFault
from pontoon.engine.events import Event, Kitty, NoRound, Obstacle
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, LookAtBank, Move, Option, Phase, TableRequest, Unit, Verb
from pontoon.engine.round import EquipmentState, Round, Script
from pontoon.games import bank_events
from pontoon.games.bank import Bank, Market, Sale
from pontoon.games.bank_events import WayToBank
from pontoon.games.banker_round import BankRound
from pontoon.games.dealt_round import PackRulesT

MIN_SEATS = 2

TAKE = Option(Verb.TAKE)
PASS = Option(Verb.PASS)
TAKE_OR_PASS = (TAKE, PASS)

AT_ONCE = (WayToBank.CUT, WayToBank.PONTOON, WayToBank.AUCTION)
"""Ways to a bank that stays with whoever has got it before the deal, whatever comes then."""

NOBODY = Seat("", 0)
"""The banker of a bank that nobody has. No chips ever move to it or from it."""


class MovingBankRound(BankRound[Bank, PackRulesT]):
    """A round with a bank that stays with one player until it moves to another who would have it.

    The round changes the ``Bank`` of the table only when it is settled. Some things count at once:
    the result of a cut or of an auction, the answer to a claim, and a banker who leaves. Chips that
    change hands do so in ``Seat.chips`` at once; ``Seat.change`` adds up what has changed since the
    round began.
    """

    unseated: list[Seat]
    bank_type: ClassVar[type[Bank]] = Bank
    equipment: Bank
    banker = NOBODY
    """The seat of the banker; NOBODY if the bank is vacant."""
    willing: set[str]
    """The players who have said that they would have the bank."""
    has_missed = False
    """Whether the banker has missed a decision, and passes the bank on after the round."""
    pontoon_made = False
    kitty: int | None = None
    """What is in the kitty; None in games without one."""
    has_moved = False
    """Whether the bank, or its kitty, have moved and are not settled."""
    is_taken = False
    """Whether somebody has taken the bank in this round."""

    def __init__(self, seats: Sequence[Seat], equipment: Bank, rules: PackRulesT) -> None:
        super().__init__(seats, equipment, rules, equipment.pack)
        self.unseated = []
        self.willing = set()
        self.circle = equipment.circle_of(self.named)
        """The players clockwise, with those of the last round who are not here."""

    @classmethod
    def new_equipment(cls, _rules: PackRulesT, seed: bytes) -> Bank:
        return cls.bank_type(Pack(seed))

    @classmethod
    def restored(cls, _rules: PackRulesT, state: EquipmentState) -> Bank:
        return cls.bank_type.restored(state)

    @classmethod
    @abstractmethod
    def bank_needs(cls, rules: PackRulesT, kitty: int = 0) -> int:
        """Return the chips that a banker, who has a KITTY, needs to cover one player."""

    @classmethod
    @abstractmethod
    def greatest_price(cls, rules: PackRulesT) -> int:
        """Return the most chips that the bank can be sold for."""

    @abstractmethod
    def cover_left(self) -> int:
        """Return the cover left: how many chips more can be staked against the bank."""

    @abstractmethod
    def takers(self) -> Iterator[Seat]:
        """Yield the seats with a pontoon that takes the bank, from the banker's left."""

    @classmethod
    def banker_of(cls, equipment: Bank) -> str | None:
        return equipment.banker

    @classmethod
    def bank_of(cls, equipment: Bank) -> EquipmentState:
        return equipment.lasting()

    @classmethod
    def offer_of(cls, equipment: Bank) -> Event | None:
        sale = equipment.sale
        if sale is None or sale.is_agreed:
            return None
        return bank_events.SaleOffered(sale.seller, sale.buyer, sale.price)

    @classmethod
    def can_keep_bank(cls, equipment: Bank, rules: PackRulesT, chips: int) -> bool:
        return chips >= cls.bank_needs(rules, equipment.kitty_chips or 0)

    def kitty_of_theirs(self, _seat: Seat) -> int:
        """Return what SEAT has put into the kitty, in this round or before."""
        return 0

    def keep_kitty(self) -> Kitty | None:
        """Keep the kitty at the table, and return it; None if there is none."""
        return None

    def give_up_bank(self) -> None:
        """Give the old banker what goes with them: nothing here."""

    def at_risk(self, seat: Seat) -> int:
        """Return the most that SEAT can still lose, with the price of a sale they agreed to."""
        return super().at_risk(seat) + self.equipment.owed_by(seat.player)

    def find_banker(self) -> Script:
        """Find the banker. Where it is open who has the bank, people are asked (RULES 0).

        The claim of a pontoon goes first, then the banker's own yes, then the left.
        """
        bank = self.equipment
        is_open, claimant = self.is_bank_open(), self.seat_of(bank.claimant)
        yield from self.ask_for_bank([seat for seat in self.seats if is_open or seat is claimant])
        if claimant:
            bank.claimant = None
        if self.are_too_few():
            return
        owner = self.seat_of(bank.banker)
        if claimant and self.would_take(claimant):
            self.take_bank(claimant, WayToBank.PONTOON)
        elif owner and (not is_open or owner.player in self.willing):
            self.keep_bank(owner)
        elif is_open:
            self.pass_bank(bank.banker or bank.left_by)

    def is_bank_open(self) -> bool:
        """Tell whether nobody has the bank, or it is passed on: people are asked about it then."""
        owner = self.seat_of(self.equipment.banker)
        return owner is None or self.bank_passes_on or not self.can_keep(owner)

    def ask_for_bank(self, seats: Sequence[Seat]) -> Script:
        """Ask those of SEATS who could have the bank, all at once, whether they want it."""
        seconds = self.table_rules.bank_timeout
        asks = [
            ask_before_deal(Phase.BANK, seat, TAKE_OR_PASS, seconds)
            for seat in seats
            if self.could_bank(seat)
        ]
        self.willing.clear()
        if asks:
            yield tuple(asks)

    def answer(self, ask: Ask, move: Move) -> None:
        """Note the answer MOVE of the player who would have the bank, or would not."""
        if move.verb is Verb.TAKE:
            self.willing.add(ask.player)

    def could_bank(self, seat: Seat) -> bool:
        """Tell whether SEAT has the chips to keep the bank, or to take it."""
        is_keeping = seat.player == self.equipment.banker and self.can_keep(seat)
        return is_keeping or self.can_take(seat)

    def can_keep(self, seat: Seat) -> bool:
        """Tell whether SEAT, who has the bank, has the chips to keep it."""
        return seat.chips >= self.bank_needs(self.rules, self.kitty_of_theirs(seat))

    def can_take(self, seat: Seat, price: int = 0) -> bool:
        """Tell whether SEAT can take the bank for PRICE. A kitty of their own comes back first."""
        is_there = not seat.has_resigned and seat in self.seats
        return is_there and self.has_cover(seat, price)

    def has_cover(self, seat: Seat, price: int = 0) -> bool:
        """Tell whether SEAT has PRICE plus cover. A kitty of their own comes back first."""
        chips = seat.chips + self.kitty_of_theirs(seat)
        return chips >= price + self.bank_needs(self.rules)

    def would_take(self, seat: Seat) -> bool:
        """Tell whether SEAT would have the bank, and can take it."""
        return seat.player in self.willing and self.can_take(seat)

    def keep_bank(self, owner: Seat) -> None:
        """Let OWNER keep the bank. Without cover their kitty comes back: they put up another."""
        if not self.can_keep(owner):
            self.give_up_bank()
        self.banker = owner

    def pass_bank(self, name: str | None) -> None:
        """Pass the bank of NAME to the first on the left who would have it, or have it cut for."""
        if successor := self.next_on_left(name):
            self.take_bank(successor, WayToBank.LEFT)
            return
        willing = [seat for seat in self.seats if self.would_take(seat)]
        if len(willing) == 1:
            self.take_bank(willing[0], WayToBank.ALONE)
        elif willing:
            self.take_bank(self.cut(willing), WayToBank.CUT)

    def next_on_left(self, name: str | None) -> Seat | None:
        """Return the first on the left of NAME who would take the bank, None if there is nobody.

        Newcomers do not sit on the left of somebody who does not play in this round.
        """
        sits = self.circle if name in self.named else self.equipment.circle
        for seat in self.left_of(name):
            if seat.player in sits and self.would_take(seat):
                return seat
        return None

    def account_of(self, player: str) -> Seat:
        """Return the seat that counts the chips of PLAYER, who may not be at the table."""
        known = (seat for seat in (*self.seats, *self.unseated) if seat.player == player)
        if (seat := next(known, None)) is None:
            seat = Seat(player, 0)
            self.unseated.append(seat)
        return seat

    def left_of(self, name: str | None) -> list[Seat]:
        """Return the seats from the left of NAME, who may only have played the last round."""
        circle = self.circle
        if name not in circle:
            return []
        seats = {seat.player: seat for seat in self.seats}
        place = circle.index(name)
        return [seats[each] for each in circle[place + 1 :] + circle[:place] if each in seats]

    def cut(self, seats: Sequence[Seat]) -> Seat:
        """Let SEATS cut for the bank, until one has the highest rank; return that seat."""
        while len(seats) > 1:
            highest, cut = self.equipment.cut([seat.player for seat in seats])
            self.note(cut)
            seats = [seat for seat in seats if seat.player in highest]
        return seats[0]

    def take_bank(self, seat: Seat, way: WayToBank, price: int = 0) -> None:
        """Let SEAT take the bank, for which PRICE is paid. What was agreed about it is void.

        Some ways count at once, and stand even if the round is stopped.
        """
        self.give_up_bank()
        self.banker = seat
        self.is_taken = True
        if way in AT_ONCE:
            self.equipment.give_to(seat.player)
        else:
            self.has_moved = True
        if way in (*AT_ONCE, WayToBank.SALE):
            self.equipment.way = way
        self.note(bank_events.BankTaken(seat.player, way, price))
        if way is WayToBank.SALE:
            self.equipment.sale = None
        else:
            self.void_sale()

    def leave_out(self) -> None:
        """Let those sit out who have too few chips to bet, and then whom the bank cannot cover.

        Of the latter the last one named goes first (RULES 0).
        """
        least = self.least_stake(self.rules)
        for seat in self.seats:
            if seat.chips < least and seat is not self.banker:
                self.leave_table(seat)
                self.note(bank_events.SatOut(seat.player))
        for name in reversed(self.named):
            seat_named = self.seat_of(name)
            if self.banker.chips >= least * (len(self.seats) - 1):
                return
            if seat_named and seat_named is not self.banker:
                self.leave_table(seat_named)
                self.note(bank_events.NotCovered(name))

    def leave_table(self, seat: Seat) -> None:
        """Take SEAT off the table before the deal."""
        self.seats = [each for each in self.seats if each is not seat]
        self.unseated.append(seat)

    def obstacle(self) -> Obstacle | None:
        if self.has_given_up_bank(self.banker.player or self.equipment.banker):
            return Obstacle.BANKER_LEFT
        if self.are_too_few():
            return Obstacle.TOO_FEW_PLAYERS
        if self.banker in self.seats:
            return None
        can_anybody = any(map(self.could_bank, self.seats))
        return Obstacle.NOBODY_WILL_BANK if can_anybody else Obstacle.NOBODY_CAN_BANK

    def are_too_few(self) -> bool:
        """Tell whether too few are left before the deal; computers do not play on alone."""
        had_people = not all(map(is_computer, self.named))
        is_without = had_people and all(seat.is_computer for seat in self.seats)
        return is_without or len(self.seats) < MIN_SEATS

    def has_given_up_bank(self, name: str | None) -> bool:
        """Tell whether NAME, who has or had the bank, has given it up by leaving the round."""
        seats = (*self.seats, *self.unseated)
        return any(seat.has_resigned for seat in seats if seat.player == name)

    def call_off(self, why: Obstacle) -> None:
        """End the round before a card of it."""
        self.clear_table()
        self.note(NoRound(why))

    def names(self) -> tuple[str, ...]:
        return tuple([seat.player for seat in self.seats])

    def line_up(self) -> None:
        """Put the seats into the order of play, from the banker's left, the banker last."""
        self.punters = self.left_of(self.banker.player)
        self.seats = [*self.punters, self.banker]
        way = None if self.is_taken else self.equipment.way
        self.equipment.way = WayToBank.KEPT
        self.note(bank_events.BankerSeated(self.banker.player, self.names(), self.kitty, way))

    def is_void(self, ask: Ask) -> bool:
        is_before_deal = ask.phase in (Phase.BANK, Phase.KITTY, Phase.AUCTION)
        return self.are_too_few() if is_before_deal else super().is_void(ask)

    def move_bank(self) -> None:
        """Move the bank after the round, and keep the banker at the table (RULES 2).

        A pontoon does not take it before its maker is asked, in their next round.
        """
        bank = self.equipment
        is_sold = False
        if maker := next(filter(self.can_take, self.takers()), None):
            bank.claimant = maker.player
            self.note(bank_events.BankClaimed(maker.player))
        elif (sale := bank.sale) is not None and sale.is_agreed:
            is_sold = self._sell(sale)
        if not is_sold and (self.banker.has_resigned or self.has_missed):
            self.give_up_bank()
            self.pass_on(self.banker.player)
        else:
            bank.give_to(self.banker.player)
        self.has_moved = False
        bank.circle = self.names()

    def pass_on(self, name: str) -> None:
        """Pass on the bank of NAME: at the next deal people are asked for it."""
        self.equipment.pass_on(name)
        self.note(bank_events.BankVacant(name))

    def _sell(self, sale: Sale) -> bool:
        """Let the buyer take the bank, unless they lack the price plus cover; tell if they do.

        Who has resigned since they accepted has bought it all the same.
        """
        buyer = self.seat_of(sale.buyer)
        if buyer is None or not self.has_cover(buyer, sale.price):
            self.void_sale()
            return False
        buyer.chips -= sale.price
        self.banker.chips += sale.price
        self.take_bank(buyer, WayToBank.SALE, sale.price)
        return True

    def void_sale(self) -> None:
        """Void the offer of the bank, or the sale, if there is one."""
        sale, self.equipment.sale = self.equipment.sale, None
        if sale is not None:
            self.note(bank_events.SaleVoid(sale.seller, sale.buyer))

    def gather(self) -> None:
        """Put the cards to the bottom of the pack; after a pontoon, finish it."""
        if self.pontoon_made:
            self.finish_pack()
        else:
            super().gather()
        self._void_what_is_not_for_sale()

    def clear_table(self) -> None:
        """Put bank and kitty back where they were, since the round is not settled.

        A banker who has left gives the bank up all the same.
        """
        super().clear_table()
        bank = self.equipment
        given_up = filter(self.has_given_up_bank, (self.banker.player, bank.banker))
        if (name := next(given_up, None)) is not None:
            self.pass_on(name)
        elif self.has_moved:
            is_anothers = bank.kitty is not None and bank.kitty.banker != bank.banker
            kitty = 0 if is_anothers else bank.kitty_chips
            self.note(bank_events.BankRestored(bank.banker, kitty))
        self._void_what_is_not_for_sale()

    def _void_what_is_not_for_sale(self) -> None:
        """Void an offer by somebody without the bank, and a sale that was not settled."""
        sale = self.equipment.sale
        if sale is not None and (sale.is_agreed or sale.seller != self.equipment.banker):
            self.void_sale()

    @classmethod
    def do(
        cls,
        equipment: Bank,
        rules: PackRulesT,
        running: Round[Bank, PackRulesT] | None,
        player: str,
        request: TableRequest,
        chips: int,
    ) -> list[Event]:
        """Tell who has the bank, or sell it (RULES 2, Moving the bank); or Refused."""
        banker, players = equipment.banker, equipment.circle
        cover, kitty, is_claimed = None, equipment.kitty_chips, equipment.claimant is not None
        if isinstance(running, MovingBankRound):
            is_claimed |= any(running.takers())
            players = tuple(seat.player for seat in running.seats if not seat.has_resigned)
            if running.banker.player:
                banker, cover = running.banker.player, running.cover_left()
                kitty = running.kitty
        if not isinstance(request, LookAtBank):
            most, needs = cls.greatest_price(rules), cls.bank_needs(rules)
            market = Market(banker, players, most, running is None, chips, needs, is_claimed)
            return equipment.trade(player, request, market)
        if banker is None:
            raise Refused(RequestFault.NO_BANK_YET)
        return [bank_events.BankLooked(banker, cover, kitty)]


def ask_before_deal(
    phase: Phase, seat: Seat, options: tuple[Option, ...], seconds: int, kitty: int = 0
) -> Ask:
    """Ask SEAT for a decision before the deal, in SECONDS. KITTY is what the kitty holds."""
    return Ask(seat.player, phase, options, (), 0, seat.chips, None, Unit.CHIPS, kitty, (), seconds)

"""Rounds against a banker who is one of the players: who has the bank, and how it moves."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from pontoon.engine.decks import Pack
from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.events import Event, Kitty, NoRound, Obstacle, PlayerResult, Settled
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, LookAtBank, Move, Option, Phase, TableRequest, Unit, Verb
from pontoon.engine.round import EquipmentState, Round, Script
from pontoon.games import bank_events
from pontoon.games.bank import Bank, Market, Sale
from pontoon.games.bank_events import WayToBank
from pontoon.games.banker_round import BankRound
from pontoon.games.dealt_round import PackRulesT

LEAST_SEATS = 2

TAKE = Option(Verb.TAKE)
PASS = Option(Verb.PASS)
TAKE_OR_PASS = (TAKE, PASS)

NOBODY = Seat("", 0)
"""The banker of a bank that nobody has. No chips ever move to it or from it."""


class MovingBankRound(BankRound[Bank, PackRulesT]):
    """A round with a bank that stays with one player until it moves to another who would have it.

    The round changes the ``Bank`` of the table only when it is settled. Two things count at once:
    the result of a cut, and a banker who leaves. Chips that change hands do so in ``Seat.chips`` at
    once; ``Seat.change`` adds up what has changed since the round began.
    """

    bank_type: ClassVar[type[Bank]] = Bank
    equipment: Bank
    banker = NOBODY
    """The seat of the banker; NOBODY if the bank is vacant."""
    willing: set[str]
    """The players who would have the bank."""
    pontoon_made = False
    kitty: int | None = None
    """What is in the kitty; None in games without one."""
    has_moved = False
    """Whether the bank, or chips for it or its kitty, have moved and are not settled."""
    is_taken = False
    """Whether somebody has taken the bank in this round."""
    knocked_down: Sale | None = None
    """The sale of the bank in an auction before the deal, which stays paid."""

    def __init__(self, seats: Sequence[Seat], equipment: Bank, rules: PackRulesT) -> None:
        super().__init__(seats, equipment, rules, equipment.pack)
        self.unseated: list[Seat] = []
        """People without a seat, or no longer with one, whose chips may have changed."""
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
    def bank_needs(cls, rules: PackRulesT, players: int, kitty: int = 0) -> int:
        """Return the chips that a banker, who has a KITTY, needs in a round of so many PLAYERS."""

    @classmethod
    @abstractmethod
    def greatest_price(cls, rules: PackRulesT) -> int:
        """Return the most chips that the bank can be sold for."""

    @abstractmethod
    def cover_left(self) -> int:
        """Return the cover left: how many chips more can be staked against the bank."""

    @abstractmethod
    def takers(self) -> Iterator[Seat]:
        """Yield the seats whose hands take the bank, from the banker's left."""

    @classmethod
    def banker_of(cls, equipment: Bank) -> str | None:
        return equipment.banker

    @classmethod
    def offer_of(cls, equipment: Bank) -> Event | None:
        sale = equipment.sale
        if sale is None or sale.is_agreed:
            return None
        return bank_events.SaleOffered(sale.seller, sale.buyer, sale.price)

    @classmethod
    def can_keep_bank(cls, equipment: Bank, rules: PackRulesT, chips: int, players: int) -> bool:
        return chips >= cls.bank_needs(rules, players, equipment.kitty_chips or 0)

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

    def ask_who_would_bank(self) -> Script:
        """Ask all who could have the bank at once, if their answer is not known (RULES 0)."""
        answers, seconds = self.consent, self.table_rules.bank_timeout
        self.willing = {player for player, is_willing in answers.items() if is_willing}
        asks = [
            ask_before_deal(Phase.BANK, seat, TAKE_OR_PASS, seconds)
            for seat in self.seats
            if seat.player not in answers and self.could_bank(seat)
        ]
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
        kitty = self.kitty_of_theirs(seat)
        return seat.chips >= self.bank_needs(self.rules, len(self.seats), kitty)

    def can_take(self, seat: Seat, price: int = 0) -> bool:
        """Tell whether SEAT can take the bank for PRICE. A kitty of their own comes back first."""
        if seat.has_resigned or seat not in self.seats:
            return False
        chips = seat.chips + self.kitty_of_theirs(seat)
        return chips >= price + self.bank_needs(self.rules, len(self.seats))

    def would_take(self, seat: Seat) -> bool:
        """Tell whether SEAT would have the bank, and can take it."""
        return seat.player in self.willing and self.can_take(seat)

    def find_banker(self) -> None:
        """Find the banker: the one who has the bank, if they are here, can and will, or another."""
        holder = self.seat_of(self.equipment.banker)
        if len(self.seats) < LEAST_SEATS:
            return
        if holder and holder.player in self.willing and self.can_keep(holder):
            self.banker = holder
            return
        self.replace_banker(self.equipment.banker)
        if holder and not self.banker.player and self.would_take(holder):
            self.take_bank(holder, WayToBank.ALONE)

    def replace_banker(self, name: str | None) -> None:
        """Pass the bank of NAME to the first on the left who would have it, or have it cut for."""
        if successor := self.next_on_left(name):
            self.take_bank(successor, WayToBank.LEFT)
            return
        willing = [seat for seat in self.seats if seat.player != name and self.would_take(seat)]
        if len(willing) == 1:
            self.take_bank(willing[0], WayToBank.ALONE)
        elif willing:
            self.take_bank(self.cut(willing), WayToBank.CUT)
        else:
            self.banker = NOBODY

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
        """Let SEAT take the bank for PRICE. What was agreed about it before is void.

        The result of a cut stands, even if the round is stopped.
        """
        seat.chips -= price
        self.banker.chips += price
        self.give_up_bank()
        self.banker = seat
        self.willing.add(seat.player)
        if way is WayToBank.CUT:
            self.equipment.banker = seat.player
        else:
            self.has_moved = True
        self.equipment.way, self.is_taken = way, True
        self.note(bank_events.BankTaken(seat.player, way, price))
        sale, self.equipment.sale = self.equipment.sale, None
        if sale is not None and way is not WayToBank.SALE:
            self.note(bank_events.SaleVoid(sale.seller, sale.buyer))

    def sit_out(self) -> None:
        """Let the players sit out who have too few chips to bet."""
        needs = self.least_stake(self.rules)
        for seat in self.seats:
            if seat.chips < needs and seat is not self.banker:
                self.leave_table(seat)
                self.note(bank_events.SatOut(seat.player))

    def leave_table(self, seat: Seat) -> None:
        """Take SEAT off the table before the deal."""
        self.seats = [each for each in self.seats if each is not seat]
        self.unseated.append(seat)

    def obstacle(self) -> Obstacle | None:
        if len(self.seats) < LEAST_SEATS:
            return Obstacle.TOO_FEW_PLAYERS
        if self.banker in self.seats:
            return None
        can_anybody = any(map(self.could_bank, self.seats))
        return Obstacle.NOBODY_WILL_BANK if can_anybody else Obstacle.NOBODY_CAN_BANK

    def call_off(self, why: Obstacle) -> None:
        if sale := self.knocked_down:
            is_buyers = self.banker.player == sale.buyer and not self.banker.has_resigned
            self.equipment.banker = sale.buyer if is_buyers else sale.seller
        self.end_unsettled(NoRound(why))

    def end_unsettled(self, end: Event) -> None:
        """End the round by END. Only what was knocked down in an auction stays paid (RULES 3)."""
        sale = self.knocked_down
        self.clear_table(0 if sale is None else sale.price)
        self.note(end)
        if sale:
            paid = ((sale.seller, sale.price), (sale.buyer, -sale.price))
            self.note(Settled(tuple(PlayerResult(name, chips, 0, 0) for name, chips in paid), 0))

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
        return len(self.seats) < LEAST_SEATS if is_before_deal else super().is_void(ask)

    def move_bank(self) -> None:
        """Move the bank after the round, and keep the new banker at the table (RULES 2)."""
        sale = self.equipment.sale
        if self.pontoon_made and (taker := next(filter(self.would_take, self.takers()), None)):
            self.take_bank(taker, WayToBank.PONTOON)
        elif sale is not None and sale.is_agreed:
            self._sell(sale)
        if self.banker.has_resigned or self.banker.player not in self.willing:
            self._pass_on(self.banker.player)
        self.has_moved = False
        self.equipment.banker = self.banker.player or None
        self.equipment.circle = self.names()

    def _pass_on(self, name: str) -> None:
        """Pass on the bank of NAME. If nobody would have it, it is vacant."""
        self.replace_banker(name)
        if not self.banker.player:
            self.give_up_bank()
            self.note(bank_events.BankVacant(name))

    def _sell(self, sale: Sale) -> None:
        """Let the buyer take the bank, unless they lack the price plus cover."""
        buyer = self.seat_of(sale.buyer)
        if buyer is not None and self.can_take(buyer, sale.price):
            self.take_bank(buyer, WayToBank.SALE, sale.price)
        else:
            self._void_sale(sale)

    def _void_sale(self, sale: Sale) -> None:
        self.equipment.sale = None
        self.note(bank_events.SaleVoid(sale.seller, sale.buyer))

    def gather(self) -> None:
        """Put the cards to the bottom of the pack; after a pontoon, finish it."""
        if self.pontoon_made:
            self.finish_pack()
        else:
            super().gather()
        self._void_what_is_not_for_sale()

    def clear_table(self, paid: int = 0) -> None:
        """Put bank and chips back where they were, but for what was PAID: it is not settled."""
        super().clear_table()
        if self.has_moved:
            bank = self.equipment
            self.note(bank_events.BankRestored(bank.banker, bank.kitty_chips, paid))
        self._void_what_is_not_for_sale()

    def _void_what_is_not_for_sale(self) -> None:
        """Void an offer by somebody without the bank, and a sale that was not settled."""
        sale = self.equipment.sale
        if sale is not None and (sale.is_agreed or sale.seller != self.equipment.banker):
            self._void_sale(sale)

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
        """Tell who has the bank, or sell it (RULES 2, Moving the bank); or RequestRefused."""
        banker, players = equipment.banker, equipment.circle
        cover, kitty = None, equipment.kitty_chips
        if isinstance(running, MovingBankRound):
            players = tuple(seat.player for seat in running.seats if not seat.has_resigned)
            if running.banker.player:
                banker, cover = running.banker.player, running.cover_left()
                kitty = running.kitty
        if not isinstance(request, LookAtBank):
            most, needs = cls.greatest_price(rules), cls.bank_needs(rules, len(players))
            market = Market(banker, players, most, running is None, chips, needs)
            return equipment.trade(player, request, market)
        if banker is None:
            raise RequestRefused(request, RequestFault.NO_BANK_YET)
        return [bank_events.BankLooked(banker, cover, kitty)]


def ask_before_deal(
    phase: Phase, seat: Seat, options: tuple[Option, ...], seconds: int, kitty: int = 0
) -> Ask:
    """Ask SEAT for a decision before the deal, in SECONDS. KITTY is what the kitty holds."""
    return Ask(seat.player, phase, options, (), 0, seat.chips, None, Unit.CHIPS, kitty, (), seconds)

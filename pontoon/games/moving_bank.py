"""Rounds against a banker who is one of the players: who has the bank, and where it goes."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.events import Event, Kitty, NoRound, Obstacle
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, LookAtBank, Move, Option, Phase, TableRequest, Verb
from pontoon.engine.round import Round, Script, State
from pontoon.games.bank import Bank, Market, Sale
from pontoon.games.bank_events import (
    BankerSeated,
    BankLooked,
    BankRestored,
    BankTaken,
    BankVacant,
    SaleVoid,
    SatOut,
    WayToBank,
)
from pontoon.games.banker_round import BankRound
from pontoon.games.dealt_round import PackRulesT

LEAST_SEATS = 2

TAKE = Option(Verb.TAKE)
PASS = Option(Verb.PASS)


class MovingBankRound(BankRound[Bank, PackRulesT]):
    """A round with a bank that stays with a player until it moves to another who wants it.

    What becomes of it is written down at the table only when the round is settled, apart from the
    result of a cut, and from a bank that whoever had it has left. All chips that change hands do so
    in ``Seat.chips`` at once; ``Seat.change`` tells what has become of them since the round began.
    """

    equipment: Bank
    has_moved = False
    """Whether the bank, or chips for it or its kitty, have moved, and that is not written down."""
    is_bought = False
    """Whether the bank has been paid for before the deal."""

    def __init__(self, seats: Sequence[Seat], equipment: Bank, rules: PackRulesT) -> None:
        super().__init__(list(seats), equipment, rules, equipment.pack)
        self.banker = nobody()
        """Who has the bank, on no seat as long as nobody has it."""
        self.unseated: list[Seat] = []
        """Those who have no seat, or none any longer, but whose chips may have changed."""
        self.pontoon_made = False
        self.seat_needs = self.least_stake(rules)
        """The chips without which nobody can play against the bank."""
        self.named = self.names()
        """Who was named for the round."""
        self.circle = equipment.circle_of(self.named)
        """Who sits on whose left, players of the last round who are not here among them."""
        self.willing: set[str] = set()
        """Who would have the bank."""

    # What a game says of its bank

    @classmethod
    @abstractmethod
    def bank_needs(cls, rules: PackRulesT, players: int, kitty: int = 0) -> int:
        """Return the chips without which nobody can have the bank of a round of so many PLAYERS.

        KITTY is what there is of their own to bet against.
        """

    @classmethod
    @abstractmethod
    def greatest_price(cls, rules: PackRulesT) -> int:
        """Return the most chips that the bank can be sold for."""

    @abstractmethod
    def cover_left(self) -> int:
        """Return how many chips more can be staked against the bank."""

    @abstractmethod
    def takers(self) -> Iterator[Seat]:
        """Yield those whose hands take the bank, the first on the banker's left first."""

    @classmethod
    def banker_of(cls, equipment: Bank) -> str | None:
        """Return who has the bank between rounds."""
        return equipment.banker

    @classmethod
    def can_keep_bank(cls, equipment: Bank, rules: PackRulesT, chips: int, players: int) -> bool:
        """Tell whether so many CHIPS are enough for whoever has the bank to keep it."""
        return chips >= cls.bank_needs(rules, players, cls.kitty_of(equipment) or 0)

    @classmethod
    def state_of(cls, equipment: Bank) -> State:
        """Return the bank, its pack and its sale."""
        return equipment.state()

    @classmethod
    def kitty_of(cls, _equipment: Bank) -> int | None:
        """Return what is in the kitty between rounds; None where there is none."""
        return None

    def kitty_now(self) -> int | None:
        """Return what is in the kitty; None where there is none."""
        return None

    def kitty_of_theirs(self, _seat: Seat) -> int:
        """Return what SEAT has put into the kitty, in this round or before."""
        return 0

    def keep_kitty(self) -> Kitty | None:
        """Leave what is in the kitty at the table, and return it; None where there is none."""
        return None

    def give_up_bank(self) -> None:
        """See to what belongs to whoever had the bank, and goes with them."""

    def at_risk(self, seat: Seat) -> int:
        """Return the most that SEAT can still lose, the price of a bank they have bought too."""
        return super().at_risk(seat) + self.equipment.owed_by(seat.player)

    # Who would have the bank

    def ask_who_would_bank(self) -> Script:
        """Ask all at once who could have the bank, but those whose answer is known."""
        self.willing = {player for player, is_willing in self.consent.items() if is_willing}
        asked = [seat for seat in self.seats if seat.player not in self.consent]
        if asks := tuple([self.ask_consent(seat) for seat in asked if self.could_bank(seat)]):
            yield asks

    def ask_consent(self, seat: Seat) -> Ask:
        """Ask SEAT whether they would have the bank, if it comes to them."""
        return ask_before_deal(Phase.BANK, seat, TAKE, PASS, seconds=self.table_rules.bank_timeout)

    def answer(self, ask: Ask, move: Move) -> None:
        """Note who would have the bank."""
        if move.verb is Verb.TAKE:
            self.willing.add(ask.player)

    def could_bank(self, seat: Seat) -> bool:
        """Tell whether SEAT has the chips for the bank, whether it would be new to them or not."""
        is_keeping = seat.player == self.equipment.banker and self.can_keep(seat)
        return is_keeping or self.can_take(seat)

    def can_keep(self, seat: Seat) -> bool:
        """Tell whether SEAT, who has the bank, has the chips to keep it."""
        kitty = self.kitty_of_theirs(seat)
        return seat.chips >= self.bank_needs(self.rules, len(self.seats), kitty)

    def can_take(self, seat: Seat, price: int = 0) -> bool:
        """Tell whether SEAT can take the bank, paying PRICE for it.

        What is theirs in a kitty goes back to them then.
        """
        is_here = seat in self.seats and not seat.has_resigned
        chips = seat.chips + self.kitty_of_theirs(seat)
        return is_here and chips >= price + self.bank_needs(self.rules, len(self.seats))

    def would_take(self, seat: Seat) -> bool:
        """Tell whether SEAT can take the bank, and wants it."""
        return seat.player in self.willing and self.can_take(seat)

    # Who has the bank

    def find_banker(self) -> None:
        """Leave the bank with whoever has it, if they are here, can and will; or let it move.

        With fewer than two at the table there is nothing to find.
        """
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
        """Pass the bank of NAME to the first on the left who will have it, or else cut for it."""
        willing = [seat for seat in self.seats if seat.player != name and self.would_take(seat)]
        if successor := self.next_on_left(name):
            self.take_bank(successor, WayToBank.LEFT)
        elif len(willing) == 1:
            self.take_bank(willing[0], WayToBank.ALONE)
        elif willing:
            self.take_bank(self.cut(willing), WayToBank.CUT)
        else:
            self.banker = nobody()

    def next_on_left(self, name: str | None) -> Seat | None:
        """Return the first on the left of NAME who can have the bank and wants it, if anybody.

        On the left of NAME nobody new sits where they do not play in this round.
        """
        left = self.left_of(name)
        if name not in self.named:
            left = (seat for seat in left if seat.player in self.equipment.circle)
        return next(filter(self.would_take, left), None)

    def account_of(self, player: str) -> Seat:
        """Return where the chips of PLAYER are counted, at the table or not."""
        known = (seat for seat in (*self.seats, *self.unseated) if seat.player == player)
        if (seat := next(known, None)) is None:
            seat = Seat(player, 0)
            self.unseated.append(seat)
        return seat

    def left_of(self, name: str | None) -> Iterator[Seat]:
        """Yield the seats from the left of NAME, who need not be here but has been."""
        if name in self.circle:
            place = self.circle.index(name)
            seats = map(self.seat_of, self.circle[place + 1 :] + self.circle[:place])
            yield from (seat for seat in seats if seat is not None)

    def cut(self, seats: Sequence[Seat]) -> Seat:
        """Let SEATS draw a card each until one is the highest; return that seat."""
        while len(seats) > 1:
            highest, cut = self.equipment.cut([seat.player for seat in seats])
            self.note(cut)
            seats = [seat for seat in seats if seat.player in highest]
        return seats[0]

    def take_bank(self, seat: Seat, way: WayToBank, price: int = 0) -> None:
        """Let SEAT have the bank, for PRICE; what was agreed about it before is void.

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
        self.is_bought |= way is WayToBank.AUCTION
        self.note(BankTaken(seat.player, way, price))
        sale, self.equipment.sale = self.equipment.sale, None
        if sale is not None and way is not WayToBank.SALE:
            self.note(SaleVoid(sale.seller, sale.buyer))

    # Who plays

    def sit_out(self) -> None:
        """Take from the table those who could not bet."""
        for seat in [seat for seat in self.seats if seat.chips < self.seat_needs]:
            if seat is not self.banker:
                self.leave_table(seat)
                self.note(SatOut(seat.player))

    def leave_table(self, seat: Seat) -> None:
        """Take SEAT from the table before it has a card."""
        self.seats = [each for each in self.seats if each is not seat]
        self.unseated.append(seat)

    def obstacle(self) -> Obstacle | None:
        """Return why there can be no round, if there is a reason."""
        if len(self.seats) < LEAST_SEATS:
            return Obstacle.TOO_FEW_PLAYERS
        if self.banker in self.seats:
            return None
        can_anybody = any(map(self.could_bank, self.seats))
        return Obstacle.NOBODY_WILL_BANK if can_anybody else Obstacle.NOBODY_CAN_BANK

    def call_off(self, why: Obstacle) -> None:
        """End the round before it has begun."""
        self.clear_table()
        self.note(NoRound(why))

    def line_up(self) -> None:
        """Put the seats into the order of play: from the banker's left, the banker last."""
        self.punters = list(self.left_of(self.banker.player))
        self.seats = [*self.punters, self.banker]
        self.note(BankerSeated(self.banker.player, self.names(), self.kitty_now()))

    def is_void(self, ask: Ask) -> bool:
        """Tell whether nobody is left whom ASK, before the deal or of the banker, would touch."""
        is_before_deal = ask.phase in (Phase.BANK, Phase.KITTY, Phase.AUCTION)
        return len(self.seats) < LEAST_SEATS if is_before_deal else super().is_void(ask)

    # After the round

    def move_bank(self) -> None:
        """Let the bank go where it goes after the round, and write down whose it is."""
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
        """Let somebody else have the bank that NAME has not kept, or nobody."""
        self.replace_banker(name)
        if not self.banker.player:
            self.give_up_bank()
            self.note(BankVacant(name))

    def _sell(self, sale: Sale) -> None:
        """Let the buyer take the bank, unless they lack the price or the cover."""
        buyer = self.seat_of(sale.buyer)
        if buyer is not None and self.can_take(buyer, sale.price):
            self.take_bank(buyer, WayToBank.SALE, sale.price)
        else:
            self._void_sale(sale)

    def _void_sale(self, sale: Sale) -> None:
        self.equipment.sale = None
        self.note(SaleVoid(sale.seller, sale.buyer))

    def gather(self) -> None:
        """Put the cards under the pack, or shuffle it after a pontoon."""
        if self.pontoon_made:
            self.shuffle()
        else:
            super().gather()
        self._void_what_is_not_for_sale()

    def clear_table(self) -> None:
        """Take back what has moved and is not written down, the round not being settled."""
        super().clear_table()
        if self.has_moved:
            self.note(BankRestored(self.equipment.banker, self.kitty_of(self.equipment)))
        self._void_what_is_not_for_sale()

    def _void_what_is_not_for_sale(self) -> None:
        """Void an offer by somebody who has not the bank, and what was agreed but not settled."""
        sale = self.equipment.sale
        if sale is not None and (sale.is_agreed or sale.seller != self.equipment.banker):
            self._void_sale(sale)

    # On turn or not

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
        """Tell who has the bank, or deal in it; RequestRefused, and nothing has changed."""
        banker, players = equipment.banker, equipment.circle
        cover, kitty = None, cls.kitty_of(equipment)
        if isinstance(running, MovingBankRound):
            players = tuple(seat.player for seat in running.seats if not seat.has_resigned)
            if running.banker.player:
                banker, cover = running.banker.player, running.cover_left()
                kitty = running.kitty_now()
        if not isinstance(request, LookAtBank):
            most, needs = cls.greatest_price(rules), cls.bank_needs(rules, len(players))
            market = Market(banker, players, most, running is None, chips, needs)
            return equipment.trade(player, request, market)
        if banker is None:
            raise RequestRefused(request, RequestFault.NO_BANK_YET)
        return [BankLooked(banker, cover, kitty)]


def ask_before_deal(
    phase: Phase, seat: Seat, *options: Option, seconds: int, kitty: int = 0
) -> Ask:
    """Ask SEAT for a decision that is about no hand; after so many SECONDS silence passes.

    KITTY is what there is in it.
    """
    return Ask(seat.player, phase, options, (), 0, seat.chips, seconds=seconds, shot=kitty)


def nobody() -> Seat:
    """Return what stands for the banker where there is none."""
    return Seat("", 0)

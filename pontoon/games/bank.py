"""What lasts at a table with a bank: the pack, the banker, a sale of the bank, a kitty."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import astuple, replace

from pontoon.engine.cards import RANKS, Card
from pontoon.engine.decks import Pack
from pontoon.engine.errors import Refused, RequestFault
from pontoon.engine.events import Event, Kitty
from pontoon.engine.moves import (
    Accept,
    Cancel,
    Decline,
    Lapse,
    SellBank,
    TableRequest,
    VagueSale,
)
from pontoon.games import bank_events
from pontoon.games.bank_events import BankCut, WayToBank


class Sale(Struct, frozen=True):
    """An offer of the bank for this many chips, and whether the buyer has accepted it."""

    seller: str
    buyer: str
    price: int
    is_agreed: bool = False


class Market(Struct, frozen=True):
    """What limits a sale of the bank: the banker, the players at the table, the greatest price.

    Between rounds the sale ``is_at_once``. The buyer has ``chips`` then, and must keep the
    cover that a banker ``needs``. Nobody sells a bank that ``is_claimed`` with a pontoon.
    """

    banker: str | None
    players: Collection[str]
    most: int
    is_at_once: bool
    chips: int
    needs: int
    is_claimed: bool = False


class Bank:
    """The bank of a table between rounds. A round changes it when it is settled."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.banker: str | None = None
        """The player who has the bank; None if it is vacant."""
        self.claimant: str | None = None
        """Who has made a pontoon that takes the bank, and has not been asked for an answer yet."""
        self.left_by: str | None = None
        """Who has given up a bank that is vacant: it goes to the left of them."""
        self.way = WayToBank.KEPT
        """How the banker got the bank since the last round."""
        self.circle: tuple[str, ...] = ()
        """The players of the last settled round, each on the left of the one before."""
        self.sale: Sale | None = None
        """The offer of the bank, or the sale that is agreed for the end of the round."""
        self.kitty: Kitty | None = None
        """The kitty, None if it is dry. In the next round it goes back to an owner without bank."""

    @property
    def kitty_chips(self) -> int | None:
        """What is in the kitty; None in games without one."""
        return None

    @property
    def deck(self) -> Pack:
        return self.pack

    def renewed(self, seed: bytes) -> Self:
        """Return the bank with a new pack, made from SEED, and all else as it was."""
        self.pack = self.pack.renewed(seed)
        return self

    def state(self) -> dict[str, Any]:
        sale = self.sale and list(astuple(self.sale))
        return {"pack": self.pack.state(), **self.lasting(), "sale": sale}

    def lasting(self) -> dict[str, Any]:
        """Return what of the state lasts though the pack and an offer do not: whose it is."""
        return {
            "banker": self.banker,
            "claimant": self.claimant,
            "left_by": self.left_by,
            "way": self.way.value,
            "circle": list(self.circle),
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        bank = cls(Pack.restored(state["pack"]))
        bank.banker, bank.circle = state["banker"], tuple(state["circle"])
        bank.claimant, bank.left_by = state.get("claimant"), state.get("left_by")
        bank.way = WayToBank(state.get("way", WayToBank.KEPT))
        bank.sale = Sale(*state["sale"]) if state["sale"] else None
        return bank

    def circle_of(self, named: Sequence[str]) -> tuple[str, ...]:
        """Return the circle of a round of NAMED, each on the left of the one before.

        It is that of the last settled round. Newcomers sit on the banker's right in the order
        named (RULES 2, Moving the bank).
        """
        circle, owner = self.circle, self.banker or self.left_by
        newcomers = [name for name in named if name not in circle]
        if owner not in circle:
            return (*circle, *newcomers)
        place = circle.index(owner)
        return (*circle[place + 1 :], *circle[:place], *newcomers, owner)

    def give_to(self, banker: str | None) -> None:
        """Let BANKER have the bank; None if nobody has it."""
        self.banker, self.left_by = banker, None
        if self.claimant == banker:
            self.claimant = None

    def pass_on(self, name: str) -> None:
        """Note that NAME has given up the bank: it goes to the left of them."""
        self.banker, self.left_by = None, name

    def cut(self, players: Sequence[str]) -> tuple[Collection[str], BankCut]:
        """Let PLAYERS cut for the bank; return those with the highest rank, and all the cuts."""
        cuts = tuple(zip(players, self.pack.cut(len(players)), strict=True))
        highest = max(_height(card) for _, card in cuts)
        return [player for player, card in cuts if _height(card) == highest], BankCut(cuts)

    def owed_by(self, player: str) -> int:
        """Return the price that PLAYER has agreed to pay for the bank; 0 if there is none."""
        sale = self.sale
        return sale.price if sale and sale.is_agreed and sale.buyer == player else 0

    def trade(self, player: str, request: TableRequest, market: Market) -> list[Event]:
        """Do what PLAYER requests about a sale of the bank, within MARKET; or Refused."""
        if isinstance(request, Lapse):
            return self._lapse(player)
        if isinstance(request, Accept | Decline):
            return self._answer(player, request, market)
        if why := self._why_not_offer(player, request, market):
            raise Refused(why, market.most if why is RequestFault.TOO_DEAR else 0)
        if isinstance(request, SellBank):
            sale = self.sale = Sale(player, request.buyer, request.price)
            return [bank_events.SaleOffered(player, sale.buyer, sale.price, market.is_at_once)]
        assert self.sale is not None
        buyer, self.sale = self.sale.buyer, None
        return [bank_events.SaleCancelled(player, buyer)]

    def _lapse(self, player: str) -> list[Event]:
        """End an offer that PLAYER, who has left the channel, has made or been made."""
        sale = self.sale
        if sale is None or sale.is_agreed or player not in (sale.seller, sale.buyer):
            raise Refused(RequestFault.NOTHING_OFFERED)
        self.sale = None
        return [bank_events.SaleVoid(sale.seller, sale.buyer)]

    def _answer(self, player: str, request: Accept | Decline, market: Market) -> list[Event]:
        sale = self.sale
        if sale is None or sale.is_agreed or sale.buyer != player:
            raise Refused(RequestFault.NOTHING_OFFERED)
        if isinstance(request, Decline):
            self.sale = None
            return [bank_events.SaleDeclined(player, sale.seller)]
        if request.price != sale.price:
            raise Refused(RequestFault.OTHER_PRICE, sale.price)
        if not market.is_at_once:
            self.sale = replace(sale, is_agreed=True)
            return [bank_events.SaleAgreed(sale.seller, player, sale.price)]
        if market.chips < (needed := sale.price + market.needs):
            raise Refused(RequestFault.TOO_FEW_CHIPS, needed)
        self.give_to(player)
        self.sale, self.way = None, WayToBank.SALE
        taken = bank_events.BankTaken(player, WayToBank.SALE, sale.price)
        return [taken, bank_events.BankSold(sale.seller, player, sale.price)]

    def _why_not_offer(
        self, player: str, request: TableRequest, market: Market
    ) -> RequestFault | None:
        """Return why PLAYER, who must have the bank, cannot offer it or take the offer back."""
        if not isinstance(request, SellBank | VagueSale | Cancel):
            return RequestFault.NOT_IN_THIS_GAME
        if market.banker is None:
            return RequestFault.NO_BANK_YET
        if player != market.banker:
            return RequestFault.NOT_THE_BANKER
        if self.sale is not None and self.sale.is_agreed:
            return RequestFault.ALREADY_SOLD
        match request:
            case SellBank(buyer, price):
                if buyer == player:
                    return RequestFault.TO_ONESELF
                return self._why_not_sell(buyer, price, market)
            case Cancel():
                return RequestFault.NOT_FOR_SALE if self.sale is None else None
        return RequestFault.VAGUE

    def _why_not_sell(self, buyer: str, price: int, market: Market) -> RequestFault | None:
        if market.is_claimed:
            return RequestFault.CLAIMED
        if buyer not in market.players:
            return RequestFault.NOT_A_PLAYER
        if price < 0:
            return RequestFault.BAD_PRICE
        if price > market.most:
            return RequestFault.TOO_DEAR
        return None if self.sale is None else RequestFault.OFFER_STANDS


class KittyBank(Bank):
    """The bank of a table that has a kitty as well."""

    @property
    def kitty_chips(self) -> int:
        return self.kitty.chips if self.kitty else 0

    def state(self) -> dict[str, Any]:
        kitty = self.kitty and list(astuple(self.kitty))
        return {**super().state(), "kitty": kitty}

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        bank = super().restored(state)
        bank.kitty = Kitty(*state["kitty"]) if state["kitty"] else None
        return bank


def _height(card: Card) -> int:
    """Return how high CARD is in a cut, in which the ace is the highest."""
    return len(RANKS) if card.is_ace else RANKS.index(card.rank)

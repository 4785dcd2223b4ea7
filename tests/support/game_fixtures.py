"""What the properties of every game have to know of each, a few lines a game.

How a table of it is set up, with how many players and what they have, which of its cards and chips
are where, and who may lose more than was staked. A game joins by an entry in ``GAMES_UNDER_TEST``.
"""

import pickle
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from hypothesis import strategies as st

from pontoon.engine.cards import DECK, PACK, Card
from pontoon.engine.decks import Gather, Pack, Shoe
from pontoon.engine.events import BankerShown, Event, HandResult, PontoonDeclared, RoundBegan
from pontoon.engine.hands import BEST_TOTAL, total
from pontoon.engine.moves import Accept, Cancel, Decline, LookAtBank, SellBank, TableRequest
from pontoon.engine.round import Round
from pontoon.engine.table import Table
from pontoon.games.bank import Bank, KittyBank
from pontoon.games.bank_events import BankTaken, KittyPutUp, KittyTaken, WayToBank
from pontoon.games.blackjack import BlackJack, BlackJackRules
from pontoon.games.british import BritishPontoon, BritishRules
from pontoon.games.cutwc import CutwcPontoon, CutwcRules
from pontoon.games.dealt_round import PackRound
from pontoon.games.shed import ShedPontoon, ShedRules
from pontoon.games.shoot import ShootPontoon, ShootRules
from tests.support.shed_rounds import of_kind

Game = type[Round[Any, Any]]
Cards = Counter[Card]

SEEDS = st.binary(min_size=32, max_size=32)
CHIPS = st.one_of(st.integers(1, 40), st.sampled_from((99, 100, 101, 1000, 10**12)))


@dataclass(frozen=True)
class Start:
    """What an evening begins with: the rules, a seed, and how much each player has."""

    rules: Any
    seed: bytes
    chips: list[int]


def starts_with(
    *rules: Any, players: tuple[int, int], chips: st.SearchStrategy[int] = CHIPS
) -> st.SearchStrategy[Start]:
    """Draw starts with one of RULES, for the least to the most PLAYERS, each with CHIPS."""
    least, most = players
    purses = st.lists(chips, min_size=least, max_size=most)
    return st.builds(Start, st.sampled_from(rules), SEEDS, purses)


# Cards that watch themselves


class WatchedShoe(Shoe):
    """A shoe that fails if a card comes out more often than it can.

    ``out`` are the cards that are not in it, on the table or thrown away.
    """

    decks_before = 0
    """How many shoes there were at the table before this one."""

    def __init__(self, decks: int, marker: tuple[int, int], seed: bytes) -> None:
        super().__init__(decks, marker, seed)
        self.out = Cards()

    def renewed(self, seed: bytes) -> "WatchedShoe":
        """Return a shoe that watches itself too."""
        shoe = WatchedShoe(self.packs, self.marker_range, seed)
        shoe.decks_before = self.decks_before + 1
        return shoe

    def deal(self) -> Card:
        """Take the card on top, which must not have been dealt too often."""
        assert not self.is_finished
        card = super().deal()
        self.out[card] += 1
        assert self.out[card] <= self.packs
        return card

    def replenish(self, on_table: Iterable[Card]) -> None:
        """Take back every card that is not ON_TABLE."""
        held = tuple(on_table)
        self.out = Cards(held)
        super().replenish(held)

    def assert_whole(self, held: Cards) -> None:
        """Check that no card is missing, or HELD at the table that is in the shoe as well."""
        assert held <= self.out
        assert self.out.total() + self.left == self.packs * DECK


class WatchedPack(Pack):
    """A pack that fails if a card comes out that is out, or goes under it that is not."""

    decks_before = 0
    """How many packs there were at the table before this one."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.out = Cards()

    def renewed(self, seed: bytes) -> "WatchedPack":
        """Return a pack that watches itself too."""
        pack = WatchedPack(seed)
        pack.decks_before = self.decks_before + 1
        return pack

    def deal(self) -> Card:
        """Take the card on top, which must not be out already."""
        assert not self.is_finished
        card = super().deal()
        assert card not in self.out
        self.out[card] += 1
        return card

    def put_under(self, bust: Sequence[Card]) -> None:
        """Put cards to the bottom, each of which must be out."""
        self._come_back(bust)
        super().put_under(bust)

    def gather(self, hands: Sequence[Sequence[Card]], way: Gather) -> None:
        """Put hands to the bottom, each of whose cards must be out."""
        self._come_back(chain.from_iterable(hands))
        super().gather(hands, way)
        assert Cards(self.cards) == Cards(PACK)

    def _come_back(self, used: Iterable[Card]) -> None:
        back = Cards(used)
        assert back <= self.out
        self.out -= back

    def assert_whole(self, held: Cards) -> None:
        """Check that every card that is out is HELD at the table; others there are only shown."""
        assert self.is_finished or self.out <= held
        assert self.out.total() + self.left == DECK


# Games


class GameUnderTest(ABC):
    """Where a game is played. What is said here holds for most; a game may say otherwise."""

    def __init__(self, game: Game, *starts: st.SearchStrategy[Start]) -> None:
        self.game = game
        self.starts = st.one_of(starts)

    @abstractmethod
    def new_equipment(self, start: Start) -> Any:
        """Return what a new table has, its cards watched."""

    @abstractmethod
    def cards(self, equipment: Any) -> WatchedShoe | WatchedPack:
        """Return the cards in EQUIPMENT."""

    def table(self, start: Start, equipment: Any) -> Table:
        """Return a table with that EQUIPMENT."""
        return Table(self.game, start.rules, equipment, 10)

    def copy(self, equipment: Any) -> Any:
        """Return EQUIPMENT that is like this, and that nothing changes which is done to it."""
        return pickle.loads(pickle.dumps(equipment))

    def players(self, start: Start, chips: Mapping[str, int]) -> list[tuple[str, int]]:
        """Return who can play, in that order, and with how much each, of those who have CHIPS."""
        least = self.game.least_stake(start.rules)
        return [(player, has) for player, has in chips.items() if has >= least]

    def kitty(self, _equipment: Any) -> int:
        """Return what belongs to no player between rounds, and is not the bot's either."""
        return 0

    def bankers(self, _equipment: Any, _events: Iterable[Event]) -> set[str]:
        """Return who played against all the others, and may have won or lost with each of them.

        EQUIPMENT is as it was before the round in which those EVENTS happened.
        """
        return set()

    def paid_besides(self, _equipment: Any, _events: Iterable[Event]) -> Counter[str]:
        """Return what players got in a round apart from what their hands won; what they paid, < 0.

        EQUIPMENT is as it was before the round in which those EVENTS happened.
        """
        return Counter()

    def cards_held(self, table: Table) -> Cards:
        """Return the cards at a TABLE."""
        return Cards(card for seat in table.seats for hand in seat.hands for card in hand.cards)

    def greatest_loss(self, result: HandResult) -> int:
        """Return the most that a hand can lose which ended like that."""
        return result.stake + result.shot + result.insurance

    def some_deed(self, _table: Table, _number: int) -> tuple[str, TableRequest] | None:
        """Choose something to be done on turn or not, by whom; None for nothing."""
        return None

    def assert_all_accounted_for(self, table: Table, chips: Mapping[str, int]) -> None:
        """Check in the middle of a round what is left of the CHIPS that players began it with."""
        for seat in table.seats:
            assert seat.chips >= 0
            assert seat.chips + seat.staked == chips[seat.player]

    def assert_nobody_owes(self, chips: Mapping[str, int]) -> None:
        """Check between rounds what the players have."""
        assert min(chips.values()) >= 0


class ShoeGameUnderTest(GameUnderTest):
    """Where a game is played whose tables have a shoe, and nothing else that lasts."""

    def new_equipment(self, start: Start) -> WatchedShoe:
        """Return a shoe."""
        return WatchedShoe(start.rules.decks, start.rules.marker, start.seed)

    def cards(self, equipment: WatchedShoe) -> WatchedShoe:
        """Return the shoe."""
        return equipment

    def shoe_of(self, state: Mapping[str, Any], start: Start) -> Shoe:
        """Return the shoe as it was in STATE, between two rounds."""
        return Shoe.restored(start.rules.decks, start.rules.marker, state)


class PackGameUnderTest(GameUnderTest):
    """Where a game is played with a pack, under which used cards go."""

    def cards_held(self, table: Table) -> Cards:
        """Return the cards at a TABLE, those among them that are in no hand."""
        running = table.round
        if running is None:
            return Cards()
        assert isinstance(running, PackRound)
        return super().cards_held(table) | Cards([*running.face_down, *chain(*running.aside)])

    @abstractmethod
    def cards(self, equipment: Any) -> WatchedPack:
        """Return the pack in EQUIPMENT."""

    def shows_a_pontoon(self, _events: Iterable[Event]) -> bool:
        """Tell whether a pontoon was shown in a round, for which the pack is shuffled."""
        return False


class CutwcGameUnderTest(PackGameUnderTest):
    """Where fingers are drunk: what a player has of them is what they drank, below 0."""

    def new_equipment(self, start: Start) -> WatchedPack:
        """Return a pack."""
        return WatchedPack(start.seed)

    def cards(self, equipment: WatchedPack) -> WatchedPack:
        """Return the pack."""
        return equipment

    def players(self, _start: Start, chips: Mapping[str, int]) -> list[tuple[str, int]]:
        """Return everybody: nobody needs chips, or has any."""
        return [(player, 0) for player in chips]

    def bankers(self, _equipment: WatchedPack, events: Iterable[Event]) -> set[str]:
        """Return the player in the last seat."""
        return {event.players[-1] for event in of_kind(RoundBegan, events)}

    def assert_all_accounted_for(self, table: Table, _chips: Mapping[str, int]) -> None:
        """Check that bids cost nobody chips."""
        assert all(seat.chips == 0 for seat in table.seats)

    def assert_nobody_owes(self, chips: Mapping[str, int]) -> None:
        """Check that nobody has won anything."""
        assert max(chips.values()) <= 0


class BankGameUnderTest(PackGameUnderTest):
    """Where one of the players has the bank, until it moves to another; there may be a kitty."""

    def new_equipment(self, start: Start) -> Bank:
        """Return a bank that nobody has yet, with a pack."""
        bank: Bank = self.game.new_equipment(start.rules, start.seed)
        bank.pack = WatchedPack(start.seed)
        return bank

    def cards(self, equipment: Bank) -> WatchedPack:
        """Return the pack."""
        assert isinstance(equipment.pack, WatchedPack)
        return equipment.pack

    def kitty(self, equipment: Bank) -> int:
        """Return what is in the kitty."""
        kitty = equipment.kitty if isinstance(equipment, KittyBank) else None
        return 0 if kitty is None else kitty.chips

    def bankers(self, equipment: Bank, events: Iterable[Event]) -> set[str]:
        """Return all who had the bank in a round, or before it."""
        return {equipment.banker or "", *(event.player for event in of_kind(BankTaken, events))}

    def paid_besides(self, equipment: Bank, events: Iterable[Event]) -> Counter[str]:
        """Return what players paid for the bank and into the kitty, or got."""
        got = Counter[str]()
        banker = equipment.banker or ""
        for event in events:
            match event:
                case BankTaken(player, way, price):
                    if way is WayToBank.SALE:
                        got[player] -= price
                        got[banker] += price
                    banker = player
                case KittyPutUp(player, chips):
                    got[player] -= chips
                case KittyTaken(player, chips):
                    got[player] += chips
        return got

    def shows_a_pontoon(self, events: Iterable[Event]) -> bool:
        """Tell whether a pontoon was shown, a banker's among them."""
        turned_up = [total(event.cards) for event in events if isinstance(event, BankerShown)]
        return BEST_TOTAL in turned_up or any(
            isinstance(event, PontoonDeclared) for event in events
        )

    def greatest_loss(self, result: HandResult) -> int:
        """Return what a hand loses to a banker who gets double."""
        return 2 * result.stake + result.shot

    def some_deed(self, table: Table, number: int) -> tuple[str, TableRequest]:
        """Choose something to do about the sale of the bank, mostly by somebody who may do it."""
        running = running_at(table)
        anybody = table.players[number // 8 % len(table.players)]
        banker, sale = running.banker.player or anybody, running.equipment.sale
        buyer = anybody if sale is None else sale.buyer
        deeds: tuple[tuple[str, TableRequest], ...] = (
            *((banker, SellBank(anybody, number % 7)),) * 3,
            *((buyer, Accept(0 if sale is None else sale.price)),) * 2,
            *((buyer, Decline()), (banker, Cancel()), (anybody, LookAtBank())),
        )
        return deeds[number % len(deeds)]

    def assert_all_accounted_for(self, table: Table, chips: Mapping[str, int]) -> None:
        """Check that all chips are the players', on hands that are live or in the kitty."""
        if table.round is None:
            return
        running = running_at(table)
        there = [*running.seats, *running.unseated]
        assert all(seat.chips >= 0 for seat in there)
        staked = running.live
        if isinstance(running, ShootPontoon):
            staked += running.kitty + running.shots
        before = sum(chips[player] for player in table.players) + self.kitty(running.equipment)
        assert sum(seat.chips for seat in there) + staked == before


def running_at(table: Table) -> BritishPontoon:
    """Return the round with a bank that is running at TABLE."""
    running = table.round
    assert isinstance(running, BritishPontoon)
    return running


SHED = ShoeGameUnderTest(
    ShedPontoon,
    starts_with(ShedRules(decks=1, marker=(0, 9)), players=(1, 2)),
    starts_with(ShedRules(decks=2, marker=(0, 40)), players=(2, 4)),
    starts_with(ShedRules(), players=(3, 10)),
)
CUTWC = CutwcGameUnderTest(
    CutwcPontoon,
    starts_with(CutwcRules(), players=(2, 4), chips=st.just(0)),
    starts_with(CutwcRules(gather="mixed"), players=(5, 10), chips=st.just(0)),
)
BLACKJACK = ShoeGameUnderTest(
    BlackJack,
    starts_with(BlackJackRules(decks=1, marker=(0, 9)), players=(1, 3)),
    starts_with(BlackJackRules(max_coins=3, insurance_pays=3), players=(1, 4)),
    starts_with(BlackJackRules(), players=(3, 10)),
)

ENOUGH = st.one_of(st.integers(2, 60), st.sampled_from((1000, 10**12)))
BRITISH = BankGameUnderTest(
    BritishPontoon,
    starts_with(BritishRules(), BritishRules(stick_min=12), players=(2, 4), chips=ENOUGH),
    starts_with(
        BritishRules(gather="mixed"), BritishRules(split="aces"), players=(5, 8), chips=ENOUGH
    ),
)
SHOOT = BankGameUnderTest(
    ShootPontoon,
    starts_with(ShootRules(), ShootRules(max_bet=5, gather="mixed"), players=(2, 4), chips=ENOUGH),
    starts_with(ShootRules(kitty_min=4, kitty_max=20), players=(4, 8), chips=ENOUGH),
)

GAMES_UNDER_TEST: tuple[GameUnderTest, ...] = (SHED, BRITISH, SHOOT, CUTWC, BLACKJACK)

"""How the cards of a round go under the pack, and what a log of it tells of those to come."""

from collections import Counter, deque
from collections.abc import Sequence
from itertools import chain, permutations
from math import sqrt
from operator import eq

import pytest

from pontoon.engine.cards import DECK, PACK, Card, cards
from pontoon.engine.decks import Pack
from pontoon.engine.events import BankerResult, Event, HandResult, Shuffled, ThrownIn
from pontoon.engine.hands import BEST_TOTAL
from pontoon.engine.moves import Move, Verb
from pontoon.engine.rng import SeededRandom
from pontoon.engine.table import Table
from pontoon.games.cutwc import CutwcPontoon, CutwcRules
from tests.support.banker_rounds import play
from tests.support.british_rounds import SEED, bet, british, deal
from tests.support.shed_rounds import dealt, of_kind, settled
from tests.support.stacked_decks import StackedPack

pytestmark = pytest.mark.slow

HANDS = (["10C", "8C"], ["9D", "7C"], ["9H", "7D", "2C"], ["10S", "9S"])
"""Those of the round that ``gathered`` plays, in the order seat, hand, banker last."""


def gathered(gather: str, seed: bytes = SEED) -> list[str]:
    """Return the nine cards that lie under the pack after a round, gathered like that."""
    pack = StackedPack(dealt("10C 8C", "9D 9H", "10S 9S", then="7C 7D 2C 3C"), seed)
    table = british(pack, gather=gather)
    deal(table, "bob", "kevin", "dave")
    bet(table)
    assert settled(play(table, "bob: s kevin: p s t s dave: s"))
    return list(map(str, pack.cards))[-9:]


def in_new_order(names: str) -> list[Card]:
    """Return those cards as a new pack has them."""
    return sorted(cards(names), key=PACK.index)


# Two ways


def test_hands_takes_the_next_draw_for_the_order_of_the_hands_and_leaves_each_whole() -> None:
    drawn = list(HANDS)
    SeededRandom(SEED, 2).shuffle(drawn)
    assert drawn != list(HANDS)
    assert gathered("hands") == [*chain(*drawn)]


def test_hands_go_under_in_every_order_as_often() -> None:
    """24 orders in 2400 rounds: 23 degrees of freedom, one in a thousand."""
    seen = Counter(tuple(gathered("hands", number.to_bytes(32, "big"))) for number in range(2400))
    assert set(seen) == {tuple(chain(*order)) for order in permutations(HANDS)}
    assert sum((times - 100) ** 2 / 100 for times in seen.values()) < 49.73


def test_mixed_takes_the_next_draw_to_shuffle_all_the_cards_from_new_order() -> None:
    mixed = in_new_order(" ".join(chain(*HANDS)))
    SeededRandom(SEED, 2).shuffle(mixed)
    assert gathered("mixed") == list(map(str, mixed))


def test_all_cards_of_a_round_are_mixed_those_of_busts_and_of_who_resigned_too() -> None:
    pack = StackedPack(dealt("10C 6C", "10D 6D", "10H 6H", "10S 9S", then="KC"))
    table = british(pack, gather="mixed")
    deal(table, "bob", "kevin", "eve", "dave")
    bet(table)
    play(table, "bob: t kevin: resigns eve: s dave: s")
    mixed = in_new_order("10C 6C KC 10D 6D 10H 6H 10S 9S")
    SeededRandom(bytes(32), 2).shuffle(mixed)
    assert list(pack.cards)[-9:] == mixed
    assert pack.left == DECK


def test_each_round_that_is_gathered_takes_a_draw_of_its_own() -> None:
    """Draw 1 has shuffled the pack."""
    pack = Pack(SEED)
    table = british(pack)
    for draw in range(2, 6):
        deal(table, "dave", "bob")
        bet(table)
        settle_without_pontoon(table)
        assert pack.state()["draws"] == draw


def settle_without_pontoon(table: Table) -> None:
    """Let bob and dave stick as soon as they may."""
    events: list[Event] = []
    while table.ask is not None:
        move = table.safest_move(table.ask)
        assert move is not None
        events = table.act(table.ask.player, move)
    assert not of_kind(Shuffled, events)


# What a log tells


def cutwc(log: list[Card] | None = None) -> Table:
    """Return a table for CUTwC Pontoon; what is dealt there goes into LOG."""
    return Table(CutwcPontoon, CutwcRules(), LoggedPack(SEED, [] if log is None else log), 10)


class LoggedPack(Pack):
    """A pack that keeps a list of all that was dealt from it, and from those after it."""

    def __init__(self, seed: bytes, log: list[Card]) -> None:
        super().__init__(seed)
        self.log = log

    def renewed(self, seed: bytes) -> "LoggedPack":
        """Return a pack that goes on with the list."""
        return LoggedPack(seed, self.log)

    def deal(self) -> Card:
        """Take the card on top."""
        card = super().deal()
        self.log.append(card)
        return card


def test_who_stops_rounds_does_not_learn_which_cards_are_to_come() -> None:
    """In 0.1.0 they went under in a known order, and came again: 52 hits in 52 guesses."""
    dealt: list[Card] = []
    table = cutwc(dealt)
    for _ in range(DECK):
        table.deal([("bob", 0), ("dave", 0)])
        table.abandon()
    assert len(dealt) == 2 * DECK
    hits = sum(map(eq, dealt[:DECK], dealt[DECK:]))
    assert hits < 6  # 1 is to be expected


class Reader:
    """Knows of each card what a log of settled rounds tells, and guesses the next one.

    ``known`` are the cards of the pack from the top down, in batches: what went under together.
    """

    def __init__(self) -> None:
        self.known = deque([list(PACK)])
        self.hits = 0
        self.expected = 0.0
        """The hits of somebody who knows what is in each batch, and nothing of its order."""
        self.spread = 0.0
        """The variance of that."""
        self.foreseen = 0
        """How many rounds were foreseen card by card."""

    def look(self, dealt: Sequence[Card]) -> None:
        """Guess each card of a round before it is DEALT."""
        hits = self.hits
        for card in dealt:
            batch = self.known[0]
            likely = 1 / len(batch)
            self.hits += batch[0] == card
            self.expected += likely
            self.spread += likely * (1 - likely)
            batch.remove(card)
            if not batch:
                self.known.popleft()
        self.foreseen += self.hits - hits == len(dealt)

    def read(self, events: Sequence[Event]) -> None:
        """Read how a round ended; the cards went under in the order of the log, as 0.1.0 did it."""
        if of_kind(Shuffled, events):
            self.known = deque([list(PACK)])
            return
        busts = [event.cards for event in of_kind(ThrownIn, events)]
        hands = [event.cards for event in of_kind(HandResult, events) if event.total <= BEST_TOTAL]
        (banker,) = of_kind(BankerResult, events)
        self.known.append([*chain(*busts, *hands, banker.cards)])


ROUNDS = 1000


def read_a_log(gather: str) -> Reader:
    """Return somebody who has read a log, guessing all the while; all players play it safe."""
    log: list[Card] = []
    reader = Reader()
    table = british(LoggedPack(SEED, log), gather=gather, max_bet=2)
    for _ in range(ROUNDS):
        log.clear()
        events = deal(table, "dave", "bob", "kevin", "eve")
        while table.ask is not None:
            move = table.safest_move(table.ask) or Move(Verb.BET, 1)
            events += table.act(table.ask.player, move)
        reader.look(log)
        reader.read(events)
    return reader


def test_no_reader_of_logs_beats_the_composition_of_the_pack_where_cards_are_mixed() -> None:
    reader = read_a_log("mixed")
    assert abs(reader.hits - reader.expected) < 3.29 * sqrt(reader.spread)


def test_where_hands_are_gathered_hardly_any_round_is_foretold() -> None:
    """Those in which all but one or two had bust, whose cards go under at once."""
    assert read_a_log("hands").foreseen < ROUNDS / 30

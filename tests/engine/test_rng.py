"""Chance: the documented procedure, told a second time here, and that it favours nothing."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import count, product

import pytest

from pontoon.engine.cards import PACK, Card
from pontoon.engine.decks import Shoe
from pontoon.engine.rng import LARGEST_BOUND, SEED_BYTES, SeededRandom

SEED = bytes(range(32))


def told_numbers(seed: bytes, draw: int) -> Iterator[int]:
    """Do step 1 of the procedure, and the reading of step 2."""
    for block in count():
        whole = b"pontoon" + seed + draw.to_bytes(8, "big") + block.to_bytes(8, "big")
        stream = hashlib.shake_256(whole).digest(1024)
        for at in range(0, 1024, 2):
            yield 256 * stream[at] + stream[at + 1]


def told_below(bound: int, numbers: Iterator[int]) -> int:
    """Do the rest of step 2."""
    while True:
        number = next(numbers)
        if number // bound < 65536 // bound:
            return number % bound


def told_shoe(seed: bytes, draw: int, decks: int) -> tuple[list[Card], int]:
    """Do step 3, for a shoe whose marker is drawn from 60 to 75: its cards in dealing order."""
    numbers = told_numbers(seed, draw)
    places = list(PACK) * decks
    for last in range(len(places) - 1, 0, -1):
        other = told_below(last + 1, numbers)
        places[last], places[other] = places[other], places[last]
    return places[::-1], 60 + told_below(16, numbers)


def test_the_numbers_of_a_seed_never_change() -> None:
    """Rounds recorded long ago must replay, so these are written down and not worked out."""
    chance = SeededRandom(SEED, 1)
    assert [chance.randbelow(65536) for _ in range(6)] == [59848, 57491, 59948, 47859, 55356, 58508]
    chance = SeededRandom(SEED, 2)
    assert [chance.randbelow(52) for _ in range(10)] == [26, 37, 26, 48, 46, 27, 33, 32, 34, 11]


def test_numbers_follow_the_documented_procedure() -> None:
    """Enough of them to need several blocks of the stream."""
    for bound in [1, 2, 16, 52, 312, 40_000, 65_535, 65_536]:
        chance = SeededRandom(SEED, 2**40 + 3)
        told = told_numbers(SEED, 2**40 + 3)
        for _ in range(1500):
            assert chance.randbelow(bound) == told_below(bound, told)


def test_another_program_can_deal_the_same_shoe() -> None:
    """Draw 1 makes the shuffle; its next number places the marker; the last place is dealt."""
    for seed in (SEED, SEED[::-1], bytes(32)):
        shoe = Shoe(6, (60, 75), seed)
        order, marker = told_shoe(seed, 1, decks=6)
        assert shoe.marker == marker
        assert [shoe.deal() for _ in range(312)] == order


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 52, 312, 1000, 32_769, 40_000, 65_535, 65_536])
def test_every_number_below_a_bound_is_equally_likely(bound: int) -> None:
    """Each of the 65536 numbers that the stream can hold is tried once."""
    chance = SeededRandom(SEED, 1)
    drawn: Counter[int] = Counter()
    chance._numbers = iter(range(LARGEST_BOUND))
    for _ in range(LARGEST_BOUND - LARGEST_BOUND % bound):
        drawn[chance.randbelow(bound)] += 1
    assert set(drawn) == set(range(bound))
    assert set(drawn.values()) == {LARGEST_BOUND // bound}


def test_numbers_that_would_favour_the_low_ones_are_passed_over() -> None:
    chance = SeededRandom(SEED, 1)
    chance._numbers = iter([65_535, 40_000, 39_999, 65_535, 7])
    assert [chance.randbelow(40_000) for _ in range(2)] == [39_999, 7]


def test_a_bound_that_cannot_be_drawn_fairly_is_refused() -> None:
    for bound in [-1, 0, 65_537]:
        chance = SeededRandom(SEED, 1)
        with pytest.raises(ValueError, match="cannot draw below"):
            chance.randbelow(bound)
        assert chance.randbelow(65_536) == next(told_numbers(SEED, 1))


def test_a_seed_of_another_length_is_refused() -> None:
    for length in [0, 31, 33]:
        with pytest.raises(ValueError, match="32 bytes"):
            SeededRandom(bytes(length), 1)


def test_every_draw_and_every_seed_has_numbers_of_its_own() -> None:
    seeds = [bytes(SEED_BYTES), SEED, SEED[::-1]]
    starts = set()
    for seed, draw in product(seeds, (0, 1, 2, 256, 2**32)):
        chance = SeededRandom(seed, draw)
        starts.add(tuple(chance.randbelow(65_536) for _ in range(4)))
    assert len(starts) == len(seeds) * 5


def test_a_shuffle_keeps_every_item() -> None:
    items = list(range(100))
    SeededRandom(SEED, 1).shuffle(items)
    assert items != sorted(items)
    assert sorted(items) == list(range(100))


@pytest.mark.parametrize("items", [[], ["alone"]])
def test_what_has_one_order_is_left_in_it(items: list[str]) -> None:
    before = list(items)
    SeededRandom(SEED, 1).shuffle(items)
    assert items == before


def test_every_order_of_three_is_equally_likely() -> None:
    """A shuffle that swaps with any place at all would give some orders 5/27 and others 4/27."""
    orders: Counter[str] = Counter()
    for draw in range(6000):
        items = list("abc")
        SeededRandom(SEED, draw).shuffle(items)
        orders["".join(items)] += 1
    assert len(orders) == 6
    chi_square = sum((seen - 1000) ** 2 / 1000 for seen in orders.values())
    assert chi_square < 20.52  # 5 degrees of freedom, one in a thousand

"""From the key of a sealed deck to its cards: vectors, and the construction told a second time.

Everything here is written from FAIR alone, with names of cards and nothing of the program.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import shake_256
from itertools import chain, count
from typing import TypeVar

import pytest

from pontoon.engine.cards import Card, cards
from pontoon.engine.decks import Gather, Pack, Shoe

CUT = bytes.fromhex("a29dd3e713f2c46495fbb91d0375a6dd0a5c6ef3821d91454ec38e45fc69e7a1")
"""The key of vector A, which two people have cut."""
UNCUT = bytes.fromhex("9dbf9594c99f1f4143e6c33a75c5c5fd2c5fbc40c7d43455dc4773411387c024")
"""The key of vector B, which nobody has cut."""

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
NEW = [rank + suit for suit in "CDHS" for rank in RANKS]


Item = TypeVar("Item")


class Draw:
    """Draw number N of KEY."""

    def __init__(self, key: bytes, n: int) -> None:
        self.numbers = self._stream(b"pontoon" + key + n.to_bytes(8, "big"))

    def _stream(self, name: bytes) -> Iterator[int]:
        for b in count():
            block = shake_256(name + b.to_bytes(8, "big")).digest(1024)
            yield from (int.from_bytes(block[at : at + 2], "big") for at in range(0, 1024, 2))

    def below(self, k: int) -> int:
        number = next(self.numbers)
        while number >= 65536 - 65536 % k:
            number = next(self.numbers)
        return number % k

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        places = list(items)
        for i in range(len(places) - 1, 0, -1):
            j = self.below(i + 1)
            places[i], places[j] = places[j], places[i]
        return places


def told_shoe(key: bytes, packs: int) -> tuple[list[str], int]:
    """Return the cards of a shoe in the order of dealing, and how many lie behind its marker."""
    draw = Draw(key, 1)
    order = draw.shuffled(NEW * packs)
    return order[::-1], 60 + draw.below(75 - 60 + 1)


def told_dry(key: bytes, packs: int, draw: int, on_table: Sequence[str]) -> list[str]:
    """Return the cards of a shoe that ran dry with those ON_TABLE, in the order of dealing."""
    left = list(NEW * packs)
    for each in on_table:
        left.remove(each)
    return Draw(key, draw).shuffled(sorted(left, key=NEW.index))[::-1]


def dealt(deck: Shoe | Pack, number: int) -> list[str]:
    return [str(deck.deal()) for _ in range(number)]


def on(names: Sequence[str]) -> tuple[Card, ...]:
    return cards(" ".join(names))


# Shoes

VECTORS = [
    (CUT, "8C KC 7D 6D QS AD 3S KD JD 6H", "6D 3H 2H", 67),
    (UNCUT, "AC QD QS KS AH KC 2S 3D KH 8H", "5C 10D 9C", 68),
]


@pytest.mark.parametrize(("key", "first", "last", "behind"), VECTORS)
def test_a_key_gives_the_cards_and_the_marker_of_its_vector(
    key: bytes, first: str, last: str, behind: int
) -> None:
    shoe = Shoe(6, (60, 75), key)
    order = dealt(shoe, 312)
    assert (order[:10], order[-3:], shoe.marker) == (first.split(), last.split(), behind)
    assert told_shoe(key, 6) == (order, behind)


def test_the_shoe_of_vector_a_that_runs_dry_goes_on_as_the_vector_has_it() -> None:
    shoe = Shoe(6, (60, 75), CUT)
    on_table = dealt(shoe, 312)[-4:]
    shoe.replenish(on(on_table))
    again = dealt(shoe, 308)
    assert again[:5] == ["10C", "9C", "JD", "KD", "6D"]
    assert again == told_dry(CUT, 6, 2, on_table)


def test_each_time_that_a_shoe_runs_dry_takes_the_next_draw() -> None:
    shoe = Shoe(1, (10, 10), UNCUT)
    on_table = dealt(shoe, 52)[-9:]
    for draw in (2, 3, 4):
        shoe.replenish(on(on_table))
        again = dealt(shoe, 43)
        assert again == told_dry(UNCUT, 1, draw, on_table)
        on_table = again[-9:]


def test_a_shuffle_that_needs_more_than_a_block_goes_on_with_the_next() -> None:
    """Twenty packs are 1040 cards, and a block has 512 numbers."""
    shoe = Shoe(20, (60, 75), CUT)
    order = dealt(shoe, 1040)
    assert (order, shoe.marker) == told_shoe(CUT, 20)
    assert Counter(order) == Counter(NEW * 20)
    assert order[:6] == ["8C", "5C", "10H", "AD", "6D", "JC"]


# Packs


class ToldPack:
    """A pack as FAIR tells of it."""

    def __init__(self, key: bytes) -> None:
        self.key, self.draws = key, 0
        self.cards = self.drawn(NEW)

    def drawn(self, items: Sequence[Item]) -> list[Item]:
        self.draws += 1
        return Draw(self.key, self.draws).shuffled(items)

    def take(self, number: int) -> list[str]:
        taken, self.cards = self.cards[:number], self.cards[number:]
        return taken

    def gather(self, hands: Sequence[Sequence[str]], way: Gather) -> None:
        if way == "mixed":
            self.cards += self.drawn(sorted(chain(*hands), key=NEW.index))
        else:
            self.cards += chain(*self.drawn(hands))


@pytest.mark.parametrize("way", ["hands", "mixed"])
@pytest.mark.parametrize("key", [CUT, UNCUT])
def test_a_pack_is_dealt_cut_and_gathered_as_fair_tells(key: bytes, way: Gather) -> None:
    """Ten rounds: two cuts, two hands and a bust, a single hand at the end."""
    pack, told = Pack(key), ToldPack(key)
    for people in (3, 2):
        assert list(map(str, pack.cut(people))) == told.drawn(NEW)[:people]
    for _ in range(10):
        hands = [told.take(2), told.take(5), told.take(3)]
        assert [dealt(pack, len(hand)) for hand in hands] == hands
        bust = told.take(4)
        assert dealt(pack, 4) == bust
        if way == "mixed":
            hands.append(bust)
        else:
            told.cards += bust
            pack.put_under(on(bust))
        told.gather(hands, way)
        pack.gather([*map(on, hands)], way)
        assert list(map(str, pack.cards)) == told.cards
    alone = told.take(2)
    dealt(pack, 2)
    pack.gather([on(alone)], way)
    told.gather([alone], way)
    assert pack.draws == told.draws
    assert dealt(pack, 52) == told.cards


def test_a_pack_of_vector_a_has_these_cards() -> None:
    """Written down: a deck that was sealed must never be dealt in another way."""
    pack = Pack(CUT)
    assert " ".join(map(str, pack.cut(3))) == "4S 8D AS"
    first, second = dealt(pack, 2), dealt(pack, 3)
    assert " ".join([*first, *second]) == "10D KS 7D 9H 3S"
    pack.gather([on(first), on(second)], "hands")
    assert " ".join(map(str, list(pack.cards)[-5:])) == "7D 9H 3S 10D KS"


# Chance


def test_a_card_of_a_sealed_deck_is_at_every_place_as_often() -> None:
    """Three cards in 5200 packs of other keys: 51 degrees of freedom, one in a thousand."""
    keys = (number.to_bytes(32, "big") for number in range(5200))
    followed: dict[str, Counter[int]] = {name: Counter() for name in ("AC", "7D", "KS")}
    for key in keys:
        for place, card in enumerate(Pack(key).cards):
            if (name := str(card)) in followed:
                followed[name][place] += 1
    for places in followed.values():
        assert sum((places[place] - 100) ** 2 / 100 for place in range(52)) < 87.97

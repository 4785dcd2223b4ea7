"""From the key of a sealed deck to its cards, as long as it is dealt from (FAIR)."""

from collections import Counter
from collections.abc import Sequence

import pytest

from pontoon.engine.cards import Card, cards
from pontoon.engine.decks import Gather, Pack, Shoe
from tests.support import told_decks as told
from tests.support.told_decks import NEW, ToldPack

CUT = bytes.fromhex("d97f468ab6fc3891dbcad56bd8cf4de2d9f72d45372d86f9ace5b7d58aa38fab")
"""The key of vector A, which two people have cut."""
UNCUT = bytes.fromhex("8fc077b9cf88866b0d2d5e3298c8c700bfd0a232860f1f2e7f2ab6dbbb0ca0ab")
"""The key of vector B, which nobody has cut."""


def dealt(deck: Shoe | Pack, number: int) -> list[str]:
    return [str(deck.deal()) for _ in range(number)]


def on(names: Sequence[str]) -> tuple[Card, ...]:
    return cards(" ".join(names))


@pytest.mark.parametrize("key", [CUT, UNCUT])
def test_a_shoe_is_dealt_from_its_last_place(key: bytes) -> None:
    shoe = Shoe(6, (60, 75), key)
    assert (dealt(shoe, 312), shoe.marker) == told.shoe(key, 6, 60, 75)


def test_each_time_that_a_shoe_runs_dry_takes_the_next_draw() -> None:
    shoe = Shoe(1, (10, 10), UNCUT)
    on_table = dealt(shoe, 52)[-9:]
    for draw in (2, 3, 4):
        shoe.replenish(on(on_table))
        again = dealt(shoe, 43)
        assert again == told.dry(UNCUT, 1, draw, on_table)
        on_table = again[-9:]


@pytest.mark.parametrize("way", ["hands", "mixed"])
@pytest.mark.parametrize("key", [CUT, UNCUT])
def test_a_pack_is_dealt_cut_and_gathered_as_fair_tells(key: bytes, way: Gather) -> None:
    """Ten rounds: two cuts, two hands and a bust, a single hand at the end."""
    pack, as_told = Pack(key), ToldPack(key)
    for people in (3, 2):
        assert list(map(str, pack.cut(people))) == as_told.drawn(NEW)[:people]
    for _ in range(10):
        hands = [as_told.take(2), as_told.take(5), as_told.take(3)]
        assert [dealt(pack, len(hand)) for hand in hands] == hands
        bust = as_told.take(4)
        assert dealt(pack, 4) == bust
        if way == "mixed":
            hands.append(bust)
        else:
            as_told.cards += bust
            pack.put_under(on(bust))
        as_told.gather(hands, way)
        pack.gather([*map(on, hands)], way)
        assert list(map(str, pack.cards)) == as_told.cards
    alone = as_told.take(2)
    dealt(pack, 2)
    pack.gather([on(alone)], way)
    as_told.gather([alone], way)
    assert pack.draws == as_told.draws
    assert dealt(pack, 52) == as_told.cards


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

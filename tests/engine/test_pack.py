"""The pack that is used up between shuffles, and is cut for the bank."""

from collections import Counter

import pytest

from pontoon.engine.cards import PACK, Card
from pontoon.engine.decks import Pack, next_seed
from pontoon.engine.rng import SeededRandom

SEED = bytes(range(32))


def deal(pack: Pack, number: int) -> list[Card]:
    return [pack.deal() for _ in range(number)]


def test_a_pack_deals_each_card_once_and_then_no_more() -> None:
    pack = Pack(SEED)
    assert pack.left == 52
    assert Counter(deal(pack, 52)) == Counter(PACK)
    assert pack.left == 0
    with pytest.raises(IndexError):
        pack.deal()


def test_used_cards_come_again_last_and_in_their_order() -> None:
    pack = Pack(SEED)
    used = deal(pack, 5)
    pack.put_under(used)
    assert pack.left == 52
    assert deal(pack, 52)[-5:] == used


def test_a_pack_is_shuffled_once() -> None:
    pack = Pack(SEED)
    order = deal(pack, 52)
    pack.put_under(order)
    assert deal(pack, 52) == order


def test_the_pack_after_a_pack_is_whole_and_in_another_order() -> None:
    pack = Pack(SEED)
    order = deal(pack, 20)
    after = deal(pack.renewed(next_seed(SEED)), 52)
    assert after[:20] != order
    assert Counter(after) == Counter(PACK)


def test_the_same_seed_makes_the_same_pack() -> None:
    assert deal(Pack(SEED), 52) == deal(Pack(SEED), 52) != deal(Pack(bytes(32)), 52)


def test_cutting_shows_a_card_to_each_and_changes_nothing() -> None:
    pack, untouched = Pack(SEED), Pack(SEED)
    shown = pack.cut(8)
    assert len(set(shown)) == 8
    assert deal(pack, 52) == deal(untouched, 52)
    assert pack.cut(8) != shown


def test_every_card_is_cut_as_often() -> None:
    pack = Pack(SEED)
    seen = Counter(pack.cut(1)[0] for _ in range(5200))
    chi_square = sum((seen[each] - 100) ** 2 / 100 for each in PACK)
    assert chi_square < 87.97  # 51 degrees of freedom, one in a thousand


def test_a_shuffle_follows_the_procedure_that_is_written_down() -> None:
    """Whoever has the seed can deal again."""
    for_the_deal, for_the_cut = list(PACK), list(PACK)
    SeededRandom(SEED, 1).shuffle(for_the_deal)
    SeededRandom(SEED, 2).shuffle(for_the_cut)
    pack = Pack(SEED)
    assert list(pack.cut(3)) == for_the_cut[:3]
    assert deal(pack, 52) == for_the_deal

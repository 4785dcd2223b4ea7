"""The shoe: fair shuffles, a fair marker, when it is hit, running dry, finding a place again."""

from collections import Counter

import pytest

from pontoon.engine.cards import PACK, Card, card, cards
from pontoon.engine.decks import Shoe
from tests.support.stacked_decks import StackedShoe

SEED = bytes(range(32))
SIX_DECKS = 6
MARKER = (60, 75)


def deal(shoe: Shoe, number: int) -> list[Card]:
    return [shoe.deal() for _ in range(number)]


def chi_square(seen: Counter[int], places: int) -> float:
    """Return how far what was SEEN is from being spread evenly over PLACES."""
    expected = seen.total() / places
    return sum((seen[place] - expected) ** 2 / expected for place in range(places))


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_a_shoe_deals_each_card_once_for_every_deck(decks: int) -> None:
    shoe = Shoe(decks, MARKER, SEED)
    assert shoe.left == 52 * decks
    assert Counter(deal(shoe, 52 * decks)) == Counter(PACK * decks)
    assert shoe.left == 0
    with pytest.raises(IndexError):
        shoe.deal()


def test_a_shuffle_takes_all_cards_back() -> None:
    shoe = Shoe(SIX_DECKS, MARKER, SEED)
    first = deal(shoe, 250)
    shoe.shuffle()
    assert shoe.left == 312
    again = deal(shoe, 312)
    assert Counter(again) == Counter(PACK * 6)
    assert again[:250] != first


def test_the_marker_lies_before_60_to_75_cards_each_as_often() -> None:
    shoe = Shoe(2, MARKER, SEED)
    markers: Counter[int] = Counter()
    for _ in range(3200):
        shoe.shuffle()
        markers[shoe.marker - 60] += 1
    assert set(markers) == set(range(16))
    assert chi_square(markers, 16) < 37.70  # 15 degrees of freedom, one in a thousand


@pytest.mark.parametrize("marker", [(0, 0), (10, 10), (3, 5)])
def test_the_marker_is_where_config_wants_it(marker: tuple[int, int]) -> None:
    shoe = Shoe(1, marker, SEED)
    seen = set()
    for _ in range(100):
        shoe.shuffle()
        seen.add(shoe.marker)
    assert seen == set(range(marker[0], marker[1] + 1))


def test_a_card_is_at_every_place_as_often_after_a_shuffle() -> None:
    """Three cards: the first, the last and one from the middle of a new pack."""
    shoe = Shoe(1, (10, 10), SEED)
    followed = {card("AC"): Counter[int](), card("7D"): Counter[int](), card("KS"): Counter[int]()}
    for _ in range(5200):
        shoe.shuffle()
        for place, each in enumerate(deal(shoe, 52)):
            if each in followed:
                followed[each][place] += 1
    for places in followed.values():
        assert chi_square(places, 52) < 87.97  # 51 degrees of freedom, one in a thousand


def test_every_card_is_as_often_at_a_place_after_a_shuffle() -> None:
    """Three places of the whole six decks: the first dealt, the last dealt and one between."""
    shoe = Shoe(SIX_DECKS, MARKER, SEED)
    seen = {0: Counter[int](), 150: Counter[int](), 311: Counter[int]()}
    for _ in range(2600):
        shoe.shuffle()
        order = deal(shoe, 312)
        for place, there in seen.items():
            there[PACK.index(order[place])] += 1
    for there in seen.values():
        assert chi_square(there, 52) < 87.97


@pytest.mark.parametrize("seed", [SEED, SEED[::-1], bytes(32)])
def test_the_marker_is_hit_when_dealing_leaves_as_many_cards_as_it_marks(seed: bytes) -> None:
    shoe = Shoe(SIX_DECKS, MARKER, seed)
    marker = shoe.marker
    hit_with_left = []
    while shoe.left:
        shoe.deal()
        if shoe.marker_hit:
            hit_with_left.append(shoe.left)
    assert hit_with_left == list(range(marker, -1, -1))


def test_a_shuffled_shoe_has_its_marker_before_it() -> None:
    shoe = Shoe(SIX_DECKS, MARKER, SEED)
    for _ in range(100):
        deal(shoe, 312)
        shoe.shuffle()
        assert not shoe.marker_hit


def test_a_shoe_found_again_deals_what_it_would_have_dealt() -> None:
    """In its first shuffle and in a later one, then on through the shuffles that follow."""
    shoe = Shoe(SIX_DECKS, MARKER, SEED)
    for dealt in (0, 17, 246):
        deal(shoe, dealt)
        found = Shoe.restored(SIX_DECKS, MARKER, shoe.state())
        assert vars(found) == vars(shoe)
        shoe.shuffle()
        found.shuffle()
        assert vars(found) == vars(shoe)


def test_the_place_counts_shuffles_and_cards_dealt_since() -> None:
    shoe = Shoe(SIX_DECKS, MARKER, SEED)
    assert shoe.state() == {"seed": SEED.hex(), "shuffles": 1, "dealt": 0}
    deal(shoe, 9)
    assert shoe.state() == {"seed": SEED.hex(), "shuffles": 1, "dealt": 9}
    shoe.shuffle()
    assert shoe.state() == {"seed": SEED.hex(), "shuffles": 2, "dealt": 0}


def test_another_seed_makes_another_shoe() -> None:
    one, other = Shoe(6, MARKER, SEED), Shoe(6, MARKER, SEED[::-1])
    assert deal(one, 312) != deal(other, 312)


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_a_dry_shoe_gets_every_card_that_is_not_on_the_table(decks: int) -> None:
    shoe = Shoe(decks, MARKER, SEED)
    on_table = deal(shoe, 52 * decks)[-23:]
    shoe.replenish(on_table)
    assert shoe.left == 52 * decks - 23
    assert Counter(deal(shoe, shoe.left)) + Counter(on_table) == Counter(PACK * decks)


def test_a_replenished_shoe_is_shuffled() -> None:
    shoe = Shoe(1, (10, 10), SEED)
    deal(shoe, 52)
    places: Counter[int] = Counter()
    for _ in range(2600):
        shoe.replenish(())
        places[deal(shoe, 52).index(card("7D"))] += 1
    assert chi_square(places, 52) < 87.97


def test_a_replenished_shoe_is_still_to_be_shuffled_after_the_round() -> None:
    """However many cards it has now, its marker stays hit."""
    shoe = Shoe(6, MARKER, SEED)
    deal(shoe, 312)
    shoe.replenish(())
    assert shoe.left == 312
    assert shoe.marker_hit


def test_a_shoe_is_found_again_after_it_ran_dry() -> None:
    """Between rounds, that is after the full shuffle that a dry shoe has always coming."""
    shoe = Shoe(1, MARKER, SEED)
    shoe.replenish(cards("AC"))
    shoe.shuffle()
    deal(shoe, 5)
    assert vars(Shoe.restored(1, MARKER, shoe.state())) == vars(shoe)


def test_a_stacked_shoe_holds_the_cards_of_any_other() -> None:
    """The tests of rounds rely on it: what they lay on top is missing further down."""
    shoe = StackedShoe("AS AS 7D", decks=2)
    order = deal(shoe, 104)
    assert order[:3] == list(cards("AS AS 7D"))
    assert Counter(order) == Counter(PACK * 2)

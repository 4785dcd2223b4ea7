"""The shoe: fair shuffles, a fair marker, when it is hit, running dry, finding a place again."""

from collections import Counter
from collections.abc import Iterator

import pytest

from pontoon.engine.cards import PACK, Card, card, cards
from pontoon.engine.decks import NO_SEED, Pack, Shoe, encoded, next_seed
from tests.support.stacked_decks import StackedShoe

SEED = bytes(range(32))
SIX_DECKS = 6
MARKER = (60, 75)


def deal(shoe: Shoe, number: int) -> list[Card]:
    return [shoe.deal() for _ in range(number)]


def shoes(decks: int, marker: tuple[int, int], number: int) -> Iterator[Shoe]:
    """Yield a NUMBER of shoes, each with a seed of its own."""
    for each in range(number):
        yield Shoe(decks, marker, each.to_bytes(32, "big"))


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


def test_the_shoe_after_a_shoe_is_of_its_kind_and_whole() -> None:
    shoe = Shoe(2, (7, 7), SEED)
    first = deal(shoe, 100)
    after = shoe.renewed(next_seed(SEED))
    assert (after.left, after.marker, after.is_finished) == (104, 7, False)
    again = deal(after, 104)
    assert Counter(again) == Counter(PACK * 2)
    assert again[:100] != first


def test_the_marker_lies_before_60_to_75_cards_each_as_often() -> None:
    markers = Counter(shoe.marker - 60 for shoe in shoes(2, MARKER, 3200))
    assert set(markers) == set(range(16))
    assert chi_square(markers, 16) < 37.70  # 15 degrees of freedom, one in a thousand


@pytest.mark.parametrize("marker", [(0, 0), (10, 10), (3, 5)])
def test_the_marker_is_where_config_wants_it(marker: tuple[int, int]) -> None:
    seen = {shoe.marker for shoe in shoes(1, marker, 100)}
    assert seen == set(range(marker[0], marker[1] + 1))


def test_a_card_is_at_every_place_as_often_after_a_shuffle() -> None:
    """Three cards: the first, the last and one from the middle of a new pack."""
    followed = {card("AC"): Counter[int](), card("7D"): Counter[int](), card("KS"): Counter[int]()}
    for shoe in shoes(1, (10, 10), 5200):
        for place, each in enumerate(deal(shoe, 52)):
            if each in followed:
                followed[each][place] += 1
    for places in followed.values():
        assert chi_square(places, 52) < 87.97  # 51 degrees of freedom, one in a thousand


def test_every_card_is_as_often_at_a_place_after_a_shuffle() -> None:
    """Three places of the whole six decks: the first dealt, the last dealt and one between."""
    seen = {0: Counter[int](), 150: Counter[int](), 311: Counter[int]()}
    for shoe in shoes(SIX_DECKS, MARKER, 2600):
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


@pytest.mark.parametrize("dealt", [0, 17, 312])
def test_a_shoe_found_again_deals_what_it_would_have_dealt(dealt: int) -> None:
    shoe = Shoe(SIX_DECKS, MARKER, SEED)
    deal(shoe, dealt)
    found = Shoe.restored(SIX_DECKS, MARKER, shoe.state())
    for each in (shoe, found):
        each.begin_round()
    assert vars(found) == vars(shoe)


def test_the_place_counts_the_cards_dealt_in_all_rounds() -> None:
    shoe = Shoe(SIX_DECKS, MARKER, SEED)
    assert shoe.state() == {"seed": encoded(SEED), "dealt": 0}
    for dealt_before in (0, 9):
        shoe.begin_round()
        deal(shoe, 9)
        assert (shoe.dealt_before, len(shoe.dealt)) == (dealt_before, 9)
    assert shoe.state() == {"seed": encoded(SEED), "dealt": 18}
    shoe.finish()
    assert shoe.state() == {"seed": encoded(SEED), "dealt": 18, "finished": True}


@pytest.mark.parametrize("wrong", [{"dealt": -1}, {"dealt": 313}, {"seed": "00"}, {"seed": "zz"}])
def test_a_place_that_no_shoe_has_is_refused(wrong: dict[str, object]) -> None:
    state = Shoe(SIX_DECKS, MARKER, SEED).state()
    with pytest.raises(ValueError, match=r"."):
        Shoe.restored(SIX_DECKS, MARKER, state | wrong)


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


def test_a_replenished_shoe_is_still_finished_after_the_round() -> None:
    """However many cards it has now, its marker stays hit."""
    shoe = Shoe(6, MARKER, SEED)
    deal(shoe, 312)
    shoe.replenish(())
    assert shoe.left == 312
    assert shoe.marker_hit


def test_a_shoe_that_ran_dry_is_found_again_as_one_that_is_finished() -> None:
    """Its cards do not matter any more."""
    shoe = Shoe(1, MARKER, SEED)
    deal(shoe, 52)
    shoe.replenish(cards("AC"))
    deal(shoe, 5)
    shoe.finish()
    found = Shoe.restored(1, MARKER, shoe.state())
    assert found.is_finished
    assert found.state() == {"seed": encoded(SEED), "dealt": 57, "finished": True}


@pytest.mark.parametrize("none", [Shoe(6, MARKER, NO_SEED), Pack(NO_SEED)])
def test_without_a_seed_there_are_no_cards_and_the_deck_is_finished(none: Shoe | Pack) -> None:
    assert (none.left, none.is_finished) == (0, True)
    with pytest.raises(IndexError):
        none.deal()
    assert (none.renewed(SEED).left, none.renewed(SEED).is_finished) in ((312, False), (52, False))


def test_a_stacked_shoe_holds_the_cards_of_any_other() -> None:
    """The tests of rounds rely on it: what they lay on top is missing further down."""
    shoe = StackedShoe("AS AS 7D", decks=2)
    order = deal(shoe, 104)
    assert order[:3] == list(cards("AS AS 7D"))
    assert Counter(order) == Counter(PACK * 2)

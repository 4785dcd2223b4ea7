"""The shoe in the rounds of Shed Pontoon: hitting the marker, shuffling after it, running dry."""

from collections import Counter

from pontoon.engine.cards import PACK, cards
from pontoon.engine.decks import Shoe
from pontoon.engine.events import (
    Burned,
    Event,
    FirstCard,
    HandResult,
    MarkerHit,
    SecondCard,
    SecondCardsOut,
    Settled,
    ShoeRanDry,
    Shuffled,
    Stuck,
    Twisted,
)
from pontoon.engine.table import Table
from tests.support.shed_rounds import dealt, first_moves, hand, of_kind, play, table_of
from tests.support.stacked_decks import StackedShoe

BOTH = [("bob", 1000), ("dave", 1000)]


class LowShoe(StackedShoe):
    """One deck of which only the cards in ``first`` are left; the others were dealt before."""

    def __init__(self, first: str, marker: tuple[int, int] = (10, 10)) -> None:
        super().__init__(first, decks=1, marker=marker)
        del self.cards[: -len(cards(first))]

    def lose_all(self) -> None:
        """Forget the cards that are left."""
        self.cards.clear()


def deck_of(table: Table) -> Shoe:
    """Return the shoe of the round at TABLE, or of the last one."""
    assert isinstance(table.round_deck, Shoe)
    return table.round_deck


def marked_shoe(first: str, marker: int) -> Shoe:
    return StackedShoe(first, decks=1, marker=(marker, marker))


def cards_everywhere(table: Table, shoe: Shoe) -> Counter[object]:
    """Return the cards in the shoe, found by dealing them all, and those on the table."""
    on_table = Counter[object](
        card for seat in table.seats for each in seat.hands for card in each.cards
    )
    return on_table + Counter(shoe.deal() for _ in range(shoe.left))


# The marker


def test_the_marker_is_told_at_the_card_that_hits_it_and_only_once() -> None:
    table = table_of(marked_shoe(dealt("10C 5D", "9C 7S", then="2H 2S"), marker=47))
    table.deal(BOTH)
    events = play(table, "bob: 1 dave: 1")
    assert of_kind(MarkerHit, events) == []
    events = play(table, "bob: t")
    assert [type(event) for event in events] == [Twisted, MarkerHit]
    events = play(table, "bob: t s dave: s")
    assert of_kind(MarkerHit, events) == []


def test_the_marker_can_be_hit_by_any_card_dealt() -> None:
    """The first ones, the second ones, and the second card of two that are burned for."""
    table = table_of(marked_shoe("10C 9C", marker=50))
    events = table.deal(BOTH)
    assert [type(event) for event in events[1:]] == [FirstCard, FirstCard, MarkerHit]
    table = table_of(marked_shoe("10C 4D 5S", marker=50))
    table.deal(BOTH[:1])
    events = play(table, "bob: 1")
    assert [type(event) for event in events[1:]] == [SecondCard, MarkerHit, SecondCardsOut]
    table = table_of(marked_shoe("10C 4D 5S 6H", marker=48))
    table.deal(BOTH[:1])
    events = play(table, "bob: 1 u")
    assert [type(event) for event in events[-2:]] == [Burned, MarkerHit]


def test_after_a_hit_the_shoe_is_shuffled_when_the_round_is_over() -> None:
    """Not before: the round goes on with the cards behind the marker."""
    shoe = marked_shoe(dealt("10C 5D", "9C 7S", then="2H 2S"), marker=49)
    table = table_of(shoe)
    table.deal(BOTH)
    events = play(table, "bob: 1 dave: 1 bob: t t s")
    assert of_kind(MarkerHit, events) == [MarkerHit()]
    assert (shoe.left, shoe.is_finished) == (46, False)
    events = play(table, "dave: s")
    assert [type(event) for event in events] == [Stuck, HandResult, HandResult, Shuffled, Settled]
    assert table.deck.is_finished
    table.deal(BOTH)
    assert cards_everywhere(table, deck_of(table)) == Counter(PACK)


def test_without_a_hit_the_shoe_is_not_shuffled() -> None:
    shoe = marked_shoe(dealt("10C 6D", "9C 7S"), marker=47)
    table = table_of(shoe)
    table.deal(BOTH)
    events = play(table, "bob: 1 dave: 1 bob: s dave: s")
    assert not of_kind(MarkerHit, events)
    assert not of_kind(Shuffled, events)
    assert (shoe.left, table.deck.is_finished) == (48, False)


def sticking(table: Table) -> list[Event]:
    """Play a round in which everybody bets 1 and sticks as soon as they may."""
    return table.deal(BOTH) + first_moves(table)


def test_a_shuffle_follows_every_round_with_a_hit_and_no_other() -> None:
    table = table_of(Shoe(6, (60, 75), bytes(range(32))))
    shuffled = 0
    for _ in range(300):
        before = table.round_deck
        was_finished = table.deck.is_finished
        events = sticking(table)
        hit = of_kind(MarkerHit, events)
        assert len(of_kind(Shuffled, events)) == len(hit) == table.deck.is_finished
        assert (table.round_deck is not before) == (was_finished or before is None)
        shuffled += len(hit)
    assert shuffled > 5


def test_a_marker_in_front_of_all_the_cards_is_hit_by_the_first() -> None:
    table = table_of(marked_shoe("10C 9C", marker=52))
    assert of_kind(MarkerHit, table.deal(BOTH)) == [MarkerHit()]
    assert of_kind(MarkerHit, play(table, "bob: 1 dave: 1")) == []


# A shoe that runs dry


def test_a_round_that_outlasts_the_shoe_goes_on_with_the_cards_not_on_the_table() -> None:
    """Bob burns his last two cards but one; they come back, what lies on the table does not."""
    shoe = LowShoe(dealt("10C 4D", "9C 7S", then="5H"))
    table = table_of(shoe)
    table.deal(BOTH)
    events = play(table, "bob: 1 dave: 1 bob: u")
    assert [type(event) for event in events[-2:]] == [Burned, ShoeRanDry]
    assert str(hand(table).cards[0]) == "5H"
    assert shoe.left == 52 - 4
    assert cards_everywhere(table, shoe) == Counter(PACK)


def test_a_dry_shoe_is_refilled_only_when_a_card_is_wanted_of_it() -> None:
    shoe = LowShoe(dealt("10C 7D", "9C 7S"))
    table = table_of(shoe)
    table.deal(BOTH)
    events = play(table, "bob: 1 dave: 1")
    assert shoe.left == 0
    events = play(table, "bob: s dave: s")
    assert of_kind(ShoeRanDry, events) == []
    assert of_kind(Shuffled, events) == [Shuffled()]


def test_a_card_thrown_away_by_one_who_resigned_before_betting_comes_back() -> None:
    shoe = LowShoe("10C 9C 7S")
    table = table_of(shoe)
    table.deal(BOTH)
    play(table, "bob: resigns dave: 1 t")
    assert shoe.left == 52 - 3
    assert cards_everywhere(table, shoe) == Counter(PACK)


def test_the_cards_of_one_who_resigned_after_betting_stay_on_the_table() -> None:
    shoe = LowShoe(dealt("10C 8D", "9C 7S"))
    table = table_of(shoe)
    table.deal(BOTH)
    play(table, "bob: 1 dave: 1 bob: resigns dave: t")
    assert shoe.left == 52 - 5
    assert cards_everywhere(table, shoe) == Counter(PACK)


def test_split_hands_waiting_for_their_turn_are_on_the_table() -> None:
    shoe = LowShoe(dealt("8C 8D", "9C 7S"))
    table = table_of(shoe)
    table.deal(BOTH)
    events = play(table, "bob: 1 dave: 1 bob: p")
    assert of_kind(ShoeRanDry, events) == [ShoeRanDry()]
    assert shoe.left == 52 - 5
    assert cards_everywhere(table, shoe) == Counter(PACK)


def test_a_shoe_that_ran_dry_is_shuffled_whole_after_the_round() -> None:
    """Told once only: the marker was hit before, and there is no new one in the refilled shoe.

    "Whole" is another shoe, with a marker of its own.
    """
    shoe = LowShoe(dealt("10C 4D", "9C 7S"), marker=(2, 2))
    table = table_of(shoe)
    events = table.deal(BOTH)
    events += play(table, "bob: 1 dave: 1 bob: u resigns dave: s")
    told = [event for event in events if isinstance(event, MarkerHit | ShoeRanDry | Shuffled)]
    assert told == [MarkerHit(), ShoeRanDry(), Shuffled()]
    table.deal(BOTH)
    anew = deck_of(table)
    assert (anew.left, anew.marker, anew.marker_hit) == (50, 2, False)


def test_a_shoe_may_run_dry_again_in_the_same_round() -> None:
    shoe = LowShoe(dealt("10C 4D", "9C 7S"))
    table = table_of(shoe)
    table.deal(BOTH)
    events = play(table, "bob: 1 dave: 1 bob: u")
    shoe.lose_all()
    events += play(table, "bob: resigns dave: t")
    told = [event for event in events if isinstance(event, MarkerHit | ShoeRanDry)]
    assert told == [ShoeRanDry(), ShoeRanDry()]
    assert cards_everywhere(table, shoe) == Counter(PACK)

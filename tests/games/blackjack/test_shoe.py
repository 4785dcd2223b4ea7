"""The shoe of Black Jack For Time, which has the decks and the marker of Shed Pontoon."""

from pontoon.engine.cards import cards
from pontoon.engine.decks import encoded
from pontoon.engine.events import (
    BankerResult,
    DealerPlayed,
    HandResult,
    MarkerHit,
    Settled,
    ShoeRanDry,
    Shuffled,
)
from pontoon.games.blackjack import BlackJack, BlackJackRules
from tests.support.blackjack_rounds import RULES, begin, play, table_of
from tests.support.shed_rounds import asked, dealt, names, of_kind
from tests.support.stacked_decks import StackedShoe


def test_the_shoe_is_shuffled_after_the_round_in_which_its_marker_was_hit() -> None:
    rules = BlackJackRules(decks=1, marker=(47, 47))
    table = begin(dealt("10S 9S", "10H 6D", then="2H 3D"), "bob", rules=rules)
    events = play(table, "bob: 1 s")
    assert [type(event) for event in events[-6:]] == [
        DealerPlayed,
        MarkerHit,
        BankerResult,
        HandResult,
        Shuffled,
        Settled,
    ]
    table.deal([("bob", 100)])
    assert play(table, "bob: 1")


def test_the_shoe_lasts_from_round_to_round_where_the_marker_was_not_hit() -> None:
    table = begin(f"{dealt('10S 9S', '10H 8D')} {dealt('2S 3S', '9H 9D')}", "bob")
    assert not of_kind(Shuffled, play(table, "bob: 1 s"))
    table.deal([("bob", 100)])
    play(table, "bob: 1")
    assert names(asked(table).cards) == "2S 3S"


def test_a_shoe_that_runs_dry_takes_back_all_but_the_cards_on_the_table() -> None:
    """The dealer's cards are on the table as well."""
    rules = BlackJackRules(decks=1, marker=(0, 0))
    shoe = StackedShoe(dealt("2C 2D", "2S 2H"), decks=1, marker=(0, 0))
    del shoe.cards[:-4]
    table = table_of(shoe, rules)
    table.deal([("bob", 100)])
    events = play(table, "bob: 1 h")
    assert of_kind(ShoeRanDry, events)
    assert shoe.left == 52 - 4 - 1
    assert not set(shoe.cards) & set(cards("2C 2D 2S 2H"))


def test_a_new_table_has_a_shoe_of_six_decks_with_its_marker() -> None:
    seed = bytes(range(32))
    shoe = BlackJack.new_equipment(RULES, seed)
    assert shoe.left == 312
    assert shoe.state() == {"seed": encoded(seed), "dealt": 0}
    assert 60 <= shoe.marker <= 75

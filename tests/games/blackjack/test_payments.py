"""What is paid in Black Jack For Time: so many coins for, not to, each coin of the bet."""

import pytest

from pontoon.engine.events import DealerLooked, DealerNatural, DealerPlayed, HandMade, PlayerResult
from pontoon.engine.moves import Phase, Unit
from pontoon.games.blackjack_hands import HandType
from tests.support.blackjack_rounds import begin, bob_holding, coins, dealer_of, only_result, play
from tests.support.shed_rounds import asked, changes, dealt, names, of_kind, settled

ROWS = [
    # held, dealer, then, moves, kind, coins handed back for a bet of 10
    ("natural", "AC KD", "10C 9D", "", "", HandType.NATURAL, 30),
    ("natural, dealer would draw 21", "AC KD", "10C 6D", "5H", "", HandType.NATURAL, 30),
    (
        "natural, dealer would have a charlie",
        "AC KD",
        "2C 3D",
        "2H 3H 4H",
        "",
        HandType.NATURAL,
        30,
    ),
    ("21", "10C 5D", "10C 9D", "6H", "h", HandType.TWENTY_ONE, 30),
    ("21 of five cards", "2C 3D", "10C 9D", "4H 5S 7C", "hhh", HandType.TWENTY_ONE, 30),
    ("soft 21", "AC 5D", "10C 9D", "5H", "h", HandType.TWENTY_ONE, 30),
    ("21, dealer busts", "10C 5D", "10H 6D", "6H 10S", "h", HandType.TWENTY_ONE, 30),
    ("21, dealer 21", "10C 5D", "10H 6D", "6H 5S", "h", HandType.TWENTY_ONE, 10),
    ("21, dealer 21 of five", "10C 5D", "2C 3D", "6H 4H 5S 7C", "h", HandType.TWENTY_ONE, 10),
    ("21 of five, dealer 21", "2C 3D", "10H 6D", "4H 5S 7C 5C", "hhh", HandType.TWENTY_ONE, 10),
    ("21, dealer charlie", "10C 5D", "2C 3D", "6H 2H 3H 4H", "h", HandType.TWENTY_ONE, 0),
    ("charlie", "2C 3D", "10C 9D", "2H 3H 4H", "hhh", HandType.CHARLIE, 30),
    ("charlie of 20", "2C 3D", "10C 10D", "4H 5H 6H", "hhh", HandType.CHARLIE, 30),
    (
        "charlie, dealer would draw 21",
        "2C 3D",
        "10H 6D",
        "2H 3H 4H 5D",
        "hhh",
        HandType.CHARLIE,
        30,
    ),
    ("higher total", "10C 9D", "10H 8D", "", "s", HandType.POINTS, 20),
    ("20", "10C 10D", "10H 9D", "", "s", HandType.POINTS, 20),
    ("dealer busts", "10C 2D", "10H 6D", "10S", "s", HandType.POINTS, 20),
    ("equal totals", "10C 8D", "10H 8S", "", "s", HandType.POINTS, 10),
    ("equal totals of other cards", "10C 4D", "10H 8S", "4C", "hs", HandType.POINTS, 10),
    ("equal soft total", "AC 7D", "10H 8S", "", "s", HandType.POINTS, 10),
    ("lower", "10C 7D", "10H 8S", "", "s", HandType.POINTS, 0),
    ("lower than 21", "10C 10D", "10H 6S", "5C", "s", HandType.POINTS, 0),
    ("20, dealer charlie of 16", "10C 10D", "2C 3D", "2H 4H 5H", "s", HandType.POINTS, 0),
    ("bust", "10C 7D", "10H 6S", "5C", "h", HandType.BUST, 0),
    ("bust, dealer would bust", "10C 7D", "10H 6S", "5C 10D", "h", HandType.BUST, 0),
    ("bust with five cards", "2C 3D", "10H 6S", "4H 5S 8C", "hhh", HandType.BUST, 0),
]


def test_what_each_result_is_paid() -> None:
    """A bet of 10 had left the pot, and ``back`` coins are handed back."""
    for held, dealer, then, moves, kind, back in [row[1:] for row in ROWS]:
        table = begin(dealt(held, dealer, then=then), "bob")
        events = play(table, " ".join(["bob: 10", *moves]))
        result = only_result(events)
        assert (result.type, result.stake, result.gain) == (kind, 10, back - 10)
        assert result.unit is Unit.COINS
        assert changes(events) == {"bob": back - 10}
        assert settled(events).house == dealer_of(events).gain == 10 - back


DOUBLED = [
    ("higher total", "6C 5D", "10H 8S", "8C", 40),
    ("21", "6C 5D", "10H 8S", "10C", 40),
    ("21, dealer busts", "6C 5D", "10H 6S", "10C 10D", 40),
    ("21, dealer 21", "6C 5D", "10H 6S", "10C 5S", 20),
    ("21, dealer charlie", "6C 5D", "2C 3S", "10C 2H 3H 4H", 0),
    ("dealer busts", "6C 5D", "10H 6S", "2C 10D", 40),
    ("equal totals", "6C 5D", "10H 8S", "7C", 20),
    ("lower", "6C 5D", "10H 8S", "6D", 0),
    ("bust", "10C 5D", "10H 8S", "7C", 0),
]


def test_doubled_down_and_won_is_paid_2_for_1_on_the_doubled_bet() -> None:
    """21 or not; otherwise it is as any other hand. The doubled bet is 20."""
    for held, dealer, then, back in [row[1:] for row in DOUBLED]:
        events = play(bob_holding(held, dealer, then), "bob: d")
        result = only_result(events)
        assert (result.stake, result.gain) == (20, back - 20)
        assert changes(events) == {"bob": back - 20}


def test_bet_2_win_and_4_come_back() -> None:
    table = bob_holding("10C 9D", "10H 8D", bet=2, left=98)
    assert table.seats[0].chips == 98
    assert changes(play(table, "bob: s")) == {"bob": 4 - 2}


def test_payments_are_whole_whatever_the_bet() -> None:
    for bet in [1, 2, 3, 7, 10]:
        assert changes(play(begin(dealt("AC KD", "10C 9D"), "bob"), f"bob: {bet}")) == {
            "bob": 2 * bet
        }


# Paid at once


def test_a_natural_ends_the_hand_when_its_turn_comes() -> None:
    table = begin(dealt("10C 9D", "AC KD", "10C 9H"), "bob", "dave")
    play(table, "bob: 10 dave: 10")
    events = play(table, "bob: s")
    assert of_kind(HandMade, events) == [HandMade("dave", None, HandType.NATURAL)]
    assert changes(events) == {"bob": 0, "dave": 20}


def test_a_hand_of_21_is_asked_nothing_more() -> None:
    table = begin(dealt("10C 5D", "10H 7D", "10S 8D", then="6H"), "bob", "dave")
    events = play(table, "bob: 10 dave: 10 bob: h")
    assert of_kind(HandMade, events) == [HandMade("bob", None, HandType.TWENTY_ONE)]
    assert asked(table).player == "dave"


def test_a_charlie_is_asked_nothing_more() -> None:
    table = begin(dealt("2C 3D", "10H 7D", "10S 8D", then="2H 3H 4H"), "bob", "dave")
    events = play(table, "bob: 10 dave: 10 bob: h h h")
    assert of_kind(HandMade, events) == [HandMade("bob", None, HandType.CHARLIE)]
    assert asked(table).player == "dave"


@pytest.mark.parametrize(
    ("held", "then", "moves"), [("AC KD", "", ""), ("2C 3D", "2H 3H 4H", "h h h")]
)
def test_a_dealers_charlie_does_not_touch_what_was_paid_at_once(
    held: str, then: str, moves: str
) -> None:
    cards = dealt(held, "10H 7D", "2C 3S", then=f"{then} 2D 3C 4C")
    table = begin(cards, "bob", "dave")
    events = play(table, f"bob: 10 dave: 10 bob: {moves} dave: s")
    assert dealer_of(events).type is HandType.CHARLIE
    assert changes(events) == {"bob": 20, "dave": -10}


# A dealer's natural


def test_a_dealers_natural_is_shown_and_ends_the_round_before_anybody_plays() -> None:
    for dealer in ["10C AD", "JC AD", "QC AD", "KC AD"]:
        events = play(begin(dealt("10C 9D", dealer), "bob"), "bob: 10")
        (natural,) = of_kind(DealerNatural, events)
        assert names(natural.cards) == dealer
        assert changes(events) == {"bob": -10}
        assert dealer_of(events).type is HandType.NATURAL
        assert not of_kind(DealerPlayed, events)


def test_with_an_ace_the_dealer_looks_after_insurance() -> None:
    table = begin(dealt("10C 9D", "AC KD"), "bob")
    assert not of_kind(DealerNatural, play(table, "bob: 10"))
    assert asked(table).phase is Phase.INSURANCE
    assert of_kind(DealerNatural, play(table, "bob: n"))


def test_a_players_natural_stands_off_with_the_dealers() -> None:
    events = play(begin(dealt("AC KD", "10C AD"), "bob"), "bob: 10")
    assert only_result(events).type is HandType.NATURAL
    assert changes(events) == {"bob": 0}


def test_a_dealers_natural_beats_everything_but_a_natural() -> None:
    cards = dealt("AC KD", "10C 10D", "2C 3D", "10H AD")
    events = play(begin(cards, "bob", "dave", "eve"), "bob: 10 dave: 5 eve: 1")
    assert changes(events) == {"bob": 0, "dave": -5, "eve": -1}
    assert dealer_of(events).gain == 6


def test_the_dealer_does_not_look_where_no_natural_is_possible() -> None:
    for up in ["2C", "5C", "9C"]:
        events = play(begin(dealt("10C 9D", f"{up} AD"), "bob"), "bob: 10")
        assert not of_kind(DealerLooked, events)


def test_with_a_ten_value_card_the_dealer_looks() -> None:
    for up in ["10C", "JC", "QC", "KC"]:
        events = play(begin(dealt("10C 9D", f"{up} 9D"), "bob"), "bob: 10")
        assert of_kind(DealerLooked, events) == [DealerLooked()]


# Insurance


def test_insurance_is_paid_2_for_each_1_against_a_dealers_natural() -> None:
    """Bet 10, insurance 5: 10 come back."""
    events = play(bob_holding("10C 9D", "AC KD"), "bob: y")
    result = only_result(events)
    assert (result.stake, result.insurance, result.gain) == (10, 5, -5)
    assert coins(events) == {"bob": PlayerResult("bob", -5, 1, 0, losses=10)}


def test_an_insured_natural_stands_off_and_the_insurance_is_paid() -> None:
    events = play(bob_holding("AH KD", "AC QD"), "bob: y")
    assert coins(events) == {"bob": PlayerResult("bob", 5, 1, 0, losses=0)}


def test_what_insurance_pays_is_config() -> None:
    for pays, gain in [(1, -10), (2, -5), (3, 0), (10, 35)]:
        events = play(bob_holding("10C 9D", "AC KD", insurance_pays=pays), "bob: y")
        assert changes(events) == {"bob": gain}


def test_without_a_natural_the_insurance_is_lost_and_play_goes_on() -> None:
    table = bob_holding("10C 9D", "AC 7D")
    events = play(table, "bob: y")
    assert of_kind(DealerLooked, events)
    assert asked(table).phase is Phase.HAND
    events = play(table, "bob: s")
    result = only_result(events)
    assert (result.stake, result.insurance, result.gain) == (10, 5, 10 - 5)
    assert coins(events) == {"bob": PlayerResult("bob", 5, 1, 1, losses=5)}


def test_a_dealer_who_draws_to_21_pays_no_insurance() -> None:
    events = play(bob_holding("10C 9D", "AC 5D", then="5H"), "bob: y s")
    assert dealer_of(events).total == 21
    assert changes(events) == {"bob": -15}


def test_insurance_is_half_the_bet_rounded_down() -> None:
    events = play(bob_holding("10C 9D", "AC KD", bet=5), "bob: y")
    assert coins(events) == {"bob": PlayerResult("bob", -3, 1, 0, losses=5)}


def test_who_did_not_insure_loses_the_bet_alone() -> None:
    events = play(bob_holding("10C 9D", "AC KD"), "bob: n")
    assert coins(events) == {"bob": PlayerResult("bob", -10, 1, 0, losses=10)}


# Hands do not affect each other


def test_a_bust_is_lost_even_if_the_dealer_busts_for_another() -> None:
    """Bob's 24 is neither better nor as good as the dealer's 22, 24 or 25: it is gone."""
    for drawn in ["6H", "8H", "9H"]:
        table = begin(dealt("10C 6D", "10S 9S", "10H 6S", then=f"8C {drawn}"), "bob", "dave")
        events = play(table, "bob: 10 dave: 5 bob: h dave: s")
        assert dealer_of(events).type is HandType.BUST
        assert changes(events) == {"bob": -10, "dave": 5}


def test_each_player_is_paid_against_the_dealer_alone() -> None:
    cards = dealt("10C 9D", "10H 8D", "10S 7D", "AC KD", "5C 6D", "10D 8C", then="10C")
    table = begin(cards, "ann", "bob", "cat", "dan", "eve")
    play(table, "ann: 1 bob: 2 cat: 3 dan: 4 eve: 5")
    events = play(table, "ann: s bob: s cat: s eve: d")
    assert changes(events) == {"ann": 1, "bob": 0, "cat": -3, "dan": 8, "eve": 10}
    assert settled(events).house == -16
    assert dealer_of(events).gain == -16


def test_winnings_beyond_the_wagers_returned_and_losses_are_told_apart() -> None:
    table = begin(dealt("10C 9D", "10H 8D", "10S 7D", "10D 8C"), "ann", "bob", "cat")
    events = play(table, "ann: 1 bob: 2 cat: 3 ann: s bob: s cat: s")
    assert coins(events) == {
        "ann": PlayerResult("ann", 1, 1, 1, losses=0),
        "bob": PlayerResult("bob", 0, 1, 0, losses=0),
        "cat": PlayerResult("cat", -3, 1, 0, losses=3),
    }

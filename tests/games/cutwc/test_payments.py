"""Who drinks in CUTwC Pontoon, and how many fingers."""

from pontoon.engine.events import BankerResult, Event, HandResult
from pontoon.engine.moves import Unit
from pontoon.games.pontoon_hands import HandType
from tests.support.banker_rounds import gains, play
from tests.support.cutwc_rounds import begin
from tests.support.shed_rounds import changes, dealt, of_kind, settled


def bob_against_dave(hand: str, dealer: str, then: str, script: str) -> list[Event]:
    """Play a round in which bob bids 3 on HAND, dave deals and the cards THEN come next."""
    table = begin(dealt(hand, dealer, then=then), "bob", "dave")
    events = play(table, f"bob: 3 {script}")
    assert table.ask is None
    return events


def test_who_has_the_worse_hand_drinks() -> None:
    for hand, dealer, then, script, drunk in [
        # a pontoon beats everything
        ("AC KC", "10S JS", "AH", "dave: t s", {"dave": 6}),
        ("AC KC", "2S 2H", "2D 2C 3D", "dave: t t t", {"dave": 6}),
        ("10C JC", "AS KS", "AH", "t s", {"bob": 3}),
        ("2C 2D", "AS KS", "2H 2S 3D", "t t t", {"bob": 3}),
        # a five-card trick everything else, whatever its total
        ("2C 2D", "10S JS", "2H 2S 3D AH", "t t t dave: t s", {"dave": 3}),
        ("10C JC", "2S 2H", "AC 2D 2C 3D", "t s dave: t t t", {"bob": 3}),
        # then the higher total
        ("10C 8C", "10S 7S", "", "s dave: s", {"dave": 3}),
        ("10C 7C", "10S 8S", "", "s dave: s", {"bob": 3}),
        ("10C JC", "10S 9S", "AH", "t s dave: s", {"dave": 3}),
        ("3C 3D", "2S 3H", "", "s dave: s", {"dave": 3}),
        # ties are the dealer's
        ("10C 8C", "10S 8S", "", "s dave: s", {"bob": 3}),
        ("2C 2D", "2S 2H", "3C 3D 4C 3H 3S AH", "t t t dave: t t t", {"bob": 3}),
        ("5C 6C", "10S 4S", "10H 7H", "t s dave: t s", {"bob": 3}),
        # five cards are five cards, whatever their total
        ("2C 2D", "2S 2H", "5C 5D 7C 3H 3S 4S", "t t t dave: t t t", {"bob": 3}),
        # three sevens are nothing special, and neither is a royal pontoon
        ("7C 7D", "10S JS", "7H AH", "t s dave: t s", {"bob": 3}),
        ("7C 7D", "AS 10S", "7H", "t s", {"bob": 3}),
        ("7C 7D", "10S 9S", "7H", "t s dave: s", {"dave": 3}),
        ("AC KC", "AS 10S", "", "", {"bob": 3}),
        ("AC 10C", "AS KS", "", "", {"bob": 3}),
        # a bust loses
        ("10C 6C", "2S 2H", "10H", "t", {"bob": 3}),
        # a dealer who busts loses to all that are not, pontoons double
        ("2C 3C", "10S 6S", "10H", "s dave: t", {"dave": 3}),
        ("2C 2D", "10S 6S", "2H 3C 3D 10H", "t t t dave: t", {"dave": 3}),
        ("AC KC", "10S 6S", "10H", "dave: t", {"dave": 6}),
    ]:
        events = bob_against_dave(hand, dealer, then, script)
        assert changes(events) == {player: -drunk.get(player, 0) for player in ("bob", "dave")}


def test_the_dealer_drinks_the_bid_with_what_was_bought_for() -> None:
    events = bob_against_dave("2C 3C", "10S 9S", "5D 10H", "b b s dave: s")
    assert changes(events) == {"bob": 0, "dave": -5}


def test_a_dealers_pontoon_doubles_nothing() -> None:
    table = begin(dealt("10C 8C", "10D JD", "AS KS"), "bob", "kevin", "dave")
    events = play(table, "bob: 1 kevin: 4 bob: s kevin: s")
    assert changes(events) == {"bob": -1, "kevin": -4, "dave": 0}


def test_a_losing_pontoon_is_drunk_for_once() -> None:
    assert changes(bob_against_dave("AC QC", "AS JS", "", ""))["bob"] == -3


def test_a_pontoon_on_a_split_hand_is_one() -> None:
    """It beats a five-card trick, and costs the dealer twice the bid."""
    events = bob_against_dave("KC KD", "2S 2H", "AC 9D 2C 3D 4D", "p s dave: t t t")
    assert gains(events) == [0, -3]
    assert changes(events) == {"bob": -3, "dave": -6}


def test_every_hand_of_a_split_is_settled_on_its_own() -> None:
    events = bob_against_dave("8C 8D", "10S 8S", "10C JC 3C", "p b s s dave: s")
    assert [(result.hand, result.stake, result.gain) for result in of_kind(HandResult, events)] == [
        (1, 4, 0),
        (2, 3, -3),
    ]
    assert changes(events) == {"bob": -3, "dave": -4}


def test_a_dealer_who_busts_drinks_for_all_hands_that_are_not_bust() -> None:
    table = begin(
        dealt("10C 6C", "AD KD", "2H 3H", "10S 6S", then="10H QH"), "bob", "kevin", "ann", "dave"
    )
    events = play(table, "bob: 4 kevin: 3 ann: 2 bob: t ann: s dave: t")
    assert changes(events) == {"bob": -4, "kevin": 0, "ann": 0, "dave": -8}
    assert settled(events).house == 12


def test_the_results_say_what_each_drinks_in_fingers() -> None:
    events = bob_against_dave("AC KC", "10S 7S", "", "dave: s")
    (dealer,), (bob,) = of_kind(BankerResult, events), of_kind(HandResult, events)
    assert (dealer.type, dealer.total, dealer.gain) == (HandType.POINTS, 17, -6)
    assert (bob.type, bob.total, bob.stake, bob.gain) == (HandType.PONTOON, 21, 3, 0)
    assert dealer.unit is bob.unit is Unit.FINGERS


def test_the_results_say_what_each_hand_is() -> None:
    for hand, then, script, hand_type in [
        ("AC KC", "", "", HandType.PONTOON),
        ("7C 7D", "7H", "t s", HandType.TWENTY_ONE),
        ("2C 2D", "5H 10H 2H", "t t t", HandType.FIVE_CARD_TRICK),
        ("2C 2D", "5H 2H 2S", "t t t", HandType.FIVE_CARD_TRICK),
        ("10C JC", "", "s", HandType.POINTS),
        ("10C 6C", "10H", "t", HandType.BUST),
    ]:
        busts = hand_type is HandType.BUST
        events = bob_against_dave(hand, "10S 9S", then, script if busts else f"{script} dave: s")
        (result,) = of_kind(HandResult, events)
        assert result.type is hand_type

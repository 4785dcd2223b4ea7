"""What becomes of hands whose players leave is told as that in the results, in every game."""

from collections.abc import Sequence

from pontoon.engine.events import Event, HandResult
from tests.support import blackjack_rounds, shed_rounds
from tests.support.banker_rounds import play
from tests.support.british_rounds import against_dave, shooting_at
from tests.support.cutwc_rounds import against_dave as against_dealer
from tests.support.shed_rounds import dealt, of_kind


def resigned(events: Sequence[Event]) -> list[tuple[str, int | None, bool]]:
    """Return of each hand whether it was resigned."""
    return [(each.player, each.hand, each.resigned) for each in of_kind(HandResult, events)]


def test_in_shed_pontoon() -> None:
    """However good they are, and all hands of the seat, also those not played yet."""
    table = shed_rounds.begin(dealt("8C 8D", "10D 9D", then="KH 2S"), "bob", "dave")
    events = shed_rounds.play(table, "bob: 10 dave: 10 bob: p s resigns dave: s")
    assert resigned(events) == [("bob", 1, True), ("bob", 2, True), ("dave", None, False)]


def test_who_leaves_before_the_second_cards_has_resigned_too() -> None:
    table = shed_rounds.begin("", "bob", "dave")
    events = shed_rounds.play(table, "bob: 10 resigns dave: 10 resigns")
    assert resigned(events) == [("bob", None, True), ("dave", None, True)]


def test_a_hand_that_was_bust_before_its_player_left_was_not_resigned() -> None:
    table = shed_rounds.begin(dealt("10C 5D", "10D 9D", then="KH"), "bob", "dave")
    events = shed_rounds.play(table, "bob: 10 dave: 10 bob: t resigns dave: s")
    assert resigned(events) == [("bob", None, False), ("dave", None, False)]


def test_in_british_pontoon() -> None:
    table = against_dave("10C 8C", "10D 7D")
    events = play(table, "bob: resigns kevin: s dave: s")
    assert resigned(events) == [("bob", None, True), ("kevin", None, False)]


def test_in_shoot_pontoon() -> None:
    table = shooting_at("10C 8C", "10D 7D")
    events = play(table, "bob: n kevin: n bob: resigns kevin: s dave: s")
    assert resigned(events) == [("bob", None, True), ("kevin", None, False)]


def test_in_cutwc_pontoon() -> None:
    table = against_dealer("10C 8C", "10D 7D")
    events = play(table, "bob: resigns kevin: s dave: s")
    assert resigned(events) == [("bob", None, True), ("kevin", None, False)]


def test_in_black_jack() -> None:
    table = blackjack_rounds.begin(dealt("10C 8C", "10D 7D", "10S 9S"), "bob", "dave")
    events = blackjack_rounds.play(table, "bob: 2 dave: 2 bob: resigns dave: s")
    assert resigned(events) == [("bob", None, True), ("dave", None, False)]


def test_in_black_jack_a_hand_that_was_paid_before_its_player_left_was_not_resigned() -> None:
    table = blackjack_rounds.begin(dealt("AC KC", "10D 7D", "10S 9S"), "bob", "dave")
    events = blackjack_rounds.play(table, "bob: 2 dave: 2 bob: resigns dave: s")
    assert resigned(events) == [("bob", None, False), ("dave", None, False)]

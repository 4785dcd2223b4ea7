"""A round of Shed Pontoon as a whole: the deal, resigning, stopping it, and what it counts for."""

import pytest

from pontoon.engine.cards import cards
from pontoon.engine.errors import NotSeated
from pontoon.engine.events import (
    Abandoned,
    BetPlaced,
    Event,
    FirstCard,
    HandResult,
    PlayerResult,
    Resigned,
    RoundBegan,
    RoundVoid,
    SecondCard,
    SecondCardsOut,
    Settled,
    Shuffled,
    Stuck,
)
from pontoon.engine.moves import Move, Verb
from pontoon.engine.table import Table
from tests.support.shed_rounds import (
    asked,
    begin,
    bob_holding,
    changes,
    dealt,
    names,
    of_kind,
    play,
    settled,
    snapshot,
    table_of,
)
from tests.support.stacked_decks import StackedShoe


def statistics(events: list[Event]) -> dict[str, tuple[int, int]]:
    """Return what was added to played and won of each player."""
    return {result.player: (result.played, result.won) for result in settled(events).results}


def staked(table: Table) -> dict[str, int]:
    return {seat.player: seat.staked for seat in table.seats}


# The deal


def test_each_player_gets_a_card_then_all_bet_then_each_gets_a_second() -> None:
    table = table_of(StackedShoe("5D 9C 2H 8H 4S KC"))
    events = table.deal([("dave", 1000), ("kevin", 1000), ("bob", 1000)])
    assert events == [
        RoundBegan(("dave", "kevin", "bob")),
        FirstCard("dave", cards("5D")),
        FirstCard("kevin", cards("9C")),
        FirstCard("bob", cards("2H")),
    ]
    assert play(table, "bob: 3 dave: 1") == []
    assert asked(table).player == "kevin"
    assert play(table, "kevin: 2") == [
        BetPlaced("dave", 1),
        BetPlaced("kevin", 2),
        BetPlaced("bob", 3),
        SecondCard("dave", None, cards("5D 8H")),
        SecondCard("kevin", None, cards("9C 4S")),
        SecondCard("bob", None, cards("2H KC")),
        SecondCardsOut(),
    ]
    assert asked(table).player == "dave"


def test_the_seats_play_in_their_order() -> None:
    table = begin(dealt("10C 6D", "10H 7D", "10S 8D"), "dave", "kevin", "bob")
    play(table, "dave: 1 kevin: 1 bob: 1")
    turns = []
    while table.ask is not None:
        turns.append(table.ask.player)
        play(table, f"{table.ask.player}: s")
    assert turns == ["dave", "kevin", "bob"]


def test_the_last_hand_over_settles_the_round() -> None:
    table = begin(dealt("10C 6D", "10H 7D"), "bob", "dave")
    events = play(table, "bob: 1 dave: 1 bob: s")
    assert of_kind(HandResult, events) == []
    events = play(table, "dave: s")
    assert [type(event) for event in events] == [Stuck, HandResult, HandResult, Settled]


# Resigning


def test_who_resigns_before_betting_loses_nothing_and_has_not_played() -> None:
    table = begin(dealt("10C", "9C", then="8D"), "bob", "dave")
    events = play(table, "bob: resigns")
    assert events == [Resigned("bob", 0)]
    assert asked(table).player == "dave"
    events = play(table, "dave: 10 s")
    assert changes(events) == {"bob": 0, "dave": 0}
    assert statistics(events) == {"bob": (0, 0), "dave": (1, 1)}
    assert [result.player for result in of_kind(HandResult, events)] == ["dave"]


def test_who_resigns_before_betting_out_of_turn_is_not_asked_any_more() -> None:
    table = begin(dealt("10C", "9C", "8C", then="8D 9D"), "bob", "dave", "kevin")
    ask = asked(table)
    assert play(table, "dave: resigns") == [Resigned("dave", 0)]
    assert table.ask is ask
    events = play(table, "bob: 10 kevin: 20")
    assert [event.player for event in of_kind(SecondCard, events)] == ["bob", "kevin"]
    events = play(table, "bob: s kevin: s")
    assert statistics(events) == {"bob": (1, 1), "dave": (0, 0), "kevin": (1, 0)}


def test_who_resigns_after_betting_loses_the_stake_and_has_played() -> None:
    table = begin(dealt("10C 8D", "9C 8H"), "bob", "dave")
    events = play(table, "bob: 10 dave: 20 dave: resigns")
    assert events[-1] == Resigned("dave", 20)
    events = play(table, "bob: s")
    assert changes(events) == {"bob": 0, "dave": -20}
    assert statistics(events) == {"bob": (1, 1), "dave": (1, 0)}


def test_a_resigned_hand_never_wins_however_good_it_is() -> None:
    """Not even one that had been stuck on, nor does it keep the others from winning."""
    table = begin(dealt("AC KD", "9C 8H"), "bob", "dave")
    events = play(table, "bob: 10 dave: 20 bob: s resigns dave: s")
    assert changes(events) == {"bob": -10, "dave": 0}
    assert statistics(events) == {"bob": (1, 0), "dave": (1, 1)}


def test_resigning_on_ones_turn_passes_the_turn_on() -> None:
    table = begin(dealt("10C 8D", "9C 8H"), "bob", "dave")
    play(table, "bob: 10 dave: 20")
    assert play(table, "bob: resigns") == [Resigned("bob", 10)]
    assert asked(table).player == "dave"


def test_resigning_out_of_turn_leaves_the_turn_where_it_is() -> None:
    table = begin(dealt("10C 8D", "9C 8H", "8C 8S"), "bob", "dave", "kevin")
    play(table, "bob: 10 dave: 20 kevin: 30")
    ask = asked(table)
    assert play(table, "dave: resigns") == [Resigned("dave", 20)]
    assert table.ask is ask
    play(table, "bob: s")
    assert asked(table).player == "kevin"


def test_who_bet_and_resigned_before_the_second_cards_gets_none() -> None:
    table = begin(dealt("10C", "9C", "8C", then="8D 8H"), "bob", "dave", "kevin")
    events = play(table, "bob: 10 dave: 20 bob: resigns kevin: 30")
    assert [event.player for event in of_kind(SecondCard, events)] == ["dave", "kevin"]
    assert asked(table).player == "dave"
    events = play(table, "dave: s kevin: s")
    assert changes(events) == {"bob": -10, "dave": 0, "kevin": -30}


def test_resigning_in_the_middle_of_split_hands_loses_all_the_stakes() -> None:
    """The hands not played yet get no card and no turn."""
    table = begin(dealt("8C 8D", "9C 8H", then="8S 10C 2D"), "bob", "dave")
    play(table, "bob: 10 dave: 20 bob: p p b")
    assert staked(table) == {"bob": 40, "dave": 20}
    events = play(table, "bob: resigns")
    assert events == [Resigned("bob", 40)]
    assert asked(table).player == "dave"
    events = play(table, "dave: s")
    results = of_kind(HandResult, events)
    assert [(result.hand, result.gain) for result in results[:3]] == [(1, -20), (2, -10), (3, -10)]
    assert [names(result.cards) for result in results[1:3]] == ["8D", "8S"]
    assert changes(events) == {"bob": -40, "dave": 0}


def test_who_has_resigned_can_do_nothing_more() -> None:
    table = begin(dealt("10C 8D", "9C 8H"), "bob", "dave")
    play(table, "bob: 10 dave: 20 dave: resigns")
    before = snapshot(table)
    with pytest.raises(NotSeated):
        table.act("dave", Move(Verb.STICK))
    with pytest.raises(NotSeated):
        table.resign("dave")
    assert snapshot(table) == before


def test_a_round_in_which_nobody_has_bet_is_void_and_counts_for_nobody() -> None:
    table = begin("", "bob", "dave")
    events = play(table, "dave: resigns bob: resigns")
    assert events == [Resigned("dave", 0), Resigned("bob", 0), RoundVoid()]
    assert (table.ask, table.seats) == (None, ())


def test_when_everybody_resigned_after_betting_all_stakes_are_lost() -> None:
    table = begin(dealt("AC KD", "9C 8H"), "bob", "dave")
    events = play(table, "bob: 10 dave: 20 dave: resigns bob: resigns")
    assert changes(events) == {"bob": -10, "dave": -20}
    assert settled(events).house == 30
    assert statistics(events) == {"bob": (1, 0), "dave": (1, 0)}
    assert table.ask is None


def test_one_who_bet_and_one_who_did_not_both_resigned() -> None:
    table = begin("", "bob", "dave")
    events = play(table, "bob: 10 resigns dave: resigns")
    assert changes(events) == {"bob": -10, "dave": 0}
    assert statistics(events) == {"bob": (1, 0), "dave": (0, 0)}


def test_with_one_player_left_the_round_is_played_to_its_end() -> None:
    table = begin(dealt("10C", "9C", then="2D 3H 5S"), "bob", "dave")
    events = play(table, "bob: resigns dave: 10 t t s")
    assert changes(events) == {"bob": 0, "dave": 0}
    assert statistics(events) == {"bob": (0, 0), "dave": (1, 1)}


# Statistics


def test_everybody_has_played_and_who_has_a_winning_hand_has_won() -> None:
    table = begin(dealt("10C 8D", "9C 8H", "8C KS"), "bob", "dave", "kevin")
    events = play(table, "bob: 10 dave: 10 kevin: 10 bob: s dave: s kevin: s")
    assert statistics(events) == {"bob": (1, 1), "dave": (1, 0), "kevin": (1, 1)}


def test_a_win_counts_once_however_many_hands_win() -> None:
    events = play(bob_holding("AC AD", then="KH 10S"), "bob: p s s")
    assert statistics(events) == {"bob": (1, 1)}


def test_one_winning_hand_is_enough_even_if_chips_are_lost() -> None:
    table = begin(dealt("8C 8D", "9C 7H", then="10C KC QD"), "bob", "dave")
    events = play(table, "bob: 10 dave: 10 bob: p s b dave: s")
    assert changes(events) == {"bob": -20, "dave": -10}
    assert statistics(events) == {"bob": (1, 1), "dave": (1, 0)}


def test_nobody_has_won_when_everybody_is_bust() -> None:
    table = begin(dealt("10C 6D", "10H 5S", then="8D QD"), "bob", "dave")
    events = play(table, "bob: 10 dave: 10 bob: t dave: t")
    assert statistics(events) == {"bob": (1, 0), "dave": (1, 0)}
    assert settled(events).house == 20


def test_the_balance_of_a_round_is_one_line_for_each_player() -> None:
    events = play(bob_holding("AC AD", then="KH 10S"), "bob: p s s")
    assert settled(events).results == (PlayerResult("bob", 40, 1, 1),)


# Stopping a round


def test_a_round_can_be_stopped_at_any_moment_and_counts_for_nobody() -> None:
    for script in [
        "",
        "bob: 10",
        "bob: resigns",
        "bob: 10 dave: 20",
        "bob: 10 dave: 20 bob: u p",
        "bob: 10 dave: 20 bob: t",
        "bob: 10 dave: 20 bob: resigns",
        "bob: 10 dave: 20 dave: resigns",
    ]:
        table = begin(dealt("7C 7D", "9C 7S", then="8H 8S"), "bob", "dave")
        play(table, script)
        assert table.abandon() == [Abandoned()]
        assert (table.ask, table.seats, table.players) == (None, (), ("bob", "dave"))


def test_a_round_stopped_after_the_marker_was_hit_leaves_a_shuffled_shoe() -> None:
    table = table_of(StackedShoe("", decks=1, marker=(50, 50)))
    table.deal([("bob", 1000), ("dave", 1000)])
    assert table.abandon() == [Abandoned(), Shuffled()]


def test_a_round_stopped_before_the_marker_leaves_the_shoe_as_it_is() -> None:
    shoe = StackedShoe("", decks=1, marker=(49, 49))
    table = table_of(shoe)
    table.deal([("bob", 1000), ("dave", 1000)])
    assert table.abandon() == [Abandoned()]
    assert shoe.left == 50

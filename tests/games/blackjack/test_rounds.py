"""A round of Black Jack For Time as a whole: the deal, the dealer and resigning."""

import pytest
from msgspec.structs import astuple

from pontoon.engine.cards import Card, card, cards
from pontoon.engine.errors import NotSeated
from pontoon.engine.events import (
    Abandoned,
    BankerResult,
    BetPlaced,
    Busted,
    DealerLooked,
    DealerNatural,
    DealerPlayed,
    DealerShows,
    Event,
    HandDealt,
    HandResult,
    Hit,
    Insured,
    Resigned,
    RoundBegan,
    RoundVoid,
    SecondCardsOut,
    Settled,
    Stayed,
)
from pontoon.engine.moves import Move, Phase, Unit, Verb
from pontoon.engine.table import Table
from pontoon.games.blackjack_hands import HandType
from tests.support.blackjack_rounds import (
    begin,
    bob_holding,
    coins,
    dealer_of,
    on_offer,
    play,
    table_of,
)
from tests.support.shed_rounds import asked, changes, dealt, names, of_kind, snapshot
from tests.support.stacked_decks import StackedShoe


def statistics(events: list[Event]) -> dict[str, tuple[int, int]]:
    """Return what was added to played and won of each player."""
    return {player: (result.played, result.won) for player, result in coins(events).items()}


# The deal


def test_each_step_goes_in_seat_order_and_the_cards_are_dealt_around_the_dealer() -> None:
    """Player's card up, dealer's card up, player's second up, dealer's second down."""
    table = table_of(StackedShoe("5D 9C 10H 8H 4S KC"))
    assert table.deal([("dave", 50), ("kevin", 50)]) == [RoundBegan(("dave", "kevin"))]
    assert (asked(table).player, asked(table).phase) == ("dave", Phase.BET)
    assert play(table, "kevin: 2") == []
    assert (asked(table).player, asked(table).phase) == ("dave", Phase.BET)
    assert play(table, "dave: 1") == [
        BetPlaced("dave", 1, Unit.COINS),
        BetPlaced("kevin", 2, Unit.COINS),
        HandDealt("dave", None, cards("5D 8H")),
        HandDealt("kevin", None, cards("9C 4S")),
        DealerShows(card("10H")),
        DealerLooked(),
    ]
    assert (asked(table).player, asked(table).phase) == ("dave", Phase.HAND)
    assert names(asked(table).cards) == "5D 8H"
    play(table, "dave: s")
    assert asked(table).player == "kevin"


def test_the_second_cards_being_out_is_told_like_in_other_games() -> None:
    events = play(begin("", "bob"), "bob: 1")
    assert len(of_kind(SecondCardsOut, events)) == 1


def test_one_player_is_enough() -> None:
    events = play(bob_holding("10C 9D", "10H 8D"), "bob: s")
    assert [type(event) for event in events] == [
        Stayed,
        DealerPlayed,
        BankerResult,
        HandResult,
        Settled,
    ]


def public_cards(events: list[Event], table: Table) -> list[Card]:
    """Return every card that EVENTS and the Ask show."""
    shown = list(table.ask.cards) if table.ask else []
    for event in events:
        for value in astuple(event):
            values = value if isinstance(value, tuple) else (value,)
            shown += [each for each in values if isinstance(each, Card)]
    return shown


def test_the_dealers_second_card_is_hidden_until_it_is_turned() -> None:
    for dealer in ["10C 7S", "AC 7S", "9C 7S"]:
        table = begin(dealt("10C 3D", "2C 3D", dealer, then="2H 4H 5H 6H 10D"), "bob", "dave")
        script = "bob: 10 dave: 4" + (" bob: y dave: n" if dealer.startswith("A") else "")
        moves = f"{script} bob: h s dave: h h"
        before = play(table, moves)
        assert card("7S") not in public_cards(before, table)
        after = play(table, "dave: s")
        (played,) = of_kind(DealerPlayed, after)
        assert played.turned == card("7S")


# Playing a hand


def test_hit_deals_a_card_to_the_channel() -> None:
    table = bob_holding("2C 3D", then="4H")
    assert play(table, "bob: h") == [Hit("bob", None, card("4H"))]
    assert on_offer(table) == "hs"


def test_stay_ends_the_hand_at_any_total() -> None:
    table = begin(dealt("2C 2D", "10H 7D", "10S 8D"), "bob", "dave")
    assert play(table, "bob: 1 dave: 1 bob: s")[-1] == Stayed("bob", None)
    assert asked(table).player == "dave"


def test_a_bust_ends_the_hand_at_once() -> None:
    table = begin(dealt("10C 7D", "10H 7H", "10S 8D", then="5C"), "bob", "dave")
    events = play(table, "bob: 1 dave: 1 bob: h")
    assert events[-2:] == [Hit("bob", None, card("5C")), Busted("bob", None, cards("10C 7D 5C"))]
    assert asked(table).player == "dave"


# The dealer


def test_the_dealer_draws_on_16_and_under_stays_on_17_and_stops_at_five_cards() -> None:
    for dealer, then, drawn, total, kind in [
        ("10C 7D", "", "", 17, HandType.POINTS),
        ("AC 6D", "", "", 17, HandType.POINTS),
        ("2C 5D", "AC 9H", "AC", 18, HandType.POINTS),
        ("10C 8D", "", "", 18, HandType.POINTS),
        ("10C 10D", "", "", 20, HandType.POINTS),
        ("10C 6D", "AH", "AH", 17, HandType.POINTS),
        ("10C 6D", "5H", "5H", 21, HandType.TWENTY_ONE),
        ("AC 5D", "10H AD", "10H AD", 17, HandType.POINTS),
        ("10C 6D", "10H", "10H", 26, HandType.BUST),
        ("2C 3D", "4H 5S 2H", "4H 5S 2H", 16, HandType.CHARLIE),
        ("2C 3D", "4H 5S 6H", "4H 5S 6H", 20, HandType.CHARLIE),
        ("2C 3D", "4H 5S 7H", "4H 5S 7H", 21, HandType.TWENTY_ONE),
        ("2C 3D", "4H 5S 8H", "4H 5S 8H", 22, HandType.BUST),
        ("2C 2D", "2H 2S AH", "2H 2S AH", 19, HandType.CHARLIE),
        ("AC 2D", "2H AH", "2H AH 10C", 16, HandType.CHARLIE),
    ]:
        table = begin(dealt("10C 9D", dealer, then=f"{then} 10C"), "bob")
        play(table, "bob: 1")
        events = play(table, "bob: s")
        _, second = cards(dealer)
        assert of_kind(DealerPlayed, events) == [DealerPlayed(second, cards(drawn))]
        result = dealer_of(events)
        assert (result.player, result.unit) == (None, Unit.COINS)
        assert (result.cards, result.total) == (cards(f"{dealer} {drawn}"), total)
        assert result.type is kind


def test_there_is_one_dealers_hand_for_the_table() -> None:
    table = begin(dealt("10C 9D", "10S 8S", "10H 6D", then="2H"), "bob", "dave")
    events = play(table, "bob: 1 dave: 1 bob: s dave: s")
    assert len(of_kind(DealerPlayed, events)) == len(of_kind(BankerResult, events)) == 1
    assert changes(events) == {"bob": 1, "dave": 0}


def test_the_dealer_draws_only_if_some_hand_needs_comparing() -> None:
    """Naturals, charlies and bust hands do not; the second card is seen in the results alone."""
    for held, moves, then in [
        ("AC KD", "", ""),
        ("10C 7D", "h", "5H"),
        ("2C 3D", "h h h", "2H 3H 4H"),
    ]:
        table = begin(dealt(held, "10C 6S", then=then), "bob")
        events = play(table, f"bob: 1 {moves}")
        assert not of_kind(DealerPlayed, events)
        assert names(dealer_of(events).cards) == "10C 6S"
        assert dealer_of(events).type is HandType.POINTS


def test_the_dealer_draws_for_a_21_since_a_charlie_beats_it() -> None:
    events = play(bob_holding("10C 5D", "2C 3D", then="6H 2H 3H 4H"), "bob: h")
    assert dealer_of(events).type is HandType.CHARLIE


def test_the_dealer_draws_where_one_of_several_hands_needs_it() -> None:
    table = begin(dealt("10C 7D", "AC KD", "10S 2D", "10H 6D", then="5H 2H"), "bob", "dave", "eve")
    events = play(table, "bob: 1 dave: 1 eve: 1 bob: h eve: s")
    (played,) = of_kind(DealerPlayed, events)
    assert names(played.drawn) == "2H"


# Results and statistics


def test_the_dealers_hand_comes_first_then_every_hand_in_the_order_of_the_seats() -> None:
    table = begin(dealt("10C 7D", "10S 9S", "10H 8D", then="5H"), "bob", "dave")
    events = play(table, "bob: 3 dave: 2 bob: h dave: s")
    results = [event for event in events if isinstance(event, BankerResult | HandResult)]
    shown = [(each.player, names(each.cards), each.total, each.type) for each in results]
    assert shown == [
        (None, "10H 8D", 18, HandType.POINTS),
        ("bob", "10C 7D 5H", 22, HandType.BUST),
        ("dave", "10S 9S", 19, HandType.POINTS),
    ]
    assert [each.gain for each in results] == [1, -3, 2]
    assert isinstance(events[-1], Settled)


def test_a_stand_off_is_not_won() -> None:
    for dealer, won in [("10H 8D", 1), ("10H 9D", 0), ("10H 10D", 0)]:
        events = play(bob_holding("10C 9D", dealer), "bob: s")
        assert statistics(events) == {"bob": (1, won)}


def test_an_insured_bet_that_loses_is_not_won() -> None:
    events = play(bob_holding("10C 9D", "AC KD", insurance_pays=5), "bob: y")
    assert changes(events) == {"bob": 10}
    assert statistics(events) == {"bob": (1, 0)}


# Resigning


def test_who_resigns_before_betting_loses_nothing_and_has_not_played() -> None:
    table = begin(dealt("10C 9D", "10H 8D"), "bob", "dave")
    assert play(table, "bob: resigns") == [Resigned("bob", 0, Unit.COINS)]
    assert asked(table).player == "dave"
    events = play(table, "dave: 10")
    assert [event.player for event in of_kind(HandDealt, events)] == ["dave"]
    events = play(table, "dave: s")
    assert changes(events) == {"bob": 0, "dave": 10}
    assert statistics(events) == {"bob": (0, 0), "dave": (1, 1)}
    assert [result.player for result in of_kind(HandResult, events)] == ["dave"]


def test_who_resigns_before_betting_out_of_turn_is_not_asked_any_more() -> None:
    table = begin(dealt("10C 9D", "10H 8D"), "bob", "dave")
    ask = asked(table)
    assert play(table, "dave: resigns") == [Resigned("dave", 0, Unit.COINS)]
    assert table.ask is ask
    play(table, "bob: 1")
    assert (asked(table).player, asked(table).phase) == ("bob", Phase.HAND)


def test_who_resigns_after_betting_loses_the_stake_and_is_out_whatever_the_dealer_gets() -> None:
    table = begin(dealt("10C 9D", "10S 9S", "10H 6D", then="10D"), "bob", "dave")
    events = play(table, "bob: 10 dave: 5 bob: s resigns dave: s")
    assert dealer_of(events).type is HandType.BUST
    assert Resigned("bob", 10, Unit.COINS) in events
    assert changes(events) == {"bob": -10, "dave": 5}
    assert statistics(events) == {"bob": (1, 0), "dave": (1, 1)}


def test_who_resigns_when_asked_to_play_loses_the_bet_and_the_next_is_asked() -> None:
    table = begin(dealt("2C 3D", "10S 9S", "10H 8D", then="4H"), "bob", "dave")
    events = play(table, "bob: 10 dave: 5 bob: h resigns")
    assert events[-1] == Resigned("bob", 10, Unit.COINS)
    assert asked(table).player == "dave"
    assert changes(play(table, "dave: s")) == {"bob": -10, "dave": 5}


def test_who_bet_and_resigned_before_the_cards_gets_none() -> None:
    table = begin(dealt("10C 9D", "10H 8D"), "bob", "dave")
    events = play(table, "bob: 10 resigns dave: 5")
    assert [event.player for event in of_kind(HandDealt, events)] == ["dave"]
    events = play(table, "dave: s")
    assert changes(events) == {"bob": -10, "dave": 5}
    assert [names(result.cards) for result in of_kind(HandResult, events)] == ["", "10C 9D"]


def test_who_resigns_while_insurance_is_asked_passes_the_turn_on() -> None:
    table = begin(dealt("10C 9D", "10S 9S", "AH 6D"), "bob", "dave")
    play(table, "bob: 10 dave: 5 bob: resigns")
    assert (asked(table).player, asked(table).phase) == ("dave", Phase.INSURANCE)


def test_who_resigns_loses_the_insurance_too_even_against_a_natural() -> None:
    table = begin(dealt("10C 9D", "10S 9S", "AH KD"), "bob", "dave")
    events = play(table, "bob: 10 dave: 4 bob: y resigns dave: y")
    assert of_kind(Insured, events) == [Insured("bob", 5), Insured("dave", 2)]
    assert Resigned("bob", 15, Unit.COINS) in events
    assert changes(events) == {"bob": -15, "dave": -2}


def test_a_resigned_hand_needs_no_comparing() -> None:
    table = begin(dealt("10C 9D", "10S 2S", "10H 6D", then="10D"), "bob", "dave")
    events = play(table, "bob: 10 dave: 5 bob: s resigns dave: h")
    assert not of_kind(DealerPlayed, events)


@pytest.mark.parametrize(
    ("held", "then", "moves"), [("AC KD", "", ""), ("2C 3D", "2H 3H 4H", "h h h")]
)
def test_what_was_paid_at_once_is_not_lost_by_resigning(held: str, then: str, moves: str) -> None:
    table = begin(dealt(held, "10S 9S", "10H 7D", then=then), "bob", "dave")
    events = play(table, f"bob: 10 dave: 5 bob: {moves} resigns dave: s")
    assert Resigned("bob", 0, Unit.COINS) in events
    assert changes(events) == {"bob": 20, "dave": 5}
    assert statistics(events) == {"bob": (1, 1), "dave": (1, 1)}


def test_a_natural_whose_turn_has_not_come_is_lost_by_resigning() -> None:
    table = begin(dealt("10S 9S", "AC KD", "10H 7D"), "bob", "dave")
    events = play(table, "bob: 5 dave: 10 dave: resigns bob: s")
    assert changes(events) == {"bob": 5, "dave": -10}


def test_who_has_resigned_can_do_nothing_more() -> None:
    table = begin(dealt("10S 9S", "10C KD", "10H 7D"), "bob", "dave")
    play(table, "bob: 5 dave: 10 dave: resigns")
    before = snapshot(table)
    with pytest.raises(NotSeated):
        table.act("dave", Move(Verb.STAY))
    with pytest.raises(NotSeated):
        table.resign("dave")
    assert snapshot(table) == before


def test_a_round_in_which_nobody_has_bet_is_void_and_no_card_is_dealt() -> None:
    table = begin("", "bob", "dave")
    events = play(table, "dave: resigns bob: resigns")
    assert events == [
        Resigned("dave", 0, Unit.COINS),
        Resigned("bob", 0, Unit.COINS),
        RoundVoid(unit=Unit.COINS),
    ]
    assert (table.ask, table.seats) == (None, ())


def test_when_everybody_resigned_after_betting_all_stakes_are_lost() -> None:
    table = begin(dealt("10S 9S", "10C KD", "AH KS"), "bob", "dave")
    events = play(table, "bob: 5 dave: 10 dave: resigns bob: resigns")
    assert changes(events) == {"bob": -5, "dave": -10}
    assert of_kind(DealerNatural, events)


# Stopping a round


def test_a_stopped_round_counts_for_nobody() -> None:
    for script in ["", "bob: 5", "bob: 5 dave: 4", "bob: 5 dave: 4 bob: y dave: n"]:
        table = begin(dealt("10S 9S", "10C KD", "AH 5S"), "bob", "dave")
        play(table, script)
        assert table.abandon() == [Abandoned()]
        assert (table.ask, table.seats) == (None, ())

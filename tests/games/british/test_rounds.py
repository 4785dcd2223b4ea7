"""A round of British Pontoon as a whole: the deal, resigning, void rounds, and stopping one."""

from collections.abc import Collection

import pytest

from pontoon.engine.cards import PACK, cards
from pontoon.engine.errors import NotSeated
from pontoon.engine.events import (
    Abandoned,
    BankerDrew,
    BankerResult,
    BankerStayed,
    BetPlaced,
    Bought,
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
)
from pontoon.engine.moves import Move, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games.bank_events import (
    BankerLeft,
    BankerSeated,
    BankMissed,
    BankTaken,
    BankVacant,
    WayToBank,
)
from pontoon.games.british import BritishPontoon, BritishRules
from pontoon.text.help_pages import long_rules
from tests.support.banker_rounds import gains, play
from tests.support.british_rounds import Purse, against_dave, bank_of, bet, british, deal, seat
from tests.support.shed_rounds import asked, changes, dealt, names, of_kind, settled
from tests.support.stacked_decks import StackedPack


def betting(
    *hands: str,
    bank: str = "10S 9S",
    then: str = "",
    chips: Purse = 1000,
    willing: Collection[str] | None = None,
) -> Table:
    """Return a table at which the players with HANDS are still to bet.

    Those who are WILLING would have the bank.
    """
    table = british(StackedPack(dealt(*hands, bank, then=then)))
    deal(table, "dave", *("bob", "kevin", "eve")[: len(hands)], chips=chips, willing=willing)
    return table


# The deal


def test_one_card_each_from_the_bankers_left_then_bets_then_a_second_card_each() -> None:
    table = british(StackedPack("5D 9C 2H 8H 4S KC"))
    events = deal(table, "dave", "bob", "kevin")
    assert events == [
        RoundBegan(("dave", "bob", "kevin")),
        BankerSeated("dave", ("bob", "kevin", "dave"), way=WayToBank.KEPT),
        FirstCard("bob", cards("5D")),
        FirstCard("kevin", cards("9C")),
    ]
    assert (asked(table).player, asked(table).phase) == ("bob", Phase.BET)
    assert play(table, "bob: 1") == [BetPlaced("bob", 1)]
    assert asked(table).player == "kevin"
    assert play(table, "kevin: 2") == [
        BetPlaced("kevin", 2),
        SecondCard("bob", None, cards("5D 8H")),
        SecondCard("kevin", None, cards("9C 4S")),
        SecondCard("dave", None, cards("2H KC")),
        SecondCardsOut(),
    ]
    assert asked(table).player == "bob"


def test_the_banker_may_not_look_at_the_first_card() -> None:
    """Nobody who looks at the table finds it there."""
    table = betting("10C 8C", "10D 8D")
    assert seat(table, "dave").hands[0].cards == ()
    assert [names(seat(table, player).hands[0].cards) for player in ("bob", "kevin")] == [
        "10C",
        "10D",
    ]
    bet(table)
    assert names(seat(table, "dave").hands[0].cards) == "10S 9S"


def test_the_banker_does_not_bet() -> None:
    table = betting("10C 8C", "10D 8D")
    bet(table)
    assert seat(table, "dave").staked == 0
    assert asked(table).phase is Phase.HAND


def test_the_seats_play_from_the_bankers_left_and_the_banker_last() -> None:
    table = british(StackedPack(dealt("10C 6C", "10D 6D", "10H 6H", "10S 9S")))
    deal(table, "kevin", "dave", "bob", "eve")
    bet(table)
    turns = []
    while table.ask is not None:
        turns.append(table.ask.player)
        play(table, f"{table.ask.player}: s")
    assert turns == ["bob", "kevin", "eve", "dave"]


# Resigning: a player


def test_a_player_who_resigns_before_betting_loses_nothing_and_has_not_played() -> None:
    table = betting("10C", "10D", bank="10S", then="8D 9S")
    events = play(table, "bob: resigns")
    assert events == [Resigned("bob", 0)]
    events = play(table, "kevin: 10 s dave: s")
    assert changes(events) == {"bob": 0, "kevin": -10, "dave": 10}
    played = {each.player: (each.played, each.won) for each in settled(events).results}
    assert played == {"bob": (0, 0), "kevin": (1, 0), "dave": (1, 1)}
    assert [result.player for result in of_kind(HandResult, events)] == ["kevin"]


def test_a_players_live_stakes_go_to_the_banker_at_once_and_the_cards_to_the_bottom() -> None:
    table = against_dave("2C 3C", "10D 8D", then="4C")
    play(table, "bob: b15")
    events = play(table, "bob: resigns")
    assert events[0] == Resigned("bob", 25)
    assert seat(table, "dave").chips == 1025
    assert seat(table, "bob").chips == 975
    pack = bank_of(table).pack
    assert names([pack.deal() for _ in range(pack.left)][-3:]) == "2C 3C 4C"


def test_it_can_be_done_out_of_turn() -> None:
    table = against_dave("10C 8C", "10D 8D")
    ask = asked(table)
    assert play(table, "kevin: resigns") == [Resigned("kevin", 10)]
    assert table.ask is ask
    play(table, "bob: s")
    assert asked(table).player == "dave"


def test_nothing_doubles_for_a_player_who_has_resigned() -> None:
    table = betting("10C", "10D", bank="AS", then="8D KS")
    events = play(table, "bob: 10 resigns kevin: 10")
    assert changes(events) == {"bob": -10, "kevin": -20, "dave": 30}


def test_what_a_bust_hand_lost_is_lost_once() -> None:
    table = against_dave("8C 8D", "10D 9D", then="10H KH 9H")
    events = play(table, "bob: p t")
    assert seat(table, "dave").chips == 1010
    assert play(table, "bob: resigns")[0] == Resigned("bob", 10)
    assert seat(table, "dave").chips == 1020
    events = play(table, "kevin: s dave: s")
    assert gains(events) == [-10, -10, -10]
    assert changes(events) == {"bob": -20, "kevin": -10, "dave": 30}


def test_a_declared_pontoon_of_somebody_who_resigns_is_not_paid() -> None:
    table = against_dave("AC KC", "10D 8D")
    events = play(table, "bob: resigns kevin: s dave: s")
    assert changes(events) == {"bob": -10, "kevin": -10, "dave": 20}


def test_when_all_players_have_resigned_the_round_is_over() -> None:
    table = against_dave("10C 8C", "10D 8D")
    events = play(table, "kevin: resigns bob: resigns")
    assert table.ask is None
    assert changes(events) == {"bob": -10, "kevin": -10, "dave": 20}


def test_who_has_resigned_cannot_move_or_resign_again() -> None:
    table = against_dave("10C 8C", "10D 8D")
    table.resign("kevin")
    with pytest.raises(NotSeated):
        table.resign("kevin")
    with pytest.raises(NotSeated):
        play(table, "kevin: s")


# Resigning: the banker


def test_a_banker_who_resigns_stays_on_16_and_more() -> None:
    table = against_dave("10C 8C", "10D 6D", bank="10S 7S")
    events = play(table, "dave: resigns bob: s kevin: s")
    assert of_kind(Resigned, events) == [Resigned("dave", 0)]
    assert of_kind(BankerStayed, events) == [BankerStayed("dave", 18)]
    assert changes(events) == {"bob": 10, "kevin": -10, "dave": 0}


def test_for_one_who_has_resigned_cards_are_drawn_on_15_and_less() -> None:
    for bank, then, held in [
        ("10S 6S", "5H", "10S 6S"),
        ("10S 5S", "6H", "10S 5S 6H"),
        ("10S 5S", "KH", "10S 5S KH"),
        ("AS 5S", "5H", "AS 5S"),
        ("2S 3S", "4H 6H 5H", "2S 3S 4H 6H 5H"),
    ]:
        table = against_dave("10C 8C", bank=bank, then=then)
        events = play(table, "dave: resigns bob: s")
        assert of_kind(BankerResult, events)[0].cards == cards(held)


def test_so_they_are_for_one_who_does_not_answer_and_the_bank_moves() -> None:
    table = against_dave("10C 8C", "10H 9H", bank="2S 3S", then="4H 5H 6H")
    events = play(table, "bob: s kevin: s")
    while table.ask is not None:
        move = table.safest_move(table.ask)
        assert move is not None
        events += table.act("dave", move)
    assert [each.card for each in of_kind(BankerDrew, events)] == [*cards("4H 5H 6H")]
    assert of_kind(BankMissed, events) == [BankMissed("dave")]
    assert of_kind(BankVacant, events) == [BankVacant("dave")]
    assert settled(events).results[-1] == PlayerResult("dave", 40, 1, 1)


def test_without_cards_in_the_pack_nothing_is_drawn() -> None:
    table = against_dave("10C 8C", bank="2S 3S")
    pack = bank_of(table).pack
    assert isinstance(pack, StackedPack)
    pack.lose_all_but(0)
    play(table, "bob: s")
    assert table.safest_move(asked(table)) == Move(Verb.STAY, unanswered=True)


def test_a_banker_who_has_resigned_has_not_won() -> None:
    table = against_dave("10C 8C")
    end = settled(play(table, "dave: resigns bob: s"))
    assert [(each.player, each.played, each.won) for each in end.results] == [
        ("bob", 1, 0),
        ("dave", 1, 0),
    ]


# If nobody bet, or the banker leaves before anybody has, the round is void


def test_a_round_is_void_if_the_banker_leaves_before_anybody_has_bet() -> None:
    table = betting("10C 8C", "10D 8D")
    events = play(table, "dave: resigns")
    assert events == [Resigned("dave", 0), Shuffled(), BankVacant("dave"), RoundVoid()]
    assert table.ask is None
    assert table.seats == ()


def test_it_goes_on_if_somebody_has_bet_even_one_who_has_resigned_since() -> None:
    table = betting("10C 8C", "10D 8D")
    events = play(table, "bob: 10 resigns dave: resigns")
    assert of_kind(BankerLeft, events) == [BankerLeft("dave", 15)]
    events = play(table, "kevin: 5 s")
    assert changes(events) == {"bob": -10, "kevin": -5, "dave": 15}


def test_a_round_is_void_if_all_players_resign_before_betting() -> None:
    table = betting("10C 8C", "10D 8D")
    events = play(table, "kevin: resigns bob: resigns")
    assert events == [Resigned("kevin", 0), Resigned("bob", 0), Shuffled(), RoundVoid()]
    assert table.ask is None


def test_a_bet_makes_a_round_even_if_whoever_placed_it_has_gone() -> None:
    table = betting("10C 8C", "10D 8D")
    events = play(table, "bob: 10 resigns kevin: resigns")
    assert changes(events) == {"bob": -10, "kevin": 0, "dave": 10}


def test_a_void_round_leaves_the_bank_where_it_was_and_takes_the_pack() -> None:
    table = betting("10C 8C", "10D 8D")
    play(table, "bob: resigns kevin: resigns")
    assert bank_of(table).banker == "dave"
    assert table.deck.is_finished


# Stopping


def test_a_round_that_is_stopped_is_as_if_it_had_never_begun() -> None:
    table = against_dave("10C 6C", "AD KD", then="KC")
    play(table, "bob: t")
    before = bank_of(table).circle
    assert table.abandon()[0] == Abandoned()
    bank = bank_of(table)
    assert (bank.banker, bank.circle, table.deck.is_finished) == ("dave", before, True)
    assert (table.seats, table.ask) == ((), None)


def test_a_round_is_settled_once_and_then_the_next_can_begin() -> None:
    table = against_dave("10C 8C", "10D 8D")
    events = play(table, "bob: s kevin: s dave: s")
    assert len(of_kind(Settled, events)) == 1
    assert of_kind(BankTaken, events) == []
    deal(table, *table.rotated_players())


# No private card in public


def test_what_is_public_shows_no_card_that_is_face_down() -> None:
    """Only FirstCard, SecondCard and Bought are private; results come when all is over."""
    table = betting("AC KC", "2D 3D", "8H 8S", bank="10S 9S", then="4D 2C 3C")
    events = bet(table) + play(table, "kevin: b resigns eve: p")
    public = [each for each in events if not isinstance(each, FirstCard | SecondCard | Bought)]
    told = " ".join(map(repr, public))
    shown = [str(each) for each in PACK if repr(each) in told]
    assert sorted(shown) == ["8H", "8S", "AC"]


# The rule book


def test_the_numbers_of_the_rules() -> None:
    rules = BritishRules()
    assert (rules.max_players, rules.min_bet, rules.max_bet) == (8, 1, 100)
    assert (rules.stick_min, rules.split) == (15, "any")
    assert list(rules.conflicts(10)) == []


def test_the_greatest_bet_cannot_be_less_than_the_least() -> None:
    assert list(BritishRules(min_bet=5, max_bet=5).conflicts(10)) == []
    (clash,) = BritishRules(min_bet=5, max_bet=4).conflicts(10)
    assert clash == (("max_bet", "min_bet"), "4 is less than min_bet = 5")


def test_the_leaflet_is_filled_from_the_rules() -> None:
    said = " ".join(long_rules(BritishPontoon, BritishRules("hands", 3, 3, 77, 16, "aces")))
    assert "bets 3 to 77" in said
    assert "from 16 on" in said
    assert "two cards of the same rank (aces will do)" in said


def test_the_leaflet_says_what_cards_cost_and_when_the_bank_moves() -> None:
    said = " ".join(long_rules(BritishPontoon, BritishRules()))
    assert "for your bet up to twice that, later up to what the last one cost" in said
    assert "two cards of the same rank (any will do)" in said
    assert (
        "takes the bank, if you have not split, have the chips and say y when you are asked" in said
    )

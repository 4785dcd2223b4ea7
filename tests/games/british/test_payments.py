"""The banker's turn in British Pontoon, and what is paid: bob has bet 10 against dave's bank."""

import pytest

from pontoon.engine.cards import card, cards
from pontoon.engine.errors import TooLateToLeave
from pontoon.engine.events import (
    BankerDrew,
    BankerResult,
    BankerShown,
    BankerStayed,
    Busted,
    HandResult,
    PlayerResult,
    Resigned,
    Settled,
)
from pontoon.engine.hands import Hand
from pontoon.engine.moves import Option, Phase, Verb
from pontoon.games.pontoon_hands import HandType, level_of
from tests.support.banker_rounds import gains, on_offer, play
from tests.support.british_rounds import against_dave, bet, british, deal, seat
from tests.support.shed_rounds import asked, changes, dealt, of_kind, settled, snapshot
from tests.support.stacked_decks import StackedPack

# The banker's turn


def test_the_bankers_two_cards_are_turned_face_up_when_all_hands_are_played() -> None:
    table = against_dave("10C 8C", "10D 8D")
    assert of_kind(BankerShown, play(table, "bob: s")) == []
    events = play(table, "kevin: s")
    assert events[1:] == [BankerShown("dave", cards("10S 9S"))]
    ask = asked(table)
    assert (ask.player, ask.phase, ask.cards) == ("dave", Phase.BANKER, cards("10S 9S"))
    assert set(ask.options) == {Option(Verb.STAY), Option(Verb.DRAW)}


def test_the_banker_draws_face_up() -> None:
    table = against_dave("10C 8C", bank="2S 3S", then="4H")
    assert play(table, "bob: s dave: t")[2:] == [BankerDrew("dave", card("4H"))]


def test_the_banker_draws_or_stays_at_will_at_any_total() -> None:
    for bank in ["2S 3S", "10S 6S", "10S 7S", "10S JS", "AS 9S"]:
        table = against_dave("10C 8C", bank=bank)
        play(table, "bob: s")
        assert on_offer(table) == "st"


def test_even_on_21_the_banker_may_draw() -> None:
    table = against_dave("10C 8C", bank="AS 4S", then="6H KH")
    play(table, "bob: s dave: t")
    assert on_offer(table) == "st"
    play(table, "dave: t")
    assert on_offer(table) == "st"


def test_the_banker_who_stays_says_what_is_paid() -> None:
    """``pays 18`` on 17; on 21 only pontoons and five-card tricks are paid."""
    for bank, then, script, pays in [
        ("10S 7S", "", "s", 18),
        ("2S 3S", "", "s", 6),
        ("10S JS", "", "s", 21),
        ("10S 6S", "5H", "t s", 22),
        ("2S 3S", "AH AD", "t t s", 18),
    ]:
        table = against_dave("10C 8C", bank=bank, then=then)
        events = play(table, f"bob: s dave: {script}")
        assert of_kind(BankerStayed, events) == [BankerStayed("dave", pays)]


def test_five_cards_complete_the_bankers_hand() -> None:
    table = against_dave("10C 8C", bank="2S 3S", then="4H 5H 6H")
    events = play(table, "bob: s dave: t t t")
    assert of_kind(BankerStayed, events) == [BankerStayed("dave", 0)]
    assert of_kind(BankerResult, events)[0].type is HandType.FIVE_CARD_TRICK


def test_a_bust_ends_the_bankers_hand() -> None:
    table = against_dave("10C 8C", bank="10S 6S", then="6H")
    events = play(table, "bob: s dave: t")
    busted = Busted("dave", None, cards("10S 6S 6H"))
    assert events[2:4] == [BankerDrew("dave", card("6H")), busted]
    assert table.ask is None


def test_with_no_hand_left_the_banker_does_not_play() -> None:
    table = against_dave("10C 6C", "10D 6D", then="KC KD")
    events = play(table, "bob: t kevin: t")
    assert table.ask is None
    assert of_kind(BankerShown, events) == []
    assert changes(events) == {"bob": -10, "kevin": -10, "dave": 20}


@pytest.mark.parametrize("player", ["bob", "kevin", "dave"])
@pytest.mark.parametrize("bankers", ["", "dave: t"])
def test_nobody_resigns_once_the_bankers_cards_are_turned_up_to_dodge_the_double(
    player: str, bankers: str
) -> None:
    """In 0.1.0 whoever saw a five-card trick coming left, and lost 10 instead of 20."""
    table = against_dave("10C 8C", "10D JD", bank="2S 3S", then="4S 5S 6S")
    play(table, "bob: s kevin: s " + bankers)
    assert asked(table).player == "dave"
    before = snapshot(table)
    with pytest.raises(TooLateToLeave):
        table.resign(player)
    assert snapshot(table) == before
    events = play(table, "dave: t t t" if not bankers else "dave: t t")
    assert changes(events) == {"bob": -20, "kevin": -20, "dave": 40}


def test_a_player_whose_hands_are_finished_can_leave_until_then() -> None:
    table = against_dave("10C 8C", "10D JD")
    play(table, "bob: s")
    assert of_kind(Resigned, play(table, "bob: resigns")) == [Resigned("bob", 10)]


# A banker's pontoon


@pytest.mark.parametrize("bank", ["AS KS", "10S AS"])
@pytest.mark.parametrize("bobs", ["10C JC", "AC KC", "2C 3C"])
def test_a_bankers_pontoon_is_shown_at_once_and_every_player_pays_double(
    bank: str, bobs: str
) -> None:
    table = british(StackedPack(dealt(bobs, "10D JD", bank)))
    deal(table, "bob", "kevin", "dave")
    events = bet(table, "10 30")
    assert table.ask is None
    assert of_kind(BankerShown, events) == [BankerShown("dave", cards(bank))]
    assert changes(events) == {"bob": -20, "kevin": -60, "dave": 80}
    assert gains(events) == [-20, -60]


def test_an_ace_and_a_ten_drawn_to_are_no_bankers_pontoon() -> None:
    table = against_dave("10C JC", bank="10S 5S", then="6H")
    assert changes(play(table, "bob: s dave: t s")) == {"bob": -10, "dave": 10}


# What is paid, by what the banker has and what the player has

TRICK = ("2C 2D", "2H 3C 4C", "t t t")
"""A five-card trick of 13."""
PONTOON = ("AC KC", "", "")
TWENTY_ONE = ("10C 6C", "5C", "t")
TWENTY = ("10C JC", "", "s")
SEVENTEEN = ("10C 7C", "", "s")
BUST = ("10C 6C", "KC", "t")

STAYS_ON_17 = ("10S 7S", "", "s")
STAYS_ON_20 = ("10S JS", "", "s")
STAYS_ON_21 = ("10S 6S", "5S", "t s")
BANKERS_TRICK = ("2S 3S", "4S 5S 3H", "t t t")
BANKERS_BUST = ("10S 6S", "KS", "t")

Played = tuple[str, str, str]


def test_what_a_hand_is_paid() -> None:
    for banker, player, times in [
        # a banker who busts pays every hand still in, double for a pontoon or a five-card trick
        (BANKERS_BUST, PONTOON, 2),
        (BANKERS_BUST, TRICK, 2),
        (BANKERS_BUST, TWENTY_ONE, 1),
        (BANKERS_BUST, SEVENTEEN, 1),
        (BANKERS_BUST, BUST, -1),
        # one who stays pays every better hand; a tie is the banker's
        (STAYS_ON_17, PONTOON, 2),
        (STAYS_ON_17, TRICK, 2),
        (STAYS_ON_17, TWENTY_ONE, 1),
        (STAYS_ON_17, TWENTY, 1),
        (STAYS_ON_17, SEVENTEEN, -1),
        (STAYS_ON_20, TWENTY_ONE, 1),
        (STAYS_ON_20, TWENTY, -1),
        (STAYS_ON_20, SEVENTEEN, -1),
        # on 21 only pontoons and five-card tricks are paid
        (STAYS_ON_21, PONTOON, 2),
        (STAYS_ON_21, TRICK, 2),
        (STAYS_ON_21, TWENTY_ONE, -1),
        (STAYS_ON_21, TWENTY, -1),
        # a banker's five-card trick pays pontoons double, every other hand pays double
        (BANKERS_TRICK, PONTOON, 2),
        (BANKERS_TRICK, TRICK, -2),
        (BANKERS_TRICK, TWENTY_ONE, -2),
        (BANKERS_TRICK, TWENTY, -2),
        (BANKERS_TRICK, BUST, -1),
    ]:
        (held, then, moves), (bank, thens, draws) = player, banker
        table = against_dave(held, "10H 8H", bank=bank, then=f"{then} {thens}")
        events = play(table, f"bob: {moves} kevin: s dave: {draws}")
        assert gains(events)[0] == 10 * times
        assert sum(changes(events).values()) == 0


def test_what_is_paid_is_the_stake_with_all_that_was_bought_for() -> None:
    for held, then, moves, stake, times in [
        ("10C 8D", "KH", "s", 7, 1),
        ("2C 3D", "10H KH", "b8 s", 15, 1),
        ("2C 3D", "10H 2H 2D KH", "b14 b9 t", 30, 2),
    ]:
        table = against_dave(held, bank="10S 6S", then=then, bets="7")
        events = play(table, f"bob: {moves} dave: t")
        (result,) = of_kind(HandResult, events)
        assert (result.stake, result.gain) == (stake, stake * times)


def test_a_pontoon_on_a_split_hand_is_paid_as_one() -> None:
    table = against_dave("AC AD", then="KH 7H")
    events = play(table, "bob: p s dave: s")
    assert gains(events) == [20, -10]


def test_every_hand_is_settled_on_its_own() -> None:
    table = against_dave("8C 8D", then="10H JH KD")
    events = play(table, "bob: p s t dave: s")
    assert gains(events) == [-10, -10]
    table = against_dave("9C 9D", bank="10S 8S", then="10H JH")
    assert gains(play(table, "bob: p s s dave: s")) == [10, 10]


# Ranking


def test_which_hand_is_better() -> None:
    """Pontoon, five-card trick, 21 on three or four cards, totals of 20 and under, bust."""
    for better, worse in [
        ("AC KC", "2C 2D 2H 3C 4C"),
        ("2C 2D 2H 3C 4C", "10C 6C 5C"),
        ("2C 2D 2H 3C 4C", "7C 7D 7H"),
        ("10C 6C 5C", "10C JC"),
        ("10C 6C 3C 2C", "10C JC"),
        ("10C JC", "10C 9C"),
        ("2C 2D 2H 8C 7C", "10C 5C 4C 2D"),
        ("AC 2C", "10C 2C"),
        ("2C 2D", "10C 6C KC"),
    ]:
        high, low = Hand(cards(better)), Hand(cards(worse))
        assert level_of(high) > level_of(low)


def test_hands_that_are_equal() -> None:
    for one, other in [
        ("10C 6C 5C", "10C 6C 3C 2C"),
        ("2C 2D 2H 3C 4C", "2C 2D 2H 8C 7C"),
        ("10C 9C", "10C 7C 2C"),
        ("7C 7D 7H", "10C 6C 5C"),
    ]:
        high, low = Hand(cards(one)), Hand(cards(other))
        assert level_of(high) == level_of(low)


# Results


def test_the_results_are_the_bankers_hand_then_every_hand_in_seat_order_then_the_end() -> None:
    table = against_dave("10C 6C", "9C 9D", then="KC 10H JH", bets="10 20")
    events = play(table, "bob: t kevin: p s s dave: s")
    assert events[-5:] == [
        BankerResult("dave", cards("10S 9S"), 19, HandType.POINTS, 50),
        HandResult("bob", None, cards("10C 6C KC"), 26, HandType.BUST, 10, -10, bet=10),
        HandResult("kevin", 1, cards("9C 10H"), 19, HandType.POINTS, 20, -20, bet=20),
        HandResult("kevin", 2, cards("9D JH"), 19, HandType.POINTS, 20, -20, bet=20),
        Settled(
            (
                PlayerResult("bob", -10, 1, 0),
                PlayerResult("kevin", -40, 1, 0),
                PlayerResult("dave", 50, 1, 1),
            ),
            0,
        ),
    ]


def test_the_kinds_of_hands_in_the_results() -> None:
    table = against_dave("AC KC", "2C 2D", "10H 6H", bank="10S 6S", then="2H 3C 4C 5H 5S")
    events = play(table, "kevin: t t t eve: t dave: t s")
    assert of_kind(BankerResult, events)[0].type is HandType.TWENTY_ONE
    assert [result.type for result in of_kind(HandResult, events)] == [
        HandType.PONTOON,
        HandType.FIVE_CARD_TRICK,
        HandType.TWENTY_ONE,
    ]


def test_who_has_played_and_who_has_won() -> None:
    """A player has won with a hand that was paid, a banker who has gained something."""
    for bobs, bank, played_and_won in [
        ("10C 8C", "10S 7S", {"bob": (1, 1), "kevin": (1, 1), "dave": (1, 0)}),
        ("10C 7C", "10S 9S", {"bob": (1, 0), "kevin": (1, 0), "dave": (1, 1)}),
        ("10C JC", "10S 9S", {"bob": (1, 1), "kevin": (1, 0), "dave": (1, 0)}),
    ]:
        table = against_dave(bobs, "10D 8D", bank=bank)
        end = settled(play(table, "bob: s kevin: s dave: s"))
        assert {each.player: (each.played, each.won) for each in end.results} == played_and_won


@pytest.mark.parametrize(
    ("bobs", "bob", "dave"), [("10C JC", 1, 0), ("10C 8C", 0, 1)], ids=["bob", "dave"]
)
def test_a_single_chip_gained_is_a_round_won(bobs: str, bob: int, dave: int) -> None:
    table = against_dave(bobs, bets="1")
    end = settled(play(table, "bob: s dave: s"))
    assert {each.player: each.won for each in end.results} == {"bob": bob, "dave": dave}


def test_the_changes_add_up_to_nothing() -> None:
    table = against_dave("AC KC", "10D 8D", "2C 3C", bank="10S 6S", then="KH QD", bets="7 11 13")
    events = play(table, "kevin: s eve: b20 resigns dave: t")
    end = settled(events)
    assert sum(result.chips for result in end.results) == end.house == 0
    assert end.kitty is None


def test_nothing_is_left_of_a_round_in_the_next() -> None:
    table = against_dave("10C 8C")
    play(table, "bob: s dave: s")
    deal(table, "bob", "dave")
    assert (seat(table, "bob").chips, len(seat(table, "bob").hands)) == (1000, 1)

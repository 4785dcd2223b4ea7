"""The odds of a banker who is a player, against the hands that are still in (RULES 2, 3 and 4)."""

import pytest

from pontoon.engine.moves import Phase, Verb
from pontoon.engine.table import Table
from pontoon.games.pontoon_hands import HandType
from pontoon.odds.advice import Advice, MoveValue
from pontoon.odds.advise import advise
from pontoon.odds.bank_terms import CoveredTerms, DrinkTerms
from pontoon.odds.banker import Against, bankers_ends, chance_to_win, gains_by_level
from pontoon.odds.pontoon_draws import PONTOON, Count
from pontoon.odds.view import Observer
from tests.support.banker_rounds import play
from tests.support.british_rounds import PUNTERS, british, deal
from tests.support.shed_rounds import asked, dealt
from tests.support.stacked_decks import StackedPack


def advised(table: Table, observer: Observer) -> Advice:
    """Return the advice to dave, who has seen all that OBSERVER has."""
    ask = asked(table)
    assert (ask.player, ask.phase) == ("dave", Phase.BANKER)
    advice = advise(observer.view(ask))
    assert advice
    return advice


def bankers_advice(*hands: str, bank: str, script: str, then: str = "") -> Advice:
    """Return the advice to dave when HANDS, bet on with 10 each, have been played by SCRIPT."""
    table = british(StackedPack(dealt(*hands, bank, then=then)))
    observer = Observer("dave", "british", table.rules)
    observer.see(deal(table, "dave", *PUNTERS[: len(hands)]))
    observer.see(play(table, script))
    return advised(table, observer)


def value_of(advice: Advice, verb: Verb) -> MoveValue:
    (value,) = [each for each in advice.values if each.move.verb is verb]
    return value


def test_a_banker_with_20_stays_and_wins_against_all_but_21() -> None:
    advice = bankers_advice("10C 8C", bank="10S QS", script="bob: 10 bob: s")
    stays = value_of(advice, Verb.STAY)
    assert advice.best == stays
    assert stays.value == pytest.approx(1.0)  # a hand of 21 on two cards would be a pontoon
    assert stays.win == pytest.approx(1.0)
    assert stays.bust == 0


def test_a_banker_who_cannot_bust_goes_for_a_five_card_trick_which_takes_double() -> None:
    advice = bankers_advice("10C 9C", bank="2S 3S", then="2D 4D", script="bob: 10 bob: s dave: t t")
    assert advice.best == value_of(advice, Verb.DRAW)
    assert advice.best.value == pytest.approx(2.0)
    assert advice.best.win == pytest.approx(1.0)
    assert advice.best.bust == 0


def test_a_pontoon_that_is_declared_costs_double_whatever_the_banker_does() -> None:
    advice = bankers_advice("AC KC", bank="10S 6S", script="bob: 10")
    for each in advice.values:
        assert each.value == pytest.approx(-2.0)
        assert each.win == 0


def test_what_lies_open_tells_the_banker_more() -> None:
    """A hand that took a ten had 11 or less: more often than others it is 21 now."""
    alike = {"bank": "10S 8S", "script": "bob: 10 bob: t s"}
    ten = bankers_advice("4C 3C", then="KD", **alike)
    five = bankers_advice("8C 4C", then="5D", **alike)
    assert value_of(ten, Verb.STAY).value != pytest.approx(value_of(five, Verb.STAY).value)
    same = bankers_advice("2C 5C", then="KD", **alike)
    assert same == ten


def test_a_banker_against_two_hands_wins_if_they_bring_something_together() -> None:
    terms = CoveredTerms(stick_min=15)
    better = Against(30, 0, {(HandType.POINTS, 20): 0.25, (HandType.POINTS, 17): 0.75})
    worse = Against(10, 0, {(HandType.POINTS, 16): 1.0})
    assert chance_to_win([better, worse], (HandType.POINTS, 18), terms) == pytest.approx(0.75)
    as_much = Against(10, 0, {(HandType.POINTS, 19): 1.0})
    assert chance_to_win([as_much, worse], (HandType.POINTS, 18), terms) == pytest.approx(1.0)
    gains = gains_by_level([better, worse], terms)
    assert gains[HandType.POINTS, 18] == pytest.approx(-0.25 * 30 + 0.75 * 30 + 10)


def test_a_dealer_drinks_for_a_better_hand_and_gains_nothing_by_others() -> None:
    hands = [Against(3, 0, {PONTOON: 1.0}), Against(2, 0, {(HandType.POINTS, 19): 1.0})]
    gains = gains_by_level(hands, DrinkTerms())
    assert (gains[HandType.POINTS, 18], gains[HandType.POINTS, 19]) == (-8, -6)


def test_a_banker_without_anybody_left_in_is_asked_nothing() -> None:
    table = british(StackedPack(dealt("10C 5C", "10S 9S", then="KD")))
    deal(table, "dave", "bob")
    play(table, "bob: 10 bob: t")
    assert table.ask is None


def test_how_the_banker_ends_follows_from_the_cards_that_are_unseen() -> None:
    """Two aces and two twos are all the cards, and the banker draws on an ace and a two alone."""
    ends = bankers_ends(frozenset({Count(2, 13, is_soft=True)}), (2, 2, *[0] * 8))
    assert ends == {
        (HandType.POINTS, 12): pytest.approx(1 / 6),
        (HandType.POINTS, 4): pytest.approx(1 / 6),
        (HandType.POINTS, 14): pytest.approx(1 / 3),
        (HandType.POINTS, 15): pytest.approx(1 / 3),
    }

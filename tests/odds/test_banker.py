"""The odds of a banker who is a player, against the hands that are still in (RULES 2, 3 and 4)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest
from msgspec.structs import replace

from pontoon.engine.cards import PACK, Card
from pontoon.engine.hands import BEST_TOTAL
from pontoon.engine.moves import Ask, Option, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games import game_named
from pontoon.games.pontoon_hands import HandType, Level
from pontoon.odds.advice import Advice, MoveValue
from pontoon.odds.advise import advise
from pontoon.odds.banker import (
    BANKERS_LEVELS,
    Against,
    BankersHands,
    Policy,
    chance_to_win,
    expected_gains,
    in_order,
    settled,
)
from pontoon.odds.beliefs import all_held, held_if_stuck, without
from pontoon.odds.habits import CoveredTerms, DrinkTerms, Terms
from pontoon.odds.pontoon_draws import BUST, PONTOON, Urn, count_of, hand_of
from pontoon.odds.view import PLENTY, Observer, SeenHand, View
from tests.support.banker_rounds import play
from tests.support.british_rounds import PUNTERS, british, deal, shoot
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


BRITISH = CoveredTerms(stick_min=15)


def chance_of_21(hand: SeenHand, terms: Terms = BRITISH) -> float:
    held = all_held([hand], terms, PACK_BY_VALUE)[0]
    return sum(chance for each, chance in held.items() if each.count.total == BEST_TOTAL)


def test_a_twist_tells_little_of_a_hand_for_which_no_buy_was_covered() -> None:
    """Who twists though they could buy mostly has a soft hand, and an eight makes some of them 21.

    Others twist on what they would buy to.
    """
    twisted = [None, None, PACK[7]]
    hand = SeenHand("bob", 1, twisted, [Verb.TWIST, Verb.STICK], 10, 10, is_over=True)
    assert chance_of_21(hand) > 0.4
    assert chance_of_21(replace(hand, covered=(0,))) < 0.3


def test_who_twists_though_they_could_buy_does_not_have_the_last_ace_for_certain() -> None:
    """With an ace most would have 17 or 18 now. Without, somebody twisted to 11 or less."""
    twisted = [None, None, PACK[9]]
    hand = SeenHand("bob", 1, twisted, [Verb.TWIST, Verb.STICK], 10, 10, is_over=True)
    held = all_held([hand], BRITISH, (1, *[4] * 8, 15))[0]
    assert 0.5 < sum(chance for each, chance in held.items() if 1 in each.drawn) < 0.9


@pytest.mark.parametrize("terms", [BRITISH, DrinkTerms()])
@pytest.mark.parametrize("low", [(4, 1), (3, 1), (5, 2)])
def test_who_sticks_after_low_cards_may_have_less_than_others_stick_on(
    terms: Terms, low: tuple[int, int]
) -> None:
    """If it were taken for 21 for certain, it would pay to stick on next to nothing there."""
    twisted = [None, None, *(PACK[value - 1] for value in low)]
    acts = [Verb.TWIST, Verb.TWIST, Verb.STICK]
    hand = SeenHand("bob", 1, twisted, acts, 10, 10, is_over=True)
    assert chance_of_21(hand, terms) < 0.9


def test_who_buys_where_the_banker_covers_no_more_needs_but_one_card() -> None:
    hand = SeenHand("bob", 1, [None] * 3, [Verb.BUY], 10, 30)

    def chance_of_two_and_five(covered: tuple[int, ...]) -> float:
        held = all_held([replace(hand, covered=covered)], BRITISH, PACK_BY_VALUE)[0]
        return sum(chance for each, chance in held.items() if {2, 5} <= {*each.drawn})

    assert chance_of_two_and_five((1, 0)) < 0.5 * chance_of_two_and_five((PLENTY,))


def shot_at(script: str) -> Advice:
    """Return the advice to dave, whose 17 is against four cards of bob, played by SCRIPT."""
    pack = StackedPack(dealt("2C 3C", "JS 7H", then="4D 10C"))
    table = shoot(pack, kitty=20)
    observer = Observer("dave", "shoot", table.rules)
    observer.see(deal(table, "dave", "bob"))
    observer.see(play(table, f"dave: n bob: 10 n {script}"))
    return advised(table, observer)


def test_who_shoots_on_three_cards_has_a_good_chance() -> None:
    """No fourth card could make it bust: it had 11 or less, or an ace, and can stick on less.

    Played from 700 deals, staying brings -4.56 ± 0.20 for each unit of the bet, and drawing
    -4.12 ± 0.21.
    """
    shoots, passes = shot_at("b20 o20 b20 s"), shot_at("b20 b20 s")
    assert value_of(shoots, Verb.STAY).value == pytest.approx(-4.56, abs=0.4)
    assert value_of(shoots, Verb.DRAW).value == pytest.approx(-4.12, abs=0.4)
    assert value_of(passes, Verb.STAY).value == pytest.approx(-5.0, abs=0.1)  # all others beat 17


def gained(hands: list[Against], terms: Terms, level: Level) -> float:
    """Return what a banker on LEVEL gains by HANDS."""
    gains = expected_gains(hands, terms, PACK_BY_VALUE).gains
    return gains[BANKERS_LEVELS.index(level)]


def test_a_banker_against_two_hands_wins_if_they_bring_something_together() -> None:
    terms = CoveredTerms(stick_min=15)
    better = Against(30, 0, in_order({(HandType.POINTS, 20): 0.25, (HandType.POINTS, 17): 0.75}))
    worse = Against(10, 0, in_order({(HandType.POINTS, 16): 1.0}))
    assert chance_to_win([better, worse], (HandType.POINTS, 18), terms) == pytest.approx(0.75)
    as_much = Against(10, 0, in_order({(HandType.POINTS, 19): 1.0}))
    assert chance_to_win([as_much, worse], (HandType.POINTS, 18), terms) == pytest.approx(1.0)
    gain = gained([better, worse], terms, (HandType.POINTS, 18))
    assert gain == pytest.approx(-0.25 * 30 + 0.75 * 30 + 10)


def test_a_dealer_drinks_for_a_better_hand_and_gains_nothing_by_others() -> None:
    hands = [
        Against(3, 0, in_order({PONTOON: 1.0})),
        Against(2, 0, in_order({(HandType.POINTS, 19): 1.0})),
    ]
    levels = (HandType.POINTS, 18), (HandType.POINTS, 19)
    assert [gained(hands, DrinkTerms(), level) for level in levels] == [-8, -6]


def test_a_banker_without_anybody_left_in_is_asked_nothing() -> None:
    table = british(StackedPack(dealt("10C 5C", "10S 9S", then="KD")))
    deal(table, "dave", "bob")
    play(table, "bob: 10 bob: t")
    assert table.ask is None


PACK_BY_VALUE = (*[4] * 9, 16)


def test_how_the_banker_ends_follows_from_the_cards_that_are_unseen() -> None:
    """Two aces and two twos are all the cards, and a tie with 13 is enough."""
    unseen, hand = (2, 2, *[0] * 8), Against(1, 0, in_order({(HandType.POINTS, 13): 1.0}))
    policy = Policy(expected_gains([hand], DrinkTerms(), unseen), unseen)
    ends = BankersHands(Urn(unseen)).ends(policy)
    by_level = zip(BANKERS_LEVELS, ends, strict=True)
    assert {level: chance for level, chance in by_level if chance} == {
        (HandType.POINTS, 13): pytest.approx(4 / 6),
        (HandType.POINTS, 14): pytest.approx(1 / 6),
        (HandType.POINTS, 15): pytest.approx(1 / 6),
    }


def test_a_banker_who_gains_nothing_by_drawing_stays() -> None:
    """A pontoon beats them whatever they do: what sums are rounded to does not decide."""
    unseen = (0, *[4] * 8, 16)
    policy = Policy(
        expected_gains([Against(1, 0, in_order({PONTOON: 1.0}))], DrinkTerms(), unseen), unseen
    )
    assert BankersHands(Urn(unseen)).ends(policy)[BANKERS_LEVELS.index(BUST)] == 0


def pairs() -> Iterator[tuple[Card, Card]]:
    """Yield two cards of all values that do not make a pontoon."""
    for one, other in combinations_with_replacement(PACK[:10], 2):
        cards = (one, other if one is not other else PACK[PACK.index(one) + 13])
        if {card.value for card in cards} != {1, 10}:
            yield cards


@pytest.mark.parametrize("acts", [[], [Verb.TWIST], [Verb.BUY]])
def test_players_expect_of_the_dealer_what_the_dealer_is_advised(acts: list[Verb]) -> None:
    hidden, rules = SeenHand("bob", 1, [None, None], [], 1, 1), game_named("cutwc").Rules()
    stuck = held_if_stuck(hidden, acts, DrinkTerms(), PACK_BY_VALUE)
    done = replace(hidden, cards=[None] * (2 + len(acts)), acts=acts, is_over=True)
    hand = settled(done, stuck)
    gains = expected_gains([hand], DrinkTerms(), PACK_BY_VALUE)
    policy = Policy(gains, hand.left_of(PACK_BY_VALUE))
    options, differ = (Option(Verb.STAY), Option(Verb.DRAW)), 0
    for cards in pairs():
        ask = Ask("dave", Phase.BANKER, options, cards, stake=0, chips=0)
        hands = (done, SeenHand("dave", 1, [*cards]))
        advice = advise(View("cutwc", rules, "dave", ask, ("bob", "dave"), "dave", hands, (), 0))
        assert advice
        values = tuple(sorted(card.value for card in cards))
        draws_to = policy.draws_to(hand_of(count_of(values), values))
        differ += draws_to != (advice.best.move.verb is Verb.DRAW)
    assert differ == 0


def test_all_five_cards_of_a_hand_can_be_alike_where_more_than_four_are_expected() -> None:
    """What is unseen is known on average, with the cards of other hands put back."""
    unseen, aces = (5.2, *[4.0] * 9), (1,) * 5
    held = {hand_of(count_of(aces), aces): 1.0}
    hand = settled(SeenHand("bob", 1, bet=1, stake=1), held)
    no_more = [0.0] * len(BANKERS_LEVELS)
    assert expected_gains([hand], CoveredTerms(15), unseen).more[0] == pytest.approx(no_more)


@pytest.mark.parametrize("shot", [Verb.SHOOT, Verb.PASS])
def test_a_shot_draws_no_card(shot: Verb) -> None:
    """Who shoots on three cards and then buys one has four."""
    hand = SeenHand("dave", 1, [None] * 3, [Verb.BUY], 10, 20)
    stuck = held_if_stuck(hand, [shot, Verb.BUY], CoveredTerms(15), PACK_BY_VALUE)
    assert {len(each.drawn) for each in stuck} == {4}


def test_hands_that_have_stuck_leave_fewer_tens_for_the_banker() -> None:
    """Five players who stuck on two cards have more tens than they would by chance."""
    stuck = SeenHand("bob", 1, [None, None], [Verb.STICK], 10, 10, is_over=True)
    found = all_held([stuck] * 5, CoveredTerms(stick_min=15), PACK_BY_VALUE)
    left = without(PACK_BY_VALUE, found)
    assert sum(left) == pytest.approx(42)
    assert left[9] / sum(left) < 16 / 52 - 0.04

"""How the dealer's hand ends, from the cards that are unseen (RULES 5, The round)."""

from collections import defaultdict
from itertools import pairwise
from math import perm, prod

import pytest

from pontoon.engine.hands import BEST_TOTAL
from pontoon.games.blackjack_hands import HandType, Level
from pontoon.odds.blackjack_dealer import CHARLIE, ENDS, Dealer, dealers_hands, level
from pontoon.odds.pontoon_draws import VALUES, Unseen, Values
from tests.support.blackjack_odds import EXPECTED, OUTCOMES

SIX_DECKS = (24,) * 9 + (96,)
EPSILON = 1e-12
NO_LIMIT = BEST_TOTAL
"""More cards than a dealer can draw."""


def without(value: int, unseen: Unseen = SIX_DECKS) -> Unseen:
    return tuple(left - (each == value) for each, left in zip(VALUES, unseen, strict=True))


def only(**numbers: int) -> Unseen:
    """Return unseen cards written ``only(v10=3, v5=1)``: so many of these values."""
    return tuple(numbers.get(f"v{value}", 0) for value in VALUES)


BUST = (HandType.BUST, 0)
NATURAL = (HandType.NATURAL, BEST_TOTAL)


def chances(up: int, unseen: Unseen, hand: Values = ()) -> dict[Level, float]:
    """Return the chance of each end of the dealer's hand with the card UP, beside HAND.

    The cards of the HAND are among those UNSEEN, and UP is not.
    """
    dealer = Dealer((up,), tuple(map(sum, zip(unseen, only(**{f"v{up}": 1}), strict=True))))
    natural, looked = dealer.natural(hand), dealer.looked(hand)
    orders = [0, *(dealer.at_least(hand, place) for place in range(len(ENDS)))]
    made = {
        end: (at_least - better) * (1 - natural) / looked
        for end, (better, at_least) in zip(ENDS, pairwise(orders), strict=True)
    }
    found = {BUST: 1 - natural - sum(made.values()), **made, NATURAL: natural}
    return {end: chance for end, chance in found.items() if chance > EPSILON}


def without_charlies(up: int, unseen: Unseen) -> dict[Level, float]:
    """Return the chances of a dealer who may draw any number of cards, worked out hand by hand."""
    found: dict[Level, float] = defaultdict(float)
    for hand, orders in dealers_hands({(up,): 1}, NO_LIMIT).items():
        drawn = [hand.count(value) - (value == up) for value in VALUES]
        ways = prod([perm(int(left), many) for left, many in zip(unseen, drawn, strict=True)])
        found[end_of(hand)] += orders * ways / perm(int(sum(unseen)), len(hand) - 1)
    return found


def end_of(hand: Values) -> Level:
    kind, total = level(hand)
    if total > BEST_TOTAL:
        return BUST
    return (HandType.POINTS, total) if kind is HandType.CHARLIE else (kind, total)


def outcome(end: Level) -> str:
    """Return the name that END has in the published table, which knows no charlies."""
    _, total = end
    return "natural" if end == NATURAL else "bust" if end == BUST else str(total)


def outcomes(up: int) -> dict[str, float]:
    """Return how often a dealer who has no five-card rule ends so, with the card UP."""
    found = dict.fromkeys(OUTCOMES, 0.0)
    for end, chance in without_charlies(up, without(up)).items():
        found[outcome(end)] += chance
    return found


@pytest.mark.parametrize("up", VALUES)
def test_the_dealers_table_is_the_published_one_to_all_its_digits(up: int) -> None:
    found = outcomes(up)
    published = EXPECTED["A" if up == 1 else str(up)]
    assert [round(found[ending], 6) for ending in OUTCOMES] == list(published)


def test_so_is_its_sum_over_all_cards_that_can_be_up() -> None:
    found = dict.fromkeys(OUTCOMES, 0.0)
    for up, number in zip(VALUES, SIX_DECKS, strict=True):
        for ending, chance in outcomes(up).items():
            found[ending] += chance * number / sum(SIX_DECKS)
    assert [round(found[ending], 6) for ending in OUTCOMES] == list(EXPECTED["all"])


@pytest.mark.parametrize("up", VALUES)
def test_cards_in_a_players_hand_are_as_good_as_gone(up: int) -> None:
    unseen = (3, 1, 2, 1, 1, 2, 1, 1, 3, 4)
    for hand in ((), (10,), (2, 9), (1, 1, 9), (3, 3, 9, 9), (1, 2, 3, 4, 10)):
        rest = tuple([left - hand.count(value) for value, left in zip(VALUES, unseen, strict=True)])
        assert chances(up, unseen, hand) == pytest.approx(chances(up, rest))


def test_the_dealer_stays_on_a_soft_17() -> None:
    assert chances(6, only(v1=4)) == pytest.approx({(HandType.POINTS, 17): 1})


def test_five_cards_under_21_are_a_charlie_and_five_cards_of_21_are_not() -> None:
    assert chances(2, only(v1=4)) == pytest.approx({CHARLIE: 1})
    # 3 3 3 3 9 is 21 in five cards. With the nine before the last card the dealer stays on 18.
    assert chances(3, only(v3=3, v9=1)) == pytest.approx(
        {(HandType.TWENTY_ONE, 21): 1 / 4, (HandType.POINTS, 18): 3 / 4}
    )


def test_a_card_that_is_drawn_is_not_drawn_again() -> None:
    # 6 10 10 is bust, and 6 5 10 is 21. There is only one five.
    assert chances(6, only(v5=1, v10=2)) == pytest.approx(
        {(HandType.TWENTY_ONE, 21): 2 / 3, BUST: 1 / 3}
    )


def test_a_ten_beside_an_ace_is_a_natural() -> None:
    assert chances(1, only(v10=1, v9=2)) == pytest.approx(
        {NATURAL: 1 / 3, (HandType.POINTS, 20): 2 / 3}
    )

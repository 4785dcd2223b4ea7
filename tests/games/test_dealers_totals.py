"""A dealer's final totals, against a table of what they must come to in the long run."""

import pytest

from tests.support.blackjack_odds import EXPECTED, OUTCOMES, Endings, dealers_hands, sigmas_off

DEALS = 60_000
SIGMAS = 4


@pytest.fixture(scope="module")
def endings() -> Endings:
    return dealers_hands(DEALS, b"a dealer plays, and plays again.")


@pytest.mark.parametrize("up", EXPECTED)
def test_a_dealer_ends_as_often_on_each_total_as_must_be(up: str, endings: Endings) -> None:
    off = sigmas_off(endings)
    assert {ending: off[up, ending] for ending in OUTCOMES if off[up, ending] > SIGMAS} == {}


def test_every_hand_was_counted_and_each_card_came_up_often_enough(endings: Endings) -> None:
    by_card = {up: sum(endings[up, ending] for ending in OUTCOMES) for up in EXPECTED}
    assert by_card.pop("all") == DEALS == sum(by_card.values())
    assert min(by_card.values()) > DEALS / 13 * 0.9


def test_the_chances_of_a_card_add_up() -> None:
    for up in EXPECTED:
        assert sum(EXPECTED[up]) == pytest.approx(1, abs=5e-6)

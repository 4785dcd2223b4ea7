"""RULES 1: what is taken from the moves of other players, if they are known to play so."""

import pytest
from msgspec.structs import replace

from pontoon.engine.moves import Verb
from pontoon.games.shed import ShedRules
from pontoon.odds import shed
from pontoon.odds.shed import FRESH, Field, best_levels
from pontoon.odds.shed_hands import HandState, Moves
from tests.odds.shed_views import ME, seen, value_of, view

BUY, SPLIT, STICK, TWIST = Verb.BUY, Verb.SPLIT, Verb.STICK, Verb.TWIST


class Plain:
    """Sticks on 16 with two cards and on 18 with more, splits eights, and buys nothing."""

    def moves(self, _to_pay: int) -> Moves:
        def move(state: HandState) -> Verb:
            least = 16 if state.count.cards == 2 else 18
            return STICK if state.count.total >= least else TWIST

        return move

    def splits(self, pair: HandState, _splits_left: int, _to_pay: int) -> bool:
        return pair.card == 8


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    field = Field(ShedRules(), 2, Plain(), [], Plain())
    field = replace(field, levels=best_levels(field.hands(FRESH)))
    monkeypatch.setattr(shed, "field_of", lambda _rules, _players: field)


def win(mine: str, *others: tuple[str, list[Verb]]) -> float:
    """Return the chance that MINE wins if it sticks, beside hands of one other player."""
    hands = [
        seen("kevin", names, acts, number=number) for number, (names, acts) in enumerate(others, 1)
    ]
    return value_of(STICK, view(seen(ME, mine), *hands)).win


def test_a_hand_that_sticks_is_one_that_they_stick_on() -> None:
    """Three cards that stick are 18 or more, though the rules allow 16."""
    assert win("KC 7D", ("? ? 6C", [TWIST, STICK])) == 0
    assert win("KC 7D", ("? ?", [STICK])) > 0


def test_a_hand_that_does_what_they_do_not_is_any_that_may() -> None:
    """Nobody buys; who has done it sticks as others do."""
    assert win("KC 7D", ("? ? ?", [BUY, STICK])) == 0
    assert 0 < win("KC 8D", ("? ? ?", [BUY, STICK])) < 1


def test_hands_that_were_split_began_with_a_card_of_the_pairs_that_they_split() -> None:
    """An eight and another card, with which two cards stick, are 16 to 19."""
    stuck = ("? ?", [SPLIT, STICK]), ("? ?", [STICK])
    assert win("KC KD", *stuck) == pytest.approx(1)
    assert 0 < win("KC 9D", *stuck) == pytest.approx(1)
    assert 0 < win("KC 8D", *stuck) < 1


def test_the_best_of_split_hands_is_to_be_beaten() -> None:
    one, other = ("? ? KS", [SPLIT, TWIST, STICK]), ("? ?", [STICK])
    assert win("KC 8D", one, other) < win("KC 8D", ("? ?", [SPLIT, STICK]), other)


def test_a_hand_that_goes_on_plays_as_they_do() -> None:
    """With three cards it takes another below 18, so that it never ends at 16 or 17."""
    low, high = (win(mine, ("? ? 2C", [TWIST])) for mine in ("KC 6D", "KC 7D"))
    assert low == pytest.approx(high, abs=0.01)

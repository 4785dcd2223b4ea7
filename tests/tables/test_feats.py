"""What is remarkable about the end of a round."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.cards import cards
from pontoon.engine.events import BankerResult, Feat, FeatKind, PlayerResult, Settled
from pontoon.games.pontoon_hands import HandType as BritishType
from pontoon.games.shed import HandType
from pontoon.tables.banter import feat_of
from tests.support.sample_events import result

NICKS = ("dave", "kevin", "bob", "eve")

BANKER = BankerResult("dave", cards("KD 9C"), 19, BritishType.POINTS, 30)


def settled(*chips: int) -> Settled:
    """Return the end of a round in which dave, kevin and so on have won or lost so many chips."""
    results = (PlayerResult(nick, won, 1, 0) for nick, won in zip(NICKS, chips, strict=False))
    return Settled(tuple(results), -sum(chips))


def test_who_alone_wins_against_two_or_more() -> None:
    """Somebody whose stake comes back has won nothing, and has not lost."""
    for chips, winner in [
        ((100, -50, -50), "dave"),
        ((-50, 50, -50, -1), "kevin"),
        ((100, -50), None),
        ((100,), None),
        ((100, -50, 0), None),
        ((100, 100, -50, -50), None),
        ((0, -50, -50), None),
        ((-1, -50, -50), None),
    ]:
        found = feat_of([], settled(*chips))
        assert (found and found.player) == winner
        assert found is None or found.kind is FeatKind.ONLY_WINNER


def test_with_a_banker_it_takes_three_losers() -> None:
    assert feat_of([BANKER], settled(100, -50, -50)) is None
    assert feat_of([BANKER], settled(100, -40, -50, -10)) == Feat("dave", FeatKind.ONLY_WINNER, 100)


def test_a_shed_pontoon_goes_before_all_else() -> None:
    won = result(HandType.SHED_PONTOON, 350)
    assert feat_of([won], settled(-50, 350, -50)) == Feat("kevin", FeatKind.SHED_PONTOON, 350)


def test_one_that_was_resigned_is_none() -> None:
    assert feat_of([result(HandType.SHED_PONTOON, -50)], settled(0, -50)) is None


def test_a_broken_bank_goes_before_an_only_winner() -> None:
    found = feat_of([BANKER], settled(-100, 10, -50, -10), "dave")
    assert found == Feat("dave", FeatKind.BANK_BROKEN, 4)


@given(st.lists(st.integers(-100, 100), max_size=4))
def test_the_same_round_is_always_as_remarkable(chips: Sequence[int]) -> None:
    assert feat_of([], settled(*chips)) == feat_of([], settled(*chips))

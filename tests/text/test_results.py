"""How results are told in the games that are not played for chips, or against a banker."""

import pytest
from msgspec.structs import replace

from pontoon.engine.cards import cards
from pontoon.engine.events import BankerResult, HandResult
from pontoon.engine.moves import Unit
from pontoon.games.shed import HandType
from pontoon.text.round import own_outcome
from tests.support.sample_events import WORDS

NINETEEN = cards("KD 9C")


def hand(gain: int, unit: Unit = Unit.CHIPS, shot: int = 0, stake: int = 50) -> HandResult:
    kind = HandType.HIGH_CARDS
    return HandResult("kevin", None, NINETEEN, 19, kind, stake, gain, shot=shot, unit=unit)


def bank(player: str | None, gain: int, unit: Unit = Unit.CHIPS) -> BankerResult:
    return BankerResult(player, NINETEEN, 19, HandType.PONTOON, gain, unit)


def test_a_banker_who_has_neither_won_nor_lost_breaks_even() -> None:
    assert WORDS.banker_result(bank("kevin", 0)).endswith(": breaks even")


def test_only_a_stand_off_is_a_tie() -> None:
    """Where insurance pays 3 for 1, it makes up for a bet that is lost."""
    made_up = replace(hand(0, Unit.COINS, stake=4), insurance=2)
    assert WORDS.result(made_up).endswith(", bet 4, insurance 2: breaks even")


# What a player hears of all their hands

LOST = HandResult("kevin", None, NINETEEN, 19, HandType.HIGH_CARDS, 50, -50)
BUST = HandResult("kevin", None, NINETEEN, 29, HandType.BUST, 100, -100)


@pytest.mark.parametrize(
    ("hands", "line"),
    [
        ([hand(100)], "You win 100: 1000 chips."),
        ([hand(0)], "You win your stake back: 1000 chips."),
        ([hand(0), hand(0)], "You win your stake back: 1000 chips."),
        ([LOST], "You lose 50: 1000 chips."),
        ([BUST], "You bust and lose 100: 1000 chips."),
        ([BUST, BUST], "You bust and lose 200: 1000 chips."),
        ([BUST, LOST], "You lose 150: 1000 chips."),
        ([hand(150), BUST], "You win 50: 1000 chips."),
        ([hand(100), BUST], "You break even: 1000 chips."),
        ([bank("kevin", 20)], "You win 20: 1000 chips."),
        ([bank("kevin", 0)], "You break even: 1000 chips."),
        ([], "The round is settled: 1000 chips."),
    ],
)
def test_a_player_is_told_what_all_hands_together_have_won(
    hands: list[HandResult | BankerResult], line: str
) -> None:
    assert own_outcome(hands, Unit.CHIPS, 1, 1000) == line


@pytest.mark.parametrize(
    ("hands", "line"),
    [
        ([hand(-1, Unit.FINGERS)], "You drink 1 finger: 7 in all."),
        ([hand(-4, Unit.FINGERS), hand(0, Unit.FINGERS)], "You drink 4 fingers: 7 in all."),
        ([hand(0, Unit.FINGERS)], "You drink nothing: 7 in all."),
        ([replace(BUST, gain=-2, unit=Unit.FINGERS)], "You bust and drink 2 fingers: 7 in all."),
        ([bank("kevin", -4, Unit.FINGERS)], "You drink 4 fingers: 7 in all."),
    ],
)
def test_of_drinks_all_that_there_ever_were_are_told(
    hands: list[HandResult | BankerResult], line: str
) -> None:
    assert own_outcome(hands, Unit.FINGERS, 1, 7) == line


@pytest.mark.parametrize(
    ("hands", "line"),
    [
        ([hand(5, Unit.COINS)], "You win 10 minutes: 60 minutes."),
        ([hand(-5, Unit.COINS)], "You lose 10 minutes: 60 minutes."),
        ([hand(0, Unit.COINS)], "You tie and get your bet back: 60 minutes."),
        ([replace(hand(0, Unit.COINS), insurance=2)], "You break even: 60 minutes."),
        ([replace(BUST, gain=-5, unit=Unit.COINS)], "You bust and lose 10 minutes: 60 minutes."),
    ],
)
def test_coins_are_told_in_minutes(hands: list[HandResult], line: str) -> None:
    """Here a coin is worth two."""
    assert own_outcome(hands, Unit.COINS, 2, 60) == line

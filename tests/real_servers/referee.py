"""Works out again, from the lines in which a round's results are told, what they should say.

Nothing of the bot's own reckoning is used: this is section 1 of the rules once more.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from tests.real_servers.told import Result, total

KINDS = (
    "shed pontoon",
    "five-card 21",
    "five-card trick",
    "pontoon",
    "high cards",
    "bust",
)
"""The kinds of hands, best first."""

BONUSES = dict(zip(KINDS, (7, 4, 3, 2, 0), strict=False))
CLOWN_BONUS = Fraction(3, 2)
CLOWN_TOTAL = 16


def check(results: Sequence[Result]) -> set[str]:
    """Fail unless each of a round's RESULTS is right; return the names of those who won a hand."""
    winners = winning_hands(results)
    for result in results:
        assert result.total == total(result.cards), result
        assert result.kind == kind(result.cards), result
        won = result in winners
        wagon = won and _rides_the_wagon(results, winners)
        bonus = CLOWN_BONUS if wagon else BONUSES.get(result.kind, 0)
        assert result.gain == (floor(bonus * result.stake) if won else -result.stake), result
        assert result.on_wagon == wagon, result
    return {result.name for result in winners}


def kind(cards: Sequence[str]) -> str:
    """Return what sort of hand CARDS are."""
    points = total(cards)
    ranks = sorted(card[:-1] for card in cards)
    if points > 21:
        return "bust"
    if ranks == ["7", "7", "7"]:
        return "shed pontoon"
    if len(cards) == 5:
        return "five-card 21" if points == 21 else "five-card trick"
    return "pontoon" if len(cards) == 2 and points == 21 else "high cards"


def level(result: Result) -> tuple[int, int]:
    """Return where a hand stands; the less, the better. Of high cards the total counts too."""
    return KINDS.index(result.kind), -result.total if result.kind == "high cards" else 0


def winning_hands(results: Sequence[Result]) -> list[Result]:
    """Return the hands that win: the best level, and those below it that the same people hold."""
    hands = [result for result in results if result.kind != "bust"]
    winners: list[Result] = []
    for each in sorted(set(map(level, hands))):
        at_level = [hand for hand in hands if level(hand) == each]
        if winners and {hand.name for hand in at_level} != {hand.name for hand in winners}:
            break
        winners += at_level
    return winners


def _rides_the_wagon(results: Sequence[Result], winners: Sequence[Result]) -> bool:
    players = {result.name for result in results}
    return len(winners) == 1 and level(winners[0]) == (4, -CLOWN_TOTAL) and len(players) > 1

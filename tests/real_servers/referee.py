"""Works out again, from the lines in which a round's results are told, what they should say.

Nothing of the bot's own reckoning is used: this is section 1 of the rules once more.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

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

CARD = r"(?:[2-9AJQK]|10)[♣♦♥♠]"

RESULT = re.compile(
    rf"(?P<name>.+?)(?: \(hand (?P<number>[1-5])\))?: (?P<cards>{CARD}(?: {CARD}){{1,4}}) "
    rf"= (?P<total>\d+) (?P<kind>{'|'.join(KINDS)}), stake (?P<stake>[1-9]\d*): "
    r"(?P<gain>[+-]\d+)(?P<wagon> clown wagon)?"
)
"""One hand's result; the whole line."""


@dataclass(frozen=True, slots=True)
class Result:
    """A hand as its line tells it; NUMBER is 0 where the player had only one."""

    name: str
    number: int
    cards: tuple[str, ...]
    total: int
    kind: str
    stake: int
    gain: int
    on_wagon: bool

    @property
    def level(self) -> tuple[int, int]:
        """Where the hand stands; the less, the better. Of high cards the total counts too."""
        return KINDS.index(self.kind), -self.total if self.kind == "high cards" else 0


def read_result(line: str) -> Result | None:
    """Return the hand of which LINE tells the result, None where it tells none."""
    match = RESULT.fullmatch(line)
    if match is None:
        return None
    return Result(
        name=match["name"],
        number=int(match["number"] or 0),
        cards=tuple(match["cards"].split()),
        total=int(match["total"]),
        kind=match["kind"],
        stake=int(match["stake"]),
        gain=int(match["gain"]),
        on_wagon=match["wagon"] is not None,
    )


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


def total(cards: Iterable[str]) -> int:
    """Return the highest total of CARDS that is not over 21; the least, if all are."""
    ranks = [card[:-1] for card in cards]
    least = sum(1 if rank == "A" else 10 if rank in "JQK" else int(rank) for rank in ranks)
    return least + 10 if "A" in ranks and least + 10 <= 21 else least


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


def winning_hands(results: Sequence[Result]) -> list[Result]:
    """Return the hands that win: the best level, and those below it that the same people hold."""
    hands = [result for result in results if result.kind != "bust"]
    winners: list[Result] = []
    for level in sorted({hand.level for hand in hands}):
        at_level = [hand for hand in hands if hand.level == level]
        if winners and {hand.name for hand in at_level} != {hand.name for hand in winners}:
            break
        winners += at_level
    return winners


def _rides_the_wagon(results: Sequence[Result], winners: Sequence[Result]) -> bool:
    players = {result.name for result in results}
    return len(winners) == 1 and winners[0].level == (4, -CLOWN_TOTAL) and len(players) > 1

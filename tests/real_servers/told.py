"""The lines in which the end of a round is told, in whichever game: hands, the bank, balances."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

CARD = r"(?<![\w-])(?:[2-9AJQK]|10)[♣♦♥♠CDHS](?![\w-])"
CARDS = rf"{CARD}(?: {CARD}){{0,4}}"

KINDS = (
    "shed pontoon",
    "five-card 21",
    "five-card trick",
    "five-card charlie",
    "natural",
    "pontoon",
    "twenty-one",
    "high cards",
    "points",
    "bust",
)
"""What hands are called in any game."""

_HAND = rf"(?P<cards>{CARDS}) = (?P<total>\d+) (?P<kind>{'|'.join(KINDS)})"
_OUTCOME = (
    r"(?:wins (?P<won>[1-9]\d*)(?P<wagon> on the clown wagon)?|loses (?P<lost>[1-9]\d*)"
    r"|drinks (?P<drunk>\d+)|wins the stake back|breaks even|ties)"
)

_RESULT = re.compile(
    rf"(?P<name>[^:]+?)(?: \(hand (?P<number>[1-9]\d*)\))?: {_HAND}(?:, resigned)?, "
    r"(?:stake|bid|bet) (?P<stake>[1-9]\d*)(?:, shot (?P<shot>[1-9]\d*))?"
    rf"(?:, insurance (?P<insurance>[1-9]\d*))?: {_OUTCOME}"
)
_BANKER_RESULT = re.compile(rf"(?:Banker|Dealer)(?: (?P<name>[^:]+))?: {_HAND}: {_OUTCOME}")
_BALANCES = re.compile(r"(?:Chips|Drinks|Minutes): (.+)")


@dataclass(frozen=True, slots=True)
class Result:
    """A hand as its line tells it; NUMBER is 0 where the player had only one.

    GAIN is in chips or coins; fingers drunk are a loss. SHOT and INSURANCE are no part of STAKE.
    """

    name: str
    number: int
    cards: tuple[str, ...]
    total: int
    kind: str
    stake: int
    gain: int
    on_wagon: bool = False
    shot: int = 0
    insurance: int = 0


@dataclass(frozen=True, slots=True)
class BankerResult:
    """The hand that all others played against; NAME is "" where that is the bot's."""

    name: str
    cards: tuple[str, ...]
    total: int
    kind: str
    gain: int


def read_result(line: str) -> Result | None:
    """Return the hand of which LINE tells the result, None where it tells none."""
    match = _RESULT.fullmatch(line)
    if match is None:
        return None
    return Result(
        name=match["name"],
        number=int(match["number"] or 0),
        cards=tuple(match["cards"].split()),
        total=int(match["total"]),
        kind=match["kind"],
        stake=int(match["stake"]),
        gain=_gain(match),
        on_wagon=match["wagon"] is not None,
        shot=int(match["shot"] or 0),
        insurance=int(match["insurance"] or 0),
    )


def read_banker_result(line: str) -> BankerResult | None:
    """Return the banker's or dealer's hand of which LINE tells the result, None if it does not."""
    match = _BANKER_RESULT.fullmatch(line)
    if match is None:
        return None
    cards = tuple(match["cards"].split())
    return BankerResult(
        match["name"] or "", cards, int(match["total"]), match["kind"], _gain(match)
    )


def is_result(line: str) -> bool:
    """Tell whether LINE says how a hand ended."""
    return read_result(line) is not None or read_banker_result(line) is not None


def apart(line: str) -> list[str]:
    """Return the results that LINE has, if they waited and were joined, or else LINE itself."""
    parts = line.split(" | ")
    return parts if all(map(is_result, parts)) else [line]


def balances(lines: Iterable[str]) -> dict[str, int]:
    """Return what players have, by name, from those of LINES that tell it."""
    told = (match[1] for line in lines if (match := _BALANCES.fullmatch(line)) is not None)
    items = (item.rpartition(" ") for each in told for item in each.split(", "))
    return {name: int(number) for name, _, number in items}


def total(cards: Iterable[str]) -> int:
    """Return the highest total of CARDS that is not over 21; the least, if all are."""
    ranks = [card[:-1] for card in cards]
    least = sum(1 if rank == "A" else 10 if rank in "JQK" else int(rank) for rank in ranks)
    return least + 10 if "A" in ranks and least + 10 <= 21 else least


def _gain(match: re.Match[str]) -> int:
    return int(match["won"] or 0) - int(match["lost"] or match["drunk"] or 0)

"""What players are asked, as they read it: by what stands in brackets, and by their cards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tests.real_servers.told import CARD, total

Amounts = tuple[int, int]
"""The least and the most."""

BRACKETS = re.compile(r"\((?:[a-z]|\d+-\d+)\)")
"""What stands in prompts, and in the refusals that repeat them, and nowhere else."""

HAND_SHOWN = re.compile(rf"({CARD}(?: {CARD})*) = (\d+)")

_OFFER = r"[a-z]*\([a-z]\)[a-z]*(?: for [1-9]\d*(?:-\d+)?| [1-9]\d*-\d+)?"
_HAS = r"(?: You have \d+ (?:chip|coin)s?)?"
_ONLY_AMOUNT = re.compile(
    r"(?P<words>(?:[^()]|\(hand \d\)|\(#\w+\))*)\((?P<least>[1-9]\d*)-(?P<most>\d+)\)"
    rf"(?: within \d+ s)?(?P<pass>[^()]*\(n\)o[^()]*)?\?{_HAS}"
)
_BANK_ASKED = re.compile(
    r"(?:(?:[^()]|\(#\w+\))*\. )?Do you want the bank[^()]*\? \(y\)es \(n\)o, "
    rf"within \d+ s; silence means no\.{_HAS}"
)
_HAND_ASKED = re.compile(
    rf".*?(?:{CARD} )+= \d+(?:, a [a-z]+)?: (?:insure for [1-9]\d*\? )?{_OFFER}(?: {_OFFER})*\. "
    rf"(?:(?P<costs>(?:Buy|Burn|Split)[^.♣♦♥♠]*)\. )?(?:Stake|Bid|Bet|You) [^.♣♦♥♠]*"
)
_OFFERED = re.compile(
    r"\((?P<letter>[a-z])\)[a-z]*(?:(?: for)? (?P<least>\d+)(?:-(?P<most>\d+))?)?"
)
_COST = re.compile(
    r"(?P<moves>[a-z]+(?:(?:, | or )[a-z]+)*?)(?: for)? (?P<least>\d+)(?:-(?P<most>\d+))?"
)
_LETTERS = {"buy": "b", "burn": "u", "split": "p", "shoot": "o"}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: ``amounts`` where an amount alone will do, and ``offers`` by their letters.

    ``word`` may stand before such an amount.
    """

    offers: Mapping[str, Amounts | None]
    amounts: Amounts | None = None
    word: str = ""


def is_prompt(text: str) -> bool:
    """Tell whether somebody is asked something in TEXT."""
    return BRACKETS.search(text) is not None


def is_about_bank(prompt: str) -> bool:
    """Tell whether somebody is asked in PROMPT whether they want the bank."""
    return _BANK_ASKED.fullmatch(prompt) is not None


def read(prompt: str) -> Question:
    """Return what is asked in PROMPT, which must show the hand that it is about rightly."""
    question = prompt.split(" | ")[-1]
    for shown in HAND_SHOWN.finditer(question):
        assert int(shown[2]) == total(shown[1].split()), prompt
    if (asked := _ONLY_AMOUNT.fullmatch(question)) is not None:
        amounts = int(asked["least"]), int(asked["most"])
        assert amounts[0] <= amounts[1], prompt
        may_pass: dict[str, None] = {"n": None} if asked["pass"] else {}
        return Question(may_pass, amounts, _word(asked["words"]))
    asked = _HAND_ASKED.fullmatch(question)
    assert asked is not None, f"asks for no amount and no move: {prompt}"
    moves = _OFFERED.finditer(question)
    offers: dict[str, Amounts | None] = {each["letter"]: _amounts(each) for each in moves}
    for cost in _COST.finditer((asked["costs"] or "").lower()):
        for move in re.findall("[a-z]{3,}", cost["moves"]):
            offers[_LETTERS[move]] = _amounts(cost)
    return Question(offers)


def _amounts(offer: re.Match[str]) -> Amounts | None:
    if offer["least"] is None:
        return None
    return int(offer["least"]), int(offer["most"] or offer["least"])


def _word(words: str) -> str:
    found: list[str] = re.findall(r"\b(?:bet|bid|kitty|shoot)\b", words.lower())
    return found[0] if found else ""

"""How amounts, names and cards are written."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime, time, timedelta
from enum import Enum, StrEnum
from fractions import Fraction
from math import ceil
from typing import ClassVar

from pontoon.engine.cards import Card
from pontoon.engine.moves import Unit
from pontoon.games import GAMES

Names = Callable[[str], str]
"""Returns the name to show for a player: the nickname, or else the nick in players.xml."""

Address = Callable[[str], str | None]
"""Returns the nick at which a player can be told something; None while they are away."""

BALANCES_HEADINGS = {Unit.CHIPS: "Chips: ", Unit.FINGERS: "Drinks: ", Unit.COINS: "Minutes: "}

_KINDS = {
    "FIVE_CARD_21": "five-card 21",
    "FIVE_CARD_TRICK": "five-card trick",
    "TWENTY_ONE": "twenty-one",
    "CHARLIE": "five-card charlie",
}
"""The kinds of hands whose text is not just the name in lower case."""

_ONE = {Unit.CHIPS: "chip", Unit.FINGERS: "finger", Unit.COINS: "coin"}


def count(number: int, noun: str) -> str:
    """Return NUMBER with NOUN in the singular or plural: ``1 chip``, ``2 chips``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def are(names: Sequence[str]) -> str:
    """Return NAMES with a verb: ``dave is``, ``dave, kevin are``."""
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"


def have(names: Sequence[str]) -> str:
    """Return NAMES with a verb: ``dave has``, ``dave, kevin have``."""
    return f"{', '.join(names)} {'has' if len(names) == 1 else 'have'}"


def amount_of(number: int, unit: Unit) -> str:
    """Return NUMBER with the name of UNIT: ``1 chip``."""
    return count(number, _ONE[unit])


def chips(number: int) -> str:
    return count(number, "chip")


def of_game(title: str, channel: str = "") -> str:
    """Return which game a private line is about, where two are played: `` in CUTwC (#den)``."""
    return f" in {title} ({channel})" if channel else f" in {title}"


def tag(hand: int | None) -> str:
    """Return the number of HAND for the end of a message about it: `` (hand 2)``."""
    return "" if hand is None else f" (hand {hand})"


def ago(then: datetime, now: datetime) -> str:
    """Say how long before NOW it was THEN, in the largest unit.

    >>> noon = datetime(2026, 11, 20, 12)
    >>> ago(noon, noon + timedelta(seconds=59)), ago(noon, noon + timedelta(minutes=119))
    ('just now', '1 hour ago')
    """
    minutes = (now - then) // timedelta(minutes=1)
    for least, unit in ((60 * 24, "day"), (60, "hour"), (1, "minute")):
        if minutes >= least:
            return f"{count(minutes // least, unit)} ago"
    return "just now"


def in_minutes(seconds: float) -> str:
    """Return SECONDS in minutes, rounded up.

    >>> in_minutes(61)
    '2 min'
    """
    return f"{ceil(seconds / 60)} min"


def kind_of_hand(kind: Enum) -> str:
    return _KINDS.get(kind.name, kind.name.lower().replace("_", " "))


KINDS_OF_HANDS = tuple({kind_of_hand(kind): None for game in GAMES for kind in game.hand_types})


def rule_text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float() | Fraction():
            return f"{float(value):g}"
        case time():
            return f"{value:%H:%M}"
        case tuple():
            return ", ".join(map(rule_text, value))
    return str(value)


class CardStyle(StrEnum):
    """How suits are written."""

    UNICODE = "unicode"
    ASCII = "ascii"


class CardFormat:
    """Writes cards as configured: ``A♥`` or ``AH``, with or without red suits."""

    _SIGNS: ClassVar[dict[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    _RED = "\x0304{}\x0f"
    """mIRC's colour 4, in two digits since a rank may follow; then the end of all formatting."""

    _WRITTEN = r"(?<!\w)(?:\x0304)?(10|[2-9AJQK])([{}])(?!\w)\x0f?"

    def __init__(self, style: CardStyle = CardStyle.UNICODE, red_suits: str = "") -> None:
        self._faces: dict[str, str] = {}
        """How a card of each suit is written, with ``{}`` for its rank."""
        self._suits: dict[str, str] = {}
        """The suit that each sign stands for."""
        for suit, sign in self._SIGNS.items():
            shown = suit if style is CardStyle.ASCII else sign
            face = "{}" + shown
            self._faces[suit] = self._RED.format(face) if suit in red_suits else face
            self._suits[shown] = suit
        self._written = re.compile(self._WRITTEN.format("".join(self._suits)))

    def __call__(self, cards: Sequence[Card]) -> str:
        """Write CARDS with spaces between them."""
        return " ".join([self._faces[card.suit].format(card.rank) for card in cards])

    def rewritten(self, text: str, other: "CardFormat") -> str:
        """Return TEXT, in which cards are written like this, with those as OTHER writes them.

        >>> CardFormat().rewritten("A♥ 10♣ = 21", CardFormat(CardStyle.ASCII))
        'AH 10C = 21'
        """
        return self._written.sub(
            lambda found: other._faces[self._suits[found[2]]].format(found[1]), text
        )

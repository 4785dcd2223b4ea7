"""The lines about sealed decks in the channel (FAIR, Lines in the channel)."""

import re

SHORT = "[A-Za-z0-9_-]{27}"
_SECRET = "[A-Za-z0-9_-]{22}"
_TERMS = r"[^ ]+ [^ ]+ [a-z]+ \d{1,3} (?:hands|mixed|\d+-\d+) [A-Za-z0-9_-]{8}"

SEALED = re.compile(
    rf"(?:Deck (?P<number>\d+) of #\S+|deck (?P<next>\d+)) sealed: (?P<said>{SHORT})"
    r" \(.cut any words\)"
)
ACKNOWLEDGED = re.compile(
    r'\S.* cuts deck (?P<number>\d+) \((?P<cut>\d+)\): "(?P<words>[A-Za-z0-9 ]{1,40})"'
)
CUT = re.compile(rf"deck (?P<number>\d+), (?:not cut|(?P<cuts>\d+) cuts?: (?P<said>{SHORT}))")
OPENED = re.compile(
    rf"Deck (?P<number>\d+) of #\S+ opened(?:, given up \([^()]+\))?: (?P<said>{_SECRET})"
    rf" \((?P<terms>{_TERMS})\) after (?P<rounds>\d+) rounds?, (?P<cards>\d+) cards?"
)
PLACE = re.compile(r"deck (?P<number>\d+), card (?P<card>[1-9]\d*)")

_ABOUT_DECK = re.compile(r"[Dd]eck \d+(?: of #\S+)? (?:sealed|opened|cannot)\b")


def is_about_deck(text: str) -> bool:
    """Tell whether TEXT is a line by which a deck is checked."""
    return _ABOUT_DECK.match(text) is not None


def without_place(text: str) -> str:
    """Return TEXT without the item that names the deck of a round."""
    items = (
        item for item in text.split(" | ") if not (PLACE.fullmatch(item) or CUT.fullmatch(item))
    )
    return " | ".join(items)

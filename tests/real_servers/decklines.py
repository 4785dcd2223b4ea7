"""The lines about sealed decks in the channel (FAIR, Lines in the channel)."""

import re

SHORT = "[A-Za-z0-9_-]{27}"
_SECRET = "[A-Za-z0-9_-]{22}"
_TERMS = rf"[^ ]+ [^ ]+ [a-z]+ \d{{1,3}} (?:hands|mixed|seats|\d+-\d+) {SHORT}"

SEALED = re.compile(rf"[Dd]eck (?P<number>\d+) sealed: (?P<said>{SHORT}) \(.cut any words\)")
CUT = re.compile(rf"deck (?P<number>\d+), (?:not cut|cut by \d+: (?P<said>{SHORT}))")
OPENED = re.compile(
    rf"Deck (?P<number>\d+) opened(?:, given up \([^()]+\))?: (?P<said>{_SECRET}) \({_TERMS}\)"
    rf"(?: \| deck \d+ sealed: {SHORT} \(.cut any words\))?"
)
PLACE = re.compile(r"deck (?P<number>\d+), card (?P<card>[1-9]\d*)")

_ABOUT_DECK = re.compile(r"[Dd]eck \d+ (?:sealed|opened|cannot)\b")


def is_about_deck(text: str) -> bool:
    """Tell whether TEXT is a line by which a deck is checked."""
    return _ABOUT_DECK.match(text) is not None


def without_place(text: str) -> str:
    """Return TEXT without the item that names the deck of a round."""
    items = (
        item for item in text.split(" | ") if not (PLACE.fullmatch(item) or CUT.fullmatch(item))
    )
    return " | ".join(items)

"""The lines about sealed decks in the channel (FAIR, Lines in the channel)."""

import re

HEX = "[0-9a-f]{64}"
_TERMS = rf"pontoon-deck-1 [^ ]+ [^ ]+ [a-z]+ \d{{1,3}} (?:-|\d+-\d+) {HEX}"

SEALED = re.compile(rf"Deck (?P<number>\d+) is sealed: (?P<hex>{HEX}) \([^()]+; .cut any words\)")
CUT = re.compile(rf"Deck (?P<number>\d+) is cut \((?P<people>\d+)\): (?P<hex>{HEX})")
OPENED = re.compile(
    rf"Deck (?P<number>\d+)(?:, given up \((?P<why>[^()]+)\),)? is opened: "
    rf"(?P<hex>{HEX}) \({_TERMS}\)"
)
PLACE = re.compile(r"deck (?P<number>\d+), card (?P<card>[1-9]\d*)")

_ABOUT_DECK = re.compile(r"Deck \d+(?: is |, given up | cannot )")


def is_about_deck(text: str) -> bool:
    """Tell whether TEXT is a line by which a deck is checked."""
    return _ABOUT_DECK.match(text) is not None


def without_place(text: str) -> str:
    """Return TEXT without the item that names deck and card."""
    return " | ".join(item for item in text.split(" | ") if not PLACE.fullmatch(item))

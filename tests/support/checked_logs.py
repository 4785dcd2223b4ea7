"""What a channel has heard of sealed decks, checked by its lines alone (FAIR, Checking)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.support import told_decks as told

SHORT = "[A-Za-z0-9_-]{27}"
_SEALED = re.compile(rf"[Dd]eck (\d+)(?: of (\S+))? sealed: ({SHORT}) \(!cut any words\)")
_OPENED = re.compile(
    r"Deck (\d+) of (\S+) opened(?:, given up \(([a-z ]+)\))?: ([A-Za-z0-9_-]{22}) \((.*)\)"
    r" after (\d+) rounds?, (\d+) cards?"
)
_LOST = re.compile(r"Deck (\d+) of \S+ cannot be opened: its secret is lost")
_CUT = re.compile(r'(.+) cuts deck (\d+) \((\d+)\): "([A-Za-z0-9 ]{1,40})"')
_CUTS = re.compile(rf"deck (\d+), (?:not cut|(\d+) cuts?: ({SHORT}))")
_CARD = re.compile(r"deck (\d+), card (\d+)")
_ABOUT = re.compile(r"(?:.* cuts )?[Dd]eck \d+\b(?! of [\w ]+ is sealed)")
"""What an item begins with that proves something: not the answer to ``fair``."""


@dataclass
class HeardDeck:
    """A deck by its number, as far as the channel knows it."""

    seal: str
    words: list[str] = field(default_factory=list)
    """Those of the cuts, in the order of their numbers."""
    cuts: str | None = None
    """CUTS, once a round was begun."""
    cards: set[int] = field(default_factory=set)
    """The numbers of the first cards of its rounds."""
    terms: str = ""
    secret: str = ""
    why: str = ""
    """Why it was given up, if it was."""
    counted: tuple[int, int] = (0, 0)
    """The rounds and the cards that the opening counts."""


class Log:
    """The decks that the LINES of a channel prove; AssertionError if they contradict each other."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.decks: dict[int, HeardDeck] = {}
        for line in lines:
            for item in line.split(" | "):
                self._hear(item)
        assert [*self.decks] == [*range(1, len(self.decks) + 1)]

    def _hear(self, item: str) -> None:
        if found := _SEALED.fullmatch(item):
            self._seal(int(found[1]), found[3])
        elif found := _LOST.fullmatch(item):
            self.decks[int(found[1])].why = "lost"
        elif found := _CUT.fullmatch(item):
            self._cut(self.decks[int(found[2])], int(found[3]), found[4])
        elif found := _CUTS.fullmatch(item):
            self._begin(self.decks[int(found[1])], int(found[2] or 0), found[3] or "")
        elif found := _CARD.fullmatch(item):
            deck = self.decks[int(found[1])]
            assert deck.cuts is not None
            assert int(found[2]) >= max(deck.cards)  # the round before may have taken none
            deck.cards.add(int(found[2]))
        elif found := _OPENED.fullmatch(item):
            self._open(int(found[1]), self.decks[int(found[1])], found)
        else:
            assert not _ABOUT.match(item), item

    def _seal(self, number: int, seal: str) -> None:
        if number in self.decks:  # it is said again
            deck = self.decks[number]
            assert (deck.seal, deck.cuts) == (seal, None)
        else:
            self.decks[number] = HeardDeck(seal)

    def _cut(self, deck: HeardDeck, number: int, words: str) -> None:
        assert not deck.secret
        if number <= len(deck.words):  # it is said again
            assert deck.words[number - 1] == words
        else:
            assert (number, deck.cuts) == (len(deck.words) + 1, None)
            deck.words.append(words)

    def _begin(self, deck: HeardDeck, number: int, cuts: str) -> None:
        assert number == len(deck.words)
        assert cuts == (told.cuts(deck.seal, deck.words) if number else "")
        assert deck.cuts in (None, cuts)
        assert not deck.secret
        deck.cuts = cuts
        deck.cards.add(1)

    def _open(self, number: int, deck: HeardDeck, found: re.Match[str]) -> None:
        secret, terms = found[4], found[5]
        assert deck.seal == told.seal(number, terms, secret)
        assert terms.split()[1] == told.quoted(found[2])
        assert deck.secret in ("", secret)
        deck.secret, deck.terms, deck.why = secret, terms, found[3] or ""
        rounds, cards = deck.counted = int(found[6]), int(found[7])
        assert rounds >= len(deck.cards)
        assert cards >= max(deck.cards, default=1) - 1
        if not deck.why:
            assert self._is_at_end(deck)

    def _is_at_end(self, deck: HeardDeck) -> bool:
        """Tell whether a shoe was dealt to its marker; a pack may end with any round."""
        packs, marker = deck.terms.split()[3:5]
        if "-" not in marker:
            return deck.counted[0] > 0
        least, most = map(int, marker.split("-"))
        cuts = told.cuts(deck.seal, deck.words)
        key = told.key(deck.seal, cuts, deck.secret)
        before = 52 * int(packs) - told.shoe(key, int(packs), least, most)[1]
        return max(deck.cards) <= before <= deck.counted[1]

"""What a log of a channel says about decks, compared with players.decks (FAIR, Checking, 7).

Only lines of the bot count. A line is known as its by the nick, in the formats of irssi, WeeChat,
HexChat and most others: perhaps a time, then ``<nick>`` and a space, or the nick between two tabs.
"""

import re
from collections.abc import Collection, Container, Iterable

from msgspec import Struct, field

from pontoon.engine.sealed_deck import terms_text
from pontoon.irc.outgoing import WORD_JOINER
from pontoon.storage.decks.deck_check import CheckedDeck
from pontoon.storage.decks.deck_records import FINISHED, Lost, Sealed
from pontoon.storage.decks.faults import DeckFault, Wrong

_TIME = r"(?:[0-9\[\](){}.,:;/+\-TZ ]|(?:[A-Z][a-z]{2} ))*"
"""What may stand before the nick; no sign by which clients mark actions or people who come."""
_LINE = re.compile(rf"{_TIME}(?:<[ ~&@%+]?([^<>\s]+)>\s|\t[~&@%+]?([^\s<>]+)\t)(.*)", re.DOTALL)

_ABOUT_A_DECK = re.compile("Deck ([1-9][0-9]{0,17})(?: is | cannot |, given up )")
_ROUND_BEGINS = re.compile(r"(?:.* \| )?deck ([1-9][0-9]{0,17}), card [0-9]+(?: \| .*)?")
"""A line with the item that names the deck of a round, before its first card."""

_KINDS = {
    "sealed": re.compile(r"Deck [0-9]+ is sealed: ([0-9a-f]{64})(?: .*)?"),
    "cut": re.compile(r"Deck [0-9]+ is cut \(([0-9]{1,3})\): ([0-9a-f]{64})"),
    "opened": re.compile(
        r"Deck [0-9]+(?:, given up \((.*)\),)? is opened: ([0-9a-f]{64}) \((pontoon-deck-.*)\)"
    ),
    "lost": re.compile(r"Deck [0-9]+ cannot be opened \(its secret is lost\)"),
}
"""The kinds of lines about a deck, in their order; of the last two a deck has only one.

The groups are the words that count. A deck that was not given up has FINISHED for the reason.
"""


class Said(Struct, frozen=True):
    """What the bot said first at a LINE of the log: the WORDS that count."""

    line: int
    words: tuple[str, ...]


class DeckLog(Struct):
    """What a log says of each deck, and what is wrong with that."""

    heard: dict[int, dict[str, Said]] = field(default_factory=dict)
    """The first line of each kind, by the number of the deck."""
    faults: list[DeckFault] = field(default_factory=list)
    begun: set[int] = field(default_factory=set)
    """The decks of which a round has begun."""

    def compare(self, found: Sealed | CheckedDeck | Lost) -> None:
        """Compare what players.decks says of a deck with what the bot said."""
        match found:
            case Sealed(terms, seal):
                self._expect(Wrong.LOG_SEAL, terms.number, "sealed", (seal,))
            case CheckedDeck(terms, opening):
                self._expect(Wrong.LOG_CUTS, terms.number, "cut", _cut_words(found))
                said = (opening.why, opening.secret, terms_text(terms))
                self._expect(Wrong.LOG_OPENING, terms.number, "opened", said)
                self._expect(Wrong.LOG_OPENING, terms.number, "lost", None)
            case Lost(number):
                self._expect(Wrong.LOG_OPENING, number, "opened", None)

    def finish(self, last_number: int, in_play: Container[int]) -> None:
        """Compare with the end of players.decks: its last deck, and those that are still sealed."""
        for number, heard in self.heard.items():
            said = [heard[kind] for kind in _KINDS if kind in heard]
            if number > last_number:
                self.faults.append(DeckFault(Wrong.LOG_NO_DECK, said[0].line, number))
            elif number in in_play and (closed := heard.get("opened") or heard.get("lost")):
                self.faults.append(DeckFault(Wrong.LOG_NOT_CLOSED, closed.line, number))

    @property
    def without_seal(self) -> list[int]:
        """The decks whose cut or opening was heard, but not the seal."""
        return [number for number, heard in self.heard.items() if "sealed" not in heard]

    def note(self, number: int, line: int, text: str) -> None:
        """Note the TEXT that the bot said at that LINE of a deck."""
        kind, words = _understood(text)
        if not kind:
            self.faults.append(DeckFault(Wrong.LOG_SHAPE, line, number))
            return
        heard = self.heard.setdefault(number, {})
        if kind not in heard:
            kinds = [*_KINDS]
            if any(later in heard for later in kinds[kinds.index(kind) :]):
                self.faults.append(DeckFault(Wrong.LOG_ORDER, line, number))
            heard[kind] = Said(line, words)
        elif heard[kind].words != words:
            self.faults.append(DeckFault(Wrong.LOG_TWO_HEXES, line, number))

    def note_round(self, number: int, line: int) -> None:
        """Note that a round of a deck begins at that LINE: the first one is behind the cut."""
        heard = self.heard.get(number, {})
        if number not in self.begun and "sealed" in heard and "cut" not in heard:
            self.faults.append(DeckFault(Wrong.LOG_UNCUT, line, number))
        self.begun.add(number)

    def _expect(self, what: Wrong, number: int, kind: str, words: tuple[str, ...] | None) -> None:
        said = self.heard.get(number, {}).get(kind)
        if said is not None and said.words != words:
            self.faults.append(DeckFault(what, said.line, number))


def _cut_words(deck: CheckedDeck) -> tuple[str, ...] | None:
    """Return what is said when cutting is closed; None if it never was."""
    cuts = deck.opening.cuts
    return None if cuts is None else (str(len(cuts)), deck.cuts)


def _understood(text: str) -> tuple[str, tuple[str, ...]]:
    """Return which of ``_KINDS`` TEXT is, "" if none, and its words that count."""
    for kind, pattern in _KINDS.items():
        if found := pattern.fullmatch(text):
            return kind, tuple(words or FINISHED for words in found.groups())
    return "", ()


def read_log(lines: Iterable[bytes], nicks: Collection[str]) -> DeckLog:
    """Read the LINES of a log in which the bot has one of these NICKS."""
    log = DeckLog()
    wanted = {nick.lower() for nick in nicks}
    for number, line in enumerate(lines, 1):
        found = _LINE.fullmatch(line.decode("utf-8", "replace").rstrip("\r\n"))
        if found and (found[1] or found[2]).lower() in wanted:
            said = found[3].rstrip(" ")
            if about := _ABOUT_A_DECK.match(found[3]):
                log.note(int(about[1]), number, said)
            elif begins := _ROUND_BEGINS.fullmatch(said.replace(WORD_JOINER, "")):
                log.note_round(int(begins[1]), number)
    if not log.heard and not log.faults:
        log.faults.append(DeckFault(Wrong.LOG_NOTHING, 0, detail=", ".join(nicks)))
    return log

"""What a log of a channel says about decks, compared with players.decks (FAIR, Checking, 7).

Only lines of the bot count. A line is known as its by the nick, in the formats of irssi, WeeChat,
HexChat and most others: perhaps a time, then ``<nick>`` and a space, or the nick between two tabs.
"""

import re
from collections.abc import Collection, Container, Iterable

from msgspec import Struct, field

from pontoon.engine.sealed_deck import terms_text
from pontoon.irc.outgoing import JOINT
from pontoon.storage.decks.deck_records import FINISHED, CheckedDeck, Lost, Sealed
from pontoon.storage.findings import Report, Wrong

_TIME = r"(?:[0-9\[\](){}.,:;/+\-TZ ]|(?:[A-Z][a-z]{2} ))*"
"""What may stand before the nick; no sign by which clients mark actions or people who come."""
_LINE = re.compile(rf"{_TIME}(?:<[ ~&@%+]?([^<>\s]+)>\s|\t[~&@%+]?([^\s<>]+)\t)(.*)", re.DOTALL)

_NUMBER, _SHORT, _SECRET = "([1-9][0-9]{0,17})", "([A-Za-z0-9_-]{27})", "([A-Za-z0-9_-]{22})"
_ABOUT_A_DECK = re.compile(rf"[Dd]eck {_NUMBER}(?:,? opened|,? sealed| cannot be opened)\b.*")
"""What a line that is about a deck alone begins with."""

_KINDS = {
    "sealed": re.compile(rf"[Dd]eck {_NUMBER} sealed: {_SHORT} \(.+cut any words\)"),
    "cut": re.compile(rf"deck {_NUMBER}, cut by ([1-9][0-9]?): {_SHORT}|deck {_NUMBER}, not cut"),
    "opened": re.compile(rf"Deck {_NUMBER} opened(?:, given up \((.*)\))?: {_SECRET} \((.+)\)"),
    "lost": re.compile(rf"Deck {_NUMBER} cannot be opened: its secret is lost"),
}
"""The kinds of what is said about a deck, in their order; of the last two a deck has only one.

The groups behind the number are the words that count. A deck that was not given up has FINISHED for
the reason.
"""

_ROUND_GOES_ON = re.compile(rf"deck {_NUMBER}, card [0-9]+")
"""The name of the deck in the opening line of a round that is not its first."""


class Said(Struct, frozen=True):
    """What the bot said first at a LINE of the log: the WORDS that count."""

    line: int
    words: tuple[str, ...]


class DeckLog(Report):
    """What a log says of each deck, and what is wrong with that."""

    heard: dict[int, dict[str, Said]] = field(default_factory=dict)
    """The first line of each kind, by the number of the deck."""

    def compare(self, found: Sealed | CheckedDeck | Lost) -> None:
        match found:
            case Sealed():
                self._expect(Wrong.LOG_SEAL, found.number, "sealed", (found.seal,))
            case CheckedDeck(terms, opened):
                self._expect(Wrong.LOG_CUTS, terms.number, "cut", _cut_words(found))
                said = (opened.why, opened.secret, terms_text(terms))
                self._expect(Wrong.LOG_OPENING, terms.number, "opened", said)
                self._expect(Wrong.LOG_OPENING, terms.number, "lost", None)
            case Lost():
                self._expect(Wrong.LOG_OPENING, found.number, "opened", None)

    def finish(self, last_number: int, in_play: Container[int]) -> None:
        """Compare with the end of players.decks: its last deck, and those that are still sealed."""
        for number, heard in self.heard.items():
            said = [heard[kind] for kind in _KINDS if kind in heard]
            if number > last_number:
                self.found(Wrong.LOG_NO_DECK, said[0].line, deck=number)
            elif number in in_play and (closed := heard.get("opened") or heard.get("lost")):
                self.found(Wrong.LOG_NOT_CLOSED, closed.line, deck=number)

    @property
    def without_seal(self) -> list[int]:
        """The decks whose cuts or opening were heard, but not the seal."""
        return [number for number, heard in self.heard.items() if "sealed" not in heard]

    def note(self, line: int, item: str) -> None:
        """Note what the bot said in an ITEM of that LINE, if it is about a deck."""
        for kind, pattern in _KINDS.items():
            if found := pattern.fullmatch(item):
                number, *words = filter(None, found.groups())
                self._note(int(number), line, kind, tuple(words))
                return
        if goes_on := _ROUND_GOES_ON.fullmatch(item):
            heard = self.heard.get(int(goes_on[1]), {})
            if "sealed" in heard and "cut" not in heard:
                self.found(Wrong.LOG_UNCUT, line, deck=int(goes_on[1]))
        elif about := _ABOUT_A_DECK.fullmatch(item):
            self.found(Wrong.LOG_SHAPE, line, deck=int(about[1]))

    def _note(self, number: int, line: int, kind: str, words: tuple[str, ...]) -> None:
        if kind == "opened" and len(words) == 2:
            words = (FINISHED, *words)
        heard, kinds = self.heard.setdefault(number, {}), [*_KINDS]
        if kind not in heard:
            if any(later in heard for later in kinds[kinds.index(kind) :]):
                self.found(Wrong.LOG_ORDER, line, deck=number)
            heard[kind] = Said(line, words)
        elif heard[kind].words != words:
            self.found(Wrong.LOG_TWO_WAYS, line, deck=number)

    def _expect(self, what: Wrong, number: int, kind: str, words: tuple[str, ...] | None) -> None:
        said = self.heard.get(number, {}).get(kind)
        if said is not None and said.words != words:
            self.found(what, said.line, deck=number)


def _cut_words(deck: CheckedDeck) -> tuple[str, ...] | None:
    """Return what is said when cutting is closed; None if it never was."""
    cuts = deck.opened.cuts
    if cuts is None:
        return None
    return (str(len(cuts)), deck.cuts) if cuts else ()


def read_log(lines: Iterable[bytes], nicks: Collection[str]) -> DeckLog:
    """Read the LINES of a log in which the bot has one of these NICKS."""
    log = DeckLog()
    wanted = {nick.lower() for nick in nicks}
    for number, line in enumerate(lines, 1):
        found = _LINE.fullmatch(line.decode("utf-8", "replace").rstrip("\r\n"))
        if found and (found[1] or found[2]).lower() in wanted:
            # A deck is named first, or behind a title: no name can be a part of its own before it.
            for item in found[3].rstrip(" ").split(JOINT):
                log.note(number, item)
    if not log.heard and not log.findings:
        log.found(Wrong.LOG_NOTHING, detail=", ".join(nicks))
    return log

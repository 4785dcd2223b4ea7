"""What a log of a channel says about decks, compared with players.decks (FAIR, Checking, 7).

Only lines of the bot count. A line is known as its by the nick, in the formats of irssi, WeeChat,
HexChat and most others: perhaps a time, then ``<nick>`` and a space, or the nick between two tabs.
"""

import re
from collections.abc import Collection, Container, Iterable

from msgspec import Struct, field

from pontoon.engine.sealed_deck import terms_text
from pontoon.storage.decks.deck_check import CheckedDeck
from pontoon.storage.decks.deck_records import FINISHED, Lost, Sealed
from pontoon.storage.decks.faults import DeckFault, Wrong

_TIME = r"(?:[0-9\[\](){}.,:;/+\-TZ ]|(?:[A-Z][a-z]{2} ))*"
"""What may stand before the nick; no sign by which clients mark actions or people who come."""
_LINE = re.compile(rf"{_TIME}(?:<[ ~&@%+]?([^<>\s]+)>\s|\t[~&@%+]?([^\s<>]+)\t)(.*)", re.DOTALL)

_ABOUT_A_DECK = re.compile("Deck ([1-9][0-9]{0,17})(?: is | cannot |, given up )")
_SEALED = re.compile(r"Deck [0-9]+ is sealed: ([0-9a-f]{64})(?: .*)?")
_CUT = re.compile(r"Deck [0-9]+ is cut \(([0-9]{1,3})\): ([0-9a-f]{64})")
_OPENED = re.compile(
    r"Deck [0-9]+(?:, given up \((.*)\),)? is opened: ([0-9a-f]{64}) \((pontoon-deck-.*)\)"
)
_LOST = re.compile(r"Deck [0-9]+ cannot be opened \(its secret is lost\)")


class Said(Struct, frozen=True):
    """What the bot said first at a LINE of the log: the WORDS that count."""

    line: int
    words: tuple[str, ...]


class Heard(Struct):
    """What the bot said of a deck."""

    sealed: Said | None = None
    cut: Said | None = None
    """The number of cuts, and CUTS."""
    opened: Said | None = None
    """Why it was given up, or FINISHED; its secret; its terms."""
    lost: Said | None = None

    @property
    def all(self) -> tuple[Said | None, ...]:
        """What was said, in the order in which it must be."""
        return self.sealed, self.cut, self.opened, self.lost


class DeckLog(Struct):
    """What a log says of each deck, by number, and what is wrong with that."""

    heard: dict[int, Heard] = field(default_factory=dict)
    faults: list[DeckFault] = field(default_factory=list)

    def compare(self, found: Sealed | CheckedDeck | Lost) -> None:
        """Compare what players.decks says of a deck with what the bot said."""
        match found:
            case Sealed(terms, seal):
                sealed = self._heard(terms.number).sealed
                self._expect(Wrong.LOG_SEAL, terms.number, sealed, (seal,))
            case CheckedDeck(terms, opening):
                heard = self._heard(terms.number)
                self._expect(Wrong.LOG_CUTS, terms.number, heard.cut, _cut_words(found))
                said = (opening.why, opening.secret, terms_text(terms))
                self._expect(Wrong.LOG_OPENING, terms.number, heard.opened, said)
                self._expect(Wrong.LOG_OPENING, terms.number, heard.lost, None)
            case Lost(number):
                self._expect(Wrong.LOG_OPENING, number, self._heard(number).opened, None)

    def finish(self, last_number: int, in_play: Container[int]) -> None:
        """Compare with the end of players.decks: its last deck, and those that are still sealed."""
        for number, heard in self.heard.items():
            said = [each for each in heard.all if each]
            if number > last_number:
                self.faults.append(DeckFault(Wrong.LOG_NO_DECK, said[0].line, number))
            elif number in in_play and (closed := heard.opened or heard.lost):
                self.faults.append(DeckFault(Wrong.LOG_NOT_CLOSED, closed.line, number))

    @property
    def without_seal(self) -> list[int]:
        """The decks whose cut or opening was heard, but not the seal."""
        return [number for number, heard in self.heard.items() if heard.sealed is None]

    def note(self, number: int, line: int, text: str) -> None:
        """Note the TEXT that the bot said at that LINE of a deck."""
        heard = self.heard.setdefault(number, Heard())
        said, name = _understood(text)
        if not name:
            self.faults.append(DeckFault(Wrong.LOG_SHAPE, line, number))
            return
        earlier = getattr(heard, name)
        if earlier is None:
            later = heard.all[_ORDER.index(name) + 1 :]
            if any(later):
                self.faults.append(DeckFault(Wrong.LOG_ORDER, line, number))
            setattr(heard, name, Said(line, said))
        elif earlier.words != said:
            self.faults.append(DeckFault(Wrong.LOG_TWO_HEXES, line, number))

    def _heard(self, number: int) -> Heard:
        return self.heard.get(number, _NOTHING)

    def _expect(
        self, what: Wrong, number: int, said: Said | None, words: tuple[str, ...] | None
    ) -> None:
        if said is not None and said.words != words:
            self.faults.append(DeckFault(what, said.line, number))


_NOTHING = Heard()
_ORDER = ("sealed", "cut", "opened", "lost")
"""What is said of a deck, in this order; of the last two only one."""


def _cut_words(deck: CheckedDeck) -> tuple[str, ...] | None:
    """Return what is said when cutting is closed; None if it never was."""
    cuts = deck.opening.cuts
    return None if cuts is None else (str(len(cuts)), deck.cuts)


def _understood(text: str) -> tuple[tuple[str, ...], str]:
    """Return the words of TEXT that count, and which of ``_ORDER`` it is; "" if none."""
    if found := _SEALED.fullmatch(text):
        return (found[1],), "sealed"
    if found := _CUT.fullmatch(text):
        return (found[1], found[2]), "cut"
    if found := _OPENED.fullmatch(text):
        return (found[1] or FINISHED, found[2], found[3]), "opened"
    return (), "lost" if _LOST.fullmatch(text) else ""


def read_log(lines: Iterable[bytes], nicks: Collection[str]) -> DeckLog:
    """Read the LINES of a log in which the bot has one of these NICKS."""
    log = DeckLog()
    wanted = {nick.lower() for nick in nicks}
    for number, line in enumerate(lines, 1):
        found = _LINE.fullmatch(line.decode("utf-8", "replace").rstrip("\r\n"))
        if found and (found[1] or found[2]).lower() in wanted:
            about = _ABOUT_A_DECK.match(found[3])
            if about:
                log.note(int(about[1]), number, found[3].rstrip(" "))
    if not log.heard:
        log.faults.append(DeckFault(Wrong.LOG_NOTHING, 0, detail=", ".join(nicks)))
    return log

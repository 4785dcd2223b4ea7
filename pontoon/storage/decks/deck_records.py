"""The records of players.decks: one JSON line each, in ASCII, chained by hashes (FAIR, Files).

A line ends in ``,"hash":"..."}``, the hash of the bytes before that. The bytes are hashed as they
lie there; nobody writes JSON anew to check them. The first line has the format and a random id. All
others begin with ``before``, the hash of the line before.
"""

import json
import re
from typing import Annotated, ClassVar, NamedTuple, get_args

from msgspec import Meta, MsgspecError, Struct, convert, field, to_builtins
from msgspec import json as fast_json

from pontoon.engine.cards import DECK
from pontoon.engine.decks import Gather, Marker
from pontoon.engine.sealed_deck import PROCEDURE, DeckTerms, hex_digest, short_of

FORMAT = "pontoon-decks-2"
FINISHED = "finished"
RESTART = "restart"
"""Why a deck is opened that was dealt to its end; any other reason means that it is given up."""

MAX_PACKS = 100
"""As many as config.ini allows: a record with more would only waste memory."""

_HASH = re.compile(rb',"hash":"([0-9a-f]{64})"\}\Z')
_MARKER = re.compile("(0|[1-9][0-9]{0,5})-(0|[1-9][0-9]{0,5})")
_GATHERS: tuple[Gather, ...] = get_args(Gather)
_json_of = json.JSONEncoder(separators=(",", ":")).encode

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Short = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{27}\Z")]
Text = Annotated[str, Meta(min_length=1)]
Number = Annotated[int, Meta(ge=1)]
Cards = Annotated[int, Meta(ge=0)]
Flag = Annotated[int, Meta(ge=0, le=1)]


class RecordFault(ValueError):
    """A line that is no record; the text says what is wrong with it, to be read behind "it"."""


class UnknownFormat(RecordFault):
    """The file is of a later version, or is none of sealed decks."""


class _Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A record behind another one, whose hash is ``before``."""

    before: Hash


class Started(Struct, frozen=True, forbid_unknown_fields=True):
    """The first record of a file, with its random ``id``."""

    before: ClassVar[str] = ""
    format: str
    id: Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]


class Sealed(_Link, frozen=True, forbid_unknown_fields=True):
    """A deck was sealed."""

    number: Number = field(name="sealed")
    at: Text
    procedure: str
    network: Text
    channel: Text
    game: Annotated[str, Meta(pattern=r"\A[a-z]+\Z")]
    packs: Annotated[int, Meta(ge=1, le=MAX_PACKS)]
    marker: str
    seal: Short

    @property
    def terms(self) -> DeckTerms:
        marker = _marker_in(self)
        where = self.network, self.channel, self.game
        return DeckTerms(*where, self.packs, marker, self.number, short_of(self.before))


class DealtRound(NamedTuple):
    """A round that was begun: the cards of the deck dealt before it, and those that it took."""

    before: Cards
    took: Cards
    is_settled: Flag


class Opened(_Link, frozen=True, forbid_unknown_fields=True):
    """A deck was opened.

    ``why`` is FINISHED, or why it is given up. ``cuts`` are the words that were hashed, in that
    order; None if no round was begun.
    """

    number: Number = field(name="opened")
    at: Text
    why: Text
    secret: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22}\Z")]
    cuts: tuple[Text, ...] | None
    dealt: tuple[DealtRound, ...]


class CheckedDeck(Struct, frozen=True):
    """A deck that was opened, with what follows from its secret and its cuts."""

    terms: DeckTerms
    opened: Opened
    cuts: str
    """CUTS, whether or not the deck was cut."""
    key: bytes


class Lost(_Link, frozen=True, forbid_unknown_fields=True):
    """The secret of a deck is lost; ``why`` says how."""

    number: Number = field(name="lost")
    at: Text
    why: Text


DeckRecord = Started | Sealed | Opened | Lost

_KINDS: dict[str, type[DeckRecord]] = {
    "format": Started,
    "sealed": Sealed,
    "opened": Opened,
    "lost": Lost,
}
"""The kinds of records, each by a key that no other has."""


def _marker_in(record: Sealed) -> Marker:
    """Return the marker in RECORD; ValueError if it makes no sense."""
    text = record.marker
    for gather in _GATHERS:
        if text == gather:
            return gather
    if text == "seats":  # a way to gather of earlier versions
        return "hands"
    if _MARKER.fullmatch(text):
        least, most = map(int, text.split("-"))
        if least <= most <= record.packs * DECK:
            return least, most
    raise ValueError(text)


def line_of(record: DeckRecord) -> bytes:
    """Return RECORD as a line with its hash; RecordFault if no check would accept it."""
    text = _text_of(record)
    line = text + f',"hash":"{hex_digest(text)}"}}'.encode()
    read(line)
    return line


def _text_of(record: DeckRecord) -> bytes:
    """Return RECORD as it is hashed: without the brace at the end."""
    return _json_of(to_builtins(record)).encode("ascii")[:-1]


def stated_hash(line: bytes) -> str:
    """Return the hash at the end of LINE, whether it is right or not; "" if there is none."""
    found = _HASH.search(line)
    return found[1].decode() if found else ""


def has_right_hash(line: bytes) -> bool:
    found = _HASH.search(line)
    return found is not None and hex_digest(line[: found.start()]) == found[1].decode()


def read(line: bytes) -> DeckRecord:
    """Return the record in LINE; RecordFault if it has none.

    All that is not known is refused: another format, another procedure, a field more or less, and
    JSON that is written in another way.
    """
    try:
        fields = fast_json.decode(line)
    except (MsgspecError, RecursionError) as error:
        raise RecordFault("is no JSON in ASCII") from error
    try:
        if "before" not in fields and fields.get("format") != FORMAT:
            raise UnknownFormat(f"is not of the format {FORMAT}, the only one that is known here")
        if fields.get("procedure", PROCEDURE) != PROCEDURE:
            raise UnknownFormat(f"is of a procedure other than {PROCEDURE}")
        del fields["hash"]
        (kind,) = (kind for key, kind in _KINDS.items() if key in fields)
        record = convert(fields, kind)
        if isinstance(record, Sealed):
            _marker_in(record)
        is_as_written = _text_of(record) == _HASH.sub(b"", line)
    except RecordFault:
        raise
    except (MsgspecError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise RecordFault("is no record of a deck") from error
    if not is_as_written:
        raise RecordFault("is no record of a deck")
    return record

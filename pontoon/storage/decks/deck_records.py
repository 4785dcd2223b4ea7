"""The records of players.decks: one JSON line each, in ASCII, chained by hashes (FAIR, Files).

A line ends in ``,"hash":"..."}``, the hash of the bytes before that. The bytes are hashed as they
lie there; nobody writes JSON anew to check them. The first line has the format and a random id. All
others begin with ``before``, the hash of the line before.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from msgspec import Struct

from pontoon.engine.cards import DECK
from pontoon.engine.decks import Gather, Marker
from pontoon.engine.sealed_deck import (
    PROCEDURE,
    DeckTerms,
    hex_digest,
    marker_text,
    short_of,
)

FORMAT = "pontoon-decks-2"
OLD_BEGINNING = b'{"format":"pontoon-decks-1",'
FINISHED = "finished"
"""Why a deck is opened that was dealt to its end; any other reason means that it is given up."""

_HASH = re.compile(rb',"hash":"([0-9a-f]{64})"\}\Z')
_HEX = re.compile("[0-9a-f]{64}")
_SECRET, _SHORT = re.compile("[A-Za-z0-9_-]{22}"), re.compile("[A-Za-z0-9_-]{27}")
_MARKER = re.compile("(0|[1-9][0-9]{0,5})-(0|[1-9][0-9]{0,5})")
_json_of = json.JSONEncoder(separators=(",", ":")).encode
_KEYS = {
    ("before", *keys.split(), "hash")
    for keys in (
        "sealed at procedure network channel game packs marker seal",
        "opened at why secret cuts dealt",
        "lost at why",
    )
}
"""The keys of each kind of record, in the order in which they are written."""
_WORD = re.compile("[a-z]+")
_GATHERS: tuple[Gather, ...] = get_args(Gather)
MOST_PACKS = 100
"""As many as config.ini allows: a record with more would only waste memory."""


class RecordFault(ValueError):
    """A line that is no record; the text says what is wrong with it, to be read behind "it"."""


class UnknownFormat(RecordFault):
    """The file is of a later version, or is none of sealed decks."""


class Started(Struct, frozen=True):
    """The first line of a file, with its random ``id``."""

    id: str


class Sealed(Struct, frozen=True):
    """A deck with these TERMS was sealed."""

    terms: DeckTerms
    seal: str


class DealtRound(NamedTuple):
    """A round that was begun: the cards of the deck dealt before it, and those that it took."""

    before: int
    took: int
    is_settled: bool


class Opening(Struct, frozen=True):
    """What is published when a deck is opened.

    ``why`` is FINISHED, or why it is given up. ``cuts`` are the words that were hashed, in that
    order; None if no round was begun.
    """

    why: str
    secret: str
    cuts: Sequence[str] | None
    dealt: Sequence[DealtRound]


class Opened(Struct, frozen=True):
    """The deck of that NUMBER was opened."""

    number: int
    opening: Opening


class Lost(Struct, frozen=True):
    """The secret of the deck of that NUMBER is lost; WHY says how."""

    number: int
    why: str


Record = Started | Sealed | Opened | Lost


def started_line(new_id: str) -> bytes:
    return _line(format=FORMAT, id=new_id)


def sealed_line(before: str, terms: DeckTerms, seal: str, at: str) -> bytes:
    return _line(
        before=before,
        sealed=terms.number,
        at=at,
        procedure=PROCEDURE,
        network=terms.network,
        channel=terms.channel,
        game=terms.game,
        packs=terms.packs,
        marker=marker_text(terms.marker),
        seal=seal,
    )


def opened_line(before: str, number: int, opening: Opening, at: str) -> bytes:
    dealt = [[each.before, each.took, int(each.is_settled)] for each in opening.dealt]
    return _line(
        before=before,
        opened=number,
        at=at,
        why=opening.why,
        secret=opening.secret,
        cuts=opening.cuts,
        dealt=dealt,
    )


def lost_line(before: str, number: int, why: str, at: str) -> bytes:
    return _line(before=before, lost=number, at=at, why=why)


def _line(**fields: Any) -> bytes:
    text = _json_of(fields).encode("ascii")[:-1]
    return text + f',"hash":"{hex_digest(text)}"}}'.encode()


def stated_hash(line: bytes) -> str | None:
    """Return the hash at the end of LINE, whether it is right or not; None if there is none."""
    found = _HASH.search(line)
    return found[1].decode() if found else None


def has_right_hash(line: bytes) -> bool:
    found = _HASH.search(line)
    return found is not None and hex_digest(line[: found.start()]) == found[1].decode()


def read(line: bytes) -> tuple[str, Record]:
    """Return ``before`` ("" in the first line) and the record in LINE; RecordFault if it has none.

    All that is not known is refused: another format, another procedure, a field more or less, and
    JSON that is written in another way.
    """
    try:
        fields = json.loads(line.decode("ascii"), object_pairs_hook=_once)
    except RecordFault:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordFault("is no JSON in ASCII") from error
    try:
        _need(type(fields) is dict)
        before = _like(_HEX, fields["before"]) if "before" in fields else ""
        record = _record(before, fields) if before else _started(fields)
        _need(_json_of(fields) == line.decode("ascii"))
    except RecordFault:
        raise
    except (ValueError, LookupError, TypeError) as error:
        raise RecordFault("is no record of a deck") from error
    return before, record


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise RecordFault("has a key twice")
    return fields


def _started(fields: Mapping[str, Any]) -> Started:
    if fields.get("format") != FORMAT:
        raise UnknownFormat(f"is not of the format {FORMAT}, the only one that is known here")
    _need(tuple(fields) == ("format", "id", "hash"))
    _need(re.fullmatch("[0-9a-f]{32}", fields["id"]))
    return Started(fields["id"])


def _record(before: str, fields: Mapping[str, Any]) -> Record:
    if fields.get("procedure", PROCEDURE) != PROCEDURE:
        raise UnknownFormat(f"is of a procedure other than {PROCEDURE}")
    _need(tuple(fields) in _KEYS)
    _text(fields["at"])
    match fields:
        case {"sealed": number, "seal": seal}:
            return Sealed(_terms(_whole(number, least=1), before, fields), _like(_SHORT, seal))
        case {"opened": number}:
            return Opened(_whole(number, least=1), _opening(fields))
    return Lost(_whole(fields["lost"], least=1), _text(fields["why"]))


def _terms(number: int, before: str, fields: Mapping[str, Any]) -> DeckTerms:
    network, channel = _text(fields["network"]), _text(fields["channel"])
    _need(_WORD.fullmatch(fields["game"]))
    packs = _whole(fields["packs"], least=1)
    _need(packs <= MOST_PACKS)
    marker = _marker(fields["marker"], packs * DECK)
    return DeckTerms(network, channel, fields["game"], packs, marker, number, short_of(before))


def _marker(text: Any, cards: int) -> Marker:
    for gather in _GATHERS:
        if text == gather:
            return gather
    _need(_MARKER.fullmatch(text))
    least, most = map(int, text.split("-"))
    _need(least <= most <= cards)
    return least, most


def _opening(fields: Mapping[str, Any]) -> Opening:
    cuts, dealt = fields["cuts"], fields["dealt"]
    _need(cuts is None or type(cuts) is list)
    _need(type(dealt) is list)
    words = None if cuts is None else tuple(map(_text, cuts))
    return Opening(
        _text(fields["why"]), _like(_SECRET, fields["secret"]), words, tuple(map(_round, dealt))
    )


def _round(fields: Any) -> DealtRound:
    _need(type(fields) is list)
    before, took, settled = (_whole(number) for number in fields)
    _need(settled <= 1)
    return DealtRound(before, took, bool(settled))


def _whole(number: Any, least: int = 0) -> int:
    _need(type(number) is int and number >= least)
    return int(number)


def _text(text: Any) -> str:
    _need(type(text) is str and text)
    text.encode()  # half of a pair of surrogates is no text
    return str(text)


def _like(pattern: re.Pattern[str], text: Any) -> str:
    _need(pattern.fullmatch(text))
    return str(text)


def _need(is_met: object) -> None:
    if not is_met:
        raise ValueError

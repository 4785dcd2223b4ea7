"""players.xml as a PostgreSQL database keeps it, for the machine that takes over (docs/standby.md).

It is kept in pieces, byte for byte: what is before the first player, each player up to the next,
and the last one with all that is behind. A change writes the pieces that it alters, in its own
transaction. The number of the last change, and the id of the bank, are kept elsewhere: the pieces
have nothing in their place.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pontoon.storage import atomic_file
from pontoon.storage.atomic_file import previous
from pontoon.storage.players.document import PROLOG, Mark
from pontoon.storage.rows import DatabaseError, Read, Statement, last_number

_PLAYER = re.compile(rb"(?=<player[\s/>])")

_ROOT = re.compile(rb"<players(?:\s[^>]*)?>")

_MARK = re.compile(rb"""(\s(change|bank)\s*=\s*["'])[^"']*""")
"""An attribute of the root that the database has elsewhere: all before its value, and its name."""

_MARK_AND_VALUE = re.compile(rb"""\s(change|bank)\s*=\s*["']([^"']*)""")

_PUT = (
    "INSERT INTO document (n, piece) VALUES (?, ?)"
    " ON CONFLICT (n) DO UPDATE SET piece = excluded.piece"
)
_REMOVE = "DELETE FROM document WHERE n = ?"

Pieces = Mapping[int, bytes]
"""What is kept, in the order of the numbers."""


def pieces_of(content: bytes) -> list[bytes]:
    """Return the CONTENT of a players.xml in pieces, without its mark.

    >>> pieces_of(b'<players change="7" bank="b"><player nick="dave"/><player/></players>')
    [b'<players change="" bank="">', b'<player nick="dave"/>', b'<player/></players>']
    """
    return _PLAYER.split(_marked(content, b"", b""))


def content_of(pieces: Pieces, mark: Mark) -> bytes:
    """Return the players.xml of which PIECES are kept, with that MARK."""
    content = b"".join(pieces[n] for n in sorted(pieces))
    return _marked(content, str(mark.change).encode(), mark.bank.encode())


def _marked(content: bytes, change: bytes, bank: bytes) -> bytes:
    """Return CONTENT with other values of the two attributes of the mark, where it has them."""
    before = PROLOG.match(content)
    root = _ROOT.match(content, before.end() if before else 0)
    if root is None:
        return content
    values = {b"change": change, b"bank": bank}
    tag = _MARK.sub(lambda found: found[1] + values[found[2]], root[0])
    return content[: root.start()] + tag + content[root.end() :]


def changes(kept: Pieces, wanted: Sequence[bytes]) -> Iterator[Statement]:
    """Yield what makes the pieces that are KEPT those WANTED; ``numbered`` says which they are."""
    found = numbered(kept, wanted)
    for n in kept.keys() - found.keys():
        yield _REMOVE, (n,)
    for n, piece in found.items():
        if kept.get(n) != piece:
            yield _PUT, (n, piece)


def numbered(kept: Pieces, wanted: Sequence[bytes]) -> dict[int, bytes]:
    """Return the pieces WANTED with numbers, of which as many as possible are those KEPT.

    >>> numbered({0: b"a", 1: b"b", 2: b"c"}, [b"a", b"c"])
    {0: b'a', 2: b'c'}
    >>> numbered({0: b"a", 1: b"b", 3: b"c"}, [b"a", b"B", b"c", b"d"])
    {0: b'a', 1: b'B', 3: b'c', 4: b'd'}
    """
    numbers = sorted(kept)
    gone = len(numbers) - len(wanted)
    if gone > 0:
        changed = (at for at, piece in enumerate(wanted) if kept[numbers[at]] != piece)
        first = next(changed, len(wanted))
        del numbers[first : first + gone]
    first_new = max(numbers, default=-1) + 1
    numbers += range(first_new, first_new - gone)
    return dict(zip(numbers, wanted, strict=True))


def content_in(read: Read) -> bytes:
    """Return the players.xml that is kept in the database that READ reads; DatabaseError."""
    if not (found := pieces_in(read)):
        raise DatabaseError("the database has no players.xml yet: start the bot once")
    return content_of(found, _mark_in(read))


def pieces_in(read: Read) -> dict[int, bytes]:
    """Return the pieces that are kept in the database that READ reads."""
    return {n: bytes(piece) for n, piece in read("SELECT n, piece FROM document ORDER BY n")}


def _mark_in(read: Read) -> Mark:
    """Return the mark of the file that is kept in the database that READ reads."""
    ((bank, last),) = read("SELECT (SELECT id FROM bank), max(id) FROM changes")
    return Mark(bank or "", last_number(last))


def bring(path: Path, read: Read) -> str:
    """Have the file at PATH be the one that the database has, unless it is as new; say what is new.

    One with a later change than the database is left for others to refuse. OSError if the file
    cannot be written, DatabaseError if the database cannot be read.
    """
    pieces = pieces_in(read)
    if not pieces or is_as_new(path, read):
        return ""
    content = content_of(pieces, _mark_in(read))
    if not path.exists():
        atomic_file.create(path, content)
        return f"{path} was missing: it is what the database has"
    atomic_file.replace(path, content, atomic_file.stamp(path))
    return (
        f"{path} was older than the database, or of another bank: it is what the database has, and"
        f" what it was is in {previous(path).name}"
    )


def is_as_new(path: Path, read: Read) -> bool:
    """Tell whether the file at PATH has the last change of the database that READ reads."""
    kept = _mark_in(read)
    try:
        found = _mark_of(atomic_file.read(path)[0])
    except FileNotFoundError:
        return False
    return found.bank == kept.bank and (found.change or 0) >= (kept.change or 0)


def _mark_of(content: bytes) -> Mark:
    """Return the mark in the CONTENT of a file, in which there may be mistakes."""
    before = PROLOG.match(content)
    root = _ROOT.match(content, before.end() if before else 0)
    values = dict(_MARK_AND_VALUE.findall(root[0])) if root else {}
    change = values.get(b"change", b"")
    return Mark(
        values.get(b"bank", b"").decode("ascii", "replace"),
        int(change) if change.isdigit() else None,
    )

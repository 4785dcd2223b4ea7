"""players.xml as a PostgreSQL database keeps it, for the machine that takes over (docs/standby.md).

It is kept in pieces, byte for byte: what is before the first player, each player up to the next,
and the last one with all that is behind. A change writes the pieces that it alters, in its own
transaction. The number of the last change, and the id of the bank, are kept elsewhere: the pieces
have nothing in their place.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from pontoon.storage.players.document import PROLOG, Mark
from pontoon.storage.rows import Statement

_PLAYER = re.compile(rb"(?=<player[\s/>])")

_ROOT = re.compile(rb"<players(?:\s[^>]*)?>")

_MARK = re.compile(rb"""(\s(change|bank)\s*=\s*["'])[^"']*""")
"""An attribute of the root that the database has elsewhere: all before its value, and its name."""

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


def statements(kept: Pieces, wanted: Sequence[bytes]) -> Iterator[Statement]:
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

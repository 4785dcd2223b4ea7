"""players.xml in pieces, as a PostgreSQL database keeps it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.storage.players.document import Mark
from pontoon.storage.players.kept_document import bring, changes, content_of, numbered, pieces_of

FILES = (
    b'<players change="7" bank="k3JxQ0aB"/>',
    b"<players bank='k3JxQ0aB' title='x' change='7'><player nick='a'/></players>",
    b'\xef\xbb\xbf<?xml version="1.0"?>\r\n<!-- <players change="1"> -->\r\n'
    b'<players date="x"\n change="7" bank="k3JxQ0aB">\r\n\t<player nick="a">\r\n\t</player>\r\n'
    b'<!-- <player> --><kitty change="1">3</kitty><player\n nick="b"/></players>\n<!-- end -->\n',
)
MARK = Mark("k3JxQ0aB", 7)


def test_a_file_is_the_same_after_it_was_kept() -> None:
    """Byte for byte: its white space, comments, line ends and kinds of quotes."""
    for content in FILES:
        pieces = pieces_of(content)
        assert content_of(dict(enumerate(pieces)), MARK) == content
        assert b"k3JxQ0aB" not in b"".join(pieces)


def test_a_file_without_a_mark_is_kept_too() -> None:
    """An admin may have taken the two attributes away."""
    content = b'<players><player nick="a"/></players>'
    assert content_of(dict(enumerate(pieces_of(content))), MARK) == content


def test_a_change_of_one_player_writes_one_piece() -> None:
    """However many others there are."""
    before = [b"<players>", *(b'<player nick="%d"/>' % n for n in range(100)), b"</players>"]
    after = [*before]
    after[50] = b'<player nick="50" chips="1"/>'
    ((_, parameters),) = changes(dict(enumerate(before)), after)
    assert parameters == (50, after[50])


def test_a_new_player_is_one_more_piece_at_the_end() -> None:
    """And the last one before it loses the end of the file."""
    before = {0: b"<players>", 1: b'<player nick="a"/></players>'}
    written = [*changes(before, [b"<players>", b'<player nick="a"/>', b"<player/></players>"])]
    assert [parameters[0] for _, parameters in written] == [1, 2]


def test_a_player_who_is_removed_takes_a_piece_along() -> None:
    """The others stay where they are."""
    before = {0: b"<players>", 1: b"<player a>", 2: b"<player b>", 3: b"<player c></players>"}
    ((sql, parameters),) = changes(before, [before[0], before[1], before[3]])
    assert (sql.split()[0], parameters) == ("DELETE", (2,))


PIECES = st.lists(st.sampled_from([b"a", b"b", b"c", b"d"]), max_size=8)


@given(PIECES, PIECES, PIECES)
def test_any_change_leads_to_what_is_wanted(
    first: list[bytes], second: list[bytes], third: list[bytes]
) -> None:
    """One after the other, and with the numbers that earlier ones have left."""
    kept: dict[int, bytes] = {}
    for wanted in (first, second, third):
        found = numbered(kept, wanted)
        for sql, (n, *piece) in changes(kept, wanted):
            if sql.startswith("DELETE"):
                del kept[n]
            else:
                (kept[n],) = piece
        assert kept == found
        assert [kept[n] for n in sorted(kept)] == wanted


BEFORE = b"<players change='%s' bank='%s'><player nick='dave'/></players>"
KEPT = b'<players change="7" bank="k3JxQ0aB"><player nick="dave" chips="5"/></players>'


def kept(sql: str) -> Iterable[tuple[Any, ...]]:
    """Answer as a database does that keeps KEPT."""
    return enumerate(pieces_of(KEPT)) if "document" in sql else [("k3JxQ0aB", 7)]


@pytest.mark.parametrize(
    ("change", "bank", "is_replaced"),
    [
        (b"7", b"k3JxQ0aB", False),
        (b"8", b"k3JxQ0aB", False),  # that is refused later
        (b"6", b"k3JxQ0aB", True),
        (b"7", b"otherBnk", True),
        (b"", b"", True),
        (b"x", b"k3JxQ0aB", True),
    ],
)
def test_a_file_that_is_not_as_new_is_replaced(
    tmp_path: Path, change: bytes, bank: bytes, is_replaced: bool
) -> None:
    """One with the last change may have edits by hand."""
    path, found = tmp_path / "players.xml", BEFORE % (change, bank)
    path.write_bytes(found)
    said = bring(path, kept)
    assert path.read_bytes() == (KEPT if is_replaced else found)
    assert bool(said) == is_replaced
    if is_replaced:
        assert path.with_name("players.xml~").read_bytes() == found


def test_a_file_that_is_missing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "players.xml"
    assert bring(path, kept) == f"{path} was missing: it is what the database has"
    assert path.read_bytes() == KEPT


def test_a_file_with_mistakes_stays_if_it_is_as_new(tmp_path: Path) -> None:
    """Somebody is editing it: the start names the mistakes."""
    path = tmp_path / "players.xml"
    path.write_bytes(BEFORE[:-12] % (b"7", b"k3JxQ0aB"))
    assert bring(path, kept) == ""


def test_a_database_without_a_file_brings_none(tmp_path: Path) -> None:
    """As one that was moved from players.db, where players.xml stays."""
    assert bring(tmp_path / "players.xml", lambda _: ()) == ""
    assert not (tmp_path / "players.xml").exists()

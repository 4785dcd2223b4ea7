"""players.xml in pieces, as a PostgreSQL database keeps it."""

from hypothesis import given
from hypothesis import strategies as st

from pontoon.storage.players.document import Mark
from pontoon.storage.players.kept_document import changes, content_of, numbered, pieces_of

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

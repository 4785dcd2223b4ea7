"""Edits by hand: what is read, what the ledger says then, and what is written."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.result import TableKey
from pontoon.storage.players.audit import audit
from pontoon.storage.players.document import PlayersDocument
from pontoon.storage.players.nicknames import skeletons
from pontoon.storage.players.player import PlayerChange
from pontoon.storage.players.store import PlayerStore
from tests.support.players_files import (
    HEAD,
    TAIL,
    chips_in,
    file_of,
    full,
    short,
    store_at,
    text_in,
    unsigned,
    write,
)
from tests.support.players_files import settle as settle_round

pytestmark = pytest.mark.slow

KITTY = '  <kitty game="shoot" network="irc.example.org" channel="#a" banker="dave">50</kitty>\n'
KEY = TableKey("irc.example.org", "#a", "shoot")
NICKS = ("dave", "DAVE", "kevin", "bob", "b0b", "José", "ann")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def bound(nick: str, account: str, network: str = "") -> str:
    """Return a player with an account, a mask and a host."""
    where = f' network="{network}"' if network else ""
    owner = f"<account{where}>{account}</account><mask>{nick}!*@*</mask><registered host='{nick}'/>"
    return short(nick).replace("</nick>", f"</nick>{owner}")


def entries(nick: str) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds(full, st.just(nick), st.integers(0, 3), st.sampled_from(["", "Bob", "dave"])),
        st.builds(short, st.just(nick), st.sampled_from(["1", " 2<!-- or 3 -->", "0004"])),
        st.builds(bound, st.just(nick), st.sampled_from("abA"), st.sampled_from(["", "x"])),
    )


between = st.sampled_from(
    [
        "\n",
        "  <!-- dave owes me 5 -->\n",
        "<note><b>1</b>&lt;player&gt;</note>",
        "<?mark me?>",
        KITTY,
        KITTY.replace("#a", "#A"),
        KITTY.replace("#a", "#b"),
    ]
)
rare = st.sampled_from(
    [
        f"<!-- {short('dave')} -->",
        f"<![CDATA[{short('dave')}]]>",
        f"<note>{short('dave')}</note>",
        "<!-- </players> -->",
        "<player/>",
        "<players/>",
        "<playerx/>",
        "<x:player xmlns:x='urn:x'><nick>ed</nick></x:player>",
        short("dave", "many"),
        short("two words"),
        bound("ed", "a").replace("<nick>", "<account>b</account><nick>"),
        "&amp; text",
        "&haha;",
        "<!--",
        "]]>",
        "</player>",
        "</players>",
        "<player><nick>ed</nick><chips>1</chips>",
        "\ufeff",
        "\r",
        "\0",
    ]
)
anybody = st.sampled_from(NICKS).flatmap(entries)
files = st.lists(st.sampled_from(NICKS), unique=True, min_size=1).flatmap(
    lambda nicks: st.tuples(*(entries(nick) | between for nick in nicks)).map(list)
)


@st.composite
def edited(draw: st.DrawFn, parts: list[str]) -> list[str]:
    """Return PARTS of a file after somebody has changed some."""
    start = draw(st.integers(0, len(parts)))
    end = start + draw(st.integers(0, 2))
    new = draw(st.lists(anybody | anybody | between | rare, max_size=2))
    if draw(st.integers(0, 5)) == 0:
        return draw(st.permutations(parts))
    return [*parts[:start], *new, *parts[end:]]


def as_written(text: str, how: str) -> bytes:
    """Return TEXT as an editor may have written it, which does HOW."""
    match how:
        case "CRLF":
            text = text.replace("\n", "\r\n")
        case "BOM":
            text = f"\ufeff{text}"
        case "encoding":
            text = text.replace('"1.0"', "'1.0' encoding='iso-8859-1'")
        case "head":
            text = text.replace("Games", "Other")
        case "xmlns":
            text = text.replace("<players", "<players xmlns:x='urn:y'")
        case "cut":
            text = text[: 3 * len(text) // 4]
    return text.encode("latin-1" if how == "encoding" and text.isascii() else "utf-8")


@st.composite
def histories(draw: st.DrawFn) -> list[bytes]:
    """Return what the file has, at first and after each edit."""
    first = draw(files)
    known, contents = first, []
    usual = draw(st.sampled_from(["", "", "CRLF", "BOM", "encoding", "xmlns"]))
    for _ in range(draw(st.integers(2, 5))):
        unusual = draw(st.sampled_from([*[usual] * 8, "", "CRLF", "BOM", "head", "xmlns", "cut"]))
        contents.append(as_written(HEAD + "".join(known) + TAIL, unusual))
        known = draw(edited(draw(st.sampled_from([first, known]))))
    return contents


def all_of(document: PlayersDocument) -> Mapping[str, object]:
    """Return all that can be asked of DOCUMENT."""
    looks = {skeleton for nick in (*NICKS, "ed") for skeleton in skeletons(nick)}
    return {
        "players": document.players(),
        "found": [document.find(nick) for nick in NICKS],
        "balances": document.balances(),
        "owners": {key: set(nicks) for key, nicks in document.owners.nicks.items()},
        "names": {look: set(document.named(look)) for look in looks},
        "kitties": [document.kitty(KEY), document.kitty(KEY._replace(channel="#b"))],
        "written": document.content(),
    }


def read_as_a_whole(path: Path) -> PlayerStore:
    store = PlayerStore(path)
    store.refresh()
    return store


@given(histories())
def test_whatever_is_edited_is_read_as_if_for_the_first_time_and_the_ledger_adds_up(
    contents: list[bytes],
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "players.xml")
        path.write_bytes(contents[0])
        store = PlayerStore(path)
        store.recover()
        for content in contents:
            path.write_bytes(content)
            store.refresh()
            whole = read_as_a_whole(path)
            assert store.faults == whole.faults
            if not store.faults:
                assert all_of(store._document) == all_of(whole._document)
                assert audit(path).findings == []


@given(histories(), st.lists(st.sampled_from(NICKS), min_size=1, max_size=4))
def test_a_round_is_written_into_an_edited_file_as_into_one_just_read(
    contents: list[bytes], winners: list[str]
) -> None:
    with TemporaryDirectory() as folder:
        path, other = Path(folder, "players.xml"), Path(folder, "others.xml")
        path.write_bytes(contents[0])
        store = PlayerStore(path)
        for content in contents:
            path.write_bytes(content)
            other.write_bytes(content)
            store.refresh()
            for nick in () if store.faults else winners:
                result = {nick: PlayerChange(1, 1, 1), "dave": PlayerChange(2, 1, 0)}
                settle_round(store, "pontoon", result)
                settle_round(PlayerStore(other), "pontoon", result)
                assert unsigned(path.read_bytes()) == unsigned(other.read_bytes())
                assert all_of(store._document) == all_of(read_as_a_whole(path)._document)


WIN = {"dave": PlayerChange(1, 1, 1)}
THREE = (full("dave"), full("kevin"), bound("bob", "bobby"))


@pytest.mark.parametrize(
    ("end", "edited"),
    [
        ("<!-- </players> -->", f"<!-- {short('ed').strip()}</players> -->"),
        (f"<!-- {short('ed')} -->", f"<!-- {short('eve')} -->"),
    ],
)
def test_players_in_a_comment_are_none(path: Path, end: str, edited: str) -> None:
    store = store_at(path, *THREE, end)
    write(path, file_of(*THREE, edited))
    store.refresh()
    assert all_of(store._document) == all_of(read_as_a_whole(path)._document)


def test_a_player_in_a_comment_is_not_written(path: Path) -> None:
    text = f"<!-- {full('dave', 1001)} -->"
    store = store_at(path, *THREE, text)
    for _ in range(3):
        settle_round(store, "pontoon", {"dave": PlayerChange(1, 0, 0)})
    assert text in path.read_text()
    assert chips_in(path)["dave"] == 1003


@pytest.mark.parametrize("written", ["<nick >kevin</nick >", "<nick>kevin</nick>\r"])
def test_after_an_edit_all_is_written_in_the_usual_form(path: Path, written: str) -> None:
    store = store_at(path, *THREE)
    settle_round(store, "pontoon", WIN)
    other, edited = (
        path.with_name("other.xml"),
        text_in(path).replace("<nick>kevin</nick>", written),
    )
    write(path, edited)
    write(other, edited)
    settle_round(store, "pontoon", WIN)
    settle_round(PlayerStore(other), "pontoon", WIN)
    assert unsigned(path.read_bytes()) == unsigned(other.read_bytes())

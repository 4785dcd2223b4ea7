"""Whatever an admin has made of players.xml: only what is meant to change does."""

import codecs
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree.ElementTree import Element, canonicalize, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.storage.players.player import PlayerChange, Statistics
from pontoon.storage.players.store import PlayerStore
from tests.support.players_files import FIVE, text_in, unsigned
from tests.support.players_files import settle as settle_round
from tests.support.properties import FEW

pytestmark = pytest.mark.slow

Values = Mapping[tuple[str, str], str]
"""What is written in an element of a player, by nick and name of the element."""

NICKS = ("dave", "kevin", "bob")
SLOT = re.compile("\ue000(.*?) (.*?)\ue000")


numbers = st.integers(0, 10**13)
texts = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters="<&"))
blanks = st.sampled_from(["", " ", "\n", "\n    ", "\n\n\t", "  \n"])
comments = texts.map(lambda text: f"<!--{text.replace('-', '=')}-->")
instructions = texts.map(lambda text: f"<?note {text.replace('?', '!')}?>")
own_elements = st.sampled_from(
    [
        "<note/>",
        "<house  at = '1>2'/>",
        "<?note <player>?>",
        "<x:player xmlns:x='urn:x'>5</x:player>",
        "<x:chips xmlns:x='urn:x'>5</x:chips>",
        "<chips xmlns='urn:x'>5</chips>",
        "<note>&lt;<player><nick>nobody</nick></player>&#233;</note>",
        "<note><![CDATA[<player><chips>]]> <b>1</b></note>",
        '<own\nby="dave"><won>many</won></own>',
    ]
)
noise = st.lists(blanks | comments | instructions | own_elements, max_size=3).map("".join)
attributes = st.sampled_from(["", " ", " since='2004'", ' a="&lt;player>"', "\n  a = '/'"])


@st.composite
def elements(draw: st.DrawFn, name: str, content: st.SearchStrategy[str]) -> str:
    """Return an element, its tags written in any way."""
    blank = draw(st.sampled_from(["", " ", "\n"]))
    return f"<{name}{draw(attributes)}>{draw(content)}</{name}{blank}>"


@st.composite
def slots(draw: st.DrawFn, nick: str, name: str) -> str:
    """Return an element with room for a value."""
    content = st.tuples(st.just(f"\ue000{nick} {name}\ue000"), st.just("") | comments)
    return draw(elements(name, content.map("".join)))


@st.composite
def in_any_order(draw: st.DrawFn, *children: st.SearchStrategy[str]) -> str:
    """Return elements with anything else between them."""
    order = draw(st.permutations(children))
    return draw(noise) + "".join(draw(child) + draw(noise) for child in order)


def whole_players(nick: str) -> st.SearchStrategy[str]:
    """Return a strategy for a player who lacks nothing."""
    record = in_any_order(slots(nick, "played"), slots(nick, "won"))
    content = in_any_order(
        elements("nick", st.just(nick)),
        slots(nick, "chips"),
        slots(nick, "bank"),
        elements("pontoon", record),
        elements("variables", in_any_order(slots(nick, "nickname"))),
    )
    return elements("player", content)


def new_players(nick: str) -> st.SearchStrategy[str]:
    """Return a strategy for a player who lacks most of what belongs there."""
    parts = st.sampled_from(["", "<bank>7</bank>", "<pontoon/>", "<pontoon></pontoon>"])
    parts |= slots(nick, "won").map(lambda won: f"<pontoon>\n      {won}</pontoon>")
    parts |= st.just("<variables>\n    </variables>")
    parts |= st.sampled_from(["<cutwc/>", "<cutwc>\n<drinks>7</drinks> <b/></cutwc>"])
    content = in_any_order(elements("nick", st.just(nick)), slots(nick, "chips"), parts)
    return elements("player", content)


@st.composite
def files(draw: st.DrawFn, *each_player: st.SearchStrategy[str]) -> str:
    """Return a file with those players, with room for their values."""
    declaration = draw(st.sampled_from(["", "<?xml version='1.0'?>", '<?xml version="1.0" ?>\n']))
    around = st.lists(comments | instructions | st.just("\n"), max_size=3).map("".join)
    root = draw(elements("players", in_any_order(*each_player)))
    return declaration + draw(around) + root + draw(around)


@st.composite
def written_values(draw: st.DrawFn) -> Values:
    """Return the values for all the rooms, with blanks around and noughts before them."""
    noughts = st.sampled_from(["", "0", "000"])
    written = st.tuples(blanks, noughts, numbers.map(str), blanks).map("".join)
    names = ("chips", "bank", "played", "won")
    values = {(nick, name): draw(written) for nick in NICKS for name in names}
    return values | {(nick, "nickname"): draw(st.sampled_from(["", "A &amp; B"])) for nick in NICKS}


def after(values: Values, result: Mapping[str, PlayerChange]) -> Values:
    """Return what VALUES are to be once a round with that RESULT is settled."""
    changed = dict(values)
    for nick, change in result.items():
        for name, added in (
            ("chips", change.chips),
            ("bank", 0),
            ("played", change.played),
            ("won", change.won),
        ):
            number = str(max(int(values[nick, name]) + added, 0))
            if values[nick, name].strip() != number:
                changed[nick, name] = number
    return changed


def filled(file: str, values: Values) -> str:
    """Return the text of FILE with VALUES in the rooms."""
    return SLOT.sub(lambda slot: values[slot[1], slot[2]], file)


@contextmanager
def store_of(content: bytes) -> Iterator[tuple[PlayerStore, Path]]:
    """Give a store that has read a file with that CONTENT, and where that is."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "players.xml")
        path.write_bytes(content)
        store = PlayerStore(path, games=FIVE)
        store.refresh()
        assert store.faults == ()
        yield store, path


changes = st.dictionaries(
    st.sampled_from(NICKS),
    st.builds(
        PlayerChange, numbers | numbers.map(int.__neg__), st.integers(0, 1), st.integers(0, 1)
    ),
)


@FEW
@given(
    files(*map(whole_players, NICKS)),
    written_values(),
    changes,
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["utf-8", "utf-8-sig"]),
)
def test_nothing_but_the_changed_numbers_differs(
    file: str, values: Values, result: Mapping[str, PlayerChange], line_end: str, encoding: str
) -> None:
    """Inside the outermost element by what it means, around it to the byte."""
    text = filled(file, values).replace("\n", line_end)
    with store_of(text.encode(encoding)) as (store, path):
        settle_round(store, "pontoon", result)
        content = unsigned(path.read_bytes())
    written = content.decode(encoding)
    assert canonical(written) == canonical(filled(file, after(values, result)))
    assert written.startswith(text[: text.index("<players")])
    assert written.endswith(text[text.index(">", text.rindex("</players")) :])
    if result:
        assert written.count("\r") == (written.count("\n") if line_end == "\r\n" else 0)
    assert content.startswith(codecs.BOM_UTF8) == (encoding == "utf-8-sig")


def canonical(xml: str) -> str:
    """Return what is the same for all ways of writing XML that mean the same."""
    return canonicalize(xml.encode(), with_comments=True)


@FEW
@given(files(*map(whole_players, NICKS)), written_values(), numbers)
def test_in_a_file_that_the_bot_wrote_only_one_line_is_changed_with_the_chips(
    file: str, values: Values, chips: int
) -> None:
    with store_of(filled(file, values).encode()) as (store, path):
        settle_round(store, "pontoon", {nick: PlayerChange(1, 0, 0) for nick in NICKS})
        before = text_in(path).split("\n")
        settle_round(store, "pontoon", {"bob": PlayerChange(chips + 1, 0, 0)})
        written = text_in(path).split("\n")
    assert len(written) == len(before)
    assert sum(old != new for old, new in zip(before, written, strict=True)) == 1


@FEW
@given(files(*map(whole_players, NICKS)), written_values())
def test_values_are_read_however_they_are_written(file: str, values: Values) -> None:
    with store_of(filled(file, values).encode()) as (store, _):
        for nick in NICKS:
            player = store.find(nick)
            assert player is not None
            assert player.chips == int(values[nick, "chips"])
            assert player.bank == int(values[nick, "bank"])
            assert player.nickname == values[nick, "nickname"].replace("&amp;", "&")
            played, won = int(values[nick, "played"]), int(values[nick, "won"])
            assert player.stats_in("pontoon") == Statistics(played, won)


@FEW
@given(files(*map(new_players, NICKS)), written_values())
def test_what_is_missing_is_added_and_nothing_is_taken_away(file: str, values: Values) -> None:
    """Every character that was there is still there, in the same order, but for white space."""
    nobody = {nick: PlayerChange(0, 0, 0) for nick in NICKS}
    with store_of(filled(file, values).encode()) as (store, path):
        before = store.players()
        settle_round(store, "pontoon", nobody)
        completed = unsigned(path.read_bytes())
        text = filled(file, after(values, nobody))
        assert is_subsequence("".join(canonical(text).split()), canonical(completed.decode()))
        with store_of(completed) as (again, other):
            assert again.players() == before
            settle_round(again, "pontoon", nobody)
            assert unsigned(other.read_bytes()) == completed


def is_subsequence(short: str, long: str) -> bool:
    """Tell whether LONG is SHORT with characters put in here and there."""
    rest = iter(long)
    return all(character in rest for character in short)


odd_values = st.sampled_from(["5", "", "-1", "x", "1 0", "1<!-- --> <!-- -->0", "<b/>", " 7 "])
odd_parts = st.sampled_from(
    ["nick", "chips", "bank", "played", "won", "pontoon", "variables", "cutwc", "drinks"]
)


@st.composite
def odd_elements(draw: st.DrawFn, depth: int = 2) -> str:
    """Return an element with one of the names that are read, in a place where it is not."""
    inside = st.lists(odd_elements(depth - 1), max_size=3).map("".join) if depth else odd_values
    name = draw(odd_parts)
    return f"<{name}>{draw(odd_values | inside)}</{name}>"


@st.composite
def odd_players(draw: st.DrawFn) -> str:
    """Return a player on one line, most likely not as they should be."""
    needed = ["<nick>\ue000</nick>", "<chips>5</chips>"]
    parts = st.permutations([*needed, *draw(st.lists(odd_elements(), max_size=3))])
    return f"<player>{''.join(draw(parts)[draw(st.integers(0, 1)) :])}</player>"


NUMBER = re.compile(r"\s*[0-9]+\s*")
WORD = re.compile(r"\s*\S+\s*")
ANYTHING = re.compile("(?s:.*)")
WRITTEN = {
    "nick": WORD,
    "chips": NUMBER,
    "bank": NUMBER,
    "pontoon/played": NUMBER,
    "pontoon/won": NUMBER,
    "cutwc/played": NUMBER,
    "cutwc/won": NUMBER,
    "cutwc/drinks": NUMBER,
    "variables/nickname": ANYTHING,
}


def is_well(player: Element) -> bool:
    """Tell whether a PLAYER is one by what an admin is told, said once more in another way."""
    values = {place: player.findall(place) for place in WRITTEN}
    parts = [player.findall(name) for name in ("pontoon", "cutwc", "variables")]
    return (
        all(values[needed] for needed in ("nick", "chips"))
        and all(len(same) <= 1 for same in (*values.values(), *parts))
        and all(is_like(WRITTEN[place], each) for place, same in values.items() for each in same)
        and not any("".join(strays(part)).strip() for part in (player, *chain(*parts)))
    )


def is_like(pattern: re.Pattern[str], value: Element) -> bool:
    """Tell whether VALUE is only a text, of that PATTERN."""
    return len(value) == 0 and pattern.fullmatch(value.text or "") is not None


def strays(element: Element) -> list[str]:
    """Return the texts that are in ELEMENT itself."""
    return [element.text or "", *(child.tail or "" for child in element)]


@FEW
@given(st.lists(odd_players(), min_size=1, max_size=4))
def test_exactly_the_players_who_are_not_well_are_blamed(written: list[str]) -> None:
    """Every one of them, each of whom is a line here."""
    lines = [player.replace("\ue000", f"dave{line}") for line, player in enumerate(written, 2)]
    content = "<players>\n" + "\n".join(lines) + "\n</players>"
    blamed = set()
    nicks: set[str] = set()
    for line, player in enumerate(map(fromstring, lines), 2):
        nick = player.findtext("nick", "").strip()
        if not is_well(player) or nick in nicks:
            blamed.add(line)
        nicks |= {nick} - {""}
    with TemporaryDirectory() as folder:
        path = Path(folder, "players.xml")
        path.write_text(content)
        store = PlayerStore(path, games=FIVE)
        store.refresh()
    assert {fault.line for fault in store.faults} == blamed
    assert len(store.players()) == (0 if blamed else len(lines))


@st.composite
def mangled(draw: st.DrawFn) -> bytes:
    """Return a good file in which somebody's cat has edited."""
    content = bytearray(filled(draw(files(whole_players("dave"))), draw(written_values())).encode())
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(content)))
        end = min(len(content), begin + draw(st.integers(0, 8)))
        content[begin:end] = draw(st.binary(max_size=2) | st.sampled_from([b"<", b"&", b"<!--"]))
    return bytes(content)


@FEW
@given(st.binary(max_size=20) | mangled())
def test_looking_at_a_file_never_fails(content: bytes) -> None:
    """A file has faults, or all players in it can be read."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "players.xml")
        path.write_bytes(content)
        store = PlayerStore(path, games=FIVE)
        assert store.refresh()
        for player in store.players():
            assert store.find(player.nick) == player
            assert store.move_to_bank(player.nick, -player.bank).outcome.bank == 0
        again = PlayerStore(path, games=FIVE)
        again.refresh()
        assert again.faults == store.faults
        assert again.players() == store.players()

"""A players.xml that cannot be read as it is: every fault is told, and nothing is touched."""

import re
from pathlib import Path

import pytest

from pontoon.storage.players.player import Fault, PlayerChange, PlayersFileError
from tests.support.players_files import (
    HEAD,
    TAIL,
    XSI,
    faults_of,
    file_of,
    full,
    names,
    short,
    store_at,
    text_in,
    write,
)
from tests.support.players_files import settle as settle_round

WHOLE = "it must be a whole number, 0 or more"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def fault_of_dave(path: Path, elements: str) -> list[str]:
    """Return the faults of a file with one player, who consists of ELEMENTS from line 5 on."""
    return faults_of(path, f"{HEAD}  <player>\n{elements}\n  </player>\n{TAIL}")


def test_numbers_are_whole_and_not_negative(path: Path) -> None:
    for name in ["chips", "bank", "played", "won"]:
        for value in [
            "-5",
            "+5",
            "10.5",
            "1e3",
            "1,000",
            "1 000",
            "٣",
            "５",
            "²",
            "0x10",
            "many",
            "1_0",
        ]:
            text = full("dave").replace(
                f"<{name}>{1000 if name == 'chips' else 0}<", f"<{name}>{value}<"
            )
            line = {"chips": 6, "bank": 7, "played": 9, "won": 10}[name]
            assert faults_of(path, file_of(text)) == [f"line {line}: {name} is '{value}': {WHOLE}"]


def test_an_empty_number_is_none(path: Path) -> None:
    for empty in ["<chips/>", "<chips></chips>", "<chips>  </chips>"]:
        elements = f"<nick>dave</nick>\n{empty}"
        assert fault_of_dave(path, elements) == [f"line 6: chips is '': {WHOLE}"]


def test_a_number_is_one_number(path: Path) -> None:
    """Also where it only looks so once comments are taken out."""
    elements = "<nick>dave</nick>\n<chips>1<!-- a --> <!-- b -->0</chips>"
    assert fault_of_dave(path, elements) == [f"line 6: chips is '1 0': {WHOLE}"]


def test_a_number_beyond_all_reason(path: Path) -> None:
    """More than 17 digits could become more than SQLite can add up."""
    text = file_of(short("dave", "1" * 18))
    assert faults_of(path, text) == ["line 6: chips has too many digits"]


@pytest.mark.parametrize("count", ["played", "won"])
def test_a_count_of_rounds_that_has_no_ratio(path: Path, count: str) -> None:
    """The statistics divide one by the other."""
    elements = "<nick>dave</nick><chips>5</chips>\n<pontoon><{0}>{1}</{0}></pontoon>"
    assert fault_of_dave(path, elements.format(count, "9" * 17)) == []
    told = [f"line 6: {count} has too many digits"]
    assert fault_of_dave(path, elements.format(count, "9" * 18)) == told


def test_a_nick_and_chips_are_needed(path: Path) -> None:
    """And a nick is what IRC takes for one."""
    for elements, fault in [
        ("<chips>5</chips>", "line 4: this player has no nick"),
        ("<nick>dave</nick>", "line 4: this player has no chips"),
        ("<nick/>\n<chips>5</chips>", "line 5: nick is '': it must be one word"),
        ("<nick> \n </nick>\n<chips>5</chips>", "line 5: nick is '': it must be one word"),
        ("<nick>da ve</nick>\n<chips>5</chips>", "line 5: nick is 'da ve': it must be one word"),
        (
            "<nick>dave\nbob</nick>\n<chips>5</chips>",
            r"line 5: nick is 'dave\nbob': it must be one word",
        ),
        (
            "<nick>da&#160;ve</nick>\n<chips>5</chips>",
            r"line 5: nick is 'da\xa0ve': it must be one word",
        ),
        (
            "<nick>da&#127;ve</nick>\n<chips>5</chips>",
            r"line 5: nick is 'da\x7fve': it must be one word",
        ),
    ]:
        assert fault_of_dave(path, elements) == [fault]


def test_nothing_is_there_twice_for_one_player(path: Path) -> None:
    """Or else it would be anybody's guess which one counts."""
    for name in ["nick", "chips", "bank"]:
        elements = f"<nick>5</nick>\n<chips>5</chips>\n<bank>5</bank>\n\n<{name}>5</{name}>"
        assert fault_of_dave(path, elements) == [
            f"line 9: this is a second {name} for the same player"
        ]


def test_no_part_of_a_player_is_there_twice(path: Path) -> None:
    """Even if nothing in it is."""
    for first, second in [
        ("<pontoon/>", "<pontoon/>"),
        ("<pontoon><played>1</played></pontoon>", "<pontoon><won>1</won></pontoon>"),
        ("<variables><colour/></variables>", "<variables/>"),
    ]:
        name = "pontoon" if "pontoon" in first else "variables"
        elements = f"<nick>dave</nick>\n<chips>5</chips>\n{first}\n{second}"
        assert fault_of_dave(path, elements) == [
            f"line 8: this is a second {name} for the same player"
        ]


def test_nothing_is_there_twice_in_a_part_of_one_player(path: Path) -> None:
    for parent, name in [("pontoon", "played"), ("pontoon", "won"), ("variables", "nickname")]:
        twice = f"<{name}>1</{name}>\n" * 2
        elements = f"<nick>dave</nick>\n<chips>5</chips>\n<{parent}>\n{twice}</{parent}>"
        assert fault_of_dave(path, elements) == [
            f"line 9: this is a second {name} for the same player"
        ]


def test_an_element_inside_a_value(path: Path) -> None:
    for value, line in [
        ("<chips>\n<b>5</b></chips>", 6),
        ("<chips>5<chips>5</chips></chips>", 6),
        ("<chips>5</chips>\n<bank>0<x xmlns='urn:x'/></bank>", 7),
        ("<chips>5</chips>\n<pontoon>\n<won><b/>1</won></pontoon>", 8),
        ("<chips>5</chips>\n<variables>\n<nickname><b>B</b>ob</nickname></variables>", 8),
    ]:
        name = value.split("\n")[line - 6].removeprefix("<").split(">")[0]
        assert fault_of_dave(path, f"<nick>dave</nick>\n{value}") == [
            f"line {line}: {name} must not contain other elements"
        ]


def test_two_players_of_the_same_nick(path: Path) -> None:
    text = file_of(short("dave"), short("bob"), short("dave"), short("DAVE"), short("da[ve"))
    assert faults_of(path, text + "<!-- da{ve -->") == [
        "line 13: dave is here twice, first on line 5",
        "line 17: DAVE is here twice, first on line 5 as dave",
    ]


def test_text_where_no_text_belongs(path: Path) -> None:
    """Most likely a value whose element was mistyped; the line is that of what it stands in."""
    for text, line, stray in [
        (f"{HEAD}  oops\n{TAIL}", 3, "'oops' in players"),
        (file_of(short("dave") + "\noops"), 3, "'oops' in players"),
        (file_of(short("dave").replace("<chips>", "<i/>\n\n  0<chips>")), 4, "'0' in player"),
        (file_of(full("dave").replace("<played>", "5<played>")), 8, "'5' in pontoon"),
        (file_of(full("dave").replace("<nickname/>", "Bob\nby")), 12, "'Bob by' in variables"),
        (file_of(full("dave").replace("<nickname/>", "b" * 99)), 12, f"'{'b' * 40}' in variables"),
    ]:
        fault = f"line {line}: {stray} is outside any element"
        assert faults_of(path, text) == [fault]
        crlf = text.replace("\n", "\r\n")
        assert faults_of(path, crlf) == [fault]


def test_lines_are_counted_to_the_end_of_a_long_file(path: Path) -> None:
    """The parser keeps those of elements in 16 bits."""
    for right, wrong, line in [
        ("    <chips>1000</chips>\n", "", 0),
        ("<nick>dave</nick>", "<!-- -->", 0),
        ("<nick>dave</nick>", "<nick/>", 1),
        ("<chips>1000</chips>", "<chips/>", 2),
        ("<chips>1000</chips>", "<chips>x</chips>", 2),
        ("<chips>1000</chips>", "<chips>\n\n    x\n  </chips>", 2),
        ("<bank>0</bank>", "<bank>0</bank><chips>1</chips>", 3),
        ("<pontoon>", "<pontoon> x ", 4),
        ("<won>", "<won>-", 6),
        ("</pontoon>", "</pontoon><pontoon/>", 7),
        ("<nick>dave</nick>", "<nick>BOB</nick>", 1),
        ("<player>\n    <nick>dave</nick>\n    <chips>1000</chips>", "<player><chips>5</chips>", 0),
    ]:
        begun = HEAD + short("bob").replace("\n", "\n" * 20_000)
        dave = full("dave").replace(right, wrong)
        [fault] = faults_of(path, begun + dave + TAIL)
        assert fault.startswith(f"line {80_004 + line}: ")


def test_the_faults_of_all_players_are_told(path: Path) -> None:
    """In the order of the file; of one player at least the first."""
    text = file_of(short("dave", "-5"), short("", "x"), short(""), short("Dave"), short("bob", ""))
    text = text.replace("<chips>-5</chips>", "<chips>-5</chips><bank>y</bank>")
    assert faults_of(path, text) == [
        f"line 6: chips is '-5': {WHOLE}",
        f"line 6: bank is 'y': {WHOLE}",
        "line 9: nick is '': it must be one word",
        f"line 10: chips is 'x': {WHOLE}",
        "line 13: nick is '': it must be one word",
        "line 17: Dave is here twice, first on line 5 as dave",
        f"line 22: chips is '': {WHOLE}",
    ]


@pytest.mark.parametrize(
    ("tag", "value"),
    [("players", "chips"), ("player", "chips"), ("chips", "chips"), ("pontoon", "won")],
)
@pytest.mark.parametrize("pretence", ['type="xs:anyType"', 'nil="true"', 'type="Text"'])
def test_a_schema_may_not_be_got_round(path: Path, tag: str, value: str, pretence: str) -> None:
    """An attribute may tell a validator that an element is of any type at all, or of none."""
    attributes = f'xmlns:xsi="{XSI}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xsi:{pretence}'
    text = file_of(full("dave")).replace(f"<{value}>", f"<{value}>x")
    text = re.sub(f"<{tag}\\b", f"<{tag} {attributes}", text, count=1)
    assert faults_of(path, text)


BREAKAGES = {
    "not XML any more": (("</chips>", "</chip>"), 6),
    "an end tag lost": (("</chips>", ""), 15),
    "a nick lost": (("<nick>dave</nick>", ""), 4),
    "an empty nick": (("<nick>dave", "<nick>"), 5),
    "a nick of two words": (("<nick>dave", "<nick>dave bob"), 5),
    "chips negative": (("<chips>1000", "<chips>-1000"), 6),
    "chips fractional": (("<chips>1000", "<chips>10.5"), 6),
    "chips twice": (("<bank>0</bank>", "<chips>0</chips>"), 7),
    "a bank of words": (("<bank>0", "<bank>lots"), 7),
    "won negative": (("<won>0", "<won>-1"), 10),
    "somebody twice": (("<nick>bob", "<nick>DAVE"), 17),
    "another root": (("players", "gamers"), 3),
    "cut off": (("</players>", ""), 29),
}


@pytest.mark.parametrize(("breakage", "line"), BREAKAGES.values(), ids=BREAKAGES)
def test_a_file_broken_by_hand(path: Path, breakage: tuple[str, str], line: int) -> None:
    """The line is right, the last good players stay, nothing is written; then it is mended."""
    store = store_at(path, full("dave"), full("bob"))
    before = store.players()
    good = text_in(path)
    old, new = breakage
    bad = good.replace(old, new) if old == "players" else good.replace(old, new, 1)
    write(path, bad)

    with pytest.raises(PlayersFileError) as raised:
        settle_round(store, "pontoon", {"bob": PlayerChange(50, 1, 1)})
    assert raised.value.faults == store.faults
    assert [fault.line for fault in store.faults] == [line]
    assert store.players() == before
    assert text_in(path) == bad
    assert names(path.parent) == ["players.db", "players.xml"]

    write(path, good.replace("<chips>1000", "<chips>1500"))
    settle_round(store, "pontoon", {"bob": PlayerChange(50, 1, 1)})
    assert store.faults == ()
    assert [player.chips for player in store.players()] == [1500, 1550]


def test_a_broken_file_keeps_everything_from_being_written(path: Path) -> None:
    store = store_at(path, full("dave"))
    write(path, "<players>")
    with pytest.raises(PlayersFileError):
        store.move_to_bank("dave", 5)
    with pytest.raises(PlayersFileError):
        store.set_nickname("dave", "Dave")
    assert path.read_text() == "<players>"


def test_faults_read_like_sentences() -> None:
    assert str(Fault(12, "that is wrong")) == "line 12: that is wrong"
    assert str(Fault(0, "there is no such file")) == "there is no such file"
    error = PlayersFileError(Fault(1, "this"), Fault(2, "that"))
    assert str(error) == "line 1: this; line 2: that"

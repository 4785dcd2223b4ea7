"""A players.xml that is not XML, not the right one, or a danger to the parser."""

import socket
from pathlib import Path

import pytest

from pontoon.storage.players.player import Fault
from pontoon.storage.players.store import PlayerStore
from tests.support.players_files import HEAD, XSI, faults_of, file_of, full, short, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def test_a_file_with_nothing_in_it(path: Path) -> None:
    for text in ["", " \n\n", "\ufeff", "<!-- players -->"]:
        assert faults_of(path, text) == ["line 1: there is nothing in the file"]


def test_a_file_that_is_not_xml(path: Path) -> None:
    """Where the parser stumbles is told, and why, in its own words."""
    for text, line in [
        ("dave 1000", 1),
        (HEAD + short("dave"), 8),
        (file_of() + "<players/>", 5),
        (file_of() + "oops", 5),
        (file_of(short("dave"), "<x:y/>"), 8),
        ('<players><x xmlns="warning"/>\n', 2),
        (file_of(short("dave", "\x02")), 6),
        (file_of(short("dave", "1 & 2")), 6),
        (file_of(short("dave", "1 < 2")), 6),
        (file_of(short("dave", "a&b c")), 6),
        (file_of(short("dave", "&haha;")), 6),
        (file_of(short("dave")).replace("</chips>", ""), 7),
        (file_of(short("dave")).replace("</chips>", "</chip>"), 6),
        (file_of(short("dave")).replace("<chips>", "<chips"), 6),
        (file_of(short("dave")).replace("<chips>", "<!-- <chips>"), 9),
        (file_of(short("d").replace("\n", "\n" * 20_000), short("dave", "&")), 80_006),
    ]:
        [fault] = faults_of(path, text)
        told, reason = fault.split(": not XML: ")
        assert told == f"line {line}"
        assert reason.strip()


def test_the_parser_says_which_element_was_not_closed(path: Path) -> None:
    text = file_of(short("dave").replace("</chips>", "</chip>"))
    assert faults_of(path, text) == [
        "line 6: not XML: Opening and ending tag mismatch: chips line 6 and chip"
    ]


def test_another_outermost_element(path: Path) -> None:
    """Its line is that on which it begins, after any comments."""
    for element, name in [
        ("<gamers/>", "gamers"),
        ("<Players/>", "Players"),
        ("<player/>", "player"),
        (short("dave"), "player"),
        ("<nick>dave</nick>", "nick"),
        ('<x:players xmlns:x="urn:x"/>', "{urn:x}players"),
        ('<players xmlns="urn:x"/>', "{urn:x}players"),
    ]:
        assert faults_of(path, f'<?xml version="1.0"?>\n<!-- \n -->\n{element}') == [
            f"line 4: the outermost element is {name}: it must be players"
        ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("declaration", ["", '<?xml version="1.0" encoding="{}"?>\n'])
def test_an_encoding_that_does_not_contain_ascii_is_refused(
    path: Path, encoding: str, declaration: str
) -> None:
    """What it takes to keep such a file as it is is not worth it."""
    text = declaration.format(encoding) + f"<players>\n{short('dave')}</players>"
    path.write_bytes(text.encode(encoding))
    store = PlayerStore(path)
    store.refresh()
    assert store.faults == (Fault(1, "the file must be saved as UTF-8"),)


@pytest.mark.parametrize("encoding", ["x-big", "UTF-16"])
def test_a_declaration_of_an_encoding_that_cannot_be(path: Path, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<players/>'
    [fault] = faults_of(path, text)
    assert fault.startswith("line 1: not XML: ")


def test_bytes_that_are_not_of_the_encoding(path: Path) -> None:
    """An old editor may have written Latin-1."""
    path.write_bytes(file_of(short("dave"), full("José")).encode("latin-1"))
    store = PlayerStore(path)
    store.refresh()
    assert [str(fault) for fault in store.faults] == [
        "line 9: not XML: Invalid bytes in character encoding"
    ]


BILLION_LAUGHS = """\
<?xml version="1.0"?>
<!DOCTYPE players [
  <!ENTITY a "haha">
  <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
  <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
  <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
]>
<players a="&d;">&d;</players>
"""
FOREIGN_FILE = """\
<?a?><!DOCTYPE players [<!ENTITY passwords SYSTEM "file:///etc/passwd">]>
<players>&passwords;</players>
"""


def test_a_doctype_is_refused_with_all_that_it_could_bring(path: Path) -> None:
    """Entities that grow without bound, or that fetch a file."""
    for text, line in [
        (BILLION_LAUGHS, 2),
        ('<?xml version="1.0"?>\n\n<!-- -->\n<!DOCTYPE players>\n<players/>', 4),
        ('\ufeff<!DOCTYPE players SYSTEM "http://127.0.0.1/x.dtd"><players/>', 1),
        (FOREIGN_FILE, 1),
    ]:
        assert faults_of(path, text) == [f"line {line}: a DOCTYPE is not allowed"]


def test_a_doctype_that_only_the_parser_can_see_is_refused_too(path: Path) -> None:
    """In UTF-7 its first characters are written in another way."""
    head = b'<?xml version="1.0" encoding="UTF-7"?>'
    path.write_bytes(head + b"+ADwAIQ-DOCTYPE players [ +ADwAIQ-ENTITY a 'b'+AD4 ]+AD4<players/>")
    store = PlayerStore(path)
    assert store.refresh()
    assert "DOCTYPE" in str(store.faults)


def test_nothing_is_fetched(path: Path) -> None:
    """Not for a DTD, a schema, an included document or a stylesheet."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        url = f"http://127.0.0.1:{server.getsockname()[1]}/x"
        schema = f'xmlns:x="{XSI}" x:noNamespaceSchemaLocation="{url}"'
        for text in (
            f'<!DOCTYPE players SYSTEM "{url}"><players/>',
            f'<?xml-stylesheet href="{url}"?><players/>',
            f"<players {schema}/>",
            f'<players><include xmlns="http://www.w3.org/2001/XInclude" href="{url}"/></players>',
        ):
            write(path, text)
            PlayerStore(path).refresh()
        with pytest.raises(BlockingIOError):  # nobody has come
            server.accept()


def test_what_is_too_deep_or_too_long_is_refused(path: Path) -> None:
    for text in [
        "<a>" * 300 + "</a>" * 300,
        f"<players>{'x' * 11_000_000}</players>",
        f"<players>{'<player>' * 300}{'</player>' * 300}</players>",
    ]:
        [fault] = faults_of(path, text)
        assert fault.startswith("line 1: not XML: ")

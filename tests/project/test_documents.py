"""The documents are short, and what they point to is there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.repository import ROOT

pytestmark = pytest.mark.slow

DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
)

MAX_SIZE = {"README.md": 9_000, "docs/architecture.md": 12 * 1024}
"""How many bytes a document may have that is read from beginning to end."""

_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
_FILE = re.compile(r"`((?:[\w.-]+/)+[\w-]+\.(?:py|md|txt|service|xsd|svg|conf|cfg))`")


def text_of(document: str) -> str:
    """Return what DOCUMENT says, without its examples, in which nothing is a link or a heading."""
    return re.sub(r"^```.*?^```$", "", (ROOT / document).read_text("utf-8"), flags=re.M | re.S)


def anchors_of(path: Path) -> set[str]:
    """Return what the headings of a document are called in links, as GitHub does it."""
    headings = re.findall(r"^#+ (.+)$", text_of(path.relative_to(ROOT).as_posix()), re.M)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


def dead_links(document: str) -> Iterator[str]:
    """Yield each link of DOCUMENT that leads nowhere."""
    for target, anchor in _LINK.findall(text_of(document)):
        path = (ROOT / document).parent / target if target else ROOT / document
        if not path.exists() or (anchor and anchor not in anchors_of(path.resolve())):
            yield f"{target}#{anchor}"


def test_every_link_leads_somewhere() -> None:
    for document in DOCUMENTS:
        assert [*dead_links(document)] == []


def test_every_file_that_is_named_is_there() -> None:
    """Files of the program may be named without its folder; another test has those of irc.md."""
    for document in [name for name in DOCUMENTS if name != "docs/irc.md"]:
        named = set(_FILE.findall(text_of(document)))
        places = (ROOT, ROOT / "pontoon")
        assert {
            name for name in named if not any((place / name).exists() for place in places)
        } == set()


@pytest.mark.parametrize(("document", "size"), MAX_SIZE.items())
def test_what_is_read_at_one_go_is_short(document: str, size: int) -> None:
    assert (ROOT / document).stat().st_size <= size


def test_every_document_can_be_found_from_the_readme() -> None:
    found, waiting = set[Path](), [ROOT / "README.md"]
    while waiting:
        path = waiting.pop()
        if path in found or path.suffix != ".md":
            continue
        found.add(path)
        links = _LINK.findall(text_of(path.relative_to(ROOT).as_posix()))
        waiting += [(path.parent / target).resolve() for target, _ in links if target]
    assert {ROOT / document for document in DOCUMENTS} <= found


# What the documents for developers call by name

FOR_DEVELOPERS = [
    *("CONTRIBUTING.md", "docs/architecture.md", "docs/adding-a-game.md"),
    *(name for name in DOCUMENTS if name.startswith("docs/decisions/")),
]

TWISTEDS = {"ClientService", "IRCClient"}

_NAME = re.compile(r"`([A-Z]\w*[a-z]\w*)(?:\.(\w+))?`")


def defined() -> Iterator[tuple[str, str]]:
    """Yield each class of the program and its tests, and with its class whatever is in one."""
    for path in (*(ROOT / "pontoon").rglob("*.py"), *(ROOT / "tests" / "support").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef):
                yield node.name, ""
                for inner in ast.walk(node):
                    match inner:
                        case ast.FunctionDef(name=name) | ast.Attribute(attr=name):
                            yield node.name, name
                        case ast.AnnAssign(target=ast.Name(id=name)):
                            yield node.name, name
                            yield name, ""


def test_every_class_and_method_that_is_named_is_there() -> None:
    there = {*defined()}
    for document in FOR_DEVELOPERS:
        named = {each for each in _NAME.findall(text_of(document)) if each[0] not in TWISTEDS}
        assert {".".join(filter(None, each)) for each in named - there} == set(), document

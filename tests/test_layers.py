"""Imports go one way, and the rules of the games know neither network nor files nor clock."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import pontoon

FOLDER = Path(pontoon.__file__).parent
DOCUMENT = FOLDER.parent / "docs" / "architecture.md"

LAYERS = (
    ("cards", "record", "chance", "almanac"),
    ("shoe", "pack", "hand", "moves"),
    ("errors", "acts", "events", "bankevents", "ranking", "naturals", "bank", "auction"),
    ("round", "pontoonround", "shoeround", "packround", "bankround"),
    ("movingbank", "absentbanker", "cover"),
    ("games",),
    ("table", "minutes"),
    ("grammar", "players", "config", "people"),
    ("text",),
    ("croupier",),
    ("irc",),
    ("command",),
)
"""The landmarks of the program from the bottom up, each a module or a folder of them.

What is not named has its place by what it imports and by what imports it.
"""

ENGINE = LAYERS[: LAYERS.index(("table", "minutes")) + 1]

PURE = {
    *("abc", "array", "collections", "dataclasses", "datetime", "enum", "fractions", "functools"),
    *("hashlib", "copy", "itertools", "math", "operator", "struct", "typing"),
}
"""Parts of the standard library that read no clock, open nothing and draw no lots.

But for one: ``datetime`` is here for its types, and CLOCKS says what must not be asked of it.
"""

CLOCKS = {"now", "today", "utcnow"}

IMPURE_BUILTINS = {"open", "print", "input", "exec", "eval", "compile", "__import__"}


def module_of(path: Path) -> str:
    parts = path.relative_to(FOLDER.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_of(path): ast.parse(path.read_bytes()) for path in FOLDER.rglob("*.py")}


def imported_by(module: str) -> Iterator[str]:
    """Yield the full name of whatever MODULE imports, wherever in it that is written."""
    for node in ast.walk(SOURCES[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are written in full"
            assert node.module is not None
            submodules = [f"{node.module}.{alias.name}" for alias in node.names]
            found = [name for name in submodules if name in SOURCES]
            yield from found
            if len(found) < len(submodules):
                yield node.module


IMPORTS = {module: set(imported_by(module)) for module in SOURCES}


def is_in(module: str, names: tuple[str, ...]) -> bool:
    """Tell whether MODULE is one of the landmarks called NAMES, or inside one."""
    return any(f"{module}.".startswith(f"pontoon.{name}.") for name in names)


def modules_in(*layers: tuple[str, ...]) -> list[str]:
    return [module for module in SOURCES if any(is_in(module, layer) for layer in layers)]


def reached_from(module: str) -> set[str]:
    """Return all modules of the program that MODULE imports, or that those import, and so on."""
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        new = {name for name in IMPORTS[waiting.pop()] if name in SOURCES} - reached
        reached |= new
        waiting += new
    return reached


def test_the_program_was_found() -> None:
    assert {"pontoon.cards", "pontoon.games.shed", "pontoon.table"} <= set(SOURCES)
    assert "pontoon.shoe" in reached_from("pontoon.games.shed")


@pytest.mark.parametrize("layer", LAYERS, ids=", ".join)
def test_no_layer_reaches_one_above_it(layer: tuple[str, ...]) -> None:
    above = LAYERS[LAYERS.index(layer) + 1 :]
    for module in modules_in(layer):
        upwards = reached_from(module).intersection(modules_in(*above))
        assert not upwards, f"{module} reaches {sorted(upwards)}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    within = {module: IMPORTS[module] & set(SOURCES) for module in SOURCES}
    TopologicalSorter(within).prepare()


@pytest.mark.parametrize("module", modules_in(*ENGINE))
def test_the_engine_stands_on_its_own(module: str) -> None:
    """It imports only itself and what can neither surprise nor touch the world outside."""
    foreign = {name for name in IMPORTS[module] if name.partition(".")[0] not in PURE}
    assert foreign <= set(modules_in(*ENGINE))


@pytest.mark.parametrize("module", modules_in(*ENGINE))
def test_the_engine_neither_reads_nor_writes_anything(module: str) -> None:
    used = {node.id for node in ast.walk(SOURCES[module]) if isinstance(node, ast.Name)}
    assert not used & IMPURE_BUILTINS


@pytest.mark.parametrize("module", modules_in(*ENGINE))
def test_the_engine_asks_no_clock_for_the_time(module: str) -> None:
    asked = {node.attr for node in ast.walk(SOURCES[module]) if isinstance(node, ast.Attribute)}
    assert not asked & CLOCKS


OF_OS = {
    *("ftruncate", "fsync", "fdatasync", "fchown", "fchmod", "chown", "chmod", "remove", "replace"),
    *("unlink", "rename", "link", "symlink", "mkdir", "makedirs", "rmdir", "truncate", "utime"),
}
OF_PATHS = {
    *("unlink", "hardlink_to", "symlink_to", "mkdir", "rmdir", "touch", "chmod"),
    *("write_bytes", "write_text"),
}
"""What changes something on the disk, of the module and of paths; the latter are called that only.
"""


@pytest.mark.parametrize("module", [name for name in SOURCES if name != "pontoon.disk"])
def test_only_one_module_changes_anything_on_the_disk(module: str) -> None:
    """Tests can let each of these calls fail, or be the last, because they find them there."""
    for node in ast.walk(SOURCES[module]):
        if isinstance(node, ast.Attribute):
            of_os = isinstance(node.value, ast.Name) and node.value.id == "os"
            assert node.attr not in (OF_OS if of_os else OF_PATHS)


def rooms() -> list[list[str]]:
    """Return the modules and folders of each room in the document, from the ground up."""
    rows = re.findall("^[|] (`.*?`) [|]", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    names = (re.findall(r"`([a-z_/]+?)/?(?:\.py)?`", row) for row in rows)
    return [[f"pontoon.{name.replace('/', '.')}" for name in row] for row in names]


def room_of(module: str) -> int:
    """Return the number of the room that MODULE is in, counted from the ground."""
    found = [
        (len(name), number)
        for number, room in enumerate(rooms())
        for name in room
        if f"{module}.".startswith(f"{name}.")
    ]
    assert found, f"{module} is in no room of {DOCUMENT.name}"
    return max(found)[1]


@pytest.mark.parametrize("module", [name for name in SOURCES if name != "pontoon"])
def test_the_document_has_each_module_above_those_it_imports(module: str) -> None:
    above = {name for name in IMPORTS[module] & set(SOURCES) if name != "pontoon"}
    assert {name for name in above if room_of(name) > room_of(module)} == set()


def importers_of(package: str) -> list[str]:
    return [
        module
        for module, names in IMPORTS.items()
        if any(name.partition(".")[0] == package for name in names)
    ]


def test_only_the_irc_folder_imports_twisted() -> None:
    assert [module for module in importers_of("twisted") if not is_in(module, ("irc",))] == []


def test_only_what_reads_and_writes_players_xml_imports_lxml() -> None:
    assert set(importers_of("lxml")) <= {"pontoon.players", "pontoon.elements"}

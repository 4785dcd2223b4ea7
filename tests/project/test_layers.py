"""Imports go one way, and the rules of the games know neither network nor files nor clock."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import pontoon

FOLDER = Path(pontoon.__file__).parent

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "engine": (),
    "games": ("engine",),
    "irc": (),
    "storage": ("engine", "games", "irc"),
    "text": ("engine", "games", "storage"),
    "tables": ("engine", "games", "storage", "text", "irc"),
    "commands": ("engine", "games", "storage", "text", "tables", "irc"),
    "service": ("engine", "games", "storage", "text", "tables", "commands", "irc"),
    "": ("engine", "games", "storage", "text", "tables", "service", "irc"),
}
"""Which folders of the program the modules of each folder import, besides their own.

The last is the command line, which stands beside the folders.
"""

IRC_WORDS = ("casemapping", "people", "masks", "outgoing", "rate_limit", "reactor")
"""What all but ``service`` may import of ``irc``: plain data and types, without a connection."""

ENGINE = ("engine", "games")
"""The folders that hold the rules: they know no network, no file and no clock."""

PURE = {
    *("abc", "array", "collections", "dataclasses", "datetime", "enum", "fractions", "functools"),
    *(
        "hashlib",
        "hmac",
        "copy",
        "itertools",
        "math",
        "msgspec",
        "operator",
        "re",
        "struct",
        "typing",
    ),
}
"""Parts of the standard library, and msgspec, that read no clock, open nothing and draw no lots.

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


def folder_of(module: str) -> str:
    """Return the folder of MODULE right below the program's; nothing for what stands beside it."""
    _, folder, *inside = [*module.split("."), ""]
    return folder if inside[:-1] or (FOLDER / folder).is_dir() else ""


def modules_in(*folders: str) -> list[str]:
    return [module for module in SOURCES if folder_of(module) in folders]


def test_the_program_was_found() -> None:
    assert {"pontoon.engine.cards", "pontoon.games.shed", "pontoon.engine.table"} <= set(SOURCES)
    assert "pontoon.engine.round" in IMPORTS["pontoon.games.shed"]


@pytest.mark.parametrize("module", modules_in(*MAY_IMPORT))
def test_a_folder_imports_those_that_it_may(module: str) -> None:
    allowed = (folder_of(module), *MAY_IMPORT[folder_of(module)])
    ours = IMPORTS[module] & set(SOURCES) - {"pontoon"}
    assert not {name for name in ours if folder_of(name) not in allowed}


@pytest.mark.parametrize("module", modules_in("storage", "text", "tables", "commands"))
def test_only_the_service_knows_the_connection(module: str) -> None:
    of_irc = {name for name in IMPORTS[module] if folder_of(name) == "irc"}
    assert of_irc <= {f"pontoon.irc.{word}" for word in IRC_WORDS}


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


@pytest.mark.parametrize("module", [name for name in SOURCES if name != "pontoon.storage.fs"])
def test_only_one_module_changes_anything_on_the_disk(module: str) -> None:
    """Tests can let each of these calls fail, or be the last, because they find them there."""
    for node in ast.walk(SOURCES[module]):
        if isinstance(node, ast.Attribute):
            of_os = isinstance(node.value, ast.Name) and node.value.id == "os"
            assert node.attr not in (OF_OS if of_os else OF_PATHS)


def importers_of(package: str) -> list[str]:
    return [
        module
        for module, names in IMPORTS.items()
        if any(name.partition(".")[0] == package for name in names)
    ]


def test_only_what_reads_and_writes_players_xml_imports_lxml() -> None:
    assert set(importers_of("lxml")) <= {
        "pontoon.storage.players.document",
        "pontoon.storage.players.schema",
        "pontoon.storage.players.xml_edit",
    }


OF_TWISTED = {
    *("client.client", "sending.producer", "server.server", "server.session"),
    *("transport.endpoint", "transport.tls"),
}
"""The modules of ``irc`` that import Twisted: the rest is plain Python."""


def test_few_modules_import_twisted() -> None:
    beyond = {name for name in importers_of("twisted") if folder_of(name) != "service"}
    assert beyond == {f"pontoon.irc.{name}" for name in OF_TWISTED}

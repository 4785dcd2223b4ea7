"""Imports go one way, and the rules of the games know neither network nor files nor clock."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import pontoon

pytestmark = pytest.mark.slow

FOLDER = Path(pontoon.__file__).parent

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "engine": (),
    "games": ("engine",),
    "odds": ("engine", "games"),
    "irc": (),
    "storage": ("engine", "games", "irc"),
    "text": ("engine", "games", "storage"),
    "tables": ("engine", "games", "odds", "storage", "text", "irc"),
    "commands": ("engine", "games", "odds", "storage", "text", "tables", "irc"),
    "service": ("engine", "games", "odds", "storage", "text", "tables", "commands", "irc"),
    "": ("engine", "games", "odds", "storage", "text", "tables", "service", "irc"),
}
"""Which folders of the program the modules of each folder import, besides their own.

The last is the command line, which stands beside the folders.
"""

IRC_WORDS = ("casemapping", "people", "masks", "outgoing", "rate_limit", "reactor")
"""What all but ``service`` may import of ``irc``: plain data and types, without a connection."""

ENGINE = ("engine", "games", "odds")
"""The folders that hold the rules: they know no network, no file and no clock."""

PURE = {
    *(
        "abc",
        "array",
        "base64",
        "collections",
        "dataclasses",
        "datetime",
        "enum",
        "fractions",
        "functools",
    ),
    *(
        "hashlib",
        "hmac",
        "copy",
        "itertools",
        "math",
        "msgspec",
        "operator",
        "pkgutil",
        "re",
        "struct",
        "typing",
    ),
}
"""Parts of the standard library, and msgspec, that read no clock, open nothing and draw no lots.

But for two: ``datetime`` is here for its types, and CLOCKS says what must not be asked of it;
``pkgutil`` reads what the program ships beside its modules.
"""

CLOCKS = {"now", "today", "utcnow"}

IMPURE_BUILTINS = {"open", "print", "input", "exec", "eval", "compile", "__import__"}


def module_of(path: Path) -> str:
    parts = path.relative_to(FOLDER.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def sources() -> dict[str, ast.Module]:
    """Return each module of the program by its name."""
    return {module_of(path): ast.parse(path.read_bytes()) for path in FOLDER.rglob("*.py")}


@cache
def imported_by(module: str) -> frozenset[str]:
    """Return the full name of whatever MODULE imports, wherever in it that is written."""
    return frozenset(_imported(module))


def _imported(module: str) -> Iterator[str]:
    for node in ast.walk(sources()[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are written in full"
            assert node.module is not None
            submodules = [f"{node.module}.{alias.name}" for alias in node.names]
            found = [name for name in submodules if name in sources()]
            yield from found
            if len(found) < len(submodules):
                yield node.module


def folder_of(module: str) -> str:
    """Return the folder of MODULE right below the program's; nothing for what stands beside it."""
    _, folder, *inside = [*module.split("."), ""]
    return folder if inside[:-1] or (FOLDER / folder).is_dir() else ""


def modules_in(*folders: str) -> list[str]:
    return [module for module in sources() if folder_of(module) in folders]


def test_the_program_was_found() -> None:
    assert {"pontoon.engine.cards", "pontoon.games.shed", "pontoon.engine.table"} <= set(sources())
    assert "pontoon.engine.round" in imported_by("pontoon.games.shed")


def test_a_folder_imports_those_that_it_may() -> None:
    for module in modules_in(*MAY_IMPORT):
        allowed = (folder_of(module), *MAY_IMPORT[folder_of(module)])
        ours = imported_by(module) & set(sources()) - {"pontoon"}
        assert not {name for name in ours if folder_of(name) not in allowed}, module


def test_only_the_service_knows_the_connection() -> None:
    for module in modules_in("storage", "text", "tables", "commands"):
        of_irc = {name for name in imported_by(module) if folder_of(name) == "irc"}
        assert of_irc <= {f"pontoon.irc.{word}" for word in IRC_WORDS}, module


def test_no_modules_import_each_other_in_a_circle() -> None:
    within = {module: imported_by(module) & set(sources()) for module in sources()}
    TopologicalSorter(within).prepare()


def test_the_engine_stands_on_its_own() -> None:
    """It imports only itself and what can neither surprise nor touch the world outside."""
    for module in modules_in(*ENGINE):
        foreign = {name for name in imported_by(module) if name.partition(".")[0] not in PURE}
        assert foreign <= set(modules_in(*ENGINE)), module


def test_the_engine_neither_reads_nor_writes_anything() -> None:
    for module in modules_in(*ENGINE):
        used = {node.id for node in ast.walk(sources()[module]) if isinstance(node, ast.Name)}
        assert not used & IMPURE_BUILTINS, module


def test_the_engine_asks_no_clock_for_the_time() -> None:
    for module in modules_in(*ENGINE):
        nodes = ast.walk(sources()[module])
        asked = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        assert not asked & CLOCKS, module


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


def test_only_one_module_changes_anything_on_the_disk() -> None:
    """Tests can let each of these calls fail, or be the last, because they find them there."""
    for module in set(sources()) - {"pontoon.storage.fs"}:
        for node in ast.walk(sources()[module]):
            if isinstance(node, ast.Attribute):
                of_os = isinstance(node.value, ast.Name) and node.value.id == "os"
                assert node.attr not in (OF_OS if of_os else OF_PATHS), module


def importers_of(package: str) -> list[str]:
    return [
        module
        for module in sources()
        if any(name.partition(".")[0] == package for name in imported_by(module))
    ]


def test_only_what_reads_and_writes_players_xml_imports_lxml() -> None:
    assert set(importers_of("lxml")) <= {
        "pontoon.storage.players.document",
        "pontoon.storage.players.schema",
        "pontoon.storage.players.xml_edit",
    }


SQLITE, POSTGRESQL = "pontoon.storage.sqlite", "pontoon.storage.postgresql"

OF_SERVER = {POSTGRESQL, "pontoon.storage.server", "pontoon.storage.standby"}
"""The modules that only a bot with PostgreSQL needs."""

OF_ONE_DATABASE = re.compile(
    r"PRAGMA|pragma_|sqlite_|rowid|group_concat|VACUUM|BEGIN IMMEDIATE|INSERT OR|ifnull|\?[0-9]"
    r"|pg_|::|information_schema|FROM STDIN|ISOLATION LEVEL|ILIKE",
)
"""What only SQLite, or only PostgreSQL, understands of a statement."""


def test_only_one_module_imports_what_connects_to_each_database() -> None:
    assert importers_of("sqlite3") == [SQLITE]
    assert importers_of("psycopg") == [POSTGRESQL]


def test_statements_elsewhere_are_for_both_databases() -> None:
    for module in set(modules_in("storage")) - {SQLITE, POSTGRESQL}:
        nodes = ast.walk(sources()[module])
        texts = [str(node.value) for node in nodes if isinstance(node, ast.Constant)]
        assert not [text for text in texts if OF_ONE_DATABASE.search(text)], module


def test_psycopg_which_few_have_is_imported_only_where_it_is_used() -> None:
    """At the top of a module it would be imported by every start of the bot."""
    for module in set(sources()) - OF_SERVER:
        imported = {
            f"{node.module}.{alias.name}"
            for node in sources()[module].body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert imported.isdisjoint(OF_SERVER), module


def test_nobody_outside_storage_changes_players_xml_by_hand() -> None:
    """What others change of it are operations of the store, with names."""
    document = "pontoon.storage.players.document"
    importing = [
        module
        for module in sources()
        if any(name.startswith(document) for name in imported_by(module))
    ]
    assert {folder_of(module) for module in importing} == {"storage"}


OF_TWISTED = {
    *("client", "sending", "server.server", "tls", "transport"),
}
"""The modules of ``irc`` that import Twisted: the rest is plain Python."""


def test_few_modules_import_twisted() -> None:
    beyond = {name for name in importers_of("twisted") if folder_of(name) != "service"}
    assert beyond == {f"pontoon.irc.{name}" for name in OF_TWISTED}

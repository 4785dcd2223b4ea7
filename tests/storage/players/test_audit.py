"""The audit: what was edited by hand is listed, what cannot be explained is told."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pontoon.cli import main
from pontoon.storage import atomic_file, upkeep
from pontoon.storage.place import connected, path_beside
from pontoon.storage.players import ledger
from pontoon.storage.players.audit import audit
from pontoon.storage.players.player import KittyChange, PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rows import DatabaseError
from pontoon.storage.sqlite import opened, tables
from pontoon.text.reports import summary
from tests.support.ledger_checks import HERE, started, win
from tests.support.players_files import file_of, full, write
from tests.support.players_files import settle as settle_round
from tests.support.recorded_rounds import edited

pytestmark = pytest.mark.usefixtures("on_both")

EXPLAINED, NOT_EXPLAINED, UNREADABLE = 0, 1, 2

Audit = Callable[[], tuple[int, list[str]]]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a file with dave and kevin in it, in the current folder, and a config.ini."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.ini").write_text("[irc]\nserver = irc.example.org\n")
    write(tmp_path / "players.xml", file_of(full("dave"), full("kevin")))
    return tmp_path / "players.xml"


@pytest.fixture
def run(path: Path, capsys: pytest.CaptureFixture[str]) -> Audit:
    """Give what audits; it returns the exit status and the lines. It must not change anything."""

    def audited() -> tuple[int, list[str]]:
        before = contents(path.parent)
        status = main(["audit"])
        assert contents(path.parent) == before
        out, err = capsys.readouterr()
        return status, (out + err).splitlines()

    return audited


def contents(folder: Path) -> dict[str, Any]:
    """Return what is in the files of FOLDER; the rows of a database, wherever SQLite has them."""
    found: dict[str, Any] = {}
    for file in folder.iterdir():
        if not file.name.startswith("players.db"):
            found[file.name] = file.read_bytes()
    with suppress(DatabaseError), connected(folder / "players.xml") as database:
        found["rows"] = [[*database.execute(f"SELECT * FROM {each.name}")] for each in tables()]
    return found


def play(path: Path) -> PlayerStore:
    """Play two rounds, and use the bank."""
    store = started(path)
    settle_round(store, "pontoon", {"dave": win(-60), "kevin": win(100)}, None, "first")
    settle_round(store, "shoot", {"dave": win(-50)}, KittyChange(HERE, "dave", 50), "second")
    store.move_to_bank("kevin", 100)
    return store


def test_all_chips_are_accounted_for(path: Path, run: Audit) -> None:
    play(path)
    assert run() == (EXPLAINED, ["2 rounds, 0 edits by hand: all chips are accounted for"])


def test_what_was_edited_by_hand_is_listed_and_explained(path: Path, run: Audit) -> None:
    store = play(path)
    text = path.read_text().replace("1000</chips>", "1500</chips>").replace(">50<", ">70<")
    write(
        path, text.replace("<bank>0", "<bank>9").replace("</players>", full("bob") + "</players>")
    )
    store.refresh()
    write(path, path.read_text().replace(full("bob"), ""))
    store.refresh()
    status, lines = run()
    assert status == EXPLAINED
    assert all(re.match("2[0-9]{3}-[0-9-]{5}T[0-9:]{8}Z: ", line) for line in lines[:-1])
    assert [line.partition("Z: ")[2] for line in lines[:-1]] == [
        "dave's bank 0 -> 9, edited by hand",
        "the kitty of shoot #pontoon irc.example.org 50 -> 70, edited by hand",
        "bob missing -> 1000, edited by hand",
        "kevin 1000 -> 1500, edited by hand",
        "bob 1000 -> missing, edited by hand",
    ]
    assert lines[-1] == "2 rounds, 5 edits by hand: all chips are accounted for"


def test_what_the_bot_has_not_seen_yet_is_a_difference(path: Path, run: Audit) -> None:
    play(path)
    text = path.read_text().replace("<chips>1000", "<chips>1500")
    write(path, text.replace("</players>", full("bob") + "</players>"))
    assert run() == (
        NOT_EXPLAINED,
        [
            "kevin: 1000 in the ledger, 1500 in players.xml",
            "bob: missing in the ledger, 1000 in players.xml",
            "2 rounds, 0 edits by hand: 2 differences cannot be explained",
        ],
    )


FORGED: list[tuple[str, list[str]]] = [
    (
        "UPDATE entries SET after = 1900 WHERE change = 2 AND name = 'kevin'",
        [
            "change 4: kevin 1100 -> 1000, but it was 1900 before",
            "change 2: the round first of pontoon adds up to +800 instead of 0",
        ],
    ),
    (
        "UPDATE entries SET before = 900 WHERE change = 2 AND name = 'dave'",
        ["change 2: dave 900 -> 940, but it was 1000 before", "change 2: the round first of"],
    ),
    (
        "UPDATE entries SET after = 90 WHERE change = 4 AND kind = 'bank'",
        ["change 4: 'bank' adds up to -10 instead of 0", "kevin's bank: 90 in the ledger, 100"],
    ),
    (
        "UPDATE entries SET after = 40 WHERE kind = 'kitty'",
        ["change 3: the round second of shoot adds up to -10", "irc.example.org: 40 in the ledger"],
    ),
    (
        "DELETE FROM entries WHERE change = 2 AND name = 'kevin'",
        ["change 4: kevin 1100 -> 1000, but it was 1000 before", "change 2: the round first"],
    ),
    (
        "INSERT INTO entries VALUES (4, 'player', 'bob', NULL, 0)",
        ["bob: 0 in the ledger, missing in players.xml"],
    ),
    ("DELETE FROM changes WHERE id = 2", ["change 3: dave 940 -> 890, but it was 1000 before"]),
]


@pytest.mark.parametrize(("sql", "told"), FORGED)
def test_what_somebody_has_forged_is_told(
    path: Path, run: Audit, sql: str, told: list[str]
) -> None:
    play(path)
    with edited(path) as database:
        database.execute(sql)
    status, lines = run()
    assert status == NOT_EXPLAINED
    for wanted, line in zip(told, lines, strict=False):
        assert wanted in line
    assert "cannot be explained" in lines[-1]


@pytest.mark.only_sqlite
def test_damage_is_told_and_nothing_else(path: Path, run: Audit) -> None:
    play(path).database.close()
    with closing(opened(path_beside(path))) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "UPDATE sqlite_schema SET rootpage ="
            " (SELECT rootpage FROM sqlite_schema WHERE name = 'bans') WHERE name = 'changes'"
        )
    status, lines = run()
    assert status == NOT_EXPLAINED
    assert all(line.startswith("players.db is damaged: ") for line in lines[:-1])
    assert lines[-1].startswith("0 rounds, 0 edits by hand: ")


@pytest.mark.only_sqlite
def test_rows_that_belong_to_others_which_are_gone_are_told_with_what_to_do(
    path: Path, run: Audit
) -> None:
    play(path).database.close()
    with closing(opened(path_beside(path))) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("INSERT INTO acts VALUES (7, 1, 0, '[]'), (7, 2, 0, '[]')")
    status, lines = run()
    assert status == NOT_EXPLAINED
    assert lines == [
        "players.db was changed by hand: 2 rows of acts belong to rows of rounds that are gone."
        " Stop the bot and restore a backup (pontoonbot restore FILE), or delete what"
        " is left of them (docs/operating.md)",
        "2 rounds, 0 edits by hand: 1 difference cannot be explained",
    ]


@pytest.mark.only_sqlite
def test_an_audit_tells_how_far_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(path)
    monkeypatch.setattr("pontoon.storage.sqlite._STEPS", 10)
    assert main(["audit"], partial(next, count(0, 5))) == EXPLAINED
    out, err = capsys.readouterr()
    assert out == "2 rounds, 0 edits by hand: all chips are accounted for\n"
    assert err.startswith("pontoonbot: checking players.db, 5 s\npontoonbot: checking players.db, ")
    *_, before, last = err.splitlines()
    assert re.fullmatch(r"pontoonbot: 2 of 4 changes audited, \d+ s", before)
    assert re.fullmatch(r"pontoonbot: 3 of 4 changes audited, \d+ s", last)


def test_a_change_that_did_not_come_to_be_does_not_count(path: Path, run: Audit) -> None:
    """The bot takes it back when it is started again."""
    store = play(path)
    with (
        patch.object(atomic_file, "_put_in_place", side_effect=SystemExit),
        pytest.raises(SystemExit),
    ):
        store.move_to_bank("dave", 1)
    assert run() == (EXPLAINED, ["2 rounds, 0 edits by hand: all chips are accounted for"])
    assert [*not_made(path)] == [(5, "bank")]


def test_a_change_that_was_made_and_is_not_marked_counts(path: Path, run: Audit) -> None:
    play(path)
    assert [*not_made(path)] == [(4, "bank")]
    assert run() == (EXPLAINED, ["2 rounds, 0 edits by hand: all chips are accounted for"])


def not_made(path: Path) -> list[tuple[int, str]]:
    with connected(path) as database:
        return [*database.execute("SELECT id, why FROM changes WHERE NOT is_made")]


def test_a_bot_that_writes_meanwhile_is_no_difference(path: Path) -> None:
    """All is read again."""
    store = play(path)
    real, left = atomic_file.stamp, [5]

    def stamp(file: Path) -> Any:
        if left[0]:
            left[0] -= 1
            store.move_to_bank("dave", 1)
        return real(file)

    with patch.object(upkeep, "stamp", stamp):
        assert audit(path).findings == []
    assert left == [0]
    left[0] = 1000
    with (
        patch.object(upkeep, "stamp", stamp),
        pytest.raises(PlayersFileError, match="keeps changing it"),
    ):
        audit(path)


def test_what_a_bot_writes_once_the_audit_has_begun_is_not_waited_for(path: Path) -> None:
    """An audit of a million rounds takes longer than a round."""
    store = play(path)
    real = ledger.difference

    def difference(*given: Any) -> Any:
        store.move_to_bank("dave", 1)
        return real(*given)

    with patch.object(ledger, "difference", difference):
        assert audit(path).findings == []
    store.refresh()
    assert "<bank>1</bank>" in path.read_text()


def broken_ledger(path: Path) -> None:
    play(path).database.close()
    path_beside(path).write_bytes(b"no database" * 1000)
    path_beside(path).with_suffix(".db-wal").unlink(missing_ok=True)


def no_ledger(path: Path) -> None:
    assert not path_beside(path).exists()


def later_ledger(path: Path) -> None:
    with closing(opened(path_beside(path))) as database:
        database.execute("PRAGMA user_version = 99")


def broken_file(path: Path) -> None:
    play(path)
    write(path, "<players>\n")


def no_file(path: Path) -> None:
    play(path)
    path.unlink()


def broken_config(path: Path) -> None:
    path.with_name("config.ini").write_text("x")


@pytest.mark.only_sqlite
@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (
            broken_ledger,
            r"/players\.db is damaged \(file is not a database\): restore a backup",
        ),
        (
            no_ledger,
            r"/players\.db is missing: restore a backup \(pontoonbot restore FILE\), unless",
        ),
        (later_ledger, r"players\.db is of a later version \(99\): start the version of the bot"),
        (broken_file, r"/players\.xml, line 2: "),
        (no_file, r"players\.xml: there is no such file$"),
        (broken_config, r"config\.ini, line 1: "),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(
    path: Path, run: Audit, spoil: Callable[[Path], None], told: str
) -> None:
    spoil(path)
    status, lines = run()
    assert (status, len(lines)) == (UNREADABLE, 1)
    assert re.match("pontoonbot: ", lines[0])
    assert re.search(told.lstrip("/"), lines[0])


@pytest.fixture(autouse=True)
def _no_password(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("PONTOON_PASSWORD", raising=False)
    with patch.object(os, "fsync"):
        yield


def test_the_summary_names_the_first_difference(path: Path) -> None:
    """It is what an admin hears."""
    store = play(path)
    assert summary(audit(path)) == ["2 rounds, 0 edits by hand: all chips are accounted for"]
    write(path, path.read_text().replace("<chips>890<", "<chips>895<"))
    store.database.close()
    assert summary(audit(path)) == [
        "2 rounds, 0 edits by hand: 1 difference cannot be explained; pontoonbot audit lists them",
        "dave: 890 in the ledger, 895 in players.xml",
    ]

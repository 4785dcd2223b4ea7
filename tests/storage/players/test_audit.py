"""The audit: what was edited by hand is listed, what cannot be explained is told."""

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pontoon.cli import main
from pontoon.storage.players import ledger
from pontoon.storage.players.audit import audit, audit_books, books
from pontoon.storage.players.ledger import LedgerError
from pontoon.storage.players.player import KittyChange, PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.text.audit import summary
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.ledger_checks import HERE, started, win
from tests.support.players_files import file_of, full, names, write
from tests.support.players_files import settle as settle_round

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


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def play(path: Path) -> PlayerStore:
    """Play two rounds, and use the bank."""
    store = started(path)
    settle_round(store, "pontoon", {"dave": win(-60), "kevin": win(100)}, None, "first")
    settle_round(store, "shoot", {"dave": win(-50)}, KittyChange(HERE, "dave", 50), "second")
    store.move_to_bank("kevin", 100)
    return store


def change(path: Path, number: int, **fields: Any) -> None:
    """Change fields in a line, counted from 1, of the ledger."""
    file = path.with_suffix(".ledger")
    lines = file.read_text().splitlines(keepends=True)
    lines[number - 1] = json.dumps(json.loads(lines[number - 1]) | fields) + "\n"
    file.write_text("".join(lines))


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
        "kevin 1000 -> 1500, edited by hand",
        "the kitty of shoot #pontoon irc.example.org 50 -> 70, edited by hand",
        "dave's bank 0 -> 9, edited by hand",
        "bob missing -> 1000, edited by hand",
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


FORGED: list[tuple[int, dict[str, Any], list[str]]] = [
    (
        5,
        {"after": 1900},
        [
            "players.ledger, line 6: the round first of pontoon adds up to +800 instead of 0",
            "players.ledger, line 10: kevin 1100 -> 1000, but it was 1900 before",
        ],
    ),
    (
        4,
        {"before": 900},
        ["line 4: dave 900 -> 940, but it was 1000 before", "first of pontoon adds up"],
    ),
    (9, {"round": "first"}, ["line 9: the round first of shoot is settled a second time"]),
    (11, {"after": 90}, ["line 11: 'bank' adds up to -10", "kevin's bank: 90 in the ledger, 100"]),
    (7, {"after": 40}, ["adds up to -10 instead of 0", "irc.example.org: 40 in the ledger, 50 in"]),
    (11, {"more": 1}, ["line 10: the rest of 'bank' is missing", "kevin's bank: 0 in the ledger"]),
    (5, {"more": 3}, ["line 4: the rest of the round first of pontoon is missing"]),
]


@pytest.mark.parametrize(("number", "fields", "told"), FORGED)
def test_what_somebody_has_forged_is_told(
    path: Path, run: Audit, number: int, fields: dict[str, Any], told: list[str]
) -> None:
    play(path)
    change(path, number, **fields)
    status, lines = run()
    assert status == NOT_EXPLAINED
    assert all(wanted in line for line, wanted in zip(lines, told, strict=False))
    assert "cannot be explained" in lines[-1]


def test_a_line_taken_out_is_told(path: Path, run: Audit) -> None:
    play(path)
    file = path.with_suffix(".ledger")
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:5] + lines[6:]))
    status, said = run()
    assert status == NOT_EXPLAINED
    assert said[0] == "players.ledger, line 5: the rest of the round first of pontoon is missing"


def test_old_ledgers_are_read_too(path: Path, run: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEAST_BYTES", 1)
    monkeypatch.setattr(ledger, "SNAPSHOTS", 0)
    store = play(path)
    path.write_text(path.read_text().replace("<bank>0", "<bank>9"))
    for _ in range(3):
        store.refresh()
        store.move_to_bank("dave", 1)
    assert "players.ledger.3" in names(path.parent)
    status, lines = run()
    assert (status, len(lines)) == (EXPLAINED, 2)
    assert "dave's bank 0 -> 9, edited by hand" in lines[0]
    path.with_name("players.ledger.2").unlink()
    status, lines = run()
    assert status == NOT_EXPLAINED
    assert lines[-2].startswith("players.ledger.1, line 7: dave's bank 10 -> 10, but it was 9")


def test_a_round_that_did_not_come_to_be_does_not_count(path: Path, run: Audit) -> None:
    """The bot takes it back when it is started again."""
    steps = FaultyDisk(Trouble.POWER_CUT, 1000)
    with steps.at_work():
        play(path)
    for each in path.parent.glob("players.*"):
        each.unlink()
    write(path, file_of(full("dave"), full("kevin")))
    last_rename = len(steps.calls) - steps.calls[::-1].index("replace")
    with FaultyDisk(Trouble.POWER_CUT, last_rename).at_work():
        play(path)
    assert '"bank"' in path.with_suffix(".ledger").read_text()
    assert run() == (EXPLAINED, ["2 rounds, 0 edits by hand: all chips are accounted for"])


def test_a_bot_that_writes_meanwhile_is_no_difference(path: Path) -> None:
    """All is read again."""
    store = play(path)
    real, left = ledger.read, [5]

    def read(file: Path) -> Any:
        found = real(file)
        if file == path.with_suffix(".ledger") and left[0]:
            left[0] -= 1
            store.move_to_bank("dave", 1)
        return found

    with patch.object(ledger, "read", read):
        assert audit(path).differences == []
    assert left == [0]
    left[0] = 100
    with (
        patch.object(ledger, "read", read),
        pytest.raises(PlayersFileError, match="keeps changing it"),
    ):
        audit(path)


def broken_ledger(path: Path) -> None:
    play(path)
    path.with_suffix(".ledger").write_text("{}\n{\n")


def no_ledger(path: Path) -> None:
    assert not path.with_suffix(".ledger").exists()


def broken_file(path: Path) -> None:
    play(path)
    write(path, "<players>\n")


def no_file(path: Path) -> None:
    play(path)
    path.unlink()


def broken_config(path: Path) -> None:
    path.with_name("config.ini").write_text("x")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (broken_ledger, r"/players\.ledger, line 1: it is damaged$"),
        (
            no_ledger,
            r"/players\.ledger: there is no ledger yet; the bot creates it when it starts$",
        ),
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


# While the bot runs


def test_the_books_of_a_running_bot_are_audited_as_the_files_are(path: Path) -> None:
    store = play(path)
    write(path, path.read_text().replace("<chips>890<", "<chips>895<"))
    store.refresh()
    found = audit_books(books(store, path))
    assert found == audit(path)
    assert [line.gain for line in found.edits] == [5]
    path.with_suffix(".ledger").write_bytes(
        path.with_suffix(".ledger").read_bytes().replace(b'"after": 1000', b'"after": 999', 1)
    )
    found = audit_books(books(store, path))
    assert found.differences == audit(path).differences
    assert len(summary(found)) == 2
    assert summary(found)[0].endswith("pontoonbot audit lists them")


def test_of_the_books_no_more_is_read_once_they_are_taken(path: Path) -> None:
    """So a thread can audit them while rounds are settled."""
    store = play(path)
    taken = books(store, path)
    settle_round(store, "pontoon", {"dave": win(-10)}, None, "third")
    assert not audit_books(taken).differences
    assert audit_books(taken).rounds == 2


def test_books_with_a_damaged_line_are_told(path: Path) -> None:
    store = play(path)
    file = path.with_suffix(".ledger")
    file.write_bytes(b"{\n" + file.read_bytes())
    with pytest.raises(LedgerError, match="damaged"):
        audit_books(books(store, path))

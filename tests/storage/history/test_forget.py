"""Forgetting: a name is gone from histories and ledgers, and all that they say still holds."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.engine.moves import Unit
from pontoon.engine.result import Result
from pontoon.storage.append_file import AppendFile
from pontoon.storage.history.check import HistoryCheck, LedgerRounds, ledger_lines
from pontoon.storage.history.files import History, append, files_beside, files_with_lengths
from pontoon.storage.history.forget import CannotForget, forget, is_in_play, pseudonym_of
from pontoon.storage.history.line import read, with_sum
from pontoon.storage.journal import Journal
from pontoon.storage.players import ledger
from tests.support.faulty_disk import FAILURES, FaultyDisk, Trouble
from tests.support.ledger_checks import check_books, started
from tests.support.players_files import file_of, full, write
from tests.support.recorded_rounds import BEGAN, a_shed_record, settle_and_keep


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Give the path of a players.xml, of a ledger and a history with two rounds."""
    with patch("os.fsync"):
        fresh(tmp_path / "players.xml")
        yield tmp_path / "players.xml"


def fresh(path: Path) -> None:
    """Begin anew with rounds of Dave with kevin, and of kevin with davey, who ordered something."""
    for each in path.parent.iterdir():
        each.unlink()
    write(path, file_of(full("Dave"), full("kevin"), full("davey")))
    store = started(path)
    first = a_shed_record("00000000000000a1", "kevin", "Dave")
    second = a_shed_record("00000000000000b2", "davey", "kevin")
    settle_and_keep(store, History(path), first, second)
    store.remark("order: remove DAVE davey", "dave!d@example.org (account dave)")
    store.remark("order: add bob", "davey!d@example.org")


def without_dave(path: Path) -> None:
    """Take Dave out of players.xml, as an admin does."""
    write(path, file_of(full("kevin", 1000 - 5), full("davey")))
    started(path)


def texts(path: Path) -> bytes:
    """Return what is in the history and the ledger."""
    files = [*files_beside(path), ledger.path_beside(path)]
    return b"".join(file.read_bytes() for file in files)


def is_named(path: Path) -> bool:
    return b'"dave"' in texts(path).lower() or b" dave " in texts(path).lower()


def test_a_pseudonym_takes_the_place_of_the_name_everywhere(path: Path) -> None:
    without_dave(path)
    done = forget(path, "dave")
    assert done.rounds == 1
    assert done.changes >= 3
    assert not is_named(path)
    (file,) = files_beside(path)
    players = [read(line).players for line in file.read_bytes().splitlines()]
    assert players == [(("kevin", 1000), (done.pseudonym, 500)), (("davey", 1000), ("kevin", 500))]
    remarks = [line for line in ledger.read(ledger.path_beside(path)) if line.by]
    assert [(line.why, line.by) for line in remarks] == [
        (f"order: remove {done.pseudonym} davey", done.pseudonym),
        ("order: add bob", "davey!d@example.org"),
    ]


def test_all_that_was_right_is_right(path: Path) -> None:
    without_dave(path)
    forget(path, "dave")
    check_books(path)
    started(path)
    check_books(path)
    known = LedgerRounds(ledger_lines(path))
    report = HistoryCheck(known, ()).run(files_with_lengths(path), lambda _: None)
    assert (report.in_ledger, report.faults) == (2, [])


def test_somebody_who_still_plays_begins_anew_in_the_ledger(path: Path) -> None:
    forget(path, "dave")
    started(path)
    check_books(path)


def test_a_pseudonym_is_the_same_in_all_files_and_at_any_time(path: Path) -> None:
    first = forget(path, "DAVE")
    assert forget(path, "dave").pseudonym == first.pseudonym
    assert forget(path, "dave").rounds == 0
    assert forget(path, "davey").pseudonym != first.pseudonym
    salt = bytes.fromhex(path.with_suffix(".salt").read_text())
    assert pseudonym_of("dave", salt) == first.pseudonym
    assert pseudonym_of("dave", bytes(32)) != first.pseudonym
    assert path.with_suffix(".salt").stat().st_mode & 0o777 == 0o600


def test_files_keep_their_modes(path: Path) -> None:
    (file,) = files_beside(path)
    file.chmod(0o644)
    forget(path, "dave")
    assert file.stat().st_mode & 0o777 == 0o644
    assert ledger.path_beside(path).stat().st_mode & 0o777 == ledger.MODE


def test_no_old_version_is_left_beside(path: Path) -> None:
    before = sorted(each.name for each in path.parent.iterdir())
    forget(path, "dave")
    assert sorted(each.name for each in path.parent.iterdir()) == sorted([*before, "players.salt"])


def test_the_deck_file_is_never_touched(path: Path) -> None:
    decks = path.with_suffix(".decks")
    decks.write_bytes(b'{"cuts":["dave"]}\n')
    forget(path, "dave")
    assert decks.read_bytes() == b'{"cuts":["dave"]}\n'


def test_a_torn_last_line_goes_with_the_name_in_it(path: Path) -> None:
    (file,) = files_beside(path)
    with file.open("ab") as end:
        end.write(b'{"v":1,"people":["Dave"')
    forget(path, "dave")
    assert not is_named(path)
    with file.open("ab") as end:
        end.write(b'{"v":1,"people":["Dave"')
    forget(path, "dave")
    assert not is_named(path)


def test_a_damaged_line_with_the_name_is_told(path: Path) -> None:
    (file,) = files_beside(path)
    append(file, [b'{"v":1,"people":["Dave"]}'])
    with pytest.raises(CannotForget, match=r"players.history-2026-11, line 3, is damaged"):
        forget(path, "dave")
    assert b'"id":"00000000000000a1"' in file.read_bytes()


def test_a_line_of_a_later_version_is_not_called_damaged(path: Path) -> None:
    (file,) = files_beside(path)
    append(file, [with_sum(b'{"v":2,"people":["Dave"]}')])
    with pytest.raises(CannotForget, match=r"line 3: a later version has written it \(2\)"):
        forget(path, "dave")


def test_a_damaged_salt_is_not_replaced(path: Path) -> None:
    path.with_suffix(".salt").write_text("pepper")
    with pytest.raises(CannotForget, match="64 hex digits"):
        forget(path, "dave")
    assert is_named(path)


@pytest.mark.parametrize("trouble", Trouble)
def test_whatever_the_disk_does_it_can_be_done_again(path: Path, trouble: Trouble) -> None:
    """Under the same pseudonym; no file is ever half of one."""
    for number in itertools.count(1):
        fresh(path)
        before = {file: file.read_bytes().count(b"\n") for file in files_beside(path)}
        faulty = FaultyDisk(trouble, number)
        with faulty.at_work():
            try:
                forget(path, "dave")
            except OSError:
                assert trouble in FAILURES
        assert {file: file.read_bytes().count(b"\n") for file in files_beside(path)} == before
        forget(path, "dave")
        assert not is_named(path)
        assert not [each for each in path.parent.iterdir() if b'"Dave"' in _hidden(each)]
        if not faulty.had_trouble:
            break
    assert number > 8


def _hidden(path: Path) -> bytes:
    return path.read_bytes() if path.name.startswith(".") else b""


def test_a_round_that_is_not_over_or_paid_is_waited_for(tmp_path: Path) -> None:
    journal = Journal(AppendFile(tmp_path / "players.journal"), lambda: BEGAN)
    journal.load()
    record = a_shed_record()
    assert not is_in_play(journal, "DAVE")
    began = record.id, record.where, record.time, "Shed Pontoon", Unit.CHIPS, 1
    journal.end(Result(*began, record.settled, ("dave", "kevin"), ()))
    assert is_in_play(journal, "DAVE")
    assert not is_in_play(journal, "davey")

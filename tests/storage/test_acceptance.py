"""What becomes of what was going on in a database that is older than players.xml."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.storage.acceptance import accept, why_refused
from pontoon.storage.database import Database
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.history_check import HistoryReport, check
from pontoon.storage.place import path_beside, reading
from pontoon.storage.rounds import Rounds
from pontoon.storage.sqlite_file import SqliteFile
from tests.support.kept_rounds import NOON, a_round
from tests.support.ledger_checks import check_books, started
from tests.support.players_files import chips_in, file_of, full, write
from tests.support.recorded_rounds import a_shed_round, keep
from tests.support.sealed_decks import SHED, decks_in, name_of, secret_of

pytestmark = pytest.mark.usefixtures("on_both")


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Give a file with dave and kevin, on a disk that needs no time."""
    path = tmp_path / "players.xml"
    write(path, file_of(full("dave"), full("kevin")))
    with patch("os.fsync"):
        yield path


def is_newer(path: Path) -> None:
    """Have the file at PATH be that of a later change."""
    text = path.read_text().replace(' change="1"', ' change="9"')
    write(path, text.replace("<chips>1000", "<chips>1007"))
    assert "older than it by 8 changes" in why_refused(path)


def rounds_in(path: Path) -> Rounds:
    database = Database(SqliteFile(path_beside(path)))
    return Rounds(database, decks_in(database), lambda: NOON)


def test_a_result_that_was_due_is_not_paid_and_the_history_has_it(path: Path) -> None:
    store = started(path)
    keep(store, a_shed_round("0" * 16), is_paid=False)
    store.database.close()
    assert len(rounds_in(path).results()) == 1
    is_newer(path)
    accept(path, lambda: NOON)
    assert rounds_in(path).results() == []
    assert chips_in(path) == {"dave": 1007, "kevin": 1007}
    with reading(path) as read:
        assert check(read, rounds(read, Wanted())) == HistoryReport(rounds=1, unpaid=1)
    assert started(path).mark.change == 10
    check_books(path)


def test_a_database_of_an_earlier_version_is_known_by_its_number(path: Path) -> None:
    """The next version of the bot, which adds to it, does not take it for an empty one."""
    started(path).database.close()
    with patch("pontoon.storage.sqlite.SCHEMA_VERSION", 99):
        assert why_refused(path) == ""
        is_newer(path)
    write(path, path.read_text().replace(' bank="', ' bank="another'))
    with patch("pontoon.storage.sqlite.SCHEMA_VERSION", 99):
        assert why_refused(path).startswith("it is of another bank")


def test_a_round_that_was_played_is_given_up(path: Path) -> None:
    store = started(path)
    played = Rounds(store.database, decks_in(store.database), lambda: NOON)
    played.begin(a_round())
    store.database.close()
    assert [each.is_given_up for each in rounds_in(path).played()] == [False]
    is_newer(path)
    accept(path, lambda: NOON)
    assert [each.is_given_up for each in rounds_in(path).played()] == [True]


def test_decks_in_play_are_opened_and_the_new_bank_counts_from_1(path: Path) -> None:
    store = started(path)
    before = store.ledger.bank
    decks_in(store.database, before).seal(SHED, secret_of(1))
    store.database.close()
    is_newer(path)
    accept(path, lambda: NOON)
    store = started(path)
    decks = decks_in(store.database, store.ledger.bank)
    decks.seal(SHED, secret_of(2))
    named = [(each.terms.name, each.why) for each in decks]
    assert named == [
        (name_of(1, bank=before), "restore"),
        (name_of(1, bank=store.ledger.bank), ""),
    ]
    store.database.close()

"""players.decks is made from the database, and has every record before anybody hears of it."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest
from msgspec import structs

from pontoon.engine.errors import NotRecorded
from pontoon.engine.sealed_deck import short_of
from pontoon.storage.database import Database
from pontoon.storage.decks.deck_file import DeckFile, path_beside, put_aside
from pontoon.storage.decks.deck_records import line_of
from pontoon.storage.sqlite import opened
from tests.support.faulty_disk import CUTS, UNLIKE, FaultyDisk, Trouble
from tests.support.sealed_decks import (
    CUTWC,
    NEW_ID,
    NOON,
    SHED,
    Evening,
    deck_file,
    finish,
    seal,
    secret_of,
    what_is_wrong,
)

pytestmark = pytest.mark.slow

GIVEN_UP = "restart", secret_of(1)
FOR_EVER = 10**9


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.decks"


def lines_in(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def lines_kept(path: Path) -> list[bytes]:
    """Return the records that the database has."""
    with closing(opened(path.with_suffix(".db"))) as database:
        found = database.execute("SELECT line FROM deck_records ORDER BY n").fetchall()
    return [line.encode() for (line,) in found]


def begun(path: Path) -> tuple[Database, DeckFile]:
    """Return what a start finds, with a database that a test commits by itself."""
    database = Database(path.with_suffix(".db"))
    return database, DeckFile(path, database, lambda: NOON, NEW_ID)


def test_it_lies_beside_players_xml(tmp_path: Path) -> None:
    assert path_beside(tmp_path / "players.xml") == tmp_path / "players.decks"


def test_it_begins_with_its_format_and_a_random_id(path: Path) -> None:
    """Everybody may read it."""
    seal(deck_file(path))
    first, _ = lines_in(path)
    assert json.loads(first)["id"] == NEW_ID
    assert S_IMODE(path.stat().st_mode) & 0o444 == 0o444


def test_decks_are_numbered_from_1_for_all_channels_and_games(path: Path) -> None:
    file = deck_file(path)
    assert [seal(file, plan).terms.number for plan in (SHED, CUTWC)] == [1, 2]
    file = deck_file(path)
    assert [*file.in_play] == [1, 2]
    finish(file, file.in_play[1])
    assert [*deck_file(path).in_play] == [2]
    assert seal(deck_file(path)).terms.number == 3
    assert what_is_wrong(path) == set()


def test_a_seal_vouches_for_all_before_it(path: Path) -> None:
    file = deck_file(path)
    seal(file)
    last = json.loads(lines_in(path)[-1])["hash"]
    assert file.prepare(CUTWC, secret_of(2)).terms.before == short_of(last)


def test_what_is_prepared_is_not_written(path: Path) -> None:
    """The secret is written with the seal."""
    file = deck_file(path)
    deck = file.prepare(SHED, secret_of(1))
    assert len(lines_in(path)) == 1
    assert file.in_play == {}
    file.seal(deck)
    assert file.in_play == {1: deck} == deck_file(path).in_play
    assert lines_in(path)[1] == line_of(deck)


def test_a_deck_is_opened_once(path: Path) -> None:
    file = deck_file(path)
    seal(file)
    for _ in range(2):
        file.open(1, *GIVEN_UP)
        file.lose(1, "damaged")
    assert len(lines_in(path)) == 3
    assert file.has_closed(1)
    assert not file.has_closed(2)
    assert deck_file(path).has_closed(1)
    with pytest.raises(KeyError):
        file.open(2, *GIVEN_UP)


def test_a_deck_that_does_not_follow_the_last_record_is_refused(path: Path) -> None:
    file = deck_file(path)
    late = file.prepare(SHED, secret_of(1))
    seal(file, CUTWC)
    with pytest.raises(ValueError, match="deck 1"):
        file.seal(late)


def test_a_record_that_no_check_accepts_is_not_written(path: Path) -> None:
    """It would be in the chain for ever."""
    file = deck_file(path)
    with pytest.raises(ValueError, match="no record"):
        file.prepare(structs.replace(SHED, packs=0), secret_of(1))
    seal(file)
    with pytest.raises(ValueError, match="no record"):
        file.open(1, "", secret_of(1))
    file.open(1, *GIVEN_UP)
    assert what_is_wrong(path) == set()


# The file is what the database has


SPOILT: dict[str, Callable[[bytes], bytes | None]] = {
    "gone": lambda _: None,
    "empty": lambda _: b"",
    "torn": lambda content: content[:-7],
    "an older copy": lambda content: content[: content.rindex(b"\n", 0, -1) + 1],
    "longer": lambda content: content + b"{}\n",
    "its last line changed": lambda content: content[:-9] + b'00000"}\n\n'[-9:],
    "another file": lambda _: b"notes\n",
}


def put(path: Path, content: bytes | None) -> None:
    path.unlink()
    if content is not None:
        path.write_bytes(content)


@pytest.mark.parametrize("how", SPOILT)
def test_a_file_that_is_not_what_it_should_be_is_made_again_byte_for_byte(
    path: Path, how: str
) -> None:
    Evening(path)
    before = path.read_bytes()
    spoilt = SPOILT[how](before)
    put(path, spoilt)
    database, _ = begun(path)
    assert database.commit()
    assert path.read_bytes() == before
    assert what_is_wrong(path) == set()


@pytest.mark.parametrize("how", [how for how in SPOILT if "last line" not in how])
def test_so_is_one_that_somebody_changed_while_the_bot_runs(path: Path, how: str) -> None:
    file = Evening(path).file
    before = path.read_bytes()
    spoilt = SPOILT[how](before)
    put(path, spoilt)
    file.open(3, "restart", secret_of(3))
    assert lines_in(path) == lines_kept(path)
    assert len(lines_in(path)) == len(before.splitlines()) + 1
    assert what_is_wrong(path) == set()


def test_a_file_of_another_database_is_put_aside_by_name(path: Path) -> None:
    assert put_aside(path) == ""
    old = b'{"format":"pontoon-decks-1","id":"x"}\n'
    path.write_bytes(old)
    assert put_aside(path) == "players.decks.deck-1"
    assert path.with_name("players.decks.deck-1").read_bytes() == old
    path.write_bytes(old)
    assert put_aside(path) == "players.decks.deck-1.2"
    assert not path.exists()


# Never a record said that is not in the file


def said_after(database: Database, said: list[bytes], line: bytes) -> None:
    """Let the channel hear of LINE when it may."""
    database.when_kept(lambda: said.append(line))


def test_a_record_is_in_the_file_and_synced_before_the_commit(path: Path) -> None:
    database, file = begun(path)
    disk = FaultyDisk(Trouble.FULL, FOR_EVER)
    with disk.at_work():
        deck = seal(file)
        assert database.commit()
        file.open(1, *GIVEN_UP)
        assert database.commit()
    assert line_of(deck) in lines_in(path)
    commits = [number for number, call in enumerate(disk.calls) if call == "commit"]
    assert len(commits) == 2
    assert "sync" in disk.calls[: commits[0]]
    assert disk.calls[commits[0] + 1 :] == ["open_to_write", "write", "sync", "commit"]


def test_a_file_that_cannot_be_written_holds_everything(path: Path) -> None:
    database, file = begun(path)
    seal(file)
    assert database.commit()
    said: list[bytes] = []
    with FaultyDisk(Trouble.FULL, 1, FOR_EVER).at_work():
        file.open(1, *GIVEN_UP)
        database.write("INSERT INTO bans (ban) VALUES ('another table')")
        said_after(database, said, b"anything")
        assert not database.commit()
        assert database.trouble == "No space left on device"
        assert (said, len(lines_kept(path))) == ([], 2)
        with pytest.raises(NotRecorded):
            file.prepare(SHED, secret_of(9))
    assert database.commit()
    assert said == [b"anything"]
    assert lines_in(path) == lines_kept(path)
    assert what_is_wrong(path) == set()


def test_what_a_settlement_commits_first_is_not_in_the_file_twice(path: Path) -> None:
    """It is prepared before the file, in the same turn, and a part of a line is there already."""
    database, file = begun(path)
    seal(file)
    assert database.commit()
    with FaultyDisk(Trouble.FULL_HALFWAY, 2).at_work():
        file.open(1, *GIVEN_UP)
        assert not database.commit()
    database.commit_with([])
    assert database.commit()
    assert lines_in(path) == lines_kept(path)
    assert what_is_wrong(path) == set()


@pytest.mark.parametrize("more", [0, 1, 100])
@pytest.mark.parametrize("trouble", UNLIKE)
def test_what_was_said_is_in_the_file_and_nothing_twice(
    path: Path, trouble: Trouble, more: int
) -> None:
    """Trouble at every call that changes the disk, once, twice, or from then on."""
    for number in range(1, 40):
        for each in path.parent.iterdir():
            each.unlink()
        faulty, said = FaultyDisk(trouble, number, more), list[bytes]()
        database, file = begun(path)
        with faulty.at_work():
            for _ in work(file, database, said):
                database.commit()
        if trouble in CUTS and faulty.is_dead:
            die(database)
        else:
            assert database.commit()
            assert lines_in(path) == lines_kept(path)
        assert {*said} <= {*(lines_in(path) if path.exists() else [])}
        database, file = begun(path)
        assert database.commit()
        assert lines_in(path) == lines_kept(path)
        assert what_is_wrong(path) <= {"LOST"}
        database.close()
        if not faulty.had_trouble:
            return
    raise AssertionError("it has no end")


def work(file: DeckFile, database: Database, said: list[bytes]) -> Iterator[None]:
    """Do what a croupier does, in turns; SAID is what the channel hears of."""
    try:
        deck = seal(file)
        said_after(database, said, line_of(deck))
        yield
        finish(file, deck)
        second = seal(file, CUTWC)
        said_after(database, said, line_of(second))
        yield
        file.lose(2, "damaged")
        yield
    except NotRecorded:
        return


def die(database: Database) -> None:
    """End DATABASE as a kill does."""
    database._connection.close()


def test_what_it_keeps_in_memory_does_not_grow(path: Path) -> None:
    database, file = begun(path)
    for _ in range(200):
        deck = seal(file)
        file.open(deck.terms.number, "restart", secret_of(deck.terms.number))
        assert database.commit()
    assert (file.in_play, file._new) == ({}, [])
    database, file = begun(path)
    assert file.in_play == {}
    assert seal(file).terms.number == 201

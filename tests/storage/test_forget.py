"""Forgetting: a name is gone from the database, and all that it says still holds."""

import sqlite3
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from pontoon.engine.sealed_deck import Cut
from pontoon.storage.channels import Channels, LineupRecord, Watcher
from pontoon.storage.database import Database
from pontoon.storage.forget import CannotForget, StillPlaying, forget, pseudonym_of
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.history_check import check
from pontoon.storage.place import path_beside, reading
from pontoon.storage.rounds import RoundRecord, Rounds, SeatRecord
from pontoon.storage.sqlite import tables
from pontoon.storage.sqlite_file import SqliteFile
from tests.support.full_database import OLD_DECK
from tests.support.ledger_checks import check_books, started
from tests.support.players_files import file_of, full, write
from tests.support.recorded_rounds import BEGAN, HERE, a_shed_round, edited, history_of, keep
from tests.support.sealed_decks import CUTWC, NOON, decks_in, secret_of

pytestmark = pytest.mark.usefixtures("on_both")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a players.xml of which Dave is gone, who has played, cut, joined and given orders."""
    path = tmp_path / "players.xml"
    write(path, file_of(full("Dave"), full("kevin"), full("davey")))
    store = started(path)
    keep(store, replace(a_shed_round("00000000000000a1", "kevin", "Dave"), names={"Dave": "D."}))
    keep(store, a_shed_round("00000000000000b2", "davey", "kevin"))
    store.remark("order: remove DAVE davey", "dave!d@example.org (account dave)")
    store.remark("order: add bob", "davey!d@example.org")
    channels = Channels(store.database, lambda: NOON)
    places = tuple(SeatRecord(nick, nick, f"{nick}@home") for nick in ("Dave", "davey"))
    channels.put("libera", "#den", lineup=LineupRecord("pontoon", places), left=("Dave",))
    channels.put("libera", "#den", watchers=(Watcher("Dave", 2), Watcher("davey", 3)))
    decks = decks_in(store.database)
    decks.seal(CUTWC, secret_of(1))
    (deck,) = decks
    cuts = (
        Cut("Dave", "years ago", "dave", "home"),
        Cut("davey", "x", "davey", "home"),
        Cut("zed", "y", "dave", "work"),
    )
    names = {"Dave": "D.", "kevin": "Kev"}
    decks.keep_soon(replace(deck, cuts=cuts, players=("kevin", "Dave"), names=names))
    store.database.write("INSERT INTO decks_of_0_5 (number, note) VALUES (1, ?)", OLD_DECK)
    assert store.database.commit()
    write(path, file_of(full("kevin", 1000), full("davey", 995)))
    store.refresh()
    store.database.close()
    return path


def is_named(path: Path) -> bool:
    """Tell whether any row or file of the database has the name, but as a part of another one."""
    files = [file.read_bytes() for file in path.parent.iterdir() if ".db" in file.name]
    with reading(path) as read:
        rows = [json.encode([*read(f"SELECT * FROM {table.name}")]) for table in tables()]
    return b"dave" in b"".join(files + rows).lower().replace(b"davey", b"")


def test_a_pseudonym_takes_the_place_of_the_name_everywhere(path: Path) -> None:
    assert is_named(path)
    done = forget(path, "dave")
    assert done.rounds == 1
    assert done.changes >= 3
    assert not is_named(path)
    first, second = history_of(path)
    assert first.players == (("kevin", 1000), (done.pseudonym, 500))
    assert (first.names, second.players) == ({}, (("davey", 1000), ("kevin", 500)))
    with reading(path) as read:
        assert [*read("SELECT why, by FROM changes WHERE by <> '' ORDER BY id")] == [
            (f"order: remove {done.pseudonym} davey", done.pseudonym),
            ("order: add bob", "davey!d@example.org"),
        ]


def test_others_keep_their_places_and_decks_their_cuts(path: Path) -> None:
    done = forget(path, "dave")
    database = Database(SqliteFile(path_beside(path)))
    channels = Channels(database, lambda: NOON)
    assert [each.player for each in channels.of("libera", "#den").lineup.places] == ["davey"]
    assert [each.player for each in channels.of("libera", "#den").watchers] == ["davey"]
    (deck,) = decks_in(database)
    others = Cut("davey", "x", "davey", "home"), Cut("zed", "y")
    assert (deck.cuts, deck.players) == (
        (Cut(done.pseudonym, "years ago"), *others),
        ("kevin", done.pseudonym),
    )
    assert deck.names == {"kevin": "Kev"}
    database.close()


def test_all_that_was_right_is_right(path: Path) -> None:
    forget(path, "dave")
    check_books(path)
    started(path).database.close()
    check_books(path)
    with reading(path) as read:
        report = check(read, rounds(read, Wanted()))
    assert (report.in_ledger, report.findings) == (2, [])


def test_somebody_who_still_plays_begins_anew_in_the_ledger(path: Path) -> None:
    """And is forgotten whole once they are out of the file."""
    for _ in range(2):
        write(path, file_of(full("kevin"), full("davey", 995), full("DAVE")))
        started(path).database.close()
        forget(path, "dave")
        started(path).database.close()
        check_books(path)
    write(path, file_of(full("kevin"), full("davey", 995)))
    started(path).database.close()
    forget(path, "dave")
    assert not is_named(path)
    check_books(path)


def test_a_pseudonym_is_always_the_same(path: Path) -> None:
    first = forget(path, "DAVE")
    again = forget(path, "dave")
    assert (again.pseudonym, again.rounds, again.changes) == (first.pseudonym, 0, 0)
    assert forget(path, "davey").pseudonym != first.pseudonym
    salt = bytes.fromhex(path.with_suffix(".salt").read_text())
    assert pseudonym_of("dave", salt) == first.pseudonym
    assert pseudonym_of("dave", bytes(32)) != first.pseudonym
    assert path.with_suffix(".salt").stat().st_mode & 0o777 == 0o600


def test_names_in_every_part_of_a_round_are_replaced(path: Path) -> None:
    """A banker, a kitty and a circle may be of people who did not play in it."""
    equipment = {
        "pack": {"cards": "dave"},
        "banker": "dave",
        "claimant": "dave",
        "left_by": "dave",
        "way": "kept",
        "circle": ["bob", "DAVE"],
        "sale": ["dave", "bob", 5, False],
        "kitty": ["Dave", 7],
    }
    record = replace(a_shed_round("00000000000000c3", "bob", "alice"), equipment=equipment)
    acts = [[0, "sell", "dave", 5], ["dave", "out"], [1, "bet", 5], [None, "stop"]]
    store = started(path)
    keep(store, replace(record, acts=acts, last_cut=Cut("dave", "dave")))
    store.database.close()
    name = forget(path, "dave").pseudonym
    *_, found = history_of(path)
    assert found.equipment == {
        "pack": {"cards": "dave"},
        "banker": name,
        "claimant": name,
        "left_by": name,
        "way": "kept",
        "circle": ["bob", name],
        "sale": [name, "bob", 5, False],
        "kitty": [name, 7],
    }
    assert found.acts == [[0, "sell", name, 5], [name, "out"], [1, "bet", 5], [None, "stop"]]
    assert found.last_cut == Cut(name, "dave")


def other_case(letter: str) -> str:
    return letter.swapcase() if letter.isascii() else letter


@pytest.mark.parametrize("nick", ["bet", "kept", "hands", "[a\\b]", 'say"', "jöran"])
def test_any_nick_is_replaced_where_it_is_a_name(path: Path, nick: str) -> None:
    store = started(path)
    keep(store, a_shed_round("00000000000000c3", "bob", nick))
    store.database.close()
    name = forget(path, "".join(map(other_case, nick))).pseudonym
    *_, found = history_of(path)
    assert [each.player for each in found.settled.results] == ["bob", name]
    assert found.acts == [[1, "bet", 5], [0, "bet", 10], [0, "stick"], [1, "twist"]]


@pytest.mark.only_sqlite
def test_the_name_is_in_no_byte_however_many_rounds_there_are(tmp_path: Path) -> None:
    """Pages that were split, or are free, have it no more."""
    path = tmp_path / "players.xml"
    write(path, file_of(full("Zaphod_B", 10**9), full("kevin"), full("Zaphod_C")))
    store = started(path)
    for number in range(300):
        others = ("kevin", "Zaphod_B") if number % 3 else ("Zaphod_C", "kevin")
        keep(store, a_shed_round(f"{number:016x}", *others))
    write(path, file_of(full("kevin"), full("Zaphod_C")))
    store.refresh()
    store.database.close()
    assert forget(path, "zaphod_b").rounds == 200
    assert b"zaphod_b" not in path_beside(path).read_bytes().lower()
    assert b"zaphod_c" in path_beside(path).read_bytes().lower()
    check_books(path)


@pytest.mark.only_sqlite
def test_what_was_left_in_unused_parts_of_the_file_goes_too(path: Path) -> None:
    """Even SQLite that overwrites what it deletes leaves copies where it splits a page."""
    with edited(path) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("INSERT INTO bans (ban) VALUES (?)", ("dave " * 5000,))
        connection.execute("DELETE FROM bans")
    assert path_beside(path).read_bytes().count(b"dave ") > 4000
    forget(path, "dave")
    assert not is_named(path)


def test_somebody_whose_round_is_played_or_to_be_paid_is_not_forgotten(path: Path) -> None:
    store = started(path)
    keep(store, a_shed_round("00000000000000c3", "bob", "DAVE"), is_paid=False)
    store.database.close()
    before = path_beside(path).read_bytes()
    with pytest.raises(StillPlaying):
        forget(path, "dave")
    assert path_beside(path).read_bytes() == before
    store = started(path)
    begun = a_shed_round("00000000000000d4", "bob", "carol")
    record = RoundRecord(
        id=begun.id,
        where=HERE,
        began=BEGAN,
        version="",
        equipment=begun.equipment,
        players=begun.players,
    )
    Rounds(store.database, decks_in(store.database), lambda: BEGAN).begin(record)
    store.database.close()
    with pytest.raises(StillPlaying):
        forget(path, "Carol")
    assert forget(path, "davey").rounds == 1  # who does not play in it


def test_a_round_that_cannot_be_read_is_told_and_nothing_is_changed(path: Path) -> None:
    with edited(path) as connection:
        connection.execute("UPDATE rounds SET begin = '[\"dave\"]' WHERE number = 1")
    with pytest.raises(CannotForget, match="cannot be read; pontoonbot history --check"):
        forget(path, "dave")
    assert is_named(path)


def test_a_damaged_salt_is_not_replaced(path: Path) -> None:
    path.with_suffix(".salt").write_text("pepper")
    with pytest.raises(CannotForget, match="64 hex digits"):
        forget(path, "dave")
    assert is_named(path)


@pytest.mark.only_sqlite
def test_a_disk_without_room_changes_nothing(path: Path) -> None:
    """Of the two steps the first is all or nothing; the second only tidies up."""
    before = sqlite3.connect(path_beside(path)).execute("SELECT begin FROM rounds").fetchall()
    with sqlite3.connect(path_beside(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CannotForget, match="another program has locked it"):
            forget(path, "dave")
        other.rollback()
    after = sqlite3.connect(path_beside(path)).execute("SELECT begin FROM rounds").fetchall()
    assert before == after
    assert any(b"Dave" in json.encode(row) for row in after)

"""The ledger beside players.xml: a line for each change of chips, and what is known from it."""

from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import Kitty
from pontoon.storage.place import connected
from pontoon.storage.players.player import (
    KittyChange,
    PlayerChange,
    PlayersFileError,
)
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rows import moment
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.ledger_checks import HERE, check_books, started, win
from tests.support.players_files import chips_in, file_of, full, names, write
from tests.support.players_files import settle as settle_round

pytestmark = pytest.mark.usefixtures("on_both")

KITTY = "shoot #pontoon irc.example.org"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a file with dave and kevin in it."""
    path = tmp_path / "players.xml"
    write(path, file_of(full("dave"), full("kevin")))
    return path


def at_six() -> datetime:
    """Say that it is six in the evening in Greenwich, as a clock in Berlin does."""
    return datetime(2026, 11, 20, 19, tzinfo=timezone(timedelta(hours=1)))


def opened(path: Path) -> PlayerStore:
    """Return a store whose ledger is begun, at six."""
    store = PlayerStore(path, now=at_six)
    store.recover()
    store.refresh()
    assert store.faults == ()
    return store


def lines_in(path: Path) -> list[dict[str, Any]]:
    """Return the entries of the ledger, without their times; those of the house come last."""
    with connected(path) as database:
        rows = database.execute(
            "SELECT kind, name, entries.before, entries.after, why, round"
            " FROM entries JOIN changes ON id = change"
            " ORDER BY change, kind = 'house', kind DESC, name"
        ).fetchall()
    found = [(one(*row), name) for *row, name in rows]
    return [{**each, "round": name} if name else each for each, name in found]


def one(kind: str, whose: str, before: int | None, after: int | None, why: str) -> dict[str, Any]:
    return {kind: whose, "before": before, "after": after, "why": why}


BEGINNING = [
    one("player", "dave", None, 1000, "first seen"),
    one("player", "kevin", None, 1000, "first seen"),
]


def test_a_store_that_only_reads_has_no_ledger(path: Path) -> None:
    PlayerStore(path).refresh()
    assert names(path.parent) == ["players.xml"]


def test_a_first_ledger_has_everybody_as_they_are_first_seen(path: Path) -> None:
    for _ in range(2):
        opened(path)
        assert lines_in(path) == BEGINNING


def test_a_round_has_a_line_for_each_whose_chips_change_and_one_for_the_house(path: Path) -> None:
    """With its name, the game and the time."""
    store = opened(path)
    changes = {"dave": win(-60), "KEVIN": win(100), "gone": win(5)}
    settle_round(store, "pontoon", changes, None, "a round")
    first, second, house = lines_in(path)[2:]
    assert first == {**one("player", "dave", 1000, 940, "pontoon"), "round": "a round"}
    assert second == {**one("player", "kevin", 1000, 1100, "pontoon"), "round": "a round"}
    assert house == {**one("house", "pontoon", 0, -40, "pontoon"), "round": "a round"}
    assert {moment(at) for (at,) in store.database.read("SELECT at FROM changes")} == {at_six()}


def test_the_file_has_the_number_of_the_last_change_which_is_marked_then(path: Path) -> None:
    store = opened(path)
    settle_round(store, "pontoon", {"dave": win(5), "kevin": win(-5)}, None, "a round")
    last = "SELECT id, is_made FROM changes ORDER BY id DESC LIMIT 1"
    ((bank,),) = store.database.read("SELECT id FROM bank")
    assert f' change="2" bank="{bank}">' in path.read_text()
    assert store.database.read(last) == [(2, 0)]
    assert store.database.commit()
    assert store.database.read(last) == [(2, 1)]


@pytest.mark.parametrize("game", ["cutwc", "blackjack"])
def test_a_round_without_chips_has_the_line_of_the_house(path: Path, game: str) -> None:
    settle_round(opened(path), game, {"dave": PlayerChange(0, 1, 0)}, None, "a round")
    assert lines_in(path)[2:] == [{**one("house", game, 0, 0, game), "round": "a round"}]
    assert started(path).has_settled("a round")


def test_chips_that_were_not_there_to_be_taken_are_the_houses_loss(path: Path) -> None:
    settle_round(opened(path), "pontoon", {"dave": win(-1500), "kevin": win(1500)}, None, "a round")
    assert [each["after"] for each in lines_in(path)[2:]] == [0, 2500, -500]
    check_books(path)


def test_two_results_of_the_same_player_are_one_line(path: Path) -> None:
    settle_round(opened(path), "pontoon", {"dave": win(5), "DAVE": win(7)}, None, "a round")
    assert [(each["before"], each["after"]) for each in lines_in(path)[2:]] == [
        (1000, 1012),
        (0, -12),
    ]


def test_the_bank_and_a_kitty_are_accounts_of_their_own(path: Path) -> None:
    store = opened(path)
    store.move_to_bank("dave", 100)
    assert lines_in(path)[2:] == [
        one("player", "dave", 1000, 900, "bank"),
        one("bank", "dave", 0, 100, "bank"),
    ]
    settle_round(store, "shoot", {"dave": win(-50)}, KittyChange(HERE, "dave", 50), "a round")
    (kitty,) = (each for each in lines_in(path) if "kitty" in each)
    assert kitty == {**one("kitty", KITTY, 0, 50, "shoot"), "round": "a round"}
    assert store.return_kitty(HERE).outcome == Kitty("dave", 50)
    assert lines_in(path)[-2:] == [
        one("player", "dave", 850, 900, "kitty returned"),
        one("kitty", KITTY, 50, 0, "kitty returned"),
    ]
    check_books(path)


def test_a_kitty_whose_banker_is_gone_goes_to_the_house(path: Path) -> None:
    store = opened(path)
    settle_round(store, "shoot", {"kevin": win(-50)}, KittyChange(HERE, "gone", 50), "a round")
    assert store.return_kitty(HERE).outcome == Kitty("gone", 50)
    assert store.find("gone") is None
    assert lines_in(path)[-1] == one("house", "shoot", 0, 50, "kitty returned")
    check_books(path)


def test_what_changes_no_chips_and_is_no_round_has_no_line(path: Path) -> None:
    store = opened(path)
    store.set_nickname("dave", "Dave")
    store.tally("blackjack", "dave", lambda tallies: {**tallies, "minutes": 60})
    assert lines_in(path) == BEGINNING


# Edits by hand


def test_what_was_edited_while_the_bot_runs_is_written_down_before_anything_else(
    path: Path,
) -> None:
    store = opened(path)
    write(path, file_of(full("dave", 1500), full("bob", 7)))
    settle_round(store, "pontoon", {"dave": win(5)}, None, "a round")
    assert lines_in(path)[2:5] == [
        one("player", "bob", None, 7, "edit"),
        one("player", "dave", 1000, 1500, "edit"),
        one("player", "kevin", 1000, None, "edit"),
    ]
    assert lines_in(path)[5] == {**one("player", "dave", 1500, 1505, "pontoon"), "round": "a round"}


def test_what_was_edited_while_the_bot_was_not_running_is_found_at_the_start(path: Path) -> None:
    opened(path).move_to_bank("dave", 10)
    path.write_text(path.read_text().replace("<bank>10</bank>", "<bank>0</bank>"))
    opened(path)
    assert lines_in(path)[4:] == [one("bank", "dave", 10, 0, "edit")]


def test_an_edit_of_anything_but_chips_is_none(path: Path) -> None:
    store = opened(path)
    path.write_text(path.read_text().replace("<won>0</won>", "<won>5</won>") + "<!-- mine -->")
    assert store.refresh()
    assert lines_in(path) == BEGINNING


def test_a_file_that_is_broken_is_not_compared_until_it_is_mended(path: Path) -> None:
    store = opened(path)
    write(path, "<players>")
    store.refresh()
    assert lines_in(path) == BEGINNING
    write(path, file_of(full("dave"), full("kevin")))
    store.refresh()
    assert lines_in(path) == BEGINNING


@pytest.mark.only_sqlite
def test_nothing_is_played_while_an_edit_cannot_be_written_down(path: Path) -> None:
    """It heals by itself."""
    store = opened(path)
    write(path, file_of(full("dave", 1500), full("kevin")))
    with FaultyDisk(Trouble.FULL, 1, 1000).at_work():
        assert store.refresh()
        assert store.database.trouble == "the disk is full"
        with pytest.raises(NotRecorded):
            store.database.require()
        with pytest.raises(PlayersFileError):
            settle_round(store, "pontoon", {"dave": win(5)}, None, "a round")
    assert chips_in(path)["dave"] == 1500
    store.database.require()
    settle_round(store, "pontoon", {"dave": win(5)}, None, "a round")
    check_books(path)


# Rounds


def test_a_round_that_is_settled_is_settled_once(path: Path) -> None:
    """Also if another bot has settled it; and what can be said of it is said again."""
    store = opened(path)
    changes = {"dave": win(5), "gone": win(-5)}
    assert not store.has_settled("a round")
    posted = settle_round(store, "pontoon", changes, None, "a round")
    for each in (store, opened(path)):
        assert each.has_settled("a round")
        assert settle_round(each, "pontoon", changes, None, "a round") == posted
        assert chips_in(path) == {"dave": 1005, "kevin": 1000}
    settle_round(store, "pontoon", changes, None, "another round")
    assert chips_in(path)["dave"] == 1010


def test_the_database_is_beside_the_real_file_whatever_that_is_called(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    for name, beside in (("p.xml", "p.db"), ("p", "p.db"), ("q.db", "q.db.db")):
        write(real / name, file_of(full("dave")))
        link = tmp_path / "players.xml"
        link.unlink(missing_ok=True)
        link.symlink_to(f"real/{name}")
        opened(link).database.close()
        assert (real / beside).exists()
        (real / beside).unlink()
    assert names(tmp_path) == ["players.xml", "real"]


def test_names_are_written_as_they_are(path: Path) -> None:
    store = opened(path)
    write(path, file_of(full("dàve€")))
    store.refresh()
    assert one("player", "dàve€", None, 1000, "edit") in lines_in(path)

"""The ledger beside players.xml: a line for each change of chips, and what is known from it."""

import hashlib
import json
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from pontoon.engine.events import Kitty
from pontoon.storage.players import ledger
from pontoon.storage.players.ledger import LedgerError
from pontoon.storage.players.player import (
    Fault,
    KittyChange,
    PlayerChange,
    PlayersFileError,
)
from pontoon.storage.players.store import PlayerStore
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.ledger_checks import HERE, check_books, started, win
from tests.support.players_files import chips_in, file_of, full, names, write
from tests.support.players_files import settle as settle_round

SIX = "2026-11-20T18:00:00Z"
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


def lines_in(path: Path, suffix: str = "") -> list[dict[str, Any]]:
    """Return the lines of a ledger without their times, and without versions of players.xml."""
    lines = path.with_name(f"players.ledger{suffix}").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    own = {"time", "from", "to", "more"}
    return [{key: each[key] for key in each if key not in own} for each in found]


def one(kind: str, whose: str, before: int | None, after: int | None, why: str) -> dict[str, Any]:
    return {kind: whose, "before": before, "after": after, "why": why}


BEGINNING = [
    {"why": "first seen", "rounds": []},
    one("player", "dave", None, 1000, "first seen"),
    one("player", "kevin", None, 1000, "first seen"),
]


def test_a_store_that_only_reads_has_no_ledger(path: Path) -> None:
    PlayerStore(path).refresh()
    assert names(path.parent) == ["players.xml"]


def test_a_first_ledger_has_everybody_as_they_are_first_seen(path: Path) -> None:
    opened(path)
    assert lines_in(path) == BEGINNING
    assert stat.S_IMODE(path.with_suffix(".ledger").stat().st_mode) == 0o640
    before = path.with_suffix(".ledger").read_bytes()
    opened(path)
    assert path.with_suffix(".ledger").read_bytes() == before


def test_a_round_has_a_line_for_each_whose_chips_change_and_one_for_the_house(path: Path) -> None:
    """With its name, the game and the time."""
    store = opened(path)
    changes = {"dave": win(-60), "KEVIN": win(100), "gone": win(5)}
    settle_round(store, "pontoon", changes, None, "a round")
    first, second, house = lines_in(path)[3:]
    assert first == {**one("player", "dave", 1000, 940, "pontoon"), "round": "a round"}
    assert second == {**one("player", "kevin", 1000, 1100, "pontoon"), "round": "a round"}
    assert house == {**one("house", "pontoon", 0, -40, "pontoon"), "round": "a round"}
    texts = path.with_suffix(".ledger").read_text().splitlines()
    assert {json.loads(text)["time"] for text in texts} == {SIX}


def test_a_round_names_the_file_as_it_was_and_as_it_is_by_its_content(path: Path) -> None:
    """In its first line, as ``sha256sum`` has it."""
    store = opened(path)
    before = path.read_bytes()
    settle_round(store, "pontoon", {"dave": win(5), "kevin": win(-5)}, None, "a round")
    first, *others = map(json.loads, path.with_suffix(".ledger").read_text().splitlines()[3:])
    for key, content in (("from", before), ("to", path.read_bytes())):
        assert hashlib.sha256(content).hexdigest().startswith(first[key])
        assert len(first[key]) == 32
        assert not any(key in other for other in others)


@pytest.mark.parametrize("game", ["cutwc", "blackjack"])
def test_a_round_without_chips_has_the_line_of_the_house(path: Path, game: str) -> None:
    settle_round(opened(path), game, {"dave": PlayerChange(0, 1, 0)}, None, "a round")
    assert lines_in(path)[3:] == [{**one("house", game, 0, 0, game), "round": "a round"}]
    assert started(path).has_settled("a round")


def test_chips_that_were_not_there_to_be_taken_are_the_houses_loss(path: Path) -> None:
    settle_round(opened(path), "pontoon", {"dave": win(-1500), "kevin": win(1500)}, None, "a round")
    assert [each["after"] for each in lines_in(path)[3:]] == [0, 2500, -500]
    check_books(path)


def test_two_results_of_the_same_player_are_one_line(path: Path) -> None:
    settle_round(opened(path), "pontoon", {"dave": win(5), "DAVE": win(7)}, None, "a round")
    assert [(each["before"], each["after"]) for each in lines_in(path)[3:]] == [
        (1000, 1012),
        (0, -12),
    ]


def test_the_bank_and_a_kitty_are_accounts_of_their_own(path: Path) -> None:
    store = opened(path)
    store.move_to_bank("dave", 100)
    assert lines_in(path)[3:] == [
        one("player", "dave", 1000, 900, "bank"),
        one("bank", "dave", 0, 100, "bank"),
    ]
    settle_round(store, "shoot", {"dave": win(-50)}, KittyChange(HERE, "dave", 50), "a round")
    (kitty,) = (each for each in lines_in(path) if "kitty" in each)
    assert kitty == {**one("kitty", KITTY, 0, 50, "shoot"), "round": "a round"}
    assert store.return_kitty(HERE) == Kitty("dave", 50)
    assert lines_in(path)[-2:] == [
        one("kitty", KITTY, 50, 0, "kitty returned"),
        one("player", "dave", 850, 900, "kitty returned"),
    ]
    check_books(path)


def test_a_kitty_whose_banker_is_gone_goes_to_the_house(path: Path) -> None:
    store = opened(path)
    settle_round(store, "shoot", {"kevin": win(-50)}, KittyChange(HERE, "gone", 50), "a round")
    assert store.return_kitty(HERE) == Kitty("gone", 50)
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
    assert lines_in(path)[3:6] == [
        one("player", "dave", 1000, 1500, "edit"),
        one("player", "kevin", 1000, None, "edit"),
        one("player", "bob", None, 7, "edit"),
    ]
    assert lines_in(path)[6] == {**one("player", "dave", 1500, 1505, "pontoon"), "round": "a round"}


def test_what_was_edited_while_the_bot_was_not_running_is_found_at_the_start(path: Path) -> None:
    opened(path).move_to_bank("dave", 10)
    path.write_text(path.read_text().replace("<bank>10</bank>", "<bank>0</bank>"))
    opened(path)
    assert lines_in(path)[5:] == [one("bank", "dave", 10, 0, "edit")]


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


def test_nothing_is_played_while_an_edit_cannot_be_written_down(path: Path) -> None:
    """It heals by itself."""
    store = opened(path)
    write(path, file_of(full("dave", 1500), full("kevin")))
    told = Fault(0, "players.ledger cannot be written: No space left on device")
    with FaultyDisk(Trouble.FULL, 1, 1000).at_work():
        assert store.refresh()
        assert list(store.faults) == [told]
        assert not store.refresh()
        with pytest.raises(PlayersFileError, match=r"players\.ledger cannot be written"):
            settle_round(store, "pontoon", {"dave": win(5)}, None, "a round")
    assert chips_in(path)["dave"] == 1500
    assert store.refresh()
    assert list(store.faults) == []
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


def test_only_the_last_rounds_are_known(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else the bot would grow with each."""
    monkeypatch.setattr(ledger, "ROUNDS", 3)
    store = opened(path)
    for number in range(5):
        settle_round(store, "pontoon", {"dave": win(1)}, None, str(number))
    for each in (store, opened(path)):
        known = [number for number in range(5) if each.has_settled(str(number))]
        assert known == [2, 3, 4]


# Another ledger when one is full


def test_a_full_ledger_is_put_aside_and_a_new_one_stands_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "LEAST_BYTES", 1200)
    store = opened(path)
    settle_round(store, "pontoon", {"dave": win(40)}, None, "a round")
    store.move_to_bank("dave", 40)
    while not path.with_name("players.ledger.1").exists():
        store.move_to_bank("dave", 1)
    banked = store.players()[0].bank
    assert lines_in(path)[:6] == [
        {"why": "carried", "rounds": ["a round"]},
        one("player", "dave", 1041 - banked, 1041 - banked, "carried"),
        one("player", "kevin", 1000, 1000, "carried"),
        one("house", "pontoon", -40, -40, "carried"),
        one("bank", "dave", banked - 1, banked - 1, "carried"),
        one("player", "dave", 1041 - banked, 1040 - banked, "bank"),
    ]
    check_books(path)
    for old in path.parent.glob("players.ledger.*"):
        old.unlink()
    store = opened(path)
    assert store.has_settled("a round")
    settle_round(store, "pontoon", {"dave": win(1)}, None, "another")
    assert lines_in(path)[-1]["after"] == -41
    check_books(path)


def test_three_old_ledgers_are_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEAST_BYTES", 1)
    monkeypatch.setattr(ledger, "SNAPSHOTS", 0)
    store = opened(path)
    for number in range(6):
        settle_round(store, "pontoon", {"dave": win(1)}, None, str(number))
    found = [name for name in names(path.parent) if "ledger" in name]
    assert found == ["players.ledger", *(f"players.ledger.{number}" for number in (1, 2, 3))]
    settled = [lines_in(path, suffix)[-1]["round"] for suffix in ("", ".1", ".2", ".3")]
    assert settled == ["5", "4", "3", "2"]
    check_books(path)


def test_a_ledger_is_not_full_before_it_is_some_times_what_all_balances_take(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or else with many players there would be a new one all the time."""
    monkeypatch.setattr(ledger, "LEAST_BYTES", 1)
    store = opened(path)
    beginning = path.with_suffix(".ledger").stat().st_size
    sizes = []
    while not path.with_name("players.ledger.1").exists():
        sizes.append(path.with_suffix(".ledger").stat().st_size)
        store.move_to_bank("dave", 1)
    assert sizes[-1] > 3 * beginning


# What others do to it


def test_a_ledger_that_is_taken_away_is_begun_again(path: Path) -> None:
    """With what was known of everybody, so that nothing seems to be edited."""
    store = opened(path)
    settle_round(store, "pontoon", {"dave": win(5)}, None, "a round")
    path.with_suffix(".ledger").unlink()
    settle_round(store, "pontoon", {"dave": win(5)}, None, "another")
    assert {each["why"] for each in lines_in(path)} == {"carried", "pontoon"}
    assert opened(path).has_settled("a round")
    check_books(path)


def test_a_ledger_that_somebody_has_changed_is_read_again(path: Path) -> None:
    store = opened(path)
    store.move_to_bank("dave", 10)
    written = path.with_suffix(".ledger")
    written.write_text("".join(written.read_text().splitlines(keepends=True)[:3]))
    settle_round(store, "pontoon", {"dave": win(5)}, None, "a round")
    assert [each["why"] for each in lines_in(path)[3:]] == ["edit", "edit", "pontoon", "pontoon"]
    check_books(path)


DAMAGED = ["rubbish", "[]", "{}", '{"time": 1, "why": "edit"}', '{"time": "x", "why": "edit"}']
DAMAGED += ['{"time": "x", "why": "edit", "player": "dave", "before": 1.5, "after": 1}']
DAMAGED += ['{"time": "x", "why": "edit", "player": 7, "before": 1, "after": 1}', "[" * 100_000]
DAMAGED += ['{"time": "x", "why": "x", "player": "dave", "from": [1], "to": [1, 2, 3]}', ""]
DAMAGED += ['{"time": "x", "why": "x", "player": "dave", "from": "5c", "to": null}']


@pytest.mark.parametrize("damaged", DAMAGED, ids=lambda text: text[:30])
def test_a_damaged_line_is_named_and_nothing_is_touched(path: Path, damaged: str) -> None:
    store = opened(path)
    written = path.with_suffix(".ledger")
    first, *rest = written.read_text().splitlines(keepends=True)
    written.write_text(f"{first}{damaged}\n{''.join(rest)}")
    before = written.read_bytes()
    with pytest.raises(LedgerError, match=r"^players\.ledger, line 2: it is damaged$"):
        PlayerStore(path).recover()
    for attempt in (store, PlayerStore(path)):
        with pytest.raises(PlayersFileError, match=r"^players\.ledger, line 2: it is damaged$"):
            settle_round(attempt, "pontoon", {"dave": win(5)})
    assert written.read_bytes() == before
    assert chips_in(path) == {"dave": 1000, "kevin": 1000}


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("elsewhere")])
def test_what_is_no_ordinary_file_is_no_ledger(path: Path, make: Callable[[Path], object]) -> None:
    make(path.with_suffix(".ledger"))
    with pytest.raises(LedgerError, match=r"^players\.ledger cannot be read: "):
        PlayerStore(path).recover()


def test_the_ledger_is_beside_the_real_file_whatever_that_is_called(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    for name, beside in (("p.xml", "p.ledger"), ("p", "p.ledger"), ("q.ledger", "q.ledger.ledger")):
        write(real / name, file_of(full("dave")))
        link = tmp_path / "players.xml"
        link.unlink(missing_ok=True)
        link.symlink_to(f"real/{name}")
        opened(link)
        assert (real / beside).read_text().startswith('{"time"')
        (real / beside).unlink()
    assert names(tmp_path) == ["players.xml", "real"]


def test_names_are_written_as_they_are(path: Path) -> None:
    """And what no text file can have is escaped."""
    store = opened(path)
    write(path, file_of(full("dàve€")))
    store.refresh()
    assert '"player": "dàve€"' in path.with_suffix(".ledger").read_text("utf-8")
    place = HERE._replace(channel="#\udce9")
    settle_round(store, "shoot", {"dàve€": win(0)}, KittyChange(place, None, 0), "\udce9")
    assert started(path).has_settled("\udce9")


def test_the_time_is_that_of_the_clock_unless_another_is_given(path: Path) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    started(path)
    time = json.loads(path.with_suffix(".ledger").read_text().splitlines()[0])["time"]
    assert before <= datetime.fromisoformat(time) <= datetime.now(UTC)

"""Whatever the disk does at whatever moment: a change is made once, and all chips add up."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.storage.players.player import (
    KittyChange,
    PlayerChange,
    PlayersFileError,
    RoundChange,
)
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rows import DatabaseError
from tests.support.faulty_disk import CUTS, LASTING, UNLIKE, FaultyDisk, Trouble
from tests.support.ledger_checks import HERE, State, all_chips, check_books, started, state, win
from tests.support.players_files import edit, file_of, full, settle_all, write
from tests.support.players_files import settle as settle_round

pytestmark = pytest.mark.slow

Do = Callable[[PlayerStore], object]

ROUND = "0123456789abcdef"
BEFORE: State = {"dave": (1000, 0, 0, 0), "kevin": (1000, 0, 0, 0), "kitty": (0, 0, 0, 0)}


def settle(store: PlayerStore) -> None:
    """Settle a round: dave loses 60, 50 of them to a kitty; kevin wins 100; the house loses 90."""
    settle_round(
        store, "shoot", {"dave": win(-60), "kevin": win(100)}, KittyChange(HERE, "dave", 50), ROUND
    )


def drink(store: PlayerStore) -> None:
    settle_round(store, "cutwc", {"dave": PlayerChange(0, 1, 0, {"drinks": 3})}, None, ROUND)


def settle_together(store: PlayerStore) -> None:
    """Settle two rounds in one step; in the second one dave and the house lose 10 to kevin."""
    first = RoundChange(
        "shoot", {"dave": win(-60), "kevin": win(100)}, KittyChange(HERE, "dave", 50), "first"
    )
    second = RoundChange("pontoon", {"dave": win(-10), "kevin": win(20)}, None, ROUND)
    settle_all(store, [first, second])


SETTLED: State = {"dave": (940, 0, 1, 0), "kevin": (1100, 0, 1, 0), "kitty": (50, 0, 0, 0)}
ROUNDS: dict[str, tuple[Do, State]] = {
    "two rounds": (
        settle_together,
        {"dave": (930, 0, 2, 0), "kevin": (1120, 0, 2, 0), "kitty": (50, 0, 0, 0)},
    ),
    "drinks": (drink, {**BEFORE, "dave": (1000, 0, 1, 3)}),
}


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Give the path of a file on a disk that needs no time."""
    with patch("os.fsync"):
        yield tmp_path / "players.xml"


def fresh(path: Path) -> PlayerStore:
    """Begin with dave and kevin, and a ledger that says so."""
    for each in path.parent.iterdir():
        each.unlink(missing_ok=True)
    write(path, file_of(full("dave"), full("kevin")))
    return started(path)


def lose_names(path: Path) -> None:
    """Remove the new versions that wait beside files: their names were never synced."""
    for stray in path.parent.glob(".*"):
        stray.unlink()


def go_on(path: Path, store: PlayerStore, faulty: FaultyDisk) -> PlayerStore:
    """Return the store that there is after trouble: a new one if the power was cut."""
    if faulty.is_dead:
        return started(path)
    store.refresh()
    assert store.faults == ()
    assert store.database.commit()
    return store


def troubles(trouble: Trouble, more: int = 0) -> Iterator[FaultyDisk]:
    """Yield disks that have TROUBLE at the first call, the second, and so on to the last."""
    for number in itertools.count(1):
        faulty = FaultyDisk(trouble, number, more)
        yield faulty
        if not faulty.had_trouble:
            break
    assert number > 4


@pytest.mark.parametrize(
    ("what", "trouble", "more"),
    [
        *(("two rounds", *each) for each in LASTING),
        *(("drinks", each, 0) for each in (Trouble.FULL, Trouble.POWER_CUT_AFTER)),
    ],
)
def test_a_round_is_settled_as_a_whole_or_not_at_all_and_once_in_the_end(
    path: Path, what: str, trouble: Trouble, more: int
) -> None:
    do, after = ROUNDS[what]
    for faulty in troubles(trouble, more):
        store = fresh(path)
        failed = True
        with faulty.at_work(), suppress(PlayersFileError):
            do(store)
            failed = False
        assert failed <= faulty.had_trouble
        if failed and not faulty.is_dead:
            assert state(path) == BEFORE
        store = go_on(path, store, faulty)
        assert state(path) == (after if store.has_settled(ROUND) else BEFORE)
        check_books(path)
        assert all_chips(path) == 2000
        do(store)
        assert store.has_settled(ROUND)
        assert state(path) == after
        do(started(path))
        assert state(path) == after
        check_books(path)
        assert all_chips(path) == 2000


def test_a_power_cut_that_takes_the_new_file_with_it(path: Path) -> None:
    """What is in it was synced, but the folder was not; the ledger has the round already."""
    for cut in CUTS:
        for faulty in troubles(cut):
            store = fresh(path)
            with faulty.at_work():
                settle(store)
            lose_names(path)
            store = started(path)
            assert state(path) == (SETTLED if store.has_settled(ROUND) else BEFORE)
            settle(store)
            assert state(path) == SETTLED
            check_books(path)


@pytest.mark.parametrize("trouble", UNLIKE)
def test_the_bank(path: Path, trouble: Trouble) -> None:
    """Chips are in hand or in the bank, never in both."""
    banked = {**BEFORE, "dave": (900, 100, 0, 0)}
    for faulty in troubles(trouble):
        store = fresh(path)
        with faulty.at_work(), suppress(PlayersFileError):
            store.move_to_bank("dave", 100)
        store = go_on(path, store, faulty)
        assert state(path) in (BEFORE, banked)
        check_books(path)
        store.move_to_bank("dave", -store.players()[0].bank)
        assert state(path) == BEFORE
        check_books(path)


@pytest.mark.parametrize("trouble", UNLIKE)
def test_a_round_that_nobody_is_left_of(path: Path, trouble: Trouble) -> None:
    """Only the ledger is written then."""
    for number in range(1, 4):
        faulty = FaultyDisk(trouble, number)
        store = fresh(path)
        with faulty.at_work(), suppress(PlayersFileError):
            settle_round(store, "pontoon", {"bob": win(5)}, None, ROUND)
        store = go_on(path, store, faulty)
        check_books(path)
        settle_round(store, "pontoon", {"bob": win(5)}, None, ROUND)
        assert store.has_settled(ROUND)
        check_books(path)


EDITED: State = {"dave": (5000, 0, 0, 0), "bob": (7, 0, 0, 0), "kitty": (0, 0, 0, 0)}


@pytest.mark.parametrize(("trouble", "more"), LASTING)
def test_an_edit_is_found_and_written_down_however_often_that_fails(
    path: Path, trouble: Trouble, more: int
) -> None:
    for number in range(1, 4):
        faulty = FaultyDisk(trouble, number, more)
        store = fresh(path)
        write(path, file_of(full("dave", 5000), full("bob", 7)))
        with faulty.at_work():
            store.refresh()
        assert state(path) == EDITED
        assert store.faults == ()
        store = go_on(path, store, faulty)
        check_books(path)
        settle(store)
        check_books(path)


@pytest.mark.parametrize(
    ("trouble", "more"), [*((each, 1) for each in UNLIKE), (Trouble.FULL, 2), *LASTING[-3:]]
)
def test_an_edit_before_the_bot_is_started_again_does_not_hide_what_was_not_settled(
    path: Path, trouble: Trouble, more: int
) -> None:
    """Though the file is then neither as it was before nor as it was to be."""
    for faulty in troubles(trouble, more):
        store = fresh(path)
        with faulty.at_work(), suppress(PlayersFileError):
            settle(store)
        is_settled = state(path) == SETTLED
        edit(path, file_of(full("dave", 5000), full("bob", 7)))
        store = started(path)
        assert store.has_settled(ROUND) == is_settled
        check_books(path)


@pytest.mark.parametrize("trouble", UNLIKE)
def test_trouble_while_the_bot_recovers_from_trouble(path: Path, trouble: Trouble) -> None:
    """It starts another time."""
    for faulty in troubles_at_start(trouble):
        store = fresh(path)
        cut = FaultyDisk(Trouble.POWER_CUT, the_last_step(path))
        with cut.at_work():
            settle(fresh(path))
        with faulty.at_work(), suppress(DatabaseError):
            store = PlayerStore(path)
            store.recover()
            store.refresh()
            if not store.faults:
                store.sweep()
        store = started(path)
        assert not store.has_settled(ROUND)
        assert state(path) == BEFORE
        settle(store)
        assert state(path) == SETTLED
        check_books(path)


def troubles_at_start(trouble: Trouble) -> Iterator[FaultyDisk]:
    for number in range(1, 6):
        yield FaultyDisk(trouble, number)


def the_last_step(path: Path) -> int:
    """Return the number of the call that renames the new file to players.xml, when it settles."""
    watching = FaultyDisk(Trouble.POWER_CUT, 1000)
    store = fresh(path)
    with watching.at_work():
        settle(store)
    return len(watching.calls) - watching.calls[::-1].index("replace")

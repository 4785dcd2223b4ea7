"""A folder that was copied, a ledger whose end is cut off: nothing is paid twice, nor forgotten."""

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from pontoon.storage.players.ledger_line import LedgerLine
from pontoon.storage.players.ledger_line import read as read_line
from pontoon.storage.players.ledger_line import written as written_line

from pontoon.storage.players.ledger import LedgerError
from pontoon.storage.players.player import KittyChange, PlayerChange, RoundChange
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.versions import digest_of
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.ledger_checks import HERE, State, all_chips, check_books, started, state, win
from tests.support.players_files import file_of, full, write
from tests.support.players_files import settle as settle_round

pytestmark = pytest.mark.slow

ROUND = "0123456789abcdef"
OTHER_ROUND = "fedcba9876543210"


def shoot(store: PlayerStore) -> None:
    """Settle a round: dave loses 60, 50 of them to a kitty; kevin wins 100; the house loses 90."""
    changes = {"dave": win(-60), "kevin": win(100)}
    settle_round(store, "shoot", changes, KittyChange(HERE, "dave", 50), ROUND)


def drink(store: PlayerStore) -> None:
    """Settle a round in which dave drinks 3: it has one line in the ledger, without chips."""
    settle_round(store, "cutwc", {"dave": PlayerChange(0, 1, 0, {"drinks": 3})}, None, ROUND)


def together(store: PlayerStore) -> None:
    """Settle two rounds in one step: in the second one kevin loses 7, and the house wins 7."""
    changes = {"dave": win(-60), "kevin": win(100)}
    store.settle_all(
        [
            RoundChange("shoot", changes, KittyChange(HERE, "dave", 50), ROUND),
            RoundChange("shoot", {"kevin": win(-7)}, None, OTHER_ROUND),
        ]
    )


Settle = Callable[[PlayerStore], None]

each_round = pytest.mark.parametrize("settle", [shoot, drink, together])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a file with dave and kevin in it, and a ledger in which a round is."""
    folder = tmp_path / "bot"
    folder.mkdir()
    path = folder / "players.xml"
    write(path, file_of(full("dave"), full("kevin")))
    settle_round(started(path), "pontoon", {"dave": win(10)}, None, "an early round")
    return path


def ledger_of(path: Path) -> Path:
    return path.with_suffix(".ledger")


def whys(path: Path) -> list[str]:
    return [json.loads(line)["why"] for line in ledger_of(path).read_text().splitlines()]


# The folder is copied


def last_rename(path: Path, settle: Settle) -> int:
    """Return the number of the call that renames the new file, counted on a copy of the folder."""
    trial = path.parent.with_name("trial")
    shutil.copytree(path.parent, trial)
    watching = FaultyDisk(Trouble.POWER_CUT, 1000)
    store = started(trial / path.name)
    with watching.at_work():
        settle(store)
    return len(watching.calls) - watching.calls[::-1].index("replace")


def killed(path: Path, settle: Settle, *, after_rename: bool) -> None:
    """Have the program killed between the ledger and players.xml, or right behind both."""
    number = last_rename(path, settle) + int(after_rename)
    store = started(path)
    with FaultyDisk(Trouble.POWER_CUT, number).at_work():
        settle(store)


def as_archived(path: Path, where: Path) -> Path:
    """Copy the folder as ``cp -a`` does: the same content and times, in other files."""
    shutil.copytree(path.parent, where)
    return where / path.name


def without_hidden(path: Path, where: Path) -> Path:
    """Copy the folder as ``cp -a bot/* where`` does: hidden files stay behind."""
    shutil.copytree(path.parent, where, ignore=shutil.ignore_patterns(".*"))
    return where / path.name


@each_round
@pytest.mark.parametrize("copy", [as_archived, without_hidden])
@pytest.mark.parametrize("after_rename", [False, True])
def test_a_copied_folder_is_not_taken_for_an_edit_by_hand(
    path: Path, settle: Settle, copy: Callable[[Path, Path], Path], *, after_rename: bool
) -> None:
    killed(path, settle, after_rename=after_rename)
    before = state(path)
    copied = copy(path, path.parent.with_name("copy"))
    store = started(copied)
    assert store.has_settled(ROUND) is after_rename
    assert state(copied) == before
    assert "edit" not in whys(copied)
    check_books(copied)
    settle(store)
    assert store.has_settled(ROUND)
    settle(started(copied))
    assert state(copied) == settled_state(path, settle)
    check_books(copied)


def settled_state(path: Path, settle: Settle) -> State:
    """Return what is in the file when the round is settled once, at the path where it began."""
    store = started(path)
    settle(store)
    return state(path)


# A ledger of version 0.1.0


def as_in_010(path: Path) -> None:
    """Rewrite the last change as 0.1.0 wrote it: inode, size and time, in the last line."""
    file = ledger_of(path)
    lines = [read_line(text) for text in file.read_bytes().splitlines()]
    texts = [written_line(line._replace(versions=None)) for line in lines]
    last = json.loads(texts[-1])
    previous, now = path.with_name("players.xml~").stat(), path.stat()
    for key, status in (("from", previous), ("to", now)):
        last[key] = [status.st_ino, status.st_size, status.st_mtime_ns]
    texts[-1] = json.dumps(last).encode()
    file.write_bytes(b"".join(text + b"\n" for text in texts))


def test_a_ledger_of_version_010_is_gone_on_with(path: Path) -> None:
    shoot(started(path))
    as_in_010(path)
    store = started(path)
    assert store.has_settled(ROUND)
    assert "edit" not in whys(path)
    drink(store)
    check_books(path)


def test_what_was_not_settled_is_taken_off_a_ledger_of_version_010(path: Path) -> None:
    shoot(started(path))
    as_in_010(path)
    path.with_name("players.xml~").rename(path)
    store = started(path)
    assert not store.has_settled(ROUND)
    assert "edit" not in whys(path)
    check_books(path)


def test_a_round_whose_lines_are_torn_in_a_ledger_of_version_010_is_not_paid_twice(
    path: Path,
) -> None:
    """Its last line alone said which version was to be there; the bot asks for help."""
    shoot(started(path))
    as_in_010(path)
    whole = ledger_of(path).read_bytes()
    for lost in (5, 200):
        ledger_of(path).write_bytes(whole[:-lost])
        with pytest.raises(LedgerError, match=f"line 6: .* the round {ROUND} already"):
            started(path)


# The end of the ledger is cut off


def cuts(path: Path, length: int) -> Iterator[int]:
    """Yield lengths at which a ledger that has grown from LENGTH could be cut off."""
    yield from range(length + 1, ledger_of(path).stat().st_size, 3)


def started_unless_refused(path: Path) -> PlayerStore | None:
    with suppress(LedgerError):
        return started(path)
    return None


@each_round
def test_a_round_whose_lines_are_torn_is_not_paid_twice(path: Path, settle: Settle) -> None:
    """However much of them is left: it is put right, or the bot refuses to go on."""
    length = ledger_of(path).stat().st_size
    settle(started(path))
    after, whole, refused = state(path), ledger_of(path).read_bytes(), 0
    for size in cuts(path, length):
        ledger_of(path).write_bytes(whole[:size])
        store = started_unless_refused(path)
        if store is None:
            assert ledger_of(path).read_bytes() == whole[:size]
            refused += 1
            continue
        assert store.has_settled(ROUND)
        assert "edit" not in whys(path)
        settle(store)
        assert state(path) == after
        check_books(path)
        assert all_chips(path) == 2000
    assert 0 < refused < 150
    assert refused < len(whole) - length - 1


@each_round
def test_a_round_that_was_torn_and_not_made_is_paid_once(path: Path, settle: Settle) -> None:
    """As after a power cut in the middle of the lines: it never needs anybody's help."""
    length, before = ledger_of(path).stat().st_size, state(path)
    killed(path, settle, after_rename=False)
    waiting = path.with_name(".players.xml.new")
    waits, whole, content = waiting.read_bytes(), ledger_of(path).read_bytes(), path.read_bytes()
    for size in cuts(path, length):
        for is_lost in (False, True):
            path.write_bytes(content)
            ledger_of(path).write_bytes(whole[:size])
            waiting.write_bytes(waits)
            if is_lost:
                waiting.unlink()
            store = started(path)
            assert not store.has_settled(ROUND)
            assert state(path) == before
            settle(store)
            assert store.has_settled(ROUND)
            check_books(path)
            assert all_chips(path) == 2000


def test_a_torn_line_that_shows_nothing_is_told_by_the_previous_version(path: Path) -> None:
    """Though the ledger does not know the file as it was: a nickname moves no chips."""
    started(path).set_nickname("dave", "The Dealer's Friend")
    before = state(path)
    killed(path, shoot, after_rename=False)
    path.with_name(".players.xml.new").unlink()
    whole = ledger_of(path).read_bytes()
    ledger_of(path).write_bytes(whole[: whole.index(ROUND.encode())])
    store = started(path)
    assert not store.has_settled(ROUND)
    assert state(path) == before


def test_what_completes_a_torn_round_can_fail_and_is_tried_again(path: Path) -> None:
    shoot(started(path))
    whole = ledger_of(path).read_bytes()
    for lost in (5, 150, 500):
        for number in range(1, 6):
            for trouble in (Trouble.FULL, Trouble.DONE_BUT_FAILED, Trouble.POWER_CUT_HALFWAY):
                ledger_of(path).write_bytes(whole[:-lost])
                store = PlayerStore(path)
                with FaultyDisk(trouble, number).at_work():
                    store.recover()
                    store.refresh()
                assert store.has_settled(ROUND)
                store = started(path)
                assert store.has_settled(ROUND)
                assert ledger_of(path).read_bytes().count(ROUND.encode()) == 4
                check_books(path)


def test_a_torn_round_in_a_file_that_was_edited_since_is_nobodys_guess(path: Path) -> None:
    shoot(started(path))
    ledger_of(path).write_bytes(ledger_of(path).read_bytes()[:-5])
    path.write_text(path.read_text().replace("<chips>1100<", "<chips>1500<"))
    with pytest.raises(LedgerError, match=rf"line 6: .*Delete this line .* round {ROUND} already"):
        started(path)


def test_a_torn_line_that_names_no_round_is_an_edit_that_is_found_again(path: Path) -> None:
    store = started(path)
    write(path, path.read_text().replace("<chips>1000<", "<chips>1500<"))
    store.refresh()
    ledger_of(path).write_bytes(ledger_of(path).read_bytes()[:-5])
    store = started(path)
    assert whys(path)[-1] == "edit"
    check_books(path)


def test_a_torn_change_that_is_no_round_is_an_edit_where_it_was_made(path: Path) -> None:
    started(path).move_to_bank("dave", 100)
    ledger_of(path).write_bytes(ledger_of(path).read_bytes()[:-5])
    started(path)
    assert whys(path)[-2:] == ["edit", "edit"]
    check_books(path)


def test_a_line_begins_with_what_a_torn_one_has_to_show() -> None:
    line = LedgerLine("noon", None, None, None, "shoot", ROUND)
    assert written_line(line).startswith(
        b'{"time": "noon", "why": "shoot", "round": "0123456789abcdef"'
    )


# What was put right is read again


def borders(line: bytes) -> Iterator[int]:
    """Yield where LINE can be cut off around each mark of JSON, and within each field."""
    marks = [number for number, byte in enumerate(line) if byte in b'{":,}']
    middles = [(left + right) // 2 for left, right in pairwise([0, *marks, len(line)])]
    yield from sorted({*marks, *middles, *(mark + 1 for mark in marks)} - {0, len(line)})


def starts_again_wherever_cut(path: Path, length: int) -> int:
    """Cut the ledger's lines behind LENGTH wherever they can be, and start twice each time.

    Return how often the bot starts: what it has put right itself it reads at the next start, and a
    round that it has found settled stays so.
    """
    whole, content, starts = ledger_of(path).read_bytes(), path.read_bytes(), 0
    ends = [length]
    for line in whole[length:].splitlines(keepends=True):
        ends += [ends[-1] + size for size in borders(line)] + [ends[-1] + len(line)]
    for size in ends[1:-1]:
        ledger_of(path).write_bytes(whole[:size])
        store = started_unless_refused(path)
        if store is not None:
            starts += 1
            assert store.has_settled(ROUND)
            assert started(path).has_settled(ROUND)
            assert path.read_bytes() == content
            assert "edit" not in whys(path)
            check_books(path)
    return starts


@each_round
def test_the_first_change_of_a_ledger_is_put_right_for_every_later_start(
    tmp_path: Path, settle: Settle
) -> None:
    """No line before it says which version of players.xml was there."""
    path = tmp_path / "players.xml"
    write(path, file_of(full("dave"), full("kevin")))
    store = started(path)
    length = ledger_of(path).stat().st_size
    settle(store)
    assert starts_again_wherever_cut(path, length) > 20


@each_round
def test_the_first_change_after_version_010_is_put_right_for_every_later_start(
    path: Path, settle: Settle
) -> None:
    """The last line before it says by inode, size and time which version was there."""
    settle_round(started(path), "pontoon", {"dave": win(10)}, None, "a round of 0.1.0")
    as_in_010(path)
    store = started(path)
    length = ledger_of(path).stat().st_size
    settle(store)
    assert starts_again_wherever_cut(path, length) > 20


def test_a_large_file_has_the_digest_of_any_other() -> None:
    content = b"<players/>" * 100_000
    assert digest_of(content) == hashlib.sha256(content).hexdigest()[:32]

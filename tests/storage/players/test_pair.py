"""players.xml and players.db know each other: no pair is believed that did not belong together."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pontoon.storage import atomic_file
from pontoon.storage.acceptance import accept, why_refused
from pontoon.storage.place import path_beside
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.upkeep import back_up
from tests.support import kills
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.kills import abandon, killed_before_the_rename
from tests.support.ledger_checks import check_books, settled_in, started, win
from tests.support.pair_model import Bank, Copy
from tests.support.players_files import (
    chips_in,
    file_of,
    full,
    settle,
    store_at,
    unsigned,
    write,
)
from tests.support.properties import EXAMPLES, SOME

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NUMBER = re.compile(rb' change="([0-9]+)"')
BANK = re.compile(rb' bank="([\w-]{8})"')


def play(store: PlayerStore, name: str, stake: int = 60) -> None:
    settle(store, "pontoon", {"dave": win(-stake), "kevin": win(stake)}, None, name)


def mark_in(path: Path) -> tuple[int, str]:
    """Return the number and the bank that the file at PATH has."""
    content = path.read_bytes()
    number, bank = NUMBER.search(content), BANK.search(content)
    assert number is not None
    assert bank is not None
    return int(number[1]), bank[1].decode()


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    with patch("os.fsync"):
        yield tmp_path / "players.xml"


@pytest.fixture
def said() -> list[str]:
    """Give what admins should know."""
    return []


@pytest.fixture
def store(path: Path, said: list[str]) -> PlayerStore:
    """Give the store of a bot that runs, in which dave, kevin and bob have 1000 chips each."""
    store = store_at(path, full("dave"), full("kevin"), full("bob"))
    store.notices = said.append
    return store


def test_the_file_has_the_number_of_each_change(path: Path, store: PlayerStore) -> None:
    bank = store.mark.bank
    assert mark_in(path) == (1, bank)
    play(store, "first")
    assert mark_in(path) == (2, bank)
    store.move_to_bank("dave", 10)
    assert mark_in(path) == (3, bank)
    store.set_nickname("dave", "Dave")  # which moves no chips
    assert mark_in(path) == (3, bank)
    store.remark("order: quit", "boss")
    assert mark_in(path) == (4, bank)


def test_an_edit_has_a_number_as_soon_as_it_is_taken_in(path: Path, store: PlayerStore) -> None:
    write(path, path.read_text().replace("<chips>1000", "<chips>1500", 1))
    store.refresh()
    assert mark_in(path) == (2, store.mark.bank)
    assert chips_in(path)["dave"] == 1500


def test_a_file_without_a_number_is_believed_and_told_once(
    path: Path, store: PlayerStore, said: list[str]
) -> None:
    play(store, "first")
    write(path, file_of(full("dave", 7)))
    for _ in range(2):
        store.refresh()
    assert chips_in(path) == {"dave": 7}
    assert mark_in(path) == (3, store.mark.bank)
    assert len(said) == 1
    check_books(path)


def test_a_wrong_number_is_a_fault_with_its_line(path: Path, store: PlayerStore) -> None:
    text = path.read_text()
    write(path, text.replace(' change="1"', ' change="-1"'))
    store.refresh()
    assert [(each.line, "change is '-1'" in each.reason) for each in store.faults] == [(3, True)]
    write(path, text)
    store.refresh()
    assert store.faults == ()


@pytest.mark.parametrize(
    "root", ["<players/>", '<players title="5 > 4"\n  date=\'"\' >\n</players>']
)
def test_any_root_is_given_a_number(path: Path, root: str) -> None:
    write(path, root)
    store = started(path)
    assert mark_in(path) == (1, store.mark.bank)
    assert started(path).faults == ()
    store.add("dave", 5)
    assert chips_in(path) == {"dave": 5}


# An edit from an old copy, while the bot runs


def test_what_was_played_since_an_old_copy_stays_and_the_edit_is_added(
    path: Path, store: PlayerStore, said: list[str]
) -> None:
    """However often the same copy is saved."""
    old = path.read_text()
    play(store, "first")
    play(store, "second")
    for _ in range(3):
        write(path, old.replace("<chips>1000", "<chips>1500", 1))
        store.refresh()
        assert store.faults == ()
        assert chips_in(path) == {"dave": 1380, "kevin": 1120, "bob": 1000}
    player = store.find("dave")
    assert player is not None
    assert player.stats_in("pontoon").played == 2
    assert said[0] == (
        "players.xml was saved from a copy that lacks 2 changes: I have kept dave -120, kevin +120,"
        " and added the edit: dave +500"
    )
    check_books(path)


def test_an_old_copy_without_an_edit_changes_nothing(path: Path, store: PlayerStore) -> None:
    old = path.read_text()
    play(store, "first")
    store.set_nickname("dave", "The Boss")
    now = path.read_text()
    write(path, old)
    store.refresh()
    assert path.read_text() == now
    assert started(path).has_settled("first")
    assert chips_in(path) == {"dave": 940, "kevin": 1060, "bob": 1000}


def test_a_player_made_since_stays_and_one_removed_since_stays_away(
    path: Path, store: PlayerStore
) -> None:
    old = path.read_text()
    store.add("erin", 300)
    store.remove("bob")
    write(path, old.replace("<chips>1000", "<chips>2000"))
    store.refresh()
    assert chips_in(path) == {"dave": 2000, "kevin": 2000, "erin": 300}
    check_books(path)


def test_who_is_added_or_removed_in_an_old_copy_is(path: Path, store: PlayerStore) -> None:
    old = path.read_text()
    play(store, "first")
    write(path, old.replace(full("bob"), full("erin", 70)))
    store.refresh()
    assert chips_in(path) == {"dave": 940, "kevin": 1060, "erin": 70}
    check_books(path)


def test_a_nick_in_other_letters_is_the_same_player(path: Path, store: PlayerStore) -> None:
    old = path.read_text()
    play(store, "first")
    write(path, old.replace("dave", "Dave"))
    store.refresh()
    assert chips_in(path) == {"dave": 940, "kevin": 1060, "bob": 1000}


def test_a_kitty_edited_in_an_old_copy(path: Path, store: PlayerStore) -> None:
    kitty = '<kitty game="shoot" network="irc" channel="#a" banker="dave">50</kitty>\n</players>'
    write(path, path.read_text().replace("</players>", kitty))
    store.refresh()
    old = path.read_text()
    play(store, "first")
    write(path, old.replace(">50<", ">80<"))
    store.refresh()
    (left,) = map(store.kitty, store.kitties())
    assert left is not None
    assert left.chips == 80
    assert chips_in(path)["dave"] == 940
    check_books(path)


def test_two_who_would_have_one_account_are_a_fault_until_it_is_mended(
    path: Path, store: PlayerStore
) -> None:
    """The file that has both is not written."""
    old, account = path.read_text(), "<nick>{}</nick><account>home</account>"
    now = old.replace("<nick>bob</nick>", account.format("bob"))
    write(path, now)
    store.refresh()
    play(store, "first")
    good = path.read_text()
    erin = full("erin").replace("<nick>erin</nick>", account.format("erin"))
    write(path, old.replace("</players>", f"{erin}</players>"))
    store.refresh()
    assert "already belongs to another player" in str(store.faults[0])
    with pytest.raises(PlayersFileError):
        play(store, "second")
    write(path, good)
    play(store, "second")
    assert chips_in(path) == {"dave": 880, "kevin": 1120, "bob": 1000}
    check_books(path)


def test_who_was_added_in_an_old_copy_and_removed_has_no_chips_when_it_is_saved_again(
    path: Path, store: PlayerStore
) -> None:
    copy = path.read_text().replace("</players>", f"{full('erin', 70)}</players>")
    play(store, "first")
    for _ in range(2):
        write(path, copy)
        store.refresh()
        assert chips_in(path)["erin"] == 70
    store.remove("erin")
    write(path, copy)
    store.refresh()
    assert chips_in(path)["erin"] == 0
    check_books(path)


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.FULL_HALFWAY])
def test_a_full_disk_while_an_old_copy_is_merged(
    path: Path, store: PlayerStore, trouble: Trouble
) -> None:
    old = path.read_text()
    play(store, "first")
    for number in range(1, 8):
        write(path, old.replace("<chips>1000", f"<chips>{1000 + number}", 1))
        with FaultyDisk(trouble, number).at_work():
            store.refresh()
        store.refresh()
        assert store.faults == ()
        assert chips_in(path)["dave"] == 940 + number
        check_books(path)


def test_an_edit_that_could_not_be_given_a_number_can_be_taken_back(
    path: Path, store: PlayerStore
) -> None:
    """The next copy of the file is no old one."""
    text = path.read_text()
    write(path, text.replace("<chips>1000", "<chips>1500", 1))
    with patch.object(atomic_file, "replace", side_effect=OSError):
        store.refresh()
    write(path, text)
    store.refresh()
    assert chips_in(path)["dave"] == 1000
    check_books(path)


# What does not belong together


def test_a_greater_number_while_the_bot_runs_pauses_play(path: Path, store: PlayerStore) -> None:
    text = path.read_text()
    write(path, text.replace(' change="1"', ' change="3"').replace("<chips>1000", "<chips>5"))
    store.refresh()
    assert "players.db is older than it by 2 changes" in str(store.faults[0])
    assert store.players()[0].chips == 1000
    with pytest.raises(PlayersFileError):
        play(store, "first")
    write(path, text)
    play(store, "first")
    assert chips_in(path)["dave"] == 940


def test_so_does_the_file_of_another_bank(path: Path, store: PlayerStore) -> None:
    text = path.read_text()
    write(path, text.replace(store.mark.bank, "k3JxQ0aB"))
    store.refresh()
    assert "another bank" in str(store.faults[0])
    assert "players.db" in str(store.faults[0])
    write(path, text)
    store.refresh()
    assert store.faults == ()


def test_an_older_file_at_a_start_is_an_edit_that_is_told(path: Path, store: PlayerStore) -> None:
    old = path.read_text()
    play(store, "first")
    store.database.close()
    write(path, old)
    said: list[str] = []
    store = PlayerStore(path)
    store.notices = said.append
    store.recover()
    store.refresh()
    assert chips_in(path)["dave"] == 1000
    assert mark_in(path) == (3, store.mark.bank)
    assert said == ["players.xml is older than players.db by 1 change: I take that for an edit"]
    assert store.has_settled("first")
    check_books(path)


def older_database(path: Path, store: PlayerStore, folder: Path) -> None:
    """Put a database beside PATH that lacks a round."""
    copy, _ = back_up(path, folder / "copy.db")
    play(store, "second")
    store.database.close()
    for each in path.parent.glob("players.db*"):
        each.unlink()
    copy.rename(path_beside(path))


def test_an_older_database_is_refused_until_it_is_accepted(
    path: Path, store: PlayerStore, tmp_path: Path
) -> None:
    """Then the chips in the file count, under another bank."""
    play(store, "first")
    older_database(path, store, tmp_path)
    number, bank = mark_in(path)
    assert "older than it by 1 change" in why_refused(path)
    accept(path, lambda: NOON)
    assert why_refused(path) == ""
    store = started(path)
    assert mark_in(path)[0] == number + 1
    assert mark_in(path)[1] != bank
    assert chips_in(path) == {"dave": 880, "kevin": 1120, "bob": 1000}
    assert settled_in(path) == {"first"}
    check_books(path)


def test_a_kill_while_an_older_database_is_accepted(
    path: Path, store: PlayerStore, tmp_path: Path
) -> None:
    """It is refused again, and can be accepted again."""
    older_database(path, store, tmp_path)
    with killed_before_the_rename():
        accept(path, lambda: NOON)
    assert "another bank" in why_refused(path)
    accept(path, lambda: NOON)
    started(path)
    assert chips_in(path)["dave"] == 940
    check_books(path)


def test_a_file_with_a_number_is_not_without_its_database(path: Path, store: PlayerStore) -> None:
    play(store, "first")
    number, _ = mark_in(path)
    store.database.close()
    path_beside(path).unlink()
    assert "players.db is missing" in why_refused(path)
    assert not path_beside(path).exists()
    accept(path, lambda: NOON)
    started(path)
    assert chips_in(path)["dave"] == 940
    assert mark_in(path)[0] == number + 1
    check_books(path)


# Anything in any order

NICKS = st.sampled_from(("dave", "kevin", "bob", "erin"))
KILLS = st.sampled_from(
    (
        kills.killed_before_the_commit,
        kills.killed_after_the_commit,
        kills.killed_before_the_rename,
        kills.killed_before_the_mark,
    )
)
BEGINNING = {"dave": 1000, "kevin": 1000, "bob": 1000}


class PairStates(RuleBasedStateMachine):
    """A bot, its two files, and people who edit, copy and put back either of them."""

    def __init__(self) -> None:
        super().__init__()
        self.ending = ExitStack()
        self.folder = Path(self.ending.enter_context(TemporaryDirectory()))
        self.ending.enter_context(patch("os.fsync", new=lambda _: None))
        self.path = self.folder / "players.xml"
        self.bank = Bank(dict(BEGINNING))
        self.store: PlayerStore | None = store_at(
            self.path, *(full(nick, chips) for nick, chips in BEGINNING.items())
        )
        self.copies: list[Copy] = []
        self.backup: bytes = b""
        self.is_database_older = False
        self.is_edited = False
        """Whether a copy was put in place that no bot has read yet."""
        self.due: tuple[str, str, str, int] | None = None
        """A round that was being settled when the bot was killed."""
        self.is_paid: bool | None = None
        """Whether it was; None if files were put in place since."""
        self.rounds = 0

    def teardown(self) -> None:
        if self.store is not None:
            self.store.database.close()
        self.ending.close()

    @property
    def running(self) -> PlayerStore:
        assert self.store is not None
        return self.store

    # While the bot runs

    @precondition(lambda self: self.store is not None)
    @rule(winner=NICKS, loser=NICKS, stake=st.integers(0, 1500))
    def play(self, winner: str, loser: str, stake: int) -> None:
        if winner != loser:
            self.settle(self.new_round(), winner, loser, stake)

    def new_round(self) -> str:
        self.rounds += 1
        return f"round {self.rounds}"

    def settle(self, name: str, winner: str, loser: str, stake: int) -> None:
        changes = {winner: win(stake), loser: win(-stake)}
        for _ in range(2):  # the second time it is settled already
            settle(self.running, "pontoon", changes, None, name)
        self.bank.play(name, winner, loser, stake)

    @precondition(lambda self: self.store is not None)
    @rule(winner=NICKS, loser=NICKS, stake=st.integers(1, 50), kill=KILLS)
    def is_killed(self, winner: str, loser: str, stake: int, kill: kills.Kill) -> None:
        if winner == loser:
            return
        self.due = self.new_round(), winner, loser, stake
        with kill():
            settle(
                self.running, "pontoon", {winner: win(stake), loser: win(-stake)}, None, self.due[0]
            )
        abandon(self.running.database)
        self.store = None
        self.is_paid = kill is kills.killed_before_the_mark
        if self.is_paid:
            self.bank.play(*self.due)

    @precondition(lambda self: self.store is not None)
    @rule(winner=NICKS, loser=NICKS, stake=st.integers(1, 50), kill=KILLS)
    def is_killed_and_started(self, winner: str, loser: str, stake: int, kill: kills.Kill) -> None:
        if winner != loser:
            self.is_killed(winner, loser, stake, kill)
            self.start()

    @precondition(lambda self: self.store is not None)
    @rule()
    def stop(self) -> None:
        self.running.database.close()
        self.store = None

    @precondition(lambda self: self.store is not None)
    @rule(nick=NICKS, chips=st.integers(0, 500))
    def admin_adds(self, nick: str, chips: int) -> None:
        if nick not in self.bank.chips:
            self.running.add(nick, chips)
            self.bank.gain(nick, chips)

    @precondition(lambda self: self.store is not None)
    @rule(number=st.integers(0, 5))
    def saves_a_copy(self, number: int) -> None:
        """Save a copy, perhaps not for the first time."""
        if not self.copies:
            return
        copy = self.copies[number % len(self.copies)]
        good = self.path.read_bytes()
        self.put(copy.content)
        self.running.refresh()
        if BANK.findall(copy.content) == BANK.findall(good):
            self.bank.merge(copy)
            return
        assert "another bank" in str(self.running.faults)
        self.put(good)
        self.running.refresh()

    @precondition(lambda self: self.store is not None)
    @rule(nick=NICKS, chips=st.integers(0, 3000))
    def takes_the_number_away(self, nick: str, chips: int) -> None:
        copy = edited(self.bank.copy(self.path), nick, chips)
        self.put(unsigned(copy.content))
        self.running.refresh()
        self.bank.believe(copy)

    # At any time

    @precondition(lambda self: not self.is_edited)
    @rule()
    def copies_the_file(self) -> None:
        """Copy what the bot knows: to it, an edit that it has not seen is one of the copy, too."""
        self.copies.append(self.bank.copy(self.path))

    @precondition(lambda self: self.copies)
    @rule(number=st.integers(0, 5), nick=NICKS, chips=st.integers(0, 3000), is_gone=st.booleans())
    def edits_a_copy(self, number: int, nick: str, chips: int, is_gone: bool) -> None:
        number %= len(self.copies)
        self.copies[number] = edited(self.copies[number], nick, None if is_gone else chips)

    # While it does not run

    @precondition(lambda self: self.store is None)
    @rule(number=st.integers(0, 5))
    def puts_a_copy_in_place(self, number: int) -> None:
        """Only of this bank: another one is refused."""
        if self.copies:
            copy = self.copies[number % len(self.copies)]
            if BANK.findall(copy.content) == BANK.findall(self.path.read_bytes()):
                self.put(copy.content)
                self.bank.believe(copy)
                self.is_paid, self.is_edited = None, True

    @precondition(lambda self: self.store is None)
    @rule()
    def copies_the_database(self) -> None:
        self.forget_the_log()
        self.backup = path_beside(self.path).read_bytes()

    @precondition(lambda self: self.store is None and self.backup)
    @rule()
    def puts_the_database_back(self) -> None:
        self.forget_the_log()
        path_beside(self.path).write_bytes(self.backup)
        self.is_database_older, self.is_paid = True, None

    @precondition(lambda self: self.store is None)
    @rule()
    def start(self) -> None:
        if why := why_refused(self.path):
            assert self.is_database_older
            assert "older than it" in why or "another bank" in why
            _, bank = mark_in(self.path)
            accept(self.path, lambda: NOON)
            assert mark_in(self.path)[1] != bank
            self.due, self.bank.rounds = None, frozenset()  # it knows of no newer ones
        self.store, self.is_edited = started(self.path), False
        if not why:
            assert settled_in(self.path) >= {*self.bank.rounds}
        self.is_database_older = False
        if self.due is not None:
            is_settled = self.due[0] in settled_in(self.path)
            assert self.is_paid in (None, is_settled)
            if not is_settled:
                self.settle(*self.due)
        self.due, self.backup = None, b"" if why else self.backup

    def forget_the_log(self) -> None:
        """Have the database in one file, as it is after a clean stop."""
        PlayerStore(self.path).database.close()

    def put(self, content: bytes) -> None:
        fresh = self.folder / "editing"
        fresh.write_bytes(content)
        fresh.replace(self.path)

    @invariant()
    def chips_are_explained(self) -> None:
        assert chips_in(self.path) == self.bank.chips
        if self.store is not None:
            assert self.store.faults == ()
            check_books(self.path)


def edited(copy: Copy, nick: str, chips: int | None) -> Copy:
    """Return COPY in which NICK has so many CHIPS, or is not there."""
    wanted = {**copy.chips}
    wanted.pop(nick, None)
    if chips is not None:
        wanted[nick] = chips
    number, bank = NUMBER.search(copy.content), BANK.search(copy.content)
    mark = b"".join(each[0] for each in (number, bank) if each).decode()
    text = file_of(*(full(each, has) for each, has in wanted.items()))
    content = text.replace("<players", f"<players{mark}", 1).encode()
    return Copy(content, copy.base, copy.gained, copy.rounds, wanted)


def test_whatever_is_edited_killed_and_put_back_no_chip_is_lost_or_paid_twice() -> None:
    states = settings(SOME, max_examples=8 * EXAMPLES, stateful_step_count=40)
    run_state_machine_as_test(PairStates, settings=states)

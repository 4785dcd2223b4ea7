"""Who is in players.xml: added, removed, renamed, given chips, and bound to accounts."""

import itertools
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.engine.events import Kitty
from pontoon.engine.result import TableKey
from pontoon.storage.players.audit import audit
from pontoon.storage.players.change import Change
from pontoon.storage.players.entries import MAX_CHIPS, EntryFault, NewPlayer
from pontoon.storage.players.player import (
    AccountKind,
    LedgerAccount,
    Player,
    PlayerChange,
    PlayersFileError,
)
from pontoon.storage.players.store import PlayerStore
from tests.support.edits import posted, refusal
from tests.support.faulty_disk import UNLIKE, FaultyDisk, Trouble
from tests.support.ledger_checks import all_chips, check_books, started
from tests.support.players_files import (
    HEAD,
    TAIL,
    chips_in,
    file_of,
    full,
    short,
    store_at,
    text_in,
    write,
)
from tests.support.players_files import settle as settle_round

pytestmark = pytest.mark.slow

KITTY = '  <kitty game="shoot" network="irc.a.org" channel="#p" banker="Dave">50</kitty>\n'
HERE = TableKey("irc.a.org", "#p", "shoot")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
GUEST = NewPlayer("zed", "z.example", NOON)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


@pytest.fixture
def store(path: Path) -> PlayerStore:
    """Dave, who has put up a kitty, and kevin."""
    write(path, HEAD + full("dave") + short("kevin") + KITTY + TAIL)
    return started(path)


DAVE, KEVIN, ZED = (LedgerAccount(AccountKind.PLAYER, nick) for nick in ("dave", "kevin", "zed"))
GIFTS = LedgerAccount(AccountKind.HOUSE, "gifts")


# Adding


def test_a_new_player_is_written_in_full_behind_all_others(store: PlayerStore, path: Path) -> None:
    before = text_in(path)
    store.add("zed", 70, by="admin")
    assert text_in(path) == before.replace(TAIL, full("zed", 70) + TAIL)


def test_even_into_a_file_without_players(path: Path) -> None:
    PlayerStore.create(path, "20/11/2026")
    store = started(path)
    store.add("zed", 1000)
    store.add("yan", 1000)
    head = '<players date="20/11/2026" title="Games players">\n'
    assert text_in(path).partition(head)[2] == full("zed") + full("yan") + TAIL


def test_a_new_player_is_found_at_once_and_after_reading(store: PlayerStore, path: Path) -> None:
    zed = store.add("zed", 70).outcome
    assert store.find("ZED") == zed
    assert [each.nick for each in store.players()] == ["dave", "kevin", "zed"]
    assert PlayerStore(path).find("zed") is None
    assert started(path).find("zed") == zed


def test_chips_that_are_given_away_are_the_houses_loss(store: PlayerStore, path: Path) -> None:
    before = all_chips(path)
    store.add("zed", 70, by="boss")
    assert posted(path) == [(ZED, None, 70, "added", "boss"), (GIFTS, 0, -70, "added", "boss")]
    assert all_chips(path) == before
    check_books(path)


def test_a_player_without_chips_can_be_added(store: PlayerStore, path: Path) -> None:
    store.add("zed", 0)
    assert posted(path) == [(ZED, None, 0, "added", "")]
    check_books(path)


@pytest.mark.parametrize("nick", ["dave", "DAVE", "Kevin"])
def test_a_nick_is_taken_once(store: PlayerStore, path: Path, nick: str) -> None:
    before = path.read_bytes()
    assert refusal(lambda: store.add(nick, 1)) is EntryFault.NICK_TAKEN
    assert refusal(lambda: store.register(NewPlayer(nick, "h", NOON), 1)) is EntryFault.NICK_TAKEN
    assert path.read_bytes() == before


NO_NICKS = ["", "two words", "5", "9lives", "a:b", "a\x00b", "x" * 65, "\u200b"]


@pytest.mark.parametrize("nick", NO_NICKS)
def test_what_cannot_be_a_nick_is_refused(store: PlayerStore, path: Path, nick: str) -> None:
    before = path.read_bytes()
    assert refusal(lambda: store.add(nick, 1)) is EntryFault.BAD_NICK
    assert refusal(lambda: store.rename("dave", nick)) is EntryFault.BAD_NICK
    assert refusal(lambda: store.register(NewPlayer(nick, "h", NOON), 1)) is EntryFault.BAD_NICK
    assert path.read_bytes() == before


def test_numbers_have_bounds(store: PlayerStore) -> None:
    assert refusal(lambda: store.add("zed", -1)) is EntryFault.TOO_FEW_CHIPS
    assert refusal(lambda: store.add("zed", MAX_CHIPS + 1)) is EntryFault.TOO_MANY_CHIPS
    assert store.add("zed", MAX_CHIPS).outcome.chips == MAX_CHIPS


# Removing


def test_a_player_is_taken_out_and_all_else_stays(store: PlayerStore, path: Path) -> None:
    before = text_in(path)
    store.remove("KEVIN", by="boss")
    assert text_in(path) == before.replace(short("kevin"), "")
    assert posted(path) == [
        (KEVIN, 1000, None, "removed", "boss"),
        (GIFTS, 0, 1000, "removed", "boss"),
    ]
    check_books(path)


def test_what_was_in_the_bank_is_gone_too(store: PlayerStore, path: Path) -> None:
    store.move_to_bank("dave", 300)
    before = all_chips(path)
    assert store.remove("dave").outcome.bank == 300
    assert all_chips(path) == before
    check_books(path)


def test_whoever_is_removed_is_found_no_more(store: PlayerStore) -> None:
    store.remove("kevin")
    assert store.find("kevin") is None
    assert [each.nick for each in store.players()] == ["dave"]
    assert refusal(lambda: store.remove("kevin")) is EntryFault.NOT_THERE


# Other names


def test_another_nick_is_all_that_changes(store: PlayerStore, path: Path) -> None:
    before = text_in(path)
    assert store.rename("DAVE", "david", by="boss").outcome.nick == "david"
    renamed = before.replace("<nick>dave<", "<nick>david<").replace('"Dave"', '"david"')
    assert text_in(path) == renamed


def test_the_chips_go_with_the_name(store: PlayerStore, path: Path) -> None:
    store.move_to_bank("dave", 300)
    before = all_chips(path)
    store.rename("dave", "david", by="boss")
    david = LedgerAccount(AccountKind.PLAYER, "david")
    assert posted(path)[2:] == [
        (DAVE, 700, None, "renamed", "boss"),
        (david, None, 700, "renamed", "boss"),
        (LedgerAccount(AccountKind.BANK, "dave"), 300, 0, "renamed", "boss"),
        (LedgerAccount(AccountKind.BANK, "david"), 0, 300, "renamed", "boss"),
    ]
    assert all_chips(path) == before
    check_books(path)


def test_a_kitty_goes_back_to_the_same_player(store: PlayerStore) -> None:
    store.rename("dave", "david")
    assert store.return_kitty(HERE).outcome == Kitty("david", 50)
    assert store.find("david") is not None


def test_players_stay_in_their_order(store: PlayerStore) -> None:
    store.rename("dave", "zed")
    assert [each.nick for each in store.players()] == ["zed", "kevin"]
    assert store.find("dave") is None


def test_only_the_spelling_may_change(store: PlayerStore, path: Path) -> None:
    assert store.rename("dave", "DaVe").outcome.nick == "DaVe"
    assert [each.nick for each in store.players()] == ["DaVe", "kevin"]
    check_books(path)
    store.rename("dave", "DaVe")
    check_books(path)


def test_nobody_gets_the_nick_of_another(store: PlayerStore) -> None:
    assert refusal(lambda: store.rename("dave", "KEVIN")) is EntryFault.NICK_TAKEN
    assert refusal(lambda: store.rename("bob", "zed")) is EntryFault.NOT_THERE


# Chips


@pytest.mark.parametrize("chips", [500, -1000])
def test_chips_are_given_and_taken(store: PlayerStore, path: Path, chips: int) -> None:
    before = all_chips(path)
    assert store.give("Dave", chips, by="boss").outcome.chips == 1000 + chips
    assert posted(path) == [
        (DAVE, 1000, 1000 + chips, "given", "boss"),
        (GIFTS, 0, -chips, "given", "boss"),
    ]
    assert chips_in(path)["dave"] == 1000 + chips
    assert all_chips(path) == before
    check_books(path)


def test_nobody_ends_below_nothing_or_beyond_all_reason(store: PlayerStore, path: Path) -> None:
    before = path.read_bytes()
    assert refusal(lambda: store.give("dave", -1001)) is EntryFault.TOO_FEW_CHIPS
    assert refusal(lambda: store.give("dave", MAX_CHIPS)) is EntryFault.TOO_MANY_CHIPS
    assert refusal(lambda: store.give("bob", 1)) is EntryFault.NOT_THERE
    assert path.read_bytes() == before


def test_what_is_beyond_all_reason_can_be_taken_back(path: Path) -> None:
    store = store_at(path, short("dave", str(MAX_CHIPS * 10)))
    assert store.give("dave", -5).outcome.chips == MAX_CHIPS * 10 - 5


def test_gifts_are_no_rounds_for_the_audit(store: PlayerStore, path: Path) -> None:
    settle_round(store, "pontoon", {"dave": PlayerChange(5, 1, 1)}, round_id="r")
    store.give("dave", 5)
    store.add("zed", 5)
    assert entries_audit(path) == (1, 0)


def entries_audit(path: Path) -> tuple[int, int]:
    """Return how many rounds and edits by hand an audit finds."""
    report = audit(path)
    assert report.findings == []
    return report.rounds, len(report.edits)


# All of it


CHANGES: list[Callable[[PlayerStore], Change[Player]]] = [
    lambda store: store.add("zed", 70),
    lambda store: store.remove("kevin"),
    lambda store: store.rename("dave", "david"),
    lambda store: store.give("dave", -70),
    lambda store: store.bind("dave", "", "Dave"),
    lambda store: store.register(GUEST, 70),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_cannot_be_written_is_not_made(
    store: PlayerStore, path: Path, change: Callable[[PlayerStore], Change[Player]]
) -> None:
    before, known = path.read_bytes(), store.players()
    full = OSError(28, "No space left")
    with patch("pontoon.storage.fs.replace", side_effect=full), pytest.raises(PlayersFileError):
        change(store)
    assert path.read_bytes() == before
    assert store.players() == known
    assert not store.has_accounts("")
    check_books(path)
    change(store)
    assert store.players() != known
    check_books(path)


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_is_broken_is_left_alone(
    store: PlayerStore, path: Path, change: Callable[[PlayerStore], Change[Player]]
) -> None:
    path.write_text("nonsense")
    with pytest.raises(PlayersFileError):
        change(store)
    assert path.read_text() == "nonsense"


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        *itertools.product(CHANGES[:1], UNLIKE),  # all are written in the same way
        *itertools.product(CHANGES[1:], (Trouble.FULL, Trouble.POWER_CUT_AFTER)),
    ],
)
def test_whatever_the_disk_does_all_of_a_change_is_made_or_nothing(
    path: Path, change: Callable[[PlayerStore], Change[Player]], trouble: Trouble
) -> None:
    done = undone = 0
    for number in range(1, 40):
        for old in path.parent.iterdir():
            old.unlink()
        write(path, file_of(full("dave"), full("kevin")))
        store = started(path)
        before, whole = path.read_bytes(), all_chips(path)
        faulty = FaultyDisk(trouble, number)
        with faulty.at_work(), suppress(PlayersFileError):
            change(store)
        started(path)
        check_books(path)
        assert all_chips(path) == whole
        is_done = path.read_bytes() != before
        done, undone = done + is_done, undone + (not is_done)
        if not faulty.had_trouble:
            break
    assert not faulty.had_trouble
    assert done
    assert undone or trouble is Trouble.POWER_CUT_AFTER

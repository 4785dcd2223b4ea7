"""People in players.xml with their accounts: bound by an admin, or registered by themselves."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.storage.players.entries import EntryFault, NewPlayer
from pontoon.storage.players.player import AccountKind, LedgerAccount
from pontoon.storage.players.store import PlayerStore
from tests.support.edits import posted, refusal
from tests.support.ledger_checks import check_books, started
from tests.support.players_files import HEAD, TAIL, full, short, write

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
GUEST = NewPlayer("zed", "z.example", NOON)
ZED = LedgerAccount(AccountKind.PLAYER, "zed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


@pytest.fixture
def store(path: Path) -> PlayerStore:
    write(path, HEAD + full("dave") + short("kevin") + TAIL)
    return started(path)


def test_an_account_is_written_behind_the_nick(store: PlayerStore, path: Path) -> None:
    before = path.read_text()
    assert store.bind("dave", "", "Dave").outcome.accounts == {"": "Dave"}
    nick = "    <nick>dave</nick>\n"
    assert path.read_text() == before.replace(nick, f"{nick}    <account>Dave</account>\n")


def test_with_the_network_that_it_is_for(store: PlayerStore, path: Path) -> None:
    store.bind("dave", "libera", "Dave")
    assert '    <account network="libera">Dave</account>\n    <chips>' in path.read_text()
    assert started(path).players()[0].accounts == {"libera": "Dave"}


def owner(store: PlayerStore, account: str) -> str | None:
    """Return the nick of the player who has that ACCOUNT."""
    player = store.owner_of("", account)
    return None if player is None else player.nick


def test_its_owner_is_found_at_once(store: PlayerStore) -> None:
    assert owner(store, "dave") is None
    store.bind("dave", "", "Dave")
    assert owner(store, "dave") == "dave"
    store.rename("dave", "david")
    assert owner(store, "dave") == "david"
    store.remove("david")
    assert owner(store, "dave") is None


def test_an_account_has_one_player_and_a_player_one_account(store: PlayerStore, path: Path) -> None:
    store.bind("dave", "", "Dave")
    before = path.read_bytes()
    assert refusal(lambda: store.bind("kevin", "", "DAVE")) is EntryFault.ACCOUNT_TAKEN
    assert refusal(lambda: store.bind("dave", "", "other")) is EntryFault.HAS_ACCOUNT
    assert refusal(lambda: store.bind("dave", "libera", "dave")) is EntryFault.HAS_ACCOUNT
    assert refusal(lambda: store.bind("bob", "", "bob")) is EntryFault.NOT_THERE
    assert path.read_bytes() == before


@pytest.mark.parametrize("account", ["", "two words", "x" * 101, "a\x01b", "\ud800"])
def test_what_cannot_be_written_is_no_account(store: PlayerStore, path: Path, account: str) -> None:
    before = path.read_bytes()
    assert refusal(lambda: store.bind("dave", "", account)) is EntryFault.BAD_ACCOUNT
    assert path.read_bytes() == before


def test_the_ledger_says_nothing_of_accounts(store: PlayerStore, path: Path) -> None:
    store.bind("dave", "", "Dave")
    assert posted(path) == []
    check_books(path)


# Registering


def test_a_newcomer_is_a_player_with_what_tells_who_they_are(
    store: PlayerStore, path: Path
) -> None:
    store.register(NewPlayer("zed", "z.example", NOON, "libera", "Zed", "*!*@z.example"), 500)
    wanted = (
        "    <nick>zed</nick>\n"
        '    <account network="libera">Zed</account>\n'
        "    <mask>*!*@z.example</mask>\n"
        '    <registered host="z.example" at="2026-11-20T12:00:00Z"/>\n'
        "    <chips>500</chips>\n"
    )
    assert wanted in path.read_text()
    zed = started(path).find("zed")
    assert zed is not None
    assert (zed.accounts, zed.masks) == ({"libera": "Zed"}, ("*!*@z.example",))
    assert posted(path)[0] == (ZED, None, 500, "registered", "")
    check_books(path)


def test_a_host_can_register_three_times_a_day_and_after_a_restart_no_more(
    store: PlayerStore, path: Path
) -> None:
    for nick in ("zed", "zoe", "zac"):
        store.register(NewPlayer(nick, "z.example", NOON), 500)
    again = NewPlayer("yan", "Z.EXAMPLE", NOON + timedelta(hours=23))
    assert refusal(lambda: store.register(again, 500)) is EntryFault.TOO_MANY_TODAY
    store = started(path)
    assert refusal(lambda: store.register(again, 500)) is EntryFault.TOO_MANY_TODAY
    store.register(NewPlayer("yan", "other.example", NOON), 500)
    store.register(NewPlayer("ysa", "z.example", NOON + timedelta(days=1)), 500)


def test_who_registered_before_version_0_6_does_not_count(store: PlayerStore, path: Path) -> None:
    for nick in ("zed", "zoe", "zac"):
        store.register(NewPlayer(nick, "z.example", NOON), 500)
    write(path, path.read_text().replace(' at="2026-11-20T12:00:00Z"', ""))
    started(path).register(NewPlayer("yan", "z.example", NOON), 500)


def test_each_account_can_register_once_from_wherever(store: PlayerStore) -> None:
    store.register(NewPlayer("zed", "z.example", NOON, "", "Zed"), 500)
    again = NewPlayer("yan", "y.example", NOON, "", "ZED")
    assert refusal(lambda: store.register(again, 500)) is EntryFault.ACCOUNT_TAKEN
    store.register(NewPlayer("yan", "z.example", NOON, "", "Yan"), 500)


def test_logging_out_does_not_make_another_newcomer(store: PlayerStore) -> None:
    for nick in ("zed", "zoe", "zac"):
        store.register(NewPlayer(nick, "z.example", NOON, "", nick), 500)
    again = NewPlayer("yan", "z.example", NOON)
    assert refusal(lambda: store.register(again, 5)) is EntryFault.TOO_MANY_TODAY


def test_there_is_an_end_to_newcomers(store: PlayerStore) -> None:
    with patch("pontoon.storage.players.store.MAX_PLAYERS", 3):
        store.register(GUEST, 500)
        assert refusal(lambda: store.register(NewPlayer("y", "y", NOON), 500)) is EntryFault.FULL

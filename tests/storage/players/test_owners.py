"""Accounts, masks and where somebody registered from in players.xml: read, checked, and kept."""

from pathlib import Path

import pytest

from pontoon.irc.casemapping import FOLDS
from pontoon.storage.players.player import PlayerChange, Registered
from pontoon.storage.players.store import PlayerStore
from tests.support.players_files import HEAD, TAIL, faults_of, file_of, store_at, write
from tests.support.players_files import settle as settle_round


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def player(nick: str, *more: str) -> str:
    """Return a player with MORE elements, the first of them on the fourth of the lines."""
    lines = (f"<nick>{nick}</nick>", "<chips>1000</chips>", *more)
    inside = "".join(f"    {line}\n" for line in lines)
    return f"  <player>\n{inside}  </player>\n"


def test_a_player_has_an_account_on_each_network_and_any_number_of_masks(path: Path) -> None:
    store = store_at(
        path,
        player(
            "dave",
            "<account>Dave</account>",
            '<account network="libera"> davey </account>',
            "<mask>*!*@*.example.org</mask>",
            "<mask>dave!d?@home</mask>",
            '<registered host="home.example"/>',
        ),
        player("kevin"),
    )
    dave, kevin = store.players()
    assert dave.accounts == {"": "Dave", "libera": "davey"}
    assert dave.masks == ("*!*@*.example.org", "dave!d?@home")
    assert dave.registered == (Registered("home.example"),)
    assert (kevin.accounts, kevin.masks, kevin.registered) == ({}, (), ())


def owner(store: PlayerStore, network: str, account: str) -> str | None:
    """Return the nick of the player who has that ACCOUNT on that NETWORK."""
    player = store.owner_of(network, account)
    return None if player is None else player.nick


def test_the_owner_of_an_account_is_found_by_network_and_without_case(path: Path) -> None:
    other = '<account network="libera">d[]</account>'
    store = store_at(path, player("dave", "<account>Dave</account>", other), player("kevin"))
    assert owner(store, "", "dAVE") == "dave"
    assert owner(store, "libera", "D{}") == "dave"
    assert owner(store, "libera", "dave") is None
    assert owner(store, "", "d[]") is None
    assert store.has_accounts("")
    assert store.has_accounts("libera")
    assert not store.has_accounts("oftc")


FAULTY = [
    ("<account/>", "account is '': it must be one word"),
    ("<account>two words</account>", "account is 'two words': it must be one word"),
    ('<account network="">dave</account>', "this account has network '': it must be one word"),
    (
        '<account network="a b">dave</account>',
        "this account has network 'a b': it must be one word",
    ),
    (
        "<mask>dave@home</mask>",
        "mask is 'dave@home': it must be nick!user@host, with * and ? as in *!*@*.example.org",
    ),
    (f"<mask>d!d@{'x' * 300}</mask>", "mask has too many characters"),
    ("<registered/>", "this registered has no host"),
]


def test_what_cannot_be_right_is_told_with_its_line(path: Path) -> None:
    for element, fault in FAULTY:
        assert faults_of(path, file_of(player("dave", element))) == [f"line 7: {fault}"]


def test_two_players_cannot_have_the_same_account_on_a_network(path: Path) -> None:
    first = player("dave", "<account>Dave[]</account>")
    second = player("kevin", "<account>dave{}</account>")
    assert faults_of(path, file_of(first, second)) == [
        "line 12: the account dave{} already belongs to another player, on line 7"
    ]


def test_on_different_networks_they_can(path: Path) -> None:
    first = player("dave", "<account>dave</account>")
    second = player("kevin", '<account network="libera">dave</account>')
    assert faults_of(path, file_of(first, second)) == []


def test_the_casemapping_of_accounts_is_the_servers(path: Path) -> None:
    write(path, file_of(player("a", "<account>d[</account>"), player("b", "<account>d{</account>")))
    ascii_store = PlayerStore(path, FOLDS["ascii"])
    ascii_store.refresh()
    assert ascii_store.faults == ()
    ascii_store.use_casemapping(FOLDS["rfc1459"])
    assert len(ascii_store.faults) == 1


def test_a_player_has_one_account_on_a_network(path: Path) -> None:
    twice = ["<account>dave</account>", "<account>davey</account>"]
    assert faults_of(path, file_of(player("dave", *twice))) == [
        "line 8: this is a second account for the same player"
    ]
    twice = [f'<account network="libera">{name}</account>' for name in ("a", "a")]
    assert faults_of(path, file_of(player("dave", *twice))) == [
        "line 8: this is a second account for the same player on the network libera"
    ]


def test_elsewhere_the_same_names_are_the_admins_own(path: Path) -> None:
    own = "<note><account>two words</account><mask/></note>"
    assert faults_of(path, f"{HEAD}<account>two words</account>{player('dave', own)}{TAIL}") == []


def test_what_stands_there_stays_when_a_round_is_written(path: Path) -> None:
    mine = [
        '<account since="2004"> Dave </account> <!-- he asked -->',
        "<mask>*!*@home</mask>",
        '<registered host="home" on="monday"/>',
    ]
    store = store_at(path, player("dave", *mine))
    settle_round(store, "pontoon", {"dave": PlayerChange(5, 1, 1)})
    text = path.read_text()
    assert "<chips>1005</chips>" in text
    assert all(f"\n    {line}\n" in text for line in mine)

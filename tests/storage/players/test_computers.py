"""The entries of computers in players.xml, and what the house puts into their purses."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.computers import CHARACTERS, computer_at
from pontoon.engine.errors import Refused
from pontoon.irc.casemapping import FOLDS, rfc1459
from pontoon.irc.people import Person
from pontoon.storage.players.entries import EntryFault, NewPlayer
from pontoon.storage.players.identity import IdentityResolver, Unidentified
from pontoon.storage.players.store import PlayerStore
from tests.support.edits import posted, refusal
from tests.support.ledger_checks import all_chips, check_books, started, win
from tests.support.offline_bot import Entry
from tests.support.players_files import chips_in, file_of, full, settle, short, store_at, write
from tests.support.properties import MANY

NOON = datetime(2026, 12, 31, 12, tzinfo=UTC)
ANN, BOB, CAT = (computer_at(each, "#cards", "libera") for each in CHARACTERS)
ELSEWHERE = computer_at("ann", "#den", "libera")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def bet_and_lose(store: PlayerStore, *computers: str) -> None:
    """Have people win all chips of COMPUTERS."""
    lost = {each: win(-store.computer(each, 0).chips) for each in computers}
    settle(store, "british", {**lost, "dave": win(-sum(each.chips for each in lost.values()))})


def refill(store: PlayerStore, nick: str, hours: float = 0, chips: int = 100) -> int:
    """Have the house fill the purse of a computer; return what is in it."""
    return store.refill_purse(nick, chips, 1, NOON + timedelta(hours=hours)).outcome.chips


def is_refused(store: PlayerStore, nick: str, hours: float) -> bool:
    with pytest.raises(Refused, match="REFILLED"):
        refill(store, nick, hours)
    return True


def test_a_computer_has_its_chips_when_it_is_first_used_as_a_gift_of_the_house(path: Path) -> None:
    store = store_at(path, full("dave"))
    before = all_chips(path)
    assert store.computer(ANN, 1000).chips == 1000
    assert store.computer(ANN, 500).chips == 1000
    assert chips_in(path) == {"dave": 1000, ANN: 1000}
    (player, house) = posted(path)
    assert (player[0].name, *player[1:4]) == (ANN, None, 1000, "computer")
    assert (house[0].name, *house[1:4]) == ("gifts", 0, -1000, "computer")
    assert all_chips(path) == before
    check_books(path)


def test_one_that_somebody_has_written_in_the_meantime_is_kept(path: Path) -> None:
    store = store_at(path, full("dave"))
    write(path, file_of(full("dave"), short(ANN, "7")))
    assert store.computer(ANN, 1000).chips == 7
    assert chips_in(path) == {"dave": 1000, ANN: 7}


@pytest.mark.parametrize(
    "channel", ["#a&<b>", "#" + "ö" * 99, "##c++", "#[Den]", "#a@b", "+x", "!5ABC"]
)
def test_the_name_of_any_channel_can_stand_in_the_file(path: Path, channel: str) -> None:
    store, computer = store_at(path, full("dave")), computer_at("ann", rfc1459(channel), "libera")
    store.computer(computer, 1000)
    settle(store, "british", {computer: win(-100), "dave": win(100)})
    for fold in FOLDS.values():
        read = started(path)
        read.use_casemapping(fold)
        assert read.faults == ()
        assert read.computer(computer, 1000).chips == 900
    assert store.computer(computer, 1000).name == "ann+"
    check_books(path)


@MANY
@given(*[st.tuples(st.sampled_from(CHARACTERS), st.text("#a@+", min_size=1), st.text("a.:"))] * 2)
def test_computers_of_different_places_have_different_nicks(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    """The name of a network has no @."""
    assert (computer_at(*one) == computer_at(*other)) == (one == other)


def test_a_channel_has_one_refill_a_day_for_all_its_computers(path: Path) -> None:
    store = store_at(path, full("dave"))
    bet_and_lose(store, ANN, BOB, CAT)
    before = all_chips(path)
    assert refill(store, ANN) == 100
    bet_and_lose(store, ANN)
    assert is_refused(store, ANN, 1)
    assert is_refused(store, BOB, 23.9)
    store = started(path)
    assert is_refused(store, CAT, 23.9)
    assert refill(store, BOB, 24) == 100
    assert is_refused(store, ANN, 25)
    gifts = [(account.name, has) for account, _, has, why, _ in posted(path) if why == "gift"]
    assert gifts == [(ANN, 100), ("gifts", -100), (BOB, 100), ("gifts", -200)]
    assert all_chips(path) == before
    check_books(path)


def test_each_channel_has_its_own(path: Path) -> None:
    store = store_at(path, full("dave"))
    bet_and_lose(store, ANN, ELSEWHERE)
    assert refill(store, ANN) == refill(store, ELSEWHERE) == 100


def test_a_computer_with_enough_for_the_game_gets_none_nor_does_any_if_config_says_so(
    path: Path,
) -> None:
    store = store_at(path, full("dave"))
    store.computer(ANN, 1)
    assert refusal(lambda: refill(store, ANN)) is EntryFault.NOT_BROKE
    bet_and_lose(store, ANN)
    assert refusal(lambda: refill(store, ANN, chips=0)) is EntryFault.NOT_BROKE


OWNER = '<account network="libera">dave</account><mask>*!*@home</mask><registered host="home"/>'


@pytest.mark.parametrize("required", ["nick", "mask"])
def test_nobody_is_a_computer_whatever_an_admin_has_written(path: Path, required: Any) -> None:
    store = store_at(
        path, str(Entry(ANN, owner=OWNER)), str(Entry(BOB, owner="<mask>*!*@*</mask>"))
    )
    identities = IdentityResolver(store, lambda: rfc1459, "libera", required)
    for person in (
        Person("dave", "d@home", "dave"),
        Person(ANN, "d@home", ""),
        Person("ann+", "a@b"),
    ):
        assert isinstance(identities.recognise(person), Unidentified)
    assert not identities.needs_accounts
    newcomer = NewPlayer("dave", "home", NOON, "libera", "dave")
    assert store.register(newcomer, 1000).outcome.nick == "dave"


@pytest.mark.parametrize("nick", ["ann+", ANN, "+ann", "a+b"])
def test_nobody_registers_is_added_or_renamed_under_the_name_of_a_computer(
    path: Path, nick: str
) -> None:
    store = store_at(path, full("dave"))
    for act in (
        lambda: store.register(NewPlayer(nick, "home", NOON), 10),
        lambda: store.add(nick, 10),
        lambda: store.rename("dave", nick),
    ):
        assert refusal(act) is EntryFault.BAD_NICK


def test_computers_have_no_place_in_statistics(path: Path) -> None:
    store = store_at(path, full("dave"))
    store.computer(ANN, 1000)
    settle(store, "british", {ANN: win(10), "dave": win(-10)})
    assert [each.nick for each in store.who_played("british")] == ["dave"]
    settle(store, "british", {ANN: win(10), "dave": win(-10)})
    assert [each.nick for each in store.who_played("british")] == ["dave"]


def test_a_nickname_that_an_admin_has_written_is_not_shown(path: Path) -> None:
    store = store_at(path, full(ANN, nickname="dave"))
    player = store.find(ANN)
    assert player is not None
    assert player.name == "ann+"

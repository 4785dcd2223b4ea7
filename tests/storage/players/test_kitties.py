"""Kitties in players.xml: kept beside the players, changed with their chips, given back once."""

from pathlib import Path

import pytest

from pontoon.engine.events import Kitty
from pontoon.engine.result import TableKey
from pontoon.irc.casemapping import fold_named
from pontoon.storage.atomic_file import previous
from pontoon.storage.players.player import (
    KittyChange,
    PlayerChange,
    PlayersFileError,
)
from pontoon.storage.players.store import PlayerStore
from tests.storage.players.test_failed_writes import FULL, full_disk
from tests.support.players_files import (
    ADMINS_OWN,
    chips_in,
    faults_of,
    file_of,
    full,
    short,
    store_at,
    text_in,
    unsigned,
    write,
)
from tests.support.players_files import settle as settle_round

HERE = TableKey("irc.example.org", "#pontoon", "shoot")
THERE = HERE._replace(channel="#den")
ELSEWHERE = HERE._replace(network="irc.example.net")
NOTHING = {"dave": PlayerChange(0, 0, 0)}


def kitty(chips: int | str, banker: str = "dave", place: TableKey = HERE) -> str:
    """Return a kitty as the bot writes it, in one line."""
    network, channel, game = place
    where = f'game="{game}" network="{network}" channel="{channel}"'
    return f'  <kitty {where} banker="{banker}">{chips}</kitty>\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def put_up(
    store: PlayerStore, chips: int, banker: str | None = "dave", place: TableKey = HERE
) -> None:
    """Settle a round at PLACE in which BANKER moved CHIPS to the kitty."""
    change = KittyChange(place, banker, chips)
    settle_round(store, "pontoon", {"dave": PlayerChange(-chips, 0, 0)}, change)


def test_a_kitty_is_written_with_the_chips_in_one_write(path: Path) -> None:
    """It stands behind the players, as an element of its own; nothing else has changed."""
    store = store_at(path, full("dave"), full("bob"))
    put_up(store, 50)
    assert text_in(path) == file_of(full("dave", 950), full("bob"), kitty(50))
    assert text_in(previous(path)) == file_of(full("dave"), full("bob"))
    assert store.kitty(HERE) == Kitty("dave", 50)


def test_what_a_round_did_is_added_to_what_the_file_says(path: Path) -> None:
    """An admin may put something in while the round is played."""
    store = store_at(path, full("dave"), kitty(50))
    write(path, path.read_text().replace(">50<", ">80<"))
    put_up(store, -20)
    assert text_in(path) == file_of(full("dave", 1020), kitty(60))


def test_a_dry_kitty_is_not_in_the_file(path: Path) -> None:
    store = store_at(path, full("dave"), kitty(50), full("bob"))
    put_up(store, -50, None)
    assert text_in(path) == file_of(full("dave", 1050), full("bob"))
    assert store.kitty(HERE) is None


def test_a_kitty_that_an_admin_made_smaller_than_the_loss_is_dry(path: Path) -> None:
    store = store_at(path, full("dave"), kitty(10))
    posted = settle_round(
        store, "pontoon", {"dave": PlayerChange(50, 0, 0)}, KittyChange(HERE, "dave", -50)
    )
    assert posted.kitty_clipped == 40
    assert text_in(path) == file_of(full("dave", 1050))


def test_what_an_admin_put_in_stays_the_bankers_when_the_rest_is_gone(path: Path) -> None:
    store = store_at(path, full("dave"), kitty(80))
    put_up(store, -50, None)
    assert store.kitty(HERE) == Kitty("dave", 30)


def test_another_banker_may_have_put_up_another_kitty_in_the_round(path: Path) -> None:
    """The old banker has taken his 50, the new one has put up as much: the net is nothing."""
    store = store_at(path, full("dave"), full("bob"), kitty(50))
    changes = {"dave": PlayerChange(50, 1, 0), "bob": PlayerChange(-50, 1, 0)}
    settle_round(store, "pontoon", changes, KittyChange(HERE, "bob", 0))
    assert store.kitty(HERE) == Kitty("bob", 50)
    assert chips_in(path) == {"dave": 1050, "bob": 950}


def test_each_channel_of_each_network_has_its_own(path: Path) -> None:
    store = store_at(path, full("dave"))
    for chips, place in enumerate((HERE, THERE, ELSEWHERE), 1):
        put_up(store, chips, place=place)
    put_up(store, 10, place=THERE)
    kitties = kitty(1), kitty(12, place=THERE), kitty(3, place=ELSEWHERE)
    assert text_in(path) == file_of(full("dave", 984), *kitties)
    store.return_kitty(THERE)
    assert text_in(path) == file_of(full("dave", 996), kitties[0], kitties[2])


def test_names_of_channels_and_networks_are_compared_as_the_server_does(path: Path) -> None:
    loud = HERE._replace(network="IRC.Example.org", channel="#PONTOON[]")
    store = store_at(path, full("dave"), kitty(5, place=loud))
    quiet = HERE._replace(channel="#pontoon{}")
    assert store.kitty(quiet) == Kitty("dave", 5)
    put_up(store, 1, place=quiet)
    assert text_in(path) == file_of(full("dave", 999), kitty(6, place=loud))
    store.use_casemapping(fold_named("ascii"))
    assert store.kitty(quiet) is None


def test_a_kitty_of_nothing_is_none(path: Path) -> None:
    """So an admin may empty one; the next round that fills it writes it there."""
    store = store_at(path, full("dave"), kitty("0"), full("bob"))
    assert store.kitty(HERE) is None
    assert store.return_kitty(HERE).outcome is None
    put_up(store, 7)
    assert text_in(path) == file_of(full("dave", 993), kitty(7), full("bob"))


def test_the_bot_reads_again_what_an_admin_has_changed(path: Path) -> None:
    store = store_at(path, full("dave"), full("bob"), kitty(50))
    write(path, file_of(full("dave"), full("bob"), kitty(20, "bob")))
    store.refresh()
    assert store.kitty(HERE) == Kitty("bob", 20)


# Giving it back


def test_a_kitty_is_given_back_to_its_banker_once(path: Path) -> None:
    store = store_at(path, full("dave"), full("bob"), kitty(50))
    assert store.return_kitty(HERE).outcome == Kitty("dave", 50)
    assert text_in(path) == file_of(full("dave", 1050), full("bob"))
    assert store.return_kitty(HERE).outcome is None
    assert chips_in(path) == {"dave": 1050, "bob": 1000}


def test_the_banker_is_found_as_nicks_are_compared(path: Path) -> None:
    store = store_at(path, full("dave"), kitty(50, "DAVE"))
    assert store.return_kitty(HERE).outcome == Kitty("dave", 50)
    assert chips_in(path) == {"dave": 1050}


def test_what_the_file_says_at_that_moment_is_given_back(path: Path) -> None:
    store = store_at(path, full("dave"), full("bob"), kitty(50))
    write(path, file_of(full("dave", 500), full("bob"), kitty(60)))
    store.return_kitty(HERE)
    assert chips_in(path) == {"dave": 560, "bob": 1000}


def test_the_kitty_of_a_banker_who_was_removed_is_dropped(path: Path) -> None:
    store = store_at(path, full("bob"), kitty(50))
    assert store.return_kitty(HERE).outcome == Kitty("dave", 50)
    assert store.find("dave") is None
    assert text_in(path) == file_of(full("bob"))


# What fails


def test_what_could_not_be_written_has_not_happened(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither when a kitty is put up or given back, nor when it changes; later it is done once."""
    text = file_of(full("dave"), kitty(50), full("bob"))
    write(path, text)
    store = PlayerStore(path)
    store.refresh()
    with full_disk(monkeypatch):
        for place, chips, banker in ((HERE, 5, "bob"), (HERE, -50, None), (THERE, 5, "dave")):
            with pytest.raises(PlayersFileError, match=FULL):
                put_up(store, chips, banker, place)
        with pytest.raises(PlayersFileError, match=FULL):
            store.return_kitty(HERE)
    assert store.kitty(HERE) == Kitty("dave", 50)
    assert store.kitty(THERE) is None
    assert [player.chips for player in store.players()] == [1000, 1000]
    settle_round(store, "pontoon", NOTHING)
    assert text_in(path) == text
    store.return_kitty(HERE)
    assert text_in(path) == file_of(full("dave", 1050), full("bob"))


def test_nothing_is_given_back_while_the_file_is_broken(path: Path) -> None:
    store = store_at(path, full("dave"), kitty(50))
    broken = text_in(path).replace("</players>", "</oops>")
    write(path, broken)
    with pytest.raises(PlayersFileError):
        store.return_kitty(HERE)
    assert text_in(path) == broken
    write(path, broken.replace("</oops>", "</players>"))
    assert store.return_kitty(HERE).outcome == Kitty("dave", 50)
    assert text_in(path) == file_of(full("dave", 1050))


# Files as admins write them


def test_putting_up_a_kitty_and_giving_it_back_leaves_no_trace(path: Path) -> None:
    for text in [
        "<players><player><nick>dave</nick><chips>9</chips></player></players>",
        "<players><player><nick>dave</nick><chips>9</chips></player> <!-- x --></players>",
        "<players>\n<player><nick>dave</nick><chips>9</chips></player>\n<!-- x --></players>",
        "<players>\r\n\t<player><nick>dave</nick><chips>9</chips></player>\r\n</players>\r\n",
        ADMINS_OWN.format(chips=9, played=0, won=0),
    ]:
        write(path, text)
        settle_round(PlayerStore(path), "pontoon", {"dave": PlayerChange(1, 0, 0)})
        before = unsigned(path.read_bytes())
        store = PlayerStore(path)
        put_up(store, 5)
        assert b"\n" not in unsigned(path.read_bytes()).replace(b"\r\n", b"") or b"\r" not in before
        assert PlayerStore(path).return_kitty(HERE).outcome == Kitty("dave", 5)
        assert unsigned(path.read_bytes()) == before


def test_what_an_admin_wrote_in_and_about_a_kitty_stays(path: Path) -> None:
    """Attributes, comments, and the position of the kitty are kept."""
    mine = kitty("50<!-- a lot -->").replace("<kitty", "<!-- dave's --><kitty since='2004'")
    store = store_at(path, full("dave"), mine, full("bob"))
    put_up(store, 1)
    after = kitty("51<!-- a lot -->").replace("<kitty", '<!-- dave\'s --><kitty since="2004"')
    after = after.replace(' since="2004" game', ' since="2004" game')
    assert text_in(path) == file_of(full("dave", 999), after, full("bob"))


def test_an_element_of_that_name_inside_a_player_is_the_admins_own(path: Path) -> None:
    own = short("dave").replace("  </player>", "    <kitty>cat</kitty>\n  </player>")
    assert faults_of(path, file_of(own)) == []


WORD = "it must be one word"


def test_a_kitty_that_cannot_be_read_is_a_fault(path: Path) -> None:
    for wrong, fault in [
        (kitty("-5"), "kitty is '-5': it must be a whole number, 0 or more"),
        (kitty(""), "kitty is '': it must be a whole number, 0 or more"),
        (kitty("5<b/>"), "kitty must not contain other elements"),
        (kitty("9" * 18), "kitty has too many digits"),
        (kitty(5, ""), f"this kitty has banker '': {WORD}"),
        (kitty(5, "da ve"), f"this kitty has banker 'da ve': {WORD}"),
        (kitty(5, place=HERE._replace(channel=" ")), f"this kitty has channel ' ': {WORD}"),
        (kitty(5).replace(' banker="dave"', ""), "this kitty has no banker"),
        (kitty(5).replace(' network="irc.example.org"', ""), "this kitty has no network"),
        (kitty(5).replace(' channel="#pontoon"', ""), "this kitty has no channel"),
        (kitty(5).replace(' game="shoot"', ""), "this kitty has no game"),
    ]:
        assert faults_of(path, file_of(short("dave"), wrong)) == [f"line 8: {fault}"]


def test_two_kitties_of_a_game_in_a_channel_are_a_fault(path: Path) -> None:
    twice = kitty(5, place=HERE._replace(channel="#Pontoon"))
    assert faults_of(path, file_of(short("dave"), kitty(5), kitty(5, place=THERE), twice)) == [
        "line 10: there is already a kitty for shoot in #Pontoon, on line 8"
    ]

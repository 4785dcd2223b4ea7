"""players.xml is read: who is in it, what they have, and when it is read again."""

import codecs
import os
from pathlib import Path

import pytest

from pontoon.irc.casemapping import FOLDS
from pontoon.storage import atomic_file
from pontoon.storage.players.player import Fault, Player, Statistics
from pontoon.storage.players.store import PlayerStore
from tests.support.players_files import HEAD, TAIL, file_of, full, short, store_at, write
from tests.support.repository import is_shipped


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def faults_of(store: PlayerStore) -> list[str]:
    """Return in words what STORE knows is wrong with its file."""
    return [str(fault) for fault in store.faults]


def the_only_player(path: Path, text: str) -> Player:
    """Return the player in a file that consists of TEXT in the outermost element."""
    [player] = store_at(path, text).players()
    return player


def test_a_player_in_full(path: Path) -> None:
    text = full("dave", 950, "The Dealer").replace("<bank>0", "<bank>7")
    text = text.replace("<played>0", "<played>3").replace("<won>0", "<won>2")
    player = the_only_player(path, text)
    assert player == Player("dave", 950, 7, "The Dealer", {"pontoon": Statistics(3, 2)})
    assert player.stats_in("pontoon") == Statistics(played=3, won=2)


def test_what_is_missing_counts_as_nothing(path: Path) -> None:
    """A nick and chips are all that a new player needs."""
    player = the_only_player(path, short("dave"))
    assert player == Player("dave", 1000, 0, "", {"pontoon": Statistics(0, 0)})


def test_a_game_that_was_never_heard_of_has_no_rounds(path: Path) -> None:
    assert the_only_player(path, short("dave")).stats_in("poker") == Statistics(0, 0)


def test_what_is_empty_counts_as_nothing(path: Path) -> None:
    for empty in ["<pontoon/>", "<variables></variables>", "<variables/>"]:
        text = f"<player><nick>dave</nick><chips>5</chips>{empty}</player>"
        assert the_only_player(path, text) == Player(
            "dave", 5, 0, "", {"pontoon": Statistics(0, 0)}
        )


def test_white_space_around_values_means_nothing(path: Path) -> None:
    text = "<player><nick>\n dave\n</nick><chips>\t5 </chips><bank> 0</bank></player>"
    player = the_only_player(path, text)
    assert (player.nick, player.chips) == ("dave", 5)


def test_comments_inside_values_mean_nothing(path: Path) -> None:
    text = "<player><nick>da<!-- sic -->ve</nick><chips>1<!-- -->0</chips></player>"
    store = store_at(path, text)
    assert store.find("dave") == Player("dave", 10, 0, "", {"pontoon": Statistics(0, 0)})


def test_the_order_of_elements_means_nothing(path: Path) -> None:
    text = "<player><chips>5</chips><bank>6</bank><nick>dave</nick></player>"
    assert the_only_player(path, text).bank == 6


def test_there_is_no_end_to_numbers(path: Path) -> None:
    for chips in [0, 1, 10**12, 10**15 - 1]:
        assert the_only_player(path, short("dave", str(chips))).chips == chips


def test_noughts_in_front_are_no_fault(path: Path) -> None:
    assert the_only_player(path, short("dave", "0010")).chips == 10


def test_unknown_elements_and_attributes_are_no_fault(path: Path) -> None:
    """Not even if an element inside has the name of one that is known."""
    text = """\
  <house chips="lots"><player><nick>nobody</nick></player><won>all</won></house>
  <chips>any</chips>
  <player since="2004">
    <nick colour="red">dave</nick>
    <note>joined <b>early</b><chips>a few</chips><player>piano</player></note>
    <note><won>many</won><nickname><b/></nickname><pontoon><won>x</won></pontoon></note>
    <won>hearts</won>
    <pontoon><chips>some</chips><british><won>x</won></british></pontoon>
    <x:chips xmlns:x="urn:x">none</x:chips>
    <x:player xmlns:x="urn:x"/>
    <x:age xmlns:x="urn:x" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="no"/>
    <chips xmlns="urn:y">none</chips>
    <chips currency="€">5</chips>
  </player>
"""
    assert the_only_player(path, text).chips == 5


def test_an_element_that_says_where_its_schema_is_has_no_effect(path: Path) -> None:
    """Editors want to know; the bot goes by its own schema and fetches none."""
    where = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    where += 'xsi:noNamespaceSchemaLocation="/no/such/file.xsd"'
    write(path, f"<players {where}>{short('dave')}</players>")
    store = PlayerStore(path)
    store.refresh()
    assert store.faults == ()


def test_players_come_in_the_order_of_the_file(path: Path) -> None:
    store = store_at(path, short("kevin"), full("dave"), short("bob"))
    assert [player.nick for player in store.players()] == ["kevin", "dave", "bob"]


def test_a_file_without_players(path: Path) -> None:
    assert store_at(path).players() == []
    write(path, "<players/>")
    store = PlayerStore(path)
    store.refresh()
    assert (store.faults, store.players()) == ((), [])


def test_somebody_is_found_whatever_the_case(path: Path) -> None:
    """And shown as the file spells them."""
    store = store_at(path, short("dave"), short("[Kevin]"))
    assert store.find("DAVE") == store.find("dave") == store.players()[0]
    kevin = store.find("{kevin}")
    assert kevin is not None
    assert kevin.nick == "[Kevin]"
    assert store.find("bob") is None


def test_the_server_says_which_nicks_are_the_same(path: Path) -> None:
    store = store_at(path, short("[kevin]"))
    store.use_casemapping(FOLDS["ascii"])
    assert store.find("{kevin}") is None
    assert store.find("[KEVIN]") is not None


def test_nicks_that_are_the_same_to_the_server_are_a_fault_from_then_on(path: Path) -> None:
    """The players stay as they were last read without faults."""
    write(path, file_of(short("[bob]"), short("{bob}")))
    store = PlayerStore(path, FOLDS["ascii"])
    store.refresh()
    assert faults_of(store) == []
    store.use_casemapping(FOLDS["rfc1459"])
    assert faults_of(store) == ["line 9: {bob} is here twice, first on line 5 as [bob]"]
    assert [player.nick for player in store.players()] == ["[bob]", "{bob}"]
    assert [store.find(player.nick) for player in store.players()] == store.players()
    store.use_casemapping(FOLDS["ascii"])
    assert faults_of(store) == []


def test_the_same_casemapping_again_reads_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server tells it at each connection."""
    store = store_at(path, short("dave"))
    monkeypatch.delattr(atomic_file, "read")
    store.use_casemapping(FOLDS["rfc1459"])
    assert store.find("dave") is not None


def test_a_nickname_is_shown_only_if_it_is_acceptable(path: Path) -> None:
    """An admin may have written any by hand; it is no fault of the file."""
    for nickname, shown in [
        ("The Dealer's Friend", "The Dealer's Friend"),
        ("  Bob  ", "Bob"),
        ("O&apos;Neill", "O'Neill"),
        ("a &lt; b", "dave"),
        ("", "dave"),
        ("   ", "dave"),
        ("x" * 31, "dave"),
        ("a: b", "dave"),
        ("two\nlines", "dave"),
        ("&#x202e;evad", "dave"),
    ]:
        assert the_only_player(path, full("dave", nickname=nickname)).name == shown


def test_encodings(path: Path) -> None:
    for content in [
        codecs.BOM_UTF8 + f"<players>{full('dave', nickname='éő')}</players>".encode(),
        (
            codecs.BOM_UTF8
            + b'<?xml version="1.0" encoding="ISO-8859-1"?>'
            + f"<players>{full('dave', nickname='éő')}</players>".encode()
        ),
        (
            '<?xml version="1.0" encoding="ISO-8859-15"?>'
            f"<players>{full('dave', nickname='é&#337;')}</players>"
        ).encode("iso-8859-15"),
    ]:
        path.write_bytes(content)
        store = PlayerStore(path)
        store.refresh()
        assert store.faults == ()
        assert store.players()[0].name == "éő"


def test_nothing_is_read_before_it_is_asked_for(path: Path) -> None:
    store = PlayerStore(path)
    assert (store.players(), store.find("dave"), store.faults) == ([], None, ())


def test_the_file_is_read_again_when_it_has_changed_and_only_then(path: Path) -> None:
    write(path, file_of(short("dave", "1000")))
    store = PlayerStore(path)
    assert store.refresh()
    assert not store.refresh()
    write(path, file_of(short("dave", "1500")))
    assert store.refresh()
    assert store.players()[0].chips == 1500
    assert not store.refresh()


def test_a_file_put_in_place_of_the_old_one_is_read(path: Path) -> None:
    """As editors do that save under another name first; this one keeps the time and length."""
    store = store_at(path, short("dave", "1000"))
    times = path.stat().st_mtime_ns
    other = path.with_name("other")
    write(other, file_of(short("dave", "1500")))
    os.utime(other, ns=(times, times))
    other.replace(path)
    assert store.refresh()
    assert store.players()[0].chips == 1500


def test_a_broken_file_is_news_once(path: Path) -> None:
    store = store_at(path, short("dave"))
    write(path, "<players>")
    assert store.refresh()
    assert not store.refresh()
    path.unlink()
    assert store.refresh()
    assert not store.refresh()
    assert store.faults == (Fault(0, "there is no such file"),)


def test_a_file_taken_away_and_put_back_is_well_again(path: Path) -> None:
    """Although it is the very same."""
    store = store_at(path, short("dave"))
    away = path.rename(path.with_name("away.xml"))
    assert store.refresh()
    assert store.faults
    away.rename(path)
    assert store.refresh()
    assert store.faults == ()


def test_ten_thousand_players_are_read_and_found(path: Path) -> None:
    store = store_at(path, *(full(f"dave{number}", number) for number in range(10_000)))
    found = store.find("DAVE9999")
    assert found is not None
    assert found.chips == 9999
    assert len(store.players()) == 10_000
    assert store.players()[-1] is found  # as was read before, to be quick


def test_the_players_of_the_repository_can_play_at_once() -> None:
    """dave, kevin and bob, with 1000 chips each, in the shape the bot writes itself."""
    assert is_shipped("players.xml", file_of(full("dave"), full("kevin"), full("bob")))


def test_a_new_file_has_no_players_and_says_how_to_add_them(path: Path) -> None:
    PlayerStore.create(path, "20/11/2025")
    assert path.read_text() == HEAD.replace("06/12/2004", "20/11/2025") + TAIL
    store = PlayerStore(path)
    assert store.refresh()
    assert (store.faults, store.players()) == ((), [])


def test_the_date_of_a_new_file_is_any_text(path: Path) -> None:
    PlayerStore.create(path, "<\"today\" & 'now'>")
    store = PlayerStore(path)
    store.refresh()
    assert store.faults == ()

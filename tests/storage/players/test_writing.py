"""What the bot writes to players.xml, and all that it leaves as it was."""

import codecs
from difflib import unified_diff
from functools import partial
from pathlib import Path

import pytest

from pontoon.storage import atomic_file
from pontoon.storage.players.entries import MAX_CHIPS
from pontoon.storage.players.player import (
    Player,
    PlayerChange,
    PlayersFileError,
    Receipt,
    Statistics,
)
from pontoon.storage.players.store import PlayerStore
from tests.support.calls import calls_in
from tests.support.ledger_checks import check_books
from tests.support.players_files import (
    ADMINS_OWN,
    chips_in,
    file_of,
    full,
    short,
    store_at,
    text_in,
    unsigned,
    write,
)
from tests.support.players_files import settle as settle_round

pytestmark = pytest.mark.slow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def changed_lines(before: str, after: str) -> list[str]:
    """Return the lines taken out, with ``-`` before them, and those put in, with ``+``."""
    difference = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in list(difference)[2:] if not line.startswith("@@")]


def test_a_round_changes_chips_and_statistics_and_nothing_else(path: Path) -> None:
    store = store_at(path, full("dave"), full("kevin"), full("bob"))
    before = text_in(path)
    posted = settle_round(
        store, "pontoon", {"dave": PlayerChange(-50, 1, 0), "bob": PlayerChange(50, 1, 1)}
    )
    assert posted == Receipt({"dave": 950, "bob": 1050}, {}, ())
    assert changed_lines(before, text_in(path)) == [
        "-    <chips>1000</chips>",
        "+    <chips>950</chips>",
        "-      <played>0</played>",
        "+      <played>1</played>",
        "-    <chips>1000</chips>",
        "+    <chips>1050</chips>",
        "-      <played>0</played>",
        "-      <won>0</won>",
        "+      <played>1</played>",
        "+      <won>1</won>",
    ]


def test_what_was_written_is_what_the_store_knows(path: Path) -> None:
    store = store_at(path, full("dave"))
    settle_round(store, "pontoon", {"dave": PlayerChange(5, 1, 1)})
    settle_round(store, "pontoon", {"dave": PlayerChange(-1, 1, 0)})
    store.set_nickname("dave", "The Master")
    moved = store.move_to_bank("dave", 4).outcome
    assert moved == Player("dave", 1000, 4, "The Master", {"pontoon": Statistics(2, 1)})
    assert store.players() == [moved]
    again = PlayerStore(path)
    again.refresh()
    assert again.players() == [moved]


def test_the_previous_version_is_kept(path: Path) -> None:
    store = store_at(path, full("dave"))
    for chips in (1000, 1005, 1010):
        settle_round(store, "pontoon", {"dave": PlayerChange(5, 1, 0)})
        assert chips_in(path.with_name("players.xml~")) == {"dave": chips}
    assert chips_in(path) == {"dave": 1015}


def test_nicks_are_found_whatever_the_case_and_told_as_they_were_given(path: Path) -> None:
    store = store_at(path, full("dave"), full("[Bob]"))
    changes = {
        "DAVE": PlayerChange(-2000, 1, 0),
        "Nobody": PlayerChange(5, 1, 0),
        "{bob}": PlayerChange(1, 1, 1),
    }
    posted = settle_round(store, "pontoon", changes)
    assert posted == Receipt({"DAVE": 0, "{bob}": 1001}, {"DAVE": 1000}, ("Nobody",))
    assert chips_in(path) == {"dave": 0, "[Bob]": 1001}


def test_of_a_round_of_people_who_are_all_gone_only_its_number_is_written(path: Path) -> None:
    store = store_at(path, full("dave"))
    assert settle_round(store, "pontoon", {"bob": PlayerChange(5, 1, 1)}) == Receipt(
        {}, {}, ("bob",)
    )
    assert text_in(path) == file_of(full("dave"))
    assert store.mark.change == 2


def test_chips_given_by_hand_during_a_round_are_there_afterwards(path: Path) -> None:
    store = store_at(path, full("dave"), full("bob"))
    write(path, path.read_text().replace("<chips>1000", "<chips>1500", 1))
    posted = settle_round(
        store, "pontoon", {"dave": PlayerChange(-100, 1, 0), "bob": PlayerChange(100, 1, 1)}
    )
    assert posted.balances == {"dave": 1400, "bob": 1100}
    assert chips_in(path) == {"dave": 1400, "bob": 1100}


def test_a_loss_greater_than_what_an_admin_left_ends_at_nought(path: Path) -> None:
    store = store_at(path, full("dave"), full("bob"))
    write(path, path.read_text().replace("<chips>1000", "<chips>30", 1))
    posted = settle_round(
        store, "pontoon", {"dave": PlayerChange(-100, 1, 0), "bob": PlayerChange(-1000, 1, 0)}
    )
    assert posted == Receipt({"dave": 0, "bob": 0}, {"dave": 70}, ())
    assert chips_in(path) == {"dave": 0, "bob": 0}


def test_somebody_removed_during_a_round_gets_nothing_written(path: Path) -> None:
    store = store_at(path, full("dave"), full("bob"))
    write(path, file_of(full("bob")))
    posted = settle_round(
        store, "pontoon", {"dave": PlayerChange(-100, 1, 0), "bob": PlayerChange(100, 1, 1)}
    )
    assert posted == Receipt({"bob": 1100}, {}, ("dave",))
    assert chips_in(path) == {"bob": 1100}


def test_somebody_added_during_a_round_is_kept(path: Path) -> None:
    store = store_at(path, full("dave"))
    write(path, file_of(full("dave"), short("bob")))
    settle_round(store, "pontoon", {"dave": PlayerChange(1, 1, 1)})
    assert chips_in(path) == {"dave": 1001, "bob": 1000}


def test_what_was_missing_is_written_in_full_with_the_next_change(path: Path) -> None:
    """For that player, and for nobody else."""
    store = store_at(path, short("dave"), short("bob"))
    settle_round(store, "pontoon", {"bob": PlayerChange(0, 1, 0)})
    bob = full("bob").replace("<played>0", "<played>1")
    assert text_in(path) == file_of(short("dave"), bob)
    store.set_nickname("dave", "")
    assert text_in(path) == file_of(full("dave"), bob)


def test_chips_to_the_bank_and_back(path: Path) -> None:
    store = store_at(path, full("dave"))
    assert store.move_to_bank("DAVE", 300).outcome.chips == 700
    assert "<chips>700</chips>\n    <bank>300</bank>" in path.read_text()
    moved = store.move_to_bank("dave", -100).outcome
    assert (moved.chips, moved.bank) == (800, 200)
    assert chips_in(path) == {"dave": 800}


def test_chips_that_are_not_there_are_not_moved(path: Path) -> None:
    """By what the file says, not by what was read before."""
    for amount in [1001, -1, 10**30]:
        store = store_at(path, full("dave", 9_999))
        write(path, file_of(full("dave", 1000)))
        with pytest.raises(PlayersFileError, match="the chips of dave have just changed"):
            store.move_to_bank("dave", amount)
        assert text_in(path) == file_of(full("dave", 1000))
        assert [player.chips for player in store.players()] == [1000]


def test_all_chips_but_one_may_be_moved(path: Path) -> None:
    store = store_at(path, full("dave", 5))
    assert (store.move_to_bank("dave", 4).outcome.chips, store.players()[0].bank) == (1, 4)
    assert (store.move_to_bank("dave", -4).outcome.chips, store.players()[0].bank) == (5, 0)
    with pytest.raises(PlayersFileError):
        store.move_to_bank("dave", 5)


def test_somebody_who_is_not_in_the_file_has_nothing_to_change(path: Path) -> None:
    store = store_at(path, full("dave"), full("bob"))
    write(path, file_of(full("dave")))
    with pytest.raises(PlayersFileError, match="bob is not in it"):
        store.move_to_bank("bob", 0)
    with pytest.raises(PlayersFileError, match="bob is not in it"):
        store.set_nickname("bob", "Bob")
    assert text_in(path) == file_of(full("dave"))
    assert store.faults == ()


def test_a_nickname_is_set_and_taken_away(path: Path) -> None:
    store = store_at(path, full("dave"), full("bob"))
    before = path.read_text()
    assert store.set_nickname("dave", "Tom O'Neill").outcome.name == "Tom O'Neill"
    assert changed_lines(before, path.read_text()) == [
        "-      <nickname/>",
        "+      <nickname>Tom O'Neill</nickname>",
    ]
    assert store.set_nickname("dave", "").outcome.name == "dave"
    assert path.read_text() == before


def test_a_nickname_that_could_not_be_shown_is_not_written(path: Path) -> None:
    """Least of all one that XML has no way to write."""
    for nickname in ["x" * 31, "a:b", "a\x00b", "a\nb", "\ud800"]:
        store = store_at(path, full("dave"))
        with pytest.raises(ValueError, match=r".*"):
            store.set_nickname("dave", nickname)
        assert text_in(path) == file_of(full("dave"))


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "\n", "\n\n<?mark the end?> "])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_only_the_numbers_differ(path: Path, line_end: str, last: str, encoding: str) -> None:
    """Comments, order, spaces, line ends, the byte order mark: all are as they were."""
    text = (ADMINS_OWN + last).replace("\n", line_end)
    path.write_bytes(text.format(chips=100, played=3, won=2).encode(encoding))
    store = PlayerStore(path)
    settle_round(store, "pontoon", {"dave": PlayerChange(-1, 1, 0)})
    expected = text.replace("</players >", "</players>").format(chips=99, played=4, won=2)
    assert unsigned(path.read_bytes()) == expected.encode(encoding)
    assert store.faults == ()


def test_what_means_the_same_may_be_written_in_another_way(path: Path) -> None:
    """It is rewritten at the next change of any player."""
    for before, after in [
        ("<x a = '1>2' />", '<x a="1&gt;2"/>'),
        ("<x></x >", "<x/>"),
        ("<x><![CDATA[<&>]]></x>", "<x>&lt;&amp;&gt;</x>"),
        ("<x>&#233;</x>", "<x>é</x>"),
    ]:
        store = store_at(path, before, full("dave"))
        store.set_nickname("dave", "")
        assert text_in(path) == file_of(after, full("dave"))


def test_a_number_is_written_without_noughts_in_front_when_it_is_saved(path: Path) -> None:
    """And without a comment getting into it."""
    text = file_of(full("dave")).replace(">1000<", "> 01<!-- a -->000<!-- b --> <")
    write(path, text)
    settle_round(PlayerStore(path), "pontoon", {"dave": PlayerChange(0, 0, 0)})
    assert "<chips>1000<!-- a --><!-- b --></chips>\n" in path.read_text()


def test_what_is_missing_is_written_in_the_manner_of_the_player(path: Path) -> None:
    for player, completed in [
        (
            "<player><nick>dave</nick><chips>5</chips></player>",
            "<player><nick>dave</nick><chips>5</chips><bank>0</bank><pontoon><played>0</played>"
            "<won>0</won></pontoon><variables><nickname/></variables></player>",
        ),
        (
            "<player>\n\t<chips>5</chips> <!-- five -->\n\t<nick>dave</nick>\n</player>",
            "<player>\n\t<chips>5</chips> <!-- five -->\n\t<bank>0</bank>\n"
            "\t<pontoon>\n\t\t<played>0</played>\n\t\t<won>0</won>\n\t</pontoon>\n"
            "\t<variables>\n\t\t<nickname/>\n\t</variables>\n\t<nick>dave</nick>\n</player>",
        ),
        (
            "<player>\n <nick>dave</nick>\n <chips>5</chips></player>",
            "<player>\n <nick>dave</nick>\n <chips>5</chips>\n <bank>0</bank>\n"
            " <pontoon>\n <played>0</played>\n <won>0</won>\n </pontoon>\n"
            " <variables>\n <nickname/>\n </variables></player>",
        ),
        (
            "<player>\n <nick>dave</nick>\n <chips>5</chips>\n <!-- more -->\n   </player>",
            "<player>\n <nick>dave</nick>\n <chips>5</chips>\n <bank>0</bank>\n"
            " <pontoon>\n <played>0</played>\n <won>0</won>\n </pontoon>\n"
            " <variables>\n <nickname/>\n </variables>\n <!-- more -->\n   </player>",
        ),
        (
            full("dave", 5).replace("      <played>0</played>\n", "").replace("<nickname/>", ""),
            full("dave", 5),
        ),
    ]:
        store = store_at(path, player)
        store.set_nickname("dave", "")
        assert text_in(path) == file_of(completed)


def test_the_first_player_of_an_empty_file_is_written_in_lines(path: Path) -> None:
    for empty in ["<players/>", "<players></players>", "<players />\n", "<players>  </players>"]:
        path.write_text(empty)
        store = PlayerStore(path)
        for nick in ("dave", "kevin"):
            store.add(nick, 5)
        both = "".join(full(nick, 5) for nick in ("dave", "kevin"))
        assert text_in(path).rstrip("\n") == f"<players>\n{both}</players>"


def test_a_declared_encoding_is_kept(path: Path) -> None:
    """A nickname that it cannot say is written as references."""
    head = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!-- é -->\n<players>\n'
    tail = "</players>\n"
    path.write_bytes((head + full("dave") + tail).encode("latin-1"))
    store = PlayerStore(path)
    store.set_nickname("dave", "éő")
    written = head + full("dave", nickname="é&#337;") + tail
    assert unsigned(path.read_bytes()) == written.encode("latin-1")
    again = PlayerStore(path)
    again.refresh()
    assert again.players()[0].name == "éő"


def test_a_byte_order_mark_is_kept(path: Path) -> None:
    path.write_bytes(codecs.BOM_UTF8 + file_of(full("dave")).encode())
    settle_round(PlayerStore(path), "pontoon", {"dave": PlayerChange(1, 0, 0)})
    assert unsigned(path.read_bytes()) == codecs.BOM_UTF8 + file_of(full("dave", 1001)).encode()


def test_the_richest_can_win_and_lose(path: Path) -> None:
    """The bot writes no number that it would not read again."""
    store = store_at(path, full("dave", MAX_CHIPS), full("kevin", 10**17 - 1))
    settle_round(
        store, "pontoon", {"dave": PlayerChange(50, 1, 1), "kevin": PlayerChange(-1, 1, 0)}
    )
    assert chips_in(path) == {"dave": MAX_CHIPS + 50, "kevin": 10**17 - 2}
    check_books(path)


def test_every_game_has_its_own_statistics(path: Path) -> None:
    write(path, file_of(full("dave")))
    store = PlayerStore(path, games={"pontoon": (), "british": ()})
    settle_round(store, "british", {"dave": PlayerChange(0, 1, 1)})
    [dave] = store.players()
    assert (dave.stats_in("pontoon"), dave.stats_in("british")) == (
        Statistics(0, 0),
        Statistics(1, 1),
    )
    british = "    <british>\n      <played>1</played>\n      <won>1</won>\n    </british>\n"
    variables = "    <variables>"
    assert text_in(path) == file_of(full("dave")).replace(variables, british + variables)
    again = PlayerStore(path, games={"pontoon": (), "british": ()})
    again.refresh()
    assert again.players() == [dave]


def test_what_the_bot_wrote_itself_is_not_read_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(path, full("dave"))
    monkeypatch.delattr(atomic_file, "read")
    settle_round(store, "pontoon", {"dave": PlayerChange(5, 1, 1)})
    assert not store.refresh()
    settle_round(store, "pontoon", {"dave": PlayerChange(5, 1, 1)})
    assert store.players()[0].chips == 1010


def test_a_round_is_settled_among_many_players_as_among_few(tmp_path: Path) -> None:
    """What is copied of the file grows with it, but nothing is done for each player."""
    calls = []
    for players in (20, 1000):
        (tmp_path / str(players)).mkdir()
        path = tmp_path / str(players) / "players.xml"
        store = store_at(path, *(full(f"dave{number}") for number in range(players)))
        changes = {f"dave{number}": PlayerChange(5, 1, 1) for number in range(0, players, 2)[:10]}
        settle_round(store, "pontoon", changes)
        calls.append(calls_in(partial(settle_round, store, "pontoon", changes)))
    few, many = calls
    assert few > 100
    assert many < few + 50

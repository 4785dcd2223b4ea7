"""Where somebody has a seat is found without asking every table."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from pontoon.irc.casemapping import FOLDS, Fold
from pontoon.irc.people import Person
from pontoon.tables.registry import SeatIndex
from pontoon.tables.seats import SeatMap
from tests.support.calls import calls_in
from tests.support.no_accounts import NoAccounts
from tests.support.offline_bot import CHANNEL, OfflineBot

DAVE, KEVIN = Person("dave", "dave@dave.home"), Person("Kev[n]", "kevin@kevin.home")


class Tableau:
    """A table with seats, which are filed in INDEX."""

    def __init__(self, fold: Callable[[], Fold], index: "SeatIndex[Tableau]") -> None:
        self.seat_map = SeatMap(fold, NoAccounts, partial(index.file, self))


class Room:
    """Three tables, and where people are found."""

    def __init__(self) -> None:
        self.fold = FOLDS["rfc1459"]
        self.index: SeatIndex[Tableau] = SeatIndex(lambda: self.fold)
        self.tables = [Tableau(lambda: self.fold, self.index) for _ in range(3)]
        for table in self.tables:
            self.index.add(table, table.seat_map)

    def found(self, player: str | None, nick: str | None = None) -> list[int]:
        """Return the numbers of the tables where PLAYER sits, or somebody called NICK."""
        return [self.tables.index(table) for table in self.index.find(player, nick)]

    def past(self, player: str) -> list[int]:
        """Return the numbers of the tables where PLAYER has sat."""
        return sorted(map(self.tables.index, self.index.find_past(player)))


@pytest.fixture
def room() -> Room:
    return Room()


def test_people_are_found_by_player_and_by_nick(room: Room) -> None:
    room.tables[1].seat_map.seat([("dave", DAVE), ("kevin", KEVIN)])
    assert room.found("kevin") == room.found(None, "KEV{N}") == room.found("kevin", "dave") == [1]
    assert room.found(None, "kevin") == room.found("Kev[n]") == []


def test_several_seats_are_found_in_the_order_of_the_tables(room: Room) -> None:
    for number in (2, 0):
        room.tables[number].seat_map.seat([("dave", DAVE)])
    assert room.found("dave") == [0, 2]
    room.tables[1].seat_map.seat([("bob", Person("dave"))])
    assert room.found("dave", "dave") == [0, 1, 2]


def test_whoever_gets_up_is_found_no_more_but_was_there(room: Room) -> None:
    room.tables[1].seat_map.seat([("dave", DAVE)])
    room.tables[1].seat_map.clear()
    assert room.found("dave", "dave") == []
    assert room.past("dave") == [1]


def test_a_new_nick_is_found_and_the_old_one_is_not(room: Room) -> None:
    seat_map = room.tables[0].seat_map
    seat_map.seat([("dave", DAVE)])
    seat_map.renamed("dave", Person("davy", "dave@dave.home"))
    assert room.found(None, "davy") == [0]
    assert room.found(None, "dave") == []
    seat_map.departed(Person("davy", "dave@dave.home"))
    assert room.found(None, "davy") == [0]
    seat_map.renamed("davy", DAVE)
    assert room.found(None, "dave") == [0]


def test_another_casemapping_counts_at_once(room: Room) -> None:
    room.tables[0].seat_map.seat([("kevin", KEVIN)])
    assert room.found(None, "kev{n}") == [0]
    room.fold = FOLDS["ascii"]
    assert room.found(None, "kev{n}") == []
    assert room.found(None, "KEV[N]") == [0]


def test_another_casemapping_counts_even_if_a_seat_was_just_taken(room: Room) -> None:
    room.tables[0].seat_map.seat([("kevin", KEVIN)])
    room.fold = FOLDS["ascii"]
    room.tables[1].seat_map.seat([("dave", DAVE)])
    assert room.found(None, "kev{n}") == []
    assert room.found(None, "KEV[N]") == [0]


def test_of_a_table_that_is_closed_nothing_is_known(room: Room) -> None:
    for table in room.tables:
        table.seat_map.seat([("dave", DAVE)])
    closed = room.tables.pop(1)
    room.index.discard(closed)
    closed.seat_map.seat([("kevin", KEVIN)])
    assert room.found("dave") == room.past("dave") == [0, 1]
    assert room.found("kevin") == room.past("kevin") == []


def test_players_of_before_are_known(room: Room) -> None:
    room.tables[2].seat_map.remember(["dave"])
    assert room.past("dave") == [2]
    assert room.found("dave") == []


# What a line costs


def costs(folder: Path, channels: int) -> dict[str, int]:
    """Return what lines cost a bot in so many CHANNELS, by what is said."""
    folder.mkdir()
    names = ", ".join([CHANNEL, *(f"#c{number}" for number in range(1, channels))])
    bot = OfflineBot(folder, "dave 1000, kevin 1000", "5D 9C 8H 4S", {"irc": {"channels": names}})
    dave = bot.person("dave")
    acts: dict[str, Callable[[], object]] = {
        "unseated hand": lambda: bot.tells("dave", "hand"),
        "!bank": lambda: bot.says("dave", "!bank"),
        "bank +5": lambda: bot.tells("kevin", "bank +5"),
        "!pontoon": lambda: bot.says("dave", "!pontoon dave kevin"),
        "!hello": lambda: bot.says("kevin", "!hello"),
        "hand": lambda: bot.tells("kevin", "hand"),
        "help": lambda: bot.tells("kevin", "help"),
        "stats": lambda: bot.tells("dave", "stats"),
        "5": lambda: bot.tells("kevin", "5"),
        "!bet 5": lambda: bot.says("dave", "!bet 5"),
        "s": lambda: bot.tells("dave", "s"),
        "nonsense": lambda: bot.tells("dave", "nonsense"),
        "account": lambda: bot.real_network.croupiers.account_changed(dave),
        "located": lambda: bot.real_network.croupiers.located(dave),
        "unreachable": lambda: bot.real_network.croupiers.cannot_reach("dave", "away"),
        "leave": lambda: bot.tells("dave", "leave"),
        "over": lambda: bot.tells("dave", "stop"),
        "again": lambda: bot.says("dave", "!pontoon"),
    }
    return {said: calls_in(act) for said, act in acts.items()}


def test_no_line_costs_more_in_a_bot_with_more_channels(tmp_path: Path) -> None:
    """What is cached, or not yet, makes some calls of difference; one a channel would make 490."""
    few, many = costs(tmp_path / "few", 10), costs(tmp_path / "many", 500)
    assert {said: count - few[said] for said, count in many.items() if count > few[said] + 20} == {}
    assert all(count > 10 for count in few.values())

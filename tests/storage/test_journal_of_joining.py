"""The journal keeps who has joined in each channel, and who wants to be told of that."""

from datetime import timedelta

import pytest
from pontoon.storage.journal import Journal

from pontoon.storage import journal as journals
from pontoon.storage.channels import NOBODY, LineupRecord, SeatRecord, Watcher
from tests.support.journals import NOON, read_again, recovered, rewritten
from tests.support.memory_file import LinesInMemory

DAVE, KEVIN = SeatRecord("dave", "dave_", "d@home"), SeatRecord("kevin", "kevin", "k@home")
TWO = LineupRecord("pontoon", (KEVIN, DAVE), is_new=False)
NEW = LineupRecord("british", (DAVE,))
WATCHERS = (Watcher("bob", 3), Watcher("anna", 0, NOON), Watcher("carol", 10, NOON))


def test_who_has_joined_and_who_watches_is_read_again(
    journal: Journal, file: LinesInMemory
) -> None:
    notes = journal.notes
    notes.line_up("local", "#a", NEW)
    notes.line_up("local", "#a", TWO)
    notes.line_up("west", "#a", NEW)
    notes.watch("local", "#a", WATCHERS[:1])
    notes.watch("local", "#a", WATCHERS)
    for again in (journal, read_again(file), rewritten(journal, file), recovered(file)):
        assert again.notes.lineup("local", "#a") == TWO
        assert again.notes.lineup("west", "#a") == NEW
        assert again.notes.lineup("local", "#b") == NOBODY
        assert again.notes.watchers("local", "#a") == WATCHERS
        assert again.notes.watchers("west", "#a") == ()


def test_it_is_noted_besides_a_table_and_its_operators_wishes(
    journal: Journal, file: LinesInMemory
) -> None:
    """The same channel has notes of each kind."""
    journal.notes.close("local", "#a", is_closed=True)
    journal.notes.line_up("local", "#a", TWO)
    journal.notes.watch("local", "#a", WATCHERS)
    journal.notes.close("local", "#a", is_closed=False)
    journal.notes.line_up("local", "#a", NOBODY)
    for again in (journal, read_again(file), rewritten(journal, file)):
        assert again.notes.lineup("local", "#a") == NOBODY
        assert not again.notes.is_closed("local", "#a")
        assert again.notes.watchers("local", "#a") == WATCHERS


def test_a_rewritten_file_has_nothing_of_tables_that_are_closed(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.notes.line_up("local", "#a", TWO)
    journal.notes.line_up("local", "#a", LineupRecord("pontoon", ()))
    journal.notes.watch("local", "#a", WATCHERS)
    journal.notes.watch("local", "#a", ())
    rewritten(journal, file)
    assert file.lines == []


def test_a_channel_takes_two_lines_at_most_however_often_people_come_and_go(
    journal: Journal, file: LinesInMemory
) -> None:
    largest = 0
    for number in range(3000):
        journal.notes.line_up("local", "#a", (TWO, NEW, NOBODY, NEW)[number % 4])
        journal.notes.watch("local", "#a", WATCHERS[number % 3 :])
        largest = max(largest, file.length)
    assert largest < journals.FULL_BYTES + 1000
    rewritten(journal, file)
    assert len(file.lines) == 2


def test_what_cannot_be_written_counts_and_is_written_later(
    journal: Journal, file: LinesInMemory
) -> None:
    """It has happened: people have come, or gone."""
    journal.notes.line_up("local", "#a", NEW)
    file.is_full = True
    journal.notes.line_up("local", "#a", TWO)
    journal.notes.watch("local", "#a", WATCHERS)
    assert journal.notes.lineup("local", "#a") == TWO
    assert read_again(file).notes.lineup("local", "#a") == NEW
    assert not journal.mend()
    file.is_full = False
    assert journal.mend()
    assert read_again(file).notes.lineup("local", "#a") == TWO
    assert read_again(file).notes.watchers("local", "#a") == WATCHERS


def test_times_are_kept_with_their_zone(journal: Journal, file: LinesInMemory) -> None:
    later = NOON + timedelta(microseconds=1)
    journal.notes.watch("local", "#a", [Watcher("bob", 2, later)])
    (bob,) = read_again(file).notes.watchers("local", "#a")
    assert bob.at == later


PLACE = '"channel":["local","#a"]'


@pytest.mark.parametrize(
    "line",
    [
        '{"lineup":[],' + PLACE + "}",
        '{"lineup":null,' + PLACE + "}",
        '{"lineup":{"game":5},' + PLACE + "}",
        '{"lineup":{"game":"pontoon","places":[["dave"]]},' + PLACE + "}",
        '{"lineup":{"game":"pontoon","places":[["dave","dave",5]]},' + PLACE + "}",
        '{"lineup":{"game":"pontoon","places":"dave"},' + PLACE + "}",
        '{"lineup":{"game":"pontoon","is_new":1},' + PLACE + "}",
        '{"lineup":{"game":"pontoon"},"channel":["local"]}',
        '{"lineup":{"game":"pontoon"},"channel":["local",5]}',
        '{"lineup":{"game":"pontoon"}}',
        '{"watchers":{},' + PLACE + "}",
        '{"watchers":[{"many":3}],' + PLACE + "}",
        '{"watchers":[{"player":"bob","many":"3"}],' + PLACE + "}",
        '{"watchers":[{"player":"bob","many":3,"at":"2026-11-20T12:00:00"}],' + PLACE + "}",
        '{"watchers":[{"player":"bob","many":3,"at":"yesterday"}],' + PLACE + "}",
        '{"watchers":[],"channel":"#a"}',
    ],
)
def test_a_line_that_the_bot_cannot_have_written_is_damaged(file: LinesInMemory, line: str) -> None:
    file.lines.append(line.encode())
    with pytest.raises(ValueError, match="line 1: "):
        read_again(file)


@pytest.mark.parametrize(
    "line",
    [
        '{"watchers":[{"player":"bob","many":-3}],' + PLACE + "}",
        '{"watchers":[{"player":"bob","many":300}],' + PLACE + "}",
        '{"lineup":{"game":"pontoon","places":[["dave","a","b@c"],["dave","x","y@z"]]},'
        + PLACE
        + "}",
    ],
)
def test_so_is_one_with_numbers_or_people_that_cannot_be(file: LinesInMemory, line: str) -> None:
    file.lines.append(line.encode())
    with pytest.raises(ValueError, match="line 1: "):
        read_again(file)

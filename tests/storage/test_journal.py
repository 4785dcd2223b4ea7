"""The journal: what is written of a round, read again, also where it cannot be written or read."""

import json

import pytest
from pontoon.storage.journal import Journal
from pontoon.storage.journal_records import SeatRecord

from pontoon.engine.actions import Left, LeftOut, Moved, Written, read, written
from pontoon.engine.errors import NotRecorded
from pontoon.engine.moves import Move, Verb
from tests.support.journals import HERE, TWIST, a_round, journal_in, loaded
from tests.support.memory_file import LinesInMemory

# What was written is read again


def test_an_empty_file_has_no_rounds(file: LinesInMemory) -> None:
    assert loaded(file) == []


def test_a_round_that_has_begun_is_read_again(journal: Journal, file: LinesInMemory) -> None:
    journal.begin(a_round())
    assert loaded(file) == [a_round()]


@pytest.mark.parametrize("consent", [(), (("dave", True), ("kevin", False))])
def test_who_needs_not_say_whether_they_want_the_bank_is_read_again(
    journal: Journal, file: LinesInMemory, consent: tuple[tuple[str, bool], ...]
) -> None:
    journal.begin(a_round(consent=consent))
    assert loaded(file) == [a_round(consent=consent)]


def test_a_journal_that_does_not_say_so_is_read_too(journal: Journal, file: LinesInMemory) -> None:
    journal.begin(a_round())
    file.lines[-1] = file.lines[-1].replace(b',"consent":[]', b"")
    assert b"consent" not in file.lines[-1]
    assert loaded(file) == [a_round()]


@pytest.mark.parametrize("unanswered", [False, True])
def test_a_move_made_for_somebody_who_did_not_answer_is_told_from_one_of_theirs(
    unanswered: bool,
) -> None:
    moved = Moved("dave", Move(Verb.STAY, unanswered=unanswered))
    assert read(written(moved)) == moved


def test_its_acts_are_read_again_in_their_order(journal: Journal, file: LinesInMemory) -> None:
    journal.begin(a_round())
    acts: list[Written] = [TWIST, written(Left("kevin"))]
    for act in acts:
        journal.add("r1", act)
    assert loaded(file) == [a_round(acts=acts)]


def test_each_act_is_written_with_its_time(journal: Journal, file: LinesInMemory) -> None:
    journal.begin(a_round())
    journal.add("r1", TWIST)
    assert json.loads(file.lines[-1])["at"] == "2026-11-20T12:00:00.000+00:00"


def test_a_player_who_goes_by_another_nick_is_found_under_that(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round())
    journal.seat("r1", SeatRecord("dave", "dave_", "d@h"))
    (found,) = loaded(file)
    assert SeatRecord("dave", "dave_", "d@h") in found.occupants
    assert len(found.occupants) == 2


def test_a_round_that_is_over_is_not_returned(journal: Journal, file: LinesInMemory) -> None:
    journal.begin(a_round())
    journal.begin(a_round("r2", where=HERE._replace(channel="#other")))
    journal.over("r1", HERE, ["dave"])
    assert [each.id for each in loaded(file)] == ["r2"]


def test_who_played_last_is_known_of_each_game_the_last_one_last(
    journal: Journal, file: LinesInMemory
) -> None:
    british = HERE._replace(game="british")
    for name, where, players in (
        ("r1", HERE, ["dave"]),
        ("r2", british, ["kevin", "bob"]),
        ("r3", HERE, ["bob"]),
    ):
        journal.begin(a_round(name, where=where))
        journal.over(name, where, players)
    again = journal_in(file)
    again.load()
    assert list(again.lists.items()) == [(british, ("kevin", "bob")), (HERE, ("bob",))]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "{}",
        '{"round": "r1", "act": ["stop"]}',
        '{"round": "r1", "over": []}',
        '{"begin": "r1"}',
        '{"list": [], "table": ["local"]}',
        '{"round": "r1", "paid": true}',
        '{"round": "r1", "told": true}',
        '{"ended": "r1"}',
        '{"ended": "r1", "table": ["local", "#c", "pontoon"], "at": "noon"}',
    ],
)
def test_a_line_that_makes_no_sense_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="line 1: not a line of a journal"):
        loaded(LinesInMemory(line.encode()))


# A file that cannot be written


def test_what_cannot_be_written_is_refused_with_the_reason(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round())
    file.is_full = True
    with pytest.raises(NotRecorded, match="No space left"):
        journal.add("r1", TWIST)
    assert journal.trouble == "No space left on device"
    assert loaded(file) == [a_round()]


def test_it_goes_on_by_itself_once_there_is_room(journal: Journal, file: LinesInMemory) -> None:
    journal.begin(a_round())
    file.is_full = True
    for _ in range(3):
        with pytest.raises(NotRecorded):
            journal.add("r1", TWIST)
    assert not journal.mend()
    file.is_full = False
    journal.add("r1", TWIST)
    assert not journal.trouble
    assert loaded(file) == [a_round(acts=[TWIST])]


def test_mending_leaves_all_that_is_running_and_who_played_last(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round("r1"))
    journal.over("r1", HERE, ["bob"])
    journal.begin(a_round("r2"))
    journal.add("r2", TWIST)
    journal.trouble = "an ailment"
    assert journal.mend()
    again = journal_in(file)
    again.load()
    assert again.unfinished() == [a_round("r2", acts=[TWIST])]
    assert again.lists == {HERE: ("bob",)}


def test_a_round_is_over_even_where_that_cannot_be_written(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round())
    file.is_full = True
    journal.over("r1", HERE, ["dave"])
    file.is_full = False
    assert journal.mend()
    assert loaded(file) == []


def test_what_was_in_trouble_makes_sense_when_it_is_over(
    journal: Journal, file: LinesInMemory
) -> None:
    """The file is written anew, and then there is no round in it that could be over."""
    journal.begin(a_round())
    file.is_full = True
    with pytest.raises(NotRecorded):
        journal.add("r1", TWIST)
    file.is_full = False
    journal.over("r1", HERE, ["dave"])
    again = journal_in(file)
    again.load()
    assert again.unfinished() == []
    assert again.lists == {HERE: ("dave",)}


def test_who_sits_where_is_not_written_of_a_round_that_is_over(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round())
    journal.over("r1", HERE, ["dave"])
    journal.seat("r1", SeatRecord("dave", "dave_", "d@h"))
    assert loaded(file) == []


# What is damaged


def test_rounds_of_which_not_all_can_be_read_are_lost_but_who_played_last_is_known(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round("r1"))
    journal.over("r1", HERE, ["bob"])
    other = HERE._replace(channel="#other")
    journal.begin(a_round("r2", where=other, acts=[]))
    journal.add("r2", written(LeftOut("kevin")))
    file.lines.append(b"{")
    damaged, fresh = journal_in(file), journal_in(LinesInMemory())
    with pytest.raises(ValueError, match="line 5: "):
        damaged.load()
    fresh.recover_from(damaged)
    assert [each.id for each in fresh.lost] == ["r2"]
    assert fresh.lost_on("elsewhere") == []
    assert [each.id for each in fresh.lost_on(HERE.network)] == ["r2"]
    assert fresh.lost_on(HERE.network) == []
    assert fresh.unfinished() == []
    assert fresh.lists == {HERE: ("bob",), other: ("dave",)}

"""The journal: what is written of a round, read again, and what is left of it afterwards."""

import json
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest

from pontoon.engine.actions import Left, LeftOut, Moved, Written, read, written
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import CoinResult, Kitty, PlayerResult, Settled
from pontoon.engine.moves import Move, Unit, Verb
from pontoon.engine.result import Result, TableKey
from pontoon.storage.journal import FULL_BYTES, Journal
from pontoon.storage.journal_records import RoundRecord, SeatRecord
from tests.support.memory_file import LinesInMemory

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HERE = TableKey("local", "#pontoon", "pontoon")
TWIST = written(Moved("dave", Move(Verb.TWIST)))


def a_round(name: str = "r1", where: TableKey = HERE, **differently: Any) -> RoundRecord:
    known: dict[str, Any] = {
        "id": name,
        "where": where,
        "began": NOON,
        "version": "1.0",
        "rules": "Rules()",
        "equipment": {"seed": "00", "shuffles": 1, "dealt": 7},
        "players": (("dave", 1000), ("kevin", 900)),
        "occupants": (SeatRecord("dave", "dave", "d@h"), SeatRecord("kevin", "kev", "k@h")),
        "starter": SeatRecord("", "bob", "b@h"),
    }
    return RoundRecord(**{**known, **differently})


SETTLED = Settled(
    (PlayerResult("dave", -50, 1, 0), PlayerResult("kevin", 20, 1, 1)), 10, Kitty("dave", 20)
)
OF_COINS = Settled((CoinResult("dave", 5, 1, 1, 10, 5),), -5)


def a_result(name: str = "r1", **differently: Any) -> Result:
    known: dict[str, Any] = {
        "id": name,
        "where": HERE,
        "began": NOON,
        "title": "Shed Pontoon",
        "unit": Unit.CHIPS,
        "coin_minutes": 1,
        "settled": SETTLED,
        "order": ("dave", "kevin"),
        "told": (("dave: 5♦ K♥ = 15 high cards, stake 50: -50",), ("shuffled", "kevin deals")),
    }
    return Result(**{**known, **differently})


def journal_in(file: LinesInMemory) -> Journal:
    return Journal(file, lambda: NOON)


def loaded(file: LinesInMemory) -> list[RoundRecord]:
    journal = journal_in(file)
    journal.load()
    return journal.unfinished()


@pytest.fixture
def file() -> LinesInMemory:
    return LinesInMemory()


@pytest.fixture
def journal(file: LinesInMemory) -> Journal:
    return journal_in(file)


# What was written is read again


def test_an_empty_file_has_no_rounds(file: LinesInMemory) -> None:
    assert loaded(file) == []


@pytest.mark.parametrize("starter", [None, SeatRecord("", "bob", "b@h")])
def test_a_round_that_has_begun_is_read_again(
    journal: Journal, file: LinesInMemory, starter: SeatRecord | None
) -> None:
    journal.begin(a_round(starter=starter))
    assert loaded(file) == [a_round(starter=starter)]


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
    assert list(again.lists().items()) == [(british, ("kevin", "bob")), (HERE, ("bob",))]


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
    assert again.lists() == {HERE: ("bob",)}


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
    assert again.lists() == {HERE: ("dave",)}


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
    assert fresh.lists() == {HERE: ("bob",), other: ("dave",)}


# Rounds that have ended


def test_a_result_is_read_again_and_its_round_is_not_unfinished(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round())
    journal.add("r1", TWIST)
    for ended in (a_result(), a_result("r2", settled=OF_COINS, unit=Unit.COINS, coin_minutes=5)):
        journal.end(ended)
    again = journal_in(file)
    again.load()
    assert again.unfinished() == []
    assert again.results() == [
        a_result(),
        a_result("r2", settled=OF_COINS, unit=Unit.COINS, coin_minutes=5),
    ]
    assert again.lists() == {HERE: ("dave", "kevin")}


def test_a_round_that_was_gone_on_with_is_unfinished_until_it_has_ended(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round())
    again = journal_in(file)
    again.load()
    assert [each.id for each in again.unfinished()] == ["r1"]
    again.end(a_result())
    assert again.unfinished() == []
    assert not again.is_over("r1")


def test_a_result_stands_alone(journal: Journal, file: LinesInMemory) -> None:
    """Another version may make nothing of how the round began, or of what was done in it."""
    journal.begin(a_round())
    journal.end(a_result())
    journal.trouble = "as if"
    assert journal.mend()
    assert not any(b"begin" in line for line in file.lines)
    again = journal_in(file)
    again.load()
    assert again.results() == [a_result()]


def test_a_result_is_kept_until_it_is_told_and_it_is_known_that_it_is_paid(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round())
    journal.end(a_result())
    journal.paid("r1")
    again = journal_in(file)
    again.load()
    assert again.is_paid("r1")
    again.told("r1")
    last = journal_in(file)
    last.load()
    assert last.results() == []
    assert last.is_over("r1")
    assert not last.is_paid("r1")
    assert last.lists() == {HERE: ("dave", "kevin")}


def test_who_was_dealt_to_last_is_known_by_the_end_of_rounds_not_by_when_they_were_told(
    journal: Journal, file: LinesInMemory
) -> None:
    british = HERE._replace(game="british")
    journal.end(a_result("r1"))
    journal.end(a_result("r2", where=british))
    journal.told("r1")
    for is_rewritten in (False, True):
        if is_rewritten:
            journal.trouble = "as if"
            journal.mend()
        again = journal_in(file)
        again.load()
        assert [*again.lists()] == [HERE, british]


def test_a_result_that_cannot_be_written_is_kept_until_it_can(
    journal: Journal, file: LinesInMemory
) -> None:
    journal.begin(a_round())
    file.is_full = True
    journal.end(a_result())
    assert journal.trouble
    assert [each.id for each in loaded(file)] == ["r1"]
    file.is_full = False
    assert journal.mend()
    again = journal_in(file)
    again.load()
    assert again.results() == [a_result()]


@pytest.mark.parametrize("what", ["paid", "told"])
def test_what_cannot_be_noted_of_a_result_is_noted_when_that_can_be(
    journal: Journal, file: LinesInMemory, what: str
) -> None:
    journal.end(a_result())
    file.is_full = True
    getattr(journal, what)("r1")
    file.is_full = False
    assert journal.mend()
    again = journal_in(file)
    again.load()
    assert again.is_paid("r1") is (what == "paid")
    assert len(again.results()) == int(what == "paid")


def test_results_outlast_a_damaged_journal(journal: Journal, file: LinesInMemory) -> None:
    journal.end(a_result())
    journal.paid("r1")
    journal.begin(a_round("r2"))
    file.lines.append(b"{")
    damaged, fresh_file = journal_in(file), LinesInMemory()
    with pytest.raises(ValueError, match="line 4: "):
        damaged.load()
    journal_in(fresh_file).recover_from(damaged)
    fresh = journal_in(fresh_file)
    fresh.load()
    assert fresh.results() == [a_result()]
    assert fresh.is_paid("r1")
    assert fresh.unfinished() == []


# What is left of rounds that are over


def test_the_file_does_not_grow_without_bound(journal: Journal, file: LinesInMemory) -> None:
    largest = 0
    for number in range(3000):
        journal.begin(a_round(f"r{number}"))
        journal.add(f"r{number}", TWIST)
        journal.over(f"r{number}", HERE, ["dave", "kevin"])
        largest = max(largest, file.length)
    assert FULL_BYTES / 2 < largest < FULL_BYTES + 1000
    assert loaded(file) == []


def test_nor_does_it_by_results(journal: Journal, file: LinesInMemory) -> None:
    largest = 0
    for number in range(3000):
        journal.begin(a_round(f"r{number}"))
        journal.end(a_result(f"r{number}"))
        journal.paid(f"r{number}")
        journal.told(f"r{number}")
        largest = max(largest, file.length)
    assert FULL_BYTES / 2 < largest < FULL_BYTES + 2000
    assert loaded(file) == []


def test_nor_by_nicks_in_a_round_that_goes_on(journal: Journal, file: LinesInMemory) -> None:
    """Of each seat only who has it now is kept."""
    journal.begin(a_round())
    largest = 0
    for number in range(4_000):
        journal.seat("r1", SeatRecord("dave", f"dave{number}", "d@h"))
        journal.seat("r1", SeatRecord("kevin", f"kev{number}", "k@h"))
        largest = max(largest, file.length)
    assert FULL_BYTES / 2 < largest < FULL_BYTES + 1000
    seats = SeatRecord("dave", "dave3999", "d@h"), SeatRecord("kevin", "kev3999", "k@h")
    for is_rewritten in (False, True):
        if is_rewritten:
            journal.trouble = "as if"
            journal.mend()
        (found,) = loaded(file)
        assert set(found.occupants) == set(seats)
    assert file.length < 1000


def test_nor_by_operators_who_turn_rounds_off_and_on(journal: Journal, file: LinesInMemory) -> None:
    largest = 0
    for number in range(7_000):
        journal.close("local", "#pontoon", is_closed=number % 2 == 0)
        largest = max(largest, file.length)
    assert largest < FULL_BYTES + 1000


def test_what_is_still_needed_is_not_written_anew_again_and_again(
    journal: Journal, file: LinesInMemory
) -> None:
    """However much there is of it."""
    with patch.object(file, "rewrite", wraps=file.rewrite) as rewrite:
        for number in range(1000):
            journal.begin(a_round(f"r{number}"))
            journal.seat(f"r{number}", SeatRecord("dave", "davey", "d@h"))
    assert file.length > 5 * FULL_BYTES
    assert rewrite.call_count == 2
    assert len(loaded(file)) == 1000


def test_a_file_that_cannot_be_written_anew_goes_on_as_it_is(
    journal: Journal, file: LinesInMemory
) -> None:
    with patch.object(file, "rewrite", side_effect=OSError):
        journal.begin(a_round())
        for number in range(6_000):
            journal.seat("r1", SeatRecord("dave", f"dave{number}", "d@h"))
    assert not journal.trouble
    assert file.length > FULL_BYTES
    assert len(loaded(file)) == 1


def test_a_journal_that_was_read_is_gone_on_with(journal: Journal, file: LinesInMemory) -> None:
    journal.begin(a_round())
    again = journal_in(file)
    again.load()
    again.add("r1", TWIST)
    again.mend()
    assert loaded(file) == [a_round(acts=[TWIST])]

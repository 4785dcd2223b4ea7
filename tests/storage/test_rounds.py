"""Rounds in the database: what was committed of them is found by the next start, and no more."""

from unittest.mock import patch

import pytest

from pontoon.engine.actions import Left, LeftOut, Moved, Written, read, written
from pontoon.engine.errors import NotRecorded
from pontoon.engine.moves import Move, Unit, Verb
from pontoon.storage import sqlite
from pontoon.storage.database import Database
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.rounds import RoundRecord, Rounds, SeatRecord, SettledRound
from tests.storage.conftest import Kept, Start
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.kept_rounds import HERE, NOON, OF_COINS, SETTLED, TWIST, a_result, a_round

pytestmark = pytest.mark.usefixtures("on_both")

FOR_EVER = 10**9


def played(kept: Kept) -> list[RoundRecord]:
    return kept.rounds.played()


# What was written is found again


def test_a_new_database_has_no_rounds(kept: Kept) -> None:
    assert played(kept) == []
    assert kept.rounds.results() == []


def test_nothing_of_a_turn_is_found_that_was_not_committed(start: Start) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    assert played(start()) == []
    assert kept.database.commit()
    kept.rounds.add("r1", TWIST)
    assert played(start()) == [a_round()]


@pytest.mark.parametrize("passes_on", [False, True])
def test_a_round_that_has_begun_is_found(start: Start, passes_on: bool) -> None:
    kept = start()
    kept.rounds.begin(a_round(bank_passes_on=passes_on, rules={"decks": 2}, names={"dave": "Dave"}))
    assert kept.database.commit()
    found = a_round(bank_passes_on=passes_on, rules={"decks": 2}, names={"dave": "Dave"})
    assert played(start()) == [found]


def test_rules_are_written_once_for_all_rounds_that_are_dealt_by_them(start: Start) -> None:
    for number, decks in enumerate((2, 2, 6, 2)):
        kept = start()
        kept.rounds.begin(a_round(id=f"r{number}", rules={"decks": decks}))
        assert kept.database.commit()
    assert [each.rules["decks"] for each in played(start())] == [2, 2, 6, 2]
    assert start().database.read("SELECT n, rules FROM rules") == [
        (1, '[{"decks":2},{}]'),
        (2, '[{"decks":6},{}]'),
    ]


@pytest.mark.parametrize("unanswered", [False, True])
def test_a_move_made_for_somebody_who_did_not_answer_is_told_from_one_of_theirs(
    unanswered: bool,
) -> None:
    moved = Moved("dave", Move(Verb.STAY, unanswered=unanswered))
    assert read(written(moved)) == moved


def test_its_acts_are_found_in_their_order_with_the_time_of_the_last(start: Start) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    for act in (TWIST, Left("kevin")):
        kept.rounds.add("r1", act)
        assert kept.database.commit()
    acts: list[Written] = [[0, "twist"], [1, "leave"]]
    again = start()
    assert played(again) == [a_round(acts=acts, last_act_at=NOON)]
    again.rounds.add("r1", TWIST)  # it goes on behind them
    assert again.database.commit()
    assert played(start())[0].acts == [*acts, [0, "twist"]]


def test_a_player_with_another_nick_is_found_under_that(start: Start) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    kept.rounds.seat("r1", SeatRecord("dave", "dave_", "d@h"))
    assert kept.database.commit()
    (found,) = played(start())
    assert SeatRecord("dave", "dave_", "d@h") in found.occupants
    assert len(found.occupants) == 2


def test_a_round_without_a_result_leaves_nothing(start: Start) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    kept.rounds.begin(a_round("r2", where=HERE._replace(channel="#other")))
    kept.rounds.add("r1", TWIST)
    assert kept.database.commit()
    kept.rounds.over("r1", HERE, ["dave"])
    kept.rounds.seat("r1", SeatRecord("dave", "dave_", "d@h"))
    assert kept.database.commit()
    again = start()
    assert [each.id for each in played(again)] == ["r2"]
    for table in ("acts", "round_players"):
        assert again.database.read(f"SELECT * FROM {table}") == []
    assert len(again.database.read("SELECT * FROM occupants")) == 2


def test_who_played_last_is_known_of_each_game_the_last_one_last(start: Start) -> None:
    kept, british = start(), HERE._replace(game="british")
    for name, where, players in (
        ("r1", HERE, ["dave"]),
        ("r2", british, ["kevin", "bob"]),
        ("r3", HERE, ["bob"]),
    ):
        kept.rounds.begin(a_round(name, where=where))
        kept.rounds.over(name, where, players)
    assert kept.database.commit()
    assert [*start().rounds.lists.items()] == [(british, ("kevin", "bob")), (HERE, ("bob",))]


def test_who_was_left_out_is_not_among_the_next_players(start: Start) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    kept.rounds.add("r1", LeftOut("kevin"))
    assert kept.database.commit()
    assert played(start())[0].order == ("dave",)


# Results


def test_a_result_is_found_and_its_round_is_not_played(start: Start) -> None:
    kept = start()
    coins = a_result("r2", settled=OF_COINS, unit=Unit.COINS, coin_minutes=5)
    for result in (a_result(), coins):
        kept.rounds.begin(a_round(result.id))
        kept.rounds.add(result.id, TWIST)
        kept.rounds.end(result)
    assert kept.database.commit()
    again = start()
    assert played(again) == []
    assert again.rounds.results() == [a_result(), coins]
    assert again.rounds.lists == {HERE: ("dave", "kevin")}


def test_a_round_that_goes_on_after_a_start_is_played_until_it_has_ended(start: Start) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    assert kept.database.commit()
    again = start()
    again.rounds.end(a_result())
    assert played(again) == []
    assert again.rounds.results() == [a_result()]


def test_a_result_is_kept_until_it_is_told(start: Start) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    kept.rounds.end(a_result())
    assert kept.database.commit()
    again = start()
    assert again.rounds.results() == [a_result()]
    again.rounds.told("r1")
    assert again.database.commit()
    last = start()
    assert last.rounds.results() == []
    assert played(last) == []
    assert last.rounds.lists == {HERE: ("dave", "kevin")}


def test_a_settled_round_stays_with_its_acts(start: Start) -> None:
    """They are its history."""
    kept = start()
    kept.rounds.begin(a_round())
    kept.rounds.add("r1", TWIST)
    kept.rounds.end(a_result())
    kept.rounds.told("r1")
    assert kept.database.commit()
    again = start()
    (found,) = rounds(again.database.read, Wanted(ids=("r1",)))
    assert isinstance(found, SettledRound)
    assert (found.players, found.acts) == (a_round().players, [[0, "twist"]])
    assert found.settled == SETTLED
    of_players = again.database.read("SELECT player FROM round_players")
    assert sorted(of_players) == [("dave",), ("kevin",)]


def test_a_number_is_never_used_again_for_a_round_that_is_kept(start: Start) -> None:
    for name in ("r1", "r2", "r3"):
        kept = start()
        kept.rounds.begin(a_round(name))
        kept.rounds.end(a_result(name))
        assert kept.database.commit()
    found = start().database.read("SELECT number, id FROM rounds ORDER BY number")
    assert found == [(1, "r1"), (2, "r2"), (3, "r3")]


@pytest.mark.only_sqlite
def test_no_start_looks_at_the_rounds_that_are_over(start: Start) -> None:
    """A million of them may be kept: what is read is found by a key or an index."""
    with patch.object(Database, "read", autospec=True, side_effect=Database.read) as read:
        database = start().database
    asked = [call.args[1:] for call in read.call_args_list]
    plans = [
        step
        for sql, *parameters in asked
        for *_, step in database.read(f"EXPLAIN QUERY PLAN {sql}", *parameters)
    ]
    assert "SCAN due" in plans
    kept_for_ever = ("rounds", "acts", "round_players", "changes", "entries", "decks")
    assert not {f"SCAN {table}" for table in kept_for_ever} & {*plans}


# A disk that fails


@pytest.mark.only_sqlite
def test_what_is_about_to_be_done_is_refused_while_nothing_can_be_written(start: Start) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    assert kept.database.commit()
    with FaultyDisk(Trouble.FULL, 1, FOR_EVER).at_work():
        kept.rounds.add("r1", TWIST)  # nobody knows yet
        assert not kept.database.commit()
        with pytest.raises(NotRecorded, match="full"):
            kept.rounds.add("r1", TWIST)
        with pytest.raises(NotRecorded, match="full"):
            kept.rounds.begin(a_round("r2"))
    assert played(start()) == [a_round()]
    assert kept.database.commit()
    assert played(start()) == [a_round(acts=[[0, "twist"]], last_act_at=NOON)]


@pytest.mark.only_sqlite
@pytest.mark.parametrize("how", ["over", "end", "told"])
def test_what_has_been_done_counts_and_is_written_later(start: Start, how: str) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    assert kept.database.commit()
    with FaultyDisk(Trouble.FULL, 1, FOR_EVER).at_work():
        if how == "over":
            kept.rounds.over("r1", HERE, ["dave"])
        else:
            kept.rounds.end(a_result())
        if how == "told":
            kept.rounds.told("r1")
        assert not kept.database.commit()
        assert played(kept) == []
    assert played(start()) == [a_round()]
    assert kept.database.commit()
    again = start().rounds
    assert again.played() == []
    assert again.results() == ([a_result()] if how == "end" else [])


STEPS = ("begin", "add", "end", "told")


@pytest.mark.only_sqlite
@pytest.mark.parametrize("is_done", [False, True])
@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_commit_of_a_round_leaves_it_as_it_was_before_or_after(
    start: Start, step: str, *, is_done: bool
) -> None:
    def do(rounds: Rounds, what: str) -> None:
        match what:
            case "begin":
                rounds.begin(a_round())
            case "add":
                rounds.add("r1", TWIST)
            case "end":
                rounds.end(a_result())
            case "told":
                rounds.told("r1")

    kept, number = start(), STEPS.index(step)
    for each in STEPS[:number]:
        do(kept.rounds, each)
        assert kept.database.commit()
    do(kept.rounds, step)
    cut = Trouble.POWER_CUT_AFTER if is_done else Trouble.POWER_CUT
    with FaultyDisk(cut, 1).at_work():
        kept.database.commit()
    kept.database._connection.close()  # as a kill does
    kept.database._waiting.clear()
    again = start().rounds
    done = STEPS[: number + is_done]
    acts = [[0, "twist"]] if "add" in done else []
    assert [each.acts for each in again.played()] == (
        [acts] if "begin" in done and "end" not in done else []
    )
    assert again.results() == ([a_result()] if "end" in done and "told" not in done else [])


@pytest.mark.only_sqlite
def test_one_commit_has_all_of_a_round_that_ends(start: Start) -> None:
    kept = start()
    kept.rounds.begin(a_round())
    assert kept.database.commit()
    with patch.object(sqlite, "commit", wraps=sqlite.commit) as commit:
        kept.rounds.add("r1", TWIST)
        kept.rounds.end(a_result())
        assert kept.database.commit()
    assert commit.call_count == 1

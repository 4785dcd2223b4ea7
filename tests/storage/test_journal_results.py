"""The results of rounds in the journal, until they are paid and told."""

import pytest
from pontoon.storage.journal import Journal

from pontoon.engine.moves import Unit
from tests.support.journals import (
    HERE,
    OF_COINS,
    TWIST,
    a_result,
    a_round,
    journal_in,
    loaded,
)
from tests.support.memory_file import LinesInMemory


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
    assert again.lists == {HERE: ("dave", "kevin")}


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
    assert last.lists == {HERE: ("dave", "kevin")}


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
        assert [*again.lists] == [HERE, british]


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

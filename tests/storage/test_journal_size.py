"""The journal keeps what is still needed, and does not grow without bound."""

from unittest.mock import patch

from pontoon.storage.journal import FULL_BYTES, Journal
from pontoon.storage.journal_records import SeatRecord

from tests.support.journals import HERE, TWIST, a_result, a_round, journal_in, loaded
from tests.support.memory_file import LinesInMemory


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
        journal.notes.close("local", "#pontoon", is_closed=number % 2 == 0)
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

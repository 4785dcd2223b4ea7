"""The journal keeps the lines of settled rounds until the history has them for good."""

from collections.abc import Iterable

import pytest

from pontoon.storage.history.files import HistoryLine
from pontoon.storage.journal import FULL_BYTES, Journal
from tests.support.journals import HERE, NOON, a_result, a_round, journal_in
from tests.support.memory_file import LinesInMemory

HISTORY = '{"v":1,"id":"r1"}'
LINE = HistoryLine("r1", NOON, HISTORY.encode())


class Keeper:
    """Keeps lines in memory; they survive a power cut while ``is_sound``."""

    def __init__(self) -> None:
        self.lines: list[HistoryLine] = []
        self.is_sound = True

    def add(self, line: HistoryLine) -> None:
        self.lines.append(line)

    def add_missing(self, lines: Iterable[HistoryLine]) -> None:
        self.lines += [line for line in lines if line not in self.lines]

    def sync(self) -> bool:
        return self.is_sound


@pytest.fixture
def keeper() -> Keeper:
    return Keeper()


def begun(file: LinesInMemory, keeper: Keeper) -> Journal:
    """Return a journal in FILE, from an earlier run perhaps, that gives its lines to KEEPER."""
    journal = journal_in(file)
    journal.load()
    journal.histories.give_to(keeper)
    return journal


def finish(journal: Journal) -> None:
    """Have the journal know the round r1 from its beginning to its end."""
    journal.begin(a_round())
    journal.end(a_result(history=HISTORY))
    journal.paid("r1")
    journal.told("r1")


def rewrite(journal: Journal) -> None:
    journal.trouble = "some trouble"
    assert journal.mend()


def test_a_round_is_given_to_the_history_when_it_is_settled(
    file: LinesInMemory, keeper: Keeper
) -> None:
    journal = begun(file, keeper)
    journal.begin(a_round())
    assert keeper.lines == []
    journal.end(a_result(history=HISTORY))
    assert keeper.lines == [LINE]


def test_what_the_journal_still_has_is_given_at_the_start(
    file: LinesInMemory, keeper: Keeper
) -> None:
    """Though the round is paid and told."""
    finish(begun(file, Keeper()))
    begun(file, keeper)
    assert keeper.lines == [LINE]


def test_but_not_what_the_history_has_had_for_good_since_the_bot_stopped(
    file: LinesInMemory, keeper: Keeper
) -> None:
    journal = begun(file, Keeper())
    finish(journal)
    journal.close()
    begun(file, keeper)
    assert keeper.lines == []


def test_a_round_that_ends_again_is_given_only_if_it_is_missing(
    file: LinesInMemory, keeper: Keeper
) -> None:
    """Its end may have reached the history alone before the power was cut."""
    begun(file, Keeper()).begin(a_round())
    keeper.lines = [LINE]
    begun(file, keeper).end(a_result(history=HISTORY))
    assert keeper.lines == [LINE]


@pytest.mark.parametrize("is_sound", [True, False])
def test_a_new_journal_has_only_what_the_history_may_lose(
    file: LinesInMemory, keeper: Keeper, *, is_sound: bool
) -> None:
    journal = begun(file, keeper)
    finish(journal)
    keeper.is_sound = is_sound
    rewrite(journal)
    later = Keeper()
    again = begun(file, later)
    assert later.lines == ([] if is_sound else [LINE])
    assert not again.has_rounds
    rewrite(again)
    assert b"history" not in b"".join(file.lines)


def test_a_journal_that_is_full_has_it_too(file: LinesInMemory, keeper: Keeper) -> None:
    journal = begun(file, keeper)
    finish(journal)
    keeper.is_sound = False
    for number in range(FULL_BYTES // 100):
        journal.begin(a_round(f"x{number}"))
        journal.over(f"x{number}", HERE, ["dave"])
    assert len(file.lines) < FULL_BYTES // 100
    later = Keeper()
    begun(file, later)
    assert later.lines == [LINE]


def test_without_a_history_every_line_is_kept(file: LinesInMemory) -> None:
    journal = journal_in(file)
    journal.load()
    finish(journal)
    rewrite(journal)
    keeper = Keeper()
    begun(file, keeper)
    assert keeper.lines == [LINE]


def test_a_result_from_before_there_were_histories_has_no_line(
    file: LinesInMemory, keeper: Keeper
) -> None:
    journal = begun(file, keeper)
    journal.begin(a_round())
    journal.end(a_result())
    keeper.is_sound = False
    rewrite(journal)
    begun(file, keeper)
    assert keeper.lines == []

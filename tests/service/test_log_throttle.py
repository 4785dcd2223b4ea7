"""The log of a bot that is sent nonsense without end stays short enough to be read."""

import pytest
from twisted.internet.task import Clock

from pontoon.service.logs import MAX_ALIKE, MAX_EVENT_LENGTH, PERIOD_SECONDS, LogThrottle

MANY = 4211


class Log:
    """A restrained log, its clock, and what was written."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.clock = Clock()
        self.note = LogThrottle(self.written.append, self.clock)

    def flood(self, event: str = "malformed: {}", number: int = MAX_ALIKE + MANY) -> None:
        """Have EVENT happen so many times, with its number in it."""
        for each in range(number):
            self.note(event.format(each))


@pytest.fixture
def log() -> Log:
    return Log()


def test_as_many_lines_as_somebody_reads_are_written_at_once(log: Log) -> None:
    log.flood(number=MAX_ALIKE)
    assert log.written == [f"malformed: {number}" for number in range(MAX_ALIKE)]
    log.clock.advance(PERIOD_SECONDS)
    assert len(log.written) == MAX_ALIKE


def test_of_more_it_is_told_how_many_there_were(log: Log) -> None:
    log.flood()
    assert len(log.written) == MAX_ALIKE
    log.clock.advance(PERIOD_SECONDS - 1)
    log.flood(number=100)
    log.clock.advance(1)
    assert log.written[MAX_ALIKE:] == ["… and 4,311 more like this: malformed: 0"]


def test_a_flood_does_not_drown_lines_of_another_kind(log: Log) -> None:
    log.flood()
    log.note("connection closed: enough")
    assert log.written[-1] == "connection closed: enough"


def test_after_a_while_lines_are_written_again(log: Log) -> None:
    log.flood()
    log.clock.advance(PERIOD_SECONDS)
    log.note("malformed: again")
    assert log.written[-1] == "malformed: again"


def test_a_flood_that_lasts_costs_a_few_lines_a_minute(log: Log) -> None:
    for _ in range(60):
        log.flood()
        log.clock.advance(PERIOD_SECONDS)
    assert len(log.written) == 60 * (MAX_ALIKE + 1)


def test_a_long_line_is_cut_off_in_what_is_counted_too(log: Log) -> None:
    log.flood("malformed: " + "x" * 16_000)
    log.note.close()
    assert len(log.written[0]) == MAX_EVENT_LENGTH + 1
    assert max(map(len, log.written)) == MAX_EVENT_LENGTH + 1


def test_at_the_end_what_was_counted_is_told(log: Log) -> None:
    log.flood()
    log.note.close()
    log.note.close()
    assert log.written[MAX_ALIKE:] == ["… and 4,211 more like this: malformed: 0"]
    assert log.clock.getDelayedCalls() == []


def test_an_end_without_anything_before_it_tells_nothing(log: Log) -> None:
    log.note.close()
    assert log.written == []

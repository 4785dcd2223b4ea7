"""Lines are taken a little at a time, so that timers and signals have their turn."""

from unittest.mock import Mock

import pytest
from twisted.internet.task import Clock

from pontoon.irc.client.read_throttle import PORTION_SECONDS, ReadThrottle


class SlowReader:
    """Takes SECONDS for each line."""

    def __init__(self, seconds: float) -> None:
        self.clock = Clock()
        self.read: list[bytes] = []
        self.connection = Mock()
        self.throttle = ReadThrottle(self.clock, lambda: self.connection, self._act)
        self._seconds = seconds

    @property
    def told(self) -> list[str]:
        """What the connection was told, in order."""
        return [name.removesuffix("Producing") for name, _, _ in self.connection.method_calls]

    def _act(self, line: bytes) -> None:
        self.read.append(line)
        self.clock.rightNow += self._seconds


LINES = [b"%d" % number for number in range(10)]


def test_what_takes_no_time_is_done_at_once() -> None:
    reader = SlowReader(0)
    reader.throttle.feed(LINES)
    assert reader.read == LINES
    assert reader.told == []
    assert reader.clock.getDelayedCalls() == []


def test_what_takes_long_is_done_by_portions_and_nothing_is_read_meanwhile() -> None:
    reader = SlowReader(PORTION_SECONDS * 0.3)
    reader.throttle.feed(LINES)
    assert reader.read == LINES[:4]
    assert reader.told == ["pause"]
    reader.clock.advance(0)
    assert reader.read == LINES
    assert reader.told == ["pause", "resume"]
    assert reader.clock.getDelayedCalls() == []


def test_what_comes_meanwhile_is_done_behind_it() -> None:
    reader = SlowReader(PORTION_SECONDS)
    reader.throttle.feed(LINES[:3])
    reader.throttle.feed(LINES[3:4])
    assert reader.read == LINES[:1]
    for _ in range(3):
        reader.clock.advance(0)
    assert reader.read == LINES[:4]
    assert reader.told == ["pause", "resume"]


def test_what_waits_is_dropped_with_the_connection() -> None:
    reader = SlowReader(PORTION_SECONDS)
    reader.throttle.feed(LINES)
    reader.throttle.drop()
    assert reader.clock.getDelayedCalls() == []
    reader.throttle.drop()
    assert reader.read == LINES[:1]


@pytest.mark.parametrize("later", [1, 3])
def test_reading_can_be_slow_more_than_once(later: int) -> None:
    reader = SlowReader(PORTION_SECONDS)
    for _ in range(later):
        reader.throttle.feed(LINES[:2])
        reader.clock.advance(0)
    assert reader.read == LINES[:2] * later
    assert reader.told == ["pause", "resume"] * later

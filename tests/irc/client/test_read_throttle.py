"""Lines are taken a little at a time, so that timers and signals have their turn."""

from typing import Any

from twisted.internet.task import Clock

from pontoon.irc.client import PORTION_SECONDS
from tests.support.client_rig import Rig


class SlowReader:
    """A client that takes SECONDS for each line."""

    def __init__(self, seconds: float) -> None:
        self.read: list[str] = []
        self.clock: Any = Clock()
        self._seconds = seconds
        self.rig = Rig(clock=self.clock, wire=self._act).register()
        self.rig.clock.pump([0] * 5)
        self.read.clear()
        self._waiting = len(self.clock.getDelayedCalls())

    def is_paused(self) -> bool:
        """Whether the connection reads nothing."""
        return bool(self.rig.transport.producerState == "paused")

    def has_more(self) -> bool:
        """Whether anything but its usual timers waits."""
        return len(self.clock.getDelayedCalls()) > self._waiting

    def feed(self, lines: list[str]) -> None:
        """Have LINES arrive together."""
        self.rig.client.dataReceived("".join(f"{line}\r\n" for line in lines).encode())

    def _act(self, direction: str, line: str) -> None:
        if direction == "<":
            self.read.append(line)
            self.clock.rightNow += self._seconds


LINES = [f"X {number}" for number in range(10)]


def test_what_takes_no_time_is_done_at_once() -> None:
    reader = SlowReader(0)
    reader.feed(LINES)
    assert reader.read == LINES
    assert not reader.is_paused()
    assert not reader.has_more()


def test_what_takes_long_is_done_by_portions_and_nothing_is_read_meanwhile() -> None:
    reader = SlowReader(PORTION_SECONDS * 0.3)
    reader.feed(LINES)
    assert reader.read == LINES[:4]
    assert reader.is_paused()
    reader.clock.advance(0)
    assert reader.read == LINES
    assert not reader.is_paused()
    assert not reader.has_more()


def test_what_comes_meanwhile_is_done_behind_it() -> None:
    reader = SlowReader(PORTION_SECONDS)
    reader.feed(LINES[:3])
    reader.feed(LINES[3:4])
    assert reader.read == LINES[:1]
    for _ in range(3):
        reader.clock.advance(0)
    assert reader.read == LINES[:4]
    assert not reader.is_paused()


def test_what_waits_is_dropped_with_the_connection() -> None:
    reader = SlowReader(PORTION_SECONDS)
    reader.feed(LINES)
    reader.rig.lose()
    assert reader.clock.getDelayedCalls() == []
    assert reader.read == LINES[:1]


def test_reading_can_be_slow_more_than_once() -> None:
    for later in [1, 3]:
        reader = SlowReader(PORTION_SECONDS)
        for _ in range(2):
            reader.read.clear()
            reader.feed(LINES[: 1 + later])
            assert reader.is_paused()
            for _ in range(later):
                reader.clock.advance(0)
            assert reader.read == LINES[: 1 + later]
            assert not reader.is_paused()

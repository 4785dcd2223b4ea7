"""What waits is sent at its pace, and not while the server does not read."""

from twisted.internet.interfaces import IPushProducer
from twisted.internet.task import Clock
from zope.interface.verify import verifyObject

from pontoon.irc.sending.pace import Pace
from pontoon.irc.sending.sender import Sender
from pontoon.irc.sending.sendqueue import SendQueue
from pontoon.speech import Urgency


class Sending:
    """A sender with three lines to send, one a second, and what it has written."""

    def __init__(self, burst: int = 1) -> None:
        self.clock = Clock()
        self.written: list[str] = []
        self.queue = SendQueue(Pace(1.0, burst), lambda _: None)
        self.sender = Sender(self.queue, self.clock, self.written.append)
        self.put("one", "two", "three")

    def put(self, *lines: str) -> None:
        """Let LINES wait."""
        for line in lines:
            self.queue.put("#c", "", line, Urgency.GAME)


def test_it_is_a_push_producer() -> None:
    assert verifyObject(IPushProducer, Sending().sender)


def test_lines_go_at_their_pace_by_one_timer() -> None:
    sending = Sending()
    for _ in range(3):
        sending.sender.pump()
        assert sending.written == ["one"]
        assert len(sending.clock.getDelayedCalls()) == 1
    sending.clock.advance(1)
    assert sending.written == ["one", "two"]
    sending.clock.advance(1)
    assert sending.written == ["one", "two", "three"]
    assert sending.clock.getDelayedCalls() == []


def test_a_pause_stops_the_timer_until_it_is_over() -> None:
    sending = Sending()
    sending.sender.pump()
    sending.sender.pauseProducing()
    assert sending.clock.getDelayedCalls() == []
    sending.clock.advance(10)
    sending.sender.pump()
    assert sending.written == ["one"]
    assert sending.clock.getDelayedCalls() == []
    sending.sender.resumeProducing()
    assert sending.written == ["one", "two"]


def test_a_transport_that_fills_in_the_middle_gets_no_more() -> None:
    """No timer is set either: it would find nothing to do, again and again."""
    sending = Sending(burst=3)

    def write_and_be_full(line: str) -> None:
        sending.written.append(line)
        sending.sender.pauseProducing()

    sending.sender = Sender(sending.queue, sending.clock, write_and_be_full)
    sending.sender.pump()
    assert sending.written == ["one"]
    assert sending.clock.getDelayedCalls() == []


def test_once_stopped_nothing_waits_and_nothing_is_sent_any_more() -> None:
    sending = Sending()
    sending.sender.pump()
    sending.sender.stopProducing()
    assert len(sending.queue) == 0
    assert sending.clock.getDelayedCalls() == []
    sending.put("four")
    sending.clock.advance(10)
    sending.sender.pump()
    sending.sender.resumeProducing()
    assert sending.written == ["one"]

"""What waits is sent at its pace, and not while the server does not read."""

from functools import partial

from twisted.internet.interfaces import IPushProducer
from twisted.internet.task import Clock
from zope.interface.verify import verifyObject

from pontoon.irc.outgoing import Priority
from pontoon.irc.sending.producer import PacedProducer
from pontoon.irc.sending.queue import SendQueue
from pontoon.irc.sending.streams import Unsent
from pontoon.irc.sending.throttle import SendRate


class Sending:
    """A sender with three lines to send, one a second, and what it has written."""

    def __init__(self, burst: int = 1) -> None:
        self.clock = Clock()
        self.written: list[str] = []
        self.queue = SendQueue(SendRate(1.0, burst), lambda _: None)
        self.sender = PacedProducer(self.queue, self.clock, self.written.append)
        self.put("one", "two", "three")

    def put(self, *lines: str) -> None:
        """Let LINES wait."""
        for line in lines:
            self.queue.put(Unsent("#c", "", line), Priority.GAME)


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

    sending.sender = PacedProducer(sending.queue, sending.clock, write_and_be_full)
    sending.sender.pump()
    assert sending.written == ["one"]
    assert sending.clock.getDelayedCalls() == []


# What has to be heard


def tell(sending: Sending, *names: str) -> list[str]:
    """Have lines wait that have to be heard; return what notes those that have left."""
    left: list[str] = []
    for name in names:
        line = Unsent("#c", "", name, told=partial(left.append, name))
        sending.queue.put(line, Priority.GAME)
    return left


def turns(sending: Sending, number: int) -> None:
    """Let the reactor turn so often; each call that is due makes its calls in the next turn."""
    for _ in range(number):
        for call in [each for each in sending.clock.calls if each.getTime() <= 0]:
            sending.clock.calls.remove(call)
            call.func(*call.args)


def test_what_has_to_be_heard_has_left_some_turns_after_it_was_written() -> None:
    """Until then it is in the hands of TLS, of the socket, or of the server inside the bot."""
    sending = Sending(burst=10)
    left = tell(sending, "a result")
    sending.sender.pump()
    assert sending.written[-1] == "a result"
    turns(sending, 3)
    assert left == []
    turns(sending, 1)
    assert left == ["a result"]
    sending.clock.advance(10)
    assert left == ["a result"]


def test_what_the_server_does_not_read_has_not_left_until_it_does() -> None:
    sending = Sending(burst=10)
    left = tell(sending, "a result")
    sending.sender.pump()
    sending.sender.pauseProducing()
    sending.clock.advance(10)
    assert left == []
    sending.sender.resumeProducing()
    sending.clock.advance(0)
    assert left == ["a result"]


def test_what_is_lost_with_the_connection_has_not_left() -> None:
    sending = Sending(burst=4)
    left = tell(sending, "a result", "another")
    sending.sender.pump()
    sending.sender.stopProducing()
    sending.clock.advance(10)
    assert left == []


def test_at_the_end_only_what_has_to_be_heard_is_sent() -> None:
    sending, done = Sending(), list[str]()
    sending.sender.pump()
    left = tell(sending, "a result", "another")
    sending.sender.finish(lambda: done.append(f"after {len(left)}"))
    sending.put("four")
    sending.clock.advance(1)
    assert done == []
    sending.clock.advance(1)
    assert sending.written == ["one", "a result", "another"]
    assert done == ["after 2"]
    assert sending.clock.getDelayedCalls() == []


def test_the_end_waits_for_what_was_written_just_before() -> None:
    sending, done = Sending(burst=10), list[str]()
    left = tell(sending, "a result")
    sending.sender.pump()
    sending.sender.finish(lambda: done.append(f"after {len(left)}"))
    assert done == []
    sending.clock.advance(0)
    assert done == ["after 1"]


def test_the_end_comes_at_once_where_nothing_has_to_be_heard_and_soon_in_any_case() -> None:
    sending, done = Sending(), list[str]()
    sending.sender.pump()
    sending.sender.finish(lambda: done.append("at once"))
    assert done == ["at once"]
    sending = Sending()
    tell(sending, *"abcdefgh")
    sending.sender.finish(lambda: done.append("soon"))
    sending.clock.pump([0.5] * 7)
    assert done == ["at once", "soon"]
    assert sending.written == [*"abcd"]


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

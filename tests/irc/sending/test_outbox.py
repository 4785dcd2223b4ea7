"""What waits is sent at its pace, and not while the server does not read."""

from functools import partial

import pytest
from twisted.internet.interfaces import IPushProducer
from twisted.internet.task import Clock
from zope.interface.verify import verifyObject

from pontoon.irc.outgoing import Message, Priority, Told
from pontoon.irc.pace import SendRate
from pontoon.irc.sending import MOST_AHEAD, Outbox
from tests.support.client_rig import session_at


class Sending:
    """An outbox at a pace, what it has written to a channel, and at which second."""

    def __init__(self, *lines: str, rate: float = 1.0, burst: int = 1) -> None:
        self.clock = Clock()
        self.written: list[str] = []
        self.times: list[float] = []
        self.pace = SendRate(rate, burst)
        self.is_full_at = -1
        session = session_at(self.clock)
        session.is_registered = True
        self.outbox = Outbox(session, self.pace, self._write, notices=False)
        self.say(*lines)

    def _write(self, line: str) -> None:
        self.written.append(line.removeprefix("PRIVMSG #c :"))
        self.times.append(self.clock.seconds())
        if len(self.written) == self.is_full_at:
            self.outbox.pauseProducing()

    def say(self, *lines: str, told: Told | None = None) -> None:
        """Say LINES."""
        for line in lines:
            self.outbox.say(Message("#c", (line,), Priority.GAME, told=told))

    def written_after(self, seconds: float) -> int:
        """Return how many lines are written at once after a pause of so many SECONDS."""
        self.outbox.pauseProducing()
        self.clock.advance(seconds)
        before = len(self.written)
        self.outbox.resumeProducing()
        return len(self.written) - before


LINES = "one", "two", "three"
MANY = tuple(map(str, range(20)))


def test_it_is_a_push_producer() -> None:
    assert verifyObject(IPushProducer, Sending().outbox)


def test_lines_go_at_their_pace_by_one_timer() -> None:
    sending = Sending(*LINES)
    for _ in range(3):
        sending.outbox.pump()
        assert sending.written == ["one"]
        assert len(sending.clock.getDelayedCalls()) == 1
    sending.clock.advance(1)
    assert sending.written == ["one", "two"]
    sending.clock.advance(1)
    assert sending.written == ["one", "two", "three"]
    assert sending.clock.getDelayedCalls() == []


def test_a_pause_stops_the_timer_until_it_is_over() -> None:
    sending = Sending(*LINES)
    sending.outbox.pauseProducing()
    assert sending.clock.getDelayedCalls() == []
    sending.clock.advance(10)
    sending.outbox.pump()
    assert sending.written == ["one"]
    assert sending.clock.getDelayedCalls() == []
    sending.outbox.resumeProducing()
    assert sending.written == ["one", "two"]


def test_a_transport_that_fills_in_the_middle_gets_no_more() -> None:
    """No timer is set either: it would find nothing to do, again and again."""
    sending = Sending(burst=3)
    sending.outbox.pauseProducing()
    sending.say(*LINES)
    sending.is_full_at = 1
    sending.outbox.resumeProducing()
    assert sending.written == ["one"]
    assert sending.clock.getDelayedCalls() == []


# The pace


def test_a_burst_goes_at_once_then_one_line_at_a_time() -> None:
    sending = Sending(*MANY, rate=2.0, burst=3)
    sending.clock.pump([0.25] * 8)
    assert sending.times == pytest.approx([0.0, 0.0, 0.0, 0.5, 1.0, 1.5, 2.0])


def test_a_pause_earns_a_burst_and_no_more() -> None:
    sending = Sending(*MANY, burst=3)
    assert len(sending.written) == 3
    assert sending.written_after(1000) == 3


def test_another_pace_holds_at_once_and_gives_no_second_burst() -> None:
    sending = Sending(*MANY, burst=3)
    sending.pace.become(2.0, 5)
    assert sending.written_after(0) == 0
    assert sending.written_after(1) == 2
    assert sending.written_after(100) == 5
    sending.pace.become(1.0, 2)
    assert sending.written_after(100) == 2
    sending.pace.become(0.0, 1)
    assert sending.written_after(0) == 8


def test_what_was_saved_up_for_a_long_burst_is_gone_with_it() -> None:
    sending = Sending(burst=9)
    sending.pace.become(1.0, 2)
    sending.say(*MANY)
    assert len(sending.written) == 2


@pytest.mark.parametrize(("rate", "burst", "at_once"), [(0.0, 1, 20), (1.0, 0, 1)])
def test_no_limit_is_zero_lines_a_second_and_a_burst_is_at_least_one_line(
    rate: float, burst: int, at_once: int
) -> None:
    assert len(Sending(*MANY, rate=rate, burst=burst).written) == at_once


def test_a_clock_set_back_stops_nothing() -> None:
    sending = Sending()
    sending.clock.advance(1000)
    sending.say(*LINES)
    sending.clock.rightNow = 0.0
    sending.outbox.pump()
    sending.clock.advance(1)
    assert sending.written == ["one", "two"]


def test_the_timer_never_comes_too_early_by_rounding() -> None:
    for rate in [0.3, 0.7, 1.0, 3.0]:
        sending = Sending(rate=rate)
        sending.clock.advance(1_700_000_000.1)
        sending.say(*MANY)
        for number in range(1, len(MANY)):
            assert len(sending.written) == number
            sending.clock.rightNow = sending.clock.calls[0].getTime()
            sending.clock.advance(0)


def test_what_goes_ahead_is_neither_counted_nor_held_back() -> None:
    sending = Sending(*LINES)
    for number in range(10):
        sending.outbox.ahead(f"PONG :{number}")
    assert sending.written == ["one", *(f"PONG :{number}" for number in range(10))]
    sending.clock.advance(1)
    assert sending.written[-1] == "two"


def test_what_waits_ahead_is_bounded() -> None:
    """A server that sends PINGs but does not read cannot fill the memory."""
    sending = Sending()
    sending.outbox.pauseProducing()
    for number in range(MOST_AHEAD + 5):
        sending.outbox.ahead(str(number))
    sending.outbox.resumeProducing()
    assert sending.written == [str(number) for number in range(5, MOST_AHEAD + 5)]


def test_commands_and_prompts_are_counted() -> None:
    sending = Sending()
    sending.outbox.command("JOIN #c")
    sending.outbox.say(Message("dave", ("prompt",), Priority.PROMPT))
    assert len(sending.written) == 1
    sending.clock.advance(1)
    assert len(sending.written) == 2


# What has to be heard


def tell(sending: Sending, *names: str) -> list[str]:
    """Have lines wait that have to be heard; return what notes those that have left."""
    left: list[str] = []
    for name in names:
        sending.say(name, told=partial(left.append, name))
    return left


def turns(sending: Sending, number: int) -> None:
    """Let the reactor turn so often; each call that is due makes its calls in the next turn."""
    for _ in range(number):
        for call in [each for each in sending.clock.calls if each.getTime() <= 0]:
            sending.clock.calls.remove(call)
            call.func(*call.args)


def test_what_has_to_be_heard_has_left_some_turns_after_it_was_written() -> None:
    """Until then it is in the hands of TLS, of the socket, or of the server inside the bot."""
    sending = Sending(*LINES, burst=10)
    left = tell(sending, "a result")
    assert sending.written[-1] == "a result"
    turns(sending, 3)
    assert left == []
    turns(sending, 1)
    assert left == ["a result"]
    sending.clock.advance(10)
    assert left == ["a result"]


def test_what_the_server_does_not_read_has_not_left_until_it_does() -> None:
    sending = Sending(*LINES, burst=10)
    left = tell(sending, "a result")
    sending.outbox.pauseProducing()
    sending.clock.advance(10)
    assert left == []
    sending.outbox.resumeProducing()
    sending.clock.advance(0)
    assert left == ["a result"]


def test_what_is_lost_with_the_connection_has_not_left() -> None:
    sending = Sending(*LINES, burst=4)
    left = tell(sending, "a result", "another")
    sending.outbox.pump()
    sending.outbox.stopProducing()
    sending.clock.advance(10)
    assert left == []


def test_at_the_end_only_what_has_to_be_heard_is_sent() -> None:
    sending, done = Sending(*LINES), list[str]()
    left = tell(sending, "a result", "another")
    sending.outbox.finish(lambda: done.append(f"after {len(left)}"))
    sending.say("four")
    sending.clock.advance(1)
    assert done == []
    sending.clock.advance(1)
    assert sending.written == ["one", "a result", "another"]
    assert done == ["after 2"]
    assert sending.clock.getDelayedCalls() == []


def test_the_end_waits_for_what_was_written_just_before() -> None:
    sending, done = Sending(*LINES, burst=10), list[str]()
    left = tell(sending, "a result")
    sending.outbox.finish(lambda: done.append(f"after {len(left)}"))
    assert done == []
    sending.clock.advance(0)
    assert done == ["after 1"]


def test_the_end_comes_at_once_where_nothing_has_to_be_heard_and_soon_in_any_case() -> None:
    sending, done = Sending(*LINES), list[str]()
    sending.outbox.finish(lambda: done.append("at once"))
    assert done == ["at once"]
    sending = Sending()
    tell(sending, *"abcdefgh")
    sending.outbox.finish(lambda: done.append("soon"))
    sending.clock.pump([0.5] * 7)
    assert done == ["at once", "soon"]
    assert sending.written == [*"abcd"]


def test_once_stopped_nothing_waits_and_nothing_is_sent_any_more() -> None:
    sending = Sending(*LINES)
    sending.outbox.stopProducing()
    assert sending.clock.getDelayedCalls() == []
    sending.say("four")
    sending.clock.advance(10)
    sending.outbox.pump()
    sending.outbox.resumeProducing()
    assert sending.written == ["one"]

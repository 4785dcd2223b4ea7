"""A line that may go at once goes exactly as if it had waited."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.task import Clock

from pontoon.irc.outgoing import Priority
from pontoon.irc.sending.producer import PacedProducer
from pontoon.irc.sending.queue import SendQueue
from pontoon.irc.sending.streams import Unsent
from pontoon.irc.sending.throttle import SendRate

Act = Callable[["Sending"], object]


class Sending:
    """A queue and its producer, which notes at which second what was written, told and logged.

    If it WAITS, each line waits until the next moment.
    """

    def __init__(self, rate: float, burst: int, *, waits: bool) -> None:
        self.clock = Clock()
        self.noted: list[tuple[float, str]] = []
        self.queue = SendQueue(SendRate(rate, burst), self.note)
        self.sender = PacedProducer(self.queue, self.clock, self.note)
        self._waits = waits

    def note(self, what: str) -> None:
        self.noted.append((self.clock.seconds(), what))

    def say(self, text: str, priority: Priority, place: str, *, is_told: bool) -> None:
        told = (lambda: self.note(f"told {text}")) if is_told else None
        line = Unsent(text[-1], "to ", text, told=told)
        if self._waits:
            self.queue.put(line, priority, place=place)
            self.sender.pump()
        else:
            self.sender.send(line, priority, place=place)


@st.composite
def acts(draw: st.DrawFn) -> Act:
    text, place = draw(st.sampled_from(("a", "b", "cb"))), draw(st.sampled_from(("", "#p")))
    priority, is_told = draw(st.sampled_from(Priority)), draw(st.booleans())
    seconds, number = draw(st.sampled_from((0.0, 0.3, 1.0, 20.0))), draw(st.integers(1, 25))

    def say(sending: Sending) -> None:
        for _ in range(number):
            sending.say(text, priority, place, is_told=is_told)

    choices: list[Act] = [
        *[say] * 4,
        *[lambda sending: sending.clock.advance(seconds)] * 3,
        lambda sending: sending.sender.pauseProducing(),
        lambda sending: sending.sender.resumeProducing(),
        lambda sending: sending.sender.slow_down("too fast"),
        lambda sending: sending.queue.put_ahead("PONG"),
        lambda sending: sending.queue.put_command("WHO"),
        lambda sending: sending.queue.withdraw(text[-1], ""),
        lambda sending: sending.sender.finish(lambda: sending.note("finished")),
        lambda sending: sending.sender.stopProducing(),
    ]
    return draw(st.sampled_from(choices))


@given(st.lists(acts(), max_size=30), st.sampled_from((0.0, 0.5, 5.0)), st.integers(1, 4))
def test_it_makes_no_difference(what: list[Act], rate: float, burst: int) -> None:
    passing = Sending(rate, burst, waits=False)
    waiting = Sending(rate, burst, waits=True)
    for act in what:
        act(passing)
        act(waiting)
        assert passing.noted == waiting.noted
        assert len(passing.queue) == len(waiting.queue)

"""Whatever waits: nothing is lost, nothing overtakes where it must not, no line grows too long."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from pontoon.irc.outgoing import JOINT, MAX_JOINED, Priority
from pontoon.irc.queue import MOST_BEFORE_GAME, SendQueue, Unsent

PLACES = ("#c", "#d")
ROOM = 320
"""Bytes of a line with its address."""


@dataclass
class Item:
    """What was said, and how many prompts about its place had gone by then."""

    line: Unsent
    priority: Priority
    place: str
    text: str
    prompts_before: int
    is_waiting: bool = True
    told: int = 0


@dataclass
class Sending:
    """A queue, all that was put into it, and what it gave back."""

    queue: SendQueue = field(default_factory=lambda: SendQueue(lambda _: None))
    items: list[Item] = field(default_factory=list)
    dropped: list[Item] = field(default_factory=list)
    prompts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLACES, 0))

    def waiting(self, *priorities: Priority, place: str) -> Iterator[Item]:
        """Yield what waits about PLACE."""
        for each in self.items:
            if each.is_waiting and each.place == place and each.priority in priorities:
                yield each

    def say(
        self, priority: Priority, place: str, joins: str, padding: int, *, informs: bool
    ) -> None:
        """Say something to the channel PLACE, or to somebody who is told nothing else."""
        to_channel = priority in (Priority.RECORD, Priority.GAME)
        target = place if to_channel else f"n{len(self.items)}"
        joins = "" if priority is Priority.RECORD else joins
        text = f"{len(self.items)}♥" + "x" * padding
        line = Unsent(priority, place, target, f"to {target} :", text, joins=joins, informs=informs)
        item = Item(line, priority, place, text, self.prompts[place])
        line.told = () if informs else (partial(self._tell, item),)
        of_table = (Priority.RECORD, Priority.PROMPT, Priority.GAME, Priority.ASIDE)
        if informs and any(self.waiting(*of_table, place=place)):
            self.dropped.append(item)
        else:
            self.items.append(item)
        self.queue.put(line, ROOM)

    def take(self) -> None:
        """Take a line, and look at what is in it."""
        if not self.queue:
            assert not any(each.is_waiting for each in self.items)
            return
        sent = self.queue.take().line
        address, _, text = sent.partition(":")
        assert len(sent.encode()) <= ROOM
        texts = text.split(JOINT)
        assert len(texts) == 1 or len(text) <= MAX_JOINED
        said = [next(each for each in self.items if each.text == part) for part in texts]
        assert {each.line.joins for each in said} == {said[0].line.joins}
        assert len(texts) == 1 or said[0].line.joins
        assert all(f"to {each.line.target} " == address for each in said)
        for item in said:
            self._gone(item)
        for receipt in self.queue.receipts:
            receipt()
        self.queue.receipts.clear()
        assert all(each.told == (not each.line.informs) for each in said)

    def _gone(self, item: Item) -> None:
        place, priority = item.place, item.priority
        assert item.is_waiting
        assert item is next(self.waiting(priority, place=place))
        record = next(self.waiting(Priority.RECORD, place=place), item)
        assert self.items.index(item) <= self.items.index(record)
        if priority is Priority.RECORD:
            assert item is next(self.waiting(Priority.RECORD, Priority.GAME, place=place))
        if priority is Priority.GAME:
            assert self.prompts[place] - item.prompts_before <= MOST_BEFORE_GAME
        if priority is Priority.ASIDE:
            assert not any(self.waiting(Priority.PROMPT, Priority.GAME, place=place))
        item.is_waiting = False
        self.prompts[place] += priority is Priority.PROMPT

    def _tell(self, item: Item) -> None:
        item.told += 1


@st.composite
def acts(draw: st.DrawFn) -> Callable[[Sending], None]:
    if draw(st.booleans()):
        return Sending.take
    priority, place = draw(st.sampled_from(Priority)), draw(st.sampled_from(PLACES))
    joins, padding = draw(st.sampled_from(("", "a", "b"))), draw(st.sampled_from((0, 90, 250)))
    informs = priority is Priority.ASIDE and draw(st.booleans())
    return lambda sending: sending.say(priority, place, joins, padding, informs=informs)


@given(st.lists(acts(), max_size=40))
def test_all_is_sent_once_in_order_and_in_good_time(what: list[Callable[[Sending], None]]) -> None:
    """But what only informs, and this only where lines about its channel wait."""
    sending = Sending()
    for act in what:
        act(sending)
    while len(sending.queue):
        sending.take()
    assert not any(each.is_waiting for each in sending.items)
    assert all(each.told == (not each.line.informs) for each in sending.items)
    assert not any(each.told for each in sending.dropped)

"""Streams of lines that wait, and which line goes next: no channel holds up another."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from pontoon.irc.outgoing import Priority, Told

Kind = Priority | None
"""The kind of lines in a stream; None stands for commands (JOIN, WHOIS)."""


class Share(NamedTuple):
    """How a stream is served, compared with one of a game.

    It goes ``head_start`` lines before its turn, and each of its lines counts as ``cost`` lines.
    """

    head_start: int
    cost: int


SHARES: Mapping[Kind, Share] = {
    Priority.PROMPT: Share(head_start=4, cost=1),
    None: Share(head_start=1, cost=1),
    Priority.GAME: Share(head_start=0, cost=1),
    Priority.CHATTER: Share(head_start=-5, cost=5),
}
"""Prompts go first, but not for ever; answers get little of the pace while a game is played."""


class Unsent(Struct):
    """A line that waits: its target, the words that address it, its text and its topic.

    If it ``is_open``, more text may be joined to it. ``of_round`` names the round that it is about.
    ``told``, the receipt, is called when the line has left; a line without it may be dropped.
    """

    target: str
    address: str
    text: str
    topic: str = ""
    is_open: bool = False
    of_round: str = ""
    told: Told | None = None


class _Stream(Struct):
    """Lines of one kind about one place; the first of them goes at ``turn``."""

    account: tuple[str, Kind]
    share: Share
    turn: float
    lines: deque[Unsent] = field(default_factory=deque)


class Streams:
    """Lines that wait: a stream for each kind and place, first in, first out.

    Places take turns by start-time fair queuing (Goyal, Vin and Cheng, 1996). Time counts lines of
    a game. When a line begins to wait, it is due now, or at the due time of the last line about its
    place plus the cost of that line, whichever is later. The stream that is due first goes next. A
    place with few lines therefore does not wait behind one with many.

    The prompts of a place and the lines of its game share an account, so that no more prompts than
    their head start go before a waiting line of the game. Answers have an account of their own, so
    that they do not slow down the game.
    """

    def __init__(self) -> None:
        self._streams: dict[tuple[str, Kind], _Stream] = {}
        """The streams that have lines."""
        self._accounts: dict[tuple[str, Kind], float] = {}
        """When the next line of each account is due; empty when nothing waits."""
        self._time = 0.0

    def __bool__(self) -> bool:
        return bool(self._streams)

    def __len__(self) -> int:
        return sum(len(stream.lines) for stream in self._streams.values())

    def __iter__(self) -> Iterator[Unsent]:
        for stream in self._streams.values():
            yield from stream.lines

    def of(self, place: str, kind: Kind) -> Sequence[Unsent]:
        """Return the lines of KIND about PLACE, in order."""
        stream = self._streams.get((place, kind))
        return () if stream is None else stream.lines

    def add(self, place: str, kind: Kind, line: Unsent) -> None:
        stream = self._streams.get((place, kind))
        if stream is None:
            account = place, Priority.GAME if kind is Priority.PROMPT else kind
            due = max(self._accounts.get(account, 0.0), self._time)
            self._accounts[account] = due
            stream = _Stream(account, SHARES[kind], due - SHARES[kind].head_start)
            self._streams[place, kind] = stream
        stream.lines.append(line)

    def take(self) -> Unsent | None:
        """Remove and return the line that goes next; None if there is none."""
        if not self._streams:
            return None
        key, stream = min(self._streams.items(), key=lambda each: each[1].turn)
        self._time = max(self._time, stream.turn)
        self._accounts[stream.account] += stream.share.cost
        stream.turn = self._accounts[stream.account] - stream.share.head_start
        line = stream.lines.popleft()
        self._forget_if_empty(key, stream)
        return line

    def keep(self, place: str, kind: Kind, is_wanted: Callable[[Unsent], bool]) -> None:
        """Drop the lines of KIND about PLACE that are not wanted."""
        stream = self._streams.get((place, kind))
        if stream is not None:
            stream.lines = deque(filter(is_wanted, stream.lines))
            self._forget_if_empty((place, kind), stream)

    def keep_everywhere(self, is_wanted: Callable[[Unsent], bool]) -> None:
        for place, kind in list(self._streams):
            self.keep(place, kind, is_wanted)

    def clear(self) -> None:
        """Drop all lines, and start all accounts anew."""
        self._streams.clear()
        self._accounts.clear()
        self._time = 0.0

    def _forget_if_empty(self, key: tuple[str, Kind], stream: _Stream) -> None:
        if not stream.lines:
            del self._streams[key]
        if not self._streams:
            self.clear()

"""Lines that wait in streams, and which of them goes next: no channel holds up another."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pontoon.irc.outgoing import Priority, Told

Kind = Priority | None
"""What a stream is of; None is the bot's own commands (JOIN, WHOIS)."""


class Share(NamedTuple):
    """How a stream is served, next to one of a game.

    It may go ``head_start`` lines before its turn, and each of its lines counts as ``cost`` lines.
    """

    head_start: int
    cost: int


SHARES: Mapping[Kind, Share] = {
    Priority.PROMPT: Share(head_start=4, cost=1),
    None: Share(head_start=1, cost=1),
    Priority.GAME: Share(head_start=0, cost=1),
    Priority.CHATTER: Share(head_start=-5, cost=5),
}
"""Prompts go first, but for lines before which some have gone; games leave little to answers."""


@dataclass(slots=True)
class Unsent:
    """What waits to be said to a target, after the words that address it, and on which topic.

    More may be joined to it if it is open. ``of_round`` names the round that it tells of. ``told``
    is called when it has left; without, nobody minds if it never does.
    """

    target: str
    address: str
    text: str
    topic: str = ""
    is_open: bool = False
    of_round: str = ""
    told: Told | None = None


@dataclass(slots=True)
class _Account:
    """What has been sent about one place, as the time when the next line about it is due."""

    due: float


@dataclass(slots=True)
class _Stream:
    """Lines of one kind about one place, which are on an account; the first goes at its TURN."""

    account: _Account
    share: Share
    lines: deque[Unsent] = field(default_factory=deque)
    turn: float = 0.0

    def line_up(self) -> None:
        """Have the first line wait from now on."""
        self.turn = self.account.due - self.share.head_start


class Streams:
    """Lines that wait: a stream for each kind and place, first in, first out within it.

    Places take turns by start-time fair queuing (Goyal, Vin and Cheng, 1996). Time is counted in
    lines of a game. What begins to wait about a place is due now, or else later than the last line
    about it by what that cost, and of all streams the one that is due first goes next. So a place
    of which little is said is not behind one of which much is said. The prompts of a place and the
    lines of its game have one account, and no more prompts than their head start go before a line
    of the game that waits; answers have another account, lest they slow down the game.
    """

    def __init__(self) -> None:
        self._streams: dict[tuple[str, Kind], _Stream] = {}
        """Those of which lines wait."""
        self._accounts: dict[tuple[str, Kind], _Account] = {}
        """Those of places about which something was said since nothing waited at all."""
        self._time = 0.0

    def __bool__(self) -> bool:
        return bool(self._streams)

    def __len__(self) -> int:
        return sum(len(stream.lines) for stream in self._streams.values())

    def __iter__(self) -> Iterator[Unsent]:
        for stream in self._streams.values():
            yield from stream.lines

    def of(self, place: str, kind: Kind) -> Sequence[Unsent]:
        """Return what waits of KIND about PLACE, in order."""
        stream = self._streams.get((place, kind))
        return () if stream is None else stream.lines

    def add(self, place: str, kind: Kind, line: Unsent) -> None:
        """Let LINE wait behind those of KIND about PLACE."""
        stream = self._streams.get((place, kind))
        if stream is None:
            stream = self._streams[place, kind] = _Stream(self._account(place, kind), SHARES[kind])
            stream.line_up()
        stream.lines.append(line)

    def take(self) -> Unsent | None:
        """Return the line that goes next, which waits no more; None where none does."""
        if not self._streams:
            return None
        key, stream = min(self._streams.items(), key=lambda each: each[1].turn)
        self._time = max(self._time, stream.turn)
        stream.account.due += stream.share.cost
        stream.line_up()
        line = stream.lines.popleft()
        self._forget_if_empty(key, stream)
        return line

    def keep(self, place: str, kind: Kind, is_wanted: Callable[[Unsent], bool]) -> None:
        """Drop what waits of KIND about PLACE and is not wanted."""
        stream = self._streams.get((place, kind))
        if stream is not None:
            stream.lines = deque(filter(is_wanted, stream.lines))
            self._forget_if_empty((place, kind), stream)

    def keep_everywhere(self, is_wanted: Callable[[Unsent], bool]) -> None:
        """Drop what waits anywhere and is not wanted."""
        for place, kind in list(self._streams):
            self.keep(place, kind, is_wanted)

    def clear(self) -> None:
        """Drop everything that waits, and begin all accounts anew."""
        self._streams.clear()
        self._accounts.clear()
        self._time = 0.0

    def _account(self, place: str, kind: Kind) -> _Account:
        """Return the account of lines of KIND about PLACE, none of which waits yet."""
        what = Priority.GAME if kind is Priority.PROMPT else kind
        account = self._accounts.setdefault((place, what), _Account(self._time))
        account.due = max(account.due, self._time)
        return account

    def _forget_if_empty(self, key: tuple[str, Kind], stream: _Stream) -> None:
        if not stream.lines:
            del self._streams[key]
        if not self._streams:
            self.clear()

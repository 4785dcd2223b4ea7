"""Streams of lines that wait, and which line goes next: no channel holds up another."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from pontoon.irc.outgoing import Priority, Told

Kind = Priority | None
"""The kind of lines in a stream; None stands for commands (JOIN, WHOIS)."""


OF_TABLE = (Priority.PROMPT, Priority.GAME, Priority.ASIDE)
"""What is said of a table, and can be dropped with its round."""

MOST_BEFORE_GAME = 2
"""How many prompts of a table, at most, go before a line that waits to tell its channel of it.

Records that wait count as prompts, but for one: with a new deck the channel waits no longer.
"""


class Share(NamedTuple):
    """How an account is served while lines of this kind wait, compared with those of a game.

    They go ``head_start`` lines before their turn, and each of them counts as ``cost`` lines.
    """

    head_start: int
    cost: int


SHARES: Mapping[Kind, Share] = {
    Priority.RECORD: Share(head_start=4, cost=1),
    Priority.PROMPT: Share(head_start=4, cost=1),
    None: Share(head_start=1, cost=1),
    Priority.GAME: Share(head_start=0, cost=1),
    Priority.ASIDE: Share(head_start=0, cost=1),
    Priority.CHATTER: Share(head_start=-5, cost=5),
}
"""By urgency. Prompts go first, but not for ever; answers get little of the pace during a game."""


class Unsent(Struct):
    """A line that waits: its target, the words that address it, its text and its topic.

    Lines that ``joins`` names alike, of one round, may be joined; "" stands alone. ``of_round``
    names the round that it is about, and ``of_turn`` the items in the text that are over with the
    turn. A line that only ``informs`` need not be sent. ``leaves`` is called when the line is
    passed to the connection; it may send nothing. ``told``, the receipt, is called when the line
    has left; a line without it may be dropped.
    """

    target: str
    address: str
    text: str
    topic: str = ""
    joins: str = ""
    of_round: str = ""
    informs: bool = False
    of_turn: tuple[str, ...] = ()
    told: Told | None = None
    leaves: Told | None = None
    since: int = 0
    """How many prompts of its account had gone when it began to wait; fewer if records waited."""
    is_record: bool = False
    """Whether it waits as a record, which nothing drops or overtakes."""
    tags: str = ""
    """The message tags before it, and a space; their bytes do not count for its length."""

    @property
    def line(self) -> str:
        """The whole line as it is sent."""
        return f"{self.tags}{self.address}{self.text}"

    def is_like(self, other: "Unsent") -> bool:
        """Tell whether OTHER may be joined to it."""
        mine = self.target, self.joins, self.of_round
        return bool(self.joins) and mine == (other.target, other.joins, other.of_round)


class _Account(Struct):
    """Lines that share what is sent, by their kinds; there are no empty kinds."""

    due: float = 0.0
    """When its next line is due, in lines of a game."""
    turn: float = 0.0
    """When it is served: earlier than due by the head start of its lines."""
    prompts: int = 0
    """How many have gone."""
    records: int = 0
    """How many wait among the lines of the game."""
    lines: dict[Kind, deque[Unsent]] = field(default_factory=dict)

    def next_kind(self) -> Kind:
        """Return the kind that goes next: prompts, until they have held up the game enough.

        Where a record waits, that is the game until the record has gone.
        """
        if self.records or self._prompts_before_game >= MOST_BEFORE_GAME:
            return Priority.GAME
        return self._most_urgent

    def set_turn(self) -> None:
        """Set the turn: a line of the game keeps its own though prompts go before it."""
        kind = Priority.RECORD if self.records else self._most_urgent
        repaid = self._prompts_before_game if kind is Priority.GAME else 0
        self.turn = self.due - SHARES[kind].head_start - repaid

    @property
    def _most_urgent(self) -> Kind:
        return next(kind for kind in SHARES if kind in self.lines)

    @property
    def _prompts_before_game(self) -> int:
        """How many prompts went before the first line of the game, as far as that counts."""
        game = self.lines.get(Priority.GAME)
        return min(self.prompts - game[0].since, MOST_BEFORE_GAME) if game else 0


class Streams:
    """Lines that wait: a stream for each kind and place, first in, first out.

    Places take turns by start-time fair queuing (Goyal, Vin and Cheng, 1996). Time counts lines of
    a game. When a line begins to wait, it is due now, or at the due time of the last line about its
    place plus the cost of that line, whichever is later. The account that is due first goes next. A
    place with few lines therefore does not wait behind one with many.

    All that is said of the table at a place shares an account: prompts, then what its channel is
    told, then what single players are told. A line to the channel lets few prompts go first.
    Answers have an account of their own, so that they do not slow down the game.

    A record goes when all that its channel was told before it has gone, and before everything else
    about its place, answers included. The account then has the head start of prompts and pays for
    each line, so that other places wait no longer than for prompts.
    """

    def __init__(self) -> None:
        self._accounts: dict[tuple[str, Kind], _Account] = {}
        """All that have had lines since nothing waited."""
        self._waiting: dict[tuple[str, Kind], _Account] = {}
        """Those that have lines."""
        self._time = 0.0

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def __len__(self) -> int:
        accounts = self._waiting.values()
        return sum(len(lines) for account in accounts for lines in account.lines.values())

    def __iter__(self) -> Iterator[Unsent]:
        for account in self._waiting.values():
            for lines in account.lines.values():
                yield from lines

    def of(self, place: str, kind: Kind) -> Sequence[Unsent]:
        """Return the lines of KIND about PLACE, in order; records are among those of the game."""
        account = self._waiting.get(_key(place, kind))
        return () if account is None else account.lines.get(kind, ())

    def add(self, place: str, kind: Kind, line: Unsent) -> None:
        key = _key(place, kind)
        account = self._waiting.get(key)
        if account is None:
            account = self._waiting[key] = self._accounts.setdefault(key, _Account())
            account.due = max(account.due, self._time)
        line.since = account.prompts - max(account.records - 1, 0)
        if kind is Priority.RECORD:
            kind, line.is_record = Priority.GAME, True
            account.records += 1
        account.lines.setdefault(kind, deque()).append(line)
        account.set_turn()

    def take(self) -> Unsent | None:
        """Remove and return the line that goes next; None if there is none."""
        if not self._waiting:
            return None
        key, account = min(self._waiting.items(), key=_turn)
        if key[1] is Priority.CHATTER and self._waits_for_record(key):
            ready = (each for each in self._waiting.items() if not self._waits_for_record(each[0]))
            key, account = min(ready, key=_turn)
        self._time = max(self._time, account.turn)
        kind = account.next_kind()
        account.due += SHARES[kind].cost
        account.prompts += kind is Priority.PROMPT
        line = account.lines[kind].popleft()
        if line.is_record:
            account.records -= 1
        self._lines_gone(key, kind)
        return line

    def hurry_asides(self, place: str) -> None:
        """Have what single players are told of PLACE go before all later prompts there."""
        account = self._waiting.get(_key(place, Priority.ASIDE))
        if account is not None and (asides := account.lines.pop(Priority.ASIDE, None)):
            account.lines.setdefault(Priority.PROMPT, deque()).extend(asides)
            account.set_turn()

    def keep(self, place: str, kind: Kind, is_wanted: Callable[[Unsent], bool]) -> None:
        """Drop the lines of KIND about PLACE that are not wanted; records stay."""
        key = _key(place, kind)
        account = self._waiting.get(key)
        if account is not None and kind in account.lines:
            if account.records:
                is_wanted = _or_is_record(is_wanted)
            account.lines[kind] = deque(filter(is_wanted, account.lines[kind]))
            self._lines_gone(key, kind)

    def keep_everywhere(self, is_wanted: Callable[[Unsent], bool]) -> None:
        for (place, _), account in list(self._waiting.items()):
            for kind in list(account.lines):
                self.keep(place, kind, is_wanted)

    def clear(self) -> None:
        """Drop all lines, and start all accounts anew."""
        self._waiting.clear()
        self._accounts.clear()
        self._time = 0.0

    def _waits_for_record(self, key: tuple[str, Kind]) -> bool:
        """Tell whether lines of the account KEY wait until a record about their place has gone."""
        place, kind = key
        of_game = self._waiting.get((place, Priority.GAME)) if kind is Priority.CHATTER else None
        return of_game is not None and of_game.records > 0

    def _lines_gone(self, key: tuple[str, Kind], kind: Kind) -> None:
        """Forget what is empty, and set the turn of the account: lines of KIND have gone."""
        account = self._waiting[key]
        if not account.lines[kind]:
            del account.lines[kind]
        if account.lines:
            account.set_turn()
        else:
            del self._waiting[key]
        if not self._waiting:
            self.clear()


def _key(place: str, kind: Kind) -> tuple[str, Kind]:
    """Return the name of the account for lines of KIND about PLACE."""
    is_apart = kind is None or kind is Priority.CHATTER
    return place, kind if is_apart else Priority.GAME


def _or_is_record(is_wanted: Callable[[Unsent], bool]) -> Callable[[Unsent], bool]:
    """Return what tells whether a line IS_WANTED or a record."""
    return lambda line: line.is_record or is_wanted(line)


def _turn(named: tuple[tuple[str, Kind], _Account]) -> float:
    """Return the turn of an account."""
    return named[1].turn


def both(first: Told | None, second: Told | None) -> Told | None:
    """Return what calls FIRST and SECOND, as far as there are such."""
    if first is None or second is None:
        return first or second

    def call_both() -> None:
        first()
        second()

    return call_both

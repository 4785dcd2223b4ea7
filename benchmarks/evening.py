"""People who play at many tables at once, each with a connection of their own."""

import re
import selectors
import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random
from time import perf_counter

from benchmarks.asking import UnexpectedError, bare_socket, receive, until_answered
from benchmarks.programs import OURS
from tests.real_servers.rawclient import Address, RawClient

NAMES = ("dave", "kevin", "bob")

_SAID = re.compile(rb":%s!\S+ PRIVMSG (\S+) :(.*)" % OURS.nick.encode())
_MAX_WAITING_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Thought:
    """How many seconds people think before each move, at least and at most."""

    least: float
    most: float


AT_ONCE = Thought(0.0, 0.0)


@dataclass(slots=True)
class Table:
    """A table in CHANNEL: how many players are asked now, and since when nobody is."""

    channel: str
    players: Sequence[str]
    asked: int = 0
    waiting_since: float | None = None

    def command(self) -> bytes:
        """Return what has a round begin."""
        return f"PRIVMSG {self.channel} :!pontoon {' '.join(self.players)}\r\n".encode()


@dataclass(slots=True)
class Player:
    """Somebody at a table; what has not come whole is the rest."""

    table: Table
    nick: bytes
    line: socket.socket
    starts_rounds: bool
    rest: bytes = b""


@dataclass(slots=True)
class Played:
    """What a stretch of an evening came to.

    ``answers`` has the seconds from each move that left nobody asked until the bot asked for the
    next one, or told the chips.
    """

    seconds: float = 0.0
    rounds: int = 0
    answers: list[float] = field(default_factory=list)


def new_tables(number: int) -> list[Table]:
    """Return so many tables, each with three players of its own."""
    return [Table(f"#table{n}", [f"{name}{n}" for name in NAMES]) for n in range(number)]


def seated(server: Address, table: Table) -> Iterator[Player]:
    """Have the players of TABLE join its channel, the one who starts the rounds last."""
    for nick in reversed(table.players):
        client = RawClient(server, nick)
        client.join(table.channel)
        starts_rounds = nick == table.players[0]
        if starts_rounds:
            until_answered(client, table.channel, "!games")
        line = bare_socket(client)
        client.close()
        yield Player(table, nick.encode(), line, starts_rounds)


class Evening:
    """Rounds at the tables of PLAYERS, one after the other, who think for THOUGHT."""

    def __init__(self, players: Sequence[Player], thought: Thought = AT_ONCE) -> None:
        self._thought = thought
        self._chance = Random(1)
        self._due: list[tuple[float, int, Player, bytes]] = []
        self._said = 0
        self._played = Played()
        self._selector = selectors.DefaultSelector()
        for player in players:
            self._selector.register(player.line, selectors.EVENT_READ, player)
            if player.starts_rounds:
                self._say_later(player, player.table.command())

    def play(self, seconds: float) -> Played:
        """Play for so many SECONDS; return what came of them alone."""
        self._played = Played()
        begun = perf_counter()
        while (passed := perf_counter() - begun) < seconds:
            for key, _ in self._selector.select(self._waiting_seconds()):
                with suppress(BlockingIOError):
                    self._read(key.data)
            while self._due and self._due[0][0] <= perf_counter():
                _, _, player, line = heappop(self._due)
                self._say(player, line)
        self._played.seconds = passed
        return self._played

    def close(self) -> None:
        """Leave."""
        for key in list(self._selector.get_map().values()):
            key.data.line.close()
        self._selector.close()

    def _waiting_seconds(self) -> float:
        if not self._due:
            return _MAX_WAITING_SECONDS
        return max(0.0, min(_MAX_WAITING_SECONDS, self._due[0][0] - perf_counter()))

    def _read(self, player: Player) -> None:
        *lines, player.rest = (player.rest + receive(player.line)).split(b"\r\n")
        for line in lines:
            if (said := _SAID.match(line)) is not None:
                self._hear(player, said[1], said[2])

    def _hear(self, player: Player, target: bytes, text: bytes) -> None:
        """Answer what PLAYER is asked; who starts the rounds does so when chips are told."""
        if target == player.nick:
            if b")? You have " in text:
                self._asked(player, b"min")
            elif b"(t)wist" in text:
                self._asked(player, b"s" if b"(s)tick" in text else b"t")
        elif player.starts_rounds:
            if text.startswith("♠ Chips: ".encode()):
                self._played.rounds += 1
                self._was_answered(player.table)
                self._say_later(player, player.table.command())
            elif text.startswith("♢ No round".encode()):
                raise UnexpectedError(text.decode())

    def _asked(self, player: Player, move: bytes) -> None:
        player.table.asked += 1
        self._was_answered(player.table)
        self._say_later(player, b"PRIVMSG %s :%s\r\n" % (OURS.nick.encode(), move))

    def _was_answered(self, table: Table) -> None:
        if table.waiting_since is not None:
            self._played.answers.append(perf_counter() - table.waiting_since)
            table.waiting_since = None

    def _say_later(self, player: Player, line: bytes) -> None:
        thought = self._thought
        if thought is AT_ONCE:
            self._say(player, line)
            return
        self._said += 1  # Two that are due at the same instant are said in this order.
        due = perf_counter() + self._chance.uniform(thought.least, thought.most)
        heappush(self._due, (due, self._said, player, line))

    def _say(self, player: Player, line: bytes) -> None:
        table = player.table
        table.asked = max(0, table.asked - 1)
        if not table.asked:
            table.waiting_since = perf_counter()
        player.line.sendall(line)

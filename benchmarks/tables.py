"""A hundred tables at which three play at once, all dealt by one bot, and nobody ever thinks."""

import os
import re
import selectors
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.asking import UnexpectedError, bare_socket, receive, until_answered
from benchmarks.programs import OURS, Place, prepare_ours, running
from benchmarks.report import Report, Row
from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import EASY, Server, running_ngircd

TABLES = 100
NAMES = ("dave", "kevin", "bob")
SECONDS = 20.0
CHIPS = 1_000_000

_SAID = re.compile(rb":%s!\S+ PRIVMSG (\S+) :(.*)" % OURS.nick.encode())


@dataclass(slots=True)
class Table:
    """A table in CHANNEL with three players, and when the bot was last told something there."""

    channel: str
    players: Sequence[str]
    told_at: float = 0.0

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


def measure(folder: Path) -> Report:
    """Play at all the tables for a while."""
    tables = [
        Table(f"#table{number}", [f"{name}{number}" for name in NAMES]) for number in range(TABLES)
    ]
    with running_ngircd(EASY, folder) as server, _dealer(server, tables, folder / "bot") as pid:
        players = [player for table in tables for player in _seated(server, table)]
        evening = Evening(players)
        before = _processor_seconds(pid)
        evening.play(SECONDS)
        share = (_processor_seconds(pid) - before) / evening.seconds
    return Report(_rows(evening, share))


def _rows(evening: "Evening", share: float) -> list[Row]:
    usual, slowest = (1000 * seconds for seconds in (median(evening.took), max(evening.took)))
    name = f"{TABLES} tables of {len(NAMES)}"
    return [
        Row(f"{name}: rounds", f"{evening.rounds / evening.seconds:,.0f} /s"),
        Row(f"{name}: move until next prompt", f"{usual:.0f} ms, slowest {slowest:.0f} ms"),
        Row(f"{name}: the bot's share of a core", f"{100 * share:.0f} %"),
    ]


class Evening:
    """Rounds at all the tables of PLAYERS, as fast as they can be played."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players
        self.rounds = 0
        self.seconds = 0.0
        self.took: list[float] = []
        """How many seconds passed from each move until the bot asked for the next one."""

    def play(self, seconds: float) -> None:
        """Begin a round at each table, and another after each, for so many SECONDS."""
        with selectors.DefaultSelector() as selector:
            for player in self._players:
                selector.register(player.line, selectors.EVENT_READ, player)
                if player.starts_rounds:
                    self._tell(player, player.table.command())
            begun = perf_counter()
            while (passed := perf_counter() - begun) < seconds:
                for key, _ in selector.select(seconds):
                    self._read(key.data)
            self.seconds = passed

    def _read(self, player: Player) -> None:
        *lines, player.rest = (player.rest + receive(player.line)).split(b"\r\n")
        for line in lines:
            if (said := _SAID.match(line)) is not None:
                self._hear(player, said[1], said[2])

    def _hear(self, player: Player, target: bytes, text: bytes) -> None:
        """Answer what PLAYER is asked; whoever starts the rounds does so when chips are told."""
        if target == player.nick:
            if text.endswith(b")?"):
                self._answer(player, b"min")
            elif b"(t)wist" in text:
                self._answer(player, b"s" if b"(s)tick" in text else b"t")
        elif player.starts_rounds:
            if text.startswith(b"Chips: "):
                self.rounds += 1
                self._was_answered(player)
                self._tell(player, player.table.command())
            elif text.startswith(b"No round"):
                raise UnexpectedError(text.decode())

    def _answer(self, player: Player, move: bytes) -> None:
        self._was_answered(player)
        self._tell(player, b"PRIVMSG %s :%s\r\n" % (OURS.nick.encode(), move))

    def _was_answered(self, player: Player) -> None:
        self.took.append(perf_counter() - player.table.told_at)

    @staticmethod
    def _tell(player: Player, line: bytes) -> None:
        player.table.told_at = perf_counter()
        player.line.sendall(line)


@contextmanager
def _dealer(server: Server, tables: Sequence[Table], folder: Path) -> Iterator[int]:
    """Run a bot with all the TABLES and their players; yield its process's number."""
    folder.mkdir()
    players = {nick: CHIPS for table in tables for nick in table.players}
    channels = ", ".join(table.channel for table in tables)
    with running(prepare_ours(Place(server, channels, folder), players), folder) as process:
        yield process.pid
    if faults := re.findall("^.*(?:Traceback|fault at).*$", (folder / "log").read_text(), re.M):
        raise UnexpectedError(faults[0])


def _seated(server: Server, table: Table) -> Iterator[Player]:
    """Have the players of TABLE come into its channel, the one who is to start the rounds last."""
    for nick in reversed(table.players):
        client = RawClient(server, nick)
        client.join(table.channel)
        starts_rounds = nick == table.players[0]
        if starts_rounds:
            until_answered(client, table.channel, "!games")
        line = bare_socket(client)
        client.close()
        yield Player(table, nick.encode(), line, starts_rounds)


def _processor_seconds(pid: int) -> float:
    """Return how long the process has kept processors busy, on its own behalf and the system's."""
    _, _, behind_name = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")
    user, system = behind_name.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

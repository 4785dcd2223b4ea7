"""The whole program in memory: its command line, its files in a folder, a reactor by the clock.

``main`` runs as it does on a machine. What differs stands here: the reactor, whose connections lead
to a ``Network`` and whose threads work at once; the time, the random numbers, signals, processes,
and a disk that can be full. They are replaced below the program, in Twisted and the standard
library, so that its own structure does not matter; ``REACTOR``, ``ODDS_PROCESS`` and the engine's
shuffle are all that is named of it.
"""
# ruff: noqa: N802, N815 -- Twisted calls these by such names

import errno
import hashlib
import io
import os
import pickle
import random
import signal
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import time_machine
from twisted.internet.address import IPv4Address
from twisted.internet.testing import MemoryReactorClock
from twisted.logger import globalLogBeginner, globalLogPublisher
from twisted.python.failure import Failure
from twisted.python.threadpool import ThreadPool

from pontoon.cli import main
from pontoon.engine.cards import PACK, Card, cards
from pontoon.engine.rng import SEED_BYTES, SeededRandom
from pontoon.odds.advice import Advice
from pontoon.odds.advise import advise
from pontoon.service import logs
from tests.wire.network import Network

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
REACTOR = "pontoon.service.service.reactor"
ODDS_PROCESS = "pontoon.service.background.OddsProcess"

_Reactor: Any = MemoryReactorClock
_Failure: Any = Failure
_begin_logging: Any = globalLogBeginner


class OddsProcessAtOnce:
    """An ``OddsProcess`` that is part of the program."""

    def start(self) -> None:
        """Do nothing: there is no process."""

    stop = start

    def ask(self, view: bytes) -> Advice | None:
        return advise(pickle.loads(view))


class Killed(BaseException):
    """The program is killed: nothing of it runs any more."""


class Reactor(_Reactor):  # type: ignore[misc]
    """A reactor whose clock is moved by hand; RUN is what happens while it runs."""

    threadpoolShutdownID = None

    def __init__(self, networks: Mapping[str, Network], run: Callable[[], None]) -> None:
        super().__init__()
        self.rightNow = time.time()
        self.nameResolver = self
        self._networks = networks
        self._run = run

    def run(self, **_: Any) -> None:
        self.running = self.hasRun = True
        for call, given, named in self.whenRunningHooks:
            call(*given, **named)
        self._run()

    def connectTCP(self, host: str, port: int, factory: Any, timeout: int = 30, **more: Any) -> Any:
        connector = super().connectTCP(host, port, factory, timeout, **more)
        self.callLater(0, self._networks[host].connect, host, factory, connector)
        return connector

    def resolveHostName(self, receiver: Any, name: str, portNumber: int = 0, **_: Any) -> None:  # noqa: N803
        receiver.resolutionBegan(None)
        receiver.addressResolved(IPv4Address("TCP", name, portNumber))
        receiver.resolutionComplete()

    def getThreadPool(self) -> Any:
        return ThreadPool(0, 0)

    def removeSystemEventTrigger(self, _trigger: object) -> None:
        """Do nothing: there are no threads."""

    def callFromThread(self, call: Callable[..., Any], *given: Any) -> None:
        self.callLater(0, call, *given)


@dataclass
class Cards:
    """The cards that lie on top of each deck that is dealt from, and those cut for the bank.

    A deck is known by its seed: one that is made again after a restart has the same cards. What
    was not chosen is the same for the first deck of each transcript, for the second, and so on,
    however their seeds are made.
    """

    stacks: Sequence[str] = ()
    cuts: Sequence[str] = ()
    left: int | None = None
    """How many cards the first deck, which is a shoe, has; None for all of them."""

    def __post_init__(self) -> None:
        self._stacks, self._cuts = deque(self.stacks), deque(self.cuts)
        self._chosen: dict[tuple[bytes, int], tuple[Card, ...]] = {}
        self._seeds: dict[bytes, bytes] = {}

    def seed(self, seed: bytes) -> bytes:
        """Return what is used in place of SEED: it depends only on how many there were before."""
        number = len(self._seeds) + 1
        return self._seeds.setdefault(seed, number.to_bytes(SEED_BYTES, "big"))

    def shuffle(self, seed: bytes, draw: int, items: list[Any]) -> None:
        """Put what was chosen on top of ITEMS, which DRAW in place of SEED has shuffled."""
        packs, rest = divmod(len(items), len(PACK))
        if rest or not packs or not isinstance(items[0], Card):
            return  # hands are gathered, or a shoe that ran dry goes on
        if (seed, draw) not in self._chosen:
            source = self._stacks if draw == 1 else self._cuts
            self._chosen[seed, draw] = cards(source.popleft()) if source else ()
        for place, each in enumerate(self._chosen[seed, draw]):
            items.insert(place, items.pop(items.index(each, place)))
        left = self.left if self.seed(seed)[-1] == draw == 1 else None
        if packs > 1 or left is not None:  # a shoe is dealt from the last place
            items.reverse()
            del items[: len(items) - (left or len(items))]


class _Database(sqlite3.Connection):
    """A connection to a database on a disk that may be full."""

    is_full = False

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        if self.is_full and sql.strip().upper().startswith(("COMMIT", "END")):
            self._refuse()
        return super().execute(sql, *given)

    def commit(self) -> None:
        if self.is_full:
            self._refuse()
        super().commit()

    def _refuse(self) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
        raise error


@dataclass
class Program:
    """The program with its files in FOLDER, on NETWORKS; ON_TOP are the cards to be dealt."""

    folder: Path
    networks: Mapping[str, Network]
    on_top: Cards
    options: Sequence[str] = ()
    """What it is started with, besides --config."""
    reactor: Any = None
    status: int = 0
    """What it has exited with."""
    _printed: io.StringIO = field(default_factory=io.StringIO)
    _read: int = 0
    """How much of that was returned."""
    _handlers: dict[int, Any] = field(default_factory=dict)
    _observers: list[Any] = field(default_factory=list)
    _travel: Any = None

    def start(self, run: Callable[[], None], *arguments: str) -> None:
        """Run the program until RUN returns, which happens while the reactor runs."""
        self.reactor = Reactor(self.networks, run)
        given = arguments or ("--config", str(self.folder / "config.ini"), *self.options)
        with (
            patch(REACTOR, self.reactor),
            patch("twisted.internet.reactor", self.reactor),
            patch(ODDS_PROCESS, OddsProcessAtOnce),
            redirect_stdout(self._printed),
            redirect_stderr(self._printed),
        ):
            try:
                self.status = main(given)
            except SystemExit as end:
                self.status = int(end.code or 0)
            except Killed:
                self.status = -signal.SIGKILL

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self._handlers[number](number, None)
        self.settle()

    def stop(self) -> None:
        """Stop the program by SIGTERM."""
        self.signal(signal.SIGTERM)
        self.end()

    @property
    def is_ending(self) -> bool:
        """Tell whether the program has decided to stop."""
        return bool(self.reactor.hasStopped)

    def end(self) -> None:
        """Let the program, which has decided to stop, do what it does before it ends."""
        assert self.is_ending
        leaving = [
            call(*given, **named)
            for phase in ("before", "during", "after")
            for call, given, named in self.reactor.triggers.get(phase, {}).get("shutdown", ())
        ]
        self.settle()
        while not all(each is None or each.called for each in leaving):
            self._move_to(self.reactor.getDelayedCalls())

    def die(self, folder: Path) -> None:
        """Be killed: what is on the disk now goes on in FOLDER, and the connections are gone."""
        folder.mkdir()
        for file in self.folder.iterdir():
            if not file.name.endswith("-shm"):
                (folder / file.name).write_bytes(file.read_bytes())
        self.folder = folder
        for each in self.networks.values():
            each.protocol = None  # nobody of the program hears of it
            each.close()
        self.reactor.hasStopped = True
        raise Killed

    # Time

    def settle(self) -> None:
        """Let all happen that happens at this moment."""
        is_busy = True
        while is_busy:
            self.reactor.advance(0)
            due = (each.getTime() for each in self.reactor.getDelayedCalls())
            is_busy = any(moment <= self.reactor.seconds() for moment in due)
            for each in self.networks.values():
                is_busy |= each.receive()

    @property
    def seconds(self) -> float:
        """The time."""
        return time.time()

    def wait(self, seconds: float) -> None:
        """Let SECONDS pass, whether or not the program runs."""
        if self.reactor is None or self.reactor.hasStopped:
            self._travel.shift(seconds)
            return
        end = self.reactor.seconds() + seconds
        while due := [each for each in self.reactor.getDelayedCalls() if each.getTime() <= end]:
            self._move_to(due)
        self._move_clock(end)
        self.settle()

    def _move_to(self, calls: Sequence[Any]) -> None:
        self._move_clock(min(each.getTime() for each in calls))
        self.settle()

    def _move_clock(self, moment: float) -> None:
        seconds = max(moment - self.reactor.seconds(), 0.0)
        self._travel.shift(seconds)
        self.reactor.rightNow += seconds

    # What the program stands on

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Let the program have this world instead of the real one."""
        _Database.is_full = False
        with ExitStack() as stack:
            self._travel = stack.enter_context(time_machine.travel(NOON, tick=False))
            stack.enter_context(patch.dict(os.environ, {"TZ": "UTC"}))
            for replaced in (*self._random(), *self._twisted(), *self._system()):
                stack.enter_context(replaced)
            time.tzset()
            chance = random.getstate()
            random.seed(1)
            yield
            random.setstate(chance)
        time.tzset()
        self._log_to([])

    def _random(self) -> Iterator[Any]:
        """Yield patches by which all random numbers are the same each time."""
        count = 0

        def urandom(size: int) -> bytes:
            nonlocal count
            count += 1
            return hashlib.shake_256(b"%d" % count).digest(size)

        shuffle: Any = SeededRandom.shuffle
        create: Any = SeededRandom.__init__
        seed = random.Random.seed

        def seeded(dealer: Any, seed: bytes, draw: int) -> None:
            create(dealer, self.on_top.seed(seed), draw)
            dealer.origin = seed, draw

        def stacked(dealer: Any, items: list[Any]) -> None:
            shuffle(dealer, items)
            seed, draw = dealer.origin
            self.on_top.shuffle(seed, draw, items)

        yield patch("os.urandom", urandom)
        yield patch("random._urandom", urandom)
        yield patch.object(random.Random, "seed", lambda own, a=None, *b: seed(own, a or 1, *b))
        yield patch.object(SeededRandom, "__init__", seeded)
        yield patch.object(SeededRandom, "shuffle", stacked)

    def _twisted(self) -> Iterator[Any]:
        """Yield patches by which threads work at once, and one program logs at a time."""
        logs.begin.cache_clear()

        def work(_pool: Any, then: Callable[[bool, Any], None], call: Any, *given: Any) -> None:
            try:
                result = call(*given)
            except Exception:
                then(False, _Failure())
            else:
                then(True, result)

        yield patch.object(ThreadPool, "start", lambda _: None)
        yield patch.object(ThreadPool, "callInThreadWithCallback", work)
        yield patch.object(_begin_logging, "beginLoggingTo", lambda to, **_: self._log_to(to))

    def _log_to(self, observers: Sequence[Any]) -> None:
        for each in self._observers:
            globalLogPublisher.removeObserver(each)
        self._observers = list(observers)
        for each in self._observers:
            globalLogPublisher.addObserver(each)

    def _system(self) -> Iterator[Any]:
        """Yield patches of signals and of the disk."""
        write, opened = os.write, os.open
        connect: Any = sqlite3.connect

        def full_write(descriptor: int, content: bytes) -> int:
            if _Database.is_full and self._is_own(f"/proc/self/fd/{descriptor}"):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(descriptor, content)

        def full_open(path: Any, flags: int, *given: Any, **named: Any) -> int:
            is_new = bool(flags & os.O_CREAT) and not Path(path).exists()
            if _Database.is_full and is_new and self._is_own(os.fspath(path)):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return opened(path, flags, *given, **named)

        def connected(*given: Any, **named: Any) -> Any:
            return connect(*given, **{"factory": _Database} | named)

        yield patch("os.kill", lambda _process, number: self._handlers[number](number, None))
        yield patch("signal.signal", self._handlers.__setitem__)
        yield patch("signal.getsignal", self._handlers.get)
        yield patch("os.write", full_write)
        yield patch("os.open", full_open)
        yield patch("sqlite3.connect", connected)

    def _is_own(self, path: str) -> bool:
        return Path(path).resolve().is_relative_to(self.folder.resolve())

    def fill_disk(self) -> None:
        """Let nothing more fit on the disk."""
        _Database.is_full = True

    def free_disk(self) -> None:
        """Let the disk have room again."""
        _Database.is_full = False

    def printed_lines(self) -> list[str]:
        """Return what was printed and logged since the last time."""
        new = self._printed.getvalue()[self._read :]
        self._read += len(new)
        return new.splitlines()

    def all_printed(self) -> list[str]:
        """Return all that was ever printed and logged."""
        return self._printed.getvalue().splitlines()

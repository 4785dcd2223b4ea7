"""What takes long is done in threads beside the reactor's, and odds in processes of their own."""

import gc
import os
import pickle
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from subprocess import Popen
from threading import Thread
from typing import Any, TypeVar

from twisted.internet.threads import deferToThreadPool
from twisted.python.failure import Failure
from twisted.python.threadpool import ThreadPool

import pontoon
from pontoon.odds.advice import Advice, Advise
from pontoon.odds.view import View
from pontoon.service import logs

T = TypeVar("T")

_PROGRAM = Path(pontoon.__file__).parent.parent
"""From where the program can be imported, whether it is installed or not."""

MAX_ODDS_PROCESSES = 2
"""With this many, twenty tables that ask at once wait for a tenth of a second. Each takes 24 MB."""

KNOWN_ODDS = 256
"""So many answers are kept, for who asks the same again."""

_FULL_AFTER = 1000
"""So many collections of what is not new come before a full one; Python's default is 10."""


def collect_seldom() -> None:
    """Have the collector of garbage stop the reactor seldom, and not for what is there by now.

    A full collection looks through all objects: for 30 ms through those of the modules.
    """
    young, old, _ = gc.get_threshold()
    gc.set_threshold(young, old, _FULL_AFTER)
    gc.collect()
    gc.freeze()


class BackgroundThreads:
    """The ``Background`` of a program that is run by REACTOR, Twisted's.

    So many threads work at the MOST, which do not keep the program from ending.
    """

    def __init__(self, reactor: Any, most: int = 1) -> None:
        self._reactor = reactor
        self._most = most
        self._pool: Any = None

    def work_out(
        self, work: Callable[[], T], then: Callable[[T], object], failed: Callable[[], object]
    ) -> None:
        if self._pool is None:
            self._pool = _new_pool(self._most)
        working = deferToThreadPool(self._reactor, self._pool, work)
        working.addCallbacks(then, partial(_failed, failed))
        working.addErrback(logs.fault)


def _new_pool(most: int) -> Any:
    pool: Any = ThreadPool(minthreads=0, maxthreads=most, name="background")
    pool.threadFactory = partial(Thread, daemon=True)
    pool.start()
    return pool


def _failed(then: Callable[[], object], failure: Failure) -> None:
    logs.fault(failure)
    then()


def _no_news(_: object = None) -> None:
    pass


class OddsError(Exception):
    """Odds that could not be worked out; the text is the traceback of the process, or why."""


class OddsProcesses:
    """The ``OddsWorkers`` of the tables: processes, so that nothing of theirs stops the REACTOR.

    Threads wait for the processes. One that ends is begun anew when it is asked something.
    """

    def __init__(self, reactor: Any) -> None:
        number = min(os.cpu_count() or 1, MAX_ODDS_PROCESSES)
        self._threads = BackgroundThreads(reactor, number)
        self._processes = [OddsProcess() for _ in range(number)]
        self._idle = SimpleQueue[OddsProcess]()
        for each in self._processes:
            self._idle.put(each)
        self._answer = lru_cache(KNOWN_ODDS)(self._ask)

    def start(self) -> None:
        """Start the processes, so that the first hint finds them ready."""
        for _ in self._processes:
            self._threads.work_out(self._start_next, _no_news, _no_news)

    def stop(self) -> None:
        """End the processes."""
        for each in self._processes:
            each.stop()

    def work_out(
        self, work: Callable[[Advise], T], then: Callable[[T], object], failed: Callable[[], object]
    ) -> None:
        self._threads.work_out(partial(work, self._advise), then, failed)

    def _advise(self, view: View) -> Advice | None:
        """Return what moves in VIEW are worth, as ``advise`` does. OddsError."""
        return self._answer(pickle.dumps(view))

    def _start_next(self) -> None:
        process = self._idle.get()
        process.start()
        self._idle.put(process)

    def _ask(self, view: bytes) -> Advice | None:
        process = self._idle.get()
        try:
            return process.ask(view)
        finally:
            self._idle.put(process)


class OddsProcess:
    """One process of ``pontoon.service.odds_worker``."""

    def __init__(self) -> None:
        self._process: Popen[bytes] | None = None
        self._connection: Connection

    def start(self) -> None:
        """Start it unless it runs. It is ready a tenth of a second later."""
        if self._process is not None and self._process.poll() is None:
            return
        self._connection, its_end = Pipe()
        with its_end:
            self._process = Popen(
                [sys.executable, "-m", "pontoon.service.odds_worker"],
                stdin=its_end.fileno(),
                cwd=_PROGRAM,
                start_new_session=True,  # Ctrl-C in a terminal is meant for the bot
            )

    def stop(self) -> None:
        """End it, whatever it is at."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def ask(self, view: bytes) -> Advice | None:
        """Return the advice on a pickled VIEW; wait for it. OddsError."""
        self.start()
        try:
            self._connection.send_bytes(view)
            answer: Advice | str | None = pickle.loads(self._connection.recv_bytes())
        except (OSError, EOFError) as error:
            self.stop()
            raise OddsError(f"the process that works out odds has ended: {error!r}") from error
        if isinstance(answer, str):
            raise OddsError(answer)
        return answer

"""A thread for what takes long to work out, beside the reactor's."""

import gc
import sys
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any, TypeVar

from twisted.internet.threads import deferToThreadPool
from twisted.python.failure import Failure
from twisted.python.threadpool import ThreadPool

from pontoon.service import logs

T = TypeVar("T")

SWITCH_SECONDS = 0.0005
"""After so long a thread that works lets the reactor's go on, which may ask for that often."""


_FULL_AFTER = 1000
"""So many collections of what is not new come before a full one; Python's default is 10."""


def collect_seldom() -> None:
    """Have the collector of garbage stop the reactor seldom, and not for what is there by now.

    A full collection looks through all objects: for 30 ms through those of the modules, for 10
    through what hints keep for the next ones.
    """
    young, old, _ = gc.get_threshold()
    gc.set_threshold(young, old, _FULL_AFTER)
    gc.collect()
    gc.freeze()


class BackgroundThread:
    """The ``Background`` of a program that is run by REACTOR, Twisted's.

    One thread works, and with it the reactor's goes on; with more of them it would have to wait for
    each. It does not keep the program from ending.
    """

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self._pool: Any = None

    def work_out(
        self, work: Callable[[], T], then: Callable[[T], object], failed: Callable[[], object]
    ) -> None:
        if self._pool is None:
            self._pool = _new_pool()
            sys.setswitchinterval(SWITCH_SECONDS)
        working = deferToThreadPool(self._reactor, self._pool, work)
        working.addCallbacks(then, partial(_failed, failed))
        working.addErrback(logs.fault)


def _new_pool() -> Any:
    pool: Any = ThreadPool(minthreads=0, maxthreads=1, name="background")
    pool.threadFactory = partial(Thread, daemon=True)
    pool.start()
    return pool


def _failed(then: Callable[[], object], failure: Failure) -> None:
    logs.fault(failure)
    then()

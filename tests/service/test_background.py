"""What takes long is worked out in a thread, and its result comes back to the reactor's."""

import threading
from functools import partial
from typing import Any

import pytest

from pontoon.service import logs
from pontoon.service.background import BackgroundThreads
from tests.support.turns import Turns


def test_work_is_done_in_another_thread_and_its_result_told_in_this_one() -> None:
    reactor, told = Turns(), list[Any]()

    def tell(worker: threading.Thread) -> None:
        told.extend([worker, threading.current_thread()])

    BackgroundThreads(reactor).work_out(threading.current_thread, tell, pytest.fail)
    reactor.turn()
    worker, teller = told
    assert teller is threading.current_thread() is not worker
    assert worker.daemon  # it does not keep the program from ending


def test_all_work_is_done_in_one_thread() -> None:
    reactor, workers = Turns(), list[threading.Thread]()
    thread = BackgroundThreads(reactor)
    for _ in range(3):
        thread.work_out(threading.current_thread, workers.append, pytest.fail)
    for _ in range(3):
        reactor.turn()
    assert len({*workers}) == 1


def test_an_error_is_logged_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    reactor, logged, told = Turns(), list[Any](), list[str]()
    monkeypatch.setattr(logs, "fault", logged.append)
    thread = BackgroundThreads(reactor)
    thread.work_out(partial(divmod, 1, 0), pytest.fail, lambda: told.append("failed"))
    reactor.turn()
    assert told == ["failed"]
    (failure,) = logged
    assert failure.check(ZeroDivisionError)


def test_so_is_one_in_what_is_done_with_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    reactor, logged = Turns(), list[Any]()
    monkeypatch.setattr(logs, "fault", logged.append)
    BackgroundThreads(reactor).work_out(lambda: 0, lambda zero: 1 // zero, pytest.fail)
    reactor.turn()
    (failure,) = logged
    assert failure.check(ZeroDivisionError)

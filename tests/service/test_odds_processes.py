"""Odds are worked out in processes beside the bot's, whatever becomes of one of them."""

from collections.abc import Iterator
from functools import partial
from signal import SIGKILL, SIGTERM
from subprocess import Popen
from typing import Any, cast

import pytest

from pontoon.engine.cards import cards
from pontoon.games import game_named
from pontoon.odds.advice import Advice, Advise
from pontoon.odds.advise import advise
from pontoon.odds.situation import situation
from pontoon.odds.view import View
from pontoon.service import background, logs
from pontoon.service.background import OddsError, OddsProcesses
from tests.support.turns import Turns

pytestmark = pytest.mark.slow

SHED = game_named("pontoon")


def asked(hand: str) -> View:
    """Return what somebody sees who has HAND, against one other player of Shed Pontoon."""
    view = situation(SHED, SHED.Rules(), 2, cards(hand))
    assert view is not None
    return view


VIEW = asked("10S 6H")


class Bot:
    """A bot that asks for odds, and waits for them."""

    def __init__(self) -> None:
        self.reactor = Turns()
        self.odds = OddsProcesses(self.reactor)

    def start(self) -> None:
        self.odds.start()
        self.reactor.turn()

    def ask(self, view: View) -> Advice | str | None:
        """Return the advice on VIEW, or "failed"."""
        told: list[Advice | str | None] = []
        self.odds.work_out(partial(_advised, view), told.append, lambda: told.append("failed"))
        self.reactor.turn()
        (answer,) = told
        return answer


def _advised(view: View, advise: Advise) -> Advice | None:
    return advise(view)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Popen[bytes]]:
    """Return the process that there is, and those before it that have ended."""
    started: list[Popen[bytes]] = []

    def start(*arguments: Any, **options: Any) -> Popen[bytes]:
        started.append(Popen(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(background, "Popen", start)
    monkeypatch.setattr(background, "MAX_ODDS_PROCESSES", 1)
    return started


@pytest.fixture
def bot(processes: list[Popen[bytes]]) -> Iterator[Bot]:
    bot = Bot()
    yield bot
    bot.odds.stop()
    assert all(each.returncode is not None for each in processes)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the faults that are logged."""
    logged: list[Any] = []
    monkeypatch.setattr(logs, "fault", logged.append)
    return logged


def test_advice_of_a_process_is_that_of_the_adviser(bot: Bot) -> None:
    assert bot.ask(VIEW) == advise(VIEW)


def test_the_same_question_is_worked_out_once(bot: Bot, processes: list[Popen[bytes]]) -> None:
    first = bot.ask(VIEW)
    processes[0].kill()
    assert bot.ask(VIEW) is first


def test_processes_are_ready_before_they_are_asked(bot: Bot, processes: list[Popen[bytes]]) -> None:
    bot.start()
    (process,) = processes
    bot.ask(VIEW)
    assert processes == [process]


def test_one_that_has_ended_is_begun_anew(bot: Bot, processes: list[Popen[bytes]]) -> None:
    bot.start()
    (process,) = processes
    process.send_signal(SIGKILL)
    process.wait()
    assert bot.ask(VIEW) == advise(VIEW)


def test_one_that_ends_at_work_is_logged_and_the_next_question_answered(
    bot: Bot, processes: list[Popen[bytes]], faults: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Popen, "poll", lambda _: None)  # it does not know yet that it has ended
    bot.start()
    processes[0].kill()
    processes[0].wait()
    assert bot.ask(VIEW) == "failed"
    (fault,) = faults
    assert fault.check(OddsError)
    monkeypatch.undo()
    assert bot.ask(VIEW) == advise(VIEW)


def test_a_fault_of_the_adviser_is_logged_with_where_it_was(bot: Bot, faults: list[Any]) -> None:
    assert bot.ask(cast(View, "no view")) == "failed"
    (fault,) = faults
    assert fault.check(OddsError)
    assert "AttributeError: 'str' object has no attribute 'game'" in fault.getErrorMessage()
    assert bot.ask(VIEW) == advise(VIEW)


def test_what_ends_a_service_of_systemd_does_not_end_one_that_is_asked_something(
    bot: Bot, processes: list[Popen[bytes]]
) -> None:
    bot.ask(VIEW)
    processes[0].send_signal(SIGTERM)
    other = asked("9S 6H")
    assert bot.ask(other) == advise(other)
    assert len(processes) == 1

"""What systemd is told (sd_notify(3)), by a socket as it would have one."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from pontoon.service.systemd import SystemdNotifier, notify_standby
from tests.support.notify_sockets import abstract_address, address_in


class Manager:
    """Listens at ADDRESS, as systemd does, and gives a program ENVIRON."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._socket.bind(address.replace("@", "\0", 1))
        self.environ = {"NOTIFY_SOCKET": address}

    def heard(self) -> list[str]:
        """Return the messages that came since this was asked last."""
        messages: list[str] = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def fill(self) -> None:
        """Have as much wait to be heard as can."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as other:
            other.connect(self._socket.getsockname())
            with suppress(BlockingIOError):
                while True:
                    other.send(b"full")

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


@pytest.fixture(params=[address_in, abstract_address], ids=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    """Give a manager that listens at a path, or at a name of Linux's own."""
    with closing(Manager(request.param(tmp_path))) as listening:
        yield listening


def nothing() -> str:
    """Return the state of a bot that has none."""
    return ""


def test_the_manager_is_told_how_the_bot_is(manager: Manager) -> None:
    readiness = SystemdNotifier(manager.environ, Clock(), lambda: "libera: in #pontoon")
    assert manager.heard() == []
    readiness.ready()
    readiness.stopping()
    assert manager.heard() == ["READY=1", "STATUS=libera: in #pontoon", "STOPPING=1"]


def test_a_standby_is_ready_and_lives(manager: Manager) -> None:
    notify_standby(manager.environ, "standby: the bot on east\nplays")
    assert manager.heard() == ["READY=1\nWATCHDOG=1\nSTATUS=standby: the bot on east\\nplays"]
    notify_standby({}, "standby")


def test_nobody_is_told_where_nobody_listens() -> None:
    """Nor is there anything that a clock is needed for."""
    clock = Clock()
    for environ in ({}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "relative"}):
        readiness = SystemdNotifier({**environ, "WATCHDOG_USEC": "1000000"}, clock, lambda: "well")
        readiness.ready()
        readiness.reloading()
        assert clock.getDelayedCalls() == []
        readiness.stopping()
        readiness.close()


def test_a_state_is_told_when_it_is_new_on_one_line(manager: Manager) -> None:
    clock = Clock()
    states = ["a\nREADY=1", "a\nREADY=1", "b" * 1000, "b" * 1000, "a\nREADY=1"]
    SystemdNotifier(manager.environ, clock, iter(states).__next__).ready()
    clock.pump([1] * 4)
    assert manager.heard() == [
        "READY=1",
        r"STATUS=a\nREADY=1",
        f"STATUS={'b' * 300}",
        r"STATUS=a\nREADY=1",
    ]


def test_reloading_says_since_when_and_is_over_when_ready(manager: Manager) -> None:
    """A READY=1 ends only a reloading that systemd has been told of."""
    readiness = SystemdNotifier(manager.environ, Clock(), nothing)
    before = time.monotonic()
    readiness.reloading()
    readiness.ready()
    [began, over] = manager.heard()
    state, when = began.splitlines()
    assert (state, over) == ("RELOADING=1", "READY=1")
    name, _, microseconds = when.partition("=")
    assert name == "MONOTONIC_USEC"
    assert int(before * 1e6) <= int(microseconds) <= time.monotonic() * 1e6


def test_the_watchdog_hears_twice_as_often_as_it_has_to(manager: Manager) -> None:
    clock = Clock()
    readiness = SystemdNotifier({**manager.environ, "WATCHDOG_USEC": "30000000"}, clock, nothing)
    clock.advance(100)
    assert manager.heard() == []
    readiness.ready()
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]
    clock.pump([14.9, 0.1, 14.9, 0.1])
    assert manager.heard() == ["WATCHDOG=1"] * 2
    readiness.ready()
    clock.advance(15)
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]
    readiness.stopping()
    clock.advance(15)
    assert manager.heard() == ["STOPPING=1", "WATCHDOG=1"]
    readiness.close()
    assert clock.getDelayedCalls() == []


@pytest.mark.parametrize(
    "watchdog",
    [
        {},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "-1"},
        {"WATCHDOG_USEC": "9" * 5000},
        {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"},
    ],
)
def test_without_a_watchdog_of_ours_none_is_told_anything(
    manager: Manager, watchdog: dict[str, str]
) -> None:
    clock = Clock()
    SystemdNotifier({**manager.environ, **watchdog}, clock, nothing).ready()
    clock.advance(100)
    assert manager.heard() == ["READY=1"]


def test_a_watchdog_for_this_process_is_told(manager: Manager) -> None:
    environ = {**manager.environ, "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": str(os.getpid())}
    SystemdNotifier(environ, Clock(), nothing).ready()
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]


def test_a_manager_that_does_not_read_holds_nothing_up(manager: Manager) -> None:
    """The bot would stand still; what did not arrive is told later, and only once."""
    clock = Clock()
    readiness = SystemdNotifier(manager.environ, clock, lambda: f"{clock.seconds() > 1}")
    manager.fill()
    for _ in range(100):
        readiness.ready()
        clock.advance(1)
    readiness.reloading()
    readiness.ready()
    assert set(manager.heard()) == {"full"}
    readiness.stopping()
    [message] = manager.heard()
    assert message.splitlines()[:3] == ["STATUS=False", "STATUS=True", "RELOADING=1"]
    assert message.splitlines()[-2:] == ["READY=1", "STOPPING=1"]
    readiness.stopping()
    assert manager.heard() == ["STOPPING=1"]


def test_what_waits_for_a_manager_that_is_gone_does_not_grow(tmp_path: Path) -> None:
    address, clock = address_in(tmp_path), Clock()
    SystemdNotifier({"NOTIFY_SOCKET": address}, clock, lambda: f"{clock.seconds()}").ready()
    clock.pump([1] * 1000)
    with closing(Manager(address)) as manager:
        clock.advance(1)
        [message] = manager.heard()
    assert message.splitlines()[-1] == "STATUS=1001.0"
    assert message.count("\n") == 8


def test_an_address_that_is_too_long_is_no_fault() -> None:
    SystemdNotifier({"NOTIFY_SOCKET": "/" + "x" * 500}, Clock(), nothing).ready()

"""The bot as operators keep it running: under systemd, twist and twistd, and with logs in files."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from select import select
from signal import SIGHUP, SIGINT, SIGTERM

import pytest

from tests.real_servers import playersxml
from tests.real_servers.runningbot import AS_SHIPPED, LOOK_SECONDS, STOP_SECONDS
from tests.real_servers.strangeservers import strange_server
from tests.real_servers.venue import CHANNEL, Venue, open_venue
from tests.support.notify_sockets import address_in
from tests.support.repository import ROOT

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

TWIST = ("-m", "twisted", "--log-format", "text", "pontoon")
TWISTD = (str(Path(sys.executable).with_name("twistd")), "--nodaemon", "pontoon")

RELOADING = r"RELOADING=1\nMONOTONIC_USEC=[0-9]+"


class Manager:
    """Listens to what a program tells systemd, at a socket in FOLDER."""

    def __init__(self, folder: Path) -> None:
        self.address = address_in(folder)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address.replace("@", "\0", 1))

    def hears(self, pattern: str) -> str:
        """Wait until a message that is PATTERN comes, and return it."""
        deadline = time.monotonic() + LOOK_SECONDS
        heard: list[str] = []
        while (left := deadline - time.monotonic()) > 0:
            self._socket.settimeout(left)
            heard.append(self._socket.recv(4096).decode())
            if re.fullmatch(pattern, heard[-1]):
                return heard[-1]
        raise AssertionError(f"{pattern} is not among {heard}")

    def has_heard(self) -> bool:
        """Tell whether anything came that nobody has asked for."""
        return bool(select([self._socket], [], [], 0)[0])

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    """Give what programs that a test starts take for systemd, with a watchdog of 400 ms."""
    with closing(Manager(tmp_path)) as listening:
        monkeypatch.setenv("NOTIFY_SOCKET", listening.address)
        monkeypatch.setenv("WATCHDOG_USEC", "400000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield listening


def test_systemd_is_told_how_the_bot_is(venue: Venue, manager: Manager) -> None:
    """When it has read config.ini again, too, whatever was wrong: systemd would wait for that."""
    bot = venue.bot()
    manager.hears("READY=1")
    for _ in range(3):
        manager.hears("WATCHDOG=1")
    manager.hears(f"STATUS={venue.server.host}: in #pontoon")
    config = bot.players_file.with_name("config.ini")
    for line in ("", "[nonsense]\n"):
        with config.open("a") as file:
            file.write(line)
        bot.send(SIGHUP)
        manager.hears(RELOADING)
        manager.hears("READY=1")
    bot.send(SIGTERM)
    manager.hears("STOPPING=1")
    assert bot.exit_status(STOP_SECONDS) == 0


def test_the_bot_is_ready_although_the_network_is_down(tmp_path: Path, manager: Manager) -> None:
    """Else systemd would start it again and again, and each time it would be further from in.

    The log says why it is not in and when it will try again. A signal ends it meanwhile.
    """
    with strange_server() as server:
        address = server
    with open_venue(address, tmp_path) as venue:
        bot = venue.arriving_bot()
        assert "refused" in bot.wait_for("cannot connect: ")
        bot.wait_for(r"trying again in \d s$")
        manager.hears("READY=1")
        manager.hears("STATUS=.*: not connected")
        manager.hears("WATCHDOG=1")
        bot.send(SIGINT)
        assert bot.exit_status(STOP_SECONDS) == 0
        assert bot.log.endswith(" stopped\n")


@pytest.mark.parametrize("program", [AS_SHIPPED, TWISTD], ids=["itself", "twistd"])
def test_a_bot_that_cannot_start_says_why_in_a_line_and_is_never_ready(
    venue: Venue, manager: Manager, program: tuple[str, ...]
) -> None:
    bot = venue.arriving_bot(program=program, irc={"port": 99999})
    assert bot.exit_status(LOOK_SECONDS) == 2
    assert re.fullmatch(r"pontoonbot: .*config\.ini, line 3, \[irc\] port: .*\n", bot.log)
    assert not manager.has_heard()


@pytest.mark.parametrize("program", [TWIST, TWISTD], ids=["twist", "twistd"])
def test_a_starter_of_twisted_runs_the_bot(
    venue: Venue, manager: Manager, program: tuple[str, ...]
) -> None:
    """It tells systemd, and signals end it, as otherwise. Starter and bot have a log each."""
    bot = venue.bot(program=program, log={"file": "bot.log", "format": "json"})
    manager.hears("READY=1")
    manager.hears("WATCHDOG=1")
    bot.send(SIGHUP)
    manager.hears(RELOADING)
    manager.hears("READY=1")
    dave = venue.guest("dave")
    dave.command("!pontoon dave")
    dave.told(r"\(1-10\)")
    for number in (SIGTERM, SIGTERM, SIGINT):
        bot.send(number)
    manager.hears("STOPPING=1")
    assert "continues when I am back" in dave.sees_bot("QUIT")
    assert bot.exit_status(STOP_SECONDS) == 0
    assert bot.log.count("[pontoon#info] stopped") == 1
    assert "object at 0x" not in bot.log
    own_log = bot.players_file.with_name("bot.log").read_text()
    events = [json.loads(line) for line in own_log.splitlines()]
    assert all(re.fullmatch(r"[-\d]{10}T[:\d]{8}\.\d{3}Z", event["time"]) for event in events)
    messages = [event["message"] for event in events]
    assert f"in {CHANNEL}" in messages
    assert messages[-1] == "stopped"


def test_twistd_leaves_the_terminal(venue: Venue, tmp_path: Path) -> None:
    """Its pid file and the lock name the process that goes on, which finds its files."""
    folder = tmp_path / "daemon"
    folder.mkdir()
    (folder / "elsewhere").mkdir()
    (folder / "config.ini").write_text(f"[irc]\nserver = 127.0.0.1\nport = {venue.server.port}\n")
    playersxml.write(folder / "players.xml", {"dave": 1000})
    dave = venue.guest("dave")
    command = [sys.executable, TWISTD[0], "--rundir", "elsewhere", "pontoon"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=folder, env=environ, check=True, timeout=LOOK_SECONDS)
    number = int((folder / "twistd.pid").read_text())
    try:
        dave.sees_bot("JOIN")
        assert (folder / "players.lock").read_text() == f"{number}\n"
        dave.command("!pontoon dave")
        dave.told(r"\(1-10\)")
    finally:
        os.kill(number, SIGTERM)
    dave.sees_bot("QUIT")
    assert list((folder / "elsewhere").iterdir()) == []
    log = folder / "twistd.log"
    deadline = time.monotonic() + STOP_SECONDS
    while (folder / "twistd.pid").exists():
        assert time.monotonic() < deadline, log.read_text()
        os.sched_yield()
    assert "Traceback" not in log.read_text()
    assert " stopped\n" in log.read_text()

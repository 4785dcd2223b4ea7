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
from tests.real_servers.runningbot import AS_SHIPPED, LOOK_SECONDS, STOP_SECONDS, RunningBot
from tests.real_servers.strangeservers import strange_server
from tests.real_servers.venue import BOT, CHANNEL, Venue, open_venue
from tests.support.repository import ROOT

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

TWIST = ("-m", "twisted", "--log-format", "text", "pontoon")
TWISTD = (str(Path(sys.executable).with_name("twistd")), "--nodaemon", "pontoon")

STARTERS = pytest.mark.parametrize("program", [TWIST, TWISTD], ids=["twist", "twistd"])


class Manager:
    """Listens to what a program tells systemd, at a socket in FOLDER."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)

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
    bot = venue.bot()
    manager.hears("READY=1")
    for _ in range(3):
        manager.hears("WATCHDOG=1")
    manager.hears(f"STATUS={venue.server.host}: in #pontoon")
    bot.send(SIGTERM)
    manager.hears("STOPPING=1")
    assert bot.exit_status(STOP_SECONDS) == 0


@pytest.mark.parametrize("program", [AS_SHIPPED, TWIST, TWISTD], ids=["itself", "twist", "twistd"])
def test_systemd_is_told_when_config_ini_is_read_again(
    venue: Venue, manager: Manager, program: tuple[str, ...]
) -> None:
    """It is told also that it is over, whatever was wrong: it would wait for that."""
    bot = venue.bot(program=program)
    manager.hears("READY=1")
    config = bot.players_file.with_name("config.ini")
    for line in ("", "[nonsense]\n"):
        with config.open("a") as file:
            file.write(line)
        bot.send(SIGHUP)
        manager.hears(r"RELOADING=1\nMONOTONIC_USEC=[0-9]+")
        manager.hears("READY=1")
    manager.hears("WATCHDOG=1")
    bot.stop()


def test_the_bot_is_ready_although_the_network_is_down(tmp_path: Path, manager: Manager) -> None:
    """Else systemd would start it again and again, and each time it would be further from in."""
    with strange_server() as server:
        address = server
    with open_venue(address, tmp_path) as venue:
        bot = venue.arriving_bot()
        bot.wait_for("cannot connect: ")
        manager.hears("READY=1")
        manager.hears("STATUS=.*: not connected")
        manager.hears("WATCHDOG=1")


def test_a_bot_that_cannot_start_is_never_ready(venue: Venue, manager: Manager) -> None:
    bot = venue.arriving_bot("<players>")
    assert bot.exit_status(LOOK_SECONDS) == 2
    assert not manager.has_heard()


@STARTERS
def test_a_starter_of_twisted_runs_the_bot(venue: Venue, program: tuple[str, ...]) -> None:
    """A round is played, and a signal ends it as it does otherwise, with the same exit status."""
    bot = venue.bot(program=program)
    dave = venue.guest("dave")
    dave.command("!pontoon dave")
    dave.told(r"\(1-10\)")
    bot.send(SIGTERM)
    for number in (SIGTERM, SIGINT):
        bot.send(number)
    assert "continues when I am back" in dave.sees_bot("QUIT")
    assert bot.exit_status(STOP_SECONDS) == 0
    assert bot.log.count("[pontoon#info] stopped") == 1
    bot.start_again()
    dave.sees("the round continues")
    bot.stop(SIGINT)


@STARTERS
def test_a_starter_of_twisted_waits_for_no_server(tmp_path: Path, program: tuple[str, ...]) -> None:
    with strange_server() as server, open_venue(server, tmp_path) as venue:
        bot = venue.arriving_bot(program=program)
        visit = server.accept()
        visit.let_in(BOT, CHANNEL)
        bot.wait_for(f"in {CHANNEL}$")
        bot.send(SIGTERM)
        visit.expect("QUIT :")
        assert bot.exit_status(STOP_SECONDS) == 0
        assert "object at 0x" not in bot.log
        visit.close()


@STARTERS
def test_a_starter_of_twisted_tells_systemd_too(
    venue: Venue, manager: Manager, program: tuple[str, ...]
) -> None:
    bot = venue.bot(program=program)
    manager.hears("READY=1")
    manager.hears("WATCHDOG=1")
    bot.send(SIGTERM)
    manager.hears("STOPPING=1")
    assert bot.exit_status(STOP_SECONDS) == 0


@STARTERS
def test_a_starter_of_twisted_says_in_a_line_what_is_wrong(
    venue: Venue, program: tuple[str, ...]
) -> None:
    bot = venue.arriving_bot(program=program, irc={"port": 99999})
    assert bot.exit_status(LOOK_SECONDS) == 2
    assert re.fullmatch(r"pontoonbot: \S+config\.ini, line 3, \[irc\] port: .*\n", bot.log)


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


def file_of(bot: RunningBot) -> Path:
    return bot.players_file.with_name("bot.log")


def test_the_log_can_be_a_file_of_json(venue: Venue) -> None:
    bot = venue.arriving_bot(None, log={"file": "bot.log", "format": "json"})
    dave = venue.guest("dave")
    dave.sees_bot("JOIN")
    dave.what_came()
    bot.stop()
    events = [json.loads(line) for line in file_of(bot).read_text().splitlines()]
    assert all(event["level"] == "info" for event in events)
    assert all(re.fullmatch(r"[-\d]{10}T[:\d]{8}\.\d{3}Z", event["time"]) for event in events)
    messages = [event["message"] for event in events]
    assert f"in {CHANNEL}" in messages
    assert messages[-1] == "stopped"
    created = "pontoonbot: players.xml was missing; I created it without players\n"
    assert re.fullmatch(rf"{re.escape(created)}the log is in \S*bot\.log\n", bot.log)


def test_a_log_of_all_lines_does_not_grow_for_ever(venue: Venue) -> None:
    settings = {"file": "bot.log", "max_bytes": 10_000, "kept": 2}
    bot = venue.arriving_bot({"dave": 1000}, "--verbose", log=settings)
    dave = venue.guest("dave")
    dave.sees_bot("JOIN")
    for _ in range(60):
        dave.whisper("help")
    dave.what_came()
    bot.stop()
    files = sorted(file_of(bot).parent.glob("bot.log*"))
    assert [file.name for file in files] == ["bot.log", "bot.log.1", "bot.log.2"]
    assert all(file.stat().st_size <= 10_000 for file in files)
    assert file_of(bot).read_text().endswith(" stopped\n")


def test_twistd_and_a_file_of_the_bot_have_the_log_both(venue: Venue) -> None:
    bot = venue.bot(program=TWISTD, log={"file": "bot.log", "format": "json"})
    bot.stop()
    events = [json.loads(line) for line in file_of(bot).read_text().splitlines()]
    assert [event["message"] for event in events][-1] == "stopped"


def test_a_log_that_cannot_be_written_is_a_line_at_the_start(venue: Venue) -> None:
    bot = venue.arriving_bot(log={"file": "none/bot.log"})
    assert bot.exit_status(LOOK_SECONDS) == 2
    assert bot.log == "pontoonbot: config.ini, [log] file: there is no folder none\n"

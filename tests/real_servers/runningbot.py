"""The whole bot in a process of its own, as ``PontoonBot.py`` starts it, for tests."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from signal import SIGCONT, SIGHUP, SIGSTOP, SIGTERM, Signals
from xml.etree import ElementTree

from pontoon.storage.decks import all_decks
from pontoon.storage.place import Place, Server, reading
from pontoon.storage.rows import DatabaseError
from pontoon.storage.verify import verify
from tests.real_servers import playersxml
from tests.real_servers.playersxml import Entry, Players
from tests.support.repository import ROOT

STOP_SECONDS = 9.0
"""How long the bot may take to stop, whatever the server does, on a machine with much else to do.

That it gives up within 5 seconds is tested with a clock of its own (``test_closing``).
"""

LOOK_SECONDS = 10.0
"""How long a test waits for something in the log."""

LOOK_EVERY_SECONDS = 0.01

Settings = Mapping[str, Mapping[str, object]]
"""What config.ini says: values by key, by section."""

AS_SHIPPED = (str(ROOT / "PontoonBot.py"),)
"""What Python is given to start the bot as people do."""


def dealing(*stacks: str, cuts: Sequence[str] = ()) -> Sequence[str]:
    """Return what Python is given to start a bot that deals the cards in the first of STACKS first.

    In a game with a pack the others come after its shuffles; CUTS are drawn for the bank.
    """
    return ("-m", "tests.real_servers.stackedbot", "/".join(stacks), "/".join(cuts))


class RunningBot:
    """A bot that keeps config.ini, players.xml and its log in FOLDER, which must be empty.

    It has SETTINGS, and PLAYERS or what stands in the file of them (None: there is none), and is
    started by PROGRAM with command line OPTIONS. Its log is told where something is not as a test
    wants it; ``end`` must be called when that is over.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        players: Players | str | None,
        *options: str,
        program: Sequence[str] = AS_SHIPPED,
    ) -> None:
        self.players_file = folder / "players.xml"
        url = settings.get("players", {}).get("database")
        self.place: Place = Server(self.players_file, str(url)) if url else self.players_file
        self._log_file = folder / "stderr.log"
        if isinstance(players, str):
            playersxml.replace(self.players_file, players)
        elif players is not None:
            playersxml.write(self.players_file, players)
        write_config(folder / "config.ini", settings)
        self._command = [sys.executable, *program, "--config", "config.ini", *options]
        self._may_have_ended = False
        self._log_file.write_bytes(b"")
        self._process = self._launched()

    def _launched(self) -> subprocess.Popen[bytes]:
        folder = self._log_file.parent
        with self._log_file.open("ab") as log:
            return subprocess.Popen(
                self._command, cwd=folder, env=_environ(), stdout=log, stderr=log
            )

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def memory(self) -> int:
        """How much memory it takes, in bytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return 1024 * int(re.findall(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)[0])

    @property
    def catches_hangups(self) -> bool:
        """Whether it has got so far that SIGHUP does not end it."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        [caught] = re.findall(r"^SigCgt:\s+([0-9a-f]+)$", status, re.MULTILINE)
        return bool(int(caught, 16) & 1 << SIGHUP - 1)

    @property
    def open_files(self) -> int:
        """How many files and connections it has open."""
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill it, wherever it is in its work, as a kernel out of memory would."""
        self._process.kill()
        self._process.wait()
        self._may_have_ended = True

    def start_again(self) -> None:
        """Start it once more, as it was started, over the files that it has left."""
        self._process = self._launched()
        self._may_have_ended = False

    def audit(self) -> "subprocess.CompletedProcess[str]":
        """Have the books checked, and return how that ended and what it said."""
        return self._has_checked("audit")

    def verify(self, *options: str) -> "subprocess.CompletedProcess[str]":
        """Have all sealed decks checked, and return how that ended and what it said."""
        return self._has_checked("verify", *options)

    def check_history(self) -> "subprocess.CompletedProcess[str]":
        """Have all settled rounds played again, and return how that ended and what it said."""
        return self._has_checked("history", "--check")

    def _has_checked(self, what: str, *options: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, *AS_SHIPPED, what, "--config", "config.ini", *options]
        folder = self._log_file.parent
        return subprocess.run(
            command, cwd=folder, env=_environ(), capture_output=True, text=True, check=False
        )

    @property
    def has_sealed(self) -> bool:
        """Whether it has sealed a deck already."""
        with suppress(DatabaseError), reading(self.place) as read:
            return bool([*read("SELECT 1 FROM decks LIMIT 1")])
        return False

    @property
    def log(self) -> str:
        """What the bot has written to stderr and stdout so far."""
        return self._log_file.read_bytes().decode(errors="backslashreplace")

    def entries(self) -> dict[str, Entry]:
        """Return what players.xml says now, by nick."""
        return playersxml.read(self.players_file)

    def chips(self) -> dict[str, int]:
        """Return the chips that each player has in players.xml now."""
        return {nick: entry.chips for nick, entry in self.entries().items()}

    def wait_for(self, pattern: str, times: int = 1) -> str:
        """Wait until PATTERN is in so many lines of the log, and return the last of these."""
        deadline = time.monotonic() + LOOK_SECONDS
        while len(found := re.findall(f"^.*{pattern}.*$", self.log, re.MULTILINE)) < times:
            assert time.monotonic() < deadline, f"{pattern} is not in the log:\n{self.log}"
            assert self._process.poll() is None, f"ended without {pattern} in its log:\n{self.log}"
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LOOK_EVERY_SECONDS)
        return str(found[times - 1])

    def send(self, number: Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def reload(self, settings: Settings) -> None:
        """Have SETTINGS in config.ini, and have it read that."""
        write_config(self._log_file.parent / "config.ini", settings)
        self.send(SIGHUP)

    def send_at_once(self, *numbers: Signals) -> None:
        """Send it signals so that it finds them all together."""
        send_at_once(self._process, *numbers)

    def exit_status(self, seconds: float = STOP_SECONDS) -> int:
        """Wait until it has ended, at most so many SECONDS, and return its exit status."""
        self._may_have_ended = True
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"runs after {seconds} s:\n{self.log}") from None

    def stop(self, number: Signals = SIGTERM) -> None:
        """Stop it by a signal: it must leave in order, and soon."""
        self.send(number)
        assert self.exit_status() == 0, self.log

    def end(self, *secrets: str) -> None:
        """Stop it, unless a test saw it end, and look through what it leaves behind.

        There is nothing in the log that no admin should see, SECRETS among it, the copy of
        players.xml is whole, and so are the sealed decks.
        """
        try:
            if not self._may_have_ended:
                self.stop()
        finally:
            self._process.kill()
            self._process.wait()
            print(f"--- {self._log_file}\n{self.log}")
        for unwanted in ("Traceback", "fault at", "Unhandled", *secrets):
            assert unwanted not in self.log
        assert all(character.isprintable() for character in self.log.replace("\n", ""))
        copy = self.players_file.with_name("players.xml~")
        if copy.exists():
            ElementTree.parse(copy)
        with suppress(DatabaseError), reading(self.place) as read:
            assert not verify(all_decks(read), ()).findings


def send_at_once(process: subprocess.Popen[bytes], *numbers: Signals) -> None:
    """Send PROCESS signals so that it finds them all together."""
    process.send_signal(SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)
    for number in (*numbers, SIGCONT):
        process.send_signal(number)


def write_config(path: Path, settings: Settings) -> None:
    """Write a config.ini with SETTINGS; True and False are yes and no there."""
    lines: list[str] = []
    for section, values in settings.items():
        lines.append(f"[{section}]")
        lines += [f"{key} = {_written(value)}" for key, value in values.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _environ() -> dict[str, str]:
    """Return an environment without a password, where the tests can be imported from anywhere."""
    environ = {key: value for key, value in os.environ.items() if key != "PONTOON_PASSWORD"}
    paths = [environ["PYTHONPATH"]] if "PYTHONPATH" in environ else []
    return {**environ, "PYTHONPATH": os.pathsep.join([*paths, str(ROOT)])}


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)

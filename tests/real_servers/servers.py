"""Starts a real IRC server for a test, on a free port of the loopback address."""

import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

HERE = Path(__file__).parent
HOST = "127.0.0.1"

START_SECONDS = 10.0
"""How long a server may take until it accepts connections."""

_LOOK_EVERY_SECONDS = 0.02
_STARTS = 3
"""Another program may take the free port before the server does."""

_SEARCHED = ":".join(
    map(str, ("/usr/sbin", "/usr/local/sbin", "/sbin", *Path("/usr/lib/postgresql").glob("*/bin")))
)
"""Where servers are installed, often not in an ordinary user's PATH."""


class ServerDidNotStartError(Exception):
    """The server ended, or accepted no connection in time; its log says why."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs: where it listens, the file with its log, and its process."""

    host: str
    port: int
    log: Path
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """Have it gone at once, with all its connections, as after a power cut."""
        self.process.kill()
        self.process.wait()


@dataclass(frozen=True, slots=True)
class Limits:
    """What an ngircd allows: characters in a nick, and seconds of penalty (-1: as it comes)."""

    nick_length: int
    penalty: int


EASY = Limits(nick_length=30, penalty=0)
"""No flood limits, and long nicks."""


def find(name: str) -> str | None:
    """Return the path of the server program NAME, if it is installed."""
    return shutil.which(name) or shutil.which(name, path=_SEARCHED)


def installed(name: str) -> str:
    """Return the path of the server program NAME, or of another that a test needs.

    Where it is missing the test is skipped; with PONTOON_REQUIRE_SERVERS=1 it fails.
    """
    if (program := find(name)) is None:
        missing(name)
    return program


def missing(name: str) -> NoReturn:
    """Skip the test, or the whole module, since NAME is not installed; fail if it is required."""
    reason = f"{name} is not installed"
    if os.environ.get("PONTOON_REQUIRE_SERVERS") == "1":
        pytest.fail(f"{reason}, and PONTOON_REQUIRE_SERVERS=1 requires it")
    pytest.skip(reason, allow_module_level=True)


PORTS = range(10_000, 32_000)
"""Below those that a client is given: none that connects meanwhile takes one away."""


def free_port() -> int:
    """Return a port on which nothing listens now."""
    while True:
        port = secrets.choice(PORTS)
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port


@contextmanager
def running(
    name: str, options: Sequence[str], template: str, folder: Path, port: int | None = None
) -> Iterator[Server]:
    """Run the server program NAME, which writes into FOLDER, on PORT or else on any free one.

    OPTIONS are those behind which it wants its configuration: TEMPLATE, where ``@PORT@`` stands
    for the port. Raises ServerDidNotStartError.
    """
    server = _start([installed(name), *options], template, folder / f"{name}.conf", port)
    try:
        yield server
    finally:
        server.kill()


def running_ngircd(
    limits: Limits, folder: Path, *, port: int | None = None, more: str = ""
) -> AbstractContextManager[Server]:
    """Run an ngircd with LIMITS; MORE is put behind the rest of its configuration."""
    template = (HERE / "ngircd.conf").read_text()
    template = template.replace("@NICKLEN@", str(limits.nick_length))
    template = template.replace("@PENALTY@", str(limits.penalty))
    return running("ngircd", ("-n", "-f"), template + more, folder, port)


def _start(
    command: Sequence[str], template: str, configuration: Path, wanted: int | None
) -> Server:
    log = configuration.with_suffix(".log")
    for _ in range(_STARTS):
        port = wanted or free_port()
        configuration.write_text(template.replace("@PORT@", str(port)))
        with log.open("wb") as output:
            process = subprocess.Popen([*command, configuration], stdout=output, stderr=output)
        server = Server(HOST, port, log, process)
        if _accepts_connections(process, port):
            return server
        server.kill()
    raise ServerDidNotStartError(log.read_text(errors="replace"))


def _accepts_connections(process: subprocess.Popen[bytes], port: int) -> bool:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with closing(socket.socket()) as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return process.poll() is None
        try:
            process.wait(_LOOK_EVERY_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        return False
    return False

"""Starts a real IRC server for a test, on a free port of the loopback address."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parent
HOST = "127.0.0.1"

START_SECONDS = 10.0
"""How long a server may take until it accepts connections."""

_LOOK_EVERY_SECONDS = 0.02
_STARTS = 3
"""Another program may take the free port before the server does."""

_SEARCHED = "/usr/sbin:/usr/local/sbin:/sbin"
"""Where servers are installed, often not in an ordinary user's PATH."""


class ServerDidNotStartError(Exception):
    """The server ended, or accepted no connection in time; its log says why."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs: where it listens, and the file with its log."""

    host: str
    port: int
    log: Path


@dataclass(frozen=True, slots=True)
class Limits:
    """What an ngircd allows: characters in a nick, and seconds of penalty (-1: as it comes)."""

    nick_length: int
    penalty: int


def installed(name: str) -> str:
    """Return the path of the server program NAME.

    Where it is missing the test is skipped; with PONTOON_REQUIRE_SERVERS=1 it fails.
    """
    program = shutil.which(name) or shutil.which(name, path=_SEARCHED)
    if program is not None:
        return program
    reason = f"{name} is not installed"
    if os.environ.get("PONTOON_REQUIRE_SERVERS") == "1":
        pytest.fail(f"{reason}, and PONTOON_REQUIRE_SERVERS=1 requires it")
    pytest.skip(reason)


def free_port() -> int:
    """Return a port on which nothing listens now."""
    with closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running_ngircd(limits: Limits, folder: Path) -> Iterator[Server]:
    """Run an ngircd with LIMITS that writes into FOLDER.

    Raises ServerDidNotStartError.
    """
    process, server = _start(installed("ngircd"), limits, folder)
    try:
        yield server
    finally:
        _stop(process)


def _start(program: str, limits: Limits, folder: Path) -> tuple[subprocess.Popen[bytes], Server]:
    log = folder / "ngircd.log"
    for _ in range(_STARTS):
        port = free_port()
        configuration = folder / "ngircd.conf"
        configuration.write_text(_configuration(limits, port))
        with log.open("wb") as output:
            process = subprocess.Popen(
                [program, "-n", "-f", str(configuration)], stdout=output, stderr=output
            )
        if _accepts_connections(process, port):
            return process, Server(HOST, port, log)
        _stop(process)
    raise ServerDidNotStartError(log.read_text(errors="replace"))


def _configuration(limits: Limits, port: int) -> str:
    template = (HERE / "ngircd.conf").read_text()
    template = template.replace("@NICKLEN@", str(limits.nick_length))
    template = template.replace("@PENALTY@", str(limits.penalty))
    return template.replace("@PORT@", str(port))


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


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()

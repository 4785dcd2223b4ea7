"""Starts puppets: clients in programs of their own that do what they are told in private."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.real_servers.rawclient import Address
from tests.support.repository import ROOT

CHANNEL = "#pontoon"
PUPPET = "Puppet"


@dataclass(frozen=True)
class Started:
    """A puppet that runs, and the file into which it writes what it sends and receives."""

    process: subprocess.Popen[bytes]
    output: Path


Start = Callable[[Address], Started]


@contextmanager
def starting(folder: Path) -> Iterator[Start]:
    """Start puppets, which write into FOLDER, and kill them at the end."""
    started: list[Started] = []

    def start_one(server: Address) -> Started:
        command = [sys.executable, "-X", "utf8", "-m", "tests.real_servers.puppet"]
        arguments = [str(server.port), PUPPET, CHANNEL]
        output = folder / f"puppet{len(started)}.log"
        with output.open("wb") as file:
            process = subprocess.Popen(command + arguments, cwd=ROOT, stdout=file, stderr=file)
        started.append(Started(process, output))
        return started[-1]

    try:
        yield start_one
    finally:
        for each in started:
            each.process.kill()
            each.process.wait()

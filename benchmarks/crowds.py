"""How much memory a bot has in use in a thousand channels, and what the people in them add."""

import selectors
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from socket import socket

from benchmarks.asking import Asker, bare_socket, receive
from benchmarks.programs import OURS, Place, prepare_ours, running
from benchmarks.report import Report, Row
from benchmarks.starting import resident_megabytes
from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import EASY, Server, running_ngircd

CHANNELS = 1000
PEOPLE = 50
AT_ONCE = 20
"""Channels that a client joins with one line."""

QUIET_SECONDS = 0.05
"""As long without a line, and all have been told of each other."""


def measure(folder: Path) -> Report:
    """Let the bot join one channel, then a thousand, then people join them all."""
    with running_ngircd(EASY, folder) as server:
        alone, _ = _megabytes(server, folder / "one", 1, 0)
        empty, full = _megabytes(server, folder / "many", CHANNELS, PEOPLE)
    a_channel = 1024 * (empty - alone) / (CHANNELS - 1)
    a_person = 1024 * (full - empty) / CHANNELS / PEOPLE
    name = f"memory in {CHANNELS:,} channels"
    return Report(
        [
            Row(name, f"{empty:.1f} MB", f"in one {alone:.1f} MB; {a_channel:.1f} KB a channel"),
            Row(
                f"{name} of {PEOPLE} people",
                f"{full:.1f} MB",
                f"{1024 * (full - alone) / CHANNELS:.1f} KB a channel; {a_person:.2f} KB a person",
            ),
        ]
    )


def _megabytes(server: Server, folder: Path, number: int, people: int) -> tuple[float, float]:
    """Return the memory in so many channels without anybody, and with so many PEOPLE in each."""
    folder.mkdir()
    channels = [f"#c{n}" for n in range(number)]
    command = prepare_ours(Place(server, ", ".join(channels), folder))
    with running(command, folder) as process, closing(Asker(server, OURS, channels[-1])) as asker:
        asker.is_answered()
        empty = resident_megabytes(process.pid)
        _join(server, channels, people)
        asker.is_answered()
        return empty, resident_megabytes(process.pid)


def _join(server: Server, channels: Sequence[str], people: int) -> None:
    """Let so many PEOPLE join all CHANNELS; they stay to the end of the program."""
    with selectors.DefaultSelector() as selector:
        lines = [bare_socket(RawClient(server, f"guest{n}")) for n in range(people)]
        for line in lines:
            selector.register(line, selectors.EVENT_READ, line)
        for first in range(0, len(channels), AT_ONCE):
            names = ",".join(channels[first : first + AT_ONCE])
            for line in lines:
                line.sendall(f"JOIN {names}\r\n".encode())
            while ready := selector.select(QUIET_SECONDS):
                for key, _ in ready:
                    receive(key.data)
    _STAYING.extend(lines)


_STAYING: list[socket] = []

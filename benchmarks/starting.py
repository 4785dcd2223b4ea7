"""How long a program takes from its start until it is in its channel, and its memory then."""

import compileall
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter

from benchmarks.asking import Asker
from benchmarks.programs import (
    BARE_TWISTED,
    OURS,
    PROGRAMS,
    Place,
    Program,
    TlsPort,
    installed,
)
from benchmarks.report import Report, Row, Unit, compared
from tests.real_servers.rawclient import Address
from tests.real_servers.servers import EASY, Server, free_port, running_ngircd
from tests.support.certificates import authority, issued
from tests.support.repository import ROOT

STARTS = 11
CHANNEL = "#pontoon"
REACH = "≤ 1.3 × bare Twisted"

SECONDS = Unit("s", 3)
MEGABYTES = Unit("MB", 1)

Measured = dict[str, list[float]]
"""What was measured at each start, by the name of the program."""


def measure(folder: Path) -> Report:
    """Start all the programs by turns, nothing else being in the channel with them."""
    for package in ("pontoon", "benchmarks"):
        compileall.compile_dir(ROOT / package, quiet=1)
    vouching = authority()
    certificate, key = issued("127.0.0.1", by=vouching).written(folder, "server")
    ca_file, _ = vouching.written(folder, "ca")
    tls = TlsPort("127.0.0.1", free_port(), ca_file)
    files = f"[SSL]\nCertFile = {certificate}\nKeyFile = {key}\nPorts = {tls.port}\n"
    unwritable = installed(folder / "installed")
    with running_ngircd(EASY, folder, more=files) as server:
        return Report(
            [
                *_rows("start until seen to JOIN", server, server, folder / "plain", PROGRAMS),
                *_rows("the same with TLS", server, tls, folder / "tls", (OURS, BARE_TWISTED)),
                *_rows(
                    "the same, installed where nothing can be written",
                    server,
                    server,
                    folder / "unwritable",
                    (unwritable, BARE_TWISTED),
                ),
            ]
        )


def _rows(
    name: str, server: Server, address: Address, folder: Path, programs: Sequence[Program]
) -> list[Row]:
    """Start PROGRAMS by turns, the first being ours, which connect to ADDRESS of SERVER."""
    seconds: Measured = {program.name: [] for program in programs}
    megabytes: Measured = {program.name: [] for program in programs}
    for turn in range(1 + STARTS):
        for program in programs:
            home = folder / f"{program.nick}{turn}"
            home.mkdir(parents=True)
            taken, used = start(server, program, Place(address, CHANNEL, home))
            if turn:  # The first start compiles the modules that were not, for the others.
                seconds[program.name].append(taken)
                megabytes[program.name].append(used)
    return [
        *_compared(name, SECONDS, seconds, REACH),
        *_compared("memory then (VmRSS)", MEGABYTES, megabytes, "≤ 38 MB"),
    ]


def _compared(name: str, unit: Unit, figures: Mapping[str, list[float]], reach: str) -> list[Row]:
    peers = dict(figures)
    return compared(name, unit, peers.pop(OURS.name), peers, reach)


def start(server: Server, program: Program, place: Place) -> tuple[float, float]:
    """Start PROGRAM; return its seconds to the JOIN, and its megabytes when it first answered."""
    with closing(Asker(server, program, CHANNEL)) as asker:
        begun = perf_counter()
        with program.running(place) as process:
            asker.sees("JOIN")
            seconds = perf_counter() - begun
            asker.is_answered()
            megabytes = resident_megabytes(process.pid)
        asker.sees("QUIT")
    return seconds, megabytes


def resident_megabytes(pid: int) -> float:
    """Return how much memory a process has in use (VmRSS)."""
    status = Path(f"/proc/{pid}/status").read_text()
    resident = re.search(r"VmRSS:\s*(\d+) kB", status)
    assert resident is not None, "it runs"
    return int(resident[1]) / 1024

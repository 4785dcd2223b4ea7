"""How long a program takes from its start until it is in its channel, and its memory then."""

import re
from contextlib import closing
from pathlib import Path
from time import perf_counter

from benchmarks.asking import Asker
from benchmarks.programs import OURS, PROGRAMS, Place, Program, running
from benchmarks.report import Report, Unit, compared
from tests.real_servers.servers import EASY, Server, running_ngircd

STARTS = 9
CHANNEL = "#pontoon"

SECONDS = Unit("s", 3)
MEGABYTES = Unit("MB", 1)


def measure(folder: Path) -> Report:
    """Start all the programs by turns, nothing else being in the channel with them."""
    seconds: dict[str, list[float]] = {program.name: [] for program in PROGRAMS}
    megabytes: dict[str, list[float]] = {program.name: [] for program in PROGRAMS}
    with running_ngircd(EASY, folder) as server:
        for turn in range(1 + STARTS):
            for program in PROGRAMS:
                taken, used = _start(server, program, folder / f"{program.nick}{turn}")
                if turn:  # The first start compiles the modules that were not, for the others.
                    seconds[program.name].append(taken)
                    megabytes[program.name].append(used)
    ours, our_memory = seconds.pop(OURS.name), megabytes.pop(OURS.name)
    return Report(
        [
            *compared("start until seen to JOIN", SECONDS, ours, seconds, "< 1.7 × bare Twisted"),
            *compared("memory then (VmRSS)", MEGABYTES, our_memory, megabytes, "< 42 MB"),
        ]
    )


def _start(server: Server, program: Program, folder: Path) -> tuple[float, float]:
    """Start PROGRAM; return its seconds to the JOIN, and its megabytes when it first answered."""
    folder.mkdir()
    command = program.prepare(Place(server, CHANNEL, folder))
    with closing(Asker(server, program, CHANNEL)) as asker:
        begun = perf_counter()
        with running(command, folder) as process:
            asker.sees("JOIN")
            seconds = perf_counter() - begun
            asker.is_answered()
            megabytes = _resident_megabytes(process.pid)
        asker.sees("QUIT")
    return seconds, megabytes


def _resident_megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    resident = re.search(r"VmRSS:\s*(\d+) kB", status)
    assert resident is not None, "it runs"
    return int(resident[1]) / 1024

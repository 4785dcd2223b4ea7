"""How soon a question in the channel is answered, and how many can be answered in a second."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median

from benchmarks.asking import Asker
from benchmarks.programs import OURS, PROGRAMS, Place
from benchmarks.report import Report, Unit, compared
from tests.real_servers.servers import EASY, Server, running_ngircd

TURNS = 10
QUESTIONS_EACH_TURN = 50
BURSTS = 10
BURST = 200

MILLISECONDS = Unit("ms", 3)
A_SECOND = Unit("/s", 0)


def measure(folder: Path) -> Report:
    """Ask all the programs by turns, each in a channel of its own."""
    with running_ngircd(EASY, folder) as server, _askers(server, folder) as askers:
        latencies = _latencies(askers)
        rates = _rates(askers)
    ours, our_rate = latencies.pop(OURS.name), rates.pop(OURS.name)
    return Report(
        [
            *compared("answer to stats in the channel", MILLISECONDS, ours, latencies, "≤ 0.15 ms"),
            *compared(f"{BURST} asked at once", A_SECOND, our_rate, rates, "≥ 20,000 /s"),
        ]
    )


@contextmanager
def _askers(server: Server, folder: Path) -> Iterator[Mapping[str, Asker]]:
    """Start all the programs; yield for each, by name, somebody whom it answers by now."""
    with ExitStack() as ending:
        askers: dict[str, Asker] = {}
        for program in PROGRAMS:
            place = Place(server, f"#{program.nick}", folder / program.nick)
            place.folder.mkdir()
            asker = Asker(server, program, place.channel)
            askers[program.name] = ending.enter_context(closing(asker))
            ending.enter_context(program.running(place))
            asker.sees("JOIN")
            asker.is_answered()
        yield askers


def _latencies(askers: Mapping[str, Asker]) -> dict[str, list[float]]:
    """Return how long each program takes to answer, in milliseconds: the median of each turn."""
    taken: dict[str, list[float]] = {name: [] for name in askers}
    for _ in range(TURNS):
        for name, asker in askers.items():
            seconds = median(asker.latency() for _ in range(QUESTIONS_EACH_TURN))
            taken[name].append(1000 * seconds)
    return taken


def _rates(askers: Mapping[str, Asker]) -> dict[str, list[float]]:
    """Return how many questions each program answers in a second, for each burst."""
    rates: dict[str, list[float]] = {name: [] for name in askers}
    for _ in range(BURSTS):
        for name, asker in askers.items():
            rates[name].append(asker.answers_a_second(BURST))
    return rates

"""Measures what is named, or everything, and prints it as a table."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter

import pytest

from benchmarks import (
    acts,
    costs,
    crowds,
    hints,
    histories,
    machine,
    moves,
    odds,
    replies,
    settling,
    standby,
    starting,
    tables,
    wire,
)
from benchmarks.report import Report, table

BENCHMARKS: Mapping[str, Callable[[Path], Report]] = {
    "moves": moves.measure,
    "odds": odds.measure,
    "hints": hints.measure,
    "settling": settling.measure,
    "acts": acts.measure,
    "histories": histories.measure,
    "replies": replies.measure,
    "starting": starting.measure,
    "crowds": crowds.measure,
    "costs": costs.measure,
    "wire": wire.measure,
    "tables": tables.measure,
    "standby": standby.measure,
}
ON_DISK = "/var/tmp"
"""Where files outlast the machine's next start: /tmp may be in memory, where fsync does nothing."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; return the exit status."""
    options = _parser().parse_args(arguments)
    names: list[str] = options.names or list(BENCHMARKS)
    with tempfile.TemporaryDirectory(prefix="pontoonbot-", dir=ON_DISK) as folder:
        print(machine.description(Path(folder)), flush=True)
        reports: list[Report] = []
        try:
            for number, name in enumerate(names, 1):
                reports.append(_measured(name, Path(folder), f"{number} of {len(names)}"))
        finally:  # what is measured is shown, even if the next one fails
            print(f"\n{table(row for report in reports for row in report.rows)}")
    if options.verbose:
        print(*(f"\n{report.listing}" for report in reports if report.listing), sep="\n")
    return 0


def _measured(name: str, folder: Path, which: str) -> Report:
    """Measure NAME, the benchmark that is WHICH of all; say on stderr when it begins and ends."""
    print(f"measuring {name} ({which}) ...", file=sys.stderr, flush=True)
    home = folder / name
    home.mkdir()
    begun = perf_counter()
    report = BENCHMARKS[name](home)
    print(f"  {name} took {perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)
    return report


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)}", type=_known
    )
    parser.add_argument("--verbose", action="store_true", help="list the lines of a round too")
    return parser


def _known(name: str) -> str:
    if name not in BENCHMARKS:
        raise argparse.ArgumentTypeError(f"{name} is none of {', '.join(BENCHMARKS)}")
    return name


if __name__ == "__main__":
    try:
        sys.exit(main())
    except pytest.skip.Exception as missing:
        # The tests' own way of saying that there is no ngircd.
        sys.exit(str(missing))

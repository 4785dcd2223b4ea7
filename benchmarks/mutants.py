"""Breaks one line of the program after the other, and counts how many the tests notice.

A *mutant* is the program with one small fault: a comparison turned round, a number one higher, a
call left out, a sentence changed. Its tests are those that run the line, found by one run of all
that need no server: the ones that run the fewest other lines come first, from every file some. A
mutant that passes them all has survived. Some survivors behave as the program does; the others
show what no test looks at.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

from benchmarks.faults import PROGRAM, Fault, faults_in

ROOT = Path(__file__).resolve().parent.parent
WITHOUT_SERVERS = ("-m", "not real_server", "--ignore", "tests/real_servers")
TESTS_EACH = 300
TESTS_OF_A_FILE = 20
SECONDS_EACH = 300.0
"""A mutant that runs longer than this is noticed: it hangs."""
NOTICED, SURVIVED, NOT_RUN = "noticed", "SURVIVED", "RUN BY NO TEST"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fault."""

    fault: Fault
    fate: str


class Suite:
    """Which tests run which lines.

    :param data: what coverage.py recorded of the tree in FOLDER, each test as a context.
    :param failed: tests that the program as it is does not pass.
    """

    def __init__(self, data: CoverageData, folder: Path, failed: Set[str]) -> None:
        self._runs: dict[str, dict[int, set[str]]] = {}
        self._size: dict[str, int] = defaultdict(int)
        for file in data.measured_files():
            lines = {
                line: set(tests) - failed for line, tests in data.contexts_by_lineno(file).items()
            }
            self._runs[str(Path(file).relative_to(folder))] = lines
            for tests in lines.values():
                for test in tests:
                    self._size[test] += 1

    def tests_of(self, fault: Fault) -> Sequence[str]:
        """Return the tests that run the line, those first that run the fewest others.

        What only runs at import shows elsewhere: for that, tests that run anything of its module.
        """
        lines = self._runs.get(fault.file, {})
        running = lines.get(fault.line) or lines.get(fault.statement) or set()
        if running != {""}:
            return self._some_of_each_file(running - {""})[:TESTS_EACH]
        found = self._some_of_each_file(set().union(*lines.values()) - {""})
        return found[:: max(1, len(found) // TESTS_EACH)]

    def _some_of_each_file(self, tests: Set[str]) -> Sequence[str]:
        taken: dict[str, int] = defaultdict(int)
        chosen = []
        for test in sorted(tests, key=lambda test: (self._size[test], test)):
            file = test.partition("::")[0]
            taken[file] += 1
            if taken[file] <= TESTS_OF_A_FILE:
                chosen.append(test)
        return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Break as many lines as the command line asks for; return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="pontoonbot-") as folder:
        trees = [Path(folder) / str(number) for number in range(options.workers)]
        for tree in trees:
            subprocess.run(["git", "clone", "--quiet", ROOT, tree], check=True)
        faults = spread(list(faults_in(trees[0], options.place)), options.number)
        if not faults:
            parser.error(f"no line of the program to break in {options.place}: try {PROGRAM}/irc")
        print(f"{len(faults)} faults; running the tests to see what they run ...", flush=True)
        suite = _suite(trees[0], options.workers)
        verdicts = []
        for verdict in _tried(faults, suite, trees):
            verdicts.append(verdict)
            print(f"{len(verdicts)}: {_told(verdict)}", flush=True)
    noticed = sum(verdict.fate == NOTICED for verdict in verdicts)
    print(f"\n{noticed} of {len(verdicts)} noticed: {noticed / len(verdicts):.1%}")
    return 0


def spread(faults: Sequence[Fault], number: int) -> Sequence[Fault]:
    """Return NUMBER of the faults, evenly spread over the lines that have any."""
    by_line: dict[tuple[str, int], list[Fault]] = defaultdict(list)
    for fault in faults:
        by_line[fault.file, fault.line].append(fault)
    lines = sorted(by_line)
    step = max(1.0, len(lines) / number)
    chosen = [lines[int(step * place)] for place in range(min(number, len(lines)))]
    return [by_line[line][place % len(by_line[line])] for place, line in enumerate(chosen)]


def _suite(tree: Path, workers: int) -> Suite:
    """Run all tests that need no server, and return what they run."""
    _pytest(
        tree,
        *("-n", str(workers), "--dist", "loadfile", "-p", "benchmarks.recording", "-q"),
        *("-o", "timeout=600", *WITHOUT_SERVERS),
        output=None,
    )
    data = CoverageData(basename=str(tree / "all.coverage"))
    for part in tree.glob("part.coverage*"):
        each = CoverageData(basename=str(part))
        each.read()
        data.update(each)
    failed = {test for file in tree.glob("failed.*") for test in file.read_text().splitlines()}
    return Suite(data, tree, failed)


def _tried(faults: Sequence[Fault], suite: Suite, trees: Sequence[Path]) -> Iterator[Verdict]:
    free: SimpleQueue[Path] = SimpleQueue()
    for tree in trees:
        free.put(tree)

    def tried(fault: Fault) -> Verdict:
        tree = free.get()
        try:
            return _try(fault, suite.tests_of(fault), tree)
        finally:
            free.put(tree)

    with ThreadPoolExecutor(len(trees)) as workers:
        yield from workers.map(tried, faults)


def _try(fault: Fault, tests: Sequence[str], tree: Path) -> Verdict:
    if not tests:
        return Verdict(fault, NOT_RUN)
    file, names = tree / fault.file, tree / "tests-to-run"
    names.write_text("".join(f"{test}\n" for test in tests), "utf-8")
    was, stamp = file.read_bytes(), file.stat()
    file.write_bytes(fault.made_in(was))
    try:
        status = _pytest(tree, "-x", "-q", f"@{names}")
    except subprocess.TimeoutExpired:
        status = 1
    finally:
        file.write_bytes(was)
        os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    return Verdict(fault, NOTICED if status else SURVIVED)


def _pytest(tree: Path, *arguments: str, output: int | None = subprocess.DEVNULL) -> int:
    environment: Mapping[str, str] = {
        **os.environ,
        "PYTHONPATH": str(tree),
        "PYTHONDONTWRITEBYTECODE": "1" if output else "",
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=tree,
        env=environment,
        stdout=output,
        stderr=output,
        timeout=SECONDS_EACH if output else None,
        check=False,
    ).returncode


def _told(verdict: Verdict) -> str:
    fault = verdict.fault
    change = " ".join(f"{fault.before} -> {fault.after}".split())
    return f"{verdict.fate} {fault.file}:{fault.line}: {change}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.mutants", description=__doc__)
    parser.add_argument("number", type=int, help="how many lines to break")
    parser.add_argument(
        "--in",
        dest="place",
        metavar="PLACE",
        default=PROGRAM,
        help="a folder or a module whose lines are broken, such as pontoon/irc",
    )
    parser.add_argument("--workers", type=int, default=2, help="how many at a time")
    return parser


if __name__ == "__main__":
    sys.exit(main())

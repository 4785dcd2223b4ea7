"""What holds for all tests: what a run says, their order, and that they do not wait for the disk.

A power cut cannot happen between two of them. What becomes of files when it does is tested with a
disk that fails (``tests.support.faulty_disk``); and the bots that tests run as processes do wait.
Files are in memory where it has room for them: a run writes and removes some ten thousand.
"""

import gc
import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings

from pontoon.storage import sqlite
from tests.real_servers.servers import find
from tests.support.properties import SOME
from tests.support.stacked_decks import cards_kept

SAY_EVERY_SECONDS = 10.0

IN_MEMORY = Path("/dev/shm")
ROOM_NEEDED = 50_000_000
"""Bytes that must be free there for a run's files."""

SHARE_OF_SLOW_ONES = 0.6
"""How much of the time of the modules that wait for no server those marked slow take."""

settings.register_profile("pontoon", SOME)
settings.load_profile("pontoon")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what is run, about how long that takes on two cores, and what is skipped."""
    if config.option.markexpr:
        return ["the tests that need neither a server nor much time: about a minute"]
    needed = ("ngircd", "inspircd", "atheme-services", "node", "postgres", "strace", "git")
    missing = [name for name in needed if find(name) is None]
    without = f"; without {', '.join(missing)} the tests that need them are skipped"
    return [f"all tests: about four minutes{without if missing else ', servers included'}"]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Tell how far a run by several workers is; whoever runs a few tests sees them pass."""
    gc.disable()  # until all is collected
    if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free >= ROOM_NEEDED:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    if config.option.numprocesses and config.option.verbose == 0:
        config.pluginmanager.register(Progress(config), "progress")


class Progress:
    """Says every few seconds, in place of a dot for each test, how many have passed and where."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._done = 0
        self._folders = Counter[str]()
        self._said_at = time.monotonic()

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Show no letter for a test that has passed."""
        return ("passed" if report.when == "call" else "", "", "") if report.passed else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the test, and say how far the run is if that was not said lately."""
        if report.when != "teardown":
            return
        self._done += 1
        self._folders[report.nodeid.split("/")[1]] += 1
        if time.monotonic() - self._said_at >= SAY_EVERY_SECONDS:
            self._said_at = time.monotonic()
            self._say()

    def _say(self) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        session = self._config.pluginmanager.get_plugin("session")
        if reporter is not None and session is not None:
            where = ", ".join(f"{folder} {number}" for folder, number in self._folders.items())
            reporter.write_line(f"{self._done} of {session.testscollected} done: {where}")
            self._folders.clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put slow modules first, and those that wait for servers evenly among all others.

    So workers who take one module after the other keep all cores busy to the end.
    """
    modules = [list(tests) for _, tests in groupby(items, key=lambda test: test.path)]
    waiting, computing = parted(modules, "real_server")
    waiting = mixed(*parted(waiting, "slow"))
    slow, quick = parted(computing, "slow")
    share = round(len(waiting) * SHARE_OF_SLOW_ONES)
    ordered = (*mixed(waiting[:share], slow), *mixed(waiting[share:], quick))
    items[:] = [test for tests in ordered for test in tests]


def mixed(*kinds: list[list[pytest.Item]]) -> list[list[pytest.Item]]:
    """Return the modules of all KINDS, with those of each kind evenly among the others.

    The last of a few are begun some time before the end, and over by then.
    """
    places = [
        (place / (len(kind) + 2), tests) for kind in kinds for place, tests in enumerate(kind)
    ]
    return [tests for _, tests in sorted(places, key=lambda each: each[0])]


def parted(modules: list[list[pytest.Item]], marker: str) -> tuple[list[list[pytest.Item]], ...]:
    """Return those of MODULES that have the MARKER, and those that have not."""
    kinds: tuple[list[list[pytest.Item]], ...] = ([], [])
    for tests in modules:
        kinds[tests[0].get_closest_marker(marker) is None].append(tests)
    return kinds


def pytest_collection_finish() -> None:
    """Let nobody look for garbage in what all tests together are: it stays to the end."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def unhurried_disk() -> Iterator[None]:
    """Let nothing be waited for that only a power cut would show."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        patch.setattr(sqlite, "SYNCHRONOUS", "OFF")
        yield


@pytest.fixture(scope="session", autouse=True)
def stacked_cards_are_kept() -> Iterator[None]:
    """Let cards whose order a test has chosen still be in it after a restart of the bot."""
    with cards_kept():
        yield

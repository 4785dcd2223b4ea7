"""What holds for all tests: in which order they run, and that they do not wait for the disk.

A power cut cannot happen between two of them. What becomes of files when it does is tested with a
disk that fails (``tests.support.faulty_disk``); and the bots that tests run as processes do wait.
"""

import os
from collections.abc import Iterator
from itertools import groupby

import pytest

from tests.support.stacked_decks import cards_kept


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mix modules that wait for servers evenly with those that compute; of both, slow ones first.

    So workers who take one module after the other keep all cores busy to the end.
    """
    modules = [list(tests) for _, tests in groupby(items, key=lambda test: test.path)]
    modules.sort(key=lambda tests: tests[0].get_closest_marker("slow") is None)
    kinds: tuple[list[list[pytest.Item]], list[list[pytest.Item]]] = ([], [])
    for tests in modules:
        kinds[tests[0].get_closest_marker("real_server") is None].append(tests)
    places = [(place / len(kind), tests) for kind in kinds for place, tests in enumerate(kind)]
    places.sort(key=lambda each: each[0])
    items[:] = [test for _, tests in places for test in tests]


@pytest.fixture(scope="session", autouse=True)
def unhurried_disk() -> Iterator[None]:
    """Let nothing be waited for that only a power cut would show."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def stacked_cards_are_kept() -> Iterator[None]:
    """Let cards whose order a test has chosen still be in it after a restart of the bot."""
    with cards_kept():
        yield

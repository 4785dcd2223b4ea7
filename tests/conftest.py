"""What holds for all tests: they do not wait for the disk.

A power cut cannot happen between two of them. What becomes of files when it does is tested with a
disk that fails (``tests.support.faulty_disk``); and the bots that tests run as processes do wait.
"""

import os
from collections.abc import Iterator

import pytest

from tests.support.stacked_decks import cards_kept


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

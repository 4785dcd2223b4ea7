"""Fixtures of the tests of files: a journal in memory."""

import pytest

from pontoon.storage.journal import Journal
from tests.support.journals import journal_in
from tests.support.memory_file import LinesInMemory


@pytest.fixture
def file() -> LinesInMemory:
    return LinesInMemory()


@pytest.fixture
def journal(file: LinesInMemory) -> Journal:
    return journal_in(file)

"""A plugin of pytest: records which test runs which lines of the program, for the mutants."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage

_coverage = Coverage(data_file="part.coverage", data_suffix=True, source=["pontoon"])
_coverage.start()
_failed: list[str] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Record what runs from here on as this test's."""
    _coverage.switch_context(item.nodeid)
    result = yield
    _coverage.switch_context("")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember what the program does not pass as it is."""
    if report.failed:
        _failed.append(report.nodeid)


def pytest_unconfigure() -> None:
    """Write down what was recorded."""
    _coverage.stop()
    _coverage.save()
    Path(f"failed.{os.getpid()}").write_text("".join(f"{test}\n" for test in _failed), "utf-8")

"""What takes long says every few seconds how far it is; what does not says nothing."""

import sys

import pytest
from twisted.internet.task import Clock

from pontoon.progress import PERIOD_SECONDS, Progress


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def progress(clock: Clock) -> Progress:
    return Progress(clock.seconds)


def test_a_line_says_how_far_the_work_is_once_in_a_period(
    clock: Clock, progress: Progress, capsys: pytest.CaptureFixture[str]
) -> None:
    for done in range(0, 3_000, 100):
        progress("rounds checked", done, 41_230)
        clock.advance(PERIOD_SECONDS / 10)
    progress("checking players.db")
    assert capsys.readouterr() == (
        "",
        "pontoonbot: 1,000 of 41,230 rounds checked, 5 s\n"
        "pontoonbot: 2,000 of 41,230 rounds checked, 10 s\n"
        "pontoonbot: checking players.db, 15 s\n",
    )


def test_items_are_counted_when_they_are_done(
    clock: Clock, progress: Progress, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = []
    for item in progress.counted("abc", 3, "letters read"):
        seen.append(item)
        clock.advance(PERIOD_SECONDS)
    assert seen == [*"abc"]
    assert capsys.readouterr().err == (
        "pontoonbot: 1 of 3 letters read, 5 s\npontoonbot: 2 of 3 letters read, 10 s\n"
    )


def test_nobody_who_reads_it_is_no_fault(
    clock: Clock, progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Closed:
        def write(self, _text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Closed())
    clock.advance(PERIOD_SECONDS)
    progress("rounds checked", 1, 2)

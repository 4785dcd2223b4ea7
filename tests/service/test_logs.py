"""What is logged, and where: text and JSON, on stderr or in a file."""

import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from twisted.logger import LogEvent, Logger, globalLogPublisher
from twisted.python.failure import Failure

from pontoon.service import logs
from pontoon.service.config.settings import LogConfig
from pontoon.service.logs import CannotLog, LogWriter, json_of, text_of
from tests.service.test_logfile import files_no_longer_than

NASTY = "a\x1b[31m\r\nb\x02\x85\u202e\ud800c"
"""What a stranger might say to colour a terminal, or to begin a line of their own."""


@pytest.fixture
def events() -> Iterator[list[LogEvent]]:
    """Give the events that are logged, as they come."""
    seen: list[LogEvent] = []
    observer: Any = seen.append
    globalLogPublisher.addObserver(observer)
    yield seen
    globalLogPublisher.removeObserver(observer)


@pytest.fixture
def heard() -> Iterator[Callable[[Any], None]]:
    """Give what has an writer hear all that is logged until the test is over."""
    added: list[Any] = []

    def hear(writer: Any) -> None:
        added.append(writer)
        globalLogPublisher.addObserver(writer)

    yield hear
    for each in added:
        globalLogPublisher.removeObserver(each)


def failed() -> Failure:
    untyped: Any = Failure
    try:
        raise ValueError(NASTY.replace("\ud800", ""))
    except ValueError:
        failure: Failure = untyped()
        return failure


def test_text_is_the_local_time_and_what_happened(events: list[LogEvent]) -> None:
    logs.info("in #pontoon")
    [event] = events
    moment = datetime.fromtimestamp(event["log_time"]).astimezone()
    assert text_of(event) == f"{moment:%Y-%m-%d %H:%M:%S} in #pontoon"


def test_text_names_the_network(events: list[LogEvent]) -> None:
    logs.info("in #pontoon", "libera")
    logs.info("<< PING :x", "libera")
    assert [text_of(event)[20:] for event in events] == [
        "[libera] in #pontoon",
        "[libera] << PING :x",
    ]


def test_json_has_an_object_on_each_line(events: list[LogEvent]) -> None:
    logs.info("in #pontoon ♠")
    line = json_of(events[0])
    assert line.endswith(' #pontoon ♠"}')
    said = json.loads(line)
    assert said.pop("time") == events_time(events[0])
    assert said == {"level": "info", "message": "in #pontoon ♠"}


def events_time(event: LogEvent) -> str:
    """Return the time of EVENT by other means."""
    moment = datetime.fromtimestamp(event["log_time"], UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_json_names_the_network_apart(events: list[LogEvent]) -> None:
    logs.info("in #pontoon", "libera")
    said = json.loads(json_of(events[0]))
    assert (said["network"], said["message"]) == ("libera", "in #pontoon")


def test_json_has_tracebacks_and_levels(events: list[LogEvent]) -> None:
    logs.fault(failed())
    said = json.loads(json_of(events[0]))
    assert (said["level"], said["message"]) == ("critical", "unexpected error")
    assert "ValueError" in said["traceback"]


def test_what_braces_say_is_no_format(events: list[LogEvent]) -> None:
    logs.info("{log_time} {0}", "{x}")
    assert json.loads(json_of(events[0]))["message"] == "{log_time} {0}"
    assert text_of(events[0]).endswith("[{x}] {log_time} {0}")


@pytest.mark.parametrize("line_of", [text_of, json_of])
def test_no_line_has_control_characters(
    events: list[LogEvent], line_of: Callable[[LogEvent], str]
) -> None:
    logs.info(NASTY)
    logs.info(NASTY, NASTY)
    logs.info(f"<< {NASTY}")
    logs.fault(failed())
    Logger("twisted").warn(NASTY)
    assert len(events) == 5
    for event in events:
        assert line_of(event).isprintable()


def test_other_logs_get_no_control_characters_either(events: list[LogEvent]) -> None:
    """That of twistd writes out what it is given."""
    logs.info(NASTY)
    logs.info(f"<< {NASTY}")
    assert all(event["event"].isprintable() for event in events)


def test_without_a_file_lines_go_elsewhere(heard: Callable[[Any], None]) -> None:
    lines: list[str] = []
    heard(LogWriter(LogConfig(), lines.append))
    logs.info("in #pontoon")
    [line] = lines
    assert line.endswith(" in #pontoon")


def test_the_log_is_put_into_a_file_and_nowhere_else(
    heard: Callable[[Any], None], tmp_path: Path
) -> None:
    lines: list[str] = []
    heard(LogWriter(LogConfig(tmp_path / "bot.log", "json", 10_000, 2), lines.append))
    for number in range(300):
        logs.info(f"event {number}")
    assert lines == []
    assert sorted(each.name for each in tmp_path.iterdir()) == ["bot.log", "bot.log.1", "bot.log.2"]
    whole = "".join((tmp_path / f"bot.log{n}").read_text() for n in (".2", ".1", ""))
    messages = [json.loads(line)["message"] for line in whole.splitlines()]
    assert messages == [f"event {number}" for number in range(300)]


def test_a_file_that_cannot_be_written_at_the_start_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(CannotLog, match=r"bot\.log cannot be written: No such file or directory"):
        LogWriter(LogConfig(tmp_path / "none" / "bot.log"), print)


def test_on_a_full_disk_lines_go_elsewhere_and_that_is_told_once(
    heard: Callable[[Any], None], tmp_path: Path
) -> None:
    lines: list[str] = []
    file = tmp_path / "bot.log"
    heard(LogWriter(LogConfig(file), lines.append))
    with files_no_longer_than(0):
        logs.info("first")
        logs.info("second")
    assert [line[20:] for line in lines] == [
        "the log file cannot be written: File too large; until it can, the log is here",
        "first",
        "second",
    ]
    logs.info("third")
    assert file.read_text().endswith(" third\n")
    with files_no_longer_than(0):
        logs.info("fourth")
    assert [line[20:29] for line in lines[3:]] == ["the log f", "fourth"]


def test_another_place_is_taken_up_while_the_bot_runs(
    heard: Callable[[Any], None], tmp_path: Path
) -> None:
    lines: list[str] = []
    writer = LogWriter(LogConfig(tmp_path / "old.log"), lines.append)
    heard(writer)
    with pytest.raises(CannotLog):
        writer.open(LogConfig(tmp_path / "none" / "new.log", "json"))
    logs.info("first")
    writer.open(LogConfig(tmp_path / "new.log", "json"))
    logs.info("second")
    writer.open(LogConfig())
    logs.info("third")
    assert (tmp_path / "old.log").read_text()[20:] == "first\n"
    assert json.loads((tmp_path / "new.log").read_text())["message"] == "second"
    assert [line[20:] for line in lines] == ["third"]


def test_nobody_who_reads_stderr_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed:
        def write(self, _text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Closed())
    logs._to_stderr("line")


def test_of_twisted_only_warnings_are_heard(
    monkeypatch: pytest.MonkeyPatch, heard: Callable[[Any], None], tmp_path: Path
) -> None:
    file, beginner = tmp_path / "bot.log", Mock()
    monkeypatch.setattr(logs, "globalLogBeginner", beginner)
    logs.begin(LogConfig(file))
    [[observer]] = beginner.beginLoggingTo.call_args.args
    heard(observer)
    Logger("twisted.internet").info("noise")
    Logger("twisted.internet").warn("trouble")
    Logger("stdout").info("said")
    logs.info("in #pontoon")
    assert [line[20:] for line in file.read_text().splitlines()] == ["trouble", "in #pontoon"]

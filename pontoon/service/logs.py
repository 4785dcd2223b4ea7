"""The log: to a file or to stderr, as text or JSON, with a limit on lines of a kind."""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, cast

from msgspec import Struct
from twisted.logger import (
    FilteringLogObserver,
    LogEvent,
    Logger,
    LogLevel,
    LogLevelFilterPredicate,
    formatEvent,
    globalLogBeginner,
)
from twisted.python.failure import Failure

from pontoon.irc.line import visible
from pontoon.irc.reactor import Clock, Delayed
from pontoon.service.config.settings import LogConfig
from pontoon.storage import fs

_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
_MODE = 0o600
"""With --verbose the log contains private messages."""


class LogFile:
    """The log at PATH. A file that would exceed MAX_BYTES is renamed, and a new one is begun.

    Full files are called PATH.1 to PATH.KEPT, the newest first. The file is opened for each line,
    so that another program can rename or remove it.
    """

    def __init__(self, path: Path, max_bytes: int, kept: int) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._kept = kept

    def write(self, lines: str) -> None:
        """Append LINES, with their line breaks; on failure raise OSError, and append nothing."""
        content = lines.encode(errors="backslashreplace")
        descriptor, length = self._opened()
        try:
            if length and length + len(content) > self._max_bytes:
                self._put_aside()
                fresh = self._opened()
                os.close(descriptor)
                descriptor, length = fresh
            fs.write(descriptor, content)
        except OSError:
            with suppress(OSError):  # it was no ordinary file, or the disk is gone
                fs.truncate(descriptor, length)
            raise
        finally:
            os.close(descriptor)

    def _opened(self) -> tuple[int, int]:
        """Return a descriptor of the file, and its length."""
        descriptor = fs.open_to_write(self._path, _FLAGS, _MODE)
        return descriptor, os.fstat(descriptor).st_size

    def _put_aside(self) -> None:
        with suppress(FileNotFoundError):
            for number in count(self._kept + 1):
                fs.remove(self._numbered(number))
        with suppress(FileNotFoundError):
            if not self._kept:
                fs.remove(self._path)
        for number in reversed(range(self._kept)):
            with suppress(FileNotFoundError):
                fs.replace(self._numbered(number), self._numbered(number + 1))

    def _numbered(self, number: int) -> Path:
        """Return the path of the file of that NUMBER; a higher one is older, 0 is the log."""
        return self._path.with_name(f"{self._path.name}.{number}") if number else self._path


PERIOD_SECONDS = 60.0
"""The period after which the number of dropped lines is logged, and counting starts again."""

MOST_ALIKE = 50
"""The most lines of a kind that are written in a period."""

LONGEST_EVENT = 400
"""The most characters of a line; the rest is cut off."""

_LONGEST_EXAMPLE = 80


class _Kind(Struct):
    example: str
    number: int = 0


class LogThrottle:
    """Passes events on to LOG, but at most ``MOST_ALIKE`` of a kind in a period.

    Events with the same first word are of a kind, so strangers must not be able to choose that
    word. CLOCK is the reactor.
    """

    def __init__(self, log: Callable[[str], None], clock: Clock) -> None:
        self._log = log
        self._clock = clock
        self._kinds: dict[str, _Kind] = {}
        self._timer: Delayed | None = None

    def __call__(self, event: str) -> None:
        """Write EVENT, or count it."""
        if self._timer is None:
            self._timer = self._clock.callLater(PERIOD_SECONDS, self._period_is_over)
        kind = self._kinds.setdefault(event.partition(" ")[0], _Kind(event[:_LONGEST_EXAMPLE]))
        kind.number += 1
        if kind.number <= MOST_ALIKE:
            self._log(event if len(event) <= LONGEST_EVENT else f"{event[:LONGEST_EVENT]}…")

    def close(self) -> None:
        """Log what was counted, and stop counting."""
        if self._timer is not None:
            self._timer.cancel()
            self._period_is_over()

    def _period_is_over(self) -> None:
        self._timer = None
        for kind in self._kinds.values():
            if kind.number > MOST_ALIKE:
                self._log(f"… and {kind.number - MOST_ALIKE:,} more like this: {kind.example}")
        self._kinds.clear()


_logger = Logger(namespace="pontoon")

_OF_NETWORK = "[{network}] {event}"


def info(event: str, network: str = "") -> None:
    """Log EVENT, with the name of NETWORK if one is given."""
    said = visible(event)
    if network:
        _logger.info(_OF_NETWORK, network=network, event=said)
    else:
        _logger.info("{event}", event=said)


def fault(failure: Failure) -> None:
    """Log an unexpected FAILURE, with its traceback."""
    _logger.failure("unexpected error", failure)


def text_of(event: LogEvent) -> str:
    """Return EVENT as a line, with the local time."""
    moment = datetime.fromtimestamp(event["log_time"]).astimezone()
    said = formatEvent(event)
    if trace := _trace(event):
        said += f" | {trace}"
    return f"{moment:%Y-%m-%d %H:%M:%S} {visible(said.replace(chr(10), ' | '))}\n"


def json_of(event: LogEvent) -> str:
    """Return EVENT as a JSON object (RFC 8259) on a line, with its time in UTC (RFC 3339).

    It has ``time``, ``level`` and ``message``, and ``network`` and ``traceback`` if there is one.
    """
    moment = datetime.fromtimestamp(event["log_time"], UTC)
    said = {
        "time": f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z",
        "level": event["log_level"].name,
        "message": visible(formatEvent(event)),
    }
    if event.get("log_format") == _OF_NETWORK:
        said |= {"network": visible(event["network"]), "message": event["event"]}
    if trace := _trace(event):
        said["traceback"] = "\n".join(map(visible, trace.split("\n")))
    return json.dumps(said, ensure_ascii=False) + "\n"


def _trace(event: LogEvent) -> str:
    failure = event.get("log_failure")
    return failure.getTraceback(elideFrameworkCode=True) if isinstance(failure, Failure) else ""


class CannotLog(Exception):
    """The file of the log cannot be written. The text says why."""


class LogWriter:
    """Writes events as CONFIG says. While its file cannot be written, ELSEWHERE takes the lines."""

    def __init__(self, config: LogConfig, elsewhere: Callable[[str], None]) -> None:
        self._elsewhere = elsewhere
        self._has_complained = False
        self.open(config)

    def open(self, config: LogConfig) -> None:
        """Write as CONFIG says from now on; raise CannotLog, and change nothing, if that fails."""
        file = None
        if config.file is not None:
            file = LogFile(config.file, config.max_bytes, config.kept)
            try:
                file.write("")
            except OSError as error:
                raise CannotLog(f"{config.file} cannot be written: {error.strerror}") from error
        self._file = file
        self._line_of: Callable[[LogEvent], str] = json_of if config.format == "json" else text_of

    def __call__(self, event: LogEvent) -> None:
        line = self._line_of(event)
        if self._file is None:
            self._elsewhere(line)
            return
        try:
            self._file.write(line)
        except OSError as error:
            if not self._has_complained:
                self._has_complained = True  # set it first: the warning is logged here too
                _logger.warn(
                    "the log file cannot be written: {why}; until it can, the log is here",
                    why=str(error.strerror),
                )
            self._elsewhere(line)
        else:
            self._has_complained = False


def _to_stderr(line: str) -> None:
    with suppress(OSError, ValueError):  # it is closed
        sys.stderr.write(line)
        sys.stderr.flush()


def begin(config: LogConfig) -> LogWriter:
    """Start to log as CONFIG says, and return the writer; raise CannotLog if that fails."""
    writer = LogWriter(config, _to_stderr)
    globalLogBeginner.beginLoggingTo([_filtered(writer)], redirectStandardIO=False)
    return writer


def tell_where(config: LogConfig) -> None:
    """Name the file of the log on stderr, where the start would otherwise show nothing."""
    if config.file is not None:
        _to_stderr(visible(f"the log is in {config.file}") + "\n")


def _filtered(writer: LogWriter) -> Any:
    """Leave out Twisted's own events below warnings."""
    levels = LogLevelFilterPredicate(defaultLogLevel=LogLevel.info)
    for namespace in ("twisted", "log_legacy", "stdout", "stderr"):
        levels.setLogLevelForNamespace(namespace, LogLevel.warn)
    return FilteringLogObserver(cast("Any", writer), [cast("Any", levels)])

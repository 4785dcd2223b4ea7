"""The log: to a file or to stderr, as text or JSON, with a limit on lines of a kind."""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from io import TextIOWrapper
from logging import LogRecord, makeLogRecord
from logging.handlers import RotatingFileHandler, WatchedFileHandler
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

_FLAGS = os.O_NOFOLLOW | os.O_NONBLOCK
"""A link may lead anywhere, and a pipe that nobody reads would keep the bot waiting."""

_MODE = 0o600
"""With --verbose the log contains private messages."""


class LogFile(RotatingFileHandler, WatchedFileHandler):
    """The log at PATH, for its owner alone. It also notices that another program has moved it.

    A file that would exceed MAX_BYTES is renamed to PATH.1, and an earlier one of that name to
    PATH.2, up to PATH.KEPT. The constructor and ``handle`` raise OSError.
    """

    dev = ino = -1  # of the file that is open, for WatchedFileHandler; -1: not known yet

    def __init__(self, path: Path, max_bytes: int, kept: int) -> None:
        # The library never begins a new file unless it is to keep one.
        super().__init__(path, "a", max_bytes, max(kept, 1), "utf-8", errors="backslashreplace")
        if not kept:
            self.rotator = lambda full, _: fs.remove(Path(full))

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding=self.encoding, errors=self.errors, opener=_own)

    def emit(self, record: LogRecord) -> None:
        self.reopenIfNeeded()
        super().emit(record)

    def handleError(self, _record: LogRecord) -> None:  # noqa: N802 -- the library calls it so
        error = sys.exception()
        assert error is not None
        raise error


def _own(path: str, flags: int) -> int:
    return fs.open_to_write(Path(path), flags | _FLAGS, _MODE)


PERIOD_SECONDS = 60.0
"""The period after which the number of dropped lines is logged, and counting starts again."""

MAX_ALIKE = 50
"""The most lines of a kind that are written in a period."""

MAX_EVENT_LENGTH = 400
"""The most characters of a line; the rest is cut off."""

_MAX_EXAMPLE_LENGTH = 80


class _Kind(Struct):
    example: str
    number: int = 0


class LogThrottle:
    """Passes events on to LOG, but at most ``MAX_ALIKE`` of a kind in a period.

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
        kind = self._kinds.setdefault(event.partition(" ")[0], _Kind(event[:_MAX_EXAMPLE_LENGTH]))
        kind.number += 1
        if kind.number <= MAX_ALIKE:
            self._log(event if len(event) <= MAX_EVENT_LENGTH else f"{event[:MAX_EVENT_LENGTH]}…")

    def close(self) -> None:
        """Log what was counted, and stop counting."""
        if self._timer is not None:
            self._timer.cancel()
            self._period_is_over()

    def _period_is_over(self) -> None:
        self._timer = None
        for kind in self._kinds.values():
            if kind.number > MAX_ALIKE:
                self._log(f"… and {kind.number - MAX_ALIKE:,} more like this: {kind.example}")
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
    """Return EVENT as a line without its line feed, with the local time."""
    moment = datetime.fromtimestamp(event["log_time"]).astimezone()
    said = formatEvent(event)
    if trace := _trace(event):
        said += f" | {trace}"
    return f"{moment:%Y-%m-%d %H:%M:%S} {visible(said.replace(chr(10), ' | '))}"


def json_of(event: LogEvent) -> str:
    """Return EVENT as a JSON object (RFC 8259) on one line, with its time in UTC (RFC 3339).

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
    return json.dumps(said, ensure_ascii=False)


def _trace(event: LogEvent) -> str:
    failure = event.get("log_failure")
    return failure.getTraceback(elideFrameworkCode=True) if isinstance(failure, Failure) else ""


class CannotLog(Exception):
    """The file of the log cannot be written. The text says why."""


class LogWriter:
    """Writes events as CONFIG says. While its file cannot be written, ELSEWHERE takes the lines."""

    def __init__(self, config: LogConfig, elsewhere: Callable[[str], None]) -> None:
        self._elsewhere = elsewhere
        self._file: LogFile | None = None
        self._has_complained = False
        self.open(config)

    def open(self, config: LogConfig) -> None:
        """Write as CONFIG says from now on; raise CannotLog, and change nothing, if that fails."""
        file, previous = None, self._file
        if config.file is not None:
            try:
                file = LogFile(config.file, config.max_bytes, config.kept)
            except OSError as error:
                raise CannotLog(f"{config.file} cannot be written: {error.strerror}") from error
        self._file = file
        self._line_of: Callable[[LogEvent], str] = json_of if config.format == "json" else text_of
        if previous is not None:
            with suppress(OSError):  # what could not be written yet is lost
                previous.close()

    def __call__(self, event: LogEvent) -> None:
        line = self._line_of(event)
        if self._file is None:
            self._elsewhere(line)
            return
        try:
            self._file.handle(makeLogRecord({"msg": line}))
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
        print(line, file=sys.stderr, flush=True)


@cache  # a bot that stands by logs before it runs
def begin(config: LogConfig) -> LogWriter:
    """Start to log as CONFIG says, once, and return the writer; raise CannotLog if that fails."""
    writer = LogWriter(config, _to_stderr)
    globalLogBeginner.beginLoggingTo([_filtered(writer)], redirectStandardIO=False)
    return writer


def tell_where(config: LogConfig) -> None:
    """Name the file of the log on stderr, where the start would otherwise show nothing."""
    if config.file is not None:
        _to_stderr(visible(f"the log is in {config.file}"))


def _filtered(writer: LogWriter) -> Any:
    """Leave out Twisted's own events below warnings."""
    levels = LogLevelFilterPredicate(defaultLogLevel=LogLevel.info)
    for namespace in ("twisted", "log_legacy", "stdout", "stderr"):
        levels.setLogLevelForNamespace(namespace, LogLevel.warn)
    return FilteringLogObserver(cast("Any", writer), [cast("Any", levels)])

"""The log: to a file or stderr, as text or JSON, without floods."""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, cast

from twisted.logger import (
    FilteringLogObserver,
    LogEvent,
    Logger,
    LogLevel,
    LogLevelFilterPredicate,
    formatEvent,
    globalLogBeginner,
    globalLogPublisher,
)
from twisted.python.failure import Failure

from pontoon.irc.line import visible
from pontoon.irc.reactor import Clock, Delayed
from pontoon.service.config.settings import LogConfig
from pontoon.storage import fs

_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
_MODE = 0o600
"""With --verbose it has what people are told in private."""


class LogFile:
    """The log at PATH, which is put aside before it is longer than MAX_BYTES.

    It is then PATH with ``.1`` added, and the older ones with greater numbers up to KEPT. It is
    opened for each line: whoever removes or renames it while the bot runs has a new one begun.
    """

    def __init__(self, path: Path, max_bytes: int, kept: int) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._kept = kept

    def write(self, lines: str) -> None:
        """Append LINES, each with its line break, or else nothing, and raise OSError."""
        content = lines.encode(errors="backslashreplace")
        descriptor, length = self._opened()
        try:
            if length and length + len(content) > self._max_bytes:
                self._put_aside()
                fresh = self._opened()
                os.close(descriptor)
                descriptor, length = fresh
            _append(descriptor, content, length)
        finally:
            os.close(descriptor)

    def try_out(self) -> None:
        """Raise OSError if nothing can be written there."""
        self.write("")

    def _opened(self) -> tuple[int, int]:
        """Return a descriptor of the file, and how long it is."""
        descriptor = fs.open_to_write(self._path, _FLAGS, _MODE)
        return descriptor, os.fstat(descriptor).st_size

    def _put_aside(self) -> None:
        for number in count(self._kept + 1):
            try:
                fs.remove(self._older(number))
            except FileNotFoundError:
                break
        for number in range(self._kept - 1, 0, -1):
            with suppress(FileNotFoundError):
                fs.replace(self._older(number), self._older(number + 1))
        with suppress(FileNotFoundError):
            if self._kept:
                fs.replace(self._path, self._older(1))
            else:
                fs.remove(self._path)

    def _older(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}")


def _append(descriptor: int, content: bytes, length: int) -> None:
    """Append CONTENT to a file that has that LENGTH, and nothing of it if it cannot be all."""
    try:
        fs.write(descriptor, content)
    except OSError:
        with suppress(OSError):  # it was no ordinary file, or the disk is gone
            fs.truncate(descriptor, length)
        raise


PERIOD_SECONDS = 60.0
"""How long lines are counted before it is told how many there were, and counting begins anew."""

MOST_ALIKE = 50
"""Lines of a kind that are written in a period."""

LONGEST_EVENT = 400
"""Characters of a line above which it is cut off."""

_LONGEST_EXAMPLE = 80


@dataclass(slots=True)
class _Kind:
    example: str
    number: int = 0


class LogThrottle:
    """Passes events on to LOG, as many as somebody may want to read.

    Lines are of a kind that begin with the same word; so it must not be a stranger who chooses it.
    CLOCK is the reactor.
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
        """Tell what was counted, and count no more."""
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


def note(event: str, network: str = "") -> None:
    """Log EVENT, which is about NETWORK, or about no network in particular."""
    said = visible(event)  # also for logs that others keep, as twistd does
    if network:
        _logger.info(_OF_NETWORK, network=network, event=said)
    else:
        _logger.info("{event}", event=said)


def wire(direction: str, line: str, network: str = "") -> None:
    """Log a LINE to or from a server, without secrets, as DIRECTION says."""
    note(f"{direction} {line}", network)


def fault(failure: Failure) -> None:
    """Log that something went wrong that nobody has foreseen."""
    _logger.failure("unexpected error", failure)


def text_of(event: LogEvent) -> str:
    """Return EVENT as a line: the local time, and what happened."""
    moment = datetime.fromtimestamp(event["log_time"]).astimezone()
    said = formatEvent(event)
    if trace := _trace(event):
        said += f" | {trace}"
    return f"{moment:%Y-%m-%d %H:%M:%S} {visible(said.replace(chr(10), ' | '))}\n"


def json_of(event: LogEvent) -> str:
    """Return EVENT as a line with a JSON object (RFC 8259); its time is that of RFC 3339, in UTC.

    It has ``time``, ``level``, ``message`` and, where there is one, ``network`` and ``traceback``.
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
    """The log cannot be written where it should be; the text says why."""


class LogWriter:
    """Writes events as CONFIG says; while its file cannot be written, ELSEWHERE is given lines."""

    def __init__(self, config: LogConfig, elsewhere: Callable[[str], None]) -> None:
        self._elsewhere = elsewhere
        self._has_complained = False
        self.adopt(config)

    def adopt(self, config: LogConfig) -> None:
        """Write as CONFIG says from now on; where that cannot be, raise CannotLog and do not."""
        file = None
        if config.file is not None:
            file = LogFile(config.file, config.max_bytes, config.kept)
            try:
                file.try_out()
            except OSError as error:
                raise CannotLog(f"{config.file} cannot be written: {error.strerror}") from error
        self._file = file
        self._line_of: Callable[[LogEvent], str] = json_of if config.format == "json" else text_of

    def __call__(self, event: LogEvent) -> None:
        """Write EVENT."""
        line = self._line_of(event)
        if self._file is None:
            self._elsewhere(line)
            return
        try:
            self._file.write(line)
        except OSError as error:
            self._complain_once(str(error.strerror))
            self._elsewhere(line)
        else:
            self._has_complained = False

    def _complain_once(self, why: str) -> None:
        if not self._has_complained:
            self._has_complained = True  # at first: this is logged too
            _logger.warn(
                "the log file cannot be written: {why}; until it can, the log is here", why=why
            )


def _to_stderr(line: str) -> None:
    with suppress(OSError, ValueError):  # nobody reads it, or it is closed
        sys.stderr.write(line)
        sys.stderr.flush()


def _nowhere(_line: str) -> None:
    """Write nothing: somebody else keeps the log."""


def begin(config: LogConfig) -> LogWriter:
    """Start logging as CONFIG says, and return what does; raise CannotLog where that cannot be.

    Of Twisted itself only warnings and worse are heard: its factories' coming and going is noise.
    """
    outlet = LogWriter(config, _to_stderr)
    globalLogBeginner.beginLoggingTo([_filtered(outlet)], redirectStandardIO=False)
    return outlet


def tell_where(config: LogConfig) -> None:
    """Say on stderr in which file the log is: otherwise nothing would be seen of the start."""
    if config.file is not None:
        _to_stderr(visible(f"the log is in {config.file}") + "\n")


def add(config: LogConfig) -> LogWriter | None:
    """Log to the file that CONFIG names too, if there is one, where somebody else keeps the log.

    Return what does; raise CannotLog where that cannot be.
    """
    if config.file is None:
        return None
    outlet = LogWriter(config, _nowhere)
    globalLogPublisher.addObserver(_filtered(outlet))
    return outlet


def _filtered(outlet: LogWriter) -> Any:
    levels = LogLevelFilterPredicate(defaultLogLevel=LogLevel.info)
    for namespace in ("twisted", "log_legacy", "stdout", "stderr"):
        levels.setLogLevelForNamespace(namespace, LogLevel.warn)
    return FilteringLogObserver(cast("Any", outlet), [cast("Any", levels)])

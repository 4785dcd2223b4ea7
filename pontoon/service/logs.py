"""The log: a readable line for each event, on stderr or in a file, without control characters."""

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
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
from pontoon.service.config.settings import LogConfig
from pontoon.service.logfile import LogFile

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
    _logger.failure("something went wrong", failure)


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


class Outlet:
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
            _logger.warn("the log's file cannot be written: {why}; what it lacks is here", why=why)


def _to_stderr(line: str) -> None:
    with suppress(OSError, ValueError):  # nobody reads it, or it is closed
        sys.stderr.write(line)
        sys.stderr.flush()


def _nowhere(_line: str) -> None:
    """Write nothing: somebody else keeps the log."""


def begin(config: LogConfig) -> Outlet:
    """Start logging as CONFIG says, and return what does; raise CannotLog where that cannot be.

    Of Twisted itself only warnings and worse are heard: its factories' coming and going is noise.
    """
    outlet = Outlet(config, _to_stderr)
    globalLogBeginner.beginLoggingTo([_filtered(outlet)], redirectStandardIO=False)
    return outlet


def tell_where(config: LogConfig) -> None:
    """Say on stderr in which file the log is: otherwise nothing would be seen of the start."""
    if config.file is not None:
        _to_stderr(visible(f"the log is in {config.file}") + "\n")


def add(config: LogConfig) -> Outlet | None:
    """Log to the file that CONFIG names too, if there is one, where somebody else keeps the log.

    Return what does; raise CannotLog where that cannot be.
    """
    if config.file is None:
        return None
    outlet = Outlet(config, _nowhere)
    globalLogPublisher.addObserver(_filtered(outlet))
    return outlet


def _filtered(outlet: Outlet) -> Any:
    levels = LogLevelFilterPredicate(defaultLogLevel=LogLevel.info)
    for namespace in ("twisted", "log_legacy", "stdout", "stderr"):
        levels.setLogLevelForNamespace(namespace, LogLevel.warn)
    return FilteringLogObserver(cast("Any", outlet), [cast("Any", levels)])

"""The log: one readable line on stderr for each event, without control characters."""

import sys
from datetime import datetime
from typing import Any, cast

from twisted.logger import (
    FileLogObserver,
    FilteringLogObserver,
    LogEvent,
    Logger,
    LogLevel,
    LogLevelFilterPredicate,
    formatEvent,
    globalLogBeginner,
)
from twisted.python.failure import Failure

from pontoon.irc.wire import visible

_logger = Logger(namespace="pontoon")


def line_of(event: LogEvent) -> str:
    """Return EVENT as a line: the local time, and what happened."""
    moment = datetime.fromtimestamp(event["log_time"]).astimezone()
    said = formatEvent(event)
    failure = event.get("log_failure")
    if isinstance(failure, Failure):
        said += f" | {failure.getTraceback(elideFrameworkCode=True)}"
    return f"{moment:%Y-%m-%d %H:%M:%S} {visible(said.replace(chr(10), ' | '))}\n"


def note(event: str, network: str = "") -> None:
    """Log EVENT, which is about NETWORK, or about no network in particular."""
    said = visible(event)  # also for logs that others keep, as twistd does
    if network:
        _logger.info("[{network}] {event}", network=network, event=said)
    else:
        _logger.info("{event}", event=said)


def wire(direction: str, line: str, network: str = "") -> None:
    """Log a LINE to or from the server of NETWORK, without secrets, as DIRECTION says."""
    note(f"{direction} {line}", network)


def fault(failure: Failure) -> None:
    """Log that something went wrong that nobody has foreseen."""
    _logger.failure("something went wrong", failure)


def begin() -> None:
    """Start logging to stderr.

    Of Twisted itself only warnings and worse are heard: its factories' coming and going is noise.
    """
    levels = LogLevelFilterPredicate(defaultLogLevel=LogLevel.info)
    for namespace in ("twisted", "log_legacy", "stdout", "stderr"):
        levels.setLogLevelForNamespace(namespace, LogLevel.warn)
    lines: Any = FileLogObserver(sys.stderr, line_of)
    observer: Any = FilteringLogObserver(lines, [cast("Any", levels)])
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False)

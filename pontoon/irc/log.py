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


def line_of(event: LogEvent) -> str:
    """Return EVENT as a line: the local time, and what happened."""
    moment = datetime.fromtimestamp(event["log_time"]).astimezone()
    said = formatEvent(event)
    failure = event.get("log_failure")
    if isinstance(failure, Failure):
        said += f" | {failure.getTraceback(elideFrameworkCode=True)}"
    return f"{moment:%Y-%m-%d %H:%M:%S} {visible(said.replace(chr(10), ' | '))}\n"


def begin() -> Logger:
    """Start logging to stderr; return the bot's logger.

    Of Twisted itself only warnings and worse are heard: its factories' coming and going is noise.
    """
    levels = LogLevelFilterPredicate(defaultLogLevel=LogLevel.info)
    for namespace in ("twisted", "log_legacy", "stdout", "stderr"):
        levels.setLogLevelForNamespace(namespace, LogLevel.warn)
    lines: Any = FileLogObserver(sys.stderr, line_of)
    observer: Any = FilteringLogObserver(lines, [cast("Any", levels)])
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False)
    return Logger(namespace="pontoon")

"""Which handlers a received message goes to."""

import traceback
from collections.abc import Callable, Mapping

from irctokens.line import Line

Handler = Callable[[Line], None]
"""Acts on a message."""


def merged(*tables: Mapping[str, Handler]) -> dict[str, Handler]:
    """Return TABLES as one; several handlers of a command are called in the order of the tables."""
    handlers: dict[str, list[Handler]] = {}
    for table in tables:
        for command, handler in table.items():
            handlers.setdefault(command, []).append(handler)
    return {command: _in_order(several) for command, several in handlers.items()}


def fault_at(what: str, fault: Exception) -> str:
    """Return the log line about FAULT, an exception that WHAT caused. The connection goes on."""
    where = traceback.extract_tb(fault.__traceback__)[-1]
    return f"fault at {what}: {type(fault).__name__}: {fault} ({where.filename}:{where.lineno})"


def _in_order(handlers: list[Handler]) -> Handler:
    if len(handlers) == 1:
        return handlers[0]

    def call_all(message: Line) -> None:
        for handler in handlers:
            handler(message)

    return call_all

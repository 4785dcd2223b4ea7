"""What to do at which message, put together from all who act on messages."""

import traceback
from collections.abc import Callable, Mapping

from irctokens.line import Line

Handler = Callable[[Line], None]


def together(*tables: Mapping[str, Handler]) -> dict[str, Handler]:
    """Return one table for TABLES: where several act on a message they do so in this order."""
    acts: dict[str, list[Handler]] = {}
    for table in tables:
        for command, act in table.items():
            acts.setdefault(command, []).append(act)
    return {command: _each_of(several) for command, several in acts.items()}


def fault_at(what: str, fault: Exception) -> str:
    """Return what a log is told of FAULT, which came of WHAT and costs nobody the connection."""
    where = traceback.extract_tb(fault.__traceback__)[-1]
    return f"fault at {what}: {type(fault).__name__}: {fault} ({where.filename}:{where.lineno})"


def _each_of(several: list[Handler]) -> Handler:
    if len(several) == 1:
        return several[0]

    def act_in_order(message: Line) -> None:
        for act in several:
            act(message)

    return act_in_order

"""The whole bot, started as people start it, with the times that are in no setting made shorter.

Arguments are those of the command.
"""

import sys
from contextlib import ExitStack
from datetime import timedelta
from unittest.mock import patch

from pontoon import cli
from pontoon.tables import action_clock, computers, joining, watchers

CLOSE_SECONDS = 50.0
"""After so long a table closes that has too few people."""

ANSWERED_SECONDS = 25.0
"""A banker who has answered so lately has the bank until they join or leave."""

STEADY_SECONDS = 5.0
COMPUTER_SECONDS = 0.05
"""A computer player answers so soon."""

NOTICE_SECONDS = 60.0
"""Whoever is told when others join is told at most once in so long."""


def main(*arguments: str) -> int:
    """Run the command with ARGUMENTS."""
    with ExitStack() as patches:
        for module, name, value in (
            (joining, "CLOSE_SECONDS", CLOSE_SECONDS),
            (action_clock, "ANSWERED_SECONDS", ANSWERED_SECONDS),
            (computers, "PAUSE_SECONDS", COMPUTER_SECONDS),
            (watchers, "STEADY_SECONDS", STEADY_SECONDS),
            (watchers, "BETWEEN_NOTICES", timedelta(seconds=NOTICE_SECONDS)),
        ):
            patches.enter_context(patch.object(module, name, value))
        return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

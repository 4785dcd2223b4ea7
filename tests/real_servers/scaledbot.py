"""The whole bot, started as people start it, with the times that are in no setting made shorter.

Arguments are those of the command.
"""

import sys
from contextlib import ExitStack
from unittest.mock import patch

from pontoon import cli
from pontoon.tables import action_clock, computers

HEARD_SECONDS = 25.0
"""A banker who was heard so lately has the bank until they join or leave."""

COMPUTER_SECONDS = 0.05
"""A computer player answers so soon."""


def main(*arguments: str) -> int:
    """Run the command with ARGUMENTS."""
    with ExitStack() as patches:
        for module, name, value in (
            (action_clock, "HEARD_SECONDS", HEARD_SECONDS),
            (computers, "PAUSE_SECONDS", COMPUTER_SECONDS),
        ):
            patches.enter_context(patch.object(module, name, value))
        return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

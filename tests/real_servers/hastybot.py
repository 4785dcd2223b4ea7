"""The whole bot, started as people start it, but in a hurry: for its nick, channels and account.

Arguments are those of the command.
"""

import sys
from unittest.mock import patch

from pontoon import cli
from pontoon.irc import services, timing

HASTE_SECONDS = 0.3


def main(*arguments: str) -> int:
    """Run the command with ARGUMENTS."""
    with (
        patch.object(services, "LOOK_SECONDS", HASTE_SECONDS),
        patch.object(services, "AGAIN_SECONDS", HASTE_SECONDS),
        patch.object(services, "ASKED_SECONDS", HASTE_SECONDS),
        patch.object(timing, "FIRST_SECONDS", HASTE_SECONDS),
    ):
        return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

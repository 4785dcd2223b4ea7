"""The whole bot, started as people start it, but in a hurry: for its nick, channels and account.

Arguments are those of the command.
"""

import sys
from unittest.mock import patch

from pontoon import cli
from pontoon.irc import timing
from pontoon.irc.client import nick_regain, nickserv

HASTE_SECONDS = 0.3


def main(*arguments: str) -> int:
    """Run the command with ARGUMENTS."""
    with (
        patch.object(nick_regain, "LOOK_SECONDS", HASTE_SECONDS),
        patch.object(nickserv, "AGAIN_SECONDS", HASTE_SECONDS),
        patch.object(nickserv, "ASKED_SECONDS", HASTE_SECONDS),
        patch.object(timing, "FIRST_SECONDS", HASTE_SECONDS),
    ):
        return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

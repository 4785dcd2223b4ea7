"""The whole bot, started as people start it, but with known cards on top of its shoe, for tests.

Arguments: the cards, and then those of the command.
"""

import sys
from functools import partial
from unittest.mock import patch

from pontoon import command
from pontoon.irc import service
from pontoon.opening import open_club
from tests.clubhouse import dealing


def main(cards: str, *arguments: str) -> int:
    """Run the command with ARGUMENTS; the first round at each table is dealt CARDS."""
    with patch.object(service, "open_club", partial(open_club, furnish=dealing(cards))):
        return command.main(arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

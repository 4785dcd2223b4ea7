"""The whole bot, started as people start it, but with known cards on top, for tests.

Arguments: the cards after each shuffle of a pack, with "/" between, the first also those of a shoe;
what is drawn at each cut for the bank, likewise; and then those of the command.
"""

import sys
from functools import partial
from unittest.mock import patch

from pontoon import cli
from pontoon.service import service
from pontoon.service.shared import SharedState
from tests.support.offline_bot import dealing


def main(stacks: str, cuts: str, *arguments: str) -> int:
    """Run the command with ARGUMENTS; each table is dealt STACKS, and its bank cut for by CUTS."""
    new_equipment = dealing(*stacks.split("/"), cuts=cuts.split("/") if cuts else ())
    with patch.object(service, "SharedState", partial(SharedState, new_equipment=new_equipment)):
        return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

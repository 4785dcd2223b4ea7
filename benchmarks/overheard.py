"""The whole bot, started as people start it, but it notes what it has to say, and when.

Arguments: a file, and then those of the command. Each line of the file has the second, by the
machine's clock, the target and the text; what waits is noted when it begins to wait.
"""

import sys
import time
from pathlib import Path
from unittest.mock import patch

from pontoon import cli
from pontoon.irc.outgoing import Message, lines_of
from pontoon.irc.sending import Outbox


def main(notes: str, *arguments: str) -> int:
    """Run the command with ARGUMENTS, and write into the file NOTES."""
    say = Outbox.say
    with Path(notes).open("w", encoding="utf-8", buffering=1) as file:

        def noted(outbox: Outbox, message: Message) -> None:
            for line in lines_of(message, outbox.room_for(message.target)):
                print(time.monotonic(), message.target, line, file=file)
            say(outbox, message)

        with patch.object(Outbox, "say", noted):
            return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

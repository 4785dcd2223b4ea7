"""PontoonBot on a disk whose sync takes ten milliseconds longer; arguments as for PontoonBot.py."""

import os
import sys
import time

from pontoon.cli import main

SYNC_SECONDS = 0.010


def make_slow() -> None:
    """Have each sync of this process take longer."""
    sync = os.fsync

    def slow_sync(descriptor: int) -> None:
        time.sleep(SYNC_SECONDS)
        sync(descriptor)

    os.fsync = slow_sync  # type: ignore[assignment]


if __name__ == "__main__":
    make_slow()
    sys.exit(main())

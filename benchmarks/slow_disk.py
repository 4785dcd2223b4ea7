"""PontoonBot on a disk whose sync takes ten milliseconds longer; arguments as for PontoonBot.py."""

import os
import sqlite3
import sys
import time

from pontoon.cli import main
from pontoon.storage import sqlite

SYNC_SECONDS = 0.010


def make_slow() -> None:
    """Have each sync and each commit of this process take longer."""
    sync, commit = os.fsync, sqlite.commit

    def slow_sync(descriptor: int) -> None:
        time.sleep(SYNC_SECONDS)
        sync(descriptor)

    def slow_commit(connection: sqlite3.Connection) -> None:
        time.sleep(SYNC_SECONDS)
        commit(connection)

    os.fsync = slow_sync  # type: ignore[assignment]
    sqlite.commit = slow_commit


if __name__ == "__main__":
    make_slow()
    sys.exit(main())

"""Writes the bot's lines into transcripts: ``python -m tests.wire.write FILE...``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.wire.transcript import rendered


def main(files: Sequence[str]) -> None:
    """Play each of FILES, and put into it what the bot really says."""
    for name in files:
        path = Path(name)
        with TemporaryDirectory() as folder:
            path.write_text(rendered(path.read_text("utf-8"), Path(folder)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

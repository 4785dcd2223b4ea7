"""Sopel, set up and run as its own command does it. Argument: its configuration file.

The command itself refuses to be started by root, which in a container one often is.
"""

import sys

from sopel.cli.run import run
from sopel.config import Config

if __name__ == "__main__":
    sys.exit(run(Config(sys.argv[1]), ""))

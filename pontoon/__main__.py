"""Start PontoonBot: ``python -m pontoon`` and the command ``pontoonbot`` run this."""

import sys

from pontoon.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())

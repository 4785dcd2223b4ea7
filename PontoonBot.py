#!/usr/bin/env python3
"""Start PontoonBot, in an environment in which its requirements are installed."""

import sys

try:
    from pontoon.__main__ import main
except ModuleNotFoundError as missing:
    print(
        f"pontoonbot: {missing.name} is not installed for {sys.executable}. "
        'Run "make run": it installs everything into .venv and starts the bot',
        file=sys.stderr,
    )
    sys.exit(2)

if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Start PontoonBot, in an environment in which its requirements are installed."""

import sys

try:
    from pontoon.service.lean_imports import without

    # Python has its own hashes. Those of OpenSSL would take 3 MB.
    with without("_hashlib"):
        from pontoon.cli import main
except ModuleNotFoundError as missing:
    print(
        f"pontoonbot: {missing.name} is not installed for {sys.executable}. "
        'Run "make run": it installs everything into .venv and starts the bot',
        file=sys.stderr,
    )
    sys.exit(2)

if __name__ == "__main__":
    sys.exit(main())

"""Start PontoonBot: ``python -m pontoon`` and the command ``pontoonbot`` run this."""

import sys

from pontoon.service.lean_imports import no_collection, stand_ins

# Python has its own hashes. Those of OpenSSL would take 3 MB.
with no_collection(), stand_ins({"_hashlib": None}):
    from pontoon.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())

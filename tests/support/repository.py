"""Where the project's own files are found, and those of them that people change."""

import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
"""The folder that holds config.ini, docs/ and all the rest."""


def is_shipped(name: str, content: str) -> bool:
    """Tell whether the file NAME has this CONTENT, there or in git: people change the one there.

    Where they have, and git knows no other, as in an archive that was unpacked, the test is
    skipped.
    """
    with suppress(OSError):
        if (ROOT / name).read_bytes() == content.encode():
            return True
    git = ["git", "-C", str(ROOT), "show", f":./{name}"]
    try:
        return subprocess.run(git, capture_output=True, check=True).stdout == content.encode()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"only git would know {name} as it was shipped")

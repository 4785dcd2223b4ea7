"""Importing less, and faster: what a library would load although it can do without."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import cast


@contextmanager
def without(*packages: str) -> Iterator[None]:
    """Let imports find meanwhile that PACKAGES are not installed, but for those imported already.

    That is what None in ``sys.modules`` says (Python's reference, "The import system").
    """
    modules = cast("dict[str, ModuleType | None]", sys.modules)
    left_out = [package for package in packages if package not in modules]
    modules.update(dict.fromkeys(left_out))
    try:
        yield
    finally:
        for package in left_out:
            del modules[package]


@contextmanager
def no_collection() -> Iterator[None]:
    """Look for no garbage meanwhile, and never among what has been imported: that stays."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()

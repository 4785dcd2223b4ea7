"""Importing less: what a library would load although it can do without."""

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

"""Importing less: what a library would load although it can do without."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import cast


@contextmanager
def without(package: str) -> Iterator[None]:
    """Let imports find meanwhile that PACKAGE is not installed, unless it was imported already.

    That is what None in ``sys.modules`` says (Python's reference, "The import system").
    """
    modules = cast("dict[str, ModuleType | None]", sys.modules)
    if package in modules:
        yield
        return
    modules[package] = None
    try:
        yield
    finally:
        del modules[package]

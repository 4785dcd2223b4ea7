"""Import less, and faster: leave out what a library would load but does not need."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import cast


@contextmanager
def without(*packages: str) -> Iterator[None]:
    """Make imports of PACKAGES fail, as if they were not installed, unless they are loaded already.

    None in ``sys.modules`` does that (Python reference, "The import system").
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
def stand_in(name: str, **known: object) -> Iterator[None]:
    """Give those who import the module NAME another that has what is KNOWN, unless it is loaded."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = module = ModuleType(name)
    vars(module).update(known)
    try:
        yield
    finally:
        del sys.modules[name]


@contextmanager
def no_collection() -> Iterator[None]:
    """Disable the garbage collector, and exempt from it for good what has been imported."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()

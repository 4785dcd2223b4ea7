"""Import less, and faster: leave out what a library would load but does not need."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, cast


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
def put_off(name: str, **known: object) -> Iterator[None]:
    """Give those who import the module NAME a stand-in, unless it is loaded already.

    The stand-in has what is KNOWN, and loads the module when something else in it is used.
    """
    if name in sys.modules:
        yield
        return

    def loaded(attribute: str) -> Any:
        if attribute == "__path__":  # an import from a module asks whether it is a package
            raise AttributeError(attribute)
        if sys.modules.get(name) is stand_in:
            del sys.modules[name]
        return getattr(import_module(name), attribute)

    stand_in = sys.modules[name] = ModuleType(name)
    vars(stand_in).update(known, __getattr__=loaded)
    try:
        yield
    finally:
        if sys.modules.get(name) is stand_in:
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

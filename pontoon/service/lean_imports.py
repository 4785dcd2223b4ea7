"""Import less, and faster: leave out what a library would load but does not need."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import LazyLoader, find_spec, module_from_spec
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


def put_off(name: str) -> None:
    """Make imports of the module NAME load it only when something in it is used.

    This is the recipe for lazy imports in the documentation of ``importlib``.
    """
    if name in sys.modules:
        return
    spec: Any = find_spec(name)
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[name] = module_from_spec(spec)
    package, _, attribute = name.rpartition(".")
    if package:
        setattr(sys.modules[package], attribute, module)
    spec.loader.exec_module(module)


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

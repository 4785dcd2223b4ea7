"""Import less, and faster: leave out what a library would load but does not need."""

import gc
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any


@contextmanager
def stand_ins(modules: Mapping[str, object]) -> Iterator[None]:
    """Give imports of MODULES what stands for each by name, unless it is loaded already.

    With None they fail, as if it were not installed (Python reference, "The import system").
    """
    loaded: dict[str, Any] = sys.modules
    added = {name: each for name, each in modules.items() if name not in loaded}
    loaded.update(added)
    try:
        yield
    finally:
        for name in added:
            del loaded[name]


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

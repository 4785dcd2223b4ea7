"""How much something does, however fast the machine is."""

import sys
from collections.abc import Callable
from types import FrameType


def calls_in(act: Callable[[], object]) -> int:
    """Return how many functions are called while ACT is done, those written in C among them."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls

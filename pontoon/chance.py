"""Chance: numbers that follow from a secret seed and from nothing else.

The procedure, so that a recorded round can be dealt again anywhere, by any program:

1. Draw number *n* from a seed of 32 bytes reads a stream of blocks. Block *b* (0, 1, 2, ...) is the
   first 1024 bytes of SHAKE-256 over ``b"pontoon"``, the seed, *n* as 8 bytes and *b* as 8 bytes,
   all big-endian.
2. The stream is read as 16-bit big-endian numbers. For a number below *k*, those from the greatest
   multiple of *k* up to 65536 are passed over, and the next one is taken modulo *k*: every result
   is equally likely.
3. A shuffle is Fisher and Yates's: for *i* from the last place down to 1, the card at place *i*
   changes places with the one at a place drawn below *i* + 1.

SHAKE-256 is a cryptographic function: whoever has seen any number of cards learns nothing about
those to come without the seed.
"""

import hashlib
import struct
from collections.abc import Iterator
from typing import TypeVar

Item = TypeVar("Item")

SEED_BYTES = 32
LARGEST_BOUND = 1 << 16

_BLOCK_BYTES = 1024
_BLOCK_OF_NUMBERS = struct.Struct(f">{_BLOCK_BYTES // 2}H")


def _numbers(seed: bytes, draw: int) -> Iterator[int]:
    """Yield the 16-bit numbers of draw number DRAW, without end."""
    start = hashlib.shake_256(b"pontoon" + seed + draw.to_bytes(8, "big"))
    block = 0
    while True:
        stream = start.copy()
        stream.update(block.to_bytes(8, "big"))
        yield from _BLOCK_OF_NUMBERS.unpack(stream.digest(_BLOCK_BYTES))
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return what the next of NUMBERS come to below BOUND, which is from 1 to 65536."""
    fair_below = LARGEST_BOUND - LARGEST_BOUND % bound
    for number in numbers:
        if number < fair_below:
            return number % bound
    raise AssertionError("the numbers have no end")


class Chance:
    """The numbers of one draw from a seed of 32 bytes.

    The same seed and draw always give the same numbers. ValueError if the seed has another length.
    """

    def __init__(self, seed: bytes, draw: int) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._numbers = _numbers(seed, draw)

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to BOUND - 1, each equally likely.

        ValueError unless BOUND is from 1 to 65536.
        """
        if not 1 <= bound <= LARGEST_BOUND:
            raise ValueError(f"cannot draw below {bound}")
        return _below(bound, self._numbers)

    def shuffle(self, items: list[Item]) -> None:
        """Put ITEMS into an order drawn from all their orders, each equally likely."""
        numbers = self._numbers
        for place in range(len(items) - 1, 0, -1):
            other = _below(place + 1, numbers)
            items[place], items[other] = items[other], items[place]

"""Random numbers that follow from a secret seed and from nothing else.

The procedure, so that a recorded round can be dealt again anywhere, by any program:

1. Draw number *n* from a seed of 32 bytes reads a stream of blocks. Block *b* (0, 1, 2, ...) is the
   first 1024 bytes of SHAKE-256 over ``b"pontoon"``, the seed, *n* as 8 bytes and *b* as 8 bytes,
   all big-endian.
2. The stream is read as 16-bit big-endian numbers. For a number below *k*, those from the greatest
   multiple of *k* up to 65536 are passed over, and the next one is taken modulo *k*: every result
   is equally likely.
3. A shuffle is Fisher and Yates's: for *i* from the last place down to 1, the card at place *i*
   changes places with the one at a place drawn below *i* + 1.

SHAKE-256 is a cryptographic function: without the seed, the cards that somebody has seen tell
nothing about those to come.
"""

from array import array
from collections.abc import Iterator
from hashlib import shake_256
from itertools import chain, count
from struct import Struct
from typing import TypeVar

Item = TypeVar("Item")

SEED_BYTES = 32
LARGEST_BOUND = 1 << 16

_NAME_OF_BLOCK = Struct(f">7s{SEED_BYTES}sQQ").pack
_BLOCK_BYTES = 1024
_FIRST_BYTES = 128
"""How much of a block is made at first, in a fourth of the time. Most draws need no more."""
_IS_LITTLE_ENDIAN = array("H", b"\1\0")[0] == 1
"""Whether this machine has the low byte of a number first."""


def _numbers(seed: bytes, draw: int, block: int, size: int = _BLOCK_BYTES) -> "array[int]":
    """Return the 16-bit numbers in the first SIZE bytes of a block."""
    numbers = array("H", shake_256(_NAME_OF_BLOCK(b"pontoon", seed, draw, block)).digest(size))
    if _IS_LITTLE_ENDIAN:
        numbers.byteswap()
    return numbers


def _further_numbers(seed: bytes, draw: int, first: int) -> Iterator[int]:
    """Yield the numbers of a stream after this many FIRST ones."""
    yield from _numbers(seed, draw, 0)[first:]
    for block in count(1):
        yield from _numbers(seed, draw, block)


class SeededRandom:
    """The random numbers of one DRAW from a SEED of 32 bytes.

    The same seed and draw always give the same numbers. ValueError if the seed has another length.

    >>> random = SeededRandom(bytes(32), draw=1)
    >>> numbers = [random.randbelow(52) for _ in range(3)]
    >>> again = SeededRandom(bytes(32), draw=1)
    >>> numbers == [again.randbelow(52) for _ in range(3)]
    True
    >>> random.randbelow(0)
    Traceback (most recent call last):
        ...
    ValueError: cannot draw below 0
    """

    def __init__(self, seed: bytes, draw: int) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        first = _numbers(seed, draw, 0, _FIRST_BYTES)
        self._numbers: Iterator[int] = chain(first, _further_numbers(seed, draw, len(first)))

    def randbelow(self, bound: int) -> int:
        """Return a whole number from 0 to BOUND - 1, each equally likely.

        ValueError unless BOUND is from 1 to 65536.
        """
        if not 1 <= bound <= LARGEST_BOUND:
            raise ValueError(f"cannot draw below {bound}")
        fair_below = LARGEST_BOUND - LARGEST_BOUND % bound
        return next(number for number in self._numbers if number < fair_below) % bound

    def shuffle(self, items: list[Item]) -> None:
        """Put ITEMS into a random order, each order equally likely."""
        bound = len(items)
        surely_fair_below = LARGEST_BOUND - bound  # spares nearly all the exact comparison
        numbers = self._numbers if bound > 1 else ()
        for number in numbers:
            if number < surely_fair_below or number < LARGEST_BOUND - LARGEST_BOUND % bound:
                other = number % bound
                bound -= 1
                items[bound], items[other] = items[other], items[bound]
                if bound == 1:
                    return

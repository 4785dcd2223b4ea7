"""Which nicks and channel names are the same for an IRC server (ISUPPORT CASEMAPPING)."""

from collections.abc import Callable
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

Fold = Callable[[str], str]
"""Brings a nick or channel name to the one spelling by which it is compared."""

_MAX_REMEMBERED = 1000
"""Names whose folded spelling is at hand: each received line asks for the same few many times."""


def _fold_of(upper: str, lower: str) -> Fold:
    table = str.maketrans(upper, lower)

    @lru_cache(_MAX_REMEMBERED)
    def fold(name: str) -> str:
        return name.translate(table)

    return fold


FOLDS: dict[str, Fold] = {
    "ascii": _fold_of(ascii_uppercase, ascii_lowercase),
    "rfc1459": _fold_of(ascii_uppercase + "[]\\^", ascii_lowercase + "{}|~"),
    "rfc1459-strict": _fold_of(ascii_uppercase + "[]\\", ascii_lowercase + "{}|"),
}
"""The known casemappings, by their names in 005."""

FOLDS["strict-rfc1459"] = FOLDS["rfc1459-strict"]

rfc1459: Fold = FOLDS["rfc1459"]
"""The casemapping until a server names another (RFC 1459, section 2.2)."""


def fold_named(name: str) -> Fold:
    """Return the casemapping NAME, in any case; rfc1459 if NAME is empty.

    Under an unknown one, such as ``rfc7613`` (PRECIS), at least ASCII letters are the same in any
    case. To take more for the same would mix up the nicks of different people.
    """
    return FOLDS.get(name.lower(), FOLDS["ascii"]) if name else rfc1459

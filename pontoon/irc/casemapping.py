"""Which nicks and channel names are the same for an IRC server (ISUPPORT CASEMAPPING)."""

from collections.abc import Callable
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

Fold = Callable[[str], str]
"""Brings a nick or channel name to the one spelling by which it is compared."""

_MOST_REMEMBERED = 1000
"""Names whose folded spelling is at hand: each received line asks for the same few many times."""

_FOLDED_PAIRS = {
    "ascii": (ascii_uppercase, ascii_lowercase),
    "rfc1459": (ascii_uppercase + "[]\\^", ascii_lowercase + "{}|~"),
    "rfc1459-strict": (ascii_uppercase + "[]\\", ascii_lowercase + "{}|"),
}
_FOLDED_PAIRS["strict-rfc1459"] = _FOLDED_PAIRS["rfc1459-strict"]


def _fold_of(upper: str, lower: str) -> Fold:
    table = str.maketrans(upper, lower)

    @lru_cache(_MOST_REMEMBERED)
    def fold(name: str) -> str:
        return name.translate(table)

    return fold


FOLDS: dict[str, Fold] = {name: _fold_of(*pairs) for name, pairs in _FOLDED_PAIRS.items()}
"""The known casemappings, by their names in 005."""

rfc1459: Fold = FOLDS["rfc1459"]
"""The casemapping until a server names another (RFC 1459, section 2.2)."""


def fold_named(name: str) -> Fold:
    """Return the casemapping NAME, in any case; rfc1459 if NAME is empty.

    Under an unknown one, such as ``rfc7613`` (PRECIS), at least ASCII letters are the same in any
    case. To take more for the same would mix up the nicks of different people.
    """
    return FOLDS.get(name.lower(), FOLDS["ascii"]) if name else rfc1459

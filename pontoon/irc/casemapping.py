"""Which nicks and channel names an IRC server takes for the same (ISUPPORT CASEMAPPING)."""

from collections.abc import Callable
from string import ascii_lowercase, ascii_uppercase

Fold = Callable[[str], str]
"""Brings a nick to the one spelling by which it is compared."""

_FOLDED_PAIRS = {
    "ascii": (ascii_uppercase, ascii_lowercase),
    "rfc1459": (ascii_uppercase + "[]\\^", ascii_lowercase + "{}|~"),
    "rfc1459-strict": (ascii_uppercase + "[]\\", ascii_lowercase + "{}|"),
}
_FOLDED_PAIRS["strict-rfc1459"] = _FOLDED_PAIRS["rfc1459-strict"]


def _fold_of(upper: str, lower: str) -> Fold:
    table = str.maketrans(upper, lower)
    return lambda name: name.translate(table)


FOLDS: dict[str, Fold] = {name: _fold_of(*pairs) for name, pairs in _FOLDED_PAIRS.items()}
"""The casemappings known, by the name that a server gives in its 005 line."""

rfc1459: Fold = FOLDS["rfc1459"]
"""What holds until a server says otherwise (RFC 1459, section 2.2)."""


def fold_named(name: str) -> Fold:
    """Return the fold that a server calls NAME, in any case; rfc1459 where it calls it nothing.

    Of one that is not known, as ``rfc7613`` (PRECIS), it holds at least that ASCII's letters are
    the same in any case. More must not be taken for the same: a nick would be another's.
    """
    return FOLDS.get(name.lower(), FOLDS["ascii"]) if name else rfc1459

"""Masks for people: ``nick!user@host`` with ``*`` and ``?`` (RFC 2812, section 2.5)."""

import re
from dataclasses import dataclass

from pontoon.irc.casemapping import FOLDS, Fold
from pontoon.irc.people import Person

LONGEST_MASK = 300
"""Characters of a mask: no ``nick!user@host`` on any server is longer."""

_PARTS = re.compile(r"([^\s!@]+)!([^\s@]+)@([^\s@]+)")

_ignore_case = FOLDS["ascii"]


@dataclass(frozen=True, slots=True)
class Mask:
    """Fits a person whose nick, user name and host each fit.

    ``*`` stands for any text, or none, and ``?`` for one character, within one of the three parts.
    """

    nick: str
    user: str
    host: str

    def __str__(self) -> str:
        return f"{self.nick}!{self.user}@{self.host}"

    def fits(self, person: Person, fold: Fold) -> bool:
        """Tell whether the mask fits PERSON. FOLD is the casemapping of the server.

        Case makes no difference. If the ``user@host`` of a person is unknown, only ``*`` fits it.
        """
        user, _, host = person.userhost.rpartition("@")
        return (
            _fits(fold(self.nick), fold(person.nick))
            and _fits(_ignore_case(self.user), _ignore_case(user))
            and _fits(_ignore_case(self.host), _ignore_case(host))
        )


def read_mask(text: str) -> Mask:
    """Return TEXT as a mask; raise ValueError with the correct form if it is none."""
    parts = _PARTS.fullmatch(text) if len(text) <= LONGEST_MASK else None
    if parts is None:
        raise ValueError(
            f"a mask is nick!user@host, with * for any text and ? for one character, as in"
            f" *!*@*.example.org; at most {LONGEST_MASK} characters"
        )
    return Mask(*parts.groups())


def _fits(glob: str, text: str) -> bool:
    """Tell whether GLOB fits the whole of TEXT, in a time that grows with the product of both.

    Each piece between two ``*`` is searched only once: its first place leaves the most text for the
    pieces after it.
    """
    head, *pieces = glob.split("*")
    if not pieces:
        return len(text) == len(glob) and _is_at(0, glob, text)
    *pieces, tail = pieces
    at, end = len(head), len(text) - len(tail)
    if at > end or not (_is_at(0, head, text) and _is_at(end, tail, text)):
        return False
    for piece in pieces:
        found = _find(piece, text, at, end)
        if found is None:
            return False
        at = found + len(piece)
    return True


def _find(piece: str, text: str, start: int, end: int) -> int | None:
    places = range(start, end - len(piece) + 1)
    return next((at for at in places if _is_at(at, piece, text)), None)


def _is_at(at: int, piece: str, text: str) -> bool:
    """Tell whether TEXT, which is long enough, has PIECE at this place."""
    if "?" not in piece:
        return text.startswith(piece, at)
    return all(wanted in ("?", text[at + n]) for n, wanted in enumerate(piece))

"""Masks for people: ``nick!user@host`` with ``*`` and ``?`` (RFC 2812, section 2.5)."""

import re
from fnmatch import fnmatchcase

from msgspec import Struct

from pontoon.irc.casemapping import FOLDS, Fold
from pontoon.irc.people import Person

MAX_MASK_LENGTH = 300
"""Characters of a mask: no ``nick!user@host`` on any server is longer."""

_PARTS = re.compile(r"([^\s!@]+)!([^\s@]+)@([^\s@]+)")

_ignore_case = FOLDS["ascii"]


class Mask(Struct, frozen=True):
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
    parts = _PARTS.fullmatch(text) if len(text) <= MAX_MASK_LENGTH else None
    if parts is None:
        raise ValueError(
            f"a mask is nick!user@host, with * for any text and ? for one character, as in"
            f" *!*@*.example.org; at most {MAX_MASK_LENGTH} characters"
        )
    return Mask(*parts.groups())


def _fits(glob: str, text: str) -> bool:
    """Tell whether TEXT fits GLOB, in a time that grows with the product of both lengths."""
    return fnmatchcase(text, glob.replace("[", "[[]"))

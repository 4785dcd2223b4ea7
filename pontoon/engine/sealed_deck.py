"""Sealed decks: the hashes that fix a deck before it is cut, and the key that its cards come from.

A deck is what is dealt between two shuffles. Its secret is sealed by a hash, SEAL, which is said
before anybody cuts. The words of all cuts make a second hash, CUTS. Secret and cuts together make
KEY, the seed of its draws (see ``rng``). All byte strings are those of FAIR, Byte strings. What is
said in a channel is base64url (RFC 4648, 5) without padding.
"""

import re
from collections.abc import Iterable
from enum import Enum, auto
from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct

from pontoon.engine.decks import Marker, encoded

PROCEDURE = "pontoon-deck-3"
"""The name of this construction; a change of a single byte needs another name."""

SECRET_BYTES = 16
SHORT_BYTES = 20
"""This much of a hash is said: two secrets for one seal cost 2 ** 80 hashes."""
MAX_WORDS = 40
"""Characters of the words of a cut."""

_TO_QUOTE = re.compile(rb"[^!-~]|[%()]")
_WORDS = re.compile("[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")


class Cut(NamedTuple):
    """A nick, and the words with which somebody who had it has cut.

    ``account`` and ``host`` are theirs, "" if there is none, while the deck can be cut.
    """

    nick: str
    words: str
    account: str = ""
    host: str = ""


class DeckPlan(Struct, frozen=True):
    """What a deck is for: a GAME in a CHANNEL of a NETWORK, all as they are in config.ini.

    ``game`` is its command. ``packs`` are of 52 cards each.
    """

    network: str
    channel: str
    game: str
    packs: int
    marker: Marker

    @property
    def is_pack(self) -> bool:
        """Whether it is a pack, which has no marker but a way to gather its cards."""
        return isinstance(self.marker, str)


class DeckName(NamedTuple):
    """What tells a deck from all others: ``number`` counts those of a channel and a bank from 1."""

    bank: str
    network: str
    channel: str
    number: int


class DeckTerms(DeckPlan, frozen=True):
    """All that is sealed but the secret; ``bank`` is the id of the bank."""

    number: int
    bank: str

    @property
    def name(self) -> DeckName:
        return DeckName(self.bank, self.network, self.channel, self.number)


class DeckPlace(NamedTuple):
    """Where in a sealed deck a round was dealt."""

    number: int
    round: int
    """Which round of the deck it is, counted from 1."""
    before: int
    """How many cards of the deck were dealt before it."""
    bank: str = ""
    """The id of the bank; "" in rounds of version 0.5 and before, whose decks are not known."""


class DeckUse(NamedTuple):
    """What a round that is over took of a sealed deck."""

    place: DeckPlace
    cards: int
    is_finished: bool
    """Whether nothing more is dealt from the deck."""


class CutFault(Enum):
    """Why words do not cut a deck."""

    NOTHING = auto()
    TOO_LONG = auto()
    """They have more than 40 characters."""
    OTHER = auto()
    """They have something else than ASCII letters, digits and single spaces."""
    UNHEARD = auto()
    """The seal is not said yet."""
    CLOSED = auto()
    """A round was begun."""
    ONCE = auto()
    """The same person has cut the deck."""
    HOST = auto()
    """Three people of the same host have."""
    ENOUGH = auto()
    """So many have that nobody would read more."""


def quoted(name: str) -> str:
    """Return the NAME of a network or channel as it is hashed: as a word, without brackets.

    >>> quoted("#den 100%"), quoted("#höhle")
    ('#den%20100%25', '#h%C3%B6hle')
    """
    as_bytes = name.encode("utf-8", "surrogateescape")
    return _TO_QUOTE.sub(lambda found: b"%%%02X" % ord(found[0]), as_bytes).decode("ascii")


def marker_text(marker: Marker) -> str:
    """Return MARKER as it is hashed: ``60-75`` for a shoe, ``hands`` for a pack."""
    return marker if isinstance(marker, str) else "{}-{}".format(*marker)


def terms_text(terms: DeckTerms) -> str:
    """Return what the channel is told of TERMS when the deck is opened; the number is said before.

    >>> terms_text(DeckTerms("libera", "#den", "cutwc", 1, "hands", 7, "k3JxQ0aB"))
    'libera #den cutwc 1 hands k3JxQ0aB'
    """
    where = f"{quoted(terms.network)} {quoted(terms.channel)} {terms.game}"
    return f"{where} {terms.packs} {marker_text(terms.marker)} {terms.bank}"


def seal_of(terms: DeckTerms, secret: str) -> str:
    """Return SEAL of a deck with these TERMS and a SECRET, as ``encoded`` writes it."""
    return _short(f"{PROCEDURE} seal {terms.number} {terms_text(terms)} {secret}")


def cuts_of(seal: str, cuts: Iterable[str]) -> str:
    """Return CUTS of the deck with that SEAL, which was cut with these words, in any order."""
    return _short("\n".join([f"{PROCEDURE} cuts {seal}", *sorted(cuts), ""]))


def key_of(seal: str, secret: str, cuts: str) -> bytes:
    """Return KEY, from which all draws of a deck follow; CUTS is the hash of that name."""
    return sha256(f"{PROCEDURE} key {seal} {cuts} {secret}".encode("ascii")).digest()


def _short(text: str) -> str:
    """Return SHORT of TEXT, 27 characters.

    >>> _short("before")
    'bbfYA-dPH_p9j1rcC_lbPhW_TIM'
    """
    return encoded(sha256(text.encode("ascii")).digest()[:SHORT_BYTES])


def cut_words(said: str) -> str | CutFault:
    r"""Return the words that count of what was SAID behind ``!cut``, or why it does not cut.

    Words are never shortened: people must be able to find them in the hash.

    >>> cut_words(" years ago ")
    'years ago'
    >>> cut_words("x" * 41), cut_words("\x034red"), cut_words("two  spaces"), cut_words(" ")
    (<CutFault.TOO_LONG: 2>, <CutFault.OTHER: 3>, <CutFault.OTHER: 3>, <CutFault.NOTHING: 1>)
    """
    words = said.strip(" ")  # nobody sees those at the ends
    if not words:
        return CutFault.NOTHING
    if not _WORDS.fullmatch(words):
        return CutFault.OTHER
    return words if len(words) <= MAX_WORDS else CutFault.TOO_LONG

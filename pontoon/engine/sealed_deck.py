"""Sealed decks: the hashes that fix a deck before it is cut, and the key that its cards come from.

A deck is what is dealt between two shuffles. Its secret is sealed by a hash, SEAL, which is said
before anybody cuts. The words of all cuts make a second hash, CUTS. Secret and cuts together make
KEY, the seed of its draws (see ``rng``). All byte strings are those of FAIR, Byte strings. What is
said in a channel is base64url (RFC 4648, 5) without padding.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

from msgspec import Struct

from pontoon.engine.decks import Marker, encoded

PROCEDURE = "pontoon-deck-2"
"""The name of this construction; a change of a single byte needs another name."""

SECRET_BYTES = 16
SHORT_BYTES = 20
"""So much of a hash is said: two secrets for one seal cost 2 ** 80 hashes."""
MAX_WORDS_BYTES = 100
MAX_CUTS = 20

_TO_QUOTE = re.compile("[\x00-\x20%\x7f]")
_NOT_IN_WORDS = re.compile("[\x00-\x1f\x7f]")
_SPACES = re.compile(" +")

Cut = tuple[str, str]
"""A nick, and the words with which somebody who had it has cut."""

Cuts = tuple[Cut, ...]
"""The cuts of a deck that count; the latest comes last."""


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


class DeckTerms(DeckPlan, frozen=True):
    """All that is sealed but the secret.

    ``number`` counts the decks of a file from 1. ``before`` is SHORT of the record before.
    """

    number: int
    before: str


class DeckPlace(NamedTuple):
    """Where in a sealed deck a round was dealt."""

    number: int
    round: int
    """Which round of the deck it is, counted from 1."""
    before: int
    """How many cards of the deck were dealt before it."""


class DeckUse(NamedTuple):
    """What a round that is over took of a sealed deck."""

    place: DeckPlace
    cards: int
    is_finished: bool
    """Whether nothing more is dealt from the deck."""


class CutFault(Enum):
    """Why words do not cut a deck."""

    NOTHING = auto()
    """There are none, or only spaces."""
    TOO_LONG = auto()
    """They have more than 100 bytes."""
    CONTROL = auto()
    """They have a control character, such as a colour."""
    NOT_UTF8 = auto()


def quoted(name: str) -> str:
    """Return the NAME of a network or channel as it is hashed, without any space.

    >>> quoted("#den 100%")
    '#den%20100%25'
    """
    return _TO_QUOTE.sub(lambda found: f"%{ord(found[0]):02x}", name)


def marker_text(marker: Marker) -> str:
    """Return MARKER as it is hashed: ``60-75`` for a shoe, ``hands`` for a pack."""
    return marker if isinstance(marker, str) else "{}-{}".format(*marker)


def terms_text(terms: DeckTerms) -> str:
    """Return what the channel is told of TERMS when the deck is opened; the number is said before.

    >>> terms_text(DeckTerms("libera", "#den", "cutwc", 1, "hands", 7, "bbfY"))
    'libera #den cutwc 1 hands bbfY'
    """
    where = f"{quoted(terms.network)} {quoted(terms.channel)} {terms.game}"
    return f"{where} {terms.packs} {marker_text(terms.marker)} {terms.before}"


def seal_of(terms: DeckTerms, secret: str) -> str:
    """Return SEAL of a deck with these TERMS and a SECRET, as ``encoded`` writes it."""
    return short(f"{PROCEDURE} seal {terms.number} {terms_text(terms)} {secret}".encode())


def cuts_of(seal: str, cuts: Iterable[str]) -> str:
    """Return CUTS of the deck with that SEAL, which was cut with these words, in any order."""
    ordered = sorted(words.encode() for words in cuts)
    return short(b"\n".join([f"{PROCEDURE} cuts {seal}".encode(), *ordered, b""]))


def key_of(seal: str, secret: str, cuts: str) -> bytes:
    """Return KEY, from which all draws of a deck follow; CUTS is the hash of that name.

    This is HKDF with SHA-256 (RFC 5869): the first block is as long as KEY.
    """
    extracted = _hmac(cuts.encode(), secret.encode())
    return _hmac(extracted, f"{PROCEDURE} key {seal}".encode() + b"\x01")


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def short(content: bytes) -> str:
    """Return SHORT of CONTENT, 27 characters.

    >>> short(b"before")
    'bbfYA-dPH_p9j1rcC_lbPhW_TIM'
    """
    return short_of(hex_digest(content))


def short_of(digest: str) -> str:
    """Return SHORT of what has that hash, a DIGEST in hex digits."""
    return encoded(bytes.fromhex(digest)[:SHORT_BYTES])


def hex_digest(content: bytes) -> str:
    """Return H of CONTENT, SHA-256 in hex digits."""
    return hashlib.sha256(content).hexdigest()


def cut_words(said: str) -> str | CutFault:
    r"""Return the words that count of what was SAID behind ``!cut``, or why it does not cut.

    Words are never shortened: people must be able to find them in the hash.

    >>> cut_words("  years   ago ")
    'years ago'
    >>> cut_words("x" * 101), cut_words("\x034red"), cut_words(" ")
    (<CutFault.TOO_LONG: 2>, <CutFault.CONTROL: 3>, <CutFault.NOTHING: 1>)
    """
    if _NOT_IN_WORDS.search(said):
        return CutFault.CONTROL
    words = _SPACES.sub(" ", said).strip(" ")
    if not words:
        return CutFault.NOTHING
    try:
        size = len(words.encode())
    except UnicodeEncodeError:
        return CutFault.NOT_UTF8
    return words if size <= MAX_WORDS_BYTES else CutFault.TOO_LONG


def with_cut(cuts: Cuts, cut: Cut) -> Cuts:
    """Return CUTS with CUT, by words from ``cut_words``, in place of that nick's earlier one.

    The 21st nick takes the place of the one that has not cut for the longest time. Otherwise twenty
    nicks of one person could keep everybody else from cutting.
    """
    others = [each for each in cuts if _folded(each[0]) != _folded(cut[0])]
    return (*others, cut)[-MAX_CUTS:]


def _folded(nick: str) -> bytes:
    return nick.encode("utf-8", "surrogatepass").lower()  # bytes fold ASCII alone

"""Lines and names as the server inside the bot reads and sends them."""

import re
from collections.abc import Iterable, Iterator

from pontoon.irc.server import limits

_NICK = re.compile(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]*")
_CHANNEL = re.compile("#[^\x00-\x20,\x7f-\x9f\ud800-\udfff]*")
"""No name contains control characters, or bytes that are not UTF-8."""
_KEY = re.compile("(?!:)[^\x00-\x20,\x7f-\x9f\ud800-\udfff]+")
_NOT_IN_USER_NAMES = re.compile(r"[^A-Za-z0-9._-]")

_END = b"\r\n"

_LONGEST_CHARACTER = 4
"""Bytes of a character in UTF-8, at most."""


def is_nick(name: str) -> bool:
    return len(name) <= limits.NICK_LENGTH and _NICK.fullmatch(name) is not None


def is_channel(name: str) -> bool:
    return _CHANNEL.fullmatch(name) is not None and len(encoded(name)) <= limits.CHANNEL_BYTES


def is_key(word: str) -> bool:
    return _KEY.fullmatch(word) is not None and len(encoded(word)) <= limits.KEY_BYTES


def user_name(wanted: str) -> str:
    """Return a user name of those characters of WANTED that are valid."""
    return _NOT_IN_USER_NAMES.sub("", wanted)[: limits.USER_LENGTH] or "user"


def decoded(raw: bytes) -> str:
    """Decode RAW as UTF-8; other bytes become surrogates, which ``encoded`` turns back."""
    return raw.decode("utf-8", errors="surrogateescape")


def encoded(text: str) -> bytes:
    """Return the bytes from which TEXT was decoded."""
    return text.encode("utf-8", errors="surrogateescape")


def shortened(text: str, most: int) -> str:
    """Return as much of TEXT as fits into MOST bytes, cut between characters."""
    raw = encoded(text)
    if len(raw) <= most:
        return text
    nearby = range(most, max(most - _LONGEST_CHARACTER, -1), -1)
    # All bytes of a character but the first are 10xxxxxx.
    end = next((place for place in nearby if raw[place] & 0b1100_0000 != 0b1000_0000), most)
    return decoded(raw[:end])


def as_sent(line: str) -> bytes:
    """Return LINE as bytes, cut to the length of a line, with CR LF."""
    return encoded(shortened(line, limits.LINE_BYTES - len(_END))) + _END


def room_in(line: str) -> int:
    """Return how many bytes still fit into LINE."""
    return limits.LINE_BYTES - len(as_sent(line))


def packed(words: Iterable[str], most: int) -> Iterator[str]:
    """Join WORDS with spaces into texts of at most MOST bytes each."""
    text = ""
    for word in words:
        longer = f"{text} {word}" if text else word
        if text and len(encoded(longer)) > most:
            yield text
            longer = word
        text = longer
    if text:
        yield text


def without_tags(received: bytes) -> bytes | None:
    """Return RECEIVED, a line without CR LF, without its tags; None if it is too long."""
    tags, line = b"", received
    if received.startswith(b"@"):
        tags, _, line = received.partition(b" ")
    is_too_long = len(tags) >= limits.TAG_BYTES or len(line) > limits.LINE_BYTES - len(_END)
    return None if is_too_long else line

"""Lines and names as the server inside the bot reads and sends them."""

import re
from collections.abc import Iterable, Iterator

from pontoon.irc.server.limits import CHANNEL_BYTES, LINE_BYTES, NICK_LENGTH

_NICK = re.compile(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]*")
_CHANNEL = re.compile("#[^\x00-\x20,\x7f-\x9f\ud800-\udfff]*")
"""No name contains control characters, or bytes that are not UTF-8."""

_END = b"\r\n"
MOST_BYTES = LINE_BYTES - len(_END)

_PART_OF_CHARACTER = re.compile("[\udc80-\udcff]{1,3}$")
"""What remains of a character in UTF-8 that was cut, once it is decoded."""


def is_nick(name: str) -> bool:
    return len(name) <= NICK_LENGTH and _NICK.fullmatch(name) is not None


def is_channel(name: str) -> bool:
    return _CHANNEL.fullmatch(name) is not None and len(encoded(name)) <= CHANNEL_BYTES


def decoded(raw: bytes) -> str:
    """Decode RAW as UTF-8; other bytes become surrogates, which ``encoded`` turns back."""
    return raw.decode("utf-8", errors="surrogateescape")


def encoded(text: str) -> bytes:
    """Return the bytes from which TEXT was decoded."""
    return text.encode("utf-8", errors="surrogateescape")


def as_sent(line: str) -> bytes:
    """Return LINE as bytes, cut between characters to the length of a line, with CR LF."""
    raw = encoded(line)
    if len(raw) > MOST_BYTES:
        raw = encoded(_PART_OF_CHARACTER.sub("", decoded(raw[:MOST_BYTES])))
    return raw + _END


def packed(words: Iterable[str], before: str) -> Iterator[str]:
    """Join WORDS with spaces into texts that each fit into a line behind the text BEFORE."""
    most = MOST_BYTES - len(encoded(before))
    text = ""
    for word in words:
        longer = f"{text} {word}" if text else word
        if text and len(encoded(longer)) > most:
            yield text
            longer = word
        text = longer
    if text:
        yield text

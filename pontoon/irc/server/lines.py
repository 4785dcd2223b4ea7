"""Text that passes through as the bytes it came as, UTF-8 or not, and never too much of it."""

from collections.abc import Iterable, Iterator

from pontoon.irc.server.limits import LINE_BYTES, TAG_BYTES

_END = b"\r\n"

_LONGEST_CHARACTER = 4
"""Bytes of a character in UTF-8, at most."""


def decoded(raw: bytes) -> str:
    """Read RAW as UTF-8; a byte that is not stands for itself, and ``encoded`` gives it back."""
    return raw.decode("utf-8", errors="surrogateescape")


def encoded(text: str) -> bytes:
    """Return the bytes that TEXT was decoded from."""
    return text.encode("utf-8", errors="surrogateescape")


def shortened(text: str, most: int) -> str:
    """Return as much of TEXT as fits into MOST bytes; no character is cut in two."""
    raw = encoded(text)
    if len(raw) <= most:
        return text
    nearby = range(most, max(most - _LONGEST_CHARACTER, -1), -1)
    end = next((place for place in nearby if not _is_inside_character(raw[place])), most)
    return decoded(raw[:end])


def as_sent(line: str) -> bytes:
    """Return LINE as it goes out: cut to the length of a line, CR LF added."""
    return encoded(shortened(line, LINE_BYTES - len(_END))) + _END


def room_in(line: str) -> int:
    """Return how many bytes may be added to LINE."""
    return LINE_BYTES - len(as_sent(line))


def packed(words: Iterable[str], most: int) -> Iterator[str]:
    """Join WORDS with spaces into texts of at most MOST bytes; no word is divided."""
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
    """Return the line RECEIVED, without CR LF, less its message tags; None if it is too long."""
    tags, line = b"", received
    if received.startswith(b"@"):
        tags, _, line = received.partition(b" ")
    if len(tags) >= TAG_BYTES or len(line) > LINE_BYTES - len(_END):
        return None
    return line


def _is_inside_character(byte: int) -> bool:
    return byte & 0b1100_0000 == 0b1000_0000

"""Lines of the IRC protocol: decoded and parsed (RFC 1459, 2.3)."""

import re

from msgspec import Struct, field

MAX_MESSAGE_BYTES = 4096
"""Characters of a message without its tags; a longer one is malformed. No server allows more than a
few times the usual 512 bytes, and the cost of a message grows with its length."""

MAX_TAGS_BYTES = 8191
"""Bytes of message tags, with the @ and the space; longer tags are ignored (IRCv3)."""

USED_TAGS = frozenset({"account", "batch", "time"})
"""The message tags that the client uses."""

_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_MEANT = {":": ";", "s": " ", "r": "\r", "n": "\n"}
"""What a letter after a backslash means in a tag; any other means itself."""

_BREAKS_A_LINE = re.compile("[\r\n\0]+")

_NOT_SAYABLE = re.compile("[\x00-\x02\x04-\x0e\x10-\x1f\x7f-\x9f]")
"""Control characters, except colour (03) and reset (0F), which colour the suits."""

_BREAKS_A_TARGET = re.compile("[\x00- \x7f-\x9f,]")


class Line(Struct):
    """A message: ``command`` is in upper case, and ``tags`` has only those in USED_TAGS."""

    command: str
    params: list[str]
    source: str = ""
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def nick(self) -> str:
        """The nick of the sender; the name of a server, and "" if the message does not say."""
        return self.source.partition("!")[0]


def text_of(line: bytes) -> str:
    """Decode LINE as UTF-8, or else as Windows-1252: no server guarantees UTF-8."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def keep_bytes(message: Line, line: bytes, text: str) -> None:
    """Restore in the text of MESSAGE each byte of LINE that is no part of UTF-8.

    Such a byte becomes a lone surrogate (PEP 383), so that whoever needs the bytes can see that it
    was not UTF-8. TEXT is what ``text_of`` made of LINE: in Windows-1252 each byte is a character,
    in UTF-8 only those of ASCII are.
    """
    is_utf8 = text.isascii() or len(text) < len(line)
    exact = None if is_utf8 else parse(line.decode("utf-8", errors="surrogateescape"))
    if exact is not None:
        message.params[1:] = exact.params[1:]


def parse(text: str) -> Line | None:
    """Parse TEXT up to a NUL or CR inside; None if it is malformed (RFC 2812, 2.3.1)."""
    tags, _, message = text.partition(" ") if text.startswith("@") else ("", "", text)
    message = message.lstrip(" ")
    if len(message) > MAX_MESSAGE_BYTES:
        return None
    if "\0" in message or "\r" in message or "\n" in message:
        message = _BREAKS_A_LINE.split(message, 1)[0]
    before, colon, trailing = message.partition(" :")
    words = [word for word in before.split(" ") if word]
    source = words.pop(0)[1:] if words and words[0].startswith(":") else ""
    if not words:
        return None
    command, *params = words
    if colon:
        params.append(trailing)
    used = _used(tags[1:]) if tags and len(tags) < MAX_TAGS_BYTES else {}
    return Line(command.upper(), params, source, used)


def _used(tags: str) -> dict[str, str]:
    """Return the USED_TAGS in TAGS; the last one of a name counts (IRCv3's message-tags)."""
    found: dict[str, str] = {}
    for tag in tags.split(";"):
        name, _, value = tag.partition("=")
        if name in USED_TAGS:
            found[name] = _ESCAPE.sub(lambda escape: _MEANT.get(escape[1], escape[1]), value)
    return found


def cut(text: str, size: int) -> str:
    """Return as much of TEXT as fits into SIZE bytes of UTF-8, cut between characters."""
    if text.isascii():
        return text[: max(size, 0)]
    return text.encode("utf-8", errors="replace")[: max(size, 0)].decode("utf-8", errors="ignore")


def size_of(text: str) -> int:
    """Return how many bytes of UTF-8 TEXT takes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", errors="replace"))


def one_line(text: str) -> str:
    """Return TEXT with spaces for CR, LF and NUL, which would end or break a line."""
    return _BREAKS_A_LINE.sub(" ", text)


def sayable(text: str) -> str:
    """Return TEXT with spaces for control characters, except those for colour."""
    return _NOT_SAYABLE.sub(" ", text).strip()


def is_target(name: str) -> bool:
    """Tell whether NAME can be a target in a message without changing the rest of it."""
    return bool(name) and not name.startswith(":") and _BREAKS_A_TARGET.search(name) is None


def visible(text: str) -> str:
    r"""Return TEXT with invisible characters written as escapes: ``\x02`` for bold."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def plain_reason(fault: BaseException | None) -> str:
    """Return as text why a connection ended; TLS gives its reason as a structure."""
    match fault:
        case BaseException(args=([(_, _, str(why)), *_],)):
            return f"TLS: {why}"
    return str(fault) or type(fault).__name__

"""Lines of the IRC protocol: from bytes, into bytes, and made fit to be logged (RFC 1459, 2.3)."""

import re
from collections.abc import Callable, Iterator

from irctokens.line import Line, tokenise

LONGEST_RECEIVED = 16 * 1024
"""Bytes after which a line without an end is given up; tags and text allow for 8,191 + 512."""

LONGEST_MESSAGE = 4096
"""Characters of a message, without its tags, above which it is none: servers that allow more than
512 bytes at all allow a few times as many, and what a message costs grows with its length."""

LONGEST_TAGS = 8191
"""Bytes of message tags, with the @ and the space, above which they count as none (IRCv3)."""

USED_TAGS = frozenset({"account", "batch", "time"})
"""Message tags that anything here goes by."""

_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_MEANT = {":": ";", "s": " ", "r": "\r", "n": "\n"}
"""What a letter behind a backslash stands for in a tag; any other for itself."""

_TOO_LONG = f"a line of more than {LONGEST_RECEIVED} bytes was dropped"

_NOT_SAYABLE = re.compile("[\x00-\x02\x04-\x0e\x10-\x1f\x7f-\x9f]")
"""Control characters but for colour (03) and back to plain (0F), which colour the suits."""

_BREAKS_A_TARGET = re.compile("[\x00- \x7f-\x9f,]")

_SECRETS = (
    re.compile(r"^((?:@\S* +)?(?::\S* +)?(?:PASS|OPER)\b).+", re.IGNORECASE | re.DOTALL),
    re.compile(r"(\bAUTHENTICATE\b)\s.+", re.IGNORECASE | re.DOTALL),
    re.compile(
        r"(\b(?:IDENTIFY|REGAIN|RECOVER|RELEASE|GHOST|SET PASSWORD|REGISTER)\b)\s.+",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(r"^((?:@\S* +)?JOIN +\S+) .+", re.IGNORECASE | re.DOTALL),
    re.compile(
        r"^((?:@\S* +)?(?::\S* +)?(?:MODE|324 +\S+) +\S+ +:?[^\sk]*k\S*) .+",
        re.IGNORECASE | re.DOTALL,
    ),
)


class LineBuffer:
    """Bytes received, cut into lines at each LF.

    Of a line longer than any that a server may send nothing is kept, and LOG is told.
    """

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self._rest = b""
        self._skipping = False

    def feed(self, received: bytes) -> Iterator[bytes]:
        """Yield each line that RECEIVED completes, without its CR LF."""
        *lines, self._rest = (self._rest + received).split(b"\n")
        for line in lines:
            if self._skipping:
                self._skipping = False
            elif len(line) > LONGEST_RECEIVED:
                self._log(_TOO_LONG)
            else:
                yield line.rstrip(b"\r")
        if len(self._rest) > LONGEST_RECEIVED and not self._skipping:
            self._log(_TOO_LONG)
            self._skipping = True
        if self._skipping:
            self._rest = b""


def text_of(line: bytes) -> str:
    """Decode LINE as UTF-8 or else, as no server promises that it is, as Windows' Latin-1."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def parse(text: str) -> Line | None:
    """Read TEXT as a message; None where it is not one. Of its tags only USED_TAGS are there.

    irctokens itself takes a tenth of a second for some tags.
    """
    tags, _, message = text.partition(" ") if text.startswith("@") else ("", "", text)
    message = message.lstrip(" ")
    if len(message) > LONGEST_MESSAGE:
        return None
    try:
        line = tokenise(message)
    except (IndexError, ValueError):
        return None
    line.tags = (_used(tags[1:]) if len(tags) < LONGEST_TAGS else None) or None
    return line


def _used(tags: str) -> dict[str, str]:
    """Return what TAGS says of the USED_TAGS; the last one counts (IRCv3's message-tags)."""
    found: dict[str, str] = {}
    for tag in tags.split(";"):
        name, _, value = tag.partition("=")
        if name in USED_TAGS:
            found[name] = _ESCAPE.sub(lambda escape: _MEANT.get(escape[1], escape[1]), value)
    return found


def cut(text: str, size: int) -> str:
    """Return as much of TEXT as fits into SIZE bytes of UTF-8, cut between characters."""
    return text.encode("utf-8", errors="replace")[: max(size, 0)].decode("utf-8", errors="ignore")


def size_of(text: str) -> int:
    """Return how many bytes TEXT takes."""
    return len(text.encode("utf-8", errors="replace"))


def one_line(text: str) -> str:
    """Return TEXT without what would end or break a line: CR, LF and NUL become spaces."""
    return re.sub("[\r\n\0]+", " ", text)


def sayable(text: str) -> str:
    """Return TEXT with spaces for control characters; only the codes for colour stay."""
    return _NOT_SAYABLE.sub(" ", text).strip()


def is_target(name: str) -> bool:
    """Tell whether NAME can stand for a nick or channel in a message without changing the rest."""
    return bool(name) and not name.startswith(":") and _BREAKS_A_TARGET.search(name) is None


def visible(text: str) -> str:
    r"""Return TEXT with control and other invisible characters written out: ``\x02`` for bold."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def plain_reason(fault: BaseException | None) -> str:
    """Return in words why a connection ended, also where TLS itself says it in a structure."""
    match fault:
        case BaseException(args=([(_, _, str(why)), *_],)):
            return f"TLS: {why}"
    return str(fault) or type(fault).__name__


def without_word(text: str, word: str) -> str:
    """Return TEXT with ``***`` for each WORD in it that is no part of a longer one."""
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "***", text)


def concealed(line: str) -> str:
    """Return LINE as it may be logged: visible, and ``***`` for every password in it."""
    for secret in _SECRETS:
        line = secret.sub(r"\1 ***", line)
    return visible(line)

"""What is said to whom: lines before they are cut to what a server lets through."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum


class Priority(IntEnum):
    """What goes first when several lines wait to be sent."""

    PROMPT = 0
    """Somebody is asked to decide: the table waits for them."""
    GAME = 1
    """What happens at a table."""
    CHATTER = 2
    """Answers that no table waits for."""


JOINT = " | "
"""What stands between things said in one line."""


Told = Callable[[], None]
"""Called when the server is known to have a line."""


@dataclass(frozen=True, slots=True)
class Message:
    """Things said at once to one place, a nick or a channel.

    They are joined with ``separator`` on as few lines as they fit; each line begins with
    ``heading``. If it ``joins`` and has to wait, it is joined with what is said before and after it
    that joins too. Something said later on the same ``topic`` takes the place of what still waits:
    nobody wants to know any more. What has to be heard says in ``told`` what to do when the
    server has its last line; it is sent even while the bot stops.

    ``place`` is the channel that it is about, if any: lines of one channel do not hold up those of
    another. ``of_round`` names the round there that it tells of. Where it ``stops`` that round it
    takes the place of all that still waits to be told of it.
    """

    target: str
    items: tuple[str, ...]
    urgency: Priority
    separator: str = JOINT
    heading: str = ""
    joins: bool = False
    topic: str = ""
    place: str = ""
    of_round: str = ""
    stops: bool = False
    told: Told | None = None


Send = Callable[[Message], None]
"""Where what is said goes."""


def lines_of(say: Message, room: int) -> list[str]:
    """Return SAY as lines of at most ROOM bytes of UTF-8.

    An item that is too long for a line of its own is cut between words, and a word that is too
    long for one between characters.
    """
    room = max(room - len(say.heading.encode()), _LEAST_ROOM)
    lines: list[str] = []
    line = ""
    for item in say.items:
        joined = line + say.separator + item if line else item
        if _bytes(joined) <= room:
            line = joined
            continue
        if line:
            lines.append(line)
        *full, line = _cut_between_words(item, room)
        lines.extend(full)
    if line:
        lines.append(line)
    return [say.heading + line for line in lines]


_LEAST_ROOM = 4
"""The bytes of the longest character: with less, nothing could be said at all."""


def _bytes(text: str) -> int:
    return len(text.encode())


def _cut_between_words(text: str, room: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if _bytes(joined) <= room:
            lines[-1] = joined
        else:
            lines.extend(_cut_between_characters(word, room))
    return [line for line in lines if line] or [""]


def _cut_between_characters(word: str, room: int) -> Iterator[str]:
    piece = ""
    for character in word:
        if _bytes(piece) + _bytes(character) > room:
            yield piece
            piece = ""
        piece += character
    yield piece

"""Messages to people and channels, before they are cut into lines, and how text is formatted."""

import re
from collections.abc import Callable, Iterator
from enum import Enum, IntEnum
from typing import Protocol, runtime_checkable

from msgspec import Struct

from pontoon.irc.line import size_of

FORMATTING = re.compile(
    "\x03(?:[0-9]{1,2}(?:,[0-9]{1,2})?)?|\x04(?:[0-9A-Fa-f]{6}(?:,[0-9A-Fa-f]{6})?)?"
    "|[\x02\x0f\x11\x16\x1d-\x1f]"
)
"""Colours, bold, reset, monospace, reverse, italics, strikethrough and underline."""


class Priority(IntEnum):
    """Which line goes first when several wait."""

    RECORD = 0
    """What people's logs must have: nothing that is said of the channel later overtakes it."""
    PROMPT = 1
    """A prompt to decide: the table waits for the answer."""
    GAME = 2
    """What a channel is told of its table; soon, even if prompts wait."""
    ASIDE = 3
    """What one player is told of a table, after all that the channel is told of it."""
    CHATTER = 4
    """Answers that no table waits for."""


class Topic(Enum):
    """What a message is about. It says what becomes of those that still wait."""

    PLAY = "play"
    """What is done in a round: said in one line with what waits on this topic."""
    RESULTS = "results"
    """How hands ended: said in one line, too. The turn is over."""
    VOID = "void"
    """A round is given up: this replaces what waits about its table, but for what must be heard."""
    CARDS = "cards"
    """Somebody's cards and prompts: a later one replaces what waits for the same person."""
    OFFER = "offer"
    """An offer to somebody: a later one replaces it."""
    PLACES = "places"
    """Who is in for the next round: a later one replaces it."""


JOINED = frozenset({Topic.PLAY, Topic.RESULTS})
REPLACED = frozenset({Topic.CARDS, Topic.OFFER, Topic.PLACES})

JOINT = " | "
"""The text between items in one line."""

MAX_JOINED = 300
"""Characters of a line of a game that has several items: nobody reads longer ones."""

GAME_MARK, OTHER_MARK = "♠ ", "♢ "
"""What a line to a channel begins with: what the game does, and all else (INTERFACE).

No name begins a line, so nobody's can be an order to another program; and who checks a deck by a
log reads the first kind alone.
"""
NO_MARK = ""
"""A line that seals a deck, or opens one, begins with the word for it."""

ASCII_MARKS = {GAME_MARK: "= ", OTHER_MARK: "~ ", NO_MARK: NO_MARK}

Told = Callable[[], None]
"""Called when a line has left the program."""


@runtime_checkable
class Question(Protocol):
    """What a private message has as ``left`` if it matters whether its last sending has arrived.

    If the server refuses the message for now, ``taken_back`` is called, and this again when the
    message has left again, or is dropped.
    """

    def __call__(self) -> None: ...

    def taken_back(self) -> None: ...


def do_nothing(*_: object) -> None:
    """Do nothing: for those who must name what is called, and want nothing."""


class Message(Struct, frozen=True):
    """Items for one target, a nick or a channel, which are joined on as few lines as possible.

    It is about ``channel``, if any: lines about one channel do not hold up those about another.
    In a channel, each line begins with ``mark``; only lines of one mark are joined.
    With a ``heading`` each line begins with it, and commas stand between the items.

    ``topic`` says what becomes of messages that wait. One that only ``informs`` is dropped while
    lines about its channel wait. The items in ``of_turn`` tell whose turn it is: they are left out
    if the turn is over before they are said, by the next message with such items or by results.

    ``left`` is called when a private message has left the program, or is dropped; only once, unless
    it is a ``Question``. For a channel it is called when the server has confirmed it: it has
    answered a PING behind the message, and has neither refused it nor put the bot out. A message
    with it goes out even while the bot stops, unless it can be replaced, only informs, or is an
    answer.

    A RECORD goes out after what the channel was told before it, and before all else about its
    channel. Nothing joins, drops or replaces it. If it ``holds`` the others, they also wait until
    the server has confirmed it, or refused it.
    """

    target: str
    items: tuple[str, ...]
    urgency: Priority
    channel: str = ""
    mark: str = OTHER_MARK
    heading: str = ""
    topic: Topic | None = None
    informs: bool = False
    of_turn: tuple[str, ...] = ()
    left: Told | None = None
    holds: bool = False

    @property
    def ends_turn(self) -> bool:
        """Whether what waits about an earlier turn is no news any more."""
        return self.topic is Topic.RESULTS or bool(self.of_turn)

    @property
    def separator(self) -> str:
        """What stands between two items in one line."""
        return ", " if self.heading else JOINT


Send = Callable[[Message], None]
"""Sends a message."""


class Speak(Protocol):
    """Passes a message to the connection, if there is one; a private one as COMMAND says."""

    def __call__(self, message: Message, command: str = "") -> None: ...


def without_formatting(text: str) -> str:
    r"""Return TEXT without bold, colours and the like: many clients add them to all that is typed.

    >>> without_formatting("\x02\x0304,01!bet 5\x1d0\x0f")
    '!bet 50'
    """
    return FORMATTING.sub("", text)


def lines_of(message: Message, room: int) -> list[str]:
    """Return MESSAGE as lines of at most ROOM bytes of UTF-8.

    Items of a game are joined up to ``MAX_JOINED`` characters. An item that is too long for a line
    is cut between words, and a word that is too long for a line is cut between characters.
    """
    room = max(room - size_of(message.heading), _MIN_ROOM)
    if message.urgency in (Priority.GAME, Priority.RECORD) and not message.heading:
        most = MAX_JOINED - len(message.heading)
    else:
        most = room
    lines: list[str] = []
    line = ""
    for item in message.items:
        joined = line + message.separator + item if line else item
        if size_of(joined) <= room and (not line or len(joined) <= most):
            line = joined
            continue
        if line:
            lines.append(line)
        *full, line = _cut_between_words(item, room)
        lines.extend(full)
    if line:
        lines.append(line)
    return [message.heading + line for line in lines]


_MIN_ROOM = 4
"""The bytes of the longest character: with less room, no text would fit at all."""


def _cut_between_words(text: str, room: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if size_of(joined) <= room:
            lines[-1] = joined
        else:
            place = _where_to_cut(lines[-1], word, room)
            lines[-1], moved = lines[-1][:place].rstrip(" "), lines[-1][place:]
            lines.extend([f"{moved} {word}"] if moved else _cut_between_characters(word, room))
    return [line for line in lines if line] or [""]


def _where_to_cut(line: str, word: str, room: int) -> int:
    """Return the place in LINE where what goes to the next line with WORD begins; else its end.

    Other programs may obey a line that begins with a sign, as a word in a name may (``!op``): such
    a WORD takes along what is before it, if both fit into ROOM bytes.
    """
    starts = [found.end() for found in re.finditer(r" (?=\w)", line)]
    if word[:1].isalnum() or not starts or size_of(f"{line[starts[-1] :]} {word}") > room:
        return len(line)
    return starts[-1]


def _cut_between_characters(word: str, room: int) -> Iterator[str]:
    piece = ""
    for character in word:
        if size_of(piece) + size_of(character) > room:
            yield piece
            piece = ""
        piece += character
    yield piece

"""Lines that wait to be sent, and which of them goes next."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon.irc.casemapping import Fold
from pontoon.irc.line import size_of
from pontoon.irc.outgoing import (
    JOINED,
    JOINT,
    MAX_JOINED,
    REPLACED,
    Message,
    Priority,
    Question,
    Told,
    do_nothing,
)

MAX_LINES = 500
"""Lines about one channel, or commands, that may wait. The oldest that need not be sent is dropped:
it is about a round that is long over. A round has at most 100 players."""

MAX_CHATTER = 50
"""Answers that may wait; then some for those who have most are dropped."""
MAX_CHATTER_EACH = 20
"""Answers that may wait for one person or channel, who learns if there are more."""

MAX_SENT = 20
"""Private lines that are remembered after they were sent, as the server may refuse them."""

MAX_PRIVATE_IN_A_ROW = 2
"""Prompts, with what goes before them, ahead of a line which waits to tell their channel."""

LINES_FOR_AN_ANSWER = 5
"""Lines of games after which an answer goes, though others wait."""

COMMANDS = "commands"
"""What commands wait as, in turn with the channels: JOIN, WHO, WHOIS."""

TOO_MUCH = "..."
"""What people get in place of answers that are dropped, unless the caller has better words."""


class Line(Struct, eq=False):
    """A line that waits: ``items`` of a message, or of several that are joined, behind ``address``.

    The items in ``of_turn`` are left out when the turn is over. ``left`` is called when the line
    has left the program, or is dropped; ``leaves`` when it is passed to the connection. The server
    has refused it ``attempts`` times; ``sent_at`` is when the last attempt began.
    """

    message: Message
    address: str
    items: list[str]
    of_turn: tuple[str, ...] = ()
    left: list[Told] = field(default_factory=list)
    leaves: Told | None = None
    attempts: int = 0
    sent_at: float = 0.0

    @property
    def channel(self) -> str:
        """The channel that the line is about, as is its turn; "" if there is none."""
        return self.message.channel

    @property
    def target(self) -> str:
        """Who gets the line; "" if the server does."""
        return self.message.target

    @property
    def priority(self) -> Priority:
        return self.message.urgency

    @property
    def text(self) -> str:
        """The whole line as it is sent."""
        return self.address + JOINT.join(self.items)

    @property
    def questions(self) -> list[Question]:
        """Those receipts which the line has again each time that it is sent."""
        return [each for each in self.left if isinstance(each, Question)]

    @property
    def must_be_sent(self) -> bool:
        """Whether the line goes out even while the bot stops: it is a record, or has a receipt.

        It need not if it only informs, can be replaced, or is an answer.
        """
        message = self.message
        if message.urgency is Priority.RECORD:
            return True
        is_optional = message.informs or message.topic in REPLACED
        return bool(self.left) and not (is_optional or message.urgency is Priority.CHATTER)

    def readdress(self, target: str) -> None:
        """Send the line to TARGET."""
        self.address = f"{self.address.removesuffix(f'{self.target} :')}{target} :"
        self.message = replace(self.message, target=target)


class SendQueue:
    """Lines that wait, channels in turn. It knows no pace and sends nothing itself.

    Of one channel, a record goes when all that the channel was told before it has gone, and before
    all else. Then prompts go, but after two of them a line that tells the channel what happens;
    then what single players are told, and then answers, which do not wait for ever.

    LOG gets a line when something is dropped, and the next one only after everything has been sent.
    People whose answers are dropped get TOO_MUCH instead.
    """

    def __init__(self, log: Callable[[str], None], too_much: str = TOO_MUCH) -> None:
        self._log = log
        self._too_much = too_much
        self._waiting: dict[str, list[Line]] = {}
        """By channel, the one that has waited longest for its turn first."""
        self._sent: list[Line] = []
        """Private lines that were sent lately. What drops those that wait drops these, too."""
        self._held: set[str] = set()
        """The nicks to which nothing may go for now."""
        self._private_in_a_row: Counter[str] = Counter()
        self._lines_since_answer = 0
        self._logged: set[str] = set()
        self._is_closed = False
        self.dropped: list[Told] = []
        """The receipts of lines that were dropped. The caller empties this."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[Line]:
        return (line for lines in self._waiting.values() for line in lines)

    # Into the queue

    def put(self, line: Line, max_bytes: int) -> None:
        """Let LINE wait, or join the one before it if both fit into MAX_BYTES together.

        While the queue is closed, only what must be sent may wait. A line that only informs is
        dropped while others about its channel wait.
        """
        waiting = self._waiting.get(line.channel, [])
        of_table = [each for each in waiting if each.priority is not Priority.CHATTER]
        is_late = self._is_closed and not line.must_be_sent
        is_late = is_late or bool(line.message.informs and of_table)
        if is_late or (line.priority is Priority.CHATTER and not self._has_room_for(line)):
            self.dropped += line.left
            return
        if line.priority is Priority.RECORD:
            # A round is over, or begins: what players were told of their cards is no news.
            self._drop_where(
                lambda each: each.priority is Priority.ASIDE and not each.must_be_sent, line.channel
            )
        to_channel = [each for each in waiting if each.priority in _TO_CHANNEL]
        if not (to_channel and _join(line, to_channel[-1], max_bytes)):
            self._add(line)

    def put_back(self, line: Line) -> None:
        """Let LINE, which was taken, wait in front of all others about its channel."""
        self._waiting[line.channel] = [line, *self._waiting.get(line.channel, ())]

    def put_command(self, text: str, leaves: Told | None = None) -> None:
        """Let the command TEXT wait, unless the same one waits already.

        Call LEAVES when it is passed to the connection, or at once if it is not put into the queue.
        """
        waiting = self._waiting.get(COMMANDS, [])
        is_wanted = not self._is_closed and all(each.items != [text] for each in waiting)
        if is_wanted and len(waiting) < MAX_LINES:
            self._add(server_command(COMMANDS, text, leaves))
        elif leaves is not None:
            leaves()

    def _add(self, line: Line) -> None:
        waiting = self._waiting.setdefault(line.channel, [])
        oldest = next((each for each in waiting if not each.must_be_sent), None)
        if len(waiting) >= MAX_LINES and oldest is not None:
            self._log_once(f"{MAX_LINES} lines about {line.channel} wait: dropping the oldest")
            self._drop(oldest)
        self._waiting.setdefault(line.channel, waiting).append(line)

    def _has_room_for(self, line: Line) -> bool:
        """Tell whether LINE, an answer, may wait. A target with much more than others gives way."""
        waiting = [each for each in self if each.priority is Priority.CHATTER]
        times = Counter(each.target for each in waiting)
        if any(each.target == line.target and each.items == [self._too_much] for each in waiting):
            return False
        if len(waiting) >= MAX_CHATTER:
            self._log_once(f"{MAX_CHATTER} answers wait: dropping further ones")
            greedy, most = times.most_common(1)[0]
            if most <= times[line.target] + 1:
                return False
            *_, dropped, last = (each for each in waiting if each.target == greedy)
            last.items = [self._too_much]
            self._drop(dropped)
        if times[line.target] == MAX_CHATTER_EACH:
            line.items = [self._too_much]
        return True

    # Out of the queue

    def has_next(self, held: Collection[str]) -> bool:
        """Tell whether a line may go; of the channels HELD, only a PING may."""
        return any(self._ready(channel, held) for channel in self._waiting)

    def take(self, held: Collection[str] = ()) -> Line:
        """Remove and return the line that goes next; there must be one that may go.

        Of the channels HELD only a PING may go: the answer to it is what the others wait for.
        """
        line = self._next(held)
        channel = line.channel
        lines = self._waiting.pop(channel)
        lines.remove(line)
        if lines:
            self._waiting[channel] = lines  # behind the others
        if line.priority is Priority.CHATTER:
            self._lines_since_answer = 0
        else:
            self._lines_since_answer += 1
        if line.priority in _TO_PLAYER:
            self._private_in_a_row[channel] += 1
        elif line.priority in _TO_CHANNEL:
            del self._private_in_a_row[channel]
        if not self._waiting:
            self._logged.clear()
            self._private_in_a_row.clear()
        return line

    def _next(self, held: Collection[str]) -> Line:
        """Return the line that goes next, or raise LookupError; look no further than needed."""
        for channel in held:
            if channel in self._waiting and (pings := self._ready(channel, held)):
                return pings[0]
        ready = (lines for channel in self._waiting if (lines := self._ready(channel, held)))
        found = (self._next_of(lines) for lines in ready)
        of_game = next((line for line in found if line.priority is not Priority.CHATTER), None)
        if of_game is None or self._lines_since_answer >= LINES_FOR_AN_ANSWER:
            ready = (self._ready(channel, held) for channel in self._waiting)
            answers = (
                _first(lines, Priority.CHATTER)
                for lines in ready
                if _first(lines, Priority.RECORD) is None
            )
            answer = next(filter(None, answers), None)
            of_game = of_game if answer is None else answer
        if of_game is None:
            raise LookupError("no line may go")
        return of_game

    def _ready(self, channel: str, held: Collection[str]) -> Sequence[Line]:
        """Return the lines about CHANNEL that may go now: if it is one of those HELD, a PING."""
        lines = self._waiting[channel]
        if channel in held:
            return [each for each in lines if not each.target]
        return [each for each in lines if each.target not in self._held] if self._held else lines

    def _next_of(self, lines: Sequence[Line]) -> Line:
        """Return which of LINES, all about one channel, goes next."""
        to_channel = next((each for each in lines if each.priority in _TO_CHANNEL), None)
        if to_channel is not None and _first(lines, Priority.RECORD) is not None:
            return to_channel
        prompt = _first(lines, Priority.PROMPT)
        is_enough = self._private_in_a_row[lines[0].channel] >= MAX_PRIVATE_IN_A_ROW
        if prompt is not None and not (to_channel is not None and is_enough):
            first = next(each for each in lines if _goes_before(each, prompt))
            return next(each for each in lines if _goes_before(each, first))
        if to_channel is not None:
            return to_channel
        return _first(lines, Priority.ASIDE) or lines[0]

    # What the server refuses for now

    def remember(self, line: Line) -> None:
        """Note that LINE, a private one, is sent: the server may refuse it."""
        self._sent = [*self._sent, line][-MAX_SENT:]

    def last_sent(self, nick: str, fold: Fold) -> Line | None:
        """Return the last line that was sent to NICK, folded by FOLD; None if there is none."""
        return next((each for each in reversed(self._sent) if fold(each.target) == nick), None)

    def take_back(self, line: Line) -> None:
        """Let LINE, which was sent, wait again, before all else; hold what its target is told."""
        self._sent.remove(line)
        questions = line.questions
        if line.left:  # it must still be sent, but the other receipts are called only once
            line.left = [*questions] or [do_nothing]
        self.put_back(line)
        self._held.add(line.target)
        for each in questions:
            each.taken_back()

    def release(self, nick: str) -> None:
        """Hold what waits for NICK no longer."""
        self._held.discard(nick)

    # What is not sent after all

    def withdraw(self, message: Message) -> list[Told]:
        """Drop the lines that MESSAGE replaces, on its topic to the same person.

        Return their receipts: what takes their place has left when they are to be called.
        """
        before, replaced = len(self.dropped), (message.target, message.topic)
        self._drop_where(
            lambda each: (each.target, each.message.topic) == replaced, message.channel
        )
        receipts, self.dropped = self.dropped[before:], self.dropped[:before]
        return receipts

    def drop_round(self, channel: str) -> None:
        """Drop the lines of the table in CHANNEL that nobody has to hear: its round is over."""
        self._drop_where(
            lambda each: each.priority is not Priority.CHATTER and not each.must_be_sent, channel
        )

    def readdress(self, old: str, target: str, fold: Fold) -> None:
        """Send to TARGET what waits for OLD, a nick folded by FOLD."""
        for each in (*self, *self._sent):
            if fold(each.target) == old:
                each.readdress(target)

    def forget(self, nick: str, fold: Fold) -> None:
        """Drop what waits for NICK, folded by FOLD."""
        self._drop_where(lambda each: fold(each.target) == nick)

    def close(self) -> None:
        """Drop all lines except those that must be sent, and accept no others from now on."""
        self._is_closed = True
        self._held.clear()  # there is no time to wait
        self._drop_where(lambda each: not each.must_be_sent)

    def clear(self) -> None:
        """Drop all lines."""
        self._waiting.clear()

    def end_turn(self, channel: str) -> None:
        """Leave out of what waits to tell CHANNEL whose turn it was."""
        for line in [each for each in self._waiting.get(channel, ()) if each.of_turn]:
            line.items = [each for each in line.items if each not in line.of_turn]
            line.of_turn = ()
            if not line.items:
                self._drop(line)

    def _drop(self, line: Line) -> None:
        self._drop_where(lambda each: each is line, line.channel)

    def _drop_where(self, is_over: Callable[[Line], bool], channel: str | None = None) -> None:
        """Drop the lines that are over, of all or about CHANNEL; records stay."""
        self._sent = [
            each
            for each in self._sent
            if (channel is not None and each.message.channel != channel) or not is_over(each)
        ]
        for about, lines in list(self._waiting.items()):
            if channel not in (None, about):
                continue
            over = [each for each in lines if each.priority is not Priority.RECORD]
            over = [each for each in over if is_over(each)]
            self.dropped += [told for each in over for told in each.left]
            lines[:] = [each for each in lines if each not in over]
            if not lines:
                del self._waiting[about]

    def _log_once(self, message: str) -> None:
        if message not in self._logged:
            self._logged.add(message)
            self._log(message)


def server_command(channel: str, text: str, leaves: Told | None) -> Line:
    """Return a line with the command TEXT to the server, in the turn of CHANNEL."""
    return Line(Message("", (text,), Priority.GAME, channel), "", [text], leaves=leaves)


_TO_CHANNEL = (Priority.RECORD, Priority.GAME)
"""What a channel is told of its table."""
_TO_PLAYER = (Priority.PROMPT, Priority.ASIDE)
"""What single players are told of it."""


def _goes_before(line: Line, prompt: Line) -> bool:
    """Tell whether LINE, if it came before PROMPT, goes first; so does PROMPT itself.

    Nothing overtakes what the same person is told, nor what must be told: how the last round ended.
    """
    return line.priority in _TO_PLAYER and (line.target == prompt.target or line.must_be_sent)


def _first(lines: Sequence[Line], priority: Priority) -> Line | None:
    return next((each for each in lines if each.priority is priority), None)


def _join(line: Line, last: Line, max_bytes: int) -> bool:
    """Add LINE to LAST, the one before it, if it fits there; return whether it does."""
    joined = JOINT.join([*last.items, *line.items])
    is_short = len(joined) <= MAX_JOINED and size_of(last.address + joined) <= max_bytes
    kinds = [(each.priority, each.message.topic, each.address) for each in (line, last)]
    may_be_joined = line.message.topic in JOINED and line.priority is Priority.GAME
    if not (may_be_joined and kinds[0] == kinds[1] and is_short):
        return False
    last.items += line.items
    last.left += line.left
    last.of_turn += line.of_turn
    return True

"""What the bot says: addressed, cut to what a line can hold, and sent at the server's pace."""

from collections.abc import Callable
from functools import partial

from pontoon.irc.isupport import ISupport
from pontoon.irc.line import is_target, sayable, size_of
from pontoon.irc.nicks import OwnPrefix
from pontoon.irc.outgoing import Message, Priority, Told
from pontoon.irc.reactor import Clock
from pontoon.irc.sending.producer import PacedProducer
from pontoon.irc.sending.queue import TOO_MUCH, SendQueue
from pontoon.irc.sending.receipts import Receipts
from pontoon.irc.sending.throttle import SendRate

_LEAST_LINE = 64
"""Bytes of a line, without the prefix, that are sent even where a server seems to leave fewer."""


class Outbox:
    """Holds lines until they may go at PACE, and hands them to WRITE.

    ME is what others see before each of them. SUPPORTED returns what the server supports, and
    IS_HEARD whether it has let the bot in. LOG takes a line for each event. With NOTICES private
    messages are NOTICEs. TOO_MUCH is for the queue.
    """

    def __init__(
        self,
        pace: SendRate,
        clock: Clock,
        me: OwnPrefix,
        *,
        supported: Callable[[], ISupport],
        is_heard: Callable[[], bool],
        write: Callable[[str], None],
        log: Callable[[str], None],
        notices: bool,
        too_much: str = TOO_MUCH,
    ) -> None:
        self._me = me
        self._supported = supported
        self._is_heard = is_heard
        self._log = log
        self._private = ""
        self._lines = SendQueue(pace, log, too_much)
        self._write = write
        self.sender = PacedProducer(self._lines, clock, self.write, self._ask_for_receipts)
        """What a transport holds back when the server does not read."""
        self.receipts = Receipts(self.sender.pump)
        """What is called when the server has what has to be heard."""
        self.adopt(notices=notices)

    def adopt(self, *, notices: bool) -> None:
        """Say private things as NOTICEs from now on, or not; and go by the pace as it is now."""
        self._private = "NOTICE" if notices else "PRIVMSG"
        self.sender.pump()

    def room_for(self, target: str) -> int:
        """Return how many bytes of text one message to TARGET can carry to everybody there."""
        return max(self.longest_line - size_of(self._addressed(target)), 0)

    def say(
        self,
        target: str,
        line: str,
        urgency: Priority = Priority.CHATTER,
        *,
        topic: str = "",
        joins: bool = False,
        place: str = "",
        of_round: str = "",
        told: Told | None = None,
    ) -> None:
        """Say LINE, which callers have cut to ``room_for(target)``, to a channel or nick.

        TOPIC, JOINS, PLACE and OF_ROUND are as for a ``Message``, and so is TOLD, but for this
        line; without a PLACE, what is said in a channel is about that channel. What no line may
        contain becomes a space, what is too long is cut off, and nothing is said to a TARGET that
        would change the meaning of the message.
        """
        text = sayable(line)
        if not is_target(target):
            # What cannot be said may be somebody's cards: it is nothing for a log.
            self._log(f"nothing can be said to {target}")
        elif self._is_heard() and text:
            place = self._place(target, place)
            room = self.room_for(target)
            if not (joins and self._lines.join(target, text, room, place=place)):
                self._lines.put(
                    target,
                    self._addressed(target),
                    text,
                    urgency,
                    topic=topic,
                    is_open=joins,
                    place=place,
                    of_round=of_round,
                    told=None if told is None else partial(self.receipts.left, told),
                )
            self.sender.pump()

    def reply(self, nick: str, text: str) -> None:
        """Answer a question by CTCP, behind everything that is said of games."""
        self._lines.put(nick, f"NOTICE {nick} :", text, Priority.CHATTER)
        self.sender.pump()

    def make_way_for(self, say: Message) -> None:
        """Drop what still waits and SAY takes the place of."""
        place = self._place(say.target, say.place)
        if say.topic:
            self._lines.withdraw(say.target, say.topic, place=place)
        if say.stops:
            self._lines.drop_round(place, say.of_round)

    def readdress(self, old: str, new: str) -> None:
        """Send to NEW what waits to be said to whoever was called OLD."""
        fold = self._supported().fold
        self._lines.readdress(fold(old), new, self._addressed(new), fold)

    def forget(self, nick: str) -> None:
        """Drop what waits to be said to NICK."""
        fold = self._supported().fold
        self._lines.forget(fold(nick), fold)

    def command(self, line: str) -> None:
        """Send LINE, a command of the bot's own, at the pace of all lines."""
        self._lines.put_command(line)
        self.sender.pump()

    def ahead(self, line: str) -> None:
        """Send LINE before everything else, held back by nothing."""
        self._lines.put_ahead(line)
        self.sender.pump()

    def write(self, line: str) -> None:
        """Send LINE now, behind all that was sent."""
        self.receipts.written(line)
        self._write(line)

    def finish(self, done: Callable[[], None]) -> None:
        """Say only what has to be heard, and drop the rest; call DONE when it is said, or soon."""
        self.sender.finish(done)

    def stop(self) -> None:
        """Drop what waits; nothing is sent any more."""
        self.sender.stopProducing()

    def _ask_for_receipts(self) -> None:
        """Have a PING sent behind what has to be heard, when no more of that waits."""
        if self.receipts.are_to_be_asked_for and not self._lines.has_to_be_heard:
            self._lines.put_command(f"PING :{self._me.nick}")

    @property
    def longest_line(self) -> int:
        """Bytes of a line, without CR LF and the prefix that others see before it."""
        linelen = self._supported().linelen
        return max(linelen - len("\r\n") - self._me.prefix_size, _LEAST_LINE)

    def _place(self, target: str, place: str) -> str:
        """Return what something said to TARGET is about, which may be PLACE: "" is no channel."""
        return place or (target if self._supported().is_channel(target) else "")

    def _addressed(self, target: str) -> str:
        command = "PRIVMSG" if self._supported().is_channel(target) else self._private
        return f"{command} {target} :"

"""What the bot sends: addressed, cut to the length of a line, and sent at its pace."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from pontoon.irc.line import is_target, sayable, size_of
from pontoon.irc.outgoing import Message, Priority, Told, do_nothing, lines_of
from pontoon.irc.sending.confirmations import Confirmations
from pontoon.irc.sending.producer import PacedProducer
from pontoon.irc.sending.queue import TOO_MUCH, SendQueue, Unsent, both
from pontoon.irc.sending.throttle import SendRate
from pontoon.irc.session import Session

_CONTEXT = "draft/channel-context"

_ESCAPES = str.maketrans({";": r"\:", " ": r"\s", "\\": r"\\"})
"""How values of message tags have these characters."""

_LEAST_LINE = 64
"""Bytes of a line, without the prefix, that the bot sends even if a server seems to allow fewer."""


class Outbox:
    """Holds lines until they may go at PACE, and then passes them to WRITE.

    With NOTICES private messages are NOTICEs. TOO_MUCH is for the queue.
    """

    def __init__(
        self,
        session: Session,
        pace: SendRate,
        write: Callable[[str], None],
        *,
        notices: bool,
        too_much: str = TOO_MUCH,
    ) -> None:
        self._session = session
        self._private = ""
        self._lines = SendQueue(session.log, too_much)
        self.sender = PacedProducer(self._lines, pace, session.clock, write, session.log)
        """The producer that a transport pauses while the server does not read."""
        self.ahead = self.sender.ahead
        """Sends a line at once, before everything that waits."""
        self.confirmations = Confirmations(session, self._ping)
        """What the server has yet to confirm."""
        self.configure(notices=notices)

    def configure(self, *, notices: bool) -> None:
        """Send private messages as NOTICEs from now on, or not, and use the pace as it is now."""
        self._private = "NOTICE" if notices else "PRIVMSG"
        self.sender.pump()

    def room_for(self, target: str) -> int:
        """Return how many bytes of text one message to TARGET can carry."""
        return max(self.longest_line - size_of(self._addressed(target)), 0)

    def say(self, message: Message) -> None:
        """Say MESSAGE in lines that the server does not cut, in place of what it replaces.

        Without a place, a message to a channel is about that channel. Characters that no line may
        contain become spaces. A target that would change the meaning of a line gets nothing.
        """
        place = self._place(message)
        if message.topic:
            self._lines.withdraw(message.target, message.topic, place)
        if message.stops:
            self._lines.drop_round(place, message.of_round)
        if message.ends_turn:
            self._lines.end_turn(place, message.of_round)
        if message.begins_round:
            self._lines.begin_round(place)
        lines = lines_of(message, self.room_for(message.target))
        if message.told is not None and not lines:
            message.told()
        leaves = None
        if message.urgency is Priority.RECORD:
            message, leaves = self._as_record(message, len(lines))
        for number, line in enumerate(lines, 1):
            is_last = number == len(lines)  # others need a receipt to be sent like it
            told = message.told if is_last or message.told is None else do_nothing
            passed = both(leaves, message.sent) if is_last else leaves
            self._say_line(message, sayable(line), place, told, passed)

    def _as_record(self, message: Message, lines: int) -> tuple[Message, Told | None]:
        """Return MESSAGE with what makes it a record, and what to call as each of LINES leaves.

        It has a receipt, so that it goes out while the bot stops, and stands alone. Once it has
        left the server is asked to confirm it.
        """
        alone = replace(message, joins="", informs=False, told=message.told or do_nothing)
        if message.confirmation is None:
            return alone, None
        told = both(message.told, partial(self.confirmations.ask, message.target))
        leaves = self.confirmations.expect(message.target, message.confirmation, lines)
        return replace(alone, told=told), leaves

    def _say_line(
        self, message: Message, text: str, place: str, told: Told | None, leaves: Told | None
    ) -> None:
        target = message.target
        if not is_target(target):
            # The text may be somebody's cards: it must not be in the log.
            self._session.log(f"nothing can be said to {target}")
        elif self._session.is_registered and text:
            unsent = Unsent(
                message.urgency,
                place,
                target,
                self._addressed(target, message.command),
                text,
                topic=message.topic,
                joins=message.joins,
                of_round=message.of_round,
                informs=message.informs,
                of_turn=tuple(each for each in map(sayable, message.of_turn) if each in text),
                told=told,
                leaves=leaves,
                tags=self._tags(target, place),
            )
            if self._lines.join(unsent, self.longest_line):
                self.sender.pump()
            else:
                self.sender.send(unsent)

    def reply(self, nick: str, text: str) -> None:
        """Answer a CTCP query of NICK with TEXT, after all lines about games."""
        self.sender.send(Unsent(Priority.CHATTER, "", nick, f"NOTICE {nick} :", text))

    def readdress(self, old: str, new: str) -> None:
        """Send to NEW what waits for the user who was called OLD."""
        fold = self._session.fold
        self._lines.readdress(fold(old), new, fold)

    def forget(self, nick: str) -> None:
        fold = self._session.fold
        self._lines.forget(fold(nick), fold)

    def command(self, line: str, leaves: Told | None = None) -> None:
        """Send LINE, a command, at the pace of all lines; call LEAVES then, or if it is dropped."""
        self._lines.put_command(line, leaves)
        self.sender.pump()

    @property
    def longest_line(self) -> int:
        """Bytes of a line, without CR LF and the prefix that others see before it."""
        linelen = self._session.isupport.linelen
        return max(linelen - len("\r\n") - self._session.me.prefix_size, _LEAST_LINE)

    def _ping(self, line: str, channel: str, leaves: Told) -> None:
        """Send LINE, a PING behind records to CHANNEL, when it is the turn of the game there."""
        self.sender.send(Unsent(Priority.GAME, channel, "", "", line, leaves=leaves))

    def _place(self, message: Message) -> str:
        is_to_channel = self._session.isupport.is_channel(message.target)
        return message.place or (message.target if is_to_channel else "")

    def _tags(self, target: str, place: str) -> str:
        """Return what tells the client of TARGET, a nick, which channel a line is about: PLACE.

        https://ircv3.net/specs/client-tags/channel-context
        """
        isupport, capabilities = self._session.isupport, self._session.capabilities
        is_possible = "message-tags" in capabilities and isupport.lets_through(_CONTEXT)
        if not place or isupport.is_channel(target) or not is_possible:
            return ""
        return f"@+{_CONTEXT}={place.translate(_ESCAPES)} "

    def _addressed(self, target: str, command: str = "") -> str:
        """Return the words that address TARGET, a nick by COMMAND if there is one."""
        is_channel = self._session.isupport.is_channel(target)
        return f"{'PRIVMSG' if is_channel else command or self._private} {target} :"

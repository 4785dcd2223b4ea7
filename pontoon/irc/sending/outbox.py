"""What the bot sends: addressed, cut into lines, and sent at its pace while the server reads."""
# ruff: noqa: N802 -- Twisted's transports call a producer by these names

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from pontoon.irc.line import is_target, sayable, size_of
from pontoon.irc.outgoing import Message, Priority, Told, do_nothing, lines_of
from pontoon.irc.rate_limit import TokenBucket
from pontoon.irc.sending.confirmations import Confirmations
from pontoon.irc.sending.queue import TOO_MUCH, SendQueue, Unsent
from pontoon.irc.sending.throttle import SendRate
from pontoon.irc.session import Session
from pontoon.irc.timing import Timers

MOST_AHEAD = 50
"""Lines ahead of all others, at most; they only wait while the server reads nothing."""

SAME_COMPLAINT_SECONDS = 10.0
"""How long further complaints do not count: they may be about lines sent before the first one."""

LAST_WORDS_SECONDS = 3.5
"""How long it may take at the end to send the lines that must be sent."""

_TURNS = 4
"""Turns of the reactor until a line that was written has left the program.

In the first one TLS gathers lines, and the socket takes them; in the second the server inside the
bot reads them, and in the third people's sockets take them.
"""

_NONE_LEAVING: tuple[Sequence[Told], ...] = ((),) * (_TURNS - 1)

_CONTEXT = "draft/channel-context"

_ESCAPES = str.maketrans({";": r"\:", " ": r"\s", "\\": r"\\"})
"""How values of message tags have these characters."""

_LEAST_LINE = 64
"""Bytes of a line, without the prefix, that the bot sends even if a server seems to allow fewer."""


@implementer(IPushProducer)
class Outbox:
    """Holds lines until they may go at PACE, and then passes them to WRITE.

    A transport pauses it while the server does not read. With NOTICES private messages are NOTICEs.
    TOO_MUCH is for the queue.
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
        self._pace = pace
        self._write = write
        self._private = "NOTICE" if notices else "PRIVMSG"
        self._lines = SendQueue(session.log, too_much)
        self._ahead: deque[str] = deque(maxlen=MOST_AHEAD)
        self.confirmations = Confirmations(session, self._ping)
        """What the server has yet to confirm."""
        self._bucket: TokenBucket | None = None
        """None until there is a line to send."""
        self._slowed_at: float | None = None
        self._timers = Timers(session.clock)
        self._may_write = True
        self._is_stopped = False
        self._leaving = _NONE_LEAVING
        """The receipts of lines written in the turns before this one, oldest turn first."""
        self._is_turn_awaited = False
        self._done: Callable[[], None] | None = None
        """Called once what must be sent has been; only that goes out."""

    def configure(self, *, notices: bool) -> None:
        """Send private messages as NOTICEs from now on, or not, and use the pace as it is now."""
        self._private = "NOTICE" if notices else "PRIVMSG"
        self.pump()

    # What is said

    def say(self, message: Message) -> None:
        """Say MESSAGE in lines that the server does not cut, in place of what it replaces.

        Without a place, a message to a channel is about that channel. Characters that no line may
        contain become spaces. A target that would change the meaning of a line gets nothing.
        """
        target, isupport = message.target, self._session.isupport
        place = message.place or (target if isupport.is_channel(target) else "")
        if message.topic:
            self._lines.withdraw(target, message.topic, place)
        if message.stops:
            self._lines.drop_round(place, message.of_round)
        if message.ends_turn:
            self._lines.end_turn(place, message.of_round)
        if message.begins_round:
            self._lines.begin_round(place)
        lines = lines_of(message, self.room_for(target))
        told = () if message.told is None else (message.told,)
        if not lines:
            for each in told:
                each()
        elif not is_target(target):
            # The text may be somebody's cards: it must not be in the log.
            self._session.log(f"nothing can be said to {target}")
        elif self._session.is_registered:
            self._say_lines(message, [*map(sayable, lines)], place, told)

    def _say_lines(
        self, message: Message, lines: list[str], place: str, told: tuple[Told, ...]
    ) -> None:
        target, is_record = message.target, message.urgency is Priority.RECORD
        leaves: tuple[Told, ...] = ()
        if is_record:
            told = told or (do_nothing,)  # it goes out while the bot stops
        if is_record and message.confirmation is not None:
            # Once it has left, the server is asked to confirm it.
            told += (partial(self.confirmations.ask, target),)
            leaves = (self.confirmations.expect(target, message.confirmation, len(lines)),)
        address, tags = self._addressed(target, message.command), self._tags(target, place)
        for number, text in enumerate(lines, 1):
            is_last = number == len(lines)
            if text:
                self._send(
                    Unsent(
                        message.urgency,
                        place,
                        target,
                        address,
                        text,
                        topic=message.topic,
                        joins=message.joins,
                        of_round=message.of_round,
                        informs=message.informs and not is_record,
                        of_turn=tuple(
                            each for each in map(sayable, message.of_turn) if each in text
                        ),
                        # Other lines need a receipt to be sent like the last one.
                        told=told if is_last or not told else (do_nothing,),
                        leaves=(*leaves, message.sent) if is_last and message.sent else leaves,
                        tags=tags,
                    )
                )

    def reply(self, nick: str, text: str) -> None:
        """Answer a CTCP query of NICK with TEXT, after all lines about games."""
        self._send(Unsent(Priority.CHATTER, "", nick, f"NOTICE {nick} :", text))

    def command(self, line: str, leaves: Told | None = None) -> None:
        """Send LINE, a command, at the pace of all lines; call LEAVES then, or if it is dropped."""
        self._lines.put_command(line, leaves)
        self.pump()

    def ahead(self, line: str) -> None:
        """Send LINE (PONG, registration) before everything else; it does not count."""
        self._ahead.append(line)
        self.pump()

    def readdress(self, old: str, new: str) -> None:
        """Send to NEW what waits for the user who was called OLD."""
        fold = self._session.fold
        self._lines.readdress(fold(old), new, fold)

    def forget(self, nick: str) -> None:
        fold = self._session.fold
        self._lines.forget(fold(nick), fold)

    def room_for(self, target: str) -> int:
        """Return how many bytes of text one message to TARGET can carry."""
        return max(self.longest_line - size_of(self._addressed(target)), 0)

    @property
    def longest_line(self) -> int:
        """Bytes of a line, without CR LF and the prefix that others see before it."""
        linelen = self._session.isupport.linelen
        return max(linelen - len("\r\n") - self._session.me.prefix_size, _LEAST_LINE)

    def _ping(self, line: str, channel: str, leaves: Told) -> None:
        """Send LINE, a PING behind records to CHANNEL, when it is the turn of the game there."""
        self._send(Unsent(Priority.GAME, channel, "", "", line, leaves=(leaves,)))

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

    # When it goes

    def _send(self, line: Unsent) -> None:
        """Send LINE when it is its turn: at once if nothing waits."""
        now = self._session.clock.seconds()
        allowance = self._allowance(now)
        may_go = self._may_write and self._lines.is_idle and not self._ahead
        if may_go and allowance.seconds_to_wait(now) <= 0:
            allowance.spend()
            self._lines.leaves(line)
            self._write(line.line)
            self._await_turn()
        else:
            self._lines.put(line, self.longest_line)
            self.pump()

    def pump(self) -> None:
        """Send what may be sent now, and schedule the rest."""
        self._timers.cancel("pump")
        # A write may fill the transport, which then pauses us at once.
        while self._may_write and (self._ahead or self._lines):
            if self._ahead:
                self._write(self._ahead.popleft())
                continue
            now = self._session.clock.seconds()
            allowance = self._allowance(now)
            if (seconds := allowance.seconds_to_wait(now)) > 0:
                self._timers.after(seconds, "pump", self.pump)
                break
            allowance.spend()
            self._write(self._lines.take().line)
        self._await_turn()
        self._finish_if_empty()

    def slow_down(self, why: str) -> None:
        """Send more slowly, because the server has complained with the words WHY."""
        now = self._session.clock.seconds()
        passed = None if self._slowed_at is None else now - self._slowed_at
        if passed is None or not 0 <= passed < SAME_COMPLAINT_SECONDS:
            self._slowed_at = now
            self._pace.slow_down(now)
            self._allowance(now).empty(now)
            rate, burst = self._pace.at(now)
            self._session.log(f"slower: {rate:.3g} lines a second, {burst:.3g} at once: {why}")
        self.pump()

    def finish(self, done: Callable[[], None]) -> None:
        """Send only the lines that must be sent; call DONE after that, or after 3.5 seconds."""
        self._lines.close()
        self._done = done
        self._timers.after(LAST_WORDS_SECONDS, "finish", self._finished)
        self.pump()

    def pauseProducing(self) -> None:
        """Send nothing: the server has stopped reading."""
        self._may_write = False
        self._timers.cancel("pump")

    def resumeProducing(self) -> None:
        """Send again: the server reads."""
        self._may_write = not self._is_stopped
        self._lines.receipts[:0] = [told for turn in self._leaving for told in turn]
        self._leaving = _NONE_LEAVING
        self.pump()

    def stopProducing(self) -> None:
        """Drop what waits, and send nothing any more."""
        self._may_write, self._is_stopped, self._done = False, True, None
        self._timers.stop()
        self._ahead.clear()
        self._lines.clear()

    def _allowance(self, now: float) -> TokenBucket:
        rate, burst = self._pace.at(now)
        if self._bucket is None:
            self._bucket = TokenBucket(rate, burst)
            if self._pace.is_slowed:
                self._bucket.empty(now)  # the lines of registration count too
        self._bucket.rate, self._bucket.burst = rate, burst
        return self._bucket

    # What has left

    def _await_turn(self) -> None:
        """Call receipts in the next turn of the reactor, if any are due."""
        if not self._is_turn_awaited and (self._lines.receipts or any(self._leaving)):
            self._is_turn_awaited = True
            self._session.clock.callLater(0, self._end_turn)

    def _end_turn(self) -> None:
        """Call the receipts of lines that were written some turns ago, unless they are stuck."""
        self._is_turn_awaited = False
        if not self._may_write:
            return
        left, *leaving = self._leaving
        self._leaving = (*leaving, self._lines.receipts)
        self._lines.receipts = []
        self._await_turn()
        for told in left:
            told()
        self._finish_if_empty()

    def _finish_if_empty(self) -> None:
        are_due = self._lines.receipts or any(self._leaving)
        if self._done is not None and not (are_due or self._ahead or self._lines):
            self._finished()

    def _finished(self) -> None:
        self._timers.cancel("finish")
        done, self._done = self._done, None
        if done is not None:
            done()

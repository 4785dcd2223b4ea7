"""What the bot sends: addressed, cut into lines, and sent at its pace while the server reads."""
# ruff: noqa: N802 -- Twisted's transports call a producer by these names

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from secrets import token_hex

from msgspec import Struct
from msgspec.structs import replace
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from pontoon.irc.line import is_target, sayable, size_of
from pontoon.irc.outgoing import (
    FORMATTING,
    JOINT,
    NO_MARK,
    REPLACED,
    Message,
    Priority,
    Told,
    Topic,
    do_nothing,
    lines_of,
    without_formatting,
)
from pontoon.irc.pace import SendRate
from pontoon.irc.queue import TOO_MUCH, Line, SendQueue, server_command
from pontoon.irc.rate_limit import TokenBucket
from pontoon.irc.replies import seconds_in
from pontoon.irc.session import Session
from pontoon.irc.timing import Timers

MAX_AHEAD = 50
"""Lines ahead of all others, at most; they only wait while the server reads nothing."""

SAME_COMPLAINT_SECONDS = 10.0
"""Seconds for which further complaints do not count: they may be about lines before the first."""

LAST_WORDS_SECONDS = 3.5
"""Seconds that it may take at the end to send the lines that must be sent."""

MAX_UNCONFIRMED = 100
"""Messages that may await an answer. The oldest is given up: the server answers no PING."""

LAG_SECONDS = 10.0
"""Seconds after which the server no longer refuses a line."""

RETRY_SECONDS = 30
MAX_SECONDS = 120
"""Seconds until a line that was refused is sent again, unless the server says how many, and most of
them."""

ATTEMPTS = 3
"""How often it is sent again."""

_TURNS = 4
"""Turns of the reactor until a line that was written has left the program.

In the first one TLS gathers lines, and the socket takes them; in the second the server inside the
bot reads them, and in the third people's sockets take them.
"""

_TOKEN_BYTES = 6
"""Of a PING. Some servers pass on PONGs of people, so that nobody must be able to guess it."""

_CONTEXT = "draft/channel-context"

_ESCAPES = str.maketrans({";": r"\:", " ": r"\s", "\\": r"\\"})
"""How values of message tags have these characters."""

MAX_COLOURED = 20
"""Lines with colours, sent to channels, that may be refused for them."""

COLOURED_SECONDS = 10.0
"""Seconds after which a server does not refuse a line for its colours any more."""

_MIN_LINE_BYTES = 64
"""Bytes of a line, without the prefix, that the bot sends even if a server seems to allow fewer."""


class _Unconfirmed(Struct, eq=False):
    """The receipt of what is said to a channel; ``left`` has it await the answer to a PING.

    ``heard`` is called when the PING with its token is answered.
    """

    target: str
    heard: Told
    left: Callable[["_Unconfirmed"], None]
    holds: bool
    """Whether all else about the channel waits for the confirmation."""
    token: str = ""
    """Empty until the PING is sent."""

    def __call__(self) -> None:
        self.left(self)


def _receipts(left: Iterable[Told]) -> list[_Unconfirmed]:
    """Return those in LEFT that await the answer to a PING."""
    return [each for each in left if isinstance(each, _Unconfirmed)]


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
        self._ahead: deque[str] = deque(maxlen=MAX_AHEAD)
        self._unconfirmed: list[_Unconfirmed] = []
        """What the server has not confirmed yet."""
        self._plain: set[str] = set()
        """The folded names of channels that allow no colours."""
        self._coloured: deque[tuple[float, Line]] = deque(maxlen=MAX_COLOURED)
        """Lines with colours that were sent to channels, and when."""
        self._holding: list[_Unconfirmed] = []
        """What was written, holds the other lines about its channel, and is not confirmed."""
        self._bucket: TokenBucket | None = None
        """None until there is a line to send."""
        self._slowed_at: float | None = None
        self._timers = Timers(session.clock)
        self._may_write = True
        self._is_stopped = False
        self._leaving: deque[list[Told]] = deque([[] for _ in range(_TURNS)])
        """The receipts of lines written in this turn and in those before it, this turn last."""
        self._is_turn_awaited = False
        self._done: Callable[[], None] | None = None
        """Called once what must be sent has been; only that goes out."""

    def configure(self, *, notices: bool) -> None:
        """Send private messages as NOTICEs from now on, or not, and use the pace as it is now."""
        self._private = "NOTICE" if notices else "PRIVMSG"
        self.pump()

    # What is said

    def say(self, message: Message, command: str = "") -> None:
        """Say MESSAGE in lines that the server does not cut, in place of what it replaces.

        COMMAND is PRIVMSG or NOTICE if the message is private, "" for the one of config.ini.
        Without a channel, a message to one is about that one. Characters that no line may contain
        become spaces. A target that would change the meaning of a line gets nothing.
        """
        target = message.target
        if not message.channel and self._session.isupport.is_channel(target):
            message = replace(message, channel=target)
        left = self._lines.withdraw(message) if message.topic in REPLACED else list[Told]()
        if message.topic is Topic.VOID:
            self._lines.drop_round(message.channel)
        if message.ends_turn:
            self._lines.end_turn(message.channel)
        mark = message.mark if self._session.isupport.is_channel(target) else NO_MARK
        texts = lines_of(message, self.room_for(target, command) - size_of(mark))
        if self._session.fold(target) in self._plain:
            texts = [*map(without_formatting, texts)]
        lines = [*filter(None, map(sayable, texts))]
        if message.left is not None:
            left.append(self._receipt(message, message.left) if lines else message.left)
        if lines and not is_target(target):
            # The text may be somebody's cards: it must not be in the log.
            self._session.log(f"nothing can be said to {target}")
            lines = []
        if not lines:
            self._lines.dropped += left
        elif self._session.is_registered:
            tags = self._tags(target, message.channel)
            address = tags + self._addressed(target, command) + mark
            of_turn = tuple(map(sayable, message.of_turn))
            # The lines before the last one must be sent like it.
            receipts: list[list[Told]] = [[do_nothing] if left else [] for _ in lines[1:]]
            for text, receipt in zip(lines, [*receipts, left], strict=True):
                line = Line(message, address, text.split(JOINT), of_turn, receipt)
                self._lines.put(line, self.longest_line)
        self.pump()

    def _receipt(self, message: Message, told: Told) -> Told:
        """Return what has TOLD called when MESSAGE has left or, to a channel, is confirmed.

        A channel may refuse it, or kick the bot for it.
        """
        target, holds = message.target, message.holds
        is_to_channel = self._session.isupport.is_channel(target)
        return _Unconfirmed(target, told, self._await_answer, holds) if is_to_channel else told

    def reply(self, nick: str, text: str) -> None:
        """Answer a CTCP query of NICK with TEXT, after all lines about games."""
        answer = Message(nick, (text,), Priority.CHATTER)
        self._lines.put(Line(answer, f"NOTICE {nick} :", [text]), 0)
        self.pump()

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

    def forget(self, name: str) -> None:
        """Drop what waits for the nick or channel NAME, and believe no more that it was heard.

        What waits until the channel has heard something must not go before that is said again.
        """
        fold = self._session.fold
        for each in self._holding:
            if self._session.is_same(each.target, name):
                self._lines.drop_round(each.target)
        self._lines.forget(fold(name), fold)
        self._plain.discard(fold(name))
        self.refused(name)

    def room_for(self, target: str, command: str = "") -> int:
        """Return how many bytes of text one message to TARGET can carry, by COMMAND if private."""
        return max(self.longest_line - size_of(self._addressed(target, command)), 0)

    @property
    def longest_line(self) -> int:
        """Bytes of a line, without CR LF and the prefix that others see before it."""
        linelen = self._session.isupport.linelen
        return max(linelen - len("\r\n") - self._session.me.prefix_size, _MIN_LINE_BYTES)

    def _tags(self, target: str, channel: str) -> str:
        """Return what tells the client of TARGET, a nick, which CHANNEL a line is about.

        https://ircv3.net/specs/client-tags/channel-context
        """
        isupport, capabilities = self._session.isupport, self._session.capabilities
        is_possible = "message-tags" in capabilities and isupport.lets_through(_CONTEXT)
        if not channel or isupport.is_channel(target) or not is_possible:
            return ""
        return f"@+{_CONTEXT}={channel.translate(_ESCAPES)} "

    def _addressed(self, target: str, command: str = "") -> str:
        """Return the words that address TARGET, a nick by COMMAND if there is one."""
        is_channel = self._session.isupport.is_channel(target)
        return f"{'PRIVMSG' if is_channel else command or self._private} {target} :"

    # What the server confirms. It acts on lines in order, so what it refuses is refused before it
    # answers a PING behind it (RFC 2812, 3.3.1 and 3.7.2).

    def _await_answer(self, said: _Unconfirmed) -> None:
        """Send a PING behind what was SAID and has left, unless one waits to leave."""
        is_asking = any(not each.token for each in self._unconfirmed)
        self._unconfirmed.append(said)
        if len(self._unconfirmed) > MAX_UNCONFIRMED:
            self._let_go([self._unconfirmed.pop(0)])
        if not is_asking:
            ping = partial(self._ping_leaves, token := token_hex(_TOKEN_BYTES))
            line = server_command(said.target, f"PING :{token}", ping)
            line.left = [do_nothing]  # it must be sent while the bot stops, too
            self._lines.put(line, 0)
            self.pump()

    def _ping_leaves(self, token: str) -> None:
        for each in self._unconfirmed:
            each.token = each.token or token

    def answered(self, tokens: Sequence[str]) -> None:
        """Note a PONG with TOKENS: what left before its PING has arrived."""
        arrived = [each for each in self._unconfirmed if each.token and each.token in tokens]
        self._unconfirmed = [each for each in self._unconfirmed if each not in arrived]
        for each in arrived:
            each.heard()
        self._let_go(arrived)

    def refused(self, target: str = "") -> set[str]:
        """Note that the server refuses what was said to TARGET, or to somebody.

        A server nearby may say so before the line is known to have left. Return the channels that
        may not have heard something.
        """
        is_same, written = self._session.is_same, chain.from_iterable(self._leaving)
        said = [*self._unconfirmed, *_receipts(written)]
        refused = [each for each in said if not target or is_same(each.target, target)]
        self._forget_receipts(refused)
        self._let_go(refused)
        return {each.target for each in refused}

    def _forget_receipts(self, receipts: Sequence[Told]) -> None:
        """Believe no more that lines with these RECEIPTS have left."""
        self._unconfirmed = [each for each in self._unconfirmed if each not in receipts]
        for turn in self._leaving:
            turn[:] = [each for each in turn if each not in receipts]

    def _held(self) -> set[str]:
        """Return the channels about which nothing but a PING may go now."""
        return {each.target for each in self._holding}

    def _let_go(self, receipts: Sequence[_Unconfirmed]) -> None:
        """Send what RECEIPTS have held, in the next turn of the reactor.

        That they were confirmed may be written to the disk in this one, and nobody should have an
        answer ready before the bot knows that its question has left.
        """
        self._holding = [each for each in self._holding if each not in receipts]
        self._timers.after(0.0, "pump", self.pump)

    # What is refused and can be said in another way, or later

    def say_without_colours(self, target: str) -> bool:
        """Say again, without colours, what TARGET has refused for them; say nothing so any more.

        Return False if there is no such line. Each refusal is about one line, and those before it
        arrived: as many lines as are refused are the last ones.
        """
        now, is_same = self._session.clock.seconds(), self._session.is_same
        refused = (
            (sent_at, line)
            for sent_at, line in reversed(self._coloured)
            if is_same(line.target, target) and now - sent_at <= COLOURED_SECONDS
        )
        if (found := next(refused, None)) is None:
            return False
        self._coloured.remove(found)
        self._plain.add(self._session.fold(target))
        _, line = found
        self._forget_receipts(line.left)
        for receipt in _receipts(line.left):
            receipt.token = ""
        self._lines.put_back(line)
        for each in self._lines:
            if is_same(each.target, target):
                each.items = [*map(without_formatting, each.items)]
        self._let_go(_receipts(line.left))
        return True

    def retry(self, nick: str, why: str) -> bool:
        """Send to NICK again what the server has refused by its limit on targets, after a while.

        WHY may say how many seconds that is. Each refusal is about one line, and those before it
        arrived: so many lines as are refused are the last ones. False if there is no such line, or
        it was refused too often.
        """
        fold, now = self._session.fold, self._session.clock.seconds()
        line = self._lines.last_sent(fold(nick), fold)
        if line is None or not 0 <= now - line.sent_at <= LAG_SECONDS or line.attempts == ATTEMPTS:
            return False
        line.attempts += 1
        self._forget_receipts(line.questions)  # a server nearby is quicker than they are called
        self._lines.take_back(line)
        seconds = min(seconds_in(why) or RETRY_SECONDS, MAX_SECONDS)
        self._session.log(f"sending to {line.target} again in {seconds} s")
        self._timers.after(seconds, ("retry", line.target), partial(self._release, line.target))
        return True

    def _release(self, nick: str) -> None:
        self._lines.release(nick)
        self.pump()

    # When it goes

    def pump(self) -> None:
        """Send what may be sent now, and schedule the rest."""
        self._timers.cancel("pump")
        # A write may fill the transport, which then pauses us at once.
        while self._may_write and (self._ahead or self._lines.has_next(self._held())):
            if self._ahead:
                self._write(self._ahead.popleft())
                continue
            now = self._session.clock.seconds()
            allowance = self._allowance(now)
            if (seconds := allowance.seconds_to_wait(now)) > 0:
                self._timers.after(seconds, "pump", self.pump)
                break
            allowance.spend()
            line = self._lines.take(self._held())
            # A question can be answered before it is sure that it has left.
            self._leaving[-1 if line.must_be_sent else 0].extend(line.left)
            self._holding += (each for each in _receipts(line.left) if each.holds)
            if line.address and not self._session.isupport.is_channel(line.target):
                line.sent_at = now
                self._lines.remember(line)
            elif FORMATTING.search(line.text):
                self._coloured.append((now, line))
            if line.leaves is not None:
                line.leaves()
            self._write(line.text)
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
        stuck = [*chain.from_iterable(self._leaving)]
        self._leaving = deque([[] for _ in range(_TURNS - 1)])
        self._leaving.append(stuck)
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
        if not self._is_turn_awaited and self._are_receipts_due():
            self._is_turn_awaited = True
            self._session.clock.callLater(0, self._end_turn)

    def _end_turn(self) -> None:
        """Call the receipts of lines that were written some turns ago, unless they are stuck."""
        self._is_turn_awaited = False
        if not self._may_write:
            return
        left = self._leaving.popleft()
        self._leaving.append([])
        # What was dropped has been heard by no channel.
        left += [each for each in self._lines.dropped if not isinstance(each, _Unconfirmed)]
        self._lines.dropped = []
        self._await_turn()
        for told in left:
            told()
        self._finish_if_empty()

    def _are_receipts_due(self) -> bool:
        return bool(self._lines.dropped) or any(self._leaving)

    def _finish_if_empty(self) -> None:
        is_busy = self._are_receipts_due() or self._unconfirmed or self._ahead or len(self._lines)
        if self._done is not None and not is_busy:
            self._finished()

    def _finished(self) -> None:
        self._timers.cancel("finish")
        done, self._done = self._done, None
        if done is not None:
            done()

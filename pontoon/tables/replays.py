"""Rounds that people are told again in private, a few lines at a time."""

from collections.abc import Iterable
from functools import partial

from msgspec import Struct

from pontoon.irc.outgoing import Message, Priority
from pontoon.tables.context import TableContext

PORTION = 4
"""The lines that may wait to be sent to a person."""

PAUSE_SECONDS = 1.0
"""The pause after a portion: others have their turn, and a bot that stops has no more to send."""

MAX_RUNNING = 10
"""The people on a network who can be told a round at a time."""


class _Replay(Struct, eq=False):
    """What NICK is still to be told."""

    nick: str
    lines: list[str]


class Replays:
    """The rounds that people on a network are told."""

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._running: dict[str, _Replay] = {}
        """By the nick as the server compares it."""

    def begin(self, nick: str, lines: Iterable[str]) -> bool:
        """Tell NICK these LINES, in place of others; return False if too many people are told."""
        self.stop(nick)
        if len(self._running) >= MAX_RUNNING:
            return False
        replay = self._running[self._key(nick)] = _Replay(nick, [*lines])
        self._tell(replay)
        return True

    def stop(self, nick: str) -> bool:
        """Tell NICK no more; return whether they were being told a round."""
        return self._running.pop(self._key(nick), None) is not None

    def renamed(self, old: str, new: str) -> None:
        """Note that the person who was called OLD is called NEW."""
        replay = self._running.pop(self._key(old), None)
        if replay is not None:
            self.stop(new)
            replay.nick = new
            self._running[self._key(new)] = replay

    def clear(self) -> None:
        self._running.clear()

    def _key(self, nick: str) -> str:
        return self._context.network.fold(nick)

    def _tell(self, replay: _Replay) -> None:
        """Send the next lines of REPLAY; what follows waits until they have left."""
        if self._running.get(self._key(replay.nick)) is not replay:
            return
        if self._context.network.find(replay.nick) is None:  # somebody else may take the nick
            self.stop(replay.nick)
            return
        *first, last = replay.lines[:PORTION]
        replay.lines = replay.lines[PORTION:]
        if not replay.lines:
            self.stop(replay.nick)
        for line in first:
            self._context.send(Message(replay.nick, (line,), Priority.CHATTER))
        told = partial(self._sent, replay) if replay.lines else None
        self._context.send(Message(replay.nick, (last,), Priority.CHATTER, left=told))

    def _sent(self, replay: _Replay) -> None:
        self._context.clock.callLater(PAUSE_SECONDS, partial(self._tell, replay))

"""Finds out whether the server has the lines that must be sent."""

from collections import deque
from collections.abc import Callable

from irctokens.line import Line
from twisted.internet.error import ConnectionDone

from pontoon.irc.dispatch import Handler
from pontoon.irc.outgoing import Told
from pontoon.irc.sending.throttle import complaint_in


class Receipts:
    """What is to be called for lines that have left, once the server is known to have them.

    A server takes lines in their order. So it has them when it answers a PING that was sent behind
    them, with whatever words, or closes the connection for a QUIT. What is lost with a connection
    is never called for: it has to be said again. ANSWERED is called when a PING is answered.
    """

    def __init__(self, answered: Callable[[], None]) -> None:
        self._when_answered = answered
        self._left: list[Told] = []
        """For lines that no PING was sent behind yet."""
        self._asked: deque[list[Told]] = deque()
        """For each PING that is not answered: what it was sent behind, but other PINGs were not."""
        self._has_quit = False
        self._is_let_go = False

    @property
    def are_to_be_asked_for(self) -> bool:
        """Whether a PING is needed, and none that has to do with receipts is on its way."""
        return bool(self._left) and not any(self._asked)

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handlers of messages."""
        return {"PONG": self._answered, "ERROR": self._let_go}

    def left(self, told: Told) -> None:
        """Note that a line has left for which TOLD is to be called."""
        self._left.append(told)

    def written(self, line: str) -> None:
        """Note that LINE follows all that has left."""
        if line.startswith("PING "):
            self._asked.append(self._left)
            self._left = []
        elif line.startswith("QUIT "):
            self._has_quit = True

    def closed(self, why: BaseException | None) -> None:
        """Note that the connection is closed, and WHY."""
        if self._has_quit and (self._is_let_go or isinstance(why, ConnectionDone)):
            for each in (*self._asked, self._left):
                _call(each)

    def _answered(self, _pong: Line) -> None:
        if self._asked:
            _call(self._asked.popleft())
            self._when_answered()

    def _let_go(self, error: Line) -> None:
        if complaint_in(error, lambda _nick: False):
            self._has_quit = False  # that was not why: it may not have read so far
        self._is_let_go = self._has_quit


def _call(receipts: list[Told]) -> None:
    for told in receipts:
        told()

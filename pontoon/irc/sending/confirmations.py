"""Which lines the server has taken: it answers a PING behind them, and has not refused them."""

from collections.abc import Callable
from functools import partial
from secrets import token_hex

from msgspec import Struct

from pontoon.irc.line import Line
from pontoon.irc.outgoing import Confirmation, Told
from pontoon.irc.session import Session

MOST_AWAITED = 100
"""How many messages may await an answer. The oldest is given up: the server answers no PING."""

_TOKEN_BYTES = 6
"""Some servers pass on PONGs of people, so that nobody must be able to guess the token."""


class _Awaited(Struct, eq=False):
    """A message whose lines leave, or have left."""

    target: str
    confirmation: Confirmation
    lines: int
    left: int = 0
    """How many of its lines have left."""
    token: str = ""
    """What the PING behind it says; "" while there is none."""


class Confirmations:
    """Tells of messages whether the server has taken them (``Confirmation``).

    A server acts on lines in order, so what it refuses is refused before it answers a PING behind
    it (RFC 2812, 3.3.1 and 3.7.2). SEND_PING sends a line behind what waits about a target, and
    calls a function as it leaves. A bouncer that answers PINGs itself confirms too early.
    """

    def __init__(self, session: Session, send_ping: Callable[[str, str, Told], None]) -> None:
        self._session = session
        self._send_ping = send_ping
        self._awaited: list[_Awaited] = []
        self._is_asking = False
        """Whether a PING waits to leave: it is behind all that leaves before."""

    def expect(self, target: str, confirmation: Confirmation, lines: int) -> Told:
        """Return what to call as each of so many LINES of a message to TARGET leaves."""
        return partial(self._line_leaves, _Awaited(target, confirmation, lines))

    def ask(self, target: str) -> None:
        """Send a PING behind messages that have left, the last one to TARGET, if none waits."""
        if not self._is_asking and self._without_ping():
            self._is_asking = True
            token = token_hex(_TOKEN_BYTES)
            self._send_ping(f"PING :{token}", target, partial(self._ping_leaves, token))

    def _ping_leaves(self, token: str) -> None:
        self._is_asking = False
        for each in self._without_ping():
            each.token = token

    def _without_ping(self) -> list[_Awaited]:
        return [each for each in self._awaited if each.left == each.lines and not each.token]

    def answered(self, message: Line) -> None:
        """Note MESSAGE, a PONG: what left before its PING has arrived."""
        arrived = [each for each in self._awaited if each.token and each.token in message.params]
        self._forget(arrived)
        for each in arrived:
            each.confirmation.heard()

    def refused(self, target: str | None, why: str) -> None:
        """Note that the server has refused what was said to TARGET; WHY is its reason.

        None means that the server has not said which line it was.
        """
        is_same, awaited = self._session.is_same, self._awaited
        refused = [each for each in awaited if target is None or is_same(each.target, target)]
        self._forget(refused)
        for each in refused:
            each.confirmation.refused(why)

    def _line_leaves(self, awaited: _Awaited) -> None:
        awaited.left += 1
        if awaited.left == 1:
            self._awaited = [*self._awaited, awaited][-MOST_AWAITED:]

    def _forget(self, over: list[_Awaited]) -> None:
        self._awaited = [each for each in self._awaited if each not in over]

"""Which lines the server has taken: it answers a PING behind them, and has not refused them."""

from collections.abc import Callable
from functools import partial
from secrets import token_hex

from irctokens.line import Line
from msgspec import Struct

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
    waiting: int
    """How many of its lines have not left."""
    has_begun: bool = False
    """Whether its first line has left."""
    token: str = ""
    """What the PING behind it says; "" while there is none."""


class Confirmations:
    """Tells of messages whether the server has taken them (``Confirmation``).

    A server acts on lines in order, so what it refuses is refused before it answers a PING behind
    it (RFC 2812, 3.3.1 and 3.7.2). SEND_PING sends a line at the pace of all lines. A bouncer that
    answers PINGs itself confirms too early.
    """

    def __init__(self, session: Session, send_ping: Callable[[str], None]) -> None:
        self._session = session
        self._send_ping = send_ping
        self._awaited: list[_Awaited] = []

    def expect(self, target: str, confirmation: Confirmation, lines: int) -> Told:
        """Return what to call as each of so many LINES of a message to TARGET leaves."""
        return partial(self._line_leaves, _Awaited(target, confirmation, lines))

    def ask(self) -> None:
        """Send one PING for all messages that have left and have none behind them yet."""
        left = [each for each in self._awaited if not each.waiting and not each.token]
        if left:
            token = token_hex(_TOKEN_BYTES)
            for each in left:
                each.token = token
            self._send_ping(f"PING :{token}")

    def answered(self, message: Line) -> None:
        """Note MESSAGE, a PONG: what left before its PING has arrived."""
        asked = (each for each in self._awaited if each.token)
        arrived = [each for each in asked if each.token in message.params]
        self._forget(arrived)
        for each in arrived:
            each.confirmation.heard()

    def refused(self, target: str, why: str) -> None:
        """Note that the server has refused what was said to TARGET; WHY is its reason."""
        self._refuse([e for e in self._awaited if self._session.is_same(e.target, target)], why)

    def any_refused(self, why: str) -> None:
        """Note that the server has refused a line, and has not said which."""
        self._refuse(self._awaited, why)

    def _refuse(self, refused: list[_Awaited], why: str) -> None:
        self._forget(refused)
        for each in refused:
            each.confirmation.refused(why)

    def _line_leaves(self, awaited: _Awaited) -> None:
        awaited.waiting -= 1
        if not awaited.has_begun:
            awaited.has_begun = True
            self._awaited = [*self._awaited, awaited][-MOST_AWAITED:]

    def _forget(self, over: list[_Awaited]) -> None:
        self._awaited = [each for each in self._awaited if each not in over]

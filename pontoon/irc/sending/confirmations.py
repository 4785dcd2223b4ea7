"""Which lines the server has taken: it answers a PING behind them, and has not refused them."""

from collections.abc import Callable
from functools import partial
from secrets import token_hex

from irctokens.line import Line
from msgspec import Struct

from pontoon.irc.outgoing import Confirmation, Told
from pontoon.irc.session import Session

REFUSALS = frozenset(
    {
        *("401", "403", "404", "407", "408", "413", "414", "415", "439", "442", "477", "486"),
        *("492", "493", "494", "531", "707"),
    }
)
"""Error replies to a PRIVMSG that name the channel: cannot send, no such channel, not on it."""

NAMELESS_REFUSALS = frozenset({"411", "412", "417"})
"""Those that name none: no recipient, no text, line too long. Any line may be meant."""

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

    def refused(self, message: Line) -> None:
        """Note MESSAGE, an error reply, if it may be about a message that has left."""
        match message.command, message.params:
            case command, [_, target, *rest] if command in REFUSALS:
                refused = [each for each in self._awaited if self._is_same(each.target, target)]
            case command, [_, *rest] if command in NAMELESS_REFUSALS:
                refused = self._awaited
            case _:
                return
        refused = [*refused]
        self._forget(refused)
        for each in refused:
            each.confirmation.refused(" ".join(rest) or command)

    def _line_leaves(self, awaited: _Awaited) -> None:
        awaited.waiting -= 1
        if not awaited.has_begun:
            awaited.has_begun = True
            self._awaited = [*self._awaited, awaited][-MOST_AWAITED:]

    def _forget(self, over: list[_Awaited]) -> None:
        self._awaited = [each for each in self._awaited if each not in over]

    def _is_same(self, one: str, other: str) -> bool:
        return self._session.is_same(one, other)

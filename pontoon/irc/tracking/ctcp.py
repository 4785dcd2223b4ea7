"""Answers what clients are asked by CTCP: VERSION, PING, TIME and CLIENTINFO, and seldom.

CTCP is words between two bytes 01 in a private message; the answer is a NOTICE.
"""

import re
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

import pontoon
from pontoon.irc.line import size_of
from pontoon.irc.reactor import Clock

MOST_ANSWERS = 3
"""Answers within a while, for everybody together."""

WHILE_SECONDS = 10.0

LONGEST_PING = 100
"""Bytes of what came with a PING that are sent back; with more there is no answer."""

MARK = "\x01"

_QUERY = re.compile(f"{MARK}([A-Za-z]+)(?: ([^\x00-\x1f\x7f-\x9f]*))?{MARK}?")


class Ctcp:
    """Answers with SAY, which is told whom and what; CLOCK's seconds are since 1970."""

    def __init__(self, clock: Clock, say: Callable[[str, str], None]) -> None:
        self._clock = clock
        self._say = say
        self._answered_at: deque[float] = deque(maxlen=MOST_ANSWERS)

    def asked(self, nick: str, text: str) -> None:
        """Answer TEXT, said by whoever has NICK in private, if it is a question that is known."""
        query = _QUERY.fullmatch(text)
        answer = None if query is None else self._answer(query[1].upper(), query[2] or "")
        now = self._clock.seconds()
        full = len(self._answered_at) == MOST_ANSWERS
        if answer is None or (full and now - self._answered_at[0] < WHILE_SECONDS):
            return
        self._answered_at.append(now)
        self._say(nick, f"{MARK}{answer}{MARK}")

    def _answer(self, command: str, rest: str) -> str | None:
        match command:
            case "VERSION":
                return f"VERSION PontoonBot {pontoon.__version__}"
            case "TIME":
                now = datetime.fromtimestamp(self._clock.seconds(), UTC)
                return f"TIME {now:%Y-%m-%d %H:%M:%S} UTC"
            case "PING" if size_of(rest) <= LONGEST_PING:
                return f"PING {rest}".rstrip()
            case "CLIENTINFO":
                return "CLIENTINFO CLIENTINFO PING TIME VERSION"
        return None

"""Answers CTCP queries: VERSION, PING, TIME and CLIENTINFO, a few in a while.

A query is text between two bytes 01 in a private message; the answer is a NOTICE.
"""

import re
from collections import deque
from datetime import UTC, datetime

import pontoon
from pontoon.irc.line import size_of
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import Session

MOST_ANSWERS = 3  # within WHILE_SECONDS, for everybody together
WHILE_SECONDS = 10.0
LONGEST_PING = 100  # bytes that the answer repeats; a longer PING gets no answer

MARK = "\x01"

_QUERY = re.compile(f"{MARK}([A-Za-z]+)(?: ([^\x00-\x1f\x7f-\x9f]*))?{MARK}?")


class Ctcp:
    """Answers queries through OUTBOX. The clock of SESSION counts seconds since 1970."""

    def __init__(self, session: Session, outbox: Outbox) -> None:
        self._clock = session.clock
        self._outbox = outbox
        self._answered_at: deque[float] = deque(maxlen=MOST_ANSWERS)

    def asked(self, nick: str, text: str) -> None:
        """Answer TEXT, a private message from NICK, if it is a known query."""
        query = _QUERY.fullmatch(text)
        answer = None if query is None else self._answer(query[1].upper(), query[2] or "")
        now = self._clock.seconds()
        full = len(self._answered_at) == MOST_ANSWERS
        if answer is None or (full and now - self._answered_at[0] < WHILE_SECONDS):
            return
        self._answered_at.append(now)
        self._outbox.reply(nick, f"{MARK}{answer}{MARK}")

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

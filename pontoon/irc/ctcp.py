"""Answers to CTCP queries: VERSION, TIME, PING and CLIENTINFO.

https://modern.ircdocs.horse/ctcp.html
"""

import re
from collections import deque
from datetime import UTC, datetime

import pontoon
from pontoon.irc.line import size_of
from pontoon.irc.sending import Outbox
from pontoon.irc.session import Session

MAX_ANSWERS = 3
WHILE_SECONDS = 10.0
"""At most this many answers are sent in this time, to everybody together."""

MAX_PING_BYTES = 100
"""What an answer repeats; a longer PING gets none."""

_TAG = re.compile("[A-Za-z]+")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


class CtcpAnswers:
    """Answers queries, each by a NOTICE, as long as they are few."""

    def __init__(self, session: Session, outbox: Outbox) -> None:
        self._session = session
        self._outbox = outbox
        self._answered_at: deque[float] = deque(maxlen=MAX_ANSWERS)

    def answer(self, nick: str, tag: str, data: str) -> None:
        """Answer the query TAG of NICK, with DATA, if it is one that the bot knows."""
        now = self._session.clock.seconds()
        is_query = _TAG.fullmatch(tag) and not _CONTROL.search(data)
        text = _answer(tag.upper(), data, now) if is_query else None
        is_full = len(self._answered_at) == MAX_ANSWERS
        if text is None or (is_full and now - self._answered_at[0] < WHILE_SECONDS):
            return
        self._answered_at.append(now)
        self._outbox.reply(nick, f"\x01{text}\x01")


def _answer(tag: str, data: str, now: float) -> str | None:
    match tag:
        case "VERSION":
            return f"VERSION PontoonBot {pontoon.__version__}"
        case "TIME":
            return f"TIME {datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M:%S} UTC"
        case "PING" if size_of(data) <= MAX_PING_BYTES:
            return f"PING {data}".rstrip()
        case "CLIENTINFO":
            return "CLIENTINFO CLIENTINFO PING TIME VERSION"
    return None

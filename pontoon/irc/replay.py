"""What people said before the bot came: servers and bouncers replay it; it is no command.

https://ircv3.net/specs/extensions/batch, https://ircv3.net/specs/batches/chathistory
"""

from datetime import UTC, datetime, timedelta

from pontoon.irc.line import Line
from pontoon.irc.session import Session

PLAYBACKS = frozenset({"chathistory", "znc.in/playback"})
"""Batches of replayed messages; those of netsplit and netjoin happen now."""

MAX_BATCHES = 100
"""Replayed batches that may be open at once; further ones are not noted."""

SLACK = timedelta(seconds=10)
"""How far the clock of a server may be behind the bot's own."""

PLAYBACK_SECONDS = 60.0
"""How long a replay may last if only the bot's own clock can tell."""


class ReplayFilter:
    """Recognises replayed messages by their batch, or else by their time (``server-time``).

    It compares that time with the time of the welcome, or of the bot's own JOIN, by the server's
    clock, so that no clock has to be right. If the server does not tell that time, the bot's own
    clock does, with some slack, but only for as long as a replay may last: either clock may be
    wrong. ``Channels`` knows when a history without tags is over.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._open: set[str] = set()
        self._came: datetime | None = None
        """When the bot came, by the server's clock."""
        self._came_at = session.clock.seconds()
        """When it came, by its own clock."""

    def is_replayed(self, message: Line) -> bool:
        """Tell whether MESSAGE is from before the bot came; note if it is what others depend on."""
        if not message.tags and message.command == "PRIVMSG":
            return False  # most lines, of most servers
        tags, outer = message.tags, message.tags.get("batch")
        match message.command, message.params:
            case "BATCH", [reference, kind, *_] if reference.startswith("+"):
                # A batch inside a replayed one is replayed too.
                is_playback = kind.lower() in PLAYBACKS or outer in self._open
                if is_playback and len(self._open) < MAX_BATCHES:
                    self._open.add(reference[1:])
            case "BATCH", [reference, *_] if reference.startswith("-"):
                self._open.discard(reference[1:])
            case _ if outer in self._open:
                return True
            case "JOIN", _ if not self._session.is_me(message.nick):
                pass
            case (("001" | "JOIN"), _):
                self._came = _time(tags.get("time", "")) or self._came
                self._came_at = self._session.clock.seconds()
            case (("PRIVMSG" | "NOTICE"), _) if said := _time(tags.get("time", "")):
                return self._is_old(said)
        return False

    def _is_old(self, said: datetime) -> bool:
        if self._came is not None:
            return said < self._came
        may_be_replay = self._session.clock.seconds() - self._came_at <= PLAYBACK_SECONDS
        return may_be_replay and datetime.fromtimestamp(self._came_at, UTC) - said > SLACK


def _time(stamp: str) -> datetime | None:
    """Return STAMP, such as ``2024-01-01T00:00:00.000Z`` (server-time), as a time, or None."""
    if not stamp.endswith("Z"):
        return None
    try:
        return datetime.fromisoformat(stamp)
    except ValueError:
        return None

"""What was said before the bot came: servers and bouncers show it again, and it is no command.

https://ircv3.net/specs/extensions/batch, https://ircv3.net/specs/batches/chathistory
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from irctokens.line import Line

from pontoon.irc.reactor import Clock

PLAYBACKS = frozenset({"chathistory", "znc.in/playback"})
"""Batches that show what was said before; netsplit and netjoin happen now."""

MOST_BATCHES = 100
"""Batches of a kind above that may be open at once; of others nothing is kept."""

_SAID = frozenset({"PRIVMSG", "NOTICE"})

SLACK = timedelta(minutes=1)
"""How much earlier than the bot came something may be said by another's clock."""

PLAYBACK_SECONDS = 60.0
"""How long after the bot came something may be shown again, where only its own clock can tell."""


class HistoryFilter:
    """Tells what is shown again by the batch that it is in, or else by its time (``server-time``).

    That is compared with the time at which the server let the bot in, or into a channel, by the
    server's own clock, so that nobody's has to be right. Where the server does not tell that time
    CLOCK does, whose seconds are since 1970, and only for as long as showing something again may
    take: either clock may be wrong. IS_ME tells the bot by its nick.
    """

    def __init__(self, clock: Clock, is_me: Callable[[str], bool]) -> None:
        self._clock = clock
        self._is_me = is_me
        self._open: set[str] = set()
        self._came: datetime | None = None
        """When the bot came, by the server's clock."""
        self._came_at = clock.seconds()
        """When it came, by its own."""
        self.acts: dict[str, Callable[[Line], None]] = {
            "BATCH": self._batch,
            "001": self._let_in,
            "JOIN": self._joined,
        }
        """What to do at which message."""

    def shows_again(self, message: Line) -> bool:
        """Tell whether MESSAGE was sent before the bot was there."""
        tags = message.tags or {}
        if message.command == "BATCH":
            return False
        if tags.get("batch") in self._open:
            return True
        said = _time(tags.get("time", "")) if message.command in _SAID else None
        return said is not None and self._is_from_before(said)

    def _is_from_before(self, said: datetime) -> bool:
        """Tell whether something was SAID long before the bot came."""
        if self._came is not None:
            return self._came - said > SLACK
        may_be_shown = self._clock.seconds() - self._came_at <= PLAYBACK_SECONDS
        return may_be_shown and datetime.fromtimestamp(self._came_at, UTC) - said > SLACK

    def _batch(self, message: Line) -> None:
        """Note where a batch begins and ends; one inside another is of the same kind."""
        outer = (message.tags or {}).get("batch")
        match message.params:
            case [reference, kind, *_] if reference.startswith("+"):
                is_playback = kind.lower() in PLAYBACKS or outer in self._open
                if is_playback and len(self._open) < MOST_BATCHES:
                    self._open.add(reference[1:])
            case [reference, *_] if reference.startswith("-"):
                self._open.discard(reference[1:])

    def _let_in(self, message: Line) -> None:
        self._came = _time((message.tags or {}).get("time", "")) or self._came
        self._came_at = self._clock.seconds()

    def _joined(self, message: Line) -> None:
        if self._is_me((message.source or "").partition("!")[0]):
            self._let_in(message)


def _time(stamp: str) -> datetime | None:
    """Read a time as server-time has it, ``2024-01-01T00:00:00.000Z``; None where it is none."""
    if not stamp.endswith("Z"):
        return None
    try:
        return datetime.fromisoformat(stamp)
    except ValueError:
        return None

"""What was said before the bot came: servers and bouncers show it again, and it is no command.

https://ircv3.net/specs/extensions/batch, https://ircv3.net/specs/batches/chathistory
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from irctokens.line import Line

PLAYBACKS = frozenset({"chathistory", "znc.in/playback"})
"""Batches that show what was said before; netsplit and netjoin happen now."""

MOST_BATCHES = 100
"""Batches of a kind above that may be open at once; of others nothing is kept."""

_SAID = frozenset({"PRIVMSG", "NOTICE"})

SLACK = timedelta(minutes=1)
"""How much earlier than the server's first word something may be said by another's clock."""


class Playback:
    """Tells what is shown again by the batch that it is in, or else by its time.

    Times (``server-time``) are only compared with the one at which the same server welcomed the
    bot, so that nobody's clock has to be right.
    """

    def __init__(self) -> None:
        self._open: set[str] = set()
        self._began: datetime | None = None
        self.acts: dict[str, Callable[[Line], None]] = {
            "BATCH": self._batch,
            "001": self._welcomed,
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
        return said is not None and self._began is not None and self._began - said > SLACK

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

    def _welcomed(self, message: Line) -> None:
        self._began = _time((message.tags or {}).get("time", ""))


def _time(stamp: str) -> datetime | None:
    """Read a time as server-time has it, ``2024-01-01T00:00:00.000Z``; None where it is none."""
    if not stamp.endswith("Z"):
        return None
    try:
        return datetime.fromisoformat(stamp)
    except ValueError:
        return None

"""What the journal keeps besides rounds: notes on channels, and on the people admins have banned.

Each line is a JSON object. A later note on the same thing replaces an earlier one. Channels are in
the spelling of rfc1459, each with the name of its network.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Protocol

from msgspec import convert, to_builtins

from pontoon.storage.journal_records import (
    NOBODY,
    UNSET,
    Ban,
    ChannelSettings,
    LineupRecord,
    Watcher,
)

MOST_SETTINGS = 5000
"""The channels whose settings are kept; beyond that, those set the longest ago are forgotten."""

MOST_BANS = 1000
"""The people who can be banned on a network at a time: the caller sees to it."""

Place = tuple[str, str]
"""A network and a channel."""

_json_of = json.JSONEncoder(separators=(",", ":")).encode  # to make one for each line takes longer


def json_line(**fields: Any) -> bytes:
    """Return a line of the journal with FIELDS."""
    return _json_of(fields).encode()


class NoteWriter(Protocol):
    """Writes lines to the disk (``Journal``)."""

    def write(self, line: bytes) -> None:
        """Write LINE; NotRecorded if that fails."""

    def write_soon(self, line: bytes) -> None:
        """Write LINE as soon as possible: it is among ``lines`` already."""

    def compact(self) -> None:
        """Rewrite the file if most of it is out of date."""


class JournalNotes:
    """The notes of a journal, which WRITER writes. NOW returns the date and the time.

    A change that somebody orders is on the disk when its method returns; the method raises
    NotRecorded and changes nothing if it cannot be written. What follows from the coming and going
    of people (``line_up``, ``watch``) is noted at once, and written as soon as possible.
    """

    def __init__(self, writer: NoteWriter, now: Callable[[], datetime]) -> None:
        self._writer = writer
        self._now = now
        self._closed: dict[Place, None] = {}
        """The channels in which no rounds may begin."""
        self._settings: dict[Place, ChannelSettings] = {}
        """What operators have set; the latest comes last."""
        self._lineups: dict[Place, LineupRecord] = {}
        """The people who have joined, in channels where somebody has."""
        self._watchers: dict[Place, tuple[Watcher, ...]] = {}
        """The people who want to be told when others have joined, where somebody does."""
        self._untold: dict[Place, tuple[str, ...]] = {}
        """The title of a game and how its last round became void, where people may not know it."""
        self._bans: list[Ban] = []
        """The bans; some may be over. The latest comes last."""

    def load(self, fields: dict[str, Any]) -> bool:
        """Note what a line with FIELDS says; return False if it is no note."""
        match fields:
            case {"closed": bool(is_closed), "channel": [network, channel]}:
                self._closed.pop((network, channel), None)
                if is_closed:
                    self._closed[network, channel] = None
            case {"settings": set_there, "channel": [str(network), str(channel)]}:
                self._note_settings((network, channel), convert(set_there, ChannelSettings))
            case {"lineup": lineup, "channel": [str(network), str(channel)]}:
                self._note_lineup((network, channel), convert(lineup, LineupRecord))
            case {"watchers": found, "channel": [str(network), str(channel)]}:
                watchers = convert(found, tuple[Watcher, ...])
                self._note_watchers((network, channel), watchers)
            case {"untold": told, "channel": [str(network), str(channel)]}:
                self._note_untold((network, channel), convert(told, tuple[str, ...]))
            case {"ban": ban}:
                self._note_ban(convert(ban, Ban))
            case {"unban": [str(network), str(nick)]}:
                self._bans = [each for each in self._bans if not each.is_of(network, nick)]
            case _:
                return False
        return True

    def lines(self) -> Iterator[bytes]:
        """Yield lines with all notes that still count."""
        for place in self._closed:
            yield json_line(closed=True, channel=place)
        for place, settings in self._settings.items():
            yield json_line(settings=to_builtins(settings), channel=place)
        for place, lineup in self._lineups.items():
            yield json_line(lineup=to_builtins(lineup), channel=place)
        for place, watchers in self._watchers.items():
            yield json_line(watchers=to_builtins(watchers), channel=place)
        for place, untold in self._untold.items():
            yield json_line(untold=untold, channel=place)
        for ban in self._lasting_bans():
            yield json_line(ban=to_builtins(ban))

    # Channels

    def is_closed(self, network: str, channel: str) -> bool:
        return (network, channel) in self._closed

    def close(self, network: str, channel: str, *, is_closed: bool) -> None:
        """Note whether rounds may begin in CHANNEL; NotRecorded."""
        self._change(closed=is_closed, channel=[network, channel])

    def settings(self, network: str, channel: str) -> ChannelSettings:
        """Return what the operators of CHANNEL have set."""
        return self._settings.get((network, channel), UNSET)

    def change_settings(self, network: str, channel: str, settings: ChannelSettings) -> None:
        """Note the SETTINGS of CHANNEL from now on; NotRecorded."""
        self._change(settings=to_builtins(settings), channel=[network, channel])

    def lineup(self, network: str, channel: str) -> LineupRecord:
        """Return the people who have joined in CHANNEL, in order."""
        return self._lineups.get((network, channel), NOBODY)

    def keep_lineup(self, network: str, channel: str, lineup: LineupRecord) -> None:
        """Note that somebody wants LINEUP to be who has joined in CHANNEL; NotRecorded."""
        self._change(lineup=to_builtins(lineup), channel=[network, channel])

    def line_up(self, network: str, channel: str, lineup: LineupRecord) -> None:
        """Note that LINEUP is who has joined in CHANNEL now."""
        self._note_lineup((network, channel), lineup)
        self._write_soon(lineup=to_builtins(lineup), channel=[network, channel])

    def watchers(self, network: str, channel: str) -> Sequence[Watcher]:
        """Return who wants to be told when others have joined in CHANNEL, or was told lately."""
        return self._watchers.get((network, channel), ())

    def keep_watchers(self, network: str, channel: str, watchers: Sequence[Watcher]) -> None:
        """Note that somebody wants WATCHERS to be those of CHANNEL; NotRecorded."""
        self._change(watchers=to_builtins(watchers), channel=[network, channel])

    def watch(self, network: str, channel: str, watchers: Sequence[Watcher]) -> None:
        """Note that WATCHERS are those of CHANNEL now."""
        self._note_watchers((network, channel), tuple(watchers))
        self._write_soon(watchers=to_builtins(watchers), channel=[network, channel])

    def untold(self, network: str, channel: str) -> Sequence[str]:
        """Return the title of a game, and what CHANNEL may not know of how its last round ended."""
        return self._untold.get((network, channel), ())

    def leave_untold(self, network: str, channel: str, untold: Sequence[str]) -> None:
        """Note that CHANNEL may not know what is UNTOLD; nothing, once it does."""
        self._note_untold((network, channel), tuple(untold))
        self._write_soon(untold=untold, channel=[network, channel])

    def _note_untold(self, where: Place, untold: tuple[str, ...]) -> None:
        self._untold.pop(where, None)
        if untold:
            self._untold[where] = untold

    def _note_settings(self, where: Place, settings: ChannelSettings) -> None:
        self._settings.pop(where, None)
        if settings != UNSET:
            self._settings[where] = settings
        if len(self._settings) > MOST_SETTINGS:
            del self._settings[next(iter(self._settings))]

    def _note_lineup(self, where: Place, lineup: LineupRecord) -> None:
        self._lineups.pop(where, None)
        if lineup.places:
            self._lineups[where] = lineup

    def _note_watchers(self, where: Place, watchers: tuple[Watcher, ...]) -> None:
        self._watchers.pop(where, None)
        if watchers:
            self._watchers[where] = watchers

    # Bans

    def bans(self, network: str) -> list[Ban]:
        """Return the bans on NETWORK that are not over, the oldest first."""
        return [ban for ban in self._lasting_bans() if ban.network == network]

    def ban(self, ban: Ban) -> None:
        """Note BAN, in place of any other of the same person; NotRecorded."""
        self._change(ban=to_builtins(ban))

    def unban(self, network: str, nick: str) -> Ban | None:
        """End all bans of NICK; return the latest, None if there is none. NotRecorded."""
        ended = [each for each in self._bans if each.is_of(network, nick)]
        if not ended:
            return None
        self._change(unban=[network, nick])
        return ended[-1]

    def _note_ban(self, ban: Ban) -> None:
        self._bans = [*(each for each in self._lasting_bans() if not ban.replaces(each)), ban]

    def _lasting_bans(self) -> Iterator[Ban]:
        now = self._now()
        return (ban for ban in self._bans if ban.until is None or ban.until > now)

    # Writing

    def _change(self, **fields: Any) -> None:
        """Write a line with FIELDS, and then do what reading it does; NotRecorded."""
        self._writer.write(json_line(**fields))
        self.load(fields)
        self._writer.compact()

    def _write_soon(self, **fields: Any) -> None:
        self._writer.write_soon(json_line(**fields))

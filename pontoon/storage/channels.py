"""What is kept of channels, and of the people whom admins have banned.

Channels are in the spelling of rfc1459, each with the name of its network.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct, json

from pontoon.irc.casemapping import rfc1459
from pontoon.storage.database import Database, text_of
from pontoon.storage.rounds import SeatRecord

MOST_SETTINGS = 5000
"""The channels whose settings are kept; beyond that, those set the longest ago are forgotten."""

MOST_BANS = 1000
"""The people who can be banned on a network at a time: the caller sees to it."""

LEAST_TURN_TIMEOUT, MOST_TURN_TIMEOUT = 30, 600
"""The seconds for a decision that operators can set."""

Place = tuple[str, str]
"""A network and a channel."""


class ChannelSettings(Struct, frozen=True, omit_defaults=True):
    """What the operators of a channel have set for it; None is what config.ini says."""

    turn_timeout: Annotated[int, Meta(ge=LEAST_TURN_TIMEOUT, le=MOST_TURN_TIMEOUT)] | None = None
    """The seconds for a decision."""
    games: Annotated[tuple[str, ...], Meta(min_length=1)] | None = None
    """The commands of the games that can be played."""
    banter: bool | None = None

    def allow(self, game: str) -> bool:
        """Tell whether GAME, a command, can be played."""
        return self.games is None or game in self.games


UNSET = ChannelSettings()


class LineupRecord(Struct, frozen=True, omit_defaults=True):
    """The people who have joined at the table of ``game`` in a channel, in order.

    ``is_new`` until they are dealt to. ``answered`` names those of them who made a decision in the
    last round.
    """

    game: str = ""
    places: tuple[SeatRecord, ...] = ()
    is_new: bool = True
    answered: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError if somebody has two places."""
        if len({each.player for each in self.places}) < len(self.places):
            raise ValueError("a player has two places")


NOBODY = LineupRecord()


LEAST_WATCHED, MOST_WATCHED = 2, 10
"""The numbers of people who have joined that somebody can wait for."""


class Watcher(Struct, frozen=True, omit_defaults=True):
    """A player who wants to be told when so ``many`` have joined; 0 if they wait no longer.

    They were last told ``at`` that time, if they were.
    """

    player: str
    many: Annotated[int, Meta(ge=0, le=MOST_WATCHED)] = 0
    at: Annotated[datetime, Meta(tz=True)] | None = None


class Ban(Struct, frozen=True):
    """Somebody whom the bot ignores on NETWORK, whatever nick they take.

    They come from ``host``, with the user name ``user`` unless that is "", or are logged in to
    ``account`` unless that is "". Without ``until`` only an admin ends it.
    """

    network: str
    nick: str
    """Their nick when they were banned."""
    user: str
    host: str
    account: str
    until: Annotated[datetime, Meta(tz=True)] | None = None

    def is_of(self, network: str, nick: str) -> bool:
        """Tell whether somebody with NICK was banned on NETWORK."""
        return self.network == network and rfc1459(self.nick) == rfc1459(nick)

    def lasts_at(self, time: datetime) -> bool:
        return self.until is None or self.until > time

    def replaces(self, other: "Ban") -> bool:
        """Tell whether OTHER is an earlier ban of the same person: others may take the nick."""
        mine, theirs = (self.host, self.account), (other.host, other.account)
        is_alike = any(each and each == its for each, its in zip(mine, theirs, strict=True))
        return is_alike and self.is_of(other.network, other.nick)


class Channels:
    """What DATABASE keeps of channels. NOW returns the date and the time.

    What somebody orders (``close``, ``change_settings``, ``keep_lineup``, ``keep_watchers``,
    ``ban``, ``unban``) raises NotRecorded and changes nothing if nothing can be written. What
    follows from the coming and going of people is noted in any case.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._closed: dict[Place, bool] = {}
        """The channels in which no rounds may begin."""
        self._settings: dict[Place, ChannelSettings] = {}
        """What operators have set; the latest comes last."""
        self._lineups: dict[Place, LineupRecord] = {}
        """The people who have joined, in channels where somebody has."""
        self._watchers: dict[Place, tuple[Watcher, ...]] = {}
        """The people who want to be told when others have joined, where somebody does."""
        self._untold: dict[Place, tuple[str, ...]] = {}
        """The title of a game and how its last round became void, where people may not know it."""
        self._things: dict[str, tuple[dict[Place, Any], Any]] = {
            "closed": (self._closed, bool),
            "settings": (self._settings, ChannelSettings),
            "lineup": (self._lineups, LineupRecord),
            "watchers": (self._watchers, tuple[Watcher, ...]),
            "untold": (self._untold, tuple[str, ...]),
        }
        """Of each thing in a row: where it is kept, and its type."""
        self._bans: list[Ban] = []
        """The bans; some may be over. The latest comes last."""
        self._load()

    def _load(self) -> None:
        read = self._database.read
        for network, channel, thing, value in read(
            "SELECT network, channel, thing, value FROM channels ORDER BY n"
        ):
            kept, kind = self._things[thing]
            kept[network, channel] = json.decode(value, type=kind)
        for (ban,) in read("SELECT ban FROM bans ORDER BY n"):
            self._bans.append(json.decode(ban, type=Ban))

    def _keep(self, place: Place, thing: str, value: Any) -> None:
        """Keep VALUE as that THING of a channel, as the latest; what is empty is forgotten."""
        kept, _ = self._things[thing]
        if kept.pop(place, None) != value:
            if value:
                self._database.write(
                    "INSERT OR REPLACE INTO channels (network, channel, thing, value)"
                    " VALUES (?, ?, ?, ?)",
                    *(*place, thing, text_of(value)),
                )
            else:
                self._forget(place, thing)
        if value:
            kept[place] = value

    def _forget(self, place: Place, thing: str) -> None:
        self._database.write(
            "DELETE FROM channels WHERE network = ? AND channel = ? AND thing = ?", *place, thing
        )

    def is_closed(self, network: str, channel: str) -> bool:
        return (network, channel) in self._closed

    def close(self, network: str, channel: str, *, is_closed: bool) -> None:
        """Note whether rounds may begin in CHANNEL; NotRecorded."""
        self._database.require()
        self._keep((network, channel), "closed", is_closed)

    def settings(self, network: str, channel: str) -> ChannelSettings:
        """Return what the operators of CHANNEL have set."""
        return self._settings.get((network, channel), UNSET)

    def change_settings(self, network: str, channel: str, settings: ChannelSettings) -> None:
        """Note the SETTINGS of CHANNEL from now on; NotRecorded."""
        self._database.require()
        self._keep((network, channel), "settings", None if settings == UNSET else settings)
        if len(self._settings) > MOST_SETTINGS:
            oldest = next(iter(self._settings))
            del self._settings[oldest]
            self._forget(oldest, "settings")

    def lineup(self, network: str, channel: str) -> LineupRecord:
        """Return the people who have joined in CHANNEL, in order."""
        return self._lineups.get((network, channel), NOBODY)

    def keep_lineup(self, network: str, channel: str, lineup: LineupRecord) -> None:
        """Note that somebody wants LINEUP to be who has joined in CHANNEL; NotRecorded."""
        self._database.require()
        self.line_up(network, channel, lineup)

    def line_up(self, network: str, channel: str, lineup: LineupRecord) -> None:
        """Note that LINEUP is who has joined in CHANNEL now."""
        self._keep((network, channel), "lineup", lineup if lineup.places else None)

    def watchers(self, network: str, channel: str) -> Sequence[Watcher]:
        """Return who wants to be told when others have joined in CHANNEL, or was told lately."""
        return self._watchers.get((network, channel), ())

    def keep_watchers(self, network: str, channel: str, watchers: Sequence[Watcher]) -> None:
        """Note that somebody wants WATCHERS to be those of CHANNEL; NotRecorded."""
        self._database.require()
        self.watch(network, channel, watchers)

    def watch(self, network: str, channel: str, watchers: Sequence[Watcher]) -> None:
        """Note that WATCHERS are those of CHANNEL now."""
        self._keep((network, channel), "watchers", tuple(watchers))

    def untold(self, network: str, channel: str) -> Sequence[str]:
        """Return the title of a game, and what CHANNEL may not know of how its last round ended."""
        return self._untold.get((network, channel), ())

    def leave_untold(self, network: str, channel: str, untold: Sequence[str]) -> None:
        """Note that CHANNEL may not know what is UNTOLD; nothing, once it does."""
        self._keep((network, channel), "untold", tuple(untold))

    # Bans

    def bans(self, network: str) -> list[Ban]:
        """Return the bans on NETWORK that are not over, the oldest first."""
        now = self._now()
        return [each for each in self._bans if each.network == network and each.lasts_at(now)]

    def ban(self, ban: Ban) -> None:
        """Note BAN, in place of any other of the same person; NotRecorded."""
        now = self._now()
        kept = [each for each in self._bans if each.lasts_at(now) and not ban.replaces(each)]
        self._keep_bans([*kept, ban])

    def unban(self, network: str, nick: str) -> Ban | None:
        """End all bans of NICK; return the latest, None if there is none. NotRecorded."""
        ended = [each for each in self._bans if each.is_of(network, nick)]
        if not ended:
            return None
        self._keep_bans([each for each in self._bans if each not in ended])
        return ended[-1]

    def _keep_bans(self, bans: list[Ban]) -> None:
        """Keep BANS in place of all there were: admins change them seldom."""
        self._database.require()
        self._bans = bans
        self._database.write("DELETE FROM bans")
        for each in bans:
            self._database.write("INSERT INTO bans (ban) VALUES (?)", text_of(each))

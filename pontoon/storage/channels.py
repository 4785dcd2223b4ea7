"""What is kept of channels, and of the people whom admins have banned.

Channels are in the spelling of rfc1459, each with the name of its network.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct, convert, json
from msgspec.structs import replace

from pontoon.engine.result import WhyVoid
from pontoon.irc.casemapping import rfc1459
from pontoon.storage.database import Database
from pontoon.storage.rounds import SeatRecord
from pontoon.storage.rows import NEXT_N, rows_of, text_of

MAX_SETTINGS = 5000
"""The channels whose settings are kept; beyond that, those of the quietest one are forgotten."""

MAX_BANS = 1000
"""The people who can be banned on a network at a time: the caller sees to it."""

MIN_TURN_TIMEOUT, MAX_TURN_TIMEOUT = 30, 600
"""The seconds for a decision that operators can set."""

Place = tuple[str, str]
"""A network and a channel."""


class ChannelSettings(Struct, frozen=True, omit_defaults=True):
    """What the operators of a channel have set for it; None is what config.ini says."""

    turn_timeout: Annotated[int, Meta(ge=MIN_TURN_TIMEOUT, le=MAX_TURN_TIMEOUT)] | None = None
    """The seconds for a decision."""
    games: Annotated[tuple[str, ...], Meta(min_length=1)] | None = None
    """The commands of the games that can be played."""
    banter: bool | None = None

    def allow(self, game: str) -> bool:
        return self.games is None or game in self.games


UNSET = ChannelSettings()


class LineupRecord(Struct, frozen=True, omit_defaults=True):
    """The people who have joined at the table of ``game`` in a channel, in order.

    ``is_new`` if somebody has joined since they were dealt to, ``is_theirs`` if the last round was
    dealt to them.
    """

    game: str = ""
    places: tuple[SeatRecord, ...] = ()
    is_new: bool = True
    is_theirs: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError if somebody has two places."""
        if len({each.player for each in self.places}) < len(self.places):
            raise ValueError("a player has two places")


NOBODY = LineupRecord()


MIN_WATCHED, MAX_WATCHED = 2, 10
"""The numbers of people who have joined that somebody can wait for."""


class Watcher(Struct, frozen=True, omit_defaults=True):
    """A player who wants to be told when so ``many`` have joined.

    0 is a player whom version 0.5 had told.
    """

    player: str
    many: Annotated[int, Meta(ge=0, le=MAX_WATCHED)] = 0


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
        return self.network == network and rfc1459(self.nick) == rfc1459(nick)

    def lasts_at(self, time: datetime) -> bool:
        return self.until is None or self.until > time

    def replaces(self, other: "Ban") -> bool:
        """Tell whether OTHER is an earlier ban of the same person: others may take the nick."""
        mine, theirs = (self.host, self.account), (other.host, other.account)
        is_alike = any(each and each == its for each, its in zip(mine, theirs, strict=True))
        return is_alike and self.is_of(other.network, other.nick)


class VoidRound(Struct, frozen=True):
    """A round of the game with that command, and why it is void."""

    game: str
    why: WhyVoid


class ChannelRecord(Struct, frozen=True, omit_defaults=True):
    """What is kept of a channel."""

    is_closed: bool = False
    """Whether no rounds may begin."""
    settings: ChannelSettings = UNSET
    """What operators have set."""
    lineup: LineupRecord = NOBODY
    """The people who have joined, in order."""
    left: tuple[str, ...] = ()
    """The players who have left the table, and have neither joined nor played since."""
    watchers: tuple[Watcher, ...] = ()
    """The people who want to be told when others have joined."""
    void: VoidRound | None = None
    """The last round, if it is void and people may not know that."""


_NOTHING = ChannelRecord()


class Channels:
    """What DATABASE keeps of channels. NOW returns the date and the time.

    What somebody orders (``keep``, ``ban``, ``unban``) raises NotRecorded and changes nothing if
    nothing can be written. What follows from the coming and going of people is noted in any case.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._channels: dict[Place, ChannelRecord] = {}
        """The channels of which something is kept; what has changed last comes last."""
        with rows_of("channels"):
            for *place, kept in database.read(
                "SELECT network, channel, kept FROM channels ORDER BY n"
            ):
                self._channels[convert(place, Place)] = json.decode(kept, type=ChannelRecord)
        self._bans: list[Ban] = []
        """The bans; some may be over. The latest comes last."""
        with rows_of("bans"):
            for (ban,) in database.read("SELECT ban FROM bans ORDER BY n"):
                self._bans.append(json.decode(ban, type=Ban))

    def of(self, network: str, channel: str) -> ChannelRecord:
        return self._channels.get((network, channel), _NOTHING)

    def keep(self, network: str, channel: str, **wanted: Any) -> None:
        """Keep what is WANTED of CHANNEL, fields of its record by name; NotRecorded."""
        self._database.require()
        self.put(network, channel, **wanted)

    def put(self, network: str, channel: str, **changed: Any) -> None:
        """Write what has CHANGED of CHANNEL, fields of its record by name."""
        place, before = (network, channel), self.of(network, channel)
        after = replace(before, **changed)
        if not after.lineup.places:
            after = replace(after, lineup=NOBODY)
        if after == before:
            return
        self._channels.pop(place, None)
        # What is written anew comes last.
        self._database.write(
            "DELETE FROM channels WHERE network = ? AND channel = ?", network, channel
        )
        if after == _NOTHING:
            return
        self._channels[place] = after
        self._database.write(
            "INSERT INTO channels (n, network, channel, kept)"
            f" SELECT {NEXT_N}, ?, ?, ? FROM channels",
            *(network, channel, text_of(after)),
        )
        if "settings" in changed:
            self._bound_settings()

    def _bound_settings(self) -> None:
        known = [place for place, each in self._channels.items() if each.settings != UNSET]
        if len(known) > MAX_SETTINGS:
            self.put(*known[0], settings=UNSET)

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
            self._database.write(
                f"INSERT INTO bans (n, ban) SELECT {NEXT_N}, ? FROM bans", text_of(each)
            )

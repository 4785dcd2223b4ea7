"""The records in the journal: rounds with their JSON, what is set for a channel, and bans."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from pontoon.engine.actions import Written
from pontoon.engine.result import TableKey
from pontoon.engine.sealed_deck import Cut, DeckPlace
from pontoon.irc.casemapping import rfc1459


class SeatRecord(NamedTuple):
    """The person in the seat of a player: their nick now, and ``user@host``."""

    player: str
    nick: str
    userhost: str


LEAST_TURN_TIMEOUT, MOST_TURN_TIMEOUT = 30, 600
"""The seconds for a decision that operators can set."""


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

    def replaces(self, other: "Ban") -> bool:
        """Tell whether OTHER is an earlier ban of the same person: others may take the nick."""
        mine, theirs = (self.host, self.account), (other.host, other.account)
        is_alike = any(each and each == its for each, its in zip(mine, theirs, strict=True))
        return is_alike and self.is_of(other.network, other.nick)


@dataclass(slots=True)
class RoundRecord:
    """A round as the journal has it; ``rules`` and ``version`` tell whether it can go on."""

    id: str
    where: TableKey
    began: datetime
    version: str
    rules: Mapping[str, str]
    """All rules of its table as config.ini says them."""
    equipment: Mapping[str, Any]
    players: tuple[tuple[str, int], ...]
    occupants: tuple[SeatRecord, ...]
    listed: tuple[str, ...] = ()
    """The list of players that the next round goes by; empty if it is ``players``."""
    consent: tuple[tuple[str, bool], ...] = ()
    deck: DeckPlace | None = None
    """Where in a sealed deck it is dealt; None if its deck is not sealed."""
    last_cut: Cut | None = None
    """The cut that came with the deal of a deck that nobody had been dealt to from."""
    by: Mapping[str, Any] = field(default_factory=dict)
    """The rules of the game that are not as usual, by which a round that is given up is counted."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What each player is called in the round, whatever nickname they set during it."""
    acts: list[Written] = field(default_factory=list)
    last_act: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.last_act = self.began

    @property
    def order(self) -> tuple[str, ...]:
        """The players of the next round if it names none: all but those who were left out."""
        out = [act[1:] for act in self.acts if act[:1] == ["out"]]
        listed = self.listed or tuple(player for player, _ in self.players)
        return tuple(player for player in listed if [player] not in out)


def written(record: RoundRecord) -> dict[str, Any]:
    """Return the fields of the line with which the round of RECORD begins."""
    return {
        "begin": record.id,
        "table": record.where,
        "at": record.began.isoformat(),
        "version": record.version,
        "rules": record.rules,
        "house": record.equipment,
        "players": record.players,
        "seats": record.occupants,
        "listed": record.listed,
        "consent": record.consent,
        "deck": record.deck,
        "cut": record.last_cut,
        "by": record.by,
        "names": record.names,
    }


def read(fields: dict[str, Any]) -> RoundRecord:
    rules = fields["rules"]
    return RoundRecord(
        fields["begin"],
        TableKey(*fields["table"]),
        datetime.fromisoformat(fields["at"]),
        fields["version"],
        rules if isinstance(rules, dict) else {},  # they were text once
        fields["house"],
        tuple((name, chips) for name, chips in fields["players"]),
        tuple(SeatRecord(*each) for each in fields["seats"]),
        tuple(fields.get("listed", ())),
        tuple((name, is_willing) for name, is_willing in fields.get("consent", ())),
        fields.get("deck") and DeckPlace(*fields["deck"]),
        fields.get("cut") and (str(fields["cut"][0]), str(fields["cut"][1])),
        fields.get("by", {}),
        fields.get("names", {}),
    )

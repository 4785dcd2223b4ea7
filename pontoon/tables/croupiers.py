"""The tables of one network: a croupier for each of its channels."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from pontoon.engine.errors import NotRecorded
from pontoon.engine.table import Table
from pontoon.irc.casemapping import Fold
from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from pontoon.irc.reactor import Delayed
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.player import Player
from pontoon.tables.context import TableContext
from pontoon.tables.croupier import Croupier
from pontoon.tables.lineup import Lineup
from pontoon.tables.presence import Presence
from pontoon.tables.registry import SeatIndex
from pontoon.tables.replays import Replays
from pontoon.tables.reviews import Reviews
from pontoon.tables.seats import SeatHolder
from pontoon.text import admin_commands as said_to_admins
from pontoon.text import player_commands as said_to_players

NewTables = Callable[[], Mapping[str, Table]]
"""Makes the tables of a channel, one of each game, by its command."""


class Speaker(Struct, frozen=True):
    """What is known of PERSON, who speaks, in players.xml and at the tables of one network."""

    person: Person
    identity: Player | Unidentified
    """The player that they are by their account, nick or mask, or why they are none."""
    croupiers: Sequence[Croupier]
    """Those at whose tables they may have a seat, even one that waits until they are back."""
    player: str | None
    """The nick in players.xml of the player as whom they play; None if there is none.

    A person with a seat is the player of that seat, by any nick, and nobody else is.
    """

    @property
    def owner(self) -> str | None:
        """The nick in players.xml of the player whose account they are logged in to."""
        return _owner(self.person, self.identity)


def _owner(person: Person, identity: Player | Unidentified) -> str | None:
    return identity.nick if person.account and isinstance(identity, Player) else None


class Croupiers:
    """A croupier in each of CHANNELS, with TABLES of their own; who sits, or has joined, where."""

    def __init__(self, channels: Iterable[str], tables: NewTables, context: TableContext) -> None:
        self._context = context
        self._later: Delayed | None = None
        self._by_channel: dict[str, Croupier] = {}
        """The croupiers by their channels, folded by ``_folded_by``."""
        self._places: dict[Croupier, int] = {}
        """The place of each croupier among ``all``, as of then."""
        self._folded_by: Fold | None = None
        self._seats = context.seat_registry.open(
            context.known_as, lambda: context.network.fold, self._give_up_unbet
        )
        """Where people have seats."""
        self._joined: SeatIndex[Lineup] = SeatIndex(lambda: context.network.fold)
        """Where people have joined."""
        self._dealing: dict[Presence | Lineup, Croupier] = {}
        """Who deals there."""
        self._opened: dict[Croupier, int] = {}
        """The croupiers in the order in which they were opened: each has a greater number."""
        self.replays = Replays(context)
        """The rounds that people are told again."""
        self.reviews = Reviews(context, self.replays)
        self.all = [self._open(channel, tables) for channel in channels]

    def _open(self, channel: str, tables: NewTables) -> Croupier:
        croupier = Croupier(channel, tables(), self._context, self._seats, self._joined)
        self._seats.add(croupier.presence, croupier.presence.seat_map)
        self._joined.add(croupier.lineup, croupier.lineup.seat_map)
        self._dealing |= {croupier.presence: croupier, croupier.lineup: croupier}
        self._opened[croupier] = len(self._dealing)
        return croupier

    def _seating(self, player: str | None, nick: str | None = None) -> list[Croupier]:
        """Return the croupiers where PLAYER has a seat, or somebody called NICK."""
        return [self._dealing[each] for each in self._seats.find(player, nick)]

    def _having_seated(self, player: str | None) -> list[Croupier]:
        """Return the croupiers where PLAYER has, or has had, a seat."""
        return [self._dealing[each] for each in self._seats.find_past(player)]

    def _joined_by(self, player: str | None, nick: str) -> list[Croupier]:
        """Return the croupiers where PLAYER has a place, or somebody called NICK."""
        return [self._dealing[each] for each in self._joined.find(player, nick)]

    def _in_order(self, croupiers: Iterable[Croupier]) -> list[Croupier]:
        return sorted({*croupiers}, key=self._opened.__getitem__)

    def _give_up_unbet(self, player: str, elsewhere: Presence) -> None:
        """Give up the unbet seats of PLAYER, who plays ELSEWHERE (RULES 0)."""
        for presence in self._seats.find(player):
            if presence is not elsewhere:
                self._dealing[presence].give_up_unbet(player)

    def find(self, channel: str) -> Croupier | None:
        fold = self._context.network.fold
        if self._folded_by is not fold:
            self._folded_by = fold
            self._by_channel = {fold(each.channel): each for each in self.all}
            self._places = {each: place for place, each in enumerate(self.all)}
        return self._by_channel.get(fold(channel))

    @property
    def channels(self) -> tuple[str, ...]:
        return tuple(croupier.channel for croupier in self.all)

    def as_known(self, channels: Iterable[str]) -> tuple[str, ...]:
        """Return CHANNELS, with tables already there in their first spelling."""
        spelt = ((self.find(channel), channel) for channel in channels)
        return tuple(channel if known is None else known.channel for known, channel in spelt)

    def people(self) -> Iterator[Person]:
        return (person for croupier in self.all for person in croupier.roster)

    @property
    def is_playing(self) -> bool:
        return any(croupier.ask is not None for croupier in self.all)

    def rounds(self) -> Iterator[tuple[str, str]]:
        """Yield each channel where a round is being played, and the title of its game."""
        for croupier in self.all:
            if croupier.ask is not None:
                yield croupier.channel, croupier.table.game.title

    def ignores(self, person: Person) -> bool:
        return self._context.ignores(person)

    def where_engaged(self, player: str, nick: str) -> str | None:
        """Return where PLAYER, or the person who has NICK here, is seated, if anywhere.

        That is a channel, with the name of its network if that is another.
        """
        context = self._context
        engaging = context.seat_registry.engaging(context.known_as, player, nick)
        return next(map(context.place_of, engaging), None)

    def why_closed(self, speaker: Speaker, player: Player) -> str | None:
        """Say why SPEAKER cannot move what PLAYER has, if either plays; None if neither does."""
        name = self._context.name_of(player.nick)
        for croupier, _ in seats_of(speaker):
            return said_to_players.YOUR_BANK_IS_CLOSED.format(name=name, channel=croupier.channel)
        if where := self.where_engaged(player.nick, speaker.person.nick):
            return said_to_players.BANK_IS_CLOSED.format(name=name, channel=where)
        return None

    def why_seated(self, speaker: Speaker, player: str) -> str | None:
        """Say why SPEAKER cannot become PLAYER now, one of them being seated; None if neither is.

        A seat of their own as that player does not matter.
        """
        for croupier, holder in seats_of(speaker):
            if holder.player == player:
                return None
            return said_to_players.YOU_ARE_SEATED.format(
                player=holder.player, channel=croupier.channel
            )
        if where := self.where_engaged(player, speaker.person.nick):
            return said_to_players.SOMEBODY_IS_SEATED.format(player=player, channel=where)
        return None

    def joined_as(self, speaker: Speaker) -> str | None:
        """Return the player as whom SPEAKER, by any nick, has joined a table; None if at none.

        They are dealt to as that player.
        """
        joined = self._joined.find(speaker.owner, speaker.person.nick)
        players = (each.joined_as(speaker.person) for each in joined)
        return next(filter(None, players), None)

    def speaker(self, person: Person) -> Speaker:
        """Return what is known of PERSON now."""
        identity = self._context.settings.identities.recognise(person)
        croupiers = self._seating(_owner(person, identity), person.nick)
        for _, holder in _seats(croupiers, person):
            return Speaker(person, identity, croupiers, holder.player)
        player = identity.nick if isinstance(identity, Player) else None
        is_taken = player is not None and bool(self._seats.find(player, person.nick))
        return Speaker(person, identity, croupiers, None if is_taken else player)

    def plays_as(self, person: Person) -> str | None:
        """Return the player as whom PERSON plays, as ``Speaker`` has it."""
        return self.speaker(person).player

    def name_in_round(self, player: str) -> str | None:
        """Return what PLAYER is called in the round in which they have a seat; None for none."""
        return next((each.recorder.names.get(player) for each in self._seating(player)), None)

    def other_called(self, nick: str, player: str) -> str | None:
        """Return NICK as somebody has it here who is not PLAYER; None if nobody does."""
        person = self._context.network.find(nick)
        return None if person is None or self.plays_as(person) == player else person.nick

    def is_seated(self, nick: str) -> bool:
        """Tell whether somebody who has NICK has a seat, or may come back to one."""
        return bool(self._seats.find(None, nick))

    def about(self, person: Person) -> Sequence[Croupier]:
        """Return the croupiers with whom PERSON may have a seat, or a place among the joined."""
        owner = self._context.settings.identities.player_of(person) if person.account else None
        found = None if owner is None else owner.nick, person.nick
        return self._in_order([*self._joined_by(*found), *self._seating(*found)])

    def last_played(self, player: str | None) -> Croupier | None:
        """Return the first croupier in whose last round PLAYER had a seat; None if nowhere."""
        past = self._in_order(self._having_seated(player))
        return next((each for each in past if player in each.table.players), None)

    def nearest(self, speaker: Speaker) -> Croupier:
        """Return the croupier where SPEAKER plays, has played or is, or else the first."""
        person, player = speaker.person, speaker.player

        def nearness(croupier: Croupier) -> tuple[bool, bool]:
            return (
                player is not None and player in croupier.table.players,
                croupier.roster.find(person.nick) is not None,
            )

        seated = [each for each in speaker.croupiers if each.seat_map.find(person) is not None]
        if seated:
            return seated[0] if len(seated) == 1 else max(seated, key=nearness)
        past = self._in_order([*speaker.croupiers, *self._having_seated(player)])
        known = max(past, key=nearness, default=None)
        if known is not None and nearness(known) > (False, True):
            return known
        first = self.all[0]
        if first.roster.find(person.nick) is not None:
            return first
        here = self.around(person)  # a few channels, however many the bot is in
        return min(here, key=lambda each: self._places[each], default=first)

    def around(self, person: Person) -> list[Croupier]:
        """Return the croupiers of the channels where PERSON is."""
        found = map(self.find, self._context.network.channels_of(person.nick))
        return [each for each in found if each is not None]

    def only_one_of(self, person: Person) -> Croupier | None:
        """Return the croupier of the only channel where PERSON is; None if that is not one."""
        croupiers = self.around(person)
        return croupiers[0] if len(croupiers) == 1 else None

    def spoke(self, speaker: Speaker) -> None:
        """Note that SPEAKER is not away."""
        joined = self._joined_by(speaker.owner, speaker.person.nick)
        croupiers = self._in_order([*joined, *speaker.croupiers])
        for croupier in croupiers:
            croupier.absence.seen(speaker.person)
        if (player := speaker.player) is not None:
            for croupier in {*croupiers, *self._having_seated(player)}:
                croupier.action_clock.spoke(player)

    def renamed(self, old: str, person: Person) -> None:
        meter, called = self._context.voice_meter, self._seating(None, old)
        meter.renamed(self._context.network, old, person)
        self.replays.renamed(old, person.nick)
        tables = [*called, *self._joined_by(None, old), *self.about(person)]
        for croupier in self._in_order(tables):
            croupier.absence.renamed(old, person)
        meter.changed()

    def located(self, person: Person) -> None:
        """Note the address of PERSON, which was not known: they may be a player who is out."""
        for croupier in self.about(person):
            croupier.absence.renamed(person.nick, person)

    def account_changed(self, person: Person) -> None:
        """Note that PERSON has logged in or out: they may gain or lose a seat."""
        for croupier in self.about(person):
            croupier.absence.seen(person)
        # This may come for everybody at once in a channel that the bot has entered.
        self._later = self._later or self._context.clock.callLater(0.0, self._look_who_is_there)

    def _look_who_is_there(self) -> None:
        self._later = None
        self._context.voice_meter.changed()

    def disconnected(self) -> None:
        """Note that the connection is lost, or the bot stops: all rounds wait until it is back."""
        self.replays.clear()
        for croupier in self.all:
            croupier.absence.suspend()

    def cannot_reach(self, nick: str, why: str) -> None:
        """Note that messages do not reach NICK; WHY is what the server says."""
        for croupier in self._seating(None, nick):
            croupier.absence.cannot_reach(nick, why)

    def look(self) -> None:
        """Look whether play can resume that pauses, must pause, or has waited for too long."""
        try:
            self._context.database.require()
        except NotRecorded as why:
            self.halt(why)
        for croupier in self.all:
            croupier.look()

    def halt(self, why: NotRecorded) -> None:
        """Pause play at all tables until what happens there can be kept; tell the channels WHY."""
        for croupier in self.all:
            croupier.halt(why)

    def stop_round(self, channel: str, person: Person) -> str:
        """Stop the round in CHANNEL for PERSON, an admin; return what came of it."""
        croupier = self.find(channel)
        if croupier is None:
            return said_to_admins.NOT_THERE.format(channel=channel)
        if croupier.ask is None:
            return said_to_admins.NOTHING_TO_STOP.format(channel=channel)
        if not croupier.has_no_part(person):
            return said_to_admins.HAS_A_SEAT
        croupier.abandon(person)
        return (
            said_to_admins.NOT_STOPPED
            if croupier.ask
            else said_to_admins.STOPPED.format(channel=channel)
        )

    def say_in(self, channel: str, text: str) -> str:
        croupier = self.find(channel)
        if croupier is None or self._context.network.roster(croupier.channel) is None:
            return said_to_admins.NOT_THERE.format(channel=channel)
        self._context.send(Message(croupier.channel, (text,), Priority.GAME))
        return said_to_admins.SAID_THERE.format(channel=channel)

    def set_channels(self, channels: Iterable[str], tables: NewTables) -> list[Croupier]:
        """Keep a croupier in each of CHANNELS only; return the new ones, which have TABLES.

        Running rounds keep their rules. A round in a channel that is not wanted any more is
        stopped, and every stake goes back.
        """
        fold = self._context.network.fold
        wanted = {fold(channel): channel for channel in channels}
        kept = {fold(each.channel): each for each in self.all}
        for key in kept.keys() - wanted.keys():
            self._close(kept.pop(key))
        for croupier in kept.values():
            croupier.apply_rules()
        new = {key: self._open(wanted[key], tables) for key in wanted if key not in kept}
        self.all = [{**kept, **new}[key] for key in wanted]
        self._folded_by = None
        return [*new.values()]

    def close(self) -> None:
        """Stop all rounds: every stake goes back, and there are no tables here any more."""
        self.replays.clear()
        for croupier in self.all:
            self._close(croupier)
        self.all, self._folded_by = [], None
        self._context.seat_registry.close(self._context.known_as, self._give_up_unbet)

    def _close(self, croupier: Croupier) -> None:
        croupier.close()
        self._seats.discard(croupier.presence)
        self._joined.discard(croupier.lineup)
        del self._dealing[croupier.presence], self._dealing[croupier.lineup]
        del self._opened[croupier]


def seats_of(speaker: Speaker) -> Iterator[tuple[Croupier, SeatHolder]]:
    """Yield the seats of SPEAKER, even those that wait until they are back."""
    return _seats(speaker.croupiers, speaker.person)


def _seats(croupiers: Iterable[Croupier], person: Person) -> Iterator[tuple[Croupier, SeatHolder]]:
    for croupier in croupiers:
        seat_map = croupier.seat_map
        if holder := seat_map.find(person) or seat_map.find_away(person):
            yield croupier, holder


def seat_meant(speaker: Speaker) -> tuple[Croupier, SeatHolder] | None:
    """Return the seat of SPEAKER in some channel; None while they have none.

    Of two, prefer the one that is asked something.
    """
    found = ((each, each.seat_map.find(speaker.person)) for each in speaker.croupiers)
    seats = [(croupier, holder) for croupier, holder in found if holder is not None]
    return max(seats, key=_is_asked, default=None)


def channels_that_ask(speaker: Speaker) -> Sequence[str]:
    """Return the channels where SPEAKER is asked something."""
    return [
        each[0].channel for each in _seats(speaker.croupiers, speaker.person) if _is_asked(each)
    ]


def _is_asked(seat: tuple[Croupier, SeatHolder]) -> bool:
    croupier, holder = seat
    return not croupier.presence.is_out and croupier.table.ask_of(holder.player) is not None


def why_shut(speaker: Speaker) -> str | None:
    """Say why SPEAKER, who is out of a channel or logged out, cannot move; None for others."""
    reasons = (each.absence.why_shut(speaker.person) for each in speaker.croupiers)
    return next(filter(None, reasons), None)

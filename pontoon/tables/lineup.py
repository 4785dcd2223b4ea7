"""Who plays next in a channel: the places that people join, and the queue of rounds (RULES 0)."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from functools import partial
from math import ceil, inf

from msgspec import Struct
from msgspec.structs import replace

from pontoon.engine.computers import CHARACTERS, PLUS, character_of, is_computer
from pontoon.engine.sealed_deck import Cut
from pontoon.irc.outgoing import Message, Priority, Topic
from pontoon.irc.people import Person
from pontoon.irc.reactor import Delayed
from pontoon.storage.channels import LineupRecord
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.presence import Presence
from pontoon.tables.seats import SeatHolder, SeatMap
from pontoon.tables.watchers import Watchers
from pontoon.text import announcements as said
from pontoon.text.formatting import are, have

MAX_PLACES = 50
"""People who can be in at one table: more than play at once, since others wait in line."""

MAX_REQUESTS = 20
"""Rounds that can wait in one channel: nobody waits for longer than an evening."""

MIN_TO_COUNT_DOWN = 2
"""Players who must have joined for the bot to deal by itself, whatever the game needs."""


class Whom(Enum):
    """For whom somebody asks for a round."""

    NAMED = auto()
    """People whose nicks were typed."""
    LISTED = auto()
    """Those of the last list of players."""
    JOINED = auto()
    """Those who have joined, whoever that is when the round is dealt."""


class RoundRequest(Struct, frozen=True):
    """A round of ``game`` that was asked for."""

    game: str
    whom: Whom
    players: tuple[str, ...] = ()
    """The players meant, in order; none for those who have joined."""
    nick: str = ""
    """The nick of whoever asks; "" if the bot deals by itself."""
    player: str = ""
    """The player who asks, or "" if they are none."""
    address: str = ""
    """Where they ask from, as ``FloodGuard.key`` tells people apart: nicks change hands."""
    last_cut: Cut | None = None
    """The cut that comes with the deal."""
    nicks: tuple[str, ...] = ()
    """How they were named, if their nicks were typed: a person may be there twice."""

    def is_same_turn(self, other: "RoundRequest") -> bool:
        """Tell whether this takes the place of OTHER in the queue.

        A person has one request waiting, and so have those who have joined.
        """
        if Whom.JOINED in (self.whom, other.whom):
            return self.whom is other.whom
        return self.is_by(other.player, other.address)

    def is_by(self, player: str, address: str) -> bool:
        """Tell whether PLAYER asks for this or, if they or the asker are none, that ADDRESS."""
        if self.player and player:
            return self.player == player
        return self.address == address


class Lineup:
    """The table that people join in one channel, and the rounds that wait there.

    There is no table until somebody joins it. Those who have joined are dealt to in the order of
    their places until they give them up. A place belongs to the person who has joined, as a seat
    does: it stays theirs while they are out of the channel. Computers have places too, as long as a
    person has one.

    DEAL is called when it is time for the first round that waits, FILED with this and the places
    when somebody has joined or has left.
    """

    def __init__(
        self,
        tables: ChannelTables,
        presence: Presence,
        deal: Callable[[], object],
        filed: Callable[["Lineup", SeatMap, Iterable[str]], object],
    ) -> None:
        context = tables.context
        self._tables = tables
        self._presence = presence
        self._clock = context.clock
        self._deal = deal
        self.watchers = Watchers(tables, presence)
        self._queue: list[RoundRequest] = []
        self._timer: Delayed | None = None
        self._deal_at = inf
        """When the bot asks for a round of those who have joined; infinite if it does not."""
        self.is_pausing = False
        """Whether those who have joined are dealt to again after a pause: until ``_deal_at``."""
        self.seat_map = SeatMap(
            lambda: context.network.fold,
            lambda: context.settings.identities,
            partial(filed, self),
        )
        """The places of those who have joined, in order; without any there is no table."""
        self._game = ""
        """The game of the table that is open, or was last; "" if there was none."""
        self._is_new = True
        """Whether somebody has joined since those who have joined were dealt to."""
        self._counted: set[str] = set()
        """The people who have begun the countdown again since the last deal: each does so once."""
        self._is_theirs = False
        """Whether those who have joined were dealt to last."""
        self._undone: tuple[str, ...] = ()
        """The order before the round that is being played, if that was dealt to these people."""
        self.left = set(tables.kept.left)
        """The players who have left, or parted, and have neither joined nor played since."""
        self._is_computer_offered = False
        """Whether the channel has heard, for this table, that computers can play too."""
        record = tables.kept.lineup  # from before the program was started
        if record.places and record.game in tables.by_game:
            self._game, self._is_new = record.game, record.is_new
            self._is_theirs = record.is_theirs
            self.seat_map.seat_absent(record.places)

    # The queue

    @property
    def first(self) -> RoundRequest | None:
        """The round that is dealt next; None if nobody has asked for one."""
        return self._queue[0] if self._queue else None

    def put(self, request: RoundRequest) -> bool:
        """Put REQUEST behind those that wait; return False if too many do.

        One of the same person keeps its place. The pause before the next round of those who have
        joined ends: that counts as asked for when their last one ended.
        """
        if self.is_pausing and request.whom is not Whom.JOINED:
            self._put(self._of_joined())
        is_in_line = self._put(request)
        self._count_down()
        return is_in_line

    def _put(self, request: RoundRequest) -> bool:
        for place, waiting in enumerate(self._queue):
            if request.is_same_turn(waiting):
                cut = request.last_cut or waiting.last_cut  # words that were said still count
                self._queue[place] = replace(request, last_cut=cut)
                return True
        if len(self._queue) < MAX_REQUESTS or request.whom is Whom.JOINED:
            self._queue.append(request)
            return True
        return False

    def drop(self, request: RoundRequest) -> None:
        """Take REQUEST out of the queue: it is dealt, or cannot be."""
        self._queue = [each for each in self._queue if each is not request]
        if request.whom is Whom.JOINED:
            self._is_new = False
        self.changed()

    def drop_all(self) -> None:
        """Forget the rounds that wait: none are dealt here now."""
        self._queue.clear()
        self._count_down()

    def before(self, request: RoundRequest) -> int | None:
        """Return how many rounds are dealt before REQUEST; None if it does not wait."""
        places = [place for place, each in enumerate(self._queue) if request.is_same_turn(each)]
        return places[0] if places else None

    def _of_joined(self) -> RoundRequest:
        return RoundRequest(self.game, Whom.JOINED)

    # Places

    @property
    def is_open(self) -> bool:
        """Whether there is a table: somebody has joined it, in the channel or out of it."""
        return bool(self.seat_map.players)

    @property
    def game(self) -> str:
        """The game of the table that is open or, without any, the one that was played last."""
        return self._game if self.is_open else self._tables.game

    @property
    def players(self) -> tuple[str, ...]:
        """The players who have joined and are in the channel, and the computers."""
        return tuple(each.player for each, _ in self.seat_map.present(self._tables.roster))

    @property
    def people(self) -> tuple[str, ...]:
        """The same without the computers."""
        return tuple(each for each in self.players if not is_computer(each))

    @property
    def computers(self) -> list[str]:
        """The computers that have joined."""
        return [each for each in self.seat_map.players if is_computer(each)]

    @property
    def _least(self) -> int:
        return max(self._tables.by_game[self.game].fewest, MIN_TO_COUNT_DOWN)

    @property
    def _is_enough(self) -> bool:
        """Whether the bot may deal by itself: enough have joined, and one of them is a person."""
        return bool(self.people) and len(self.players) >= self._least

    def has_joined(self, person: Person) -> bool:
        """Tell whether PERSON has a place, as somebody who is a player still."""
        return self.joined_as(person) is not None

    def joined_as(self, person: Person) -> str | None:
        """Return the player whose place PERSON has, if that is a player still."""
        holder = self.seat_map.find(person)
        return None if holder is None or self._store.find(holder.player) is None else holder.player

    def join(self, player: str, person: Person, game: str) -> str:
        """Have PERSON, who is PLAYER, join at the table of GAME; return why not, "" if they have.

        A table of one gives way to another game, with the round that waits for it, and a person who
        is alone takes theirs along. NotRecorded, and they have not joined, if it cannot be kept.
        """
        for gone in self.seat_map.people:
            if self._store.find(gone.player) is None:
                self.give_up(gone.player)
        if why_not := self._why_not(player, person, game):
            return why_not
        self._tables.context.database.require()
        if not (self.is_open and self._game == game):
            self.seat_map.keep(())
            if self._game != game:  # whoever has asked for it asked for the other one
                self._queue = [each for each in self._queue if each.whom is not Whom.JOINED]
            self._game, self._undone, self._is_computer_offered = game, (), False
            self._counted.clear()
        self.seat_map.add(player, person)
        self.left.discard(player)
        self._is_new = True
        if not (self.is_pausing or is_computer(player) or player in self._counted):
            self._counted.add(player)
            self._deal_at = inf  # each new person begins the countdown again, but no pause
        self.changed()
        return ""

    def _why_not(self, player: str, person: Person, game: str) -> str:
        """Say why PERSON, who is PLAYER, cannot join at the table of GAME; "" if they can."""
        has_place, places = self.seat_map.find(person) is not None, self.seat_map.players
        is_taken = not has_place and player in self.players
        if self.is_open and self._game != game:
            if len(self.people) <= 1 and not is_taken:  # who is out holds no table
                return ""
            refuse = said.LEAVE_FIRST if has_place else said.ANOTHER_IS_OPEN
            of_open = {"title": self._title, "are": are(self._names(places))}
            return refuse.format(prefix=self._prefix, **of_open)
        if has_place:
            return said.IS_IN_ALREADY.format(title=self._title, prefix=self._prefix)
        if is_taken and is_computer(player):
            return said.COMPUTER_IS_IN.format(name=self._name(player))
        if is_taken:
            return said.SOMEBODY_IS_IN.format(player=player)
        if len(places) >= MAX_PLACES and player not in places:
            return said.IS_FULL.format(title=self._title)
        return ""

    def leave(self, player: str, person: Person) -> bool:
        """Have PERSON, who is PLAYER or "", play in none of the next rounds; False if they did not.

        They give up their place, the round that they have asked for, and come off the list.
        NotRecorded, and they still have the place, if it cannot be kept.
        """
        holder = self.seat_map.find(person)
        address = self._tables.context.flood_guard.key(person)
        others = (each for each in self._queue if each.whom is not Whom.JOINED)
        asked = [each for each in others if each.is_by(player, address)]
        listed = {each for table in self._tables.by_game.values() for each in table.order}
        was_in = bool(holder or asked or player in listed - self.left)
        self._tables.context.database.require()
        for request in asked:
            self.drop(request)
        if holder is not None:
            self._give_up_for_good(holder)
            self.tell_who_is_in()
        elif was_in and player:
            self.left.add(player)
            self.changed()
        return was_in

    def dismiss(self, computer: str) -> bool:
        """Have COMPUTER give up its place; return whether it had one. NotRecorded."""
        if computer not in self.seat_map.players:
            return False
        self._tables.context.database.require()
        self.left.add(computer)
        self.give_up(computer)
        self.tell_who_is_in()
        return True

    def parted(self, person: Person) -> None:
        """Note that PERSON, who has departed, has given up their place by that."""
        holder = self.seat_map.find_away(person) or self.seat_map.find_logged_out(person)
        if holder is not None:
            self._give_up_for_good(holder)

    def _give_up_for_good(self, holder: SeatHolder) -> None:
        """Have HOLDER, who has left or parted, be in no more, nor be dealt to unasked.

        The same goes for computers if nobody else is in.
        """
        computers = self.computers
        self.left.add(holder.player)
        self.give_up(holder.player)
        self.left.update(set(computers) - set(self.computers))
        self.changed()

    def give_up(self, player: str) -> None:
        """Have PLAYER be in no more: they leave, do not bet, or are no player any more."""
        if player in self.seat_map.players:
            self._keep([each for each in self.seat_map.players if each != player])
            self.changed()

    def _keep(self, players: Sequence[str]) -> None:
        """Keep the places of PLAYERS, in that order; computers go with the last person."""
        are_people_in = not all(map(is_computer, players))
        self.seat_map.keep(players if are_people_in else ())

    # The rounds

    def round_began(self, request: RoundRequest) -> None:
        """Note that the round of REQUEST has begun."""
        self._is_theirs = request.whom is Whom.JOINED
        self.left.difference_update(self._tables.table.players)
        self._undone = ()
        if self._is_theirs:
            self._is_new = False
            self._counted.clear()
            self._undone = self.seat_map.players
            first, *others = self._undone  # the first one is the last one next
            self._keep([*others, first])
        self.changed()

    def not_begun(self) -> None:
        """Note that the round came to nothing: the next one is dealt in the same order."""
        now = self.seat_map.players
        kept = [player for player in self._undone if player in now]
        self._keep([*kept, *(player for player in now if player not in kept)])

    def round_over(self) -> None:
        """Note that the round is over, and has been counted."""
        self._undone = ()
        self.changed()

    def go_on(self) -> None:
        """Deal to those who have joined after a pause, if the last round was theirs; say so.

        That counts as asked for now: if rounds wait there is no pause, and it comes behind them.
        """
        if not self._is_theirs or not self.is_open or self._tables.table.turn is not None:
            return
        again = self._tables.context.settings.table.again
        if not self._is_enough:
            self.tell_who_is_in()
        elif again and self._queue:
            if not self._is_asked_by_joined:
                self._put(self._of_joined())
        elif again:
            self.is_pausing, self._deal_at = True, self._clock.seconds() + again
            self._count_down()
            how = {"title": self._title, "prefix": self._prefix, "seconds": again}
            self._tables.announce(said.DEALS_AGAIN.format(**how))
        else:
            self.tell_who_is_in()

    @property
    def _is_asked_by_joined(self) -> bool:
        return any(each.whom is Whom.JOINED for each in self._queue)

    def _count_down(self) -> None:
        """Count down to the deal where enough have joined, and nothing else is to come first."""
        tables = self._tables
        is_played = tables.table.turn is not None
        is_busy = is_played or self._presence.is_out or tables.kept.is_closed
        if is_busy or self._is_asked_by_joined or not self._is_enough:
            self.is_pausing, self._deal_at = False, inf
        elif self._is_new and self._deal_at == inf:
            self._deal_at = self._clock.seconds() + tables.context.settings.table.join_wait
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._deal_at < inf:
            seconds = max(self._deal_at - self._clock.seconds(), 0.0)
            self._timer = self._clock.callLater(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.put(self._of_joined())
        self._deal()

    # What is kept, and what the channel hears

    def record(self) -> LineupRecord:
        places = tuple(each.record for each in self.seat_map)
        return LineupRecord(self._game, places, self._is_new, self._is_theirs)

    def look(self) -> None:
        """Note who of those who have joined is here, and as whom."""
        if self.is_open and (
            self.people != self.watchers.joined or self.record() != self._tables.kept.lineup
        ):
            self.changed()

    def arrived(self, person: Person) -> None:
        """Note that PERSON is here: they may have a place, or wait to be told of others."""
        self.seat_map.arrived(person)
        self.look()
        self.watchers.look()

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD is PERSON now."""
        self.seat_map.renamed(old, person)
        self.look()

    def departed(self, person: Person) -> None:
        """Note that PERSON has left the channel; their place is theirs still."""
        self.seat_map.departed(person)
        self.look()

    def bot_left(self) -> None:
        """Note that the bot is out of the channel, and sees nobody."""
        self.seat_map.all_depart()
        self.changed()

    def look_around(self) -> None:
        """Note who of those who have joined is there, now that the bot sees the channel."""
        self.seat_map.look_in(self._tables.roster)
        self.look()

    def bot_entered(self) -> None:
        """Note that the bot is in the channel; tell it who waits for a round."""
        self.seat_map.look_in(self._tables.roster)
        self.changed()
        if self.is_open and self._is_new and self._tables.table.turn is None:
            self.tell_who_is_in()

    def changed(self) -> None:
        """Note who is in now, on the disk too, and what is waited for."""
        context = self._tables.context
        if self.is_open and not self._tables.next_settings.allow(self._game):
            self.seat_map.keep(())
            self._tables.announce(said.GAME_IS_SHUT.format(title=self._title))
        kept = {"lineup": self.record(), "left": tuple(sorted(self.left))}
        context.channels.put(context.known_as, self._tables.key, **kept)
        self.watchers.joined_by(self.people)
        self._count_down()

    def close(self) -> None:
        """Close the table without a word: nobody deals in the channel any more."""
        self._queue.clear()
        self.seat_map.keep(())
        self.changed()

    @property
    def _title(self) -> str:
        return self._tables.by_game[self._game].game.title

    @property
    def _store(self) -> PlayerStore:
        """The players, of whom admins rename and remove some."""
        return self._tables.context.settlements.store

    @property
    def _prefix(self) -> str:
        return self._tables.context.settings.prefix

    def _name(self, player: str) -> str:
        name = self._tables.context.settings.texts.names(player)
        return said.as_computer(name) if is_computer(player) else name

    def _names(self, players: Iterable[str]) -> list[str]:
        return [*map(self._name, players)]

    def all_are_out(self, command: str) -> str:
        """Refuse to deal to those who have joined, as none of them is in the channel."""
        players = self._names([each.player for each in self.seat_map.people])
        return said.ALL_ARE_OUT.format(have=have(players), command=command)

    def tell_who_is_in(self) -> None:
        """Tell the channel who has joined, and what is missing."""
        if self._presence.is_out or self._tables.kept.is_closed:
            return
        if not self.is_open:
            self._tell_places(said.NOBODY_IS_IN.format(title=self._title, prefix=self._prefix))
            return
        most = self._tables.by_game[self.game].most
        if self.people:
            first, others = self.players[:most], self.players[most:]
            missing = self._what_is_missing(len(first))
            self._tell_places(
                said.who_is_in(self._title, self._names(first), missing),
                *said.who_waits(self._names(others)),
            )

    def _tell_places(self, *items: str) -> None:
        """Tell the channel ITEMS about who is in, in place of what it has not heard yet."""
        channel, topic = self._tables.channel, Topic.PLACES
        self._tables.send(Message(channel, items, Priority.GAME, topic=topic))

    def _what_is_missing(self, many: int) -> str:
        """Say what is missing for a round while this MANY have joined."""
        if self._tables.table.turn is not None:
            return said.FOR_NEXT_ROUND
        fewest = self._tables.by_game[self.game].fewest
        if many < fewest:
            return said.more_are_needed(self._least - many, self._prefix, self._offered())
        if many < MIN_TO_COUNT_DOWN:
            return said.may_begin_alone(self._prefix, self._offered())
        seconds = self._deal_at - self._clock.seconds()
        return said.may_begin(self._prefix, None if seconds == inf else ceil(seconds))

    def _offered(self) -> str:
        """Return the computer to name to people who wait for others, once for each table; or ""."""
        characters = [*map(character_of, self.computers)]
        is_full = len(characters) >= self._tables.context.settings.table.computer_players
        if is_full or self._is_computer_offered:
            return ""
        self._is_computer_offered = True
        return next(each for each in CHARACTERS if each not in characters) + PLUS

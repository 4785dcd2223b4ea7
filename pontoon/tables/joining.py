"""Joining in a channel: who plays next, when they are dealt to, and what the channel hears."""

from collections.abc import Iterable, Sequence
from math import ceil, inf

from msgspec import Struct

from pontoon.engine.actions import Action, Moved
from pontoon.irc.people import Person
from pontoon.irc.reactor import Clock
from pontoon.storage.channels import LineupRecord
from pontoon.storage.rounds import SeatRecord
from pontoon.tables.join_clock import JoinClock
from pontoon.tables.seats import SeatMap
from pontoon.tables.state import Dealer, TableState
from pontoon.tables.watchers import Watchers
from pontoon.text import announcements as said

MOST_PLACES = 50
"""The people who can be in at one table: more than play at once, since others wait in line."""

LONGEST_SECONDS = 120
"""So long those who have joined are waited for, from the first named round that was refused."""


class NamedRound(Struct, frozen=True):
    """A round of GAME that STARTER has asked for, with the NICKS that they have typed."""

    game: str
    starter: Person
    nicks: Sequence[str]


class Turns:
    """Those who have joined and people who are named are dealt to in turn (RULES 0, Joining).

    The turns are those of the channel, whatever the game and whoever has joined: to leave, and to
    open the table anew, puts nobody before people who are named and wait.
    The first named round that is asked for while it has to wait is kept.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.asked: NamedRound | None = None
        """The named round that waits."""
        self.is_theirs = False
        """Whether those who have joined were dealt to last."""
        self._since = inf
        """When the first named round was refused since one was dealt."""

    def seconds_to_wait(self, longest: float) -> float:
        """Return how long a named round has to wait, if those who have joined have so LONG."""
        if self.is_theirs:
            return 0.0
        now = self._clock.seconds()
        return max(min(self._since, now) + longest - now, 0.0)

    def ask(self, asked: NamedRound) -> NamedRound:
        """Keep ASKED, which has to wait, unless another waits already; return the one that does."""
        self._since = min(self._since, self._clock.seconds())
        self.asked = self.asked or asked
        return self.asked

    def take(self) -> NamedRound | None:
        """Return the round that has waited, and keep it no longer."""
        asked, self.asked = self.asked, None
        return asked

    def began(self, *, is_theirs: bool) -> None:
        """Note that a round has begun: of those who have joined if it IS_THEIRS."""
        self.is_theirs = is_theirs
        if not is_theirs:
            self.asked, self._since = None, inf


class Joining:
    """The table that people join in one channel; there is none until somebody does.

    They are dealt to in the order of their places until they give them up. A place belongs to the
    person who has joined, as a seat does: it stays theirs while they are out of the channel. While
    the bot is out of the channel, or a round is played, nothing here waits for anything.
    """

    def __init__(self, state: TableState) -> None:
        context = state.context
        self._state = state
        self.dealer: Dealer
        self._clock = JoinClock(context.clock, self)
        self.watchers = Watchers(state)
        self.turns = Turns(context.clock)
        self.seat_map = SeatMap(lambda: context.network.fold, lambda: context.settings.identities)
        """The places of the people who have joined, in order; without any there is no table."""
        self._game = ""
        """The game of the table that is open, or was last; "" if there was none."""
        self.is_new = True
        """Whether nobody who has joined the table has been dealt to yet."""
        self._undone: tuple[str, ...] = ()
        """The order before the round that is being played, if that was dealt to these people."""
        self.left: set[str] = set()
        """The players who have left, or parted, and have neither joined nor played since."""
        self._answered: set[str] = set()
        """The players who have made a decision in the round that is played, or was last."""
        record = state.kept.lineup  # from before the program was started
        if record.places and record.game in state.tables:
            self._game, self.is_new = record.game, record.is_new
            self.seat_map.seat((e.player, Person(e.nick, e.userhost)) for e in record.places)
            self.seat_map.all_depart()
            self._answered.update(record.answered)

    @property
    def is_open(self) -> bool:
        """Whether there is a table: somebody has joined it, in the channel or out of it."""
        return bool(self.seat_map.players)

    @property
    def _title(self) -> str:
        return self._state.tables[self._game].game.title

    # What people say

    def join(self, player: str, person: Person, game: str) -> str:
        """Have PERSON, who is PLAYER, join at the table of GAME; return why not, "" if they have.

        Without a table there is one then. A person who is alone at another one takes it along.
        NotRecorded, and they have not joined, if it cannot be kept.
        """
        for gone in self.seat_map.players:
            if not self._is_known(gone):
                self.give_up(gone)
        if refused := self._why_not(player, person, game):
            return refused
        is_there = self.is_open and self._game == game
        record = self.record() if is_there else LineupRecord(game)
        places = {each.player: each for each in record.places}
        places[player] = SeatRecord(player, person.nick, person.userhost)
        self._keep(record, [*places.values()])
        if not is_there:
            self.give_up(player)
            self._game, self.is_new, self._undone = game, True, ()
        self.seat_map.add(player, person)
        if self.turns.asked is not None and self.turns.asked.starter == person:
            self.turns.take()  # they play with the others instead
        self.left.discard(player)
        self.changed()
        if self.is_new and self._is_waiting and self.is_enough:
            self._clock.prolong(self._state.context.settings.table.join_wait)
        self._clock.tell_soon()
        return ""

    def _why_not(self, player: str, person: Person, game: str) -> str:
        """Say why PERSON, who is PLAYER, cannot join at the table of GAME; "" if they can."""
        has_place, places = self.seat_map.find(person) is not None, self.seat_map.players
        is_taken = not has_place and player in self.players
        if self.is_open and self._game != game:
            if places == (player,) and not is_taken:  # they are alone there
                return ""
            refuse = said.leave_first if has_place else said.another_is_open
            return refuse(self._title, self._names(places), self._prefix)
        if has_place:
            return said.IS_IN_ALREADY.format(title=self._title, prefix=self._prefix)
        if is_taken:
            return said.SOMEBODY_IS_IN.format(player=player)
        if len(places) >= MOST_PLACES and player not in places:
            return said.IS_FULL.format(title=self._title)
        return ""

    def leave(self, player: str, person: Person) -> bool:
        """Have PERSON, who is PLAYER or "", give up their place; return whether they had one.

        A banker without a place passes the bank on by that. NotRecorded, and they still have the
        place, if it cannot be kept.
        """
        holder = self.seat_map.find(person)
        if holder is None:
            self.left.add(player)
            self._withdraw(player, person)
            return False
        record = self.record()
        self._keep(record, [each for each in record.places if each.player != holder.player])
        self.left.add(holder.player)
        self.give_up(holder.player)
        self._clock.tell_soon()
        self._withdraw(holder.player, person)
        return True

    def record(self) -> LineupRecord:
        places = tuple(
            SeatRecord(each.player, each.person.nick, each.person.userhost)
            for each in self.seat_map
        )
        answered = tuple(each for each in self.seat_map.players if each in self._answered)
        return LineupRecord(self._game, places, self.is_new, answered)

    def _keep(self, record: LineupRecord, places: Sequence[SeatRecord]) -> None:
        """Keep RECORD with other PLACES, as somebody wants it; NotRecorded."""
        context = self._state.context
        answered = tuple(each.player for each in places if each.player in self._answered)
        wanted = LineupRecord(record.game, tuple(places), record.is_new, answered)
        context.channels.keep(context.known_as, self._state.key, lineup=wanted)

    def has_joined(self, person: Person) -> bool:
        """Tell whether PERSON has a place, as somebody who is a player still."""
        return self.player_of(person) is not None

    def player_of(self, person: Person) -> str | None:
        """Return the player whose place PERSON has, if that is a player still."""
        holder = self.seat_map.find(person)
        return holder.player if holder is not None and self._is_known(holder.player) else None

    # The rounds

    @property
    def players(self) -> tuple[str, ...]:
        """The players who have joined and are in the channel."""
        return tuple(each.player for each, _ in self.seat_map.present(self._state.roster))

    @property
    def nicks(self) -> Sequence[str]:
        return [each.person.nick for each in self.seat_map]

    @property
    def least(self) -> int:
        return self._state.tables[self.game].fewest

    @property
    def is_enough(self) -> bool:
        """Whether enough people for a round have joined."""
        return self.is_open and len(self.players) >= self.least

    @property
    def game(self) -> str:
        """The game of the table that is open or, without any, the one that was played last."""
        return self._game if self.is_open else self._state.game

    def round_began(self, kept: Sequence[str], *, is_theirs: bool) -> None:
        """Note that a round has begun, dealt to those who have joined if IS_THEIRS.

        Of them only those KEPT are in for the next one: others have been left out too often.
        """
        self._answered.clear()
        self.turns.began(is_theirs=is_theirs)
        self.left.difference_update(self._state.table.players)
        if is_theirs:
            self._clock.tell_nothing()
            self.is_new = False
            self._undone = self.seat_map.players
            first, *others = self._undone  # the first one is the last one next
            self.seat_map.keep([each for each in (*others, first) if each in kept])
        self.changed()

    def answered(self, player: str) -> None:
        self._answered.add(player)

    def take_up(self, actions: Iterable[Action]) -> None:
        """Note who has answered in the round with ACTIONS, which goes on after a restart."""
        for action in actions:
            if isinstance(action, Moved) and not action.move.unanswered:
                self.answered(action.player)

    def not_begun(self) -> None:
        """Note that the round came to nothing: the next one is dealt in the same order."""
        now = self.seat_map.players
        kept = [player for player in self._undone if player in now]
        self.seat_map.keep([*kept, *(player for player in now if player not in kept)])

    def round_over(self) -> None:
        """Note that the round is over; the next one may be dealt after a while."""
        self.is_new = False  # whoever has played: the table has waited for it
        self._undone = ()
        self.changed()

    # Coming and going

    def departed(self, person: Person) -> None:
        if self.is_open:
            self.seat_map.departed(person)
            self.changed()

    def parted(self, person: Person) -> None:
        """Note that PERSON, who has departed, has given up their place by that."""
        self._withdraw(self._state.player_of(person), person)
        holder = self.seat_map.find_away(person) or self.seat_map.find_logged_out(person)
        if holder is not None:
            self.left.add(holder.player)
            self.give_up(holder.player)

    def seen(self, person: Person) -> None:
        """Note the address and the account of PERSON, who is here: they may be back, or lost."""
        if not self.is_open:
            return
        is_new = self.seat_map.spoke(person)
        is_back = self.seat_map.arrived(person) is not None
        if is_new or is_back or self.players != self.watchers.joined:
            self.changed()

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD is PERSON now, or that their address has become known."""
        if self.seat_map.renamed(old, person):
            self.changed()

    def suspend(self) -> None:
        self.seat_map.all_depart()
        self.changed()

    def resume(self) -> None:
        """Note that the bot is in the channel; tell it who waits for a first round."""
        self.look_in()
        if self.is_open and self.is_new and not self._is_playing:
            self._clock.tell_soon()
        self._wait_for()

    def look_in(self) -> None:
        """Note who of those who have joined is here, as far as the bot knows the people here."""
        self.seat_map.look_in(self._state.roster)
        self.changed()

    # What is waited for

    @property
    def _is_playing(self) -> bool:
        return self._state.table.turn is not None

    @property
    def _is_waiting(self) -> bool:
        """Whether there is a table, with the bot there and no round to wait for."""
        return self.is_open and not (self._state.is_out or self._is_playing)

    def _is_known(self, player: str) -> bool:
        """Tell whether PLAYER is in players.xml: admins rename and remove people."""
        return self._state.context.settlements.store.find(player) is not None

    @property
    def _prefix(self) -> str:
        return self._state.context.settings.prefix

    def _names(self, players: Sequence[str]) -> list[str]:
        return [self._state.context.settings.texts.names(player) for player in players]

    def give_up(self, player: str) -> None:
        """Have PLAYER be in no more: they leave, sit out or seem to be away."""
        if player in self.seat_map.players:
            self.seat_map.keep([each for each in self.seat_map.players if each != player])
            if not self._is_playing:
                self._clock.tell_soon()
            self.changed()

    def changed(self) -> None:
        """Note who is in now, on the disk too, and what is waited for."""
        context = self._state.context
        if self._game:
            context.channels.note(context.known_as, self._state.key, lineup=self.record())
        self.watchers.note(self.players)
        self._wait_for()

    @property
    def seconds_to_named(self) -> float:
        """The seconds until a named round can begin: those who have joined go first, or next."""
        if not self.is_enough:
            return 0.0
        countdown = self._state.context.settings.table.join_wait if self.is_new else 0
        return self.turns.seconds_to_wait(max(LONGEST_SECONDS, countdown))

    def ask(self, asked: NamedRound) -> str:
        """Keep ASKED, a named round that has to wait, unless another does; say for what."""
        first = self.turns.ask(asked)
        self._wait_for()
        names, seconds = self._names(self.players), ceil(self.seconds_to_named)
        return said.joined_first(self._title, names, self._prefix, first.starter.nick, seconds)

    def ask_for_next(self, asked: NamedRound) -> str:
        """Keep ASKED for after the round of those who have joined, unless another is kept.

        Return what to say of that; "" if people play who have been named.
        """
        if not (self._is_playing and self.turns.is_theirs):
            return ""
        return said.COMES_NEXT.format(nick=self.turns.ask(asked).starter.nick)

    def _withdraw(self, player: str, person: Person) -> None:
        """Give up the named round that waits, if PERSON, PLAYER or "", leaves and it is for them.

        That is a round that they have asked for, or that names them.
        """
        asked, fold = self.turns.asked, self._state.context.network.fold
        if asked is None:
            return
        meant = map(fold, (asked.starter.nick, *asked.nicks))
        if not {fold(player), fold(person.nick)}.isdisjoint(meant):
            self.turns.take()
            title = self._state.tables[asked.game].game.title
            self._state.announce(
                said.NOT_DEALT.format(title=title, nick=asked.starter.nick, leaver=person.nick)
            )
            self._wait_for()

    def take_asked(self) -> NamedRound | None:
        """Return the named round that has waited, if its turn has come."""
        is_due = not (self._is_playing or self._state.is_out) and not self.seconds_to_named
        return self.turns.take() if is_due else None

    def deal_named(self) -> None:
        self.dealer.deal_named()
        self._wait_for()

    def _wait_for(self) -> None:
        """Wait for what comes next: the deal, or more people."""
        is_asked = self.turns.asked is not None and not (self._state.is_out or self._is_playing)
        self._clock.deal_named_in(self.seconds_to_named if is_asked else inf)
        if not self._is_waiting:
            self._clock.stop()
        elif not self._state.next_settings.allow(self.game):
            self._close(said.GAME_IS_SHUT.format(title=self._title))
        elif self.is_enough:
            self._clock.wait_to_deal(self._seconds_to_wait())
        else:
            self._clock.wait_for_more()

    def _seconds_to_wait(self) -> float:
        """Return how long enough people wait for the deal; infinite if somebody has to say it."""
        settings = self._state.context.settings.table
        if self.is_new:
            return settings.join_wait
        have_answered = len(self._answered.intersection(self.players)) >= self.least
        return settings.again if settings.again and have_answered else inf

    def deal(self) -> None:
        self.dealer.deal_to_joined()
        self._clock.wait_again(self._state.stopping.seconds_to_all)

    def too_few_joined(self) -> None:
        self._close(said.TABLE_IS_CLOSED.format(title=self._title, prefix=self._prefix))

    # What the channel hears

    def all_are_out(self, command: str) -> str:
        """Refuse to deal to those who have joined, as none of them is in the channel."""
        return said.all_are_out(self._names(self.seat_map.players), command)

    def tell_who_is_in(self) -> None:
        if self._state.is_out or self._state.kept.is_closed:
            return
        if not self.is_open:
            self._state.announce(said.NOBODY_IS_IN.format(title=self._title, prefix=self._prefix))
            return
        names, most = self._names(self.players), self._state.tables[self.game].most
        if names:
            self._state.announce(
                said.who_is_in(self._title, names[:most], self._what_is_missing(len(names))),
                *said.who_waits(names[most:]),
            )

    def _what_is_missing(self, many: int) -> str:
        """Say what is missing for a round while so MANY have joined."""
        if self._is_playing:
            return said.FOR_NEXT_ROUND
        if many < self.least:
            return said.more_are_needed(self.least - many, self._prefix)
        seconds = self._clock.seconds_to_deal
        return said.may_begin(self._prefix, None if seconds == inf else ceil(seconds))

    def _close(self, why: str) -> None:
        """Close the table, and tell the channel WHY."""
        self._state.announce(why)
        self._empty()

    def _empty(self) -> None:
        self._clock.tell_nothing()
        self.seat_map.keep(())
        self.changed()

    def close(self) -> None:
        """Close the table without a word: nobody deals in the channel any more."""
        self.turns.take()
        self._empty()
        self._clock.stop()
        self._clock.deal_named_in(inf)
        self.watchers.close()

"""Joining in a channel: who plays next, when they are dealt to, and what the channel hears."""

from collections.abc import Iterable, Sequence
from math import ceil, inf

from msgspec import Struct

from pontoon.engine.actions import Action, Moved
from pontoon.engine.computers import CHARACTERS, PLUS, character_of, is_computer
from pontoon.irc.people import Person
from pontoon.irc.reactor import Delayed
from pontoon.storage.channels import LineupRecord
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.seating import people_first
from pontoon.tables.seats import SeatHolder, SeatMap
from pontoon.tables.state import Dealer, TableState
from pontoon.tables.watchers import Watchers
from pontoon.text import announcements as said
from pontoon.text.formatting import are, have

MOST_PLACES = 50
"""The people who can be in at one table: more than play at once, since others wait in line."""

LONGEST_SECONDS = 120
"""So long those who have joined are waited for, from the first named round that was refused."""


TOGETHER_SECONDS = 2
"""People who join or leave within so many seconds are told to the channel in one line."""

LONGEST_WAITS = 3
"""A wait is prolonged to so many times its length at most."""

CLOSE_SECONDS = 10 * 60
"""A table that gets too few people for its game closes after so long."""


class NamedRound(Struct, frozen=True):
    """A round of GAME that STARTER has asked for, with the NICKS that they have typed."""

    game: str
    starter: Person
    nicks: Sequence[str]


class Joining:
    """The table that people join in one channel; there is none until somebody does.

    They are dealt to in the order of their places until they give them up. A place belongs to the
    person who has joined, as a seat does: it stays theirs while they are out of the channel. While
    the bot is out of the channel, or a round is played, nothing here waits for anything.

    Those who have joined and people who are named are dealt to in turn (RULES 0, Joining). The
    turns are those of the channel, whatever the game and whoever has joined: to leave, and to open
    the table anew, puts nobody before people who are named and wait.

    Computers have places too, as long as a person has one. They go first with nobody: others wait
    only for people.
    """

    def __init__(self, state: TableState) -> None:
        context = state.context
        self._state = state
        self._clock = context.clock
        self.dealer: Dealer
        self.watchers = Watchers(state)
        self._timer: Delayed | None = None
        self._tell_at = self._deal_at = self._close_at = self._named_at = inf
        self._enough_since = inf
        """When there came to be enough people for the game."""
        self._asked: NamedRound | None = None
        """The first named round that was asked for while it has to wait."""
        self._refused_at = inf
        """When the first named round was refused since one was dealt."""
        self._is_theirs = False
        """Whether those who have joined were dealt to last."""
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
        self._is_computer_offered = False
        """Whether the channel has heard, for this table, that computers can play too."""
        record = state.kept.lineup  # from before the program was started
        if record.places and record.game in state.tables:
            self._game, self.is_new = record.game, record.is_new
            self.seat_map.seat_absent(record.places)
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
        for gone in self.seat_map.people:
            if self._store.find(gone.player) is None:
                self.give_up(gone.player)
        if why_not := self._why_not(player, person, game):
            return why_not
        self._state.context.database.require()
        if not (self.is_open and self._game == game):
            self.give_up(player)
            self._game, self.is_new, self._undone = game, True, ()
            self._is_computer_offered = False
        self.seat_map.add(player, person)
        if self._asked is not None and self._asked.starter == person:
            self._asked = None  # they play with the others instead
        self.left.discard(player)
        self.changed()
        if self.is_new and self._is_waiting and self.is_enough:
            # Somebody who joins prolongs the wait, but not for ever.
            now, wait = self._clock.seconds(), self._state.context.settings.table.join_wait
            self._enough_since = now if self._deal_at == inf else self._enough_since
            self._deal_at = min(now + wait, self._enough_since + LONGEST_WAITS * wait)
        self._tell_soon()
        return ""

    def _why_not(self, player: str, person: Person, game: str) -> str:
        """Say why PERSON, who is PLAYER, cannot join at the table of GAME; "" if they can."""
        has_place, places = self.seat_map.find(person) is not None, self.seat_map.players
        is_taken = not has_place and player in self.players
        if self.is_open and self._game != game:
            people = [each.player for each in self.seat_map.people]
            if people == [player] and not is_taken:  # they are alone there
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
        self._state.context.database.require()
        self._give_up_for_good(holder)
        self._tell_soon()
        self._withdraw(holder.player, person)
        return True

    def dismiss(self, computer: str) -> bool:
        """Have COMPUTER give up its place; return whether it had one. NotRecorded."""
        if computer not in self.seat_map.players:
            return False
        self._state.context.database.require()
        self.left.add(computer)
        self.give_up(computer)
        self._tell_soon()
        return True

    def record(self) -> LineupRecord:
        places = tuple(each.record for each in self.seat_map)
        answered = tuple(each for each in self.seat_map.players if each in self._answered)
        return LineupRecord(self._game, places, self.is_new, answered)

    def has_joined(self, person: Person) -> bool:
        """Tell whether PERSON has a place, as somebody who is a player still."""
        return self.joined_as(person) is not None

    def joined_as(self, person: Person) -> str | None:
        """Return the player whose place PERSON has, if that is a player still."""
        holder = self.seat_map.find(person)
        return None if holder is None or self._store.find(holder.player) is None else holder.player

    # The rounds

    @property
    def players(self) -> tuple[str, ...]:
        """The players who have joined and are in the channel, and the computers."""
        return tuple(each.player for each, _ in self.seat_map.present(self._state.roster))

    @property
    def people(self) -> tuple[str, ...]:
        """The same without the computers."""
        return tuple(each for each in self.players if not is_computer(each))

    @property
    def computers(self) -> list[str]:
        """The computers that have joined."""
        return [each for each in self.seat_map.players if is_computer(each)]

    @property
    def least(self) -> int:
        return self._state.tables[self.game].fewest

    @property
    def is_enough(self) -> bool:
        """Whether enough have joined for a round, people or computers; one of them is a person."""
        return bool(self.people) and len(self.players) >= self.least

    @property
    def game(self) -> str:
        """The game of the table that is open or, without any, the one that was played last."""
        return self._game if self.is_open else self._state.game

    def round_began(self, kept: Sequence[str], *, is_theirs: bool) -> None:
        """Note that a round has begun, dealt to those who have joined if IS_THEIRS.

        Of them only those KEPT are in for the next one: others have been left out too often.
        """
        self._answered.clear()
        self._is_theirs = is_theirs
        self.left.difference_update(self._state.table.players)
        if is_theirs:
            self._tell_at = inf
            self.is_new = False
            self._undone = self.seat_map.players
            first, *others = self._undone  # the first one is the last one next
            self._keep([each for each in (*others, first) if each in kept])
        else:
            self._asked, self._refused_at = None, inf
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
        self._keep([*kept, *(player for player in now if player not in kept)])

    def round_over(self) -> None:
        """Note that the round is over; the next one may be dealt after a while."""
        self.is_new = False  # whoever has played: the table has waited for it
        self._undone = ()
        self.changed()

    # Coming and going

    def parted(self, person: Person) -> None:
        """Note that PERSON, who has departed, has given up their place by that."""
        self._withdraw(self._state.player_here(person), person)
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

    def look(self) -> None:
        """Note who of those who have joined is here, and as whom."""
        if self.is_open and (
            self.people != self.watchers.joined or self.record() != self._state.kept.lineup
        ):
            self.changed()

    def entered(self) -> None:
        """Note that the bot is in the channel; tell it who waits for a first round."""
        self.changed()
        if self.is_open and self.is_new and not self._is_playing:
            self._tell_soon()

    # What is waited for

    @property
    def _is_playing(self) -> bool:
        return self._state.table.turn is not None

    @property
    def _is_waiting(self) -> bool:
        """Whether there is a table, with the bot there and no round to wait for."""
        return self.is_open and not (self._state.is_out or self._is_playing)

    @property
    def _store(self) -> PlayerStore:
        """The players, of whom admins rename and remove some."""
        return self._state.context.settlements.store

    @property
    def _prefix(self) -> str:
        return self._state.context.settings.prefix

    def _name(self, player: str) -> str:
        name = self._state.context.settings.texts.names(player)
        return said.as_computer(name) if is_computer(player) else name

    def _names(self, players: Sequence[str]) -> list[str]:
        return [*map(self._name, players)]

    def _keep(self, players: Sequence[str]) -> None:
        """Keep the places of PLAYERS, in that order; computers go with the last person."""
        are_people_in = not all(map(is_computer, players))
        self.seat_map.keep(players if are_people_in else ())

    def give_up(self, player: str) -> None:
        """Have PLAYER be in no more: they leave, sit out or seem to be away."""
        if player in self.seat_map.players:
            self._keep([each for each in self.seat_map.players if each != player])
            if not self._is_playing:
                self._tell_soon()
            self.changed()

    def changed(self) -> None:
        """Note who is in now, on the disk too, and what is waited for."""
        context = self._state.context
        if self._game:
            context.channels.put(context.known_as, self._state.key, lineup=self.record())
        self.watchers.joined_by(self.people)
        self._wait_for()

    @property
    def seconds_to_named(self) -> float:
        """The seconds until a named round can begin: those who have joined go first, or next."""
        if self._is_theirs or len(self.people) < self.least:
            return 0.0
        countdown = self._state.context.settings.table.join_wait if self.is_new else 0
        now = self._clock.seconds()
        return max(min(self._refused_at, now) + max(LONGEST_SECONDS, countdown) - now, 0.0)

    def goes_first(self, starter: Person) -> bool:
        """Tell whether those who have joined go before a named round that STARTER asks for now.

        Nobody goes before themselves, where STARTER alone has joined; but a round that waits does.
        """
        is_alone = self.people == (self.joined_as(starter),)
        return self.seconds_to_named > 0 and not (is_alone and self._asked is None)

    def ask(self, asked: NamedRound) -> str:
        """Keep ASKED, a named round that has to wait, unless another does; say for what."""
        nick = self._first_to_ask(asked)
        self._wait_for()
        return said.JOINED_FIRST.format(
            have=have(self._names(self.players)),
            title=self._title,
            prefix=self._prefix,
            nick=nick,
            seconds=ceil(self.seconds_to_named),
        )

    def ask_for_next(self, asked: NamedRound) -> str:
        """Keep ASKED for after the round of those who have joined, unless another is kept.

        Return what to say of that; "" if people play who have been named.
        """
        if not (self._is_playing and self._is_theirs):
            return ""
        return said.COMES_NEXT.format(nick=self._first_to_ask(asked))

    def _first_to_ask(self, asked: NamedRound) -> str:
        """Keep ASKED unless another round waits already; return who asked for the one that does."""
        self._refused_at = min(self._refused_at, self._clock.seconds())
        self._asked = self._asked or asked
        return self._asked.starter.nick

    def _withdraw(self, player: str, person: Person) -> None:
        """Give up the named round that waits, if PERSON, PLAYER or "", leaves and it is for them.

        That is a round that they have asked for, or that names them.
        """
        asked, fold = self._asked, self._state.context.network.fold
        if asked is None:
            return
        meant = map(fold, (asked.starter.nick, *asked.nicks))
        if not {fold(player), fold(person.nick)}.isdisjoint(meant):
            self._asked = None
            title = self._state.tables[asked.game].game.title
            self._state.announce(
                said.NOT_DEALT.format(title=title, nick=asked.starter.nick, leaver=person.nick)
            )
            self._wait_for()

    def take_asked(self) -> NamedRound | None:
        """Return the named round that has waited, if its turn has come."""
        if self._is_playing or self._state.is_out or self.seconds_to_named:
            return None
        asked, self._asked = self._asked, None
        return asked

    def _wait_for(self) -> None:
        """Wait for what comes next: a named round, the deal, or more people, but not for ever."""
        now = self._clock.seconds()
        if self._asked is None or self._state.is_out or self._is_playing:
            self._named_at = inf
        else:  # two seconds after another at the earliest; nothing later puts it off
            seconds = max(self.seconds_to_named, TOGETHER_SECONDS)
            self._named_at = min(self._named_at, now + seconds)
        if not self._is_waiting:
            self._deal_at = self._close_at = self._enough_since = inf
        elif not self._state.next_settings.allow(self.game):
            self._close(said.GAME_IS_SHUT.format(title=self._title))
        elif not self.is_enough:
            self._deal_at = self._enough_since = inf
            self._close_at = min(self._close_at, now + CLOSE_SECONDS)
        else:
            self._close_at = inf
            if self._enough_since == inf:
                self._enough_since, self._deal_at = now, now + self._seconds_to_wait()
        self._set_timer()

    def _seconds_to_wait(self) -> float:
        """Return how long enough people wait for the deal; infinite if somebody has to say it."""
        settings = self._state.context.settings.table
        if self.is_new:
            return settings.join_wait
        answered = len(self._answered.intersection(self.people))
        have_answered = answered and answered + len(self.computers) >= self.least
        return settings.again if settings.again and have_answered else inf

    def _tell_soon(self) -> None:
        """Have the channel told who is in, with what else happens within two seconds."""
        self._tell_at = min(self._tell_at, self._clock.seconds() + TOGETHER_SECONDS)
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        first = min(self._tell_at, self._deal_at, self._close_at, self._named_at)
        if first < inf:
            seconds = max(first - self._clock.seconds(), 0.0)
            self._timer = self._clock.callLater(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._clock.seconds()
        if self._close_at <= now:
            self._close(said.TABLE_IS_CLOSED.format(title=self._title, prefix=self._prefix))
        if self._tell_at <= now:
            self._tell_at = inf
            self._tell_who_is_in()
        if self._named_at <= now:
            self._named_at = inf
            self.dealer.deal_named()
            self._wait_for()
        if self._deal_at <= now:
            self._deal_at = inf
            if not self._state.kept.is_closed:
                self.dealer.start(self.game, None)
            # Without a round wait as long again as until now, but not for ever.
            waited = now - self._enough_since
            if self._deal_at == inf and 0 <= waited < CLOSE_SECONDS:
                barred = self._state.stopping.seconds_to_all
                self._deal_at = now + max(waited, TOGETHER_SECONDS, barred)
        self._set_timer()

    # What the channel hears

    def all_are_out(self, command: str) -> str:
        """Refuse to deal to those who have joined, as none of them is in the channel."""
        players = self._names([each.player for each in self.seat_map.people])
        return said.ALL_ARE_OUT.format(have=have(players), command=command)

    def _tell_who_is_in(self) -> None:
        if self._state.is_out or self._state.kept.is_closed:
            return
        if not self.is_open:
            self._state.announce(said.NOBODY_IS_IN.format(title=self._title, prefix=self._prefix))
            return
        most = self._state.tables[self.game].most
        if self.people:
            first = people_first(self.players, most)[:most]
            others = [each for each in self.players if each not in first]
            missing = self._what_is_missing(len(first))
            self._state.announce(
                said.who_is_in(self._title, self._names(first), missing),
                *said.who_waits(self._names(others)),
            )

    def _what_is_missing(self, many: int) -> str:
        """Say what is missing for a round while so MANY have joined."""
        if self._is_playing:
            return said.FOR_NEXT_ROUND
        if many < self.least:
            return said.more_are_needed(self.least - many, self._prefix, self._offered())
        seconds = self._deal_at - self._clock.seconds()
        return said.may_begin(self._prefix, None if seconds == inf else ceil(seconds))

    def _offered(self) -> str:
        """Return the computer to name to people who wait for others, once for each table; or ""."""
        characters = [*map(character_of, self.computers)]
        is_full = len(characters) >= self._state.context.settings.table.computer_players
        if is_full or self._is_computer_offered:
            return ""
        self._is_computer_offered = True
        return next(each for each in CHARACTERS if each not in characters) + PLUS

    def _close(self, why: str) -> None:
        """Close the table, and tell the channel WHY."""
        self._state.announce(why)
        self._empty()

    def _empty(self) -> None:
        self._tell_at = self._close_at = inf
        self.seat_map.keep(())
        self.changed()

    def close(self) -> None:
        """Close the table without a word: nobody deals in the channel any more."""
        self._asked = None
        self._empty()

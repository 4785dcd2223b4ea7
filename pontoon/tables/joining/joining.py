"""Joining in a channel: who plays next, when they are dealt to, and what the channel hears."""

from collections.abc import Sequence
from math import ceil, inf
from typing import Protocol

from pontoon.irc.people import Person
from pontoon.irc.reactor import Delayed
from pontoon.storage.journal_records import NOBODY
from pontoon.tables.joining.lineup import Lineup
from pontoon.tables.joining.watchers import Watchers
from pontoon.tables.narrator import Announcer
from pontoon.tables.registry import SeatIndex
from pontoon.tables.seats import SeatMap
from pontoon.tables.state import TableState
from pontoon.text import joining as said

TOGETHER_SECONDS = 2
"""People who join or leave within so many seconds are told to the channel in one line."""

LONGEST_WAITS = 3
"""A new table waits so many times ``join_wait`` at most, however many join."""

CLOSE_SECONDS = 10 * 60
"""A table that gets too few people for its game closes after so long."""

MOST_PLACES = 50
"""The people who can be in at one table: more than play at once, since others wait in line."""


class Dealer(Protocol):
    """Deals in the channel (``Croupier``)."""

    def deal_to_joined(self, starter: Person | None) -> None: ...


class Joining:
    """The table that people join in one channel; there is none until somebody does.

    While the bot is out of the channel, or a round is played, nothing here waits for anything.
    """

    def __init__(self, state: TableState, dealer: Dealer, index: "SeatIndex[Joining]") -> None:
        self._state = state
        self._dealer = dealer
        self._index = index
        self._announcer = Announcer(state)
        self._clock = state.context.clock
        self._timer: Delayed | None = None
        self.lineup: Lineup | None = None
        self.watchers = Watchers(state)
        self._title = ""
        """The game of the table that is open, or was last."""
        self.left: set[str] = set()
        """The players who have left, or parted, and have neither joined nor played since."""
        self._answered: set[str] = set()
        """The players who have made a decision in the round that is played, or was last."""
        self._tell_at = self._deal_at = self._close_at = inf
        self._enough_since = inf
        """When there came to be enough people for the game."""
        self._take_up()

    @property
    def seat_map(self) -> SeatMap:
        """The places of the people who have joined; only while there is a table."""
        assert self.lineup is not None
        return self.lineup.seat_map

    def _take_up(self) -> None:
        """Take up the table that was there before the program was started."""
        context = self._state.context
        record = context.journal.notes.lineup(context.known_as, self._state.key)
        if record != NOBODY and record.game in self._state.tables:
            self._open(record.game)
            assert self.lineup is not None
            self.lineup.is_new = record.is_new
            self.lineup.restore(record.places)

    def _open(self, game: str) -> None:
        context = self._state.context
        self.lineup = Lineup(
            game, lambda: context.network.fold, lambda: context.settings.identities
        )
        self._title = self._state.tables[game].game.title
        self._index.add(self)

    # What people say

    def join(self, player: str, person: Person, game: str) -> str:
        """Have PERSON, who is PLAYER, join at the table of GAME; return why not, "" if they have.

        Without a table there is one then. A person who is alone at another one takes it along.
        """
        if refused := self._why_not(player, person, game):
            return refused
        if self.lineup is not None and self.lineup.game != game:
            self._give_up(player)
        if self.lineup is None:
            self._open(game)
            assert self.lineup is not None
        self.lineup.join(player, person)
        self.left.discard(player)
        self._changed()
        self._prolong()
        self._tell_soon()
        return ""

    def _why_not(self, player: str, person: Person, game: str) -> str:
        """Say why PERSON, who is PLAYER, cannot join at the table of GAME; "" if they can."""
        lineup = self.lineup
        if lineup is None:
            return ""
        if lineup.game != game:
            is_alone = lineup.players == (player,)
            names = self._names(lineup.players)
            return "" if is_alone else said.another_is_open(self._title, names, self._prefix)
        if lineup.seat_map.find(person) is not None:
            return said.is_in_already(self._title, self._prefix)
        if player in (holder.player for holder, _ in lineup.present(self._state.roster)):
            return said.somebody_is_in(player)
        if len(lineup.players) >= MOST_PLACES and player not in lineup.players:
            return said.is_full(self._title)
        return ""

    def leave(self, player: str, person: Person) -> bool:
        """Have PERSON, who is PLAYER or "", give up their place; return whether they had one.

        A banker without a place passes the bank on by that.
        """
        holder = None if self.lineup is None else self.lineup.seat_map.find(person)
        self.left.add(player if holder is None else holder.player)
        if holder is None:
            return False
        self._give_up(holder.player)
        self._tell_soon()
        return True

    def has_joined(self, person: Person) -> bool:
        return self.lineup is not None and self.lineup.seat_map.find(person) is not None

    # The rounds

    @property
    def players(self) -> Sequence[str]:
        """The players who have joined and are in the channel."""
        if self.lineup is None:
            return ()
        return [each.player for each, _ in self.lineup.present(self._state.roster)]

    @property
    def nicks(self) -> Sequence[str]:
        """The nicks that those have who have joined."""
        return [] if self.lineup is None else [each.person.nick for each in self.seat_map]

    @property
    def least(self) -> int:
        """The least number of players of the game."""
        return self._state.tables[self.game].fewest

    @property
    def is_enough(self) -> bool:
        """Whether enough people for a round have joined."""
        return self.lineup is not None and len(self.players) >= self.least

    @property
    def game(self) -> str:
        """The game of the table that is open or, without any, the one that was played last."""
        return self._state.game if self.lineup is None else self.lineup.game

    def round_began(self, kept: Sequence[str], *, is_theirs: bool) -> None:
        """Note that a round has begun, dealt to those who have joined if IS_THEIRS.

        Of them only those KEPT are in for the next one: others have been left out too often.
        """
        self._answered.clear()
        self.left.difference_update(self._state.table.players)
        if is_theirs and self.lineup is not None:
            self._tell_at = inf
            self.lineup.begun()
            for player in [each for each in self.lineup.players if each not in kept]:
                self.lineup.give_up(player)
        self._changed()

    def answered(self, player: str) -> None:
        """Note that PLAYER has made a decision in time."""
        self._answered.add(player)

    def put_aside(self, player: str) -> None:
        """Note that PLAYER sits out, or seems to be away: nobody waits for them next time."""
        self._give_up(player)

    def not_begun(self) -> None:
        """Note that the round came to nothing: the next one is dealt in the same order."""
        if self.lineup is not None:
            self.lineup.not_begun()

    def round_over(self) -> None:
        """Note that no round is played now; it may be dealt again after a while."""
        if self.lineup is not None:
            self.lineup.is_new = False
        self._changed()
        again = self._state.context.settings.again
        if again and len(self._answered.intersection(self.players)) >= self.least:
            self._deal_at = self._clock.seconds() + again
            self._set_timer()

    # Coming and going

    def departed(self, person: Person) -> None:
        """Note that PERSON has left the channel; their place is kept."""
        if self.lineup is not None:
            self.lineup.seat_map.departed(person)
            self._changed()

    def parted(self, person: Person) -> None:
        """Note that PERSON, who has departed, has given up their place by that."""
        holder = None if self.lineup is None else self.lineup.seat_map.find_away(person)
        if holder is not None:
            self.left.add(holder.player)
            self._give_up(holder.player)

    def arrived(self, person: Person) -> None:
        """Note that PERSON has come, or has become known: they may be back."""
        if self.lineup is not None and self.lineup.seat_map.arrived(person) is not None:
            self._changed()
        self.watchers.look()

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD is PERSON now, or that their address has become known."""
        self.seat_map.renamed(old, person)
        self._changed()
        self.recognised(person)

    def spoke(self, person: Person) -> None:
        """Note the address of PERSON, who has said something to the bot."""
        if self.seat_map.spoke(person):
            self._changed()
        self.recognised(person)

    def recognised(self, person: Person) -> None:
        """Note that more is known of PERSON: they may be back if they are in the channel."""
        if not self._state.is_out and self._state.roster.find(person.nick) is not None:
            self.arrived(person)

    def suspend(self) -> None:
        """Note that the bot is out of the channel."""
        if self.lineup is not None:
            self.lineup.seat_map.all_depart()
        self._changed()

    def resume(self) -> None:
        """Note that the bot is in the channel; tell it who waits for a first round."""
        self.look_in()
        if self.lineup is not None and self.lineup.is_new and not self._is_playing:
            self._tell_soon()

    def look_in(self) -> None:
        """Look who is in the channel: the addresses of the members may be known only now."""
        if self.lineup is not None:
            self.lineup.seat_map.look_in(self._state.roster)
            self._changed()

    def unknown(self) -> Sequence[Person]:
        """Return the people who may have a place here: their accounts are not known yet."""
        return () if self.lineup is None else self.seat_map.unknown(self._state.roster)

    # What is waited for

    @property
    def _is_playing(self) -> bool:
        return self._state.table.turn is not None

    @property
    def _wait(self) -> int:
        return self._state.context.settings.join_wait

    @property
    def _prefix(self) -> str:
        return self._state.context.settings.prefix

    def _names(self, players: Sequence[str]) -> list[str]:
        return [self._state.context.settings.texts.names(player) for player in players]

    def _give_up(self, player: str) -> None:
        if self.lineup is not None and self.lineup.give_up(player):
            if not self._is_playing:
                self._tell_soon()
            self._changed()

    def _changed(self) -> None:
        """Note who is in now, on the disk too, and what is waited for."""
        context, lineup = self._state.context, self.lineup
        if lineup is not None:
            record = lineup.record()
            if record != context.journal.notes.lineup(context.known_as, self._state.key):
                context.journal.notes.line_up(context.known_as, self._state.key, record)
            if not lineup.players:
                self._index.discard(self)
                self.lineup = None
        self.watchers.joined(self.players)
        self._wait_for()

    def _wait_for(self) -> None:
        """Wait for what comes next: the deal at a new table, or more people."""
        now = self._clock.seconds()
        if self.lineup is None or self._state.is_out or self._is_playing:
            self._deal_at = self._close_at = self._enough_since = inf
        elif not self.is_enough:
            self._deal_at = self._enough_since = inf
            self._close_at = min(self._close_at, now + CLOSE_SECONDS)
        else:
            self._close_at = inf
            if self._enough_since == inf:
                self._enough_since = now
                self._deal_at = now + self._wait if self.lineup.is_new else inf
        self._set_timer()

    def _prolong(self) -> None:
        """Wait longer at a new table, since somebody has joined; but not for ever."""
        is_waiting = not (self._is_playing or self._state.is_out)
        if self.lineup is not None and self.lineup.is_new and is_waiting and self.is_enough:
            now = self._clock.seconds()
            if self._deal_at == inf:
                self._enough_since = now
            self._deal_at = min(now + self._wait, self._enough_since + LONGEST_WAITS * self._wait)
            self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        first = min(self._tell_at, self._deal_at, self._close_at)
        if first < inf:
            seconds = max(first - self._clock.seconds(), 0.0)
            self._timer = self._clock.callLater(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._clock.seconds()
        if self._tell_at <= now:
            self._tell_at = inf
            self._tell()
        if self._deal_at <= now:
            self._deal_at = inf
            self._dealer.deal_to_joined(None)
        elif self._close_at <= now:
            self._close()
        self._set_timer()

    # What the channel hears

    def joined_first(self) -> str:
        """Refuse to deal to others while enough people have joined."""
        return said.joined_first(self._title, self._names(self.players), self._prefix)

    def _tell_soon(self) -> None:
        """Tell the channel who is in, with what else happens within two seconds."""
        self._tell_at = min(self._tell_at, self._clock.seconds() + TOGETHER_SECONDS)
        self._set_timer()

    def _tell(self) -> None:
        if self._state.is_out:
            return
        if self.lineup is None:
            self._announcer.announce(said.nobody_is_in(self._title, self._prefix))
            return
        names, most = self._names(self.players), self._state.tables[self.game].most
        if names:
            self._announcer.announce(
                said.who_is_in(self._title, names[:most], self._what_is_missing(len(names))),
                *said.who_waits(names[most:]),
            )

    def _what_is_missing(self, many: int) -> str:
        """Say what is missing for a round while so MANY have joined."""
        if self._is_playing:
            return said.FOR_NEXT_ROUND
        if many < self.least:
            return said.more_are_needed(self.least - many, self._prefix)
        seconds = self._deal_at - self._clock.seconds()
        return said.may_begin(self._prefix, None if seconds == inf else ceil(seconds))

    def _close(self) -> None:
        """Close the table, which has too few people, and say so."""
        self._announcer.announce(said.table_is_closed(self._title, self._prefix))
        self._empty()

    def _empty(self) -> None:
        if self.lineup is not None:
            self.lineup.seat_map.keep(())
            self._changed()

    def close(self) -> None:
        """Close the table without a word: nobody deals in the channel any more."""
        self._tell_at = inf
        self._empty()
        self._set_timer()
        self.watchers.close()

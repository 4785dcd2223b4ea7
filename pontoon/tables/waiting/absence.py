"""The door of one channel: who comes to a table and goes, who falls silent, and the bot itself."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import dropwhile

from pontoon.engine.absence_events import Gone, LoggedOut, Mended, WentOn
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import BankerResult, Event, HandResult, NoRound, RoundVoid, Settled
from pontoon.engine.hands import Seat
from pontoon.engine.moves import NOTHING_ASKED, Ask, Waiting
from pontoon.engine.table import Table
from pontoon.irc.outgoing import Message, Priority, Send
from pontoon.irc.people import Person, Roster
from pontoon.tables.context import TableContext
from pontoon.tables.narrator import CARDS
from pontoon.tables.seats import SeatHolder, SeatMap
from pontoon.tables.stopping import RoundStarter
from pontoon.tables.waiting.action_clock import ActionClock
from pontoon.tables.waiting.default_moves import act_for
from pontoon.text import absence, announcements

FREE_SECONDS = 10 * 60
"""After so long the players of a round that waits for the bot may play elsewhere."""

GoOn = Callable[[Sequence[Event], Waiting], None]
"""Tells what has happened since that was waited for, and plays on."""

ShowHand = Callable[[Person, SeatHolder], None]
"""Shows a sitter their hand again, and what is asked."""

_ENDINGS = (BankerResult, HandResult, NoRound, RoundVoid, Settled)
"""What the end of a round begins with."""


class AbsenceTracker:
    """Sees to it that the table of CHANNEL waits for those who come back, and not for ever.

    SPEAK says something. SEAT_MAP are those who sit there. TABLE gives the one at which is played,
    or was last; GO_ON and SHOW_HAND are its croupier's. NOTE_SITTERS is called when those who sit
    may go by other nicks than before.
    """

    def __init__(
        self,
        channel: str,
        context: TableContext,
        speak: Send,
        seat_map: SeatMap,
        table: Callable[[], Table],
        go_on: GoOn,
        show_hand: ShowHand,
        note_sitters: Callable[[], None],
    ) -> None:
        self._channel = channel
        self._context = context
        self._speak = speak
        self._table = table
        self._tell = go_on
        self._show_hand = show_hand
        self._note_sitters = note_sitters
        self._untold: tuple[Event, ...] = ()
        """What nobody may have been told before the round was suspended."""
        self._is_out = True
        """Whether the bot is out of the channel, or does not know who is there."""
        self._out_since: float | None = None
        """When a round began to wait for the bot to be back; None while none does."""
        self._is_halted = False
        """Whether play pauses, since nothing can be written down."""
        self.seat_map = seat_map
        self.starter = RoundStarter(lambda: context.network.fold)
        self.action_clock = ActionClock(context.clock, context.limits, self._warn, self._act)
        self._told: set[tuple[str, str]] = set()
        """What was told of whom, and is not told twice in a round."""

    @property
    def seconds_out(self) -> float:
        """For how long a round has waited for the bot to be in the channel; 0 where none waits."""
        return 0.0 if self._out_since is None else self._context.clock.seconds() - self._out_since

    @property
    def holds_players(self) -> bool:
        """Whether those who sit here may not sit elsewhere: not while all wait for the bot."""
        return self.seconds_out < FREE_SECONDS

    @property
    def roster(self) -> Roster:
        """Who is in the channel; nobody while the bot is not."""
        network = self._context.network
        return network.roster(self._channel) or Roster(network.fold)

    def seat(self, starter: Person, people: Iterable[tuple[str, Person]]) -> None:
        """Seat PEOPLE, each as a player, for a round that is begun by STARTER."""
        self.starter.becomes(starter)
        self.seat_map.seat(people)
        self._is_out = False
        invited = (
            each.player for each in self.seat_map if not self.starter.is_called(each.person.nick)
        )
        self.action_clock.begin_round(invited)
        self.action_clock.go_on(())
        self._told.clear()

    def seat_again(
        self,
        starter: Person | None,
        people: Iterable[tuple[str, Person]],
        untold: Sequence[Event],
        waited: float,
    ) -> None:
        """Seat PEOPLE for a round that was stopped with the program, and is suspended.

        What is UNTOLD is told when it goes on, in place of any other reason. It has WAITED for so
        many seconds.
        """
        self.starter.becomes(starter)
        self.seat_map.seat(people)
        self.seat_map.all_depart()
        self._untold = tuple(untold)
        self._out_since = self._context.clock.seconds() - waited

    def clear(self) -> None:
        """Let everybody get up: the round is over."""
        self._is_halted = False
        self._out_since = None
        self._untold = ()
        self.action_clock.wait_for(NOTHING_ASKED)
        self.seat_map.clear()
        self.starter.becomes(None)

    def seat_of(self, holder: SeatHolder | None) -> Seat | None:
        """Return the seat that HOLDER has and has not given up."""
        of_player = (
            each
            for each in self._table().seats
            if holder is not None and each.player == holder.player and not each.has_resigned
        )
        return next(of_player, None)

    # Who comes and goes

    def arrived(self, person: Person) -> None:
        """Note that PERSON has come; a sitter who is back is shown their hand."""
        holder = self.seat_map.arrived(person)
        self._note_sitters()
        self._context.presence.changed()
        if holder is not None and self._is_open():
            self.action_clock.came(holder.player)
            self._show_hand(person, holder)

    def departed(self, person: Person) -> None:
        """Note that PERSON has left the channel; for a sitter the table does not wait for long."""
        self.starter.departed(person)
        holder = self.seat_map.called(person.nick)
        self._lose(person, holder, "gone", Gone)

    def _lose(
        self, person: Person, holder: SeatHolder | None, what: str, news: type[Gone | LoggedOut]
    ) -> None:
        """Note that PERSON, who is HOLDER if they sit, does so no more; the channel is told NEWS.

        WHAT happens to somebody again and again is told but once.
        """
        self.seat_map.departed(person)
        self._note_sitters()
        self._context.presence.changed()
        if holder is not None and self._is_open():
            self.action_clock.went(holder.player)
            self._tell([*self._lost([holder], what, news)], self._table().waiting)

    def renamed(self, old: str, person: Person) -> None:
        """Note that whoever was called OLD is PERSON now; that may bring a sitter back."""
        self.starter.renamed(old, person)
        self.seat_map.renamed(old, person)
        self._note_sitters()
        if self.roster.find(person.nick) is not None:
            self.arrived(person)

    def spoke(self, person: Person, player: str | None) -> None:
        """Note that PERSON, who is PLAYER if they are one, has said something to the bot."""
        if player is not None:
            self.action_clock.spoke(player)
        if self.roster.find(person.nick) is not None:
            self.seat_map.spoke(person)
            self._note_sitters()
            if not self._is_out and self.seat_map.find_away(person) is not None:
                self.arrived(person)  # the server had not said where they are from

    def account_seen(self, person: Person) -> None:
        """Note what PERSON is logged in to: that may cost them their seat, or bring them back."""
        if self._is_out or self.roster.find(person.nick) is None:
            return
        holder = self.seat_map.called(person.nick)
        is_known = person.account is not None
        if holder is not None and is_known and self.seat_map.has_lost(holder, person):
            if self.seat_of(holder) is not None:
                item = absence.log_in(self._channel)
                self._speak(Message(person.nick, (item,), Priority.GAME))
            self._lose(person, holder, "logged out", LoggedOut)
        if self.seat_map.find_away(person) is not None:
            self.arrived(person)

    # Whether the bot is there

    def suspend(self) -> None:
        """Note that the bot is out of the channel: the round waits until ``go_on`` finds it back.

        Nobody is waited for meanwhile, and nobody can move: all who sit are out.
        """
        self._is_out = True
        if self._table().turn is not None and self._out_since is None:
            self._out_since = self._context.clock.seconds()
        self.action_clock.suspend()
        self.seat_map.all_depart()
        self._context.presence.changed()

    def go_on(self) -> None:
        """Go on with what was suspended, now that the bot knows who is in the channel.

        It makes no difference how the round came to be suspended. While nothing can be written down
        it pauses still.
        """
        if self._is_out:
            self._is_out, self._out_since = False, None
            self.starter.look_in(self.roster, self._context.identities.is_impostor)
            self.seat_map.look_in(self.roster)
            self._note_sitters()
            if not self._is_halted:
                self._resume(WentOn())

    def described(self) -> None:
        """Note that the server has told where everybody in the channel is from."""
        self.go_on()
        found = [self.roster.find(holder.person.nick) for holder in self.seat_map]
        for person in filter(None, found):
            self.located(person)

    def located(self, person: Person) -> None:
        """Note where PERSON is from, which was not known: that may bring a sitter back."""
        self.seat_map.renamed(person.nick, person)
        if not self._is_out:
            self.arrived(person)

    def halt(self, why: NotRecorded) -> None:
        """Let play pause, WHY being told once, until ``look`` finds that it can go on."""
        self.action_clock.suspend()
        if not self._is_halted:
            self._is_halted = True
            self._speak(
                Message(self._channel, (announcements.play_pauses(str(why)),), Priority.GAME)
            )
            self._context.log(f"{self._channel}: play pauses: players.journal: {why}")

    def look(self) -> None:
        """See whether play, if it pauses, can go on."""
        if self._is_halted and self._context.journal.mend():
            self._is_halted = False
            self._note_sitters()
            self._context.log(f"{self._channel}: play continues")
            if not self._is_out:
                self._resume(Mended())

    def _resume(self, news: Event) -> None:
        """Go on, NEWS being why that is possible.

        Sitters who are there, as they were, are shown their cards and asked again; for the table
        the others have just left.
        """
        out = [holder for holder in self.seat_map if not holder.is_here]
        self.action_clock.go_on(holder.player for holder in out)
        if self._is_open() or self._untold:
            self._told.clear()
            untold, self._untold = self._untold or (news,), ()
            self._tell([*untold, *self._lost(out, "gone", Gone)], NOTHING_ASKED)
        for holder in self.seat_map:
            waiting = self._table().waiting
            is_asked = waiting.turn is None or waiting.ask_of(holder.player) is not None
            if holder.is_here and not is_asked and self.seat_of(holder) is not None:
                self._show_hand(holder.person, holder)

    def unknown(self) -> list[str]:
        """Return the nicks of those who may be sitters that are out: it is not known by account."""
        return [person.nick for person in self.seat_map.unknown(self.roster)]

    def why_shut(self, person: Person) -> str | None:
        """Say why PERSON, a sitter who is out or not logged in, cannot move; None for others."""
        if self.seat_map.find_away(person) is not None:
            return (absence.i_am_out if self._is_out else announcements.come_back)(self._channel)
        if self.seat_map.find_logged_out(person) is not None:
            return absence.log_in(self._channel)
        return None

    def _is_open(self) -> bool:
        """Tell whether a round is being played, and not suspended."""
        return self._table().turn is not None and not self.action_clock.stands_still

    # Who does not answer

    def for_the_absent(self) -> Iterator[Event]:
        """Act for one player after the other, as long as one is asked whom nobody waits for."""
        table = self._table()
        while (ask := self._not_waited_for(table)) is not None and not self._is_halted:
            yield from self._act_for(table, ask.player)

    def _not_waited_for(self, table: Table) -> Ask | None:
        is_waited_for = self.action_clock.is_waited_for
        return next((ask for ask in table.asks if not is_waited_for(ask)), None)

    def _act_for(self, table: Table, player: str) -> Iterator[Event]:
        """Act for PLAYER, as far as that can be written down."""
        try:
            yield from act_for(table, player)
            self.action_clock.let_go_by(player)
        except NotRecorded as why:
            self.halt(why)

    def cannot_reach(self, nick: str, why: str) -> None:
        """Tell the channel that nothing can be said in private to the sitter who has NICK."""
        holder = self.seat_map.called(nick)
        if holder is not None and self._is_news("not reached", holder):
            name = self._context.words.names(holder.player)
            self._say(absence.cannot_be_reached(name, why))

    def _warn(self, players: Sequence[str], seconds: int) -> None:
        """Tell PLAYERS, who are asked, and the channel that so many SECONDS are left to them."""
        words, waiting = self._context.words, self._table().waiting
        asks = [ask for ask in waiting.asks if ask.player in players]
        names = ", ".join(words.names(ask.player) for ask in asks)
        self._say(absence.time_runs_out(names, asks[0], seconds, len(asks)))
        for ask in asks:
            if (nick := self.seat_map.address(ask.player)) is not None:
                prompt = absence.hurry(words.prompt(ask), seconds)
                self._speak(Message(nick, (prompt,), Priority.PROMPT, topic=CARDS))

    def _act(self, players: Sequence[str], news: Sequence[Event]) -> bool:
        """Act for PLAYERS, who are asked; the NEWS are told with that, before any results.

        Returns whether all could be done; what could be before play was halted is told alone.
        """
        table = self._table()
        before = table.waiting
        played = [event for player in players for event in self._act_for(table, player)]
        if self._is_halted:
            if played:
                self._tell(played, before)
            return False
        over = [*dropwhile(lambda event: not isinstance(event, _ENDINGS), played)]
        self._tell([*played[: len(played) - len(over)], *news, *over], before)
        return True

    def _lost(
        self, seat_map: Iterable[SeatHolder], what: str, news: type[Gone | LoggedOut]
    ) -> Iterator[Event]:
        """Yield what the channel is told of SEAT_MAP who are out of it, or count as that."""
        for holder in seat_map:
            if self._is_news(what, holder):
                yield news(holder.player, self.action_clock.seconds_to_return(holder.player))

    def _is_news(self, what: str, holder: SeatHolder) -> bool:
        """Tell whether WHAT happens to HOLDER for the first time in a round, and still matters."""
        seat = self.seat_of(holder)
        if seat is None or (what, holder.player) in self._told:
            return False
        self._told.add((what, holder.player))
        return not (seat.hands and all(hand.is_over for hand in seat.hands))

    def _say(self, item: str) -> None:
        self._speak(Message(self._channel, (item,), Priority.GAME, joins=True))

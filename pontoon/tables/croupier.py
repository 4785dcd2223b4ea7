"""The croupier of one channel: seats people, hears their moves, tells what happens, and settles."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from pontoon.engine.absence_events import TakenUp
from pontoon.engine.actions import Moved, is_committing
from pontoon.engine.errors import (
    MoveRefused,
    NotRecorded,
    NotYourTurn,
    Refused,
    TooLateToLeave,
    WhyLost,
)
from pontoon.engine.events import Abandoned, Event, NoRound, Settled
from pontoon.engine.hands import Seat
from pontoon.engine.moves import (
    NOTHING_ASKED,
    Accept,
    Ask,
    LookAtBank,
    Move,
    SellBank,
    TableRequest,
    Unit,
    Waiting,
)
from pontoon.engine.notation import parse_move
from pontoon.engine.result import Result
from pontoon.engine.table import Table
from pontoon.games.time_account import CoinsInPlay
from pontoon.irc.outgoing import Message
from pontoon.irc.people import Person, Roster
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.announcer import Announcer
from pontoon.tables.bank_sales import trade_between_rounds
from pontoon.tables.context import TableContext
from pontoon.tables.kitty_keeper import KittyKeeper
from pontoon.tables.narrator import Narrator
from pontoon.tables.recorder import RoundRecorder
from pontoon.tables.resuming import Resumed
from pontoon.tables.rounds_allowed import RoundsAllowed
from pontoon.tables.running_down import run_down
from pontoon.tables.seating import Seating
from pontoon.tables.seats import SeatHolder, SeatMap
from pontoon.tables.settlement import Payments, is_of_result
from pontoon.tables.starting import Deal, Starting
from pontoon.tables.waiting.absence import AbsenceTracker
from pontoon.text import announcements, help_pages

GIVEN_UP_SECONDS = 24 * 60 * 60
"""A round that has waited so long for the bot to be in the channel is given up."""


class Croupier:
    """Deals at the tables of CHANNEL, one round at a time, whichever the game."""

    def __init__(
        self, channel: str, tables: Mapping[str, Table], context: TableContext, seating: Seating
    ) -> None:
        self.channel = channel
        self._tables = dict(tables)
        self._context = context
        self._seating = seating
        self._say = Announcer(channel, self._speak)
        self._kitties = KittyKeeper(
            context.settlements, context.known_as, channel, lambda: context.network.fold
        )
        self.game = next(iter(tables))
        """The command of the game that is played, or was last."""
        self._seats: Sequence[Seat] = ()
        """Its seats, until it is settled."""
        self.seat_map = SeatMap(lambda: context.network.fold, lambda: context.identities)
        self._recorder = RoundRecorder(
            context.journal, context.known_as, channel, self.seat_map, context.clock.now
        )
        self._recorder.watch(tables)
        self.absence = AbsenceTracker(
            channel,
            context,
            self._speak,
            self.seat_map,
            lambda: self._table,
            self._go_on,
            self.show_hand,
            self._recorder.look_at_sitters,
        )
        action_clock = self.absence.action_clock
        self._starting = Starting(context, seating, self._kitties, self._say, action_clock)
        self.sign = RoundsAllowed(channel, context)
        self._payments = Payments(channel, context, self._speak)
        self._untold: tuple[str, ...] = ()
        """What is said as soon as the bot is in the channel again."""

    @property
    def ask(self) -> Ask | None:
        """The decision, or the first of several, that is waited for; None without a round."""
        return self._table.ask

    @property
    def waiting(self) -> Waiting:
        """What is waited for here."""
        return self._table.waiting

    @property
    def is_for_coins(self) -> bool:
        """Whether a round is being played here for coins."""
        return self.ask is not None and self._table.unit is Unit.COINS

    def coins_of(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none here."""
        seat = next((each for each in self._seats if each.player == player), None)
        wallet = self._context.purses[self.game]
        return None if seat is None else wallet.in_play(seat, self._recorder.began)

    @property
    def title(self) -> str:
        """What the game is called that is played, or was last."""
        return self._table.title

    @property
    def _table(self) -> Table:
        """The table at which the last round was begun."""
        return self._tables[self.game]

    def at_risk(self, player: str, unit: Unit) -> int:
        """Return what PLAYER may still lose of UNIT in the round that is played here."""
        return self._table.at_risk(player) if self._table.unit is unit else 0

    def has_seated(self, player: str) -> bool:
        """Tell whether PLAYER was seated in the round that is played here, or was last."""
        return player in self._table.players

    def previous_players(self, game: str) -> Sequence[str]:
        """Return who would be dealt GAME if nobody was named."""
        return self._tables[game].rotated_players()

    def turn_sign(self, person: Person, *, is_closed: bool) -> None:
        """Deal no rounds here from now on, or do, if PERSON is an operator of the channel.

        One that is being played goes on.
        """
        try:
            if self.sign.turn(person, self.roster, is_closed=is_closed):
                self._say.answer(self.sign.reading(self._context.prefix + self.game))
            else:
                self._say.tell(person, announcements.ONLY_OPERATORS)
        except NotRecorded as why:
            self._say.answer(announcements.journal_trouble(str(why)))

    # Starting a round

    def start(self, game: str, starter: Person, nicks: Sequence[str]) -> None:
        """Deal a round of GAME to NICKS, or to the previous players, rotated, if there are none.

        Where that cannot be, people are told all that is wrong, and nothing has changed; but a
        kitty left from before has gone back to its banker.
        """
        if self.ask is None:
            self.go_on()  # there may be something to tell of the last round
        if self.ask is not None:
            waited_for = self._context.words.waited_for(self.waiting)
            self._say.answer(announcements.round_is_running(self._table.title), waited_for)
            return
        table = self._tables[game]
        deal = self._starting.prepare(game, table, starter, nicks, self.roster)
        if deal is not None:
            self._deal(game, starter, deal)

    def _remarks_on(self, game: str, starter: Person) -> list[str]:
        """Return what is to be said of STARTER's proposing GAME after the one that was played."""
        dealer = self._table.about_to_deal
        if game == self.game or dealer is None or dealer != self._player(starter):
            return []
        return [announcements.bad_form(self._context.words.names(dealer), self._table.title)]

    def _deal(self, game: str, starter: Person, deal: Deal) -> None:
        remarks = [*self._remarks_on(game, starter), *deal.remarks]
        self._context.seat_registry.seat(each.player for each in deal.candidates)
        self.absence.seat(starter, ((each.player, each.person) for each in deal.candidates))
        self._recorder.starter = starter
        table = self._tables[game]
        chips = [(each.player, each.chips) for each in deal.candidates]
        consent = self.absence.action_clock.consent([player for player, _ in chips], table.banker)
        try:
            events = table.deal(chips, consent, deal.order)
        except NotRecorded as why:
            self._say.answer(announcements.journal_trouble(str(why)))
            self.absence.clear()
            return
        self.game = game
        self._starting.begun(game, deal)
        self._say.aloud(*remarks)
        self._context.log(f"{self.channel}: {game} is dealt to {', '.join(p for p, _ in chips)}")
        self._seats = self._table.seats
        self._go_on(events, NOTHING_ASKED)

    # What people may do

    def move(self, person: Person, holder: SeatHolder, words: Sequence[str]) -> None:
        """Make the move that WORDS say for HOLDER, or tell them in private why not."""
        self.look()
        self._run_down()
        before, said = self.waiting, self._context.words
        ask = before.ask_of(holder.player)
        offered = [option.verb for option in ask.options] if ask else ()
        move = parse_move(words, offered, self._table.verbs)
        if before.turn is None:
            self._say.tell(person, announcements.round_is_over(self._context.prefix + self.game))
        elif move is not None:
            try:
                events = self._table.act(holder.player, move)
            except NotRecorded as why:
                self._not_done(person, why)
            except NotYourTurn:
                self._say.tell(person, said.not_asked(self.absence.seat_of(holder), before))
            except MoveRefused as refused:
                self._say.ask_again(person, said.refusal(refused))
            except Refused:
                self._say.tell(person, announcements.HAS_LEFT)
            else:
                if is_committing(Moved(holder.player, move)):
                    self.absence.starter.becomes(None)
                self._decided(person, holder, move, events, before)
        elif ask is not None:
            self._say.ask_again(person, said.not_understood(ask))
        else:
            self._say.tell(person, help_pages.help_line(self._context.prefix))

    def _decided(
        self,
        person: Person,
        holder: SeatHolder,
        move: Move,
        events: Sequence[Event],
        before: Waiting,
    ) -> None:
        """Go on after a MOVE of HOLDER, who is told that it stands while others decide."""
        self.absence.action_clock.decided(holder.player, move)
        self._go_on(events, before)
        seat, now = self.absence.seat_of(holder), self.waiting
        if seat and now.turn == before.turn and now.is_for_everybody:
            self._say.ask_again(person, self._context.words.not_asked(seat, now))

    def _run_down(self) -> None:
        wallet = self._context.purses[self.game]
        run_down(self._context, wallet, self._table, self._recorder.began, self._go_on)

    def look_at_bank(self, game: str, person: Person) -> None:
        """Tell the channel who has the bank of GAME; NoSuchDeed where there is none."""
        words = self._context.words
        events = self._tables[game].do(self._player(person), LookAtBank())
        self._say.answer(*filter(None, map(words.announcement, events)))

    def do(self, person: Person, player: str, deed: TableRequest) -> None:
        """Do for PERSON, who is PLAYER, what can be done out of turn; NoSuchDeed if it cannot."""
        self.look()
        self._run_down()
        if isinstance(deed, SellBank):
            buyer = self.seat_map.called(deed.buyer)
            meant = self._seating.player_meant(deed.buyer, self.roster)
            deed = SellBank(meant if buyer is None else buyer.player, deed.price)
        before = self.waiting
        try:
            if before.turn is None and isinstance(deed, SellBank | Accept):
                events = trade_between_rounds(self._context, self._table, player, deed)
            else:
                events = self._table.do(player, deed)
        except NotRecorded as why:
            self._not_done(person, why)
        except PlayersFileError:
            self._say.tell(person, announcements.CANNOT_SAVE_CHIPS)
        else:
            self._go_on(events, before)

    def _player(self, person: Person) -> str:
        """Return the player who PERSON is here, "" if they are none."""
        if (holder := self.seat_map.find(person)) is not None:
            return holder.player
        player = self._context.identities.player_of(person)
        return "" if player is None else player.nick

    def leave(self, person: Person) -> None:
        """Let PERSON resign their seat."""
        self.look()
        before = self.waiting
        holder = self.seat_map.find(person)
        if holder is None or before.turn is None:
            self._say.tell(person, self.absence.why_shut(person) or announcements.NOT_SEATED)
            return
        try:
            events = self._table.resign(holder.player)
        except NotRecorded as why:
            self._not_done(person, why)
        except TooLateToLeave:
            ask = before.ask_of(holder.player)
            question = "" if ask is None else self._context.words.prompt(ask)
            self._say.ask_again(person, f"{announcements.TOO_LATE_TO_LEAVE} {question}".strip())
        except Refused:
            self._say.tell(person, announcements.HAS_LEFT)
        else:
            self._go_on(events, before)

    def may_stop(self, person: Person) -> bool:
        """Tell whether PERSON may stop the round for having started it."""
        return self.absence.starter.is_called(person.nick)

    def stop(self, person: Person) -> None:
        """Abandon the round for PERSON, if they have just started it: every stake goes back."""
        self.look()
        if self.ask is None:
            self._say.tell(person, announcements.NOTHING_TO_STOP)
        elif self.may_stop(person):
            self._starting.stopped_by(person)
            self.abandon(person)
        else:
            self._say.tell(person, announcements.MAY_NOT_STOP)

    def show_hand(self, person: Person, holder: SeatHolder) -> None:
        """Tell HOLDER their cards, stake and chips again, and what is asked, of whom."""
        self._run_down()
        waiting, words = self.waiting, self._context.words
        seat, ask = self.absence.seat_of(holder), waiting.ask_of(holder.player)
        if waiting.turn is None:
            self._say.tell(person, announcements.round_is_over(self._context.prefix + self.game))
        elif seat is None:
            self._say.tell(person, announcements.HAS_LEFT)
        elif ask is not None:
            self._say.ask_again(person, words.own_turn(seat, ask))
        else:
            self._say.tell(person, words.seat_of_another(seat, waiting))

    # Whether the bot is there

    @property
    def roster(self) -> Roster:
        """Who is in the channel; nobody while the bot is not."""
        return self.absence.roster

    def entered(self) -> None:
        """Note that the bot is in the channel (again)."""
        self._payments.entered()
        self._say.aloud(*self._untold)
        self._untold = ()
        self._context.presence.changed()

    def go_on(self) -> None:
        """Go on with what has waited for the bot to be in the channel, and tell how it ended."""
        self._payments.tell_again()
        self.absence.go_on()

    def described(self) -> None:
        """Note that the server has told where everybody in the channel is from."""
        self._payments.tell_again()
        self.absence.described()

    def arrived(self, person: Person) -> None:
        """Note that PERSON has come into the channel, where there may have been nobody to tell."""
        self._payments.tell_again()
        self.absence.arrived(person)

    def rank_changed(self) -> None:
        """Note that the bot may have become an operator of the channel."""
        self._context.presence.changed()

    def suspend(self) -> None:
        """Note that the bot is out of the channel: a round there waits until it is back."""
        self.absence.suspend()

    def close(self) -> None:
        """Deal here no longer: the bot's owner does not want it, and every stake goes back."""
        self._abandon_unheard("the channel is no longer one of the bot's")
        self._payments.close()

    def _abandon_unheard(self, why: str) -> None:
        """Stop the round, if there is one, while the bot is out of the channel."""
        if self.ask is not None:
            self._context.log(f"{self.channel}: the round is stopped: {why}")
            self._table.record_action = None  # there is no asking for it to be written first
            events = self._table.abandon()
            self._recorder.watch(self._tables)
            self._recorder.over(self.game, self._table.order)
            followed = (each for each in events if not isinstance(each, Abandoned))
            told = map(self._context.words.announcement, followed)
            self._untold = (announcements.given_up(self.title), *filter(None, told))
            self._get_up()
        self._context.presence.changed()

    # What was stopped with the program, and what cannot be written down

    def deals(self, game: str) -> bool:
        """Tell whether there is a table of GAME."""
        return game in self._tables

    def remember(self, game: str, order: tuple[str, ...]) -> None:
        """Note who was dealt GAME last, before the program was started."""
        self.game = game
        self._tables[game].remember(order)
        self.seat_map.remember(order)

    def take_up(self, resumed: Resumed) -> None:
        """Have a round that was stopped with the program go on when the bot is in the channel.

        One that has come to its end is paid now, and the channel is told then.
        """
        recorded, table = resumed.recorded, resumed.table
        self.game = recorded.where.game
        self._tables[self.game] = table
        self._recorder.watch(self._tables)
        self._recorder.take_up(recorded)
        match resumed.events:
            case (*_, Settled() as settled):
                said = self._narrated(resumed.events, NOTHING_ASKED)
                self._payments.take_up(self._result(settled, said))
                return
        self._seats = table.seats
        self._context.seat_registry.seat_again(each.player for each in recorded.occupants)
        starter = recorded.starter if resumed.is_early else None
        self.absence.seat_again(
            None if starter is None else Person(starter.nick, starter.userhost),
            ((each.player, Person(each.nick, each.userhost)) for each in recorded.occupants),
            (TakenUp(), *resumed.events),
            (self._context.clock.now() - recorded.last_act).total_seconds(),
        )
        self.absence.action_clock.wait_for(table.waiting)

    def take_up_result(self, result: Result) -> None:
        """Pay a round that had ended when the program did; the channel is told when it can be."""
        self._payments.take_up(result)

    def set_rules(self, tables: Mapping[str, Table]) -> None:
        """Use the rules of TABLES from the next round on, and the new time limits at once."""
        self.absence.action_clock.limits = self._context.limits
        for game, table in self._tables.items():
            table.adopt(tables[game])

    def give_up(self, game: str, why: WhyLost) -> None:
        """Have the channel told that a round of GAME cannot go on, which was stopped before."""
        self._untold = (announcements.cannot_resume(self._tables[game].title, why),)

    def look(self) -> None:
        """See whether play, if it pauses, can go on, and give up what has waited for too long."""
        self.absence.look()
        if self.absence.seconds_out >= GIVEN_UP_SECONDS:
            self._abandon_unheard("the bot has been out of the channel for a day")

    def _not_done(self, person: Person, why: NotRecorded) -> None:
        self._say.tell(person, announcements.not_done(str(why)))
        self.absence.halt(why)

    # Telling and settling

    def abandon(self, person: Person) -> None:
        """Stop the round for PERSON, who may; every stake goes back."""
        before = self.waiting
        try:
            events = self._table.abandon()
        except NotRecorded as why:
            self._not_done(person, why)
        else:
            self._context.log(f"{self.channel}: {person.nick} stops the round")
            self._go_on(events, before)

    def _go_on(self, events: Sequence[Event], before: Waiting) -> None:
        """Tell what happened since BEFORE was waited for, and settle if the round is over.

        First all that is to be done for those for whom nobody waits is done.
        """
        events = [*events, *self.absence.for_the_absent()]
        now = self.waiting
        self.absence.action_clock.wait_for(now)
        says = self._narrated(events, before)
        match events[-1:]:
            case [Settled() as settled]:
                self._settle(settled, says)
            case _:
                for say in says:
                    self._speak(say)
                if events and isinstance(events[-1], NoRound):
                    self._starting.not_begun(self.game)
                if now.turn is None:
                    self._recorder.over(self.game, self._table.order)
        if now.turn is None:
            self._get_up()
        self._context.presence.changed()

    def _narrated(self, events: Sequence[Event], before: Waiting) -> list[Message]:
        """Return all that is said of EVENTS, BEFORE which that was waited for."""
        reach = partial(self.seat_map.reach, self.roster)
        narrator = Narrator(self.channel, self._table.title, self._context.words, reach)
        told = narrator.tell(events, before, self.waiting)
        return [replace(say, of_round=self._recorder.name) for say in told]

    def _settle(self, settled: Settled, says: Sequence[Message]) -> None:
        """Have a round written that is over, and told, which SAYS do."""
        players = [each.player for each in settled.results]
        self._context.presence.count(players)
        addresses = {player: self.seat_map.address(player) for player in players}
        self._payments.settle(self._result(settled, says), says, addresses)

    def _result(self, settled: Settled, says: Sequence[Message]) -> Result:
        """Have the result written of a round that is over; SAYS tell it."""
        told = [say.items for say in says if is_of_result(say, self.channel)]
        coin_minutes = self._context.purses[self.game].coin_minutes
        return self._recorder.end(self.game, self._table, settled, coin_minutes, told)

    def _speak(self, say: Message) -> None:
        """Say something about this channel, and the round here if one is played."""
        of_round = say.of_round or self._recorder.name
        self._context.speak(replace(say, place=self.channel, of_round=of_round))

    def _get_up(self) -> None:
        self.absence.clear()
        self._seats = ()

"""The croupier of one channel: starts rounds, hears the players' moves, and stops rounds."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pontoon.engine.absence_events import TakenUp
from pontoon.engine.actions import Moved
from pontoon.engine.errors import (
    MoveRefused,
    NotRecorded,
    NotYourTurn,
    Refused,
    RequestFault,
    RequestRefused,
    TooLateToLeave,
    WhyLost,
)
from pontoon.engine.events import Abandoned, Event, Settled
from pontoon.engine.moves import (
    Accept,
    Ask,
    LookAtBank,
    Move,
    SellBank,
    TableRequest,
    Waiting,
)
from pontoon.engine.notation import parse_move
from pontoon.engine.table import Table
from pontoon.games.time_account import CoinsInPlay
from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person, Roster
from pontoon.storage.channels import ChannelSettings
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.context import TableContext
from pontoon.tables.decks.sealing import SealedDecks
from pontoon.tables.joining.joining import Joining
from pontoon.tables.joining.turns import NamedRound
from pontoon.tables.narrator import Announcer
from pontoon.tables.recorder import ReplayedRound, RoundRecorder
from pontoon.tables.registry import SeatIndex
from pontoon.tables.round_flow import RoundFlow
from pontoon.tables.seating import Seating
from pontoon.tables.seats import SeatHolder
from pontoon.tables.settlement import Payments, trade_between_rounds
from pontoon.tables.starting import RoundsAllowed, Starting
from pontoon.tables.state import TableState
from pontoon.tables.waiting.absence import AbsenceTracker
from pontoon.text import announcements, help_pages
from pontoon.text.formatting import nicks_of

GIVEN_UP_SECONDS = 24 * 60 * 60
"""A round that has waited for so long for the bot to be in the channel is given up."""


HELD_SECONDS = 10 * 60
"""A round that has waited for its deck for so long never begins."""


class Held(NamedTuple):
    """A round of GAME that STARTER wanted SINCE a time: it waits until its deck is ready.

    ``is_told`` says whether the channel knows that this is for trouble with the disk.
    """

    game: str
    starter: Person | None
    nicks: Sequence[str]
    since: float
    is_told: bool = False


class Croupier:
    """Conducts one round at a time, of any game, at TABLES in CHANNEL."""

    def __init__(
        self,
        channel: str,
        tables: Mapping[str, Table],
        context: TableContext,
        seating: Seating,
        joined: SeatIndex[Joining],
    ) -> None:
        self.channel = channel
        self._context = context
        self._seating = seating
        self._state = TableState(channel, tables, context)
        self.seat_map = self._state.seat_map
        self.stopping = self._state.stopping
        self._announcer = Announcer(self._state)
        self._recorder = RoundRecorder(self._state)
        self._recorder.watch()
        self.payments = Payments(self._state)
        self.joining = Joining(self._state, self, joined)
        self.decks = SealedDecks(self._state)
        self.flow = RoundFlow(self._state, self._recorder, self.payments, self.joining, self.decks)
        self.absence = AbsenceTracker(self._state, self._recorder, self.flow, self.joining)
        self.starting = Starting(
            self._state, seating, self.absence, self.flow, self.joining, self.decks
        )
        self.rounds_allowed = RoundsAllowed(self._state)
        self._held: Held | None = None
        self.decks.when_ready = self._start_held
        self._untold: tuple[str, ...] = ()
        """What is said as soon as the bot is in the channel again."""

    @property
    def known_as(self) -> str:
        return self._context.known_as

    @property
    def names(self) -> Mapping[str, str]:
        """What the players of the round that is played are called in it."""
        return self._state.names

    @property
    def game(self) -> str:
        return self._state.game

    @property
    def ask(self) -> Ask | None:
        return self.table.ask

    @property
    def waiting(self) -> Waiting:
        return self._state.table.waiting

    @property
    def roster(self) -> Roster:
        return self._state.roster

    @property
    def table(self) -> Table:
        return self._state.table

    def coins_of(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none here."""
        state = self._state
        seat = next((each for each in state.seats if each.player == player), None)
        return None if seat is None else state.wallet.in_play(seat, state.began)

    def waited_for(self) -> str:
        """Say whose turn it is, always by name; a round must be running."""
        return self._context.settings.texts.waited_for(self.waiting, self._state.reach)

    def previous_players(self, game: str) -> Sequence[str]:
        """Return the players of the next round of GAME if nobody is named."""
        return self._state.tables[game].rotated_players()

    def start(
        self, game: str, starter: Person | None, nicks: Sequence[str] = (), last_cut: str = ""
    ) -> None:
        """Deal a round of GAME to NICKS or, without any, to those who have joined.

        If nobody has, deal to the previous players, rotated. STARTER is None if nobody asks for it.

        If that is impossible, say all that is wrong. Nothing has changed then, except that a
        left-over kitty has gone back to its banker.
        """
        wanted = NamedRound(game, starter, nicks) if starter and nicks else None
        if self.ask is None:
            self.resume()  # the end of the last round may not have been told
            self.payments.shut_games()
            waited = self._deal_named()  # what has waited for its turn goes first
            if waited is not None and waited == wanted:
                return
        if self.ask is not None:
            state, asks = self._state, self.waiting.asks
            next_one = self.joining.ask_for_next(wanted) if wanted else ""
            self._announcer.answer(
                announcements.round_is_running(self.table.game.title),
                self.waited_for(),
                *filter(None, [next_one]),
                calls=nicks_of((ask.player for ask in asks), state.reach),
            )
            return
        self._begin(game, starter, nicks, last_cut)

    def _begin(
        self, game: str, starter: Person | None, nicks: Sequence[str], last_cut: str = ""
    ) -> None:
        """Deal the round, now or as soon as its deck is ready."""
        self.absence.look()
        self._held = None
        if not self.starting.start(game, starter, nicks, last_cut):
            self._held = Held(game, starter, nicks, self._context.clock.seconds())

    def _start_held(self) -> None:
        """Deal the round that waits for its deck, if the deck is ready now."""
        held = self._held
        if held is None or self._context.clock.seconds() - held.since > HELD_SECONDS:
            self._held = None
        elif not self.rounds_allowed.is_closed and self.decks.is_ready(held.game):
            self.start(held.game, held.starter, held.nicks)

    def deal_named(self) -> None:
        """Deal a named round that has waited for its turn, if its starter is still here."""
        self._deal_named()

    def _deal_named(self) -> NamedRound | None:
        """Do as ``deal_named`` does; return the round, None if there is none."""
        asked = self.joining.take_asked()
        if asked is None or self.rounds_allowed.is_closed:
            return None
        if self.roster.find(asked.starter.nick) != asked.starter:
            return None
        self._begin(asked.game, asked.starter, asked.nicks)
        return asked

    def deal_to_joined(self) -> None:
        """Deal to those who have joined, without anybody's word."""
        if not self.rounds_allowed.is_closed:
            self.start(self.joining.game, None)

    def move(self, person: Person, holder: SeatHolder, words: Sequence[str]) -> None:
        """Make the move in WORDS for HOLDER, or tell them in private why not."""
        self.look()
        self.flow.run_down()
        before, texts = self.waiting, self._context.settings.texts
        ask = before.ask_of(holder.player)
        offered = [option.verb for option in ask.options] if ask else ()
        move = parse_move(words, offered, self.table.verbs)
        if before.turn is None:
            self._announcer.tell(
                person, announcements.round_is_over(self._context.settings.prefix + self.game)
            )
        elif ask is not None and not self._state.have_sent(ask):
            self._announcer.tell(person, announcements.ON_ITS_WAY)
        elif move is not None:
            try:
                events = self.table.act(holder.player, move)
            except NotRecorded as why:
                self._not_done(person, why)
            except NotYourTurn:
                self._announcer.tell(person, texts.not_asked(self._state.seat_of(holder), before))
            except MoveRefused as refused:
                self._announcer.prompt_again(person, texts.refusal(refused))
            except Refused:
                self._announcer.tell(person, announcements.HAS_LEFT)
            else:
                self.stopping.acted(Moved(holder.player, move))
                self._decided(person, holder, move, events, before)
        elif ask is not None:
            self._announcer.prompt_again(person, texts.not_understood(ask))
        else:
            whose_turn = texts.not_asked(self._state.seat_of(holder), before)
            self._announcer.tell(person, help_pages.you_are_seated(self.channel, whose_turn))

    def overheard(self, person: Person, words: Sequence[str]) -> None:
        """Tell PERSON in private, once a round, where to say WORDS, if those do nothing here.

        That is an answer to what they are asked, or ``!stop`` without the word of the game.
        """
        holder, told = self.seat_map.find(person), self._state.told_where
        ask = None if holder is None else self.waiting.ask_of(holder.player)
        if holder is None or ask is None or holder.player in told:
            return
        prefix, said = self._context.settings.prefix, " ".join(words).lower()
        move = parse_move(words, [each.verb for each in ask.options], self.table.verbs)
        if said == f"{prefix}stop":
            where = help_pages.how_to_stop(prefix + self.game, self.channel)
        elif move is not None and (move.verb in self.table.verbs or ask.option(move.verb)):
            where = help_pages.where_to_answer(said, prefix + said, self.channel)
        else:
            return
        told.add(holder.player)
        self._announcer.tell(person, where)

    def _decided(
        self,
        person: Person,
        holder: SeatHolder,
        move: Move,
        events: Sequence[Event],
        before: Waiting,
    ) -> None:
        """Advance after a MOVE of HOLDER, and tell them that it stands while others decide."""
        self.flow.action_clock.decided(holder.player, move)
        self.joining.answered(holder.player)
        self.flow.advance(events, before)
        self._context.seat_registry.give_up_unused(holder.player, self.seat_map)
        seat, now = self._state.seat_of(holder), self.waiting
        if seat and now.turn == before.turn and now.is_for_everybody:
            self._announcer.prompt_again(person, self._context.settings.texts.not_asked(seat, now))

    def has_left(self, holder: SeatHolder) -> bool:
        """Tell whether HOLDER has given up the seat in the round that is played."""
        return self._state.seat_of(holder) is None

    def look_at_bank(self, game: str, person: Person) -> None:
        """Tell the channel who has the bank of GAME; RequestRefused where there is none."""
        player = self._state.player_of(person)
        events = self._state.tables[game].do(player, LookAtBank())
        told = map(self._context.settings.texts.announcement, events)
        self._announcer.answer(*filter(None, told))

    def do(self, person: Person, player: str, request: TableRequest) -> None:
        """Do for PERSON, who is PLAYER, a REQUEST out of turn; RequestRefused if it cannot be."""
        self.look()
        self.flow.run_down()
        if isinstance(request, SellBank):
            buyer = self.seat_map.called(request.buyer)
            meant = self._seating.player_meant(request.buyer, self.roster)
            request = SellBank(meant if buyer is None else buyer.player, request.price)
        before = self.waiting
        if before.turn is None and not self.settings.allow(self.game):
            raise RequestRefused(request, RequestFault.NOT_IN_THIS_GAME)
        if isinstance(request, SellBank | Accept):
            self._check_offer(person, player, request)
        try:
            if before.turn is None and isinstance(request, SellBank | Accept):
                events = trade_between_rounds(self._state, player, request)
            else:
                events = self.table.do(player, request)
        except NotRecorded as why:
            self._not_done(person, why)
        except PlayersFileError:
            self._announcer.tell(person, announcements.CANNOT_SAVE_CHIPS)
        else:
            self.flow.advance(events, before)

    def _check_offer(self, person: Person, player: str, request: SellBank | Accept) -> None:
        """Raise RequestRefused if REQUEST of PERSON, who is PLAYER, comes too early.

        Send the offer again if it has not left: it may have been lost with the connection.
        """
        offers, place = self._context.offers, self._state.place
        try:
            offers.check(place, player, request)
        except RequestRefused:
            if (offer := offers.unsent(place, player)) and isinstance(request, Accept):
                self._announcer.offer(person, offer)
            raise

    def leave(self, person: Person) -> None:
        self.look()
        before = self.waiting
        holder = self.seat_map.find(person)
        if holder is None or before.turn is None:
            self._announcer.tell(person, self.absence.why_shut(person) or announcements.NOT_SEATED)
            return
        try:
            events = self.table.resign(holder.player)
        except NotRecorded as why:
            self._not_done(person, why)
        except TooLateToLeave:
            ask = before.ask_of(holder.player)
            question = "" if ask is None else self._context.settings.texts.prompt(ask)
            self._announcer.prompt_again(
                person, f"{announcements.TOO_LATE_TO_LEAVE} {question}".strip()
            )
        except Refused:
            self._announcer.tell(person, announcements.HAS_LEFT)
        else:
            self.flow.advance(events, before)

    def stop(self, person: Person) -> None:
        """Abandon the round if PERSON is the last who had to agree: every stake goes back."""
        self.look()
        holder = self.seat_map.find(person)
        is_seated = holder is not None and self._state.seat_of(holder) is not None
        if self.ask is None:
            self._announcer.tell(person, announcements.NOTHING_TO_STOP)
        elif holder is None or not is_seated or not self.stopping.is_early:
            self._announcer.tell(person, announcements.MAY_NOT_STOP)
        else:
            self._stop_for(person, holder)

    def _stop_for(self, person: Person, holder: SeatHolder) -> None:
        """Abandon the round if all who are there agree with PERSON, who is HOLDER, that it stops.

        Name those that this waits for: to the channel, the first time.
        """
        texts, reach = self._context.settings.texts, self._state.reach
        is_known = self.stopping.has_agreed(holder.player)
        others = self.stopping.agree(holder, self._who_are_there())
        called, command = texts.called(others, reach), self._context.settings.prefix + self.game
        if not others:
            self.abandon(person)
        elif is_known:
            self._announcer.tell(person, announcements.must_stop_too(command, called))
        else:
            wanted = announcements.wants_to_stop(texts.names(holder.player), command, called)
            self._announcer.add(wanted, nicks_of(others, reach))

    def _who_are_there(self) -> list[str]:
        """Return the players who have a seat, and are neither out of the channel nor away."""
        seated = (each for each in self.seat_map if each.is_here and self._state.seat_of(each))
        return [each.player for each in seated if self.flow.action_clock.has_time(each.player)]

    def abandon(self, person: Person) -> None:
        """Abandon the round for PERSON, who may stop it: every stake goes back."""
        before = self.waiting
        try:
            events = self.table.abandon()
        except NotRecorded as why:
            self._not_done(person, why)
        else:
            self._context.log(f"{self.channel}: {person.nick} stops the round")
            self.flow.advance(events, before)

    def entered(self) -> None:
        """Note that the bot is in the channel (again)."""
        self.payments.entered()
        self.decks.entered()
        self._announcer.announce(*self._untold)
        self._untold = ()
        self._context.presence.changed()

    def resume(self) -> None:
        """Resume a round that has waited for the bot, and tell results that nobody has heard."""
        self.payments.tell_again()
        self.absence.resume()

    def described(self) -> None:
        """Note that the server has told the host of everybody in the channel."""
        self.payments.tell_again()
        self.absence.described()

    def arrived(self, person: Person) -> None:
        """Note that PERSON has come into the channel; a result may have waited for a listener."""
        self.payments.tell_again()
        self.absence.arrived(person)

    def rank_changed(self) -> None:
        """Note that the bot may have become an operator, or may be able to speak now."""
        self.decks.speak_again()
        self._context.presence.changed()

    def close(self) -> None:
        """Close the tables, since config.ini no longer names the channel: every stake goes back."""
        self._abandon_unheard("the channel is no longer one of the bot's")
        self.joining.close()
        self.decks.close("no longer dealt here")
        self.payments.close()

    def _abandon_unheard(self, why: str) -> None:
        """Stop the round, if there is one, and tell the channel when the bot enters it."""
        if self.ask is not None:
            self._context.log(f"{self.channel}: the round is stopped: {why}")
            self.table.record_action = None  # it is stopped even if nothing can be written
            events = self.table.abandon()
            self._recorder.watch()
            self._recorder.over()
            followed = (each for each in events if not isinstance(each, Abandoned))
            told = map(self._context.settings.texts.announcement, followed)
            self._untold = (announcements.given_up(self.table.game.title), *filter(None, told))
            self.flow.round_over()
        self._context.presence.changed()

    def deals(self, game: str) -> bool:
        return game in self._state.tables

    def banker_of(self, game: str) -> str | None:
        """Return who has the bank of GAME; None if nobody has, or if it is not dealt here."""
        table = self._state.tables.get(game)
        return None if table is None else table.banker

    def remember(self, game: str, order: tuple[str, ...]) -> None:
        """Note the ORDER in which GAME was last dealt, before the program was started."""
        self._state.turn_to(game)
        self.table.remember(order)
        self.seat_map.remember(order)

    def take_up(self, replayed: ReplayedRound) -> None:
        """Take up a round that stopped with the program; it resumes when the bot is in the channel.

        A round that has come to its end is paid now, and told then.
        """
        state, recorded = self._state, replayed.recorded
        game = recorded.where.game
        state.tables[game] = replayed.table
        state.turn_to(game)
        self._recorder.watch()
        self._recorder.take_up(recorded)
        self.joining.take_up(recorded.actions())
        self.decks.take_up()
        match replayed.events:
            case (*_, Settled() as settled):
                self.flow.settle_later(replayed.events, settled)
                return
        state.seats = replayed.table.seats
        if offer := replayed.table.offer:
            self._context.offers.note(state.place, offer)
        # They may have lost chips elsewhere since.
        self._context.seat_registry.seated_twice.update(each.player for each in recorded.occupants)
        self.stopping.begin(is_early=replayed.is_early)
        self.absence.seat_again(
            ((each.player, Person(each.nick, each.userhost)) for each in recorded.occupants),
            (TakenUp(), *replayed.events),
            (self._context.now() - recorded.last_act).total_seconds(),
        )
        self.flow.action_clock.wait_for(replayed.table.waiting)

    def set_rules(self, tables: Mapping[str, Table]) -> None:
        """Use the rules of TABLES from the next round on."""
        for game, table in self._state.tables.items():
            table.take_rules_from(tables[game])
        self._state.shut_games_again()
        self.joining.settings_changed()

    @property
    def settings(self) -> ChannelSettings:
        """What the operators have set for the rounds to come, if that counts."""
        return self._state.next_settings

    def change_settings(self, settings: ChannelSettings) -> None:
        """Use SETTINGS of the operators from the next round on; NotRecorded if they are not kept.

        The kitty of a game that can no longer be played goes back to its banker.
        """
        notes = self._context.channels
        notes.keep(self._context.known_as, self._state.key, settings=settings)
        self._state.shut_games_again()
        self.payments.shut_games()
        self.joining.settings_changed()

    def give_up(self, game: str, why: WhyLost) -> None:
        """Have the channel told that a round of GAME, from before the start, cannot go on."""
        self._untold = (announcements.cannot_resume(self._state.tables[game].game.title, why),)

    def look(self) -> None:
        """Resume a halted round if that is possible; give up one that has waited for too long."""
        self.absence.look()
        self.payments.shut_games()
        self.decks.look()
        self._start_held()
        if self.absence.seconds_out >= GIVEN_UP_SECONDS:
            self._abandon_unheard("the bot has been out of the channel for a day")

    def halt(self, why: NotRecorded) -> None:
        """Pause play until what happens can be kept; tell the channel WHY if it waits for that."""
        if self.ask is not None or self.payments.has_untold:
            self.flow.halt(why)
        elif self._held is not None and not self._held.is_told:
            self._held = self._held._replace(is_told=True)
            items = (announcements.begins_later(str(why)),)
            self._state.send(Message(self.channel, items, Priority.GAME, trouble=True))

    def _not_done(self, person: Person, why: NotRecorded) -> None:
        message = Message(
            person.nick, (announcements.not_done(str(why)),), Priority.ASIDE, trouble=True
        )
        self._state.send(message)
        self.flow.halt(why)

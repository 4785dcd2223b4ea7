"""The croupier of one channel: starts rounds, hears the players' moves, and stops rounds."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

from pontoon.engine.absence_events import TakenUp
from pontoon.engine.computers import is_computer
from pontoon.engine.errors import NotRecorded, Refused, RequestFault, TableFault
from pontoon.engine.events import Settled
from pontoon.engine.moves import (
    Accept,
    Ask,
    Decline,
    LookAtBank,
    Move,
    SellBank,
    TableRequest,
    Waiting,
)
from pontoon.engine.notation import parse_move, plain_word
from pontoon.engine.result import WhyVoid
from pontoon.engine.sealed_deck import Cut
from pontoon.engine.table import Table
from pontoon.games.bank_events import SaleOffered
from pontoon.irc.outgoing import GAME_MARK, Message, Priority
from pontoon.irc.people import Person, Roster
from pontoon.storage.channels import ChannelSettings
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.replay import Step
from pontoon.storage.rounds import RoundRecord
from pontoon.tables.absence import AbsenceTracker
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.context import TableContext
from pontoon.tables.hints import Hints
from pontoon.tables.kitties import restore_bank, return_left_kitty, shut_games, trade_between_rounds
from pontoon.tables.lineup import Lineup
from pontoon.tables.payment import Payments
from pontoon.tables.presence import Presence
from pontoon.tables.recorder import RoundRecorder
from pontoon.tables.registry import SeatIndex
from pontoon.tables.round_flow import RoundFlow
from pontoon.tables.sealed_decks import SealedDecks
from pontoon.tables.seating import Seating
from pontoon.tables.seats import SeatHolder, SeatMap
from pontoon.tables.sitting_out import SitsOutFor
from pontoon.tables.starting import Starting
from pontoon.text import announcements, help_pages

GIVEN_UP_SECONDS = 24 * 60 * 60
"""A round that has waited for so long for the bot to be in the channel is given up."""


def _presence_at(tables: ChannelTables, seats: SeatIndex[Presence]) -> Presence:
    """Return who is present at TABLES, where nobody has a seat yet; SEATS finds those who have."""
    context = tables.context
    return Presence(
        context.known_as,
        tables.channel,
        tables.table,
        context.clock,
        context.now,
        lambda: tables.roster,
        lambda: context.network.fold,
        lambda: context.settings.identities,
        seats.file,
    )


class Croupier:
    """Conducts one round at a time, of any game, at the tables in CHANNEL, BY_GAME.

    SEATS and JOINED find who has a seat or a place. The parts are made in order: each knows only
    those that were made before. What a part has, no other changes. Timers call ``deal_next``.
    """

    def __init__(
        self,
        channel: str,
        by_game: Mapping[str, Table],
        context: TableContext,
        seats: SeatIndex[Presence],
        joined: SeatIndex[Lineup],
    ) -> None:
        self.channel = channel
        self._context = context
        self.tables = tables = ChannelTables(channel, by_game, context)
        self.presence = presence = _presence_at(tables, seats)
        self.recorder = recorder = RoundRecorder(tables, presence)
        self.payments = Payments(tables, presence)
        self.lineup = Lineup(tables, presence, self.deal_next, joined.file)
        self.decks = SealedDecks(tables, self.deal_next)
        self.flow = RoundFlow(
            tables,
            presence,
            recorder,
            self.payments,
            self.lineup,
            self.decks,
            self.deal_next,
        )
        self.action_clock = self.flow.action_clock
        self._hints = Hints(tables, presence, recorder, self.action_clock)
        self.absence = AbsenceTracker(
            tables, presence, recorder, self.payments, self.lineup, self.flow
        )
        self._seating = Seating(tables)
        self.starting = Starting(
            tables,
            presence,
            recorder,
            self._seating,
            self.lineup,
            self.decks,
            self.flow,
        )
        self._is_unheard = False
        """Whether the channel has refused a line of this round: whose turn it is, perhaps."""

    @property
    def table(self) -> Table:
        """The table at which the last round began."""
        return self.tables.table

    @property
    def game(self) -> str:
        """The command of the game that is played, or was last."""
        return self.tables.game

    @property
    def ask(self) -> Ask | None:
        return self.table.ask

    @property
    def waiting(self) -> Waiting:
        return self.table.waiting

    @property
    def seat_map(self) -> SeatMap:
        """The seats of the round until it is settled."""
        return self.presence.seat_map

    @property
    def roster(self) -> Roster:
        """The members of the channel; none while the bot is not in it."""
        return self.tables.roster

    # The next round

    def ask_for(
        self,
        game: str,
        asker: Person,
        player: str,
        nicks: Sequence[str] = (),
        last_cut: Cut | None = None,
    ) -> None:
        """Have a round of GAME dealt, as ``Starting.ask`` says; first see to what holds one up."""
        if self.table.turn is None:
            self.absence.resume()  # the end of the last round may not have been told
            shut_games(self.tables)
        self.absence.look()
        self.starting.ask(game, asker, player, nicks, last_cut)

    def deal_next(self) -> None:
        """Deal the first round that waits, if it can be dealt now."""
        self.starting.deal_next()

    def give_up_unbet(self, player: str) -> None:
        """Give up the seat of PLAYER, who plays elsewhere, if they have not bet on it (RULES 0)."""
        if self.table.seat_of(player) is not None and self.table.is_free(player):
            with suppress(Refused, NotRecorded):  # then they play on
                self._give_up_seat(player)

    def _give_up_seat(self, player: str) -> None:
        """Give up the seat of PLAYER, who has not bet; whatever Table.resign refuses is raised."""
        before, are_cards_out = self.waiting, self.table.are_cards_out
        events = self.table.resign(player)
        if are_cards_out:
            events += self.flow.sits_out(player, SitsOutFor.LEAVING)
        self.presence.stand_up(player)
        self.flow.advance(events, before)

    def switch_rounds(self, person: Person, word: Literal["on", "off"]) -> None:
        """Allow rounds, or no more of them, for PERSON, an operator; one that is played goes on."""
        if not self.roster.is_operator(person.nick):
            self.tables.tell(person, announcements.ONLY_OPERATORS)
            return
        if not self.has_no_part(person):
            self.tables.tell(person, announcements.NO_TURNING_WITH_A_SEAT)
            return
        tables = self.tables
        try:
            self._context.channels.keep(tables.known_as, tables.key, is_closed=word == "off")
        except NotRecorded as why:
            tables.answer(announcements.CANNOT_SAVE.format(why=why))
            return
        if word == "off":
            self.lineup.drop_all()
        else:
            self.lineup.changed()
        self._context.log(f"{self.channel}: {person.nick} turns rounds {word}")
        told = announcements.IS_ON if word == "on" else announcements.IS_OFF
        tables.answer(told.format(command=tables.command))

    def waited_for(self) -> str:
        """Say whom the table waits for."""
        return self._context.settings.texts.waited_for(self.waiting, self.presence.reach)

    def move(self, person: Person, holder: SeatHolder, words: Sequence[str]) -> None:
        """Make the move in WORDS for HOLDER, or tell them in private why not."""
        self.absence.look()
        self.flow.run_down()
        player, before = holder.player, self.waiting
        table, texts, ask = self.table, self._context.settings.texts, before.ask_of(player)
        move = parse_move(words, [each.verb for each in ask.options] if ask else (), table.verbs)
        if before.turn is None:
            self.tables.tell(
                person, announcements.ROUND_IS_OVER.format(command=self.tables.command)
            )
        elif ask is not None and not self.action_clock.takes_answer(ask):
            self.tables.tell(person, announcements.ON_ITS_WAY)
        elif move is not None:
            self._make(person, holder, move)
        elif ask is not None:
            self.flow.prompt_again(person, texts.not_understood(ask))
        else:
            whose_turn = texts.not_asked(table.seat_of(player), before)
            self.tables.tell(
                person,
                help_pages.YOU_ARE_SEATED.format(channel=self.channel, whose_turn=whose_turn),
            )

    def _make(self, person: Person, holder: SeatHolder, move: Move) -> None:
        """Make the MOVE of PERSON, who is HOLDER, or tell them why it is refused."""
        player, before, texts = holder.player, self.waiting, self._context.settings.texts
        try:
            events = self.table.act(player, move)
        except NotRecorded as why:
            self._not_done(person, why)
        except Refused as refused:
            if refused.reason is TableFault.NOT_YOUR_TURN:
                self.tables.tell(person, texts.not_asked(self.table.seat_of(player), before))
            elif (ask := self.waiting.ask_of(player)) is not None:
                self.flow.prompt_again(person, texts.refusal(ask, move, refused))
            else:
                self.tables.tell(person, announcements.HAS_LEFT)
        else:
            self.action_clock.decided(player)
            self.flow.advance(events, before)
            self._say_it_stands(person, holder, before)

    def _say_it_stands(self, person: Person, holder: SeatHolder, before: Waiting) -> None:
        """Tell PERSON that their answer to what BEFORE asked stands, while others decide."""
        seat, now = self.table.seat_of(holder.player), self.waiting
        if seat and now.turn == before.turn and now.is_for_everybody:
            self.flow.prompt_again(person, self._context.settings.texts.not_asked(seat, now))

    def overheard(self, person: Person, words: Sequence[str]) -> None:
        """Tell PERSON in private, once a round, where to say WORDS, if they are asked for those."""
        holder = self.seat_map.find(person)
        ask = None if holder is None else self.waiting.ask_of(holder.player)
        if holder is None or ask is None:
            return
        prefix, said = self._context.settings.prefix, " ".join(map(plain_word, words)).lower()
        move = parse_move(words, [each.verb for each in ask.options], self.table.verbs)
        is_move = move is not None and (move.verb in self.table.verbs or ask.option(move.verb))
        if is_move and self.presence.is_news("where to answer", holder.player):
            where = help_pages.WHERE_TO_ANSWER.format(
                answer=said, command=prefix + said, channel=self.channel
            )
            self.tables.tell(person, where)

    def hint(self, person: Person, holder: SeatHolder) -> None:
        """Tell PERSON, who is HOLDER, what their moves are worth, or why not."""
        self.flow.run_down()
        self._hints.give(person, holder)

    def look_at_bank(self, game: str, person: Person) -> list[str]:
        """Say who has the bank of GAME, for PERSON; Refused if there is none."""
        player = self.presence.player_here(person)
        events = self.tables.by_game[game].do(player, LookAtBank())
        told = map(self._context.settings.texts.announcement, events)
        return [*filter(None, told)]

    def do(self, person: Person, player: str, request: TableRequest) -> None:
        """Do for PERSON, who is PLAYER, a REQUEST out of turn; Refused if it cannot be."""
        self.look()
        self.flow.run_down()
        if isinstance(request, SellBank):
            buyer = self.seat_map.called(request.buyer)
            meant = self._seating.player_meant(request.buyer)
            request = SellBank(meant if buyer is None else buyer.player, request.price)
            if is_computer(request.buyer):
                raise Refused(RequestFault.IS_COMPUTER)
            if self.presence.reach(request.buyer) is None:
                raise Refused(RequestFault.NOT_A_PLAYER)
        before, table = self.waiting, self._table_meant(player, request)
        if table.turn is None and not self.tables.next_settings.allow(table.game.name):
            raise Refused(RequestFault.NOT_IN_THIS_GAME)
        try:
            if table.turn is None and isinstance(request, SellBank | Accept):
                events = trade_between_rounds(self.tables, table, player, request)
            else:
                events = table.do(player, request)
        except NotRecorded as why:
            self._not_done(person, why)
        except PlayersFileError:
            items = (announcements.CANNOT_SAVE_CHIPS,)
            self.tables.send_now(Message(person.nick, items, Priority.ASIDE))
        else:
            self.flow.advance(events, before)
            if table.turn is None:
                return_left_kitty(self.tables)

    def offers_to(self, player: str) -> Iterator[tuple[str, SaleOffered]]:
        """Yield the banks here that are offered to PLAYER: the game, and the offer."""
        for game, table in self.tables.by_game.items():
            offer = table.offer
            if isinstance(offer, SaleOffered) and offer.buyer == player:
                yield game, offer

    def _table_meant(self, player: str, request: TableRequest) -> Table:
        """Return the table whose bank REQUEST of PLAYER is about: one played now, or last, first.

        That is one that they are offered, if they answer, or else one that they have.
        """
        if isinstance(request, Accept | Decline):
            meant = [game for game, _ in self.offers_to(player)]
            if isinstance(request, Accept) and request.game in meant:
                return self.tables.by_game[request.game]
        else:
            by_game = self.tables.by_game.items()
            meant = [game for game, table in by_game if table.banker == player]
        return self.tables.by_game[meant[0]] if meant and self.game not in meant else self.table

    def leave(self, person: Person, player: str) -> None:
        """Have PERSON, who plays as PLAYER or "", play in none of the next rounds.

        Nor do they play in this one, unless they have bet.
        """
        self.absence.look()
        holder = self.seat_map.find(person)
        was_in = self.lineup.leave(player, person)
        if holder is None or self.table.seat_of(holder.player) is None:
            told = announcements.NO_LONGER_IN if was_in else announcements.NOT_IN
            self.tables.tell(person, self.absence.why_shut(person) or told)
        elif not self.table.is_free(holder.player):
            how = announcements.HOW_TO_RESIGN.format(prefix=self._context.settings.prefix)
            self.tables.tell(
                person, announcements.NEXT_ROUNDS_TOO.format(how=how) if was_in else how
            )
        else:
            try:
                self._give_up_seat(holder.player)
            except NotRecorded as why:
                self._not_done(person, why)

    def resign(self, person: Person) -> None:
        """Give up the seat of PERSON and what they have staked; play goes on."""
        self.absence.look()
        before, holder = self.waiting, self.seat_map.find(person)
        if holder is None or before.turn is None:
            self.tables.tell(person, self.absence.why_shut(person) or announcements.NOT_SEATED)
        elif self.table.seat_of(holder.player) is None:
            self.tables.tell(person, announcements.HAS_LEFT)
        else:
            try:
                if self.table.is_free(holder.player):
                    self._give_up_seat(holder.player)
                    return
                events = self.table.resign(holder.player)
            except NotRecorded as why:
                self._not_done(person, why)
            except Refused:  # it is too late to leave
                ask = before.ask_of(holder.player)
                question = "" if ask is None else self._context.settings.texts.prompt(ask)
                self.flow.prompt_again(
                    person, f"{announcements.TOO_LATE_TO_LEAVE} {question}".strip()
                )
            else:
                self.flow.advance(events, before)

    def has_no_part(self, person: Person) -> bool:
        """Tell whether nobody who has a seat is PERSON, by account or else by host (RULES 0)."""
        return not any(self._context.is_same_person(each.person, person) for each in self.seat_map)

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
        self.payments.lose_what_waits()
        self.decks.entered()
        self._context.voice_meter.changed()

    def rank_changed(self) -> None:
        """Note that the bot may have become an operator, or may be able to speak now."""
        self.speak_again()
        self._context.voice_meter.changed()

    def line_refused(self) -> None:
        """Note that the channel refuses what the bot says there: that counts as not said."""
        self.decks.line_refused()
        self.payments.lose_what_waits()
        self._is_unheard = self.ask is not None

    def speak_again(self) -> None:
        """Say again what the channel has refused: it may hear the bot now."""
        self.payments.tell_again()
        self.decks.speak_again()
        is_waiting = not (self.ask is None or self.presence.is_out or self.flow.is_halted)
        if self._is_unheard and is_waiting:
            turn = (self.waited_for(),)
            said = Message(self.channel, turn, Priority.GAME, mark=GAME_MARK, of_turn=turn)
            self.tables.send(said)
        self._is_unheard = False

    def close(self) -> None:
        """Close the tables, since config.ini no longer names the channel: every stake goes back."""
        self._abandon_unheard("the channel is no longer one of the bot's")
        self.lineup.close()
        self.decks.close("no longer dealt here")

    def _abandon_unheard(self, why: str) -> None:
        """Stop the round, if there is one, and tell the channel when the bot enters it."""
        if self.ask is not None:
            self._context.log(f"{self.channel}: the round is stopped: {why}")
            self.recorder.look_away()  # it is stopped even if nothing can be written
            self.table.abandon()
            self.recorder.watch()
            self.recorder.over()
            self.flow.round_over()
        self._context.voice_meter.changed()

    def remember(
        self, game: str, order: tuple[str, ...], bank: Mapping[str, Any] | None = None
    ) -> None:
        """Note the ORDER in which GAME was last dealt before the start, and its BANK, if any."""
        self.tables.turn_to(game)
        self.table.remember(order)
        if bank is not None:
            restore_bank(self.tables, game, bank)
        self.seat_map.remember(order)

    def take_up(self, recorded: RoundRecord, table: Table, played: Sequence[Step]) -> None:
        """Take up a RECORDED round that stopped with the program, and was PLAYED again at TABLE.

        It resumes when the bot is in the channel: what its last act led to may be untold. A round
        that has come to its end is paid now, and told then.
        """
        self.tables.put(recorded.where.game, table)
        self.recorder.take_up(recorded)
        self.decks.take_up(recorded.deck)
        for step in played:
            self.payments.pay_again(step.events, recorded.id)
        events = next(step.events for step in reversed(played) if step.events)
        if isinstance(events[-1], Settled):
            self.flow.settle_later(events[-1], recorded.began, events)
            return
        told = [event for step in played for event in step.events]
        self.recorder.note(told[: len(told) - len(events)])  # the others as the round resumes
        # They may have lost chips elsewhere since.
        players = [each.player for each in recorded.occupants]
        self._context.seat_registry.note_second_seats(players)
        waited = (self._context.now() - recorded.last_act).total_seconds()
        self.presence.sit_down_again(
            table, recorded.occupants, recorded.began, (TakenUp(), *events), waited
        )
        self.flow.go_on()

    def apply_rules(self) -> None:
        """Use the rules in the settings of the context from the next round on."""
        settings = self._context.settings
        for table in self.tables.by_game.values():
            rules, of_all_games = settings.rules[table.game], settings.table.rules
            table.set_rules(rules, settings.table.max_players, of_all_games)
        self.lineup.changed()

    def change_settings(self, settings: ChannelSettings) -> None:
        """Use SETTINGS of the operators from the next round on; NotRecorded if they are not kept.

        The kitty of a game that can no longer be played goes back to its banker.
        """
        self._context.channels.keep(self.tables.known_as, self.tables.key, settings=settings)
        shut_games(self.tables)
        self.lineup.changed()

    def give_up(self, game: str, why: WhyVoid) -> None:
        """Have the channel told that a round of GAME, from before the start, cannot go on."""
        self.payments.note_void(game, why)

    def look(self) -> None:
        """Resume a halted round if that is possible; give up one that has waited for too long."""
        self.absence.look()
        shut_games(self.tables)
        self.decks.look()
        self.deal_next()
        if self.presence.seconds_out >= GIVEN_UP_SECONDS:
            is_played = self.ask is not None
            self._abandon_unheard("the bot has been out of the channel for a day")
            if is_played:
                self.payments.note_void(self.game, WhyVoid.OUT_FOR_A_DAY)

    def halt(self, why: NotRecorded) -> None:
        """Pause play until what happens can be kept; tell the channel WHY if it waits for that."""
        if self.ask is not None or self.payments.has_untold:
            self.flow.halt(why)
        else:
            self.starting.halt(why)

    def _not_done(self, person: Person, why: NotRecorded) -> None:
        items = (announcements.NOT_DONE.format(why=why),)
        self.tables.send_now(Message(person.nick, items, Priority.ASIDE))
        self.flow.halt(why)

"""The croupier of one channel: starts rounds, hears the players' moves, and stops rounds."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from pontoon.engine.absence_events import TakenUp
from pontoon.engine.computers import is_computer
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
from pontoon.engine.events import Abandoned, Settled
from pontoon.engine.moves import (
    Accept,
    Decline,
    LookAtBank,
    Move,
    SellBank,
    TableRequest,
    Waiting,
)
from pontoon.engine.notation import parse_move
from pontoon.engine.table import Table
from pontoon.games.bank_events import SaleOffered
from pontoon.games.time_account import CoinsInPlay
from pontoon.irc.outgoing import Message, Priority, Topic
from pontoon.irc.people import Person
from pontoon.storage.channels import ChannelSettings
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.replay import Step
from pontoon.storage.rounds import RoundRecord
from pontoon.tables.absence import AbsenceTracker
from pontoon.tables.context import TableContext
from pontoon.tables.hints import Hints
from pontoon.tables.lineup import Lineup
from pontoon.tables.recorder import RoundRecorder
from pontoon.tables.registry import RegisteredCroupiers
from pontoon.tables.round_flow import RoundFlow
from pontoon.tables.sealed_decks import SealedDecks
from pontoon.tables.seating import Seating
from pontoon.tables.seats import SeatHolder
from pontoon.tables.settlement import Payments, trade_between_rounds
from pontoon.tables.starting import Starting
from pontoon.tables.state import TableState
from pontoon.text import announcements, help_pages

GIVEN_UP_SECONDS = 24 * 60 * 60
"""A round that has waited for so long for the bot to be in the channel is given up."""


class Croupier(TableState):
    """Conducts one round at a time, of any game, at TABLES in CHANNEL.

    What it knows of them is in the ``TableState``; its helpers share that, and do the rest.
    """

    def __init__(
        self,
        channel: str,
        tables: Mapping[str, Table],
        context: TableContext,
        croupiers: RegisteredCroupiers,
    ) -> None:
        super().__init__(channel, tables, context)
        self._seating = Seating(self, croupiers)
        self._recorder = RoundRecorder(self)
        self._recorder.watch()
        self.payments = Payments(self)
        self.lineup = Lineup(self, self.deal_next)
        self.decks = SealedDecks(self, self.deal_next)
        self.flow = RoundFlow(
            self, self._recorder, self.payments, self.lineup, self.decks, self.deal_next
        )
        self.hints = Hints(self, self.flow)
        self.absence = AbsenceTracker(self, self._recorder, self.flow, self.lineup)
        self.starting = Starting(self, self._seating, self.absence, self.flow)
        self._untold: tuple[str, ...] = ()
        """What is said as soon as the bot is in the channel again."""
        self._is_unheard = False
        """Whether the channel has refused a line of this round: whose turn it is, perhaps."""

    def coins_of(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none here."""
        seat = next((each for each in self.seats if each.player == player), None)
        return None if seat is None else self.wallet.in_play(seat, self.began)

    def deal_next(self) -> None:
        """Deal the first round that waits, if it can be dealt now."""
        self.starting.deal_next()

    def give_up_unbet(self, player: str) -> None:
        """Give up the seat of PLAYER, who plays elsewhere, if they have not bet on it (RULES 0)."""
        if self.table.seat_of(player) is not None and self.table.is_free(player):
            with suppress(Refused):  # then they play on
                self._give_up_seat(player)

    def _give_up_seat(self, player: str) -> None:
        """Give up the seat of PLAYER, who has not bet; whatever Table.resign refuses is raised."""
        before, are_cards_out = self.waiting, self.table.are_cards_out
        events = self.table.resign(player)
        if are_cards_out:
            events += self.flow.sits_out(player, is_silent=False)
        self.seat_map.keep([each.player for each in self.seat_map if each.player != player])
        self.flow.advance(events, before)

    def switch_rounds(self, person: Person, word: Literal["on", "off"]) -> None:
        """Allow rounds, or no more of them, for PERSON, an operator; one that is played goes on."""
        if not self.roster.is_operator(person.nick):
            self.tell(person, announcements.ONLY_OPERATORS)
            return
        try:
            self.context.channels.keep(self.known_as, self.key, is_closed=word == "off")
        except NotRecorded as why:
            self.answer(announcements.CANNOT_SAVE.format(why=why))
            return
        if word == "off":
            self.lineup.drop_all()
        else:
            self.lineup.changed()
        self.context.log(f"{self.channel}: {person.nick} turns rounds {word}")
        told = announcements.IS_ON if word == "on" else announcements.IS_OFF
        self.answer(told.format(command=self.command))

    def waited_for(self) -> str:
        return self.context.settings.texts.waited_for(self.waiting, self.reach)

    def move(self, person: Person, holder: SeatHolder, words: Sequence[str]) -> None:
        """Make the move in WORDS for HOLDER, or tell them in private why not."""
        self.absence.look()
        self.flow.run_down()
        player, before = holder.player, self.waiting
        table, texts, ask = self.table, self.context.settings.texts, before.ask_of(player)
        move = parse_move(words, [each.verb for each in ask.options] if ask else (), table.verbs)
        if before.turn is None:
            self.tell(person, announcements.ROUND_IS_OVER.format(command=self.command))
        elif ask is not None and not self.flow.action_clock.takes_answer(ask):
            self.tell(person, announcements.ON_ITS_WAY)
        elif move is not None:
            self._make(person, holder, move)
        elif ask is not None:
            self.prompt_again(person, texts.not_understood(ask))
        else:
            whose_turn = texts.not_asked(self.seat_of(holder), before)
            self.tell(
                person,
                help_pages.YOU_ARE_SEATED.format(channel=self.channel, whose_turn=whose_turn),
            )

    def _make(self, person: Person, holder: SeatHolder, move: Move) -> None:
        """Make the MOVE of PERSON, who is HOLDER, or tell them why it is refused."""
        player, before, texts = holder.player, self.waiting, self.context.settings.texts
        try:
            events = self.table.act(player, move)
        except NotRecorded as why:
            self._not_done(person, why)
        except NotYourTurn:
            self.tell(person, texts.not_asked(self.seat_of(holder), before))
        except MoveRefused as refused:
            self.prompt_again(person, texts.refusal(refused))
        except Refused:
            self.tell(person, announcements.HAS_LEFT)
        else:
            self.flow.action_clock.decided(player)
            is_settled = any(isinstance(each, Settled) for each in events)
            plays_here = is_settled or not self.table.is_free(player)
            self.flow.advance(events, before)
            if plays_here:  # a person has one seat with a bet
                self.context.seat_registry.give_up_unbet(player, self.seat_map)
            self._say_it_stands(person, holder, before)

    def _say_it_stands(self, person: Person, holder: SeatHolder, before: Waiting) -> None:
        """Tell PERSON that their answer to what BEFORE asked stands, while others decide."""
        seat, now = self.seat_of(holder), self.waiting
        if seat and now.turn == before.turn and now.is_for_everybody:
            self.prompt_again(person, self.context.settings.texts.not_asked(seat, now))

    def overheard(self, person: Person, words: Sequence[str]) -> None:
        """Tell PERSON in private, once a round, where to say WORDS, if they are asked for those."""
        holder, told = self.seat_map.find(person), self.told_where
        ask = None if holder is None else self.waiting.ask_of(holder.player)
        if holder is None or ask is None or holder.player in told:
            return
        prefix, said = self.context.settings.prefix, " ".join(words).lower()
        move = parse_move(words, [each.verb for each in ask.options], self.table.verbs)
        if move is not None and (move.verb in self.table.verbs or ask.option(move.verb)):
            where = help_pages.WHERE_TO_ANSWER.format(
                answer=said, command=prefix + said, channel=self.channel
            )
        else:
            return
        told.add(holder.player)
        self.tell(person, where)

    def look_at_bank(self, game: str, person: Person) -> list[str]:
        """Say who has the bank of GAME, for PERSON; RequestRefused where there is none."""
        player = self.player_here(person)
        events = self.tables[game].do(player, LookAtBank())
        told = map(self.context.settings.texts.announcement, events)
        return [*filter(None, told)]

    def do(self, person: Person, player: str, request: TableRequest) -> None:
        """Do for PERSON, who is PLAYER, a REQUEST out of turn; RequestRefused if it cannot be."""
        self.look()
        self.flow.run_down()
        if isinstance(request, SellBank):
            buyer = self.seat_map.called(request.buyer)
            meant = self._seating.player_meant(request.buyer)
            request = SellBank(meant if buyer is None else buyer.player, request.price)
            if is_computer(request.buyer):
                raise RequestRefused(request, RequestFault.IS_COMPUTER)
            if self.reach(request.buyer) is None:
                raise RequestRefused(request, RequestFault.NOT_A_PLAYER)
        before, table = self.waiting, self._table_meant(player, request)
        if table.turn is None and not self.next_settings.allow(table.game.name):
            raise RequestRefused(request, RequestFault.NOT_IN_THIS_GAME)
        try:
            if table.turn is None and isinstance(request, SellBank | Accept):
                events = trade_between_rounds(self, table, player, request)
            else:
                events = table.do(player, request)
        except NotRecorded as why:
            self._not_done(person, why)
        except PlayersFileError:
            self.tell(person, announcements.CANNOT_SAVE_CHIPS)
        else:
            self.flow.advance(events, before)

    def offers_to(self, player: str) -> Iterator[tuple[str, SaleOffered]]:
        """Yield the banks here that are offered to PLAYER: the game, and the offer."""
        for game, table in self.tables.items():
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
                return self.tables[request.game]
        else:
            meant = [game for game, table in self.tables.items() if table.banker == player]
        return self.tables[meant[0]] if meant and self.game not in meant else self.table

    def leave(self, person: Person, player: str) -> None:
        """Have PERSON, who plays as PLAYER or "", play in none of the next rounds.

        Nor do they play in this one, unless they have bet.
        """
        self.absence.look()
        holder = self.seat_map.find(person)
        was_in = self.lineup.leave(player, person)
        if holder is None or self.table.seat_of(holder.player) is None:
            told = announcements.NO_LONGER_IN if was_in else announcements.NOT_IN
            self.tell(person, self.absence.why_shut(person) or told)
        elif not self.table.is_free(holder.player):
            how = announcements.HOW_TO_RESIGN.format(prefix=self.context.settings.prefix)
            self.tell(person, announcements.NEXT_ROUNDS_TOO.format(how=how) if was_in else how)
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
            self.tell(person, self.absence.why_shut(person) or announcements.NOT_SEATED)
        elif self.table.seat_of(holder.player) is None:
            self.tell(person, announcements.HAS_LEFT)
        else:
            try:
                if self.table.is_free(holder.player):
                    self._give_up_seat(holder.player)
                    return
                events = self.table.resign(holder.player)
            except NotRecorded as why:
                self._not_done(person, why)
            except TooLateToLeave:
                ask = before.ask_of(holder.player)
                question = "" if ask is None else self.context.settings.texts.prompt(ask)
                self.prompt_again(person, f"{announcements.TOO_LATE_TO_LEAVE} {question}".strip())
            else:
                self.flow.advance(events, before)

    def has_no_part(self, person: Person) -> bool:
        """Tell whether nobody who has a seat is PERSON, by account or else by host (RULES 0)."""
        return not any(self.context.is_same_person(each.person, person) for each in self.seat_map)

    def abandon(self, person: Person) -> None:
        """Abandon the round for PERSON, who may stop it: every stake goes back."""
        before = self.waiting
        try:
            events = self.table.abandon()
        except NotRecorded as why:
            self._not_done(person, why)
        else:
            self.context.log(f"{self.channel}: {person.nick} stops the round")
            self.flow.advance(events, before)

    def entered(self) -> None:
        self.payments.lose_what_waits()
        self.decks.entered()
        self.announce(*self._untold)
        self._untold = ()
        self.context.voice_meter.changed()

    def rank_changed(self) -> None:
        """Note that the bot may have become an operator, or may be able to speak now."""
        self.speak_again()
        self.context.voice_meter.changed()

    def line_refused(self) -> None:
        """Note that the channel refuses what the bot says there: that counts as not said."""
        self.decks.line_refused()
        self.payments.lose_what_waits()
        self._is_unheard = self.ask is not None

    def speak_again(self) -> None:
        """Say again what the channel has refused: it may hear the bot now."""
        self.payments.tell_again()
        self.decks.speak_again()
        if self._is_unheard and not (self.ask is None or self.is_out or self.is_halted):
            turn = (self.waited_for(),)
            self.send(Message(self.channel, turn, Priority.GAME, topic=Topic.PLAY, of_turn=turn))
        self._is_unheard = False

    def close(self) -> None:
        """Close the tables, since config.ini no longer names the channel: every stake goes back."""
        self._abandon_unheard("the channel is no longer one of the bot's")
        self.lineup.close()
        self.decks.close("no longer dealt here")

    def _abandon_unheard(self, why: str) -> None:
        """Stop the round, if there is one, and tell the channel when the bot enters it."""
        if self.ask is not None:
            self.context.log(f"{self.channel}: the round is stopped: {why}")
            self.table.record_action = None  # it is stopped even if nothing can be written
            events = self.table.abandon()
            self._recorder.watch()
            self._recorder.over()
            followed = (each for each in events if not isinstance(each, Abandoned))
            told = map(self.context.settings.texts.announcement, followed)
            self._untold = (
                announcements.GIVEN_UP.format(title=self.table.game.title),
                *filter(None, told),
            )
            self.flow.round_over(is_settled=False)
        self.context.voice_meter.changed()

    def remember(self, game: str, order: tuple[str, ...]) -> None:
        """Note the ORDER in which GAME was last dealt, before the program was started."""
        self.turn_to(game)
        self.table.remember(order)
        self.seat_map.changed(order)

    def take_up(self, recorded: RoundRecord, table: Table, played: Sequence[Step]) -> None:
        """Take up a RECORDED round that stopped with the program, and was PLAYED again at TABLE.

        It resumes when the bot is in the channel: what its last act led to may be untold. A round
        that has come to its end is paid now, and told then.
        """
        game = recorded.where.game
        self.tables[game] = table
        self.turn_to(game)
        self._recorder.watch()
        self._recorder.take_up(recorded)
        self.decks.take_up()
        for step in played:
            self.payments.pay_again(step.events)
        events = next(step.events for step in reversed(played) if step.events)
        if isinstance(events[-1], Settled):
            self.flow.settle_later(events, events[-1])
            return
        self.seats = table.seats
        told = [event for step in played for event in step.events]
        self.happened = told[: len(told) - len(events)]  # the others are told as the round resumes
        # They may have lost chips elsewhere since.
        self.context.seat_registry.seated_twice.update(each.player for each in recorded.occupants)
        self.seat_map.seat_absent(recorded.occupants)
        self.untold_events = (TakenUp(), *events)
        waited = (self.context.now() - recorded.last_act).total_seconds()
        self.presence.has_waited(waited)
        self.flow.action_clock.wait_for(table.waiting)

    def apply_rules(self) -> None:
        """Use the rules in the settings of the context from the next round on."""
        settings = self.context.settings
        for table in self.tables.values():
            rules, of_all_games = settings.rules[table.game], settings.table.rules
            table.set_rules(rules, settings.table.max_players, of_all_games)
        self.lineup.changed()

    def change_settings(self, settings: ChannelSettings) -> None:
        """Use SETTINGS of the operators from the next round on; NotRecorded if they are not kept.

        The kitty of a game that can no longer be played goes back to its banker.
        """
        self.context.channels.keep(self.known_as, self.key, settings=settings)
        self.payments.shut_games()
        self.lineup.changed()

    def give_up(self, game: str, why: WhyLost) -> None:
        """Have the channel told that a round of GAME, from before the start, cannot go on."""
        self._untold = (announcements.cannot_resume(self.tables[game].game.title, why),)

    def look(self) -> None:
        """Resume a halted round if that is possible; give up one that has waited for too long."""
        self.absence.look()
        self.payments.shut_games()
        self.decks.look()
        self.deal_next()
        if self.presence.seconds_out >= GIVEN_UP_SECONDS:
            self._abandon_unheard("the bot has been out of the channel for a day")

    def halt(self, why: NotRecorded) -> None:
        """Pause play until what happens can be kept; tell the channel WHY if it waits for that."""
        if self.ask is not None or self.payments.has_untold:
            self.flow.halt(why)
        else:
            self.starting.halt(why)

    def _not_done(self, person: Person, why: NotRecorded) -> None:
        items = (announcements.NOT_DONE.format(why=why),)
        self.send_now(Message(person.nick, items, Priority.ASIDE))
        self.flow.halt(why)

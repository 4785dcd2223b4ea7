"""The flow of a round: tell what happens, play for the absent, settle at the end."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from pontoon.engine.absence_events import DidNotBet, SitsOutNext, Unanswered
from pontoon.engine.computers import is_computer
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import (
    BankerResult,
    Event,
    HandEnd,
    HandResult,
    NoRound,
    RoundVoid,
    Settled,
)
from pontoon.engine.moves import NOTHING_ASKED, Ask, Phase, Waiting
from pontoon.engine.table import Table
from pontoon.games.bank_events import KnockedDown
from pontoon.irc.outgoing import Message, Priority, Topic
from pontoon.irc.people import Person
from pontoon.tables.action_clock import ActionClock
from pontoon.tables.banter import broken_bank, feat_of
from pontoon.tables.computers import ComputerPlayers
from pontoon.tables.lineup import Lineup
from pontoon.tables.narrator import SILENT_PHASES, Narrator, without_bet
from pontoon.tables.recorder import RoundRecorder
from pontoon.tables.sealed_decks import SealedDecks
from pontoon.tables.seats import SeatHolder
from pontoon.tables.settlement import Payments, left_to_stake
from pontoon.tables.state import TableState
from pontoon.text import announcements, help_pages, prompts

_ENDINGS = (BankerResult, HandResult, NoRound, RoundVoid, Settled)
"""What the end of a round begins with."""


class RoundFlow:
    """Takes the round in a channel from one decision to the next, and to its end."""

    def __init__(
        self,
        state: TableState,
        recorder: RoundRecorder,
        payments: Payments,
        lineup: Lineup,
        decks: SealedDecks,
        deal_next: Callable[[], object],
    ) -> None:
        self._state = state
        self._recorder = recorder
        self.payments = payments
        self.lineup = lineup
        self.decks = decks
        self._deal_next = deal_next
        self.action_clock = ActionClock(state, self)
        self._computers = ComputerPlayers(state, self)

    def advance(self, events: Sequence[Event], before: Waiting) -> None:
        """Tell EVENTS, which happened since BEFORE was waited for; settle if the round is over.

        Act first for the players for whom nobody waits.
        """
        state = self._state
        events = [*events, *self._play_for_the_absent()]
        events = [*self._noted(events)]
        state.happened += events
        now = state.table.waiting
        settled = next((each for each in events if isinstance(each, Settled)), None)
        self.action_clock.wait_for(now)
        messages = self._narrated(events, before)
        if settled is not None:
            broken = broken_bank(state.table, state.seats, events, settled)
            feat = feat_of(events, settled, broken)
            state.banter.settled(state.game, settled, feat, state.context.now())
            state.context.voice_meter.count(each.player for each in settled.results)
            result = self._recorder.end(settled, events, messages)
            hands = [event for event in events if isinstance(event, HandEnd)]
            self.payments.settle(result, messages, hands)
        elif now.turn is None:
            self.payments.end_void(messages)
            self._recorder.over()
            self.payments.return_left_kitty()
        else:
            for message in messages:
                state.send(message)
        if now.turn is None:
            self.round_over(is_settled=settled is not None)
        # What was won or lost counts when it is paid.
        if state.wallet.runs_down and settled is None:
            state.context.voice_meter.changed()
        self._computers.look()

    def _noted(self, events: Sequence[Event]) -> Iterator[Event]:
        """Note what EVENTS mean for the next round, pay what is paid at once; yield what follows.

        That is EVENTS themselves, too.
        """
        for event in events:
            yield event
            match event:
                case DidNotBet(player):
                    self.lineup.give_up(player)
                    self.action_clock.unanswered.add(player)
                    if self._state.sitting_out.was_silent(player):
                        yield from self.sits_out(player, is_silent=True)
                case KnockedDown():
                    self.payments.pay_for_bank(event)
                case NoRound():
                    self.lineup.not_begun()

    def sits_out(self, player: str, *, is_silent: bool) -> Iterator[Event]:
        """Have PLAYER, who has seen a card and left or IS_SILENT at the bet, sit out (RULES 0).

        That is so if other people were dealt to as well. Who was named by somebody else is excused
        once in ten minutes, and told of optout.
        """
        state = self._state
        if all(is_computer(each) or each == player for each in state.table.players):
            return
        if player in self.action_clock.invited and state.sitting_out.excuses(player):
            if (nick := state.reach(player)) is not None:
                state.send(Message(nick, (announcements.OPT_OUT,), Priority.ASIDE))
            return
        state.sitting_out.add(state.game, player, is_silent=is_silent)
        yield SitsOutNext(player, state.table.game.title)

    def run_down(self) -> None:
        """Take from the seats what their players have spent outside the round since it began."""
        state = self._state
        table, seats = state.table, state.table.seats
        if state.wallet.runs_down:
            state.context.voice_meter.count(seat.player for seat in seats)
        for seat in seats:
            left = left_to_stake(state, seat)
            if left is not None and table.turn is not None:
                before = table.waiting
                with suppress(NotRecorded):  # counted again before anything else is done
                    events = table.run_down(seat.player, left)
                    if events or len(table.asks) < len(before.asks):
                        self.advance(events, before)

    def show_hand(self, person: Person, holder: SeatHolder) -> None:
        """Tell HOLDER their cards, stake and chips again, and who is asked what."""
        self.run_down()
        state = self._state
        texts, waiting = state.context.settings.texts, state.table.waiting
        seat, ask = state.seat_of(holder), waiting.ask_of(holder.player)
        if waiting.turn is None:
            state.tell(person, announcements.ROUND_IS_OVER.format(command=state.command))
        elif seat is None:
            state.tell(person, announcements.HAS_LEFT)
        elif ask is not None:
            state.prompt_again(person, texts.own_turn(seat, ask))
        else:
            state.tell(person, texts.seat_of_another(seat, waiting))

    def explain(self, person: Person, holder: SeatHolder) -> None:
        """Explain to HOLDER what they are asked, and ask again; show their cards to others."""
        self.run_down()
        ask = self._state.table.ask_of(holder.player)
        if ask is None:
            self.show_hand(person, holder)
            return
        prompt = self._state.context.settings.texts.prompt(ask)
        self._state.prompt_again(person, help_pages.explained(ask), prompt)

    def halt(self, why: NotRecorded) -> None:
        """Pause play until acts can be written again; tell the channel WHY once."""
        state = self._state
        self.action_clock.suspend()
        if not state.is_halted:
            state.is_halted = True
            items = (announcements.PLAY_PAUSES.format(why=why),)
            state.send_now(Message(state.channel, items, Priority.GAME))
            state.context.log(f"{state.channel}: play pauses: {why}")

    def round_over(self, *, is_settled: bool) -> None:
        """Note that no round is played now: the next one may be waited for, or dealt."""
        state = self._state
        state.sitting_out.round_over(state.game, state.seats)
        self.clear()
        self.lineup.round_over()
        self.decks.round_over()
        follow = self._go_on if is_settled else self._deal_next
        state.context.clock.callLater(0.0, follow)  # when the end has been told

    def _go_on(self) -> None:
        """Have those who have joined go on after a round of theirs, and deal what waits."""
        self.lineup.go_on()
        self._deal_next()

    def clear(self) -> None:
        """Empty the seats and stop the clocks: the round is over, or has not begun."""
        self.action_clock.wait_for(NOTHING_ASKED)
        self._state.clear()

    def time_is_short(self, players: Sequence[str], seconds: int) -> None:
        """Tell PLAYERS and the channel that they have SECONDS left to decide."""
        state = self._state
        texts = state.context.settings.texts
        asks = [ask for ask in state.table.waiting.asks if ask.player in players]
        short = [ask.player for ask in asks]
        warning = prompts.time_runs_out(
            texts.called(short, state.reach), asks[0], seconds, len(asks)
        )
        warned = Message(state.channel, (warning,), Priority.GAME, topic=Topic.PLAY)
        state.send(replace(warned, of_turn=warned.items))  # it matters only while the turn lasts
        for ask in asks:
            if (nick := state.seat_map.address(ask.player)) is not None:
                of_game = state.of_game(ask.player, state.table.game.title)
                prompt = prompts.HURRY.format(
                    prompt=texts.prompt(ask), seconds=seconds, of_game=of_game
                )
                sent = state.sending(ask)
                state.send(Message(nick, (prompt,), Priority.PROMPT, topic=Topic.CARDS, left=sent))

    def time_is_up(self, players: Sequence[str], news: Sequence[Event]) -> bool:
        """Act for PLAYERS, whose time is up, and tell NEWS before any results.

        If play halts, tell only what was done before, and return False.
        """
        before = self._state.table.waiting
        for ask in before.asks:
            nick = self._state.seat_map.address(ask.player)
            if nick is not None and ask.player in players and ask.phase not in SILENT_PHASES:
                of_game = self._state.of_game(ask.player, self._state.table.game.title)
                line = prompts.TIME_IS_UP.format(of_game=of_game)
                self._state.send(Message(nick, (line,), Priority.ASIDE))
        played = [event for player in players for event in self._act_for(player)]
        if self._state.is_halted:
            if played:
                self.advance(played, before)
            return False
        is_ending = [isinstance(event, _ENDINGS) for event in played]
        place = is_ending.index(True) if any(is_ending) else len(played)
        self.advance([*played[:place], *news, *played[place:]], before)
        return True

    def _play_for_the_absent(self) -> Iterator[Event]:
        """Act for one player after the other while one is asked for whom nobody waits."""
        state, is_waited_for = self._state, self.action_clock.is_waited_for
        while not state.is_halted:
            ask = next((ask for ask in state.table.asks if not is_waited_for(ask)), None)
            if ask is None:
                break
            yield from self._act_for(ask.player)

    def _act_for(self, player: str) -> Iterator[Event]:
        """Act for PLAYER as long as that can be written."""
        try:
            yield from act_for(self._state.table, player)
        except NotRecorded as why:
            self.halt(why)

    def settle_later(self, events: Sequence[Event], settled: Settled) -> None:
        """Pay a round that EVENTS have just SETTLED; tell the channel when the bot is in it."""
        messages = self._narrated(events, NOTHING_ASKED)
        self.payments.take_up(self._recorder.end(settled, events, messages))

    def _narrated(self, events: Sequence[Event], before: Waiting) -> list[Message]:
        """Return all messages about EVENTS, which happened since BEFORE was waited for."""
        state = self._state
        table, texts = state.table, state.context.settings.texts
        narrator = Narrator(
            state.channel, table.game.title, texts, state.reach, state.sending, state.where_asked
        )
        messages = narrator.narrate(events, before, table.waiting)
        return [
            self.decks.begins(each) if each.urgency is Priority.RECORD else each
            for each in messages
        ]


def act_for(table: Table, player: str) -> Iterator[Event]:
    """Act for PLAYER, who does not answer at TABLE, until the turn passes; yield what happens.

    Make the safest move while there is one. Otherwise resign for them: from a bet at no cost, and
    then they are not dealt in until somebody names them.
    """
    turn = table.turn
    is_told = False
    while table.turn == turn and (ask := table.ask_of(player)) is not None:
        events = _act(table, ask)
        if not (is_told or ask.phase in SILENT_PHASES):
            yield Unanswered(player)
        is_told = True
        yield from events


def _act(table: Table, ask: Ask) -> list[Event]:
    player = ask.player
    if (move := table.safest_move(ask)) is not None:
        return table.act(player, move)
    events = table.resign(player)
    if ask.phase is not Phase.BET:
        return events
    with suppress(NotRecorded):  # that they have left matters more
        table.leave_out(player)
    return without_bet(player, events)

"""The flow of a round: tell what happens, play for the absent, settle at the end."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from pontoon.engine.absence_events import NotDealtTo, SeemsAway, SitsOut, Unanswered
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
from pontoon.games.bank_events import BankTaken, WayToBank
from pontoon.irc.outgoing import Message, Priority, Topic
from pontoon.irc.people import Person
from pontoon.tables.action_clock import ActionClock
from pontoon.tables.banter import broken_bank, feat_of
from pontoon.tables.computers import ComputerPlayers
from pontoon.tables.joining import Joining
from pontoon.tables.narrator import SILENT_PHASES, Narrator, sitting_out
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
        joining: Joining,
        decks: SealedDecks,
    ) -> None:
        self._state = state
        self._recorder = recorder
        self.payments = payments
        self.joining = joining
        self.decks = decks
        self.action_clock = ActionClock(state, self)
        self._computers = ComputerPlayers(state, self)

    def advance(self, events: Sequence[Event], before: Waiting) -> None:
        """Tell EVENTS, which happened since BEFORE was waited for; settle if the round is over.

        Act first for the players for whom nobody waits.
        """
        state = self._state
        state.stopping.showed(state.table.seats)
        events = [*events, *self._play_for_the_absent()]
        state.happened += events
        self._note(events)
        now = state.table.waiting
        settled = events[-1] if events and isinstance(events[-1], Settled) else None
        if now.turn is None and (barred := state.stopping.ended(events)):
            place = len(events) if settled is None else -1
            events.insert(place, NotDealtTo(tuple(barred)))
        self.action_clock.wait_for(now)
        messages = self._narrated(events, before)
        if settled is not None:
            broken = broken_bank(state.table, state.seats, events, settled)
            feat = feat_of(events, settled, broken)
            state.banter.settled(state.game, settled, feat, state.context.now())
            state.context.presence.count(each.player for each in settled.results)
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
            self.round_over()
        # What was won or lost counts when it is paid.
        if state.wallet.runs_down and settled is None:
            state.context.presence.changed()
        self._computers.look()

    def _note(self, events: Sequence[Event]) -> None:
        """Note what EVENTS mean for the next round, and for offers of the bank."""
        offers, place = self._state.context.offers, self._state.place
        for event in events:
            offers.note(place, event)
            match event:
                case SitsOut(player) | SeemsAway(player):
                    if isinstance(event, SitsOut):
                        self._state.left_out.is_silent(self._state.game, player)
                    if self._state.seat_map.address(player):  # who is out keeps the place
                        self.joining.give_up(player)
                case BankTaken(player, WayToBank.SALE | WayToBank.AUCTION):
                    self.action_clock.bought_bank(player)
                case NoRound():
                    self._state.left_out.not_begun(self._state.game)
                    self.joining.not_begun()

    def run_down(self) -> None:
        """Take from the seats what their players have spent outside the round since it began."""
        state = self._state
        table, seats = state.table, state.table.seats
        if state.wallet.runs_down:
            state.context.presence.count(seat.player for seat in seats)
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

    def round_over(self) -> None:
        """Note that no round is played now: the next one may be waited for."""
        self.clear()
        self.joining.round_over()
        self.decks.round_over()

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
        """Act for one player after the other while one is asked for whom nobody waits.

        One who must stay, asked or not, leaves first if they have been out for too long.
        """
        state, is_waited_for = self._state, self.action_clock.is_waited_for
        while not state.is_halted:
            leaver = state.table.must_stay
            if leaver is not None and self.action_clock.is_out_too_long(leaver):
                try:
                    yield from state.table.resign(leaver)
                except NotRecorded as why:
                    self.halt(why)
                continue
            ask = next((ask for ask in state.table.asks if not is_waited_for(ask)), None)
            if ask is None:
                break
            yield from self._act_for(ask.player)

    def _act_for(self, player: str) -> Iterator[Event]:
        """Act for PLAYER as long as that can be written."""
        try:
            yield from act_for(self._state.table, player)
            if player in self.action_clock.invited:
                self.action_clock.unanswered.add(player)
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
        narrator = Narrator(state.channel, table.game.title, texts, state.reach, state.sending)
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
    return sitting_out(player, events)

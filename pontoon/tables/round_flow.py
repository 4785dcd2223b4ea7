"""The flow of a round: tell what happens, play for the absent, settle at the end."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from msgspec.structs import replace

from pontoon.engine.absence_events import DidNotBet, SitsOutNext
from pontoon.engine.computers import is_computer
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import (
    BankerResult,
    Event,
    HandResult,
    NoRound,
    Resigned,
    RoundVoid,
    Settled,
)
from pontoon.engine.moves import NOTHING_ASKED, Ask, Move, Phase, Waiting
from pontoon.engine.result import WhyVoid, why_void
from pontoon.engine.table import Table
from pontoon.games.bank_events import KnockedDown
from pontoon.irc.outgoing import Message, Priority, Topic
from pontoon.irc.people import Person
from pontoon.tables.action_clock import ActionClock
from pontoon.tables.banter import Banter, broken_bank, feat_of
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.computers import ComputerPlayers
from pontoon.tables.kitties import left_to_stake, return_left_kitty
from pontoon.tables.lineup import Lineup
from pontoon.tables.narrator import SILENT_PHASES, Narrator, without_bet
from pontoon.tables.payment import Payments, ending_of
from pontoon.tables.presence import Presence
from pontoon.tables.recorder import RoundRecorder
from pontoon.tables.sealed_decks import SealedDecks
from pontoon.tables.seats import SeatHolder
from pontoon.tables.sitting_out import SitsOutFor, SittingOut
from pontoon.text import announcements, help_pages, prompts
from pontoon.text.round import own_no_round

_ENDINGS = (BankerResult, HandResult, NoRound, RoundVoid, Settled)
"""What the end of a round begins with."""


class RoundFlow:
    """Takes the round in a channel from one decision to the next, and to its end.

    DEAL_NEXT is called when another round can be dealt.
    """

    def __init__(
        self,
        tables: ChannelTables,
        presence: Presence,
        recorder: RoundRecorder,
        payments: Payments,
        lineup: Lineup,
        decks: SealedDecks,
        deal_next: Callable[[], object],
    ) -> None:
        self._tables = tables
        self._presence = presence
        self._recorder = recorder
        self._payments = payments
        self._lineup = lineup
        self._decks = decks
        self._deal_next = deal_next
        self.sitting_out = SittingOut(tables.context.clock)
        self.banter = Banter()
        self.action_clock = ActionClock(tables, self._time_is_short, self._time_is_up)
        self._computers = ComputerPlayers(tables, recorder, self._computer_decides)
        self.is_halted = False
        """Whether play pauses because nothing can be written."""
        self._free: set[str] = set()
        """The players who could leave the round at no cost when it last stood still."""
        self._known: dict[str, int] = {}
        """How many of the events of the round a player has seen, or been told of."""

    # From one decision to the next

    def advance(self, events: Sequence[Event], before: Waiting) -> None:
        """Tell EVENTS, which happened since BEFORE was waited for; settle if the round is over.

        Act first for the players for whom nobody waits.
        """
        tables = self._tables
        events = [*events, *self._play_for_the_absent()]
        events = [*self._noted(events)]
        self._recorder.note(events)
        now = tables.table.waiting
        settled = next((each for each in events if isinstance(each, Settled)), None)
        self.action_clock.wait_for(now)
        ending = ending_of(events)
        messages = self._narrated(events[: len(events) - len(ending)], before)
        self._note_who_is_bound(settled)
        if settled is not None:
            self._settle(settled, events, messages)
        elif (why := why_void(events)) is not None:
            self._payments.end_void(why, messages)
            self._tell_void(why, events)
            self._recorder.over()
            return_left_kitty(tables)
            self.round_over()
        else:
            for message in messages:
                tables.send(message)
        # What was won or lost counts when it is paid.
        if tables.wallet.runs_down and settled is None:
            tables.context.voice_meter.changed()
        self._computers.look()

    def begin(self, invited: Iterable[str]) -> None:
        """Begin a round for those who sit, of whom somebody else has named the INVITED players."""
        self.action_clock.begin_round(invited)
        self._free = {*self._presence.seat_map.players}

    def go_on(self) -> None:
        """Go on with a round from before the program was started, once the bot is there."""
        self._free = {*self._players_without_bet()}
        self.action_clock.wait_for(self._tables.table.waiting)

    def _players_without_bet(self) -> Iterator[str]:
        table = self._tables.table
        seated = (each.player for each in table.seats if not each.has_resigned)
        return filter(table.is_free, seated)

    def _note_who_is_bound(self, settled: Settled | None) -> None:
        """Note who has bet, or has a bank that somebody bets against: they have no other seat."""
        table = self._tables.table
        if settled is None:
            bound = {player for player in self._free if not table.is_free(player)}
        else:
            bound = self._free & {each.player for each in settled.results if each.played}
        for player in bound:
            self._tables.context.seat_registry.plays(player, self._presence)
        self._free = {*self._players_without_bet()}

    def _settle(
        self, settled: Settled, events: Sequence[Event], messages: Sequence[Message]
    ) -> None:
        """Tell how EVENTS have SETTLED the round, by MESSAGES what was played, and pay it."""
        tables, presence = self._tables, self._presence
        broken = broken_bank(tables.table, presence.seats, events, settled)
        feat = feat_of(events, settled, broken)
        self.banter.settled(tables.game, settled, feat, tables.context.now())
        tables.context.voice_meter.count(each.player for each in settled.results)
        result = self._recorder.end(settled, presence.began, events)
        if not presence.is_out:
            for message in messages:
                tables.send(message)
        self._payments.settle(result, ending_of(events))
        self._end()
        # What is dealt next goes by what the disk has of the rounds before.
        tables.context.when_told(self._go_on)

    def _tell_void(self, why: WhyVoid, events: Sequence[Event]) -> None:
        """Tell those who still sit WHY there is no round, unless EVENTS have told them already."""
        tables, title = self._tables, self._tables.table.game.title
        told = [each.player for each in events if isinstance(each, DidNotBet | Resigned)]
        for holder in self._presence.seat_map:
            nick = self._presence.reach(holder.player)
            if nick is not None and holder.player not in told:
                line = own_no_round(why, tables.of_game(holder.player, title))
                tables.send(Message(nick, (line,), Priority.ASIDE))

    def settle_later(self, settled: Settled, began: datetime, events: Sequence[Event]) -> None:
        """Pay a round that BEGAN then, and that EVENTS have just SETTLED.

        The channel is told when the bot is in it.
        """
        result = self._recorder.end(settled, began, events)
        self._payments.settle_later(result, ending_of(events))

    def _noted(self, events: Sequence[Event]) -> Iterator[Event]:
        """Note what EVENTS mean for the next round, pay what is paid at once; yield what follows.

        That is EVENTS themselves, too.
        """
        for event in events:
            yield event
            match event:
                case DidNotBet(player):
                    self._lineup.give_up(player)
                    self.action_clock.did_not_bet(player)
                    if self.sitting_out.was_silent(player):
                        yield from self.sits_out(player, SitsOutFor.SILENCE)
                case KnockedDown():
                    self._payments.pay_for_bank(event, self._recorder.name)
                case NoRound():
                    self._lineup.not_begun()

    def sits_out(self, player: str, reason: SitsOutFor) -> Iterator[Event]:
        """Have PLAYER sit out the next round of this game, for that REASON (RULES 0).

        That is so if other people were dealt to as well. Who was named by somebody else is excused
        once in ten minutes, and told of optout.
        """
        tables = self._tables
        if all(is_computer(each) or each == player for each in tables.table.players):
            return
        if player in self.action_clock.invited and self.sitting_out.excuses(player):
            if (nick := self._presence.reach(player)) is not None:
                tables.send(Message(nick, (announcements.OPT_OUT,), Priority.ASIDE))
            return
        self.sitting_out.add(tables.game, player, reason)
        yield SitsOutNext(player, tables.table.game.title)

    def run_down(self) -> None:
        """Take from the seats what their players have spent outside the round since it began."""
        tables, seats = self._tables, self._tables.table.seats
        if tables.wallet.runs_down:
            tables.context.voice_meter.count(seat.player for seat in seats)
        for seat in seats:
            left = left_to_stake(tables, seat, self._presence.began)
            if left is not None and tables.table.turn is not None:
                before = tables.table.waiting
                with suppress(NotRecorded):  # counted again before anything else is done
                    events = tables.table.run_down(seat.player, left)
                    if events or len(tables.table.asks) < len(before.asks):
                        self.advance(events, before)

    def _computer_decides(self, ask: Ask, move: Move) -> None:
        """Make MOVE of a computer if it is still asked ASK, and play does not pause."""
        table = self._tables.table
        self.run_down()
        if table.ask_of(ask.player) is not ask or self.action_clock.stands_still:
            return
        before = table.waiting
        try:
            events = table.act(ask.player, move)
        except NotRecorded as why:
            self.halt(why)
        else:
            self.advance(events, before)

    # The end of the round

    def round_over(self) -> None:
        """Note that no round is played now, and none is settled: the next one may be dealt."""
        self._end()
        self._tables.context.when_told(self._deal_next)

    def _end(self) -> None:
        self.sitting_out.round_over(self._tables.game, self._presence.seats)
        self.clear()
        self._lineup.round_over()
        self._decks.round_over()

    def _go_on(self) -> None:
        """Have those who have joined go on after a round of theirs, and deal what waits."""
        self._lineup.go_on()
        self._deal_next()

    def clear(self) -> None:
        """Empty the seats and stop the clocks: the round is over, or has not begun."""
        self.action_clock.wait_for(NOTHING_ASKED)
        self.is_halted = False
        self._free = set()
        self._known = {}
        self._recorder.clear()
        self._presence.round_over()

    # A player is asked again

    def show_hand(self, person: Person, holder: SeatHolder) -> None:
        """Tell HOLDER their cards, stake and chips again, and who is asked what."""
        self.run_down()
        tables = self._tables
        texts, waiting = tables.context.settings.texts, tables.table.waiting
        seat, ask = tables.table.seat_of(holder.player), waiting.ask_of(holder.player)
        if waiting.turn is None:
            tables.tell(person, announcements.ROUND_IS_OVER.format(command=tables.command))
        elif seat is None:
            tables.tell(person, announcements.HAS_LEFT)
        elif ask is not None:
            self.prompt_again(person, texts.own_turn(seat, ask))
        else:
            tables.tell(person, texts.seat_of_another(seat, waiting))

    def explain(self, person: Person, holder: SeatHolder) -> None:
        """Explain to HOLDER what they are asked, and ask again; show their cards to others."""
        self.run_down()
        ask = self._tables.table.ask_of(holder.player)
        if ask is None:
            self.show_hand(person, holder)
            return
        prompt = self._tables.context.settings.texts.prompt(ask)
        self.prompt_again(person, help_pages.explained(ask), prompt)

    def prompt_again(self, person: Person, *items: str) -> None:
        """Ask PERSON once more, or say that their answer stands.

        Of the lines that wait, only the last is sent, and in its turn: mistakes made at typing
        speed must not keep others from hearing the table.
        """
        holder = self._presence.seat_map.called(person.nick)
        ask = None if holder is None else self._tables.table.ask_of(holder.player)
        left = None if ask is None else self.action_clock.receipt(ask)
        again = Message(person.nick, items, Priority.ASIDE, topic=Topic.CARDS, left=left)
        self._tables.send(again)

    # Trouble with the disk

    def halt(self, why: NotRecorded) -> None:
        """Pause play until acts can be written again; tell the channel WHY once."""
        tables = self._tables
        self.action_clock.suspend()
        if not self.is_halted:
            self.is_halted = True
            items = (announcements.play_pauses(why),)
            tables.send_now(Message(tables.channel, items, Priority.GAME))
            tables.context.log(f"{tables.channel}: play pauses: {why}")

    def end_halt(self) -> bool:
        """Tell whether play has paused until now, and can go on."""
        if not (self.is_halted and self._tables.context.database.try_again()):
            return False
        self.is_halted = False
        self._recorder.note_occupants()
        self._tables.context.log(f"{self._tables.channel}: play continues")
        return True

    # Silence

    def _time_is_short(self, players: Sequence[str], seconds: int) -> None:
        """Tell PLAYERS and the channel that they have SECONDS left to decide."""
        tables, presence = self._tables, self._presence
        texts = tables.context.settings.texts
        asks = [ask for ask in tables.table.asks if ask.player in players]
        short = [ask.player for ask in asks]
        warning = prompts.time_runs_out(
            texts.called(short, presence.reach), asks[0], seconds, len(asks)
        )
        warned = Message(tables.channel, (warning,), Priority.GAME, topic=Topic.PLAY)
        tables.send(replace(warned, of_turn=warned.items))  # it matters only while the turn lasts
        for ask in asks:
            if (nick := presence.seat_map.address(ask.player)) is not None:
                of_game = tables.of_game(ask.player, tables.table.game.title)
                prompt = prompts.HURRY.format(
                    prompt=texts.prompt(ask), seconds=seconds, of_game=of_game
                )
                sent = self.action_clock.receipt(ask)
                tables.send(Message(nick, (prompt,), Priority.PROMPT, topic=Topic.CARDS, left=sent))

    def _time_is_up(self, players: Sequence[str]) -> None:
        """Act for PLAYERS, who have missed a decision, and tell who seems away before any results.

        If play halts, tell only what was done before.
        """
        tables, before = self._tables, self._tables.table.waiting
        for ask in before.asks:
            nick = self._presence.seat_map.address(ask.player)
            if nick is not None and ask.player in players and ask.phase not in SILENT_PHASES:
                of_game = tables.of_game(ask.player, tables.table.game.title)
                line = prompts.TIME_IS_UP.format(of_game=of_game)
                tables.send(Message(nick, (line,), Priority.ASIDE))
        played: list[Event] = []
        news: list[Event] = []
        for player in players:
            played += self._act_for(player)
            if self.is_halted:  # they still miss the same decision, which counts once
                break
            news += self.action_clock.missed(player)
        if self.is_halted:
            if played:
                self.advance(played, before)
            return
        is_ending = [isinstance(event, _ENDINGS) for event in played]
        place = is_ending.index(True) if any(is_ending) else len(played)
        self.advance([*played[:place], *news, *played[place:]], before)

    def _play_for_the_absent(self) -> Iterator[Event]:
        """Act for one player after the other while one is asked for whom nobody waits."""
        table, is_waited_for = self._tables.table, self.action_clock.is_waited_for
        while not self.is_halted:
            ask = next((ask for ask in table.asks if not is_waited_for(ask)), None)
            if ask is None:
                break
            yield from self._act_for(ask.player)

    def _act_for(self, player: str) -> Iterator[Event]:
        """Act for PLAYER as long as that can be written."""
        try:
            yield from act_for(self._tables.table, player)
        except NotRecorded as why:
            self.halt(why)

    def _narrated(self, events: Sequence[Event], before: Waiting) -> list[Message]:
        """Return all messages about EVENTS, which happened since BEFORE was waited for."""
        tables, table = self._tables, self._tables.table
        narrator = Narrator(
            tables.channel,
            table.game.title,
            tables.context.settings.texts,
            self._presence.reach,
            self.action_clock.receipt,
            tables.where_asked,
            self._news,
        )
        messages = narrator.narrate(events, before, table.waiting)
        place = self._recorder.place
        return [
            self._decks.begins(each, place) if each.urgency is Priority.RECORD else each
            for each in messages
        ]

    def _news(self, player: str) -> str:
        """Return what others have done since PLAYER was asked; from now on that is known."""
        happened, known = self._recorder.happened, self._known.get(player, 0)
        self._known[player] = len(happened)
        return self._tables.context.settings.texts.news(happened[known:], player)


def act_for(table: Table, player: str) -> Iterator[Event]:
    """Act for PLAYER, who does not answer at TABLE, until the turn passes; yield what happens.

    Make the safest move while there is one. Otherwise resign for them: from a bet at no cost, and
    then they are not dealt in until somebody names them.
    """
    turn = table.turn
    while table.turn == turn and (ask := table.ask_of(player)) is not None:
        yield from _act(table, ask)


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

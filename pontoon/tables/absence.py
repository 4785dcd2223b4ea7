"""Players who leave a channel, log out and come back, and the bot itself out of the channel.

``ActionClock`` counts the time (``grace``) that the players have to come back.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from pontoon.engine.absence_events import Gone, LoggedOut, Mended, WentOn
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import Event
from pontoon.engine.moves import NOTHING_ASKED, Lapse
from pontoon.games.bank_events import SaleOffered
from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.lineup import Lineup
from pontoon.tables.payment import Payments
from pontoon.tables.presence import Presence
from pontoon.tables.recorder import RoundRecorder
from pontoon.tables.round_flow import RoundFlow
from pontoon.tables.seats import SeatHolder
from pontoon.text import announcements


class AbsenceTracker:
    """Follows the players in and out of the channel, and resumes rounds that were suspended."""

    def __init__(
        self,
        tables: ChannelTables,
        presence: Presence,
        recorder: RoundRecorder,
        payments: Payments,
        lineup: Lineup,
        flow: RoundFlow,
    ) -> None:
        self._tables = tables
        self._context = tables.context
        self._presence = presence
        self._seat_map = presence.seat_map
        self._recorder = recorder
        self._payments = payments
        self._lineup = lineup
        self._flow = flow
        self._action_clock = flow.action_clock

    def arrived(self, person: Person) -> None:
        """Note that PERSON has come into the channel; a result may have waited for a listener."""
        self._payments.tell_again()
        self._came(person)
        self._context.voice_meter.changed()

    def _came(self, person: Person) -> None:
        """Note that PERSON is here; a player who is back at the table is shown their hand."""
        self._lineup.arrived(person)
        holder = self._presence.arrived(person)
        self._recorder.note_occupants()
        if holder is not None:
            self._context.voice_meter.changed()
            if self._is_open():
                self._action_clock.came(holder.player)
                self._flow.show_hand(person, holder)
        self._tell_of_address(person)
        self._tell_of_nick(person)

    def _tell_of_nick(self, person: Person) -> None:
        """Tell PERSON, once in a round, by which nick a seat waits that had their address."""
        holder = self._seat_map.find_renamed(person)
        if holder is not None and self._is_news("by another nick", holder):
            nick, channel = holder.person.nick, self._tables.channel
            item = announcements.WAITS_FOR_NICK.format(channel=channel, nick=nick)
            self._tables.send(Message(person.nick, (item,), Priority.ASIDE))

    def _tell_of_address(self, person: Person) -> None:
        """Tell PERSON, once in a round, that the seat of their nick waits for another address."""
        holder = self._seat_map.find_elsewhere(person)
        if holder is not None and self._is_news(("at", person.userhost), holder):
            item = announcements.waits_for_address(person.nick, self._tables.channel)
            self._tables.send(Message(person.nick, (item,), Priority.ASIDE))

    def seen(self, person: Person) -> None:
        """Note the address and the account of PERSON, if they are here.

        They may be back, or have lost their seat.
        """
        if self._presence.is_out or self._tables.roster.find(person.nick) is None:
            return
        holder = None if person.account is None else self._seat_map.called(person.nick)
        if holder is not None and self._seat_map.has_lost(holder, person):
            if self._tables.table.seat_of(holder.player) is not None:
                item = announcements.LOG_IN.format(channel=self._tables.channel)
                self._tables.send(Message(person.nick, (item,), Priority.ASIDE))
            self._lose(person, holder, LoggedOut)
        self._came(person)

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD is PERSON now, or that their address has become known."""
        self._presence.renamed(old, person)
        self._lineup.renamed(old, person)
        self._recorder.note_occupants()
        self.seen(person)

    def departed(self, person: Person) -> None:
        """Note that PERSON has left the channel; the table waits a short time for a player."""
        self._end_offers(self._presence.player_here(person))
        self._lineup.departed(person)
        holder = self._seat_map.called(person.nick)
        self._lose(person, holder, Gone)

    def _end_offers(self, player: str) -> None:
        """End the offers of a bank by PLAYER, or to them: they have left the channel (RULES 0)."""
        for table in self._tables.by_game.values():
            offer, before = table.offer, self._tables.table.waiting
            if isinstance(offer, SaleOffered) and player in (offer.player, offer.buyer):
                with suppress(NotRecorded):  # then it stands until the bank moves
                    self._flow.advance(table.do(player, Lapse()), before)

    def _lose(
        self, person: Person, holder: SeatHolder | None, news: type[Gone | LoggedOut]
    ) -> None:
        """Note that PERSON, who is HOLDER if they have a seat, is away; tell NEWS once."""
        self._presence.departed(person)
        self._recorder.note_occupants()
        self._context.voice_meter.changed()
        if holder is not None and self._is_open():
            self._action_clock.went(holder.player)
            self._flow.advance([*self._lost([holder], news)], self._tables.table.waiting)
            for each in [*self._tables.roster]:  # a client that reconnects may have another nick
                self._tell_of_nick(each)

    def suspend(self) -> None:
        """Note that the bot is out of the channel: all wait for ``resume``, and no clock runs."""
        self._presence.bot_left()
        self._action_clock.suspend()
        self._lineup.bot_left()
        self._context.voice_meter.changed()

    def resume(self) -> None:
        """Resume a suspended round, now that the bot knows the members of the channel.

        Tell results that nobody has heard.
        """
        self._payments.tell_again()
        if self._presence.is_out:
            self._presence.bot_entered()
            self._recorder.note_occupants()
            if not self._flow.is_halted:
                self._resume(WentOn())
            self._lineup.bot_entered()

    def described(self) -> None:
        """Note that the server has told the host of everybody in the channel."""
        self.resume()
        self._lineup.look_around()
        found = [self._tables.roster.find(holder.person.nick) for holder in self._seat_map]
        for person in filter(None, found):
            self.renamed(person.nick, person)

    def look(self) -> None:
        """Go on with a halted round, if that is possible now."""
        if self._flow.end_halt() and not self._presence.is_out:
            self._resume(Mended())

    def _resume(self, news: Event) -> None:
        """Resume the round because of NEWS; show its players their cards, and ask them again.

        Players who are out count as having just left.
        """
        out, untold = self._presence.absent, self._presence.take_untold()
        self._action_clock.resume(holder.player for holder in out)
        if self._is_open() or untold:
            self._presence.tell_again()
            told = untold or (news,)
            self._flow.advance([*told, *self._lost(out, Gone)], NOTHING_ASKED)
        for holder in self._seat_map.people:
            table = self._tables.table
            is_asked = table.turn is None or table.ask_of(holder.player) is not None
            if holder.is_here and not is_asked and table.seat_of(holder.player) is not None:
                self._flow.show_hand(holder.person, holder)

    def why_shut(self, person: Person) -> str | None:
        """Say why PERSON, a player who is out or not logged in, cannot move; None for others."""
        channel = self._tables.channel
        if self._seat_map.find_away(person) is not None:
            why = announcements.I_AM_OUT if self._presence.is_out else announcements.COME_BACK
            return why.format(channel=channel)
        if self._seat_map.find_logged_out(person) is not None:
            return announcements.LOG_IN.format(channel=channel)
        return None

    def why_not_theirs(self, person: Person) -> str | None:
        """Say that a seat waits for another address than PERSON has, with its nick; None for none.

        The channel is named only if they are in it.
        """
        if self._seat_map.find_elsewhere(person) is None:
            return None
        is_here = self._tables.roster.find(person.nick) is not None
        return announcements.waits_for_address(person.nick, self._tables.channel if is_here else "")

    def _is_open(self) -> bool:
        return self._tables.table.turn is not None and not self._action_clock.stands_still

    def cannot_reach(self, nick: str, why: str) -> None:
        """Tell the channel that private messages do not reach the player who has NICK.

        The table waits for them for a short time, as if they were out.
        """
        holder = self._seat_map.called(nick)
        if holder is None:
            return
        if self._is_open():
            self._action_clock.not_reached(holder.player)
        if self._is_news("not reached", holder):
            name = self._context.settings.texts.names(holder.player)
            self._tables.remark(announcements.cannot_be_reached(name, why))

    def _lost(self, holders: Iterable[SeatHolder], news: type[Gone | LoggedOut]) -> Iterator[Event]:
        """Yield NEWS about HOLDERS, who are away, unless the channel was told before."""
        for holder in holders:
            if self._is_news(news, holder):
                yield news(holder.player, self._action_clock.seconds_to_return(holder.player))

    def _is_news(self, what: object, holder: SeatHolder) -> bool:
        """Tell whether WHAT is new about HOLDER in this round, and still matters."""
        seat = self._tables.table.seat_of(holder.player)
        if seat is None or not self._presence.is_news(what, holder.player):
            return False
        return not (seat.hands and all(hand.is_over for hand in seat.hands))

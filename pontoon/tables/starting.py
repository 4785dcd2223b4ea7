"""The start of a round: players dealt in, players left out, and reasons not to start."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from msgspec import Struct

from pontoon.engine.errors import CannotDeal, CannotSeat, NotRecorded, SeatFault
from pontoon.engine.events import Event, NewPlayers
from pontoon.engine.moves import NOTHING_ASKED, Unit
from pontoon.engine.table import Table
from pontoon.irc.people import Person
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.narrator import Announcer
from pontoon.tables.round_flow import RoundFlow
from pontoon.tables.seating import Candidate, Invitee, Seating
from pontoon.tables.settlement import lay_kitty
from pontoon.tables.state import TableState
from pontoon.tables.waiting.absence import AbsenceTracker
from pontoon.text import announcements
from pontoon.text.formatting import amount_of
from pontoon.text.player_commands import refill_first

LEFT_OUT_AT_MOST = 3
"""A player leaves the list for the next round after so many rounds in a row without them."""

LEFT_OUT_IF_NAMED = frozenset(
    {SeatFault.NO_CHIPS, SeatFault.TOO_FEW_CHIPS, SeatFault.NO_TURN_LEFT, SeatFault.UNANSWERED}
)
"""With these faults players whose nicks were typed are left out, while the others play."""

LEFT_OUT_OF_LIST = frozenset(SeatFault) - {SeatFault.SEATED_TWICE}
"""The same for players who would be dealt in because they were in the last round."""


class RoundsAllowed:
    """Whether rounds may begin in a channel: its operators decide, also for after a restart."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._announcer = Announcer(state)

    @property
    def is_closed(self) -> bool:
        context = self._state.context
        return context.journal.notes.is_closed(context.known_as, self._state.key)

    def turn_on(self, person: Person) -> None:
        """Allow rounds if PERSON is an operator of the channel."""
        self._set(person, is_closed=False)

    def turn_off(self, person: Person) -> None:
        """Allow no more rounds if PERSON is an operator; a round that is being played goes on."""
        self._set(person, is_closed=True)

    def _set(self, person: Person, *, is_closed: bool) -> None:
        context, channel = self._state.context, self._state.channel
        if not self._state.roster.is_operator(person.nick):
            self._announcer.tell(person, announcements.ONLY_OPERATORS)
            return
        try:
            context.journal.notes.close(context.known_as, self._state.key, is_closed=is_closed)
        except NotRecorded as why:
            self._announcer.answer(announcements.journal_trouble(str(why)))
            return
        context.log(f"{channel}: {person.nick} turns rounds {'off' if is_closed else 'on'}")
        command = context.settings.prefix + self._state.game
        tell = announcements.is_off if is_closed else announcements.is_on
        self._announcer.answer(tell(command))


class Deal(Struct, frozen=True):
    """A round that can begin (RULES 0, Who is dealt).

    ``order`` is the list for the next round, with the places of players who are left out;
    ``times_left_out`` counts their rounds in a row.
    """

    candidates: Sequence[Candidate]
    order: tuple[str, ...]
    remarks: Sequence[str]
    times_left_out: Mapping[str, int]


class Starting:
    """Starts rounds in a channel, or says why there can be none."""

    def __init__(
        self, state: TableState, seating: Seating, absence: AbsenceTracker, flow: RoundFlow
    ) -> None:
        self._state = state
        self._context = state.context
        self._seating = seating
        self._absence = absence
        self._flow = flow
        self._action_clock = flow.action_clock
        self._announcer = Announcer(state)

    def start(self, game: str, starter: Person, nicks: Sequence[str]) -> None:
        """Deal GAME as ``Croupier.start`` does while no round is being played."""
        deal = self._prepare(game, starter, nicks)
        if deal is not None:
            self._deal(game, starter, deal)

    def _prepare(self, game: str, starter: Person, nicks: Sequence[str]) -> Deal | None:
        """Return the deal; None if there can be no round, and say why."""
        announcer = self._announcer
        order = self._state.tables[game].rotated_players()
        if not self._state.next_settings.allow(game):
            announcer.answer(self._not_played(game))
        elif wait := self._state.stopping.seconds_barred(starter):
            announcer.tell(starter, announcements.wait_to_start(ceil(wait)))
        elif not (nicks or order):
            announcer.answer(announcements.nobody_named(self._context.settings.prefix + game))
        elif self._context.settlements.look():
            announcer.answer(announcements.CANNOT_SAVE_CHIPS)
        else:
            seating, roster = self._seating, self._state.roster
            invitees = seating.named(nicks, roster) if nicks else seating.again(order, roster)
            self._context.presence.count(each.player for each in invitees)
            if self._state.tables[game].game.unit is Unit.CHIPS:
                self._offer_refill(starter, invitees)
            return self._choose(game, invitees, LEFT_OUT_IF_NAMED if nicks else LEFT_OUT_OF_LIST)
        return None

    def _offer_refill(self, starter: Person, invitees: Sequence[Invitee]) -> None:
        """Tell STARTER, if they are broke and want to play, how they get chips (RULES 0)."""
        context, terms = self._context, self._context.settings.refill
        player = context.settlements.store.find(self._state.player_of(starter))
        is_invited = player is not None and player.nick in [each.player for each in invitees]
        if player is not None and is_invited and context.can_refill(player):
            self._announcer.tell(starter, refill_first(terms.chips, terms.hours))

    def _not_played(self, game: str) -> str:
        tables, prefix = self._state.tables, self._context.settings.prefix
        played = [prefix + each for each in tables if self._state.next_settings.allow(each)]
        return announcements.not_played_here(tables[game].game.title, played)

    def _choose(
        self, game: str, invitees: Sequence[Invitee], tolerated: frozenset[SeatFault]
    ) -> Deal | None:
        """Return the deal to INVITEES without those who have TOLERATED faults; None if none."""
        table, texts = self._state.tables[game], self._context.settings.texts
        try:
            taken = lay_kitty(self._state, game)
            if taken and (announcement := texts.announcement(taken)):
                self._announcer.announce(announcement)
            wallet, unanswered = self._context.settings.wallets[game], self._action_clock.unanswered
            chosen = self._seating.choose(invitees, table, wallet, tolerated, unanswered)
            self._refuse_to_pass_over_banker(game, table, chosen.candidates)
        except CannotDeal as refused:
            invitation = self._invitation(game, refused.seats)
            self._announcer.answer(*announcements.no_round(refused, invitation, texts.names))
            return None
        except PlayersFileError as error:
            self._context.settlements.report(error.faults)
            self._announcer.answer(announcements.CANNOT_SAVE_CHIPS)
            return None
        invitation = self._invitation(game, chosen.left_out)
        remarks = announcements.left_out(chosen.left_out, invitation, texts.names)
        times = self._state.left_out.after(game, [each.player for each in chosen.left_out])
        players = [each.player for each in invitees]
        order = tuple(each for each in players if times.get(each, 0) < LEFT_OUT_AT_MOST)
        return Deal(chosen.candidates, order, remarks, times)

    def _refuse_to_pass_over_banker(
        self, game: str, table: Table, candidates: Sequence[Candidate]
    ) -> None:
        """Raise CannotDeal if the banker could keep the bank, but is not to be dealt in.

        Otherwise others could take the bank by not naming the banker (RULES 4, Moving the bank).
        """
        banker = table.banker
        if banker is None or banker in [each.player for each in candidates]:
            return
        (found,) = self._seating.again([banker], self._state.roster)
        wallet, unanswered = self._context.settings.wallets[game], self._action_clock.unanswered
        seat = self._seating.seat(found, table, wallet, unanswered)
        if isinstance(seat, CannotSeat) or self._action_clock.seems_away(banker):
            return
        if table.can_keep_bank(seat.chips, len(candidates) + 1):
            raise CannotDeal((CannotSeat(banker, SeatFault.HAS_THE_BANK),))

    def _invitation(self, game: str, refused: Sequence[CannotSeat]) -> announcements.Invitation:
        """Return how to start GAME, with how to become a player if one of REFUSED is none."""
        table, context = self._state.tables[game], self._context
        are_strangers = any(each.fault is SeatFault.NO_ENTRY for each in refused)
        how_to_join = context.how_to_join(self._state.roster) if are_strangers else ""
        least = amount_of(table.game.least_stake(table.rules), table.game.unit)
        command = context.settings.prefix + game
        return announcements.Invitation(table.game.title, command, least, how_to_join)

    def _remarks_on(self, game: str, starter: Person) -> list[str]:
        """Return a remark if STARTER proposes GAME instead of dealing the game that was played."""
        table = self._state.table
        dealer = table.about_to_deal
        if game == self._state.game or dealer is None or dealer != self._state.player_of(starter):
            return []
        return [
            announcements.bad_form(self._context.settings.texts.names(dealer), table.game.title)
        ]

    def _deal(self, game: str, starter: Person, deal: Deal) -> None:
        """Deal the round if the journal can be written."""
        state, context = self._state, self._context
        remarks = [*self._remarks_on(game, starter), *deal.remarks]
        players = [each.player for each in deal.candidates]
        state.settings = state.next_settings
        context.seat_registry.seat(players)
        self._absence.seat(starter, ((each.player, each.person) for each in deal.candidates))
        table = state.tables[game]
        chips = [(each.player, each.chips) for each in deal.candidates]
        consent = self._action_clock.consent(players, table.banker)
        try:
            events = table.deal(chips, consent, deal.order)
        except NotRecorded as why:
            self._announcer.answer(announcements.journal_trouble(str(why)))
            self._flow.clear()
            return
        state.turn_to(game)
        state.left_out.begun(game, deal.times_left_out)
        self._announcer.announce(*remarks)
        context.log(f"{state.channel}: {game} is dealt to {', '.join(players)}")
        state.seats = table.seats
        news = self._news(starter, players) if table.turn is not None else ()
        self._flow.advance([*events[:1], *news, *events[1:]], NOTHING_ASKED)

    def _news(self, starter: Person, players: Sequence[str]) -> Iterator[Event]:
        """Yield what else the channel is told when STARTER begins a round of PLAYERS."""
        state = self._state
        feat, state.feat = state.feat, None
        if feat is not None and state.has_banter:
            yield feat
        store = self._context.settlements.store
        found = map(store.find, dict.fromkeys((*players, state.player_of(starter))))
        new = [each.nick for each in found if each is not None and not each.has_played]
        if new:
            seated = tuple(nick for nick in new if nick in players)
            yield NewPlayers(seated, tuple(nick for nick in new if nick not in players))

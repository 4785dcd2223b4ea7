"""Before a round begins: who is dealt in, who is left out, and what keeps it from starting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from pontoon.engine.errors import CannotDeal, CannotSeat, NotRecorded, SeatFault
from pontoon.engine.moves import NOTHING_ASKED
from pontoon.engine.table import Table
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.people import Person
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.context import TableContext
from pontoon.tables.narrator import Announcer
from pontoon.tables.round_flow import RoundFlow
from pontoon.tables.seating import Candidate, Invitee, Seating
from pontoon.tables.settlement import KittyKeeper
from pontoon.tables.state import TableState
from pontoon.tables.waiting.absence import AbsenceTracker
from pontoon.text import announcements
from pontoon.text.formatting import amount_of

LEFT_OUT_AT_MOST = 3
"""A player who is left out of so many rounds in a row is off the list of those who play next."""

BARRED_SECONDS = 120
"""For so long nobody may start a round in a channel after stopping one there."""

LEFT_OUT_IF_NAMED = frozenset(
    {
        SeatFault.NO_CHIPS,
        SeatFault.TOO_FEW_CHIPS,
        SeatFault.NO_TURN_LEFT,
        SeatFault.UNANSWERED,
    }
)
"""With these faults players whose nicks were typed are left out, while the others play."""

LEFT_OUT_OF_LIST = frozenset(SeatFault) - {SeatFault.SEATED_TWICE}
"""The same for players who would be dealt in because they were in the last round."""


class RoundsAllowed:
    """Whether rounds may begin in a channel; its operators decide, and it outlasts a restart."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._announcer = Announcer(state)
        self._key = rfc1459(state.channel)
        """The channel, however config.ini spells it."""

    @property
    def is_closed(self) -> bool:
        """Whether no rounds may begin."""
        context = self._state.context
        return context.journal.is_closed(context.known_as, self._key)

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
            context.journal.close(context.known_as, self._key, is_closed=is_closed)
        except NotRecorded as why:
            self._announcer.answer(announcements.journal_trouble(str(why)))
            return
        context.log(f"{channel}: {person.nick} turns rounds {'off' if is_closed else 'on'}")
        command = context.prefix + self._state.game
        tell = announcements.is_off if is_closed else announcements.is_on
        self._announcer.answer(tell(command))


@dataclass(frozen=True, slots=True)
class Deal:
    """A round that can begin: RULES, At every table, Who is dealt.

    ``order`` is the list that the next round goes by: players who are left out keep their places
    in it. ``times_left_out`` counts their rounds in a row.
    """

    candidates: Sequence[Candidate]
    order: tuple[str, ...]
    remarks: Sequence[str]
    times_left_out: Mapping[str, int]


class Starting:
    """Starts rounds in a channel: finds the players who can be dealt in, or says why none can."""

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
        self._kitties = KittyKeeper(state)
        self._barred = Barred(state.context)

    def bar(self, starter: Person) -> None:
        """Let STARTER, who has stopped the round they started, start none for a while."""
        self._barred.add(starter)

    def start(self, game: str, starter: Person, nicks: Sequence[str]) -> None:
        """Deal GAME to NICKS or, without any, to the players of the last round, rotated.

        Where that is impossible, say all that is wrong. Nothing has changed then, except that a
        left-over kitty has gone back to its banker.
        """
        deal = self._prepare(game, starter, nicks)
        if deal is not None:
            self._deal(game, starter, deal)

    def _prepare(self, game: str, starter: Person, nicks: Sequence[str]) -> Deal | None:
        """Return the deal; None where there can be no round, and people are told why."""
        announcer = self._announcer
        order = self._state.tables[game].rotated_players()
        if wait := self._barred.seconds_left(starter):
            announcer.tell(starter, announcements.wait_to_start(ceil(wait)))
        elif not (nicks or order):
            announcer.answer(announcements.nobody_named(self._context.prefix + game))
        elif self._context.settlements.look():
            announcer.answer(announcements.CANNOT_SAVE_CHIPS)
        else:
            invitees = self._seating.invited(nicks, order, self._state.roster)
            self._context.presence.count(each.player for each in invitees)
            return self._choose(game, invitees, LEFT_OUT_IF_NAMED if nicks else LEFT_OUT_OF_LIST)
        return None

    def _choose(
        self, game: str, invitees: Sequence[Invitee], tolerated: frozenset[SeatFault]
    ) -> Deal | None:
        """Return the deal to INVITEES without those who have TOLERATED faults; None if none."""
        table, names = self._state.tables[game], self._context.texts.names
        invitation = self._invitation(game)
        try:
            self._lay_kitty(game)
            wallet, unanswered = self._context.wallets[game], self._action_clock.unanswered
            chosen = self._seating.choose(invitees, table, wallet, tolerated, unanswered)
            self._refuse_to_pass_over_banker(game, table, chosen.candidates)
        except CannotDeal as refused:
            self._announcer.answer(*announcements.no_round(refused, invitation, names))
            return None
        except PlayersFileError as error:
            self._context.settlements.report(error.faults)
            self._announcer.answer(announcements.CANNOT_SAVE_CHIPS)
            return None
        remarks = announcements.left_out(chosen.left_out, invitation, names)
        times = self._state.left_out.after(game, [each.player for each in chosen.left_out])
        players = [each.player for each in invitees]
        order = tuple(each for each in players if times.get(each, 0) < LEFT_OUT_AT_MOST)
        return Deal(chosen.candidates, order, remarks, times)

    def _refuse_to_pass_over_banker(
        self, game: str, table: Table, candidates: Sequence[Candidate]
    ) -> None:
        """Raise CannotDeal if somebody has the bank, could keep it, and is not to be dealt in.

        Otherwise others could take the bank by not naming the banker: RULES, Moving the bank.
        """
        banker = table.banker
        if banker is None or banker in [each.player for each in candidates]:
            return
        (found,) = self._seating.again([banker], self._state.roster)
        wallet, unanswered = self._context.wallets[game], self._action_clock.unanswered
        seat = self._seating.seat(found, table, wallet, unanswered)
        if isinstance(seat, CannotSeat) or self._action_clock.seems_away(banker):
            return
        if table.can_keep_bank(seat.chips, len(candidates) + 1):
            raise CannotDeal((CannotSeat(banker, SeatFault.HAS_THE_BANK),))

    def _lay_kitty(self, game: str) -> None:
        taken = self._kitties.lay(game)
        if taken and (announcement := self._context.texts.announcement(taken)):
            self._announcer.announce(announcement)

    def _invitation(self, game: str) -> announcements.Invitation:
        table, context = self._state.tables[game], self._context
        least = amount_of(table.game.least_stake(table.rules), table.game.unit)
        command = context.prefix + game
        return announcements.Invitation(table.game.title, command, least, context.how_to_join())

    def _remarks_on(self, game: str, starter: Person) -> list[str]:
        """Return a remark if STARTER proposes GAME instead of dealing the game that was played."""
        table = self._state.table
        dealer = table.about_to_deal
        if game == self._state.game or dealer is None or dealer != self._state.player_of(starter):
            return []
        return [announcements.bad_form(self._context.texts.names(dealer), table.game.title)]

    def _deal(self, game: str, starter: Person, deal: Deal) -> None:
        """Deal the round if the journal can be written."""
        state, context = self._state, self._context
        remarks = [*self._remarks_on(game, starter), *deal.remarks]
        context.seat_registry.seat(each.player for each in deal.candidates)
        self._absence.seat(starter, ((each.player, each.person) for each in deal.candidates))
        table = state.tables[game]
        chips = [(each.player, each.chips) for each in deal.candidates]
        players = [each.player for each in deal.candidates]
        consent = self._action_clock.consent(players, table.banker)
        try:
            events = table.deal(chips, consent, deal.order)
        except NotRecorded as why:
            self._announcer.answer(announcements.journal_trouble(str(why)))
            self._flow.clear()
            return
        state.game = game
        state.left_out.begun(game, deal.times_left_out)
        self._announcer.announce(*remarks)
        context.log(f"{state.channel}: {game} is dealt to {', '.join(players)}")
        state.seats = table.seats
        self._flow.advance(events, NOTHING_ASKED)


class Barred:
    """The people who have stopped a round that they started: for two minutes they start none.

    They are known by nick, by account and by ``user@host``.
    """

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._until: dict[str, float] = {}

    def add(self, person: Person) -> None:
        """Bar PERSON from now on."""
        now = self._context.clock.seconds()
        self._until = {key: until for key, until in self._until.items() if until > now}
        self._until |= dict.fromkeys(self._keys(person), now + BARRED_SECONDS)

    def seconds_left(self, person: Person) -> float:
        """Return for how many seconds more PERSON may start no round; 0 if they may."""
        now = self._context.clock.seconds()
        return max(0.0, *(self._until.get(key, now) - now for key in self._keys(person)))

    def _keys(self, person: Person) -> list[str]:
        """Return what PERSON is known by; a space keeps one kind of name from another."""
        keys = [self._context.network.fold(person.nick)]
        keys += [f"account {person.account.lower()}"] if person.account else []
        keys += [f"host {person.userhost.lower()}"] if person.userhost else []
        return keys

"""Before a round begins: who is dealt in, who is left out, and what keeps it from starting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from pontoon.engine.errors import CannotDeal, CannotSeat, SeatFault
from pontoon.engine.table import Table
from pontoon.irc.people import Person, Roster
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.announcer import Announcer
from pontoon.tables.context import TableContext
from pontoon.tables.kitty_keeper import KittyKeeper
from pontoon.tables.seating import Candidate, Seating
from pontoon.tables.stopping import Barred
from pontoon.tables.waiting.action_clock import ActionClock
from pontoon.tables.wallets import Wallet
from pontoon.text import announcements
from pontoon.text.formatting import amount_of

LEFT_OUT_AT_MOST = 3
"""A player who is left out of so many rounds in a row is off the list of those who play next."""

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
"""The same for those who would be dealt in since they were in the last round."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A round that can begin: RULES, At every table, Who is dealt.

    ``order`` is the list that the next round goes by: those of it who are left out keep their
    places. ``times_left_out`` counts their rounds in a row.
    """

    candidates: Sequence[Candidate]
    order: tuple[str, ...]
    remarks: Sequence[str]
    times_left_out: Mapping[str, int]


class Starting:
    """Finds out who can be dealt a round in one channel, and SAYs why it cannot begin.

    KITTIES are those of the channel, and ACTION_CLOCK knows who there is away.
    """

    def __init__(
        self,
        context: TableContext,
        seating: Seating,
        kitties: KittyKeeper,
        say: Announcer,
        action_clock: ActionClock,
    ) -> None:
        self._context = context
        self._action_clock = action_clock
        self._seating = seating
        self._kitties = kitties
        self._say = say
        self._barred = Barred(lambda: context.network.fold)
        self._times_left_out: dict[str, Mapping[str, int]] = {}
        """How often in a row the players of each game were left out."""
        self._times_before: Mapping[str, int] = {}
        """The same of the game that was begun last, before it was."""

    def stopped_by(self, starter: Person) -> None:
        """Note that STARTER has stopped the round that they had started."""
        self._barred.add(starter, self._context.clock.seconds())

    def begun(self, game: str, deal: Deal) -> None:
        """Note that a round of GAME has begun as DEAL has it."""
        self._times_before = self._times_left_out.get(game, {})
        self._times_left_out[game] = deal.times_left_out

    def not_begun(self, game: str) -> None:
        """Note that the last round, one of GAME, has come to nothing: nobody was left out of it."""
        self._times_left_out[game] = self._times_before

    def prepare(
        self,
        game: str,
        table: Table,
        starter: Person,
        nicks: Sequence[str],
        roster: Roster,
    ) -> Deal | None:
        """Return whom to deal in: NICKS or, without any, those of the last round, rotated.

        None where there can be no round, and people are told all that is wrong; nothing has changed
        then, but a kitty left from before has gone back to its banker.
        """
        order = table.rotated_players()
        if wait := self._barred.seconds_left(starter, self._context.clock.seconds()):
            self._say.tell(starter, announcements.wait_to_start(ceil(wait)))
        elif not (nicks or order):
            self._say.answer(announcements.nobody_named(self._context.prefix + game))
        elif self._context.settlements.look():
            self._say.answer(announcements.CANNOT_SAVE_CHIPS)
        else:
            named, names = self._seating.invited(nicks, order, roster), self._context.words.names
            self._context.presence.count(each.player for each in named)
            try:
                self._lay_kitty(game, table)
                wallet = self._context.purses[game]
                tolerated = LEFT_OUT_IF_NAMED if nicks else LEFT_OUT_OF_LIST
                unanswered = self._action_clock.unanswered
                chosen = self._seating.choose(named, table, wallet, tolerated, unanswered)
                self._refuse_to_pass_over_banker(table, wallet, chosen.candidates, roster)
            except CannotDeal as refused:
                invitation = self._invitation(game, table)
                self._say.answer(*announcements.no_round(refused, invitation, names))
            except PlayersFileError as error:
                self._context.settlements.report(error.faults)
                self._say.answer(announcements.CANNOT_SAVE_CHIPS)
            else:
                invitation = self._invitation(game, table)
                remarks = announcements.left_out(chosen.left_out, invitation, names)
                out = [each.player for each in chosen.left_out]
                before = self._times_left_out.get(game, {})
                times = {player: before.get(player, 0) + 1 for player in out}
                players = [each.player for each in named]
                kept = [each for each in players if times.get(each, 0) < LEFT_OUT_AT_MOST]
                return Deal(chosen.candidates, tuple(kept), remarks, times)
        return None

    def _refuse_to_pass_over_banker(
        self, table: Table, wallet: Wallet, candidates: Sequence[Candidate], roster: Roster
    ) -> None:
        """Raise CannotDeal if somebody has the bank, could keep it, and is not to be dealt in.

        Else others could take it from them by not naming them: RULES, Moving the bank.
        """
        banker = table.banker
        if banker is None or banker in [each.player for each in candidates]:
            return
        (found,) = self._seating.again([banker], roster)
        seat = self._seating.seat(found, table, wallet, self._action_clock.unanswered)
        if isinstance(seat, CannotSeat) or self._action_clock.seems_away(banker):
            return
        if table.can_keep_bank(seat.chips, len(candidates) + 1):
            raise CannotDeal((CannotSeat(banker, SeatFault.HAS_THE_BANK),))

    def _lay_kitty(self, game: str, table: Table) -> None:
        taken = self._kitties.lay(game, table)
        if taken and (said := self._context.words.announcement(taken)):
            self._say.aloud(said)

    def _invitation(self, game: str, table: Table) -> announcements.Invitation:
        return announcements.Invitation(
            table.title,
            self._context.prefix + game,
            amount_of(table.least_stake, table.unit),
            self._context.how_to_join(),
        )

"""Who can be seated for a round, and everything that stands against those who cannot."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from pontoon.engine.errors import CannotDeal, CannotSeat, SeatFault
from pontoon.engine.moves import Unit
from pontoon.engine.table import Table
from pontoon.irc.people import Person, Roster
from pontoon.storage.players.identity import IdentityResolver, Present
from pontoon.storage.players.player import Player
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.context import NetworkPort
from pontoon.tables.wallets import Wallet

WhereEngaged = Callable[[str, str], str | None]
"""Gives the channel in which somebody plays, from their nick in players.xml and their nick now."""

AtRisk = Callable[[str, Unit], int]
"""Gives what a player may still lose of such a unit in rounds that wait for the bot."""


@dataclass(frozen=True, slots=True)
class Invitee:
    """Whom a name means: the player of players.xml, as spelt there, and who that is; or a fault."""

    player: str
    person: Person | None = None
    fault: SeatFault | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who can be seated: the player of players.xml, their chips, and the person."""

    player: str
    chips: int
    person: Person


@dataclass(frozen=True, slots=True)
class Chosen:
    """Those who can be dealt in, in order, and those who are left out, each with the reason."""

    candidates: list[Candidate]
    left_out: list[CannotSeat]


class Seating:
    """Finds the people named for a round in the channel and in players.xml."""

    def __init__(
        self,
        store: PlayerStore,
        network: NetworkPort,
        engaged: WhereEngaged,
        identities: Callable[[], IdentityResolver],
        ignores: Callable[[Person], bool],
        at_risk: AtRisk,
    ) -> None:
        self._store = store
        self._network = network
        self._engaged = engaged
        self._identities = identities
        self._ignores = ignores
        self._at_risk = at_risk

    def invited(
        self, nicks: Sequence[str], players: Sequence[str], roster: Roster
    ) -> list["Invitee"]:
        """Return whom NICKS mean or, if there are none, who of ROSTER are PLAYERS."""
        return self.named(nicks, roster) if nicks else self.again(players, roster)

    def named(self, nicks: Sequence[str], roster: Roster) -> list[Invitee]:
        """Return whom NICKS mean: each a player, or somebody in ROSTER by the nick they have now.

        Somebody without an entry goes by the nick as it was spelt first.
        """
        fold = self._network.fold
        spelt: dict[str, str] = {}
        present = Present(self._identities(), roster)
        return [self._named(spelt.setdefault(fold(nick), nick), roster, present) for nick in nicks]

    def again(self, players: Sequence[str], roster: Roster) -> list[Invitee]:
        """Return who of ROSTER are PLAYERS, whom players.xml had at the last round."""
        present = Present(self._identities(), roster)
        return [self._as_player(each, self._store.find(each), roster, present) for each in players]

    def player_meant(self, nick: str, roster: Roster) -> str:
        """Return the player whom NICK means; what was typed if there is none."""
        return self._named(nick, roster, Present(self._identities(), roster)).player

    def choose(
        self,
        named: Sequence[Invitee],
        table: Table,
        wallet: Wallet,
        tolerated: Collection[SeatFault],
        unanswered: Collection[str],
    ) -> Chosen:
        """Return those who are NAMED and fit for a round at TABLE, in that order, and the others.

        What they can stake is in WALLET. CannotDeal with everything that is wrong, if anybody has a
        fault that is not TOLERATED, or if too few are left. UNANSWERED are players who have to say
        something first.
        """
        found: dict[str, Candidate] = {}
        faults: dict[str, CannotSeat] = {}
        for each in named:
            seat = self.seat(each, table, wallet, unanswered)
            if isinstance(seat, Candidate):
                found[each.player] = seat
            else:
                faults[each.player] = seat
        times = Counter(each.player for each in named)
        twice = [CannotSeat(each, SeatFault.SEATED_TWICE) for each in times if times[each] > 1]
        wrong = (*faults.values(), *twice)
        refused = table.why_not_deal([(each.player, each.chips) for each in found.values()])
        if refused is not None:
            raise CannotDeal(wrong, refused.most, refused.least if found or not wrong else None)
        if any(each.fault not in tolerated for each in wrong):
            raise CannotDeal(wrong)
        return Chosen([*found.values()], [*faults.values()])

    def seat(
        self, named: Invitee, table: Table, wallet: Wallet, unanswered: Collection[str]
    ) -> Candidate | CannotSeat:
        """Return somebody as they can be seated at TABLE, or else why they cannot."""
        player, person, entry = named.player, named.person, self._store.find(named.player)
        if named.fault is not None:
            return CannotSeat(player, named.fault)
        assert entry is not None
        assert person is not None
        if self._ignores(person):
            return CannotSeat(player, SeatFault.IS_IGNORED)
        if where := self._engaged(player, person.nick):
            return CannotSeat(player, SeatFault.SEATED_ELSEWHERE, where)
        if player in unanswered:
            return CannotSeat(player, SeatFault.UNANSWERED)
        if (fault := wallet.fault(entry)) is not None:
            return CannotSeat(player, fault)
        chips = wallet.stakes(entry) - self._at_risk(player, table.unit)
        if (broke := table.why_too_few(player, chips)) is not None:
            return CannotSeat(player, broke)
        return Candidate(player, chips, person)

    def _named(self, nick: str, roster: Roster, present: Present) -> Invitee:
        entry = self._store.find(nick)
        person = None if self._network.is_me(nick) else roster.find(nick)
        player = None if person is None else self._identities().player_of(person)
        if player is not None and (entry is None or entry.nick == player.nick):
            return Invitee(player.nick, person)
        named = self._as_player(nick, entry, roster, present)
        if named.person is None and player is not None:
            return Invitee(player.nick, person)
        return named

    def _as_player(
        self, nick: str, entry: Player | None, roster: Roster, present: Present
    ) -> Invitee:
        """Return who of ROSTER is the player of ENTRY, NICK being what they are called."""
        if self._network.is_me(nick):
            return Invitee(nick if entry is None else entry.nick, fault=SeatFault.IS_THE_BOT)
        if entry is None:
            return Invitee(nick, fault=SeatFault.NO_ENTRY)
        person = present.find(entry)
        if person is not None:
            return Invitee(entry.nick, person)
        impostor = roster.find(entry.nick)
        why = None if impostor is None else self._identities().why_not(entry, impostor)
        return Invitee(entry.nick, fault=why or SeatFault.NOT_PRESENT)

"""Who can be seated for a round, and everything that stands against those who cannot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pontoon.errors import CannotDeal, CannotSeat, SeatFault
from pontoon.people import Person, Roster
from pontoon.player import Player
from pontoon.premises import Network
from pontoon.purse import Purse
from pontoon.recognition import Present, Recognition
from pontoon.store import PlayerStore
from pontoon.table import Table

WhereEngaged = Callable[[str, str], str | None]
"""Gives the channel in which somebody sits, from their nick in players.xml and their nick now."""


@dataclass(frozen=True, slots=True)
class Named:
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


class Seating:
    """Finds the people named for a round in the channel and in players.xml."""

    def __init__(
        self,
        store: PlayerStore,
        network: Network,
        engaged: WhereEngaged,
        recognition: Callable[[], Recognition],
        ignores: Callable[[Person], bool],
    ) -> None:
        self._store = store
        self._network = network
        self._engaged = engaged
        self._recognition = recognition
        self._ignores = ignores

    def invited(
        self, nicks: Sequence[str], players: Sequence[str], roster: Roster
    ) -> list["Named"]:
        """Return whom NICKS mean or, if there are none, who of ROSTER are PLAYERS."""
        return self.named(nicks, roster) if nicks else self.again(players, roster)

    def named(self, nicks: Sequence[str], roster: Roster) -> list[Named]:
        """Return whom NICKS mean: each a player, or somebody in ROSTER by the nick they have now.

        Somebody without an entry goes by the nick as it was spelt first.
        """
        fold = self._network.fold
        spelt: dict[str, str] = {}
        present = Present(self._recognition(), roster)
        return [self._named(spelt.setdefault(fold(nick), nick), roster, present) for nick in nicks]

    def again(self, players: Sequence[str], roster: Roster) -> list[Named]:
        """Return who of ROSTER are PLAYERS, whom players.xml had at the last round."""
        present = Present(self._recognition(), roster)
        return [self._as_player(each, self._store.find(each), roster, present) for each in players]

    def player_meant(self, nick: str, roster: Roster) -> str:
        """Return the player whom NICK means; what was typed if there is none."""
        return self._named(nick, roster, Present(self._recognition(), roster)).player

    def candidates(self, named: Sequence[Named], table: Table, purse: Purse) -> list[Candidate]:
        """Return those who are NAMED, in that order, all of them fit for a round at TABLE.

        What they can stake is in PURSE. CannotDeal with everything that is wrong, if anything is.
        """
        found: list[Candidate] = []
        faults: dict[str, CannotSeat] = {}
        players: list[tuple[str, int]] = []
        for each in named:
            entry = self._store.find(each.player)
            # Where there is no entry it is not the chips that keep somebody away.
            chips = table.least_stake if entry is None else purse.stakes(entry)
            players.append((each.player, chips))
            fault = self._fault(each, entry, purse)
            if fault is not None:
                faults[each.player] = fault
            elif each.person is not None:
                found.append(Candidate(each.player, chips, each.person))
        self._refuse(tuple(faults.values()), table.why_not_deal(players))
        return found

    def _named(self, nick: str, roster: Roster, present: Present) -> Named:
        entry = self._store.find(nick)
        person = None if self._network.is_me(nick) else roster.find(nick)
        player = None if person is None else self._recognition().player_of(person)
        if player is not None and (entry is None or entry.nick == player.nick):
            return Named(player.nick, person)
        named = self._as_player(nick, entry, roster, present)
        if named.person is None and player is not None:
            return Named(player.nick, person)
        return named

    def _as_player(
        self, nick: str, entry: Player | None, roster: Roster, present: Present
    ) -> Named:
        """Return who of ROSTER is the player of ENTRY, NICK being what they are called."""
        if self._network.is_me(nick):
            return Named(nick if entry is None else entry.nick, fault=SeatFault.IS_THE_BOT)
        if entry is None:
            return Named(nick, fault=SeatFault.NO_ENTRY)
        person = present.find(entry)
        if person is not None:
            return Named(entry.nick, person)
        impostor = roster.find(entry.nick)
        why = None if impostor is None else self._recognition().why_not(entry, impostor)
        return Named(entry.nick, fault=why or SeatFault.NOT_PRESENT)

    def _fault(self, named: Named, entry: Player | None, purse: Purse) -> CannotSeat | None:
        """Return what stands against somebody but their chips; None if nothing does."""
        if named.fault is not None:
            return CannotSeat(named.player, named.fault)
        assert entry is not None
        assert named.person is not None
        if self._ignores(named.person):
            return CannotSeat(named.player, SeatFault.IS_IGNORED)
        where = self._engaged(named.player, named.person.nick)
        if where:
            return CannotSeat(named.player, SeatFault.SEATED_ELSEWHERE, where)
        fault = purse.fault(entry)
        return CannotSeat(named.player, fault) if fault else None

    @staticmethod
    def _refuse(faults: tuple[CannotSeat, ...], refused: CannotDeal | None) -> None:
        if refused is not None:
            raise CannotDeal((*faults, *refused.seats), refused.most, refused.least)
        if faults:
            raise CannotDeal(faults)

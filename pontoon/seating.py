"""Who can be seated for a round, and everything that stands against those who cannot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pontoon.casemapping import Fold
from pontoon.errors import CannotDeal, CannotSeat, SeatFault
from pontoon.people import Person, Roster
from pontoon.purse import Purse
from pontoon.store import PlayerStore
from pontoon.table import Table

WhereEngaged = Callable[[str, str], str | None]
"""Gives the channel in which somebody sits, from their nick in players.xml and their nick now."""


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
        fold: Callable[[], Fold],
        is_me: Callable[[str], bool],
        engaged: WhereEngaged,
        ignores: Callable[[Person], bool],
    ) -> None:
        self._store = store
        self._fold = fold
        self._is_me = is_me
        self._engaged = engaged
        self._ignores = ignores

    def candidates(
        self, nicks: Sequence[str], roster: Roster, table: Table, purse: Purse
    ) -> list[Candidate]:
        """Return who is called NICKS, in that order, all of them fit for a round at TABLE.

        What they can stake is in PURSE.

        CannotDeal with everything that is wrong, if anything is.
        """
        fold = self._fold()
        spelt: dict[str, str] = {}
        found: list[Candidate] = []
        faults: dict[str, CannotSeat] = {}
        players: list[tuple[str, int]] = []
        for nick in nicks:
            first_spelt = spelt.setdefault(fold(nick), nick)
            name, chips = self._player(nick, first_spelt, table, purse)
            players.append((name, chips))
            person = roster.find(nick)
            fault = self._fault(nick, name, person, purse)
            if fault is not None:
                faults[name] = fault
            elif person is not None:
                found.append(Candidate(name, chips, person))
        self._refuse(tuple(faults.values()), table.why_not_deal(players))
        return found

    def _player(self, nick: str, spelt: str, table: Table, purse: Purse) -> tuple[str, int]:
        """Return the player called NICK, with what they can stake.

        Somebody without an entry goes by the nick as it was SPELT first, and is taken to have
        enough: that they have not is not what keeps them away.
        """
        player = self._store.find(nick)
        if player is None:
            return spelt, table.least_stake
        return player.nick, purse.stakes(player)

    def _fault(
        self, nick: str, player: str, person: Person | None, purse: Purse
    ) -> CannotSeat | None:
        """Return what stands against PLAYER but their chips; None if nothing does."""
        entry = self._store.find(nick)
        if self._is_me(nick):
            return CannotSeat(player, SeatFault.IS_THE_BOT)
        if entry is None:
            return CannotSeat(player, SeatFault.NO_ENTRY)
        if person is None:
            return CannotSeat(player, SeatFault.NOT_PRESENT)
        if self._ignores(person):
            return CannotSeat(player, SeatFault.IS_IGNORED)
        where = self._engaged(player, nick)
        if where:
            return CannotSeat(player, SeatFault.SEATED_ELSEWHERE, where)
        fault = purse.fault(entry)
        return CannotSeat(player, fault) if fault else None

    @staticmethod
    def _refuse(faults: tuple[CannotSeat, ...], refused: CannotDeal | None) -> None:
        if refused is not None:
            raise CannotDeal((*faults, *refused.seats), refused.most, refused.least)
        if faults:
            raise CannotDeal(faults)

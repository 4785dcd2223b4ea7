"""Which people can be dealt in, and why others cannot."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from pontoon.engine.errors import CannotDeal, CannotSeat, SeatFault
from pontoon.engine.moves import Unit
from pontoon.engine.table import Table
from pontoon.irc.people import Person, Roster
from pontoon.storage.players.identity import Present
from pontoon.storage.players.player import Player
from pontoon.tables.context import TableContext
from pontoon.tables.seats import SeatMap
from pontoon.tables.wallets import Wallet
from pontoon.text.names import is_without_name


class Engagements(Protocol):
    """What the ``Floor`` knows about players at its tables."""

    def where_playing(self, player: str, nick: str) -> str | None: ...

    def where_playing_by_choice(self, player: str, nick: str) -> str | None: ...

    def has_bank(self, player: str, game: str, channel: str) -> bool: ...


class Invitee(Struct, frozen=True):
    """The player that a name means, as players.xml spells it, with the person or a fault."""

    player: str
    person: Person | None = None
    fault: SeatFault | None = None


class Invited(Struct, frozen=True):
    """The people to whom a round is to be dealt, in order.

    Those with TOLERATED faults are left out; other faults prevent the round. The table does not
    want those REFUSED now. If the people HAVE JOINED, those too many for the game wait.
    """

    people: Sequence[Invitee]
    tolerated: Collection[SeatFault]
    refused: Mapping[str, CannotSeat] = {}
    silent: Sequence[CannotSeat] = ()
    """The players who are left out for having been silent, which the channel hears."""
    have_joined: bool = False


class Candidate(Struct, frozen=True):
    """A player of players.xml who can be seated, with their chips, and the person."""

    player: str
    chips: int
    person: Person


class Chosen(Struct, frozen=True):
    """The players to deal in, in order, and the players left out, with reasons."""

    candidates: list[Candidate]
    left_out: list[CannotSeat]
    waiting: list[str]
    """The players for whom the game has no seat this time."""


class LeftOutCounts:
    """How often in a row the players of each game were left out of a round, and who was silent."""

    def __init__(self) -> None:
        self._times: dict[str, Mapping[str, int]] = {}
        self._before: Mapping[str, int] = {}
        """The counts of the game that was begun last, before it was."""
        self._silent: dict[str, list[str]] = {}

    def after(self, game: str, left_out: Sequence[str]) -> Mapping[str, int]:
        before = self._times.get(game, {})
        return {player: before.get(player, 0) + 1 for player in left_out}

    def begun(self, game: str, times: Mapping[str, int]) -> None:
        """Note that a round of GAME has begun, after which TIMES count."""
        self._before = self._times.get(game, {})
        self._times[game] = times
        self._silent.pop(game, None)

    def is_silent(self, game: str, player: str) -> None:
        """Note that PLAYER has let the question for a bet go by in the round of GAME."""
        self._silent.setdefault(game, []).append(player)

    def silent(self, game: str, players: Sequence[str]) -> list[CannotSeat]:
        """Return who, besides PLAYERS, was silent at the bet in the last round of GAME."""
        silent = (each for each in self._silent.get(game, ()) if each not in players)
        return [CannotSeat(player, SeatFault.SILENT) for player in silent]

    def not_begun(self, game: str) -> None:
        """Note that the last round, one of GAME, was void: nobody was left out of it."""
        self._times[game] = self._before


class Seating:
    """Finds people in the channel and in players.xml; FLOOR knows where they play."""

    def __init__(self, context: TableContext, floor: Engagements) -> None:
        self._context = context
        self._store = context.settlements.store
        self._floor = floor

    def named(self, nicks: Sequence[str], roster: Roster) -> list[Invitee]:
        """Return the players that NICKS mean; a nick without an entry stays as first spelt."""
        fold = self._context.network.fold
        spelt: dict[str, str] = {}
        present = Present(self._context.settings.identities, roster)
        return [self._named(spelt.setdefault(fold(nick), nick), roster, present) for nick in nicks]

    def again(self, players: Sequence[str], roster: Roster) -> list[Invitee]:
        """Return PLAYERS of the last round with the people in ROSTER."""
        present = Present(self._context.settings.identities, roster)
        return [self._as_player(each, self._store.find(each), roster, present) for each in players]

    def player_meant(self, nick: str, roster: Roster) -> str:
        """Return the player whom NICK means, or NICK as typed if there is none."""
        return self._named(nick, roster, Present(self._context.settings.identities, roster)).player

    def joined(self, places: SeatMap, roster: Roster) -> list[Invitee]:
        """Return the players who have PLACES with the people in ROSTER."""
        present = {holder.player: person for holder, person in places.present(roster)}
        return [self._as_joined(each, present.get(each)) for each in places.players]

    def _as_joined(self, player: str, person: Person | None) -> Invitee:
        if self._store.find(player) is None:
            return Invitee(player, fault=SeatFault.NO_ENTRY)
        return Invitee(player, person, None if person else SeatFault.NOT_PRESENT)

    def choose(self, invited: Invited, table: Table, wallet: Wallet) -> Chosen:
        """Return which of the INVITED can be dealt in at TABLE, in that order, and which cannot.

        WALLET holds their stakes. Raise CannotDeal, with all faults, if one of them is not
        tolerated or too few players are left.
        """
        found: dict[str, Candidate] = {}
        faults: dict[str, CannotSeat] = {}
        for each in invited.people:
            seat = self.seat(each, invited, table, wallet)
            if isinstance(seat, Candidate):
                found[each.player] = seat
            else:
                faults[each.player] = seat
        times = Counter(each.player for each in invited.people)
        twice = [CannotSeat(each, SeatFault.SEATED_TWICE) for each in times if times[each] > 1]
        wrong = (*faults.values(), *twice)
        dealt = [*found]
        if invited.have_joined:
            dealt = _first(dealt, table)
        candidates = [found[player] for player in dealt]
        refused = table.why_not_deal([(each.player, each.chips) for each in candidates])
        if refused is not None:
            raise CannotDeal(wrong, refused.most, refused.least if found or not wrong else None)
        if any(each.fault not in invited.tolerated for each in wrong):
            raise CannotDeal(wrong)
        waiting = [player for player in found if player not in dealt]
        return Chosen(candidates, [*faults.values()], waiting)

    def seat(
        self, named: Invitee, invited: Invited, table: Table, wallet: Wallet
    ) -> Candidate | CannotSeat:
        """Return a NAMED player, one of those INVITED, as they can be seated; or why they cannot.

        They are to sit at TABLE, with the stakes in WALLET.
        """
        player, person, entry = named.player, named.person, self._store.find(named.player)
        if named.fault is not None:
            return CannotSeat(player, named.fault)
        assert entry is not None
        assert person is not None
        if self._context.ignores(person):
            return CannotSeat(player, SeatFault.IS_IGNORED)
        if is_without_name(self._context.name_of(player)):
            return CannotSeat(player, SeatFault.NO_NAME)
        floor, is_own_bank = self._floor, player == table.banker
        where_playing = floor.where_playing_by_choice if is_own_bank else floor.where_playing
        if where := where_playing(player, person.nick):
            return CannotSeat(player, SeatFault.SEATED_ELSEWHERE, where)
        if entry.is_opted_out and not invited.have_joined:
            return CannotSeat(player, SeatFault.OPTED_OUT)
        if player in invited.refused:
            return invited.refused[player]
        chips = wallet.stakes(entry) - self._context.seat_registry.at_risk(player, table.game.unit)
        return self.why_broke(entry, table, wallet, chips) or Candidate(player, chips, person)

    def why_broke(
        self, entry: Player, table: Table, wallet: Wallet, stakes: int
    ) -> CannotSeat | None:
        """Say what ENTRY lacks to sit at TABLE with STAKES of WALLET; None if it is nothing."""
        fault = wallet.fault(entry) or table.why_too_few(entry.nick, stakes)
        if fault in (SeatFault.NO_CHIPS, SeatFault.TOO_FEW_CHIPS):
            kept = self._store.owned(entry) - entry.chips - entry.bank
            if kept and table.game.unit is Unit.CHIPS:
                return CannotSeat(entry.nick, self._why_kept(entry.nick), str(kept))
        return fault and CannotSeat(entry.nick, fault)

    def _why_kept(self, player: str) -> SeatFault:
        """Return why the chips of PLAYER are in kitties: theirs as a banker's, or from before.

        A bank on another network may be theirs.
        """
        has_bank, here = self._floor.has_bank, self._context.known_as
        kitties = self._store.kitties_of(player)
        is_bankers = any(
            each.network != here or has_bank(player, each.game, each.channel) for each in kitties
        )
        return SeatFault.CHIPS_IN_KITTY if is_bankers else SeatFault.CHIPS_IN_OLD_KITTY

    def _named(self, nick: str, roster: Roster, present: Present) -> Invitee:
        entry = self._store.find(nick)
        person = None if self._context.network.is_me(nick) else roster.find(nick)
        player = None if person is None else self._context.settings.identities.player_of(person)
        if player is not None and (entry is None or entry.nick == player.nick):
            return Invitee(player.nick, person)
        named = self._as_player(nick, entry, roster, present)
        return Invitee(player.nick, person) if named.person is None and player else named

    def _as_player(
        self, nick: str, entry: Player | None, roster: Roster, present: Present
    ) -> Invitee:
        """Return the player of ENTRY, who is called NICK, and the person in ROSTER who that is."""
        if self._context.network.is_me(nick):
            return Invitee(nick if entry is None else entry.nick, fault=SeatFault.IS_THE_BOT)
        if entry is None:
            return Invitee(nick, fault=SeatFault.NO_ENTRY)
        person = present.find(entry)
        if person is not None:
            return Invitee(entry.nick, person)
        impostor = roster.find(entry.nick)
        why = (
            None if impostor is None else self._context.settings.identities.why_not(entry, impostor)
        )
        return Invitee(entry.nick, fault=why or SeatFault.NOT_PRESENT)


def _first(players: Sequence[str], table: Table) -> list[str]:
    """Return the PLAYERS for whom TABLE has seats: the first ones, and its banker in any case."""
    first = [*players[: table.most]]
    banker = table.banker
    if banker is None or banker not in players[table.most :]:
        return first
    return [*first[:-1], banker]

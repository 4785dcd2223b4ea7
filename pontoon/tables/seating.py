"""Which people can be dealt in, and why others cannot."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pontoon.engine.computers import (
    character_meant,
    character_of,
    computer_at,
    is_computer,
)
from pontoon.engine.errors import CannotDeal, CannotSeat, Refused, SeatFault
from pontoon.engine.moves import Unit
from pontoon.irc.people import AUDITORIUM, DELAYED_JOIN, Person
from pontoon.storage.players.identity import Present
from pontoon.storage.players.player import Player
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.seats import SeatMap, in_place_of_person
from pontoon.text.announcements import most_computers


class Candidate(Struct, frozen=True):
    """A player of players.xml, the person who that is, and the chips that they can stake."""

    player: str
    person: Person
    chips: int = 0


class Invited(Struct, frozen=True):
    """The people to whom a round is to be dealt, in order; some of them cannot be seated.

    Those with TOLERATED faults are left out; other faults prevent the round. The table does not
    want those REFUSED now. If the people HAVE JOINED, those too many for the game wait.
    """

    people: Sequence[Candidate | CannotSeat]
    tolerated: Collection[SeatFault]
    refused: Mapping[str, CannotSeat] = {}
    asker: str = ""
    """The player who asks for the round, or "": they can always name themselves."""
    have_joined: bool = False


class Chosen(Struct, frozen=True):
    """The players to deal in, in order, and the players left out, with reasons."""

    candidates: list[Candidate]
    left_out: list[CannotSeat]
    waiting: list[str]
    """The players for whom the game has no seat this time."""

    @property
    def people(self) -> int:
        """The number of candidates that are no computers."""
        return sum(not is_computer(each.player) for each in self.candidates)


def _other_who_is_alone(players: Sequence[str], invited: Invited) -> str | None:
    """Return the only person of PLAYERS if they have not asked for it; None for other rounds.

    Nobody deals to one other person, alone or with computers. One who has joined plays with them.
    """
    people = [player for player in players if not is_computer(player)]
    has_joined_computers = invited.have_joined and len(players) > 1
    if len(people) != 1 or people[0] == invited.asker or has_joined_computers:
        return None
    return people[0]


class Seating:
    """Finds the people of a channel in players.xml."""

    def __init__(self, tables: ChannelTables) -> None:
        self._tables = tables
        self._context = tables.context
        self._store = tables.context.settlements.store

    def named(self, nicks: Sequence[str]) -> list[Candidate | CannotSeat]:
        """Return the players that NICKS mean; a nick without an entry stays as first spelt."""
        fold, present = self._context.network.fold, self._present()
        spelt: dict[str, str] = {}
        return [self._named(spelt.setdefault(fold(nick), nick), present) for nick in nicks]

    def again(
        self, players: Sequence[str], nicks: Sequence[str] = ()
    ) -> list[Candidate | CannotSeat]:
        """Return PLAYERS with the people in the channel: those who have NICKS, if they still do."""
        present = self._present()
        named = {each.player: each for each in self.named(nicks) if isinstance(each, Candidate)}
        return [
            named.get(each) or self._as_player(each, self._store.find(each), present)
            for each in players
        ]

    def player_meant(self, nick: str) -> str:
        """Return the player whom NICK means, or NICK as typed if there is none."""
        return self._named(nick, self._present()).player

    def joined(self, places: SeatMap) -> list[Candidate | CannotSeat]:
        """Return the players who have PLACES with the people in the channel."""
        present = {holder.player: person for holder, person in places.present(self._tables.roster)}
        found: list[Candidate | CannotSeat] = []
        for player in places.players:
            if self._store.find(player) is None and not is_computer(player):
                found.append(CannotSeat(player, SeatFault.NO_ENTRY))
            elif player in present:
                found.append(Candidate(player, present[player]))
            else:
                found.append(CannotSeat(player, SeatFault.NOT_PRESENT))
        return found

    def choose(self, game: str, invited: Invited) -> Chosen | CannotDeal:
        """Return which of the INVITED can be dealt in for GAME, in that order, and which cannot.

        Return all faults if one of them is not tolerated or too few players are left.
        """
        table = self._tables.by_game[game]
        found: dict[str, Candidate] = {}
        faults: dict[str, CannotSeat] = {}
        for each in self._within_limit(invited.people):
            seat = self.seat(game, each, invited)
            if isinstance(seat, Candidate):
                found[each.player] = seat
            else:
                faults[each.player] = seat
        times = Counter(each.player for each in invited.people)
        twice = [CannotSeat(each, SeatFault.SEATED_TWICE) for each in times if times[each] > 1]
        wrong = (*faults.values(), *twice)
        dealt, most = [*found], table.most
        if dealt and all(map(is_computer, dealt)):
            return CannotDeal(wrong)  # the people are at fault: computers alone are never invited
        if invited.have_joined and len(dealt) > most:
            # The first ones have seats, and the banker in any case.
            last = table.banker if table.banker in dealt[most:] else dealt[most - 1]
            dealt = [*dealt[: most - 1], str(last)]
        candidates = [found[player] for player in dealt]
        refused = table.why_not_deal([(each.player, each.chips) for each in candidates])
        if refused is not None:
            return CannotDeal(wrong, refused.most, refused.least if found or not wrong else None)
        if any(each.fault not in invited.tolerated for each in wrong):
            return CannotDeal(wrong)
        if lone := _other_who_is_alone(dealt, invited):
            return CannotDeal((*wrong, CannotSeat(lone, SeatFault.ALONE)))
        waiting = [player for player in found if player not in dealt]
        return Chosen(candidates, [*faults.values()], waiting)

    def seat(
        self, game: str, named: Candidate | CannotSeat, invited: Invited
    ) -> Candidate | CannotSeat:
        """Return a NAMED player, one of those INVITED, with their chips for GAME; or a fault."""
        if isinstance(named, CannotSeat):
            return named
        player, person, entry = named.player, named.person, self.entry(game, named.player)
        table, context = self._tables.by_game[game], self._context
        if context.ignores(person):
            return CannotSeat(player, SeatFault.IS_IGNORED)
        if context.lacks_name(player):
            return CannotSeat(player, SeatFault.NO_NAME)
        registry, here = context.seat_registry, context.known_as
        for each in registry.engaging(here, player, person.nick):
            if any(each.holds(seated.player) for seated in each.seat_map.of(player, person.nick)):
                return CannotSeat(player, SeatFault.SEATED_ELSEWHERE, context.place_of(each))
        is_by_others = not invited.have_joined and player != invited.asker
        if entry.is_opted_out and is_by_others:
            return CannotSeat(player, SeatFault.OPTED_OUT)
        if player in invited.refused:
            return invited.refused[player]
        stakes = context.settings.wallets[game].stakes(entry)
        chips = stakes - registry.at_risk(player, table.game.unit)
        return self.why_broke(game, entry, chips) or replace(named, chips=chips)

    def entry(self, game: str, player: str) -> Player:
        """Return PLAYER in players.xml, who is to be seated at GAME.

        A computer is made when it is first used, and the house fills its purse. LookupError if
        there is no such player; PlayersFileError if it cannot be made.
        """
        entry = self._store.find(player)
        if is_computer(player):
            chips = self._context.settings.players.computer_chips
            return self._refilled(game, entry or self._store.computer(player, chips))
        if entry is None:
            raise LookupError(player)
        return entry

    def _refilled(self, game: str, computer: Player) -> Player:
        """Return COMPUTER with what the house puts into its purse if it is too small for GAME.

        That is as much for all computers in the channel together as a person has in a day.
        """
        context, table = self._context, self._tables.by_game[game]
        refill, least = context.settings.players.refill, table.game.least_stake(table.rules)
        if table.game.unit is not Unit.CHIPS or self._store.owned(computer) >= least:
            return computer
        try:
            change = self._store.refill_purse(computer.nick, refill, least, context.now())
        except Refused:
            return computer
        context.log(f"{computer.nick} is broke, and gets a refill: {refill} chips")
        return change.outcome

    def why_broke(self, game: str, entry: Player, stakes: int) -> CannotSeat | None:
        """Say what ENTRY, with so much to stake, lacks for GAME; None if it is nothing."""
        table, wallet = self._tables.by_game[game], self._context.settings.wallets[game]
        fault = wallet.fault(entry) or table.why_too_few(entry.nick, stakes)
        if fault in (SeatFault.NO_CHIPS, SeatFault.TOO_FEW_CHIPS):
            kept = self._store.owned(entry) - entry.chips - entry.bank
            if kept and table.game.unit is Unit.CHIPS:
                return CannotSeat(entry.nick, SeatFault.CHIPS_IN_KITTY, str(kept))
        return fault and CannotSeat(entry.nick, fault)

    def _present(self) -> Present:
        return Present(self._context.settings.identities, self._tables.roster)

    def computer(self, character: str) -> Candidate:
        """Return the computer of CHARACTER that plays in this channel."""
        player = computer_at(character, self._tables.key, self._context.known_as)
        return Candidate(player, in_place_of_person(player))

    def _within_limit(
        self, people: Sequence[Candidate | CannotSeat]
    ) -> Iterator[Candidate | CannotSeat]:
        """Yield PEOPLE, with no more computers among them than may play here."""
        most, computers = self._context.settings.table.computer_players, set[str]()
        for each in people:
            if isinstance(each, Candidate) and is_computer(each.player):
                computers.add(each.player)
                if len(computers) > most:
                    fault = SeatFault.TOO_MANY_COMPUTERS
                    yield CannotSeat(each.player, fault, most_computers(most))
                    continue
            yield each

    def _named(self, nick: str, present: Present) -> Candidate | CannotSeat:
        if character := character_meant(nick):
            return self.computer(character)
        entry, context = self._store.find(nick), self._context
        person = None if context.network.is_me(nick) else self._tables.roster.find(nick)
        player = None if person is None else context.settings.identities.player_of(person)
        if person is None or player is None:
            return self._as_player(nick, entry, present)
        theirs = Candidate(player.nick, person)
        if entry is None or entry.nick == player.nick:
            return theirs
        named = self._as_player(nick, entry, present)
        return theirs if isinstance(named, CannotSeat) else named

    def _as_player(
        self, nick: str, entry: Player | None, present: Present
    ) -> Candidate | CannotSeat:
        """Return the player of ENTRY, who is called NICK, and the person PRESENT who that is."""
        if is_computer(nick):
            return self.computer(character_of(nick))
        if self._context.network.is_me(nick):
            return CannotSeat(nick if entry is None else entry.nick, SeatFault.IS_THE_BOT)
        if entry is None:
            return CannotSeat(nick, SeatFault.NO_ENTRY)
        if (person := present.find(entry)) is not None:
            return Candidate(entry.nick, person)
        impostor, identities = (
            self._tables.roster.find(entry.nick),
            self._context.settings.identities,
        )
        why = None if impostor is None else identities.why_not(entry, impostor)
        if why is not None:
            return CannotSeat(entry.nick, why)
        return CannotSeat(entry.nick, SeatFault.NOT_PRESENT, self._why_unseen())

    def _why_unseen(self) -> str:
        """Return the mode of the channel for which the server may hide people; "" if it has none.

        Operators see everybody, but with a delayed join.
        """
        roster = self._tables.roster
        is_operator = roster.is_operator(self._context.network.nickname)
        if AUDITORIUM in roster.channel_modes and not is_operator:
            return AUDITORIUM
        return DELAYED_JOIN if DELAYED_JOIN in roster.channel_modes else ""

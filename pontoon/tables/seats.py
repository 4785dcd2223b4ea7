"""The seats of a table: each belongs to the person who sat down, not to a nick.

Computer players have seats too. They are always there, and no person on IRC ever takes their seats.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from pontoon.engine.computers import is_computer
from pontoon.irc.casemapping import Fold
from pontoon.irc.outgoing import do_nothing
from pontoon.irc.people import Person, Roster
from pontoon.storage.players.identity import IdentityResolver
from pontoon.storage.rounds import SeatRecord


class SeatHolder(Struct):
    """A person in the seat of a player of players.xml, under any nick.

    While they are out of the channel they are told nothing. A person who then has their nick is
    somebody else, unless ``user@host`` is theirs too, or theirs was never known. If the player has
    an account, only the person logged in to it is the holder; without the login they count as out.
    """

    player: str
    person: Person
    is_here: bool = True

    @property
    def record(self) -> SeatRecord:
        return SeatRecord(self.player, self.person.nick, self.person.userhost)

    @property
    def is_computer(self) -> bool:
        return is_computer(self.player)


def in_place_of_person(player: str) -> Person:
    """Return whom PLAYER, a computer, has in the place of a person: nobody has such a nick."""
    return Person(player, "", "")


class SeatMap:
    """The people seated in one channel, and the computers.

    FOLD returns how the server compares nicks now, ACCOUNTS what is known of accounts now. CHANGED
    is called with this when a seat is taken or left, or a nick may have changed; and with players
    who had seats before the program was started.
    """

    def __init__(
        self,
        fold: Callable[[], Fold],
        accounts: Callable[[], IdentityResolver],
        changed: Callable[["SeatMap", Iterable[str]], object] = do_nothing,
    ) -> None:
        self._fold = fold
        self._accounts = accounts
        self._changed = changed
        self._holders: list[SeatHolder] = []

    def remember(self, players: Iterable[str]) -> None:
        """Note that PLAYERS had seats before the program was started."""
        self._changed(self, players)

    def seat(self, people: Iterable[tuple[str, Person]]) -> None:
        """Seat PEOPLE, each as a player, in place of the people who had seats before."""
        self._holders = [SeatHolder(player, person) for player, person in people]
        self._changed(self, ())

    def seat_absent(self, records: Iterable[SeatRecord]) -> None:
        """Seat the people of RECORDS, from before the program was started: nobody is seen yet."""
        self.seat((each.player, Person(each.nick, each.userhost)) for each in records)
        self.all_depart()

    def add(self, player: str, person: Person) -> None:
        """Seat PERSON as PLAYER, behind the others; in their own place if PLAYER has one."""
        holder = self._holder_of(player)
        if holder is None:
            self._holders.append(SeatHolder(player, person))
        else:
            holder.person, holder.is_here = person, True
        self._changed(self, ())

    def keep(self, players: Sequence[str]) -> None:
        """Keep only the seats of PLAYERS, in that order."""
        found = {each.player: each for each in self._holders}
        self._holders = [found[player] for player in players]
        self._changed(self, ())

    @property
    def people(self) -> Sequence[SeatHolder]:
        """The holders who are no computers."""
        return [each for each in self._holders if not each.is_computer]

    def all_depart(self) -> None:
        """Note that the bot is out of the channel and sees nobody."""
        for holder in self.people:
            holder.is_here = False

    def look_in(self, roster: Roster) -> None:
        """Note which holders are in ROSTER, now that the bot sees the channel again."""
        accounts = self._accounts()
        for holder in self._holders:
            person = roster.find(holder.person.nick)
            if accounts.is_bound(holder.player):
                same = [] if person is None else [person]
                owners = (each for each in (*same, *roster) if accounts.owns(holder.player, each))
                person = next(owners, None)
            if person is not None:
                self.arrived(person)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple([each.player for each in self._holders])

    def present(self, roster: Roster) -> Iterator[tuple[SeatHolder, Person]]:
        """Yield each holder who is in the channel, which has ROSTER, with the person."""
        for holder in self._holders:
            person = roster.find(holder.person.nick) if holder.is_here else None
            if holder.is_computer:
                yield holder, holder.person
            elif person is not None and not self.has_lost(holder, person):
                yield holder, person

    def __iter__(self) -> Iterator[SeatHolder]:
        return iter(self._holders)

    def clear(self) -> None:
        self._holders = []
        self._changed(self, ())

    def called(self, nick: str) -> SeatHolder | None:
        """Return the holder who is in the channel and has NICK there."""
        fold = self._fold()
        for each in self._holders:  # this is asked several times for each line
            if each.is_here and fold(each.person.nick) == fold(nick) and not each.is_computer:
                return each
        return None

    def find(self, person: Person) -> SeatHolder | None:
        """Return the holder that PERSON is, if they are in the channel."""
        holder = self.called(person.nick)
        return None if holder is None or self.has_lost(holder, person) else holder

    def find_away(self, person: Person) -> SeatHolder | None:
        """Return the holder that PERSON is, if they are out of the channel."""
        away = (each for each in self._holders if not each.is_here)
        return next((each for each in away if self._is_back(each, person)), None)

    def find_logged_out(self, person: Person) -> SeatHolder | None:
        """Return the holder that PERSON would be if they were logged in."""
        return next((each for each in self._left_by(person) if self.has_lost(each, person)), None)

    def find_elsewhere(self, person: Person) -> SeatHolder | None:
        """Return the holder who left with the nick of PERSON, but from another address.

        PERSON may be that holder, who cannot be told from somebody who has taken the nick.
        """
        if not person.userhost:
            return None
        left = (each for each in self._called(person.nick) if not each.is_here)
        for each in left:
            there = each.person.userhost
            if there and there != person.userhost and not self._accounts().is_bound(each.player):
                return each
        return None

    def find_renamed(self, person: Person) -> SeatHolder | None:
        """Return the holder who left from the address of PERSON, by another nick than theirs."""
        if not person.userhost or self._called(person.nick):
            return None
        left = (each for each in self._holders if not each.is_here)
        same = (each for each in left if each.person.userhost == person.userhost)
        return next((each for each in same if not self._accounts().is_bound(each.player)), None)

    def may_include(self, person: Person) -> bool:
        """Tell whether PERSON may have a seat, by what is known of their account so far."""
        if self.called(person.nick) or self.find_logged_out(person):
            return True
        bound = (each for each in self._holders if self._accounts().is_bound(each.player))
        return person.account is None and any(not each.is_here for each in bound)

    def unknown(self, roster: Roster) -> list[Person]:
        """Return the people of ROSTER who may be holders: their accounts are not known yet."""
        accounts = self._accounts()
        out = [each for each in self._holders if not each.is_here]
        bound = (each.person.nick for each in out if accounts.is_bound(each.player))
        found = filter(None, map(roster.find, bound))
        return [person for person in found if person.account is None]

    def has_lost(self, holder: SeatHolder, person: Person) -> bool:
        """Tell whether PERSON, with the nick of HOLDER, is not logged in to their account."""
        accounts = self._accounts()
        return accounts.is_bound(holder.player) and not accounts.owns(holder.player, person)

    def _is_back(self, holder: SeatHolder, person: Person) -> bool:
        if self._accounts().is_bound(holder.player):
            is_free = self.called(person.nick) is None
            return is_free and self._accounts().owns(holder.player, person)
        return any(each is holder for each in self._left_by(person))

    def _never_located(self, person: Person) -> SeatHolder | None:
        """Return the holder who left with the nick of PERSON before their address was known."""
        named = self._called(person.nick)
        if any(each.is_here or self._accounts().is_bound(each.player) for each in named):
            return None
        return next((each for each in named if not each.person.userhost), None)

    def _left_by(self, person: Person) -> Iterator[SeatHolder]:
        """Yield the holders who left with the nick and the address that PERSON has."""
        here = person.userhost
        left = (each for each in self._called(person.nick) if not each.is_here)
        return (each for each in left if here and each.person.userhost == here)

    def of(self, player: str, nick: str) -> Sequence[SeatHolder]:
        """Return the holders of the seat of PLAYER, and of that of whoever has NICK."""
        called = self._called(nick)
        return [each for each in self._holders if each.player == player or each in called]

    def address(self, player: str) -> str | None:
        """Return the nick of the person who holds the seat of PLAYER; None while they are away.

        Computers have none: nothing is sent to them.
        """
        holder = self._holder_of(player)
        return None if holder is None else _address(holder)

    def reach(self, roster: Roster, player: str) -> str | None:
        """Return the nick at which PLAYER is told something; None if they are not in ROSTER.

        A player without a seat is found in ROSTER, unless that person has the seat of another.
        """
        if (holder := self._holder_of(player)) is not None:
            return _address(holder)
        person = self._accounts().find_player(player, roster)
        return None if person is None or self._called(person.nick) else person.nick

    def departed(self, person: Person) -> None:
        """Note that PERSON has left the channel, or has lost what makes them the holder."""
        if (holder := self.called(person.nick)) is not None:
            holder.is_here = False
            holder.person = person if person.userhost else holder.person

    def arrived(self, person: Person) -> SeatHolder | None:
        """Note that PERSON is here, at their address; return the holder who is back with them.

        A holder whose address was never known is back by the nick alone.
        """
        holder = self.called(person.nick)
        if holder is not None and person.userhost and not self.has_lost(holder, person):
            holder.person = person
        if all(each.is_here for each in self._holders):
            return None
        holder = self.find_away(person) or self._never_located(person)
        if holder is not None:
            holder.is_here = True
            holder.person = person
            self._changed(self, ())
        return holder

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD is PERSON now: they may be a holder, here or away."""
        left = self._left_by(Person(old, person.userhost))
        if (holder := self.called(old) or next(left, None)) is not None:
            holder.person = person
            self._changed(self, ())

    def _holder_of(self, player: str) -> SeatHolder | None:
        return next((each for each in self._holders if each.player == player), None)

    def _called(self, nick: str) -> Sequence[SeatHolder]:
        """Return the holders who have NICK, or have left with it, as nicks are compared now."""
        fold = self._fold()
        folded = fold(nick)
        named = [each for each in self._holders if fold(each.person.nick) == folded]
        return [each for each in named if not each.is_computer]


def _address(holder: SeatHolder) -> str | None:
    is_reached = holder.is_here and not holder.is_computer
    return holder.person.nick if is_reached else None

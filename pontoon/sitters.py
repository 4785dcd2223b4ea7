"""Who sits in which seat: a seat belongs to the person who sat down, not to a nick."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pontoon.casemapping import Fold
from pontoon.people import Person, Roster


@dataclass(slots=True)
class Sitter:
    """A person in the seat of a player of players.xml, under whatever nick they have now.

    While they are out of the channel they are told nothing, and whoever has their nick meanwhile
    is somebody else, unless ``user@host`` is theirs too.
    """

    player: str
    person: Person
    is_here: bool = True


class Sitters:
    """The people seated in one channel. ``fold`` returns how the server compares nicks now."""

    def __init__(self, fold: Callable[[], Fold]) -> None:
        self._fold = fold
        self._sitters: list[Sitter] = []

    def seat(self, people: Iterable[tuple[str, Person]]) -> None:
        """Seat PEOPLE, each as a player; whoever sat here before has left."""
        self._sitters = [Sitter(player, person) for player, person in people]

    def all_depart(self) -> None:
        """Note that nobody here can be seen any more, the bot being out of the channel."""
        for sitter in self._sitters:
            sitter.is_here = False

    def look_in(self, roster: Roster) -> None:
        """Note who is in ROSTER, having been there all the while, or back before the bot was."""
        for sitter in self._sitters:
            person = roster.find(sitter.person.nick)
            if person is not None:
                self.arrived(person)

    def __iter__(self) -> Iterator[Sitter]:
        """Yield all who sit here, be they in the channel or out of it."""
        return iter(self._sitters)

    def clear(self) -> None:
        """Let everybody get up."""
        self._sitters = []

    def find(self, person: Person) -> Sitter | None:
        """Return the sitter that PERSON is, if they are in the channel."""
        return next((each for each in self._called(person.nick) if each.is_here), None)

    def find_away(self, person: Person) -> Sitter | None:
        """Return the sitter that PERSON is, if they are out of the channel."""
        away = (each for each in self._called(person.nick) if not each.is_here)
        return next((each for each in away if _is_same(each.person, person)), None)

    def address(self, player: str) -> str | None:
        """Return the nick of the person who sits as PLAYER, None while they are away."""
        here = (each for each in self._sitters if each.is_here and each.player == player)
        return next((each.person.nick for each in here), None)

    def reach(self, roster: Roster, player: str) -> str | None:
        """Return the nick at which PLAYER is told something, None where they are not in ROSTER.

        Who does not sit here is found by the nick in players.xml, unless its owner now sits here.
        """
        person = roster.find(player)
        if person is None or self.includes(player, person.nick):
            return self.address(player)
        return person.nick

    def includes(self, player: str, nick: str) -> bool:
        """Tell whether somebody sits here as PLAYER, or is a person who has NICK now."""
        return self.has(player) or any(self._called(nick))

    def has(self, player: str) -> bool:
        """Tell whether somebody sits here as PLAYER, here or away."""
        return any(each.player == player for each in self._sitters)

    def departed(self, person: Person) -> None:
        """Note that PERSON has left the channel."""
        if (sitter := self.find(person)) is not None:
            sitter.is_here = False
            sitter.person = person if person.userhost else sitter.person

    def arrived(self, person: Person) -> Sitter | None:
        """Note that PERSON has come; return the sitter who is back with them, if that is one."""
        sitter = self.find_away(person)
        if sitter is not None:
            sitter.is_here = True
            sitter.person = person
        return sitter

    def spoke(self, person: Person) -> None:
        """Note what is known of PERSON from what they said: where they are may have been hidden."""
        sitter = self.find(person)
        if sitter is not None and person.userhost:
            sitter.person = person

    def renamed(self, old: str, person: Person) -> None:
        """Note that whoever was called OLD is PERSON now, be it out of the channel."""
        sitter = self.find(Person(old)) or self.find_away(Person(old, person.userhost))
        if sitter is not None:
            sitter.person = person

    def _called(self, nick: str) -> Iterable[Sitter]:
        fold = self._fold()
        key = fold(nick)
        return (each for each in self._sitters if fold(each.person.nick) == key)


def _is_same(left: Person, come: Person) -> bool:
    """Tell whether somebody who has come is the one who left, their nicks being the same."""
    return bool(left.userhost) and left.userhost == come.userhost

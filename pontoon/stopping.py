"""Who has started a round, and may stop it for a while."""

from collections.abc import Callable

from pontoon.casemapping import Fold
from pontoon.people import Person, Roster


class Starter:
    """The person who may stop a round for having started it, if there is one.

    FOLD returns how the server compares nicks now.
    """

    def __init__(self, fold: Callable[[], Fold]) -> None:
        self._fold = fold
        self._person: Person | None = None

    def becomes(self, person: Person | None) -> None:
        """Note who has started a round; None where nobody may stop it for that, or not any more."""
        self._person = person

    def is_called(self, nick: str) -> bool:
        """Tell whether the starter has NICK now."""
        fold = self._fold()
        return self._person is not None and fold(self._person.nick) == fold(nick)

    def departed(self, person: Person) -> None:
        """Note that PERSON has left: whoever comes with that nick is somebody else."""
        if self.is_called(person.nick):
            self._person = None

    def renamed(self, old: str, person: Person) -> None:
        """Note that whoever was called OLD is PERSON now."""
        if self.is_called(old):
            self._person = person

    def look_in(self, roster: Roster, is_another: Callable[[Person], bool]) -> None:
        """Note that nobody was seen coming and going for a while, after which ROSTER is here.

        Somebody who looks the same may be known to be another.
        """
        if self._person is None:
            return
        found = roster.find(self._person.nick)
        if found is None or found != self._person or is_another(found):
            self._person = None

"""Who has started a round and may stop it: RULES, At every table, Stopping."""

from collections.abc import Callable

from pontoon.irc.casemapping import Fold
from pontoon.irc.people import Person, Roster

BARRED_SECONDS = 120
"""So long nobody starts a round in a channel after stopping one there."""


class RoundStarter:
    """The person who may stop a round for having started it, if there is one.

    FOLD returns how the server compares nicks now.
    """

    def __init__(self, fold: Callable[[], Fold]) -> None:
        self._fold = fold
        self._person: Person | None = None

    def becomes(self, person: Person | None) -> None:
        """Note who has started a round; None where nobody may stop it for that any longer."""
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
        """Note that the one who was called OLD is PERSON now."""
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


class Barred:
    """The people who have stopped a round that they had started, and start none for two minutes.

    They are known again by nick, by account and by ``user@host``. FOLD returns how the server
    compares nicks now.
    """

    def __init__(self, fold: Callable[[], Fold]) -> None:
        self._fold = fold
        self._until: dict[str, float] = {}

    def add(self, person: Person, now: float) -> None:
        """Bar PERSON from NOW on, in seconds."""
        self._until = {key: until for key, until in self._until.items() if until > now}
        self._until |= dict.fromkeys(self._keys(person), now + BARRED_SECONDS)

    def seconds_left(self, person: Person, now: float) -> float:
        """Return for how many seconds more PERSON starts no round; 0 where they may."""
        return max(0.0, *(self._until.get(key, now) - now for key in self._keys(person)))

    def _keys(self, person: Person) -> list[str]:
        """Return what PERSON is known by; a space keeps one kind of name from another."""
        keys = [self._fold()(person.nick)]
        keys += [f"account {person.account.lower()}"] if person.account else []
        keys += [f"host {person.userhost.lower()}"] if person.userhost else []
        return keys

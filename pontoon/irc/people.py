"""The members of a channel, by NAMES and WHO, and then by JOIN, PART, QUIT, KICK and NICK."""

from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon.irc.casemapping import Fold, rfc1459

OPERATOR_MODES = frozenset("qao")
"""Channel owner, protected and operator: each of them may act for the channel."""


class Person(Struct, frozen=True, eq=False):
    """Somebody on the network: their nick now, and ``user@host``, empty until it is known.

    ``account`` is the services account that they are logged in to: "" for none, None if unknown.
    Two persons compare equal whatever their accounts.
    """

    nick: str
    userhost: str = ""
    account: str | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Person):
            return NotImplemented
        return (self.nick, self.userhost) == (other.nick, other.userhost)

    def __ne__(self, other: object) -> bool:
        return not self == other  # that of Struct compares the accounts too

    def __hash__(self) -> int:
        return hash((self.nick, self.userhost))


class Roster(Struct):
    """The people in one channel, found by nick under the server's casemapping."""

    fold: Fold = rfc1459
    _people: dict[str, Person] = field(default_factory=dict)
    _modes: dict[str, frozenset[str]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Person]:
        return iter(self._people.values())

    def __len__(self) -> int:
        return len(self._people)

    def find(self, nick: str) -> Person | None:
        """Return the person who has NICK now; None if nobody in the channel has it."""
        return self._people.get(self.fold(nick))

    def is_operator(self, nick: str) -> bool:
        """Tell whether NICK is in the channel with one of ``OPERATOR_MODES``."""
        return not OPERATOR_MODES.isdisjoint(self.modes(nick))

    def modes(self, nick: str) -> frozenset[str]:
        """Return the channel modes of NICK, as far as they are known."""
        return self._modes.get(self.fold(nick), frozenset())

    def add(self, person: Person) -> None:
        """Note that PERSON is here. A known ``user@host`` or account stays if PERSON has none."""
        key = self.fold(person.nick)
        known = self._people.get(key)
        if known is not None:
            account = known.account if person.account is None else person.account
            person = Person(person.nick, person.userhost or known.userhost, account)
        self._people[key] = person
        self._modes.setdefault(key, frozenset())

    def set_modes(self, nick: str, modes: frozenset[str]) -> None:
        """Note all channel modes (letters such as ``o`` and ``v``) of NICK."""
        if (key := self.fold(nick)) in self._people:
            self._modes[key] = modes

    def grant(self, nick: str, mode: str) -> None:
        if (key := self.fold(nick)) in self._people:
            self._modes[key] |= {mode}

    def revoke(self, nick: str, mode: str) -> None:
        if (key := self.fold(nick)) in self._people:
            self._modes[key] -= {mode}

    def remove(self, nick: str) -> Person | None:
        """Note that NICK is gone; return who that was, or None if the nick was not here."""
        key = self.fold(nick)
        self._modes.pop(key, None)
        return self._people.pop(key, None)

    def rename(self, old: str, new: str) -> Person | None:
        """Note that OLD is called NEW now; return the person with the new nick, or None."""
        modes = self.modes(old)
        person = self.remove(old)
        if person is None:
            return None
        self.remove(new)  # the user@host of a ghost must not become theirs
        renamed = replace(person, nick=new)
        self.add(renamed)
        self._modes[self.fold(new)] = modes
        return renamed

    def refold(self, fold: Fold) -> None:
        """Use another casemapping from now on."""
        members = [(person, self._modes[key]) for key, person in self._people.items()]
        self.fold = fold
        self._people = {fold(person.nick): person for person, _ in members}
        self._modes = {fold(person.nick): modes for person, modes in members}

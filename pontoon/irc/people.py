"""The members of a channel, by NAMES and WHO, and then by JOIN, PART, QUIT, KICK and NICK."""

from collections.abc import Iterator, Sequence
from ipaddress import IPv6Address
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon.irc.casemapping import Fold, rfc1459

OPERATOR_MODES = frozenset("qao")
"""Channel owner, protected and operator: each of them may act for the channel."""

AUDITORIUM = "u"
"""The mode of a channel whose members see only its operators, who see everybody."""

DELAYED_JOIN = "D"
"""The mode of a channel where nobody sees who comes, until they say something there.

On some servers either letter means something else: that members are hidden is never sure.
"""

SECRET_MODES = frozenset("sp")
"""Secret and private: people outside do not hear of such a channel."""

_NO_MODES: frozenset[str] = frozenset()
"""The one for everybody without any: each empty frozenset takes 216 bytes."""


def network_of(host: str) -> str:
    """Return what somebody cannot change of HOST: of an IPv6 address the first 64 bits.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("dave.example")
    ('2001:db8:1:2::', 'dave.example')
    """
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return str(IPv6Address(int(address) >> 64 << 64))


class Person(Struct, frozen=True, eq=False):
    """Somebody on the network: their nick now, and ``user@host``, empty until it is known.

    ``account`` is the services account that they are logged in to: "" for none, None if unknown.
    Two persons compare equal whatever their accounts.
    """

    nick: str
    userhost: str = ""
    account: str | None = None

    @property
    def host(self) -> str:
        """The host, "" until it is known."""
        return self.userhost.rpartition("@")[2]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Person):
            return NotImplemented
        return (self.nick, self.userhost) == (other.nick, other.userhost)

    def __ne__(self, other: object) -> bool:
        return not self == other  # that of Struct compares the accounts too

    def __hash__(self) -> int:
        return hash((self.nick, self.userhost))


class Known(Struct, eq=False):
    """A person whom the bot sees, and the rosters that have them.

    In the ``unsure`` ones the account is not known: it was told before they were there, and may
    have changed.
    """

    person: Person
    rosters: list["Roster"] = field(default_factory=list)
    unsure: set["Roster"] = field(default_factory=set)
    account_until: float = 0.0
    """Until when the account holds, by the clock, unless the server tells of every change."""

    def seen_in(self, roster: "Roster") -> Person:
        return replace(self.person, account=None) if roster in self.unsure else self.person


class People:
    """Everybody in some roster, found by nick under FOLD, the casemapping of the server.

    What is known of a person is the same in all their rosters, but for some accounts.
    """

    def __init__(self, fold: Fold = rfc1459) -> None:
        self.fold = fold
        self.memberships = 0
        """How many people all rosters have together."""
        self._known: dict[str, Known] = {}

    def __len__(self) -> int:
        return len(self._known)

    def known(self, nick: str) -> Known | None:
        """Return the person who has NICK now, with their rosters; None if they are in none."""
        return self._known.get(self.fold(nick))

    def find(self, nick: str) -> Person | None:
        known = self._known.get(self.fold(nick))
        return None if known is None else known.person

    def account_holds_until(self, nick: str) -> float:
        known = self._known.get(self.fold(nick))
        return 0.0 if known is None else known.account_until

    def learn(self, person: Person, account_until: float = 0.0) -> tuple[bool, bool]:
        """Note PERSON; return whether the ``user@host`` is new, and whether the account is.

        A known ``user@host`` or account stays if PERSON has none.
        """
        known = self._known.get(self.fold(person.nick))
        if known is None:
            return False, False
        before, account = known.person, person.account
        is_located = bool(person.userhost) and not before.userhost
        has_logged = account is not None and (account != before.account or bool(known.unsure))
        if account is None:
            account = before.account
        else:
            known.unsure.clear()
            known.account_until = account_until
        known.person = Person(person.nick, person.userhost or before.userhost, account)
        return is_located, has_logged

    def supplant(self, person: Person) -> None:
        """Note PERSON, of whom nothing else is known, in place of a ghost with their nick.

        A ghost is somebody whom the bot has lost track of; their ``user@host`` and account do not
        become those of PERSON.
        """
        known = self._known.get(self.fold(person.nick))
        if known is not None:
            known.person = person
            known.unsure.clear()

    def rename(self, old: str, new: str) -> Person | None:
        """Note that OLD is called NEW now; return the person with the new nick, or None."""
        known = self._known.pop(self.fold(old), None)
        if known is None:
            return None
        known.person = replace(known.person, nick=new)
        known.account_until = 0.0
        self._take_place(known)
        return known.person

    def refold(self, fold: Fold) -> None:
        """Use another casemapping from now on."""
        everybody = [*self._known.values()]
        self.fold = fold
        self._known = {}
        for known in everybody:
            self._take_place(known)

    def clear(self) -> None:
        self._known = {}
        self.memberships = 0

    def entered(self, person: Person, roster: "Roster") -> Known:
        """Note that PERSON is in ROSTER now, and was not."""
        known = self._known.setdefault(self.fold(person.nick), Known(person))
        known.rosters.append(roster)
        if person.account is None and known.person.account is not None:
            known.unsure.add(roster)
        self.memberships += 1
        return known

    def left(self, known: Known, roster: "Roster") -> None:
        known.rosters.remove(roster)
        known.unsure.discard(roster)
        self.memberships -= 1
        if not known.rosters:
            del self._known[self.fold(known.person.nick)]

    def _take_place(self, known: Known) -> None:
        """Find KNOWN by their nick, in place of a ghost."""
        key = self.fold(known.person.nick)
        ghost = self._known.get(key)
        self._known[key] = known
        if ghost is not None:
            for roster in ghost.rosters:
                roster.swap(ghost, known)


class Roster:
    """The people in one channel, called NAME, found by nick under the server's casemapping.

    PEOPLE has everybody in all rosters; without it, this roster is the only one, under FOLD. It is
    ``listed`` once NAMES has named everybody, ``complete`` once people in the channel are heard,
    and ``described`` once WHO has told each ``user@host``.
    """

    def __init__(
        self,
        fold: Fold = rfc1459,
        *,
        name: str = "",
        people: People | None = None,
    ) -> None:
        self.people = People(fold) if people is None else people
        self.name = name
        self.listed = False
        self.complete = False
        self.described = False
        self.channel_modes: set[str] = set()
        """The modes of the channel itself that are known to be set, such as ``s`` and ``u``."""
        self._modes: dict[Known, frozenset[str]] = {}

    @property
    def is_secret(self) -> bool:
        """Whether people outside are not to hear of the channel."""
        return not SECRET_MODES.isdisjoint(self.channel_modes)

    def __iter__(self) -> Iterator[Person]:
        return (known.seen_in(self) for known in self._modes)

    def __len__(self) -> int:
        return len(self._modes)

    def find(self, nick: str) -> Person | None:
        """Return the person who has NICK now; None if nobody in the channel has it."""
        known = self.people.known(nick)
        return known.seen_in(self) if known is not None and known in self._modes else None

    def is_operator(self, nick: str) -> bool:
        """Tell whether NICK is in the channel with one of ``OPERATOR_MODES``."""
        return not OPERATOR_MODES.isdisjoint(self.modes(nick))

    def modes(self, nick: str) -> frozenset[str]:
        known = self.people.known(nick)
        return _NO_MODES if known is None else self._modes.get(known, _NO_MODES)

    def add(self, person: Person) -> None:
        """Note that PERSON is here. A known ``user@host`` or account stays if PERSON has none."""
        if self.find(person.nick) is not None:
            self.people.learn(person)
        else:
            self._modes[self.people.entered(person, self)] = _NO_MODES

    def set_modes(self, nick: str, modes: frozenset[str]) -> None:
        """Note all channel modes (letters such as ``o`` and ``v``) of NICK."""
        known = self.people.known(nick)
        if known is not None and known in self._modes:
            self._modes[known] = modes

    def grant(self, nick: str, mode: str) -> None:
        self.set_modes(nick, self.modes(nick) | {mode})

    def revoke(self, nick: str, mode: str) -> None:
        self.set_modes(nick, self.modes(nick) - {mode})

    def remove(self, nick: str) -> Person | None:
        """Note that NICK is gone; return who that was, or None if the nick was not here."""
        known = self.people.known(nick)
        if known is None or self._modes.pop(known, None) is None:
            return None
        person = known.seen_in(self)
        self.people.left(known, self)
        return person

    def swap(self, ghost: Known, known: Known) -> None:
        """Note that KNOWN has the nick of GHOST, whose modes here are theirs only if alone."""
        modes = self._modes.pop(ghost)
        if known in self._modes:
            self.people.memberships -= 1
        else:
            self._modes[known] = modes
            known.rosters.append(self)
            known.unsure.add(self)

    def clear(self) -> None:
        for known in self._modes:
            self.people.left(known, self)
        self._modes.clear()


class NetworkPort(Protocol):
    """What the connection to a server knows and does."""

    @property
    def fold(self) -> Fold:
        """Maps a nick to the spelling by which this server compares nicks."""

    @property
    def nickname(self) -> str: ...

    def is_me(self, nick: str) -> bool: ...

    def roster(self, channel: str) -> Roster | None:
        """Return who is in CHANNEL; None where the bot is not in it."""

    def find(self, nick: str) -> Person | None:
        """Return who has NICK in any channel that the bot is in."""

    def channels_of(self, nick: str) -> Sequence[str]:
        """Return the channels, of those that the bot is in, where it sees NICK."""

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Ask the server to give NICK voice in CHANNEL if ON, or else to take it."""

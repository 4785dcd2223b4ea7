"""What people say waits until the accounts that matter for it are known."""

from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon.commands.base import Request
from pontoon.irc.casemapping import Fold
from pontoon.irc.people import Person
from pontoon.irc.whois import Answered, Precedence

MAX_HELD = 50
"""People whose lines wait at a time, besides those who have a seat.

The lines of others are answered at once: that they cannot be looked up now.
"""

MAX_LINES = 10  # of one person that are held back; later ones are dropped
MAX_OTHERS = 10  # people who are looked up because of one line


class AskingNetwork(Protocol):
    """The network on which people are looked up (``Network``)."""

    @property
    def fold(self) -> Fold: ...

    def sees(self, nick: str) -> bool: ...

    def is_seated(self, nick: str) -> bool: ...

    def look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None: ...

    def answer_held(self, request: Request, known: Person) -> None: ...


class _Held(Struct):
    """A sender whose lines wait, the lines, and the folded nicks that are being looked up.

    If the bot does not follow a sender, another user may have taken the nick unseen. Then only
    ``user@host`` tells whether it is still the same person.
    """

    sender: Person
    is_followed: bool
    lines: deque[Request] = field(default_factory=deque)
    awaited: set[str] = field(default_factory=set)


class AccountLookup:
    """Holds back what people say on NETWORK while an account that matters for it is unknown.

    The lines of one person stay in their order.
    """

    def __init__(self, network: AskingNetwork) -> None:
        self._network = network
        self._held: dict[str, _Held] = {}

    def holds(self, line: Request, needed: Iterable[Person]) -> bool:
        """Hold LINE until the accounts of those NEEDED are known, and behind what is held already.

        Return False if nothing holds it up.
        """
        sender = line.person
        held = self._of(sender)
        unknown = [each for each in needed if each.account is None]
        if held is None:
            is_full = len(self._held) >= MAX_HELD and not self._network.is_seated(sender.nick)
            if is_full or not unknown:
                return False
            held = _Held(sender, self._network.sees(sender.nick))
            self._held[self._network.fold(sender.nick)] = held
        if len(held.lines) < MAX_LINES:
            held.lines.append(line)
            self._ask(held, unknown[: MAX_OTHERS + 1])
        return True

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD is PERSON now; the lines that wait become theirs."""
        fold = self._network.fold
        held = self._of(Person(old, person.userhost))
        if held is not None:
            held.sender = replace(held.sender, nick=person.nick, userhost=person.userhost)
        if fold(old) == fold(person.nick):
            return
        self._held.pop(fold(person.nick), None)
        if held is not None:
            self._held[fold(person.nick)] = self._held.pop(fold(old))
        for each in list(self._held.values()):
            if fold(old) in each.awaited:
                self._ask(each, [person])
                self._answered(each, fold(old), None)

    def arrived(self, person: Person) -> None:
        """Drop what another user with the nick of PERSON, who has joined, has said."""
        self._of(person)

    def lost_sight(self) -> None:
        """Note that the bot has left a channel: it no longer follows those who are only there."""
        for held in self._held.values():
            held.is_followed = held.is_followed and self._network.sees(held.sender.nick)

    def found_people(self) -> None:
        """Note that the bot has joined a channel.

        If it did not follow the sender of a line, and the nick is there, drop the line: another
        user may have the nick.
        """
        self._held = {
            key: held
            for key, held in self._held.items()
            if held.is_followed or not self._network.sees(held.sender.nick)
        }

    def forget(self, nick: str) -> None:
        """Drop what NICK has said: the person is gone."""
        self._held.pop(self._network.fold(nick), None)

    def stop(self) -> None:
        self._held.clear()

    def _of(self, person: Person) -> _Held | None:
        """Return what PERSON has said; drop what an earlier user of the nick said."""
        key = self._network.fold(person.nick)
        held = self._held.get(key)
        if held is None:
            return None
        if not held.is_followed and held.sender.userhost != person.userhost:
            del self._held[key]
            return None
        held.is_followed = held.is_followed or self._network.sees(person.nick)
        return held

    def _ask(self, held: _Held, people: Iterable[Person]) -> None:
        """Look up PEOPLE; this may release HELD before it returns."""
        fold = self._network.fold
        nicks = [each.nick for each in people if fold(each.nick) not in held.awaited]
        held.awaited.update(map(fold, nicks))
        for nick in nicks:
            answered = partial(self._answered, held, fold(nick))
            self._network.look_up(nick, self._precedence(held, nick), answered)

    def _precedence(self, held: _Held, nick: str) -> Precedence:
        if self._network.fold(nick) != self._network.fold(held.sender.nick):
            return Precedence.NAMED
        return Precedence.SEATED if self._network.is_seated(nick) else Precedence.SPEAKING

    def _answered(self, held: _Held, key: str, found: Person | None) -> None:
        if key not in held.awaited:
            return
        held.awaited.remove(key)
        sender = held.sender
        if found is not None and key == self._network.fold(sender.nick):
            # Another user may have the nick by now.
            is_same = held.is_followed or found.userhost == sender.userhost
            held.sender = replace(sender, account=found.account) if is_same else sender
        if not held.awaited:
            self._release(held)

    def _release(self, held: _Held) -> None:
        key = self._network.fold(held.sender.nick)
        if self._held.get(key) is held:
            del self._held[key]
            while held.lines:
                self._network.answer_held(held.lines.popleft(), held.sender)

"""Has what people say heard once it is known which accounts they are logged in to."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, Protocol, TypeVar

from pontoon.irc.casemapping import Fold
from pontoon.irc.people import Person
from pontoon.irc.tracking.whois import Answered, Precedence

MOST_HELD = 50
"""People whose words are held back at a time, besides those who have a seat.

What others say is heard as it is.
"""

MOST_LINES = 10
"""Things said by one person that are held back; what they say beyond that is dropped."""

MOST_OTHERS = 10
"""People who are asked about because of one thing said."""


class Said(Protocol):
    """Something that was said."""

    @property
    def person(self) -> Person:
        """The person who has said it, as far as they were known then."""


LineT = TypeVar("LineT", bound=Said)


@dataclass(slots=True)
class _Held(Generic[LineT]):
    """A person whose lines wait, the lines, and the nicks that are still asked about.

    Who is not followed may have left the nick to another without its being seen: only ``user@host``
    tells then whether it is still they.
    """

    sender: Person
    is_followed: bool
    lines: deque[LineT] = field(default_factory=deque)
    awaited: set[str] = field(default_factory=set)


class AccountLookup(Generic[LineT]):
    """Holds back what somebody says while an account is unknown that matters for it.

    Lines of one person are released in the order in which they were said. MATTERS tells whether the
    account makes a difference for a line; RELEASE takes each line that was held, with the person as
    they are known by then. LOOK_UP finds out, and answers in any case. IS_SEEN
    tells whether somebody of a nick is in a channel with the bot, which follows them from nick to
    nick there, and IS_SEATED whether they may have a seat: a table waits for what they say.
    """

    def __init__(
        self,
        *,
        fold: Callable[[], Fold],
        matters: Callable[[LineT], bool],
        release: Callable[[LineT, Person], None],
        look_up: Callable[[str, Precedence, Answered], None],
        is_seen: Callable[[str], bool],
        is_seated: Callable[[str], bool],
    ) -> None:
        self._fold = fold
        self._matters = matters
        self._release_line = release
        self._look_up = look_up
        self._is_seen = is_seen
        self._is_seated = is_seated
        self._held: dict[str, _Held[LineT]] = {}

    def holds(self, line: LineT, others: Iterable[Person] = ()) -> bool:
        """Hold LINE until it is known who its person and the OTHERS in it are.

        Return False where nothing holds it up.
        """
        sender = line.person
        held = self._of(sender)
        unknown = self._unknown(line, others)
        if held is None and (not unknown or self._is_full_for(sender)):
            return False
        if held is None:
            held = _Held(sender, self._is_seen(sender.nick))
            self._held[self._fold()(sender.nick)] = held
        if len(held.lines) < MOST_LINES:
            held.lines.append(line)
            self._ask(held, unknown[: MOST_OTHERS + 1])
        return True

    def _unknown(self, line: LineT, others: Iterable[Person]) -> list[Person]:
        """Return those of LINE and the OTHERS in it whose account is not known, if it matters."""
        if not self._matters(line):
            return []
        return [each for each in (line.person, *others) if each.account is None]

    def renamed(self, old: str, person: Person) -> None:
        """Note that whoever was called OLD is PERSON now: their words are theirs still."""
        fold = self._fold()
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
        """Note that PERSON has come: what another with that nick has said is dropped."""
        self._of(person)

    def lost_sight(self) -> None:
        """Note that the bot is out of a channel: whoever it saw only there it does not follow."""
        for held in self._held.values():
            held.is_followed = held.is_followed and self._is_seen(held.sender.nick)

    def found_people(self) -> None:
        """Note that the bot has come where people are: they may be others than had their nicks.

        What was said by whoever has the nick of one of them, and was not followed, is dropped.
        """
        self._held = {
            key: held
            for key, held in self._held.items()
            if held.is_followed or not self._is_seen(held.sender.nick)
        }

    def forget(self, nick: str) -> None:
        """Drop what whoever has NICK has said: they are gone."""
        self._held.pop(self._fold()(nick), None)

    def stop(self) -> None:
        """Drop everything: the connection is gone."""
        self._held.clear()

    def _of(self, person: Person) -> _Held[LineT] | None:
        """Return what PERSON has said; what another said who had the nick before is dropped."""
        key = self._fold()(person.nick)
        held = self._held.get(key)
        if held is None:
            return None
        if not held.is_followed and held.sender.userhost != person.userhost:
            del self._held[key]
            return None
        held.is_followed = held.is_followed or self._is_seen(person.nick)
        return held

    def _is_full_for(self, sender: Person) -> bool:
        return len(self._held) >= MOST_HELD and not self._is_seated(sender.nick)

    def _ask(self, held: _Held[LineT], people: Iterable[Person]) -> None:
        """Find out about PEOPLE; what is held may be done before this returns."""
        fold = self._fold()
        nicks = [each.nick for each in people if fold(each.nick) not in held.awaited]
        held.awaited.update(map(fold, nicks))
        for nick in nicks:
            answered = partial(self._answered, held, fold(nick))
            self._look_up(nick, self._precedence(held, nick), answered)

    def _precedence(self, held: _Held[LineT], nick: str) -> Precedence:
        if self._fold()(nick) != self._fold()(held.sender.nick):
            return Precedence.NAMED
        return Precedence.SEATED if self._is_seated(nick) else Precedence.SPEAKING

    def _answered(self, held: _Held[LineT], key: str, found: Person | None) -> None:
        if key not in held.awaited:
            return
        held.awaited.remove(key)
        if found is not None and key == self._fold()(held.sender.nick):
            held.sender = self._with_account(held, found)
        if not held.awaited:
            self._release(held)

    @staticmethod
    def _with_account(held: _Held[LineT], found: Person) -> Person:
        """Return who is HELD as FOUND, unless that may be another to whom the nick went."""
        is_same = held.is_followed or found.userhost == held.sender.userhost
        return replace(held.sender, account=found.account) if is_same else held.sender

    def _release(self, held: _Held[LineT]) -> None:
        key = self._fold()(held.sender.nick)
        if self._held.get(key) is held:
            del self._held[key]
            while held.lines:
                self._release_line(held.lines.popleft(), held.sender)

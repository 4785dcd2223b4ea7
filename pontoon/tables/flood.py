"""Limits on what each person says to the bot, and the people to ignore."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from math import ceil, inf
from typing import Protocol
from weakref import WeakKeyDictionary

from pontoon.engine.errors import Refused
from pontoon.engine.moves import Waiting
from pontoon.engine.notation import parse_move
from pontoon.engine.running_round import with_amount
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.masks import Mask, read_mask
from pontoon.irc.outgoing import Message, Priority, Send
from pontoon.irc.people import Person
from pontoon.irc.rate_limit import RateLimiter
from pontoon.storage.channels import Ban
from pontoon.tables.seats import SeatMap
from pontoon.text import announcements

EXPLANATIONS, EXPLANATIONS_PER_SECOND = 10, 1 / 30
"""How often somebody who is not understood is told how to talk to the bot.

A program that answers every line would otherwise talk with the bot for ever.
"""


class Playable(Protocol):
    """A table, as far as the guard needs it."""

    @property
    def seat_map(self) -> SeatMap: ...

    @property
    def waiting(self) -> Waiting: ...


class FloodGuard:
    """Charges people for what they say to the bot, up to a limit.

    A person goes by ``user@host``, or by the nick if that is not known. FOLD returns how the server
    compares nicks, SECONDS the time. There is no limit until ``limit`` is called.
    """

    def __init__(self, fold: Callable[[], Fold], speak: Send, seconds: Callable[[], float]) -> None:
        self._fold = fold
        self._speak = speak
        self._seconds = seconds
        self._ignored: tuple[Mask, ...] = ()
        self._bans: dict[str, list[tuple[Ban, float]]] = {}
        """The bans, each with the time when it is over, by host and by account."""
        self._limiter = RateLimiter(1, 0, seconds)
        self._explaining = RateLimiter(EXPLANATIONS, EXPLANATIONS_PER_SECOND, seconds)
        self._begun_by: WeakKeyDictionary[Playable, str] = WeakKeyDictionary()
        """The key of the person who began the latest round at each place."""

    def ignore(self, masks: Iterable[str]) -> None:
        """Ignore the people that fit one of MASKS, and nobody else, from now on."""
        self._ignored = tuple(map(read_mask, masks))

    def limit(self, lines: int, per_second: float) -> None:
        """Let each person have this many LINES at once and PER_SECOND in the long run (0: any)."""
        self._limiter = RateLimiter(lines, per_second, self._seconds)

    def ban(self, bans: Iterable[Ban], now: datetime) -> None:
        """Ignore the people of BANS too, and no others, until each ban is over; NOW is the time."""
        self._bans = {}
        for ban in bans:
            left = inf if ban.until is None else (ban.until - now).total_seconds()
            of_host = f"@{ban.host.lower()}" if ban.host else ""  # no account begins with an @
            for key in filter(None, (of_host, rfc1459(ban.account))):
                self._bans.setdefault(key, []).append((ban, self._seconds() + left))

    def fits_mask(self, person: Person) -> bool:
        return any(mask.fits(person, self._fold()) for mask in self._ignored)

    def is_banned(self, person: Person) -> bool:
        if not self._bans:
            return False
        user, _, host = person.userhost.rpartition("@")
        of_host = self._bans.get(f"@{host.lower()}", ())
        of_account = self._bans.get(rfc1459(person.account or ""), ())
        found = [each for each in of_host if each[0].user.lower() in ("", user.lower())]
        return any(self._seconds() < over for _, over in (*found, *of_account))

    def admit(
        self, person: Person, words: Sequence[str], places: Iterable[Playable]
    ) -> "Charge | None":
        """Charge PERSON for WORDS; return the charge, None if they have said too much.

        The charge comes before any look-up of the person. To begin a round at one of PLACES is
        free, and so is a move on offer; but a person who ends the round that they have begun, other
        than by a move, pays for both.
        """
        is_move = bool(words) and any(is_on_offer(person, words, place) for place in places)
        if not is_move and not self.pays(person):
            return None
        return Charge(self, person, is_move=is_move)

    def give_back(self, person: Person) -> None:
        self._limiter.give_back(self.key(person))

    def pays(self, person: Person) -> bool:
        """Charge PERSON for a line; return False if they have said too much."""

        def silence(seconds: float) -> None:
            line = announcements.TOO_QUICK.format(seconds=ceil(seconds))
            self._speak(Message(person.nick, (line,), Priority.CHATTER))

        return self._limiter.pay(self.key(person), silence)

    def explains_to(self, person: Person) -> bool:
        """Tell whether PERSON, who is not understood, is told how to talk to the bot once more."""
        return self._explaining.pay(self.key(person), lambda _seconds: None)

    def key(self, person: Person) -> str:
        return person.userhost.lower() or self._fold()(person.nick)

    def settle(self, person: Person, place: Playable, was: Waiting) -> None:
        """Charge PERSON, or give back, for a line that has changed PLACE, which WAS so before.

        To begin a round is free; who ends the one that they have begun pays for both.
        """
        who = self.key(person)
        if was.turn is None:
            self.give_back(person)
            self._begun_by[place] = who
        elif place.waiting.turn is None and self._begun_by.get(place) == who:
            self.pays(person)


class Charge:
    """What PERSON has paid to GUARD for a line; it is settled when the line has been obeyed."""

    def __init__(self, guard: FloodGuard, person: Person, *, is_move: bool) -> None:
        self._guard = guard
        self._person = person
        self._is_move = is_move
        self._before: list[tuple[Playable, Waiting]] = []

    def before(self, places: Iterable[Playable]) -> None:
        """Note what is waited for at PLACES, where the line may change something."""
        self._before = [(place, place.waiting) for place in places]

    def after(self) -> None:
        """Give back the charge or charge again, by what has changed at those places."""
        changed = [(place, was) for place, was in self._before if place.waiting != was]
        if self._is_move:
            if not changed:
                self._guard.pays(self._person)
            return
        for place, was in changed:
            self._guard.settle(self._person, place, was)


def is_on_offer(person: Person, words: Sequence[str], place: Playable) -> bool:
    """Tell whether WORDS are a move that PERSON, by their nick, may make at PLACE now."""
    holder = place.seat_map.called(person.nick)
    ask = None if holder is None else place.waiting.ask_of(holder.player)
    move = None if ask is None else parse_move(words, [each.verb for each in ask.options])
    if ask is None or move is None or (option := ask.option(move.verb)) is None:
        return False
    with suppress(Refused):
        with_amount(move, option)
        return True
    return False

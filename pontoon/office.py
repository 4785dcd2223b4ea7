"""The office: what admins have done, in private. Nobody else learns that there is one."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from pontoon.admins import Admins
from pontoon.cashier import Cashier
from pontoon.nicknames import looks_like_nick, same_name_key
from pontoon.people import Person
from pontoon.player import Player, PlayersFileError
from pontoon.text import office as said
from pontoon.text.floor import file_trouble

MOST_CHIPS = 10**15
"""The most chips that an order may leave a player with."""

_COUNT = re.compile("[0-9]{1,16}")
_CHANGE = re.compile("[+-][0-9]{1,16}")


class Floor(Protocol):
    """What can be done in the channels of the network."""

    def where_engaged(self, player: str) -> str | None:
        """Return where PLAYER is seated, on whichever network; None if nowhere."""

    def stop_round(self, channel: str, person: Person) -> str:
        """Stop the round in CHANNEL for PERSON; return what came of it."""

    def say_in(self, channel: str, text: str) -> str:
        """Say TEXT in CHANNEL; return what came of it."""


class Management(Protocol):
    """What can be done to the whole bot."""

    def reload(self) -> Sequence[str]:
        """Read config.ini again; return what came of it."""

    def status(self) -> Sequence[str]:
        """Return how the bot is."""

    def quit(self) -> None:
        """Leave all networks, and end."""


class Office:
    """Does what ADMINS order, on FLOOR and to MANAGEMENT, and to the players that CASHIER has.

    LOG takes a line for each order, with who gave it. IS_ME tells whether a nick is the bot's own.
    """

    def __init__(
        self,
        admins: Admins,
        cashier: Cashier,
        floor: Floor,
        management: Management,
        is_me: Callable[[str], bool],
        log: Callable[[str], None],
    ) -> None:
        self._admins = admins
        self._cashier = cashier
        self._store = cashier.store
        self._floor = floor
        self._management = management
        self._is_me = is_me
        self._log = log
        self._orders: Mapping[str, Callable[[Person, Sequence[str]], Sequence[str] | None]] = {
            "add": self._add,
            "chips": self._chips,
            "remove": self._remove,
            "rename": self._rename,
            "stop": self._stop,
            "say": self._say,
            "reload": self._reload,
            "status": self._status,
            "quit": self._quit,
        }

    def serves(self, person: Person) -> bool:
        """Tell whether PERSON is an admin."""
        return self._admins.include(person)

    def is_order(self, words: Sequence[str]) -> bool:
        """Tell whether WORDS are an order: ``stop`` alone is about the seat that one has."""
        match [word.lower() for word in words]:
            case ["stop"]:
                return False
            case [order, *_]:
                return order in self._orders
        return False

    def obey(self, person: Person, words: Sequence[str]) -> Sequence[str]:
        """Do what PERSON orders by WORDS, which are an order, and return what to answer."""
        order, *rest = words
        try:
            done = self._orders[order.lower()](person, rest)
        except PlayersFileError as error:
            done = [file_trouble(str(error.faults[0]))]
        answer = [said.how_to_say(order.lower())] if done is None else done
        self._log(f"order of {signature(person)}: {' '.join(words)}: {' | '.join(answer)}")
        return answer

    # Players: each returns None where the words make no sense

    def _add(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [nick, number] if _COUNT.fullmatch(number):
                chips = int(number)
            case _:
                return None
        if refused := self._why_not_called(nick) or _why_not_had(chips):
            return [refused]
        self._store.add(nick, chips, by=signature(person))
        return [said.added(nick, chips)]

    def _chips(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [nick, number] if _CHANGE.fullmatch(number) and int(number):
                change = int(number)
            case _:
                return None
        player = self._found(nick)
        if player is None:
            return [said.no_such_player(nick)]
        if player.chips + change < 0:
            return [said.too_few(player.nick, player.chips)]
        if refused := _why_not_had(player.chips + change):
            return [refused]
        now = self._store.give(player.nick, change, by=signature(person))
        return [said.given(now.nick, change, now.chips)]

    def _remove(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [nick]:
                player = self._found(nick)
            case _:
                return None
        if player is None:
            return [said.no_such_player(nick)]
        if where := self._floor.where_engaged(player.nick):
            return [said.is_playing(player.nick, where)]
        self._store.remove(player.nick, by=signature(person))
        return [said.removed(player.nick, player.chips + player.bank)]

    def _rename(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [old, new]:
                player = self._found(old)
            case _:
                return None
        if player is None:
            return [said.no_such_player(old)]
        if refused := self._why_not_called(new, player):
            return [refused]
        if where := self._floor.where_engaged(player.nick):
            return [said.is_playing(player.nick, where)]
        self._store.rename(player.nick, new, by=signature(person))
        return [said.renamed(player.nick, new)]

    def _found(self, nick: str) -> Player | None:
        self._cashier.look()
        return self._store.find(nick)

    def _why_not_called(self, nick: str, player: Player | None = None) -> str | None:
        """Say why nobody can be called NICK from now on, or PLAYER if it is about them."""
        self._cashier.look()
        if not is_nick_of_player(nick) or self._is_me(nick):
            return said.no_nick(nick)
        others = (each for each in self._store.players() if player is None or each != player)
        wanted = same_name_key(nick)
        taken = (each for each in others if wanted in map(same_name_key, (each.nick, each.name)))
        found = next(taken, None)
        return None if found is None else said.is_taken(found.nick)

    # The floor

    def _stop(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [channel]:
                return [self._floor.stop_round(channel, person)]
        return None

    def _say(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [channel, _, *_]:
                return [self._floor.say_in(channel, " ".join(words[1:]))]
        return None

    # The bot

    def _reload(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        return None if words else self._management.reload()

    def _status(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        return None if words else self._management.status()

    def _quit(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        if words:
            return None
        self._management.quit()
        return [said.QUITTING]


def signature(person: Person) -> str:
    """Return who PERSON is, for the log and the ledger."""
    account = f" (account {person.account})" if person.account else ""
    return f"{person.nick}!{person.userhost or '?'}{account}"


def is_nick_of_player(word: str) -> bool:
    """Tell whether WORD can be the nick of a player: on IRC, and in the lines of a game."""
    return looks_like_nick(word) and not word[0].isdigit() and word[0] not in "#&+!@%~-"


def _why_not_had(chips: int) -> str | None:
    return said.too_many(MOST_CHIPS) if chips > MOST_CHIPS else None

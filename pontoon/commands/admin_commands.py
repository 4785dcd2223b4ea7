"""What admins can order in private."""

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from pontoon.commands.admins import Admins
from pontoon.commands.names import ReservedNames
from pontoon.irc.people import Person
from pontoon.storage.players.editor import PlayerEditor
from pontoon.storage.players.player import EntryFault, EntryRefused, PlayersFileError
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.tables.floor import Floor
from pontoon.text import admin_commands as said
from pontoon.text import command_help
from pontoon.text.player_commands import NAME_IS_OURS

_COUNT = re.compile("[0-9]{1,20}")
_CHANGE = re.compile("[+-][0-9]{1,20}")


class BotControl(Protocol):
    """The whole bot, as far as admins control it."""

    def reload(self) -> Sequence[str]:
        """Read config.ini again; return what applies now or later, which is also logged."""

    def status(self) -> Sequence[str]:
        """Return the state of the bot."""

    def quit(self) -> None:
        """Leave all networks, and stop."""


class AdminCommands:
    """Obeys the orders of ADMINS, on FLOOR and about the players of SETTLEMENTS.

    CONTROL returns what controls the whole bot. No player gets one of the reserved NAMES. LOG takes
    a line for each order.
    """

    def __init__(
        self,
        admins: Admins,
        settlements: SettlementQueue,
        floor: Floor,
        control: Callable[[], BotControl],
        names: ReservedNames,
        log: Callable[[str], None],
    ) -> None:
        self.admins = admins
        self._settlements = settlements
        self._store = settlements.store
        self._entries = PlayerEditor(settlements.store)
        self._floor = floor
        self._control = control
        self._names = names
        self._log = log

    def obey(self, person: Person, words: Sequence[str], order: "Order") -> Sequence[str]:
        """Do the ORDER that PERSON gives by WORDS, and return what to answer."""
        try:
            done = self._done(person, order, words[1:])
        except EntryRefused as refused:
            done = [self._why_refused(refused.why, *words[1:2])]
        except PlayersFileError as error:
            done = [said.file_trouble(str(error.faults[0]))]
        else:
            if done is not None and not order.is_of_players:
                self._remark(person, words)
        answer = [said.how_to_say(*order.text)] if done is None else done
        is_told = done is not None and order.is_logged
        outcome = "" if is_told else f": {' | '.join(answer)}"
        self._log(f"admin command of {signature(person)}: {' '.join(words)}{outcome}")
        return answer

    def _done(self, person: Person, order: "Order", words: Sequence[str]) -> Sequence[str] | None:
        """Do ORDER for PERSON; return what came of it, None if WORDS make no sense.

        No player changes while the result of a round, which names its players, waits to be written.
        """
        trouble = self._settlements.look() if order.is_of_players else ""
        return [said.file_trouble(trouble)] if trouble else order.do(self, person, words)

    def _why_refused(self, why: EntryFault, nick: str) -> str:
        player = self._store.find(nick)
        if why is EntryFault.TOO_FEW_CHIPS and player is not None:
            return said.too_few(player.nick, player.chips)
        return said.REFUSALS[why]

    def _remark(self, person: Person, words: Sequence[str]) -> None:
        """Note an order in the ledger that has moved no chips."""
        try:
            self._store.remark(f"order: {' '.join(words)}", signature(person))
        except PlayersFileError as error:
            self._log(f"an admin command is not in the ledger: {error.faults[0]}")

    def add(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [nick, number] if _COUNT.fullmatch(number):
                if refused := self._why_not_called(nick, ""):
                    return [refused]
                added = self._entries.add(nick, int(number), by=signature(person))
                return [said.added(added.nick, added.chips)]
        return None

    def give(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Give a player chips, or take them."""
        match words:
            case [nick, number] if _CHANGE.fullmatch(number) and int(number):
                now = self._entries.give(nick, int(number), by=signature(person))
                return [said.given(now.nick, int(number), now.chips)]
        return None

    def remove(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [nick]:
                if refused := self._why_engaged(nick):
                    return [refused]
                was = self._entries.remove(nick, by=signature(person))
                return [said.removed(was.nick, was.chips + was.bank)]
        return None

    def rename(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Give a player another nick."""
        match words:
            case [old, new]:
                player = self._store.find(old)
                nick = old if player is None else player.nick
                if refused := self._why_engaged(old) or self._why_not_called(new, nick):
                    return [refused]
                self._entries.rename(old, new, by=signature(person))
                return [said.renamed(nick, new)]
        return None

    def _why_engaged(self, nick: str) -> str | None:
        """Say why the player NICK cannot be changed during a round; None if they can."""
        player = self._store.find(nick)
        if player is None:
            return None
        where = self._floor.where_engaged(player.nick, player.nick)
        return None if where is None else said.is_playing(player.nick, where)

    def _why_not_called(self, name: str, but: str) -> str | None:
        """Say why only the player BUT, if anybody, can be called NAME; None if others can too."""
        if self._names.are_ours(name):
            return NAME_IS_OURS
        owner = self._names.owner_of(name, but)
        return None if owner is None else said.is_taken(owner.nick)

    def stop(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [channel] if _is_channel(channel):
                return [self._floor.stop_round(channel, person)]
        return None

    def say(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [channel, _, *_] if _is_channel(channel):
                return [self._floor.say_in(channel, " ".join(words[1:]))]
        return None

    def reload(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Read config.ini again."""
        return None if words else self._control().reload()

    def status(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        return None if words else self._control().status()

    def quit(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """End the bot."""
        if words:
            return None
        self._control().quit()
        return [said.QUITTING]


class Order(Struct, frozen=True):
    """An order: ``do`` returns what came of it, None if the words make no sense.

    ``text`` is its usage and help.
    """

    do: Callable[[AdminCommands, Person, Sequence[str]], Sequence[str] | None]
    text: tuple[str, str]
    is_of_players: bool = False
    """Whether it changes players: the ledger then has it without a remark."""
    is_logged: bool = False
    """Whether it logs its own outcome."""


STOP_ROUND = Order(AdminCommands.stop, command_help.STOP_ROUND)


def _is_channel(word: str) -> bool:
    """Tell whether WORD could name a channel (RFC 2812, section 1.3)."""
    return word[0] in "#&+!"


def signature(person: Person) -> str:
    """Return who PERSON is, for the log and the ledger."""
    account = f" (account {person.account})" if person.account else ""
    return f"{person.nick}!{person.userhost or '?'}{account}"

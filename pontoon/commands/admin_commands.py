"""The admins of the bot, and what they can order."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pontoon.commands.names import ReservedNames
from pontoon.irc.casemapping import Fold
from pontoon.irc.masks import read_mask
from pontoon.irc.people import Person
from pontoon.storage.players.editor import PlayerEditor
from pontoon.storage.players.player import EntryFault, EntryRefused, PlayersFileError
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.text import admin_commands as said
from pontoon.text.announcements import file_trouble
from pontoon.text.player_commands import NAME_IS_OURS

_COUNT = re.compile("[0-9]{1,20}")
_CHANGE = re.compile("[+-][0-9]{1,20}")


class Admins:
    """The people with these ACCOUNTS and MASKS on the network called NETWORK, "" for [irc].

    What begins with ``NAME/`` is meant for [irc:NAME]. FOLD returns how the server compares nicks.
    """

    def __init__(
        self,
        accounts: Sequence[str],
        masks: Sequence[str],
        network: str,
        fold: Callable[[], Fold],
    ) -> None:
        self._accounts = frozenset(_of_network(accounts, network))
        self._masks = [read_mask(mask) for mask in _of_network(masks, network)]
        self._fold = fold

    @property
    def have_accounts(self) -> bool:
        """Tell whether it matters to which account somebody is logged in."""
        return bool(self._accounts)

    def include(self, person: Person) -> bool:
        """Tell whether PERSON is an admin: by the account they are logged in to, or by a mask."""
        fold = self._fold()
        has_account = bool(person.account) and fold(person.account or "") in map(
            fold, self._accounts
        )
        return has_account or any(
            bool(person.userhost) and mask.fits(person, fold) for mask in self._masks
        )


def _of_network(names: Iterable[str], network: str) -> Iterable[str]:
    """Yield those of NAMES that are meant for NETWORK, without its own name."""
    for name in names:
        home, rest = home_of(name)
        if home == network:
            yield rest


def home_of(name: str) -> tuple[str, str]:
    """Return the network that NAME, an account or mask of an admin, is meant for, and the rest."""
    home, slash, rest = name.partition("/")
    return (home, rest) if slash and "!" not in home else ("", name)


class TableFloor(Protocol):
    """What can be done in the channels of the network."""

    def where_engaged(self, player: str, nick: str) -> str | None:
        """Return where PLAYER, or the person who has NICK, is seated; None if nowhere."""

    def stop_round(self, channel: str, person: Person) -> str:
        """Stop the round in CHANNEL for PERSON; return what came of it."""

    def say_in(self, channel: str, text: str) -> str:
        """Say TEXT in CHANNEL; return what came of it."""


class BotControl(Protocol):
    """The whole bot, as far as admins control it."""

    def reload(self) -> Sequence[str]:
        """Read config.ini again, and log what comes of it; return the same."""

    def status(self) -> Sequence[str]:
        """Return the state of the bot."""

    def quit(self) -> None:
        """Leave all networks, and stop."""


class NoBotControl:
    """A bot without a service around it, as in tests."""

    def reload(self) -> Sequence[str]:
        """Read nothing."""
        return [said.NOTHING_TO_MANAGE]

    def status(self) -> Sequence[str]:
        """Return that there is no state."""
        return [said.NOTHING_TO_MANAGE]

    def quit(self) -> None:
        """Do nothing."""


class AdminCommands:
    """Obeys the orders of ADMINS, on FLOOR and about the players of SETTLEMENTS.

    MANAGEMENT returns what controls the whole bot. Nobody gets one of the NAMES that are taken. LOG
    takes a line for each order.
    """

    def __init__(
        self,
        admins: Admins,
        settlements: SettlementQueue,
        floor: TableFloor,
        management: Callable[[], BotControl],
        names: ReservedNames,
        log: Callable[[str], None],
    ) -> None:
        self._admins = admins
        self._settlements = settlements
        self._store = settlements.store
        self._entries = PlayerEditor(settlements.store)
        self._floor = floor
        self._managed = management
        self._names = names
        self._log = log

    def serves(self, person: Person) -> bool:
        """Tell whether PERSON is an admin."""
        return self._admins.include(person)

    def obey(self, person: Person, words: Sequence[str], order: "Order") -> Sequence[str]:
        """Do the ORDER that PERSON gives by WORDS, and return what to answer."""
        try:
            done = self._done(person, order, words[1:])
        except EntryRefused as refused:
            done = [self._why_refused(refused.why, *words[1:2])]
        except PlayersFileError as error:
            done = [file_trouble(str(error.faults[0]))]
        else:
            self._remark(person, words, order, is_done=done is not None)
        answer = [said.how_to_say(*order.text)] if done is None else done
        is_told = done is not None and order.is_logged
        outcome = "" if is_told else f": {' | '.join(answer)}"
        self._log(f"admin command of {signature(person)}: {' '.join(words)}{outcome}")
        return answer

    def _done(self, person: Person, order: "Order", words: Sequence[str]) -> Sequence[str] | None:
        """Do ORDER for PERSON; return what came of it, None where WORDS make no sense.

        Players stay who they are while the result of a round, which names them, is to be written.
        """
        trouble = self._settlements.look() if order.is_of_players else ""
        return [file_trouble(trouble)] if trouble else order.do(self, person, words)

    def _why_refused(self, why: EntryFault, nick: str) -> str:
        player = self._store.find(nick)
        if why is EntryFault.TOO_FEW_CHIPS and player is not None:
            return said.too_few(player.nick, player.chips)
        return said.REFUSALS[why]

    def _remark(
        self, person: Person, words: Sequence[str], order: "Order", *, is_done: bool
    ) -> None:
        """Note an order that moved no chips in the ledger, if it IS DONE."""
        if is_done and not order.is_of_players:
            try:
                self._store.remark(f"order: {' '.join(words)}", signature(person))
            except PlayersFileError as error:
                self._log(f"an admin command is not in the ledger: {error.faults[0]}")

    # Players: each returns None where the words make no sense

    def add(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Add a player."""
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
        """Remove a player."""
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
        """Say why the player of that NICK, who plays, cannot be changed; None if they can."""
        player = self._store.find(nick)
        where = None if player is None else self._floor.where_engaged(player.nick, player.nick)
        return None if player is None or where is None else said.is_playing(player.nick, where)

    def _why_not_called(self, name: str, but: str) -> str | None:
        """Say why nobody BUT the player of that nick can be called NAME; None if others can."""
        if self._names.are_ours(name):
            return NAME_IS_OURS
        owner = self._names.owner_of(name, but)
        return None if owner is None else said.is_taken(owner.nick)

    # The floor

    def stop(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Stop a round."""
        match words:
            case [channel] if _is_channel(channel):
                return [self._floor.stop_round(channel, person)]
        return None

    def say(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Say something in a channel."""
        match words:
            case [channel, _, *_] if _is_channel(channel):
                return [self._floor.say_in(channel, " ".join(words[1:]))]
        return None

    # The bot

    @property
    def _management(self) -> BotControl:
        return self._managed()

    def reload(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Read config.ini again."""
        return None if words else self._management.reload()

    def status(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Tell how the bot is."""
        return None if words else self._management.status()

    def quit(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """End the bot."""
        if words:
            return None
        self._management.quit()
        return [said.QUITTING]


@dataclass(frozen=True, slots=True)
class Order:
    """An order: ``do`` returns what came of it, None where the words make no sense.

    ``text`` is its usage and help.
    """

    do: Callable[[AdminCommands, Person, Sequence[str]], Sequence[str] | None]
    text: tuple[str, str]
    is_of_players: bool = False
    """Whether it changes players, so that the ledger has it in any case."""
    is_logged: bool = False
    """Whether the outcome is in the log in any case."""


def _is_channel(word: str) -> bool:
    """Tell whether WORD could name a channel (RFC 2812, section 1.3)."""
    return word[0] in "#&+!"


def signature(person: Person) -> str:
    """Return who PERSON is, for the log and the ledger."""
    account = f" (account {person.account})" if person.account else ""
    return f"{person.nick}!{person.userhost or '?'}{account}"

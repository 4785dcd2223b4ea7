"""What admins can order in private."""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from typing import Protocol

from msgspec import Struct

from pontoon.engine.errors import NotRecorded
from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from pontoon.storage.channels import MOST_BANS, Ban
from pontoon.storage.players.entries import EntryFault, EntryRefused
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.context import TableContext
from pontoon.tables.floor import Floor
from pontoon.text import admin_commands as said
from pontoon.text import command_help
from pontoon.text.announcements import NOT_DONE
from pontoon.text.names import NAME_IS_OURS, ReservedNames

_COUNT = re.compile("[0-9]{1,20}")
_CHANGE = re.compile("[+-][0-9]{1,20}")
_MINUTES = re.compile("[1-9][0-9]{0,5}")

_BANS_SHOWN = 20


class BotControl(Protocol):
    """The whole bot, as far as admins control it."""

    def reload(self) -> Sequence[str]:
        """Read config.ini again; return what applies now or later, which is also logged."""

    def status(self) -> Sequence[str]:
        """Return the state of the bot."""

    def set_channels(self, network: str, channels: Sequence[str]) -> bool:
        """Deal in CHANNELS of NETWORK only; return False if no channel can have such a name."""

    def audit(self, told: Callable[[Sequence[str]], None]) -> None:
        """Call TOLD, soon, with sentences about the result of an audit."""

    def quit(self) -> None:
        """Leave all networks, and stop."""


class AdminCommands:
    """Obeys the orders of admins, on FLOOR and about players, and tells admins what needs them.

    CONTROL returns what controls the whole bot. No player gets one of the reserved NAMES.
    """

    def __init__(
        self,
        context: TableContext,
        floor: Floor,
        control: Callable[[], BotControl],
        names: ReservedNames,
    ) -> None:
        self._context = context
        self._settlements = context.settlements
        self._store = context.settlements.store
        self._floor = floor
        self._control = control
        self._names = names
        self._log = context.log

    def obey(self, person: Person, words: Sequence[str], order: "Order") -> Sequence[str]:
        """Do the ORDER that PERSON gives by WORDS, and return what to answer."""
        try:
            done = self._done(person, order, words[1:])
        except EntryRefused as refused:
            done = [self._why_refused(refused.why, *words[1:2])]
        except PlayersFileError as error:
            done = [said.FILE_TROUBLE.format(trouble=str(error.faults[0]))]
        except NotRecorded as why:
            done = [NOT_DONE.format(why=why)]
        else:
            if done is not None and not order.is_of_players:
                self._remark(person, words)
        answer = (
            [said.HOW_TO_SAY.format(usage=order.text.usage, help_line=order.text.help)]
            if done is None
            else done
        )
        is_told = done is not None and order.is_logged
        outcome = "" if is_told or not answer else f": {' | '.join(answer)}"
        self._log(f"admin command of {signature(person)}: {' '.join(words)}{outcome}")
        return answer

    def _done(self, person: Person, order: "Order", words: Sequence[str]) -> Sequence[str] | None:
        """Do ORDER for PERSON; return what came of it, None if WORDS make no sense.

        No player changes while the result of a round, which names its players, waits to be written.
        """
        trouble = self._settlements.look() if order.is_of_players else ""
        return (
            [said.FILE_TROUBLE.format(trouble=trouble)]
            if trouble
            else order.do(self, person, words)
        )

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
                added = self._store.add(nick, int(number), by=signature(person))
                return [said.added(added.nick, added.chips)]
        return None

    def give(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Give a player chips, or take them."""
        match words:
            case [nick, number] if _CHANGE.fullmatch(number) and int(number):
                now = self._store.give(nick, int(number), by=signature(person))
                return [said.given(now.nick, int(number), now.chips)]
        return None

    def remove(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [nick]:
                if refused := self._why_engaged(nick):
                    return [refused]
                was = self._store.remove(nick, by=signature(person))
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
                self._store.rename(old, new, by=signature(person))
                return [said.RENAMED.format(old=nick, new=new)]
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
        return None if owner is None else said.IS_TAKEN.format(nick=owner.nick)

    def stop(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [channel] if is_channel(channel):
                return [self._floor.stop_round(channel, person)]
        return None

    def say(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        match words:
            case [channel, _, *_] if is_channel(channel):
                return [self._floor.say_in(channel, " ".join(words[1:]))]
        return None

    def ban(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Ignore somebody, for minutes or until ``unban``, over restarts too; or list the bans."""
        match words:
            case []:
                return self._bans()
            case [nick]:
                return [self._ban(nick, None)]
            case [nick, minutes] if _MINUTES.fullmatch(minutes):
                return [self._ban(nick, timedelta(minutes=int(minutes)))]
        return None

    def _ban(self, nick: str, time: timedelta | None) -> str:
        context, notes = self._context, self._context.channels
        person = self._find(nick)
        if person is None:
            return said.NOT_SEEN.format(nick=nick)
        if context.settings.is_admin(person):
            return said.is_an_admin(person.nick)
        user, _, host = person.userhost.rpartition("@")
        if not host and not person.account:
            return said.CANNOT_BAN.format(nick=person.nick)
        bans = notes.bans(context.known_as)
        if len(bans) >= MOST_BANS:
            return said.TOO_MANY_BANS
        others = [each for each in self._people() if each.nick != person.nick]
        is_alone = all(each.host.lower() != host.lower() for each in others)
        others = [each for each in others if not context.is_banned(each)]
        until = None if time is None else context.now() + time
        ban = Ban(
            context.known_as,
            person.nick,
            "" if is_alone else user,
            host,
            person.account or "",
            until,
        )
        notes.ban(ban)
        self._apply_bans()
        too = dict.fromkeys(each.nick for each in others if context.is_banned(each))
        return said.banned(ban, [*too])

    def unban(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """End the ban of somebody, by the nick that they had then; or list the bans."""
        match words:
            case []:
                return self._bans()
            case [nick]:
                ended = self._context.channels.unban(self._context.known_as, nick)
                self._apply_bans()
                return [said.is_not_banned(nick) if ended is None else said.unbanned(ended.nick)]
        return None

    def _bans(self) -> Sequence[str]:
        found = self._context.channels.bans(self._context.known_as)
        return said.bans(found, _BANS_SHOWN) if found else [said.NO_BANS]

    def _apply_bans(self) -> None:
        context = self._context
        bans = context.channels.bans(context.known_as)
        context.flood_guard.ban(bans, context.now())

    def join(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Deal in another channel, until the next start."""
        match words:
            case [channel] if is_channel(channel):
                if self._floor.croupier(channel) is not None:
                    return [said.DEALS_THERE.format(channel=channel)]
                is_joining = self._set_channels((*self._floor.channels, channel))
                return [said.joining(channel) if is_joining else said.NO_CHANNEL_NAME]
        return None

    def part(self, _person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Leave a channel where no round is being played, until the next start."""
        match words:
            case [channel] if is_channel(channel):
                return [self._part(channel)]
        return None

    def _part(self, channel: str) -> str:
        croupier, channels = self._floor.croupier(channel), self._floor.channels
        if croupier is None:
            return said.NOT_THERE.format(channel=channel)
        if croupier.ask is not None:
            return said.IS_PLAYED_THERE.format(channel=croupier.channel)
        if len(channels) == 1:
            return said.ONLY_CHANNEL
        if not croupier.payments.return_kitties(self._context.settings.wallets):
            return said.CHIPS_WAIT_THERE.format(channel=croupier.channel)
        self._set_channels([each for each in channels if each != croupier.channel])
        return said.parted(croupier.channel)

    def _set_channels(self, channels: Sequence[str]) -> bool:
        return self._control().set_channels(self._context.known_as, channels)

    def audit(self, person: Person, words: Sequence[str]) -> Sequence[str] | None:
        """Begin an audit; PERSON is told its result unless somebody else has the nick by then."""
        if words:
            return None

        def told(lines: Sequence[str]) -> None:
            self._log(f"audit for {signature(person)}: {' | '.join(lines)}")
            seen = self._find(person.nick)
            if seen in (None, person) or self._context.settings.is_admin(seen):
                self._tell(person, *lines)

        self._control().audit(told)
        return []

    def tell_admins(self, line: str) -> bool:
        """Tell LINE to all admins in the channels, in private; return False if there are none."""
        admins = [each for each in self._people() if self._context.settings.is_admin(each)]
        for admin in admins:
            self._tell(admin, line)
        return bool(admins)

    def _people(self) -> Collection[Person]:
        """Return the people in all channels, but for the bot, with their accounts if known."""
        found: dict[str, Person] = {}
        for person in self._floor.people():
            if person.account is not None or person.nick not in found:
                found[person.nick] = person
        return [each for each in found.values() if not self._context.network.is_me(each.nick)]

    def _find(self, nick: str) -> Person | None:
        """Return the person in the channels who has NICK; None if nobody has it."""
        fold = self._context.network.fold
        return next((each for each in self._people() if fold(each.nick) == fold(nick)), None)

    def _tell(self, person: Person, *lines: str) -> None:
        self._context.send(Message(person.nick, lines, Priority.CHATTER))

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

    ``text`` is its usage, help and example.
    """

    do: Callable[[AdminCommands, Person, Sequence[str]], Sequence[str] | None]
    text: command_help.CommandText
    is_of_players: bool = False
    """Whether it changes players: the ledger then has it without a remark."""
    is_logged: bool = False
    """Whether it logs its own outcome."""
    names_channel: bool = False
    """Whether it is an order only if a channel follows: others may say the word too."""


STOP_ROUND = Order(AdminCommands.stop, command_help.STOP_ROUND)


def is_channel(word: str = "") -> bool:
    """Tell whether WORD could name a channel (RFC 2812, section 1.3)."""
    return word.startswith(("#", "&", "+", "!"))


def signature(person: Person) -> str:
    """Return who PERSON is, for the log and the ledger."""
    account = f" (account {person.account})" if person.account else ""
    return f"{person.nick}!{person.userhost or '?'}{account}"

"""The channels the bot is in, and who is in them: JOIN, NAMES, WHO, MODE and the rest, noted."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from irctokens.line import Line

from pontoon.irc.handler import ClientEvents
from pontoon.irc.isupport import ISupport
from pontoon.irc.line import is_target
from pontoon.irc.nicks import OwnPrefix, is_nick, person_of
from pontoon.irc.people import Person, Roster
from pontoon.irc.tracking.accounts import AccountTracker, account_named
from pontoon.irc.tracking.join_lines import JoinRequests, join_lines

MOST_PEOPLE = 20_000
"""People noted in all channels together; the largest channels there are have a few thousand."""

MOST_CHANNELS = 100
"""Channels noted that a server puts the bot into although it did not ask to enter them."""

_WHOX = "%tcuhnfa,254"
"""What is asked of WHO: accounts, besides what it tells anyway, and a token to know the answer."""


@dataclass(slots=True)
class Channel:
    """A channel the bot is in.

    It is ``complete`` once NAMES has told everybody in it, and ``described`` once WHO has told who
    they are.
    """

    name: str
    roster: Roster
    complete: bool = False
    described: bool = False


class ChannelTracker:
    """Keeps rosters by what the server says of channels, and tells LISTENER what happened.

    ME is kept up to date too. COMMAND sends a line of the client's own (JOIN, NAMES, WHO). LOGINS
    knows which messages tell of accounts, KEYS are those of channels.
    """

    def __init__(
        self,
        *,
        listener: ClientEvents,
        me: OwnPrefix,
        logins: AccountTracker,
        keys: Mapping[str, str],
        command: Callable[[str], None],
        log: Callable[[str], None],
    ) -> None:
        self._listener = listener
        self._logins = logins
        self.keys = keys
        """The keys of channels that want one, by channel."""
        self._me = me
        self._command = command
        self._log = log
        self._supported = ISupport()
        self._here: dict[str, Channel] = {}
        self._asked = JoinRequests()
        self._is_full = False
        self.acts: dict[str, Callable[[Line], None]] = {
            "JOIN": self._joined,
            "PART": self._parted,
            "KICK": self._kicked,
            "QUIT": self._quit,
            "NICK": self._renamed,
            "ACCOUNT": self._logged_in,
            "CHGHOST": self._moved,
            "MODE": self._modes_changed,
            "353": self._named,
            "366": self._all_named,
            "352": self._described,
            "354": self._described_with_account,
            "315": self._all_described,
            "470": self._forwarded,
        }
        """What to do at which message."""

    @property
    def rosters(self) -> dict[str, Roster]:
        """The complete rosters, by folded channel name."""
        return {key: each.roster for key, each in self._here.items() if each.complete}

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own."""
        return self._supported.fold(nick) == self._supported.fold(self._me.nick)

    def find(self, name: str) -> Channel | None:
        """Return the channel NAME, if the bot is in it and it is complete."""
        channel = self._anywhere(name)
        return channel if channel is not None and channel.complete else None

    def under(self, supported: ISupport) -> None:
        """Go by SUPPORTED from now on."""
        self._supported = supported
        for channel in self._here.values():
            channel.roster.refold(supported.fold)
        self._here = {supported.fold(each.name): each for each in self._here.values()}

    def enter(self, names: Sequence[str]) -> None:
        """Ask to be let into the channels NAMES."""
        for name in names:
            if not is_target(name):
                self._log(f"cannot enter a channel of this name: {name}")
        names = [*filter(is_target, names)]
        self._asked.add(map(self._supported.fold, names))
        for line in join_lines(names, self.keys, self._supported.most_joins):
            self._command(line)

    def refused(self, name: str, why: str, numeric: str) -> bool:
        """Tell the listener that NAME cannot be entered; return False if nobody asked to.

        NUMERIC is the reply that said so, empty where none did.
        """
        if not self._asked.end(self._supported.fold(name)):
            return False
        self._listener.channel_refused(name, why, numeric)
        return True

    def seen(self, person: Person) -> None:
        """Note what is known of PERSON now: ``user@host`` and account, as far as they are told."""
        is_located, has_logged = self._note_known(person)
        known = self._found(person.nick) or person
        if is_located:
            self._listener.located(known)
        if has_logged:
            self._listener.account_changed(known)

    def _note_known(self, person: Person) -> tuple[bool, bool]:
        """Note that; return whether an address is now known, and whether the account is another."""
        if person.account is not None:
            self._logins.noted(person)
        is_located = has_logged = False
        for channel in self._here.values():
            known = channel.roster.find(person.nick)
            if known is None:
                continue
            logged = person.account is not None and person.account != known.account
            if logged or (person.userhost and known != person):
                channel.roster.add(person)
            is_located |= channel.complete and bool(person.userhost) and not known.userhost
            has_logged |= channel.complete and logged
        return is_located, has_logged

    def met(self, person: Person, message: Line) -> Person:
        """Note what MESSAGE tells of PERSON, who sent it; return them with all that is known."""
        person = replace(person, account=self._logins.told_by(message))
        self.seen(person)
        found = self._found(person.nick)
        if person.account is None and found is not None:
            return replace(person, account=self.as_now(found).account)
        return person

    def as_now(self, known: Person) -> Person:
        """Return KNOWN, who is in a roster, without their account where it may be another now."""
        return known if self._logins.holds(known) else replace(known, account=None)

    def _found(self, nick: str) -> Person | None:
        """Return who is called NICK, by whichever channel the bot is in with them."""
        found = (channel.roster.find(nick) for channel in self._here.values())
        return next(filter(None, found), None)

    def forget_all(self) -> None:
        """Note that the bot is nowhere any more."""
        self._here.clear()
        self._asked.clear()

    def _anywhere(self, name: str) -> Channel | None:
        return self._here.get(self._supported.fold(name))

    def _actor(self, message: Line) -> Person | None:
        """Return who acts in MESSAGE, known by the nick alone where a server tells no more."""
        nick = message.source or ""
        person = person_of(nick) or (Person(nick) if is_nick(nick) else None)
        if person is None:
            return None
        if self.is_me(person.nick) and "@" in person.userhost:
            self._me.appears_as(person.userhost)
        return self.met(person, message)

    def _joined(self, message: Line) -> None:
        person = self._actor(message)
        match message.params:
            case [name, *_] if person is not None and self.is_me(person.nick):
                self._put_into(name)
            case [name, *_] if person is not None:
                self._add(name, person)

    def _put_into(self, name: str) -> None:
        key = self._supported.fold(name)
        if self._asked.is_only_forward(key):
            self._command(f"PART {name}")
        elif key in self._asked or key in self._here or len(self._here) < MOST_CHANNELS:
            self._asked.end(key)
            self._here[key] = Channel(name, Roster(fold=self._supported.fold))

    def _add(self, name: str, person: Person) -> None:
        channel = self._anywhere(name)
        if channel is None:
            return
        channel.roster.remove(person.nick)
        if self._note(channel, person) and channel.complete:
            self._listener.arrived(channel.name, person)

    def _note(self, channel: Channel, person: Person) -> bool:
        """Have PERSON in the roster of CHANNEL; return whether there was room for them."""
        if channel.roster.find(person.nick) is None and self._people() >= MOST_PEOPLE:
            if not self._is_full:
                self._is_full = True
                self._log(f"there are more than {MOST_PEOPLE} people: whoever comes is not noted")
            return False
        channel.roster.add(person)
        return True

    def _people(self) -> int:
        return sum(len(channel.roster) for channel in self._here.values())

    def _parted(self, message: Line) -> None:
        person = self._actor(message)
        match message.params:
            case [name, *reason] if person is not None:
                self._gone(name, person.nick, ": ".join(["parted", *reason]))

    def _kicked(self, message: Line) -> None:
        by = self._actor(message)
        match message.params:
            case [name, nick, *reason]:
                kicker = by.nick if by is not None else "the server"
                self._gone(name, nick, ": ".join([f"kicked by {kicker}", *reason]))

    def _gone(self, name: str, nick: str, why: str) -> None:
        channel = self._anywhere(name)
        if channel is None:
            return
        if self.is_me(nick):
            del self._here[self._supported.fold(name)]
            self._put_out(channel, why)
            return
        self._remove(channel, nick)

    def _put_out(self, channel: Channel, why: str) -> None:
        if channel.complete:
            self._listener.channel_left(channel.name, why)
        else:
            self._listener.channel_refused(channel.name, why, "")

    def _remove(self, channel: Channel, nick: str) -> None:
        person = channel.roster.remove(nick)
        if person is not None and channel.complete:
            self._listener.departed(channel.name, person)

    def _quit(self, message: Line) -> None:
        person = self._actor(message)
        if person is None or self.is_me(person.nick):
            return
        for channel in list(self._here.values()):
            self._remove(channel, person.nick)

    def _renamed(self, message: Line) -> None:
        person = self._actor(message)
        match message.params:
            case [new, *_] if person is not None and is_nick(new):
                mine = self.is_me(person.nick)
                if mine:
                    self._me.nick = new
                    self._log(f"called {new} now")
                self._logins.forget(new)
                known = list(self._rename_everywhere(person.nick, new))
                if known and not mine:
                    self._listener.renamed(person.nick, known[0])

    def _rename_everywhere(self, old: str, new: str) -> Iterator[Person]:
        for channel in self._here.values():
            person = channel.roster.rename(old, new)
            if person is not None and channel.complete:
                yield person

    def _logged_in(self, message: Line) -> None:
        """Note that somebody has logged in or out (account-notify)."""
        person = self._actor(message)
        match message.params:
            case [account, *_] if person is not None:
                self.seen(replace(person, account=account_named(account)))

    def _moved(self, message: Line) -> None:
        """Note that somebody has another ``user@host`` now (chghost): they are who they were."""
        person = self._actor(message)
        match message.params:
            case [user, host, *_] if person is not None and person_of(f"x!{user}@{host}"):
                moved = replace(person, userhost=f"{user}@{host}")
                self.seen(moved)
                if self.is_me(moved.nick):
                    self._me.appears_as(moved.userhost)
                elif any(each.find(moved.nick) for each in self.rosters.values()):
                    self._listener.renamed(moved.nick, self._found(moved.nick) or moved)

    def _forwarded(self, message: Line) -> None:
        """Note that the server has the bot enter another channel than it asked to: not for long."""
        match message.params:
            case [_, name, other, why, *_] if self._supported.fold(name) in self._asked:
                if (key := self._supported.fold(other)) not in self._here:
                    self._asked.forward(key)
                self.refused(name, f"{why} ({other})", message.command)
            case [_, name, *rest]:
                self.refused(name, " ".join(rest) or message.command, message.command)

    def _modes_changed(self, message: Line) -> None:
        self._actor(message)
        match message.params:
            case [name, letters, *parameters] if (channel := self._anywhere(name)) is not None:
                for change in self._supported.mode_changes(letters, parameters):
                    if change.mode in self._supported.prefixes.values() and change.parameter:
                        note = channel.roster.grant if change.given else channel.roster.revoke
                        note(change.parameter, change.mode)
                        self._rank_changed(channel, change.parameter)
                        self._look_below(channel, change.parameter, change.mode)

    def _look_below(self, channel: Channel, nick: str, mode: str) -> None:
        """Ask for NAMES again after a rank above operator: it may have hidden another below it."""
        may_be_hidden = "o" in self._supported.modes_below(frozenset(mode))
        if may_be_hidden and not channel.roster.is_operator(nick):
            self._command(f"NAMES {channel.name}")

    def _named(self, message: Line) -> None:
        match message.params:
            case [_, *_, name, names] if (channel := self._anywhere(name)) is not None:
                for entry in names.split():
                    symbols, name_and_host = self._supported.split_rank(entry)
                    nick, _, userhost = name_and_host.partition("!")
                    person = person_of(f"{nick}!{userhost}")
                    if person is not None and self._note(channel, person):
                        self._ranked(channel, nick, symbols)

    def _ranked(self, channel: Channel, nick: str, symbols: str) -> None:
        """Note the modes that SYMBOLS stand for; the highest one may hide known ones below it."""
        shown = self._supported.modes_shown(symbols)
        before = channel.roster.modes(nick)
        hidden = self._supported.modes_below(shown) & before
        channel.roster.set_modes(nick, shown | hidden)
        if shown | hidden != before:
            self._rank_changed(channel, nick)

    def _rank_changed(self, channel: Channel, nick: str) -> None:
        if channel.complete and self.is_me(nick):
            self._listener.rank_changed(channel.name)

    def _all_named(self, message: Line) -> None:
        match message.params:
            case [_, name, *_] if (channel := self._anywhere(name)) is not None:
                if not channel.complete:
                    channel.complete = True
                    fields = f" {_WHOX}" if self._supported.has_whox else ""
                    self._command(f"WHO {channel.name}{fields}")
                    self._listener.channel_entered(channel.name)

    def _described(self, message: Line) -> None:
        match message.params:
            case [_, name, user, host, _, nick, flags, *_]:
                self._note_described(name, Person(nick, f"{user}@{host}"), flags)

    def _described_with_account(self, message: Line) -> None:
        """Note what WHOX tells (RPL_WHOSPCRPL): the fields asked for, in an order that is fixed."""
        match message.params:
            case [_, token, name, user, host, nick, flags, account] if _WHOX.endswith(f",{token}"):
                person = Person(nick, f"{user}@{host}", account_named(account))
                self._note_described(name, person, flags)

    def _note_described(self, name: str, person: Person, flags: str) -> None:
        channel = self._anywhere(name)
        if channel is None or channel.described:
            self.seen(person)
        else:
            # All will be told of at once, by channel_described.
            self._note_known(person)
        if self.is_me(person.nick):
            self._me.may_appear_as(person.userhost)
        if channel is not None and channel.roster.find(person.nick) is not None:
            self._ranked(channel, person.nick, flags[1:])

    def _all_described(self, message: Line) -> None:
        match message.params:
            case [_, name, *_] if (channel := self.find(name)) is not None:
                channel.described = True
                self._listener.channel_described(channel.name)

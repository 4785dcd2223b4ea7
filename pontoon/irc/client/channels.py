"""The channels that the bot is in, and their members, by JOIN, NAMES, WHO, MODE and so on."""

from collections.abc import Sequence

from msgspec.structs import replace

from pontoon.irc.client.autojoin import join_lines
from pontoon.irc.line import Line, is_target
from pontoon.irc.nicks import account_named, is_nick, person_of
from pontoon.irc.people import People, Person, Roster
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import MessageHandler, Session

MOST_PEOPLE = 20_000
"""People noted in all channels together; the largest channels have a few thousand."""

MOST_MEMBERSHIPS = 200_000
"""Members noted of all channels together: a person counts once for each channel they are in."""

MOST_CHANNELS = 100
"""Channels noted that the server has the bot join although the bot did not ask."""

MOST_FORWARDS = 100
"""Channels noted to which the server forwards the bot."""

LOGGED_IN_SECONDS = 60.0
LOGGED_OUT_SECONDS = 5.0
"""How long somebody counts as logged in, or not, if the server does not tell of changes."""

MOST_REMEMBERED = 1000
"""People for whom the bot notes when the server told their account; above that it forgets all."""

_WHOX = "%tcuhnfa,254"
"""The fields asked of WHO: accounts, besides the usual ones, and a token that marks the answer."""


class ChannelTracker:
    """Keeps the rosters of channels and the bot's own prefix, and tells the listener what happens.

    It knows accounts by account-tag, account-notify, extended-join, WHO and WHOIS.
    """

    def __init__(self, session: Session, outbox: Outbox) -> None:
        self._session = session
        self._outbox = outbox
        self._listener = session.listener
        self._accounts_until: dict[str, float] = {}
        """Until when the account that the server has told of somebody holds, by folded nick."""
        self.keys = session.config.channel_keys
        """The keys of channels that need one, by channel."""
        self._here: dict[str, Roster] = {}
        """The rosters of the channels that the bot is in, by folded channel name."""
        self._people = People(session.fold)
        self._asked: set[str] = set()
        """The folded names of channels that the bot has asked to join, without an answer yet."""
        self._forwards: set[str] = set()
        """The folded names of channels to which the server forwards the bot from another one."""
        self._is_full = False
        self.handlers: dict[str, MessageHandler] = {
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

    @property
    def rosters(self) -> dict[str, Roster]:
        """The complete rosters, by folded channel name."""
        return {key: each for key, each in self._here.items() if each.complete}

    def find(self, name: str) -> Roster | None:
        """Return the roster of the channel NAME if the bot is in it and the roster is complete."""
        channel = self._anywhere(name)
        return channel if channel is not None and channel.complete else None

    def sees(self, nick: str) -> bool:
        """Tell whether NICK is in any channel whose roster is complete."""
        known = self._people.known(nick)
        return known is not None and any(each.complete for each in known.rosters)

    def person(self, nick: str) -> Person | None:
        """Return who has NICK in any channel, with their account if it is known for now."""
        found = self._people.find(nick)
        return None if found is None else self._as_now(found)

    def member(self, channel: str, nick: str) -> Person | None:
        """Return who has NICK in CHANNEL, with their account if it is known for now."""
        found = self.find(channel)
        person = None if found is None else found.find(nick)
        return None if person is None else self._as_now(person)

    def refold(self) -> None:
        """Use the casemapping of the session, which may be another one now."""
        fold = self._session.fold
        self._people.refold(fold)
        self._here = {fold(each.name): each for each in self._here.values()}

    def enter(self, names: Sequence[str]) -> None:
        """Join the channels NAMES: ``channel_entered`` or ``channel_refused`` follows for each."""
        for name in names:
            if not is_target(name):
                self._session.log(f"cannot join a channel of this name: {name}")
        names = [*filter(is_target, names)]
        self._asked.update(map(self._session.fold, names))
        for line in join_lines(names, self.keys, self._session.isupport.most_joins):
            self._outbox.command(line)

    def refused(self, name: str, why: str, numeric: str) -> bool:
        """Tell the listener that the bot cannot join NAME; return False if the bot did not ask.

        NUMERIC is the error reply; "" if there was none.
        """
        key = self._session.fold(name)
        if key not in self._asked:
            return False
        self._asked.remove(key)
        self._listener.channel_refused(name, why, numeric)
        return True

    def seen(self, person: Person) -> None:
        """Note the ``user@host`` and account of PERSON, as far as they are known."""
        is_located, has_logged = self._note_known(person)
        if (is_located or has_logged) and self.sees(person.nick):
            known = self._people.find(person.nick) or person
            if is_located:
                self._listener.located(known)
            if has_logged:
                self._listener.account_changed(known)

    def _note_known(self, person: Person) -> tuple[bool, bool]:
        """Note PERSON; return whether the address is new, and whether the account is."""
        if person.account is not None:
            if len(self._accounts_until) >= MOST_REMEMBERED:
                self._accounts_until.clear()
            seconds = LOGGED_IN_SECONDS if person.account else LOGGED_OUT_SECONDS
            until = self._session.clock.seconds() + seconds
            self._accounts_until[self._session.fold(person.nick)] = until
        is_nick_only = not person.userhost and person.account is None
        return (False, False) if is_nick_only else self._people.learn(person)

    def met(self, person: Person, message: Line) -> Person:
        """Note what MESSAGE tells of its sender PERSON; return them with all that is known."""
        told = self._account_told_by(message)
        if told is not None:
            person = Person(person.nick, person.userhost, told)
        self.seen(person)
        if told is None and (known := self._people.find(person.nick)) is not None:
            return Person(person.nick, person.userhost, self._as_now(known).account)
        return person

    def _account_told_by(self, message: Line) -> str | None:
        """Return the account of its sender that MESSAGE names; None if it does not tell.

        With account-tag a PRIVMSG without the tag means that the sender is not logged in.
        """
        enabled = self._session.capabilities
        if message.command == "JOIN" and "extended-join" in enabled and len(message.params) > 1:
            return account_named(message.params[1])
        if "account-tag" not in enabled:
            return None
        tag = message.tags.get("account")
        if tag is None:
            return "" if message.command == "PRIVMSG" else None
        return account_named(tag)

    def _as_now(self, known: Person) -> Person:
        """Return KNOWN, who is in a roster, without their account if it may have changed.

        With account-notify it never may, since the server tells of every change.
        """
        if known.account is None or "account-notify" in self._session.capabilities:
            return known
        until = self._accounts_until.get(self._session.fold(known.nick), 0.0)
        return known if self._session.clock.seconds() < until else replace(known, account=None)

    def forget_all(self) -> None:
        self._here.clear()
        self._people.clear()
        self._asked.clear()
        self._forwards.clear()

    def _anywhere(self, name: str) -> Roster | None:
        return self._here.get(self._session.fold(name))

    def _actor(self, message: Line) -> Person | None:
        """Return who acts in MESSAGE, known by nick only if the server tells no more."""
        nick = message.source
        person = person_of(nick) or (Person(nick) if is_nick(nick) else None)
        if person is None:
            return None
        if self._session.is_me(person.nick) and "@" in person.userhost:
            self._session.me.appears_as(person.userhost)
        return self.met(person, message)

    def _joined(self, message: Line) -> None:
        match self._actor(message), message.params:
            case Person() as person, [name, *_] if self._session.is_me(person.nick):
                self._enter(name)
            case Person() as person, [name, *_]:
                self._add(name, person)

    def _enter(self, name: str) -> None:
        key = self._session.fold(name)
        is_asked, is_forward = key in self._asked, key in self._forwards
        self._asked.discard(key)
        self._forwards.discard(key)
        if is_forward and not is_asked:
            self._outbox.command(f"PART {name}")
        elif is_asked or key in self._here or len(self._here) < MOST_CHANNELS:
            self._forget(key)
            self._here[key] = Roster(name=name, people=self._people)

    def _forget(self, key: str) -> None:
        """Forget the channel with the folded name KEY, and who is only there."""
        if (channel := self._here.pop(key, None)) is not None:
            channel.clear()

    def _add(self, name: str, person: Person) -> None:
        if (channel := self._anywhere(name)) is not None:
            is_ghost = channel.remove(person.nick) is not None
            if is_ghost or not person.userhost:
                self._people.supplant(person)
            if self._note(channel, person) and channel.complete:
                self._listener.arrived(channel.name, person)

    def _note(self, channel: Roster, person: Person) -> bool:
        """Add PERSON to the roster CHANNEL; return whether there was room."""
        if channel.find(person.nick) is None and not self._has_room_for(person.nick):
            return False
        channel.add(person)
        return True

    def _has_room_for(self, nick: str) -> bool:
        """Tell whether NICK may be noted in one more roster."""
        if self._people.find(nick) is None and len(self._people) >= MOST_PEOPLE:
            what = f"{MOST_PEOPLE} people"
        elif self._people.memberships >= MOST_MEMBERSHIPS:
            what = f"{MOST_MEMBERSHIPS} members of all channels together"
        else:
            return True
        if not self._is_full:
            self._is_full = True
            self._session.log(f"there are more than {what}: others are not noted")
        return False

    def _parted(self, message: Line) -> None:
        match self._actor(message), message.params:
            case Person() as person, [name, *reason]:
                self._gone(name, person.nick, ": ".join(["parted", *reason]))

    def _kicked(self, message: Line) -> None:
        match self._actor(message), message.params:
            case by, [name, nick, *reason]:
                kicker = by.nick if by is not None else "the server"
                self._gone(name, nick, ": ".join([f"kicked by {kicker}", *reason]))

    def _gone(self, name: str, nick: str, why: str) -> None:
        channel = self._anywhere(name)
        if channel is None:
            return
        if not self._session.is_me(nick):
            person = self._remove(channel, nick)
            if person is not None:
                self._listener.parted(channel.name, person)
            return
        self._forget(self._session.fold(name))
        if channel.complete:
            self._listener.channel_left(channel.name, why)
        else:
            self._listener.channel_refused(channel.name, why, "")

    def _remove(self, channel: Roster, nick: str) -> Person | None:
        """Remove NICK from CHANNEL; return who has departed if the listener was told."""
        person = channel.remove(nick)
        if person is None or not channel.complete:
            return None
        self._listener.departed(channel.name, person)
        return person

    def _quit(self, message: Line) -> None:
        person = self._actor(message)
        if person is not None and not self._session.is_me(person.nick):
            known = self._people.known(person.nick)
            for channel in [] if known is None else known.rosters[:]:
                self._remove(channel, person.nick)

    def _renamed(self, message: Line) -> None:
        match self._actor(message), message.params:
            case Person() as person, [new, *_] if is_nick(new):
                mine = self._session.is_me(person.nick)
                if mine:
                    self._session.me.nick = new
                    self._session.log(f"the nick is {new} now")
                self._accounts_until.pop(self._session.fold(new), None)
                known = self._people.rename(person.nick, new)
                if known is not None and not mine and self.sees(new):
                    self._listener.renamed(person.nick, known)

    def _logged_in(self, message: Line) -> None:
        match self._actor(message), message.params:
            case Person() as person, [account, *_]:
                self.seen(replace(person, account=account_named(account)))

    def _moved(self, message: Line) -> None:
        """Note that somebody has a new ``user@host`` (chghost) and is still the same person."""
        match self._actor(message), message.params:
            case Person() as person, [user, host, *_] if person_of(f"x!{user}@{host}"):
                moved = replace(person, userhost=f"{user}@{host}")
                self.seen(moved)
                if self._session.is_me(moved.nick):
                    self._session.me.appears_as(moved.userhost)
                elif self.sees(moved.nick):
                    self._listener.renamed(moved.nick, self._people.find(moved.nick) or moved)

    def _forwarded(self, message: Line) -> None:
        """Note that the server forwards the bot to another channel, which the bot will leave."""
        match message.params:
            case [_, name, other, why, *_] if self._session.fold(name) in self._asked:
                key = self._session.fold(other)
                if key not in self._here and len(self._forwards) < MOST_FORWARDS:
                    self._forwards.add(key)
                self.refused(name, f"{why} ({other})", message.command)
            case [_, name, *rest]:
                self.refused(name, " ".join(rest) or message.command, message.command)

    def _modes_changed(self, message: Line) -> None:
        self._actor(message)
        match message.params:
            case [name, letters, *parameters] if (channel := self._anywhere(name)) is not None:
                for change in self._session.isupport.mode_changes(letters, parameters):
                    if change.mode in self._session.isupport.prefixes.values() and change.parameter:
                        note = channel.grant if change.given else channel.revoke
                        note(change.parameter, change.mode)
                        self._rank_changed(channel, change.parameter)
                        self._check_below(channel, change.parameter, change.mode)

    def _check_below(self, channel: Roster, nick: str, mode: str) -> None:
        """Ask for NAMES again after a rank above operator, which may have hidden a lower one."""
        may_be_hidden = "o" in self._session.isupport.modes_below(frozenset(mode))
        if may_be_hidden and not channel.is_operator(nick):
            self._outbox.command(f"NAMES {channel.name}")

    def _named(self, message: Line) -> None:
        match message.params:
            case [_, *_, name, names] if (channel := self._anywhere(name)) is not None:
                for entry in names.split():
                    symbols, name_and_host = self._session.isupport.split_rank(entry)
                    nick, _, userhost = name_and_host.partition("!")
                    person = person_of(f"{nick}!{userhost}")
                    if userhost and person is not None:
                        self.seen(person)
                    if person is not None and self._note(channel, person):
                        self._ranked(channel, nick, symbols)

    def _ranked(self, channel: Roster, nick: str, symbols: str) -> None:
        """Note the modes that SYMBOLS stand for; the highest may hide lower ones that are known."""
        before = channel.modes(nick)
        if not (symbols or before):
            return  # as for most people
        shown = self._session.isupport.modes_shown(symbols)
        hidden = self._session.isupport.modes_below(shown) & before
        if shown | hidden != before:
            channel.set_modes(nick, shown | hidden)
            self._rank_changed(channel, nick)

    def _rank_changed(self, channel: Roster, nick: str) -> None:
        if channel.complete and self._session.is_me(nick):
            self._listener.rank_changed(channel.name)

    def _all_named(self, message: Line) -> None:
        match message.params:
            case [_, name, *_] if (channel := self._anywhere(name)) is not None:
                if not channel.complete:
                    channel.complete = True
                    fields = f" {_WHOX}" if self._session.isupport.has_whox else ""
                    self._outbox.command(f"WHO {channel.name}{fields}")
                    self._listener.channel_entered(channel.name)

    def _described(self, message: Line) -> None:
        match message.params:
            case [_, name, user, host, _, nick, flags, *_]:
                self._note_described(name, Person(nick, f"{user}@{host}"), flags)

    def _described_with_account(self, message: Line) -> None:
        """Note the fields of a WHOX reply (RPL_WHOSPCRPL), which come in a fixed order."""
        match message.params:
            case [_, token, name, user, host, nick, flags, account] if _WHOX.endswith(f",{token}"):
                person = Person(nick, f"{user}@{host}", account_named(account))
                self._note_described(name, person, flags)

    def _note_described(self, name: str, person: Person, flags: str) -> None:
        channel = self._anywhere(name)
        if channel is None or channel.described:
            self.seen(person)
        else:
            # The listener learns of all of them at once, by channel_described.
            self._note_known(person)
        if self._session.is_me(person.nick):
            self._session.me.may_appear_as(person.userhost)
        if channel is not None and channel.find(person.nick) is not None:
            self._ranked(channel, person.nick, flags[1:])

    def _all_described(self, message: Line) -> None:
        match message.params:
            case [_, name, *_] if (channel := self.find(name)) is not None:
                channel.described = True
                self._listener.channel_described(channel.name)

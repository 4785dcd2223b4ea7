"""The channels that the bot is in, and their members, by JOIN, NAMES, WHO, MODE and so on."""

from collections.abc import Sequence

from msgspec.structs import replace

from pontoon.irc.client.autojoin import join_lines
from pontoon.irc.line import Line
from pontoon.irc.nicks import account_named, is_nick, person_of
from pontoon.irc.people import People, Person, Roster
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import Session

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

_WHO_TOKEN = "254"
_WHOX = f"%tcuhnfa,{_WHO_TOKEN}"
"""The fields asked of WHO, which come in a fixed order: accounts, besides the usual ones, and a
token that marks the answer."""

_ACTS = frozenset({"JOIN", "PART", "KICK", "QUIT", "NICK", "ACCOUNT", "CHGHOST", "MODE"})
"""Messages by which somebody, or the server, changes something."""


class ChannelTracker:
    """Keeps the rosters of channels and the bot's own prefix, and tells the listener what happens.

    It knows accounts by account-tag, account-notify, extended-join, WHO and WHOIS.
    """

    def __init__(self, session: Session, outbox: Outbox) -> None:
        self._session = session
        self._outbox = outbox
        self._listener = session.listener
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

    def handle(self, message: Line) -> None:
        if message.command in _ACTS:
            self._note_act(message, self._actor(message))
        else:
            self._note_reply(message)

    def _note_act(self, message: Line, actor: Person | None) -> None:
        match message.command, message.params:
            case "JOIN", [name, *_] if actor and self._session.is_me(actor.nick):
                self._enter(name)
            case "JOIN", [name, *_] if actor and (channel := self._anywhere(name)) is not None:
                self._add(channel, actor)
            case "PART", [name, *reason] if actor and (channel := self._anywhere(name)) is not None:
                self._gone(channel, actor.nick, ": ".join(["parted", *reason]))
            case "KICK", [name, nick, *reason] if (channel := self._anywhere(name)) is not None:
                by = "the server" if actor is None else actor.nick
                self._gone(channel, nick, ": ".join([f"kicked by {by}", *reason]))
            case "QUIT", _ if actor and not self._session.is_me(actor.nick):
                self._quit(actor.nick)
            case "NICK", [new, *_] if actor and is_nick(new):
                self._renamed(actor, new)
            case "ACCOUNT", [account, *_] if actor:
                self.seen(replace(actor, account=account_named(account)))
            case "CHGHOST", [user, host, *_] if actor and person_of(f"x!{user}@{host}"):
                self._moved(replace(actor, userhost=f"{user}@{host}"))
            case "MODE", [name, letters, *names] if (channel := self._anywhere(name)) is not None:
                self._change_modes(channel, letters, names)

    def _note_reply(self, message: Line) -> None:
        match message.command, message.params:
            case "353", [_, *_, name, names] if (channel := self._anywhere(name)) is not None:
                for entry in names.split():
                    self._name(channel, entry)
            case "366", [_, name, *_] if (channel := self._anywhere(name)) is not None:
                if not channel.complete:
                    channel.complete = True
                    fields = f" {_WHOX}" if self._session.isupport.has_whox else ""
                    self._outbox.command(f"WHO {channel.name}{fields}")
                    self._listener.channel_entered(channel.name)
            case "352", [_, name, user, host, _, nick, flags, *_]:
                self._describe(name, Person(nick, f"{user}@{host}"), flags)
            case "354", [_, token, name, user, host, nick, flags, account] if token == _WHO_TOKEN:
                person = Person(nick, f"{user}@{host}", account_named(account))
                self._describe(name, person, flags)
            case "315", [_, name, *_] if (channel := self.find(name)) is not None:
                channel.described = True
                self._listener.channel_described(channel.name)
            case "470", [_, name, *rest]:
                self._forwarded(name, rest)

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
        is_located, has_logged = self._learn(person)
        if (is_located or has_logged) and self.sees(person.nick):
            known = self._people.find(person.nick) or person
            if is_located:
                self._listener.located(known)
            if has_logged:
                self._listener.account_changed(known)

    def _learn(self, person: Person) -> tuple[bool, bool]:
        """Note PERSON; return whether the address is new, and whether the account is."""
        seconds = LOGGED_IN_SECONDS if person.account else LOGGED_OUT_SECONDS
        return self._people.learn(person, self._session.clock.seconds() + seconds)

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
        until = self._people.account_holds_until(known.nick)
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

    def _enter(self, name: str) -> None:
        key = self._session.fold(name)
        is_asked, is_forward = key in self._asked, key in self._forwards
        self._asked.discard(key)
        self._forwards.discard(key)
        if is_forward and not is_asked:
            self._outbox.command(f"PART {name}")
        elif is_asked or key in self._here or len(self._here) < MOST_CHANNELS:
            if key in self._here:
                self._here[key].clear()
            self._here[key] = Roster(name=name, people=self._people)

    def _add(self, channel: Roster, person: Person) -> None:
        is_ghost = channel.remove(person.nick) is not None
        if is_ghost or not person.userhost:
            self._people.supplant(person)
        if self._note(channel, person) and channel.complete:
            self._listener.arrived(channel.name, person)

    def _note(self, channel: Roster, person: Person) -> bool:
        """Add PERSON to the roster CHANNEL; return whether there was room."""
        people, is_new = self._people, channel.find(person.nick) is None
        most = ""
        if is_new and people.find(person.nick) is None and len(people) >= MOST_PEOPLE:
            most = f"{MOST_PEOPLE} people"
        elif is_new and people.memberships >= MOST_MEMBERSHIPS:
            most = f"{MOST_MEMBERSHIPS} members of all channels together"
        if not most:
            channel.add(person)
            if person.account is not None:
                self._learn(person)  # notes when that was told
        elif not self._is_full:
            self._is_full = True
            self._session.log(f"there are more than {most}: others are not noted")
        return not most

    def _gone(self, channel: Roster, nick: str, why: str) -> None:
        if not self._session.is_me(nick):
            person = self._remove(channel, nick)
            if person is not None:
                self._listener.parted(channel.name, person)
            return
        del self._here[self._session.fold(channel.name)]
        channel.clear()
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

    def _quit(self, nick: str) -> None:
        known = self._people.known(nick)
        for channel in [] if known is None else known.rosters[:]:
            self._remove(channel, nick)

    def _renamed(self, person: Person, new: str) -> None:
        mine = self._session.is_me(person.nick)
        if mine:
            self._session.me.nick = new
            self._session.log(f"the nick is {new} now")
        known = self._people.rename(person.nick, new)
        if known is not None and not mine and self.sees(new):
            self._listener.renamed(person.nick, known)

    def _moved(self, person: Person) -> None:
        """Note that PERSON has a new ``user@host`` (chghost) and is still the same person."""
        self.seen(person)
        if self._session.is_me(person.nick):
            self._session.me.appears_as(person.userhost)
        elif self.sees(person.nick):
            self._listener.renamed(person.nick, self._people.find(person.nick) or person)

    def _forwarded(self, name: str, rest: list[str]) -> None:
        """Note that the server forwards the bot to another channel, which the bot will leave."""
        why = " ".join(rest) or "470"
        if len(rest) > 1 and self._session.fold(name) in self._asked:
            other, text, *_ = rest
            why = f"{text} ({other})"
            key = self._session.fold(other)
            if key not in self._here and len(self._forwards) < MOST_FORWARDS:
                self._forwards.add(key)
        self.refused(name, why, "470")

    def _change_modes(self, channel: Roster, letters: str, parameters: list[str]) -> None:
        isupport = self._session.isupport
        for change in isupport.mode_changes(letters, parameters):
            nick, mode = change.parameter, change.mode
            if not nick or mode not in isupport.prefixes.values():
                continue
            note = channel.grant if change.given else channel.revoke
            note(nick, mode)
            self._rank_changed(channel, nick)
            # A rank above operator may have hidden a lower one.
            may_be_hidden = "o" in isupport.modes_below(frozenset(mode))
            if may_be_hidden and not channel.is_operator(nick):
                self._outbox.command(f"NAMES {channel.name}")

    def _name(self, channel: Roster, entry: str) -> None:
        """Note an ENTRY of NAMES, such as ``@dave`` or ``@dave!d@host``."""
        symbols, name_and_host = self._session.isupport.split_rank(entry)
        nick, _, userhost = name_and_host.partition("!")
        person = person_of(f"{nick}!{userhost}")
        if person is None:
            return
        if userhost:
            self.seen(person)
        if self._note(channel, person):
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

    def _describe(self, name: str, person: Person, flags: str) -> None:
        """Note what a reply to WHO tells of PERSON, a member of the channel NAME."""
        channel = self._anywhere(name)
        if channel is None or channel.described:
            self.seen(person)
        else:
            # The listener learns of all of them at once, by channel_described.
            self._learn(person)
        if self._session.is_me(person.nick):
            self._session.me.may_appear_as(person.userhost)
        if channel is not None and channel.find(person.nick) is not None:
            self._ranked(channel, person.nick, flags[1:])

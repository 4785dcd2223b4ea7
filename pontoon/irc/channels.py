"""The channels that the bot is in, and who is there: learnt here, and nowhere else.

The client tells it of JOIN, NAMES, WHO, MODE, ACCOUNT, CHGHOST, NICK, PART, KICK and QUIT.
"""

from collections.abc import Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from pontoon.irc.autojoin import join_lines
from pontoon.irc.line import Line
from pontoon.irc.nicks import account_named, person_of
from pontoon.irc.people import People, Person, Roster
from pontoon.irc.sending import Outbox
from pontoon.irc.session import Session

MAX_PEOPLE = 20_000
"""People noted in all channels together; the largest channels have a few thousand."""

MAX_MEMBERSHIPS = 200_000
"""Members noted of all channels together: a person counts once for each channel they are in."""

MAX_CHANNELS = 100
"""Channels noted that the server has the bot join although the bot did not ask."""

MAX_FORWARDS = 100
"""Channels noted to which the server forwards the bot."""

LOGGED_IN_SECONDS = 60.0
LOGGED_OUT_SECONDS = 5.0
"""How long somebody counts as logged in, or not, if the server does not tell of changes."""

HISTORY_SECONDS = 5.0
"""How long the history of a channel may last if no tag can tell, and WHO is not answered."""

_REPLAY_CAPABILITIES = frozenset({"batch", "server-time"})
"""Capabilities by which the lines of a history have tags."""

_MODES_BY_SYMBOL = {"@": "s", "*": "p"}
"""The modes of a channel that its symbol in NAMES stands for (RFC 2812, 5.1)."""

_WHO_TOKEN = "254"
_WHOX = f"%tcuhnfa,{_WHO_TOKEN}"
"""The fields asked of WHO, which come in a fixed order: accounts, besides the usual ones, and a
token that marks the answer."""


class Channels:
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

    def seen_in(self, nick: str) -> list[str]:
        """Return the channels whose rosters are complete, and have NICK."""
        known = self._people.known(nick)
        return [] if known is None else [each.name for each in known.rosters if each.complete]

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

    def join(self, names: Sequence[str]) -> None:
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

    # What the server tells of the bot itself

    def entered(self, name: str) -> None:
        """Begin a roster of the channel NAME: the bot is in it. NAMES completes it."""
        key = self._session.fold(name)
        is_asked, is_forward = key in self._asked, key in self._forwards
        self._asked.discard(key)
        self._forwards.discard(key)
        if is_forward and not is_asked:
            self._outbox.command(f"PART {name}")
        elif is_asked or key in self._here or len(self._here) < MAX_CHANNELS:
            if key in self._here:
                self._session.timers.cancel(self._here[key])
                self._here[key].clear()
            self._here[key] = Roster(name=name, people=self._people)

    def left(self, name: str, why: str) -> None:
        """Forget who is in the channel NAME, which the bot has left; WHY is for the listener."""
        channel = self._here.pop(self._session.fold(name), None)
        if channel is None:
            return
        self._session.timers.cancel(channel)
        channel.clear()
        if channel.complete:
            self._listener.channel_left(channel.name, why)
        else:
            self._listener.channel_refused(channel.name, why, "")

    def forwarded(self, name: str, rest: Sequence[str]) -> None:
        """Note that the server forwards the bot to another channel, which the bot will leave.

        REST has the other channel and a reason, as far as the server says them.
        """
        why = " ".join(rest) or "470"
        if len(rest) > 1 and self._session.fold(name) in self._asked:
            other, text, *_ = rest
            why = f"{text} ({other})"
            key = self._session.fold(other)
            if key not in self._here and len(self._forwards) < MAX_FORWARDS:
                self._forwards.add(key)
        self.refused(name, why, "470")

    # What the server tells of others

    def add(self, name: str, person: Person) -> None:
        """Note that PERSON has joined the channel NAME."""
        channel = self._anywhere(name)
        if channel is None:
            return
        is_ghost = channel.remove(person.nick) is not None
        if is_ghost or not person.userhost:
            self._people.supplant(person)
        if self._note(channel, person) and channel.complete:
            self._listener.arrived(channel.name, person)

    def _note(self, channel: Roster, person: Person) -> bool:
        """Add PERSON to the roster CHANNEL; return whether there was room."""
        people, is_new = self._people, channel.find(person.nick) is None
        most = ""
        if is_new and people.find(person.nick) is None and len(people) >= MAX_PEOPLE:
            most = f"{MAX_PEOPLE} people"
        elif is_new and people.memberships >= MAX_MEMBERSHIPS:
            most = f"{MAX_MEMBERSHIPS} members of all channels together"
        if not most:
            channel.add(person)
            if person.account is not None:
                self._learn(person)  # notes when that was told
        elif not self._is_full:
            self._is_full = True
            self._session.log(f"there are more than {most}: others are not noted")
        return not most

    def remove(self, name: str, nick: str) -> None:
        """Note that NICK has parted from the channel NAME, or was kicked."""
        channel = self._anywhere(name)
        person = None if channel is None else self._depart(channel, nick)
        if channel is not None and person is not None:
            self._listener.parted(channel.name, person)

    def quit(self, nick: str) -> None:
        """Note that NICK has left the network."""
        known = self._people.known(nick)
        for channel in [] if known is None else known.rosters[:]:
            self._depart(channel, nick)

    def _depart(self, channel: Roster, nick: str) -> Person | None:
        """Remove NICK from CHANNEL; return who has departed if the listener was told."""
        person = channel.remove(nick)
        if person is None or not channel.complete:
            return None
        self._listener.departed(channel.name, person)
        return person

    def rename(self, old: str, new: str) -> Person | None:
        """Note that OLD is called NEW now; return who that is if the bot sees them."""
        person = self._people.rename(old, new)
        return person if person is not None and self.sees(new) else None

    def moved(self, person: Person) -> Person | None:
        """Note a new ``user@host`` of PERSON, who stays the same; return all that is known now.

        Return None if the bot does not see them.
        """
        self.seen(person)
        return (self._people.find(person.nick) or person) if self.sees(person.nick) else None

    def change_mode(self, name: str, nick: str, mode: str, *, given: bool) -> None:
        """Note that NICK was GIVEN the rank of MODE in the channel NAME, or has lost it."""
        channel, isupport = self._anywhere(name), self._session.isupport
        if channel is None:
            return
        note = channel.grant if given else channel.revoke
        note(nick, mode)
        self._rank_changed(channel, nick)
        # A rank above operator may have hidden a lower one.
        may_be_hidden = "o" in isupport.modes_below(frozenset(mode))
        if may_be_hidden and not channel.is_operator(nick):
            self._outbox.command(f"NAMES {channel.name}")

    def set_mode(self, name: str, mode: str, *, given: bool) -> None:
        """Note that the channel NAME itself has been GIVEN MODE, or has lost it."""
        if (channel := self._anywhere(name)) is not None and mode.isascii() and mode.isalpha():
            (channel.channel_modes.add if given else channel.channel_modes.discard)(mode)

    def shown_as(self, name: str, symbol: str) -> None:
        """Note what SYMBOL says of the channel NAME in NAMES: public, private or secret."""
        for each, mode in _MODES_BY_SYMBOL.items():
            self.set_mode(name, mode, given=symbol == each)

    def restriction_lifted(self, name: str) -> None:
        """Note that the channel NAME has lost a mode: it may hear the bot now."""
        if (channel := self.find(name)) is not None:
            self._listener.rank_changed(channel.name)

    def named(self, name: str, entries: Iterable[str]) -> None:
        """Note ENTRIES of NAMES for the channel NAME, such as ``@dave`` or ``@dave!d@host``."""
        if (channel := self._anywhere(name)) is not None:
            for entry in entries:
                self._name(channel, entry)

    def all_named(self, name: str) -> None:
        """Note that NAMES has told who is in the channel NAME; ask where, and as whom.

        Without tags nothing tells the channel's history from what is said now, except that the
        server, or a bouncer, sends it together with the JOIN, before it answers the WHO. Until
        then, or for some seconds if there is no answer, nobody there is heard.
        """
        channel = self._anywhere(name)
        if channel is None or channel.listed:
            return
        channel.listed = True
        fields = f" {_WHOX}" if self._session.isupport.has_whox else ""
        self._outbox.command(f"WHO {channel.name}{fields}")
        if self._session.isupport.may_hide_members:
            self._outbox.command(f"MODE {channel.name}")
        if _REPLAY_CAPABILITIES.isdisjoint(self._session.capabilities):
            self._session.timers.after(HISTORY_SECONDS, channel, partial(self._complete, channel))
        else:
            self._complete(channel)

    def _complete(self, channel: Roster) -> None:
        channel.complete = True
        self._listener.channel_entered(channel.name)

    def all_described(self, name: str) -> None:
        """Note that WHO has told all that it tells of the channel NAME."""
        channel = self._anywhere(name)
        if channel is None or not channel.listed:
            return
        if not channel.complete:
            self._session.timers.cancel(channel)
            self._complete(channel)
        channel.described = True
        self._listener.channel_described(channel.name)

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

    def describe_whox(self, token: str, name: str, person: Person, flags: str) -> None:
        """Note what a reply to WHOX tells, if it answers the bot's own question: by its TOKEN."""
        if token == _WHO_TOKEN:
            self.describe(name, person, flags)

    def describe(self, name: str, person: Person, flags: str) -> None:
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

"""The bot on one network: hands what a connection hears to the club, and what it says back."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from pontoon.commands.router import CommandRouter
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.client.client import Client
from pontoon.irc.outgoing import Message, Told, lines_of
from pontoon.irc.people import Person, Roster
from pontoon.irc.reactor import Clock
from pontoon.irc.timing import Backoff, Timers
from pontoon.irc.tracking.account_lookup import AccountLookup
from pontoon.irc.tracking.autojoin import AutoJoin
from pontoon.irc.tracking.whois import Answered, Precedence
from pontoon.text import announcements

STEADY_SECONDS = 60.0
"""How long a connection must last to be forgotten as a failure."""

DESCRIBED_SECONDS = 10.0
"""How long a server may take to tell where everybody in a channel is from, before play goes on."""


class Nicks(Protocol):
    """Where nicks are looked up, as the server compares them."""

    def use_casemapping(self, fold: Fold) -> None:
        """Compare nicks by FOLD from now on."""


def _do_nothing() -> None:
    """Let things be."""


def _each_told(say: Message, lines: int) -> list[Told | None]:
    """Return what is to be done when each of the LINES has left that SAY is: at last what it says.

    What it says is done now if there are no lines.
    """
    if say.told is None:
        return [None] * lines
    if not lines:
        say.told()
        return []
    return [*[_do_nothing] * (lines - 1), say.told]


class Bot:
    """Listens to one connection after the other; for the club it is the network.

    It enters CHANNELS, and enters them again, with growing delays, whenever it is put out. STORE is
    told how the server compares nicks.
    """

    def __init__(
        self,
        channels: Sequence[str],
        store: Nicks,
        clock: Clock,
        log: Callable[[str], None],
    ) -> None:
        self._store = store
        self._log = log
        self._entering = AutoJoin(channels, clock, self._enter, log)
        self._timers = Timers(clock)
        self._withholding = AccountLookup(
            fold=lambda: self.fold,
            matters=self._matters,
            look_up=self._look_up,
            is_seen=lambda nick: self.client is not None and self.client.sees(nick),
            is_seated=self._is_seated,
        )
        self.reconnecting = Backoff()
        self.client: Client | None = None
        self.club: CommandRouter
        self.when_closed: Callable[[], object] = _do_nothing
        """Called whenever a connection is gone."""
        self.when_entered: Callable[[], object] = _do_nothing
        """Called whenever the bot has come into a channel."""

    # What the club asks

    @property
    def fold(self) -> Fold:
        """How the server compares nicks; RFC 1459's way while there is none."""
        return rfc1459 if self.client is None else self.client.fold

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own."""
        return self.client is not None and self.client.is_me(nick)

    def roster(self, channel: str) -> Roster | None:
        """Return who is in CHANNEL; None while the bot is not."""
        return None if self.client is None else self.client.roster(channel)

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Ask the server to give NICK voice in CHANNEL, or to take it; nothing while none is there.

        The bot has to be an operator of the channel.
        """
        if self.client is not None:
            self.client.voice(channel, nick, on=on)

    def speak(self, say: Message) -> None:
        """Say something as lines that the server lets through; nothing while there is none."""
        if self.client is not None:
            outbox = self.client.outbox
            outbox.make_way_for(say)
            lines = lines_of(say, outbox.room_for(say.target))
            for told, line in zip(_each_told(say, len(lines)), lines, strict=True):
                outbox.say(
                    say.target,
                    line,
                    say.urgency,
                    topic=say.topic,
                    joins=say.joins,
                    place=say.place,
                    of_round=say.of_round,
                    told=told,
                )

    # Other channels

    def adopt(self, channels: Sequence[str]) -> None:
        """Be in CHANNELS from now on, and in no others: those are left, and entered no more."""
        for channel in self._entering.give_up_others(channels):
            self._timers.never_mind(channel)
            if self.client is not None:
                self.client.leave(channel, announcements.NO_TABLE_ANY_MORE)
        self._entering.want(channels)

    # What the connection tells

    def welcomed(self) -> None:
        """Enter all channels."""
        self._store.use_casemapping(self.fold)  # it may not have said: then it is RFC 1459's
        self._timers.after(STEADY_SECONDS, "steady", self.reconnecting.calm)
        self._entering.welcomed()

    def casemapping_is(self, fold: Fold) -> None:
        """Compare the nicks of players.xml as the server does."""
        self._store.use_casemapping(fold)

    def channel_entered(self, channel: str) -> None:
        """Have the croupier open, or go on."""
        self._log(f"in {channel}")
        self._withholding.found_people()
        if (croupier := self.club.croupier(channel)) is not None:
            self._entering.entered(croupier.channel)
            self._timers.after(DESCRIBED_SECONDS, croupier.channel, croupier.resume)
            croupier.entered()
        self.when_entered()

    def channel_described(self, channel: str) -> None:
        """Have the croupier go on with a round that the connection was lost in."""
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.described()
            for nick in croupier.absence.unknown():
                self._look_up(nick, Precedence.SEATED, lambda _: None)

    def channel_left(self, channel: str, why: str) -> None:
        """Have the round there wait, and enter again after a while."""
        self._log(f"out of {channel}: {why}")
        if self.client is not None:
            self.client.outbox.forget(channel)  # nobody there would hear it
        self._withholding.lost_sight()
        if (croupier := self.club.croupier(channel)) is not None:
            self._timers.never_mind(croupier.channel)
            croupier.suspend()
            self._entering.put_out(croupier.channel)

    def channel_refused(self, channel: str, why: str, numeric: str) -> None:
        """Try again after a while: the channel does not let the bot in."""
        self._log(f"cannot enter {channel}: {why}")
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.suspend()
            self._entering.refused(croupier.channel, numeric)

    def invited(self, channel: str) -> None:
        """Enter CHANNEL if it is one that the bot should be in."""
        if (croupier := self.club.croupier(channel)) is not None:
            self._entering.invited(croupier.channel)

    def identified(self, _account: str) -> None:
        """Enter the channels that wanted to know who comes."""
        self._entering.identified()

    def rank_changed(self, channel: str) -> None:
        """Do what an operator can do, if the bot is one now."""
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.rank_changed()

    def ignores(self, person: Person) -> bool:
        """Tell whether config.ini has PERSON among those whom the bot does not hear."""
        return self.club.floor.ignores(person)

    def spoken(self, channel: str, sender: Person, text: str) -> None:
        """Hear what is said in a channel, once it is known who is who if it is a command."""
        if not self.club.is_command(text):
            self.club.talked(channel, sender)
        elif (act := self.club.heard(channel, sender, text)) is not None:
            self._withholding.hear(sender, text, self._named(channel, text), act)

    def told(self, sender: Person, text: str) -> None:
        """Hear what is said in private, once it is known who says it."""
        if not sender.account and self.club.is_about_accounts(text):
            sender = replace(sender, account=None)  # they may be logged in by now
        if (act := self.club.told(sender, text)) is not None:
            self._withholding.hear(sender, text, (), act)

    def account_changed(self, person: Person) -> None:
        """See somebody log in or out."""
        self.club.floor.account_changed(person)

    def arrived(self, channel: str, person: Person) -> None:
        """See PERSON come. If it matters who that is, ``account_changed`` tells it soon."""
        self._withholding.arrived(person)
        if person.account is None and self.club.needs_account(person):
            is_seated = self._is_seated(person.nick)
            precedence = Precedence.SEATED if is_seated else Precedence.NAMED
            self._look_up(person.nick, precedence, lambda _: None)
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.arrived(person)

    def departed(self, channel: str, person: Person) -> None:
        """See PERSON go. What waits to be said to them is dropped: another may take the nick."""
        if self.client is not None and not self.client.sees(person.nick):
            self.client.outbox.forget(person.nick)
            self._withholding.forget(person.nick)
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.absence.departed(person)

    def renamed(self, old: str, person: Person) -> None:
        """See somebody take another nick; what waits to be said to them goes there."""
        if self.client is not None:
            self.client.outbox.readdress(old, person.nick)
        self._withholding.renamed(old, person)
        self.club.floor.renamed(old, person)

    def located(self, person: Person) -> None:
        """Have the seat of PERSON, if they have one, be theirs by where they are from."""
        self.club.floor.located(person)

    def undeliverable(self, nick: str, why: str) -> None:
        """Have the channel told of a player whom nothing reaches; the client has logged it."""
        self.club.floor.cannot_reach(nick, why)

    def closed(self, _reason: str) -> None:
        """Have all rounds wait; whoever made the connection makes the next."""
        self.client = None
        self._timers.stop()
        self._entering.stop()
        self._withholding.stop()
        self.club.floor.disconnected()
        self.when_closed()

    # What is asked of the connection

    def _matters(self, person: Person, said: str) -> bool:
        return self.club.needs_account(person, said)

    def _is_seated(self, nick: str) -> bool:
        return self.club.floor.is_seated(nick)

    def _enter(self, channels: Sequence[str]) -> None:
        if self.client is not None:
            self.client.enter(*channels)

    def _look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None:
        if self.client is None:
            answered(Person(nick))
        else:
            self.client.look_up(nick, precedence, answered)

    def _named(self, channel: str, text: str) -> Iterator[Person]:
        """Yield those in CHANNEL whom TEXT names and who may be logged in to something else now."""
        if self.client is not None:
            for nick in self.club.named(channel, text):
                if (person := self.client.company.find(channel, nick)) is not None:
                    yield person

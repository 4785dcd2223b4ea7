"""The bot on one network: it passes events from the connection to the club, and messages back."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.client.client import Client
from pontoon.irc.outgoing import Message, do_nothing
from pontoon.irc.people import Person, Roster
from pontoon.irc.reactor import Clock
from pontoon.irc.timing import Backoff, Timers
from pontoon.irc.tracking.account_lookup import AccountLookup
from pontoon.irc.tracking.autojoin import AutoJoin
from pontoon.irc.tracking.whois import Answered, Precedence
from pontoon.text import announcements

if TYPE_CHECKING:
    from pontoon.commands.router import CommandRouter
    from pontoon.commands.syntax import Request

STEADY_SECONDS = 60.0
"""How long a connection has to last until reconnecting starts again with short delays."""

DESCRIBED_SECONDS = 10.0
"""How long a round waits for the server to send the addresses of everybody in the channel."""


NEEDS_A_PERSON = frozenset(
    {"403", "405", "470", "471", "473", "474", "475", "476", "477", "479", "489"}
)
"""Refusals of a channel that end only when somebody does something: a ban, a key and so on.

By 403 a server also says that no channel can have this name, by 489 that it admits only TLS.
"""


class Bot:
    """Handles the events of one connection after the other. For the club it is the network.

    It joins CHANNELS, and rejoins them with growing delays. USE_CASEMAPPING takes the casemapping
    of the server. LOG takes a line for each event.
    """

    def __init__(
        self,
        channels: Sequence[str],
        use_casemapping: Callable[[Fold], object],
        clock: Clock,
        log: Callable[[str], None],
    ) -> None:
        self._use_casemapping = use_casemapping
        self._log_line = log
        self._entering = AutoJoin(channels, clock, self._enter, log)
        self._timers = Timers(clock)
        self._lookup: AccountLookup[Request] = AccountLookup(self)
        self.reconnecting = Backoff()
        self.refusals: dict[str, str] = {}
        """The channels that the bot is not let into, each with what the server says."""
        self.client: Client | None = None
        self.make_club: Callable[[], CommandRouter]
        self.when_closed: Callable[[], object] = do_nothing
        self.when_entered: Callable[[], object] = do_nothing
        """Called whenever the bot has joined a channel."""

    @cached_property
    def club(self) -> "CommandRouter":
        """What people say goes there. It is made when the bot enters its first channel."""
        return self.make_club()

    # For the club

    @property
    def fold(self) -> Fold:
        """The casemapping of the server; that of RFC 1459 while there is no connection."""
        return rfc1459 if self.client is None else self.client.session.isupport.fold

    @property
    def nickname(self) -> str:
        """The bot's own nick; "" while there is no server."""
        return "" if self.client is None else self.client.nickname

    def is_me(self, nick: str) -> bool:
        return self.client is not None and self.client.session.is_me(nick)

    def roster(self, channel: str) -> Roster | None:
        """Return the members of CHANNEL; None while the bot is not in it."""
        return None if self.client is None else self.client.roster(channel)

    def find(self, nick: str) -> Person | None:
        """Return who has NICK, if the bot sees them in a channel."""
        return None if self.client is None else self.client.find(nick)

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Ask the server to give NICK voice in CHANNEL, or to take it.

        The bot has to be an operator of the channel. Without a connection nothing happens.
        """
        if self.client is not None:
            self.client.voice(channel, nick, on=on)

    def speak(self, message: Message) -> None:
        """Send MESSAGE if there is a connection."""
        if self.client is not None:
            self.client.outbox.say(message)

    def set_channels(self, channels: Sequence[str]) -> None:
        """Join CHANNELS, and leave all others."""
        for channel in self._entering.give_up_others(channels):
            self._timers.cancel(channel)
            self.refusals.pop(channel, None)
            if self.client is not None:
                self.client.leave(channel, announcements.NO_TABLE_ANY_MORE)
        self._entering.want(channels)

    # Events of the connection

    def welcomed(self) -> None:
        """Join all channels."""
        self._use_casemapping(self.fold)  # the server may not send CASEMAPPING
        self._timers.after(STEADY_SECONDS, "steady", self.reconnecting.calm)
        self._entering.welcomed()

    def casemapping_is(self, fold: Fold) -> None:
        self._use_casemapping(fold)

    def channel_entered(self, channel: str) -> None:
        """Begin to deal in CHANNEL, or resume its round."""
        self._log(f"in {channel}")
        self._lookup.found_people()
        if (croupier := self.club.croupier(channel)) is not None:
            self._entering.entered(croupier.channel)
            self.refusals.pop(croupier.channel, None)
            self._timers.after(DESCRIBED_SECONDS, croupier.channel, croupier.absence.resume)
            croupier.entered()
        self.when_entered()

    def channel_described(self, channel: str) -> None:
        """Resume the round in CHANNEL, now that the addresses of its members are known."""
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.absence.described()
            seat_maps = croupier.seat_map, croupier.joining.seat_map
            for person in chain.from_iterable(each.unknown(croupier.roster) for each in seat_maps):
                self.look_up(person.nick, Precedence.SEATED, lambda _: None)

    def channel_left(self, channel: str, why: str) -> None:
        """Suspend the round in CHANNEL, and rejoin after a while."""
        self._log(f"out of {channel}: {why}")
        if self.client is not None:
            self.client.outbox.forget(channel)  # nobody there would see it
        self._lookup.lost_sight()
        if (croupier := self.club.croupier(channel)) is not None:
            self._timers.cancel(croupier.channel)
            croupier.absence.suspend()
            self._entering.removed(croupier.channel)

    def channel_refused(self, channel: str, why: str, numeric: str) -> None:
        """Try again later to join CHANNEL, which the server has refused."""
        self._log(f"cannot join {channel}: {why}")
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.absence.suspend()
            self._entering.refused(croupier.channel, numeric)
            if numeric in NEEDS_A_PERSON:
                self.refusals[croupier.channel] = why

    def invited(self, channel: str) -> None:
        """Join CHANNEL if it is one of the bot's."""
        if (croupier := self.club.croupier(channel)) is not None:
            self._entering.invited(croupier.channel)

    def identified(self, _account: str) -> None:
        """Join the channels that admit only users with an account."""
        self._entering.identified()

    def rank_changed(self, channel: str) -> None:
        """Note that the bot has become an operator of CHANNEL, or is none any more."""
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.rank_changed()

    def ignores(self, person: Person) -> bool:
        """Tell whether config.ini has the bot ignore PERSON."""
        return self.club.floor.ignores(person)

    def spoken(self, channel: str, sender: Person, text: str) -> None:
        """Handle a message in CHANNEL; a command waits until the accounts it needs are known."""
        request = self.club.hear(sender, text, channel)
        if request is not None and not self._lookup.holds(request, self._named(request)):
            self.club.obey(request, request.person)

    def told(self, sender: Person, text: str) -> None:
        """Handle a private message, once the account of SENDER is known if it matters."""
        request = self.club.hear(sender, text)
        if request is not None and not self._lookup.holds(request):
            self.club.obey(request, request.person)

    def account_changed(self, person: Person) -> None:
        """Note that PERSON has logged in or out."""
        self.club.floor.account_changed(person)

    def arrived(self, channel: str, person: Person) -> None:
        """Note that PERSON has joined CHANNEL, and look up their account if it matters."""
        self._lookup.arrived(person)
        if person.account is None and self.club.needs_account():
            is_seated = self.is_seated(person.nick)
            precedence = Precedence.SEATED if is_seated else Precedence.NAMED
            self.look_up(person.nick, precedence, lambda _: None)
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.absence.arrived(person)

    def departed(self, channel: str, person: Person) -> None:
        """Note that PERSON has left CHANNEL; drop their messages, as others may take the nick."""
        if self.client is not None and not self.client.sees(person.nick):
            self.client.outbox.forget(person.nick)
            self._lookup.forget(person.nick)
            self.club.floor.replays.stop(person.nick)
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.absence.departed(person)

    def parted(self, channel: str, person: Person) -> None:
        """Note that PERSON, who has left CHANNEL, gives up the place at the table there."""
        if (croupier := self.club.croupier(channel)) is not None:
            croupier.joining.parted(person)

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD has become PERSON, and redirect the messages that wait for OLD."""
        if self.client is not None:
            self.client.outbox.readdress(old, person.nick)
        self._lookup.renamed(old, person)
        self.club.floor.renamed(old, person)

    def located(self, person: Person) -> None:
        self.club.floor.located(person)

    def undeliverable(self, nick: str, why: str) -> None:
        """Tell the channel that private messages do not reach the player NICK."""
        self.club.floor.cannot_reach(nick, why)

    def closed(self, _reason: str) -> None:
        """Suspend all rounds until there is another connection."""
        self.client = None
        self._timers.stop()
        self._entering.stop()
        self._lookup.stop()
        self.club.floor.disconnected()
        self.when_closed()

    # For the account lookup

    def needs_account(self, line: "Request") -> bool:
        """Tell whether the accounts of the people in LINE make a difference to it."""
        return self.club.needs_account(line)

    def release(self, line: "Request", known: Person) -> None:
        """Act on LINE, which was held, now that its sender is KNOWN."""
        self.club.obey(line, known)

    def sees(self, nick: str) -> bool:
        return self.client is not None and self.client.sees(nick)

    def is_seated(self, nick: str) -> bool:
        """Tell whether NICK may have a seat."""
        return self.club.floor.is_seated(nick)

    def look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None:
        """Find out who has NICK; call ANSWERED once in any case."""
        if self.client is None:
            answered(Person(nick))
        else:
            self.client.tracker.whois.look_up(nick, precedence, answered)

    def _log(self, line: str) -> None:
        """Log LINE, which may quote people, without the secrets that the client knows."""
        log = self._log_line if self.client is None else self.client.session.log
        log(line)

    def _enter(self, channels: Sequence[str]) -> None:
        if self.client is not None:
            self.client.channels.enter(channels)

    def _named(self, request: "Request") -> Iterator[Person]:
        """Yield the people whom REQUEST names: their account may have to be looked up."""
        if self.client is not None:
            for nick in self.club.named(request):
                person = self.client.tracker.find(request.channel or "", nick)
                if person is not None:
                    yield person

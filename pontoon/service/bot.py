"""The bot on one network: its connection, and the accounts of people that its tables ask for."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from twisted.internet.defer import Deferred, succeed

from pontoon.commands.syntax import Request
from pontoon.irc.autojoin import AutoJoin
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.client import Client
from pontoon.irc.config import IrcConfig, read_channels
from pontoon.irc.outgoing import Message, do_nothing
from pontoon.irc.people import Person, Roster
from pontoon.irc.session import WireLog
from pontoon.irc.timing import Backoff, Timers
from pontoon.irc.whois import Answered, Precedence
from pontoon.service.config.changes import NetworkSettings
from pontoon.service.connection import CannotListen, Connection
from pontoon.service.local_network import LocalConnection
from pontoon.service.muted_channels import MutedChannels
from pontoon.service.network_app import NetworkApp
from pontoon.service.shared import SharedState
from pontoon.storage.sts_policies import StsPolicies
from pontoon.text import announcements

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


MOST_HELD = 50
"""People whose lines wait at a time, besides those who have a seat.

The lines of others count at once, without their account.
"""

MOST_LINES = 10  # of one person that are held back; later ones are dropped
MOST_OTHERS = 10  # people who are looked up because of one line


class Bot:
    """The bot on the network IRC, from start to stop. For its tables it is the network.

    It handles the events of one connection after the other, and rejoins its channels with growing
    delays. Rounds that are in the database of SHARED go on when it is in their channels. REACTOR is
    Twisted's. LOG takes a line for each event, and WIRE, if given, each line of IRC. POLICIES are
    the STS policies of servers.
    """

    def __init__(
        self,
        shared: SharedState,
        irc: IrcConfig,
        reactor: Any,
        log: Callable[[str], None],
        policies: StsPolicies,
        wire: WireLog | None = None,
    ) -> None:
        self.settings = NetworkSettings(irc)
        self._shared = shared
        self._reactor = reactor
        self._log_line = log
        self._policies = policies
        self._wire = wire
        self._connection: Connection | None = None
        """None until there is the one that config.ini wants."""
        self._leaving: Deferred[None] | None = None
        """Fires when the bot has left, for whatever reason."""
        self._is_stopping = False
        self._complaint = ""
        self._entering = AutoJoin(irc.channels, reactor, self._enter, log)
        self._timers = Timers(reactor)
        self._lookup = AccountLookup(self)
        self.reconnecting = Backoff()
        self.refusals: dict[str, str] = {}
        """The channels that the bot is not let into, each with what the server says."""
        self.client: Client | None = None
        self.when_closed: Callable[[], object] = do_nothing
        self.when_entered: Callable[[], object] = do_nothing
        """Called whenever the bot has joined a channel."""
        self.app = NetworkApp(shared, self.settings, self, self.speak, log)
        self._muted = MutedChannels(self, self.speak, self._timers, self._log)
        self.router = self.app.router
        """What people say goes there."""
        self.floor = self.router.floor

    # From start to stop

    def open(self) -> None:
        """Prepare the connection that config.ini wants.

        CannotListen is raised if that is the server inside the bot, and its port is not available.
        """
        self.settings.begin_connection()
        given = self.settings, self, self._reactor, self._log_line, self._wire, self._policies
        if self.settings.irc.is_local:
            self._connection = LocalConnection(*given, self._shared)
        else:
            self._connection = Connection(*given)

    def start(self) -> None:
        if self._connection is not None:
            self._connection.start()

    def look(self) -> None:
        """Resume paused rounds where possible, and connect or reconnect if it is due."""
        self.floor.look()
        if self._leaving is not None:
            return
        if self._connection is None:
            self._connect()
        elif self.settings.needs_reconnect and not self.floor.is_playing:
            self._log_line("reconnecting with the new settings")
            self._leave(announcements.BACK_SOON).addCallback(lambda _: self._come_back())

    def stop(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE for good; fires within seconds, when the bot has left.

        The database keeps running rounds for the next start.
        """
        self._is_stopping = True
        return self._leave(message)

    def close(self, message: str) -> Deferred[None]:
        """Stop all rounds, and then leave for good, as ``stop`` does."""
        self.app.close()
        return self.stop(message)

    @property
    def state(self) -> str:
        """The state of the connection, in a few words."""
        irc = self.settings.wanted
        if self.client is None:
            return f"{irc.network}: not connected"
        channels = [channel for channel in irc.channels if self.roster(channel) is not None]
        return f"{irc.network}: in {', '.join(channels) or 'no channel yet'}"

    def set_channels(self, channels: Sequence[str]) -> bool:
        """Deal in CHANNELS only, until the next start or until config.ini names other ones.

        Return False if no channel of this network can have such a name; nothing has changed then.
        """
        wanted = self.settings.wanted
        try:
            is_good = read_channels(",".join(channels)) == tuple(channels)
        except ValueError:
            is_good = False
        if not is_good or (wanted.is_local and not all(each[0] == "#" for each in channels)):
            return False
        self.settings.wanted = replace(wanted, channels=tuple(channels))
        self.apply_settings()
        return True

    def apply_settings(self) -> None:
        """Join and leave channels, and change tables and send rate, as the settings say now.

        If settings need a new connection, ``look`` makes it once no round is being played. So the
        admin who has reloaded config.ini still gets an answer.
        """
        if self._is_stopping:
            return
        if self._connection is not None:
            self._connection.apply_settings()
        self.app.apply_settings()
        channels = self.floor.channels
        for channel in self._entering.give_up_others(channels):
            self._timers.cancel(channel)
            self.refusals.pop(channel, None)
            if self.client is not None:
                self.client.leave(channel, announcements.NO_TABLE_ANY_MORE)
        self._entering.want(channels)

    def _come_back(self) -> None:
        self._leaving = self._connection = None
        self.when_entered = do_nothing
        if not self._is_stopping:
            self._connect()

    def _connect(self) -> None:
        try:
            self.open()
        except CannotListen as why:
            if str(why) != self._complaint:
                self._log_line(f"cannot connect: {why}")
            self._complaint = str(why)
        else:
            self._complaint = ""
            self.start()

    def _leave(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE, unless the bot is leaving already; fires when it has left."""
        if self._leaving is None:
            connection = self._connection
            self._leaving = succeed(None) if connection is None else connection.stop(message)
        left: Deferred[None] = Deferred()
        self._leaving.addBoth(lambda _: left.callback(None))
        return left

    # For the tables

    @property
    def fold(self) -> Fold:
        return rfc1459 if self.client is None else self.client.session.isupport.fold

    @property
    def nickname(self) -> str:
        return "" if self.client is None else self.client.session.me.nick

    def is_me(self, nick: str) -> bool:
        return self.client is not None and self.client.session.is_me(nick)

    def roster(self, channel: str) -> Roster | None:
        return None if self.client is None else self.client.channels.find(channel)

    def find(self, nick: str) -> Person | None:
        return None if self.client is None else self.client.channels.person(nick)

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        if self.client is not None:
            self.client.voice(channel, nick, on=on)

    def speak(self, message: Message, command: str = "") -> None:
        if self.client is not None:
            self.client.outbox.say(message, command)

    # Events of the connection

    def welcomed(self) -> None:
        self.casemapping_is(self.fold)  # the server may not send CASEMAPPING
        self._timers.after(STEADY_SECONDS, "steady", self.reconnecting.calm)
        self._entering.welcomed()

    def casemapping_is(self, fold: Fold) -> None:
        self._shared.use_casemapping(self.settings.wanted.network, fold)

    def channel_entered(self, channel: str) -> None:
        """Begin to deal in CHANNEL, or resume its round."""
        self._log(f"in {channel}")
        self._lookup.found_people()
        if (croupier := self.floor.croupier(channel)) is not None:
            self._entering.entered(croupier.channel)
            self.refusals.pop(croupier.channel, None)
            self._timers.after(DESCRIBED_SECONDS, croupier.channel, croupier.absence.resume)
            croupier.entered()
        self.when_entered()

    def channel_described(self, channel: str) -> None:
        """Resume the round in CHANNEL, now that the addresses of its members are known."""
        if (croupier := self.floor.croupier(channel)) is not None:
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
        if (croupier := self.floor.croupier(channel)) is not None:
            self._timers.cancel(croupier.channel)
            self._muted.may_speak(croupier.channel)
            croupier.absence.suspend()
            self._entering.removed(croupier.channel)

    def channel_refused(self, channel: str, why: str, numeric: str) -> None:
        """Try again later to join CHANNEL, which the server has refused."""
        self._log(f"cannot join {channel}: {why}")
        if (croupier := self.floor.croupier(channel)) is not None:
            croupier.absence.suspend()
            self._entering.refused(croupier.channel, numeric)
            if numeric in NEEDS_A_PERSON:
                self.refusals[croupier.channel] = why

    def invited(self, channel: str) -> None:
        """Join CHANNEL if it is one of the bot's."""
        if (croupier := self.floor.croupier(channel)) is not None:
            self._entering.invited(croupier.channel)

    def identified(self, _account: str) -> None:
        """Join the channels that admit only users with an account."""
        self._entering.identified()

    def rank_changed(self, channel: str) -> None:
        if (croupier := self.floor.croupier(channel)) is not None:
            self._muted.may_speak(croupier.channel)
            croupier.rank_changed()

    def ignores(self, person: Person) -> bool:
        return self.floor.ignores(person)

    def spoken(self, channel: str, sender: Person, text: str) -> None:
        """Handle a message in CHANNEL; a command waits until the accounts it needs are known."""
        request = self.router.hear(sender, text, channel)
        if request is None:
            return
        if request.channel is not None:
            self._muted.asked(request.channel, sender)
        if not self._lookup.holds(request, self._named(request)):
            self.router.obey(request, request.person)

    def told(self, sender: Person, text: str) -> None:
        """Handle a private message, once the account of SENDER is known if it matters."""
        request = self.router.hear(sender, text)
        if request is not None and not self._lookup.holds(request):
            self.router.obey(request, request.person)

    def account_changed(self, person: Person) -> None:
        self.floor.account_changed(person)

    def arrived(self, channel: str, person: Person) -> None:
        """Look up the account of PERSON, who has joined CHANNEL, if it matters."""
        self._lookup.arrived(person)
        if person.account is None and self.router.needs_account():
            is_seated = self.is_seated(person.nick)
            precedence = Precedence.SEATED if is_seated else Precedence.NAMED
            self.look_up(person.nick, precedence, lambda _: None)
        if (croupier := self.floor.croupier(channel)) is not None:
            croupier.absence.arrived(person)

    def departed(self, channel: str, person: Person) -> None:
        """Drop the messages for PERSON if the bot sees them no longer: others may take the nick."""
        if self.client is not None and not self.client.channels.sees(person.nick):
            self.client.outbox.forget(person.nick)
            self._lookup.forget(person.nick)
            self.floor.replays.stop(person.nick)
        if (croupier := self.floor.croupier(channel)) is not None:
            croupier.absence.departed(person)

    def parted(self, channel: str, person: Person) -> None:
        """Have PERSON give up the place at the table in CHANNEL."""
        if (croupier := self.floor.croupier(channel)) is not None:
            croupier.joining.parted(person)

    def renamed(self, old: str, person: Person) -> None:
        """Redirect the messages that wait for OLD."""
        if self.client is not None:
            self.client.outbox.readdress(old, person.nick)
        self._lookup.renamed(old, person)
        self.floor.renamed(old, person)

    def located(self, person: Person) -> None:
        self.floor.located(person)

    def undeliverable(self, target: str, why: str) -> None:
        """Tell who must know that messages do not reach TARGET, a player or a channel."""
        if (croupier := self.floor.croupier(target)) is not None:
            self._muted.refused(croupier, why)
        else:
            self.floor.cannot_reach(target, why)

    def closed(self, _reason: str) -> None:
        """Suspend all rounds until there is another connection."""
        self.client = None
        self._timers.stop()
        self._entering.stop()
        self._lookup.stop()
        self.floor.disconnected()
        self.when_closed()

    # For the account lookup

    def sees(self, nick: str) -> bool:
        return self.client is not None and self.client.channels.sees(nick)

    def is_seated(self, nick: str) -> bool:
        """Tell whether NICK may have a seat."""
        return self.floor.is_seated(nick)

    def look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None:
        """Find out who has NICK; call ANSWERED once in any case."""
        if self.client is None:
            answered(Person(nick))
        else:
            self.client.queries.look_up(nick, precedence, answered)

    def _log(self, line: str) -> None:
        """Log LINE, which may quote people, without the secrets that the client knows."""
        log = self._log_line if self.client is None else self.client.session.log
        log(line)

    def _enter(self, channels: Sequence[str]) -> None:
        if self.client is not None:
            self.client.channels.join(channels)

    def _named(self, request: Request) -> Iterator[Person]:
        """Yield the people whom REQUEST names: their account may have to be looked up."""
        if self.client is not None:
            for nick in self.router.named(request):
                person = self.client.channels.member(request.channel or "", nick)
                if person is not None:
                    yield person


class _Held(Struct):
    """A sender whose lines wait, the lines, and the folded nicks that are being looked up.

    If the bot does not follow a sender, another user may have taken the nick unseen. Then only
    ``user@host`` tells whether it is still the same person.
    """

    sender: Person
    is_followed: bool
    lines: deque[Request] = field(default_factory=deque)
    awaited: set[str] = field(default_factory=set)


class AccountLookup:
    """Holds back what somebody says to BOT while an account that matters for it is unknown.

    The lines of one person stay in their order.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._held: dict[str, _Held] = {}

    def holds(self, line: Request, others: Iterable[Person] = ()) -> bool:
        """Hold LINE until its sender and the OTHERS named in it are known.

        Return False if nothing holds it up.
        """
        sender = line.person
        held = self._of(sender)
        needed = (line.person, *others) if self._bot.router.needs_account(line) else ()
        unknown = [each for each in needed if each.account is None]
        if held is None:
            is_full = len(self._held) >= MOST_HELD and not self._bot.is_seated(sender.nick)
            if is_full or not unknown:
                return False
            held = _Held(sender, self._bot.sees(sender.nick))
            self._held[self._bot.fold(sender.nick)] = held
        if len(held.lines) < MOST_LINES:
            held.lines.append(line)
            self._ask(held, unknown[: MOST_OTHERS + 1])
        return True

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD is PERSON now; the lines that wait become theirs."""
        fold = self._bot.fold
        held = self._of(Person(old, person.userhost))
        if held is not None:
            held.sender = replace(held.sender, nick=person.nick, userhost=person.userhost)
        if fold(old) == fold(person.nick):
            return
        self._held.pop(fold(person.nick), None)
        if held is not None:
            self._held[fold(person.nick)] = self._held.pop(fold(old))
        for each in list(self._held.values()):
            if fold(old) in each.awaited:
                self._ask(each, [person])
                self._answered(each, fold(old), None)

    def arrived(self, person: Person) -> None:
        """Drop what another user with the nick of PERSON, who has joined, has said."""
        self._of(person)

    def lost_sight(self) -> None:
        """Note that the bot has left a channel: it no longer follows those who are only there."""
        for held in self._held.values():
            held.is_followed = held.is_followed and self._bot.sees(held.sender.nick)

    def found_people(self) -> None:
        """Note that the bot has joined a channel.

        If it did not follow the sender of a line, and the nick is there, drop the line: another
        user may have the nick.
        """
        self._held = {
            key: held
            for key, held in self._held.items()
            if held.is_followed or not self._bot.sees(held.sender.nick)
        }

    def forget(self, nick: str) -> None:
        """Drop what NICK has said: the person is gone."""
        self._held.pop(self._bot.fold(nick), None)

    def stop(self) -> None:
        self._held.clear()

    def _of(self, person: Person) -> _Held | None:
        """Return what PERSON has said; drop what another user said who had the nick before."""
        key = self._bot.fold(person.nick)
        held = self._held.get(key)
        if held is None:
            return None
        if not held.is_followed and held.sender.userhost != person.userhost:
            del self._held[key]
            return None
        held.is_followed = held.is_followed or self._bot.sees(person.nick)
        return held

    def _ask(self, held: _Held, people: Iterable[Person]) -> None:
        """Look up PEOPLE; this may release HELD before it returns."""
        fold = self._bot.fold
        nicks = [each.nick for each in people if fold(each.nick) not in held.awaited]
        held.awaited.update(map(fold, nicks))
        for nick in nicks:
            answered = partial(self._answered, held, fold(nick))
            self._bot.look_up(nick, self._precedence(held, nick), answered)

    def _precedence(self, held: _Held, nick: str) -> Precedence:
        if self._bot.fold(nick) != self._bot.fold(held.sender.nick):
            return Precedence.NAMED
        return Precedence.SEATED if self._bot.is_seated(nick) else Precedence.SPEAKING

    def _answered(self, held: _Held, key: str, found: Person | None) -> None:
        if key not in held.awaited:
            return
        held.awaited.remove(key)
        sender = held.sender
        if found is not None and key == self._bot.fold(sender.nick):
            # Another user may have the nick by now.
            is_same = held.is_followed or found.userhost == sender.userhost
            held.sender = replace(sender, account=found.account) if is_same else sender
        if not held.awaited:
            self._release(held)

    def _release(self, held: _Held) -> None:
        key = self._bot.fold(held.sender.nick)
        if self._held.get(key) is held:
            del self._held[key]
            while held.lines:
                self._bot.router.obey(held.lines.popleft(), held.sender)

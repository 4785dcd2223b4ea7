"""One network: the bot's connection to it, its people, its tables, and who is logged in."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from twisted.internet.defer import Deferred, succeed

from pontoon.commands import dispatch
from pontoon.commands.admin_commands import tell_admins
from pontoon.commands.admins import Admins
from pontoon.commands.base import CommandContext, Request
from pontoon.engine.computers import is_computer, shown
from pontoon.engine.table import Table
from pontoon.games import GAMES, Game
from pontoon.irc.autojoin import AutoJoin
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.client import Client
from pontoon.irc.config import IrcConfig, read_channels
from pontoon.irc.outgoing import ASCII_MARKS, Message, do_nothing
from pontoon.irc.people import Person, Roster
from pontoon.irc.session import WireLog
from pontoon.irc.timing import Backoff, Timers
from pontoon.irc.whois import Answered, Precedence
from pontoon.service import recovery
from pontoon.service.accounts import AccountLookup
from pontoon.service.config.changes import NetworkSettings
from pontoon.service.connection import CannotListen, Connection
from pontoon.service.local_network import LocalConnection
from pontoon.service.muted_channels import MutedChannels
from pontoon.service.shared import SharedState
from pontoon.storage.players.identity import IdentityResolver
from pontoon.storage.players.nicknames import nickname_fault
from pontoon.storage.players.player import AS_USUAL, Player, Speech
from pontoon.tables.context import TableContext, TableSettings
from pontoon.tables.croupiers import Croupiers
from pontoon.tables.flood import FloodGuard
from pontoon.tables.voice import VoicedChannels
from pontoon.text import announcements
from pontoon.text.formatting import CardFormat, CardStyle
from pontoon.text.round import RoundTexts

STEADY_SECONDS = 60.0
"""How long a connection has to last until reconnecting starts again with short delays."""

DESCRIBED_SECONDS = 10.0
"""How long a round waits for the server to send the addresses of everybody in the channel."""

NEEDS_A_PERSON = frozenset(
    {"403", "405", "470", "471", "473", "474", "475", "476", "477", "479", "489"}
)
"""Refusals of a channel that end only when somebody does something: a ban, a key and so on.

403 can also mean that no channel can have this name; 489, that the channel admits only TLS.
"""

RED_SUITS = "DH"

_ON = {True: "on", False: "off"}

_COMMANDS = {"on": "NOTICE", "off": "PRIVMSG"}
"""How private messages are sent to players who have set whether these are notices."""


class _Recipient(Struct, eq=False):
    """Who gets a private message that waits until what it tells is kept."""

    nick: str
    """What they are called now."""
    userhost: str


class Network:
    """The bot on the network IRC, from start to stop.

    It makes one connection after another, and rejoins its channels with growing delays. It has a
    croupier in each channel, knows who sits where, and finds out who is logged in. Rounds that are
    in the database of SHARED go on when the bot is in their channels. REACTOR is Twisted's. LOG
    takes a line for each event, and WIRE, if given, each line of IRC.
    """

    def __init__(
        self,
        shared: SharedState,
        irc: IrcConfig,
        reactor: Any,
        log: Callable[[str], None],
        wire: WireLog | None = None,
    ) -> None:
        self.settings = NetworkSettings(irc)
        self._shared = shared
        self._reactor = reactor
        self._log_line = log
        self._wire = wire
        self._connection: Connection | None = None
        """None until there is the one that config.ini wants."""
        self._leaving: Deferred[None] | None = None
        """Fires when the bot has left, for whatever reason."""
        self._is_stopping = False
        self._complaint = ""
        self._entering = AutoJoin(irc.channels, reactor, self._enter, log)
        self._timers = Timers(reactor)
        self._accounts = AccountLookup(self)
        self.reconnecting = Backoff()
        self._recipients: list[_Recipient] = []
        """Those of private messages that wait until what they tell is kept."""
        self.refusals: dict[str, str] = {}
        """The channels that the bot is not let into, each with what the server says."""
        self.client: Client | None = None
        self.when_closed: Callable[[], object] = do_nothing
        self.when_entered: Callable[[], object] = do_nothing
        """Called whenever the bot has joined a channel."""
        self._flood_guard = FloodGuard(self._fold, self.speak, shared.clock.seconds)
        self._voiced = VoicedChannels(self, irc.channels, self._plays_as)
        shared.voice_meter.networks.append(self._voiced)
        shared.networks.append(self)
        self._set_flood_limits()
        self._context = self._new_context()
        self._flood_guard.ban(shared.channels.bans(irc.network), shared.now())
        self.croupiers = Croupiers(irc.channels, self._tables, self._context)
        """The tables, and who plays at them."""
        self.commands = self._known_commands()
        self._muted = MutedChannels(self, self.speak, self._timers, self._log)
        recovery.take_up(self.croupiers.all, self._context, self._table)

    def _new_context(self) -> TableContext:
        """Return what the croupiers share."""
        shared = self._shared
        return TableContext(
            settings=self._table_settings(),
            network=self,
            settlements=shared.settlements,
            database=shared.database,
            rounds=shared.rounds,
            channels=shared.channels,
            decks=shared.decks,
            old_decks=shared.old_decks,
            known_as=self.settings.wanted.network,
            send=self._say,
            send_now=self._say_now,
            clock=shared.clock,
            odds=shared.odds,
            now=shared.now,
            voice_meter=shared.voice_meter,
            flood_guard=self._flood_guard,
            log=self._log_line,
            seat_registry=shared.seat_registry,
            is_bot=shared.is_bot,
        )

    # From start to stop

    def open(self) -> None:
        """Prepare the connection that config.ini wants.

        CannotListen is raised if that is the server inside the bot, and its port is not available.
        """
        self.settings.begin_connection()
        shared, log = self._shared, self._log_line
        given = self.settings, self, self._reactor, log, self._wire, shared.policies
        if self.settings.irc.is_local:
            self._connection = LocalConnection(*given, shared)
        else:
            self._connection = Connection(*given)

    def start(self) -> None:
        if self._connection is not None:
            self._connection.start()

    def look(self) -> None:
        """Resume paused rounds where possible, and connect or reconnect if it is due."""
        self.croupiers.look()
        if self._leaving is not None:
            return
        if self._connection is None:
            self._connect()
        elif self.settings.needs_reconnect and not self.croupiers.is_playing:
            self._log_line("reconnecting with the new settings")
            self._leave(announcements.BACK_SOON).addCallback(lambda _: self._come_back())

    def stop(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE for good; fires within seconds, when the bot has left.

        The database keeps running rounds for the next start.
        """
        self._is_stopping = True
        return self._leave(message)

    def close(self, message: str) -> Deferred[None]:
        """Stop all rounds, every stake going back; then leave for good, as ``stop`` does."""
        self.close_tables()
        return self.stop(message)

    def close_tables(self) -> None:
        """Stop all rounds, with every stake going back, and deal no more."""
        self._accounts.stop()
        self.croupiers.close()
        self._shared.voice_meter.end(self._voiced)
        self._shared.networks.remove(self)
        self._shared.forget_casemapping(self._context.known_as)

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
        self._apply_to_tables()
        channels = self.croupiers.channels
        for channel in self._entering.give_up_others(channels):
            self._timers.cancel(channel)
            self._muted.may_speak(channel)
            self.refusals.pop(channel, None)
            if self.client is not None:
                self.client.leave(channel, announcements.NO_TABLE_ANY_MORE)
        self._entering.want(channels)

    def _apply_to_tables(self) -> None:
        """Change channels, rules and commands.

        Running rounds keep their rules. A round in a channel that is not wanted any more is
        stopped, and every stake goes back.
        """
        channels = self.croupiers.as_known(self.settings.wanted.channels)
        self._voiced.channels = channels
        self._set_flood_limits()
        self._context.settings = self._table_settings()
        self.commands = self._known_commands()
        new = self.croupiers.set_channels(channels, self._tables)
        self._context.voice_meter.changed()
        recovery.take_up_results(new, self._context)

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

    def channels_of(self, nick: str) -> Sequence[str]:
        return () if self.client is None else self.client.channels.seen_in(nick)

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
        self._accounts.found_people()
        if (croupier := self.croupiers.find(channel)) is not None:
            self._entering.entered(croupier.channel)
            self.refusals.pop(croupier.channel, None)
            self._timers.after(DESCRIBED_SECONDS, croupier.channel, croupier.absence.resume)
            croupier.entered()
        self.when_entered()

    def channel_described(self, channel: str) -> None:
        """Resume the round in CHANNEL, now that the addresses of its members are known."""
        if (croupier := self.croupiers.find(channel)) is not None:
            self._timers.cancel(croupier.channel)
            croupier.absence.described()
            croupier.decks.watched()
            seat_maps = croupier.seat_map, croupier.lineup.seat_map
            for person in chain.from_iterable(each.unknown(croupier.roster) for each in seat_maps):
                self.look_up(person.nick, Precedence.SEATED, do_nothing)

    def channel_left(self, channel: str, why: str) -> None:
        """Suspend the round in CHANNEL, and rejoin after a while."""
        self._log(f"out of {channel}: {why}")
        if self.client is not None:
            self.client.outbox.forget(channel)  # nobody there would see it
        self._accounts.lost_sight()
        if (croupier := self.croupiers.find(channel)) is not None:
            self._timers.cancel(croupier.channel)
            self._muted.may_speak(croupier.channel)
            croupier.absence.suspend()
            self._entering.removed(croupier.channel)

    def channel_refused(self, channel: str, why: str, numeric: str) -> None:
        """Try again later to join CHANNEL, which the server has refused."""
        self._log(f"cannot join {channel}: {why}")
        if (croupier := self.croupiers.find(channel)) is not None:
            croupier.absence.suspend()
            self._entering.refused(croupier.channel, numeric)
            if numeric in NEEDS_A_PERSON:
                self.refusals[croupier.channel] = why

    def invited(self, channel: str) -> None:
        """Join CHANNEL if it is one of the bot's."""
        if (croupier := self.croupiers.find(channel)) is not None:
            self._entering.invited(croupier.channel)

    def identified(self, _account: str) -> None:
        """Join the channels that admit only users with an account."""
        self._entering.identified()

    def rank_changed(self, channel: str) -> None:
        if (croupier := self.croupiers.find(channel)) is not None:
            self._muted.may_speak(croupier.channel)
            croupier.rank_changed()

    def ignores(self, person: Person) -> bool:
        return self.croupiers.ignores(person)

    def said(self, sender: Person, text: str, channel: str | None) -> None:
        """Answer TEXT, which SENDER has said in CHANNEL or, if that is None, in private.

        It waits until the accounts of SENDER and of those named in it are known, if they matter.
        """
        request = dispatch.accept(self.commands, sender, text, channel)
        if request is None:
            return
        if request.croupier is not None:
            self._muted.asked(request.croupier.channel, sender)
        matters = dispatch.needs_account(self.commands, request)
        needed = self._needed(request) if matters else ()
        if not self._accounts.holds(request, needed):
            dispatch.answer(self.commands, request)

    def answer_held(self, request: Request, known: Person) -> None:
        """Answer REQUEST, which has waited; KNOWN is who made it, as far as known now."""
        dispatch.answer_as(self.commands, request, known)

    def account_changed(self, person: Person) -> None:
        self.croupiers.account_changed(person)

    def arrived(self, channel: str, person: Person) -> None:
        """Note that PERSON has joined CHANNEL; look up their account if it matters."""
        self._accounts.arrived(person)
        if person.account is None and dispatch.needs_account(self.commands):
            is_seated = self.is_seated(person.nick)
            precedence = Precedence.SEATED if is_seated else Precedence.NAMED
            self.look_up(person.nick, precedence, do_nothing)
        if (croupier := self.croupiers.find(channel)) is not None:
            croupier.absence.arrived(person)
            croupier.decks.watched()

    def departed(self, channel: str, person: Person) -> None:
        """Note that PERSON has left CHANNEL.

        Drop the messages for them if the bot sees them no longer: others may take the nick.
        """
        if self.client is not None and not self.client.channels.sees(person.nick):
            self.client.outbox.forget(person.nick)
            self._accounts.forget(person.nick)
            self.croupiers.replays.stop(person.nick)
        if (croupier := self.croupiers.find(channel)) is not None:
            croupier.absence.departed(person)

    def parted(self, channel: str, person: Person) -> None:
        """Have PERSON give up the place at the table in CHANNEL."""
        if (croupier := self.croupiers.find(channel)) is not None:
            croupier.lineup.parted(person)

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD is PERSON now, to whom the messages that wait for OLD go."""
        self._recipient_is(old, person)
        if self.client is not None:
            self.client.outbox.readdress(old, person.nick)
        self._accounts.renamed(old, person)
        self.croupiers.renamed(old, person)

    def _recipient_is(self, nick: str, person: Person) -> None:
        """Note that it is PERSON who gets the private messages for NICK that wait."""
        for recipient in self._recipients:
            if self.fold(recipient.nick) == self.fold(nick):
                recipient.nick, recipient.userhost = person.nick, person.userhost

    def located(self, person: Person) -> None:
        self._recipient_is(person.nick, person)
        self.croupiers.located(person)

    def undeliverable(self, target: str, why: str) -> None:
        """Tell those who must know that messages do not reach TARGET, a player or a channel."""
        if (croupier := self.croupiers.find(target)) is not None:
            self._muted.refused(croupier, why)
        else:
            self.croupiers.cannot_reach(target, why)

    def closed(self, _reason: str) -> None:
        """Suspend all rounds until there is another connection."""
        self.client = None
        self._timers.stop()
        self._muted.forget()
        self._entering.stop()
        self._accounts.stop()
        self.croupiers.disconnected()
        self.when_closed()

    # For the account lookup

    def sees(self, nick: str) -> bool:
        return self.client is not None and self.client.channels.sees(nick)

    def is_seated(self, nick: str) -> bool:
        """Tell whether NICK may have a seat."""
        return self.croupiers.is_seated(nick)

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

    def _needed(self, request: Request) -> Iterator[Person]:
        """Yield who made REQUEST, and the people whom it names."""
        yield request.person
        if self.client is not None and request.channel is not None:
            for nick in dispatch.named(request):
                if (person := self.client.channels.member(request.channel, nick)) is not None:
                    yield person

    # What is said

    def _say(self, message: Message) -> None:
        """Send MESSAGE when what it tells is kept.

        If config.ini says so, it calls only those in a channel whom it must.
        """
        roster, person = self.roster(message.target), self.find(message.target)
        recipient = None
        if person is not None:
            recipient = _Recipient(person.nick, person.userhost)
            self._recipients.append(recipient)
        say = partial(self._say_kept, *self._as_wished(message), roster, recipient)
        self._shared.database.when_kept(say)

    def _say_now(self, message: Message) -> None:
        self.speak(*self._as_wished(message))

    def _say_kept(
        self, message: Message, command: str, roster: Roster | None, recipient: _Recipient | None
    ) -> None:
        """Send MESSAGE by COMMAND now that what it tells is kept.

        Drop it if its RECIPIENT has gone, or the bot has left the channel of ROSTER.
        """
        if recipient is not None:
            self._recipients.remove(recipient)
            person = self.find(recipient.nick)
            if person is not None and person.userhost == recipient.userhost:
                self.speak(replace(message, target=recipient.nick), command)
        elif self.roster(message.target) is roster:
            self.speak(message, command)

    def _as_wished(self, message: Message) -> tuple[Message, str]:
        """Return MESSAGE as its recipient wants it, and its command (``Speech``)."""
        person = self.find(message.target)
        if person is None and self._shared.config.table.cards == CardStyle.ASCII.value:
            return replace(message, mark=ASCII_MARKS[message.mark]), ""
        nick = None if person is None else self._plays_as(person)
        player = None if nick is None else self._shared.settlements.store.find(nick)
        if player is None or player.speech == AS_USUAL:
            return message, ""
        usual, wanted = self._cards(AS_USUAL), self._cards(player.speech)
        items = tuple(usual.rewritten(each, wanted) for each in message.items)
        return replace(message, items=items), _COMMANDS.get(player.speech.notices, "")

    def _cards(self, speech: Speech) -> CardFormat:
        """Return how cards are written by SPEECH."""
        table = self._shared.config.table
        is_red = table.colour if not speech.colour else speech.colour == "on"
        return CardFormat(CardStyle(speech.cards or table.cards), RED_SUITS if is_red else "")

    # What config.ini says of it

    def _set_flood_limits(self) -> None:
        irc = self.settings.wanted
        self._flood_guard.ignore(irc.ignore)
        self._flood_guard.limit(irc.user_lines, 0 if irc.is_local else irc.user_lines_per_second)

    def _table_settings(self) -> TableSettings:
        shared, config = self._shared, self._shared.config
        table, identity = config.table, config.identity
        network = self.settings.wanted
        admins = Admins(config.admin.accounts, config.admin.masks, network.name, self._fold)
        rules = {game: shared.rules(game) for game in GAMES}
        may_register = identity.self_registration or network.is_local
        return TableSettings(
            table=table,
            players=config.players,
            rules=rules,
            wallets=shared.wallets(),
            texts=RoundTexts(self._name_of, self._cards(AS_USUAL)),
            prefix=network.prefix,
            identities=IdentityResolver(
                shared.settlements.store,
                self._fold,
                network.name,
                identity.require,
                admins=admins.have_accounts,
            ),
            starting_chips=identity.starting_chips if may_register else None,
            is_admin=admins.include,
            greet=network.greet,
            url=network.url,
            speech=Speech(_ON[network.notices], _ON[table.colour], table.cards),
            is_local=network.is_local,
        )

    def _known_commands(self) -> CommandContext:
        return dispatch.known_commands(self._context, self.croupiers, lambda: self._shared.control)

    def tell_admins(self, line: str) -> bool:
        """Tell LINE to the admins who are here; return False if there are none."""
        return tell_admins(self.commands, line)

    def _fold(self) -> Fold:
        return self.fold

    def _plays_as(self, person: Person) -> str | None:
        return self.croupiers.plays_as(person)

    def _name_of(self, nick: str) -> str:
        """Return the nickname of the player of NICK, unless it cannot be shown, or else the nick.

        It cannot while somebody else who is here has it as a nick (RULES 0, Names). During a round
        nobody's name changes: its lines are checked by the names in the first one.
        """
        if is_computer(nick):
            return shown(nick)
        player = self._shared.settlements.store.find(nick)
        if player is None:
            return nick
        if in_round := self.croupiers.name_in_round(player.nick):
            return in_round
        if player.nickname and nickname_fault(player.nickname):
            self._tell_of_hidden(player)
        elif player.nickname and not self.croupiers.other_called(player.nickname, player.nick):
            return player.nickname
        return player.nick

    def _tell_of_hidden(self, player: Player) -> None:
        """Log, once, that the nickname of PLAYER, which an admin has written, is not shown."""
        hidden = player.nick, player.nickname
        if hidden not in self._shared.hidden_nicknames:
            self._shared.hidden_nicknames.add(hidden)
            cannot = f"{player.nick} cannot be called {player.nickname!r} in lines"
            self._log_line(f"players.xml: {cannot}")

    def _tables(self) -> dict[str, Table]:
        return {game.name: self._table(game) for game in GAMES}

    def _table(self, game: Game) -> Table:
        rules, table = self._shared.rules(game), self._shared.config.table
        equipment = self._shared.new_equipment(game, rules)
        return Table(game, rules, equipment, table.max_players, table.rules)

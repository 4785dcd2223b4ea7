"""The tables and commands of one network, as config.ini wants them."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from pontoon.commands.admins import Admins
from pontoon.commands.router import CommandRouter
from pontoon.engine.computers import is_computer, shown
from pontoon.engine.table import Table
from pontoon.games import GAMES, Game
from pontoon.irc.casemapping import Fold
from pontoon.irc.outgoing import Message, Speak, calling_no_others
from pontoon.irc.people import NetworkPort, Person, Roster
from pontoon.service import recovery
from pontoon.service.config.changes import NetworkSettings
from pontoon.service.shared import SharedState
from pontoon.storage.players.identity import IdentityResolver
from pontoon.storage.players.player import AS_USUAL, Speech
from pontoon.tables.context import TableContext, TableSettings
from pontoon.tables.flood import FloodGuard
from pontoon.tables.offers import Offers
from pontoon.tables.voice import VoicedChannels
from pontoon.text.formatting import CardFormat, CardStyle
from pontoon.text.names import as_named, nickname_of, nicks_called
from pontoon.text.round import RoundTexts

RED_SUITS = "DH"

_ON = {True: "on", False: "off"}

_COMMANDS = {"on": "NOTICE", "off": "PRIVMSG"}
"""How private messages are sent to players who have set whether these are notices."""


class NetworkApp:
    """The tables and commands of one network: ``router``, with a croupier in each channel.

    NETWORK is the connection as tables see it. SPEAK sends a message. LOG takes a line for each
    event. Rounds that are in the database go on when the bot is in their channels.
    """

    def __init__(
        self,
        shared: SharedState,
        settings: NetworkSettings,
        network: NetworkPort,
        speak: Speak,
        log: Callable[[str], None],
    ) -> None:
        self._shared = shared
        self._settings = settings
        self._network = network
        self._speak = speak
        self._log = log
        self._flood_guard = FloodGuard(self._fold, speak, shared.clock.seconds)
        self._voiced = VoicedChannels(network, settings.wanted.channels, self._player_of)
        shared.voice_meter.networks.append(self._voiced)
        self._set_flood_limits()
        self._context = TableContext(
            self._table_settings(),
            network,
            shared.settlements,
            shared.database,
            shared.rounds,
            shared.channels,
            shared.deck_notes,
            shared.decks,
            settings.wanted.network,
            self._say,
            self._say_now,
            shared.clock,
            shared.background,
            shared.now,
            shared.voice_meter,
            self._flood_guard,
            log,
            shared.seat_registry,
            Offers(shared.clock),
            shared.want_odds,
            shared.cost_counter.cost_of,
        )
        self._flood_guard.ban(shared.channels.bans(settings.wanted.network), shared.now())
        channels = settings.wanted.channels
        self.router = CommandRouter(channels, self._tables, self._context, lambda: shared.control)
        recovery.take_up(self.router.floor.croupiers, self._context, self._table)

    def apply_settings(self) -> None:
        """Change channels, rules and all else as config.ini says now.

        Running rounds keep their rules. A round in a channel that is not wanted any more is
        stopped, and every stake goes back.
        """
        channels = self.router.floor.as_known(self._settings.wanted.channels)
        self._voiced.channels = channels
        self._set_flood_limits()
        self._context.settings = self._table_settings()
        new = self.router.apply_settings(channels, self._tables)
        recovery.take_up_results(new, self._context)

    def close(self) -> None:
        """Stop all rounds, with every stake going back, and deal no more."""
        self.router.close()
        self._shared.voice_meter.end(self._voiced)
        self._shared.forget_casemapping(self._context.known_as)

    def _say(self, message: Message) -> None:
        """Send MESSAGE when what it tells is kept.

        If config.ini says so, it calls only those in a channel whom it must.
        """
        roster, person = self._network.roster(message.target), self._network.find(message.target)
        say = partial(self._say_kept, *self._as_wished(message), roster, person)
        self._shared.database.when_kept(say)

    def _say_now(self, message: Message) -> None:
        self._speak(*self._as_wished(message))

    def _say_kept(
        self, message: Message, command: str, roster: Roster | None, person: Person | None
    ) -> None:
        """Send MESSAGE by COMMAND now that what it tells is kept.

        Drop it if PERSON, whom it is for, has gone, or the bot has left the channel of ROSTER.
        """
        if self._network.roster(message.target) is not roster:
            return
        now = None if person is None else self._network.find(message.target)
        if person is None or (now is not None and now.userhost == person.userhost):
            self._speak(message, command)

    def _as_wished(self, message: Message) -> tuple[Message, str]:
        """Return MESSAGE as the player wants it whom it is for, and its command (``Speech``)."""
        roster = self._network.roster(message.target)
        if self._shared.config.table.highlights == "turn" and roster is not None:
            message = calling_no_others(message, partial(self._is_nick, roster))
        person = self._network.find(message.target)
        nick = None if person is None else self._player_of(person)
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

    def _is_nick(self, roster: Roster, word: str) -> bool:
        """Tell whether WORD is the nick of somebody in ROSTER, or of a player under another nick.

        The nick of the bot is none, since people copy it from what the bot says.
        """
        is_theirs = roster.find(word) or self._shared.settlements.store.find(word)
        return is_theirs is not None and not self._network.is_me(word)

    def _set_flood_limits(self) -> None:
        irc = self._settings.wanted
        self._flood_guard.ignore(irc.ignore)
        self._flood_guard.limit(irc.user_lines, 0 if irc.is_local else irc.user_lines_per_second)

    def _table_settings(self) -> TableSettings:
        shared, config = self._shared, self._shared.config
        table, identity = config.table, config.identity
        network = self._settings.wanted
        admins = Admins(config.admin.accounts, config.admin.masks, network.name, self._fold)
        rules = {game: shared.rules(game) for game in GAMES}
        return TableSettings(
            table,
            config.players,
            rules,
            shared.wallets(),
            RoundTexts(self._name_of, self._cards(AS_USUAL)),
            network.prefix,
            IdentityResolver(
                shared.settlements.store,
                self._fold,
                network.name,
                identity.require,
                admins=admins.have_accounts,
            ),
            identity.starting_chips if identity.self_registration or network.is_local else None,
            admins.include,
            network.greet,
            network.url,
            Speech(_ON[network.notices], _ON[table.colour], table.cards),
            network.is_local,
        )

    def _fold(self) -> Fold:
        return self._network.fold

    def _player_of(self, person: Person) -> str | None:
        return self.router.floor.player_of(person)

    def _name_of(self, nick: str) -> str:
        """Return the nickname of the player of NICK, if no line that begins with it is an order.

        Else return the nick (RULES 0, Names). During a round nobody's name changes: its lines are
        checked by the names in the first one.
        """
        if is_computer(nick):
            return shown(nick)
        player = self._shared.settlements.store.find(nick)
        if player is None:
            return nick
        if in_round := self.router.floor.name_in_round(player.nick):
            return in_round
        name = nickname_of(player)
        if name and self.router.floor.other_called(nicks_called(name), player.nick) is None:
            return name
        hidden = player.nick, player.nickname
        if player.nickname and not name and hidden not in self._shared.hidden_nicknames:
            self._shared.hidden_nicknames.add(hidden)
            self._log(f"players.xml: {player.nick} cannot be called {player.nickname!r} in lines")
        return as_named(player.nick)

    def _tables(self) -> dict[str, Table]:
        return {game.name: self._table(game) for game in GAMES}

    def _table(self, game: Game) -> Table:
        rules, table = self._shared.rules(game), self._shared.config.table
        equipment = self._shared.new_equipment(game, rules)
        return Table(game, rules, equipment, table.max_players, table.rules)

"""Opens clubs as config.ini wants them, and changes them: tables, words, croupiers."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from pontoon.commands.admin_commands import AdminCommands, Admins
from pontoon.commands.router import CommandRouter
from pontoon.engine.round import TableRules
from pontoon.engine.table import Table
from pontoon.games import GAMES
from pontoon.irc.config import IrcConfig
from pontoon.irc.outgoing import Send
from pontoon.irc.people import Person
from pontoon.service.config.settings import Config, TableConfig
from pontoon.service.recovery import close_elsewhere, take_up, take_up_in_new_channels
from pontoon.service.shared import Furnish, Game, SharedState, new_equipment
from pontoon.storage import fs
from pontoon.storage.append_file import AppendFile
from pontoon.storage.atomic_file import beside
from pontoon.storage.journal import Journal, JournalError
from pontoon.storage.players.identity import IdentityResolver
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.clock import Clock
from pontoon.tables.context import NetworkPort, NullPresence, TableContext
from pontoon.tables.flood import FloodGuard
from pontoon.tables.voice import VoicedChannels, VoiceMeter, VoicePresence
from pontoon.tables.waiting.turn_clock import TimeLimits
from pontoon.text.formatting import CardFormat, CardStyle
from pontoon.text.round import RoundTexts

RED_SUITS = "DH"


def open_journal(
    players_file: Path, now: Callable[[], datetime], log: Callable[[str], None]
) -> Journal:
    """Return the journal that lies beside PLAYERS_FILE, as it was left when the program ended.

    One that makes no sense is put aside, its name with ``~`` added. JournalError for one that
    cannot be read: the rounds in it would be lost as soon as another is begun.
    """
    path = beside(players_file, ".journal")
    try:
        return _loaded(path, now, log)
    except OSError as error:
        raise JournalError(f"{path}: it cannot be used: {error.strerror or error}") from error


def _loaded(path: Path, now: Callable[[], datetime], log: Callable[[str], None]) -> Journal:
    journal = Journal(AppendFile(path), now)
    try:
        journal.load()
    except ValueError as error:
        log(f"{path.name}, {error}: it is kept as {path.name}~, and the rounds in it are given up")
        fs.replace(path, path.with_name(f"{path.name}~"))
        damaged, journal = journal, Journal(AppendFile(path), now)
        journal.load()
        journal.follow(damaged)
    return journal


def open_house(
    config: Config,
    settlements: SettlementQueue,
    journal: Journal,
    clock: Clock,
    log: Callable[[str], None],
    new_equipment: Furnish = new_equipment,
) -> SharedState:
    """Return what the clubs of all networks of CONFIG share, before any of them is open.

    Rounds that JOURNAL has of other networks are given up, or paid if they were over; LOG is told.
    """
    shared = SharedState(config, settlements, journal, clock, new_equipment)
    close_elsewhere(shared, {irc.network for irc in config.networks}, log)
    return shared


class NetworkApp:
    """One network of SHARED: its ``club``, with a croupier in each channel, as IRC wants it.

    SPEAK is given what is to be said; LOG takes a line for each event. Rounds that the journal has
    go on when the bot is in their channels.
    """

    def __init__(
        self,
        shared: SharedState,
        irc: IrcConfig,
        network: NetworkPort,
        speak: Send,
        log: Callable[[str], None],
    ) -> None:
        self._shared = shared
        self._network = network
        self._speak = speak
        self._log = log
        self._flood_guard = FloodGuard(lambda: network.fold, speak, shared.clock.seconds)
        self._scene = VoicedChannels(network, irc.channels, self._player_of)
        self._speaking: VoiceMeter | None = None
        self._attend()
        context = self._context(irc)
        self.club = CommandRouter(
            irc.channels,
            self._rules(),
            self._tables,
            context,
            shared.time_commands(),
            _starting_chips(shared.config),
        )
        """Who hears what is said there."""
        self._open_office(irc)
        take_up(self.club, context, {game.name: partial(self._table, game) for game in GAMES})

    def adopt(self, irc: IrcConfig) -> None:
        """Go by what the shared and IRC, the same network in another config.ini, want from now on.

        Every round is played to its end by its own rules; one in a channel that is not wanted any
        more is stopped, and every stake goes back.
        """
        channels = self.club.floor.as_known(irc.channels)
        self._scene.channels = channels
        self._attend()
        context = self._context(irc)
        shared = self._shared
        new = self.club.adopt(
            channels,
            self._rules(),
            self._tables,
            context,
            shared.time_commands(),
            _starting_chips(shared.config),
        )
        self._open_office(irc)
        take_up_in_new_channels(new, context)

    def _open_office(self, irc: IrcConfig) -> None:
        """Serve those whom config.ini has for admins."""
        shared, admin, fold = self._shared, self._shared.config.admin, lambda: self._network.fold
        self.club.admin_commands = AdminCommands(
            Admins(admin.accounts, admin.masks, irc.name, fold),
            shared.settlements,
            self.club.floor,
            lambda: shared.management,
            self.club.names,
            self._log,
        )

    def close(self) -> None:
        """Stop all rounds, every stake going back, and deal no more."""
        self.club.close()
        if self._speaking is not None:
            self._speaking.end(self._scene)
        self._shared.casemapping_is(self.club.floor.known_as, None)

    def _attend(self) -> None:
        """Have minutes run here if they do so in the shared."""
        if self._speaking is not self._shared.speaking:
            self._speaking = self._shared.speaking
            if self._speaking is not None:
                self._speaking.begin(self._scene)

    def _player_of(self, person: Person) -> str | None:
        return self.club.floor.player_of(person)

    def _context(self, irc: IrcConfig) -> TableContext:
        self._flood_guard.ignore(irc.ignore)
        self._flood_guard.limit(irc.user_lines, 0 if irc.is_local else irc.user_lines_per_second)
        shared, table = self._shared, self._shared.config.table
        speaking = self._speaking
        return TableContext(
            self._network,
            shared.settlements,
            shared.journal,
            irc.network,
            shared.purses(),
            RoundTexts(_names_in(shared.settlements.store), _faces(table)),
            self._speak,
            shared.clock,
            self._flood_guard,
            TimeLimits(table.turn_timeout, table.grace, table.away_after),
            irc.prefix,
            self._log,
            _identities(shared.config, irc.name, self._network, shared.settlements.store),
            VoicePresence(speaking, self._scene) if speaking is not None else NullPresence(),
            shared.seat_registry,
        )

    def _rules(self) -> dict[Game, Any]:
        return {game: self._shared.rules(game) for game in GAMES}

    def _tables(self) -> dict[str, Table]:
        return {game.name: self._table(game) for game in GAMES}

    def _table(self, game: Game) -> Table:
        rules, table = self._shared.rules(game), self._shared.config.table
        table_rules = TableRules(table.bets, table.bank_timeout)
        shared = self._shared.new_equipment(game, rules)
        return Table(game, rules, shared, table.max_players, table_rules)


def _identities(
    config: Config, name: str, network: NetworkPort, store: PlayerStore
) -> IdentityResolver:
    """Return who is known on the network called NAME in CONFIG."""
    return IdentityResolver(
        store,
        lambda: network.fold,
        name,
        config.identity.require,
        admins=Admins(config.admin.accounts, (), name, lambda: network.fold).have_accounts,
    )


def _starting_chips(config: Config) -> int | None:
    """Return what whoever registers begins with; None where nobody can."""
    return config.identity.starting_chips if config.identity.self_registration else None


def _names_in(store: PlayerStore) -> Callable[[str], str]:
    def name(nick: str) -> str:
        player = store.find(nick)
        return nick if player is None else player.name

    return name


def _faces(table: TableConfig) -> CardFormat:
    return CardFormat(CardStyle(table.cards), RED_SUITS if table.colour else "")

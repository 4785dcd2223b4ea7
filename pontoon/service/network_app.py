"""Opens clubs as config.ini wants them, and changes them: tables, words, croupiers."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from pontoon.commands.admin_commands import Admins, Office
from pontoon.commands.router import Club
from pontoon.engine.round import TableRules
from pontoon.engine.table import Table
from pontoon.games import GAMES
from pontoon.irc.config import IrcConfig
from pontoon.irc.outgoing import Speaker
from pontoon.irc.people import Person
from pontoon.service.config.settings import Config, TableConfig
from pontoon.service.recovery import close_elsewhere, remind, take_up
from pontoon.service.shared import Furnish, Game, House, furnish
from pontoon.storage import fs
from pontoon.storage.append_file import AppendFile
from pontoon.storage.atomic_file import beside
from pontoon.storage.journal import Journal, JournalError
from pontoon.storage.players.identity import Recognition
from pontoon.storage.players.settlement_queue import Cashier
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.clock import Clock
from pontoon.tables.context import Network, Premises, Uncounted
from pontoon.tables.flood import Hearing
from pontoon.tables.voice import OnScene, Scene, Speaking
from pontoon.tables.waiting.turn_clock import Limits
from pontoon.text.formatting import CardFaces, CardStyle
from pontoon.text.round import Words

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
    cashier: Cashier,
    journal: Journal,
    clock: Clock,
    log: Callable[[str], None],
    furnish: Furnish = furnish,
) -> House:
    """Return what the clubs of all networks of CONFIG share, before any of them is open.

    Rounds that JOURNAL has of other networks are given up, or paid if they were over; LOG is told.
    """
    house = House(config, cashier, journal, clock, furnish)
    close_elsewhere(house, {irc.network for irc in config.networks}, log)
    return house


class Branch:
    """One network of HOUSE: its ``club``, with a croupier in each channel, as IRC wants it.

    SPEAK is given what is to be said; LOG takes a line for each event. Rounds that the journal has
    go on when the bot is in their channels.
    """

    def __init__(
        self,
        house: House,
        irc: IrcConfig,
        network: Network,
        speak: Speaker,
        log: Callable[[str], None],
    ) -> None:
        self._house = house
        self._network = network
        self._speak = speak
        self._log = log
        self._hearing = Hearing(lambda: network.fold, speak, house.clock.seconds)
        self._scene = Scene(network, irc.channels, self._player_of)
        self._speaking: Speaking | None = None
        self._attend()
        premises = self._premises(irc)
        self.club = Club(
            irc.channels,
            self._rules(),
            self._tables,
            premises,
            house.timekeeper(),
            _starting_chips(house.config),
        )
        """Who hears what is said there."""
        self._open_office(irc)
        take_up(self.club, premises, {game.name: partial(self._table, game) for game in GAMES})

    def adopt(self, irc: IrcConfig) -> None:
        """Go by what the house and IRC, the same network in another config.ini, want from now on.

        Every round is played to its end by its own rules; one in a channel that is not wanted any
        more is stopped, and every stake goes back.
        """
        channels = self.club.hall.as_known(irc.channels)
        self._scene.channels = channels
        self._attend()
        premises = self._premises(irc)
        house = self._house
        new = self.club.adopt(
            channels,
            self._rules(),
            self._tables,
            premises,
            house.timekeeper(),
            _starting_chips(house.config),
        )
        self._open_office(irc)
        remind(new, premises)

    def _open_office(self, irc: IrcConfig) -> None:
        """Serve those whom config.ini has for admins."""
        house, admin, fold = self._house, self._house.config.admin, lambda: self._network.fold
        self.club.office = Office(
            Admins(admin.accounts, admin.masks, irc.name, fold),
            house.cashier,
            self.club.hall,
            lambda: house.management,
            self.club.names,
            self._log,
        )

    def close(self) -> None:
        """Stop all rounds, every stake going back, and deal no more."""
        self.club.close()
        if self._speaking is not None:
            self._speaking.end(self._scene)
        self._house.casemapping_is(self.club.hall.known_as, None)

    def _attend(self) -> None:
        """Have minutes run here if they do so in the house."""
        if self._speaking is not self._house.speaking:
            self._speaking = self._house.speaking
            if self._speaking is not None:
                self._speaking.begin(self._scene)

    def _player_of(self, person: Person) -> str | None:
        return self.club.hall.player_of(person)

    def _premises(self, irc: IrcConfig) -> Premises:
        self._hearing.ignore(irc.ignore)
        self._hearing.limit(irc.user_lines, 0 if irc.is_local else irc.user_lines_per_second)
        house, table = self._house, self._house.config.table
        speaking = self._speaking
        return Premises(
            self._network,
            house.cashier,
            house.journal,
            irc.network,
            house.purses(),
            Words(_names_in(house.cashier.store), _faces(table)),
            self._speak,
            house.clock,
            self._hearing,
            Limits(table.turn_timeout, table.grace, table.away_after),
            irc.prefix,
            self._log,
            _recognition(house.config, irc.name, self._network, house.cashier.store),
            OnScene(speaking, self._scene) if speaking is not None else Uncounted(),
            house.engagements,
        )

    def _rules(self) -> dict[Game, Any]:
        return {game: self._house.rules(game) for game in GAMES}

    def _tables(self) -> dict[str, Table]:
        return {game.name: self._table(game) for game in GAMES}

    def _table(self, game: Game) -> Table:
        rules, table = self._house.rules(game), self._house.config.table
        table_rules = TableRules(table.bets, table.bank_timeout)
        house = self._house.furnish(game, rules)
        return Table(game, rules, house, table.max_players, table_rules)


def _recognition(config: Config, name: str, network: Network, store: PlayerStore) -> Recognition:
    """Return who is known on the network called NAME in CONFIG."""
    return Recognition(
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


def _faces(table: TableConfig) -> CardFaces:
    return CardFaces(CardStyle(table.cards), RED_SUITS if table.colour else "")

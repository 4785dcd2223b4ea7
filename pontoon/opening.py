"""Opens a club as config.ini wants it: tables, words, croupiers."""

import secrets
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from pontoon import disk
from pontoon.appendfile import AppendFile
from pontoon.atomicfile import beside
from pontoon.cashier import Cashier
from pontoon.chance import SEED_BYTES
from pontoon.clock import Clock
from pontoon.club import Club
from pontoon.config import Config, TableConfig
from pontoon.faces import CardFaces, CardStyle
from pontoon.games import GAMES
from pontoon.hearing import Hearing
from pontoon.ircconfig import IrcConfig
from pontoon.journal import Journal, JournalError
from pontoon.minutes import Books
from pontoon.moves import Unit
from pontoon.premises import Network, Premises, Uncounted
from pontoon.purse import ChipPurse, CoinPurse, FingerPurse, Purse
from pontoon.recognition import Recognition
from pontoon.rereading import take_up
from pontoon.round import Round
from pontoon.speaking import Speaking
from pontoon.speech import Speaker
from pontoon.store import PlayerStore
from pontoon.table import Table
from pontoon.text.round import Words
from pontoon.timekeeper import TimeKeeper
from pontoon.turnclock import Limits

RED_SUITS = "DH"

Furnish = Callable[[type[Round[Any, Any]], Any], Any]
"""Gives a new table of a game under such rules what lasts from round to round."""


def furnish(game: type[Round[Any, Any]], rules: Any) -> Any:
    """Return cards for a new table whose order nobody can know."""
    return game.furnish(rules, secrets.token_bytes(SEED_BYTES))


def purse_of(game: type[Round[Any, Any]], rules: Any, clock: Clock) -> Purse:
    """Return what players of GAME have to stake."""
    match game.unit:
        case Unit.FINGERS:
            return FingerPurse(game.name)
        case Unit.COINS:
            return CoinPurse(game.name, Books(rules), clock.now)
    return ChipPurse()


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
        disk.replace(path, path.with_name(f"{path.name}~"))
        damaged, journal = journal, Journal(AppendFile(path), now)
        journal.load()
        journal.follow(damaged)
    return journal


def open_club(
    config: Config,
    network: Network,
    cashier: Cashier,
    journal: Journal,
    speak: Speaker,
    clock: Clock,
    log: Callable[[str], None],
    furnish: Furnish = furnish,
) -> Club:
    """Return the club of a network, with a croupier in each of its channels.

    SPEAK is given what is to be said; LOG takes a line for each event. Rounds that JOURNAL has go
    on when the bot is in their channels.
    """
    rules = {game: config.games[game.section] for game in GAMES}
    words = Words(_names_in(cashier.store), _faces(config.table))
    speaking = _speaking(config, network, cashier.store, clock)
    premises = Premises(
        network,
        cashier,
        journal,
        config.irc.network,
        {game.name: purse_of(game, rules[game], clock) for game in GAMES},
        words,
        speak,
        clock,
        _hearing(config.irc, network, speak, clock),
        Limits(config.table.turn_timeout, config.table.grace, config.table.away_after),
        config.irc.prefix,
        log,
        _recognition(config, network, cashier.store),
        speaking or Uncounted(),
    )

    def table(game: type[Round[Any, Any]]) -> Table:
        return Table(game, rules[game], furnish(game, rules[game]), config.table.max_players)

    def tables() -> dict[str, Table]:
        return {game.name: table(game) for game in GAMES}

    timekeeper = _timekeeper(config, cashier, clock)
    starting_chips = _starting_chips(config)
    club = Club(config.irc.channels, rules, tables, premises, timekeeper, starting_chips)
    if speaking is not None:
        speaking.who, speaking.in_play = club.player_of, club.coins_of
    take_up(club, premises, {game.name: partial(table, game) for game in GAMES})
    return club


def _hearing(irc: IrcConfig, network: Network, speak: Speaker, clock: Clock) -> Hearing:
    hearing = Hearing(lambda: network.fold, speak, clock.seconds)
    hearing.ignore(irc.ignore)
    hearing.limit(irc.user_lines, 0 if irc.is_local else irc.user_lines_per_second)
    return hearing


def _recognition(config: Config, network: Network, store: PlayerStore) -> Recognition:
    return Recognition(
        store,
        lambda: network.fold,
        config.irc.name,
        config.identity.require,
        admins=any(_is_for(config.irc.name, each) for each in config.admin.accounts),
    )


def _is_for(network: str, admin: str) -> bool:
    """Tell whether an account of an admin, as it stands in config.ini, is one on NETWORK."""
    name, slash, _ = admin.partition("/")
    return (name if slash else "") == network


def _starting_chips(config: Config) -> int | None:
    """Return what whoever registers begins with; None where nobody can."""
    return config.identity.starting_chips if config.identity.self_registration else None


def _played_for_time(config: Config) -> tuple[str, Any] | None:
    """Return the command of the game that is played for time, with its rules, if there is one."""
    timed = (game for game in GAMES if game.unit is Unit.COINS)
    return next(((game.name, config.games[game.section]) for game in timed), None)


def _timekeeper(config: Config, cashier: Cashier, clock: Clock) -> TimeKeeper | None:
    if (timed := _played_for_time(config)) is None:
        return None
    name, rules = timed
    return TimeKeeper(name, Books(rules), cashier, clock.now)


def _speaking(
    config: Config, network: Network, store: PlayerStore, clock: Clock
) -> Speaking | None:
    if (timed := _played_for_time(config)) is None or not timed[1].voice:
        return None
    name, rules = timed
    return Speaking(name, Books(rules), store, network, config.irc.channels, clock)


def _names_in(store: PlayerStore) -> Callable[[str], str]:
    def name(nick: str) -> str:
        player = store.find(nick)
        return nick if player is None else player.name

    return name


def _faces(table: TableConfig) -> CardFaces:
    return CardFaces(CardStyle(table.cards), RED_SUITS if table.colour else "")

"""What ``--check`` finds in config.ini, players.xml and the files that they name."""

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from shlex import quote
from stat import S_IMODE, S_IRWXG, S_IRWXO

from pontoon.commands.admins import home_of
from pontoon.engine.computers import is_computer
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.config import escaped
from pontoon.irc.masks import Mask, read_mask
from pontoon.irc.nicks import account_named, is_nick
from pontoon.irc.people import Person
from pontoon.irc.server.state import HOST
from pontoon.service.config.ini import ConfigError
from pontoon.service.config.irc_section import section_of
from pontoon.service.config.settings import Config, read
from pontoon.service.startup import (
    database_faults,
    fault_in,
    faults_if_created,
    faults_if_upgraded,
    folder_faults,
    is_missing,
    pair_faults,
    place_of,
    players_faults,
)
from pontoon.storage.place import Place, Server, path_beside
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.restore import INCOMPLETE, is_incomplete
from pontoon.tables.config import PlayersConfig


def faults_and_verdict(path: Path, environ: Mapping[str, str]) -> tuple[list[str], str]:
    """Return a line for each fault of config.ini, at PATH, and of the players, and the verdict.

    The verdict is what to say if there is no fault. ENVIRON may hold passwords.
    """
    players: PlayersConfig | None
    try:
        config = read(path, environ)
    except ConfigError as error:
        players, faults = error.players, [str(fault) for fault in error.faults]
    else:
        players = config.players
        faults = [
            fault
            for file in config.files_with_secrets
            for fault in _exposed(file, "a password or a key")
        ]
        for key, why in (*_powerless_admins(config), *_foreign_addresses(config)):
            faults += fault_in(path, key, why).faults
    if players is None:
        return faults, ""
    file, place = players.file, place_of(players)
    faults += folder_faults(file)
    if is_incomplete(file):
        return faults, f"{path} is OK; {file}: {INCOMPLETE}"
    faults += [*_why_no_players(file), *_database_faults(place)]
    if is_missing(file):
        return faults, f"{path} is OK; {file} is missing and will be created at the start"
    if not faults:
        faults += pair_faults(place)
    return faults, f"{path} and {file} are OK"


def warnings_of(path: Path, environ: Mapping[str, str]) -> list[str]:
    """Return a line for each key or value of an earlier version in config.ini, at PATH.

    There is one, too, if nobody can play yet. ENVIRON is that of ``faults_and_verdict``.
    """
    try:
        config = read(path, environ)
    except ConfigError as error:
        return [*map(str, error.warnings)]
    return [*map(str, config.warnings), *_why_nobody_plays(config)]


def _exposed(file: Path, what: str) -> list[str]:
    """Return a line if others than its owner can access FILE, which holds WHAT."""
    with suppress(OSError):  # a missing file is reported when it is needed
        mode = S_IMODE(file.stat().st_mode)
        if mode & (S_IRWXG | S_IRWXO):
            return [
                f"{file} holds {what}, and other users can access it (mode {mode:o}); run:"
                f" chmod 600 {quote(str(file))}"
            ]
    return []


def _powerless_admins(config: Config) -> Iterator[tuple[str, str]]:
    """Yield the key of each admin in CONFIG that nobody can ever be, and why."""
    local = {irc.name for irc in config.networks if irc.is_local}
    for name in config.admin.accounts:
        home, account = home_of(name)
        if home in local:
            why = "the server inside the bot has no accounts"
            yield "[admin] accounts", f"'{escaped(name)}': {why}"
        elif account_named(account) != account:
            yield "[admin] accounts", f"'{escaped(name)}' is no account that services can have"
    for name in config.admin.masks:
        home, text = home_of(name)
        mask = read_mask(text)
        if not is_nick(mask.nick.translate(_AS_LETTERS)):
            yield "[admin] masks", f"'{escaped(name)}': nobody can have such a nick"
        elif home in local and not _is_of_host(mask):
            why = f"on the server inside the bot the host is always {HOST}"
            yield "[admin] masks", f"'{escaped(name)}': {why}"


_AS_LETTERS = str.maketrans("*?", "xx")


def _is_of_host(mask: Mask) -> bool:
    """Tell whether MASK fits somebody on the server inside the bot."""
    return Mask("*", "*", mask.host).fits(Person("", f"@{HOST}"), rfc1459)


def _foreign_addresses(config: Config) -> Iterator[tuple[str, str]]:
    """Yield the key of each address to connect from that is none of this machine, and why."""
    for irc in config.networks:
        if irc.bind:
            family = socket.AF_INET6 if ":" in irc.bind else socket.AF_INET
            try:
                with socket.socket(family) as probe:
                    probe.bind((irc.bind, 0))
            except OSError as error:
                yield f"[{section_of(irc.name)}] bind", f"{irc.bind}: {error.strerror}"


def _why_no_players(file: Path) -> list[str]:
    """Return the faults of the players in FILE; if it is missing, why it cannot be created."""
    if is_missing(file) and file.parent.is_dir():
        return faults_if_created(file)
    store = PlayerStore(file)
    store.refresh()
    return players_faults(file, store.faults or store.ignored())


def _why_nobody_plays(config: Config) -> Iterator[str]:
    """Yield a line if there is no player, and nobody can become one."""
    store = PlayerStore(config.players.file)
    store.refresh()
    has_players = not all(is_computer(player.nick) for player in store.players())
    is_open = config.identity.self_registration or any(irc.is_local for irc in config.networks)
    if not (store.faults or has_players or is_open):
        yield (
            f"warning: {config.players.file} has no player yet, so nobody can play: add players"
            " there, or set self_registration = yes in [identity]"
        )


def _database_faults(place: Place) -> list[str]:
    """Return a line for what is wrong with the database at PLACE, if anything is."""
    if isinstance(place, Server):
        return database_faults(place)
    path = path_beside(place)
    if not os.path.lexists(path):
        return faults_if_upgraded(place)
    return database_faults(place) or _exposed(path, "the secrets of decks")

"""What the bot must have before it starts: config.ini, and players.xml for itself alone."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from shlex import quote
from stat import S_IMODE, S_IRWXG, S_IRWXO

from pontoon.service.config.ini import ConfigError, ConfigFault
from pontoon.service.config.settings import Config, read
from pontoon.storage.atomic_file import beside, previous
from pontoon.storage.lockfile import InUse, Lock
from pontoon.storage.players.ledger import LedgerError
from pontoon.storage.players.player import Fault, PlayersFileError
from pontoon.storage.players.store import PlayerStore

LOG_FILE = "[log] file"


class StartupError(Exception):
    """The bot cannot start because of FAULTS, each a line; the text is the first of them."""

    def __init__(self, faults: Sequence[str]) -> None:
        others = f" (and {len(faults) - 1} more; --check lists them)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{others}")
        self.faults = faults


def fault_in(path: Path, key: str, why: object) -> StartupError:
    """Return that the bot cannot start because of a KEY of config.ini (at PATH), and WHY."""
    return StartupError([str(ConfigFault(str(path), None, key, str(why)))])


@dataclass(frozen=True, slots=True)
class Players:
    """The players, and the lock by which they are nobody else's."""

    store: PlayerStore
    lock: Lock


def configuration(path: Path, environ: Mapping[str, str]) -> Config:
    """Read config.ini at PATH; raise CannotStart if there is anything wrong with it."""
    try:
        config = read(path, environ)
    except ConfigError as error:
        raise StartupError([str(fault) for fault in error.faults]) from error
    if why := why_no_log(config, path):
        raise fault_in(path, LOG_FILE, why)
    return config


def configuration_for(path: Path, environ: Mapping[str, str], *, allow_root: bool) -> Config:
    """Read config.ini at PATH; raise CannotStart for it, or for root unless with ALLOW_ROOT."""
    config = configuration(path, environ)
    if not allow_root:
        refuse_root(config)
    return config


def refuse_root(config: Config) -> None:
    """Raise CannotStart for root, unless nobody from elsewhere can get at the bot.

    Nothing that the bot does needs root's rights, and what can be done to it would be done to root.
    """
    if os.geteuid() == 0 and not all(
        server.is_on_this_machine for irc in config.networks for server in irc.server
    ):
        raise StartupError(
            [
                "the bot should not run as root: start it as another user, or use --allow-root if"
                " it must"
            ]
        )


def exposed_secrets(config: Config) -> list[str]:
    """Return a warning for each file of CONFIG's secrets that is not for its owner alone."""
    warnings = []
    for file in config.files_with_secrets:
        with suppress(OSError):  # what is not there is told when it is needed
            mode = S_IMODE(file.stat().st_mode)
            if mode & (S_IRWXG | S_IRWXO):
                warnings.append(
                    f"warning: {file} holds a password or a key, and other users can access it"
                    f" (mode {mode:o}); run: chmod 600 {quote(str(file))}"
                )
    return warnings


def why_no_log(config: Config, path: Path) -> str:
    """Tell why the log cannot be where config.ini, which is at PATH, has it; "" if it can.

    What is only found out by writing there is no part of it.
    """
    file, players = config.log.file, config.players.file
    if file is None:
        return ""
    others = [path, players, previous(players)]
    others += [beside(players, suffix) for suffix in (".ledger", ".journal", ".sts", ".lock")]
    if file.resolve() in [other.resolve() for other in others]:
        return f"{file} is already used for something else"
    if file.is_dir():
        return f"{file} is a folder"
    return "" if file.parent.is_dir() else f"there is no folder {file.parent}"


def take_players(file: Path, say: Callable[[str], None]) -> Players:
    """Take possession of the players in FILE, which is made if it is missing; SAY is told then.

    Raise CannotStart if another bot has them, or if there is anything wrong with them.
    """
    lock_file = beside(file, ".lock")
    try:
        lock = Lock(lock_file)
    except InUse as error:
        raise StartupError([f"{file} is in use by {error}"]) from error
    except OSError as error:
        raise StartupError([f"{lock_file} cannot be locked: {error.strerror}"]) from error
    try:
        return Players(_opened(file, say), lock)
    except BaseException:
        lock.release()
        raise


def why_not_created(file: Path) -> str:
    """Tell why FILE of players, which is missing, must not be made without any; "" if it may.

    The first write to a new file would take the place of the version before, and so all chips.
    """
    before = previous(file)
    if is_missing(before):
        return ""
    return (
        f"{file} is missing, but its previous version {before} exists: rename that to continue"
        " with it, or move it away to start without players"
    )


def _opened(file: Path, say: Callable[[str], None]) -> PlayerStore:
    if is_missing(file) and (why := why_not_created(file)):
        raise StartupError([why])
    store = PlayerStore(file)
    try:
        store.recover()
        if is_missing(file):
            PlayerStore.create(file, f"{date.today():%d/%m/%Y}")
            say(f"{file} was missing; I created it without players")
    except LedgerError as error:
        raise StartupError([f"{error.path}{error.what}"]) from error
    except PlayersFileError as error:
        raise StartupError(players_faults(file, error.faults)) from error
    store.refresh()
    if store.faults:
        raise StartupError(players_faults(file, store.faults))
    store.sweep()
    return store


def players_faults(file: Path, faults: Sequence[Fault]) -> list[str]:
    """Return FAULTS of the players' FILE as they are told."""
    return [f"{file}, {fault}" if fault.line else f"{file}: {fault}" for fault in faults]


def is_missing(file: Path) -> bool:
    """Tell whether there is no FILE; any other reason is told when it is opened."""
    try:
        file.stat()
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    return False

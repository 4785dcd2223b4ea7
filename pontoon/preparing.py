"""What the bot must have before it starts: config.ini, and players.xml for itself alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pontoon.atomicfile import beside
from pontoon.config import Config, read
from pontoon.inifile import ConfigError
from pontoon.ledger import LedgerError
from pontoon.lock import InUse, Lock
from pontoon.player import Fault, PlayersFileError
from pontoon.store import PlayerStore


class CannotStart(Exception):
    """The bot cannot start because of FAULTS, each a line; the text is the first of them."""

    def __init__(self, faults: Sequence[str]) -> None:
        others = f" (and {len(faults) - 1} more; --check lists them)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{others}")
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Players:
    """The players, and the lock by which they are nobody else's."""

    store: PlayerStore
    lock: Lock


def configuration(path: Path, environ: Mapping[str, str]) -> Config:
    """Read config.ini at PATH; raise CannotStart if there is anything wrong with it."""
    try:
        return read(path, environ)
    except ConfigError as error:
        raise CannotStart([str(fault) for fault in error.faults]) from error


def take_players(file: Path, say: Callable[[str], None]) -> Players:
    """Take possession of the players in FILE, which is made if it is missing; SAY is told then.

    Raise CannotStart if another bot has them, or if there is anything wrong with them.
    """
    lock_file = beside(file, ".lock")
    try:
        lock = Lock(lock_file)
    except InUse as error:
        raise CannotStart([f"{file} is in use by {error}"]) from error
    except OSError as error:
        raise CannotStart([f"{lock_file}: it cannot be locked: {error.strerror}"]) from error
    try:
        return Players(_opened(file, say), lock)
    except BaseException:
        lock.release()
        raise


def _opened(file: Path, say: Callable[[str], None]) -> PlayerStore:
    store = PlayerStore(file)
    try:
        store.recover()
        if is_missing(file):
            PlayerStore.create(file, f"{date.today():%d/%m/%Y}")
            say(f"{file} was missing: created, with no players in it")
    except LedgerError as error:
        raise CannotStart([f"{error.path}{error.what}"]) from error
    except PlayersFileError as error:
        raise CannotStart(players_faults(file, error.faults)) from error
    store.refresh()
    if store.faults:
        raise CannotStart(players_faults(file, store.faults))
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

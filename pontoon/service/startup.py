"""Get ready to start: read config.ini, lock players.xml and open it."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from math import inf
from pathlib import Path
from typing import Any

from msgspec import Struct

from pontoon.engine.result import TableKey, WhyVoid
from pontoon.games import GAMES
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.outgoing import do_nothing
from pontoon.service.config.ini import ConfigError, ConfigFault
from pontoon.service.config.settings import Config, read
from pontoon.service.standing_by import take_alone
from pontoon.storage.acceptance import accept, why_refused
from pontoon.storage.atomic_file import behind_links, beside, previous
from pontoon.storage.channels import Channels, VoidRound
from pontoon.storage.database import Database
from pontoon.storage.lockfile import InUse, Lock
from pontoon.storage.place import Place, Server, path_beside, players_at
from pontoon.storage.players.kept_document import bring
from pontoon.storage.players.player import Fault, PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.restore import complete
from pontoon.storage.rows import RESTORE, DatabaseError
from pontoon.tables.config import PlayersConfig

LARGE_DATABASE = 100_000_000
"""From so many bytes on the start does not look through the whole database: that takes half a
second."""


class StartupError(Exception):
    """The bot cannot start because of FAULTS, each a line. The text is the first of them."""

    def __init__(self, faults: Sequence[str]) -> None:
        others = f" (and {len(faults) - 1} more; --check lists them)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{others}")
        self.faults = faults


def fault_in(path: Path, key: str, why: object) -> StartupError:
    """Return the error for KEY of config.ini (at PATH), with the reason WHY."""
    return StartupError([str(ConfigFault(str(path), None, key, str(why)))])


class Players(Struct, frozen=True):
    """The players, and the lock that keeps other bots away from them."""

    store: PlayerStore
    lock: Lock


def configuration(path: Path, environ: Mapping[str, str]) -> Config:
    """Read config.ini at PATH; raise StartupError if it has any fault."""
    try:
        return read(path, environ)
    except ConfigError as error:
        raise StartupError([str(fault) for fault in error.faults]) from error


def configuration_for(path: Path, environ: Mapping[str, str], *, allow_root: bool) -> Config:
    """Read config.ini at PATH; raise StartupError for a fault, or for root without ALLOW_ROOT.

    An attacker who takes over the bot would get the rights of root, which it does not need. Root
    may run it if only people on this machine can reach it.
    """
    config = configuration(path, environ)
    servers = [server for irc in config.networks for server in irc.server]
    is_risky = os.geteuid() == 0 and not all(server.is_on_this_machine for server in servers)
    if is_risky and not allow_root:
        why = "the bot should not run as root: start it as another user"
        raise StartupError([f"{why}, or use --allow-root if it must"])
    return config


Prepare = Callable[[Place, Database | None], object]
"""What is done with the players and the database of a server when nobody else can use them."""

TakeDatabase = Callable[[Server], Database]
"""Takes the database of a server when no other bot uses it; DatabaseError if it does not wait."""


def place_of(config: PlayersConfig) -> Place:
    """Return where the players and the database are that CONFIG names."""
    return Server(config.file, config.database) if config.database else config.file


def take_players(
    place: Place,
    say: Callable[[str], None],
    prepare: Prepare = do_nothing,
    take: TakeDatabase = take_alone,
) -> Players:
    """Lock and open the players at PLACE, once PREPARE has seen to them.

    TAKE takes a database that is on a server. If players.xml is missing, create it, and tell SAY;
    SAY is told, too, what is unusual about it. StartupError is raised if another bot uses the
    players, or if a file has a fault.
    """
    file = players_at(place)
    lock = lock_players(file)
    try:
        with players_errors(file):
            if complete(file):
                say("the restore that was interrupted is complete")
            database = take(place) if isinstance(place, Server) else None
            if database is not None and (line := _brought(file, database)):
                say(line)
        prepare(place, database)
        store = _opened(place, database, say)
        store.database.who_else = lock.look
        return Players(store, lock)
    except BaseException:
        lock.release()
        raise


def lock_players(file: Path) -> Lock:
    """Return the lock on the players in FILE; StartupError if another bot uses them."""
    if faults := folder_faults(file):
        raise StartupError(faults)
    lock_file = beside(file, ".lock")
    try:
        return Lock(lock_file)
    except InUse as error:
        raise StartupError([f"{file} is in use by {error}"]) from error
    except OSError as error:
        raise StartupError([f"{lock_file} cannot be locked: {error.strerror}"]) from error


def _brought(file: Path, database: Database) -> str:
    """Have FILE be as new as what DATABASE has of it; return what is to be said of that."""
    try:
        return bring(file, database.read)
    except OSError as error:
        raise StartupError([f"{file} cannot be written: {error.strerror}"]) from error


def accept_older_database(
    say: Callable[[str], None], place: Place, database: Database | None
) -> None:
    """Have the chips in players.xml count, and nothing be done again, if DATABASE is older; SAY so.

    It is that of PLACE, where it is on a server.
    """
    file = players_at(place)
    if not is_missing(file) and pair_faults(place):
        with players_errors(file):
            accept(file, lambda: datetime.now(UTC), database)
        say(
            f"the chips in {file} count: no result in players.db is paid again, and the rounds and"
            " decks in play are given up"
        )


def folder_faults(file: Path) -> list[str]:
    """Return why the bot could not write FILE, which it replaces by another one in its folder.

    Only access is looked at: a bot may be running.
    """
    target = behind_links(file)
    folder, by_effective_id = target.parent, os.access in os.supports_effective_ids
    if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK, effective_ids=by_effective_id):
        return [
            f"{folder} cannot be written: the bot replaces {target.name} there, and keeps its"
            " database beside it; give the folder to the user that the bot runs as"
        ]
    if _is_mounted(target):
        return [f"{target} is mounted alone, so the bot cannot replace it: mount its folder"]
    return []


def _is_mounted(path: Path) -> bool:
    """Tell whether PATH is where something is mounted, as containers do with single files."""
    quoted = str(path).translate({ord(each): f"\\{ord(each):03o}" for each in " \t\n\\"})
    with suppress(OSError):
        mounts = _MOUNTS.read_text(errors="surrogateescape").splitlines()
        return any(line.split(" ")[4] == quoted for line in mounts)
    return False


_MOUNTS = Path("/proc/self/mountinfo")


def database_faults(place: Place, most_bytes: float = inf) -> list[str]:
    """Return a line if a bot cannot start with the database at PLACE; change nothing.

    A file of more than MOST_BYTES is not looked through as a whole.
    """
    # Imported here: without a database only the bot itself needs it.
    from pontoon.storage.soundness import check, check_rows

    try:
        if isinstance(place, Server) or os.path.lexists(path_beside(place)):
            check(place, most_bytes)
            check_rows(place)
    except DatabaseError as error:
        return [str(error)]
    return []


def pair_faults(place: Place) -> list[str]:
    """Return a line if the players.xml and the database of PLACE are no pair; change nothing."""
    file = players_at(place)
    with players_errors(file):
        why = why_refused(place)
    return [f"{file}: {why}"] if why else []


def faults_if_created(file: Path) -> list[str]:
    """Return why the bot must not create FILE, which is missing, without any players.

    The first write to a new file would replace the previous version, and all chips would be lost.
    """
    before = previous(file)
    if is_missing(before):
        return []
    return [
        f"{file} is missing, but its previous version {before} exists: rename that to continue"
        " with it, or move it away to start without players"
    ]


def _opened(place: Place, database: Database | None, say: Callable[[str], None]) -> PlayerStore:
    file = players_at(place)
    faults = database_faults(place, LARGE_DATABASE)
    if faults := faults or (faults_if_created(file) if is_missing(file) else pair_faults(place)):
        raise StartupError(faults)
    store = PlayerStore(file, database=database)
    store.notices = say
    with players_errors(file):
        store.recover()
        is_ledger_new = store.ledger.is_new
        if database is not None and is_missing(file) and not is_ledger_new:
            raise StartupError([f"{file} is missing: start the bot where it is first"])
        if is_ledger_new and (faults := faults_if_upgraded(file)):
            raise StartupError(faults)
        if is_missing(file):
            PlayerStore.create(file, f"{date.today():%d/%m/%Y}")
            say(f"{file} was missing; I created it without players")
    store.refresh()
    if store.faults:
        raise StartupError(players_faults(file, store.faults))
    store.sweep()
    if is_ledger_new:
        _give_up_old_rounds(store, file)
        if line := _about_new_database(store, file):
            say(line)
    return store


@contextmanager
def players_errors(file: Path) -> Iterator[None]:
    """Raise StartupError for what is wrong with the players in FILE or the database."""
    try:
        yield
    except DatabaseError as error:
        raise StartupError([str(error)]) from error
    except PlayersFileError as error:
        raise StartupError(players_faults(file, error.faults)) from error


def players_faults(file: Path, faults: Sequence[Fault]) -> list[str]:
    """Return a line for each of the FAULTS of FILE."""
    return [f"{file}, {fault}" if fault.line else f"{file}: {fault}" for fault in faults]


def is_missing(file: Path) -> bool:
    """Tell whether FILE does not exist. Other errors show up when it is opened."""
    try:
        file.stat()
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    return False


_OLD_SUFFIXES = (".journal", ".journal~", ".ledger", ".ledger.*", ".history-*", ".sts", ".sts~")
"""The endings of the files that versions up to 0.3.0 kept beside players.xml in place of the
database."""


def faults_if_upgraded(players_file: Path) -> list[str]:
    """Return why the database must not be created beside PLAYERS_FILE yet.

    The results of rounds that only the old journal has would never be paid or told.
    """
    journal = beside(players_file, ".journal")
    due: set[str] = set()
    for line in _lines_of(journal):
        match line:
            case {"ended": str(name)}:
                due.add(name)
            case {"round": str(name), "told": True}:
                due.discard(name)
    if not due:
        return []
    which = "a round that is" if len(due) == 1 else f"{len(due)} rounds that are"
    return [
        f"{journal} has the result of {which} not paid or told yet: start the version before once"
        " more, wait until the channel has heard the result, stop it, and start this version again"
    ]


def _give_up_old_rounds(store: PlayerStore, players_file: Path) -> None:
    """Have channels told that the rounds that only the old journal has do not go on."""
    played: dict[str, TableKey] = {}
    for line in _lines_of(beside(players_file, ".journal")):
        match line:
            case {"begin": str(name), "table": [str(), str(), str()] as table}:
                played[name] = TableKey(*table)
            case {"ended": str(name)} | {"round": str(name), "over": _}:
                played.pop(name, None)
    channels = Channels(store.database, lambda: datetime.now(UTC))
    known = {game.name for game in GAMES}
    for network, channel, game in played.values():
        if game in known:
            channels.put(network, rfc1459(channel), void=VoidRound(game, WhyVoid.CHANGED))
    store.database.commit()


def _lines_of(journal: Path) -> Iterator[Any]:
    """Yield what the lines of the JOURNAL say that versions up to 0.3.0 have kept, if any."""
    with suppress(FileNotFoundError, NotADirectoryError):
        for line in journal.read_bytes().splitlines():
            with suppress(ValueError):  # a torn or damaged line; the bot of that time skips it, too
                yield json.loads(line)


def _about_new_database(store: PlayerStore, players_file: Path) -> str:
    """Return what to say where the database beside PLAYERS_FILE is new, but not the players."""
    patterns = [beside(players_file, suffix) for suffix in _OLD_SUFFIXES]
    if old := {each.name for pattern in patterns for each in pattern.parent.glob(pattern.name)}:
        return (
            f"{', '.join(sorted(old))}: no longer read, since players.db has what they were for;"
            " the ledger and the history begin anew, and you may move them away"
        )
    statistics = [each for player in store.players() for each in player.statistics.values()]
    if any(each.played for each in statistics):
        return (
            f"players.db was missing beside {players_file}: the ledger and the history begin anew"
            f" with the chips found; stop the bot and {RESTORE} if you have one"
        )
    return ""

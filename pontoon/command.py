"""The command: reads config.ini and players.xml, says what is wrong with them, starts the bot."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from pontoon import __version__, ledger
from pontoon.atomicfile import beside
from pontoon.config import Config, read
from pontoon.inifile import ConfigError, ConfigFault
from pontoon.journal import JournalError
from pontoon.ledger import LedgerError
from pontoon.lightly import no_collection, without
from pontoon.lock import InUse, Lock
from pontoon.player import Fault, PlayersFileError
from pontoon.store import PlayerStore

NAME = "pontoonbot"
AUDIT = "audit"

_WELL = 0
_FAULTY = 1
_CANNOT_START = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line ARGV (without the command's name) asks; return the exit status.

    SystemExit is raised after ``--help`` and ``--version``, and for arguments that make no sense.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(argv)
        if options.what == AUDIT:
            return _audit(options.config)
        if options.check:
            return _check(options.config)
        return _start(options.config, verbose=options.verbose)
    finally:
        _flush_stdout()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        NAME, description="An IRC bot that deals Shed Pontoon.", allow_abbrev=False
    )
    parser.add_argument(
        "what",
        metavar=AUDIT,
        nargs="?",
        choices=[AUDIT],
        help="start nothing, but see whether the ledger explains all chips in players.xml, and"
        " list what was edited by hand; exits with 0, or 1 if it does not",
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        default=Path("config.ini"),
        help="read this instead of config.ini in the current folder",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="list every fault in config.ini and players.xml, start nothing; exits with 0 or 1",
    )
    parser.add_argument(
        "--verbose", action="store_true", help="log all lines to and from the server"
    )
    parser.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    return parser


def _check(path: Path) -> int:
    players_file: Path | None
    faults: list[str]
    try:
        config = read(path, os.environ)
    except ConfigError as error:
        players_file, faults = error.players_file, [str(fault) for fault in error.faults]
    else:
        players_file, faults = config.players.file, []
    if players_file is not None and not _can_be_created(players_file):
        faults += _players_faults(players_file, _opened(players_file).faults)
        faults += _ledger_faults(players_file)
    if faults:
        _say(*faults)
        return _FAULTY
    if players_file is not None and _is_missing(players_file):
        _say(f"{path} is well; {players_file} is missing and will be created at the start")
    else:
        _say(f"{path} and {players_file} are well")
    return _WELL


def _ledger_faults(players_file: Path) -> list[str]:
    """Return why the bot would not start because of the ledger, if there is a reason."""
    try:
        ledger.read(beside(players_file, ".ledger"))
    except LedgerError as error:
        return [f"{error.path}{error.what}"]
    return []


def _audit(path: Path) -> int:
    # Imported only here: the bot starts sooner without.
    from pontoon.audit import audit
    from pontoon.text.audit import told

    try:
        config = read(path, os.environ)
    except ConfigError as error:
        return _refuse([str(fault) for fault in error.faults])
    players_file = config.players.file
    try:
        report = audit(players_file)
    except LedgerError as error:
        return _refuse([f"{error.path}{error.what}"])
    except PlayersFileError as error:
        return _refuse(_players_faults(players_file, error.faults))
    _say(*told(report))
    return _FAULTY if report.differences else _WELL


def _start(path: Path, *, verbose: bool) -> int:
    _handle_signals(_leave)
    try:
        config = read(path, os.environ)
    except ConfigError as error:
        return _refuse([str(fault) for fault in error.faults])
    players_file = config.players.file
    lock_file = beside(players_file, ".lock")
    try:
        lock = Lock(lock_file)
    except InUse as error:
        return _refuse([f"{players_file} is in use by {error}"])
    except OSError as error:
        return _refuse([f"{lock_file}: it cannot be locked: {error.strerror}"])
    with lock:
        return _start_alone(config, path, verbose=verbose)


def _start_alone(config: Config, path: Path, *, verbose: bool) -> int:
    """Start the bot, there being no other that uses the same players."""
    players_file = config.players.file
    store = PlayerStore(players_file)
    try:
        store.recover()
        if _is_missing(players_file):
            PlayerStore.create(players_file, f"{date.today():%d/%m/%Y}")
            _complain(f"{players_file} was missing: created, with no players in it")
    except LedgerError as error:
        return _refuse([f"{error.path}{error.what}"])
    except PlayersFileError as error:
        return _refuse(_players_faults(players_file, error.faults))
    store.refresh()
    if store.faults:
        return _refuse(_players_faults(players_file, store.faults))
    store.sweep()
    return _run(config, path, store, verbose=verbose)


def _run(config: Config, path: Path, store: PlayerStore, *, verbose: bool) -> int:
    # Twisted loads what there is of TLS with every reactor: 13 MB, and a fifth of the start.
    left_out = () if config.irc.tls else ("OpenSSL", "ssl", "_hashlib")
    with no_collection(), without(*left_out):
        # Imported only here so that --help and --check need not wait for Twisted.
        from pontoon.irc import service

    try:
        return service.run(config, store, verbose=verbose)
    except service.CannotListen as error:
        return _refuse([str(ConfigFault(str(path), None, "[irc] port", str(error)))])
    except JournalError as error:
        return _refuse([str(error)])


def _leave(*_: object) -> None:
    """Stop, while there is nothing yet to be stopped in good order."""
    # At once: while Python cleans up, a second signal would be told as a fault or end in another
    # exit status, and SystemExit could be raised where nobody expects it.
    os._exit(_WELL)


def _handle_signals(handler: Any) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handler)


def _opened(players_file: Path) -> PlayerStore:
    store = PlayerStore(players_file)
    store.refresh()
    return store


def _players_faults(file: Path, faults: Sequence[Fault]) -> list[str]:
    return [f"{file}, {fault}" if fault.line else f"{file}: {fault}" for fault in faults]


def _is_missing(file: Path) -> bool:
    try:
        file.stat()
    except OSError as error:  # Any other reason is told when the file is opened.
        return isinstance(error, FileNotFoundError)
    return False


def _can_be_created(file: Path) -> bool:
    return _is_missing(file) and file.parent.is_dir()


def _refuse(faults: Sequence[str]) -> int:
    """Say in one line why the bot does not start."""
    others = f" (and {len(faults) - 1} more; --check lists them)" if len(faults) > 1 else ""
    _complain(f"{faults[0]}{others}")
    return _CANNOT_START


def _complain(line: str) -> None:
    with suppress(BrokenPipeError):
        print(f"{NAME}: {line}", file=sys.stderr)


def _say(*lines: str) -> None:
    with suppress(BrokenPipeError):
        print(*lines, sep="\n")


def _flush_stdout() -> None:
    """Write out what was printed; a reader who is gone already, as in ``| head``, is no error."""
    if isinstance(sys.stdout, TextIOWrapper):
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            # Python would try once more at the end, and complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

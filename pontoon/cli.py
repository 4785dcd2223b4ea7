"""The command line: check the files, audit the ledger, back up, verify decks, start.

``pontoonbot history`` and ``pontoonbot odds`` have arguments of their own, in ``history_cli`` and
``odds_cli``.
"""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from inspect import iscoroutine
from io import TextIOWrapper
from pathlib import Path
from types import SimpleNamespace

from pontoon import __version__
from pontoon.service.lean_imports import no_collection, stand_ins
from pontoon.service.startup import (
    StartupError,
    configuration,
    configuration_for,
    players_errors,
    take_players,
)

NAME = "pontoonbot"
AUDIT = "audit"
VERIFY = "verify"
HISTORY = "history"
ODDS = "odds"
BACKUP = "backup"

_CONFIG = Path("config.ini")

_NEEDLESS = dict.fromkeys(("ssl", "_hashlib", "ctypes", "bz2", "lzma"))
"""What Twisted and its requirements load if they can, and do nothing with.

The OpenSSL of ``ssl`` and ``_hashlib``, which is Python's, is not that of TLS.
"""

_UNUSED = {
    "OpenSSL": None,
    "http.cookiejar": SimpleNamespace(),
    "asyncio": SimpleNamespace(AbstractEventLoop=object, Future=object, iscoroutine=iscoroutine),
}
"""What Twisted loads for other programs: OpenSSL for TLS, which takes 13 MB and a fifth of the
starting time, cookies, 3 MB, and asyncio, 2 MB and a fifteenth of the time, to name its classes in
annotations."""

_OK = 0
_FAULTY = 1
_CANNOT_START = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the arguments ARGV; return the exit status.

    SystemExit is raised after ``--help`` and ``--version``, and for wrong arguments.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        arguments = sys.argv[1:] if argv is None else argv
        if arguments and arguments[0] in (HISTORY, ODDS):
            return _run_apart(arguments[0], arguments[1:])
        with stand_ins(_NEEDLESS):
            options = _options(arguments)
        return _run(options)
    except StartupError as error:
        _complain(str(error))
        return _CANNOT_START
    except BrokenPipeError:
        return _OK  # whoever read what is printed has read enough
    finally:
        _flush_stdout()


def _run_apart(what: str, argv: Sequence[str]) -> int:
    """Run WHAT, which has the arguments ARGV of its own; return the exit status."""
    # Imported here, as all that only one command needs: the bot starts faster without it.
    if what == HISTORY:
        from pontoon import history_cli

        return history_cli.run(argv)
    from pontoon import odds_cli

    return odds_cli.run(argv)


def _run(options: argparse.Namespace) -> int:
    """Do what OPTIONS say; return the exit status."""
    if options.what in (AUDIT, VERIFY):
        from pontoon.checks_cli import audit_ledger, verify_decks

        if options.what == AUDIT:
            return audit_ledger(options.config)
        return verify_decks(options.config, options.log, options.bot)
    if options.what == BACKUP:
        return _backup(options.config, options.file)
    if options.check:
        return _check(options.config)
    if options.init is not None:
        return _init(options)
    return _start(options)


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    options, unknown = parser.parse_known_args(argv)
    if options.what in (HISTORY, ODDS):
        parser.error(f"{options.what} comes first: {NAME} {options.what} --config FILE")
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if options.what != VERIFY and (options.log or options.bot):
        parser.error(f"--log and --bot go with {VERIFY}")
    if (options.what == BACKUP) != (options.file is not None):
        parser.error(f"{BACKUP} needs a FILE" if options.what else f"{options.file}: unknown")
    answers = (options.server, options.channel, options.nick)
    if options.init is None and any(each is not None for each in answers):
        parser.error("--server, --channel and --nick go with --init")
    if options.init is not None and (options.what or options.check or options.config):
        parser.error("--init goes with --server, --channel and --nick alone")
    options.config = options.config or _CONFIG
    return options


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        NAME,
        description="An IRC bot that deals Shed Pontoon and four other card games.",
        epilog=f"{NAME} {HISTORY} --help tells how to list, tell and check the rounds played,"
        f" {NAME} {ODDS} --help how to print what is worth doing with a hand.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "what",
        metavar=f"{AUDIT} | {BACKUP} FILE | {VERIFY} | {HISTORY} | {ODDS}",
        nargs="?",
        choices=[AUDIT, BACKUP, VERIFY, HISTORY, ODDS],
        help="do not start. audit: check that the ledger explains all chips in players.xml, list"
        " what was edited by hand, and exit with 0, or with 1 if it does not explain them."
        " backup: copy players.db to FILE and players.xml beside it, also while the bot runs."
        " verify: check all sealed decks in players.decks, deal the rounds in the history once"
        " more, and exit with 0, or with 1 if there is a fault. history: list, tell or check the"
        " rounds played. odds: print the strategy of a game. These two come first, and have"
        " options of their own",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help=argparse.SUPPRESS)
    _add_verify(parser)
    parser.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        help="read FILE instead of config.ini in the current folder",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="do not start; list every fault in config.ini and players.xml, and exit with 0 or 1;"
        " warnings of what is out of date do not count",
    )
    _add_init(parser)
    parser.add_argument(
        "--verbose", action="store_true", help="log every line to and from the server"
    )
    parser.add_argument(
        "--allow-root",
        action="store_true",
        help="allow running as root, which the bot does not need",
    )
    parser.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    return parser


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--log",
        metavar="FILE",
        type=Path,
        help="with verify: compare what the bot said in FILE, a log of one channel",
    )
    parser.add_argument(
        "--bot",
        metavar="NICK",
        help="with verify --log: the nick of the bot in the log, if not one of config.ini",
    )


def _add_init(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--init",
        metavar="FOLDER",
        type=_folder,
        help="do not start; write a config.ini and a players.xml of your own into FOLDER, and say"
        " how to start the bot with them",
    )
    parser.add_argument("--server", metavar="NAME", help="with --init: the server to connect to")
    parser.add_argument("--channel", metavar="NAME", help="with --init: the channel to play in")
    parser.add_argument("--nick", metavar="NICK", help="with --init: the nick of the bot")


def _folder(name: str) -> Path:
    if not name:
        # A variable of a script was empty. Path would take that for the current folder.
        raise argparse.ArgumentTypeError("name a folder, for example ~/pontoon")
    return Path(name)


def _check(path: Path) -> int:
    from pontoon.service.check import faults_and_verdict, warnings_of

    faults, verdict = faults_and_verdict(path, os.environ)
    _say(*warnings_of(path, os.environ), *(faults or [verdict]))
    return _FAULTY if faults else _OK


def _init(options: argparse.Namespace) -> int:
    from pontoon.service.init import next_steps, write_folder

    keys = {"server": options.server, "channels": options.channel, "nickname": options.nick}
    write_folder(options.init, {key: each for key, each in keys.items() if each is not None})
    is_own_name = Path(sys.argv[0]).name in (NAME, "PontoonBot.py")
    _say(*next_steps(options.init, sys.argv[0] if is_own_name else NAME))
    return _OK


def _backup(config: Path, target: Path) -> int:
    from pontoon.storage.upkeep import back_up

    players_file = configuration(config, os.environ).players.file
    with players_errors(players_file):
        _say(*(f"{file} is written" for file in back_up(players_file, target)))
    return _OK


def _start(options: argparse.Namespace) -> int:
    _handle_signals()
    path: Path = options.config
    reread = partial(configuration_for, path, os.environ, allow_root=options.allow_root)
    with no_collection(), stand_ins(_NEEDLESS):
        config = reread()
        players = take_players(config.players.file, _complain)
        with stand_ins(_UNUSED):
            # Imported here: --help and --check do not need Twisted.
            from pontoon.service import service
        if any(irc.tls for irc in config.networks):
            # Otherwise the first connection with TLS does that.
            import_module("pontoon.irc.transport.tls")
    with players.lock, service.startup_errors(path):
        return service.run(config, players.store, reread, verbose=options.verbose)


def _handle_signals() -> None:
    """End the process at once if it is to stop before the bot runs; ignore SIGHUP until then."""
    # Not sys.exit: SystemExit could be raised anywhere, and a second signal while Python cleans up
    # would print a traceback or change the exit status.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os._exit(_OK))
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


def _complain(line: str) -> None:
    with suppress(BrokenPipeError):
        print(f"{NAME}: {line}", file=sys.stderr)


def _say(*lines: str) -> None:
    with suppress(BrokenPipeError):
        print(*lines, sep="\n")


def _flush_stdout() -> None:
    """Flush stdout. A reader that has gone, as in ``| head``, is no error."""
    if isinstance(sys.stdout, TextIOWrapper):
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            # Otherwise Python tries again at exit, and prints an error.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

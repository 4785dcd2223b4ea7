"""The command line: the parser of all commands, and those that need no module of their own."""

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from pontoon import __version__
from pontoon.checks_cli import audit_ledger, verify_decks
from pontoon.edit_cli import edit_players
from pontoon.games import GAMES
from pontoon.history_cli import show_history
from pontoon.irc.outgoing import do_nothing
from pontoon.odds_cli import GAMES_WITH_ODDS, print_odds
from pontoon.progress import NAME, Progress
from pontoon.service import logs, service
from pontoon.service.check import faults_and_verdict, warnings_of
from pontoon.service.config.settings import Config
from pontoon.service.init import next_steps, write_folder
from pontoon.service.signals import reload_on_hangup
from pontoon.service.standing_by import stand_by
from pontoon.service.startup import (
    StartupError,
    accept_older_database,
    configuration,
    configuration_for,
    lock_players,
    place_of,
    players_errors,
    take_players,
)
from pontoon.service.systemd import notify_standby
from pontoon.storage.database import Database
from pontoon.storage.move import move
from pontoon.storage.place import Server
from pontoon.storage.restore import complete, restore
from pontoon.storage.rows import DatabaseError
from pontoon.storage.upkeep import back_up
from pontoon.text import admin_commands, reports
from pontoon.text.formatting import KINDS_OF_HANDS

_CONFIG = Path("config.ini")

_MAX_PLAYERS = 100

_OK = 0
_FAULTY = 1
_CANNOT_START = 2


def main(argv: Sequence[str] | None = None, clock: Callable[[], float] = time.monotonic) -> int:
    """Run the command with the arguments ARGV; return the exit status.

    What takes long says how far it is by CLOCK, which returns seconds. SystemExit is raised after
    ``--help`` and ``--version``, and for wrong arguments.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        options = _options(argv)
        return int(options.run(options, Progress(clock)))
    except StartupError as error:
        _complain(str(error))
        return _CANNOT_START
    except BrokenPipeError:
        return _OK  # whoever read what is printed has read enough
    finally:
        _flush_stdout()


# Arguments


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments of a command; --help has the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(argv)
    if options.init is None and _answers(options):
        parser.error("--server, --channel and --nick go with --init")
    if options.init is not None and (options.command or options.check or options.config):
        parser.error("--init goes with --server, --channel and --nick alone")
    if options.check and options.command:
        parser.error(f"--check does not go with {options.command}")
    if options.run is not print_odds:  # which has rules of its own
        options.config = options.config or _CONFIG
    return options


def _answers(options: argparse.Namespace) -> dict[str, str]:
    """Return the keys of [irc] that OPTIONS have for a new config.ini, and their values."""
    keys = {key: getattr(options, key) for key in ("server", "channels", "nickname")}
    return {key: value for key, value in keys.items() if value is not None}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        NAME,
        description="An IRC bot that deals Shed Pontoon and four other card games. Without a"
        " command it starts.",
        epilog=f"{NAME} COMMAND --help tells more of a command.",
        allow_abbrev=False,
    )
    parser.set_defaults(run=_start)
    _add_config(parser)
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
    parser.add_argument(
        "--accept-older-database",
        action="store_true",
        help="start though players.db is older than players.xml, or missing beside it: the chips in"
        " players.xml count, no result is paid again, and rounds and decks in play are given up",
    )
    parser.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", parser_class=_Parser
    )
    of_databases = (_add_audit, _add_backup, _add_history, _add_move, _add_restore, _add_verify)
    for add in (*of_databases, _add_edit, _add_odds):
        add(commands)
    return parser


def _add_config(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    about = "read FILE instead of config.ini in the current folder; odds: instead of default rules"
    parser.add_argument("--config", metavar="FILE", type=Path, default=default, help=about)


def _add_init(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--init",
        metavar="FOLDER",
        type=_folder,
        help="do not start; write a config.ini and a players.xml of your own into FOLDER, and say"
        " how to start the bot with them",
    )
    parser.add_argument("--server", metavar="NAME", help="with --init: the server to connect to")
    parser.add_argument(
        "--channel", metavar="NAME", dest="channels", help="with --init: the channel to play in"
    )
    parser.add_argument(
        "--nick", metavar="NICK", dest="nickname", help="with --init: the nick of the bot"
    )


def _command(
    commands: Any, name: str, run: Callable[[argparse.Namespace, Progress], int], about: str
) -> argparse.ArgumentParser:
    """Add to COMMANDS one with that NAME, which calls RUN; ABOUT begins with a small letter."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False
    )
    parser.set_defaults(run=run, parser=parser)
    _add_config(parser, default=argparse.SUPPRESS)  # it may stand before the command
    return parser


def _add_audit(commands: Any) -> None:
    _command(
        commands,
        "audit",
        audit_ledger,
        "check that the ledger explains all chips in players.xml, list what was edited by hand, and"
        " exit with 0, or with 1 if it does not explain them",
    )


def _add_backup(commands: Any) -> None:
    parser = _command(
        commands,
        "backup",
        _backup,
        "copy players.db to FILE and players.xml beside it, also while the bot runs",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the copy of players.db")


def _add_edit(commands: Any) -> None:
    _command(
        commands,
        "edit",
        edit_players,
        "open players.xml in $EDITOR, and list its mistakes afterwards; where the bot plays on"
        " another machine, say on which",
    )


def _add_move(commands: Any) -> None:
    parser = _command(
        commands,
        "move-database",
        _move,
        "copy the database FROM, while no bot runs, to TO, where nothing is yet, and compare both:"
        " one is a players.db, the other postgresql://user@host/name",
    )
    parser.add_argument("source", metavar="FROM", help="the database that is there")
    parser.add_argument("target", metavar="TO", help="where it is copied to")


def _add_restore(commands: Any) -> None:
    parser = _command(
        commands,
        "restore",
        _restore,
        "put the copies of players.db and players.xml that backup has made back in place, while no"
        " bot runs; keep what was there as players.db~ and players.xml~, and say what is lost",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the copy of players.db")


def _add_verify(commands: Any) -> None:
    _command(
        commands,
        "verify",
        verify_decks,
        "check the seals and cuts of all opened decks, deal their rounds once more, and exit with"
        " 0, or with 1 if there is a fault",
    )


def _add_history(commands: Any) -> None:
    parser = _command(
        commands,
        "history",
        show_history,
        "list the rounds that were played, or those that fit all of the options",
    )
    parser.add_argument(
        "what",
        nargs="*",
        metavar="ID | forget NICK | prune",
        help="tell the rounds with these ids as their channels heard them; or put a pseudonym in"
        " the place of NICK in the history and the ledger; or remove old rounds. The last two work"
        " while no bot runs",
    )
    parser.add_argument("--player", metavar="NICK", type=_name, help="rounds that NICK played in")
    parser.add_argument("--game", choices=[game.name for game in GAMES])
    parser.add_argument("--channel", type=_name)
    parser.add_argument("--since", metavar="DAY", type=_day, help="as in 2026-11-23")
    parser.add_argument("--until", metavar="DAY", type=_day, help="the last day, UTC")
    parser.add_argument(
        "--before", metavar="DAY", type=_day, help="with prune: remove rounds that ended before DAY"
    )
    parser.add_argument(
        "--hand",
        metavar="KIND",
        type=_kind_of_hand,
        help="rounds with such a hand, of NICK if there is one, as in five-card-trick",
    )
    parser.add_argument(
        "--private",
        action="store_true",
        help="tell also what the players, or NICK alone, were told in private",
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--csv", action="store_true", help="a row for each player in each round")
    shape.add_argument("--json", action="store_true", help="the same rows as lines of JSON")
    shape.add_argument(
        "--check",
        dest="check_rounds",
        action="store_true",
        help="play every round again, and compare the results with the record and with the ledger;"
        " exit with 0, or with 1 if there is a fault",
    )


def _add_odds(commands: Any) -> None:
    parser = _command(
        commands,
        "odds",
        print_odds,
        "print what to do with each hand, and what that is expected to bring",
    )
    parser.add_argument("game", choices=[*GAMES_WITH_ODDS])
    parser.add_argument(
        "--players",
        metavar="N",
        nargs="+",
        type=_players,
        help="for this many players, 2 unless it is said; several numbers print one table after"
        " the other",
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--svg", metavar="FILE", type=Path, help="draw a picture into FILE")
    shape.add_argument(
        "--markdown", action="store_true", help="print a page that links to such pictures"
    )


def _folder(name: str) -> Path:
    if not name:
        # A variable of a script was empty. Path would take that for the current folder.
        raise argparse.ArgumentTypeError("name a folder, for example ~/pontoon")
    return Path(name)


def _name(text: str) -> str:
    # What a script has left empty does not stand for everybody.
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return text


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not a day as in 2026-11-23: {text}") from error


def _kind_of_hand(text: str) -> str:
    kinds = [each.replace(" ", "-") for each in KINDS_OF_HANDS]
    kind = text.lower().replace("_", "-").replace(" ", "-")
    if kind not in kinds:
        known = ", ".join(kinds)
        raise argparse.ArgumentTypeError(f"no such kind of hand: {text}; known are {known}")
    return kind


def _players(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MAX_PLAYERS:
        raise argparse.ArgumentTypeError(f"not a number from 1 to {_MAX_PLAYERS}: {text}")
    return int(text)


# Commands


def _start(options: argparse.Namespace, _progress: Progress) -> int:
    """Do what is wanted without a command: start the bot, check its files, or write them."""
    if options.check:
        return _check(options.config)
    if options.init is not None:
        return _init(options)
    return _run(options)


def _check(path: Path) -> int:
    faults, verdict = faults_and_verdict(path, os.environ)
    _say(*warnings_of(path, os.environ), *(faults or [verdict]))
    return _FAULTY if faults else _OK


def _init(options: argparse.Namespace) -> int:
    write_folder(options.init, _answers(options))
    is_own_name = Path(sys.argv[0]).name in (NAME, "PontoonBot.py")
    _say(*next_steps(options.init, sys.argv[0] if is_own_name else NAME))
    return _OK


def _backup(options: argparse.Namespace, progress: Progress) -> int:
    players_file = _file_alone(options)
    with players_errors(players_file):
        copies = back_up(players_file, options.file, partial(progress, "pages copied"))
        _say(*(f"{copy} is written" for copy in copies))
    return _OK


def _move(options: argparse.Namespace, progress: Progress) -> int:
    try:
        done = move(options.source, options.target, partial(progress, "tables copied"))
    except DatabaseError as error:
        raise StartupError([str(error)]) from error
    _say(reports.moved(done))
    return _OK


def _restore(options: argparse.Namespace, _progress: Progress) -> int:
    players_file = _file_alone(options)
    with lock_players(players_file), players_errors(players_file):
        if complete(players_file):
            _say(reports.RESTORE_COMPLETE)
        else:
            lost = restore(players_file, options.file)
            _say(*reports.restored(players_file, options.file, lost))
    return _OK


def _file_alone(options: argparse.Namespace) -> Path:
    """Return the players.xml whose database is beside it; StartupError for one on a server."""
    players = configuration(options.config, os.environ).players
    if players.database:
        why = "the database is on a PostgreSQL server: pg_dump copies it, players.xml included"
        raise StartupError([f"{why} (docs/standby.md)"])
    return players.file


def _run(options: argparse.Namespace) -> int:
    _handle_signals()
    path: Path = options.config
    reread = partial(configuration_for, path, os.environ, allow_root=options.allow_root)
    config = reread()
    accepts = options.accept_older_database
    prepare = partial(accept_older_database, _complain) if accepts else do_nothing
    with service.startup_errors(path):
        take = partial(_stand_by, config, reread)
        say = logs.info if config.players.database else _complain
        players = take_players(place_of(config.players), say, prepare, take)
        with players.lock:
            if service.run(config, players.store, reread, verbose=options.verbose):
                _begin_anew()
    return _OK


def _stand_by(config: Config, reread: Callable[[], Config], place: Server) -> Database:
    """Wait until no other bot plays with the database at PLACE; return that.

    SIGHUP begins anew meanwhile, unless REREAD finds faults in config.ini.
    """
    logs.begin(config.log)
    state = ["starting"]
    due: list[Callable[[], object]] = []
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        reload_on_hangup(due.append, partial(_reload_standby, reread))

    def say(line: str) -> None:
        logs.info(line)
        state[0] = line

    def alive() -> None:
        notify_standby(os.environ, state[0])
        while due:
            due.pop()()

    return stand_by(place, config.players.takeover, say, alive)


def _reload_standby(reread: Callable[[], Config]) -> None:
    try:
        reread()
    except StartupError as error:
        for line in (*error.faults, admin_commands.NOT_TAKEN):
            logs.info(line)
    else:
        _begin_anew()


def _begin_anew() -> NoReturn:
    """Put a new process in the place of this one, with the same arguments and id."""
    _flush_stdout()
    # Until the new one handles it, SIGHUP would end it.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _handle_signals() -> None:
    """End the process at once if it is to stop before the bot runs; ignore SIGHUP until then."""
    # Not sys.exit: SystemExit could be raised anywhere, and a second signal while Python cleans up
    # would print a traceback or change the exit status.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os._exit(_OK))
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})


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

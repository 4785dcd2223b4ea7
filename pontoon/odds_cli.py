"""``pontoonbot odds``: prints and draws the strategy of a game for a set of rules."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from pontoon.checks_cli import progress
from pontoon.games.shed import ShedPontoon, ShedRules
from pontoon.odds.shed_chart import chart
from pontoon.odds.shed_field import Field, compute, field_for
from pontoon.service.startup import StartupError, configuration
from pontoon.storage import fs
from pontoon.text.formatting import count
from pontoon.text.shed_strategy import MOVES, Line, Strategy, page, picture, report

NAME = "pontoonbot odds"
SHED = "shed"

_OK = 0
_MOST_PLAYERS = 100
_FOR_ALL = 0o644


def run(argv: Sequence[str]) -> int:
    """Do what the arguments ARGV say; return the exit status.

    StartupError if a file cannot be used, and SystemExit for wrong arguments.
    """
    parser = _parser()
    options = parser.parse_args(argv)
    if options.svg and len(options.players) > 1:
        parser.error("--svg draws one number of players")
    rules = _rules(options.config)
    strategies = [_strategy(_field(rules, players)) for players in options.players]
    if options.svg:
        _write(options.svg, "\n".join(picture(strategies[0])) + "\n")
    elif options.markdown:
        print(*page(strategies), sep="\n")
    else:
        print(*(line for each in strategies for line in (*report(each), "")), sep="\n")
    return _OK


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        NAME,
        description="Print what to do with each hand, and what that is expected to bring.",
        allow_abbrev=False,
    )
    parser.add_argument("game", choices=[SHED])
    parser.add_argument(
        "--players",
        metavar="N",
        nargs="+",
        type=_players,
        required=True,
        help="for so many players; several numbers print one table after the other",
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        help="by the rules in FILE, a config.ini, instead of the default ones",
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--svg", metavar="FILE", type=Path, help="draw a picture into FILE")
    shape.add_argument(
        "--markdown", action="store_true", help="print a page that links to such pictures"
    )
    return parser


def _players(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_PLAYERS:
        raise argparse.ArgumentTypeError(f"not a number from 1 to {_MOST_PLAYERS}: {text}")
    return int(text)


def _rules(config: Path | None) -> ShedRules:
    """Return the rules of Shed Pontoon in CONFIG; without one, the default ones."""
    if config is None:
        return ShedRules()
    return cast(ShedRules, configuration(config, os.environ).games[ShedPontoon.section])


def _field(rules: ShedRules, players: int) -> Field:
    """Return the field of so many PLAYERS by RULES; show how far it is if it must be computed."""
    if known := field_for(rules, players):
        return known
    computing = compute(rules, players)
    with progress() as show:
        while True:
            try:
                show(f"computing {count(players, 'player')}, {next(computing):.0%}")
            except StopIteration as done:
                return cast(Field, done.value)


def _strategy(field: Field) -> Strategy:
    letters = {move: letter for letter, move in MOVES.items()}
    lines = [
        Line(
            "soft" if row.is_soft else "hard",
            row.total,
            ["".join(letters[verb] for verb in verbs) for verbs in row.moves],
        )
        for row in chart(field)
    ]
    return Strategy(field.players, lines, field.value, field.gain)


def _write(path: Path, text: str) -> None:
    """Write TEXT to the file at PATH, in place of what is there."""
    try:
        descriptor = fs.open_to_write(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _FOR_ALL)
        try:
            fs.write(descriptor, text.encode())
        finally:
            os.close(descriptor)
    except OSError as error:
        raise StartupError([f"{path} cannot be written: {error.strerror}"]) from error

"""``pontoonbot odds``: prints and draws the strategy of a game for a set of rules."""

import os
from argparse import Namespace
from pathlib import Path
from typing import cast

from pontoon.games.shed import ShedPontoon, ShedRules
from pontoon.odds.shed_chart import chart
from pontoon.odds.shed_field import Field, compute, shipped_field
from pontoon.progress import Progress
from pontoon.service.startup import StartupError, configuration
from pontoon.storage import fs
from pontoon.text.formatting import count
from pontoon.text.shed_strategy import MOVES, Line, Strategy, page, picture, report

_OK = 0
_FOR_ALL = 0o644


def print_odds(options: Namespace, progress: Progress) -> int:
    """Print or draw what OPTIONS say; return the exit status.

    StartupError if a file cannot be used, and SystemExit if OPTIONS do not go together.
    """
    if options.svg and len(options.players) > 1:
        options.parser.error("--svg draws one number of players")
    rules = _rules(options.config)
    strategies = [_strategy(_field(rules, players, progress)) for players in options.players]
    if options.svg:
        _write(options.svg, "\n".join(picture(strategies[0])) + "\n")
    elif options.markdown:
        print(*page(strategies), sep="\n")
    else:
        print(*(line for each in strategies for line in (*report(each), "")), sep="\n")
    return _OK


def _rules(config: Path | None) -> ShedRules:
    """Return the rules of Shed Pontoon in CONFIG; without one, the default ones."""
    if config is None:
        return ShedRules()
    return cast(ShedRules, configuration(config, os.environ).games[ShedPontoon.section])


def _field(rules: ShedRules, players: int, progress: Progress) -> Field:
    """Return the field of this many PLAYERS by RULES; tell PROGRESS if it must be computed."""
    if known := shipped_field(rules, players):
        return known
    computing = compute(rules, players)
    while True:
        try:
            progress(f"computing {count(players, 'player')}: {next(computing):.0%}")
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

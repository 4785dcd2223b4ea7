"""``pontoonbot odds``: prints and draws the strategy of a game for a set of rules."""

import os
from argparse import Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pontoon.engine.moves import Verb
from pontoon.games import GAMES, Game
from pontoon.games.blackjack import BlackJack
from pontoon.games.shed import ShedPontoon
from pontoon.games.shoot import ShootPontoon
from pontoon.odds.charts import Row, bank_chart, blackjack_chart, insurance_value, shed_chart
from pontoon.odds.shed import Field, bets_by_first_card, field_of
from pontoon.progress import Progress
from pontoon.service.startup import StartupError, configuration
from pontoon.storage import fs
from pontoon.text import strategy as said
from pontoon.text.strategy import Line, Strategy

_OK = 0
_FOR_ALL = 0o644

GAMES_WITH_ODDS: Mapping[str, Game] = {game.section: game for game in GAMES}
"""The games by what they are called on the command line."""

DEFAULT_PLAYERS = (2,)


def print_odds(options: Namespace, progress: Progress) -> int:
    """Print or draw what OPTIONS say; return the exit status.

    StartupError if a file cannot be used, and SystemExit if OPTIONS do not go together.
    """
    game = GAMES_WITH_ODDS[options.game]
    rules = _rules(game, options.config)
    _check(options, game, rules)
    numbers = options.players or DEFAULT_PLAYERS
    strategies = [_strategy(game, rules, players, progress) for players in numbers]
    if options.svg:
        _write(options.svg, "\n".join(said.picture(strategies[0])) + "\n")
    elif options.markdown:
        print(*said.page(zip(numbers, strategies, strict=True)), sep="\n")
    else:
        print(*(line for each in strategies for line in (*said.report(each), "")), sep="\n")
    return _OK


def _check(options: Namespace, game: Game, rules: Any) -> None:
    """Refuse OPTIONS that do not go together; SystemExit."""
    refuse = options.parser.error
    if options.svg and len(options.players or DEFAULT_PLAYERS) > 1:
        refuse("--svg draws one number of players")
    if options.markdown and game is not ShedPontoon:
        refuse("--markdown is for shed")
    if options.players and game is BlackJack:
        refuse("--players makes no difference in blackjack")
    least, most = game.seats_for(rules)
    for players in options.players or ():
        if not least <= players <= most:
            refuse(f"{game.title} is for {least} to {most} players, not {players}")


def _rules(game: Game, config: Path | None) -> Any:
    """Return the rules of GAME in CONFIG; without one, the default ones."""
    if config is None:
        return game.Rules()
    return configuration(config, os.environ).games[game.section]


def _strategy(game: Game, rules: Any, players: int, progress: Progress) -> Strategy:
    """Return the strategy of GAME by RULES for this many PLAYERS; tell PROGRESS how far it is."""
    if game is ShedPontoon:
        return _of_shed(field_of(rules, players))
    if game is BlackJack:
        moves = said.BLACKJACK_MOVES
        lines = _lines(blackjack_chart(rules), moves, progress)
        results = (said.insured(insurance_value(rules)),)
        return Strategy(game.title, said.BY_DEALERS_CARD, moves, lines, results)
    moves = said.SHOOT_MOVES if game is ShootPontoon else said.BANK_MOVES
    lines = _lines(bank_chart(game, rules, players), moves, progress)
    title = said.title(game.title, players)
    return Strategy(title, said.BY_CARDS, moves, lines, (said.FIRST_TO_PLAY,))


def _of_shed(field: Field) -> Strategy:
    gained = [said.gained(field.gain)] if field.players > 1 else []
    return Strategy(
        said.title(ShedPontoon.title, field.players),
        said.BY_CARDS,
        said.PONTOON_MOVES,
        _lines(shed_chart(field), said.PONTOON_MOVES),
        (said.expected(field.value), *gained),
        {"A" if value == 1 else str(value): each for value, each in bets_by_first_card(field)},
    )


def _lines(
    rows: Iterable[Row], letters: Mapping[Verb, str], progress: Progress | None = None
) -> list[Line]:
    lines = []
    for row in rows:
        kind = "soft" if row.is_soft else "hard"
        if progress:
            progress(f"computing {kind} {row.total}")
        cells = ["".join(letters[verb] for verb in verbs) for verbs in row.moves]
        lines.append(Line(kind, row.total, cells))
    return lines


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

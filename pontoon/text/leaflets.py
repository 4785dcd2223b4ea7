"""Help and rules, as they are handed out: a line for the channel, a page in private."""

from dataclasses import fields
from fractions import Fraction
from typing import Any

from pontoon.games import GAMES
from pontoon.round import Round
from pontoon.text.asking import how_to_say

Game = type[Round[Any, Any]]


def help_line(prefix: str) -> str:
    """Return the one line for somebody who said what the bot does not know."""
    return f"I deal cards. Say help, rules or games to me here, or {prefix}games in a channel."


def short_help(game: Game, prefix: str) -> str:
    """Return the help for a channel."""
    command = prefix + game.name
    return (
        f"{game.title}: {command} NICK NICK ... deals to these players, {command} to the last "
        f"ones again; {command} stats, stop, leave, rules; {prefix}bank. More in private."
    )


def long_help(game: Game, prefix: str) -> list[str]:
    """Return the help for one person, a line an item."""
    command = prefix + game.name
    moves = ", ".join(how_to_say(verb) for verb in game.MOVES)
    return [
        f"{game.title}: {command} NICK NICK ... in a channel deals to these players; {command} "
        "alone deals to the last ones again, the first of them last.",
        f"You get your cards here and answer here. A bet: 50, max or min. A move: {moves}. "
        f"In the channel: {prefix}bet 50, {prefix}stick, {prefix}twist and so on.",
        f"hand shows your cards again. {command} leave gives up your seat, {command} stop ends "
        "the round and returns the stakes.",
        f"stats, stats NICK; bank, bank +100, bank -100 (banked chips cannot be bet); set nickname "
        f"NAME (no name: no nickname); rules. In a channel: {command} stats, {prefix}bank, "
        f"{prefix}games.",
    ]


def games(prefix: str) -> str:
    """Return the list of games."""
    listed = ", ".join(f"{game.title} ({prefix}{game.name})" for game in GAMES)
    return f"I deal {listed}."


def short_rules(game: Game) -> str:
    """Return the rules in one line for a channel."""
    return f"{game.title}: {game.summary} The whole rules are sent to you in private."


def long_rules(game: Game, rules: Any) -> list[str]:
    """Return the rules of GAME with the numbers of this channel, a line an item."""
    numbers = {each.name: _written(getattr(rules, each.name)) for each in fields(rules)}
    first, *others = (line.format_map(numbers) for line in game.leaflet)
    return [f"{game.title}: {first}", *others]


def _written(number: object) -> str:
    match number:
        case Fraction():
            return f"{float(number):g}"
        case tuple():
            return ", ".join(map(_written, number))
    return str(number)

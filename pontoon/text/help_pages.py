"""Help and rules, and how to connect to the bot's own server."""

from collections.abc import Sequence
from datetime import time
from fractions import Fraction
from typing import Any

from pontoon.engine.moves import Unit
from pontoon.games import GAMES, Game
from pontoon.text.prompts import bet_of, example, how_to_say

_KEPT = {Unit.CHIPS: "bank", Unit.COINS: "time"}
"""The command that shows in a channel what a player has; nobody has fingers."""

_KEEPING = {
    Unit.CHIPS: (
        "bank, bank +100, bank -100 (banked chips cannot be bet); refill (chips when you have none "
        "left); top (the ranking); "
    ),
    Unit.FINGERS: "",
    Unit.COINS: (
        "time, deposit 5, withdraw 5 (your minutes, and your time bank if there is one); "
        "done (your day); "
    ),
}

SERVER_STOPS = "The server is shutting down"
"""The reason for which the bot's own server closes all connections when the bot stops."""

_MOST_NAMED = 10
"""The number of players who are named; the others are counted."""


def help_line(prefix: str) -> str:
    """Return the line for a person who said something that the bot does not know."""
    return f"I deal card games. Say help, rules or games to me here, or {prefix}games in a channel."


def short_help(game: Game, prefix: str, subcommands: str) -> str:
    """Return the help for a channel; SUBCOMMANDS are the words that may follow the game's."""
    command = prefix + game.name
    kept = f"; {prefix}{_KEPT[game.unit]}" if game.unit in _KEPT else ""
    return (
        f"{game.title}: {command} NICK NICK ... deals to these players, {command} alone to the "
        f"previous ones. Also: {command} {subcommands}{kept}. For more, say help to me in private."
    )


def long_help(game: Game, prefix: str) -> list[str]:
    """Return the help for one person, one item per line."""
    command = prefix + game.name
    bet = bet_of(game.unit)
    move = f"a move: {', '.join(map(how_to_say, game.MOVES))}"
    moves = "".join(f", {prefix}{verb}" for verb in list(game.MOVES)[:2])
    other = next(each for each in GAMES if each is not game)
    kept = f"{prefix}{_KEPT[game.unit]}, " if game.unit in _KEPT else ""
    return [
        f"{game.title}: {command} NICK NICK ... in a channel deals to these players; {command} "
        "alone deals to the previous ones, and whoever was first is now last.",
        f"I ask you here, and you answer here. A {bet}: {example(game.unit)}, max or min; "
        f"{'; '.join((move, *game.extra_help)).format(command=command)}. In the channel: "
        f"{prefix}{bet} {example(game.unit)}{moves} and so on.",
        f"hand shows your cards again. {command} leave gives up your seat. {command} stop ends a "
        f"round that you started, before the first {bet}.",
        "help, rules and stats alone are about the game that was played last where you are. For "
        f"another game: help {other.name}, rules {other.name}, stats {other.name}.",
        f"stats {game.name}, stats {game.name} NICK; {_KEEPING[game.unit]}set nickname NAME (no "
        "name removes it); claim (if you are logged in to services: only you can play as you); "
        f"rules {game.name}. In a channel: {command} stats, {kept}"
        f"{prefix}games.",
    ]


def games(prefix: str) -> str:
    listed = ", ".join(f"{game.title} ({prefix}{game.name})" for game in GAMES)
    more = f"{prefix}{GAMES[0].name} help, {prefix}{GAMES[1].name} help and so on"
    return f"I deal {listed}. Help for each: {more}."


def short_rules(game: Game) -> str:
    return f"{game.title}: {game.summary} I am sending you the full rules in private."


def long_rules(game: Game, rules: Any) -> list[str]:
    """Return the rules of GAME with the numbers of this channel, one item per line."""
    numbers = {name: _written(getattr(rules, name)) for name in rules.__struct_fields__}
    first, *others = (line.format_map(numbers) for line in game.rules_text)
    return [f"{game.title}: {first}", *others]


def _written(number: object) -> str:
    match number:
        case Fraction():
            return f"{float(number):g}"
        case time():
            return f"{number:%H:%M}"
        case tuple():
            return ", ".join(map(_written, number))
    return str(number)


def greeting(bot: str, channels: Sequence[str], command: str) -> list[str]:
    """Return the welcome for people who connect, one item per line; COMMAND starts a round."""
    return [
        f"{bot} deals in {', '.join(channels)}. To join: /join {channels[0]}",
        f"To start a round, say there: {command} NICK NICK ...",
        "Name players who are in the channel.",
    ]


def how_to_connect(
    bot: str, address: str, port: int, channels: Sequence[str], players: Sequence[str], command: str
) -> list[str]:
    """Return instructions for the terminal, one item per line; PLAYERS are all nicks."""
    if players:
        others = len(players) - _MOST_NAMED
        named = ", ".join(players[:_MOST_NAMED]) + (f" and {others} more" if others > 0 else "")
    else:
        named = "nobody yet: add a player to players.xml"
    nick = players[0] if players else "NICK"
    return [
        f"{bot} runs its own IRC server.",
        f"  Connect to   {address}, port {port}, no TLS (irssi -c {address} -p {port} -n {nick})",
        f"  Join         {', '.join(channels)}",
        f"  Players      {named}",
        f"  To start     {command} {nick}",
        "To stop, press Ctrl-C.",
    ]

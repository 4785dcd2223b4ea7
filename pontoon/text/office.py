"""What admins are told, and nobody else."""

from collections.abc import Mapping

from pontoon.text.amounts import chips

USAGE: Mapping[str, str] = {
    "add": "add NICK CHIPS (a new player, as in add dave 1000)",
    "chips": "chips NICK +N or -N (gives chips or takes them, as in chips dave +500)",
    "remove": "remove NICK (takes a player out of players.xml)",
    "rename": "rename OLD NEW (gives a player another nick)",
    "stop": "stop #CHANNEL (ends the round there: all stakes go back)",
    "say": "say #CHANNEL TEXT",
    "reload": "reload (reads config.ini again)",
    "status": "status",
    "quit": "quit (leaves; rounds go on at the next start)",
}
"""How each order is given."""

HELP = f"Orders: {'; '.join(USAGE.values())}"

QUITTING = "I leave; rounds that are being played go on at the next start."


def how_to_say(order: str) -> str:
    """Say how ORDER is given, to somebody who got it wrong."""
    return f"Say: {USAGE[order]}"


def no_nick(name: str) -> str:
    """Say that nobody can be called NAME."""
    return f"{name} cannot be the nick of a player."


def is_taken(nick: str) -> str:
    """Say that there is a player of that NICK, or one who is shown by that name."""
    return f"There is a player called {nick} already."


def no_such_player(nick: str) -> str:
    """Say that there is no player of that NICK."""
    return f"{nick} is not in players.xml."


def is_playing(nick: str, where: str) -> str:
    """Say that a player cannot be removed or renamed while they play."""
    return f"{nick} is playing in {where}: wait for the end of the round, or say stop {where}"


def too_few(nick: str, has: int) -> str:
    """Say that a player does not have the chips that were to be taken."""
    return f"{nick} has only {chips(has)}."


def too_many(most: int) -> str:
    """Say that nobody can have so many chips."""
    return f"A player can have at most {most} chips."


def added(nick: str, in_hand: int) -> str:
    """Say that there is a new player."""
    return f"{nick} is a player now: {chips(in_hand)}"


def given(nick: str, number: int, in_hand: int) -> str:
    """Say what a player has after being given chips, or having lost them."""
    return f"{nick} {number:+}: {chips(in_hand)}"


def removed(nick: str, had: int) -> str:
    """Say that a player was taken out, with all that they HAD in hand and bank."""
    return f"{nick} is no player any more; they had {chips(had)}."


def renamed(old: str, new: str) -> str:
    """Say that a player has another nick."""
    return f"{old} is {new} now."


def not_there(channel: str) -> str:
    """Say that the bot plays in no channel of that name."""
    return f"I do not deal in {channel}."


def stopped(channel: str) -> str:
    """Say that a round was stopped."""
    return f"The round in {channel} is stopped."

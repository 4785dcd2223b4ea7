"""Messages to admins."""

from collections.abc import Iterable

from pontoon.storage.players.nicknames import LONGEST_NICK
from pontoon.storage.players.player import EntryFault
from pontoon.text.formatting import chips, count

QUITTING = "I am shutting down; rounds in progress continue at the next start."


def orders(known: Iterable[tuple[str, str]]) -> str:
    """Return the help for the admin commands KNOWN: the usage and the help line of each."""
    return f"Admin commands: {'; '.join(f'{usage} ({help_line})' for usage, help_line in known)}"


def how_to_say(usage: str, help_line: str) -> str:
    return f"Usage: {usage} ({help_line})"


def file_trouble(trouble: str) -> str:
    return f"I cannot use players.xml right now: {trouble}"


def is_taken(nick: str) -> str:
    return f"There is already a player called {nick}."


def is_playing(nick: str, where: str) -> str:
    """Say that a player cannot be removed or renamed during a round."""
    return f"{nick} is playing in {where}: wait for the end of the round, or stop it first."


REFUSALS = {
    EntryFault.BAD_NICK: (
        f"That is not a valid nick. Use at most {LONGEST_NICK} characters: A to Z, digits and "
        "- [ ] \\ ` _ ^ { | }, but no digit and no - at the start."
    ),
    EntryFault.NICK_TAKEN: "There is already a player with that nick.",
    EntryFault.NOT_THERE: "There is no such player in players.xml.",
    EntryFault.TOO_FEW_CHIPS: "A player cannot have fewer than 0 chips.",
    EntryFault.TOO_MANY_CHIPS: "A player cannot have that many chips.",
}
"""Why a player is not added or changed."""


def too_few(nick: str, in_hand: int) -> str:
    return f"{nick} has only {chips(in_hand)}."


def added(nick: str, in_hand: int) -> str:
    return f"{nick} is now a player with {chips(in_hand)}."


def given(nick: str, number: int, in_hand: int) -> str:
    return f"{nick} {number:+}: {chips(in_hand)}"


def removed(nick: str, had: int) -> str:
    """Confirm that a player is removed; they HAD that many chips in hand and bank."""
    return f"{nick} is no longer a player; they had {chips(had)}."


def renamed(old: str, new: str) -> str:
    return f"{old} is now {new}."


def not_there(channel: str) -> str:
    return f"I do not deal in {channel}."


def nothing_to_stop(channel: str) -> str:
    return f"No round is being played in {channel}."


def stopped(channel: str) -> str:
    return f"The round in {channel} is stopped."


def said_there(channel: str) -> str:
    return f"Said in {channel}."


HAS_A_SEAT = (
    "You, or somebody with your account or address, is playing in that round: it continues."
)

NOT_STOPPED = "I cannot stop the round right now because I cannot save the game."


def status(version: str, seconds: float, players: int, trouble: str) -> str:
    """Show the bot's version, its uptime, and whether players.xml is OK."""
    minutes = int(seconds) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    file = f"cannot be used: {trouble}" if trouble else f"is OK, with {count(players, 'player')}"
    return f"PontoonBot {version}, up {days} d {hours} h {minutes} min; players.xml {file}"


def network(state: str, rounds: Iterable[tuple[str, str]]) -> str:
    """Show the bot's STATE on a network, and each game that is played there with its channel."""
    return ", ".join([state, *(f"{title} in {channel}" for channel, title in rounds)])

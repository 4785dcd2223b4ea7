"""What admins are told, and nobody else."""

from collections.abc import Iterable

from pontoon.storage.players.nicknames import LONGEST_NICK
from pontoon.storage.players.player import EntryFault
from pontoon.text.formatting import chips

NAME_IS_OURS = "The game uses that name itself."

NOTHING_TO_MANAGE = "There is nothing here that could."

QUITTING = "I leave; rounds that are being played go on at the next start."


def orders(known: Iterable[tuple[str, str]]) -> str:
    """Return the help about all orders that are KNOWN, of each of which it has usage and help."""
    return f"Orders: {'; '.join(f'{usage} ({help_line})' for usage, help_line in known)}"


def how_to_say(usage: str, help_line: str) -> str:
    """Say how an order is given, to somebody who got it wrong."""
    return f"Say: {usage} ({help_line})"


def is_taken(nick: str) -> str:
    """Say that there is a player of that NICK, or one who is shown by that name."""
    return f"There is a player called {nick} already."


def is_playing(nick: str, where: str) -> str:
    """Say that a player cannot be removed or renamed while they play."""
    return f"{nick} is playing in {where}: wait for the end of the round, or stop it first."


_REFUSALS = {
    EntryFault.BAD_NICK: (
        f"That cannot be a nick: a nick has at most {LONGEST_NICK} characters, only A to Z, digits "
        "and - [ ] \\ ` _ ^ { | }, and begins with neither a digit nor -."
    ),
    EntryFault.NICK_TAKEN: "There is a player of that nick already.",
    EntryFault.NOT_THERE: "There is no such player in players.xml.",
    EntryFault.TOO_FEW_CHIPS: "Nobody can have fewer chips than none.",
    EntryFault.TOO_MANY_CHIPS: "Nobody can have so many chips.",
}


def refused(why: EntryFault) -> str:
    """Say why a player was left as they are."""
    return _REFUSALS[why]


def too_few(nick: str, in_hand: int) -> str:
    """Say that chips cannot be taken which somebody does not have."""
    return f"{nick} has {chips(in_hand)} only."


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


def nothing_to_stop(channel: str) -> str:
    """Say that no round is being played there."""
    return f"No round is being played in {channel}."


def stopped(channel: str) -> str:
    """Say that a round was stopped."""
    return f"The round in {channel} is stopped."


def said_there(channel: str) -> str:
    """Say that it was said."""
    return f"Said in {channel}."


HAS_A_SEAT = "You play in that round, or somebody of your account or address does: it goes on."

NOT_STOPPED = "The round cannot be stopped now: it cannot be written down."


def status(version: str, seconds: float, players: int, trouble: str) -> str:
    """Say which bot this is, for how long it has run, and whether players.xml is well."""
    minutes = int(seconds) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    file = f"cannot be used: {trouble}" if trouble else f"is well, with {players} in it"
    return f"PontoonBot {version}, up {days} d {hours} h {minutes} min; players.xml {file}"


def network(state: str, rounds: Iterable[tuple[str, str]]) -> str:
    """Say how the bot is on a network, and what is being played there, and in which channel."""
    return ", ".join([state, *(f"{title} in {channel}" for channel, title in rounds)])

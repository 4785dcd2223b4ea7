"""Messages to admins of the bot, and to operators of channels about their settings."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC

from pontoon.storage.channels import Ban, ChannelSettings
from pontoon.storage.players.entries import EntryFault
from pontoon.storage.players.nicknames import MAX_NICK_LENGTH
from pontoon.text.formatting import count, rule_text

QUITTING = "I am shutting down; rounds in progress continue at the next start."
HOW_TO_SAY = "Usage: {usage} ({help_line})"
FILE_TROUBLE = "I cannot use players.xml right now: {trouble}"
IS_TAKEN = "There is already a player called {nick}."
IS_OWN_NICK = "That is my own nick."
RENAMED = "{old} is now {new}."
IS_PLAYING = "{nick} is playing in {where}: wait for the end of the round, or stop it first."
TOO_FEW = "{nick} has only {chips}."
ADDED = "{nick} is now a player with {chips}."
GIVEN = "{nick} {change:+}: {chips}"
REMOVED = "{nick} is no longer a player; they had {chips}."
NOT_THERE = "I do not deal in {channel}."
NOTHING_TO_STOP = "No round is being played in {channel}."
STOPPED = "The round in {channel} is stopped."
SAID_THERE = "Said in {channel}."
HAS_A_SEAT = (
    "You cannot stop that round: you have a seat in it, or somebody with your account or address "
    "has."
)
NOT_STOPPED = "I cannot stop the round right now because I cannot save the game."


REFUSALS: dict[object, str] = {
    EntryFault.BAD_NICK: (
        f"That is not a valid nick. Use at most {MAX_NICK_LENGTH} characters: A to Z, digits and "
        "- [ ] \\ ` _ ^ { | }, but no digit and no - at the start."
    ),
    EntryFault.NICK_TAKEN: "There is already a player with that nick.",
    EntryFault.NOT_THERE: "There is no such player in players.xml.",
    EntryFault.TOO_FEW_CHIPS: "A player cannot have fewer than 0 chips.",
    EntryFault.TOO_MANY_CHIPS: "A player cannot have that many chips.",
}
"""Why a player is not added or changed."""


def status(version: str, seconds: float, players: int, trouble: str) -> str:
    minutes = int(seconds) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    file = f"cannot be used: {trouble}" if trouble else f"is OK, with {count(players, 'player')}"
    return f"PontoonBot {version}, up {days} d {hours} h {minutes} min; players.xml {file}"


def network(state: str, rounds: Iterable[tuple[str, str]]) -> str:
    """Show the bot's STATE on a network, and each game that is played there with its channel."""
    return ", ".join([state, *(f"{title} in {channel}" for channel, title in rounds)])


# Bans


NOT_SEEN = "I see nobody called {nick} in a channel here. ignore in config.ini takes masks."
CANNOT_BAN = "I cannot ban {nick}: I do not know their host yet. Try again in a minute."
TOO_MANY_BANS = "There are too many bans: end some with unban NICK first."
IS_AN_ADMIN = "{nick} is an admin."
UNBANNED = "{nick} is no longer banned."
IS_NOT_BANNED = "{nick} is not banned here. unban alone lists those who are."
NO_BANS = "Nobody is banned here."


_MAX_NAMED = 8
"""The number of people who are named; the others are counted."""


def banned(ban: Ban, too: Sequence[str]) -> str:
    """Confirm BAN, which also holds for the people with the nicks TOO."""
    done = f"I ignore {_whom(ban)}. They can finish a round that they are in."
    if not too:
        return done
    more = f" and {count(len(too) - _MAX_NAMED, 'other')}" if len(too) > _MAX_NAMED else ""
    return (
        f"{done} That includes {', '.join(too[:_MAX_NAMED])}{more}, with the same address: "
        f"unban {ban.nick} if that is wrong."
    )


def bans(found: Sequence[Ban], most: int) -> list[str]:
    """List the last MOST of the bans FOUND, one item each."""
    more = [f"{len(found) - most} more"] if len(found) > most else []
    return [f"Banned: {_whom(found[-1])}", *map(_whom, found[-most:-1][::-1]), *more]


def _whom(ban: Ban) -> str:
    """Name the person of BAN, and when it is over."""
    account = [f"account {ban.account}"] if ban.account else []
    mask = [f"*!{ban.user or '*'}@{ban.host}"] if ban.host else []
    end = "unban" if ban.until is None else f"{ban.until.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return f"{ban.nick} ({', '.join([*mask, *account])}) until {end}"


# Channels, the audit, faults

JOINING = "I am joining {channel}, and deal there. At the next start config.ini decides again."
PARTED = "I have left {channel}. At the next start config.ini decides again."
DEALS_THERE = "I already deal in {channel}."
IS_PLAYED_THERE = "A round is being played in {channel}: wait for its end, or stop it first."
CHIPS_WAIT_THERE = "I stay in {channel} until I can use players.xml again: chips may wait there."
ONLY_CHANNEL = "That is my only channel here, and I need one. Join another one first."
NO_CHANNEL_NAME = "That cannot be the name of a channel here: it begins with #, as in #pontoon."
AUDIT_RUNS = "An audit is under way; its result will come."
"""Said to an admin who wants another."""
PLAYERS_FAULT = "players.xml cannot be used, and no round begins until it can: {trouble}"
DATABASE_FAULT = "{name} cannot be written, and rounds wait until it can: {trouble}"
RESCUED = (
    "players.db is where it belongs again, with all that I know. If anything was there, it is "
    "players.db~ now."
)
DATABASE_MENDED = "{name} can be written again"
GIVING_WAY = "another bot may play with my database: I leave, and stand by"
NOT_RESCUED = "I cannot write players.db back: {why}"
NOTHING_TO_RESCUE = "players.db is where it belongs: there is nothing to rescue."
JOIN_FAULT = "I cannot join {channel}: {why}"
FAULT_IS_OVER = "The trouble with {about} is over."


# Settings of a channel

SETTINGS_HERE = "Settings of this channel"
FROM_NEXT_ROUND = "From the next round on"
ONLY_ADMINS_SET = "Only an admin of the bot can change the settings here."
ONLY_OPERATORS_SET = "Only a channel operator can change the settings of this channel."
MAY_NOT_SET = (
    "Change the settings after this round, or ask another operator: you have a seat in it, or "
    "somebody with your account or address has."
)

SETTING_USAGES = {
    "turn_timeout": (
        "turn_timeout is the time for a decision, {least} to {most} seconds: "
        "{command} turn_timeout 60, or {command} turn_timeout default"
    ),
    "games": (
        "games names the games that can be played here, of {games}: "
        "{command} games pontoon british, or {command} games default"
    ),
    "banter": "banter is yes or no: {command} banter no, or {command} banter default",
}
"""What each setting may be."""

NO_SUCH_SETTING = f"You can set {', '.join(SETTING_USAGES)}, as in {{command}} set turn_timeout 60"


def settings(found: ChannelSettings, turn_timeout: int, *, banter: bool) -> Sequence[str]:
    """Show the settings FOUND, one item each; TURN_TIMEOUT and BANTER hold if they have none."""
    turn, games, here = found.turn_timeout, found.games, found.banter
    return (
        f"turn_timeout {turn_timeout} (default)" if turn is None else f"turn_timeout {turn}",
        "games all (default)" if games is None else f"games {' '.join(games)}",
        f"banter {rule_text(banter)} (default)" if here is None else f"banter {rule_text(here)}",
    )


# A reload of config.ini, with the names of keys by section; no values, since some are secrets

NOTHING_CHANGED = "config.ini is the same as before: nothing has changed."
NOT_TAKEN = "config.ini has faults: nothing has changed."
STOPPING = "I am shutting down and no longer read config.ini."
AT_ONCE = "In effect now: {keys}"
NEXT_ROUND = "In effect from the next round at each table: {keys}"
RECONNECTS = "Reconnecting for: {keys}"
RECONNECTS_LATER = "Reconnecting once no round is being played there, for: {keys}"
RESTART = "Needs a restart: {keys}"
OPENED = "Connecting to: {networks}"
CLOSED = "Leaving and returning all stakes there: {networks}"
NO_COINS_IN_PLAY = "In effect once no round for minutes is being played anywhere: [{section}]"


def not_taken(faults: Sequence[str]) -> str:
    """Say that config.ini is refused; show the first of FAULTS and the number of the others."""
    others = f" (and {len(faults) - 1} more in the log)" if len(faults) > 1 else ""
    return f"Nothing has changed because config.ini has a fault: {faults[0]}{others}"


def listed(keys: Mapping[str, Sequence[str]]) -> str:
    """Name the KEYS of each section; "" if there are none."""
    sections = (f"[{section}] {', '.join(names)}" for section, names in keys.items() if names)
    return "; ".join(sections)

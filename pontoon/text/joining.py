"""Messages about joining a table: who is in, what is missing, and why somebody cannot join."""

from collections.abc import Sequence

from pontoon.text.formatting import count

FOR_NEXT_ROUND = "for the next round"
NOT_IN = "You have not joined here."
NO_LONGER_IN = "You give up your place for the next rounds."
HOW_TO_RESIGN = (
    "You give up your place for the next rounds. This round goes on with you: {command} leave "
    "resigns."
)
NO_MORE_NOTICES = "I will not tell you when others join here."
TOO_MANY_WATCHERS = "Too many people wait for that here already. Try again later."
OPTED_OUT = (
    "From now on nobody can name {name} for a round. {name} can still join; optin undoes it."
)
OPTED_IN = "From now on others can name {name} for a round again."
NOBODY_IS_IN = "{title}: nobody is in; {prefix}join opens a table"
TABLE_IS_CLOSED = "{title}: the table closes, since too few joined; {prefix}join opens it again"
GAME_IS_SHUT = "{title}: the table closes, since it is not dealt here any more"
IS_IN_ALREADY = "You are in already, for {title}. {prefix}leave gives the place up."
SOMEBODY_IS_IN = "Somebody has joined here as {player} already."
IS_FULL = "Too many people wait at this table of {title}. Try again later."
COMES_NEXT = "the round that {nick} asked for comes next"
NOT_DEALT = "{title}: the round that {nick} asked for is not dealt, since {leaver} leaves"
ONLY_JOINED_DEAL = "Only those who have joined can deal {title} here: say {prefix}join."
WILL_TELL = "I will tell you once when {many} have joined in {channel}."
HOW_TO_BE_TOLD = "Say {prefix}notify and a number from {least} to {most}, or {prefix}notify off."


def who_is_in(title: str, names: Sequence[str], what_is_missing: str) -> str:
    """Tell the channel who has joined.

    >>> who_is_in("Shed Pontoon", ["dave", "kevin"], may_begin("!", 30))
    'Shed Pontoon: dave, kevin are in; !join, or !deal to begin; I deal in 30 s'
    >>> who_is_in("Shed Pontoon", ["dave"], FOR_NEXT_ROUND)
    'Shed Pontoon: dave is in for the next round'
    """
    joint = " " if what_is_missing == FOR_NEXT_ROUND else "; "
    return f"{title}: {', '.join(names)} {_are(names)} in{joint}{what_is_missing}"


def may_begin(prefix: str, seconds: int | None) -> str:
    """Say that people can join or begin; the bot deals by itself after SECONDS, if not None."""
    when = "" if seconds is None else f"; I deal in {seconds} s"
    return f"{prefix}join, or {prefix}deal to begin{when}"


def more_are_needed(number: int, prefix: str) -> str:
    return f"{number} more {'is' if number == 1 else 'are'} needed: {prefix}join"


def who_waits(names: Sequence[str]) -> list[str]:
    """Say who has joined, but finds no place in the next round; nothing if NAMES is empty."""
    return [f"{', '.join(names)} {_are(names)} next in line"] if names else []


def another_is_open(title: str, names: Sequence[str], prefix: str) -> str:
    """Refuse another game to somebody while NAMES are in at a table of the game TITLE."""
    return f"{_is_open(title, names)} Type {prefix}join to play with them."


def leave_first(title: str, names: Sequence[str], prefix: str) -> str:
    """Refuse another game to one of those NAMES who are in at a table of the game TITLE."""
    what_to_do = f"Say {prefix}leave first; another game opens when nobody is in."
    return f"{_is_open(title, names)} {what_to_do}"


def _is_open(title: str, names: Sequence[str]) -> str:
    return f"{title} is open here: {', '.join(names)} {_are(names)} in."


def joined_first(title: str, names: Sequence[str], prefix: str, nick: str, seconds: int) -> str:
    """Refuse to deal to others while NAMES have joined.

    NICK has asked for a named round first, which begins in so many SECONDS at the latest.
    """
    are_in = f"{', '.join(names)} {'has' if len(names) == 1 else 'have'} joined for {title}"
    then = f"the round that {nick} asked for follows, in {seconds} s at the latest"
    return f"No round: {are_in}; type {prefix}join to play in their next round; {then}"


def all_are_out(names: Sequence[str], command: str) -> str:
    """Refuse to deal to NAMES, who have joined; COMMAND deals to others."""
    who = f"{', '.join(names)} {'has' if len(names) == 1 else 'have'} joined"
    return f"No round: {who} and left the channel; {command} NICK NICK ... deals to others"


def so_many_joined(many: int, channel: str, prefix: str) -> str:
    return f"{count(many, 'player')} have joined in {channel}: say {prefix}join there to play."


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"

"""Messages about a reload of config.ini, with the names of keys by section; rules as it says them.

The messages have no values: some are secrets.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import time
from fractions import Fraction

NOTHING_CHANGED = "config.ini is the same as before: nothing has changed."
NOT_TAKEN = "config.ini has faults: nothing has changed."
STOPPING = "I am shutting down and no longer read config.ini."
NO_COINS_IN_PLAY = "In effect once no round for minutes is being played anywhere: [{section}]"


def not_taken(faults: Sequence[str]) -> str:
    """Say that config.ini is refused; show the first of FAULTS and the number of the others."""
    others = f" (and {len(faults) - 1} more in the log)" if len(faults) > 1 else ""
    return f"Nothing has changed because config.ini has a fault: {faults[0]}{others}"


def at_once(keys: Mapping[str, Sequence[str]]) -> str:
    return f"In effect now: {_listed(keys)}"


def next_round(keys: Mapping[str, Sequence[str]]) -> str:
    """Say which KEYS, rules of games, are in effect from the next round on."""
    return f"In effect from the next round at each table: {_listed(keys)}"


def anew(keys: Mapping[str, Sequence[str]], waiting: Collection[str]) -> list[str]:
    """Say for which KEYS the bot reconnects: now, or later in the sections that are WAITING."""
    now = {section: names for section, names in keys.items() if section not in waiting}
    later = {section: names for section, names in keys.items() if section in waiting}
    told = [f"Reconnecting for: {_listed(now)}"] if now else []
    if later:
        told.append(f"Reconnecting once no round is being played there, for: {_listed(later)}")
    return told


def restart(keys: Mapping[str, Sequence[str]]) -> str:
    return f"Needs a restart: {_listed(keys)}"


def opened(networks: Sequence[str]) -> str:
    return f"Connecting to: {', '.join(networks)}"


def closed(networks: Sequence[str]) -> str:
    return f"Leaving and returning all stakes there: {', '.join(networks)}"


def _listed(keys: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(f"[{section}] {', '.join(names)}" for section, names in keys.items())


def rule_text(value: object) -> str:
    """Return how config.ini says VALUE, that of a rule."""
    match value:
        case bool():
            return "yes" if value else "no"
        case float() | Fraction():
            return f"{float(value):g}"
        case time():
            return f"{value:%H:%M}"
        case tuple():
            return ", ".join(map(rule_text, value))
    return str(value)

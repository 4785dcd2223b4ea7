"""What is told when config.ini has been read again; of keys only the names, never the values."""

from collections.abc import Collection, Mapping, Sequence

Keys = Mapping[str, Sequence[str]]
"""Keys by section."""

NOTHING_CHANGED = "config.ini says what it said before: nothing has changed."
NOT_TAKEN = "config.ini is faulty: nothing has changed."
STOPPING = "I am about to leave: config.ini is not read any more."


def not_taken(faults: Sequence[str]) -> str:
    """Say that a config.ini with FAULTS is not taken; tell the first of them, and the number."""
    others = f" (and {len(faults) - 1} more, in the log)" if len(faults) > 1 else ""
    return f"Nothing has changed, for this is wrong: {faults[0]}{others}"


def at_once(keys: Keys) -> str:
    """Say which KEYS hold from now on."""
    return f"Holds now: {_listed(keys)}"


def next_round(keys: Keys) -> str:
    """Say which KEYS, rules of games, hold from the next round on."""
    return f"Holds from the next round at each table: {_listed(keys)}"


def no_coins_in_play(section: str) -> str:
    """Say that the rules of a game played for time, in SECTION, wait for all rounds of it."""
    return f"Holds once no round for minutes is being played anywhere: [{section}]"


def anew(keys: Keys, waiting: Collection[str]) -> list[str]:
    """Say for which KEYS the bot connects anew, now or in the sections that are WAITING later."""
    now = {section: names for section, names in keys.items() if section not in waiting}
    later = {section: names for section, names in keys.items() if section in waiting}
    return [
        *([f"Connecting anew for: {_listed(now)}"] if now else []),
        *(
            [f"Connecting anew once no round is being played there, for: {_listed(later)}"]
            if later
            else []
        ),
    ]


def restart(keys: Keys) -> str:
    """Say which KEYS hold only when the bot is started again."""
    return f"Needs a restart: {_listed(keys)}"


def opened(networks: Sequence[str]) -> str:
    """Say to which NETWORKS the bot comes."""
    return f"Coming to: {', '.join(networks)}"


def closed(networks: Sequence[str]) -> str:
    """Say from which NETWORKS the bot goes."""
    return f"Leaving, and every stake there is back: {', '.join(networks)}"


def _listed(keys: Keys) -> str:
    return "; ".join(f"[{section}] {', '.join(names)}" for section, names in keys.items())

"""What differs between two versions of config.ini: only the keys, since values may be secret."""

from dataclasses import dataclass, fields
from typing import Any

from pontoon.irc.config import IrcConfig
from pontoon.service.config.irc_section import section_of
from pontoon.service.config.settings import Config

LIVE_KEYS = frozenset(
    {
        *("channels", "channel_keys", "prefix", "notices", "lines_per_second", "burst"),
        *("ignore", "user_lines", "user_lines_per_second"),
    }
)
"""The keys of a network that apply without a new connection."""

SECTIONS = ("players", "table", "identity", "admin", "log")
"""The sections that are about neither a network nor a game."""

Keys = dict[str, tuple[str, ...]]
"""Keys by section."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The keys that differ, by section, and the networks that were added or removed."""

    at_once: Keys
    next_round: Keys
    """Keys of games: a running round keeps its rules."""
    anew: Keys
    """Keys that need a new connection, which the bot makes when no round is being played."""
    opened: tuple[IrcConfig, ...]
    closed: tuple[IrcConfig, ...]


def changes(before: Config, after: Config) -> Changes:
    """Return what differs in AFTER from BEFORE."""
    known, wanted = _by_network(before), _by_network(after)
    both = [(known[network], irc) for network, irc in wanted.items() if network in known]
    keys = {section_of(irc.name): changed_keys(was, irc) for was, irc in both}
    live = {name: tuple(key for key in found if key in LIVE_KEYS) for name, found in keys.items()}
    anew = {
        name: tuple(key for key in found if key not in LIVE_KEYS) for name, found in keys.items()
    }
    rules = {name: changed_keys(before.games[name], after.games[name]) for name in after.games}
    at_once = {name: _of_section(name, before, after) for name in SECTIONS}
    return Changes(
        _some({**live, **at_once}),
        _some(rules),
        _some(anew),
        tuple(irc for network, irc in wanted.items() if network not in known),
        tuple(irc for network, irc in known.items() if network not in wanted),
    )


def changed_keys(before: Any, after: Any) -> tuple[str, ...]:
    """Return the keys in which BEFORE and AFTER, dataclasses of a section, differ."""
    names = (each.name for each in fields(after))
    return tuple(name for name in names if getattr(before, name) != getattr(after, name))


def _of_section(name: str, before: Config, after: Config) -> tuple[str, ...]:
    return changed_keys(getattr(before, name), getattr(after, name))


def _by_network(config: Config) -> dict[str, IrcConfig]:
    return {irc.network: irc for irc in config.networks}


def _some(keys: Keys) -> Keys:
    return {section: names for section, names in keys.items() if names}

"""config.ini in, frozen dataclasses out; whatever is wrong in it, with file, line and key."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from pontoon.commands.admin_commands import home_of
from pontoon.games import GAMES
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.config import IrcConfig
from pontoon.service.config.ini import ConfigError, IniReader, stripped_lines
from pontoon.service.config.irc_section import (
    SECTION,
    files_with_secrets,
    read_network,
    readers,
    section_of,
)
from pontoon.service.config.irc_values import read_accounts, read_admin_masks
from pontoon.service.config.values import Reader, escaped, readers_of

GAME_RULES: Mapping[str, type[Any]] = {game.section: game.Rules for game in GAMES}
"""The section of each game and the dataclass of its rules, whose fields are the keys."""


@dataclass(frozen=True, slots=True)
class PlayersConfig:
    """[players]: where they are kept."""

    file: Path = Path("players.xml")


@dataclass(frozen=True, slots=True)
class TableConfig:
    """[table]: what holds for every game. Timeouts and ``grace`` are in seconds."""

    cards: Literal["unicode", "ascii"] = "unicode"
    colour: bool = False
    max_players: int = field(default=10, metadata={"least": 1, "most": 100})
    bets: Literal["together", "in turn"] = "together"
    turn_timeout: int = field(default=120, metadata={"least": 10, "most": 86400})
    bank_timeout: int = field(default=30, metadata={"least": 5, "most": 86400})
    grace: int = field(default=60, metadata={"least": 0, "most": 86400})
    away_after: int = field(default=2, metadata={"least": 0, "most": 1000})


@dataclass(frozen=True, slots=True)
class IdentityConfig:
    """[identity]: what makes somebody a player. ``starting_chips`` is in chips."""

    require: Literal["nick", "account", "mask"] = "nick"
    self_registration: bool = False
    starting_chips: int = field(default=1000, metadata={"most": 999_999_999})


@dataclass(frozen=True, slots=True)
class AdminConfig:
    """[admin]: by which services accounts and masks the admins are known.

    Those of [irc:NAME] begin with ``NAME/``.
    """

    accounts: tuple[str, ...] = field(default=(), metadata={"read": read_accounts})
    masks: tuple[str, ...] = field(default=(), metadata={"read": read_admin_masks})


@dataclass(frozen=True, slots=True)
class LogConfig:
    """[log]: where to, and how. ``file`` None is stderr; ``kept`` counts full files."""

    file: Path | None = None
    format: Literal["text", "json"] = "text"
    max_bytes: int = field(default=10_000_000, metadata={"least": 10_000, "most": 999_999_999})
    kept: int = field(default=5, metadata={"most": 1000})


@dataclass(frozen=True, slots=True)
class Config:
    """All of config.ini; ``games`` has the rules of each game by the name of its section."""

    networks: tuple[IrcConfig, ...]
    """In the order of the file, and one at least; each has a name of its own."""
    players: PlayersConfig
    table: TableConfig
    identity: IdentityConfig
    admin: AdminConfig
    log: LogConfig
    games: Mapping[str, Any]
    files_with_secrets: tuple[Path, ...] = ()
    """In which there are passwords and private keys; config.ini may be one of them."""

    @property
    def irc(self) -> IrcConfig:
        """The first network, which most have only."""
        return self.networks[0]


def _networks(draft: IniReader, folder: Path, environ: Mapping[str, str]) -> Iterator[IrcConfig]:
    """Yield the networks of the sections that there are; where there are none, that of [irc]."""
    local: IrcConfig | None = None
    known: dict[str, IrcConfig] = {}
    for name in draft.members(SECTION) or [""]:
        irc = read_network(draft, name, folder, environ)
        alike = known.setdefault(rfc1459(irc.network), irc)
        if alike is not irc:
            section = section_of(alike.name)
            other = f"[{section}] is already called {alike.network}: give one of them another name"
            draft.conflict(section_of(irc.name), ("server",), other)
        if irc.is_local and local is not None:
            other = f"[{section_of(local.name)}] is already the server inside the bot"
            draft.conflict(section_of(irc.name), ("server",), other)
        local = irc if irc.is_local else local
        yield irc


def _blame_admins_of_nowhere(
    draft: IniReader, admin: AdminConfig, networks: Sequence[IrcConfig]
) -> None:
    """Blame admins of a network that is none of NETWORKS."""
    known = {irc.name for irc in networks}
    for key, names in (("accounts", admin.accounts), ("masks", admin.masks)):
        for name in names:
            home, _ = home_of(name)
            if home not in known:
                rule = "admins of [irc:NAME] begin with NAME/"
                where = f"there is no [{section_of(home)}]"
                draft.conflict("admin", (key,), f"'{escaped(name)}': {where}; {rule}")
                break


def _rules(draft: IniReader, section: str, game: type[Any], max_players: int) -> object:
    rules = game(**draft.values(section))
    for keys, reason in rules.conflicts(max_players):
        draft.conflict(section, keys, reason)
    return rules


def read(
    path: Path, environ: Mapping[str, str], games: Mapping[str, type[Any]] = GAME_RULES
) -> Config:
    """Read config.ini at PATH; raise ConfigError with every fault found in it.

    Relative file names in it start at its folder. ENVIRON may hold passwords (see ``SECRETS``).
    """
    folder = path.parent
    sections = {
        "players": PlayersConfig,
        "table": TableConfig,
        "identity": IdentityConfig,
        "admin": AdminConfig,
        "log": LogConfig,
        **games,
    }
    known: dict[str, Mapping[str, Reader]] = {SECTION: readers(folder)}
    known |= {name: readers_of(section) for name, section in sections.items()}
    draft = IniReader(str(path), known, family=SECTION)
    for number, line in enumerate(stripped_lines(path), 1):
        draft.take(number, line)
    networks = tuple(_networks(draft, folder, environ))
    table = TableConfig(**draft.values("table"))
    players = PlayersConfig(folder / PlayersConfig(**draft.values("players")).file)
    identity = IdentityConfig(**draft.values("identity"))
    admin = AdminConfig(**draft.values("admin"))
    _blame_admins_of_nowhere(draft, admin, networks)
    log = LogConfig(**draft.values("log"))
    if log.file is not None:
        log = replace(log, file=folder / log.file)
    rules = {name: _rules(draft, name, game, table.max_players) for name, game in games.items()}
    if draft.faults:
        players_file = None if ("players", "file") in draft.refused else players.file
        raise ConfigError(sorted(draft.faults, key=lambda fault: fault.line or 0), players_file)
    secret = dict.fromkeys(
        file for irc in networks for file in files_with_secrets(draft, irc, folder)
    )
    games_rules = MappingProxyType(rules)
    return Config(networks, players, table, identity, admin, log, games_rules, tuple(secret))

"""Read config.ini into frozen Structs, and collect every fault with its line and key."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from pontoon.commands.admins import home_of
from pontoon.engine.round import TableRules
from pontoon.games import GAMES
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.config import IrcConfig
from pontoon.service.config.ini import ConfigError, IniReader, lines_of
from pontoon.service.config.irc_section import (
    SECTION,
    files_with_secrets,
    network_readers,
    read_network,
    section_of,
)
from pontoon.service.config.irc_values import read_accounts, read_admin_masks
from pontoon.service.config.values import Reader, escaped, optional, readers_of

GAME_RULES: Mapping[str, type[Any]] = {game.section: game.Rules for game in GAMES}
"""The class of the rules of each game, by the name of its section."""


_RULES = TableRules()


class PlayersConfig(Struct, frozen=True):
    """[players]."""

    file: Path = Path("players.xml")
    refill: Annotated[int, Meta(le=999_999_999)] = 100
    refill_hours: Annotated[int, Meta(ge=1, le=8760)] = 24
    rank_rounds: Annotated[int, Meta(ge=1, le=1_000_000)] = 10


class TableConfig(Struct, frozen=True):
    """[table]. Timeouts and ``grace`` are in seconds."""

    cards: Literal["unicode", "ascii"] = "unicode"
    colour: bool = False
    highlights: Literal["all", "turn"] = "all"
    banter: bool = True
    max_players: Annotated[int, Meta(ge=1, le=100)] = 10
    bets: Literal["together", "in turn"] = _RULES.bets
    turn_timeout: Annotated[int, Meta(ge=10, le=86400)] = 120
    bank_timeout: Annotated[int, Meta(ge=5, le=86400)] = _RULES.bank_timeout
    join_wait: Annotated[int, Meta(ge=1, le=86400)] = 60
    again: Annotated[int, Meta(le=86400)] = 0
    grace: Annotated[int, Meta(le=86400)] = 60
    away_after: Annotated[int, Meta(le=1000)] = 2
    operators_may_set: bool = True


class IdentityConfig(Struct, frozen=True):
    """[identity]."""

    require: Literal["nick", "account", "mask"] = "nick"
    self_registration: bool = False
    starting_chips: Annotated[int, Meta(le=999_999_999)] = 1000


class AdminConfig(Struct, frozen=True):
    """[admin]. Accounts and masks on the network [irc:NAME] begin with ``NAME/``."""

    accounts: Annotated[tuple[str, ...], optional(read_accounts)] = ()
    masks: Annotated[tuple[str, ...], optional(read_admin_masks)] = ()


class LogConfig(Struct, frozen=True):
    """[log]. Without a ``file`` the log goes to stderr."""

    file: Path | None = None
    format: Literal["text", "json"] = "text"
    max_bytes: Annotated[int, Meta(ge=10_000, le=999_999_999)] = 10_000_000
    kept: Annotated[int, Meta(le=1000)] = 5


class Config(Struct, frozen=True):
    """All of config.ini."""

    networks: tuple[IrcConfig, ...]
    """At least one, in the order of the file. No two have the same name."""
    players: PlayersConfig
    table: TableConfig
    identity: IdentityConfig
    admin: AdminConfig
    log: LogConfig
    games: Mapping[str, Any]
    """The rules of each game, by the name of its section."""
    files_with_secrets: tuple[Path, ...] = ()
    """The files that hold passwords or private keys. config.ini may be one of them."""

    @property
    def irc(self) -> IrcConfig:
        """The first network. Most bots have only this one."""
        return self.networks[0]


OWN_SECTIONS: Mapping[str, type[Any]] = {
    "players": PlayersConfig,
    "table": TableConfig,
    "identity": IdentityConfig,
    "admin": AdminConfig,
    "log": LogConfig,
}
"""The classes of the sections that are about neither a network nor a game."""


def _networks(draft: IniReader, folder: Path, environ: Mapping[str, str]) -> Iterator[IrcConfig]:
    """Yield the network of each section; without any section, that of an empty [irc]."""
    local: IrcConfig | None = None
    known: dict[str, IrcConfig] = {}
    for name in draft.members(SECTION) or [""]:
        irc = read_network(draft, name, folder, environ)
        alike = known.setdefault(rfc1459(irc.network), irc)
        if alike is not irc:
            section = section_of(alike.name)
            other = f"[{section}] is already known as {alike.network}: rename one of them"
            draft.conflict(section_of(irc.name), ("server",), other)
        if irc.is_local and local is not None:
            other = f"[{section_of(local.name)}] already is the server inside the bot"
            draft.conflict(section_of(irc.name), ("server",), other)
        local = irc if irc.is_local else local
        yield irc


def _check_admins(draft: IniReader, admin: AdminConfig, networks: Sequence[IrcConfig]) -> None:
    """Report admins of a network that is not among NETWORKS."""
    known = {irc.name for irc in networks}
    for key, names in (("accounts", admin.accounts), ("masks", admin.masks)):
        for name in names:
            home, _ = home_of(name)
            if home not in known:
                rule = "names on [irc:NAME] begin with NAME/"
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
    """Read config.ini at PATH; raise ConfigError with every fault in it.

    Relative file names start at the folder of PATH. ENVIRON may hold passwords (see ``SECRETS``).
    GAMES has the class of the rules of each game, by the name of its section.
    """
    folder = path.parent
    sections = {**OWN_SECTIONS, **games}
    known: dict[str, Mapping[str, Reader]] = {SECTION: network_readers(folder)}
    known |= {name: readers_of(section) for name, section in sections.items()}
    draft = IniReader(str(path), known, family=SECTION)
    for number, line in enumerate(lines_of(path), 1):
        draft.take(number, line)
    networks = tuple(_networks(draft, folder, environ))
    table = TableConfig(**draft.values("table"))
    players = PlayersConfig(**draft.values("players"))
    players = replace(players, file=folder / players.file)
    identity = IdentityConfig(**draft.values("identity"))
    admin = AdminConfig(**draft.values("admin"))
    _check_admins(draft, admin, networks)
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

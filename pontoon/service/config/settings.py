"""Read config.ini into frozen Structs, and collect every fault with its line and key.

A setting is a field of the Struct of its section: its name is the key, its type says how the value
is read, and its docstring describes it in config.ini and in docs/configuration.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pontoon.commands.admins import home_of
from pontoon.games import GAMES
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.config import IrcConfig, escaped, read_account, read_masks
from pontoon.service.config.ini import ConfigError, ConfigFault, Draft, lines_of
from pontoon.service.config.irc_section import (
    SECTION,
    files_with_secrets,
    read_network,
    section_of,
)
from pontoon.service.config.keys import keys_of
from pontoon.storage import sqlite_files
from pontoon.storage.atomic_file import beside, previous
from pontoon.tables.config import IdentityConfig, PlayersConfig, TableConfig

GAME_RULES: Mapping[str, type[Any]] = {game.section: game.Rules for game in GAMES}
"""The class of the rules of each game, by the name of its section."""


def read_admin_masks(value: str) -> tuple[str, ...]:
    """Read masks of admins, each with or without ``NAME/``; refuse those that match everybody."""
    masks = read_masks(value)
    for mask in masks:
        if not set(mask.rpartition("/")[2]) - set("*?!@"):
            raise ValueError(f"'{escaped(mask)}' would make everybody an admin")
    return masks


class AdminConfig(Struct, frozen=True):
    """Who may give the bot orders in private messages."""

    accounts: tuple[Annotated[str, read_account], ...] = ()
    """The services accounts of admins, separated by commas. Accounts on the network [irc:NAME]
    begin with NAME/."""
    masks: Annotated[tuple[str, ...], read_admin_masks] = ()
    """Masks nick!user@host of admins, separated by commas. Masks on the network [irc:NAME] begin
    with NAME/. Anybody who matches a mask is an admin, so accounts are safer."""


class LogConfig(Struct, frozen=True):
    """Where the log goes."""

    file: Path | None = None
    """The file to write the log to. Without it the log goes to standard error."""
    format: Literal["text", "json"] = "text"
    """The format of the log. json writes one object per line."""
    max_bytes: Annotated[int, Meta(ge=10_000, le=999_999_999)] = 10_000_000
    """The size, in bytes, at which the bot begins a new file."""
    kept: Annotated[int, Meta(le=1000)] = 5
    """How many full files the bot keeps."""


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
    warnings: tuple[ConfigFault, ...] = ()
    """What config.ini has from earlier versions, in the order of its lines."""

    @property
    def irc(self) -> IrcConfig:
        """The first network. Most bots have only this one."""
        return self.networks[0]


OWN_SUFFIXES = (*sqlite_files.SUFFIXES, ".lock", ".salt")
"""The endings of the files that the bot keeps beside the players."""

OWN_SECTIONS: Mapping[str, type[Struct]] = {
    "identity": IdentityConfig,
    "admin": AdminConfig,
    "log": LogConfig,
    "players": PlayersConfig,
    "table": TableConfig,
}
"""The sections that are about neither a network nor a game, in the order of the shipped file."""

SECTIONS: Mapping[str, type[Struct]] = {SECTION: IrcConfig, **OWN_SECTIONS, **GAME_RULES}


def read(path: Path, environ: Mapping[str, str]) -> Config:
    """Read config.ini at PATH; raise ConfigError with every fault in it.

    Relative file names start at the folder of PATH. ENVIRON may hold passwords (see ``SECRETS``).
    """
    return read_lines(lines_of(path), path, environ)


def read_lines(lines: Iterable[str], path: Path, environ: Mapping[str, str]) -> Config:
    """Read the LINES of config.ini, which is at PATH, as ``read`` does."""
    draft = Draft(path, {name: keys_of(kind) for name, kind in SECTIONS.items()}, SECTION)
    draft.take(lines)
    networks = tuple(_networks(draft, environ))
    sections: dict[str, Any] = {
        name: draft.filled(kind, draft.values(name))
        for name, kind in SECTIONS.items()
        if name != SECTION
    }
    rules = {name: sections.pop(name) for name in GAME_RULES}
    for name, each in rules.items():
        for keys, reason in each.conflicts(sections["table"].max_players):
            draft.conflict(name, keys, reason)
    _check_admins(draft, sections["admin"], networks)
    if why := _why_no_log(sections["log"].file, path, sections["players"].file):
        draft.add_fault(None, "[log] file", why)
    found = sorted(draft.faults, key=_line_of)
    warnings = [each for each in found if each.is_warning]
    if faults := [each for each in found if not each.is_warning]:
        is_known = draft.refused.isdisjoint({("players", "file"), ("players", "database")})
        raise ConfigError(faults, sections["players"] if is_known else None, warnings)
    secret = dict.fromkeys(file for irc in networks for file in files_with_secrets(draft, irc))
    return Config(
        networks=networks,
        games=MappingProxyType(rules),
        files_with_secrets=tuple(secret),
        warnings=tuple(warnings),
        **sections,
    )


def _line_of(fault: ConfigFault) -> int:
    return fault.line or 0


def _networks(draft: Draft, environ: Mapping[str, str]) -> Iterator[IrcConfig]:
    """Yield the network of each section; without any section, that of an empty [irc]."""
    local: IrcConfig | None = None
    known: dict[str, IrcConfig] = {}
    for name in draft.members or [""]:
        irc = read_network(draft, name, environ)
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


def _check_admins(draft: Draft, admin: AdminConfig, networks: Sequence[IrcConfig]) -> None:
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


def _why_no_log(file: Path | None, config_ini: Path, players: Path) -> str:
    """Return why the log cannot be in FILE; "" if it can, unless the disk refuses to write it."""
    if file is None:
        return ""
    own = [config_ini, players, previous(players)]
    own += [beside(players, suffix) for suffix in OWN_SUFFIXES]
    if file.resolve() in [each.resolve() for each in own]:
        return f"{file} is already used for something else"
    if file.is_dir():
        return f"{file} is a folder"
    return "" if file.parent.is_dir() else f"there is no folder {file.parent}"

"""config.ini in, frozen dataclasses out; whatever is wrong in it, with file, line and key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from pontoon.configvalues import (
    escaped,
    is_on_this_machine,
    read_channels,
    read_nickname,
    read_password,
    read_prefix,
    read_server,
    readers_of,
    without_control,
)
from pontoon.games import GAMES
from pontoon.inifile import ConfigError, ConfigFault, Draft, stripped_lines
from pontoon.round import Clashes

PASSWORD_VARIABLE = "PONTOON_PASSWORD"
"""The environment variable whose password goes before the one in config.ini."""

GAME_RULES: Mapping[str, type[Any]] = {game.section: game.Rules for game in GAMES}
"""The section of each game and the dataclass of its rules, whose fields are the keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrcConfig:
    """[irc]: which server and how. ``lines_per_second`` 0 means no limit, ``password`` "" none."""

    server: str = field(default="local", metadata={"read": read_server})
    port: int = field(metadata={"least": 1, "most": 65535})
    tls: bool
    nickname: str = field(default="PontoonBot", metadata={"read": read_nickname})
    realname: str = "Shed Pontoon dealer"
    password: str = field(default="", repr=False, metadata={"read": read_password})
    channels: tuple[str, ...] = field(default=("#pontoon",), metadata={"read": read_channels})
    prefix: str = field(default="!", metadata={"read": read_prefix})
    notices: bool = False
    lines_per_second: float = field(default=1.0, metadata={"least": 0, "most": 1000})
    burst: int = field(default=8, metadata={"least": 1, "most": 1000})


@dataclass(frozen=True, slots=True)
class PlayersConfig:
    """[players]: where they are kept."""

    file: Path = Path("players.xml")


@dataclass(frozen=True, slots=True)
class TableConfig:
    """[table]: what holds for every game. ``turn_timeout`` and ``grace`` are in seconds."""

    cards: Literal["unicode", "ascii"] = "unicode"
    colour: bool = False
    max_players: int = field(default=10, metadata={"least": 1, "most": 100})
    turn_timeout: int = field(default=120, metadata={"least": 0, "most": 86400})
    grace: int = field(default=60, metadata={"least": 0, "most": 86400})
    away_after: int = field(default=2, metadata={"least": 0, "most": 1000})


@dataclass(frozen=True, slots=True)
class Config:
    """All of config.ini; ``games`` has the rules of each game by the name of its section."""

    irc: IrcConfig
    players: PlayersConfig
    table: TableConfig
    games: Mapping[str, Any]


def _password_in(folder: Path, name: str) -> str:
    try:
        content = (folder / without_control(name)).read_bytes().decode()
    except OSError as wrong:
        raise ValueError(f"cannot be read: {wrong.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError("what the file holds is not UTF-8") from None
    password = read_password(content.removesuffix("\n").removesuffix("\r"))
    if not password:
        raise ValueError("the file is empty")
    return password


def _local_faults(irc: IrcConfig) -> Clashes:
    """Yield what the server inside the bot cannot do."""
    if irc.tls:
        yield ("tls", "server"), "the server inside the bot (server = local) has no TLS"
    for name in irc.channels:
        if not name.startswith("#"):
            what = f"'{escaped(name)}' does not begin with #"
            yield ("channels", "server"), f"{what}, as all do on the server inside the bot"


def _irc(draft: Draft, environ: Mapping[str, str]) -> IrcConfig:
    values = draft.values("irc")
    _, given = draft.entries.get(("irc", "password"), (0, ""))
    line, file = draft.entries.get(("irc", "password_file"), (0, ""))
    if given and file:
        draft.blame(line, "[irc] password_file", "password is given too: keep one of them")
    values["password"] = values.pop("password_file", "") or values.get("password", "")
    if from_environment := environ.get(PASSWORD_VARIABLE):
        try:
            values["password"] = read_password(from_environment)
        except ValueError as wrong:
            variable = f"environment variable {PASSWORD_VARIABLE}"
            draft.faults.append(ConfigFault(variable, None, "", str(wrong)))
    values.setdefault("tls", not is_on_this_machine(values.get("server", "local")))
    values.setdefault("port", 6697 if values["tls"] else 6667)
    irc = IrcConfig(**values)
    if irc.server == "local":
        for keys, reason in _local_faults(irc):
            draft.conflict("irc", keys, reason)
    return irc


def _rules(draft: Draft, section: str, game: type[Any], max_players: int) -> object:
    rules = game(**draft.values(section))
    for keys, reason in rules.clashes(max_players):
        draft.conflict(section, keys, reason)
    return rules


def read(
    path: Path, environ: Mapping[str, str], games: Mapping[str, type[Any]] = GAME_RULES
) -> Config:
    """Read config.ini at PATH; raise ConfigError with every fault found in it.

    Relative file names in it start at its folder. ENVIRON may hold ``PASSWORD_VARIABLE``.
    """
    sections = {"irc": IrcConfig, "players": PlayersConfig, "table": TableConfig, **games}
    known = {name: readers_of(section) for name, section in sections.items()}
    known["irc"]["password_file"] = partial(_password_in, path.parent)
    draft = Draft(str(path), known)
    for number, line in enumerate(stripped_lines(path), 1):
        draft.take(number, line)
    irc, table = _irc(draft, environ), TableConfig(**draft.values("table"))
    players = PlayersConfig(path.parent / PlayersConfig(**draft.values("players")).file)
    rules = {name: _rules(draft, name, game, table.max_players) for name, game in games.items()}
    if draft.faults:
        players_file = None if ("players", "file") in draft.refused else players.file
        raise ConfigError(sorted(draft.faults, key=lambda fault: fault.line or 0), players_file)
    return Config(irc, players, table, MappingProxyType(rules))

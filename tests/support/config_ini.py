"""Read a config.ini of some text, or its faults."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from pontoon.service.config.ini import ConfigError
from pontoon.service.config.keys import Key, keys_of
from pontoon.service.config.settings import SECTIONS, Config, read

NOTHING: Mapping[str, str] = MappingProxyType({})

KEYS_OF: dict[str, Mapping[str, Key]] = {
    name: keys_of(section) for name, section in SECTIONS.items()
}
KEYS = [(section, key) for section, keys in KEYS_OF.items() for key in keys]


def faults_of(
    folder: Path, content: str | bytes, environ: Mapping[str, str] = NOTHING
) -> list[str]:
    """Return the faults of a config.ini of this CONTENT, as they are printed, without FOLDER."""
    path = folder / "config.ini"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(ConfigError) as raised:
        read(path, environ)
    return [str(fault).removeprefix(f"{folder}/") for fault in raised.value.faults]


def read_text(folder: Path, text: str, environ: Mapping[str, str] = NOTHING) -> Config:
    """Read a config.ini of this TEXT in FOLDER."""
    path = folder / "config.ini"
    path.write_bytes(text.encode())
    return read(path, environ)


def value_of(config: Config, section: str, key: str) -> Any:
    """Return the value of KEY of SECTION in CONFIG."""
    home = config.games[section] if section in config.games else getattr(config, section)
    return getattr(home, key)

"""Every field of config.ini is described, and the documents are generated from that."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from pontoon.irc.config import IrcConfig
from pontoon.service.config.descriptions import ABOUT, HELP
from pontoon.service.config.document import config_ini, configuration_page, text_of
from pontoon.service.config.irc_section import SECRETS, network_readers
from pontoon.service.config.settings import GAME_RULES, OWN_SECTIONS, Config, read
from pontoon.service.config.values import Reader, readers_of
from tests.support.repository import ROOT

DATACLASSES: dict[str, type[Any]] = {"irc": IrcConfig, **OWN_SECTIONS, **GAME_RULES}
READERS: dict[str, dict[str, Reader]] = {
    name: network_readers(Path()) if name == "irc" else readers_of(DATACLASSES[name])
    for name in HELP
}
KEYS = [(section, key) for section, keys in HELP.items() for key in keys]
WITH_DEFAULT = [(section, key) for section, key in KEYS if not READERS[section][key].may_be_empty]
WITHOUT_DEFAULT = [each for each in KEYS if each not in WITH_DEFAULT]


@pytest.fixture
def defaults(tmp_path: Path) -> Config:
    path = tmp_path / "config.ini"
    path.touch()
    return read(path, {})


def test_every_field_has_a_key_and_every_key_a_field() -> None:
    assert ABOUT.keys() == HELP.keys() == DATACLASSES.keys()
    for name, keys in HELP.items():
        expected = {field.name for field in fields(DATACLASSES[name])}
        if name == "irc":
            expected = (expected - {"name"}) | {f"{key}_file" for key in SECRETS}
        assert keys.keys() == expected


def test_the_default_that_is_shown_is_the_real_one(defaults: Config) -> None:
    for section, key in WITH_DEFAULT:
        home = defaults.games.get(section) or getattr(defaults, section)
        expected = getattr(home, key)
        shown = text_of(expected)
        assert shown
        if isinstance(expected, Path):
            expected = expected.relative_to(defaults.players.file.parent)
        assert READERS[section][key](shown) == expected


def test_a_key_without_a_default_is_commented_out(defaults: Config) -> None:
    for section, key in WITHOUT_DEFAULT:
        block = config_ini().split(f"\n[{section}]\n")[1].split("\n\n[")[0]
        assert f"\n#{key} =\n" in block
        home = getattr(defaults, section)
        assert not getattr(home, key.removesuffix("_file"), getattr(home, key, None))


def numbers() -> Iterator[tuple[str, str, int, int]]:
    """Yield the section, the name and the bounds, as they are told, of each number."""
    for section, key in KEYS:
        values = READERS[section][key].values
        if bounds := re.search(r"(\d+) to (\d+)", values):
            yield section, key, int(bounds[1]), int(bounds[2])


def test_the_bounds_that_are_told_are_the_real_ones() -> None:
    for section, name, least, most in [*numbers()]:
        reader = READERS[section][name]
        reader(str(least))
        reader(str(most))
        for outside in (least - 1, most + 1):
            with pytest.raises(ValueError, match="is not a"):
                reader(str(outside))


def test_a_help_text_is_a_few_short_sentences() -> None:
    for section, key in KEYS:
        text = HELP[section][key]
        assert text[0].isupper()
        assert text.endswith(".")
        assert len(text) <= 300, f"[{section}] {key}"


def test_no_key_says_a_bound_of_its_own() -> None:
    """The bounds are added to the text by what generates the documents."""
    assert [key for home, key in KEYS if re.search(r"\d+ to \d+", HELP[home][key])] == []


def test_config_ini_is_the_one_that_is_generated() -> None:
    """If not: make config-docs."""
    assert (ROOT / "config.ini").read_text("utf-8") == config_ini()


def test_docs_configuration_is_the_page_that_is_generated() -> None:
    """If not: make config-docs."""
    assert (ROOT / "docs" / "configuration.md").read_text("utf-8") == configuration_page()

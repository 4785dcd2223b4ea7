"""The table of keys is that of the dataclasses, and the documents are generated from it."""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from pontoon.irc.config import IrcConfig
from pontoon.service.config.document import config_ini, configuration_page, text_of
from pontoon.service.config.irc_section import SECRETS, network_readers
from pontoon.service.config.key import Key, Reader
from pontoon.service.config.keys import SECTIONS
from pontoon.service.config.settings import GAME_RULES, OWN_SECTIONS, Config, read, section_readers
from tests.support.repository import ROOT

DATACLASSES: dict[str, type[Any]] = {"irc": IrcConfig, **OWN_SECTIONS, **GAME_RULES}
KEYS = [(section.name, key) for section in SECTIONS.values() for key in section.keys]


def readers_in(section: str) -> dict[str, Reader]:
    if section == "irc":
        return network_readers(Path())
    return section_readers(section, DATACLASSES[section])


@pytest.fixture
def defaults(tmp_path: Path) -> Config:
    path = tmp_path / "config.ini"
    path.touch()
    return read(path, {})


def test_every_field_has_a_key_and_every_key_a_field() -> None:
    assert SECTIONS.keys() == DATACLASSES.keys()
    for name, section in SECTIONS.items():
        names = [key.name for key in section.keys]
        assert len(set(names)) == len(names)
        expected = {field.name for field in fields(DATACLASSES[name])}
        if name == "irc":
            expected = (expected - {"name"}) | {f"{key}_file" for key in SECRETS}
        assert set(names) == expected


@pytest.mark.parametrize(("section", "key"), [each for each in KEYS if each[1].has_default])
def test_the_default_that_is_shown_is_the_real_one(
    defaults: Config, section: str, key: Key
) -> None:
    home = defaults.games.get(section) or getattr(defaults, section)
    expected = getattr(home, key.name)
    shown = text_of(expected)
    assert shown
    if isinstance(expected, Path):
        expected = expected.relative_to(defaults.players.file.parent)
    assert readers_in(section)[key.name](shown) == expected


@pytest.mark.parametrize(("section", "key"), [each for each in KEYS if not each[1].has_default])
def test_a_key_without_a_default_is_commented_out(defaults: Config, section: str, key: Key) -> None:
    assert key.is_commented
    home = getattr(defaults, section)
    assert not getattr(home, key.name.removesuffix("_file"), getattr(home, key.name, None))


def numbers() -> Iterator[tuple[str, str, int, int]]:
    """Yield the section, the name and the bounds, as they are told, of each number."""
    for section, key in KEYS:
        values = readers_in(section)[key.name].values
        if bounds := re.search(r"(\d+) to (\d+)", values):
            yield section, key.name, int(bounds[1]), int(bounds[2])


@pytest.mark.parametrize(("section", "name", "least", "most"), [*numbers()])
def test_the_bounds_that_are_told_are_the_real_ones(
    section: str, name: str, least: int, most: int
) -> None:
    reader = readers_in(section)[name]
    reader(str(least))
    reader(str(most))
    for outside in (least - 1, most + 1):
        with pytest.raises(ValueError, match="is not a"):
            reader(str(outside))


@pytest.mark.parametrize(("section", "key"), KEYS)
def test_a_help_text_is_a_few_short_sentences(section: str, key: Key) -> None:
    assert key.help[0].isupper()
    assert key.help.endswith(".")
    assert len(key.help) <= 300, f"[{section}] {key.name}"


def test_no_key_says_a_bound_of_its_own() -> None:
    """The bounds are added to the text by what generates the documents."""
    assert [key.name for _, key in KEYS if re.search(r"\d+ to \d+", key.help)] == []


def test_config_ini_is_the_one_that_is_generated() -> None:
    """If not: make config-docs."""
    assert (ROOT / "config.ini").read_text("utf-8") == config_ini()


def test_docs_configuration_is_the_page_that_is_generated() -> None:
    """If not: make config-docs."""
    assert (ROOT / "docs" / "configuration.md").read_text("utf-8") == configuration_page()

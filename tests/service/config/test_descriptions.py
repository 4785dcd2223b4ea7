"""Every key of config.ini is described at its field; the documents are generated from that."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon.service.config.document import (
    config_ini,
    configuration_page,
    descriptions,
    text_of,
)
from pontoon.service.config.settings import SECTIONS, Config, read
from tests.support.config_ini import KEYS, KEYS_OF
from tests.support.repository import ROOT, is_shipped

WITH_DEFAULT = [(section, key) for section, key in KEYS if not KEYS_OF[section][key].may_be_empty]
WITHOUT_DEFAULT = [each for each in KEYS if each not in WITH_DEFAULT]


@pytest.fixture
def defaults(tmp_path: Path) -> Config:
    path = tmp_path / "config.ini"
    path.touch()
    return read(path, {})


def test_the_default_that_is_shown_is_the_real_one(defaults: Config) -> None:
    for section, key in WITH_DEFAULT:
        home = defaults.games.get(section) or getattr(defaults, section)
        expected = getattr(home, key)
        shown = text_of(expected)
        assert shown
        if isinstance(expected, Path):
            expected = expected.relative_to(defaults.players.file.parent)
        assert KEYS_OF[section][key].read(shown) == expected


def test_a_key_without_a_default_is_commented_out(defaults: Config) -> None:
    shipped = config_ini()
    for section, key in WITHOUT_DEFAULT:
        block = shipped.split(f"\n[{section}]\n")[1].split("\n\n[")[0]
        assert f"\n#{key} =\n" in block
        home = getattr(defaults, section)
        assert not getattr(home, key.removesuffix("_file"), getattr(home, key, None))


def numbers() -> Iterator[tuple[str, str, int, int]]:
    """Yield the section, the name and the bounds, as they are told, of each number."""
    for section, key in KEYS:
        values = KEYS_OF[section][key].values
        if bounds := re.search(r"(\d+) to (\d+)", values):
            yield section, key, int(bounds[1]), int(bounds[2])


def test_the_bounds_that_are_told_are_the_real_ones() -> None:
    for section, name, least, most in [*numbers()]:
        read_value = KEYS_OF[section][name].read
        read_value(str(least))
        read_value(str(most))
        for outside in (least - 1, most + 1):
            with pytest.raises(ValueError, match="is not a"):
                read_value(str(outside))


def test_a_description_is_a_few_short_sentences_without_the_bounds() -> None:
    """The bounds are added to it by what generates the documents."""
    for section in SECTIONS.values():
        for key, text in descriptions(section).items():
            assert text[0].isupper()
            assert text.endswith(".")
            assert len(text) <= 300, key
            assert not re.search(r"\d+ to \d+", text), key


def test_config_ini_is_the_one_that_is_generated() -> None:
    """If not: make config-docs."""
    assert is_shipped("config.ini", config_ini())


def test_docs_configuration_is_the_page_that_is_generated() -> None:
    """If not: make config-docs."""
    assert (ROOT / "docs" / "configuration.md").read_text("utf-8") == configuration_page()

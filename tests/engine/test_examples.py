"""The examples in the docstrings of engine/ and games/ hold."""

import doctest
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest

import pontoon.engine
import pontoon.games

MODULES = {
    name: import_module(name)
    for package in (pontoon.engine, pontoon.games)
    for _, name, _ in iter_modules(package.__path__, f"{package.__name__}.")
}

WITH_EXAMPLES = {
    "cards": {"Card", "card", "cards"},
    "decks": {"Shoe", "Pack"},
    "hands": {"Hand", "Seat", "total"},
    "moves": {"Move", "Option", "Ask"},
    "rng": {"SeededRandom"},
    "table": {"Table"},
}
"""What has examples at least, by the module of the engine."""


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_the_examples_in_the_docstrings_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(("module", "names"), WITH_EXAMPLES.items(), ids=WITH_EXAMPLES)
def test_what_a_rule_book_is_made_of_has_examples(module: str, names: set[str]) -> None:
    found = doctest.DocTestFinder().find(MODULES[f"pontoon.engine.{module}"])
    assert names <= {test.name.rpartition(".")[2] for test in found if test.examples}

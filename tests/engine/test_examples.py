"""The examples in the docstrings of engine/, games/ and odds/ hold."""

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pontoon.engine
import pontoon.games
import pontoon.odds

MODULES = {
    name: import_module(name)
    for package in (pontoon.engine, pontoon.games, pontoon.odds)
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


def test_the_examples_in_the_docstrings_hold() -> None:
    for module in MODULES.values():
        assert doctest.testmod(module).failed == 0


def test_what_a_rule_book_is_made_of_has_examples() -> None:
    for module, names in WITH_EXAMPLES.items():
        found = doctest.DocTestFinder().find(MODULES[f"pontoon.engine.{module}"])
        assert names <= {test.name.rpartition(".")[2] for test in found if test.examples}

"""The rules of a round are read as they were written, whichever they are."""

from datetime import time
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec import json
from msgspec.structs import fields, replace

from pontoon.engine.round import TableRules
from pontoon.games import GAMES
from pontoon.games.british import BritishRules
from pontoon.storage.replay import rules_in, rules_written

KINDS = [TableRules, *(game.Rules for game in GAMES)]
OTHERS: dict[type[Any], Any] = {int: 7, Fraction: Fraction(1, 3), tuple: (7, 8), float: 0.25}
"""Another value of a rule of that type, unless ``OTHER`` has one."""
OTHER: dict[str, Any] = {
    "gather": "mixed",
    "split": "aces",
    "events": (time(3), time(15, 30)),
    "time_zone": ZoneInfo("Europe/Vienna"),
}

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


def changed(usual: Any, name: str) -> Any:
    """Return the rules USUAL with another value of the one called NAME."""
    value = getattr(usual, name)
    other = not value if isinstance(value, bool) else OTHERS.get(type(value))
    return replace(usual, **{name: OTHER.get(name, other)})


@every_kind
def test_each_rule_is_read_as_it_was_written(kind: type[Any]) -> None:
    usual = kind()
    for field in fields(kind):
        rules = changed(usual, field.name)
        assert rules != usual, field.name
        written = json.decode(json.encode(rules_written(rules)))
        assert [*written] == [field.name]
        assert rules_in(kind, written) == rules


@every_kind
def test_what_is_as_usual_is_left_out(kind: type[Any]) -> None:
    assert rules_written(kind()) == {}
    assert rules_in(kind, {}) == kind()


@every_kind
def test_an_unknown_rule_is_refused(kind: type[Any]) -> None:
    with pytest.raises(ValueError, match="not known"):
        rules_in(kind, {"juggling": 1})


def test_a_rule_that_is_gone_is_passed_over() -> None:
    """Settled rounds of 0.5 in which people bet in turn, or seats were gathered, have one."""
    assert rules_in(BritishRules, {"gather": "seats", "stick_min": 16}) == BritishRules(
        stick_min=16
    )
    assert rules_in(TableRules, {"bets": "in turn", "bank_timeout": 31}) == TableRules(31)
    assert rules_in(TableRules, {"bets": "in turn"}) == TableRules()

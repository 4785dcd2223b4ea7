"""The rules of a round are read as they were written, whichever they are."""

from datetime import time
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec import json
from msgspec.structs import fields, replace

from pontoon.engine.result import TableKey
from pontoon.engine.round import TableRules
from pontoon.games import GAMES, Game
from pontoon.games.blackjack import BlackJackRules
from pontoon.games.british import BritishRules
from pontoon.games.shed import ShedPontoon, ShedRules
from pontoon.storage.first_edition import DEFAULTS, TABLE_DEFAULTS
from pontoon.storage.replay import rules_in, rules_of, rules_written
from tests.support.recorded_rounds import a_shed_round

pytestmark = pytest.mark.usefixtures("on_both")

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
        assert [*written] == [each.name for each in fields(kind)]
        assert rules_in(kind, written) == rules


@every_kind
def test_a_rule_that_has_come_since_has_its_default(kind: type[Any]) -> None:
    assert rules_in(kind, {}) == kind()


def test_utc_is_the_same_whether_config_ini_says_it_or_not() -> None:
    assert rules_written(BlackJackRules(time_zone=ZoneInfo("UTC"))) == rules_written(
        BlackJackRules()
    )


@every_kind
def test_an_unknown_rule_is_refused(kind: type[Any]) -> None:
    with pytest.raises(ValueError, match="not known"):
        rules_in(kind, {"juggling": 1})


def test_a_default_that_changes_leaves_the_rounds_that_were_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class OtherRules(ShedRules, frozen=True):
        stick_min: int = 3

    now, before = a_shed_round(), replace(a_shed_round(), edition=1, rules={}, table_rules={})
    monkeypatch.setattr(ShedPontoon, "Rules", OtherRules)
    assert [rules_of(each)[0].stick_min for each in (now, before)] == [16, 16]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rounds_of_the_first_edition_have_the_defaults_of_its_last_version(game: Game) -> None:
    """They have all rules of that version, and these have had the same defaults until now."""
    assert DEFAULTS[game.name] == json.decode(json.encode(rules_written(game.Rules())))
    assert rules_written(TableRules()) == TABLE_DEFAULTS


def test_a_rule_that_is_gone_is_passed_over() -> None:
    """Settled rounds of 0.5 in which people bet in turn, or seats were gathered, have one."""
    changed = {"gather": "seats", "stick_min": 16}
    british = replace(
        a_shed_round(),
        edition=1,
        where=TableKey("libera", "#den", "british"),
        rules=changed,
        table_rules={"bets": "in turn", "bank_timeout": 31},
    )
    assert rules_of(british) == (BritishRules(stick_min=16), TableRules(31))

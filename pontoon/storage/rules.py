"""The rules of a round as JSON values: those that differ from the default."""

from collections.abc import Mapping
from datetime import tzinfo
from functools import lru_cache
from typing import Any, get_type_hints
from zoneinfo import ZoneInfo

from msgspec import convert, to_builtins
from msgspec.structs import replace

from pontoon.engine.round import GameRules, TableRules
from pontoon.games import GAMES

_USUAL: dict[type[Any], Any] = {TableRules: TableRules()}
_USUAL |= {game.Rules: game.Rules() for game in GAMES}


@lru_cache(maxsize=100)  # each round is written with them, and few rules are in use
def rules_written(rules: GameRules | TableRules) -> dict[str, Any]:
    """Return those of RULES that differ from the default, as JSON values."""
    usual = _USUAL[type(rules)]
    return {
        name: to_builtins(getattr(rules, name), enc_hook=str)
        for name in rules.__struct_fields__
        if getattr(rules, name) != getattr(usual, name)
    }


def rules_in(kind: type[Any], changed: Mapping[str, Any]) -> Any:
    """Return rules of that KIND with those that are CHANGED; ValueError if one is unknown."""
    usual = _USUAL[kind]
    if not changed:
        return usual
    kinds = get_type_hints(kind)
    if not changed.keys() <= kinds.keys():
        raise ValueError("it has rules that are not known")
    values = {
        name: convert(each, kinds[name], dec_hook=_value_of) for name, each in changed.items()
    }
    # Some rules follow from others where nobody says them: all of these are said.
    return replace(usual, **values)


def _value_of(kind: type[Any], text: Any) -> Any:
    """Return the value that TEXT is of a KIND that JSON does not know."""
    return ZoneInfo(text) if kind in (tzinfo, ZoneInfo) else kind(text)

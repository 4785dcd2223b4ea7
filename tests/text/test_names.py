"""The words that follow names in lines of the game are those that no nickname has."""

import re
from collections.abc import Iterator
from enum import Enum
from itertools import product
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from pontoon.engine.cards import PACK, Card
from pontoon.engine.events import Event
from pontoon.games import GAMES
from pontoon.games.bank_events import BankTaken, WayToBank
from pontoon.storage.players.nicknames import VERBS
from pontoon.tables.narrator import REMARKS
from pontoon.text.decks import is_cut_by
from pontoon.text.formatting import CardFormat
from pontoon.text.round import RoundTexts

NAME = "Zed"
NO_VERBS = {"after", "at", "for"}
"""What stands behind a name that something is done to: ``I ask Zed at the next deal``."""


def kinds(kind: type[Event] = Event) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from kinds(each)


def examples(kind: type[Struct]) -> Iterator[Struct]:
    """Yield events of a KIND with all values of its fields that make a difference in a line."""
    hints = get_type_hints(kind)
    for fields in product(*(values(hints[name]) for name in kind.__struct_fields__)):
        yield kind(*fields)


def values(hint: Any) -> list[Any]:
    if hint in SAMPLES:
        return SAMPLES[hint]
    if get_origin(hint) is tuple:
        several = [*product(*(values(each) for each in get_args(hint) if each is not ...))][:2]
        return several if ... not in get_args(hint) else [*several, several[0] * 2]
    if get_origin(hint) in (Union, UnionType):
        return [value for each in get_args(hint) for value in values(each)]
    return [*hint] if issubclass(hint, Enum) else [*examples(hint)]


SAMPLES: dict[Any, list[Any]] = {
    str: [NAME],
    bool: [False, True],
    int: [0, 3, 22],
    NoneType: [None],
    Card: [PACK[0]],
    Enum: [kind for game in GAMES for kind in game.hand_types],
}


def lines() -> Iterator[str]:
    """Yield what the channel hears of the game itself; other lines have a mark of their own."""
    texts = RoundTexts(lambda _: NAME, CardFormat())
    for kind in kinds():
        for event in () if issubclass(kind, REMARKS) else examples(kind):
            if not (isinstance(event, BankTaken) and event.way is WayToBank.KEPT):  # nobody says it
                assert isinstance(event, Event)
                yield texts.announcement(event) or ""
    yield is_cut_by(NAME, 41, 1, "years ago")


def test_each_verb_that_follows_a_name_is_one_that_no_nickname_has() -> None:
    found = {
        word
        for line in lines()
        for word in re.findall(rf"\b{NAME} (?:\(computer\) )?([a-z]+)", line)
    }
    assert sorted(found - NO_VERBS) == sorted(VERBS)

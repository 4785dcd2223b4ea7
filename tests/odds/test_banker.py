"""The odds of a banker who is a player, against the hands that are still in (RULES 2, 3 and 4)."""

import pytest

from pontoon.engine.moves import Phase, Verb
from pontoon.engine.table import Table
from pontoon.odds.advice import Advice, MoveValue
from pontoon.odds.advise import advise
from pontoon.odds.view import Observer
from tests.support.banker_rounds import play
from tests.support.british_rounds import PUNTERS, british, deal
from tests.support.shed_rounds import asked, dealt
from tests.support.stacked_decks import StackedPack


def advised(table: Table, observer: Observer) -> Advice:
    """Return the advice to dave, who has seen all that OBSERVER has."""
    ask = asked(table)
    assert (ask.player, ask.phase) == ("dave", Phase.BANKER)
    advice = advise(observer.view(ask))
    assert advice
    return advice


def bankers_advice(*hands: str, bank: str, script: str, then: str = "") -> Advice:
    """Return the advice to dave when HANDS, bet on with 10 each, have been played by SCRIPT."""
    table = british(StackedPack(dealt(*hands, bank, then=then)))
    observer = Observer("dave", "british", table.rules)
    observer.see(deal(table, "dave", *PUNTERS[: len(hands)]))
    observer.see(play(table, script))
    return advised(table, observer)


def value_of(advice: Advice, verb: Verb) -> MoveValue:
    (value,) = [each for each in advice.values if each.move.verb is verb]
    return value


def test_a_banker_with_20_stays_and_wins_against_all_but_21() -> None:
    advice = bankers_advice("10C 8C", bank="10S QS", script="bob: 10 bob: s")
    stays = value_of(advice, Verb.STAY)
    assert advice.best == stays
    assert stays.value == pytest.approx(1.0)  # a hand of 21 on two cards would be a pontoon
    assert stays.win == pytest.approx(1.0)
    assert stays.bust == 0

"""Rounds of Black Jack For Time as tests write them, on a shoe whose next cards are known."""

from collections.abc import Iterable
from typing import Any

from pontoon.engine.decks import Shoe
from pontoon.engine.events import BankerResult, Event, HandResult, PlayerResult
from pontoon.engine.moves import Verb, WhyNot
from pontoon.engine.table import Table
from pontoon.games.blackjack import BlackJack, BlackJackRules
from tests.support import shed_rounds
from tests.support.shed_rounds import dealt, of_kind, settled
from tests.support.stacked_decks import StackedShoe

RULES = BlackJackRules()
LETTERS = {
    "h": Verb.HIT,
    "s": Verb.STAY,
    "d": Verb.DOUBLE,
    "y": Verb.INSURE,
    "n": Verb.PASS,
}


def table_of(shoe: Shoe, rules: BlackJackRules = RULES, max_players: int = 10) -> Table:
    """Return a table for Black Jack For Time that deals from SHOE."""
    return Table(BlackJack, rules, shoe, max_players)


def begin(first: str, *players: str, coins: int = 100, rules: BlackJackRules = RULES) -> Table:
    """Begin a round of PLAYERS, each with so many COINS; the cards FIRST are on top of the shoe."""
    table = table_of(StackedShoe(first, rules.decks, rules.marker), rules)
    table.deal([(player, coins) for player in players])
    return table


def bob_holding(
    hand: str,
    dealer: str = "10C 7D",
    then: str = "",
    bet: int = 10,
    left: int = 90,
    **changed: Any,
) -> Table:
    """Return a table where bob alone has HAND against DEALER, having placed BET with coins LEFT.

    The cards THEN come next.
    """
    rules = BlackJackRules(**{"max_coins": max(bet, RULES.max_coins), **changed})
    table = begin(dealt(hand, dealer, then=then), "bob", coins=bet + left, rules=rules)
    play(table, f"bob: {bet}")
    return table


def play(table: Table, script: str) -> list[Event]:
    """Make the moves of a SCRIPT such as ``bob: 10 dave: 5 bob: h s``; return what happened."""
    return shed_rounds.play(table, script, LETTERS)


def on_offer(table: Table) -> str:
    """Return the letters of the moves on offer, in the order of LETTERS."""
    return shed_rounds.on_offer(table, LETTERS)


def assert_barred(table: Table, letter: str, bar: WhyNot) -> None:
    """Check that the move is refused for this reason, says what is allowed and changes nothing."""
    shed_rounds.assert_barred(table, letter, bar, LETTERS)


def dealer_of(events: Iterable[Event]) -> BankerResult:
    """Return how the dealer's hand ended."""
    (result,) = of_kind(BankerResult, events)
    return result


def only_result(events: Iterable[Event]) -> HandResult:
    """Return how the only hand ended."""
    (result,) = of_kind(HandResult, events)
    return result


def coins(events: Iterable[Event]) -> dict[str, PlayerResult]:
    """Return what the round that ended in EVENTS did to each player."""
    return {each.player: each for each in settled(events).results}

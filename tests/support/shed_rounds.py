"""Rounds as tests write them: cards and moves are words, on a shoe whose next cards are known."""

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from pontoon.engine.cards import Card
from pontoon.engine.decks import Shoe
from pontoon.engine.errors import Refused
from pontoon.engine.events import Event, Settled
from pontoon.engine.hands import Hand
from pontoon.engine.moves import Ask, Move, Verb, WhyNot
from pontoon.engine.table import Table
from pontoon.games.shed import ShedPontoon, ShedRules
from tests.support.stacked_decks import StackedShoe

Kind = TypeVar("Kind", bound=Event)

RULES = ShedRules()
LETTERS = {"s": Verb.STICK, "t": Verb.TWIST, "b": Verb.BUY, "u": Verb.BURN, "p": Verb.SPLIT}


def dealt(*hands: str, then: str = "") -> str:
    """Return the order in which HANDS get their cards, all the first ones first, THEN after them.

    >>> dealt("AS KS", "9C 7C", then="2D")
    'AS 9C KS 7C 2D'
    """
    layers = zip(*(hand.split() for hand in hands), strict=True)
    return " ".join([*chain.from_iterable(layers), *then.split()])


def moves_of(ask: Ask) -> Iterator[Move]:
    """Yield every move that ASK offers. Each amount makes one, so there can be very many."""
    for option in ask.options:
        if option.least is None or option.most is None:
            yield Move(option.verb)
        else:
            yield from (Move(option.verb, n) for n in range(option.least, option.most + 1))


def legal_moves(table: Table) -> Iterator[Move]:
    """Yield each move that the first player asked at TABLE may make."""
    return moves_of(table.asks[0]) if table.asks else iter(())


def table_of(
    shoe: Shoe,
    rules: ShedRules = RULES,
    max_players: int = 10,
) -> Table:
    """Return a table for Shed Pontoon that deals from SHOE."""
    return Table(ShedPontoon, rules, shoe, max_players)


def begin(
    first: str,
    *players: str,
    chips: int = 1000,
    rules: ShedRules = RULES,
) -> Table:
    """Deal a round to PLAYERS, each with so many CHIPS, from a shoe with the cards FIRST on top."""
    table = table_of(StackedShoe(first), rules)
    table.deal([(player, chips) for player in players])
    return table


def bob_holding(
    hand: str, then: str = "", bet: int = 10, chips_left: int = 990, **changed: Any
) -> Table:
    """Return a table where bob alone, having placed BET, is to play HAND, with CHIPS_LEFT."""
    rules = replace(RULES, max_bet_percent=(100,), **changed)
    table = begin(f"{hand} {then}", "bob", chips=bet + chips_left, rules=rules)
    table.act("bob", Move(Verb.BET, bet))
    return table


def play(table: Table, script: str, letters: Mapping[str, Verb] = LETTERS) -> list[Event]:
    """Make the moves of a SCRIPT such as ``bob: 10 dave: 20 bob: t s``; return what happened.

    A number is a bet, a letter a move, and ``resigns`` gives up the seat of whoever was named.
    """
    return follow(table, script, lambda word: move(word, letters))


def follow(table: Table, script: str, read: Callable[[str], Move]) -> list[Event]:
    """Make the moves of a SCRIPT, each of which READ understands when its turn has come."""
    happened: list[Event] = []
    player = ""
    for word in script.split():
        if word.endswith(":"):
            player = word[:-1]
        elif word == "resigns":
            happened += table.resign(player)
        else:
            happened += table.act(player, read(word))
    return happened


def move(word: str, letters: Mapping[str, Verb] = LETTERS) -> Move:
    """Return the move that is written WORD: digits for a bet, or one of the letters."""
    return Move(Verb.BET, int(word)) if word.isdigit() else Move(letters[word])


def names(cards: Iterable[Card]) -> str:
    """Return how CARDS are written."""
    return " ".join(map(str, cards))


def asked(table: Table) -> Ask:
    """Return what TABLE is asking."""
    assert table.ask is not None
    return table.ask


def on_offer(table: Table, letters: Mapping[str, Verb] = LETTERS) -> str:
    """Return the letters of the moves on offer, in the order of the rules."""
    ask = asked(table)
    return "".join(letter for letter, verb in letters.items() if ask.option(verb))


def first_moves(table: Table) -> list[Event]:
    """Make the first move on offer until the round is over; return what happened."""
    events: list[Event] = []
    while table.ask is not None:
        events += table.act(table.ask.player, next(legal_moves(table)))
    return events


def of_kind(kind: type[Kind], events: Iterable[Event]) -> list[Kind]:
    """Return those of EVENTS that are of KIND."""
    return [event for event in events if isinstance(event, kind)]


def settled(events: Iterable[Event]) -> Settled:
    """Return the end of the round, of which EVENTS must have exactly one."""
    (event,) = of_kind(Settled, events)
    return event


def changes(events: Iterable[Event]) -> dict[str, int]:
    """Return what the round that ended in EVENTS did to the chips of each player."""
    return {result.player: result.chips for result in settled(events).results}


def hand(table: Table, number: int = 1) -> Hand:
    """Return a hand of the first seat."""
    return table.seats[0].hands[number - 1]


def snapshot(table: Table) -> tuple[str, str, bytes]:
    """Return everything that TABLE holds, the order of its shoe included, fit to be compared."""
    running = {} if table._running is None else vars(table._running)
    held = {
        name: value
        for name, value in (vars(table) | running).items()
        if name not in ("_running", "_script", "record_action")
    }
    return repr(table.asks), repr(table.seats), pickle.dumps(held)


def assert_barred(
    table: Table, letter: str, bar: WhyNot, letters: Mapping[str, Verb] = LETTERS
) -> None:
    """Check that the move is refused for this reason, says what is allowed and changes nothing."""
    assert not_offered(table, move(letter, letters)).reason is bar
    assert letter not in on_offer(table, letters)


def not_offered(table: Table, wanted: Move) -> Refused:
    """Return how the move WANTED by whoever is asked is refused, which changes nothing."""
    ask = asked(table)
    before = snapshot(table)
    with pytest.raises(Refused) as refusal:
        table.act(ask.player, wanted)
    assert snapshot(table) == before
    return refusal.value

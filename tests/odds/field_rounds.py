"""Rounds of Shed Pontoon that are dealt and paid by the game itself, between players of a field."""

import random
from collections.abc import Iterator, Mapping
from statistics import mean, stdev

from pontoon.engine.events import Event, Settled
from pontoon.engine.moves import Ask, Move, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games.shed import ShedPontoon, ShedRules
from pontoon.odds.shed import Field, advise_shed
from pontoon.odds.shed_hands import state_of
from pontoon.odds.view import Observer

BET = 100
CHIPS = 100_000
"""So many that each player can pay for all moves, and bet BET."""

ADVISED = "p0"
"""The player who takes advice, where one does."""


def field_move(field: Field, ask: Ask) -> Move:
    """Return what a player of FIELD does, asked ASK; bets are BET."""
    if ask.phase is Phase.BET:
        return Move(Verb.BET, BET)
    acts = () if ask.option(Verb.BUY) else (Verb.TWIST,)
    state = state_of(ask.cards, ask.stake // BET, acts)
    if ask.option(Verb.SPLIT) and state.may_split and field.splits(state):
        return Move(Verb.SPLIT)
    return Move(field.move(state))


def gains(field: Field, rounds: int, seed: int) -> Iterator[Mapping[str, float]]:
    """Play so many ROUNDS between players of FIELD, by its rules; yield what each has gained.

    That is for each chip of their first bets.
    """
    lots = random.Random(seed)
    table = _table(field.rules, lots)
    for number in range(rounds):
        happened = table.deal([(player, CHIPS) for player in _order(field, number)])
        while table.asks:
            ask = table.asks[0]
            happened = table.act(ask.player, field_move(field, ask))
        yield _changes(happened)


def foretold(field: Field, rounds: int, seed: int) -> Iterator[tuple[float, float]]:
    """Play so many ROUNDS, in which the first player makes the moves that are best by the odds.

    Yield what their first advice on a hand has promised, and what they have gained.
    """
    lots = random.Random(seed)
    table = _table(field.rules, lots)
    for number in range(rounds):
        observer, promised = Observer(ADVISED, "pontoon", field.rules), None
        happened = table.deal([(player, CHIPS) for player in _order(field, number)])
        while table.asks:
            observer.see(happened)
            ask = table.asks[0]
            move = field_move(field, ask)
            if ask.player == ADVISED and ask.phase is Phase.HAND:
                best = advise_shed(observer.view(ask)).best
                promised = best.value if promised is None else promised
                move = best.move
            happened = table.act(ask.player, move)
        assert promised is not None
        yield promised, _changes(happened)[ADVISED]


def _table(rules: ShedRules, lots: random.Random) -> Table:
    return Table(ShedPontoon, rules, ShedPontoon.new_equipment(rules, lots.randbytes(32)), 10)


def _order(field: Field, number: int) -> list[str]:
    """Return the players in the order of a round: each is dealt to first as often as the others."""
    players = [f"p{each}" for each in range(field.players)]
    turned = number % field.players
    return players[turned:] + players[:turned]


def _changes(happened: list[Event]) -> Mapping[str, float]:
    (settled,) = [event for event in happened if isinstance(event, Settled)]
    return {result.player: result.chips / BET for result in settled.results}


def sigmas_off(values: list[float], expected: float) -> float:
    """Return by how many standard errors the mean of VALUES differs from EXPECTED."""
    error = stdev(values) / len(values) ** 0.5
    return float((mean(values) - expected) / error)

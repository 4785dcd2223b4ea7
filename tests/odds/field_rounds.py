"""Rounds of Shed Pontoon that are dealt and paid by the game itself, between players of a field."""

import random
from collections.abc import Iterator, Mapping
from statistics import mean, stdev

from pontoon.engine.events import Event, Settled
from pontoon.engine.moves import Ask, Move, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games.shed import ShedPontoon, ShedRules
from pontoon.odds.advise import advise
from pontoon.odds.shed_field import Field
from pontoon.odds.shed_hands import Policy, state_of
from pontoon.odds.shed_play import Unsplit
from pontoon.odds.view import Observer

BET = 100
CHIPS = 100_000
"""So many that each player can pay for all moves, and bet BET."""


def field_move(policy: Policy, ask: Ask, lots: random.Random) -> Move:
    """Return what a player of the field with POLICY does, asked ASK; bets are BET."""
    if ask.phase is Phase.BET:
        return Move(Verb.BET, BET)
    acts = () if ask.option(Verb.BUY) else (Verb.TWIST,)
    state = state_of(ask.cards, ask.stake // BET, acts)
    moves = (policy if ask.option(Verb.SPLIT) else Unsplit(policy)).chances(state)
    verbs, chances = zip(*moves, strict=True)
    (verb,) = lots.choices(verbs, chances)
    return Move(verb)


def gains(
    field: Field, rounds: int, seed: int, advised: str | None = None
) -> Iterator[Mapping[str, float]]:
    """Play so many ROUNDS between players of FIELD, by its rules; yield what each has gained.

    That is for each chip of their first bets. The player ADVISED makes the move of the best advice
    instead.
    """
    lots = random.Random(seed)
    rules: ShedRules = field.rules
    table = Table(ShedPontoon, rules, ShedPontoon.new_equipment(rules, lots.randbytes(32)), 10)
    players = [f"p{number}" for number in range(field.players)]
    for number in range(rounds):
        # Each is dealt to first as often as the others.
        turned = number % field.players
        order = players[turned:] + players[:turned]
        observer = Observer(advised or "", "pontoon", rules)
        happened = table.deal([(player, CHIPS) for player in order])
        while table.asks:
            ask = table.asks[0]
            if advised is not None:
                observer.see(happened)
            if ask.player == advised and ask.phase is Phase.HAND:
                advice = advise(observer.view(ask))
                assert advice is not None
                move = advice.best.move
            else:
                move = field_move(field, ask, lots)
            happened = table.act(ask.player, move)
        yield _changes(happened)


def _changes(happened: list[Event]) -> Mapping[str, float]:
    (settled,) = [event for event in happened if isinstance(event, Settled)]
    return {result.player: result.chips / BET for result in settled.results}


def sigmas_off(values: list[float], expected: float) -> float:
    """Return by how many standard errors the mean of VALUES differs from EXPECTED."""
    error = stdev(values) / len(values) ** 0.5
    return float((mean(values) - expected) / error)

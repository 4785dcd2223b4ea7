"""How many moves of random players the engine makes in a second, beside RLCard's blackjack."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from benchmarks.report import Report, Row, Unit, compared
from pontoon.chance import SEED_BYTES
from pontoon.games.shed import ShedPontoon, ShedRules
from pontoon.moves import Move, Option, Verb
from pontoon.shoe import Shoe
from pontoon.table import Table

SEATS = (1, 3, 5)
RUNS = 7
RUN_SECONDS = 0.4
CHIPS = 1000

A_SECOND = Unit("/s", 0)


class Made(NamedTuple):
    """How many moves were made, and how many of them were bets."""

    moves: int
    bets: int = 0


PlayRound = Callable[[], Made]
"""Plays a round from the deal to its end."""


def measure(_folder: Path) -> Report:
    """Play both games by turns, with one seat, three and five."""
    rows: list[Row] = []
    for seats in SEATS:
        ours: list[tuple[float, float]] = []
        theirs: dict[int, list[float]] = {ShedRules().decks: [], 1: []}
        for run in range(RUNS):
            ours.append(_rates(shed_pontoon(seats, Random(run))))
            for decks, rates in theirs.items():
                rates.append(_rates(rlcard_blackjack(seats, decks, Random(run)))[0])
        peers = {_named(decks): rates for decks, rates in theirs.items()}
        all_moves = [moves for moves, _ in ours]
        no_bets = [others for _, others in ours]
        name = f"moves, {seats} seat" + "s" * (seats > 1)
        rows += compared(name, A_SECOND, all_moves, peers, "≥ 3 × RLCard")
        rows += compared(f"{name}, bets not counted", A_SECOND, no_bets, peers)
    return Report(rows)


def _rates(play_round: PlayRound) -> tuple[float, float]:
    """Return how many moves were made in a second, and how many without the bets."""
    moves = bets = 0
    begun = perf_counter()
    while (seconds := perf_counter() - begun) < RUN_SECONDS:
        made = play_round()
        moves += made.moves
        bets += made.bets
    return moves / seconds, (moves - bets) / seconds


def shed_pontoon(seats: int, random: Random) -> PlayRound:
    """Return what plays a round of Shed Pontoon at a table that goes on from round to round."""
    rules = ShedRules()
    shoe = Shoe(rules.decks, rules.marker, random.randbytes(SEED_BYTES))
    table = Table(ShedPontoon, rules, shoe, max_players=10)
    players = [(f"player{number}", CHIPS) for number in range(seats)]

    def play_round() -> Made:
        moves = bets = 0
        table.deal(players)
        while (ask := table.ask) is not None:
            move = _some_move(ask.options, random)
            table.act(ask.player, move)
            moves += 1
            bets += move.verb is Verb.BET
        return Made(moves, bets)

    return play_round


def _some_move(options: tuple[Option, ...], random: Random) -> Move:
    """Choose one of OPTIONS, each equally likely, and any amount that it allows."""
    option = options[_below(len(options), random)]
    if option.least is None or option.most is None:
        return Move(option.verb)
    return Move(option.verb, option.least + _below(option.most - option.least + 1, random))


def _below(bound: int, random: Random) -> int:
    """Return a number from 0 to BOUND - 1. It takes much less time than ``randrange``."""
    return int(random.random() * bound)


def _named(decks: int) -> str:
    return f"RLCard, {decks} deck" + "s" * (decks > 1)


def rlcard_blackjack(seats: int, decks: int, random: Random) -> PlayRound:
    """Return what plays a round of RLCard's blackjack, which shuffles so many DECKS for each."""
    # Imported only here so that the other benchmarks can be run without the peers.
    from rlcard.games.blackjack import Game

    game = Game()
    game.configure({"game_num_players": seats, "game_num_decks": decks})
    actions = ("hit", "stand")

    def play_round() -> Made:
        moves = 0
        game.init_game()
        while not game.is_over():
            game.step(actions[_below(len(actions), random)])
            moves += 1
        return Made(moves)

    return play_round

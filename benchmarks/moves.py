"""How many moves of random players the engine makes in a second, beside RLCard's blackjack."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.report import Report, Row, Unit, compared
from pontoon.chance import SEED_BYTES
from pontoon.games import GAMES
from pontoon.moves import Move, Option, Verb
from pontoon.round import Round
from pontoon.table import Table

SEATS = (1, 2, 3, 5)
RUNS = 21
RUN_SECONDS = 0.1
CHIPS = 1000
MOST_PLAYERS = 10
DECKS = 6
"""As many as are in our shoes. RLCard shuffles them for each round."""
REACH = "≥ 3 × RLCard"

A_SECOND = Unit("/s", 0)

Game = type[Round[Any, Any]]


class Made(NamedTuple):
    """How many moves were made, and how many of them were bets."""

    moves: int
    bets: int = 0


PlayRound = Callable[[], Made]
"""Plays a round from the deal to its end."""


def measure(_folder: Path) -> Report:
    """Play all games by turns, each with 1 seat, 3 and 5, or 2 where nobody can play alone."""
    return Report([row for seats in SEATS for row in _rows(seats)])


def _rows(seats: int) -> Iterator[Row]:
    """Yield the rows of the games that are looked at with so many SEATS."""
    games = [game for game in GAMES if seats in _seats_of(game)]
    ours: dict[Game, list[tuple[float, float]]] = {game: [] for game in games}
    theirs: dict[int, list[float]] = {DECKS: [], 1: []}
    for run in range(RUNS):
        for game, rates in ours.items():
            rates.append(_rates(rounds_of(game, seats, Random(run))))
        for decks, others in theirs.items():
            others.append(_rates(rlcard_blackjack(seats, decks, Random(run)))[0])
    six, one = ({_named(decks): rates} for decks, rates in theirs.items())
    for game, rates in ours.items():
        moves, but_bets = map(list, zip(*rates, strict=True))
        name = f"{game.title}, {seats} seat{'s' if seats > 1 else ''}"
        is_main = game is GAMES[0]
        yield from compared(name, A_SECOND, moves, {**six, **(one if is_main else {})}, REACH)
        if is_main:
            yield from compared(f"{name}, bets not counted", A_SECOND, but_bets, six)


def _seats_of(game: Game) -> tuple[int, ...]:
    least, _ = game.seats_for(game.Rules())
    return least, 3, 5


def _rates(play_round: PlayRound) -> tuple[float, float]:
    """Return how many moves were made in a second, and how many without the bets."""
    moves = bets = 0
    begun = perf_counter()
    while (seconds := perf_counter() - begun) < RUN_SECONDS:
        made = play_round()
        moves += made.moves
        bets += made.bets
    return moves / seconds, (moves - bets) / seconds


def rounds_of(game: Game, seats: int, random: Random) -> PlayRound:
    """Return what plays a round of GAME at a table that goes on from round to round."""
    rules = game.Rules()
    house = game.furnish(rules, random.randbytes(SEED_BYTES))
    table = Table(game, rules, house, MOST_PLAYERS)
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

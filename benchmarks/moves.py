"""How many moves of random players the engine makes in a second, beside RLCard's blackjack."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.report import Report, Row, Unit, compared
from pontoon.engine.moves import Move, Option
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.round import Round
from pontoon.engine.table import Table
from pontoon.games import GAMES

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


PlayRound = Callable[[], int]
"""Plays a round from the deal to its end, and returns how many moves were made."""


def measure(_folder: Path) -> Report:
    """Play all games by turns, each with 1 seat, 3 and 5, or 2 where nobody can play alone."""
    return Report([row for seats in SEATS for row in _rows(seats)])


def _rows(seats: int) -> Iterator[Row]:
    """Yield the rows of the games that are looked at with so many SEATS."""
    games = [game for game in GAMES if seats in _seats_of(game)]
    ours: dict[Game, list[tuple[float, float]]] = {game: [] for game in games}
    theirs: dict[str, list[float]] = {name: [] for name in PEERS}
    for run in range(RUNS):
        for game, rates in ours.items():
            rates.append(_rates(rounds_of(game, seats, Random(run)), bets=seats))
        for name, others in theirs.items():
            others.append(_rates(PEERS[name](seats, Random(run)))[0])
    nearest = {NEAREST: theirs[NEAREST]}
    for game, rates in ours.items():
        moves, but_bets = map(list, zip(*rates, strict=True))
        name = f"{game.title}, {seats} seat{'s' if seats > 1 else ''}"
        is_main = game is GAMES[0]
        yield from compared(name, A_SECOND, moves, theirs if is_main else nearest, REACH)
        if is_main:
            yield from compared(f"{name}, bets not counted", A_SECOND, but_bets, nearest)


def _seats_of(game: Game) -> tuple[int, ...]:
    least, _ = game.seats_for(game.Rules())
    return least, 3, 5


def _rates(play_round: PlayRound, bets: int = 0) -> tuple[float, float]:
    """Return how many moves were made in a second, and how many without BETS in each round."""
    moves = rounds = 0
    begun = perf_counter()
    while (seconds := perf_counter() - begun) < RUN_SECONDS:
        moves += play_round()
        rounds += 1
    return moves / seconds, (moves - rounds * bets) / seconds


def rounds_of(game: Game, seats: int, random: Random) -> PlayRound:
    """Return what plays a round of GAME at a table that goes on from round to round."""
    rules = game.Rules()
    house = game.new_equipment(rules, random.randbytes(SEED_BYTES))
    table = Table(game, rules, house, MOST_PLAYERS)
    players = [(f"player{number}", CHIPS) for number in range(seats)]

    def play_round() -> int:
        moves = 0
        table.deal(players)
        while (ask := table.ask) is not None:
            table.act(ask.player, _some_move(ask.options, random.random))
            moves += 1
        return moves

    return play_round


def _some_move(options: tuple[Option, ...], chance: Callable[[], float]) -> Move:
    """Choose one of OPTIONS, each equally likely, and any amount that it allows.

    CHANCE is from 0 to 1; to make a whole number of it takes much less time than ``randrange``.
    """
    option = options[int(chance() * len(options))]
    least, most = option.least, option.most
    if least is None or most is None:
        return Move(option.verb)
    return Move(option.verb, least + int(chance() * (most - least + 1)))


def rlcard_blackjack(seats: int, decks: int, random: Random) -> PlayRound:
    """Return what plays a round of RLCard's blackjack, which shuffles so many DECKS for each.

    It is asked for as RLCard's users ask for it, and tells like our table what may be done next.
    """
    # Imported only here so that the other benchmarks can be run without the peers.
    import rlcard

    config = {"game_num_players": seats, "game_num_decks": decks, "seed": random.getrandbits(32)}
    blackjack = rlcard.make("blackjack", config=config)

    def play_round() -> int:
        moves = 0
        blackjack.reset()
        while not blackjack.is_over():
            blackjack.step(int(random.random() * blackjack.num_actions))
            moves += 1
        return moves

    return play_round


def rlcard_bare_game(seats: int, decks: int, random: Random) -> PlayRound:
    """Return what plays a round of the game inside RLCard's blackjack, which tells less."""
    from rlcard.games.blackjack import Game

    game = Game()
    game.configure({"game_num_players": seats, "game_num_decks": decks})
    actions = ("hit", "stand")

    def play_round() -> int:
        moves = 0
        game.init_game()
        while not game.is_over():
            game.step(actions[int(random.random() * len(actions))])
            moves += 1
        return moves

    return play_round


NEAREST = f"RLCard, {DECKS} decks"
PEERS: dict[str, Callable[[int, Random], PlayRound]] = {
    NEAREST: lambda seats, random: rlcard_blackjack(seats, DECKS, random),
    "RLCard, 1 deck": lambda seats, random: rlcard_blackjack(seats, 1, random),
    f"RLCard's bare game, {DECKS} decks": lambda seats, random: rlcard_bare_game(
        seats, DECKS, random
    ),
}
"""What our games are compared with: Shed Pontoon with all of it, the others with the nearest."""

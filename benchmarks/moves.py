"""How fast the engine plays for random players.

Moves a second stand beside RLCard's blackjack, rounds a second beside OpenSpiel's, a core in C++.
"""

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
MAX_PLAYERS = 10
DECKS = 6
"""As many as are in our shoes. RLCard shuffles them for each round."""

A_SECOND = Unit("/s", 0)

Game = type[Round[Any, Any]]


PlayRound = Callable[[], int]
"""Plays a round from the deal to its end, and returns how many moves were made."""


def measure(_folder: Path) -> Report:
    """Play all games by turns, each with 1 or 2 seats, with 3 and with 5."""
    return Report([*(row for seats in SEATS for row in _rows(seats)), *_rounds_rows()])


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
    for game, rates in ours.items():
        moves, but_bets = map(list, zip(*rates, strict=True))
        name = f"{game.title}, {seats} seat{'s' if seats > 1 else ''}"
        for peer, reach in REACH.items():
            yield from compared(name, A_SECOND, moves, {peer: theirs[peer]}, reach)
            name = ""
        if game is GAMES[0]:
            name = f"{game.title}, {seats} seat{'s' if seats > 1 else ''}, bets not counted"
            yield from compared(name, A_SECOND, but_bets, {NEAREST: theirs[NEAREST]})


def _rounds_rows() -> Iterator[Row]:
    """Yield the rows of the games that one may play alone, counted in rounds."""
    ours: dict[Game, list[float]] = {game: [] for game in GAMES if 1 in _seats_of(game)}
    theirs: list[float] = []
    for run in range(RUNS):
        for game, rates in ours.items():
            rates.append(rounds_a_second(rounds_of(game, 1, Random(run))))
        theirs.append(rounds_a_second(open_spiel_blackjack(Random(run))))
    for game, rates in ours.items():
        name = f"{game.title}, 1 seat, rounds"
        yield from compared(name, A_SECOND, rates, {"OpenSpiel": theirs}, "≥ 0.5 ×")


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


def rounds_a_second(play_round: Callable[[], object]) -> float:
    """Return how many rounds PLAY_ROUND plays in a second."""
    rounds = 0
    begun = perf_counter()
    while (seconds := perf_counter() - begun) < RUN_SECONDS:
        play_round()
        rounds += 1
    return rounds / seconds


def rounds_of(game: Game, seats: int, random: Random) -> PlayRound:
    """Return what plays a round of GAME at a table that goes on from round to round."""
    rules = game.Rules()
    equipment = game.new_equipment(rules, random.randbytes(SEED_BYTES))
    table = Table(game, rules, equipment, MAX_PLAYERS)
    players = [(f"player{number}", CHIPS) for number in range(seats)]

    def play_round() -> int:
        moves = 0
        table.deal(players)
        while (ask := table.ask) is not None:
            table.act(ask.player, some_move(ask.options, random.random))
            moves += 1
        return moves

    return play_round


def some_move(options: tuple[Option, ...], chance: Callable[[], float]) -> Move:
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


def rlcard_inner_game(seats: int, decks: int, random: Random) -> PlayRound:
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


def open_spiel_blackjack(random: Random) -> PlayRound:
    """Return what plays a round of OpenSpiel's blackjack: one player, and the deck's chances."""
    import pyspiel

    blackjack = pyspiel.load_game("blackjack")

    def play_round() -> int:
        moves = 0
        state = blackjack.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                # Each card that is left is as likely as any other.
                cards = state.chance_outcomes()
                state.apply_action(cards[int(random.random() * len(cards))][0])
            else:
                options = state.legal_actions()
                state.apply_action(options[int(random.random() * len(options))])
                moves += 1
        return moves

    return play_round


NEAREST = f"RLCard, {DECKS} decks"
INNER = f"RLCard's inner game, {DECKS} decks"
PEERS: dict[str, Callable[[int, Random], PlayRound]] = {
    NEAREST: lambda seats, random: rlcard_blackjack(seats, DECKS, random),
    INNER: lambda seats, random: rlcard_inner_game(seats, DECKS, random),
}
REACH = {NEAREST: "≥ 4 ×", INNER: "≥ 3 ×"}

"""How well the computer players play: what each of them wins or loses with, or against, each.

``python -m benchmarks.skill`` plays all games and prints the table of docs/computers.md. The rounds
are dealt by the engine, without a bot; each player is shown what a player in that seat is shown.
``--speed`` measures how many rounds that are in a second, beside the peers of benchmarks/moves.py.
"""

import argparse
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice, product
from math import sqrt
from operator import attrgetter
from random import Random
from typing import NamedTuple

from benchmarks.moves import (
    A_SECOND,
    DECKS,
    NEAREST,
    RUNS,
    PlayRound,
    open_spiel_blackjack,
    rlcard_blackjack,
    rounds_a_second,
)
from benchmarks.report import Row, compared, table
from pontoon.engine.computers import CHARACTERS, PLUS, character_of
from pontoon.engine.events import Event, HandResult, Settled, Shuffled
from pontoon.engine.moves import Move, Phase, Unit, Verb
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.table import Table
from pontoon.games import Game
from pontoon.games.blackjack import BlackJack
from pontoon.games.british import BritishPontoon
from pontoon.games.cutwc import CutwcPontoon
from pontoon.games.shed import ShedPontoon
from pontoon.games.shoot import ShootPontoon
from pontoon.odds.advice import Advice
from pontoon.odds.advise import advise
from pontoon.odds.characters import choose, needs_advice
from pontoon.odds.view import Observer, SeenHand, View

CHIPS = 1000
"""What everybody has at the start of each round."""
ROUNDS = 50_000
ROUNDS_WITH_ODDS = 2_000
ALONE = "alone"

PEERS_PLAY: Mapping[str, Callable[[Random], PlayRound]] = {
    "OpenSpiel": open_spiel_blackjack,
    NEAREST: partial(rlcard_blackjack, 1, DECKS),
}
"""What plays rounds of blackjack with one player who makes random moves."""


class Figure(NamedTuple):
    """A figure of the table: what one character gains or loses with or against another."""

    row: str
    game: Game
    characters: tuple[str, ...]
    """In the order of the seats."""
    seat: int = 0
    """The seat that is counted."""

    @property
    def character(self) -> str:
        return self.characters[self.seat]

    @property
    def column(self) -> str:
        return ALONE if len(self.characters) == 1 else self.characters[1 - self.seat]

    @property
    def is_drink(self) -> bool:
        return self.game.unit is Unit.FINGERS

    @property
    def rounds(self) -> int:
        return ROUNDS_WITH_ODDS if "ann" in self.characters else ROUNDS


def figures() -> Iterator[Figure]:
    """Yield all figures, those of a row one after the other."""
    for one in CHARACTERS:
        yield Figure("Shed Pontoon", ShedPontoon, (one,))
        for other in CHARACTERS:
            yield Figure("Shed Pontoon", ShedPontoon, (one, other))
    for game in (BritishPontoon, ShootPontoon):
        for one, other in product(CHARACTERS, repeat=2):
            yield Figure(f"{game.title}, against the banker", game, (one, other))
    for one, other in product(CHARACTERS, repeat=2):
        yield Figure("CUTwC Pontoon, against the dealer", CutwcPontoon, (one, other))
    for one, other in product(CHARACTERS, repeat=2):
        yield Figure("CUTwC Pontoon, as the dealer", CutwcPontoon, (other, one), seat=1)
    for one in CHARACTERS:
        yield Figure("Black Jack For Time", BlackJack, (one,))


Odds = Callable[[View], Advice | None]
"""Works out the odds of what a player sees."""


class Adviser:
    """Works out odds, once for all views in which the same cards by value are seen."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Advice | None] = {}

    def advise(self, view: View) -> Advice | None:
        ask = view.ask
        hands = tuple([_values(view, hand) for hand in view.hands])
        thrown, gone = (
            tuple(sorted([card.value for card in cards])) for cards in (view.thrown, view.gone)
        )
        asked = ask.phase, ask.options, ask.chips, ask.hand
        key = (view.game, view.player, *asked, hands, thrown, gone)
        if key not in self._known:
            self._known[key] = advise(view)
        return self._known[key]


def _values(view: View, hand: SeenHand) -> Hashable:
    """Return all that counts of HAND; others' stakes count only where there is a banker."""
    counts = view.banker is not None or hand.player == view.player
    stakes = (hand.bet, hand.stake, hand.side_bet) if counts else ()
    cards = tuple([card and card.value for card in hand.cards])
    ended = hand.is_over, hand.is_bust, hand.is_pontoon, hand.has_resigned
    return hand.player, cards, tuple(hand.acts), stakes, ended


def rounds_of(
    game: Game, players: Sequence[str], odds: Odds, lots: Random
) -> Iterator[list[Event]]:
    """Yield what happens in each round of GAME between PLAYERS, whose characters their names say.

    LOTS make the cards too. Where there is a bank, the last player keeps it. Players remember what
    they have seen since the cards were shuffled, as they do in a bot.
    """
    rules = game.Rules()
    equipment = game.new_equipment(rules, lots.randbytes(SEED_BYTES))
    table = Table(game, rules, equipment, len(players))
    seats = [(player, CHIPS) for player in players]
    told: list[Event] = []
    observers: dict[str, Observer] = {}
    while True:
        if not observers or any(isinstance(event, Shuffled) for event in told):
            observers = {player: Observer(player, game.name, rules) for player in players}
        told = []
        happened = table.deal(seats)
        while (ask := table.ask) is not None:
            told += happened
            for observer in observers.values():
                observer.see(happened)
            if ask.phase is Phase.BANK:
                takes = ask.player == players[-1]
                happened = table.act(ask.player, Move(Verb.TAKE if takes else Verb.PASS))
                continue
            view, character = observers[ask.player].view(ask), character_of(ask.player)
            advice = odds(view) if needs_advice(character, ask) else None
            happened = table.act(ask.player, choose(character, view, advice, lots))
        told += happened
        for observer in observers.values():
            observer.see(happened)
        yield told


@dataclass
class Tally:
    """Adds up what was gained in rounds, and what was staked for it."""

    rounds: int = 0
    gain: int = 0
    staked: int = 0
    gain_squared: int = 0
    gain_by_stake: int = 0
    stake_squared: int = 0

    def add(self, gain: int, stake: int) -> None:
        self.rounds += 1
        self.gain += gain
        self.staked += stake
        self.gain_squared += gain * gain
        self.gain_by_stake += gain * stake
        self.stake_squared += stake * stake

    @property
    def mean(self) -> float:
        """What was gained for each unit that was staked."""
        return self.gain / self.staked

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        mean = self.mean
        squares = self.gain_squared - 2 * mean * self.gain_by_stake + mean**2 * self.stake_squared
        return sqrt(squares) / self.staked


def measured(figure: Figure, odds: Odds) -> Tally:
    """Play the rounds of FIGURE. Fingers are counted for a round, all else for what is staked."""
    tally = Tally()
    players = named(figure.characters)
    player, lots = players[figure.seat], Random(f"{figure.row} {players}")
    for told in islice(rounds_of(figure.game, players, odds, lots), figure.rounds):
        hands = [each for each in told if isinstance(each, HandResult) and each.player == player]
        staked = sum(hand.stake + hand.shot + hand.insurance for hand in hands)
        (end,) = (event for event in told if isinstance(event, Settled))
        (gain,) = (result.chips for result in end.results if result.player == player)
        tally.add(gain, 1 if figure.is_drink else staked)
    return tally


def named(characters: Sequence[str]) -> list[str]:
    """Return players of these CHARACTERS, of which no two have the same name."""
    return [f"{character}{PLUS}{seat}" for seat, character in enumerate(characters, 1)]


def shown(figure: Figure, tally: Tally) -> str:
    """Return what the table says of FIGURE."""
    if figure.is_drink:
        return f"{-tally.mean:.3f} ± {tally.error:.3f}"
    return f"{100 * tally.mean:+.1f} ± {100 * tally.error:.1f}"


def table_of_skill() -> Iterator[str]:
    """Yield the lines of the table, each as soon as it is known."""
    yield (
        f"| game | who | {ALONE} | "
        + " | ".join(f"with {each}{PLUS}" for each in CHARACTERS)
        + " |"
    )
    yield "|---" * (3 + len(CHARACTERS)) + "|"
    odds = Adviser().advise
    for (row, character), of_row in groupby(figures(), attrgetter("row", "character")):
        cells = {each.column: shown(each, measured(each, odds)) for each in of_row}
        line = " | ".join(cells.get(column, "") for column in (ALONE, *CHARACTERS))
        yield f"| {row} | {character}{PLUS} | {line} |"


def speeds() -> Iterator[Row]:
    """Yield how many rounds a second are played, beside games of random players."""
    alone = [(game, one) for game in (ShedPontoon, BlackJack) for one in ("bob", "ann")]
    ours: list[list[float]] = [[] for _ in alone]
    theirs: dict[str, list[float]] = {name: [] for name in PEERS_PLAY}
    for run in range(RUNS):
        for (game, one), rates in zip(alone, ours, strict=True):
            rounds = rounds_of(game, named([one]), advise, Random(run))
            rates.append(rounds_a_second(partial(next, rounds)))
        for name, rates in theirs.items():
            rates.append(rounds_a_second(PEERS_PLAY[name](Random(run))))
    for (game, one), rates in zip(alone, ours, strict=True):
        yield from compared(f"{game.title}, {one}{PLUS} alone, rounds", A_SECOND, rates, theirs)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.skill", description=__doc__)
    parser.add_argument("--speed", action="store_true", help="how many rounds are played a second")
    if parser.parse_args(arguments).speed:
        print(table(speeds()))
        return
    for line in table_of_skill():
        print(line, flush=True)


if __name__ == "__main__":
    main()

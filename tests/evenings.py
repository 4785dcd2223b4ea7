"""Evenings: some rounds at one table, with chips carried over from each to the next.

Hypothesis draws where an evening begins and what is done in it: legal moves, resigning and stopping
a round. What must hold all the while is said in ``test_any_game``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from operator import methodcaller
from typing import Any

from hypothesis import strategies as st

from pontoon.cards import Card
from pontoon.events import Event, Settled
from pontoon.moves import Extreme, Move, Option
from pontoon.round import Round
from pontoon.shoe import Place, Shoe
from pontoon.table import Table
from tests.at_table import asked, of_kind

Game = type[Round[Any, Any]]

MOVES_FOR_A_SEAT = 60
"""More than anybody makes in one round: of all moves only burning has no limit, and it is rare."""


@dataclass(frozen=True)
class Start:
    """What an evening begins with: the shoe, and how many chips each player has."""

    decks: int
    marker: tuple[int, int]
    seed: bytes
    chips: list[int]

    def table(self, game: Game, shoe: Shoe) -> Table:
        """Return a table for GAME that deals from SHOE."""
        rules = replace(game.Rules(), decks=self.decks, marker=self.marker)
        return Table(game, rules, shoe, max_players=10)

    def shoe_at(self, place: Place) -> Shoe:
        """Return the shoe as it stood at PLACE, between two rounds."""
        return Shoe.at(place, self.decks, self.marker, self.seed)


def starts_with(
    decks: int, marker: tuple[int, int], players: tuple[int, int]
) -> st.SearchStrategy[Start]:
    """Draw starts with so many decks, which must be enough for the most PLAYERS that there are."""
    least, most = players
    chips = st.one_of(st.integers(1, 40), st.sampled_from((99, 100, 101, 1000, 10**12)))
    return st.builds(
        Start,
        decks=st.just(decks),
        marker=st.just(marker),
        seed=st.binary(min_size=32, max_size=32),
        chips=st.lists(chips, min_size=least, max_size=most),
    )


starts = st.one_of(
    starts_with(decks=1, marker=(0, 9), players=(1, 2)),
    starts_with(decks=2, marker=(0, 40), players=(2, 4)),
    starts_with(decks=6, marker=(60, 75), players=(3, 10)),
)
choices = st.binary(min_size=240, max_size=400)
"""Two bytes for each step of an evening: what is done, and which way of doing it."""
moments = st.integers(0, 60)


@dataclass
class PlayedRound:
    """A round as it could be recorded: where the shoe stood, what was done and what happened."""

    place: Place
    calls: list[Callable[[Table], list[Event]]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


class WatchedShoe(Shoe):
    """A shoe that fails if a card comes out more often than it can.

    ``out`` are the cards that are not in it, on the table or thrown away.
    """

    full_shuffles = 0

    def deal(self) -> Card:
        """Take the card on top, which must not have been dealt too often."""
        card = super().deal()
        self.out[card] += 1
        assert self.out[card] <= len(self._packs) // 52
        return card

    def shuffle(self) -> None:
        """Shuffle all the cards, and count that."""
        super().shuffle()
        self.full_shuffles += 1
        self.out = Counter[Card]()

    def replenish(self, on_table: Iterable[Card]) -> None:
        """Take back every card that is not ON_TABLE."""
        self.out = Counter(on_table)
        super().replenish(self.out.elements())


class Evening:
    """Rounds at one table, one after the other, and a record of each."""

    def __init__(self, game: Game, start: Start) -> None:
        self.chips = {f"player{number}": chips for number, chips in enumerate(start.chips, 1)}
        self.shoe = WatchedShoe(start.decks, start.marker, start.seed)
        self.table = start.table(game, self.shoe)
        self.rounds: list[PlayedRound] = []
        self.house = 0

    def play(self, choices: bytes) -> Iterator[None]:
        """Take the steps that CHOICES say, then end the round; yield after each."""
        for choice, number in zip(choices[::2], choices[1::2], strict=False):
            if self.table.ask is None:
                if not self.begin():
                    return
                yield
            self.step(choice, number)
            yield
        while self.table.ask is not None:
            self.move(0)
            yield

    def begin(self) -> bool:
        """Begin a round with those who still have chips; tell whether there is to be one."""
        order = self.table.rotated_players() or tuple(self.chips)
        players = [(player, self.chips[player]) for player in order if self.chips[player]]
        if not players:
            return False
        self.rounds.append(PlayedRound(self.shoe.place))
        self.do("deal", players)
        return True

    def step(self, choice: int, number: int) -> None:
        """Stop the round, let somebody resign or, far more often, make a legal move."""
        staying = [seat.player for seat in self.table.seats if not seat.has_resigned]
        if choice % 64 == 1:
            self.do("abandon")
        elif choice % 32 == 2:
            self.do("resign", staying[number % len(staying)])
        else:
            self.move(number)

    def move(self, number: int) -> None:
        """Make a legal move."""
        ask = asked(self.table)
        self.do("act", ask.player, some_move(ask.options, number))

    def do(self, name: str, *arguments: Any) -> None:
        """Call the table's method NAME, note it and what happened, and pay where that is due."""
        call = methodcaller(name, *arguments)
        this_round = self.rounds[-1]
        this_round.calls.append(call)
        events: list[Event] = call(self.table)
        this_round.events += events
        assert len(this_round.calls) <= MOVES_FOR_A_SEAT * len(self.table.players)
        for end in of_kind(Settled, events):
            self.house += end.house
            for result in end.results:
                self.chips[result.player] += result.chips


def some_move(options: tuple[Option, ...], number: int) -> Move:
    """Choose a move on offer and, where it has an amount, the least, the most or another one.

    The last options come up more often: games list what is rarely on offer at the end.
    """
    option = options[min(number % (len(options) + 2), len(options) - 1)]
    if option.least is None or option.most is None:
        return Move(option.verb)
    between = (option.least + option.most) // 2
    amounts = (option.least, option.most, between, *Extreme, None)
    return Move(option.verb, amounts[number // (len(options) + 2) % len(amounts)])

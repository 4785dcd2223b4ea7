"""Evenings: some rounds at one table, with chips carried over from each to the next.

Hypothesis draws where an evening begins and what is done in it: legal moves, resigning and stopping
a round. What must hold all the while is said in ``test_any_game``, and what there is to know of
each game in ``game_fixtures``.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Any

from hypothesis import strategies as st

from pontoon.engine.actions import Action, Dealt, written
from pontoon.engine.errors import Refused
from pontoon.engine.events import Event, Settled
from pontoon.engine.moves import Bound, Move, Option, TableRequest, Verb
from pontoon.engine.table import Table
from pontoon.games.bank_events import KnockedDown
from tests.support.game_fixtures import GameUnderTest, Start, WatchedPack, WatchedShoe
from tests.support.shed_rounds import of_kind, snapshot

MOVES_FOR_A_SEAT = 60
"""More than anybody makes in one round: of all moves only burning has no limit, and it is rare."""

choices = st.binary(min_size=240, max_size=400)
"""Two bytes for each step of an evening: what is done, and which way of doing it."""
moments = st.integers(0, 60)


@dataclass
class PlayedRound:
    """A round as it could be recorded: the equipment before it, what was done and what happened."""

    equipment: Any
    state: str = ""
    """The equipment as it is written down."""
    players: tuple[tuple[str, int], ...] = ()
    bank_passes_on: bool = False
    acts: list[str] = field(default_factory=list)
    """What was done, as it is written down."""
    calls: list[Callable[[Table], list[Event]]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


class Evening:
    """Rounds at one table, one after the other, and a record of each."""

    def __init__(self, tested: GameUnderTest, start: Start) -> None:
        self.chips = {f"player{number}": chips for number, chips in enumerate(start.chips, 1)}
        self.tested = tested
        self.start = start
        self.table = tested.table(start, tested.new_equipment(start))
        self.table.record_action = self.write_down
        self.rounds: list[PlayedRound] = []
        self.won_by_the_bot = 0

    @property
    def equipment(self) -> Any:
        """What the table has now."""
        return self.table.equipment

    @property
    def cards(self) -> WatchedShoe | WatchedPack:
        """The deck that the table has now."""
        return self.tested.cards(self.equipment)

    @property
    def all_chips(self) -> int:
        """All the chips there are between rounds, whoever has them."""
        return sum(self.chips.values()) + self.won_by_the_bot + self.tested.kitty(self.equipment)

    def play(self, choices: bytes) -> Iterator[None]:
        """Take the steps that CHOICES say, then end the round; yield after each."""
        for choice, number in zip(choices[::2], choices[1::2], strict=False):
            if self.table.ask is None:
                if not self.begin(number):
                    return
                yield
            self.step(choice, number)
            yield
        while self.table.ask is not None:
            self.move(int(self.table.ask.option(Verb.PASS) is not None))
            yield

    def begin(self, number: int = 0) -> bool:
        """Begin a round with those who can still play; tell whether there is to be one.

        NUMBER says whether a banker among them may not be there.
        """
        order = self.table.rotated_players() or tuple(self.chips)
        players = self.tested.players(self.start, {player: self.chips[player] for player in order})
        if not players or self.table.why_not_deal(players):
            return False
        self.rounds.append(PlayedRound(self.tested.copy(self.equipment)))
        self.do("deal", players, bank_passes_on=number % 4 == 0)
        return self.table.ask is not None

    def write_down(self, act: Action) -> None:
        """Write ACT down, and what it begins with if that is a round."""
        this_round = self.rounds[-1]
        if isinstance(act, Dealt):
            this_round.state = json.dumps(self.table.state())
            this_round.players, this_round.bank_passes_on = act.players, act.bank_passes_on
        else:
            this_round.acts.append(json.dumps(written(act)))

    def step(self, choice: int, number: int) -> None:
        """Stop the round, let somebody resign or, far more often, make a legal move."""
        staying = [seat.player for seat in self.table.seats if not seat.has_resigned]
        if choice % 64 == 1:
            self.do("abandon")
        elif choice % 32 == 2:
            self.resign(staying[number % len(staying)])
        elif choice % 16 == 3 and (deed := self.tested.some_deed(self.table, number)):
            self.try_deed(*deed)
        else:
            self.move(number, choice // 4)

    def move(self, number: int, who: int = 0) -> None:
        """Make a legal move of one of those who are asked."""
        asks = self.table.asks
        ask = asks[who % len(asks)]
        self.do("act", ask.player, some_move(ask.options, number))

    def resign(self, player: str) -> None:
        """Let PLAYER leave, or where it is too late whoever is asked make a move."""
        before = snapshot(self.table)
        try:
            self.do("resign", player)
        except Refused:
            assert snapshot(self.table) == before
            self.move(0)

    def try_deed(self, player: str, deed: TableRequest) -> None:
        """Do for PLAYER what can be done on turn or not, unless it is refused."""
        before = snapshot(self.table)
        try:
            self.do("do", player, deed)
        except Refused:
            assert snapshot(self.table) == before

    def do(self, name: str, *arguments: Any, **options: bool) -> None:
        """Call the table's method NAME, note it and what happened, and pay where that is due."""
        call = methodcaller(name, *arguments, **options)
        events: list[Event] = call(self.table)
        this_round = self.rounds[-1]
        this_round.calls.append(call)
        this_round.events += events
        assert len(this_round.calls) <= MOVES_FOR_A_SEAT * len(self.chips)
        for sold in of_kind(KnockedDown, events):
            self.chips[sold.player] += sold.price
            self.chips[sold.buyer] -= sold.price
        for end in of_kind(Settled, events):
            self.won_by_the_bot += end.house
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
    amounts = (option.least, option.most, between, *Bound, None)
    return Move(option.verb, amounts[number // (len(options) + 2) % len(amounts)])

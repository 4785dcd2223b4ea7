"""Who wins in Shed Pontoon: types of hands, their levels, and the worked examples of the rules."""

from typing import NamedTuple

import pytest

from pontoon.engine.cards import cards
from pontoon.engine.decks import Shoe
from pontoon.engine.events import HandResult, PlayerResult
from pontoon.engine.hands import Hand, Seat
from pontoon.games.shed import HandType, ShedPontoon, hand_type_of, level_of, winners
from tests.support.shed_rounds import RULES, begin, dealt, of_kind, play, settled

SHED = HandType.SHED_PONTOON
FIVE_21 = HandType.FIVE_CARD_21
FIVE = HandType.FIVE_CARD_TRICK
PONTOON = HandType.PONTOON
HIGH = HandType.HIGH_CARDS
BUST = HandType.BUST


def hand_of(held: str) -> Hand:
    return Hand(cards(held))


def winning(*held: str) -> list[str]:
    """Return which of the hands win, each written with its player: ``bob AS KD``."""
    seats: dict[str, Seat] = {}
    told: dict[Hand, str] = {}
    for written in held:
        player, _, its_cards = written.partition(" ")
        seat = seats.setdefault(player, Seat(player, 100))
        told[seat.add_hand(*cards(its_cards))] = written
    table = ShedPontoon(list(seats.values()), Shoe(6, (60, 75), bytes(32)), RULES)
    won = winners(table.levels())
    return [written for hand, written in told.items() if hand in won]


@pytest.mark.parametrize(
    ("held", "hand_type"),
    [
        ("7C 7D 7H", SHED),
        ("7C 7C 7C", SHED),
        ("7C 7D", HIGH),
        ("7C 7D 6H AS", HIGH),
        ("8C 7D 6H", HIGH),
        ("2C 3D 4H 5S 7C", FIVE_21),
        ("AC 2D 3H 4S AD", FIVE_21),
        ("2C 3D 4H 5S 6C", FIVE),
        ("AC 2D 3H 10S 4D", FIVE),
        ("AC AD AH AS AC", FIVE),
        ("2C 3D 4H 5S 8C", BUST),
        ("AC 10D", PONTOON),
        ("JC AD", PONTOON),
        ("AC QD", PONTOON),
        ("KC AD", PONTOON),
        ("AC 9D AH", HIGH),
        ("AC KD QH", HIGH),
        ("10C JD AH", HIGH),
        ("AC AD", HIGH),
        ("10C JD", HIGH),
        ("10C 6D", HIGH),
        ("2C 3D 4H 5S", HIGH),
        ("10C 6D 6H", BUST),
        ("7C 7D 7H 7S", BUST),
        ("KC QD JH", BUST),
    ],
)
def test_what_a_hand_is_called(held: str, hand_type: HandType) -> None:
    assert hand_type_of(hand_of(held)) is hand_type


BEST_FIRST = [
    ["7C 7D 7H", "7S 7S 7C"],
    ["2C 3D 4H 5S 7C", "AC AD 2H 3S 4C"],
    ["2C 3D 4H 5S 6C", "AC AD 2H 2S 2C", "3C 3D 3H 4S 5C"],
    ["AC KD", "10C AS"],
    ["10C 8D 3H", "AC 9D AH", "2C 3D 6H KS"],
    ["10C JD", "AC 9D", "9C 9D 2H"],
    ["10C 9D"],
    ["10C 8D", "AC 7D"],
    ["10C 7D"],
    ["10C 6D", "AC 5D"],
]


def test_levels_are_ordered_best_first() -> None:
    levels = [{level_of(hand_of(held)) for held in level} for level in BEST_FIRST]
    assert all(len(level) == 1 for level in levels)
    ordered = [level.pop() for level in levels]
    assert ordered == sorted(set(ordered), reverse=True)


class Example(NamedTuple):
    """One row of the rules' table: how to deal and play it, and what comes out for each hand.

    Everybody has 1000 chips and bets 10.
    """

    players: str
    shoe: str
    moves: str
    results: list[tuple[str, HandType, int, int]]
    """Player, kind of hand, its total, what it gains: in the order of seats and hands."""
    clown: int | None = None
    """Which of the results is on the clown wagon, if any."""


EXAMPLES = {
    "Bob pontoon, Bob 20, Dave 16": Example(
        "bob dave",
        dealt("AC AD", "10C 6D", then="KH 9S"),
        "bob: p s s dave: s",
        [("bob", PONTOON, 21, 20), ("bob", HIGH, 20, 0), ("dave", HIGH, 16, -10)],
    ),
    "Bob pontoon, Kevin pontoon, Bob 18": Example(
        "bob kevin",
        dealt("AC AD", "10C AS", then="KH 7S"),
        "bob: p s s kevin: s",
        [("bob", PONTOON, 21, 20), ("bob", HIGH, 18, -10), ("kevin", PONTOON, 21, 20)],
    ),
    "Bob pontoon, Bob 18, Dave pontoon, Dave 18": Example(
        "bob dave",
        dealt("AC AD", "AH AS", then="KH 7S QD 7C"),
        "bob: p s s dave: p s s",
        [
            ("bob", PONTOON, 21, 20),
            ("bob", HIGH, 18, 0),
            ("dave", PONTOON, 21, 20),
            ("dave", HIGH, 18, 0),
        ],
    ),
    "the same, and Kevin 19": Example(
        "bob dave kevin",
        dealt("AC AD", "AH AS", "10C 9D", then="KH 7S QD 7C"),
        "bob: p s s dave: p s s kevin: s",
        [
            ("bob", PONTOON, 21, 20),
            ("bob", HIGH, 18, -10),
            ("dave", PONTOON, 21, 20),
            ("dave", HIGH, 18, -10),
            ("kevin", HIGH, 19, -10),
        ],
    ),
    "Bob 16, Dave bust, Kevin bust": Example(
        "bob dave kevin",
        dealt("10C 6D", "10H 5S", "9C 6S", then="QD 8D"),
        "bob: s dave: t kevin: t",
        [("bob", HIGH, 16, 15), ("dave", BUST, 25, -10), ("kevin", BUST, 23, -10)],
        clown=0,
    ),
    "Bob 16, Kevin 16, Dave bust": Example(
        "bob kevin dave",
        dealt("10C 6D", "9H 7S", "9C 6S", then="QD"),
        "bob: s kevin: s dave: t",
        [("bob", HIGH, 16, 0), ("kevin", HIGH, 16, 0), ("dave", BUST, 25, -10)],
    ),
    "Bob 16, Bob (split) bust, Dave bust": Example(
        "bob dave",
        dealt("8C 8D", "9C 6S", then="8H 7S KC QD"),
        "bob: p s t dave: t",
        [("bob", HIGH, 16, 15), ("bob", BUST, 25, -10), ("dave", BUST, 25, -10)],
        clown=0,
    ),
    "Bob five cards 18, Dave five cards 20, Kevin pontoon": Example(
        "bob dave kevin",
        dealt("2C 3D", "4H 5S", "AC KD", then="4C 4D 5H 2D 2H 7C"),
        "bob: t t t dave: t t t kevin: s",
        [("bob", FIVE, 18, 30), ("dave", FIVE, 20, 30), ("kevin", PONTOON, 21, -10)],
    ),
    "Bob five cards 21, Dave five cards 20": Example(
        "bob dave",
        dealt("2C 3D", "4H 5S", then="4C 4D 8H 2D 2H 7C"),
        "bob: t t t dave: t t t",
        [("bob", FIVE_21, 21, 40), ("dave", FIVE, 20, -10)],
    ),
    "Bob 7-7-7, Dave five cards 21": Example(
        "bob dave",
        dealt("7C 7D", "4H 5S", then="7H 2D 2H 8C"),
        "bob: t s dave: t t t",
        [("bob", SHED, 21, 70), ("dave", FIVE_21, 21, -10)],
    ),
    "everybody bust": Example(
        "bob dave",
        dealt("10C 6D", "10H 5S", then="8D QD"),
        "bob: t dave: t",
        [("bob", BUST, 24, -10), ("dave", BUST, 25, -10)],
    ),
}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_worked_example_played_as_a_round(example: Example) -> None:
    players = example.players.split()
    table = begin(example.shoe, *players)
    play(table, " ".join(f"{player}: 10" for player in players))
    events = play(table, example.moves)
    results = of_kind(HandResult, events)
    assert [
        (result.player, result.type, result.total, result.gain) for result in results
    ] == example.results
    assert [result.on_clown_wagon for result in results] == [
        place == example.clown for place in range(len(results))
    ]
    assert all(result.stake == 10 for result in results)
    assert settled(events).results == tuple(
        PlayerResult(player, sum(gains), played=1, won=int(any(gain >= 0 for gain in gains)))
        for player in players
        for gains in [[gain for name, _, _, gain in example.results if name == player]]
    )
    assert settled(events).house == -sum(gain for *_, gain in example.results)
    assert table.ask is None


BOB_21, BOB_20, BOB_18, BOB_16 = "bob AS KD", "bob KH QD", "bob 10H 8S", "bob 9C 7H"
DAVE_21, DAVE_18, DAVE_16, DAVE_BUST = "dave AC 10D", "dave 9C 9D", "dave 9C 7D", "dave 10C 6D KS"
KEVIN_21, KEVIN_19, KEVIN_16, KEVIN_BUST = (
    "kevin JC AD",
    "kevin 10C 9H",
    "kevin 10C 6D",
    "kevin 10C 6D 9H",
)


@pytest.mark.parametrize(
    ("winners", "losers"),
    [
        # The worked examples, in the order of the rules
        ([BOB_21, BOB_20], [DAVE_16]),
        ([BOB_21, KEVIN_21], [BOB_18]),
        ([BOB_21, BOB_18, DAVE_21, DAVE_18], []),
        ([BOB_21, DAVE_21], [BOB_18, DAVE_18, KEVIN_19]),
        ([BOB_16], [DAVE_BUST, KEVIN_BUST]),
        ([BOB_16, KEVIN_16], [DAVE_BUST]),
        ([BOB_16], ["bob 8C 5D 9H", DAVE_BUST]),
        (["bob 2C 3D 4H 5S 4C", "dave 2C 3D 4H 5S 6C"], [KEVIN_21]),
        (["bob 2C 3D 4H 5S 7C"], ["dave 2C 3D 4H 5S 6C"]),
        (["bob 7C 7D 7H"], ["dave 2C 3D 4H 5S 7C"]),
        ([], ["bob 10C 6D KS", DAVE_BUST]),
        # Alone
        ([BOB_16], []),
        ([BOB_21, BOB_20, BOB_18, BOB_16], ["bob 10C 6D KS"]),
        # Where the walk down ends it stays ended, whoever owns what is further down
        ([BOB_20], [KEVIN_19, BOB_18, BOB_16]),
        ([BOB_21, BOB_20], [KEVIN_19, BOB_18]),
        # Fewer, more and other players than those of the best level
        ([BOB_21, DAVE_21], [DAVE_18]),
        ([BOB_18, DAVE_18], [BOB_16, DAVE_16, KEVIN_16]),
        ([BOB_18], [DAVE_16]),
        # How many hands a player has at a level does not matter
        ([BOB_21, BOB_18, "bob 9H 9S"], [DAVE_16]),
        ([BOB_21, "bob KD AH", BOB_18], []),
        ([BOB_21, "bob KD AH", DAVE_21, BOB_18, DAVE_18, "dave 10C 8D"], []),
        ([BOB_21, "bob KD AH"], [DAVE_18, BOB_18]),
        # One level is one type, or one total of high cards
        (["bob 2C 3D 4H 5S 4C", "bob 2C 3D 4H 5S 6C"], [BOB_21, DAVE_21]),
        (["bob 7C 7D 7H", "bob 10C JD AH"], [DAVE_18]),
        ([BOB_21], ["dave 10C JD AH"]),
        (["bob AH 7S", BOB_18, DAVE_18], [KEVIN_16]),
    ],
)
def test_every_hand_that_wins_and_no_other(winners: list[str], losers: list[str]) -> None:
    assert winning(*winners, *losers) == winners
    assert sorted(winning(*losers[::-1], *winners[::-1])) == sorted(winners)


def test_a_resigned_hand_is_on_no_level() -> None:
    """However good it is, it neither wins nor keeps others from winning."""
    bob, dave = Seat("bob", 100), Seat("dave", 100)
    dave.has_resigned = True
    best = bob.add_hand(*cards("10C 9D"))
    lesser = bob.add_hand(*cards("10C 7D"))
    dave.add_hand(*cards("AC KD"))
    dave.add_hand(*cards("10C 8D"))
    levels = ShedPontoon([bob, dave], Shoe(6, (60, 75), bytes(32)), RULES).levels()
    assert levels == [[(bob, best)], [(bob, lesser)]]
    assert winners(levels) == [best, lesser]

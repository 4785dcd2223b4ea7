"""What the moves in Black Jack For Time are worth, beside what the engine pays (RULES 5)."""

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest
from msgspec.structs import replace

from pontoon.engine.cards import PACK, cards
from pontoon.engine.decks import Shoe
from pontoon.engine.events import Event
from pontoon.engine.hands import Hand
from pontoon.engine.moves import Move, Phase, Verb
from pontoon.games.blackjack import BlackJack, BlackJackRules
from pontoon.games.blackjack_hands import HandType, is_natural
from pontoon.odds.advice import Advice, MoveValue
from pontoon.odds.advise import advise
from pontoon.odds.blackjack import HandOdds
from pontoon.odds.pontoon_draws import VALUES
from pontoon.odds.view import Observer, View
from tests.support.blackjack_rounds import RULES, dealer_of, only_result, table_of
from tests.support.shed_rounds import dealt, settled

SIGMAS = 4
ROUNDS = int(os.environ.get("PONTOON_ODDS_ROUNDS", "100"))
COINS = 100
SEED = b"odds of black jack".ljust(32, b".")


def advised(view: View) -> Advice:
    advice = advise(view)
    assert advice
    return advice


class KnownRound:
    """A round in which bob, who HAS so many coins, has seen all cards but those that are dealt.

    They come in ORDER.
    """

    def __init__(self, order: str, rules: BlackJackRules = RULES, has: int = COINS) -> None:
        shoe = Shoe(1, (0, 0), SEED)
        shoe.cards = [*reversed(cards(order))]
        self.table = table_of(shoe, rules)
        self.happened: list[Event] = []
        self._observer = Observer("bob", BlackJack.name, rules)
        self._thrown = tuple((Counter(PACK * rules.decks) - Counter(cards(order))).elements())
        self._see(self.table.deal([("bob", has)]))

    def _see(self, happened: list[Event]) -> None:
        self._observer.see(happened)
        self.happened += happened

    def act(self, *moves: Move) -> None:
        for move in moves:
            self._see(self.table.act("bob", move))

    @property
    def values(self) -> tuple[MoveValue, ...]:
        """What the moves that bob can make are worth, the best first."""
        view = self._observer.view(self.table.asks[0])
        return advised(replace(view, thrown=self._thrown)).values


# By hand: so few kinds of cards are left that anybody can tell

TENS = "10C JC QC KC 10D JD QD KD"


def values(own: str, up: str, left: str, **rules: Any) -> dict[Verb, MoveValue]:
    """Return what each move is worth if bob has OWN against UP, a bet of 10, and 90 coins left.

    Only the cards LEFT are unseen.
    """
    hole, *then = left.split()
    order = dealt(own, f"{up} {hole}", then=" ".join(then))
    known = KnownRound(order, BlackJackRules(**rules))
    known.act(Move(Verb.BET, 10))
    return {each.move.verb: each for each in known.values}


def numbers(worth: MoveValue) -> tuple[float, float, float | None]:
    return worth.value, worth.win, worth.bust


def assert_worth(worth: MoveValue, value: float, win: float, bust: float) -> None:
    assert numbers(worth) == pytest.approx((value, win, bust))


def test_a_higher_total_gains_the_bet() -> None:
    assert_worth(values("10S 8S", "7S", TENS)[Verb.STAY], 1, win=1, bust=0)


def test_a_bust_loses_the_bet_and_both_if_it_is_doubled() -> None:
    moves = values("10S 5S", "7S", TENS)
    assert_worth(moves[Verb.HIT], -1, win=0, bust=1)
    assert_worth(moves[Verb.DOUBLE], -2, win=0, bust=1)


def test_21_gains_two_bets_and_so_does_a_doubled_hand() -> None:
    moves = values("5S 6S", "7S", TENS)
    assert_worth(moves[Verb.HIT], 2, win=1, bust=0)
    assert_worth(moves[Verb.DOUBLE], 2, win=1, bust=0)
    assert_worth(moves[Verb.STAY], -1, win=0, bust=0)


def test_equal_totals_get_the_stake_back_and_win_nothing() -> None:
    assert_worth(values("10S 7H", "7S", TENS)[Verb.STAY], 0, win=0, bust=0)


def test_a_21_of_the_dealers_stands_off_with_a_21() -> None:
    moves = values("4S 8S", "3S", "9C 9D 9H 9S 9C")
    assert_worth(moves[Verb.HIT], 0, win=0, bust=0)
    assert_worth(moves[Verb.DOUBLE], 0, win=0, bust=0)


def test_a_charlie_of_the_dealers_beats_even_a_21() -> None:
    moves = values("10S 10H", "2S", "AC AD AH AS AC AD AH AS")
    assert_worth(moves[Verb.HIT], -1, win=0, bust=0)


def test_a_charlie_gains_two_bets_even_against_a_charlie() -> None:
    moves = values("2S 2H", "2S", "AC AD AH AS AC AD AH AS")
    assert_worth(moves[Verb.HIT], 2, win=1, bust=0)


def test_a_dealer_who_has_looked_has_no_natural() -> None:
    moves = values("10S 10H", "KS", "9C AD AH AS")  # the nine is the hole card
    assert_worth(moves[Verb.STAY], 1, win=1, bust=0)
    assert_worth(moves[Verb.HIT], 2, win=1, bust=0)


@pytest.mark.parametrize(
    ("left", "pays", "better"),
    [
        ("9C 10C 10D 10H", 2, Verb.INSURE),
        ("9C 9D 10D 10H 10S", 2, Verb.INSURE),
        ("9C 9D 9H 10H 10S", 2, Verb.PASS),
        ("9C 9D 9H 10H 10S", 3, Verb.INSURE),
    ],
)
def test_insurance_is_best_only_if_enough_tens_are_left(left: str, pays: int, better: Verb) -> None:
    moves = values("10S 9S", "AS", left, insurance_pays=pays)
    assert max(moves.values(), key=lambda each: each.value).move.verb is better


def test_insurance_of_half_the_bet_saves_half_of_what_a_natural_takes() -> None:
    moves = values("10S 9S", "AS", "9C " + TENS)
    assert_worth(moves[Verb.PASS], -1, win=0, bust=0)
    assert_worth(moves[Verb.INSURE], -0.5 * 8 / 9 - 1.5 * 1 / 9, win=0, bust=0)


def test_a_natural_stands_off_with_the_dealers() -> None:
    assert_worth(values("AC KS", "AS", "9C " + TENS)[Verb.PASS], 2 * 1 / 9, win=1 / 9, bust=0)


# Exactly: all orders of the cards that are left, played by the engine


def orders(left: Counter[int]) -> Iterator[tuple[str, ...]]:
    """Yield every order of cards of the values LEFT, of which there are so many."""
    if not left:
        yield ()
    for value in sorted(left):
        for rest in orders(left - Counter((value,))):
            yield (str(PACK[value - 1]), *rest)


def averages(
    first: list[Move], all_orders: list[str], rules: BlackJackRules = RULES, has: int = COINS
) -> tuple[float, float, float]:
    """Play ALL_ORDERS; bob makes the FIRST moves, then the best.

    Return what he gains on average for each coin of his first bet, how often his hand wins,
    and how often it busts.
    """
    best: dict[Any, Move] = {}
    ends = []
    for order in all_orders:
        known = KnownRound(order, rules, has)
        known.act(*first)
        while known.table.asks:
            (ask,) = known.table.asks
            key = ask.options, tuple(sorted(map(str, ask.cards))), ask.against
            if key not in best:
                best[key] = known.values[0].move
            known.act(best[key])
        hand, dealer = only_result(known.happened), dealer_of(known.happened)
        pays = rules.insurance_pays if dealer.type is HandType.NATURAL else 0
        of_the_hand = hand.gain - (pays - 1) * hand.insurance
        ends.append((hand.gain / hand.bet, of_the_hand > 0, hand.type is HandType.BUST))
    value, win, bust = map(fmean, zip(*ends, strict=True))
    return value, win, bust


@pytest.mark.parametrize(
    ("own", "up", "left"),
    [
        ("2C 3C", "6C", (1, 2, 5, 9, 10, 10)),
        ("AC 5C", "10C", (1, 1, 4, 5, 8, 10)),
        ("2C 2D", "AC", (2, 3, 3, 7, 10, 10)),
        ("10C 2C", "2D", (3, 3, 4, 4, 5, 6, 10)),
    ],
)
def test_a_move_is_worth_what_it_gains_on_average_over_all_orders(
    own: str, up: str, left: tuple[int, ...]
) -> None:
    all_orders = [
        dealt(own, f"{up} {hole}", then=" ".join(then))
        for hole, *then in orders(Counter(left))
        if not is_natural(Hand(cards(f"{up} {hole}")))
    ]
    first = [Move(Verb.BET, 10), *([Move(Verb.PASS)] if up == "AC" else ())]
    known = KnownRound(all_orders[0])
    known.act(*first)
    assert len(known.values) == 3
    for worth in known.values:
        assert averages([*first, worth.move], all_orders) == pytest.approx(numbers(worth))


@pytest.mark.parametrize("own", ["10C 9C", "AD 10C", "4C 6C"])
@pytest.mark.parametrize("has", [10, 12, COINS])
def test_insurance_is_worth_what_it_gains_on_average_over_all_orders(own: str, has: int) -> None:
    """With 12 coins a bet of 5 can be doubled, unless it is insured."""
    rules, bet = BlackJackRules(insurance_pays=3), Move(Verb.BET, 5)
    all_orders = [
        dealt(own, f"AC {hole}", then=" ".join(then))
        for hole, *then in orders(Counter((2, 5, 8, 10, 10, 10)))
    ]
    known = KnownRound(all_orders[0], rules, has)
    known.act(bet)
    for worth in known.values:
        assert averages([bet, worth.move], all_orders, rules, has) == pytest.approx(numbers(worth))


@pytest.mark.parametrize("left", [{1: 2, 6: 3, 10: 4}, {1: 2, 10: 5}])
@pytest.mark.parametrize("has", [3, 22])
def test_a_bet_is_worth_what_it_gains_on_average_over_all_orders(
    left: dict[int, int], has: int
) -> None:
    """With 3 coins a bet of 2 cannot be doubled. With 22 one of 10 can, unless it is insured.

    Where only aces and tens are left, some dealers have a natural for certain.
    """
    rules = BlackJackRules(insurance_pays=4)
    all_orders = [*map(" ".join, orders(Counter(left)))]
    bets = KnownRound(all_orders[0], rules, has).values
    assert {worth.move.chips for worth in bets} == {1, min(10, has - 1)}
    for worth in bets:
        value, _, _ = averages([worth.move], all_orders, rules, has)
        assert value == pytest.approx(worth.value)  # some moves are equal, but for their chances


@pytest.mark.parametrize("decks", [1, 6, 100])
def test_all_cards_that_can_be_up_are_worked_out_together_as_each_alone(decks: int) -> None:
    hand, unseen = (2, 5), (4 * decks,) * 9 + (16 * decks,)
    together = HandOdds(tuple(VALUES), unseen)
    dealt, hit = (together.packing.each(each(hand)) for each in (together.dealt, together.hit))
    each_alone = [HandOdds((up,), unseen) for up in VALUES]
    assert dealt == [alone.dealt(hand) for alone in each_alone]
    assert hit == [alone.hit(hand) for alone in each_alone]


# By play, from full shoes


@cache
def best_moves(_rules: BlackJackRules) -> dict[Any, MoveValue]:
    """Return the best moves that are known so far: by what is on offer and the values of cards."""
    return {}


def predicted_and_gained(
    players: tuple[str, ...], rules: BlackJackRules
) -> Iterator[tuple[float, float]]:
    """Play rounds in which all PLAYERS make the best moves.

    Yield what each coin of a bet was predicted to gain, and what it gained on average.
    """
    table, best = table_of(BlackJack.new_equipment(rules, SEED), rules), best_moves(rules)
    for _ in range(ROUNDS):
        observers = {player: Observer(player, BlackJack.name, rules) for player in players}
        happened = table.deal([(player, COINS) for player in players])
        while table.asks:
            for observer in observers.values():
                observer.see(happened)
            ask = table.asks[0]
            mine, dealers = ([card.value for card in each] for each in (ask.cards, ask.against))
            key = ask.options, *sorted(mine), *dealers
            if key not in best:
                best[key] = advised(observers[ask.player].view(ask)).best
            if ask.phase is Phase.BET:
                bet = best[key]
            happened = table.act(ask.player, best[key].move)
        gained = sum(result.chips for result in settled(happened).results) / len(players)
        yield bet.value, gained / bet.move.chips


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (RULES, ("dave",)),
        (RULES, ("dave", "kevin", "bob")),
        (BlackJackRules(decks=2, marker=(20, 30), insurance_pays=4), ("dave", "kevin")),
    ],
)
def test_players_who_make_the_best_moves_gain_what_is_predicted(
    rules: BlackJackRules, players: tuple[str, ...]
) -> None:
    rounds = [*predicted_and_gained(players, rules)]
    off = [gained - predicted for predicted, gained in rounds]
    assert abs(fmean(off)) < SIGMAS * stdev(off) / sqrt(len(off))

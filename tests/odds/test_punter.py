"""The odds of players against a banker who is one of them (RULES 2, 3 and 4)."""

import os
import random
from itertools import combinations
from statistics import mean, stdev
from typing import Any

import pytest

from pontoon.engine.cards import PACK, cards
from pontoon.engine.events import Settled
from pontoon.engine.moves import Ask, Move, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games import game_named
from pontoon.games.pontoon_hands import HandType
from pontoon.odds.advice import Advice
from pontoon.odds.advise import advise
from pontoon.odds.bank_games import HARDLY, AgainstBank
from pontoon.odds.banker import BANKERS_LEVELS, Against, BankersHands, expected_gains, in_order
from pontoon.odds.habits import CoveredTerms, DrinkTerms, Twists, chances_of_verbs
from pontoon.odds.pontoon_draws import Unseen, Urn, count_of
from pontoon.odds.view import PLENTY, Observer, SeenHand
from tests.odds.test_view import views
from tests.support.banker_rounds import play
from tests.support.british_rounds import british, deal, shoot
from tests.support.cutwc_rounds import table_of as cutwc
from tests.support.shed_rounds import asked, dealt, of_kind
from tests.support.stacked_decks import StackedPack

BANK_GAMES = ("british", "shoot", "cutwc")
PLAYERS = ("dave", "kevin", "bob", "eve", "zoe", "joe", "liz", "tom", "pat", "sue")
MOST = {"british": 8, "shoot": 8, "cutwc": 10}
CHIPS = 1000

ROUNDS = int(os.environ.get("PONTOON_ODDS_ROUNDS", "6"))
"""How many rounds are compared with what is predicted; ``make torture`` has more of them."""

TABLES = [(name, 2) for name in BANK_GAMES]
if "PONTOON_ODDS_ROUNDS" in os.environ:
    TABLES = [(name, players) for name in BANK_GAMES for players in range(2, MOST[name] + 1)]


def bobs_advice(table: Table, script: str = "", chips: int = CHIPS, bankers: int = CHIPS) -> Advice:
    """Return the advice to bob, who has so many CHIPS, after SCRIPT in a round against dave.

    Dave has BANKERS.
    """
    observer = Observer("bob", table.game.name, table.rules)
    # In CUTwC Pontoon the dealer is the last one; the bank is dave's where there is one.
    named = ("bob", "dave") if table.game.name == "cutwc" else ("dave", "bob")
    observer.see(deal(table, *named, chips={"dave": bankers, "bob": chips}))
    observer.see(play(table, script))
    ask = asked(table)
    assert ask.player == "bob"
    advice = advise(observer.view(ask))
    assert advice
    return advice


def values(advice: Advice) -> dict[Move, float]:
    return {each.move: each.value for each in advice.values}


def pack(hand: str, then: str = "") -> StackedPack:
    return StackedPack(dealt(hand, "10S 9S", then=then))


def test_a_bet_is_worth_more_on_an_ace_than_on_a_six() -> None:
    ace, six = (bobs_advice(british(pack(hand))) for hand in ("AC 9C", "6C 9C"))
    assert {each.move for each in ace.values} == {Move(Verb.BET, 1), Move(Verb.BET, 100)}
    assert ace.best.value > 0 > six.best.value


def test_moves_for_an_amount_have_the_values_of_the_least_and_of_the_most() -> None:
    advice = bobs_advice(british(pack("6C 5C")), "bob: 10")
    by_move = values(advice)
    assert set(by_move) == {Move(Verb.TWIST), Move(Verb.BUY, 10), Move(Verb.BUY, 20)}
    assert advice.best.move == Move(Verb.BUY, 20)
    assert by_move[Move(Verb.BUY, 20)] > by_move[Move(Verb.BUY, 10)] > by_move[Move(Verb.TWIST)]


def test_a_bet_and_a_buy_are_worth_more_to_somebody_who_can_buy_more_later() -> None:
    bets = [values(bobs_advice(british(pack("AC 9C")), chips=chips)) for chips in (8, CHIPS)]
    assert bets[0][Move(Verb.BET, 1)] < bets[1][Move(Verb.BET, 1)]
    buys = [values(bobs_advice(british(pack("2C 3C")), "bob: 1", chips)) for chips in (4, CHIPS)]
    assert buys[0][Move(Verb.BUY, 1)] < buys[1][Move(Verb.BUY, 1)]


def test_a_move_is_worth_less_if_the_banker_cannot_cover_what_is_bought_later() -> None:
    """Twice 31 chips cover a bet of 10 and one buy for 20."""
    for hand, script, move in (
        ("AC 9C", "", Move(Verb.BET, 10)),
        ("2C 3C", "bob: 10", Move(Verb.BUY, 20)),
    ):
        poor, rich = (
            values(bobs_advice(british(pack(hand), min_bet=10), script, bankers=bankers))
            for bankers in (62, CHIPS)
        )
        assert poor[move] < rich[move] - 0.01


def test_a_hand_that_is_as_good_as_lost_sticks_or_twists_and_buys_nothing() -> None:
    advice = bobs_advice(british(pack("10C 5C")), "bob: 10")
    assert advice.best.move.verb in (Verb.STICK, Verb.TWIST)
    assert advice.best.value < 0


def test_a_fifth_card_that_cannot_bust_wins_double_unless_the_banker_has_a_trick_too() -> None:
    advice = bobs_advice(british(pack("2C 3C", then="2D 4D")), "bob: 10 bob: b20 b20")
    best = advice.best
    assert best.move == Move(Verb.BUY, 20)  # 7 × the bet is on it then
    assert best.bust == 0
    assert 12 < best.value < 14
    assert best.value == pytest.approx(7 * 2 * (2 * best.win - 1), abs=1e-6)


def test_two_aces_are_worth_more_apart_than_together() -> None:
    advice = bobs_advice(british(pack("AC AD")), "bob: 10")
    by_move = values(advice)
    assert by_move[Move(Verb.SPLIT, 10)] > by_move[Move(Verb.TWIST)]


def test_a_shoot_bet_adds_to_what_a_good_card_is_worth_and_takes_from_a_bad_one() -> None:
    ace, six = (
        bobs_advice(shoot(pack(hand), kitty=50), "dave: n bob: 10") for hand in ("AC 9C", "6C 9C")
    )
    assert ace.best.move == Move(Verb.SHOOT, 50)
    assert six.best.move == Move(Verb.PASS)
    assert len(six.values) == 3


def test_a_bought_third_card_that_comes_to_15_twists() -> None:
    """The banker takes it to stick, and stays on less than against one who does not."""
    advice = bobs_advice(british(pack("3C 5C", then="7D")), "bob: 10 b20")
    assert advice.best.move == Move(Verb.TWIST)
    assert advice.best.value > values(advice)[Move(Verb.STICK)] + 0.1


@pytest.mark.parametrize("kitty", [20, 50])
@pytest.mark.parametrize("hand", ["3C 9C", "6C 9C", "9C 2C", "KC 2C"])
def test_nobody_gains_by_a_shoot_bet_on_a_card_that_is_no_ace(hand: str, kitty: int) -> None:
    """Whoever shoots is not taken to have an ace in any case, and a small bet misleads nobody."""
    advice = bobs_advice(shoot(pack(hand), kitty=kitty), "dave: n bob: 10")
    assert advice.best.move == Move(Verb.PASS)


@pytest.mark.parametrize("rank", "98765432")
def test_a_shoot_bet_that_tells_misleads_for_next_to_nothing(rank: str) -> None:
    """Whoever shoots for half of the bet is taken to have an ace, or a ten now and then."""
    advice = bobs_advice(shoot(pack(f"{rank}C KC"), kitty=5), "dave: n bob: 10")
    assert values(advice)[Move(Verb.SHOOT, 5)] < values(advice)[Move(Verb.PASS)] + 0.05


@pytest.mark.parametrize(
    ("hand", "kitty", "shoots"),
    [("AC 9C", 20, 1), ("KC 9C", 20, 0.1), ("9C KC", 20, 0), ("AC 9C", 5, 1), ("AC 9C", 4, 0)],
)
def test_who_shoots_is_expected_to_have_an_ace_or_seldom_a_ten(
    hand: str, kitty: int, shoots: float
) -> None:
    """A bet of less than half tells nothing, if nobody makes one."""
    advice = bobs_advice(shoot(pack(hand), kitty=kitty), "dave: n bob: 10")
    expected = {Move(Verb.SHOOT, kitty): shoots, Move(Verb.PASS): 1 - shoots}
    usual = {each.value.move: each.chance for each in advice.usual}
    assert usual == {move: pytest.approx(chance) for move, chance in expected.items() if chance}


def test_nobody_is_expected_to_shoot_on_three_cards_for_what_tells_nothing() -> None:
    hand = "2C 3C", "4D"
    for kitty, verb in ((20, Verb.SHOOT), (4, Verb.BUY)):
        advice = bobs_advice(shoot(pack(*hand), kitty=kitty), "dave: n bob: 10 n b20")
        assert advice.best.move.verb is Verb.SHOOT
        assert [each.value.move.verb for each in advice.usual] == [verb]


def test_who_is_expected_to_buy_does_not_tell_by_the_sum_what_they_hold() -> None:
    advice = bobs_advice(british(pack("2C 6D")), "bob: 10")
    assert advice.best.move == Move(Verb.TWIST)
    assert [each.value.move for each in advice.usual] == [Move(Verb.BUY, 20)]


HABITUAL = (
    *(("10C 4D", ""), ("10C 5D", ""), ("9C 7D", ""), ("10C 7D", "")),
    *(("AC 6D", ""), ("AC 7D", ""), ("AC 8D", "")),
    *(("2C 2D", "KD"), ("10C 3D", "2H"), ("AC 3D", "4D"), ("AC 2D", "5D"), ("AC 2D", "6D")),
    *(("2C 2D", "3D 8D"), ("2C 4D", "5H 5C"), ("2C 4D", "5H 6C"), ("2C 4D", "5H 7C")),
    *(("10C 4D", "AH"), ("AC 6D", "8H"), ("10C 2D", "2H AH"), ("10C 3D", "2H AH")),
    *(("10C 2D", "AH 2H"), ("10C 3D", "2H 2S"), ("10C 3D", "2H 3S")),
)
"""Two cards, and those that were twisted."""


@pytest.mark.parametrize(("hand", "then"), HABITUAL)
@pytest.mark.parametrize("name", ["british", "cutwc"])
def test_what_a_banker_expects_is_named_where_it_costs_next_to_nothing(
    name: str, hand: str, then: str
) -> None:
    """With some hands the best against a banker who expects it is now this and now that."""
    is_british = name == "british"
    table, bet = (british(pack(hand, then)), 10) if is_british else (cutwc(pack(hand, then)), 1)
    terms = CoveredTerms(stick_min=15) if is_british else DrinkTerms()
    advice = bobs_advice(table, f"bob: {bet}" + " t" * len(then.split()))
    count = count_of(tuple([card.value for card in cards(f"{hand} {then}")]))
    twisted = [card.value for card in cards(then)]
    twists = Twists(len(twisted), *twisted[-1:])
    assert advice.best.value == max(each.value for each in advice.values)
    chances = chances_of_verbs(terms, count, twists, PLENTY)
    assert {each.value.move.verb: each.chance for each in advice.usual} == {
        verb: pytest.approx(chance) for verb, chance in chances.items() if chance
    }
    best = advice.best.value
    assert all(chance * (best - each.value) <= HARDLY for each, chance in advice.usual)


def test_where_the_banker_can_cover_one_buy_a_hand_that_needs_more_is_expected_to_twist() -> None:
    few, many = (bobs_advice(british(pack("2C 5D")), "bob: 10", bankers=b) for b in (50, CHIPS))
    assert [each.value.move.verb for each in few.usual] == [Verb.TWIST]
    assert [each.value.move.verb for each in many.usual] == [Verb.BUY]


@pytest.mark.parametrize("stick_min", [17, 18, 20, 21])
def test_who_may_not_stick_on_15_is_expected_to_play_nearly_as_is_best(stick_min: int) -> None:
    terms = CoveredTerms(stick_min)
    for one, other in combinations(PACK[:9], 2):
        advice = bobs_advice(british(pack(f"{one} {other}"), stick_min=stick_min), "bob: 10")
        count = count_of((one.value, other.value))
        chances = chances_of_verbs(terms, count, Twists(), PLENTY)
        for usual in (verb for verb, chance in chances.items() if chance):
            value = max(each.value for each in advice.values if each.move.verb is usual)
            assert value > advice.best.value - HARDLY, count


def against_bank(hand: SeenHand, unseen: Unseen, others: list[Against]) -> AgainstBank:
    terms = CoveredTerms(stick_min=14)
    by_others = expected_gains(others, terms, unseen)
    return AgainstBank(terms, BankersHands(Urn(unseen)), unseen, hand, by_others)


@pytest.mark.parametrize(
    ("others", "stake", "is_bust_oftener"), [(20, 100, True), (20, 1, False), (15, 100, False)]
)
def test_a_banker_draws_for_the_stakes_of_all(
    others: int, stake: int, *, is_bust_oftener: bool
) -> None:
    """If the most is on a 20 of somebody else, the banker draws up to that: a 14 wins oftener."""
    other = Against(stake, 0, in_order({(HandType.POINTS, others): 1.0}))
    unseen, hand = (3,) * 9 + (12,), SeenHand("bob", 1, [None, None], [], 10, 10)
    on_14 = BANKERS_LEVELS.index((HandType.POINTS, 14))
    (alone, _), (beside, _) = (
        against_bank(hand, unseen, against).of_stuck(2, 0, 0, None)[on_14]
        for against in ([], [other])
    )
    assert (beside > alone + 0.1) == is_bust_oftener


def test_nobody_wins_anything_by_drinking() -> None:
    cutwc = game_named("cutwc")
    for number in range(3):
        for view in views(cutwc, number, "kevin", None):
            advice = advise(view)
            assert advice
            assert all(each.value <= 0 for each in advice.values)


def test_there_is_no_advice_before_the_deal() -> None:
    (first, *_) = views(game_named("shoot"), 1, "bob", None)
    assert first.ask.phase is Phase.BANK
    assert advise(first) is None


@pytest.mark.parametrize("name", BANK_GAMES)
def test_hidden_cards_change_no_advice(name: str) -> None:
    game = game_named(name)
    for number in range(2):
        for player in PLAYERS[:2]:
            expected = [advise(view) for view in views(game, number, player, None)]
            swapped = views(game, number, player, random.Random(number))
            assert [advise(view) for view in swapped] == expected


def chosen(ask: Ask, advice: Advice | None, lots: random.Random) -> Move:
    """Return a usual move by LOTS, or the best one; the bank is taken, and a small kitty put up."""
    if advice is not None:
        return advice.expected(lots.random())
    verb = next(verb for verb in (Verb.TAKE, Verb.KITTY, Verb.PASS) if ask.option(verb))
    return Move(verb, 5 if verb is Verb.KITTY else None)


def differences(name: str, players: int, rounds: int, rules: dict[str, Any]) -> list[float]:
    """Return for each of so many ROUNDS by how much bets brought more than was predicted.

    All play by the odds. It is the mean of a round, for each unit of a bet: hands that are played
    against the same banker's hand are alike. Shoot bets are predicted once the bet is placed.
    """
    game, named, more = game_named(name), PLAYERS[:players], []
    game_rules = game.Rules(**rules)
    for number in range(rounds):
        lots = random.Random(number)
        equipment = game.new_equipment(game_rules, lots.randbytes(32))
        table = Table(game, game_rules, equipment, 10)
        observers = {player: Observer(player, name, game_rules) for player in named}
        predicted: dict[str, tuple[float, int]] = {}
        happened = table.deal([(player, CHIPS) for player in named])
        while True:
            for observer in observers.values():
                observer.see(happened)
            if (ask := table.ask) is None:
                break
            view = observers[ask.player].view(ask)
            advice = advise(view)
            move = chosen(ask, advice, lots)
            if advice and (ask.phase is Phase.BET or is_first_shot(ask)):
                bet = move.chips if ask.phase is Phase.BET else ask.stake
                predicted[ask.player] = advice.best.value, bet
            happened = table.act(ask.player, move)
        (settled,) = of_kind(Settled, happened)
        gains = {result.player: result.chips for result in settled.results}
        more.append(mean(gains[player] / bet - value for player, (value, bet) in predicted.items()))
    return more


def is_first_shot(ask: Ask) -> bool:
    return ask.phase is Phase.SHOOT and ask.hand is None


USUAL: dict[str, dict[str, Any]] = {
    "british": {},
    "shoot": {"min_bet": 20, "kitty_min": 1},  # so that shots do not decide everything
    "cutwc": {},
}
CHANGED: dict[str, dict[str, Any]] = {
    "british": {"stick_min": 16, "split": "aces"},
    "shoot": {"stick_min": 16, "split": "aces", "min_bet": 10, "kitty_min": 2},
    "cutwc": {"max_bid": 2},
}


def assert_as_predicted(name: str, players: int, rounds: int, rules: dict[str, Any]) -> None:
    more = differences(name, players, rounds, rules)
    error = stdev(more) / len(more) ** 0.5
    assert abs(mean(more)) < 4 * error, (mean(more), error)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_people_win_what_is_predicted(name: str, players: int) -> None:
    assert_as_predicted(name, players, ROUNDS, USUAL[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", BANK_GAMES)
def test_people_win_what_is_predicted_by_changed_rules(name: str) -> None:
    assert_as_predicted(name, 3, ROUNDS, CHANGED[name])

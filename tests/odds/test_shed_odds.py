"""RULES 1: what the moves in Shed Pontoon are worth, where that can be worked out by hand."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from msgspec.structs import replace

from pontoon.engine.cards import RANKS, Card
from pontoon.engine.hands import total
from pontoon.engine.moves import Verb
from pontoon.games.shed import ShedRules
from pontoon.odds.shed import FRESH, BestStrategy, Payoffs, SeatOf, advise_shed
from pontoon.odds.shed_hands import HandState, Moves
from pontoon.odds.view import SeenHand
from tests.odds.shed_views import ME, bust, resigned, seen, value_of, view, view_of_bet

PAYS_HIGH_CARDS = replace(ShedRules(), bonus_high=Fraction(1))

BUY, BURN, SPLIT, STICK, TWIST = Verb.BUY, Verb.BURN, Verb.SPLIT, Verb.STICK, Verb.TWIST


def mine(names: str, *acts: Verb, bets: int = 1, number: int = 1) -> SeenHand:
    return seen(ME, names, acts, bets=bets, number=number)


# Hand types, best first


@pytest.mark.parametrize(
    ("names", "acts", "bonus"),
    [
        ("7C 7D 7H", [TWIST], 7),
        ("AC KD", [], 2),
        ("KC 9D 2H", [TWIST], 0),
        ("KC 9D", [], 0),
    ],
)
def test_alone_a_hand_that_stands_wins_its_bonus(names: str, acts: list[Verb], bonus: int) -> None:
    stick = value_of(STICK, view(mine(names, *acts)))
    assert (stick.value, stick.win, stick.bust) == (bonus, 1, 0)


def test_the_fifth_card_ends_the_hand_with_the_bonus_of_five_cards() -> None:
    """Of 308 cards 24 are aces, less the one in the hand; with one the first hand makes 21."""
    soft = value_of(TWIST, view(mine("AC 2D 3H 4S", TWIST, TWIST)))
    assert (soft.value, soft.win, soft.bust) == pytest.approx((3 + 23 / 308, 1, 0))
    hard = value_of(TWIST, view(mine("6C 4D 5H 5S", TWIST, TWIST)))
    aces = 24 / 308
    assert hard.value == pytest.approx(4 * aces - (1 - aces))
    assert (hard.win, hard.bust) == pytest.approx((aces, 1 - aces))


def test_a_stake_that_was_bought_to_wins_and_loses_as_often() -> None:
    soft = mine("AC 2D 8H", BUY, bets=2)
    assert value_of(STICK, view(soft, rules=PAYS_HIGH_CARDS)).value == 2


# Who wins


def own_bust(number: int) -> SeenHand:
    """Return a hand of one's own that went bust."""
    hand = mine("9C 8D 7H", TWIST, number=number)
    hand.is_bust = hand.is_over = True
    return hand


def test_a_hand_of_ones_own_that_is_bust_makes_no_difference() -> None:
    kevin = seen("kevin", "? ?")
    beside = value_of(STICK, view(own_bust(1), mine("KC KD", number=2), kevin, asked=2))
    alone = value_of(STICK, view(mine("KC KD"), kevin))
    assert beside.value == pytest.approx(alone.value, abs=0.01)


def test_high_cards_win_against_bust_hands_alone() -> None:
    stick = value_of(STICK, view(mine("KC KD"), bust("kevin"), rules=PAYS_HIGH_CARDS))
    assert (stick.value, stick.win) == (1, 1)
    assert value_of(STICK, view(mine("KC KD"), bust("kevin"))).value == 0


def test_a_hand_loses_against_a_better_one_that_lies_open() -> None:
    """Three open cards and any two make a five-card trick, if they are not bust."""
    trick = seen("kevin", "? ? 2C 2D 2H", [TWIST, TWIST, TWIST, STICK])
    stick = value_of(STICK, view(mine("KC KD"), trick))
    assert (stick.value, stick.win) == (-1, 0)


def test_a_player_who_has_not_played_makes_sticking_worth_less_the_lower_the_total() -> None:
    kevin = seen("kevin", "? ?")
    worth = [value_of(STICK, view(mine(f"KC {low}D"), kevin)).value for low in (7, 8, 9, 10)]
    assert worth == sorted(worth)
    assert -1 < worth[0] < worth[-1] < 0


def test_a_16_is_worth_more_than_a_17_as_long_as_it_may_ride_the_clown_wagon() -> None:
    kevin = seen("kevin", "? ?")
    low, high = (value_of(STICK, view(mine(f"KC {low}D"), kevin)) for low in (6, 7))
    assert low.win < high.win
    assert low.value > high.value


def test_a_player_who_sticks_after_an_open_ten_is_better_than_one_who_has_not_played() -> None:
    """Nobody in the field buys a ten and has less than 16 then."""
    stuck = seen("kevin", "? ? KS", [TWIST, STICK])
    fresh = seen("kevin", "? ?")
    hand = mine("KC 7D")
    assert value_of(STICK, view(hand, stuck)).win < value_of(STICK, view(hand, fresh)).win


def test_open_cards_count_what_is_printed_on_them() -> None:
    """A king, a nine and two cards that are not bust are 21."""
    stuck = seen("kevin", "? ? KS 9C", [TWIST, TWIST, STICK])
    assert value_of(STICK, view(mine("KC KD"), stuck)).win == 0


def test_what_nobody_in_the_field_does_is_taken_for_any_hand_that_may_do_it() -> None:
    """To burn a hand of two cards that has burned three times is nothing that the field does."""
    burned = seen("kevin", "? ?", [BURN, BURN, BURN, STICK], bets=4)
    stick = value_of(STICK, view(mine("KC 9D"), burned))
    assert 0 < stick.win < 1


def test_a_hand_that_loses_in_any_case_sticks() -> None:
    """Against five cards 20 loses, with another card or without, and a bust hand as much."""
    five_cards = seen("kevin", "? ? 2C 3D 4H", [TWIST, TWIST, TWIST])
    five_cards.is_over = True
    hopeless = view(seen(ME, "KC 5D 5H", [TWIST]), five_cards)
    best, other = advise_shed(hopeless).values
    assert (best.move.verb, best.bust) == (STICK, 0)
    assert best.value == pytest.approx(other.value, abs=1e-6)
    # So does what it could become after a twist.
    twisted = value_of(TWIST, view(seen(ME, "2C 2D"), five_cards))
    assert twisted.five_cards is not None
    assert twisted.bust is not None
    assert twisted.bust + twisted.five_cards < 0.99


def test_more_players_leave_less() -> None:
    others = [seen(name, "? ?") for name in ("kevin", "bob", "eve", "carol")]
    worth = [advise_shed(view(mine("KC 5D"), *others[:many])).best.value for many in range(5)]
    assert worth == sorted(worth, reverse=True)


def test_a_lower_hand_of_ones_own_loses_to_a_tie_that_the_better_one_beats() -> None:
    """A 20 beside a pontoon wins unless another player has 20 too; a 20 alone would tie."""
    twenty = mine("KC KD", number=2)
    beside = view(mine("AC KH", STICK), twenty, seen("kevin", "? ?"), asked=2)
    alone = view(twenty, seen("kevin", "? ?"))
    assert value_of(STICK, beside).win < value_of(STICK, alone).win


def test_a_better_hand_takes_from_a_finished_one_what_that_wins_in_a_tie() -> None:
    """Beside a 20, a 21 makes the 20 lose to another player's 20, with which it would have tied."""
    kevin, better = seen("kevin", "? ?"), mine("KC 5D 6H", TWIST, number=2)
    twenty = mine("KC KD", STICK)
    tied, beaten = (
        value_of(STICK, view(*own, mine("KH KS", number=number), kevin, asked=number)).win
        for number, own in ((1, []), (2, [mine("AC KH", STICK)]))
    )
    beside = value_of(STICK, view(twenty, better, kevin, asked=2))
    alone = value_of(STICK, view(mine("KC 5D 6H", TWIST), kevin))
    assert alone.value - beside.value == pytest.approx(tied - beaten, abs=0.01)
    assert tied - beaten > 0.1


def test_split_hands_take_from_a_finished_one_what_that_wins_in_a_tie() -> None:
    """Each that beats a 17 of one's own costs what that would win in a tie with another 17."""
    kevin, pair = seen("kevin", "? ?"), mine("AC AD", number=2)
    beside, alone = (
        value_of(SPLIT, view(*own, pair if own else mine("AC AD"), kevin, asked=len(own) + 1))
        for own in ([mine("KC 7D", STICK)], [])
    )
    assert beside.value < alone.value


def test_hands_that_one_player_has_all_win_if_nobody_else_stands() -> None:
    twenty = mine("KC KD", number=2)
    stick = value_of(STICK, view(mine("AC KH", STICK), twenty, bust("kevin"), asked=2))
    assert stick.win == 1


# The clown wagon


@pytest.mark.parametrize(
    ("others", "gain"),
    [
        ([bust("kevin")], 1.5),
        ([bust("kevin"), resigned("bob")], 1.5),
        ([resigned("bob")], 0),
        ([bust("ann+#cards@libera")], 0),
        ([bust("ann+#cards@libera"), bust("kevin")], 1.5),
        ([], 0),
    ],
)
def test_a_16_rides_the_clown_wagon_if_somebody_is_bust_and_nobody_stands(
    others: list[SeenHand], gain: float
) -> None:
    assert value_of(STICK, view(mine("KC 6D"), *others)).value == gain


def test_a_17_does_not_ride_the_clown_wagon() -> None:
    assert value_of(STICK, view(mine("KC 7D"), bust("kevin"))).value == 0


def test_two_hands_of_16_do_not_ride_the_clown_wagon() -> None:
    both = [mine("KC 6D", STICK), mine("KH 6S", number=2)]
    assert value_of(STICK, view(*both, bust("kevin"), asked=2)).value == 0


def test_a_payment_is_in_whole_chips() -> None:
    hand, other = mine("KC 6D"), bust("kevin")
    hand.bet = hand.stake = 1
    assert value_of(STICK, view(hand, other)).value == 1


# Buying, burning, splitting


def test_a_card_is_drawn_from_those_that_were_not_seen() -> None:
    """Alone with 20 only an ace is no loss; two of 24 aces lie in the hand of kevin, bust."""
    kevin = bust("kevin")
    kevin.cards = seen("kevin", "? AC AD").cards
    twist = value_of(TWIST, view(mine("KC QD"), kevin))
    assert twist.bust == pytest.approx(1 - 22 / 308)


def test_a_buy_that_cannot_be_paid_is_not_counted_on() -> None:
    """A card is bought with the last bet; another one can only be twisted."""
    low = mine("AC 2D")
    assert value_of(BUY, view(low, chips=100)).value < value_of(BUY, view(low, chips=200)).value
    assert value_of(BUY, view(low, chips=200)).value < value_of(BUY, view(low, chips=300)).value


def test_split_hands_that_cannot_be_paid_for_are_not_counted_on() -> None:
    pair = mine("KC KD")
    assert value_of(SPLIT, view(pair, chips=100)).value < value_of(SPLIT, view(pair)).value


def test_a_split_that_cannot_be_paid_is_not_counted_on() -> None:
    """Nothing is bought to a ten, so that the chips make a difference to further splits alone."""
    one, two = (value_of(SPLIT, view(mine("KC KD"), chips=bets * 100)).value for bets in (1, 2))
    assert one < two


def test_a_split_that_the_rules_do_not_leave_is_not_counted_on() -> None:
    before = [own_bust(number) for number in range(1, 4)]
    last = view(*before, mine("KC KD", number=4), asked=4)
    assert value_of(SPLIT, last).value < value_of(SPLIT, view(mine("KC KD"))).value


def test_split_hands_share_what_can_be_bought() -> None:
    """With one split allowed, chips for 1 bet, 2 or 3 buy no card, one, and two for either."""
    rules = replace(ShedRules(), max_splits=1)
    one, two, three = (
        value_of(SPLIT, view(mine("4C 4D"), rules=rules, chips=bets * 100)).value
        for bets in (1, 2, 3)
    )
    assert one < two < three


class SplitsFours:
    """Plays as is best, but for pairs of fours, which it splits or not."""

    def __init__(self, *, splits: bool) -> None:
        self._best = BestStrategy(FRESH, Payoffs(ShedRules(), []), stick_min=16)
        self._splits = splits

    def moves(self, to_pay: int) -> Moves:
        return self._best.moves(to_pay)

    def splits(self, _pair: HandState, _splits_left: int, _to_pay: int) -> bool:
        return self._splits


@pytest.mark.parametrize("splits", range(1, 5))
@pytest.mark.parametrize("to_pay", [1, 2, 3, 6, 51])
@pytest.mark.parametrize("again", [False, True])
def test_each_hand_of_a_split_ends_somehow_and_is_paid(
    again: bool, splits: int, to_pay: int
) -> None:
    """Splits and buys together never cost more than can be paid."""
    ways = SeatOf(SplitsFours(splits=again), FRESH).split(4, splits, to_pay)
    assert sum(chance for chance, _ in ways) == pytest.approx(1)
    for _, hands in ways:
        assert 2 <= len(hands) <= 1 + splits
        assert [sum(ends.values()) for ends in hands] == pytest.approx([1] * len(hands))
        bought = sum(chance * (end.bets - 1) for ends in hands for end, chance in ends.items())
        assert len(hands) - 1 + bought <= to_pay + 1e-9


def test_a_pair_of_tens_is_split_alone_and_not_in_company() -> None:
    """Alone every hand that stands has its stake back; in company two stakes are at risk."""
    assert advise_shed(view(mine("KC KD"))).best.move.verb is SPLIT
    in_company = advise_shed(view(mine("KC KD"), seen("kevin", "? ?"), seen("bob", "? ?")))
    assert in_company.best.move.verb is STICK


def test_burning_gives_two_fresh_cards_for_another_bet() -> None:
    """Alone it is worth more than a round, but not two: splits and buys stay as they were."""
    burn = value_of(BURN, view(mine("KC 4D")))
    assert 0.28 < burn.value < 2 * 0.29


def test_a_burned_hand_may_be_split_with_the_stake_that_it_has() -> None:
    once, twice, thrice = (
        value_of(SPLIT, view(mine("7C 7D", *[BURN] * burns, bets=1 + burns))) for burns in range(3)
    )
    assert twice.value < once.value
    assert twice.value - once.value == pytest.approx(thrice.value - twice.value)
    assert once.win == twice.win == thrice.win


# Cards that are left


def best_alone(hand: Sequence[Card], left: Counter[str]) -> float:
    """Return what a hand alone that has twisted is worth if it is played best, card by card."""
    if total(hand) > 21:
        return -1
    if len(hand) == 5:
        return 4 if total(hand) == 21 else 3
    twist = 0.0
    for rank, many in left.items():
        after = best_alone([*hand, Card(rank, "S")], left - Counter([rank]))
        twist += many / left.total() * after
    return twist if total(hand) < 16 else max(0.0, twist)


@pytest.mark.parametrize("names", ["5C 4D 6H", "AC 2D 6H", "2C 2D 3H"])
def test_drawing_each_card_as_if_it_were_put_back_makes_hardly_a_difference(names: str) -> None:
    hand = mine(names, TWIST)
    left = Counter(dict.fromkeys(RANKS, 24)) - Counter(card.rank for card in hand.known)
    exact = best_alone(hand.known, left)
    stick = -1 if total(hand.known) < 16 else 0
    assert exact == pytest.approx(max(stick, value_of(TWIST, view(hand)).value), abs=0.004)


# Bets


def bets(chips: int, most: int, others: int = 1) -> dict[int, float]:
    """Return the bets that are told to who has a two and so many CHIPS, the best one first."""
    more = [seen(f"player {number}", "?") for number in range(others)]
    advice = advise_shed(view_of_bet(mine("2C"), *more, least=1, most=most, chips=chips))
    return {each.move.chips: each.value for each in advice.values}


def test_how_a_bet_ends_is_known_only_of_who_plays_first() -> None:
    """A later player sees what others have done first, and takes more or less risk."""
    hands = mine("2C"), seen("kevin", "?")
    known = [
        advise_shed(view_of_bet(*order, least=1, most=10, chips=100)).has_chances
        for order in (hands, hands[::-1])
    ]
    assert known == [True, False]


def test_of_bets_the_least_and_the_most_are_told_if_that_is_the_best() -> None:
    assert set(bets(chips=1000, most=100)) == {1, 100}
    assert len(bets(chips=1, most=1)) == 1


def test_the_best_bet_leaves_as_much_to_add_as_is_likely_to_be_wanted() -> None:
    """Three more bets buy all cards of a hand that began with a two; one more does not."""
    told = bets(chips=1000, most=500, others=4)
    assert list(told) == [250, 1, 500]
    assert told[250] == pytest.approx(told[1], abs=0.02)
    assert told[250] > 0.1 > -0.1 > told[500]


def test_a_pair_may_be_split_whose_rank_has_no_card_left() -> None:
    """With one deck all four sevens can be seen."""
    rules = replace(ShedRules(), decks=1)
    kevin = seen("kevin", "? ? 7H 7S", [TWIST, TWIST])
    assert value_of(SPLIT, view(mine("7C 7D"), kevin, rules=rules)).bust

"""Hands and seats: totals, when a hand is over, and where chips go."""

from random import Random

import pytest

from pontoon.engine.cards import PACK, cards
from pontoon.engine.hands import Hand, Seat, total


def test_total_is_the_highest_value_up_to_21_or_else_the_lowest() -> None:
    for names, expected in [
        ("", 0),
        ("9C", 9),
        ("AC", 11),
        ("AC AD", 12),
        ("AC AD AH", 13),
        ("AC AD AH AS", 14),
        ("AC AD AH AS AC", 15),
        ("AC KD", 21),
        ("KD AC", 21),
        ("AC 9D AH", 21),
        ("AC KD AH", 12),
        ("AC 4D", 15),
        ("AC 4D 6H", 21),
        ("AC 4D 7H", 12),
        ("AC 5D KH 5S", 21),
        ("AC 5D KH 6S", 22),
        ("KD AC QH", 21),
        ("KD AC QH AH", 22),
        ("10C JD", 20),
        ("7C 7D 7H", 21),
        ("10C 5D 7H", 22),
        ("KC QD JH", 30),
    ]:
        assert total(cards(names)) == Hand(cards(names)).total == expected


def test_a_hand_counts_its_cards_as_they_come_and_go() -> None:
    chance = Random(1)
    aces = [card for card in PACK if card.is_ace]
    for _ in range(2000):
        hand = Hand()
        for card in chance.choices([*PACK, *aces], k=6):
            hand.take(card)
            if chance.random() < 0.2:
                hand.give_up()
            assert hand.total == total(hand.cards)
            assert hand.is_bust is hand.is_over is (hand.total > 21)


def test_a_hand_is_bust_when_every_value_exceeds_21() -> None:
    for names, bust in [("10C 5D 6H", False), ("10C 5D 7H", True), ("KC AD QH AH", True)]:
        hand = Hand(cards(names))
        assert hand.is_bust is bust
        assert hand.is_over is bust


@pytest.mark.parametrize(("names", "complete"), [("2C 2D 2H 2S", False), ("2C 2D 2H 2S 3C", True)])
def test_a_hand_is_complete_with_five_cards(names: str, complete: bool) -> None:
    assert Hand(cards(names)).is_complete is complete


def test_a_hand_that_stuck_is_over() -> None:
    hand = Hand(cards("10C 6D"))
    assert not hand.is_over
    hand.is_stuck = True
    assert hand.is_over


def test_a_bet_goes_from_the_seat_to_the_hand() -> None:
    seat = Seat("bob", 100)
    hand = seat.add_hand(*cards("10C"))
    seat.place_bet(hand, 30)
    assert (seat.chips, hand.bet, hand.stake) == (70, 30, 30)


def test_raising_a_stake_leaves_the_initial_bet_as_it_was() -> None:
    seat = Seat("bob", 100)
    hand = seat.add_hand(*cards("10C"))
    seat.place_bet(hand, 30)
    seat.raise_stake(hand, 30)
    assert (seat.chips, hand.bet, hand.stake) == (40, 30, 60)


def test_a_seat_has_staked_what_rides_on_all_its_hands() -> None:
    seat = Seat("bob", 100)
    assert seat.staked == 0
    for card in cards("8C 8D"):
        seat.place_bet(seat.add_hand(card), 20)
    seat.raise_stake(seat.hands[1], 20)
    assert (seat.staked, seat.chips) == (60, 40)


def test_hands_are_numbered_from_1_once_there_are_several() -> None:
    seat = Seat("bob", 100)
    first = seat.add_hand(*cards("8C"))
    alone = first.number
    second = seat.add_hand(*cards("8D"))
    assert (alone, first.number, second.number) == (None, 1, 2)


def test_two_hands_of_the_same_cards_are_two_hands() -> None:
    """With six decks two players can hold the same cards; one may win while the other loses."""
    assert Hand(cards("8C 8D")) != Hand(cards("8C 8D"))

"""What computers do not count for in Shed Pontoon: the greatest bet, and the clown wagon."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.cards import PACK, Card
from pontoon.engine.computers import is_computer
from pontoon.engine.decks import Shoe
from pontoon.engine.events import BetLimited, HandResult, PlayerResult
from pontoon.engine.hands import Seat
from pontoon.games import paid
from pontoon.games.british import BritishPontoon
from pontoon.games.shed import ShedPontoon
from tests.support.properties import MANY
from tests.support.shed_rounds import RULES, begin, dealt, of_kind, play, settled

ANN, BOB = "ann+#cards@libera", "bob+#cards@libera"
PLAYERS = ("dave", "kevin", ANN, BOB)


@pytest.mark.parametrize(
    ("players", "most"),
    [
        (("dave", ANN, BOB), 10),
        ((ANN, "dave", "kevin"), 100),
        (("dave", "kevin", ANN, BOB, "alice"), 200),
    ],
)
def test_the_greatest_bet_of_everybody_goes_by_the_number_of_people(
    players: tuple[str, ...], most: int
) -> None:
    table = begin("", *players)
    assert {ask.options[0].most for ask in table.asks} == {most}


def test_a_bet_is_lowered_to_the_share_for_the_people_who_have_bet() -> None:
    table = begin("", "dave", ANN, "kevin")
    events = play(table, f"dave: 100 {ANN}: 100 kevin: resigns")
    assert of_kind(BetLimited, events) == [
        BetLimited("dave", 100, 10, 1),
        BetLimited(ANN, 100, 10, 1),
    ]


def clown(*company: tuple[str, str]) -> list[str]:
    """Return whose hand rides the clown wagon where dave has 16 and COMPANY has such hands."""
    hands = [("dave", "10C 6D"), *company]
    table = begin(
        dealt(*(hand for _, hand in hands), then="KS KH KC"), *(each for each, _ in hands)
    )
    events = play(table, " ".join(f"{player}: 10" for player, _ in hands) + " dave: s")
    for player, hand in company:
        events += play(table, f"{player}: {'t' if hand == BUST else 's'}")
    return [each.player for each in of_kind(HandResult, events) if each.on_clown_wagon]


BUST, STANDS, TIES = "10H 5S", "10H 7S", "9H 7S"


def test_the_bust_of_a_computer_is_no_company_on_the_clown_wagon() -> None:
    assert clown(("kevin", BUST)) == ["dave"]
    assert clown((ANN, BUST)) == []
    assert clown((ANN, BUST), (BOB, BUST)) == []


def test_it_keeps_nobody_off_the_wagon_who_has_other_company() -> None:
    assert clown((ANN, BUST), ("kevin", BUST)) == ["dave"]


@pytest.mark.parametrize("hand", [STANDS, TIES])
def test_the_standing_hand_of_a_computer_counts_as_any_other(hand: str) -> None:
    assert clown((ANN, hand), ("kevin", BUST)) == []


hands = st.lists(st.sampled_from(PACK), min_size=2, max_size=5)


@MANY
@given(st.dictionaries(st.sampled_from(PLAYERS), st.lists(hands, min_size=1, max_size=3)))
def test_whatever_the_cards_nobody_gains_by_the_hands_of_computers(
    held: dict[str, list[list[Card]]],
) -> None:
    """The same hands of people win no more with them than without."""
    without = {player: theirs for player, theirs in held.items() if not is_computer(player)}
    alone, together = gains(without), gains(held)
    assert all(together[player] <= alone[player] for player in without)


def gains(held: dict[str, list[list[Card]]]) -> dict[str, int]:
    """Return what each player gains with the hands HELD, on which they have staked 10 each."""
    seats = []
    for player, theirs in held.items():
        seat = Seat(player, 1000)
        for cards in theirs:
            seat.place_bet(seat.add_hand(*cards), 10)
        seats.append(seat)
    played = ShedPontoon(seats, Shoe(6, (60, 75), bytes(32)), RULES)
    played.pay_the_winners()
    return {each.player: each.chips for each in settled(played._events).results}


def test_a_computer_stakes_chips_of_the_house_where_the_house_pays() -> None:
    """So its purse does not grow at the expense of the house, for people to win."""
    for game, chips in ((ShedPontoon, 0), (BritishPontoon, 5)):
        assert paid(game, PlayerResult("dave", 5, 1, 1)).chips == 5
        assert paid(game, PlayerResult(ANN, 5, 1, 1)) == PlayerResult(ANN, chips, 1, 1)

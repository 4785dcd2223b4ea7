"""That nobody gains by computers in Shed Pontoon, whatever the cards."""

from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.cards import PACK, Card
from pontoon.engine.computers import is_computer
from pontoon.engine.decks import Shoe
from pontoon.engine.events import PlayerResult
from pontoon.engine.hands import Seat
from pontoon.games import paid
from pontoon.games.british import BritishPontoon
from pontoon.games.shed import ShedPontoon
from tests.support.properties import MANY
from tests.support.shed_rounds import RULES, settled

ANN, BOB = "ann+#cards@libera", "bob+#cards@libera"
PLAYERS = ("dave", "kevin", ANN, BOB)

hands = st.lists(st.sampled_from(PACK), min_size=2, max_size=5)


@MANY
@given(st.dictionaries(st.sampled_from(PLAYERS), st.lists(hands, min_size=1, max_size=3)))
def test_people_win_no_more_with_computers_than_without_them(
    held: dict[str, list[list[Card]]],
) -> None:
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

"""What players are asked in games against the house, whose cards lie open."""

from pontoon.engine.cards import cards
from pontoon.engine.errors import Refused
from pontoon.engine.events import HandResult
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Move, Option, Phase, Unit, Verb, WhyNot
from pontoon.games.blackjack_hands import HandType
from tests.support.sample_events import TWO, WORDS, all_asked, turn_of

TEN = cards("10H")
MOVES = (Option(Verb.HIT), Option(Verb.STAY), Option(Verb.DOUBLE, 5, 5))
INSURE = (Option(Verb.INSURE, 2, 2), Option(Verb.PASS))


def asked(step: Phase, *options: Option) -> Ask:
    return Ask("kevin", step, options, TWO, 5, 55, unit=Unit.COINS, against=TEN)


MOVE = asked(Phase.HAND, *MOVES)
INSURANCE = asked(Phase.INSURANCE, *INSURE)
BET = Ask("dave", Phase.BET, (Option(Verb.BET, 1, 10),), (), 0, 60, unit=Unit.COINS)


def result(kind: HandType, insurance: int = 0) -> HandResult:
    return HandResult("kevin", None, TWO, 13, kind, 5, 5, unit=Unit.COINS, insurance=insurance)


def test_a_move_is_asked_with_what_the_dealer_shows_before_the_players_hand() -> None:
    assert WORDS.prompt(MOVE) == (
        "Dealer 10♥. 5♦ 8♥ = 13: (h)it (s)tay (d)ouble for 5. Bet 5, coins 55"
    )


def test_insurance_is_offered_with_all_that_is_seen_of_both_hands() -> None:
    assert WORDS.prompt(INSURANCE) == (
        "Dealer 10♥. 5♦ 8♥ = 13: insure for 2? (y)es (n)o. Bet 5, coins 55"
    )


def test_a_bet_is_asked_where_there_are_no_cards_yet() -> None:
    assert WORDS.prompt(BET) == "Bet (1-10)? You have 60 coins"


def test_a_refusal_asks_again() -> None:
    too_much = WORDS.refusal(INSURANCE, Move(Verb.INSURE, 3), Refused(WhyNot.BAD_AMOUNT))
    assert too_much == f"You can insure only for 2. {WORDS.prompt(INSURANCE)}"
    first = WORDS.refusal(INSURANCE, Move(Verb.HIT), Refused(WhyNot.NOT_NOW))
    assert first == f"Answer y or n first. {WORDS.prompt(INSURANCE)}"
    ask = asked(Phase.HAND, *MOVES[:2])
    last = WORDS.refusal(ask, Move(Verb.DOUBLE), Refused(WhyNot.LAST_COIN))
    assert last == f"The last coin can't be gambled: you can't double. {WORDS.prompt(ask)}"


def test_whose_turn_it_is_to_insure() -> None:
    assert WORDS.whose_turn(turn_of(INSURANCE), str) == "kevin to insure or not"
    assert WORDS.whose_turn_it_is(turn_of(INSURANCE)) == "It is kevin's turn to insure or not."


def test_whoever_waits_is_shown_what_there_is() -> None:
    """HELD are the cards of a hand that was bet on, None without a hand."""
    for held, waiting, line in [
        (None, all_asked(BET), "Coins 60. The Dealer's Friend is still to bet."),
        (
            (),
            all_asked(BET),
            "Bet 5. Coins 60. The Dealer's Friend is still to bet.",
        ),
        (
            TWO,
            turn_of(MOVE),
            "Bet 5: 5♦ 8♥ = 13. Coins 60, dealer 10♥. It is kevin's turn to play.",
        ),
    ]:
        seat = Seat("bob", 60 if held is None else 65)
        if held is not None:
            seat.place_bet(seat.add_hand(*held), 5)
        assert WORDS.seat_of_another(seat, waiting) == line


def test_a_result_tells_what_was_insured() -> None:
    insured = result(HandType.POINTS, insurance=2)
    assert WORDS.result(insured) == "kevin: 5♦ 8♥ = 13 points, bet 5, insurance 2: wins 5"


def test_a_result_names_the_kind_of_hand() -> None:
    for kind, name in [
        (HandType.BUST, "bust"),
        (HandType.POINTS, "points"),
        (HandType.TWENTY_ONE, "twenty-one"),
        (HandType.CHARLIE, "five-card charlie"),
        (HandType.NATURAL, "natural"),
    ]:
        assert WORDS.result(result(kind)) == f"kevin: 5♦ 8♥ = 13 {name}, bet 5: wins 5"

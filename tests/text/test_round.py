"""What is said of a round: the shapes that log tools read stay as they are."""

import re

import pytest
from msgspec.structs import replace

from pontoon.engine.errors import Refused
from pontoon.engine.events import (
    Bought,
    Event,
    MarkerHit,
    RoundBegan,
    Shuffled,
    Twisted,
)
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Bound, Move, Option, Phase, Unit, Verb, WhyNot
from pontoon.games.shed import HandType
from pontoon.text.formatting import CardFormat, CardStyle, chips
from pontoon.text.round import RoundTexts
from tests.support.sample_events import (
    EVERYTHING,
    THREE,
    TWO,
    WORDS,
    all_asked,
    bet_asked,
    events,
    move_asked,
    result,
    turn_of,
)

CARD = r"(?:10|[2-9AJQK])[♣♦♥♠]"
LETTERED = re.compile(r"\w*\(\w\)\w*|\(\d+-\d+\)")
"""What is found only in prompts and refusals, and has log tools know them by it."""


DAVES_BET = replace(bet_asked(), player="dave")


def announced(event: Event) -> str:
    line = WORDS.announcement(event)
    assert line is not None
    return line


def test_the_marker_is_not_told_in_the_words_of_the_shuffle() -> None:
    marker = announced(MarkerHit())
    assert "marker" in marker
    assert "shuffle" not in marker.lower()
    assert "shuffle" in announced(Shuffled())


def test_nothing_but_the_shuffle_is_told_in_its_words() -> None:
    for event in [e for e in events(2) if not isinstance(e, Shuffled)]:
        assert "shuffle" not in (WORDS.announcement(event) or "").lower()


@pytest.mark.parametrize("hand", [None, 2])
@pytest.mark.parametrize("secret", ["5♦", "8♥", "K♦"])
def test_no_announcement_shows_a_private_card(hand: int | None, secret: str) -> None:
    said = [WORDS.announcement(event) for event in events(hand)]
    assert not any(secret in line for line in said if line)


@pytest.mark.parametrize("hand", [None, 2])
def test_every_line_about_a_player_has_the_nickname_and_not_the_nick(hand: int | None) -> None:
    for event in events(hand, player="dave"):
        line = WORDS.announcement(event) or ""
        assert "dave" not in line
        if line and hasattr(event, "player"):
            assert line.startswith("The Dealer's Friend ")


def test_others_are_told_of_all_who_are_waited_for() -> None:
    assert WORDS.waited_for(turn_of(move_asked(hand=2)), str) == "kevin to play (hand 2)"
    several = WORDS.waited_for(all_asked(bet_asked(), DAVES_BET), str)
    assert several == "kevin, dave (The Dealer's Friend) to bet"


DAVES_MOVE = replace(move_asked(), player="dave")


@pytest.mark.parametrize(
    ("nick", "named"),
    [
        ("dave", "dave (The Dealer's Friend)"),
        ("[dave]", "[dave] (The Dealer's Friend)"),
        ("dave|away", "The Dealer's Friend"),
        (None, "The Dealer's Friend"),
        ("a)busts", "The Dealer's Friend"),
        ("x\u202ey", "The Dealer's Friend"),
    ],
)
def test_whose_turn_it_is_is_told_by_the_nick_on_irc_then_by_the_name(
    nick: str | None, named: str
) -> None:
    """Who is away has no nick; what cannot be one is not said."""
    assert WORDS.whose_turn(turn_of(DAVES_MOVE), lambda _: nick) == f"{named} to play"


def test_the_hand_stands_behind_the_name() -> None:
    said = WORDS.whose_turn(turn_of(replace(DAVES_MOVE, hand=2)), str)
    assert said == "dave (The Dealer's Friend) to play (hand 2)"


def test_a_nick_that_differs_only_in_case_is_no_other_name() -> None:
    """The spelling is that of players.xml; clients highlight both."""
    assert WORDS.called(["kevin"], str.upper) == "kevin"
    assert WORDS.called(["kevin"], lambda _: "kev") == "kev (kevin)"


@pytest.mark.parametrize("name", ["s", "1-200"])
def test_a_name_as_prompts_have_them_in_brackets_does_not_stand_there(name: str) -> None:
    assert WORDS.called([name], lambda _: "s_away") == "s_away"


def test_a_balance_is_a_name_and_a_number() -> None:
    assert WORDS.balance("dave", 950) == "The Dealer's Friend 950"


# Prompts


def test_a_bet_is_asked_with_the_card_the_chips_and_what_may_be_bet() -> None:
    prompt = WORDS.prompt(bet_asked())
    assert "5♦" in prompt
    assert "1000 chips" in prompt
    assert "(1-200)" in prompt


def test_one_chip_is_one_chip() -> None:
    assert chips(1) == "1 chip"
    assert [chips(0), chips(2)] == ["0 chips", "2 chips"]


PROMPT = re.compile(
    rf"(?P<cards>{CARD}(?: {CARD})*) = (?P<total>\d+): (?P<offers>[^♣♦♥♠.]*)\. (?P<stake>[^♣♦♥♠]*)"
)


def test_a_move_is_asked_with_the_hand_then_the_moves_each_with_its_letter() -> None:
    prompt = PROMPT.fullmatch(WORDS.prompt(move_asked()))
    assert prompt is not None
    assert prompt["cards"] == "5♦ 8♥"
    assert prompt["total"] == "13"
    assert prompt["offers"] == "(s)tick (t)wist (b)uy b(u)rn s(p)lit"
    assert "50" in prompt["stake"]
    assert "950" in prompt["stake"]


@pytest.mark.parametrize("option", EVERYTHING, ids=lambda option: option.verb.name)
def test_no_move_is_shown_that_is_not_on_offer(option: Option) -> None:
    assert len(LETTERED.findall(WORDS.prompt(move_asked(option, hand=2)))) == 1


def test_the_prompt_says_which_of_several_hands_is_meant() -> None:
    assert "(hand 2)" in WORDS.prompt(move_asked(hand=2))
    assert "hand" not in WORDS.prompt(move_asked())


def test_cards_may_be_written_in_plain_letters() -> None:
    plain = RoundTexts(str, CardFormat(CardStyle.ASCII))
    assert "5D 8H = 13" in plain.prompt(move_asked())
    assert plain.announcement(Twisted("bob", None, THREE[2])) == "bob twists KD"


# Refusals

BARS = {
    WhyNot.TOTAL_TOO_LOW: (Verb.STICK, "16"),
    WhyNot.HAS_TWISTED: (Verb.BUY, "twist"),
    WhyNot.TOO_FEW_CHIPS: (Verb.BUY, "chips"),
    WhyNot.TOTAL_TOO_HIGH: (Verb.BUY, "below 21"),
    WhyNot.NOT_TWO_CARDS: (Verb.SPLIT, "two cards"),
    WhyNot.NOT_THREE_CARDS: (Verb.SHOOT, "three cards"),
    WhyNot.HAS_ACE: (Verb.BURN, "ace"),
    WhyNot.NOT_FOURTEEN: (Verb.BURN, "14"),
    WhyNot.NOT_A_PAIR: (Verb.SPLIT, "same rank"),
    WhyNot.NO_MORE_SPLITS: (Verb.SPLIT, "4 times"),
    WhyNot.NOT_NOW: (Verb.BET, "already bet"),
    WhyNot.NO_SUCH_MOVE: (Verb.BURN, "can't burn in this game."),
    WhyNot.HAS_BOUGHT: (Verb.SPLIT, "buying"),
    WhyNot.NOT_ACES: (Verb.SPLIT, "aces"),
    WhyNot.PACK_EMPTY: (Verb.BUY, "empty"),
    WhyNot.BANK_TOO_SMALL: (Verb.BUY, "banker"),
    WhyNot.KITTY_TAKEN: (Verb.SHOOT, "kitty"),
    WhyNot.HAS_SHOT: (Verb.STICK, "next card"),
    WhyNot.LAST_COIN: (Verb.DOUBLE, "last coin"),
}
LIMITS = {
    WhyNot.TOTAL_TOO_LOW: 16,
    WhyNot.TOTAL_TOO_HIGH: 21,
    WhyNot.NOT_FOURTEEN: 14,
    WhyNot.NO_MORE_SPLITS: 4,
}
TWIST = Option(Verb.TWIST)


@pytest.mark.parametrize("bar", [bar for bar in WhyNot if bar is not WhyNot.BAD_AMOUNT])
def test_a_refusal_says_why_and_repeats_the_prompt(bar: WhyNot) -> None:
    verb, why = BARS[bar]
    ask = move_asked(TWIST)
    refusal = WORDS.refusal(ask, Move(verb), Refused(bar, LIMITS.get(bar, 0)))
    reason, prompt = refusal.removesuffix(WORDS.prompt(ask)), WORDS.prompt(ask)
    assert refusal == reason + prompt
    assert why in reason
    assert not LETTERED.search(reason)


def test_a_move_that_the_game_has_not_is_refused_with_no_move_but_those_on_offer() -> None:
    refusal = WORDS.refusal(move_asked(TWIST), Move(Verb.HIT), Refused(WhyNot.NO_SUCH_MOVE))
    assert refusal.startswith("You can't hit in this game. 5♦ 8♥ = 13: (t)wist. ")


def test_a_single_split_is_allowed_once() -> None:
    refusal = WORDS.refusal(
        move_asked(TWIST), Move(Verb.SPLIT), Refused(WhyNot.NO_MORE_SPLITS, limit=1)
    )
    assert "1 time in" in refusal


def test_any_move_before_the_bet_is_refused_for_that() -> None:
    ask = bet_asked()
    refusal = WORDS.refusal(ask, Move(Verb.STICK), Refused(WhyNot.NOT_NOW))
    assert "bet comes first" in refusal
    assert refusal.endswith(WORDS.prompt(ask))


@pytest.mark.parametrize(
    ("option", "amount", "why"),
    [
        (Option(Verb.BET, 1, 200), 201, "from 1 to 200"),
        (Option(Verb.BET, 1, 1), 2, "bet only 1"),
        (Option(Verb.BUY, 50, 50), 20, "only for 50"),
        (Option(Verb.STICK), 5, "takes no amount"),
    ],
)
def test_an_amount_is_refused_with_those_that_will_do(
    option: Option, amount: int | Bound, why: str
) -> None:
    ask = Ask(
        "kevin", Phase.BET if option.verb is Verb.BET else Phase.HAND, (option,), TWO, 50, 950
    )
    refusal = WORDS.refusal(ask, Move(option.verb, amount), Refused(WhyNot.BAD_AMOUNT))
    assert why in refusal
    assert refusal.endswith(WORDS.prompt(ask))


def test_whoever_is_not_asked_is_told_who_is_and_sees_nothing_of_their_hand() -> None:
    said = WORDS.whose_turn_it_is(turn_of(move_asked(hand=2)))
    assert said == "It is kevin's turn to play (hand 2)."
    assert WORDS.whose_turn_it_is(turn_of(bet_asked())) == "It is kevin's turn to bet."


def test_whoever_has_answered_is_told_who_has_not() -> None:
    assert WORDS.whose_turn_it_is(all_asked(bet_asked())) == "kevin is still to bet."
    both = all_asked(bet_asked(), DAVES_BET)
    assert WORDS.whose_turn_it_is(both) == "kevin, The Dealer's Friend are still to bet."
    assert WORDS.not_asked(None, both) == "kevin, The Dealer's Friend are still to bet."
    assert WORDS.not_asked(seat_of(0), all_asked(bet_asked())) == "kevin is still to bet."
    assert WORDS.not_asked(seat_of(50), all_asked(DAVES_BET)) == (
        "You bet 50. The Dealer's Friend is still to bet."
    )
    fingers = replace(DAVES_BET, unit=Unit.FINGERS)
    assert WORDS.not_asked(seat_of(2), all_asked(fingers)) == (
        "You bid 2. The Dealer's Friend is still to bid."
    )


@pytest.mark.parametrize("ask", [bet_asked(), move_asked(), move_asked(hand=3)])
def test_what_is_no_answer_is_met_with_the_prompt(ask: Ask) -> None:
    assert WORDS.not_understood(ask).endswith(WORDS.prompt(ask))


@pytest.mark.parametrize(("most", "likely"), [(1, 1), (10, 10), (100, 50)])
def test_the_bet_that_is_shown_as_an_example_can_be_made(most: int, likely: int) -> None:
    ask = replace(bet_asked(), options=(Option(Verb.BET, 1, most),))
    expected = f"A bet is a whole number, such as {likely}, or max or min. "
    assert WORDS.not_understood(ask).startswith(expected)


# One's own hands


def seat_of(*stakes: int) -> Seat:
    seat = Seat("kevin", 900)
    for stake in stakes:
        hand = seat.add_hand(*TWO)
        hand.bet = hand.stake = stake
    return seat


def test_whoever_is_asked_sees_the_other_hands_then_the_prompt() -> None:
    ask = move_asked(hand=2)
    shown = WORDS.own_turn(seat_of(50, 50, 60), ask)
    assert shown == (
        f"Stake 50 (hand 1): 5♦ 8♥ = 13 | Stake 60 (hand 3): 5♦ 8♥ = 13 | {WORDS.prompt(ask)}"
    )
    assert WORDS.own_turn(seat_of(50), move_asked()) == WORDS.prompt(move_asked())


def test_whoever_waits_sees_hands_stakes_and_chips_and_whose_turn_it_is() -> None:
    ask = Ask("dave", Phase.HAND, EVERYTHING, THREE, 50, 950)
    assert WORDS.seat_of_another(seat_of(50, 70), turn_of(ask)) == (
        "Stake 50 (hand 1): 5♦ 8♥ = 13 | Stake 70 (hand 2): 5♦ 8♥ = 13. "
        "Chips 900. It is The Dealer's Friend's turn to play."
    )


def test_whoever_has_not_bet_yet_sees_the_first_card() -> None:
    seat = Seat("kevin", 1000)
    seat.add_hand(TWO[0])
    shown = WORDS.seat_of_another(seat, turn_of(bet_asked()))
    assert shown == "Your card: 5♦. Chips 1000. It is kevin's turn to bet."


def test_a_card_bought_is_shown_with_the_hand() -> None:
    shown = WORDS.last_card(Bought("kevin", 2, 50, THREE))
    assert "K♦" in shown
    assert "5♦ 8♥ K♦ = 23 (hand 2)" in shown


NOT_PROMPTS = [
    *(WORDS.announcement(event) for hand in (None, 1) for event in events(hand)),
    *(WORDS.result(result(kind, hand=2)) for kind in HandType),
    WORDS.opening("Shed Pontoon", RoundBegan(("dave", "kevin"))),
    WORDS.whose_turn(turn_of(move_asked(hand=2)), str),
    WORDS.whose_turn(all_asked(bet_asked()), str),
    WORDS.not_asked(seat_of(50), all_asked(bet_asked())),
    WORDS.first_card(TWO[:1]),
    WORDS.own_hand(TWO, 2),
    WORDS.last_card(Bought("kevin", 2, 50, THREE)),
    WORDS.seat_of_another(seat_of(50, 50), turn_of(move_asked(hand=2))),
    WORDS.seat_of_another(seat_of(50), all_asked(bet_asked())),
]


def test_letters_in_brackets_are_only_in_prompts_and_refusals() -> None:
    for line in [line for line in NOT_PROMPTS if line]:
        assert not LETTERED.search(line)

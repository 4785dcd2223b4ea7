"""What holds for every prompt of every game: it fits a narrow window, and log tools can read it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.cards import cards
from pontoon.engine.moves import Ask, Option, Phase, Verb
from pontoon.text.formatting import CardFormat
from pontoon.text.prompts import prompt
from tests.support.game_fixtures import GAMES_UNDER_TEST, GameUnderTest
from tests.support.long_games import Evening, choices
from tests.support.properties import FEW

pytestmark = pytest.mark.slow

every_game = pytest.mark.parametrize(
    "tested", GAMES_UNDER_TEST, ids=lambda tested: tested.game.name
)

NARROW = 72
"""What is left of 80 columns beside a time and a nick."""
MAX_CARDS = 4
FACES = CardFormat()
CARD = r"(?:10|[2-9AJQK])[♣♦♥♠]"
HAND = re.compile(rf"{CARD}(?: {CARD})* = \d+(?:, a [a-z]+)?: ")
LETTER = re.compile(r"\(([a-z])\)")
LETTERS = {Verb.BURN: "u", Verb.SPLIT: "p", Verb.SHOOT: "o", Verb.DRAW: "t", Verb.TAKE: "y"}
LETTERS |= {Verb.INSURE: "y", Verb.PASS: "n"}
AMOUNT_ALONE = (Verb.BET, Verb.BID, Verb.KITTY)
MOVES = (Phase.HAND, Phase.BANKER, Phase.INSURANCE)


def letter_of(option: Option) -> str:
    return LETTERS.get(option.verb, option.verb[0])


def check_question(ask: Ask, asked: str) -> None:
    """Fail unless the beginning of what is ASKED has what may be answered, each answer once."""
    first = asked[:NARROW]
    lettered = [each for each in ask.options if each.verb not in AMOUNT_ALONE]
    if ask.phase is Phase.SHOOT:
        lettered = [each for each in lettered if each.verb is not Verb.SHOOT]
    assert LETTER.findall(first) == LETTER.findall(asked), asked
    assert LETTER.findall(first) == [letter_of(option) for option in lettered], asked
    for option in ask.options:
        if option not in lettered:
            assert f"({option.least}-{option.most})" in first


def check_move(ask: Ask, asked: str) -> None:
    """Fail unless ASKED shows the hand, and every move behind it, in the first 72 characters."""
    hand = HAND.search(asked)
    assert hand is not None
    assert hand[0].startswith(FACES(ask.cards))
    assert not re.search(CARD, asked[hand.end() :]), "the hand has the last cards on the line"
    assert LETTER.search(asked[: hand.end()]) is None
    moves = asked[: asked.index(". ", hand.end())]
    assert len(moves) <= NARROW or len(ask.cards) > MAX_CARDS, asked


@every_game
@FEW
@given(start=st.data(), choices=choices)
def test_the_first_72_characters_have_cards_total_and_all_choices(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    evening = Evening(tested, start.draw(tested.starts))
    for _ in evening.play(choices):
        for ask in evening.table.asks:
            asked = prompt(ask, FACES)
            assert FACES(ask.cards) in asked[:NARROW]
            check_question(ask, asked)
            if ask.phase in MOVES:
                check_move(ask, asked)


def test_so_they_have_where_players_are_rich() -> None:
    stick, twist, million = Option(Verb.STICK), Option(Verb.TWIST), 10**6
    split = Option(Verb.SPLIT, million, million)
    for options in (
        (stick, twist, Option(Verb.BUY, million, 2 * million), split),
        (stick, twist, Option(Verb.BUY, million, 2 * million), Option(Verb.SHOOT, 1, million)),
        (stick, twist, Option(Verb.BUY, million, 2 * million)),
    ):
        ask = Ask("bob", Phase.HAND, options, tuple(cards("10C 10H")), million, million)
        check_question(ask, prompt(ask, FACES))

"""How cards look."""

import pytest

from pontoon.engine.cards import PACK, cards
from pontoon.service.network import RED_SUITS
from pontoon.text.formatting import CardFormat, CardStyle


def test_cards_are_written_one_behind_the_other() -> None:
    hand = cards("AH 10C QD 7S")
    assert CardFormat()(hand) == "A♥ 10♣ Q♦ 7♠"
    assert CardFormat(CardStyle.ASCII)(hand) == "AH 10C QD 7S"
    assert CardFormat()([]) == ""


@pytest.mark.parametrize("style", CardStyle)
def test_every_card_has_a_face_of_its_own(style: CardStyle) -> None:
    faces = CardFormat(style)
    assert len({faces([card]) for card in PACK}) == 52


def test_red_suits_may_be_in_colour_and_the_cards_are_readable_without() -> None:
    """The colour has two digits, so that a rank behind it is not taken for a part of it."""
    faces = CardFormat(CardStyle.ASCII, RED_SUITS)
    assert faces(cards("10H 2D 3C 4S")) == "\x030410H\x0f \x03042D\x0f 3C 4S"

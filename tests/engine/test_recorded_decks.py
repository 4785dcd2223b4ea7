"""Decks that deal what a history says, and what they find."""

import re

import pytest

from pontoon.engine.cards import cards
from pontoon.engine.recorded_decks import RecordDiffers, RecordedPack, RecordedShoe


def shoe(record: str, left: int = 312, marker: int = 60) -> RecordedShoe:
    return RecordedShoe(record.split(), 6, left, marker)


def pack(record: str) -> RecordedPack:
    return RecordedPack(record.split())


def test_a_shoe_deals_what_is_recorded_and_then_no_more() -> None:
    recorded = shoe("10C AH")
    assert [recorded.deal(), recorded.deal()] == [*cards("10C AH")]
    assert recorded.tokens() == ("10C", "AH")
    recorded.record.check_end()
    with pytest.raises(RecordDiffers, match="a card is wanted, but nothing is recorded"):
        recorded.deal()


def test_a_shoe_comes_to_its_marker_by_the_number_of_cards() -> None:
    recorded = shoe("10C AH", left=62, marker=61)
    assert not recorded.marker_hit
    recorded.deal()
    assert (recorded.marker_hit, recorded.left) == (True, 61)


def test_a_shoe_runs_dry_with_the_recorded_cards_on_the_table() -> None:
    recorded = shoe("10C AH *AH,10C 5D", left=2, marker=0)
    on_table = recorded.deal(), recorded.deal()
    with pytest.raises(IndexError):
        recorded.deal()
    recorded.replenish(reversed(on_table))
    assert (recorded.left, recorded.marker_hit) == (310, True)
    assert str(recorded.deal()) == "5D"


@pytest.mark.parametrize("record", ["10C AH *10C,AH", "10C AH *AH", "10C AH 5D", "10C AH"])
def test_other_cards_on_the_table_are_found(record: str) -> None:
    recorded = shoe(record, left=2, marker=0)
    on_table = recorded.deal(), recorded.deal()
    with pytest.raises(RecordDiffers, match=r"\*AH,10C is wanted"):
        recorded.replenish(reversed(on_table))


@pytest.mark.parametrize(("left", "marker"), [(313, 60), (-1, -2), (50, -1), (50, 51)])
def test_a_place_that_no_shoe_has_is_refused(left: int, marker: int) -> None:
    with pytest.raises(ValueError, match="cards are left"):
        shoe("", left, marker)


@pytest.mark.parametrize("token", ["10c", "11C", "C", "=10C", "v10C", "/10C", "*10C", "10C,AH"])
@pytest.mark.parametrize("kind", [shoe, pack])
def test_what_is_no_card_is_not_dealt(kind: type, token: str) -> None:
    with pytest.raises(RecordDiffers, match=f"a card is wanted, but {re.escape(token)} is"):
        kind(token).deal()


def test_a_pack_takes_back_the_hands_that_are_recorded() -> None:
    recorded = pack("=KH,3D 10C AH 5D vAH /10C+5D AH")
    assert recorded.cut(2) == cards("KH 3D")
    ten, ace, five = recorded.deal(), recorded.deal(), recorded.deal()
    assert recorded.left == 49
    recorded.put_under((ace,))
    recorded.gather([(ten, five)], "mixed")
    assert recorded.left == 52
    assert recorded.deal() == ace
    assert recorded.tokens() == ("=KH,3D", "10C", "AH", "5D", "vAH", "/10C+5D", "AH")


@pytest.mark.parametrize("record", ["10C /10C", "10C vAH", "10C v10C+AH", "10C"])
def test_another_bust_is_found(record: str) -> None:
    recorded = pack(record)
    with pytest.raises(RecordDiffers, match="v10C is wanted"):
        recorded.put_under((recorded.deal(),))


def test_another_hand_that_is_gathered_is_found() -> None:
    recorded = pack("10C AH /10C+AH")
    hand = recorded.deal(), recorded.deal()
    with pytest.raises(RecordDiffers, match=r"/AH\+10C is wanted, but /10C\+AH is recorded"):
        recorded.gather([hand[::-1]], "hands")


@pytest.mark.parametrize(
    "token",
    ["=KH", "=KH,3D,4D", "=KH,KH", "=KH,3d", "=KH,3D,x", "/KH,3D", "KH", "=KH+3D"],
)
def test_a_cut_by_others_is_found(token: str) -> None:
    with pytest.raises(RecordDiffers, match="a cut by 2 is wanted"):
        pack(token).cut(2)


def test_a_card_that_is_out_cannot_be_dealt_from_a_pack() -> None:
    recorded = pack("10C 10C")
    recorded.deal()
    with pytest.raises(RecordDiffers, match="in the pack"):
        recorded.deal()


def test_an_empty_pack_deals_no_card() -> None:
    recorded = pack("")
    recorded.cards.clear()
    with pytest.raises(IndexError):
        recorded.deal()


def test_a_record_that_goes_on_after_the_round_is_found() -> None:
    with pytest.raises(RecordDiffers, match="the end of the round is wanted, but 10C is recorded"):
        pack("10C").record.check_end()

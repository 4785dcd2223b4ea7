"""Nicknames: which may be shown, and which are too much alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.nicknames import NicknameFault, nickname_fault, same_name_key


@pytest.mark.parametrize(
    "text", ["Bob", "The Dealer's Friend", "x" * 30, "♠ Ace ♠", "Ñandú", "<b>&"]
)
def test_acceptable_nicknames(text: str) -> None:
    assert nickname_fault(text) is None


@pytest.mark.parametrize("text", ["", " ", "   "])
def test_a_nickname_of_nothing_but_spaces_is_blank(text: str) -> None:
    assert nickname_fault(text) is NicknameFault.BLANK


def test_a_nickname_has_at_most_30_characters() -> None:
    """Characters count, not bytes."""
    assert nickname_fault("♠" * 30) is None
    assert nickname_fault("♠" * 31) is NicknameFault.TOO_LONG


@pytest.mark.parametrize("character", list(":,=|()"))
def test_characters_of_the_lines_shapes_are_forbidden(character: str) -> None:
    assert nickname_fault(f"a{character}b") is NicknameFault.BAD_CHARACTERS


@pytest.mark.parametrize(
    "character",
    ["\x00", "\x02", "\n", "\t", "\x7f", "\x85", "\u200b", "\u202e", "\ue000", "\u0378", "\ud800"],
    ids=ascii,
)
def test_control_format_and_unassigned_characters_are_forbidden(character: str) -> None:
    """Unicode category C: bold and colour codes, line breaks, what turns text around."""
    assert nickname_fault(f"a{character}b") is NicknameFault.BAD_CHARACTERS


@pytest.mark.parametrize("character", ["\xa0", "\u2003", "\u3000", "\u2028"], ids=ascii)
def test_no_other_space_than_the_plain_one(character: str) -> None:
    """Two nicknames must not look the same because of the width of a space."""
    assert nickname_fault(f"a{character}b") is NicknameFault.BAD_CHARACTERS
    assert nickname_fault(character) is NicknameFault.BAD_CHARACTERS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dave", "dAVE"),
        ("The  Dealer ", " the dealer"),
        ("straße", "STRASSE"),
        ("ﬁve", "FIVE"),
        ("Ｄａｖｅ", "dave"),
        ("é", "e\u0301"),
        ("\u0390", "\u03aa\u0301"),
        ("\U0001d403ave", "dave"),
        ("Å", "\u212b"),
    ],
)
def test_names_that_people_would_take_for_the_same(one: str, other: str) -> None:
    assert same_name_key(one) == same_name_key(other)


@pytest.mark.parametrize(("one", "other"), [("dave", "davy"), ("a b", "ab"), ("e", "é")])
def test_names_that_are_different(one: str, other: str) -> None:
    assert same_name_key(one) != same_name_key(other)


@given(st.text())
def test_the_key_of_a_key_is_itself(text: str) -> None:
    """So a key may be kept and compared without knowing whether it was one already."""
    assert same_name_key(same_name_key(text)) == same_name_key(text)

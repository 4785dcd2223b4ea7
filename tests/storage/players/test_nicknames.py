"""Nicknames: which may be shown, and which are too much alike."""

from hypothesis import given
from hypothesis import strategies as st

from pontoon.storage.players.nicknames import (
    NicknameFault,
    is_nick_everywhere,
    looks_like_nick,
    nickname_fault,
    same_name_key,
)


def test_acceptable_nicknames() -> None:
    for text in ["Bob", "The Dealer's Friend", "x" * 30, "Ace ♠", "Ñandú", "b>&", "7 of 9"]:
        assert nickname_fault(text) is None


def test_a_nickname_of_nothing_but_spaces_is_blank() -> None:
    for text in ["", " ", "   "]:
        assert nickname_fault(text) is NicknameFault.BLANK


def test_a_nickname_has_at_most_30_characters() -> None:
    """Characters count, not bytes."""
    assert nickname_fault("é" * 30) is None
    assert nickname_fault("é" * 31) is NicknameFault.TOO_LONG


def test_characters_of_the_lines_shapes_are_forbidden() -> None:
    for character in list(":,=|()"):
        assert nickname_fault(f"a{character}b") is NicknameFault.BAD_CHARACTERS


def test_control_format_and_unassigned_characters_are_forbidden() -> None:
    """Unicode category C: bold and colour codes, line breaks, what turns text around."""
    for character in [
        "\x00",
        "\x02",
        "\n",
        "\t",
        "\x7f",
        "\x85",
        "\u200b",
        "\u202e",
        "\ue000",
        "\u0378",
        "\ud800",
    ]:
        assert nickname_fault(f"a{character}b") is NicknameFault.BAD_CHARACTERS


def test_no_other_space_than_the_plain_one() -> None:
    """Two nicknames must not look the same because of the width of a space."""
    for character in ["\xa0", "\u2003", "\u3000", "\u2028"]:
        assert nickname_fault(f"a{character}b") is NicknameFault.BAD_CHARACTERS
        assert nickname_fault(character) is NicknameFault.BAD_CHARACTERS


def test_what_only_looks_like_a_forbidden_character_is_one() -> None:
    """A bar, a colon or a bracket of another shape, or after NFKC, is misread just the same."""
    for character in [
        *("\u2502", "\u2503", "\u01c0", "\u2223", "\u2758", "\xa6", "\uff5c", "\uffe4", "\uffe8"),
        *("\u2016", "\u2551", "\u258f", "\u23d0", "\u0964", "\u3163", "\uffdc", "\u4e28", "\ufe31"),
        *("\u2d4f\u20d2", " \u20d2", "\U0001d100", "\U000107b6", "\u205e"),
        *("\uff1a", "\ufe55", "\u2236", "\ua789", "\uff1d", "\u207c", "\u2550", "\ua78a", "\u2a74"),
        *("\uff0c", "\u201a", "\u060c", "\u3001", "\uff08", "\u2768", "\u2474", "\u3230", "\ufd3f"),
    ]:
        assert nickname_fault(f"a {character} b") is NicknameFault.BAD_CHARACTERS
        assert nickname_fault(f"a{character}b") is NicknameFault.BAD_CHARACTERS
        assert not looks_like_nick(f"a{character}b")


def test_a_blank_that_is_no_space_is_no_letter_either() -> None:
    for blank in ["\u2800", "\u3164", "\uffa0", "\u115f", "\u1160", "\U0001d159"]:
        assert nickname_fault(blank * 3) is NicknameFault.BLANK
        assert nickname_fault(f"dave{blank}busts") is NicknameFault.BAD_CHARACTERS
        assert not looks_like_nick(f"dave{blank}busts")
        assert same_name_key(f"dave{blank}busts") == "dave busts"


def test_no_word_of_a_nickname_begins_with_a_mark() -> None:
    """It would be written over the space before it."""
    assert nickname_fault("bob \u0301dave") is NicknameFault.BAD_CHARACTERS
    assert nickname_fault("bo\u0301b dave") is None


def test_a_nick_that_somebody_types_may_be_said_again() -> None:
    for nick in ["bob|away", "|", "[x]", "`", "Zo\xeb", "\u592a\u90ce", "x" * 64]:
        assert looks_like_nick(nick)


def test_nicks_of_rfc_2812_can_be_had_everywhere() -> None:
    for nick in ["dave", "x", "[a]", "`b`", "c\\d^e_", "{|}", "a-1", "_9"]:
        assert is_nick_everywhere(nick)


def test_other_nicks_cannot() -> None:
    for nick in [
        "",
        "9lives",
        "-a",
        "zo\xeb2",
        "a.b",
        "a b",
        "a:b",
        "a~",
        "a\n",
        "\uff41",
        "d\u0430ve",
    ]:
        assert not is_nick_everywhere(nick)


def test_names_that_people_would_take_for_the_same() -> None:
    for one, other in [
        ("Dave", "dAVE"),
        ("The  Dealer ", " the dealer"),
        ("straße", "STRASSE"),
        ("ﬁve", "FIVE"),
        ("Ｄａｖｅ", "dave"),
        ("é", "e\u0301"),
        ("\u0390", "\u03aa\u0301"),
        ("\U0001d403ave", "dave"),
        ("Å", "\u212b"),
    ]:
        assert same_name_key(one) == same_name_key(other)


def test_names_that_are_different() -> None:
    for one, other in [("dave", "davy"), ("a b", "ab"), ("e", "é"), ("dave", "d\u0430ve")]:
        assert same_name_key(one) != same_name_key(other)


@given(st.text())
def test_the_key_of_a_key_is_itself(text: str) -> None:
    """So a key may be kept and compared without knowing whether it was one already."""
    assert same_name_key(same_name_key(text)) == same_name_key(text)

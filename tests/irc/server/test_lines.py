"""Bytes of any kind in and out of the server inside the bot, never too many."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pontoon.irc.server.limits import LINE_BYTES, TAG_BYTES
from pontoon.irc.server.lines import as_sent, decoded, encoded, packed, shortened, without_tags


@given(st.binary())
def test_any_bytes_come_back_as_they_were(raw: bytes) -> None:
    assert encoded(decoded(raw)) == raw


@given(st.binary(max_size=40), st.integers(0, 50))
@example(b"a" + b"\x80" * 8, 7)
def test_what_is_cut_is_a_beginning_and_no_longer_than_allowed(raw: bytes, most: int) -> None:
    cut = encoded(shortened(decoded(raw), most))
    assert raw.startswith(cut)
    assert len(cut) <= most
    assert len(cut) >= min(len(raw), most - 3)


@given(st.text(st.characters(codec="utf-8")), st.integers(0, 50))
def test_no_character_is_cut_in_two(text: str, most: int) -> None:
    cut = shortened(text, most)
    assert text.startswith(cut)


@pytest.mark.parametrize("size", [509, 510, 511, 600])
def test_a_line_goes_out_with_cr_lf_and_no_longer_than_a_line(size: int) -> None:
    sent = as_sent("x" * size)
    assert sent == b"x" * min(size, LINE_BYTES - 2) + b"\r\n"


@given(st.lists(st.text("a♠", min_size=1, max_size=5)), st.integers(15, 30))
def test_words_are_packed_in_order_and_none_is_divided(words: list[str], most: int) -> None:
    texts = list(packed(words, most))
    assert " ".join(texts).split() == words
    assert all(len(text.encode()) <= most for text in texts)


@pytest.mark.parametrize(
    ("received", "line"),
    [
        (b"PING x", b"PING x"),
        (b"@a=b PING x", b"PING x"),
        (b"@a=b", b""),
        (b"x" * 510, b"x" * 510),
        (b"x" * 511, None),
        (b"@" + b"a" * (TAG_BYTES - 2) + b" " + b"x" * 510, b"x" * 510),
        (b"@" + b"a" * (TAG_BYTES - 1) + b" PING x", None),
        (b"@a=b " + b"x" * 511, None),
    ],
)
def test_tags_are_read_over_and_what_is_too_long_is_nothing(
    received: bytes, line: bytes | None
) -> None:
    assert without_tags(received) == line

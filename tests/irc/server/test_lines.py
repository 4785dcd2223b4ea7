"""Bytes of any kind in and out of the server inside the bot, never too many."""

from hypothesis import example, given
from hypothesis import strategies as st

from pontoon.irc.server.limits import LINE_BYTES
from pontoon.irc.server.lines import MOST_BYTES, as_sent, decoded, encoded, packed


@given(st.binary())
def test_any_bytes_come_back_as_they_were(raw: bytes) -> None:
    assert encoded(decoded(raw)) == raw


@given(st.binary(max_size=600))
@example(b"a" * 509 + b"\x80" * 8)
def test_a_line_goes_out_with_cr_lf_and_no_longer_than_a_line(raw: bytes) -> None:
    sent = as_sent(decoded(raw))
    assert len(sent) <= LINE_BYTES
    assert sent.endswith(b"\r\n")
    assert raw.startswith(sent[:-2])
    assert len(sent) - 2 >= min(len(raw), MOST_BYTES - 3)


@given(st.integers(500, 512))
def test_no_character_is_cut_in_two(before: int) -> None:
    sent = as_sent("x" * before + "♠♥" * 5)
    assert sent.decode().rstrip("\r\n♠♥") == "x" * min(before, MOST_BYTES)


@given(st.lists(st.text("a♠", min_size=1, max_size=5)), st.integers(480, 495))
def test_words_are_packed_in_order_and_none_is_divided(words: list[str], before: int) -> None:
    texts = list(packed(words, "x" * before))
    assert " ".join(texts).split() == words
    assert all(before + len(text.encode()) <= MOST_BYTES for text in texts)

"""Lines of the server inside the bot are never too long."""

from hypothesis import example, given
from hypothesis import strategies as st

from pontoon.irc.server.server import as_sent
from pontoon.irc.server.state import MOST_BYTES


@given(st.binary(max_size=600))
@example(b"a" * 509 + b"\x80" * 8)
def test_a_line_goes_out_with_cr_lf_and_no_longer_than_a_line(raw: bytes) -> None:
    sent = as_sent(raw.decode(errors="surrogateescape"))
    assert len(sent) <= MOST_BYTES + 2
    assert sent.endswith(b"\r\n")
    assert raw.startswith(sent[:-2])
    assert len(sent) - 2 >= min(len(raw), MOST_BYTES - 3)


@given(st.integers(500, 512))
def test_no_character_is_cut_in_two(before: int) -> None:
    sent = as_sent("x" * before + "♠♥" * 5)
    assert sent.decode().rstrip("\r\n♠♥") == "x" * min(before, MOST_BYTES)

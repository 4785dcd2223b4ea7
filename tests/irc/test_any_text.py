"""Short ways with most texts, compared with the long ways with all."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pontoon.irc.line import cut, parse, size_of, visible

_PIECES = st.one_of(
    st.sampled_from((" ", " :", ":", "@", "\0", "\r", "\n", "\t", "PRIVMSG", "#c", "a", "\ud800")),
    st.text(max_size=4),
)
MESSAGES = st.lists(_PIECES, max_size=12).map("".join)

_TELLING = (
    *("PASS", "oper", "AuthenticatE", "IDENTIFY", "regain", "RECOVER", "Release", "GHOST"),
    *("SET PASSWORD", "REGISTER", "JOIN", "MODE", "324", "+k", ":srv", "@a=b", "#c", "s3cret"),
    *("\u017fet password", "ma\u017fk", "O\u017fPER", "\u0131dentify", "\u212a", "  ", " ", "\n"),
)
TELLING = st.lists(st.sampled_from(_TELLING), max_size=8).flatmap(
    lambda words: st.sampled_from((" ", "")).map(lambda space: space.join(words))
)


@given(MESSAGES)
def test_a_message_that_is_put_together_again_means_the_same(text: str) -> None:
    message = parse(text)
    if message is not None:
        *middle, last = ["", *message.params]
        words = [*([f":{message.source}"] if message.source else []), message.command]
        again = parse(
            " ".join(["", *words, *middle[1:], *([f":{last}"] if message.params else [])])
        )
        assert again == replace(message, tags={})


@given(MESSAGES, st.integers(-2, 40))
def test_a_text_is_measured_and_cut_as_utf_8(text: str, size: int) -> None:
    raw = text.encode("utf-8", errors="replace")
    assert size_of(text) == len(raw)
    assert cut(text, size) == raw[: max(size, 0)].decode("utf-8", errors="ignore")


@given(MESSAGES)
def test_a_text_is_shown_as_each_of_its_characters_is(text: str) -> None:
    assert visible(text) == "".join(map(visible, text))

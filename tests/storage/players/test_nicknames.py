"""Nicknames and nicks that lines of the game can show (RULES 0, Names)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.games import GAMES
from pontoon.storage.players.nicknames import (
    MAX_LENGTH,
    NICK_SIGNS,
    SIGNS,
    WORDS_OF_LINES,
    NicknameFault,
    is_like_computer,
    is_nick_everywhere,
    look_alike,
    looks_like_nick,
    needs_nickname,
    nickname_fault,
)
from tests.support.properties import MANY


@pytest.mark.parametrize(
    "text",
    [
        *("Bob", "s", "0", "500", "7 of 9", "x" * 30, "é" * 30, "Agent_007", "K-9", "St. Anne!?"),
        *(
            "The Dealer's Friend",
            "Dealer's choice",
            "Decker",
            "Bustopher",
            "Nobody's Fool",
            "dealer!",
        ),
        *("Pontoon Pete", "Shed", "op mal", "ChanServ op mal", "hand 2", "Deckchair", "AH 10C"),
        *("Zoë", "Zoe\u0308", "Ñandú", "Łukasz", "Nguyễn", "Straße", "Иван Грозный", "Ζωή", "محمد"),
        *(
            "דוד",
            "सीता",
            "৪২",
            "五",
            "太郎",
            "山田ロボ",
            "ひらがな カナ",
            "한글 漢字",
            "ー太郎",
            "ㄅ漢",
        ),
    ],
)
def test_a_nickname_that_can_be_had(text: str) -> None:
    assert nickname_fault(text) is None


@pytest.mark.parametrize(
    ("fault", "texts"),
    [
        (NicknameFault.TOO_LONG, ["x" * 31, "é" * 31]),
        (
            NicknameFault.BAD_BEGINNING,
            ["", " ", " a", "+v", "!op mal", ".kick", "'op'", "_op", "-op", "?"],
        ),
        (
            NicknameFault.BAD_BEGINNING,
            ["[op]", "♠ Ace", "@x", "\x02Dave", "½", "\u0301a", "\u034f"],
        ),
        (NicknameFault.BAD_BEGINNING, ["\u3164", "\u2800", "\xa0a"]),
        (
            NicknameFault.BAD_CHARACTER,
            ["a  b", "a ", "a:b", "a,b", "a=b", "a|b", "a(b", "a&b", "a`b", "a+b"],
        ),
        (
            NicknameFault.BAD_CHARACTER,
            ["a\\b", "a[b", "a^b", "a♠", "I ❤️ chess", "a½", "zed │ anna"],
        ),
        (
            NicknameFault.BAD_CHARACTER,
            ["a\x02b", "a\tb", "a\u200bb", "a\u202eb", "a\ue000", "a\u0378"],
        ),
        (NicknameFault.BAD_CHARACTER, ["a\xa0b", "a\u2003b", "a\u3000b", "a\u2028b", "a\u2800b"]),
        (
            NicknameFault.BAD_CHARACTER,
            ["da\u034fve", "dave\ufe0f", "dave\u3164", "a\u115fb", "a\u20dd"],
        ),
        (NicknameFault.BAD_CHARACTER, ["bob \u0301a", "1\u0301"]),
        (
            NicknameFault.SEVERAL_SCRIPTS,
            ["d\u0430ve", "d\u03b1ve", "Иван Smith", "太郎 Smith", "ひ한"],
        ),
        (
            NicknameFault.OF_COMPUTERS,
            ["ann+", "zed+", "ann ＋", "ann＋", "ann➕", "ann᛭", "ann\u1429"],
        ),
        (NicknameFault.OF_GAME, [game.title for game in GAMES]),
        (NicknameFault.OF_GAME, ["shed pontoon", "BLACK JACK for time"]),
        (NicknameFault.WORD_OF_LINES, ["Deck", "The Dealer", "Banker Dave", "My Chips", "No Way"]),
        (NicknameFault.WORD_OF_LINES, ["dave busts", "dave BETS 50", "Nobody", "a computer"]),
        (NicknameFault.WORD_OF_LINES, ["everybody", "dea1er", "b\u1d07ts", "𝐝𝐞𝐜𝐤", "ｎｏ"]),
    ],
)
def test_a_nickname_that_cannot_be_had(fault: NicknameFault, texts: list[str]) -> None:
    for text in texts:
        assert nickname_fault(text) is fault, ascii(text)


words = st.one_of(
    st.sampled_from([*WORDS_OF_LINES, "Dealer's", "Decker", "D\u0435ck"]),
    st.text(f"abcDEF01éж漢{SIGNS}", min_size=1, max_size=9),
)
nicknames = st.lists(words, min_size=1, max_size=3).map(" ".join)


@given(nicknames)
@MANY
def test_a_nickname_that_can_be_had_ends_before_the_words_of_a_line(nickname: str) -> None:
    """So everybody can tell in ``Zed the Great bets 50`` where the name ends."""
    if nickname_fault(nickname) is None:
        said = f"{nickname} bets 50".split(" ")
        assert all(said)
        is_of_line = [any(look_alike(word, each) for each in WORDS_OF_LINES) for word in said]
        assert " ".join(said[: is_of_line.index(True)]) == nickname
        assert nickname[0].isalnum()
        assert len(nickname) <= MAX_LENGTH
        assert {each for each in nickname if not each.isalnum()} <= {*SIGNS, " "}


@pytest.mark.parametrize(
    "nick", ["dave", "T", "9bob", "[x]", "{x}", "^x^", "_-", "Zoë", "太郎", "Nobody_"]
)
def test_a_nick_that_lines_can_show(nick: str) -> None:
    assert not needs_nickname(nick)
    assert looks_like_nick(nick)


@pytest.mark.parametrize(
    "nick", ["bob|away", "|", "`op", "a\\b", "Deck", "NOBODY", "busts", "is", "n0"]
)
def test_a_nick_that_needs_a_nickname(nick: str) -> None:
    assert needs_nickname(nick)
    assert looks_like_nick(nick)


@pytest.mark.parametrize(
    "nick", ["", "x" * 65, "a b", "a:b", "a♠", "da\u034fve", "dave\u3164", "ann+", "(s)"]
)
def test_what_is_no_nick_is_not_repeated(nick: str) -> None:
    assert not looks_like_nick(nick)


@given(st.text(f"ab0{NICK_SIGNS}", min_size=1, max_size=9))
def test_a_nick_of_letters_digits_and_some_signs_needs_no_nickname(nick: str) -> None:
    assert needs_nickname(nick) is any(look_alike(nick, word) for word in WORDS_OF_LINES)


@pytest.mark.parametrize("name", ["ann+", "+ann", "ann＋", "ann\u1429", "ann➕", "ann\U0001029b"])
def test_a_name_that_ends_like_a_computers(name: str) -> None:
    assert is_like_computer(name)


def test_nicks_of_rfc_2812_can_be_had_everywhere() -> None:
    for nick in ["dave", "x", "[a]", "`b`", "c\\d^e_", "{|}", "a-1", "_9"]:
        assert is_nick_everywhere(nick)


@pytest.mark.parametrize(
    "nick", ["", "9lives", "-a", "zo\xeb2", "a.b", "a b", "a:b", "a~", "a\n", "\uff41"]
)
def test_other_nicks_cannot(nick: str) -> None:
    assert not is_nick_everywhere(nick)

"""People who mean no good: nothing they say moves a chip, shows a card or looks like another's.

What is typed here has come through a server; what servers themselves may do is in ``tests/irc``.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon.irc.casemapping import FOLDS
from pontoon.text.announcements import NO_SUCH_COMPUTER
from tests.support.offline_bot import BOT, CHANNEL, ROOM, Entry, OfflineBot, Said
from tests.whole.test_any_steps import CARD

pytestmark = pytest.mark.slow

JUNK_BETS = [
    *("-5", "+5", "0", "00", "1e3", "٣", "10.5", "1,000", "101", "99999999999999999999", "💰", "½"),
    *(
        "",
        " ",
        "\x02",
        "\x0350",
        "5\x070",
        "0x10",
        "inf",
        "nan",
        "-0",
        "−5",
        "５",
        "5️⃣",
        "five",
        "50 50",
    ),
    *("9" * 401, "9" * 4300, "9" * 4301, "9" * 100_000, "-" + "9" * 5000, "0" * 5000 + "5"),
    *("50\u200b", "\u202e50", "5\u00a00 ", "max min", "bet bet", "bet max min", "bet\x0050"),
]
"""What is no bet of 1 to 100, though much of it looks like one to some program or other."""

JUNK = [
    *("x" * 100_000, "!" * 100_000, "!pontoon " * 10_000, "♠" * 40_000, "!bank " + "+" * 100_000),
    *("!pontoon " + "x" * 100_000, "set nickname " + "x" * 100_000, "stats " + "x " * 50_000),
    *("!pontoon stats " + "\u0300" * 100_000, "!pontoon\ndave", "a\r\nQUIT :b", "\0", "\x01\x01"),
    *("\x02\x1f\x16\x0f", "\x03" * 500, "\x1b[2J\x1b]0;owned\x07", "\u202e\u2066\u2069", "\ufeff"),
    *("bank +" + "9" * 5000, "bank -" + "9" * 100_000, "!bank + + +", "bank +1\x07", "\x10n\x100"),
]


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[OfflineBot]:
    """Have dave to bet, kevin, who has, and mallory, a player too, watching; no chip moves."""
    entries = [Entry("dave"), Entry("kevin"), Entry("mallory", bank=10)]
    bot = OfflineBot(tmp_path, entries, "5D 9C 8H")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("kevin", "7")
    before, ask = bot.players_xml.read_bytes(), bot.croupier().ask
    yield bot
    assert bot.players_xml.read_bytes() == before
    assert bot.croupier().ask is ask, "somebody else's answer was taken for dave's"
    bot.tells("dave", "50")
    assert bot.heard_in(CHANNEL)[-1].startswith("dave bets 50 | kevin bets 7 |")


def check_said(said: list[Said], *, shown: str = "") -> None:
    """Check that SAID fits and shows no cards but those in SHOWN, and these to dave alone."""
    for each in said:
        assert len(each.line.encode()) <= ROOM
        assert set(re.findall(CARD, each.line)) <= set(shown.split())
        assert not shown or each.target == "dave"


@pytest.mark.parametrize("form", ["{}", "bet {}", "BET  {}"])
def test_what_is_no_bet_is_refused_in_private_with_the_question(bot: OfflineBot, form: str) -> None:
    for bet in JUNK_BETS:
        said = bot.tells("dave", form.format(bet))
        check_said(said, shown="5♦")
        assert len(said) == 1, ascii(bet)[:100]
        assert said[0].line.endswith("Your card: 5♦. Bet (1-100)? You have 1000 chips")


@pytest.mark.parametrize("form", ["!{}", "!bet {}", "!pontoon {}"])
def test_in_the_channel_it_is_answered_in_private_or_not_at_all(bot: OfflineBot, form: str) -> None:
    """Or, where it may be somebody's name, by what keeps a round from starting."""
    for bet in JUNK_BETS:
        for said in bot.says("dave", form.format(bet)):
            if said.target == CHANNEL:
                is_playing = "A round of Shed Pontoon is already being played here" in said.line
                is_refused = said.line.startswith("No round: ") or said.line == NO_SUCH_COMPUTER
                assert is_playing or is_refused
                assert len(said.line.encode()) <= ROOM
                assert not said.shows_cards
            else:
                check_said([said], shown="5♦")
        bot.pass_seconds(1)


@pytest.mark.parametrize("move", ["50", "bet 50", "max", "s", "t", "b", "u", "p", "leave", "hand"])
def test_moves_of_strangers_and_of_those_who_wait_move_nothing(bot: OfflineBot, move: str) -> None:
    """Of mallory, who is no player of this round, and of somebody whom nobody knows."""
    for nick in ("mallory", "stranger"):
        for said in (bot.tells(nick, move), bot.says(nick, f"!{move}")):
            check_said(said)
    if move not in ("leave", "hand"):
        check_said(bot.tells("kevin", move))
        check_said(bot.says("kevin", f"!{move}"))


@pytest.mark.parametrize("text", JUNK, ids=range(len(JUNK)))
def test_junk_is_borne(bot: OfflineBot, text: str) -> None:
    """From whoever it comes, and wherever it is said."""
    for nick in ("mallory", "stranger", "kevin"):
        check_said(bot.tells(nick, text))
        check_said(bot.says(nick, text))
    check_said(bot.tells("dave", text), shown="5♦")
    assert all(line.isprintable() for line in (*bot.log, *bot.tables_log))


def test_nobody_plays_under_a_nick_that_only_the_casemapping_tells_from_anothers(
    tmp_path: Path,
) -> None:
    """``[a]`` and ``{a}`` are one nick for rfc1459: one seat, whoever names it and however."""
    bot = OfflineBot(tmp_path, [Entry("[a]"), Entry("dave")], "5D 9C")
    refused = bot.says("dave", "!pontoon [a] {A} dave")
    assert [said.line for said in refused] == ["No round: [a] is named twice"]
    bot.says("dave", "!pontoon {A} dave")
    assert bot.tells("{a}", "5")[0].line == "You bet 5. dave is still to bet."
    assert bot.tells("dave", "5")[0].line.startswith("[a] bets 5 |")
    assert "[a] leaves the round" in bot.says("{A}", "!pontoon resign")[0].line


def test_where_a_server_tells_them_apart_they_are_two_people(tmp_path: Path) -> None:
    entries = [Entry("[a]"), Entry("{a}", 500)]
    bot = OfflineBot(tmp_path, entries, "5D 9C", fold=FOLDS["ascii"])
    bot.says("{a}", "!pontoon [a] {a}")
    assert bot.tells("{A}", "5")[0].line == "You bet 5. [a] is still to bet."
    assert bot.tells("[A]", "7")[0].line.startswith("[a] bets 7 | {a} bets 5 |")


# What the bot can be made to say

SHAPES = [
    "Chips:",
    "dave\u00a0bets\u00a010",
    "Chips:\u00a0dave\u00a01",
    "zed:",
    "a=b",
    "x(1-2)",
    "(s)tick",
    "bob\u2502dave",
    "bob\uff5cdave",
    "dave\u2800busts",
    "dave\uffa0busts",
    "Chips\uff1a",
    "dave\ua789\uff1d19",
]
HIDDEN = ["\u202edave", "da\u2066ve", "\x7f", "x" * 65, "x" * 400]


@pytest.mark.parametrize("word", [*SHAPES, *HIDDEN], ids=ascii)
def test_what_can_be_no_nick_is_not_repeated(tmp_path: Path, word: str) -> None:
    """Neither in a line with something before it nor, where that is cut, at the start of one."""
    bot = OfflineBot(tmp_path, "dave 1000")
    for text in (
        f"!pontoon {word}",
        f"!pontoon dave {word} {word}",
        "!pontoon " + " ".join(f"nobody{number}{word}" for number in range(40)),
        f"!pontoon stats {word}",
        f"!pontoon stats {word} {word}",
    ):
        for said in bot.says("dave", text):
            assert not any(part in said.line for part in word.split("\u00a0") if not part.isalnum())
            assert "x" * 65 not in said.line
            assert said.line.startswith(("No round", "There is no player", "…", "nobody"))


def test_a_nick_that_could_be_one_is_named(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000")
    for nick in ("bob|away", "[x]", "Zoë", "x" * 64, "`", "|", "9bob"):
        assert bot.says("dave", f"!pontoon {nick}")[0].line == (
            f"No round: {nick} is not a player yet; ask an admin of this bot"
        )


# Nicknames

TAKEN = {
    "the same": "dave",
    "another case": "DAVE",
    "full width": "Ｄａｖｅ",
    "mathematical": "𝐝𝐚𝐯𝐞",
    "Cyrillic a": "d\u0430ve",
    "Cyrillic all through": "ԁа\u0475е",
    "Greek nu and alpha": "d\u03b1\u03bde",
    "combining grapheme joiner": "da\u034fve",
    "phonetic d": "\u1d05ave",
    "alpha of phonetics": "d\u0251ve",
    "estimated sign": "dav\u212e",
    "small capitals": "\u1d05\u1d00\u1d20\u1d07",
    "variation selector": "dave\ufe0f",
    "Hangul filler": "dave\u3164",
}


@pytest.fixture
def players(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, [Entry("dave"), Entry("kevin", nickname="The Boss"), Entry("bob")])


def set_nickname(bot: OfflineBot, nickname: str, nick: str = "bob") -> str:
    (said,) = bot.tells(nick, f"set nickname {nickname}")
    return said.line


def test_nobody_takes_anothers_name_in_another_look(players: OfflineBot) -> None:
    for look, nickname in TAKEN.items():
        assert "too similar to" in set_nickname(players, nickname), look
        assert players.in_file("bob").nickname == ""


@pytest.mark.parametrize(
    "nickname",
    [
        *(BOT, BOT.upper(), "Chips", "CHIPS", "Ch\u0456ps", "Shed Pontoon", "shed  pontoon"),
        *("\u1d05ealer", "bob bets 10", "dave twists", "dave and kevin is", "Deck 1"),
    ],
    ids=ascii,
)
def test_nobody_is_called_as_the_bot_or_what_its_lines_say(
    players: OfflineBot, nickname: str
) -> None:
    assert "now called" not in set_nickname(players, nickname)
    assert players.in_file("bob").nickname == ""


@pytest.mark.parametrize(
    "nickname",
    [
        "\u3164",
        "\u2800\u2800",
        "\u034f",
        "\u0301dave",
        "\u20dd",
        "dave\u202e",
        "a\u200db",
        "\u00ad",
    ],
    ids=ascii,
)
def test_a_nickname_is_to_be_seen_and_stands_by_itself(players: OfflineBot, nickname: str) -> None:
    """A mark at its beginning would be written over what stands before the name."""
    assert set_nickname(players, nickname).startswith(("A nickname ", "That is too similar"))
    assert players.in_file("bob").nickname == ""


@pytest.mark.parametrize(
    "nickname",
    [
        "Dave's friend",
        "davebets",
        "bob the better",
        "dave 1050",
        "davey betsy",
        "Иван",
        "Ζωή",
        "e\u0301a",
    ],
)
def test_names_that_only_remind_of_others_may_be_had(players: OfflineBot, nickname: str) -> None:
    assert set_nickname(players, nickname) == f"You are now called {nickname}."

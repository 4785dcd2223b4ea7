"""Nicknames: who may have which, and what becomes of them."""

from pathlib import Path

import pytest

from pontoon.storage.players.nicknames import NicknameFault
from pontoon.text import names as said
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from pontoon.text.player_commands import NEEDS_NICKNAME, NICKNAME_FAULTS
from tests.support.offline_bot import Entry, OfflineBot

BAD = {
    "colon": "a:b",
    "comma": "a,b",
    "equals": "a=b",
    "bar": "a|b",
    "opening bracket": "a(b",
    "closing bracket": "a)b",
    "bold": "\x02Dave\x02",
    "underline": "\x1fDave",
    "italics at the end": "Dave\x1d",
    "tab": "a\tb",
    "tab at the end": "a\t",
    "zero width space": "a\u200bb",
    "right to left": "a\u202eb",
    "private use": "a\ue000",
    "unassigned": "a\u0378",
    "no-break space": "a\u00a0b",
    "no-break space first": "\u00a0a",
    "line separator": "a\u2028b",
    "box drawing": "zed \u2502 anna",
    "heavy box drawing": "zed \u2503 anna",
    "full-width bar": "zed \uff5c anna",
    "dental click": "zed \u01c0 anna",
    "divides": "zed \u2223 anna",
    "light vertical bar": "zed \u2758 anna",
    "broken bar": "zed \xa6 anna",
    "stroke over a space": "zed \u20d2 anna",
    "full-width colon": "zed\uff1a anna",
    "ratio": "zed\u2236 anna",
    "blank of Braille": "zed\u2800busts",
    "Hangul filler": "zed\u3164busts",
    "half-width Hangul filler": "zed\uffa0busts",
    "initial Hangul filler": "zed\u115fbusts",
    "middle Hangul filler": "zed\u1160busts",
}


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(
        tmp_path, [Entry("dave"), Entry("kev[n]", nickname="The Dealer"), Entry("bob")]
    )


def set_nickname(bot: OfflineBot, nickname: str, nick: str = "dave") -> str:
    """Let somebody set a nickname; return the bot's answer."""
    (said,) = bot.tells(nick, f"set nickname {nickname}")
    assert said.target == nick
    return said.line


def nickname_of(bot: OfflineBot, nick: str = "dave") -> str:
    return bot.in_file(nick).nickname


def test_a_nickname_is_what_announcements_say(bot: OfflineBot) -> None:
    for nickname in [
        "Dave the Brave",
        "xy",
        "x" * 30,
        "x♠" * 15,
        "Dealer's Friend!",
        "b>&amp;",
        "五",
    ]:
        assert nickname in set_nickname(bot, nickname)
        assert nickname_of(bot) == nickname
        assert bot.says("dave", "!bank")[0].line == f"{nickname}: chips 1000, bank 0"


def test_the_command_is_known_in_any_case(bot: OfflineBot) -> None:
    for command in ["set nickname", "SET Nickname", "!set nickname", "! set  nickname"]:
        bot.tells("dave", f"{command} Davey")
        assert nickname_of(bot) == "Davey"


def test_spaces_around_it_and_doubled_ones_in_it_do_not_count(bot: OfflineBot) -> None:
    set_nickname(bot, "  Dave   the  Brave ")
    assert nickname_of(bot) == "Dave the Brave"


def test_nothing_or_only_spaces_takes_the_nickname_away(bot: OfflineBot) -> None:
    for nothing in ["", " ", "     "]:
        said = set_nickname(bot, nothing, "kev[n]")
        assert "kev[n]" in said
        assert nickname_of(bot, "kev[n]") == ""
        assert bot.says("kev[n]", "!bank")[0].line.startswith("kev[n]: ")


def test_the_bare_command_does_so_too(bot: OfflineBot) -> None:
    bot.tells("kev[n]", "set nickname")
    assert nickname_of(bot, "kev[n]") == ""


def test_a_nickname_has_at_most_30_characters(bot: OfflineBot) -> None:
    assert "30" in set_nickname(bot, "x" * 31)
    assert nickname_of(bot) == ""


def test_some_characters_are_not_for_nicknames(bot: OfflineBot) -> None:
    for nickname in BAD.values():
        assert "cannot have" in set_nickname(bot, nickname)
        assert nickname_of(bot) == ""


def test_a_nickname_begins_with_a_letter_or_a_digit(bot: OfflineBot) -> None:
    """Services obey lines that begin with other characters, also those of a bot."""
    for nickname in [
        *("!op mal", "!kick dave", ".kick dave", "@ban dave", "!akick add dave", "`op mal"),
        *("-op", "/op", "\\op", "~op", "$op", "%op", "_op", "^op", "[op]", "{op}", "'op'", "+v"),
        *("\uff01op mal", "\u2764\ufe0f", "\u2660 Ace"),
    ]:
        assert set_nickname(bot, nickname) == NICKNAME_FAULTS[NicknameFault.BAD_BEGINNING]
        assert nickname_of(bot) == ""


def test_nor_does_it_speak_to_services(bot: OfflineBot) -> None:
    for nickname in [
        *("ChanServ op mal", "NICKSERV identify", "BotServ", "memoserv", "Ch\u0430nServ"),
        *("OperServ kill", "Global", "Services"),
    ]:
        assert set_nickname(bot, nickname) == said.SPEAKS_TO_SERVICES
        assert nickname_of(bot) == ""


def test_nor_to_somebody_who_is_there(bot: OfflineBot) -> None:
    for nickname in ["zed op mal", "Zed", "ZED! op", "zed; op", "zed> hi"]:
        bot.comes("zed")
        assert set_nickname(bot, nickname) == said.SPEAKS_TO.format(nick="zed")
        assert nickname_of(bot) == ""


def test_who_comes_later_is_not_spoken_to_from_the_next_round_on(bot: OfflineBot) -> None:
    set_nickname(bot, "op mal")
    assert bot.says("dave", "!pontoon dave bob")[0].line.startswith("Shed Pontoon: op mal, bob")
    bot.stops_round()
    bot.comes("op")
    assert bot.says("dave", "!bank")[0].line.startswith("dave: ")
    assert bot.says("dave", "!pontoon dave bob")[0].line.startswith("Shed Pontoon: dave, bob |")


def test_ones_own_nick_may_begin_ones_name(bot: OfflineBot) -> None:
    set_nickname(bot, "Dave the Brave")
    assert bot.says("dave", "!bank")[0].line.startswith("Dave the Brave: ")


def test_what_begins_lines_begins_no_nickname(bot: OfflineBot) -> None:
    for nickname in [
        *("Deck 1 is opened", "No round", "the round is stopped", "nobody wants the bank"),
        *("Nobody", "bust", "Deck", "deck of cards", "Left out", "Pontoon", "high cards", "Only"),
        *(
            "No round for you",
            "D\u0435ck 1",
            "You",
            "the nick dave",
        ),
    ]:
        assert set_nickname(bot, nickname) == said.NAME_IS_OURS
        assert nickname_of(bot) == ""


def test_nor_is_it_a_card_in_plain_letters(bot: OfflineBot) -> None:
    for nickname in ["AH 10C", "Zed 10C", "QD"]:
        assert set_nickname(bot, nickname).startswith('A line of the game could say "')
        assert nickname_of(bot) == ""


def test_nor_does_it_say_something_of_others(bot: OfflineBot) -> None:
    for nickname in ["bob quits", "bob and The Dealer", "bob cuts deck 3"]:
        assert "too similar to bob" in set_nickname(bot, nickname)
        assert nickname_of(bot) == ""


def test_other_blanks_and_codes_are_no_spaces(bot: OfflineBot) -> None:
    """They do not take the nickname away, as nothing at all would."""
    for code in ["\x02", "\x1d", "\x1e", "\x1f", "\t", "\u3000"]:
        set_nickname(bot, code, "kev[n]")
        assert nickname_of(bot, "kev[n]") == "The Dealer"


def test_another_players_nick_or_nickname_is_taken(bot: OfflineBot) -> None:
    """Compared without case, and as they look: full-width letters are only another look."""
    for nickname in [
        *("bob", "BOB", "Kev[n]", "The Dealer", "the dealer", "THE  DEALER", "Ｂｏｂ"),
        *("\u0299o\u0299", "b0b", "th\u212e dea1er", "The\u2800Dealer", "bob\uffa0"),
    ]:
        assert "too similar to" in set_nickname(bot, nickname)
        assert nickname_of(bot) == ""


def test_no_nickname_could_be_taken_for_a_part_of_a_line(bot: OfflineBot) -> None:
    for nickname, seen in [
        *(("hand 2", "hand 2"), ("The Hand 2", "Hand 2"), ("h\u0430nd \uff12", "h\u0430nd 2")),
        *(("to play", "to play"), ("Zed to play", "to play"), ("Zed T\u043e  Bet", "to bet")),
        *(("Zed bets", "bets"), ("zed busts", "busts"), ("Zed B\u0435ts!", "bets")),
        *(
            ("zed \u0455ti\u0441ks", "sticks"),
            ("\u1d1bwists", "twists"),
            ("zed stick\u0455", "sticks"),
        ),
        *(("My Chips", "Chips"), ("Fish & Ch\u0456ps", "Chips"), ("all minutes", "Minutes")),
        *(("Zed wins", "wins"), ("zed loses", "loses"), ("Zed Ties", "ties")),
        *(("Shuffle King", "shuffle"), ("the marker", "marker"), ("zed to say", "to say")),
        *(("Zed wins 50", "wins 50"), ("zed loses -50", "loses -50"), ("stake 1", "stake 1")),
        *(
            ("Zed A\u2660", "A\u2660"),
            ("10\u2665\ufe0f zed", "10\u2665"),
            ("Zed has the bank", "has the bank"),
        ),
        *(
            ("zed \u0627 anna", "\u0627"),
            ("zed \u2d4f anna", "\u2d4f"),
            ("zed \u0406 anna", "\u0406"),
        ),
    ]:
        assert set_nickname(bot, nickname) == said.PART_OF_LINE.format(part=seen)
        assert nickname_of(bot) == ""


def test_nor_for_a_move(bot: OfflineBot) -> None:
    for nickname in ["s", "S", "\xe9", "\u0436", "\uff54", "\u0627", "\U0001d42c"]:
        assert set_nickname(bot, nickname) == said.ONE_LETTER
        assert nickname_of(bot) == ""


def test_nor_for_chips(bot: OfflineBot) -> None:
    for nickname in [
        "7",
        "500",
        "1-200",
        "\uff11-\uff12\uff10\uff10",
        "+50",
        "-5",
        "\u0663",
        "1 000",
        "#1",
    ]:
        assert set_nickname(bot, nickname) == said.ONLY_A_NUMBER
        assert nickname_of(bot) == ""


def test_nor_for_the_result_of_a_banker(bot: OfflineBot) -> None:
    for nickname in ["Banker Dave", "dealer dan", "D\u0435aler  Zed"]:
        assert set_nickname(bot, nickname) == said.NAME_IS_OURS
        assert nickname_of(bot) == ""


def test_nor_for_somebody_with_chips(bot: OfflineBot) -> None:
    """As in ``Chips: dave 950, bob 1050``; not even for oneself."""
    for nickname in ["bob 950", "The Dealer -50", "b\u043eb \uff15", "dave 1-200"]:
        assert "too similar to" in set_nickname(bot, nickname)
        assert nickname_of(bot) == ""


def test_a_name_that_imitates_nobody_can_be_had(bot: OfflineBot) -> None:
    for nickname in [
        *(
            "\u0418\u0432\u0430\u043d \u0413\u0440\u043e\u0437\u043d\u044b\u0439",
            "\u0396\u03c9\u03ae",
            "\u592a\u90ce",
            "\u5c71\u7530 \u82b1\u5b50",
        ),
        *(
            "\ud55c\uae00",
            "Zo\xeb",
            "Bj\xf6rk Gu\xf0mundsd\xf3ttir",
            "\u0141ukasz",
            "Jos\xe9 Mar\xeda",
        ),
        *(
            "\u0645\u062d\u0645\u062f",
            "\u05d3\u05d5\u05d3",
            "\u0938\u0940\u0924\u093e",
            "Nguy\u1ec5n",
            "\u042e\u043b\u0438\u044f",
            "\u5c71\u7530\u30ed\u30dc",
        ),
        *("Dealer's choice", "Bet on me", "Chipsy", "Hands up", "Henry 8th"),
        *(
            "Agent 007",
            "Sticky",
            "Born to run",
            "Lady Luck \u2665",
            "Ace \u2660",
            "I \u2764\ufe0f chess",
            "Decker",
            "Ahmed",
            "Ah Q",
            "As you like it",
            "The Dealer's Dog",
            "Bustopher",
            "\u9f8d",
        ),
    ]:
        assert set_nickname(bot, nickname) == f"You are now called {nickname}."
        assert nickname_of(bot) == nickname


def test_ones_own_nick_and_nickname_are_not(bot: OfflineBot) -> None:
    assert "DAVE" in set_nickname(bot, "DAVE")
    assert "Dave" in set_nickname(bot, "Dave")
    assert "THE DEALER" in set_nickname(bot, "THE DEALER", "kev[n]")


def test_a_nickname_that_was_given_up_is_free(bot: OfflineBot) -> None:
    set_nickname(bot, "", "kev[n]")
    set_nickname(bot, "The Dealer")
    assert nickname_of(bot) == "The Dealer"


def test_a_nick_that_the_server_takes_for_the_same_is_taken_too(bot: OfflineBot) -> None:
    """Else two people in the channel would have one name."""
    assert "too similar to" in set_nickname(bot, "KEV{N}")
    assert nickname_of(bot) == ""


def test_who_is_not_a_player_has_no_nickname(bot: OfflineBot) -> None:
    assert set_nickname(bot, "Zeddy", "zed") == "zed is not a player yet; ask an admin of this bot"


def test_no_nickname_is_set_while_the_file_is_broken(bot: OfflineBot) -> None:
    bot.break_file()
    assert set_nickname(bot, "Davey") == CANNOT_SAVE_CHIPS
    bot.mend_file()
    assert nickname_of(bot) == ""


def test_a_nickname_is_not_set_in_a_file_that_cannot_be_written(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr("pontoon.storage.atomic_file.replace", fail)
    assert set_nickname(bot, "Davey") == CANNOT_SAVE_CHIPS
    assert any("Permission denied" in line for line in bot.log)
    assert bot.says("dave", "!bank")[0].line.startswith("dave: ")


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_nickname_set_while_seated_is_shown_from_the_next_round_on(
    bot: OfflineBot, *, is_restarted: bool
) -> None:
    """Who checks the cards by a log knows the players by the names in the first line."""
    bot.says("dave", "!pontoon dave bob")
    assert set_nickname(bot, "Davey") == "You are now called Davey."
    if is_restarted:
        bot.starts_anew()
    assert bot.tells("bob", "2")[0].line == "You bet 2. dave is still to bet."
    assert bot.tells("dave", "1")[0].line.startswith("dave bets 1 | bob bets 2 |")
    bot.stops_round()
    assert bot.says("dave", "!pontoon dave bob")[0].line.startswith("Shed Pontoon: Davey, bob |")


def test_a_nickname_of_the_file_that_may_not_be_shown_is_not(bot: OfflineBot) -> None:
    """An admin may have written it; lines of the game would be misread."""
    bot.edit("The Dealer", "a: b")
    assert bot.says("kev[n]", "!bank")[0].line.startswith("kev[n]: ")


@pytest.mark.parametrize("line", ["\x02set nickname\x02 The Boss", "\x0304set nickname The Boss"])
def test_the_command_may_be_formatted_but_not_the_name(bot: OfflineBot, line: str) -> None:
    assert bot.tells("dave", line)[0].line == "You are now called The Boss."
    assert "cannot have" in bot.tells("dave", "\x02set nickname The \x02Chief")[0].line


@pytest.mark.parametrize("nickname", ["!op mal", "Deck 1 is opened", "ChanServ op mal"])
def test_nor_one_that_could_be_an_order_and_the_log_says_so_once(
    bot: OfflineBot, nickname: str
) -> None:
    bot.edit("The Dealer", nickname)
    assert bot.says("kev[n]", "!pontoon kev[n]")[0].line.startswith("Shed Pontoon: kev[n] |")
    assert bot.tells("kev[n]", "1")[0].line.startswith("kev[n] bets 1 |")
    told = [line for line in bot.tables_log if "cannot be called" in line]
    assert told == [f"players.xml: kev[n] cannot be called {nickname!r} in lines"]


@pytest.mark.parametrize("nick", ["`op", "\\op", "Nobody", "Deck", "bust", "AH", "ChanServ"])
def test_a_nick_that_no_line_can_begin_with_needs_a_nickname(tmp_path: Path, nick: str) -> None:
    bot = OfflineBot(tmp_path, [Entry(nick), Entry("bob")])
    assert bot.says("bob", f"!pontoon bob {nick}")[0].line == (
        f"No round: the nick {nick} needs a nickname first: set nickname and a name, said to me in "
        "private"
    )
    assert bot.says(nick, "!bank")[0].line == f"the nick {nick}: chips 1000, bank 0"
    assert NEEDS_NICKNAME in bot.says(nick, "!join")[0].line
    assert "now called" in bot.tells(nick, "set nickname Fred")[0].line
    assert bot.says("bob", f"!pontoon bob {nick}")[0].line.startswith("Shed Pontoon: bob, Fred |")
    bot.tells("bob", "2")
    assert bot.tells(nick, "1")[0].line.startswith("bob bets 2 | Fred bets 1 |")
    assert not [each for each in bot.said if each.line.startswith(nick)]


@pytest.mark.parametrize("nick", ["[x]", "]x", "^x", "{x}", "|x", "_x", "Nobody_", "Decker"])
def test_other_nicks_are_names(tmp_path: Path, nick: str) -> None:
    bot = OfflineBot(tmp_path, [Entry(nick)])
    assert bot.says(nick, f"!pontoon {nick}")[0].line.startswith(f"Shed Pontoon: {nick} |")


@pytest.mark.parametrize("nick", ["`op", "\\op", "Nobody"])
def test_nor_does_a_line_begin_with_a_strangers_nick_of_that_kind(
    tmp_path: Path, nick: str
) -> None:
    bot = OfflineBot(tmp_path, "bob 1000")
    bot.comes(nick)
    for command in ("!bank", "!join", f"!pontoon {nick}", f"!pontoon stats {nick}"):
        for line in bot.says(nick, command):
            assert not line.line.startswith(nick)

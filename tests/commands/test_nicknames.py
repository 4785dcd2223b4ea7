"""Nicknames: who may have which, and what becomes of them."""

from pathlib import Path

import pytest

from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from tests.support.offline_bot import BOT, Entry, OfflineBot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(
        tmp_path, [Entry("dave"), Entry("kev[n]", nickname="The Master"), Entry("bob")]
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
        *("Dave the Brave", "s", "x" * 30, "Dealer's Friend!", "五", "7", "山田ロボ", "Zoë"),
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


def test_each_kind_of_refusal_leaves_the_nickname_as_it_is(bot: OfflineBot) -> None:
    bot.comes("zed")
    for nickname in [
        *(
            "x" * 31,
            "a|b",
            "!op",
            "d\u0430ve smith",
            "zed+",
            "Shed Pontoon",
            "Zed bets",
            "bob",
            "Zed",
        ),
        BOT,
    ]:
        assert "now called" not in set_nickname(bot, nickname, "kev[n]")
        assert nickname_of(bot, "kev[n]") == "The Master"


def test_who_comes_later_and_has_it_as_a_nick_hides_it_from_the_next_round_on(
    bot: OfflineBot,
) -> None:
    set_nickname(bot, "Zed")
    assert bot.says("dave", "!pontoon dave bob")[0].line.startswith("Shed Pontoon: Zed, bob")
    bot.comes("zed")
    bot.tells("bob", "1")
    assert bot.tells("dave", "1")[0].line.startswith("Zed bets 1 |")
    bot.stops_round()
    assert bot.says("dave", "!bank")[0].line.startswith("dave: ")
    assert bot.says("dave", "!pontoon dave bob")[0].line.startswith("Shed Pontoon: dave, bob |")


def test_ones_own_nick_may_be_ones_nickname(bot: OfflineBot) -> None:
    set_nickname(bot, "Dave the Brave")
    assert bot.says("dave", "!bank")[0].line.startswith("Dave the Brave: ")


def test_other_blanks_and_codes_are_no_spaces(bot: OfflineBot) -> None:
    """They do not take the nickname away, as nothing at all would."""
    for code in ["\x02", "\x1d", "\x1e", "\x1f", "\t", "\u3000"]:
        set_nickname(bot, code, "kev[n]")
        assert nickname_of(bot, "kev[n]") == "The Master"


def test_another_players_nick_or_nickname_is_taken(bot: OfflineBot) -> None:
    """Compared without case, and as they look: full-width letters are only another look."""
    for nickname in [
        *("bob", "BOB", "Kev[n]", "The Master", "the master", "THE  MASTER", "Ｂｏｂ"),
        *("\u0299o\u0299", "b0b", "th\u212e rnaster", "b\u043eb", "bob\uffa0"),
    ]:
        assert "too similar to" in set_nickname(bot, nickname)
        assert nickname_of(bot) == ""


def test_ones_own_nick_and_nickname_are_not(bot: OfflineBot) -> None:
    assert "DAVE" in set_nickname(bot, "DAVE")
    assert "Dave" in set_nickname(bot, "Dave")
    assert "THE MASTER" in set_nickname(bot, "THE MASTER", "kev[n]")


def test_a_nickname_that_was_given_up_is_free(bot: OfflineBot) -> None:
    set_nickname(bot, "", "kev[n]")
    set_nickname(bot, "The Master")
    assert nickname_of(bot) == "The Master"


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
    bot.edit("The Master", "a: b")
    assert bot.says("kev[n]", "!bank")[0].line.startswith("kev[n]: ")


@pytest.mark.parametrize("line", ["\x02set nickname\x02 The Boss", "\x0304set nickname The Boss"])
def test_the_command_may_be_formatted_but_not_the_name(bot: OfflineBot, line: str) -> None:
    assert bot.tells("dave", line)[0].line == "You are now called The Boss."
    assert "only letters" in bot.tells("dave", "\x02set nickname The \x02Chief")[0].line


@pytest.mark.parametrize("nickname", ["!op mal", "Deck 1 is opened", "dave | bob", "x" * 31])
def test_nor_in_a_round_and_the_log_says_so_once(bot: OfflineBot, nickname: str) -> None:
    bot.edit("The Master", nickname)
    assert bot.says("kev[n]", "!pontoon kev[n]")[0].line.startswith("Shed Pontoon: kev[n] |")
    assert bot.tells("kev[n]", "1")[0].line.startswith("kev[n] bets 1 |")
    told = [line for line in bot.tables_log if "cannot be called" in line]
    assert told == [f"players.xml: kev[n] cannot be called {nickname!r} in lines"]


def test_a_nickname_of_the_file_that_an_earlier_version_refused_is_shown(bot: OfflineBot) -> None:
    bot.edit("The Master", "ChanServ op mal")
    assert bot.says("kev[n]", "!bank")[0].line.startswith("ChanServ op mal: ")


# Nicks that lines of the game cannot show


@pytest.mark.parametrize("nick", ["`op", "a|b", "\\op", "Nobody", "Deck", "busts", "is"])
def test_who_has_such_a_nick_needs_a_nickname_to_play(tmp_path: Path, nick: str) -> None:
    bot = OfflineBot(tmp_path, [Entry(nick), Entry("bob")])
    assert "needs a nickname first" in bot.says("bob", f"!pontoon bob {nick}")[0].line
    assert bot.says(nick, "!bank")[0].line == f"{nick}: chips 1000, bank 0"
    assert "set nickname" in bot.says(nick, "!join")[0].line
    bot.tells(nick, "set nickname Fred")
    assert bot.says("bob", f"!pontoon bob {nick}")[0].line.startswith("Shed Pontoon: bob, Fred |")
    bot.tells("bob", "2")
    assert bot.tells(nick, "1")[0].line.startswith("bob bets 2 | Fred bets 1 |")


def test_while_somebody_else_has_the_nickname_as_a_nick_they_do_not_play(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [Entry("a|b", nickname="Fred"), Entry("bob")])
    bot.comes("fred")
    assert "a|b needs a nickname first" in bot.says("bob", "!pontoon bob a|b")[0].line
    bot.leaves("fred")
    assert "Fred" in bot.says("bob", "!pontoon bob a|b")[0].line


@pytest.mark.parametrize("nick", ["[x]", "]x", "^x", "{x}", "_x", "Nobody_", "Decker", "Zoë"])
def test_other_nicks_are_names(tmp_path: Path, nick: str) -> None:
    bot = OfflineBot(tmp_path, [Entry(nick)])
    assert bot.says(nick, f"!pontoon {nick}")[0].line.startswith(f"Shed Pontoon: {nick} |")


@pytest.mark.parametrize(("nick", "cutter"), [("bob", "bob"), ("a|b", "Fred"), ("zed", "zed")])
def test_a_cut_is_acknowledged_by_a_nick_or_else_by_the_nickname(
    tmp_path: Path, nick: str, cutter: str
) -> None:
    players = [Entry("bob", nickname="The Boss"), Entry("a|b", nickname="Fred")]
    bot = OfflineBot(tmp_path, players, tells_of_decks=True)
    bot.comes("zed")
    bot.says("zed", "!cut first")  # too early, but it has a deck sealed
    bot.says(nick, "!cut years ago")
    bot.pass_seconds(3)
    assert bot.said[-1].line.startswith(f"{cutter} cuts deck 1 ")


@pytest.mark.parametrize("nick", ["a|b", "Deck", "z`d"])
def test_a_cut_by_a_nick_that_needs_a_nickname_is_refused(tmp_path: Path, nick: str) -> None:
    bot = OfflineBot(tmp_path, [Entry("a|b"), Entry("Deck")], tells_of_decks=True)
    bot.comes(nick)
    (said,) = bot.says(nick, "!cut years ago")
    assert said.line.startswith(f"{nick}, that does not cut: ")
    bot.pass_seconds(3)
    assert bot.said[-1] == said

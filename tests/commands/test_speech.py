"""How the bot speaks to a player in private, as the player has set it."""

from pathlib import Path

import pytest

from tests.support.offline_bot import Entry, OfflineBot
from tests.support.whole_bot import WholeBot

CARDS = "10D KH 9C 8S 7H"


@pytest.fixture
def bot(tmp_path: Path) -> WholeBot:
    return WholeBot(tmp_path, CARDS, (Entry("dave"), Entry("kevin")))


def says(bot: WholeBot, nick: str, text: str) -> list[str]:
    """Return what NICK is told when they say TEXT in private."""
    return [line for line in bot.hears(nick, text, "Bot") if f" {nick} :" in line]


def test_set_alone_shows_how_the_bot_speaks_and_what_can_be_set(bot: WholeBot) -> None:
    assert says(bot, "dave", "set") == [
        "PRIVMSG dave :In private I speak to you with notices off, colour off, cards unicode. Say "
        "set notices on or off, set colour on or off, set cards unicode or ascii."
    ]


def test_set_shows_what_config_ini_says_where_the_player_has_set_nothing(tmp_path: Path) -> None:
    config = {"irc": {"notices": "yes"}, "table": {"cards": "ascii", "colour": "yes"}}
    bot = OfflineBot(tmp_path, config=config)
    assert "notices on, colour on, cards ascii" in bot.tells("dave", "set")[0].line
    assert "notices on, colour off, cards ascii" in bot.tells("dave", "set colour off")[0].line


def test_cards_in_private_are_written_as_the_player_has_set(bot: WholeBot) -> None:
    assert "cards ascii" in says(bot, "dave", "set cards ascii")[0]
    bot.hears("kevin", "!pontoon dave kevin")
    assert "10D = " not in says(bot, "dave", "5")[0]
    bot.hears("kevin", "5", "Bot")
    assert "10D 9C = 19" in says(bot, "dave", "hand")[0]
    assert "K♥ 8♠ = 18" in says(bot, "kevin", "hand")[0]


def test_the_channel_hears_of_cards_as_config_ini_says(bot: WholeBot) -> None:
    says(bot, "dave", "set cards ascii")
    bot.hears("dave", "!pontoon dave")
    bot.hears("dave", "5", "Bot")
    sent = bot.hears("dave", "t", "Bot")
    assert any(line.startswith("PRIVMSG #pontoon :♠ dave twists 9♣") for line in sent)


def test_red_suits_are_red_for_those_who_want_that(bot: WholeBot) -> None:
    says(bot, "dave", "Set Colour ON")
    bot.hears("dave", "!pontoon dave")
    assert "Your card: \x030410♦\x0f." in says(bot, "dave", "hand")[0]


@pytest.mark.parametrize(("word", "command"), [("on", "NOTICE"), ("off", "PRIVMSG")])
def test_private_messages_are_notices_for_those_who_want_that(
    bot: WholeBot, word: str, command: str
) -> None:
    assert says(bot, "dave", f"set notices {word}")[0].startswith(f"{command} dave :")
    assert says(bot, "kevin", "games")[0].startswith("PRIVMSG kevin :")
    bot.hears("kevin", "!pontoon dave kevin")
    assert says(bot, "dave", "hand")[0].startswith(f"{command} dave :Your card")


def test_what_waits_stays_a_notice_under_another_nick(tmp_path: Path) -> None:
    bot = WholeBot(tmp_path, CARDS, lines_per_second=1.0, burst=1)
    bot.hears("dave", "set notices on", "Bot")
    bot.hears("dave", "games", "Bot")
    bot.rig.receive(":dave!dave@home NICK davey")
    bot.rig.clock.pump([1.0] * 30)
    assert [line.split()[0] for line in bot.rig.sent() if " davey :" in line] == ["NOTICE"] * 2


def test_a_wrong_word_is_answered_with_what_can_be_said(bot: WholeBot) -> None:
    says(bot, "dave", "set x")  # the bot has looked at the file, and signed it
    for words in ["cards", "cards paper", "card ascii", "cards ascii now", "x"]:
        before = bot.players_xml.read_bytes()
        assert says(bot, "dave", f"set {words}") == [
            "PRIVMSG dave :Say set notices on or off, set colour on or off, "
            "set cards unicode or ascii."
        ]
        assert bot.players_xml.read_bytes() == before


def test_a_stranger_is_told_that_they_are_no_player(bot: WholeBot) -> None:
    assert "not a player" in says(bot, "eve", "set cards ascii")[0]


def test_it_is_kept_in_the_variables_of_the_player(bot: WholeBot) -> None:
    says(bot, "dave", "set cards ascii")
    says(bot, "dave", "set notices on")
    says(bot, "dave", "set nickname The Dealer")
    text = bot.players_xml.read_text("utf-8")
    for line in ("<cards>ascii</cards>", "<notices>on</notices>"):
        assert text.count(line) == 1
    assert "<colour>" not in text


def test_a_word_by_hand_that_means_nothing_counts_as_none(bot: WholeBot) -> None:
    says(bot, "dave", "set cards ascii")
    text = bot.players_xml.read_text("utf-8")
    bot.players_xml.write_text(text.replace(">ascii<", ">paper<"), "utf-8")
    assert "cards unicode." in says(bot, "dave", "set")[0]

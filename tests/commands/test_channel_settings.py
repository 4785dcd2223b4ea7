"""Operators set what concerns their channel alone: ``!pontoon set``."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.games import GAMES
from tests.support.offline_bot import CHANNEL, OfflineBot

OTHER = "#other"

PIECES = (
    *("turn_timeout", "games", "banter", "default", "60", "30", "600", "0", "9999", "no", "on"),
    *("pontoon", "british", "!shoot", "cutwc,", "blackjack", "all", ",", "\x02", "\u2060", "GAMES"),
)


ALL = [game.name for game in GAMES]

SHOWN = "turn_timeout 90 (default) | games all (default) | banter yes (default)"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, who is an operator without a seat, kevin and bob."""
    bot = OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000, bob 1000",
        "5D 9C KH 9H 3S",
        config={"irc": {"server": "127.0.0.1", "channels": f"{CHANNEL} {OTHER}"}},
    )
    bot.ops("dave")
    return bot


def sets(bot: OfflineBot, text: str, nick: str = "dave") -> tuple[str, str]:
    """Have NICK set TEXT; return where the bot answers, and what."""
    (said,) = bot.says(nick, f"!pontoon set {text}")
    return said.target, said.line


@pytest.mark.parametrize("nick", ["dave", "kevin"])
def test_anybody_is_shown_what_is_set(bot: OfflineBot, nick: str) -> None:
    assert sets(bot, "", nick) == (CHANNEL, f"Settings of this channel | {SHOWN}")


def test_an_operator_sets_and_undoes(bot: OfflineBot) -> None:
    began = "From the next round on | "
    assert sets(bot, "turn_timeout 60")[1] == began + SHOWN.replace("90 (default)", "60")
    assert "games pontoon british" in sets(bot, "games british, !PONTOON")[1]
    assert "banter no" in sets(bot, "Banter NO")[1]
    for key in ("turn_timeout", "games", "banter"):
        told = sets(bot, f"{key} default")
    assert told == (CHANNEL, began + SHOWN)
    assert bot.tables_log[0] == f"{CHANNEL}: dave sets turn_timeout to 60"


def test_nobody_else_does(bot: OfflineBot) -> None:
    target, line = sets(bot, "turn_timeout 60", "kevin")
    assert target == "kevin"
    assert "Only a channel operator" in line
    assert sets(bot, "")[1].endswith(SHOWN)


@pytest.mark.parametrize("alike", ["nick", "account", "host"])
def test_an_operator_with_a_part_in_the_round_does_not(bot: OfflineBot, alike: str) -> None:
    bot.comes("eve", "kevin@kevin.home" if alike == "host" else "eve@there")
    bot.ops("eve")
    bot.ops("kevin")
    if alike == "account":
        bot.logs_in("kevin", "kevins")
        bot.logs_in("eve", "kevins")
    bot.says("bob", "!pontoon kevin bob")
    target, line = sets(bot, "turn_timeout 60", "kevin" if alike == "nick" else "eve")
    assert target in ("kevin", "eve")
    assert "you have a seat in it" in line
    assert sets(bot, "")[1].endswith(SHOWN)
    bot.stops_round()
    assert sets(bot, "turn_timeout 60", "kevin")[0] == CHANNEL


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("turn_timeout 29", "30 to 600 seconds: !pontoon set turn_timeout 60"),
        ("turn_timeout 601", "30 to 600 seconds"),
        ("turn_timeout ٦٠", "30 to 600 seconds"),
        ("turn_timeout -60", "30 to 600 seconds"),
        ("turn_timeout 60 70", "30 to 600 seconds"),
        ("turn_timeout", "30 to 600 seconds"),
        ("games", f"of {' '.join(ALL)}: !pontoon set games pontoon british"),
        ("games chess", "of pontoon british"),
        ("games pontoon chess", "of pontoon british"),
        ("games ,", "of pontoon british"),
        ("banter maybe", "banter is yes or no: !pontoon set banter no"),
        ("decks 1", "You can set turn_timeout, games, banter, as in !pontoon set turn_timeout 60"),
        ("default", "You can set turn_timeout, games, banter"),
    ],
)
def test_what_makes_no_sense_is_answered_with_what_would(
    bot: OfflineBot, text: str, right: str
) -> None:
    target, line = sets(bot, text)
    assert target == "dave"
    assert right in line
    assert sets(bot, "")[1].endswith(SHOWN)


def test_the_time_holds_from_the_next_round_on_and_here_alone(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon bob")
    sets(bot, "turn_timeout 40")
    bot.pass_seconds(41)
    assert bot.croupier().ask is not None
    bot.stops_round()
    for channel, nick in ((CHANNEL, "kevin"), (OTHER, "bob")):
        bot.says(nick, f"!pontoon {nick}", channel)
    bot.pass_seconds(25)
    assert any(line.startswith("20 s left. ") for line in bot.heard_in("kevin"))
    bot.pass_seconds(16)
    assert bot.croupier().ask is None
    assert bot.croupier(OTHER).ask is not None


def test_it_outlasts_restarts(bot: OfflineBot) -> None:
    sets(bot, "turn_timeout 60")
    sets(bot, "games shoot pontoon")
    bot.stops()
    bot.starts({"irc": {"server": "127.0.0.1", "channels": CHANNEL.upper()}})
    assert "turn_timeout 60 | games pontoon shoot |" in sets(bot, "")[1]


def test_a_game_that_is_not_wanted_is_not_dealt(bot: OfflineBot) -> None:
    sets(bot, "games pontoon cutwc")
    (told,) = bot.says("kevin", "!british kevin bob")
    assert told.line == (
        "The operators of this channel do not want British Pontoon here. "
        "You can play !pontoon, !cutwc."
    )
    assert bot.croupier().ask is None
    bot.says("kevin", "!british kevin bob", OTHER)
    assert bot.croupier(OTHER).ask is not None
    bot.says("dave", "!pontoon dave")
    assert bot.croupier().ask is not None


def test_an_admin_can_keep_settings_to_config_ini(bot: OfflineBot) -> None:
    sets(bot, "games pontoon")
    channels = {"irc": {"channels": f"{CHANNEL} {OTHER}"}}
    bot.adopts({**channels, "table": {"operators_may_set": "no", "turn_timeout": "90"}})
    shown = "turn_timeout 90 (default) | games all (default)"
    assert shown in sets(bot, "", "kevin")[1]
    assert "Only an admin" in sets(bot, "turn_timeout 60")[1]
    bot.says("kevin", "!british kevin bob")
    assert bot.croupier().ask is not None


def test_rounds_may_be_off_meanwhile(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon off")
    assert sets(bot, "banter no")[0] == CHANNEL


def test_set_is_no_first_nick(bot: OfflineBot) -> None:
    bot.comes("set")
    assert sets(bot, "kevin", "kevin")[0] == "kevin"
    assert bot.croupier().ask is None


def test_who_is_no_operator_any_more_or_has_an_operators_nick_sets_nothing(bot: OfflineBot) -> None:
    bot.renames("dave", "d")
    bot.renames("bob", "dave")
    assert "Only a channel operator" in sets(bot, "banter no", "dave")[1]
    assert sets(bot, "banter no", "d")[0] == CHANNEL
    bot.leaves("d")
    bot.comes("d")
    assert "Only a channel operator" in sets(bot, "banter yes", "d")[1]
    bot.roster().grant("kevin", "h")
    bot.roster().grant("kevin", "v")
    assert "Only a channel operator" in sets(bot, "banter yes", "kevin")[1]


def test_an_operator_of_one_channel_sets_nothing_in_another(bot: OfflineBot) -> None:
    (said,) = bot.says("dave", "!pontoon set banter no", OTHER)
    assert "Only a channel operator" in said.line


def test_a_round_goes_on_by_what_it_began_with_though_much_is_set_meanwhile(
    bot: OfflineBot,
) -> None:
    bot.says("bob", "!pontoon bob kevin")
    for text in ("turn_timeout 30", "games british", "banter no"):
        sets(bot, text)
    bot.pass_seconds(35)
    bot.tells("bob", "10")
    bot.tells("kevin", "10")
    assert bot.croupier().ask is not None
    bot.stops_round()
    assert bot.all_chips() == 3000
    assert "do not want Shed Pontoon" in bot.says("bob", "!pontoon")[0].line


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=6))
def test_whatever_is_set_can_be_read_and_played_by(
    tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    bot = OfflineBot(tmp_path_factory.mktemp("bot"), "dave 1000, kevin 1000")
    bot.ops("dave")
    before = bot.says("kevin", "!pontoon set")
    answers = bot.says("dave", f"!pontoon set {' '.join(words)}")
    assert len(answers) <= 1
    shown = bot.says("kevin", "!pontoon set")
    if not any(each.line.startswith("From the next round on") for each in answers):
        assert shown == before
    bot.starts_anew()
    assert bot.says("kevin", "!pontoon set") == shown
    assert bot.tables_log[-1:] == [] or "\n" not in bot.tables_log[-1]

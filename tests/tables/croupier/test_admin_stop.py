"""An admin of the bot, and nobody else, stops a round; and what that does."""

from pathlib import Path

import pytest

from pontoon.irc.people import Person
from tests.support.offline_bot import CHANNEL, OfflineBot, near_marker
from tests.support.players_files import text_in
from tests.support.short_timeouts import in_channel

STOPPED = "no round: it is stopped, and all stakes are returned"
ADMIN = {"admin": {"masks": "*!admin@trusted"}}


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Return a bot that deals to dave and kevin; an operator and an admin look on."""
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "5D 9C 8H 9H", ADMIN)
    bot.ops("bob")
    bot.comes("admin", "admin@trusted")
    bot.says("dave", "!pontoon dave kevin")
    return bot


def all_bet(bot: OfflineBot) -> None:
    """Have the second cards dealt."""
    for nick in ("dave", "kevin"):
        bot.tells(nick, "50")


def stops(bot: OfflineBot, nick: str) -> bool:
    """Have NICK say stop; tell whether that stops the round."""
    said = bot.says(nick, "!pontoon stop")
    is_stopped = bot.croupier().ask is None
    assert not is_stopped or said[0].line.startswith(STOPPED)
    return is_stopped


@pytest.mark.parametrize("have_bet", [False, True])
def test_an_admin_stops_a_round_and_neither_players_nor_operators_do(
    bot: OfflineBot, have_bet: bool
) -> None:
    if have_bet:
        all_bet(bot)
    for nick in ("dave", "kevin", "bob"):
        assert not stops(bot, nick)
    assert stops(bot, "admin")


def test_every_stake_goes_back_and_the_round_counts_for_nobody(bot: OfflineBot) -> None:
    before = text_in(bot.players_xml)
    all_bet(bot)
    bot.tells("dave", "b")
    assert stops(bot, "admin")
    assert text_in(bot.players_xml) == before
    assert not any("Chips: " in line for line in bot.heard_in(CHANNEL))


def test_the_next_round_is_dealt_to_all_of_them_even_if_it_waited(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon")
    all_bet(bot)
    assert [each.line for each in bot.says("admin", "!pontoon stop") if each.target == CHANNEL] == [
        STOPPED,
        "Shed Pontoon: kevin, dave | place your bets",
    ]


@pytest.mark.parametrize("userhost", ["kevin@trusted", "admin@elsewhere"])
def test_an_admin_who_has_a_seat_stops_nothing(tmp_path: Path, userhost: str) -> None:
    """Nor does one from where somebody else in the round is."""
    config = {"admin": {"masks": "*!*@trusted, admin!*@*"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "5D 9C 8H 9H", config)
    bot.people["kevin"] = Person("kevin", userhost)
    bot.is_back(["dave", "kevin"])
    bot.comes("admin", userhost)
    bot.says("dave", "!pontoon dave kevin")
    assert not stops(bot, "admin")
    assert "cannot stop" in bot.tells("admin", f"stop {CHANNEL}")[0].line


def test_where_all_have_one_address_an_admin_stops_a_round_of_others(tmp_path: Path) -> None:
    config = {
        "irc": {"server": "local", "channels": CHANNEL},
        "admin": {"masks": "admin!*@*"},
    }
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "5D 9C 8H 9H", config)
    for nick in ("dave", "kevin", "admin"):
        bot.people[nick] = Person(nick, "me@localhost")
    bot.is_back(["dave", "kevin", "admin"])
    bot.says("dave", "!pontoon dave kevin")
    assert stops(bot, "admin")


def test_a_marker_reached_in_a_stopped_round_has_the_shoe_shuffled(tmp_path: Path) -> None:
    bot = near_marker(tmp_path)
    assert "marker" in bot.says("dave", "!pontoon dave kevin")[0].line
    assert in_channel(bot.stops_round()) == [f"{STOPPED} | the cards have been shuffled"]

"""A place at the table: what people do at bad moments, and what the bot learns late."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pontoon.engine.moves import Phase
from pontoon.irc.people import Person
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot, Said

NICKS = ("dave", "kevin", "bob")


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, [*map(Entry, (*NICKS, "alice", "carol"))])


def in_channel(said: Sequence[Said]) -> list[str]:
    return [each.line for each in said if each.target == CHANNEL]


def join(bot: OfflineBot, *nicks: str, game: str = "") -> list[str]:
    """Have NICKS join at the same time; return what the channel hears of that."""
    for nick in nicks:
        bot.says(nick, f"!join {game}".strip())
    return in_channel(bot.pass_seconds(2))


def dealt(bot: OfflineBot) -> list[str]:
    return [seat.player for seat in bot.croupier().table.seats]


def joined(bot: OfflineBot) -> set[str]:
    return {*bot.croupier().joining.players}


def play_a_round(bot: OfflineBot) -> None:
    """Deal, and play to the end: everybody bets the least, and sticks as soon as possible."""
    bot.says("dave", "!deal")
    while (ask := bot.croupier().ask) is not None:
        nick = ask.player
        bot.tells(nick, "min" if ask.phase is Phase.BET else "s")
        if bot.croupier().ask == ask:
            bot.tells(nick, "t")


def is_back_among(bot: OfflineBot, *nicks: str) -> None:
    """Let the bot be back with NICKS, of whom it does not know yet where they are from."""
    bot.is_cut_off()
    bot.is_put_in([BOT, *nicks])
    bot.croupier().entered()


# What the bot learns late


def test_who_has_joined_is_found_when_all_are_described_though_somebody_spoke_before(
    bot: OfflineBot,
) -> None:
    join(bot, *NICKS)
    is_back_among(bot, *NICKS, "alice")
    bot.says("alice", "!join")
    for nick in (*NICKS, "alice"):
        bot.roster().add(bot.person(nick))
    bot.croupier().absence.described()
    assert joined(bot) == {*NICKS, "alice"}


def test_who_has_joined_is_known_by_a_word_even_if_the_server_does_not_say_where_from(
    bot: OfflineBot,
) -> None:
    """As where WHO is refused."""
    join(bot, *NICKS)
    is_back_among(bot, *NICKS)
    bot.croupier().absence.resume()
    assert joined(bot) == set()
    bot.says("dave", "!deal")
    assert dealt(bot) == ["dave"]


def test_who_has_joined_is_known_once_the_server_says_where_from(bot: OfflineBot) -> None:
    join(bot, *NICKS)
    is_back_among(bot, *NICKS)
    bot.croupier().absence.resume()
    bot.roster().add(bot.person("kevin"))
    bot.real_network.croupiers.located(bot.person("kevin"))
    assert joined(bot) == {"kevin"}


def test_who_comes_back_by_another_nick_has_the_place_with_the_old_one(bot: OfflineBot) -> None:
    """As when the server still holds the connection that was lost."""
    join(bot, *NICKS)
    bot.leaves("dave")
    bot.comes("dave_", "~dave@dave.home")
    bot.leaves("dave_")
    home = bot.person("dave").userhost
    bot.comes("dave_", home)
    assert joined(bot) == {"kevin", "bob"}
    bot.renames("dave_", "dave")
    assert joined(bot) == {*NICKS}


def test_who_is_back_before_their_login_is_known_has_the_place_then(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000 daves, kevin 1000")
    bot.logs_in("dave", "daves")
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.people["dave"] = Person("dave", bot.person("dave").userhost, None)
    bot.comes("dave")
    assert joined(bot) == {"kevin"}
    bot.logs_in("dave", "daves")
    assert joined(bot) == {"dave", "kevin"}


def test_after_a_restart_the_logins_of_those_who_have_joined_are_wanted(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000 daves, kevin 1000")
    bot.logs_in("dave", "daves")
    join(bot, "dave", "kevin")
    bot.stops()
    for nick in ("dave", "kevin"):
        bot.people[nick] = Person(nick, bot.person(nick).userhost, None)
    bot.is_put_in([])
    bot.starts()
    bot.is_back([BOT, "dave", "kevin"])
    assert [each.nick for each in bot.croupier().joining.seat_map.unknown(bot.roster())] == ["dave"]


# Who has left


def test_the_bare_commands_deal_to_nobody_who_has_left(bot: OfflineBot) -> None:
    join(bot, *NICKS)
    play_a_round(bot)
    for nick in ("dave", "kevin"):
        bot.says(nick, "!leave")
    bot.parts("bob")
    bot.comes("bob")
    for command in ("!deal", "!pontoon"):
        assert in_channel(bot.says("alice", command))[-1].startswith("Who plays?")
        assert dealt(bot) == []


def test_they_deal_to_the_others_of_the_last_round(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin bob")
    bot.says("kevin", "!leave")
    play_a_round(bot)
    bot.says("alice", "!pontoon")
    assert dealt(bot) == ["bob", "dave"]


def test_who_left_and_was_dealt_to_since_is_dealt_to_again(bot: OfflineBot) -> None:
    bot.says("kevin", "!leave")
    bot.says("dave", "!pontoon dave kevin")
    play_a_round(bot)
    bot.says("alice", "!pontoon")
    assert dealt(bot) == ["kevin", "dave"]


# What is told


def test_a_place_is_told_though_others_begin_a_round_at_once(bot: OfflineBot) -> None:
    bot.says("dave", "!join british")
    bot.says("bob", "!british bob alice")
    assert in_channel(bot.pass_seconds(2)) == ["British Pontoon: dave is in for the next round"]


def test_who_deals_being_next_in_line_is_not_told_how_to_get_a_seat(tmp_path: Path) -> None:
    nicks = [f"p{number}" for number in range(11)]
    bot = OfflineBot(tmp_path, [*map(Entry, nicks)], guides_new_players=True)
    join(bot, *nicks)
    begun = in_channel(bot.says("p10", "!deal"))
    assert begun[0] == "p10 is next in line"
    assert not any("you have no seat" in each for each in begun)

"""Whose a place at the table is: people who change nicks, come back, log in and out."""

from pathlib import Path

import pytest

from pontoon.irc.casemapping import fold_named
from pontoon.irc.people import Person
from tests.support.joins import bet_and_stick, dealt, in_line, join, joined, to
from tests.support.offline_bot import BOT, Entry, OfflineBot

EVIL = "~evil@elsewhere.example"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    entries = [*map(Entry, ("dave", "kevin", "bob"))]
    return OfflineBot(tmp_path, [*entries, Entry("zoe", owner="<account>zoes</account>")])


def test_who_was_renamed_keeps_the_table_from_a_stranger_with_the_nick(bot: OfflineBot) -> None:
    """The table of somebody who is alone follows them, and nobody else, to another game."""
    join(bot, "dave")
    bot.renames("dave", "dave_away")
    bot.comes("dave", EVIL)
    said = bot.says("dave", "!join british")
    assert to("dave", said) == [
        "Shed Pontoon is open here: dave is in. Type !join to play with them."
    ]
    assert bot.croupier().joining.has_joined(bot.person("dave_away"))
    assert bot.croupier().joining.game == "pontoon"


@pytest.mark.parametrize("words", ["hand", "help", "join"])
def test_who_has_joined_is_that_player_under_any_nick(bot: OfflineBot, words: str) -> None:
    join(bot, "dave", "kevin")
    expected = to("dave", bot.tells("dave", words))
    bot.renames("dave", "dave|away")
    assert to("dave|away", bot.tells("dave|away", words)) == expected
    bot.comes("dave", EVIL)
    assert to("dave", bot.tells("dave", words)) != expected


def test_who_is_another_player_since_an_edit_joins_anew(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.edit("<nick>dave</nick>", "<nick>david</nick>")
    bot.renames("dave", "david")
    assert to("david", bot.says("david", "!join")) == []
    assert joined(bot) == ["kevin", "david"]


def test_who_is_no_player_any_more_hears_so_when_they_join(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.edit("<nick>dave</nick>", "<nick>david</nick>")
    (told,) = to("dave", bot.says("dave", "!join"))
    assert told.startswith("dave is not a player yet")
    assert joined(bot) == ["dave", "kevin"]


def test_who_plays_under_another_nick_joins_as_that_player(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.renames("dave", "dave_")
    assert to("dave_", bot.says("dave_", "!join")) == []
    assert joined(bot) == ["dave"]


def test_two_people_can_swap_their_nicks(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    for old, new in (("dave", "tmp"), ("kevin", "dave"), ("tmp", "kevin")):
        bot.renames(old, new)
    bot.says("dave", "!leave")
    assert joined(bot) == ["dave"]
    assert bot.croupier().joining.has_joined(bot.person("kevin"))


def test_who_comes_back_with_another_nick_has_the_place_on_taking_the_old_one(
    bot: OfflineBot,
) -> None:
    """The old connection may still have it: the server has not noticed that it is dead."""
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.comes("dave_", "dave@dave.home")
    assert joined(bot) == ["kevin"]
    bot.renames("dave_", "dave")
    assert joined(bot) == ["dave", "kevin"]


def test_who_takes_the_nick_of_somebody_who_is_out_has_no_place(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.comes("mallory", EVIL)
    bot.renames("mallory", "dave")
    assert joined(bot) == ["kevin"]


def back_in_the_den(folder: Path) -> OfflineBot:
    """Return a bot at whose table dave has joined, who has left and is back in another channel."""
    bot = OfflineBot(folder, config={"irc": {"channels": "#pontoon #den"}})
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.leaves("dave", "#den")
    bot.comes("dave_", "dave@dave.home", "#den")
    bot.renames("dave_", "dave")
    return bot


def test_who_takes_the_old_nick_in_another_channel_is_not_here(tmp_path: Path) -> None:
    bot = back_in_the_den(tmp_path)
    assert joined(bot) == ["kevin"]


def test_nor_is_a_stranger_who_has_that_nick_here_after_them(tmp_path: Path) -> None:
    bot = back_in_the_den(tmp_path)
    bot.leaves("dave", "#den")
    bot.comes("dave", EVIL)
    assert joined(bot) == ["kevin"]


def test_who_joins_from_elsewhere_has_the_place_that_they_left(bot: OfflineBot) -> None:
    """Without an account a player is who has the nick, and the old place is not in use."""
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.comes("dave", "dave@mobile.example")
    assert joined(bot) == ["kevin"]
    assert to("dave", bot.says("dave", "!join")) == []
    assert joined(bot) == ["dave", "kevin"]


def test_a_whole_netsplit_comes_back_to_its_places(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin", "bob")
    for nick in ("bob", "dave", "kevin"):
        bot.leaves(nick)
    assert joined(bot) == []
    assert in_line(bot) == ["dave", "kevin", "bob"]
    for nick in ("kevin", "bob", "dave"):
        bot.comes(nick)
    assert joined(bot) == ["dave", "kevin", "bob"]


# Accounts


def test_who_logs_out_is_not_dealt_to_and_on_logging_in_is(bot: OfflineBot) -> None:
    bot.logs_in("zoe", "zoes")
    join(bot, "zoe", "dave")
    bot.logs_in("zoe", "")
    assert joined(bot) == ["dave"]
    bot.logs_in("zoe", "zoes")
    assert joined(bot) == ["zoe", "dave"]


def test_who_comes_back_and_then_logs_in_finds_the_place(bot: OfflineBot) -> None:
    bot.logs_in("zoe", "zoes")
    join(bot, "zoe", "dave")
    bot.leaves("zoe")
    bot.logs_in("zoe", "")
    bot.comes("zoe")
    assert joined(bot) == ["dave"]
    bot.logs_in("zoe", "zoes")
    assert joined(bot) == ["zoe", "dave"]


def test_an_account_that_becomes_known_later_finds_the_place_by_any_nick(bot: OfflineBot) -> None:
    """Without extended-join the server tells it only on being asked."""
    bot.logs_in("zoe", "zoes")
    join(bot, "zoe", "dave")
    bot.leaves("zoe")
    bot.people["zoe_phone"] = Person("zoe_phone", "zoe@mobile.example", None)
    bot.comes("zoe_phone")
    assert joined(bot) == ["dave"]
    bot.logs_in("zoe_phone", "zoes")
    assert joined(bot) == ["zoe", "dave"]
    bot.says("zoe_phone", "!deal")
    assert dealt(bot) == ["zoe", "dave"]


def test_that_place_is_found_between_two_rounds_and_in_one(bot: OfflineBot) -> None:
    bot.logs_in("zoe", "zoes")
    join(bot, "zoe", "dave")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    bot.leaves("zoe")
    bot.logs_in("zoe", "")
    bot.comes("zoe")
    bot.says("dave", "!deal")
    bot.logs_in("zoe", "zoes")
    bet_and_stick(bot)
    assert sorted(joined(bot)) == ["dave", "zoe"]


def test_a_watcher_is_told_of_those_who_are_back_by_their_account(bot: OfflineBot) -> None:
    bot.logs_in("zoe", "zoes")
    join(bot, "zoe", "dave")
    bot.logs_in("zoe", "")
    assert len(to("bob", bot.says("bob", "!notify 2"))) == 1
    assert to("bob", bot.logs_in("zoe", "zoes")) == [
        "2 players have joined in #pontoon: say !join there to play."
    ]


# What the bot learns late


def test_a_place_is_found_again_though_somebody_speaks_before_hosts_are_known(
    bot: OfflineBot,
) -> None:
    """The server tells the addresses of the people in the channel after their nicks."""
    join(bot, "dave", "kevin", "bob")
    bot.is_put_out()
    bot.is_put_in([BOT, "dave", "kevin", "bob"])
    bot.croupier().entered()
    bot.says("bob", "!deal")
    for nick in ("dave", "kevin", "bob"):
        bot.roster().add(bot.person(nick))
    bot.croupier().absence.described()
    assert joined(bot) == ["dave", "kevin", "bob"]


def test_an_address_that_becomes_known_later_finds_the_place(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.is_put_out()
    bot.is_put_in([BOT, "dave", "kevin"])
    bot.croupier().entered()
    bot.croupier().absence.described()
    assert joined(bot) == []
    bot.roster().add(bot.person("dave"))
    bot.real_network.croupiers.located(bot.person("dave"))
    assert joined(bot) == ["dave"]
    bot.says("kevin", "!bank")
    assert joined(bot) == ["dave", "kevin"]


def test_a_new_address_of_somebody_is_kept_over_a_restart(bot: OfflineBot) -> None:
    """As when the server hides the host of somebody who has logged in."""
    join(bot, "dave", "kevin")
    cloaked = Person("dave", "dave@cloak.example", "")
    bot.people["dave"] = cloaked
    bot.roster().add(cloaked)
    bot.real_network.croupiers.located(cloaked)
    bot.starts_anew()
    assert joined(bot) == ["dave", "kevin"]


def test_so_is_one_that_somebody_speaks_from(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.people["dave"] = Person("dave", "dave@cloak.example", "")
    bot.says("dave", "!bank")
    bot.dies()
    bot.starts()
    bot.leaves("dave")
    bot.comes("dave", "dave@cloak.example")
    assert joined(bot) == ["dave", "kevin"]


def test_a_nick_taken_while_the_bot_is_out_is_kept_over_a_crash(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, config={"irc": {"channels": "#pontoon #den"}})
    join(bot, "dave", "kevin")
    bot.is_put_out()
    bot.renames("dave", "dave_")
    bot.dies()
    bot.is_put_in([])
    for nick in ("dave_", "kevin"):
        bot.roster().add(bot.person(nick))
    bot.starts()
    assert joined(bot) == ["dave", "kevin"]


def test_a_table_that_has_closed_does_not_matter_when_nicks_are_compared_otherwise(
    bot: OfflineBot,
) -> None:
    """As when the bot is on another server of the network after a reconnect."""
    join(bot, "dave")
    bot.says("dave", "!leave")
    bot.network.fold = fold_named("ascii")
    bot.says("dave", "!join")
    assert joined(bot) == ["dave"]


def test_who_parts_while_logged_out_gives_the_place_up(bot: OfflineBot) -> None:
    bot.logs_in("zoe", "zoes")
    join(bot, "zoe", "dave")
    bot.logs_in("zoe", "")
    bot.parts("zoe")
    assert in_line(bot) == ["dave"]


def test_a_kicked_stranger_with_the_nick_takes_no_place_along(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.comes("dave", EVIL)
    bot.parts("dave")
    assert in_line(bot) == ["dave", "kevin"]


def test_who_was_waited_for_in_vain_and_then_joins_is_waited_for_again(tmp_path: Path) -> None:
    """Any word has a player who is away waited for once more (RULES 0, Time)."""
    config = {"table": {"away_after": "1", "turn_timeout": "30"}}
    bot = OfflineBot(tmp_path, [*map(Entry, ("dave", "kevin"))], config=config)
    for _ in range(2):
        join(bot, "dave")
        bot.says("dave", "!deal")
        assert bot.croupier().table.ask_of("dave") is not None
        bot.pass_seconds(30)
        assert in_line(bot) == []
        bot.pass_seconds(120)  # until dave is dealt to again
    join(bot, "dave", "kevin")
    bot.says("kevin", "!deal")
    assert bot.croupier().table.ask_of("dave") is not None

"""Places at the table, where accounts, addresses, networks, banks and full disks matter."""

from pathlib import Path

import pytest

from pontoon.irc.casemapping import fold_named
from pontoon.irc.people import Person
from pontoon.tables import lineup
from pontoon.text import announcements as said
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from tests.support.admins import order, with_admins
from tests.support.joins import (
    after,
    bet_and_stick,
    dealt,
    in_channel,
    in_line,
    is_playing,
    join,
    joined,
    to,
)
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot
from tests.support.play_rounds import full_disk
from tests.support.second_network import WEST, SecondNetwork
from tests.support.short_timeouts import timers
from tests.support.voice_accounts import kept

NICKS = ("dave", "kevin", "bob", "alice", "carol")
DEN = "#den"
EVIL = "~evil@elsewhere.example"
LIMITS = {"server": "irc.example.org", "user_lines": "5", "user_lines_per_second": "0.5"}


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    zoe, poor = Entry("zoe", owner="<account>zoes</account>"), Entry("poor", 0)
    config = {"irc": {"channels": f"{CHANNEL} {DEN}"}}
    return OfflineBot(tmp_path, [*map(Entry, NICKS), zoe, poor], config=config)


def west_of(folder: Path) -> tuple[OfflineBot, SecondNetwork]:
    """Return a bot on two networks, and the second one."""
    bot = OfflineBot(folder, [*map(Entry, NICKS)], config=WEST)
    return bot, SecondNetwork(bot, NICKS)


def back_in_the_den(folder: Path) -> OfflineBot:
    """Return a bot at whose table dave has joined, who has left and is back in another channel."""
    bot = OfflineBot(folder, config={"irc": {"channels": "#pontoon #den"}})
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.leaves("dave", "#den")
    bot.comes("dave_", "dave@dave.home", "#den")
    bot.renames("dave_", "dave")
    return bot


# Whose a place is


def test_who_was_renamed_keeps_the_table_from_a_stranger_with_the_nick(bot: OfflineBot) -> None:
    """The table of somebody who is alone follows them, and nobody else, to another game."""
    join(bot, "dave")
    bot.renames("dave", "dave_away")
    bot.comes("dave", EVIL)
    said = bot.says("dave", "!join british")
    assert to("dave", said) == [
        "Shed Pontoon is open here: dave is in. Type !join to play with them."
    ]
    assert bot.croupier().lineup.has_joined(bot.person("dave_away"))
    assert bot.croupier().lineup.game == "pontoon"


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
    assert told.startswith("You need an account to register")
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
    assert bot.croupier().lineup.has_joined(bot.person("kevin"))


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


# Who is logged out, banned, or lacks something


def test_who_is_logged_out_cannot_join_as_the_player(bot: OfflineBot) -> None:
    said = bot.says("zoe", "!join")
    assert len(to("zoe", said)) == 1
    assert joined(bot) == []
    bot.logs_in("zoe", "zoes")
    bot.says("zoe", "!join")
    assert joined(bot) == ["zoe"]


def test_who_has_left_the_channel_says_nothing_that_counts(bot: OfflineBot) -> None:
    """Where the channel lets people speak who are not in it."""
    bot.leaves("dave")
    assert bot.says("dave", "!join") == []
    assert in_line(bot) == []


def test_the_banned_cannot_join_and_are_left_out(tmp_path: Path) -> None:
    bot = with_admins(tmp_path)
    join(bot, "dave", "kevin")
    order(bot, "ban kevin 5")
    assert bot.says("kevin", "!leave") == []
    said = in_channel(bot.says("dave", "!deal"))
    assert said[0].startswith("Left out: kevin ")
    assert dealt(bot) == ["dave"]
    assert in_line(bot) == ["kevin", "dave"]


def test_the_ignored_are_not_heard(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [*map(Entry, NICKS)], config={"irc": {"ignore": "*!bob@*"}})
    assert bot.says("bob", "!join") == []
    assert in_line(bot) == []


def test_who_has_too_few_chips_for_a_game_cannot_join_it(tmp_path: Path) -> None:
    entries = [*map(Entry, NICKS), Entry("short", 5)]
    bot = OfflineBot(tmp_path, entries, config={"british": {"min_bet": "10"}})
    (said,) = to("short", bot.says("short", "!join british"))
    assert "short" in said
    assert in_line(bot) == []


def test_a_game_that_operators_have_shut_cannot_be_joined(bot: OfflineBot) -> None:
    bot.ops("bob")
    bot.says("bob", "!pontoon set games pontoon")
    said = bot.says("dave", "!join british")
    (why,) = to("dave", said)
    assert why.startswith("The operators of this channel do not want British Pontoon here.")
    assert in_channel(said) == []
    assert in_line(bot) == []


def test_who_has_no_rounds_left_today_cannot_join_and_can_join_another_game(
    tmp_path: Path,
) -> None:
    spent = Entry("dave", records=kept(minutes=40, turns=20))
    bot = OfflineBot(tmp_path, [spent, Entry("kevin")])
    (why,) = to("dave", bot.says("dave", "!join blackjack"))
    assert "no rounds left today" in why
    assert in_line(bot) == []
    bot.says("dave", "!join pontoon")
    assert joined(bot) == ["dave"]


def test_so_many_can_be_in_at_one_table(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lineup, "MAX_PLACES", 2)
    join(bot, "dave", "kevin")
    assert to("bob", bot.says("bob", "!join")) == [said.IS_FULL.format(title="Shed Pontoon")]
    assert joined(bot) == ["dave", "kevin"]


def test_joining_and_leaving_are_charged(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [*map(Entry, NICKS)], config={"irc": LIMITS})
    for number in range(5):
        bot.says("dave", ("!join", "!leave")[number % 2])
    said = to("dave", bot.says("dave", "!leave"))
    assert said == ["You are sending too fast; I will listen again in 10 s."]
    assert joined(bot) == ["dave"]


def test_to_deal_is_free(tmp_path: Path) -> None:
    """As any other way to begin a round: else the quick could not play."""
    bot = OfflineBot(tmp_path, [*map(Entry, NICKS)], config={"irc": LIMITS})
    bot.says("dave", "!join")
    for _ in range(6):
        bot.says("dave", "!deal")
        assert is_playing(bot)
        bet_and_stick(bot)


def test_nobody_joins_while_chips_cannot_be_saved(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.break_file()
    bet_and_stick(bot)
    said = in_channel(bot.says("kevin", "!join"))
    assert len(said) == 1
    assert in_line(bot) == []
    bot.mend_file()
    bot.says("kevin", "!join")
    assert joined(bot) == ["kevin"]


def test_who_opts_out_while_nothing_can_be_saved_is_told_and_has_not(bot: OfflineBot) -> None:
    with full_disk():
        said = bot.tells("dave", "optout")
    assert to("dave", said)
    assert "From now on" not in to("dave", said)[0]
    bot.looks()
    bot.says("kevin", "!pontoon kevin dave")
    assert dealt(bot) == ["kevin", "dave"]


def test_nor_has_who_opts_out_while_players_xml_is_broken(bot: OfflineBot) -> None:
    bot.break_file()
    assert to("dave", bot.tells("dave", "optout")) == [CANNOT_SAVE_CHIPS]
    bot.mend_file()
    bot.says("kevin", "!pontoon kevin dave")
    assert dealt(bot) == ["kevin", "dave"]


def test_opting_out_is_kept_over_a_restart_and_lasts_in_every_game(bot: OfflineBot) -> None:
    bot.tells("kevin", "optout")
    bot.starts_anew()
    for game in ("pontoon", "blackjack", "cutwc", "british", "shoot"):
        said = in_channel(bot.says("dave", f"!{game} dave bob kevin"))
        assert any("kevin cannot be named" in line for line in said), game
        assert "kevin" not in dealt(bot)
        bot.stops_round()


def test_the_broke_are_given_chips_on_joining(bot: OfflineBot) -> None:
    said = bot.says("poor", "!join")
    assert "100" in to("poor", said)[0]
    assert list(bot.croupier().lineup.players) == ["poor"]


def test_who_is_no_player_is_told_how_to_become_one(bot: OfflineBot) -> None:
    bot.comes("stranger")
    (line,) = to("stranger", bot.says("stranger", "!join"))
    assert line.startswith("You need an account to register")
    assert not bot.croupier().lineup.is_open


# On other networks


def test_an_unused_place_on_another_network_is_given_up_too(tmp_path: Path) -> None:
    bot, west = west_of(tmp_path)
    west.says("bob", "!pontoon bob dave")
    join(bot, "dave")
    assert [each.has_resigned for each in west.croupier.table.seats] == [False, True]


def test_who_plays_on_another_network_is_left_out(tmp_path: Path) -> None:
    bot, west = west_of(tmp_path)
    join(bot, "dave", "kevin")
    west.says("dave", "!join")
    west.says("dave", "!deal")
    west.says("dave", "!bet min")
    said = in_channel(bot.says("kevin", "!deal"))
    assert said[0].startswith("Left out: dave is playing in #pontoon on ")
    assert dealt(bot) == ["kevin"]
    assert in_line(bot) == ["kevin", "dave"]


def test_tables_on_two_networks_are_two_also_after_a_restart(tmp_path: Path) -> None:
    bot, west = west_of(tmp_path)
    join(bot, "dave")
    west.says("kevin", "!join british")
    bot.starts_anew()
    west = SecondNetwork(bot, NICKS)
    assert joined(bot) == ["dave"]
    assert list(west.croupier.lineup.players) == ["kevin"]
    assert west.croupier.lineup.game == "british"


def test_who_was_named_for_a_round_that_waits_for_the_bot_can_play_elsewhere(
    bot: OfflineBot,
) -> None:
    bot.says("bob", "!pontoon bob dave", DEN)
    bot.is_put_out(DEN)
    join(bot, "dave")
    bot.says("dave", "!deal")
    assert dealt(bot) == ["dave"]
    bot.is_back([BOT, *NICKS], DEN)
    bet_and_stick(bot, DEN)
    assert not is_playing(bot, DEN)


# The bot is out, stopped or killed, or cannot write


def test_a_table_waits_while_the_bot_is_out_and_then_for_the_whole_time(bot: OfflineBot) -> None:
    """Nobody could join meanwhile."""
    join(bot, "dave", "kevin")
    bot.pass_seconds(50)
    bot.is_put_out()
    assert after(bot, 600) == []
    assert in_channel(bot.is_back([BOT, *NICKS])) == [
        "Shed Pontoon: dave, kevin are in; !join, or !deal to begin; I deal in 60 s"
    ]
    assert after(bot, 59.9) == []
    bot.pass_seconds(0.1)
    assert dealt(bot) == ["dave", "kevin"]


def test_a_deal_that_cannot_be_written_is_told_when_it_can(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, config={"table": {"again": "20"}})
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    before = in_line(bot)
    with full_disk():
        assert after(bot, 30) == []
        (line,) = in_channel(bot.looks())
        assert line.startswith("Play pauses because I cannot save the game (")
        assert after(bot, 500) == []
    assert in_channel(bot.looks())[0].startswith("Shed Pontoon: kevin, dave | ")
    assert dealt(bot) == before


@pytest.mark.parametrize("command", ["!join", "!leave", "!notify 2", "!notify off"])
def test_of_what_cannot_be_kept_nobody_hears_and_then_it_is_refused(
    bot: OfflineBot, command: str
) -> None:
    """Killed now, the bot knows nothing of it."""
    join(bot, "dave")
    who = "kevin" if command == "!join" else "dave"
    if command == "!notify off":
        bot.says("dave", "!notify 3")
    notes, here = bot.bot.channels, (bot.croupier().tables.known_as, CHANNEL)
    before = notes.of(*here).lineup, notes.of(*here).watchers
    with full_disk():
        assert bot.says(who, command) == []
        (refusal,) = bot.says(who, command)
        assert refusal.target == who
        assert refusal.line.startswith("I did not do that because I cannot save it (")
        bot.dies()
    bot.starts()
    notes = bot.bot.channels
    assert joined(bot) == ["dave"]
    assert (notes.of(*here).lineup, notes.of(*here).watchers) == before
    bot.says(who, command)
    bot.dies()
    bot.starts()
    assert joined(bot) == {"!join": ["dave", "kevin"], "!leave": []}.get(command, ["dave"])


def test_nothing_is_waited_for_when_everybody_has_left(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    for nick in ("dave", "kevin"):
        bot.says(nick, "!leave")
    bot.pass_seconds(2)
    assert timers(bot) == 0


def test_nothing_is_waited_for_in_a_channel_that_the_bot_has_given_up(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    bot.adopts({"irc": {"channels": "#other"}})
    assert timers(bot) == 0


def test_a_channel_that_the_bot_has_given_up_has_no_table_when_it_is_back(bot: OfflineBot) -> None:
    bot.says("dave", "!join")
    bot.adopts({"irc": {"channels": "#other"}})
    assert in_channel(bot.pass_seconds(10)) == []
    bot.adopts({"irc": {"channels": "#pontoon"}})
    assert in_line(bot) == []


def test_a_place_can_be_given_up_while_rounds_are_off(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.ops("bob")
    bot.says("bob", "!pontoon off")
    assert to("dave", bot.says("dave", "!leave")) == ["You give up your place for the next rounds."]
    assert joined(bot) == ["kevin"]
    assert in_channel(bot.pass_seconds(600)) == []


def test_a_table_of_a_game_that_operators_shut_closes(bot: OfflineBot) -> None:
    """Else nobody could play anything: it could not be dealt to, and stood in the way."""
    join(bot, "dave", "kevin", game="british")
    bot.ops("bob")
    said = in_channel(bot.says("bob", "!pontoon set games pontoon"))
    assert said[0] == "British Pontoon: the table closes, since it is not dealt here any more"
    assert in_line(bot) == []
    bot.says("bob", "!pontoon bob kevin")
    assert dealt(bot) == ["bob", "kevin"]


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
    assert [each.nick for each in bot.croupier().lineup.seat_map.unknown(bot.roster())] == ["dave"]


# A round that comes to nothing


def test_the_order_is_as_before_when_nobody_wants_the_bank(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin", "bob", game="british")
    bot.says("dave", "!deal")
    for nick in ("dave", "kevin", "bob"):
        bot.tells(nick, "n")
    assert not is_playing(bot)
    assert in_line(bot) == ["dave", "kevin", "bob"]


def test_who_joined_while_a_round_came_to_nothing_is_behind_the_others(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin", game="british")
    bot.says("dave", "!deal")
    join(bot, "bob")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "n")
    assert not is_playing(bot)
    assert in_line(bot) == ["dave", "kevin", "bob"]


def test_a_bet_that_ends_the_round_gives_up_a_seat_elsewhere_too(tmp_path: Path) -> None:
    """As where everybody has a natural: each was named by somebody else in the other channel."""
    config = {"irc": {"channels": f"{CHANNEL} {DEN}"}}
    bot = OfflineBot(tmp_path, [*map(Entry, NICKS)], "AD AC 5C KD KC 9H", config)
    bot.says("alice", "!blackjack alice dave")
    bot.says("bob", "!pontoon bob dave", DEN)
    bot.says("alice", "!bet 1")
    bot.says("dave", "!bet 1")
    assert not is_playing(bot)
    assert [each.player for each in bot.table(DEN).seats if not each.has_resigned] == ["bob"]

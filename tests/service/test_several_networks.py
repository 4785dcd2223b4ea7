"""Several networks of one bot: one player each, whatever network they are on."""

from pathlib import Path

import pytest

from pontoon.engine.events import Kitty
from pontoon.irc.casemapping import FOLDS, rfc1459
from pontoon.irc.people import Person
from pontoon.storage.players.player import PlayersFileError
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot
from tests.support.second_network import WEST, SecondNetwork
from tests.support.stacked_decks import RiggedPack
from tests.support.voice_accounts import kept, minutes_of

EAST = "127.0.0.1"
FOUR = "dave 1000, kevin 1000, bob 1000, eve 1000"
SHOOT = "10S 9S 8H 10H 10D 9D 8C 10C"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, FOUR, config=WEST)


@pytest.fixture
def west(bot: OfflineBot) -> SecondNetwork:
    return SecondNetwork(bot, ["dave", "kevin", "bob", "eve"])


def lines(said: object) -> str:
    return " / ".join(getattr(each, "line", each) for each in said)  # type: ignore[attr-defined]


# Seats


def test_a_player_of_one_network_cannot_be_seated_on_another(
    bot: OfflineBot, west: SecondNetwork
) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "1")
    bot.tells("kevin", "1")
    assert west.says("bob", "!pontoon bob dave kevin") == [
        f"No round: dave, kevin are playing in {CHANNEL} on {EAST}"
    ]
    assert west.croupier.ask is None
    assert bot.croupier().ask is not None


def test_it_holds_the_other_way_round_by_the_networks_own_name(
    bot: OfflineBot, west: SecondNetwork
) -> None:
    west.says("dave", "!pontoon dave")
    west.tells("dave", "1")
    refusal = f"No round: dave is playing in {CHANNEL} on west"
    assert lines(bot.says("dave", "!pontoon dave")) == refusal


def test_they_can_be_once_the_round_is_over(bot: OfflineBot, west: SecondNetwork) -> None:
    bot.says("dave", "!pontoon dave")
    bot.tells("dave", "1")
    bot.stops_round()
    assert "Shed Pontoon: dave" in lines(west.says("dave", "!pontoon dave"))


def test_a_nick_is_somebody_on_its_own_network_only(bot: OfflineBot, west: SecondNetwork) -> None:
    """The kevin of the west has taken the nick that the seated dave goes by in the east."""
    bot.says("dave", "!pontoon dave")
    bot.renames("kevin", "ann")
    bot.renames("dave", "kevin")
    assert "Shed Pontoon: kevin" in lines(west.says("kevin", "!pontoon kevin"))
    assert "bets 5" in lines(west.tells("kevin", "5"))
    assert "dave bets 7" in lines(bot.tells("kevin", "7"))


def test_nobody_makes_moves_for_a_namesake_on_another_network(
    bot: OfflineBot, west: SecondNetwork
) -> None:
    bot.says("dave", "!pontoon dave kevin")
    west.tells("dave", "50")
    west.tells("dave", "leave")
    west.says("dave", "!pontoon stop")
    ask = bot.croupier().ask
    assert ask is not None
    assert ask.player == "dave"
    assert [each.staked for each in bot.table().seats] == [0, 0]


def test_the_bank_is_closed_on_every_network_while_somebody_plays(
    bot: OfflineBot, west: SecondNetwork
) -> None:
    bot.says("dave", "!pontoon dave")
    [answer] = west.says("dave", "!bank +900")
    assert answer.startswith(
        f"dave is playing in {CHANNEL} on {EAST}: say that again after the round"
    )
    assert bot.in_file("dave").bank == 0
    assert "deposits 900" in lines(west.says("kevin", "!bank +900"))


def test_the_results_of_both_are_added_up(bot: OfflineBot, west: SecondNetwork) -> None:
    bot.says("dave", "!pontoon dave")
    west.says("kevin", "!pontoon kevin")
    bot.tells("dave", "5")
    west.tells("kevin", "7")
    bot.tells("dave", "resign")
    west.tells("kevin", "resign")
    assert (bot.in_file("dave").chips, bot.in_file("kevin").chips) == (995, 993)


# Kitties and restarts


def test_kitties_of_channels_of_the_same_name_lie_apart(tmp_path: Path) -> None:
    bot = OfflineBot(
        tmp_path,
        FOUR,
        config=WEST,
        new_pack=lambda _: RiggedPack([SHOOT], ["AD KC"]),
    )
    west = SecondNetwork(bot, ["dave", "kevin", "bob", "eve"])
    bot.says("dave", "!shoot dave kevin")
    west.says("bob", "!shoot bob eve")
    for tells, banker, punter, kitty in (
        (bot.tells, "dave", "kevin", "50"),
        (west.tells, "bob", "eve", "30"),
    ):
        tells(banker, "y")
        tells(punter, "y")
        tells(banker, kitty)
        for text in ("10", "20", "s"):
            tells(punter, text)
        tells(banker, "s")
    assert bot.kitty() == Kitty("dave", 70)
    assert west.kitty(bot) == Kitty("bob", 50)
    assert sum(player.chips for player in bot.all_in_file()) + 120 == 4000


def test_rounds_of_both_go_on_after_a_restart(bot: OfflineBot, west: SecondNetwork) -> None:
    bot.says("dave", "!pontoon dave kevin")
    west.says("bob", "!pontoon bob")
    bot.tells("dave", "50")
    west.tells("bob", "7")
    said = lines(bot.starts_anew())
    again = SecondNetwork(bot, ["dave", "kevin", "bob", "eve"])
    assert "kevin is still to bet" in said
    assert any("the round continues" in line for _, line in again.said)
    assert "bob sticks" in lines(again.tells("bob", "s")) or "can't stick" in lines(again.said)
    assert "bob" in again.croupier.table.players
    assert "bob" not in bot.croupier().table.players


def test_rounds_of_a_network_that_is_gone_from_config_are_given_up(
    bot: OfflineBot, west: SecondNetwork
) -> None:
    west.says("bob", "!pontoon bob")
    bot.says("dave", "!pontoon dave")
    bot.starts_anew({})
    assert bot.tables_log[-2:] == [
        "the interrupted pontoon round in #pontoon is no longer played here: all stakes are"
        " returned",
        "the pontoon round in #pontoon continues where it was stopped",
    ]
    assert bot.croupier().ask is not None
    bot.stops_round()
    assert "Shed Pontoon: bob" in lines(bot.says("bob", "!pontoon bob"))
    bot.starts_anew()
    assert len([line for line in bot.tables_log if "no longer played here" in line]) == 1


def test_a_bare_command_has_those_who_played_last_on_that_network(
    bot: OfflineBot, west: SecondNetwork
) -> None:
    bot.says("dave", "!pontoon dave kevin")
    west.says("bob", "!pontoon bob eve")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "1")
        bot.says(nick, "!resign")
    for nick in ("bob", "eve"):
        west.tells(nick, "1")
        west.says(nick, "!resign")
    bot.starts_anew()
    again = SecondNetwork(bot, ["bob", "eve"])
    assert "Shed Pontoon: kevin, dave" in lines(bot.says("dave", "!pontoon"))
    assert "Shed Pontoon: eve, bob" in lines(again.says("bob", "!pontoon"))


# How nicks are compared


def test_players_are_found_as_all_networks_compare_nicks(bot: OfflineBot) -> None:
    bot.edit("<nick>eve</nick>", "<nick>eve[</nick>")
    bot.bot.use_casemapping(EAST, FOLDS["ascii"])
    bot.store.refresh()
    assert bot.store.find("eve{") is None
    bot.bot.use_casemapping("west", FOLDS["ascii"])
    assert bot.store.find("eve{") is None


def test_where_they_differ_players_are_found_as_in_rfc_1459(bot: OfflineBot) -> None:
    bot.edit("<nick>eve</nick>", "<nick>eve^</nick>")
    bot.bot.use_casemapping(EAST, FOLDS["ascii"])
    bot.bot.use_casemapping("west", FOLDS["rfc1459-strict"])
    bot.time.advance(0)
    found = bot.store.find("eve~")
    assert found is not None
    assert found.nick == "eve^"


def test_a_network_that_is_left_does_not_matter_for_that(
    bot: OfflineBot, west: SecondNetwork
) -> None:
    bot.bot.use_casemapping(EAST, FOLDS["ascii"])
    bot.bot.use_casemapping("west", rfc1459)
    bot.edit("<nick>eve</nick>", "<nick>dave[</nick>")
    bot.edit("<nick>bob</nick>", "<nick>dave{</nick>")
    bot.store.refresh()
    assert bot.store.faults
    with pytest.raises(PlayersFileError):
        bot.store.move_to_bank("dave[", 1)
    west.real_network.close_tables()
    assert not bot.store.faults
    assert bot.store.move_to_bank("dave[", 1).outcome.bank == 1


# Minutes of speech


def where_voice_is_for_minutes(folder: Path) -> tuple[OfflineBot, SecondNetwork]:
    """Return a bot with voice for minutes in the east and the west, and dave in both."""
    config = {**WEST, "blackjack": {"voice": "yes"}, "table": {"turn_timeout": "86400"}}
    bot = OfflineBot(folder, [Entry("dave", records=kept(minutes=50))], "10D 5H 9H 6D", config)
    west = SecondNetwork(bot, ["dave"])
    bot.ops(BOT)
    bot.croupier().entered()
    west.roster.grant(BOT, "o")
    west.croupier.entered()
    return bot, west


def test_minutes_run_once_for_whoever_is_on_two_networks(tmp_path: Path) -> None:
    bot, west = where_voice_is_for_minutes(tmp_path)
    bot.pass_seconds(600)
    assert minutes_of(bot) == 40
    west.leaves("dave")
    bot.pass_seconds(600)
    assert minutes_of(bot) == 30
    bot.leaves("dave")
    bot.pass_seconds(600)
    assert minutes_of(bot) == 30
    west.comes("dave")
    bot.pass_seconds(600)
    assert minutes_of(bot) == 20


def test_voice_is_had_on_both_and_lost_on_both(tmp_path: Path) -> None:
    bot, west = where_voice_is_for_minutes(tmp_path)
    assert bot.network.voices == west.network.voices == [f"{CHANNEL} +v dave"]
    bot.pass_seconds(3000)
    assert bot.network.voices[1:] == west.network.voices[1:] == [f"{CHANNEL} -v dave"]


def test_coins_that_are_staked_in_the_east_are_no_minutes_in_the_west(tmp_path: Path) -> None:
    bot, west = where_voice_is_for_minutes(tmp_path)
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    [sheet] = west.tells("dave", "time")
    assert "minutes 40, coins 40" in sheet
    [refusal] = west.tells("dave", "deposit 5")
    assert f"playing in {CHANNEL} on {EAST}" in refusal
    assert bot.network.voices == west.network.voices == [f"{CHANNEL} +v dave"]
    bot.pass_seconds(2400)
    assert bot.network.voices[1:] == west.network.voices[1:] == [f"{CHANNEL} -v dave"]


def test_whoever_takes_another_nick_in_the_west_keeps_the_voice_of_the_east(
    tmp_path: Path,
) -> None:
    bot, west = where_voice_is_for_minutes(tmp_path)
    west.roster.people.rename("dave", "anna")
    west.real_network.croupiers.renamed("dave", Person("anna", "dave@west"))
    assert west.network.voices[1:] == [f"{CHANNEL} -v anna"]
    assert bot.network.voices[1:] == []


def test_a_network_that_is_left_has_no_minutes_run_any_more(tmp_path: Path) -> None:
    bot, west = where_voice_is_for_minutes(tmp_path)
    bot.leaves("dave")
    bot.pass_seconds(600)
    assert minutes_of(bot) == 40
    west.real_network.close_tables()
    bot.pass_seconds(600)
    assert minutes_of(bot) == 40

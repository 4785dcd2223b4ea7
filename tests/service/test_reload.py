"""A bot goes by another config.ini while it runs: what holds at once, and what waits."""

from pathlib import Path
from typing import Any

import pytest

from pontoon.engine.decks import Shoe
from pontoon.games import Game
from pontoon.service.shared import new_equipment
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot, OfflineNetwork
from tests.support.voice_accounts import kept, minutes_of

DEN = "#den"
COINS = [Entry("dave", records=kept(minutes=50)), Entry("kevin", records=kept(minutes=50))]


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000")


def lines(said: object) -> str:
    return " / ".join(each.line for each in said)  # type: ignore[attr-defined]


def shoe_of(bot: OfflineBot, channel: str = CHANNEL) -> Shoe:
    """Return the shoe of the Shed Pontoon table in CHANNEL."""
    shoe = bot.croupier(channel).tables.by_game["pontoon"].equipment
    assert isinstance(shoe, Shoe)
    return shoe


# Rules


def test_rules_hold_from_the_next_round_on(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.adopts({"shed": {"max_bet_percent": "50"}})
    assert "(1-10)" in lines(bot.tells("dave", "11"))
    bot.tells("dave", "1")
    bot.tells("dave", "resign")
    assert "(1-500)" in lines(bot.says("dave", "!pontoon dave"))


def test_they_hold_at_once_where_no_round_is_being_played(bot: OfflineBot) -> None:
    bot.adopts({"shed": {"max_bet_percent": "50"}})
    assert "(1-500)" in lines(bot.says("dave", "!pontoon dave"))


def test_the_last_of_two_sets_of_rules_counts(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.adopts({"shed": {"max_bet_percent": "50"}})
    bot.adopts({"shed": {"max_bet_percent": "30"}})
    bot.stops_round()
    assert "(1-300)" in lines(bot.says("dave", "!pontoon dave"))

    before = lines(bot.tells("dave", "rules"))
    bot.adopts({"shed": {"stick_min": "17"}})
    after = lines(bot.tells("dave", "rules"))
    assert before != after
    assert "17" in after


def test_other_rules_need_no_tables_and_no_decks_of_their_own(tmp_path: Path) -> None:
    made: list[str] = []

    def furnish(game: Game, rules: Any) -> Any:
        made.append(game.name)
        return new_equipment(game, rules)

    bot = OfflineBot(tmp_path, furnish=furnish)
    made.clear()
    bot.adopts({"shed": {"decks": "8"}, "british": {"max_bet": "7"}})
    assert bot.table().rules.decks == 8
    assert made == []


def test_the_shoe_stays_where_its_rules_stay(bot: OfflineBot) -> None:
    shoe = shoe_of(bot)
    bot.adopts({"shed": {"stick_min": "17"}})
    assert shoe_of(bot) is shoe


@pytest.mark.parametrize("changed", [{"decks": "8"}, {"marker": "50-50"}])
def test_other_packs_or_another_marker_are_another_shoe_after_the_round(
    bot: OfflineBot, changed: dict[str, str]
) -> None:
    bot.says("dave", "!pontoon dave")
    shoe = shoe_of(bot)
    bot.adopts({"shed": changed})
    assert shoe_of(bot) is shoe
    bot.stops_round()
    bot.says("kevin", "!pontoon kevin")
    new = shoe_of(bot)
    assert new is not shoe
    assert new.left == 52 * int(changed.get("decks", "6")) - 1
    assert bot.table().rules.decks == int(changed.get("decks", "6"))


def test_the_bank_stays_with_its_banker(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", cards="10S 9S 8H 10H")
    bot.deals("dave", "!british dave kevin")
    ask = bot.croupier().ask
    assert ask is not None
    banker = {"dave": "kevin", "kevin": "dave"}[ask.player]
    for nick, text in ((ask.player, "10"), (ask.player, "s"), (banker, "s")):
        bot.tells(nick, text)
    assert bot.croupier().ask is None
    before = bot.table().banker
    assert before is not None
    bot.adopts({"british": {"max_bet": "7"}})
    assert bot.table().banker == before
    assert "(1-7)" in lines(bot.deals("dave", "!british dave kevin"))


def test_the_previous_players_are_still_those(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.adopts({"shed": {"decks": "8"}})
    assert "Shed Pontoon: kevin, dave" in lines(bot.says("kevin", "!pontoon"))


def test_as_many_may_play_as_the_new_table_has_seats(bot: OfflineBot) -> None:
    bot.adopts({"table": {"max_players": "1"}})
    assert "Shed Pontoon takes at most 1 player" in lines(bot.says("dave", "!pontoon dave kevin"))


def test_a_round_that_was_begun_by_the_old_rules_is_given_up_by_a_restart(
    bot: OfflineBot,
) -> None:
    """As it is when they are changed while the bot is stopped."""
    bot.says("dave", "!pontoon dave")
    bot.adopts({"shed": {"stick_min": "17"}})
    assert "its rules have changed" in lines(bot.starts_anew())


def test_a_round_that_was_begun_by_the_new_ones_goes_on(bot: OfflineBot) -> None:
    bot.adopts({"shed": {"decks": "8"}})
    bot.says("dave", "!pontoon dave")
    assert "the round continues" in lines(bot.starts_anew())


# What holds at once


def test_commands_have_the_new_prefix(bot: OfflineBot) -> None:
    bot.adopts({"irc": {"prefix": "?"}})
    assert bot.says("dave", "!pontoon dave") == []
    assert "Shed Pontoon: dave" in lines(bot.says("dave", "?pontoon dave"))
    assert "?bank to see" in lines(bot.says("kevin", "?bank x"))
    assert "?join there" in lines(bot.tells("kevin", "what"))


def test_cards_are_written_as_the_new_table_has_it(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.adopts({"table": {"cards": "ascii"}})
    assert not set(lines(bot.tells("dave", "hand"))) & set("♠♥♦♣")


def test_a_decision_may_take_as_long_as_the_new_table_has_it(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.adopts({"table": {"turn_timeout": "600"}})
    assert bot.pass_seconds(119) != []
    bot.tells("dave", "1")
    bot.tells("kevin", "1")
    assert bot.pass_seconds(400) == []


def test_a_table_is_told_how_long_people_have_to_say_whether_they_want_the_bank(
    bot: OfflineBot,
) -> None:
    for seconds in ["5", "30", "90"]:
        bot.adopts({"table": {"bank_timeout": seconds}})
        assert bot.croupier().table.table_rules.bank_timeout == int(seconds)


def test_who_is_known_to_be_whom_holds_at_once(bot: OfflineBot) -> None:
    bot.adopts({"identity": {"require": "account"}})
    assert "No round" in lines(bot.says("dave", "!pontoon dave"))
    bot.adopts({})
    assert "Shed Pontoon: dave" in lines(bot.says("dave", "!pontoon dave"))


def test_people_are_ignored_and_heard_again_at_once(bot: OfflineBot) -> None:
    bot.adopts({"irc": {"ignore": "dave!*@*"}})
    assert bot.says("dave", "!pontoon dave") == []
    bot.adopts({})
    assert "Shed Pontoon: dave" in lines(bot.says("dave", "!pontoon dave"))


def test_how_much_somebody_may_say_holds_at_once(bot: OfflineBot) -> None:
    bot.adopts({"irc": {"user_lines": "1", "user_lines_per_second": "0.1"}})
    answers = [lines(bot.tells("dave", "help")) for _ in range(3)]
    assert answers[-1] == ""
    bot.adopts({"irc": {"user_lines_per_second": "0"}})
    assert lines(bot.tells("dave", "games")) != ""


def test_whether_people_can_register_holds_at_once(bot: OfflineBot) -> None:
    bot.comes("eve")
    bot.adopts({"identity": {"self_registration": "yes", "starting_chips": "70"}})
    bot.tells("eve", "register")
    assert bot.in_file("eve").chips == 70


# Channels


def test_there_is_a_table_in_a_new_channel(bot: OfflineBot) -> None:
    bot.is_put_in([], DEN)
    bot.adopts({"irc": {"channels": f"{CHANNEL} {DEN}"}})
    bot.comes("dave", channel=DEN)
    bot.croupier(DEN).entered()
    bot.croupier(DEN).absence.resume()
    assert "Shed Pontoon: dave" in lines(bot.says("dave", "!pontoon dave", DEN))
    bot.tells("dave", "1")
    assert f"playing in {DEN}" in lines(bot.says("dave", "!pontoon dave"))


def test_a_round_in_a_channel_that_is_left_is_stopped(bot: OfflineBot) -> None:
    """It costs nobody anything, and its players are free at once."""
    bot.says("dave", "!pontoon dave")
    bot.tells("dave", "10")
    bot.is_put_in([], DEN)
    bot.adopts({"irc": {"channels": DEN}})
    assert bot.real_network.croupiers.find(CHANNEL) is None
    assert bot.in_file("dave").chips == 1000
    bot.comes("dave", channel=DEN)
    bot.croupier(DEN).absence.resume()
    assert "deposits 1" in lines(bot.says("dave", "!bank +1", DEN))
    assert "Shed Pontoon: dave" in lines(bot.says("dave", "!pontoon dave", DEN))
    bot.pass_seconds(119)
    assert bot.heard_in(CHANNEL)[-1] != bot.heard_in(DEN)[-1]


def test_nothing_of_it_goes_on_after_a_restart(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.adopts({"irc": {"channels": DEN}})
    bot.is_put_in(["dave", "kevin"], DEN)
    bot.starts_anew()
    assert bot.croupier(DEN).ask is None
    assert bot.tables_log[-1] == (
        f"{CHANNEL}: the round is stopped: the channel is no longer one of the bot's"
    )


def test_a_channel_that_comes_back_knows_who_played_last(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.adopts({"irc": {"channels": DEN}})
    bot.adopts({"irc": {"channels": CHANNEL}})
    bot.croupier().entered()
    bot.croupier().absence.resume()
    assert "Shed Pontoon: kevin, dave" in lines(bot.says("dave", "!pontoon"))


def test_a_channel_that_is_spelt_otherwise_is_the_same(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    before = bot.croupier()
    bot.adopts({"irc": {"channels": "#PONTOON"}})
    assert bot.croupier() is before
    assert "dave bets 5" in lines(bot.tells("dave", "5"))


# Rules about minutes


def test_rules_about_minutes_wait_for_all_rounds_for_them(tmp_path: Path) -> None:
    """A round is settled by those with which it was begun, and so is every account meanwhile."""
    config = {"irc": {"server": "127.0.0.1", "channels": f"{CHANNEL} {DEN}"}}
    bot = OfflineBot(tmp_path, COINS, "10D 5H 9H 6D 8S", config)
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    bot.adopts({**config, "blackjack": {"coin_minutes": "5"}})
    assert bot.bot.late_section == "blackjack"
    assert "coins 40" in lines(bot.tells("dave", "time"))
    assert "coins 50" in lines(bot.tells("kevin", "time"))
    bot.tells("dave", "resign")
    assert minutes_of(bot) == 40
    bot.adopts({**config, "blackjack": {"coin_minutes": "5"}})
    assert bot.bot.late_section == ""
    assert "coins 10" in lines(bot.tells("kevin", "time"))
    assert "coins 8" in lines(bot.tells("dave", "time"))


def test_rules_of_other_games_do_not_wait_for_that(tmp_path: Path) -> None:
    config = {"irc": {"server": "127.0.0.1", "channels": f"{CHANNEL} {DEN}"}}
    bot = OfflineBot(tmp_path, COINS, "10D 5H 9H 6D 8S", config)
    bot.says("dave", "!blackjack dave")
    changed = {"blackjack": {"coin_minutes": "5"}, "shed": {"max_bet_percent": "50"}}
    bot.adopts({**config, **changed})
    assert "(1-500)" in lines(bot.says("kevin", "!pontoon kevin", DEN))


def test_nor_do_rules_about_minutes_wait_for_rounds_of_other_games(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, COINS)
    bot.says("dave", "!pontoon dave")
    bot.adopts({"blackjack": {"coin_minutes": "5"}})
    assert "coins 10" in lines(bot.tells("kevin", "time"))


def test_voice_begins_to_be_for_minutes_and_ends(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, COINS)
    bot.ops(BOT)
    bot.adopts({"blackjack": {"voice": "yes"}})
    assert bot.network.voices == [f"{CHANNEL} +v dave", f"{CHANNEL} +v kevin"]
    bot.pass_seconds(600)
    bot.adopts({"blackjack": {"voice": "no"}})
    assert minutes_of(bot) == 40
    bot.pass_seconds(600)
    assert minutes_of(bot) == 40
    assert len(bot.network.voices) == 2


def test_minutes_go_on_running_when_their_rules_are_changed(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, COINS, config={"blackjack": {"voice": "yes"}})
    bot.ops(BOT)
    bot.croupier().entered()
    bot.pass_seconds(90)
    bot.adopts({"blackjack": {"voice": "yes", "turns_per_day": "3"}})
    bot.pass_seconds(600)
    assert "minutes 39" in lines(bot.tells("dave", "time"))
    assert len(bot.network.voices) == 2


def test_where_nothing_changes_about_minutes_not_even_half_a_minute_is_lost(
    tmp_path: Path,
) -> None:
    bot = OfflineBot(tmp_path, COINS, config={"blackjack": {"voice": "yes"}})
    bot.ops(BOT)
    bot.croupier().entered()
    for _ in range(4):
        bot.pass_seconds(30)
        bot.adopts({"blackjack": {"voice": "yes"}})
    assert "minutes 48" in lines(bot.tells("dave", "time"))


def test_a_channel_that_is_spelt_otherwise_has_its_voices_left_alone(tmp_path: Path) -> None:
    voice = {"blackjack": {"voice": "yes"}}
    bot = OfflineBot(tmp_path, COINS, config=voice)
    bot.ops(BOT)
    bot.croupier().entered()
    bot.adopts({"irc": {"channels": "#PONTOON"}, **voice})
    assert bot.network.voices == [f"{CHANNEL} +v dave", f"{CHANNEL} +v kevin"]


def test_a_channel_that_is_left_has_no_minutes_run(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, COINS, config={"blackjack": {"voice": "yes"}})
    bot.ops(BOT)
    bot.croupier().entered()
    bot.adopts({"irc": {"channels": DEN}, "blackjack": {"voice": "yes"}})
    bot.pass_seconds(600)
    assert minutes_of(bot) == 50


# The whole network


def test_a_network_that_is_left_stops_its_rounds(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.real_network.close_tables()
    assert not bot.bot.seat_registry.is_seated("dave")
    assert bot.real_network.croupiers.find(CHANNEL) is None
    assert bot.pass_seconds(600) == []
    assert bot.in_file("dave").chips == 1000


def test_nobody_is_answered_any_more_on_a_network_that_is_left(bot: OfflineBot) -> None:
    """The connection may still be there for some seconds."""
    bot.real_network.close_tables()
    for text in ("help", "bank", "5", "join #den"):
        bot.real_network.hear(bot.person("dave"), text)
        bot.real_network.hear(bot.person("dave"), f"!{text}", CHANNEL)
    assert bot.said == []


def test_a_network_that_comes_back_takes_up_no_round_that_is_over(bot: OfflineBot) -> None:
    """The database had it when the program was started."""
    bot.says("dave", "!pontoon dave")
    bot.starts_anew()
    assert bot.croupier().ask is not None
    bot.real_network.close_tables()
    again = OfflineNetwork(bot.bot, bot.bot.config.irc, bot.network, bot.real_network.speak, print)
    croupier = again.croupiers.find(CHANNEL)
    assert croupier is not None
    assert croupier.ask is None

"""A club goes by another config.ini while it is open: what holds at once, and what waits."""

from pathlib import Path

import pytest

from pontoon.engine.decks import Shoe
from tests.support.offline_bot import BOT, CHANNEL, Clubhouse, Entry
from tests.support.voice_accounts import kept, minutes_of

DEN = "#den"
COINS = [Entry("dave", records=kept(minutes=50)), Entry("kevin", records=kept(minutes=50))]


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    return Clubhouse(tmp_path, "dave 1000, kevin 1000, bob 1000")


def lines(said: object) -> str:
    return " / ".join(each.line for each in said)  # type: ignore[attr-defined]


def shoe_of(house: Clubhouse, channel: str = CHANNEL) -> Shoe:
    """Return the shoe of the Shed Pontoon table in CHANNEL."""
    shoe = house.croupier(channel)._tables["pontoon"]._house
    assert isinstance(shoe, Shoe)
    return shoe


# Rules


def test_rules_hold_from_the_next_round_on(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    house.adopts({"shed": {"max_bet_percent": "50"}})
    assert "(1-10)" in lines(house.tells("dave", "11"))
    house.tells("dave", "1")
    house.tells("dave", "leave")
    assert "(1-500)" in lines(house.says("dave", "!pontoon dave"))


def test_they_hold_at_once_where_no_round_is_being_played(house: Clubhouse) -> None:
    house.adopts({"shed": {"max_bet_percent": "50"}})
    assert "(1-500)" in lines(house.says("dave", "!pontoon dave"))


def test_the_last_of_two_sets_of_rules_counts(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    house.adopts({"shed": {"max_bet_percent": "50"}})
    house.adopts({"shed": {"max_bet_percent": "30"}})
    house.says("dave", "!pontoon stop")
    assert "(1-300)" in lines(house.says("kevin", "!pontoon dave"))

    before = lines(house.tells("dave", "rules"))
    house.adopts({"shed": {"stick_min": "17"}})
    after = lines(house.tells("dave", "rules"))
    assert before != after
    assert "17" in after


def test_the_shoe_stays_where_its_rules_stay(house: Clubhouse) -> None:
    shoe = shoe_of(house)
    house.adopts({"shed": {"stick_min": "17"}})
    assert shoe_of(house) is shoe


@pytest.mark.parametrize("changed", [{"decks": "8"}, {"marker": "50-50"}])
def test_other_packs_or_another_marker_are_another_shoe_after_the_round(
    house: Clubhouse, changed: dict[str, str]
) -> None:
    shoe = shoe_of(house)
    house.says("dave", "!pontoon dave")
    house.adopts({"shed": changed})
    assert shoe_of(house) is shoe
    house.says("dave", "!pontoon stop")
    new = shoe_of(house)
    assert new is not shoe
    assert new.left == 52 * int(changed.get("decks", "6"))
    assert house.table().rules.decks == int(changed.get("decks", "6"))


def test_the_bank_stays_with_its_banker(tmp_path: Path) -> None:
    house = Clubhouse(tmp_path, "dave 1000, kevin 1000", cards="10S 9S 8H 10H")
    house.deals("dave", "!british dave kevin")
    ask = house.croupier().ask
    assert ask is not None
    banker = {"dave": "kevin", "kevin": "dave"}[ask.player]
    for nick, text in ((ask.player, "10"), (ask.player, "s"), (banker, "s")):
        house.tells(nick, text)
    assert house.croupier().ask is None
    before = house.table().banker
    assert before is not None
    house.adopts({"british": {"max_bet": "7"}})
    assert house.table().banker == before
    assert "(1-7)" in lines(house.deals("dave", "!british dave kevin"))


def test_the_previous_players_are_still_those(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin")
    house.says("dave", "!pontoon stop")
    house.adopts({"shed": {"decks": "8"}})
    assert "Shed Pontoon: kevin, dave" in lines(house.says("kevin", "!pontoon"))


def test_as_many_may_play_as_the_new_table_has_seats(house: Clubhouse) -> None:
    house.adopts({"table": {"max_players": "1"}})
    assert "at most 1 can play" in lines(house.says("dave", "!pontoon dave kevin"))


def test_a_round_that_was_begun_by_the_old_rules_is_given_up_by_a_restart(
    house: Clubhouse,
) -> None:
    """As it is when they are changed while the bot is stopped."""
    house.says("dave", "!pontoon dave")
    house.adopts({"shed": {"stick_min": "17"}})
    assert "its rules were changed meanwhile" in lines(house.starts_anew())


def test_a_round_that_was_begun_by_the_new_ones_goes_on(house: Clubhouse) -> None:
    house.adopts({"shed": {"decks": "8"}})
    house.says("dave", "!pontoon dave")
    assert "the round goes on" in lines(house.starts_anew())


# What holds at once


def test_commands_have_the_new_prefix(house: Clubhouse) -> None:
    house.adopts({"irc": {"prefix": "?"}})
    assert house.says("dave", "!pontoon dave") == []
    assert "Shed Pontoon: dave" in lines(house.says("dave", "?pontoon dave"))
    assert "?bank shows" in lines(house.says("kevin", "?bank x"))
    assert "?games" in lines(house.tells("kevin", "what"))


def test_cards_are_written_as_the_new_table_has_it(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    house.adopts({"table": {"cards": "ascii"}})
    assert not set(lines(house.tells("dave", "hand"))) & set("♠♥♦♣")


def test_a_decision_may_take_as_long_as_the_new_table_has_it(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin")
    house.adopts({"table": {"turn_timeout": "600"}})
    assert house.pass_seconds(119) != []
    house.tells("dave", "1")
    house.tells("kevin", "1")
    assert house.pass_seconds(400) == []


def test_all_bet_as_the_new_table_has_it_from_the_next_round_on(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin")
    house.adopts({"table": {"bets": "in turn"}})
    assert "kevin bets 1" not in lines(house.tells("kevin", "1"))
    assert "dave bets 1 | kevin bets 1" in lines(house.tells("dave", "1"))
    house.says("dave", "!pontoon leave")
    house.says("kevin", "!pontoon leave")
    assert "dave to bet" in lines(house.says("kevin", "!pontoon dave kevin"))
    assert "dave bets 1 | kevin to bet" in lines(house.tells("dave", "1"))


@pytest.mark.parametrize("seconds", ["5", "30", "90"])
def test_a_table_is_told_how_long_people_have_to_say_whether_they_want_the_bank(
    house: Clubhouse, seconds: str
) -> None:
    house.adopts({"table": {"bank_timeout": seconds}})
    assert house.croupier()._table.table_rules.bank_timeout == int(seconds)


def test_who_is_known_to_be_whom_holds_at_once(house: Clubhouse) -> None:
    house.adopts({"identity": {"require": "account"}})
    assert "No round" in lines(house.says("dave", "!pontoon dave"))
    house.adopts({})
    assert "Shed Pontoon: dave" in lines(house.says("dave", "!pontoon dave"))


def test_people_are_ignored_and_heard_again_at_once(house: Clubhouse) -> None:
    house.adopts({"irc": {"ignore": "dave!*@*"}})
    assert house.says("dave", "!pontoon dave") == []
    house.adopts({})
    assert "Shed Pontoon: dave" in lines(house.says("dave", "!pontoon dave"))


def test_how_much_somebody_may_say_holds_at_once(house: Clubhouse) -> None:
    house.adopts({"irc": {"user_lines": "1", "user_lines_per_second": "0.1"}})
    answers = [lines(house.tells("dave", "help")) for _ in range(3)]
    assert answers[-1] == ""
    house.adopts({"irc": {"user_lines_per_second": "0"}})
    assert lines(house.tells("dave", "games")) != ""


def test_whether_people_can_register_holds_at_once(house: Clubhouse) -> None:
    house.comes("eve")
    house.adopts({"identity": {"self_registration": "yes", "starting_chips": "70"}})
    house.tells("eve", "register")
    assert house.in_file("eve").chips == 70


# Channels


def test_there_is_a_table_in_a_new_channel(house: Clubhouse) -> None:
    house.is_put_in([], DEN)
    house.adopts({"irc": {"channels": f"{CHANNEL} {DEN}"}})
    house.comes("dave", channel=DEN)
    house.croupier(DEN).entered()
    house.croupier(DEN).door.go_on()
    assert "Shed Pontoon: dave" in lines(house.says("dave", "!pontoon dave", DEN))
    assert f"playing in {DEN}" in lines(house.says("dave", "!pontoon dave"))


def test_a_round_in_a_channel_that_is_left_is_stopped(house: Clubhouse) -> None:
    """It costs nobody anything, and its players are free at once."""
    house.says("dave", "!pontoon dave")
    house.tells("dave", "10")
    house.is_put_in([], DEN)
    house.adopts({"irc": {"channels": DEN}})
    assert house.club.croupier(CHANNEL) is None
    assert house.in_file("dave").chips == 1000
    house.comes("dave", channel=DEN)
    house.croupier(DEN).door.go_on()
    assert "deposits 1" in lines(house.says("dave", "!bank +1", DEN))
    assert "Shed Pontoon: dave" in lines(house.says("dave", "!pontoon dave", DEN))
    house.pass_seconds(119)
    assert house.heard_in(CHANNEL)[-1] != house.heard_in(DEN)[-1]


def test_nothing_of_it_goes_on_after_a_restart(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    house.adopts({"irc": {"channels": DEN}})
    house.is_put_in(["dave", "kevin"], DEN)
    house.starts_anew()
    assert house.croupier(DEN).ask is None
    assert house.tables_log[-1] == (
        f"{CHANNEL}: the round is stopped: the channel is no longer one of the bot's"
    )


def test_a_channel_that_comes_back_knows_who_played_last(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin")
    house.says("dave", "!pontoon stop")
    house.adopts({"irc": {"channels": DEN}})
    house.adopts({"irc": {"channels": CHANNEL}})
    house.croupier().entered()
    house.croupier().door.go_on()
    assert "Shed Pontoon: kevin, dave" in lines(house.says("dave", "!pontoon"))


def test_a_channel_that_is_spelt_otherwise_is_the_same(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    before = house.croupier()
    house.adopts({"irc": {"channels": "#PONTOON"}})
    assert house.croupier() is before
    assert "dave bets 5" in lines(house.tells("dave", "5"))


# Rules about minutes


def test_rules_about_minutes_wait_for_all_rounds_for_them(tmp_path: Path) -> None:
    """A round is settled by those with which it was begun, and so is every account meanwhile."""
    config = {"irc": {"server": "127.0.0.1", "channels": f"{CHANNEL} {DEN}"}}
    house = Clubhouse(tmp_path, COINS, "10D 5H 9H 6D 8S", config)
    house.says("dave", "!blackjack dave")
    house.tells("dave", "10")
    house.adopts({**config, "blackjack": {"coin_minutes": "5"}})
    assert house.house.late_section == "blackjack"
    assert "coins 40" in lines(house.tells("dave", "time"))
    assert "coins 50" in lines(house.tells("kevin", "time"))
    house.tells("dave", "leave")
    assert minutes_of(house) == 40
    house.adopts({**config, "blackjack": {"coin_minutes": "5"}})
    assert house.house.late_section == ""
    assert "coins 10" in lines(house.tells("kevin", "time"))
    assert "coins 8" in lines(house.tells("dave", "time"))


def test_rules_of_other_games_do_not_wait_for_that(tmp_path: Path) -> None:
    config = {"irc": {"server": "127.0.0.1", "channels": f"{CHANNEL} {DEN}"}}
    house = Clubhouse(tmp_path, COINS, "10D 5H 9H 6D 8S", config)
    house.says("dave", "!blackjack dave")
    changed = {"blackjack": {"coin_minutes": "5"}, "shed": {"max_bet_percent": "50"}}
    house.adopts({**config, **changed})
    assert "(1-500)" in lines(house.says("kevin", "!pontoon kevin", DEN))


def test_nor_do_rules_about_minutes_wait_for_rounds_of_other_games(tmp_path: Path) -> None:
    house = Clubhouse(tmp_path, COINS)
    house.says("dave", "!pontoon dave")
    house.adopts({"blackjack": {"coin_minutes": "5"}})
    assert "coins 10" in lines(house.tells("kevin", "time"))


def test_voice_begins_to_be_for_minutes_and_ends(tmp_path: Path) -> None:
    house = Clubhouse(tmp_path, COINS)
    house.ops(BOT)
    house.adopts({"blackjack": {"voice": "yes"}})
    assert house.network.voices == [f"{CHANNEL} +v dave", f"{CHANNEL} +v kevin"]
    house.pass_seconds(600)
    house.adopts({"blackjack": {"voice": "no"}})
    assert minutes_of(house) == 40
    house.pass_seconds(600)
    assert minutes_of(house) == 40
    assert len(house.network.voices) == 2


def test_minutes_go_on_running_when_their_rules_are_changed(tmp_path: Path) -> None:
    house = Clubhouse(tmp_path, COINS, config={"blackjack": {"voice": "yes"}})
    house.ops(BOT)
    house.croupier().entered()
    house.pass_seconds(90)
    house.adopts({"blackjack": {"voice": "yes", "turns_per_day": "3"}})
    house.pass_seconds(600)
    assert "minutes 39" in lines(house.tells("dave", "time"))
    assert len(house.network.voices) == 2


def test_where_nothing_changes_about_minutes_not_even_half_a_minute_is_lost(
    tmp_path: Path,
) -> None:
    house = Clubhouse(tmp_path, COINS, config={"blackjack": {"voice": "yes"}})
    house.ops(BOT)
    house.croupier().entered()
    for _ in range(4):
        house.pass_seconds(30)
        house.adopts({"blackjack": {"voice": "yes"}})
    assert "minutes 48" in lines(house.tells("dave", "time"))


def test_a_channel_that_is_spelt_otherwise_has_its_voices_left_alone(tmp_path: Path) -> None:
    voice = {"blackjack": {"voice": "yes"}}
    house = Clubhouse(tmp_path, COINS, config=voice)
    house.ops(BOT)
    house.croupier().entered()
    house.adopts({"irc": {"channels": "#PONTOON"}, **voice})
    assert house.network.voices == [f"{CHANNEL} +v dave", f"{CHANNEL} +v kevin"]


def test_a_channel_that_is_left_has_no_minutes_run(tmp_path: Path) -> None:
    house = Clubhouse(tmp_path, COINS, config={"blackjack": {"voice": "yes"}})
    house.ops(BOT)
    house.croupier().entered()
    house.adopts({"irc": {"channels": DEN}, "blackjack": {"voice": "yes"}})
    house.pass_seconds(600)
    assert minutes_of(house) == 50


# The whole network


def test_a_network_that_is_left_stops_its_rounds(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    house.branch.close()
    assert house.house.engagements.where("dave") is None
    assert house.club.croupier(CHANNEL) is None
    assert house.pass_seconds(600) == []
    assert house.in_file("dave").chips == 1000


def test_a_network_that_comes_back_takes_up_no_round_that_is_over(house: Clubhouse) -> None:
    """The journal had it when the program was started."""
    house.says("dave", "!pontoon dave")
    house.starts_anew()
    assert house.croupier().ask is not None
    house.branch.close()
    again = type(house.branch)(
        house.house, house.house.config.irc, house.network, lambda _: None, print
    )
    croupier = again.club.croupier(CHANNEL)
    assert croupier is not None
    assert croupier.ask is None

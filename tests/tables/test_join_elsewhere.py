"""People who have joined and play elsewhere, the banker who has not, and full tables."""

from pathlib import Path

import pytest

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
from tests.support.offline_bot import BOT, Entry, OfflineBot
from tests.support.play_rounds import full_disk
from tests.support.second_network import WEST, SecondNetwork

NICKS = ("dave", "kevin", "bob", "alice", "carol")
DEN = "#den"


def new_bot(folder: Path, **sections: dict[str, str]) -> OfflineBot:
    config = {"irc": {"channels": f"#pontoon {DEN}"}, **sections}
    return OfflineBot(folder, [*map(Entry, NICKS)], config=config)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return new_bot(tmp_path)


def has_seat(bot: OfflineBot, player: str, channel: str) -> bool:
    """Tell whether PLAYER has a seat in CHANNEL that they have not given up."""
    return any(
        each.player == player and not each.has_resigned
        for each in bot.croupier(channel).table.seats
    ) and is_playing(bot, channel)


# Places that others have named somebody for


def test_a_place_that_somebody_was_named_for_is_given_up_on_joining_elsewhere(
    bot: OfflineBot,
) -> None:
    bot.says("bob", "!pontoon bob dave", DEN)
    join(bot, "dave")
    assert not has_seat(bot, "dave", DEN)
    assert has_seat(bot, "bob", DEN)


def test_not_on_joining_in_the_same_channel(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon bob dave", DEN)
    join(bot, "dave", channel=DEN)
    assert has_seat(bot, "dave", DEN)


def test_nor_when_it_has_been_used(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon bob dave", DEN)
    bot.tells("dave", "min")
    join(bot, "dave")
    assert has_seat(bot, "dave", DEN)
    assert joined(bot) == ["dave"]


def test_nor_by_those_who_took_it_themselves(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon bob dave", DEN)
    join(bot, "dave")
    assert has_seat(bot, "dave", DEN)


def test_it_is_given_up_on_being_dealt_to_where_one_has_joined(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("bob", "!pontoon bob dave", DEN)
    assert has_seat(bot, "dave", DEN)
    bot.says("kevin", "!deal")
    assert dealt(bot) == ["dave", "kevin"]
    assert not has_seat(bot, "dave", DEN)


def test_who_plays_elsewhere_is_left_out_and_stays_in_line(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("dave", "!pontoon dave", DEN)
    said = in_channel(bot.says("kevin", "!deal"))
    assert said[0] == "Left out: dave is playing in #den"
    assert dealt(bot) == ["kevin"]
    assert in_line(bot) == ["kevin", "dave"]
    bet_and_stick(bot, DEN)
    bet_and_stick(bot)
    bot.says("kevin", "!deal")
    assert dealt(bot) == ["kevin", "dave"]


def test_who_has_joined_in_two_channels_is_dealt_to_in_one_at_a_time(bot: OfflineBot) -> None:
    join(bot, "dave")
    join(bot, "dave", channel=DEN)
    bot.says("dave", "!deal", DEN)
    bot.says("dave", "!deal")
    assert is_playing(bot, DEN)
    assert not is_playing(bot)
    bet_and_stick(bot, DEN)
    bot.says("dave", "!deal")
    assert is_playing(bot)


def test_who_is_left_out_three_times_in_a_row_is_out_of_the_line(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin", "bob")
    bot.leaves("dave")
    for times in range(1, 4):
        assert "dave" in in_line(bot), times
        bot.says("kevin", "!deal")
        bet_and_stick(bot)
    assert sorted(in_line(bot)) == ["bob", "kevin"]


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


def test_a_round_ends_when_nobody_else_has_to_decide(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon dave kevin", DEN)
    join(bot, "dave", "kevin")
    assert not is_playing(bot, DEN)
    bot.says("dave", "!deal")
    assert dealt(bot) == ["dave", "kevin"]


def test_a_banker_whom_nobody_asked_plays_on_once_others_have_bet(bot: OfflineBot) -> None:
    """Those who bet against the bank are owed its cards."""
    bot.deals("dave", "!british dave kevin", DEN)
    bet_and_stick(bot, DEN)
    banker = bot.croupier(DEN).table.banker
    assert banker is not None
    (other,) = {"dave", "kevin"} - {banker}
    bot.says(other, f"!british {banker} {other}", DEN)
    bot.tells(other, "y")
    bot.tells(other, "min")
    join(bot, banker)
    assert has_seat(bot, banker, DEN)


def test_nobody_is_kept_from_joining_by_a_round_that_could_not_be_written(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon bob dave", DEN)
    with full_disk():
        bot.says("dave", "!join")
    bot.looks()
    bot.says("dave", "!join")
    assert joined(bot) == ["dave"]
    bot.says("dave", "!deal")
    assert is_playing(bot)


def test_an_unused_place_on_another_network_is_given_up_too(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, **WEST)
    west = SecondNetwork(bot, NICKS)
    west.says("bob", "!pontoon bob dave")
    join(bot, "dave")
    assert [each.has_resigned for each in west.croupier.table.seats] == [False, True]


def test_who_plays_on_another_network_is_left_out(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, **WEST)
    west = SecondNetwork(bot, NICKS)
    join(bot, "dave", "kevin")
    west.says("dave", "!join")
    west.says("dave", "!deal")
    said = in_channel(bot.says("kevin", "!deal"))
    assert said[0].startswith("Left out: dave is playing in #pontoon on ")
    assert dealt(bot) == ["kevin"]
    assert in_line(bot) == ["kevin", "dave"]


def test_tables_on_two_networks_are_two_also_after_a_restart(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, **WEST)
    west = SecondNetwork(bot, NICKS)
    join(bot, "dave")
    west.says("kevin", "!join british")
    bot.starts_anew()
    west = SecondNetwork(bot, NICKS)
    assert joined(bot) == ["dave"]
    assert list(west.croupier.joining.players) == ["kevin"]
    assert west.croupier.joining.game == "british"


# The banker


def deal_british(bot: OfflineBot, *nicks: str) -> str:
    """Have NICKS play a round of British Pontoon; return who has the bank then."""
    bot.deals(nicks[0], f"!british {' '.join(nicks)}")
    bet_and_stick(bot)
    banker = bot.croupier().table.banker
    assert banker is not None
    return banker


def test_nobody_takes_the_bank_by_joining_without_the_banker(bot: OfflineBot) -> None:
    banker = deal_british(bot, "dave", "kevin")
    join(bot, "bob", "alice", game="british")
    said = in_channel(bot.says("bob", "!deal"))
    assert said == [f"No round: {banker} has the bank: it is for {banker} to join within 60 s"]
    assert not is_playing(bot)
    assert joined(bot) == ["bob", "alice"]


def test_a_banker_who_leaves_passes_the_bank_on(bot: OfflineBot) -> None:
    banker = deal_british(bot, "dave", "kevin")
    join(bot, "bob", "alice", game="british")
    bot.says(banker, "!leave")
    bot.says("bob", "!deal")
    assert is_playing(bot)


def test_so_does_one_who_is_silent_for_five_minutes(bot: OfflineBot) -> None:
    deal_british(bot, "dave", "kevin")
    join(bot, "bob", "alice", game="british")
    bot.pass_seconds(300)
    bot.says("bob", "!deal")
    assert is_playing(bot)


@pytest.mark.parametrize("text", ["good evening", "!games", "!stats"])
def test_a_word_in_the_channel_or_to_the_bot_is_as_good_as_a_decision(
    bot: OfflineBot, text: str
) -> None:
    """A banker who chats is there, and has only not noticed that others have joined."""
    banker = deal_british(bot, "dave", "kevin")
    join(bot, "bob", "alice", game="british")
    bot.pass_seconds(250)
    bot.says(banker, text)
    bot.pass_seconds(250)
    said = in_channel(bot.says("bob", "!deal"))
    assert said[-1].startswith(f"No round: {banker} has the bank")
    assert not is_playing(bot)


def test_nobody_takes_the_bank_by_naming_its_owner_elsewhere(bot: OfflineBot) -> None:
    """A seat that others gave, and that is not used, is no playing elsewhere."""
    banker = deal_british(bot, "dave", "kevin")
    bot.says("bob", f"!pontoon bob {banker}", DEN)
    (said,) = in_channel(bot.says("alice", "!british alice carol"))
    assert said.startswith(f"No round: {banker} has the bank: name {banker} too")
    assert not is_playing(bot)


def test_a_banker_named_elsewhere_can_be_named_at_the_bank_and_answers_where_they_like(
    bot: OfflineBot,
) -> None:
    """Being named moves nobody; the seat that they do not use is given up when they answer."""
    banker = deal_british(bot, "dave", "kevin")
    bot.says("bob", f"!pontoon bob {banker}", DEN)
    said = in_channel(bot.says("alice", f"!british alice {banker} carol"))
    assert said[0].startswith(f"British Pontoon: alice, {banker}, carol")
    assert has_seat(bot, banker, DEN)
    assert has_seat(bot, banker, "#pontoon")
    bot.all_want_the_bank()
    bet_and_stick(bot)
    assert not has_seat(bot, banker, DEN)
    assert not is_playing(bot)


def test_giving_a_seat_up_passes_on_the_bank_of_that_game(bot: OfflineBot) -> None:
    banker = deal_british(bot, "dave", "kevin")
    bot.says("bob", f"!pontoon bob {banker}", DEN)
    bot.says("alice", f"!british alice {banker} carol")
    for nick in ("alice", "carol"):
        bot.tells(nick, "y")
    assert has_seat(bot, banker, "#pontoon")
    said = in_channel(bot.tells(banker, "5"))
    assert has_seat(bot, banker, DEN)
    assert not is_playing(bot)
    assert f"{banker} leaves the round | " in said[-1]
    assert f"{banker} passes the bank on" in said[-1]
    assert bot.croupier().table.banker is None


def test_a_new_table_that_waits_for_the_banker_is_dealt_to_when_they_leave(
    bot: OfflineBot,
) -> None:
    banker = deal_british(bot, "dave", "kevin")
    join(bot, "bob", "alice", game="british")
    assert after(bot, 58)[0].startswith("No round: ")
    bot.says(banker, "!leave")
    bot.says("alice", "!deal")
    assert is_playing(bot)


def test_a_banker_in_the_line_of_a_full_table_is_dealt_to(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, table={"max_players": "3"})
    banker = deal_british(bot, "dave", "kevin")
    join(bot, "bob", "alice", "carol", banker, game="british")
    said = in_channel(bot.says("bob", "!deal"))
    assert said[0] == "carol is next in line"
    assert sorted(dealt(bot)) == sorted(["bob", "alice", banker])
    assert in_line(bot) == ["alice", "carol", banker, "bob"]


def test_everybody_in_the_line_of_a_full_table_comes_up_in_turn(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, table={"max_players": "2"})
    join(bot, *NICKS)
    played = []
    for _ in NICKS:
        bot.says("dave", "!deal")
        played += dealt(bot)
        bet_and_stick(bot)
    assert {player: played.count(player) for player in NICKS} == dict.fromkeys(NICKS, 2)


# A round that came to nothing


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


def test_a_round_of_others_that_came_to_nothing_does_not_change_the_order(
    bot: OfflineBot,
) -> None:
    join(bot, "dave", "kevin", game="british")
    bot.deals("dave", "!deal")
    bet_and_stick(bot)
    before = in_line(bot)
    banker = bot.croupier().table.banker
    assert banker is not None
    for nick in ("dave", "kevin"):
        bot.leaves(nick)
    bot.says("bob", "!british bob alice")
    for nick in ("bob", "alice"):
        bot.tells(nick, "n")
    assert not is_playing(bot)
    assert in_line(bot) == before


def test_who_is_left_out_of_a_round_that_came_to_nothing_keeps_the_place(bot: OfflineBot) -> None:
    """It does not count as one of three (RULES 0, Who is dealt)."""
    join(bot, "dave", "kevin", "bob", game="british")
    bot.leaves("bob")
    for _ in range(3):
        bot.says("dave", "!deal")
        for nick in ("dave", "kevin"):
            bot.tells(nick, "n")
    assert in_line(bot) == ["dave", "kevin", "bob"]


def test_a_refused_deal_changes_nothing(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin", game="british")
    bot.says("bob", "!pontoon bob dave", DEN)
    bot.leaves("kevin")
    bot.says("dave", "!deal")
    assert not is_playing(bot)
    assert in_line(bot) == ["dave", "kevin"]
    assert to("dave", bot.says("dave", "!join british")) == [
        "You are in already, for British Pontoon. !leave gives the place up."
    ]

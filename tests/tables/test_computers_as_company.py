"""What computer players do not count for: whatever the company of people changes."""

from pathlib import Path

import pytest

from pontoon.commands import dispatch
from pontoon.engine.moves import Phase
from tests.support.heard import parsed
from tests.support.joins import after, dealt, in_channel, is_playing, join, joined, to
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot

ANN = "ann+#pontoon@127.0.0.1"
BOB = "bob+#pontoon@127.0.0.1"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, [*map(Entry, ("dave", "kevin", "alice", "carol"))])


def play_alone(bot: OfflineBot, nick: str = "dave", bank: str = "y") -> None:
    """Let NICK play the round to its end with computers; they answer BANK about the bank."""
    while (ask := bot.croupier().ask) is not None:
        if (mine := bot.table().ask_of(nick)) is not None:
            bot.tells(nick, {Phase.BET: "min", Phase.BANK: bank}.get(mine.phase, "s"))
            if bot.table().ask_of(nick) is mine:
                bot.tells(nick, "t")
        else:
            bot.pass_seconds(2)
            assert bot.croupier().ask is not ask


def test_one_person_with_a_computer_is_dealt_to_when_the_time_is_over(bot: OfflineBot) -> None:
    join(bot, "dave", game="british ann+")
    assert after(bot, 59) == []
    bot.pass_seconds(1)
    assert sorted(dealt(bot)) == [ANN, "dave"]


def test_computers_whose_people_are_out_are_dealt_to_by_nobody(bot: OfflineBot) -> None:
    join(bot, "dave", game="british ann+ bob+")
    bot.leaves("dave")
    assert after(bot, 500) == []
    assert in_channel(bot.says("kevin", "!british")) == [
        "Who plays? Say !british join, or name the players: !british NICK NICK ..."
    ]


def test_of_a_table_that_people_have_left_computers_make_no_next_round(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+")
    play_alone(bot)
    bot.says("dave", "!leave")
    assert in_channel(bot.says("dave", "!pontoon")) == [
        "Who plays? Say !pontoon join, or name the players: !pontoon NICK NICK ..."
    ]


def test_computers_are_not_dealt_to_again_for_people_who_did_nothing(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000", config={"table": {"again": "5", "away_after": "0"}})
    join(bot, "dave", game="british ann+ bob+")
    bot.says("dave", "!deal")
    while bot.croupier().ask is not None:
        bot.pass_seconds(10)
    bot.pass_seconds(100)
    assert not is_playing(bot)


def test_computers_are_not_dealt_to_again_for_people_who_have_just_joined(tmp_path: Path) -> None:
    config = {"table": {"again": "5", "away_after": "0"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config)
    join(bot, "dave", game="british ann+ bob+")
    bot.says("dave", "!deal")
    bot.says("kevin", "!join")
    while bot.croupier().ask is not None:
        bot.pass_seconds(10)
    assert joined(bot) == [ANN, BOB, "kevin"]
    bot.pass_seconds(45)
    assert not is_playing(bot)  # a new person begins the countdown again


def test_who_has_played_with_computers_is_dealt_to_again(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000", config={"table": {"again": "5"}})
    join(bot, "dave", game="british ann+")
    bot.says("dave", "!deal")
    play_alone(bot)
    bot.pass_seconds(5)
    assert is_playing(bot)


def test_nobody_is_told_that_others_have_joined_if_they_are_computers(bot: OfflineBot) -> None:
    bot.says("kevin", "!notify 2")
    join(bot, "dave", game="ann+ bob+")
    assert to("kevin", bot.pass_seconds(30)) == []
    assert to("kevin", bot.says("alice", "!join")) == [
        "2 players have joined in #pontoon: say !join there to play."
    ]


def test_of_more_than_fit_the_first_have_seats_be_they_computers(tmp_path: Path) -> None:
    config = {"table": {"max_players": "2"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config)
    join(bot, "dave", game="ann+")
    assert join(bot, "kevin") == [
        "Shed Pontoon: dave, ann+ (computer) are in; !join, or !deal to begin; I deal in 60 s | "
        "kevin is next in line"
    ]
    bot.says("dave", "!deal")
    assert dealt(bot) == ["dave", ANN]


def test_nobody_sits_out_who_has_left_a_round_with_computers(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+")
    said = in_channel(bot.says("dave", "!leave"))
    assert said[0] == "dave leaves the round | no round: nobody has bet"
    bot.says("dave", "!pontoon dave ann+")
    assert dealt(bot) == ["dave", ANN]
    bot.stops_round()
    bot.says("kevin", "!pontoon kevin ann+")
    assert dealt(bot) == ["kevin", ANN]


def test_the_bank_of_a_computer_passes_on_if_it_is_not_named(bot: OfflineBot) -> None:
    bot.says("dave", "!british dave ann+")
    play_alone(bot, bank="n")
    assert bot.table().banker == ANN
    bot.says("dave", "!british dave kevin")
    assert dealt(bot) == ["dave", "kevin"]


def test_a_computer_keeps_its_bank_if_it_plays(bot: OfflineBot) -> None:
    bot.says("dave", "!british dave ann+")
    play_alone(bot, bank="n")
    bot.says("dave", "!british")
    play_alone(bot, bank="y")
    assert "ann+ is the banker as before" in " ".join(in_channel(bot.said))


def test_computers_buy_no_bank(bot: OfflineBot) -> None:
    bot.says("dave", "!british dave kevin ann+")
    bot.tells("dave", "y")
    bot.tells("kevin", "n")
    assert to("dave", bot.tells("dave", "sell bank to ann+ for 5")) == [
        "A computer player never buys the bank."
    ]


def test_a_computer_without_chips_does_not_sit(tmp_path: Path) -> None:
    config = {"players": {"computer_chips": "0", "refill": "0"}}
    bot = OfflineBot(tmp_path, "dave 1000", config=config)
    said = in_channel(bot.says("dave", "!pontoon dave ann+"))
    assert said[0] == "Left out: ann+ has no chips"
    assert dealt(bot) == ["dave"]
    bot.stops_round()
    assert to("dave", bot.says("dave", "!join ann+"))[-1] == "ann+ has no chips"
    assert joined(bot) == ["dave"]


def test_computers_need_no_explanation_of_where_cards_are(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000", guides_new_players=True)
    _, guide = in_channel(bot.says("dave", "!pontoon dave ann+"))
    assert guide.startswith("dave: your cards are in a private window")


def test_computers_join_the_next_round_while_they_play_this_one(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+")
    join(bot, "dave", game="ann+")
    assert joined(bot) == ["dave", ANN]
    play_alone(bot)
    bot.says("dave", "!deal")
    assert dealt(bot) == ["dave", ANN]


def test_each_channel_has_computers_of_its_own(tmp_path: Path) -> None:
    config = {"irc": {"channels": "#pontoon #den"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config)
    bot.says("dave", "!pontoon dave ann+")
    bot.says("kevin", "!pontoon kevin ann+", "#den")
    assert dealt(bot) == ["dave", "ann+#pontoon@local"]
    assert dealt(bot, "#den") == ["kevin", "ann+#den@local"]


def test_those_who_have_joined_are_there_with_them_after_a_restart(bot: OfflineBot) -> None:
    join(bot, "dave", game="ann+")
    bot.starts_anew()
    assert joined(bot) == ["dave", ANN]
    bot.says("dave", "!deal")
    assert dealt(bot) == ["dave", ANN]


def test_nobody_is_looked_up_for_a_computer(bot: OfflineBot) -> None:
    for text in ("!pontoon dave ann+", "!pontoon", "!join ann+", "!deal"):
        request = parsed(bot.real_network.commands, bot.person("dave"), text, CHANNEL)
        assert request is not None
        assert [*dispatch.named(request)] in (["dave"], [])
        bot.says("dave", text)
        bot.stops_round()

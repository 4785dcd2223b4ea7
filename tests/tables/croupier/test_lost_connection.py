"""A round outlives a lost connection: nothing runs meanwhile, and then it goes on."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Priority
from pontoon.irc.people import Person
from tests.support.offline_bot import BOT, CHANNEL, OfflineBot
from tests.support.short_timeouts import (
    GAMES,
    asked,
    auction,
    in_channel,
    lines,
    new_bot,
    playing,
    timers,
)

NOT_BACK = "I am not back in #pontoon yet. The round continues there as soon as I am."
GONE = "{} is gone: 60 s to come back"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def enters(bot: OfflineBot, *nicks: str) -> None:
    """Let the bot be in the channel with NICKS, of whom it does not know where they are from."""
    bot.is_put_in([BOT, *nicks])
    bot.croupier().entered()


# Meanwhile


def test_the_round_waits_and_no_time_passes(bot: OfflineBot) -> None:
    assert bot.is_cut_off() == []
    assert asked(bot) == "dave"
    assert timers(bot) == 0
    assert bot.pass_seconds(1e6) == []


def test_nobody_can_move_before_the_bot_is_back(bot: OfflineBot) -> None:
    bot.is_cut_off()
    for text in ("t", "hand", "leave", "resign", "accept"):
        assert lines(bot.tells("dave", text)) == [("dave", NOT_BACK)]
    assert asked(bot) == "dave"


def test_players_are_not_free_for_anything_else(bot: OfflineBot) -> None:
    bot.is_cut_off()
    assert "#pontoon" in bot.tells("dave", "bank +10")[0].line
    assert bot.in_file("dave").bank == 0


@pytest.mark.parametrize("game", GAMES)
def test_no_timer_runs_in_any_game(tmp_path: Path, game: str) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", f"!{game} dave kevin bob")
    assert timers(bot) == 1
    bot.is_cut_off()
    assert timers(bot) == 0


def test_without_a_round_nothing_is_said_of_it(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.is_cut_off()
    assert bot.is_back([BOT, "dave"]) == []
    assert bot.says("dave", "!pontoon dave")[0].line == "Shed Pontoon: dave | place your bets"


def test_a_bot_that_is_stopped_leaves_no_timer_and_has_changed_no_chips(bot: OfflineBot) -> None:
    before = bot.players_xml.read_bytes()
    bot.is_cut_off()
    bot.starts_anew()
    assert timers(bot) == 0
    assert bot.players_xml.read_bytes() == before


# Back


def test_it_goes_on_with_whose_turn_it_is_and_everybody_sees_their_cards(
    bot: OfflineBot,
) -> None:
    bot.is_cut_off()
    said = bot.is_back([BOT, "dave", "kevin"])
    assert lines(said) == [
        (CHANNEL, "I am back; the round continues"),
        (CHANNEL, "dave to play"),
        ("dave", "5♦ K♥ = 15: (t)wist (b)uy for 50. Stake 50, chips 950"),
        ("kevin", "Stake 50: 9♣ 9♥ = 18. Chips 950. It is dave's turn to play."),
    ]
    assert said[2].urgency is Priority.PROMPT
    assert bot.tells("dave", "t")[0].line == "dave twists 3♠"


def test_what_was_left_of_the_time_is_left_still(bot: OfflineBot) -> None:
    bot.pass_seconds(40)
    bot.is_cut_off()
    bot.pass_seconds(1e4)
    bot.is_back([BOT, "dave", "kevin"])
    assert bot.pass_seconds(4.9) == []
    assert in_channel(bot.pass_seconds(0.1)) == ["dave has 45 s left to play"]
    bot.pass_seconds(45)
    assert asked(bot) == "kevin"


def test_time_goes_on_when_it_is_known_who_is_there(bot: OfflineBot) -> None:
    bot.is_cut_off()
    enters(bot, "dave", "kevin")
    assert timers(bot) == 0
    assert lines(bot.tells("dave", "what?")) == [("dave", NOT_BACK)]
    bot.croupier().absence.resume()
    assert timers(bot) == 1


def test_it_goes_on_only_once(bot: OfflineBot) -> None:
    bot.is_cut_off()
    bot.is_back([BOT, "dave", "kevin"])
    before = len(bot.said)
    bot.croupier().absence.resume()
    assert len(bot.said) == before
    assert timers(bot) == 1


def test_again_and_again(bot: OfflineBot) -> None:
    for _ in range(5):
        bot.is_cut_off()
        bot.pass_seconds(100)
        bot.is_cut_off()
        assert bot.is_back([BOT, "dave", "kevin"])[0].line.startswith("I am back")
        bot.pass_seconds(10)
    assert asked(bot) == "dave"
    bot.pass_seconds(70)
    assert asked(bot) == "kevin"


def test_an_auction_goes_on_with_the_time_it_had(tmp_path: Path) -> None:
    bot = auction(tmp_path)
    bot.pass_seconds(20)
    bot.is_cut_off()
    bot.pass_seconds(1000)
    bot.is_back([BOT, "dave", "bob"])
    bot.pass_seconds(9.9)
    assert asked(bot) == "kevin"
    bot.pass_seconds(0.1)
    assert asked(bot) == "bob"


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game(tmp_path: Path, game: str) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", f"!{game} dave kevin bob")
    waiting = bot.croupier().waiting
    whose_turn = bot.said[0].line.rpartition(" | ")[2]
    bot.is_cut_off()
    said = bot.is_back([BOT, "dave", "kevin", "bob"])
    assert [each.line for each in said[:2]] == ["I am back; the round continues", whose_turn]
    prompted = [each.target for each in said if each.urgency is Priority.PROMPT]
    assert prompted == [ask.player for ask in waiting.asks]
    assert {each.target for each in said} == {CHANNEL, "dave", "kevin", "bob"}


def test_it_makes_no_difference_how_the_round_came_to_wait(tmp_path: Path) -> None:
    """A croupier whose table has a round, and whose sitters are all out, takes it up likewise."""
    bot = new_bot(tmp_path, "5D 9C KH 9H")
    croupier = bot.croupier()
    bot.table().put_in_deck(bytes(32))
    bot.table().deal([("dave", 1000), ("kevin", 1000)])
    croupier.seat_map.seat((nick, bot.person(nick)) for nick in ("dave", "kevin"))
    croupier.seat_map.all_depart()
    croupier.absence.resume()
    bot.time.advance(0)
    assert lines(bot.said)[-4:] == [
        (CHANNEL, "I am back; the round continues"),
        (CHANNEL, "place your bets"),
        ("dave", "Your card: 5♦. Bet (1-100)? You have 1000 chips"),
        ("kevin", "Your card: 9♣. Bet (1-100)? You have 1000 chips"),
    ]
    bot.tells("kevin", "50")
    assert asked(bot) == "dave"
    bot.pass_seconds(120)
    assert asked(bot) == "kevin"


# Who is not there


def test_who_is_not_there_has_as_long_as_if_they_had_just_left(bot: OfflineBot) -> None:
    bot.leaves("dave")
    bot.pass_seconds(50)
    bot.is_cut_off()
    bot.pass_seconds(1000)
    said = bot.is_back([BOT, "kevin"])
    assert [each.line for each in said[:2]] == [
        f"I am back; the round continues | {GONE.format('dave')}",
        "dave to play",
    ]
    assert [each.target for each in said] == [CHANNEL, CHANNEL, "kevin"]
    bot.pass_seconds(59.9)
    assert asked(bot) == "dave"
    bot.pass_seconds(0.1)
    assert asked(bot) == "kevin"


def test_who_comes_a_little_later_goes_on(bot: OfflineBot) -> None:
    bot.is_cut_off()
    bot.is_back([BOT, "kevin"])
    bot.pass_seconds(30)
    (said,) = bot.comes("dave")
    assert "5♦ K♥ = 15: (t)wist" in said.line
    bot.pass_seconds(89)
    assert asked(bot) == "dave"


def test_who_comes_before_all_are_known_is_shown_the_hand_when_they_are(bot: OfflineBot) -> None:
    bot.is_cut_off()
    enters(bot)
    assert bot.comes("dave") == []
    bot.croupier().absence.resume()
    assert "(t)wist (b)uy for 50" in bot.heard_in("dave")[-1]
    assert GONE.format("dave") not in bot.said[-2].line


def test_whoever_has_the_nick_by_then_is_not_the_player(bot: OfflineBot) -> None:
    bot.is_cut_off()
    bot.people["dave"] = Person("dave", "mallory@elsewhere")
    said = bot.is_back([BOT, "dave", "kevin"])
    assert [each.target for each in said] == [CHANNEL, CHANNEL, "kevin", "dave"]
    assert GONE.format("dave") in said[0].line
    assert not said[3].shows_cards
    assert "I deal" in bot.tells("dave", "t")[0].line
    bot.pass_seconds(60)
    assert asked(bot) == "kevin"


def test_who_changed_the_nick_meanwhile_has_the_seat_with_the_old_one(bot: OfflineBot) -> None:
    bot.is_cut_off()
    bot.people["dave_"] = Person("dave_", "dave@dave.home")
    bot.is_back([BOT, "dave_", "kevin"])
    (said,) = bot.renames("dave_", "dave")
    assert "5♦ K♥ = 15" in said.line


def test_whoever_says_a_word_is_known_even_if_the_server_does_not_say_where_from(
    bot: OfflineBot,
) -> None:
    """As where WHO is refused."""
    bot.is_cut_off()
    enters(bot)
    bot.roster().add(Person("dave"))
    bot.croupier().absence.resume()
    assert bot.heard_in("dave")[-1].startswith("Your card") is False
    before = len(bot.heard_in("dave"))
    bot.says("dave", "!stick")
    assert "5♦ K♥ = 15" in bot.heard_in("dave")[before]
    assert bot.tells("dave", "t")[0].line == "dave twists 3♠"


def test_who_has_another_host_by_then_is_known_if_they_have_said_a_word(bot: OfflineBot) -> None:
    """As after a cloak was put on."""
    for nick in ("dave", "kevin"):
        bot.people[nick] = Person(nick, f"{nick}@cloaked")
    bot.tells("dave", "hand")
    bot.is_cut_off()
    said = bot.is_back([BOT, "dave", "kevin"])
    assert [each.target for each in said] == [CHANNEL, CHANNEL, "dave", "kevin"]
    assert GONE.format("kevin") in said[0].line
    assert not said[3].shows_cards


def test_where_nobody_is_left_the_round_is_played_to_its_end(bot: OfflineBot) -> None:
    bot.is_cut_off()
    bot.is_back([BOT])
    bot.pass_seconds(60)
    assert asked(bot) is None
    assert in_channel(bot.said)[-1].startswith("Chips: ")


def test_with_a_grace_of_0_that_is_at_once(tmp_path: Path) -> None:
    bot = playing(tmp_path, grace=0)
    bot.is_cut_off()
    assert in_channel(bot.is_back([BOT]))[-1] == "Chips: dave 1000, kevin 1000"


def test_who_is_away_is_played_for_at_once(tmp_path: Path) -> None:
    bot = playing(tmp_path, away_after=1)
    bot.pass_seconds(120)
    bot.is_cut_off()
    bot.is_back([BOT, "dave", "kevin"])
    bot.tells("kevin", "s")
    assert asked(bot) is None
    said = bot.says("kevin", "!pontoon dave kevin")
    assert "dave does not bet" in said[0].line


# Put out


def test_put_out_of_the_channel_the_round_waits_and_no_timer_is_left(bot: OfflineBot) -> None:
    bot.is_put_out()
    assert asked(bot) == "dave"
    assert timers(bot) == 0
    assert bot.all_chips() == 3000


def test_not_let_in_again_it_waits_for_a_day_from_when_the_connection_was_lost(
    bot: OfflineBot,
) -> None:
    bot.is_cut_off()
    for _ in range(24):
        bot.real_network.croupiers.look()
        assert asked(bot) == "dave"
        bot.pass_seconds(60 * 60)
        bot.croupier().absence.suspend()
    bot.real_network.croupiers.look()
    assert asked(bot) is None
    assert bot.is_back([BOT, "dave", "kevin"])[-1].line.startswith("no round: ")
    assert "deposits" in bot.says("dave", "!bank +10")[0].line

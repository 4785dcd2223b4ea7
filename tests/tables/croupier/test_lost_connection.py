"""A round outlives a lost connection: nothing runs meanwhile, and then it goes on."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Urgency
from pontoon.irc.people import Person
from tests.support.offline_bot import BOT, CHANNEL, Clubhouse
from tests.support.short_timeouts import (
    GAMES,
    asked,
    auction,
    club,
    in_channel,
    lines,
    playing,
    timers,
)

NOT_BACK = "I am not back in #pontoon yet: the round goes on there as soon as I am."
GONE = "{} is gone; 60 s to come back"


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def enters(house: Clubhouse, *nicks: str) -> None:
    """Let the bot be in the channel with NICKS, of whom it does not know where they are from."""
    house.is_put_in([BOT, *nicks])
    house.croupier().entered()


# Meanwhile


def test_the_round_waits_and_no_time_passes(house: Clubhouse) -> None:
    assert house.is_cut_off() == []
    assert asked(house) == "dave"
    assert timers(house) == 0
    assert house.pass_seconds(1e6) == []


def test_nobody_can_move_before_the_bot_is_back(house: Clubhouse) -> None:
    house.is_cut_off()
    for text in ("t", "hand", "leave", "stop", "accept"):
        assert lines(house.tells("dave", text)) == [("dave", NOT_BACK)]
    assert asked(house) == "dave"


def test_players_are_not_free_for_anything_else(house: Clubhouse) -> None:
    house.is_cut_off()
    assert "#pontoon" in house.tells("dave", "bank +10")[0].line
    assert house.in_file("dave").bank == 0


@pytest.mark.parametrize("game", GAMES)
def test_no_timer_runs_in_any_game(tmp_path: Path, game: str) -> None:
    house = club(tmp_path)
    house.says("dave", f"!{game} dave kevin bob")
    assert timers(house) == 1
    house.is_cut_off()
    assert timers(house) == 0


def test_without_a_round_nothing_is_said_of_it(tmp_path: Path) -> None:
    house = club(tmp_path)
    house.is_cut_off()
    assert house.is_back([BOT, "dave"]) == []
    assert house.says("dave", "!pontoon dave")[0].line == "Shed Pontoon: dave | place your bets"


def test_a_bot_that_is_stopped_leaves_no_timer_and_has_changed_no_chips(house: Clubhouse) -> None:
    before = house.players_xml.read_bytes()
    house.is_cut_off()
    house.starts_anew()
    assert timers(house) == 0
    assert house.players_xml.read_bytes() == before


# Back


def test_it_goes_on_with_whose_turn_it_is_and_everybody_sees_their_cards(
    house: Clubhouse,
) -> None:
    house.is_cut_off()
    said = house.is_back([BOT, "dave", "kevin"])
    assert lines(said) == [
        (CHANNEL, "I am back, and the round goes on | dave to play"),
        ("dave", "Stake 50, chips 950. 5♦ K♥ = 15: (t)wist (b)uy for 50"),
        ("kevin", "Stake 50: 9♣ 9♥ = 18. Chips 950. It is dave's turn to play."),
    ]
    assert said[1].urgency is Urgency.PROMPT
    assert house.tells("dave", "t")[0].line == "dave twists 3♠"


def test_what_was_left_of_the_time_is_left_still(house: Clubhouse) -> None:
    house.pass_seconds(80)
    house.is_cut_off()
    house.pass_seconds(1e4)
    house.is_back([BOT, "dave", "kevin"])
    assert house.pass_seconds(9.9) == []
    assert in_channel(house.pass_seconds(0.1)) == ["dave has 30 s left to play"]
    house.pass_seconds(30)
    assert asked(house) == "kevin"


def test_time_goes_on_when_it_is_known_who_is_there(house: Clubhouse) -> None:
    house.is_cut_off()
    enters(house, "dave", "kevin")
    assert timers(house) == 0
    assert lines(house.tells("dave", "what?")) == [("dave", NOT_BACK)]
    house.croupier().door.go_on()
    assert timers(house) == 1


def test_it_goes_on_only_once(house: Clubhouse) -> None:
    house.is_cut_off()
    house.is_back([BOT, "dave", "kevin"])
    before = len(house.said)
    house.croupier().door.go_on()
    assert len(house.said) == before
    assert timers(house) == 1


def test_again_and_again(house: Clubhouse) -> None:
    for _ in range(5):
        house.is_cut_off()
        house.pass_seconds(100)
        house.is_cut_off()
        assert house.is_back([BOT, "dave", "kevin"])[0].line.startswith("I am back")
        house.pass_seconds(10)
    assert asked(house) == "dave"
    house.pass_seconds(70)
    assert asked(house) == "kevin"


def test_an_auction_goes_on_with_the_time_it_had(tmp_path: Path) -> None:
    house = auction(tmp_path)
    house.pass_seconds(20)
    house.is_cut_off()
    house.pass_seconds(1000)
    house.is_back([BOT, "dave", "bob"])
    house.pass_seconds(9.9)
    assert asked(house) == "kevin"
    house.pass_seconds(0.1)
    assert asked(house) == "bob"


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game(tmp_path: Path, game: str) -> None:
    house = club(tmp_path)
    house.says("dave", f"!{game} dave kevin bob")
    waiting = house.croupier().waiting
    whose_turn = house.said[0].line.rpartition(" | ")[2]
    house.is_cut_off()
    said = house.is_back([BOT, "dave", "kevin", "bob"])
    assert said[0].line == f"I am back, and the round goes on | {whose_turn}"
    prompted = [each.target for each in said if each.urgency is Urgency.PROMPT]
    assert prompted == [ask.player for ask in waiting.asks]
    assert {each.target for each in said} == {CHANNEL, "dave", "kevin", "bob"}


def test_it_makes_no_difference_how_the_round_came_to_wait(tmp_path: Path) -> None:
    """A croupier whose table has a round, and whose sitters are all out, takes it up likewise."""
    house = club(tmp_path, "5D 9C KH 9H")
    croupier = house.croupier()
    house.table().deal([("dave", 1000), ("kevin", 1000)])
    croupier.sitters.seat((nick, house.person(nick)) for nick in ("dave", "kevin"))
    croupier.sitters.all_depart()
    croupier.door.go_on()
    assert lines(house.said)[-3:] == [
        (CHANNEL, "I am back, and the round goes on | place your bets"),
        ("dave", "Your card: 5♦. You have 1000 chips. Bet (1-100)?"),
        ("kevin", "Your card: 9♣. You have 1000 chips. Bet (1-100)?"),
    ]
    house.tells("kevin", "50")
    assert asked(house) == "dave"
    house.pass_seconds(120)
    assert asked(house) == "kevin"


# Who is not there


def test_who_is_not_there_has_as_long_as_if_they_had_just_left(house: Clubhouse) -> None:
    house.leaves("dave")
    house.pass_seconds(50)
    house.is_cut_off()
    house.pass_seconds(1000)
    said = house.is_back([BOT, "kevin"])
    assert (
        said[0].line == f"I am back, and the round goes on | {GONE.format('dave')} | dave to play"
    )
    assert [each.target for each in said] == [CHANNEL, "kevin"]
    house.pass_seconds(59.9)
    assert asked(house) == "dave"
    house.pass_seconds(0.1)
    assert asked(house) == "kevin"


def test_who_comes_a_little_later_goes_on(house: Clubhouse) -> None:
    house.is_cut_off()
    house.is_back([BOT, "kevin"])
    house.pass_seconds(30)
    (said,) = house.comes("dave")
    assert "5♦ K♥ = 15: (t)wist" in said.line
    house.pass_seconds(89)
    assert asked(house) == "dave"


def test_who_comes_before_all_are_known_is_shown_the_hand_when_they_are(house: Clubhouse) -> None:
    house.is_cut_off()
    enters(house)
    assert house.comes("dave") == []
    house.croupier().door.go_on()
    assert house.heard_in("dave")[-1].endswith("(t)wist (b)uy for 50")
    assert GONE.format("dave") not in house.said[-2].line


def test_whoever_has_the_nick_by_then_is_not_the_player(house: Clubhouse) -> None:
    house.is_cut_off()
    house.people["dave"] = Person("dave", "mallory@elsewhere")
    said = house.is_back([BOT, "dave", "kevin"])
    assert [each.target for each in said] == [CHANNEL, "kevin"]
    assert GONE.format("dave") in said[0].line
    assert "I deal" in house.tells("dave", "t")[0].line
    house.pass_seconds(60)
    assert asked(house) == "kevin"


def test_who_changed_the_nick_meanwhile_has_the_seat_with_the_old_one(house: Clubhouse) -> None:
    house.is_cut_off()
    house.people["dave_"] = Person("dave_", "dave@home")
    house.is_back([BOT, "dave_", "kevin"])
    (said,) = house.renames("dave_", "dave")
    assert "5♦ K♥ = 15" in said.line


def test_whoever_says_a_word_is_known_even_if_the_server_does_not_say_where_from(
    house: Clubhouse,
) -> None:
    """As where WHO is refused."""
    house.is_cut_off()
    enters(house)
    house.roster().add(Person("dave"))
    house.croupier().door.go_on()
    assert house.heard_in("dave")[-1].startswith("Your card") is False
    before = len(house.heard_in("dave"))
    house.says("dave", "!stick")
    assert "5♦ K♥ = 15" in house.heard_in("dave")[before]
    assert house.tells("dave", "t")[0].line == "dave twists 3♠"


def test_who_has_another_host_by_then_is_known_if_they_have_said_a_word(house: Clubhouse) -> None:
    """As after a cloak was put on."""
    for nick in ("dave", "kevin"):
        house.people[nick] = Person(nick, f"{nick}@cloaked")
    house.tells("dave", "hand")
    house.is_cut_off()
    said = house.is_back([BOT, "dave", "kevin"])
    assert [each.target for each in said] == [CHANNEL, "dave"]
    assert GONE.format("kevin") in said[0].line


def test_where_nobody_is_left_the_round_is_played_to_its_end(house: Clubhouse) -> None:
    house.is_cut_off()
    house.is_back([BOT])
    house.pass_seconds(60)
    assert asked(house) is None
    assert in_channel(house.said)[-1].startswith("Chips: ")


def test_with_a_grace_of_0_that_is_at_once(tmp_path: Path) -> None:
    house = playing(tmp_path, grace=0)
    house.is_cut_off()
    assert in_channel(house.is_back([BOT]))[-1] == "Chips: dave 1000, kevin 1000"


def test_who_is_away_is_played_for_at_once(tmp_path: Path) -> None:
    house = playing(tmp_path, away_after=1)
    house.pass_seconds(120)
    house.is_cut_off()
    house.is_back([BOT, "dave", "kevin"])
    house.tells("kevin", "s")
    assert asked(house) is None
    said = house.says("kevin", "!pontoon dave kevin")
    assert "dave does not answer" in said[0].line


# Who started


def test_the_starter_may_still_stop_the_round(tmp_path: Path) -> None:
    house = club(tmp_path)
    house.says("bob", "!pontoon dave kevin")
    house.is_cut_off()
    house.is_back([BOT, "dave", "kevin", "bob"])
    house.says("bob", "!pontoon stop")
    assert asked(house) is None


def test_but_nobody_else_who_has_the_nick_by_then(tmp_path: Path) -> None:
    house = club(tmp_path)
    house.says("bob", "!pontoon dave kevin")
    house.is_cut_off()
    house.people["bob"] = Person("bob", "mallory@elsewhere")
    house.is_back([BOT, "dave", "kevin", "bob"])
    house.says("bob", "!pontoon stop")
    assert asked(house) == "dave"


def test_nor_the_starter_once_anybody_has_bet(tmp_path: Path) -> None:
    house = club(tmp_path)
    house.says("bob", "!pontoon dave kevin")
    house.tells("kevin", "1")
    house.is_cut_off()
    house.is_back([BOT, "dave", "kevin", "bob"])
    house.says("bob", "!pontoon stop")
    assert asked(house) == "dave"


# Put out


def test_put_out_of_the_channel_the_round_waits_and_no_timer_is_left(house: Clubhouse) -> None:
    house.is_put_out()
    assert asked(house) == "dave"
    assert timers(house) == 0
    assert house.all_chips() == 3000


def test_not_let_in_again_it_waits_for_a_day_from_when_the_connection_was_lost(
    house: Clubhouse,
) -> None:
    house.is_cut_off()
    for _ in range(24):
        house.club.hall.look()
        assert asked(house) == "dave"
        house.pass_seconds(60 * 60)
        house.croupier().suspend()
    house.club.hall.look()
    assert asked(house) is None
    assert "given up" in house.is_back([BOT, "dave", "kevin"])[0].line
    assert "deposits" in house.says("dave", "!bank +10")[0].line

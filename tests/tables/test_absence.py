"""Players who leave the channel: a grace period, not more than one, and no penalty besides."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Urgency
from tests.support.offline_bot import CHANNEL, Clubhouse
from tests.support.short_timeouts import (
    GAMES,
    PLAYERS,
    asked,
    auction,
    begin,
    club,
    in_channel,
    playing,
    timers,
)

GONE = "{} is gone; 60 s to come back"


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


# Gone


def test_the_channel_is_told_who_is_gone_and_for_how_long_that_may_be(house: Clubhouse) -> None:
    (said,) = house.leaves("kevin")
    assert (said.target, said.line) == (CHANNEL, GONE.format("kevin"))


def test_once_a_round_however_often_they_go(house: Clubhouse) -> None:
    house.leaves("kevin")
    for _ in range(3):
        house.comes("kevin")
        assert house.leaves("kevin") == []
    house.comes("kevin")
    house.says("kevin", "!pontoon leave")
    house.says("dave", "!pontoon leave")
    house.says("kevin", "!pontoon")
    assert in_channel(house.leaves("kevin")) == [GONE.format("kevin")]


def test_nothing_is_said_of_who_has_nothing_to_decide_any_more(house: Clubhouse) -> None:
    house.tells("dave", "t")
    house.tells("dave", "s")
    assert house.leaves("dave") == []
    assert house.leaves("bob") == []


def test_nor_of_who_has_given_up_the_seat_nor_when_no_round_is_played(house: Clubhouse) -> None:
    house.says("kevin", "!pontoon leave")
    assert house.leaves("kevin") == []
    house.says("dave", "!pontoon leave")
    assert house.leaves("dave") == []


# The act


def test_who_is_asked_is_played_for_when_the_grace_is_over(house: Clubhouse) -> None:
    house.leaves("dave")
    assert house.pass_seconds(59.9) == []
    assert in_channel(house.pass_seconds(0.1)) == [
        "dave does not answer | dave twists 3♠ | dave sticks | kevin to play"
    ]


def test_it_counts_from_when_they_left_not_from_their_turn(house: Clubhouse) -> None:
    house.leaves("kevin")
    house.pass_seconds(50)
    house.tells("dave", "t")
    house.tells("dave", "s")
    assert asked(house) == "kevin"
    house.pass_seconds(9.9)
    assert asked(house) == "kevin"
    assert in_channel(house.pass_seconds(0.1))[0] == "kevin does not answer | kevin sticks"


def test_who_has_been_out_for_too_long_is_played_for_at_once(house: Clubhouse) -> None:
    house.leaves("kevin")
    house.pass_seconds(60)
    house.tells("dave", "t")
    assert in_channel(house.tells("dave", "s"))[0] == (
        "dave sticks | kevin does not answer | kevin sticks"
    )


def test_a_bet_is_not_waited_for_either(tmp_path: Path) -> None:
    house = club(tmp_path)
    house.says("dave", "!pontoon dave kevin")
    house.leaves("dave")
    said = house.pass_seconds(60)
    assert in_channel(said) == ["dave does not answer and sits this round out"]
    assert asked(house) == "kevin"
    assert house.croupier()._table.rotated_players() == ("kevin",)


def test_all_that_follows_is_played_at_once_as_long_as_they_are_out(tmp_path: Path) -> None:
    house = playing(tmp_path, "8D 9C 8H 9H 10S 10D")
    house.tells("dave", "p")
    house.leaves("dave")
    assert in_channel(house.pass_seconds(60)) == [
        "dave does not answer | dave sticks (hand 1) | "
        "dave does not answer | dave sticks (hand 2) | kevin to play"
    ]


def test_also_if_the_grace_was_used_up_in_parts(tmp_path: Path) -> None:
    house = playing(tmp_path, "8D 9C 8H 9H 10S 10D")
    house.tells("dave", "p")
    house.leaves("dave")
    house.pass_seconds(40)
    house.comes("dave")
    house.leaves("dave")
    house.pass_seconds(20)
    assert asked(house) == "kevin"


def test_with_a_grace_of_0_that_is_when_they_leave(tmp_path: Path) -> None:
    house = playing(tmp_path, grace=0)
    assert in_channel(house.leaves("kevin")) == ["kevin is gone and is not waited for"]
    assert in_channel(house.leaves("dave"))[0] == (
        "dave is gone and is not waited for | dave does not answer | dave twists 3♠ | dave sticks"
        " | kevin does not answer | kevin sticks"
    )
    assert asked(house) is None


# Coming back


def test_who_is_back_in_time_is_shown_the_hand_and_goes_on(house: Clubhouse) -> None:
    house.leaves("dave")
    house.pass_seconds(59)
    (said,) = house.comes("dave")
    assert said.target == "dave"
    assert "5♦ K♥ = 15: (t)wist" in said.line
    house.pass_seconds(1)
    assert asked(house) == "dave"


def test_the_time_of_the_turn_stands_still_meanwhile(house: Clubhouse) -> None:
    house.pass_seconds(80)
    house.leaves("dave")
    house.pass_seconds(50)
    house.comes("dave")
    assert house.pass_seconds(9.9) == []
    assert in_channel(house.pass_seconds(0.1)) == ["dave has 30 s left to play"]
    house.pass_seconds(29.9)
    assert asked(house) == "dave"
    house.pass_seconds(0.1)
    assert asked(house) == "kevin"


@pytest.mark.parametrize("out", [1, 7, 30, 59])
@pytest.mark.parametrize("here", [1, 10, 119])
def test_coming_and_going_holds_a_table_no_longer_than_both_times(
    house: Clubhouse, out: int, here: int
) -> None:
    start = house.time.seconds
    while asked(house) == "dave":
        house.leaves("dave")
        house.pass_seconds(out)
        house.comes("dave")
        if asked(house) == "dave":
            house.pass_seconds(here)
    assert house.time.seconds - start <= 120 + 60 + max(out, here)
    assert house.time.seconds - start >= 60


def test_being_out_is_no_silence(tmp_path: Path) -> None:
    """Nobody is away for having been played for while out."""
    house = club(tmp_path, away_after=1)
    for _ in range(3):
        house.says("dave", "!pontoon dave kevin")
        house.leaves("dave")
        house.pass_seconds(60)
        assert asked(house) == "kevin"
        house.says("kevin", "!pontoon leave")
        house.comes("dave")
    house.says("dave", "!pontoon dave kevin")
    assert asked(house) == "dave"
    assert "seems to be away" not in " ".join(house.heard_in(CHANNEL))


def test_somebody_else_with_the_nick_is_not_back(house: Clubhouse) -> None:
    house.leaves("dave")
    assert house.comes("dave", "mallory@elsewhere") == []
    house.pass_seconds(60)
    assert asked(house) == "kevin"


def test_who_is_back_under_another_nick_is_waited_for_once_they_have_the_old_one(
    house: Clubhouse,
) -> None:
    house.leaves("dave")
    house.comes("dave_", "dave@home")
    house.pass_seconds(59)
    house.renames("dave_", "dave")
    house.pass_seconds(100)
    assert asked(house) == "dave"


def test_who_is_back_for_the_next_hand_is_asked(tmp_path: Path) -> None:
    house = playing(tmp_path)
    house.leaves("kevin")
    house.pass_seconds(61)
    house.comes("kevin")
    house.tells("dave", "t")
    said = house.tells("dave", "s")
    assert [each.target for each in said if each.urgency is Urgency.PROMPT] == ["kevin"]
    house.pass_seconds(119)
    assert asked(house) == "kevin"


def test_no_timer_is_left_when_the_round_is_over(house: Clubhouse) -> None:
    house.leaves("kevin")
    house.says("dave", "!pontoon leave")
    house.pass_seconds(60)
    assert asked(house) is None
    assert timers(house) == 0
    assert house.pass_seconds(1000) == []


# Every game


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_all_leave_is_played_to_its_end(tmp_path: Path, game: str) -> None:
    house = club(tmp_path)
    house.says("dave", f"!{game} dave kevin bob")
    for nick in ("dave", "kevin", "bob"):
        house.leaves(nick)
    house.pass_seconds(60)
    assert asked(house) is None
    assert timers(house) == 0
    assert house.all_chips() == 3000


def test_a_bidder_who_was_out_for_too_long_passes_at_once(tmp_path: Path) -> None:
    house = auction(tmp_path, grace=20)
    house.leaves("bob")
    assert in_channel(house.pass_seconds(30))[0].startswith("kevin passes | bob passes | ")


def test_a_bidder_who_is_out_while_time_runs_out_has_the_rest_of_the_grace_afterwards(
    tmp_path: Path,
) -> None:
    house = auction(tmp_path)
    house.leaves("kevin")
    house.pass_seconds(30)
    house.tells("bob", "n")
    assert asked(house) == "kevin"
    house.pass_seconds(29)
    assert asked(house) == "kevin"
    house.pass_seconds(1)
    assert asked(house) != "kevin"


def test_the_hand_of_a_banker_who_is_gone_is_played_by_rule(tmp_path: Path) -> None:
    house = club(tmp_path, "10S 2S 10H 3S 10D 9D", PLAYERS, "AD KC")
    begin(house, "british", "dave kevin")
    house.tells("kevin", "10")
    house.leaves("dave")
    house.pass_seconds(60)
    assert in_channel(house.tells("kevin", "s"))[0].startswith(
        "kevin sticks | dave turns up 2♠ 3♠ | dave does not answer | dave does not keep the bank | "
        "dave draws 10♦ | dave draws 9♦ | dave busts"
    )

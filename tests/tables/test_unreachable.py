"""Players whom nothing said in private reaches: the channel is told, once a round for each."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, Clubhouse, Said
from tests.support.short_timeouts import asked, in_channel, playing

WHY = "is in +g mode (server-side ignore)."


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Dave is to play, kevin waits, bob looks on."""
    return playing(tmp_path)


def bounces(house: Clubhouse, nick: str, why: str = WHY) -> list[Said]:
    """Have the server say that something did not reach NICK; return what the bot says to that."""
    before = len(house.said)
    house.club.hall.cannot_reach(nick, why)
    return house.said[before:]


def test_the_channel_is_told_what_is_wrong_and_what_follows(house: Clubhouse) -> None:
    (said,) = bounces(house, "dave")
    assert said.target == CHANNEL
    assert said.line == (
        "dave: my private messages do not reach you (is in +g mode server-side ignore): "
        "you cannot see your cards until you let me write to you; then say hand to me"
    )


def test_once_a_round_for_each(house: Clubhouse) -> None:
    assert len(bounces(house, "dave")) == 1
    assert bounces(house, "DAVE", "again") == []
    assert len(bounces(house, "kevin")) == 1
    house.stops_round()
    house.says("kevin", "!pontoon")
    assert len(bounces(house, "dave")) == 1


def test_the_time_runs_on(house: Clubhouse) -> None:
    house.pass_seconds(100)
    bounces(house, "dave")
    house.pass_seconds(20)
    assert asked(house) == "kevin"


def test_they_can_play_in_the_channel(house: Clubhouse) -> None:
    bounces(house, "dave")
    assert in_channel(house.says("dave", "!twist")) == ["dave twists 3♠"]


@pytest.mark.parametrize("nick", ["bob", "nobody", CHANNEL, ""])
def test_nothing_is_said_of_others(house: Clubhouse, nick: str) -> None:
    assert bounces(house, nick) == []


def test_nor_of_who_is_out_or_has_left_the_round_or_of_anybody_after_it(house: Clubhouse) -> None:
    house.leaves("kevin")
    assert bounces(house, "kevin") == []
    house.comes("kevin")
    house.says("kevin", "!pontoon leave")
    assert bounces(house, "kevin") == []
    house.says("dave", "!pontoon leave")
    assert bounces(house, "dave") == []


def test_a_player_is_known_under_a_new_nick(house: Clubhouse) -> None:
    house.renames("dave", "dave_")
    assert bounces(house, "dave") == []
    assert bounces(house, "dave_")[0].line.startswith("dave: my private messages")


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("x" * 500, "x" * 80),
        ("a\x02b\x03\u202ec", "abc"),
        ("(s)tick (1-200) | Chips: dave 1", "stick 1-200 Chips: dave 1"),
        ("", ""),
    ],
)
def test_what_a_server_says_cannot_look_like_something_else(
    house: Clubhouse, why: str, told: str
) -> None:
    (said,) = bounces(house, "dave", why)
    assert f"you ({told}):" in said.line or (not told and "you:" in said.line)

"""Who may stop a round, and when; and what stopping does."""

from pathlib import Path

import pytest

from pontoon.speech import Urgency
from tests.clubhouse import CHANNEL, Clubhouse, near_marker

STOPPED = "The round is stopped, and every stake goes back."


def house_in(folder: Path, timeout: int = 120) -> Clubhouse:
    """Return a house where dave started a round of dave and kevin; bob and oper look on.

    Whoever is out of the channel there is waited for for longer than a turn may take.
    """
    house = Clubhouse(
        folder,
        "dave 1000, kevin 1000, bob 1000",
        "5D 9C 8H 9H",
        {"table": {"turn_timeout": str(timeout), "grace": "600"}},
    )
    house.comes("oper")
    house.ops("oper")
    house.says("dave", "!pontoon dave kevin")
    return house


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    return house_in(tmp_path)


def all_bet(house: Clubhouse) -> None:
    """Have the second cards dealt."""
    house.tells("dave", "50")
    house.tells("kevin", "50")


def stops(house: Clubhouse, nick: str) -> bool:
    """Let NICK try to stop the round; tell whether it was."""
    said = house.says(nick, "!pontoon stop")
    if house.croupier().ask is None:
        assert [(each.target, each.line) for each in said] == [(CHANNEL, STOPPED)]
        return True
    (refusal,) = said
    assert refusal.target == nick
    assert "operator" in refusal.line
    return False


@pytest.mark.parametrize(("nick", "may"), {"dave": 1, "kevin": 0, "bob": 0, "oper": 1}.items())
def test_before_the_second_card_the_starter_and_operators_may(
    house: Clubhouse, nick: str, may: bool
) -> None:
    house.tells("dave", "50")
    assert stops(house, nick) == may


@pytest.mark.parametrize(("nick", "may"), {"dave": 0, "kevin": 0, "bob": 0, "oper": 1}.items())
def test_after_the_second_card_only_operators_may(house: Clubhouse, nick: str, may: bool) -> None:
    all_bet(house)
    assert stops(house, nick) == may


@pytest.mark.parametrize(("nick", "may"), {"kevin": 1, "bob": 0, "oper": 1}.items())
def test_once_a_turn_is_overdue_seated_players_may(house: Clubhouse, nick: str, may: bool) -> None:
    all_bet(house)
    house.leaves("dave")
    house.pass_seconds(119.9)
    assert not stops(house, "kevin")
    house.pass_seconds(0.1)
    assert stops(house, nick) == may


def test_an_overdue_bet_is_overdue_too(house: Clubhouse) -> None:
    house.leaves("dave")
    house.pass_seconds(120)
    assert stops(house, "kevin")


def test_whoever_is_back_may_stop_the_round_that_waited_for_them(house: Clubhouse) -> None:
    all_bet(house)
    house.leaves("dave")
    house.pass_seconds(120)
    house.comes("dave")
    assert stops(house, "dave")


def test_a_turn_can_become_overdue_while_the_bot_is_away(house: Clubhouse) -> None:
    all_bet(house)
    house.is_cut_off()
    house.pass_seconds(120)
    house.is_back(["dave", "kevin"])
    assert stops(house, "kevin")


def test_whoever_has_given_up_their_seat_cannot_have_the_stakes_returned(house: Clubhouse) -> None:
    all_bet(house)
    house.says("kevin", "!pontoon leave")
    house.leaves("dave")
    house.pass_seconds(120)
    assert not stops(house, "kevin")
    house.comes("dave")
    assert stops(house, "dave")


def test_time_runs_from_the_last_move(house: Clubhouse) -> None:
    all_bet(house)
    house.leaves("kevin")
    house.pass_seconds(100)
    assert "kevin to play" in house.tells("dave", "t")[0].line
    house.pass_seconds(100)
    assert not stops(house, "dave")
    house.pass_seconds(20)
    assert stops(house, "dave")


@pytest.mark.parametrize("said", ["s", "1e3", "hand", "what?"])
def test_a_refused_move_and_other_talk_do_not_buy_time(house: Clubhouse, said: str) -> None:
    all_bet(house)
    house.pass_seconds(100)
    house.tells("dave", said)
    house.leaves("dave")
    house.pass_seconds(20)
    assert stops(house, "kevin")


def test_somebody_elses_leaving_does_not_buy_time(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    house.says("dave", "!pontoon stop")
    house.says("dave", "!pontoon dave kevin bob")
    house.leaves("dave")
    house.pass_seconds(100)
    house.says("bob", "!pontoon leave")
    house.pass_seconds(20)
    assert stops(house, "kevin")


def test_with_a_timeout_of_0_nothing_is_ever_overdue(tmp_path: Path) -> None:
    house = house_in(tmp_path, timeout=0)
    all_bet(house)
    house.pass_seconds(1e9)
    assert not stops(house, "dave")
    assert not stops(house, "kevin")


def test_the_starter_is_known_under_a_new_nick(house: Clubhouse) -> None:
    house.renames("dave", "dave_away")
    assert stops(house, "dave_away")


def test_whoever_takes_the_starters_nick_is_not_the_starter(house: Clubhouse) -> None:
    house.renames("dave", "dave_away")
    house.renames("bob", "dave")
    assert not stops(house, "dave")


def test_whoever_comes_with_the_nick_of_a_starter_who_left_is_not_the_starter(
    house: Clubhouse,
) -> None:
    house.leaves("dave")
    house.comes("dave", "mallory@elsewhere")
    assert not stops(house, "dave")


def test_voice_is_no_rank(house: Clubhouse) -> None:
    house.roster().grant("bob", "v")
    assert not stops(house, "bob")


def test_a_seated_player_may_stop_in_private_what_they_may_stop(house: Clubhouse) -> None:
    assert house.tells("kevin", "stop")[0].target == "kevin"
    assert house.croupier().ask is not None
    assert house.tells("dave", "STOP")[0].line == STOPPED


def test_stopping_gives_every_stake_back_and_counts_for_nobody(house: Clubhouse) -> None:
    before = house.players_xml.read_bytes()
    all_bet(house)
    house.tells("dave", "b")
    assert stops(house, "oper")
    assert house.players_xml.read_bytes() == before
    assert not any(line.startswith("Chips:") for line in house.heard_in(CHANNEL))


def test_everybody_gets_up(house: Clubhouse) -> None:
    """They may be seated again, use the bank, and make no more moves."""
    stops(house, "dave")
    assert "deposits" in house.says("dave", "!bank +10")[0].line
    assert "The round is over" in house.tells("kevin", "50")[0].line
    assert "bob, kevin" in house.says("bob", "!pontoon bob kevin")[0].line


def test_there_may_be_nothing_to_stop(house: Clubhouse) -> None:
    stops(house, "dave")
    for nick in ("dave", "oper", "bob"):
        (said,) = house.says(nick, "!pontoon stop")
        assert said.target == nick
        assert said.urgency is Urgency.CHATTER


def test_the_starter_of_the_last_round_may_not_stop_the_next(house: Clubhouse) -> None:
    stops(house, "dave")
    house.says("bob", "!pontoon")
    assert not stops(house, "dave")
    assert stops(house, "bob")


def test_after_second_cards_in_one_round_the_starter_may_stop_the_next(house: Clubhouse) -> None:
    all_bet(house)
    assert stops(house, "oper")
    house.says("dave", "!pontoon")
    assert stops(house, "dave")


def test_a_marker_reached_in_a_stopped_round_has_the_shoe_shuffled(tmp_path: Path) -> None:
    house = near_marker(tmp_path)
    assert "marker" in house.says("dave", "!pontoon dave kevin")[0].line
    assert [each.line for each in house.says("dave", "!pontoon stop")] == [
        f"{STOPPED} | the cards have been shuffled"
    ]

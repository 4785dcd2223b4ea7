"""Who may stop a round, and when; and what stopping does."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Urgency
from pontoon.irc.people import Person
from tests.support.offline_bot import CHANNEL, Clubhouse, near_marker
from tests.support.short_timeouts import all_want_the_bank, asked

STOPPED = "The round is stopped, and every stake goes back."


ADMIN = {"admin": {"masks": "*!admin@trusted"}}


def house_in(folder: Path) -> Clubhouse:
    """Return a house where dave started a round of dave and kevin.

    Bob, a channel operator and an admin of the bot look on.
    """
    house = Clubhouse(folder, "dave 1000, kevin 1000, bob 1000", "5D 9C 8H 9H", ADMIN)
    house.comes("oper")
    house.ops("oper")
    house.comes("admin", "admin@trusted")
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
        assert said[0].line == STOPPED
        return True
    (refusal,) = said
    assert refusal.target == nick
    return False


@pytest.mark.parametrize(
    ("nick", "may"), {"dave": 1, "kevin": 0, "bob": 0, "oper": 0, "admin": 1}.items()
)
def test_before_the_first_bet_the_starter_and_admins_may(
    house: Clubhouse, nick: str, may: bool
) -> None:
    assert stops(house, nick) == may


@pytest.mark.parametrize("nick", ["dave", "kevin", "bob", "oper"])
@pytest.mark.parametrize("bettor", ["dave", "kevin"])
def test_from_the_first_bet_on_nobody_may_but_an_admin(
    house: Clubhouse, bettor: str, nick: str
) -> None:
    house.tells(bettor, "50")
    assert not stops(house, nick)
    assert stops(house, "admin")


@pytest.mark.parametrize(("game", "first"), [("shoot", "50"), ("shoot", "n")])
def test_a_kitty_or_a_bid_is_as_good_as_a_bet(house: Clubhouse, game: str, first: str) -> None:
    stops(house, "admin")
    house.says("bob", f"!{game} dave kevin bob")
    all_want_the_bank(house)
    house.tells(str(asked(house)), first)
    if first == "n":
        house.tells(str(asked(house)), "5")
    assert not stops(house, "bob")


def test_a_free_roll_is_none(house: Clubhouse) -> None:
    """A turn that nobody makes, a player who parts and comes back: neither undoes a bet."""
    all_bet(house)
    house.pass_seconds(110)
    house.leaves("dave")
    house.comes("dave")
    assert not stops(house, "dave")
    house.pass_seconds(10_000)
    assert house.croupier().ask is None
    assert house.in_file("dave").chips != 1000


def test_a_lost_connection_lets_nobody_stop(house: Clubhouse) -> None:
    all_bet(house)
    house.is_cut_off()
    house.pass_seconds(1000)
    house.is_back(["dave", "kevin"])
    assert not stops(house, "dave")
    assert not stops(house, "kevin")


@pytest.mark.parametrize("userhost", ["kevin@trusted", "admin@elsewhere"])
def test_an_admin_who_has_a_seat_stops_nothing(tmp_path: Path, userhost: str) -> None:
    """Nor does one from where somebody else in the round is."""
    config = {"admin": {"masks": "*!*@trusted, admin!*@*"}}
    house = Clubhouse(tmp_path, "dave 1000, kevin 1000", "5D 9C 8H 9H", config)
    house.people["kevin"] = Person("kevin", userhost)
    house.is_back(["dave", "kevin"])
    house.comes("admin", userhost)
    house.says("dave", "!pontoon dave kevin")
    all_bet(house)
    assert not stops(house, "admin")
    assert "goes on" in house.tells("admin", f"stop {CHANNEL}")[0].line


# Who has stopped one


def test_the_starter_who_stops_starts_none_for_two_minutes(house: Clubhouse) -> None:
    """So nobody deals, sees a bad card, and deals again."""
    assert stops(house, "dave")
    (said,) = house.says("dave", "!pontoon")
    assert (said.target, "120 s" in said.line) == ("dave", True)
    house.pass_seconds(119.9)
    assert house.says("dave", "!pontoon dave kevin")[0].target == "dave"
    house.pass_seconds(0.1)
    assert house.says("dave", "!pontoon dave kevin")[0].target == CHANNEL


def test_another_nick_does_not_help(house: Clubhouse) -> None:
    stops(house, "dave")
    house.renames("dave", "dave_")
    assert house.says("dave_", "!pontoon kevin bob")[0].target == "dave_"


def test_others_may_start_one_at_once_and_elsewhere_so_may_they(tmp_path: Path) -> None:
    config = {"irc": {"channels": f"{CHANNEL} #other"}}
    house = Clubhouse(tmp_path, "dave 1000, kevin 1000", config=config)
    house.says("dave", "!pontoon dave")
    stops(house, "dave")
    assert house.says("dave", "!pontoon dave", "#other")[0].target == "#other"
    assert house.says("kevin", "!pontoon kevin")[0].target == CHANNEL


def test_a_round_that_an_admin_stopped_bars_nobody(house: Clubhouse) -> None:
    stops(house, "admin")
    assert house.says("dave", "!pontoon")[0].target == CHANNEL


# Who is the starter


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


def test_the_starter_may_stop_in_private(house: Clubhouse) -> None:
    assert house.tells("kevin", "stop")[0].target == "kevin"
    assert house.croupier().ask is not None
    assert house.tells("dave", "STOP")[0].line == STOPPED


def test_stopping_gives_every_stake_back_and_counts_for_nobody(house: Clubhouse) -> None:
    before = house.players_xml.read_bytes()
    all_bet(house)
    house.tells("dave", "b")
    assert stops(house, "admin")
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


def test_after_bets_in_one_round_the_starter_may_stop_the_next(house: Clubhouse) -> None:
    all_bet(house)
    assert stops(house, "admin")
    house.says("dave", "!pontoon")
    assert stops(house, "dave")


def test_a_marker_reached_in_a_stopped_round_has_the_shoe_shuffled(tmp_path: Path) -> None:
    house = near_marker(tmp_path)
    assert "marker" in house.says("dave", "!pontoon dave kevin")[0].line
    assert [each.line for each in house.says("dave", "!pontoon stop")] == [
        f"{STOPPED} | the cards have been shuffled"
    ]

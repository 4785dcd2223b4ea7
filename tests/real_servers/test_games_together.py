"""All five games in one channel, by the whole bot on a real server."""

from random import Random

import pytest

from tests.real_servers import (
    test_blackjack,
    test_british,
    test_cutwc,
    test_shoot,
    test_whole_rounds,
)
from tests.real_servers.guest import Guest
from tests.real_servers.playersxml import GAMES
from tests.real_servers.prompts import BRACKETS
from tests.real_servers.rounds import play, randomly
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server

TITLES = {
    "pontoon": "Shed Pontoon",
    "british": "British Pontoon",
    "shoot": "Shoot Pontoon",
    "cutwc": "CUTwC Pontoon",
    "blackjack": "Black Jack For Time",
}


ADMIN = {"masks": "zoe!*@*"}


def stop(admin: Guest) -> None:
    """Have ADMIN stop the round: whoever started it would then start none for two minutes."""
    told = admin.answers_in_channel("!pontoon stop")
    assert [said.target for said in told] == [CHANNEL, admin.nick]


def play_all_games(venue: Venue) -> None:
    """Play each game twice, and fail unless each round adds up and leaves other games alone."""
    nicks = ("dave", "kevin", "bob")
    zone = test_blackjack.at_noon()
    bot = venue.bot(dict.fromkeys(nicks, 100_000), blackjack={"time_zone": zone})
    guests = venue.guests(*nicks)
    answer = randomly(Random(8))
    kitty = 0
    for game in GAMES * 2:
        before = bot.entries()
        played = play(f"!{game} {' '.join(nicks)}", guests, answer)
        after = bot.entries()
        match game:
            case "pontoon":
                test_whole_rounds.check_round(played, before, after)
            case "british":
                test_british.check_round(played, before, after)
            case "shoot":
                kitty = test_shoot.check_round(played, before, after, kitty)
            case "cutwc":
                test_cutwc.check_round(played, before, after)
            case _:
                test_blackjack.check_round(played, before, after)
    assert test_shoot.kitty_at(guests[0]) == kitty


def test_a_running_round_refuses_every_other_game(venue: Venue) -> None:
    """The refusal tells which it is, and who is waited for. No card is dealt; the round goes on."""
    venue.bot(admin=ADMIN)
    dave, kevin, bob, zoe = venue.guests("dave", "kevin", "bob", "zoe")
    for game, title in TITLES.items():
        dave.command(f"!{game} dave kevin")
        dave.sees(f"{title}: dave, kevin")
        dave.told(BRACKETS.pattern)
        for other in TITLES:
            [refusal] = bob.answers_in_channel(f"!{other} bob kevin")
            assert refusal.target == CHANNEL
            assert " to " in refusal.text
            assert [each for each in TITLES.values() if each in refusal.text] == [title]
        assert kevin.answers("hand")[0].target == "kevin"
        stop(zoe)


def test_each_game_remembers_its_own_players(venue: Venue) -> None:
    """Also those of a round that was stopped; each list rotates on its own."""
    venue.bot(admin=ADMIN)
    anna, zoe, *_ = venue.guests("anna", "zoe", "dave", "kevin", "bob")
    seated = {
        "pontoon": ["dave"],
        "british": ["dave", "kevin"],
        "shoot": ["kevin", "bob", "dave"],
        "cutwc": ["bob", "dave"],
        "blackjack": ["kevin", "dave"],
    }
    for game, nicks in seated.items():
        anna.command(f"!{game} {' '.join(nicks)}")
        anna.sees(f"{TITLES[game]}: {', '.join(nicks)} \\|")
        stop(zoe)
    for game, (first, *others) in seated.items():
        anna.command(f"!{game}")
        anna.sees(f"{TITLES[game]}: {', '.join([*others, first])} \\|")
        stop(zoe)


def test_an_evening_of_all_games_adds_up(venue: Venue) -> None:
    """What is played in one game changes nothing that is kept of another."""
    play_all_games(venue)


def test_an_evening_of_all_games_adds_up_on_inspircd(inspircd_venue: Venue) -> None:
    """Whatever the server is."""
    play_all_games(inspircd_venue)

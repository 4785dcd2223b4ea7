"""People who say more than they may, and some that the bot does not hear, on a real server."""

import pytest

from tests.real_servers.venue import Venue

pytestmark = pytest.mark.real_server

USUAL = {"user_lines": 20, "user_lines_per_second": 2}


def test_who_asks_too_much_is_told_once_and_plays_on(venue: Venue) -> None:
    """A move on offer is heard all the same, others are answered, and silence does not last."""
    bot = venue.bot(irc={**USUAL, "user_lines_per_second": 5})
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    for _ in range(60):
        dave.whisper("nonsense")
    dave.told("You are sending too fast; I will listen again in 4 s")
    kevin.whisper("games")
    kevin.told("I deal")
    dave.whisper("5")
    dave.told("You bet 5")
    assert not [line for line in dave.catch_up() if "sending too fast" in line]
    assert bot.chips() == {"dave": 1000, "kevin": 1000, "bob": 1000}


def test_rounds_are_played_as_fast_as_people_answer(venue: Venue) -> None:
    """With the limits as they come, one after the other, each with a few moves."""
    venue.bot(irc=USUAL)
    dave = venue.guest("dave")
    for _ in range(3 * USUAL["user_lines"]):
        dave.command("!pontoon dave")
        dave.told(r"\(1-\d+\)")
        dave.whisper("1")
        while "Chips: " not in (heard := dave.expect(r"Chips: |\(t\)wist").string):
            dave.whisper("s" if "(s)tick" in heard else "t")


def test_who_is_ignored_is_neither_answered_nor_seated(venue: Venue) -> None:
    venue.bot(irc={"ignore": "*!mal@* *!*mal@*"})
    dave = venue.guest("dave")
    kevin = venue.guest("kevin", user="mal")
    kevin.command("!pontoon dave")
    kevin.whisper("help")
    dave.command("!pontoon dave kevin")
    dave.sees(r"No round: kevin is on my ignore list")
    assert not [line for line in kevin.catch_up() if "PRIVMSG kevin" in line]

"""players.xml in the hands of an admin while the bot runs, and before."""

from xml.etree import ElementTree

import pytest

from tests.real_servers import playersxml
from tests.real_servers.guest import Guest
from tests.real_servers.playersxml import Entry
from tests.real_servers.venue import Venue

pytestmark = pytest.mark.real_server


def up_to_the_last_move(guest: Guest) -> None:
    """Have GUEST, alone at the table, bet 10, so that leaving would end the round at -10."""
    guest.command(f"!pontoon {guest.nick}")
    guest.told(r"\(1-10\)")
    guest.whisper("10")
    guest.told(r"\(t\)wist")


def test_what_an_admin_gives_during_a_round_is_there_afterwards(venue: Venue) -> None:
    """And so are a player who was added and a comment; nobody else's numbers have moved."""
    bot = venue.bot()
    dave = venue.guest("dave")
    up_to_the_last_move(dave)
    playersxml.give(bot.players_file, "dave", 500)
    text = bot.players_file.read_text(encoding="utf-8")
    anna = "<!-- new --><player><nick>anna</nick><chips>70</chips></player>\n</players>"
    playersxml.replace(bot.players_file, text.replace("</players>", anna))
    dave.whisper("leave")
    dave.sees("Chips: dave 1490$")
    assert bot.chips() == {"dave": 1490, "kevin": 1000, "bob": 1000, "anna": 70}
    text = bot.players_file.read_text(encoding="utf-8")
    assert "<!-- new -->" in text
    assert "<!-- entered for kevin -->" in text


def test_a_result_waits_until_the_broken_file_is_mended(venue: Venue) -> None:
    """The channel is told, no round starts meanwhile; then it is added once, without being asked.

    The broken file is left as it is for the admin.
    """
    bot = venue.bot()
    dave = venue.guest("dave")
    up_to_the_last_move(dave)
    well = bot.players_file.read_text(encoding="utf-8")
    broken = well.replace("<chips>1000<", "<chips>many<", 1)
    playersxml.replace(bot.players_file, broken)
    dave.whisper("leave")
    dave.sees("I cannot save chips right now")
    dave.command("!pontoon dave")
    dave.sees("I cannot save chips right now. Please tell an admin")
    assert bot.players_file.read_text(encoding="utf-8") == broken
    playersxml.replace(bot.players_file, well.replace("<chips>1000<", "<chips>2000<", 1))
    dave.sees("Chips: dave 1990$")
    assert bot.entries()["dave"] == Entry(1990, played=1)
    assert dave.answers("bank")[0].text == "dave: chips 1990, bank 0"
    bot.wait_for(r"players\.xml: line \d+: ")
    bot.wait_for("players.xml can be used again")
    assert bot.entries()["dave"] == Entry(1990, played=1)


def test_a_file_that_is_gone_counts_as_broken(venue: Venue) -> None:
    """Put back, it gets the result at the next question about it."""
    bot = venue.bot()
    dave = venue.guest("dave")
    up_to_the_last_move(dave)
    elsewhere = bot.players_file.with_name("elsewhere.xml")
    bot.players_file.rename(elsewhere)
    dave.whisper("leave")
    dave.sees("I cannot save chips right now")
    assert not bot.players_file.exists()
    elsewhere.rename(bot.players_file)
    dave.command("!bank")
    dave.sees("dave: chips 990")
    assert bot.chips()["dave"] == 990


def test_a_result_that_still_waits_at_the_end_is_logged(venue: Venue) -> None:
    bot = venue.bot()
    dave = venue.guest("dave")
    up_to_the_last_move(dave)
    playersxml.replace(bot.players_file, "<players>")
    dave.whisper("leave")
    dave.sees("I cannot save chips right now")
    bot.stop()
    assert "the next start will do it: dave -10" in bot.log
    assert bot.players_file.read_text(encoding="utf-8") == "<players>"


def test_a_missing_file_is_created_and_said(venue: Venue) -> None:
    """The one who was not in it can play once an admin has entered them."""
    bot = venue.bot(None)
    assert "missing; I created it" in bot.log
    assert ElementTree.parse(bot.players_file).getroot().tag == "players"
    dave = venue.guest("dave")
    (answer, *_) = dave.answers_in_channel("!pontoon dave")
    assert answer.text == "No round: dave is not a player yet; ask an admin of this bot"
    playersxml.write(bot.players_file, {"dave": 5})
    dave.command("!pontoon dave")
    dave.told(r"\(1-1\)")


@pytest.mark.parametrize(
    "content",
    ["", "<players>", "<players><player><nick>dave</nick><chips>-1</chips></player></players>"],
    ids=["empty", "not XML", "negative chips"],
)
def test_a_broken_file_at_the_start_is_told_in_one_line(venue: Venue, content: str) -> None:
    """The file is left as it is, and nobody on the network sees the bot."""
    bot = venue.arriving_bot(content)
    assert bot.exit_status() == 2
    [line] = bot.log.splitlines()
    assert line.startswith("pontoonbot: players.xml")
    assert bot.players_file.read_text(encoding="utf-8") == content

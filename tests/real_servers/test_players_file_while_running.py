"""players.xml in the hands of an admin while the bot runs."""

import pytest

from tests.real_servers import playersxml
from tests.real_servers.guest import Guest
from tests.real_servers.playersxml import Entry
from tests.real_servers.venue import Venue

pytestmark = pytest.mark.real_server


def up_to_the_last_move(guest: Guest) -> None:
    """Have GUEST, alone at the table, bet 10, so that leaving would end the round at -10."""
    guest.command(f"!pontoon {guest.nick}")
    guest.told(r"\(1-\d+\)")
    guest.whisper("10")
    guest.told(r"\(t\)wist")


def test_what_an_admin_does_to_the_file_during_a_round_is_heeded(venue: Venue) -> None:
    """Chips are given, a player is added; then the file is broken, gone, and broken at the end.

    Nobody else's numbers move, and comments stay. While the file is broken the channel is told, no
    round starts, and it is left as it is for the admin; then the result is added once, without
    being asked. What is gone counts as broken: put back, it gets the result at the next question.
    """
    bot = venue.bot()
    file = bot.players_file
    dave = venue.guest("dave")
    up_to_the_last_move(dave)
    playersxml.give(file, "dave", 500)
    text = file.read_text(encoding="utf-8")
    anna = "<!-- new --><player><nick>anna</nick><chips>70</chips></player>\n</players>"
    playersxml.replace(file, text.replace("</players>", anna))
    dave.whisper("resign")
    dave.sees("Chips: dave 1490$")
    assert bot.chips() == {"dave": 1490, "kevin": 1000, "bob": 1000, "anna": 70}
    well = file.read_text(encoding="utf-8")
    assert "<!-- new -->" in well
    assert "<!-- entered for kevin -->" in well

    up_to_the_last_move(dave)
    broken = well.replace("<chips>1490<", "<chips>many<", 1)
    playersxml.replace(file, broken)
    dave.whisper("resign")
    dave.sees("I cannot save chips right now")
    dave.command("!pontoon dave")
    dave.sees("I cannot save chips right now. Please tell an admin")
    assert file.read_text(encoding="utf-8") == broken
    playersxml.replace(file, well.replace("<chips>1490<", "<chips>2000<", 1))
    dave.sees("Chips: dave 1990$")
    assert bot.entries()["dave"] == Entry(1990, played=2)
    assert dave.answers("bank")[0].text == "dave: chips 1990, bank 0"
    bot.wait_for(r"players\.xml: line \d+: ")
    bot.wait_for("players.xml can be used again")
    assert bot.entries()["dave"] == Entry(1990, played=2)

    up_to_the_last_move(dave)
    elsewhere = file.with_name("elsewhere.xml")
    file.rename(elsewhere)
    dave.whisper("resign")
    dave.sees("I cannot save chips right now")
    assert not file.exists()
    elsewhere.rename(file)
    dave.command("!bank")
    dave.sees("dave: chips 1980")
    assert bot.chips()["dave"] == 1980

    up_to_the_last_move(dave)
    playersxml.replace(file, "<players>")
    dave.whisper("resign")
    dave.sees("I cannot save chips right now")
    bot.stop()
    assert "the next start will do it: dave -10" in bot.log
    assert file.read_text(encoding="utf-8") == "<players>"

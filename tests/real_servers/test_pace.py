"""At its usual pace, eight lines and then one a second, the bot puts first what is urgent."""

from pathlib import Path
from signal import SIGTERM

import pytest

from tests.real_servers.guest import Guest
from tests.real_servers.strangeservers import strange_server
from tests.real_servers.venue import BOT, CHANNEL, Venue, open_venue

pytestmark = pytest.mark.real_server

BURST = 8
USUAL_PACE = {"lines_per_second": 1, "burst": BURST}
PAGE = 4
"""Lines of help."""


def chatter(guest: Guest) -> int:
    """Return how many lines of help GUEST has received by now."""
    guest.catch_up()
    said = [each for line in guest.log if (each := guest.read(line)) is not None]
    return sum(each.target == guest.nick and "Your card" not in each.text for each in said)


def test_the_game_and_its_prompts_go_before_chatter(venue: Venue) -> None:
    """And at a signal the goodbye goes before all that waits, which would take 15 seconds."""
    bot = venue.bot(irc=USUAL_PACE)
    kevin, dave = venue.guests("kevin", "dave")
    for _ in range(5):
        dave.whisper("help more")
    dave.told(r"\w")
    kevin.command("!pontoon kevin dave")
    kevin.sees("Shed Pontoon: kevin, dave", timeout=5)
    kevin.told(r"\(1-100\)", timeout=3)
    assert chatter(dave) <= BURST + 1
    bot.stop()
    dave.sees_bot("QUIT")
    assert chatter(dave) < 5 * PAGE


def test_a_ping_is_answered_while_lines_wait(tmp_path: Path) -> None:
    """At once, ahead of them all, and without costing any of them its place."""
    with strange_server() as server, open_venue(server, tmp_path) as venue:
        bot = venue.arriving_bot(irc=USUAL_PACE)
        visit = server.accept()
        visit.let_in(BOT, CHANNEL)
        visit.send(*[f":dave!dave@host PRIVMSG {BOT} :help more"] * 5)
        visit.expect("PRIVMSG dave :")
        for token in ("one", "two", "three"):
            visit.send(f"PING :{token}")
            visit.expect(f"PONG :?{token}\r\n", timeout=0.5)
        assert visit.received.count(b"PRIVMSG dave :") <= BURST
        visit.expect("PRIVMSG dave :")
        bot.send(SIGTERM)
        visit.expect("QUIT :")
        visit.close()
        assert bot.exit_status() == 0

"""Channels of InspIRCd with its history of a channel (+H), and with its limit on lines (+f)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_servers.decklines import CUT, SEALED
from tests.real_servers.guest import Guest
from tests.real_servers.inspircd import LENIENT, running_inspircd
from tests.real_servers.runningbot import dealing
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, Venue, open_venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

MODULES = '\n<module name="chanhistory">\n<module name="messageflood">\n'

KICKED = f"KICK {CHANNEL} {BOT} :Channel flood triggered"


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Venue]:
    """Open a venue on an InspIRCd that has both modes, and neither batch nor server-time."""
    with (
        running_inspircd(LENIENT, tmp_path, more=MODULES) as server,
        open_venue(server, tmp_path) as venue,
    ):
        yield venue


def test_what_was_said_before_the_bot_came_is_no_command(limited: Venue) -> None:
    dave = limited.guest("dave")
    dave.send(f"MODE {CHANNEL} +H 20:1h")
    dave.expect(f"MODE {CHANNEL} ")
    dave.command("!bank")
    bot = limited.bot(EVERYBODY, "--verbose")
    bot.wait_for(r"< :\S+ 315 ")
    assert f"PRIVMSG {CHANNEL} :!bank" in bot.log
    dave.command("!bank")
    dave.what_came()
    assert len([said for said in dave.all_said() if "bank 0" in said.text]) == 1


def limit_lines(guest: Guest, mode: str) -> None:
    """Have GUEST, an operator, set or take the limit."""
    guest.send(f"MODE {CHANNEL} {mode}")
    guest.expect(f"MODE {CHANNEL} ")


def decide(guest: Guest, answer: str) -> None:
    """Have GUEST give an ANSWER, and again if the bot was too busy to expect it."""
    while any("is on its way to you" in said.text for said in guest.answers(answer)):
        pass


def test_a_channel_that_kicks_the_bot_for_its_lines_hears_all_of_them_in_the_end(
    limited: Venue,
) -> None:
    """The third line in eight seconds is not heard: how the round begins, and then how it ends.

    The referee of all that is heard fails if anybody has a card before the line about its deck.
    """
    dave, kevin = limited.guests("dave", "kevin")
    bot = limited.bot(program=dealing("KC 9C KH 9H"))
    dave.sees(SEALED.pattern)
    limit_lines(dave, "+f 3:8")
    for guest in (dave, kevin):
        guest.command("!bank")
        guest.sees(f"{guest.nick}: chips")
    kevin.command("!pontoon dave kevin")
    dave.expect(KICKED)
    limit_lines(dave, "-f")
    dave.sees(CUT.pattern)
    for guest in (dave, kevin):
        guest.told(r"Your card: .*\(1-100\)")
    for guest in (dave, kevin):
        decide(guest, "10")
    limit_lines(dave, "+f 3:8")
    decide(dave, "s")
    kevin.told(r"\(s\)tick")
    decide(kevin, "s")
    dave.expect(KICKED)
    limit_lines(dave, "-f")
    dave.sees("This is how the last round of Shed Pontoon ended")
    dave.sees("Chips: dave 1000, kevin 990")
    assert bot.log.count("Channel flood triggered") == 2

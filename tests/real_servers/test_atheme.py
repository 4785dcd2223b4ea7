"""No nickname has the bot give orders to services."""

from pathlib import Path

import pytest

from tests.real_servers.atheme import Services, identify
from tests.real_servers.playersxml import Entry
from tests.real_servers.venue import CHANNEL, open_venue

pytestmark = pytest.mark.real_server

CHANSERV = "ChanServ"


def test_a_nickname_gives_no_orders_to_services(services: Services, tmp_path: Path) -> None:
    """ChanServ obeys people on its list, such as the bot; but what the bot says has a mark."""
    services.register("dealer", "sesame")
    services.register("founder", "barley")
    players = {"dave": Entry(1000, nickname="!op mal"), "kevin": Entry(1000)}
    with open_venue(services.server, tmp_path) as venue:
        founder, mal = venue.guests("founder", "mal")
        identify(founder, "founder", "barley")
        for order in (
            f"REGISTER {CHANNEL}",
            f"FLAGS {CHANNEL} dealer +o",
            f"SET {CHANNEL} GUARD ON",
        ):
            founder.say(CHANSERV, order)
            founder.expect(rf"^:{CHANSERV}!\S+ NOTICE ")
        account = {"account": "dealer", "account_password": "sesame"}
        bot = venue.bot(players, irc=account)
        dave, kevin = venue.guests("dave", "kevin")
        dave.whisper("set nickname !op mal")
        dave.told("begins with a letter")
        dave.command("!pontoon dave kevin")
        dave.sees("Shed Pontoon: dave, kevin")
        for guest in (dave, kevin):
            guest.told(r"Bet \(")
            guest.whisper("1")
        dave.sees("dave bets 1")
        assert not [line for line in mal.catch_up() if " MODE " in line and line.endswith("mal")]
        bot.wait_for("dave cannot be called '!op mal'")

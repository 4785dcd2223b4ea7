"""What the bot is called where its own nick cannot be had."""

from pathlib import Path

import pytest

from tests.real_servers.rawclient import RawClient
from tests.real_servers.rounds import always, play
from tests.real_servers.servers import Server
from tests.real_servers.venue import BOT, Venue, open_venue

pytestmark = pytest.mark.real_server


def check_a_round(venue: Venue, bot_nick: str) -> None:
    """Have a round played with the bot under BOT_NICK."""
    bot = venue.bot()
    dave = venue.guest("dave", bot=bot_nick)
    kevin = venue.guest("kevin", bot=bot_nick)
    played = play("!pontoon dave kevin", [dave, kevin], always("min", "s", "t"))
    assert played.balances == {nick: bot.chips()[nick] for nick in ("dave", "kevin")}
    [answer] = dave.answers_in_channel(f"!pontoon {bot_nick.upper()}")
    assert "deals and cannot play" in answer.text


def test_a_server_with_short_nicks_gets_a_shorter_one(
    ngircd_short_nicks: Server, tmp_path: Path
) -> None:
    with open_venue(ngircd_short_nicks, tmp_path) as venue:
        check_a_round(venue, "PontoonBo")


def test_a_nick_in_use_is_replaced_by_another(ngircd: Server, venue: Venue) -> None:
    with RawClient(ngircd, BOT):
        check_a_round(venue, f"{BOT}_")

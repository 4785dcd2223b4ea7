"""What the bot is called where its own nick cannot be had."""

from pathlib import Path

import pytest

from tests.real_servers.rawclient import RawClient
from tests.real_servers.rounds import always, play
from tests.real_servers.servers import Limits, running_ngircd
from tests.real_servers.venue import BOT, open_venue

pytestmark = pytest.mark.real_server

BOT_NICK = f"{BOT[:8]}_"


def test_a_nick_that_is_too_long_and_in_use_is_replaced_by_another(tmp_path: Path) -> None:
    """The server has it shorter than the bot wants it, and somebody else is called so."""
    with (
        running_ngircd(Limits(nick_length=9, penalty=0), tmp_path) as server,
        RawClient(server, BOT[:9]),
        open_venue(server, tmp_path) as venue,
    ):
        bot = venue.bot()
        dave = venue.guest("dave", bot=BOT_NICK)
        kevin = venue.guest("kevin", bot=BOT_NICK)
        played = play("!pontoon dave kevin", [dave, kevin], always("min", "s", "t"))
        assert played.balances == {nick: bot.chips()[nick] for nick in ("dave", "kevin")}
        [answer] = dave.answers_in_channel(f"!pontoon {BOT_NICK.upper()}")
        assert "deals and cannot play" in answer.text

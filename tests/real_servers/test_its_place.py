"""The bot has its nick and its channels, also where somebody is in the way."""

from pathlib import Path

import pytest

import pontoon
from tests.real_servers.atheme import Services
from tests.real_servers.rawclient import NotHeardError, RawClient
from tests.real_servers.servers import Server
from tests.real_servers.venue import BOT, CHANNEL, Venue, open_venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

HASTY = ("-m", "tests.real_servers.hastybot")

SHORT_SECONDS = 2.0
"""How long a test waits for what should not come, with a bot in a hurry."""


def test_a_nick_that_becomes_free_is_taken_at_once_where_the_server_tells(
    services: Services, tmp_path: Path
) -> None:
    """By MONITOR."""
    with open_venue(services.server, tmp_path) as venue, RawClient(services.server, BOT) as rival:
        dave = venue.guest("dave")
        bot = venue.bot()
        rival.leave_server()
        dave.expect(f"^:{BOT}_!.* NICK :?{BOT}$")
        bot.wait_for(f"the nick is {BOT} now")
        assert "Shed Pontoon" in dave.answers("rules")[0].text


def test_a_nick_that_becomes_free_is_taken_where_the_bot_has_to_ask(
    ngircd: Server, venue: Venue
) -> None:
    """By ISON."""
    with RawClient(ngircd, BOT) as rival:
        dave = venue.guest("dave")
        venue.bot(program=HASTY)
        with pytest.raises(NotHeardError):
            dave.expect(f"^:{BOT}_!.* NICK", timeout=SHORT_SECONDS)
        rival.leave_server()
        dave.expect(f"^:{BOT}_!.* NICK :?{BOT}$")


@pytest.mark.parametrize("method", ["ghost", "regain"])
def test_services_help_to_a_nick_that_is_the_bots(
    services: Services, tmp_path: Path, method: str
) -> None:
    services.register(BOT, "s3cret")
    login = {"account": BOT, "account_password": "s3cret", "nickserv": "NickServ"}
    with open_venue(services.server, tmp_path) as venue, RawClient(services.server, BOT) as rival:
        dave = venue.guest("dave")
        bot = venue.bot(None, "--verbose", irc={**login, "nickserv_regain": method})
        dave.expect(f"^:{BOT}_!.* NICK :?{BOT}$")
        rival.close()
        bot.wait_for(f"the nick is {BOT} now")
        assert "s3cret" not in bot.log


def test_a_channel_with_a_key_is_entered_and_the_key_stays_secret(venue: Venue) -> None:
    dave = venue.guest("dave")
    dave.send(f"MODE {CHANNEL} +k sesame")
    dave.expect("MODE .*sesame")
    keys = {"channels": f"#other, {CHANNEL}", "channel_keys": f"{CHANNEL} sesame"}
    bot = venue.bot(None, "--verbose", channels=(CHANNEL, "#other"), irc=keys)
    assert "Shed Pontoon" in dave.answers("rules")[0].text
    dave.send(f"MODE {CHANNEL} -k sesame")
    dave.say(CHANNEL, "the key was sesame")
    dave.answers("help")
    assert "JOIN" in bot.log
    assert "sesame" not in bot.log


def test_a_wrong_key_does_not_let_it_in(venue: Venue) -> None:
    dave = venue.guest("dave")
    dave.send(f"MODE {CHANNEL} +k sesame")
    dave.expect("MODE .*sesame")
    bot = venue.arriving_bot(irc={"channel_keys": f"{CHANNEL} barley"})
    bot.wait_for(f"cannot join {CHANNEL}: ")
    dave.send(f"MODE {CHANNEL} -k sesame")
    dave.sees_bot("JOIN")
    assert "barley" not in bot.log


def test_who_invites_it_has_it_come_at_once_and_nowhere_else(venue: Venue) -> None:
    dave = venue.guest("dave")
    dave.send(f"MODE {CHANNEL} +i")
    bot = venue.arriving_bot()
    for number in range(3):
        bot.wait_for(f"cannot join {CHANNEL}: ", number + 1)
    dave.join("#elsewhere")
    dave.send(f"INVITE {BOT} #elsewhere")
    dave.send(f"INVITE {BOT} {CHANNEL}")
    dave.expect(f"^:{BOT}!.* JOIN :?{CHANNEL}", timeout=3.0)
    assert "#elsewhere" not in bot.log


def test_after_three_kicks_it_stays_out(venue: Venue) -> None:
    dave = venue.guest("dave")
    bot = venue.bot(program=HASTY)
    for number in range(3):
        dave.send(f"KICK {CHANNEL} {BOT} :go")
        dave.expect(f" KICK {CHANNEL} {BOT}")
        if number < 2:
            dave.sees_bot("JOIN")
    bot.wait_for(f"removed from {CHANNEL} 3 times: coming back in 10 minutes")
    dave.send(f"INVITE {BOT} {CHANNEL}")
    with pytest.raises(NotHeardError):
        dave.expect(f"^:{BOT}!.* JOIN", timeout=SHORT_SECONDS)


def test_it_says_what_it_is(services: Services, tmp_path: Path) -> None:
    """By the mode of bots, and when asked by CTCP."""
    with open_venue(services.server, tmp_path) as venue:
        dave = venue.guest("dave")
        venue.bot()
        dave.send(f"WHOIS {BOT}")
        dave.expect(rf"^:\S+ 335 dave {BOT} ")
        dave.whisper("\x01VERSION\x01")
        version = f"\x01VERSION PontoonBot {pontoon.__version__}\x01"
        dave.expect(rf"^:{BOT}!\S+ NOTICE dave :{version}$")
        dave.whisper("\x01PING 12345\x01")
        dave.expect(rf"^:{BOT}!\S+ NOTICE dave :\x01PING 12345\x01$")


def test_a_channel_for_the_registered_lets_it_in_once_it_is(
    services: Services, tmp_path: Path
) -> None:
    """By +R, and with an account."""
    services.register(BOT, "s3cret")
    with open_venue(services.server, tmp_path) as venue:
        dave = venue.guest("dave")
        dave.send(f"MODE {CHANNEL} +R")
        dave.expect(f"MODE {CHANNEL} .*R")
        bot = venue.arriving_bot()
        bot.wait_for(f"cannot join {CHANNEL}: ")
        bot.stop()
        login = {"account": BOT, "account_password": "s3cret"}
        venue.bot(irc=login)
        dave.sees_bot("JOIN")

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


def test_it_takes_its_nick_when_it_becomes_free_and_says_what_it_is(
    services: Services, tmp_path: Path
) -> None:
    """By MONITOR; and by the mode of bots, and when asked by CTCP."""
    with open_venue(services.server, tmp_path) as venue, RawClient(services.server, BOT) as rival:
        dave = venue.guest("dave")
        bot = venue.bot()
        rival.leave_server()
        dave.expect(f"^:{BOT}_!.* NICK :?{BOT}$")
        bot.wait_for(f"the nick is {BOT} now")
        assert "Shed Pontoon" in dave.answers("rules")[0].text
        dave.send(f"WHOIS {BOT}")
        dave.expect(rf"^:\S+ 335 dave {BOT} ")
        dave.whisper("\x01VERSION\x01")
        version = f"\x01VERSION PontoonBot {pontoon.__version__}\x01"
        dave.expect(rf"^:{BOT}!\S+ NOTICE dave :{version}$")
        dave.whisper("\x01PING 12345\x01")
        dave.expect(rf"^:{BOT}!\S+ NOTICE dave :\x01PING 12345\x01$")


def test_it_asks_whether_its_nick_is_free_and_stays_out_after_three_kicks(
    ngircd: Server, venue: Venue
) -> None:
    """By ISON, where the server does not tell."""
    with RawClient(ngircd, BOT) as rival:
        dave = venue.guest("dave")
        bot = venue.bot(program=HASTY)
        with pytest.raises(NotHeardError):
            dave.expect(f"^:{BOT}_!.* NICK", timeout=SHORT_SECONDS)
        rival.leave_server()
        dave.expect(f"^:{BOT}_!.* NICK :?{BOT}$")
    for number in range(3):
        dave.send(f"KICK {CHANNEL} {BOT} :go")
        dave.expect(f" KICK {CHANNEL} {BOT}")
        if number < 2:
            dave.sees_bot("JOIN")
    bot.wait_for(f"removed from {CHANNEL} 3 times: coming back in 10 minutes")
    dave.send(f"INVITE {BOT} {CHANNEL}")
    with pytest.raises(NotHeardError):
        dave.expect(f"^:{BOT}!.* JOIN", timeout=SHORT_SECONDS)


def test_services_help_to_a_nick_that_is_the_bots(services: Services, tmp_path: Path) -> None:
    services.register(BOT, "s3cret")
    login = {"account": BOT, "account_password": "s3cret", "nickserv": "NickServ"}
    with open_venue(services.server, tmp_path) as venue:
        dave = venue.guest("dave")
        for method in ("ghost", "regain"):
            with RawClient(services.server, BOT):
                bot = venue.bot(None, "--verbose", irc={**login, "nickserv_regain": method})
                dave.expect(f"^:{BOT}_!.* NICK :?{BOT}$")
            bot.wait_for(f"the nick is {BOT} now")
            bot.stop()
            assert "s3cret" not in bot.log


def test_a_channel_is_entered_by_its_key_which_stays_secret(venue: Venue) -> None:
    """Where the key is wrong the log says so, and the bot tries again."""
    dave, kevin = venue.guest("dave"), venue.guest("kevin", channel="#other")
    for guest in (dave, kevin):
        guest.send(f"MODE {guest.channel} +k sesame")
        guest.expect("MODE .*sesame")
    keys = {"channel_keys": f"{CHANNEL} sesame, #other barley"}
    bot = venue.arriving_bot(None, "--verbose", channels=(CHANNEL, "#other"), irc=keys)
    bot.wait_for(f"in {CHANNEL}$")
    assert "Shed Pontoon" in dave.answers("rules")[0].text
    bot.wait_for("cannot join #other: ")
    kevin.send("MODE #other -k sesame")
    kevin.sees_bot("JOIN")
    dave.send(f"MODE {CHANNEL} -k sesame")
    dave.say(CHANNEL, "the key was sesame")
    dave.answers("help")
    assert "JOIN" in bot.log
    assert "sesame" not in bot.log
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

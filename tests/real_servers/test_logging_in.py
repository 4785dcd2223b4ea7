"""The bot on a network with services: SASL by each mechanism, NickServ, and services that go."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.real_servers.atheme import NICKSERV, Services
from tests.real_servers.rawclient import RawClient
from tests.real_servers.runningbot import AS_SHIPPED, RunningBot
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, Venue, open_venue
from tests.support.certificates import issued

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

ACCOUNT = "dealer"
PASSWORD = "open,sesame=é"
"""With all that SCRAM has to write otherwise."""


@pytest.fixture
def served(services: Services, tmp_path: Path) -> Iterator[Venue]:
    """Open a venue on a network where the bot has an account."""
    services.register(ACCOUNT, PASSWORD)
    with open_venue(services.server, tmp_path) as venue:
        yield venue


HASTY = ("-m", "tests.real_servers.hastybot")


def with_account(venue: Venue, program: Sequence[str] = AS_SHIPPED, /, **irc: object) -> RunningBot:
    """Start a bot that has an account and the settings IRC; it says all that it says to anybody."""
    settings: Mapping[str, object] = {"account": ACCOUNT, "account_password": PASSWORD, **irc}
    return venue.arriving_bot(EVERYBODY, "--verbose", program=program, irc=settings)


def assert_account(server: Services, account: str) -> None:
    """See that the bot is logged in to ACCOUNT; to none, if that is empty."""
    with RawClient(server.server, "watcher") as watcher:
        watcher.send(f"WHOIS {BOT}")
        watcher.expect(r" 318 ")
        accounts = [line.split()[4] for line in watcher.lines if " 330 " in line]
        assert accounts == ([account] if account else [])


def test_plain_logs_in_before_the_bot_is_let_in(served: Venue, services: Services) -> None:
    """Services that go and come back still know the bot."""
    bot = with_account(served)
    bot.wait_for("in #pontoon$")
    log = bot.log
    assert log.index("SASL: logged in by PLAIN") < log.index("registered as")
    assert_account(services, ACCOUNT)
    services.stop()
    services.start(without="saslserv/external")
    bot.wait_for("CAP .* NEW .*sasl=")
    assert_account(services, ACCOUNT)
    bot.stop()
    assert "no more" not in bot.log
    assert PASSWORD not in bot.log
    assert NICKSERV not in bot.log


def test_a_certificate_logs_in_without_any_password(
    served: Venue, services: Services, tmp_path: Path
) -> None:
    """Where services do not know it the password does."""
    mine = issued("dealer")
    certificate, key = mine.written(tmp_path)
    files = {"tls_certificate": certificate, "tls_key": key}
    trust = {"tls": True, "tls_fingerprints": services.certificate.fingerprint}
    irc = {"port": services.tls.port, **files, **trust}
    bot = with_account(served, **irc)
    bot.wait_for("SASL: EXTERNAL failed")
    bot.wait_for("SASL: logged in by PLAIN")
    assert_account(services, ACCOUNT)

    with services.person("owner", ACCOUNT, PASSWORD) as owner:
        owner.say(NICKSERV, f"CERT ADD {mine.fingerprint}")
        owner.expect(rf"^:{NICKSERV}!\S+ NOTICE .*{mine.fingerprint}")
    bot.reload(served.settings(irc={"account": ACCOUNT, **irc}))
    bot.wait_for("SASL: logged in by EXTERNAL")
    assert_account(services, ACCOUNT)


def test_nickserv_is_told_the_password_where_it_is_asked_for(
    served: Venue, services: Services
) -> None:
    """One that is wrong lets the bot play without an account."""
    bot = with_account(served, nickserv=NICKSERV, account_password="barley")
    bot.wait_for("SASL: PLAIN failed")
    bot.wait_for(f"{NICKSERV}: Invalid password")
    bot.wait_for("in #pontoon$")
    assert_account(services, "")

    account = {"account": ACCOUNT, "account_password": PASSWORD}
    bot.reload(served.settings(irc={**account, "sasl": "no", "nickserv": NICKSERV}))
    bot.wait_for("in #pontoon$", times=2)
    log = bot.log.partition("Reconnecting for")[2]
    assert f"PRIVMSG {NICKSERV} :IDENTIFY ***" in log
    assert log.index("logged in to services") < log.index("> JOIN")
    assert_account(services, ACCOUNT)
    assert PASSWORD not in log


def test_services_that_come_later_are_logged_in_to(served: Venue, services: Services) -> None:
    """The server offers SASL only while they are there, and tells of anything new (CAP NEW).

    The bot is let in then where only people with accounts are.
    """
    dave = served.guest("dave")
    dave.send(f"MODE {CHANNEL} +R")
    dave.expect(f"MODE {CHANNEL} .*R")
    services.stop()
    bot = with_account(served)
    bot.wait_for(f"cannot join {CHANNEL}: ")
    assert "the server offers no SASL" in bot.log
    services.start(without="saslserv/external")
    bot.wait_for("CAP .* NEW .*sasl=")
    bot.wait_for("SASL: logged in by PLAIN")
    dave.sees_bot("JOIN")
    assert_account(services, ACCOUNT)


def test_services_that_come_later_need_not_be_told_of_by_the_server(
    served: Venue, services: Services
) -> None:
    """They come as they were, so that the server has no news about SASL."""
    services.stop()
    bot = with_account(served, HASTY)
    bot.wait_for("in #pontoon$")
    services.start()
    bot.wait_for("logged in to services as dealer")
    assert_account(services, ACCOUNT)
    assert not re.search("CAP .* NEW .*sasl", bot.log)
    assert PASSWORD not in bot.log

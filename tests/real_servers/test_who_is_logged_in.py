"""Who is logged in, by each of the ways in which a server tells it; services are Atheme's."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon.irc.tracking.accounts import LOGGED_OUT_SECONDS
from tests.real_servers.atheme import Services, identify, order, running_services
from tests.real_servers.puppetry import CHANNEL, Start
from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import Server
from tests.real_servers.venue import open_venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

PUPPET = "Puppet"


@pytest.fixture
def known(services: Services) -> Services:
    """Have the account davy, whose password is sesame."""
    services.register("davy", "sesame")
    return services


@pytest.fixture
def old_fashioned(tmp_path: Path) -> Iterator[Services]:
    """Have it on a server that knows neither account-tag nor account-notify nor extended-join."""
    with running_services(tmp_path, without=("ircv3", "ircv3_accounttag")) as services:
        services.register("davy", "sesame")
        yield services


def answer(person: RawClient, words: str) -> str:
    """Return what the puppet answers to WORDS."""
    person.say(PUPPET, words)
    return str(person.expect(rf"^:{PUPPET}!\S+ PRIVMSG {person.nick} :(.*)$")[1])


def settled(person: RawClient) -> None:
    """Wait until the puppet is in the channel, and has been told who is there."""
    person.expect(rf"^:{PUPPET}!\S+ JOIN")
    answer(person, "me")


def log_out(person: RawClient) -> None:
    """Have PERSON log out."""
    order(person, "LOGOUT")
    person.expect(r"^:\S+ 901 ")


def test_who_is_there_already_is_known_from_who(known: Services, start: Start) -> None:
    with known.person("dave", "davy", "sesame") as dave, RawClient(known.server, "kevin") as kevin:
        dave.join(CHANNEL)
        kevin.join(CHANNEL)
        start(known.server)
        settled(kevin)
        assert answer(kevin, "known dave") == "dave is davy"
        assert answer(kevin, "known kevin") == "kevin is nobody"


def test_logging_in_and_out_is_seen_and_who_comes_is_known(known: Services, start: Start) -> None:
    with known.person("dave", "davy", "sesame") as dave, RawClient(known.server, "kevin") as kevin:
        kevin.join(CHANNEL)
        start(known.server)
        settled(kevin)
        dave.join(CHANNEL)
        kevin.expect("^:dave!.* JOIN")
        assert answer(kevin, "known dave") == "dave is davy"
        log_out(dave)
        assert answer(kevin, "known dave") == "dave is nobody"
        identify(dave, "davy", "sesame")
        dave.send("NICK david")
        kevin.expect("^:dave!.* NICK")
        assert answer(kevin, "known david") == "david is davy"
        identify(kevin, "davy", "sesame")
        assert answer(kevin, "me") == "kevin is davy"


def test_who_is_in_no_channel_is_known_by_what_they_say(known: Services, start: Start) -> None:
    with known.person("dave", "davy", "sesame") as dave, RawClient(known.server, "kevin") as kevin:
        kevin.join(CHANNEL)
        start(known.server)
        settled(kevin)
        assert answer(dave, "me") == "dave is davy"
        assert answer(dave, "known dave") == "dave is nobody knows"
        log_out(dave)
        assert answer(dave, "me") == "dave is nobody"


def test_a_new_host_is_followed(known: Services, start: Start) -> None:
    with RawClient(known.server, "dave") as dave:
        dave.join(CHANNEL)
        start(known.server)
        settled(dave)
        dave.send(f"MODE {dave.nick} -x")
        userhost = dave.expect(r"^:\S+ 396 \S+ (\S+) ")[1]
        assert userhost in answer(dave, "look dave")


def test_where_a_server_is_silent_whois_tells(old_fashioned: Services, start: Start) -> None:
    services = old_fashioned
    with RawClient(services.server, "kevin") as kevin:
        kevin.join(CHANNEL)
        start(services.server)
        settled(kevin)
        with services.person("dave", "davy", "sesame") as dave:
            dave.join(CHANNEL)
            kevin.expect("^:dave!.* JOIN")
            assert answer(kevin, "known dave") == "dave is nobody knows"
            assert answer(kevin, "ask dave") == "dave is davy"
            assert answer(kevin, "known dave") == "dave is davy"
            log_out(dave)
            assert answer(kevin, "ask dave") == "dave is nobody"
            assert answer(kevin, "ask nobody-at-all") == "nobody-at-all is nobody knows"


def test_where_a_server_tells_it_only_with_who_that_is_enough(
    old_fashioned: Services, start: Start
) -> None:
    services = old_fashioned
    with (
        services.person("dave", "davy", "sesame") as dave,
        RawClient(services.server, "kevin") as kevin,
    ):
        dave.join(CHANNEL)
        kevin.join(CHANNEL)
        start(services.server)
        settled(kevin)
        assert answer(kevin, "known dave") == "dave is davy"
        assert answer(dave, "me") == "dave is davy"


def test_on_a_server_without_services_nobody_is_logged_in(ngircd: Server, start: Start) -> None:
    with RawClient(ngircd, "dave") as dave:
        dave.join(CHANNEL)
        start(ngircd)
        settled(dave)
        assert answer(dave, "me") == "dave is nobody knows"
        assert answer(dave, "ask dave") == "dave is nobody"
        assert answer(dave, "ask stranger") == "stranger is nobody knows"


PLAYERS = """<players>
<player><nick>dave</nick><chips>1000</chips><account>davy</account></player>
<player><nick>kevin</nick><chips>1000</chips></player>
</players>
"""


def test_the_bot_waits_for_whois_before_it_hears_somebody(
    old_fashioned: Services, tmp_path: Path
) -> None:
    """Whoever has dave's nick, or gives it to be played with, has to be him."""
    folder = tmp_path / "venue"
    folder.mkdir()
    with open_venue(old_fashioned.server, folder) as venue:
        venue.bot(PLAYERS)
        dave, kevin = venue.crowd("dave", "kevin")
        for answer in (dave.answers_in_channel("!bank +100"), dave.answers("bank +100")):
            assert "900" not in answer[0].text
        assert "1-" not in kevin.answers_in_channel("!pontoon dave kevin")[0].text
        identify(dave, "davy", "sesame")
        # What WHOIS has told is believed for a while.
        deadline = time.monotonic() + 2 * LOGGED_OUT_SECONDS
        while "900" not in dave.answers_in_channel("!bank +100")[0].text:
            assert time.monotonic() < deadline
            dave.arrived(LOGGED_OUT_SECONDS / 5)
        kevin.command("!pontoon kevin dave")
        kevin.told(r"Bet \(1-")

"""Who is logged in, by each of the ways in which a server tells it; services are Atheme's."""

from pathlib import Path

import pytest

from tests.real_servers.atheme import Services, identify, order, running_services
from tests.real_servers.puppetry import CHANNEL, PUPPET, Start
from tests.real_servers.rawclient import RawClient

pytestmark = [pytest.mark.real_server, pytest.mark.slow]


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


def test_who_is_logged_in_is_seen_as_the_server_tells_it(services: Services, start: Start) -> None:
    """Of those who are there by WHO, then as they come, log in and out, and by what they say.

    A new host is followed, too.
    """
    services.register("davy", "sesame")
    with (
        services.person("dave", "davy", "sesame") as dave,
        RawClient(services.server, "kevin") as kevin,
    ):
        dave.join(CHANNEL)
        kevin.join(CHANNEL)
        start(services.server)
        settled(kevin)
        assert answer(kevin, "known dave") == "dave is davy"
        assert answer(kevin, "known kevin") == "kevin is nobody"

        dave.send(f"PART {CHANNEL}")
        kevin.expect("^:dave!.* PART")
        assert answer(dave, "me") == "dave is davy"
        assert answer(dave, "known dave") == "dave is nobody knows"
        log_out(dave)
        assert answer(dave, "me") == "dave is nobody"
        identify(dave, "davy", "sesame")
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

        kevin.send("MODE kevin -x")
        userhost = kevin.expect(r"^:\S+ 396 \S+ (\S+) ")[1]
        assert userhost in answer(kevin, "look kevin")


def test_where_a_server_is_silent_who_and_whois_tell(tmp_path: Path, start: Start) -> None:
    """It knows neither account-tag nor account-notify nor extended-join."""
    with running_services(tmp_path, without=("ircv3", "ircv3_accounttag")) as services:
        services.register("davy", "sesame")
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
            dave.send(f"PART {CHANNEL}")
            dave.join(CHANNEL)
            kevin.expect("^:dave!.* JOIN")
            assert answer(kevin, "known dave") == "dave is nobody knows"
            assert answer(kevin, "ask dave") == "dave is davy"
            assert answer(kevin, "known dave") == "dave is davy"
            log_out(dave)
            assert answer(kevin, "ask dave") == "dave is nobody"
            assert answer(kevin, "ask nobody-at-all") == "nobody-at-all is nobody knows"

"""The client on a real ngircd: in a program of its own, watched by people on sockets."""

from collections.abc import Iterator

import pytest

from tests.real_servers.puppetry import CHANNEL, PUPPET, Start
from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import Server

pytestmark = pytest.mark.real_server


@pytest.fixture
def dave(ngircd: Server) -> Iterator[RawClient]:
    """Have dave in the channel, its first and so its operator."""
    with RawClient(ngircd, "dave") as person:
        person.join(CHANNEL)
        yield person


def seen_joining(person: RawClient) -> str:
    """Return the user@host with which the puppet enters the channel before PERSON's eyes."""
    return str(person.expect(rf"^:{PUPPET}!(\S+) JOIN :?{CHANNEL}")[1])


def ask(person: RawClient, about: str) -> str:
    """Return what the puppet knows of who is called ABOUT."""
    person.say(PUPPET, f"look {about}")
    return str(person.expect(rf"^:{PUPPET}!\S+ PRIVMSG {person.nick} :{about} (.*)$")[1])


def test_what_is_said_arrives_whatever_is_in_it(
    ngircd: Server, dave: RawClient, start: Start
) -> None:
    """400 suits are cut between characters: as many as fit, and the server neither cuts nor minds.

    Bytes that are not UTF-8 do not drop the client: in chat, in private, in a topic, before
    entering and afterwards, and in a quit message. It says goodbye, and its program ends.
    """
    dave.send(f"TOPIC {CHANNEL} :caf\xe9".encode("latin-1"))
    puppet = start(ngircd)
    userhost = seen_joining(dave)
    for target, mark in ((CHANNEL, "♢ "), ("dave", "")):
        dave.say(PUPPET, f"suits {target} 400")
        prefix = f":{PUPPET}!{userhost} PRIVMSG {target} :{mark}"
        text = dave.expect(rf"^{prefix}(.*)$")[1]
        assert set(text) == {"♠"}
        assert len(dave.raw[-1]) + len(b"\r\n") in range(510, 513)
    dave.send(f"PRIVMSG {CHANNEL} :caf\xe9".encode("latin-1"))
    dave.send(f"PRIVMSG {PUPPET} :caf\xe9 \xff".encode("latin-1"))
    dave.send(f"TOPIC {CHANNEL} :\xfcber".encode("latin-1"))
    with RawClient(ngircd, "kevin") as kevin:
        kevin.join(CHANNEL)
        kevin.send("QUIT :\xe0 bient\xf4t".encode("latin-1"))
        dave.expect("^:kevin!.* QUIT ")
    assert ask(dave, "kevin") == "is not here"
    dave.say(PUPPET, "quit Goodbye")
    dave.expect(f'^:{PUPPET}!.* QUIT :"?Goodbye')
    assert puppet.process.wait(timeout=3) == 0


def test_who_is_there_is_known_as_the_server_tells_it(
    ngircd: Server, dave: RawClient, start: Start
) -> None:
    """By WHO the prefix that messages carry, by MODE the ranks, by WHOIS who has an account.

    Dave, of whom only WHO has told so far, is recognised when he speaks or comes back.
    """
    puppet = start(ngircd)
    seen_joining(dave)
    with RawClient(ngircd, "kevin") as kevin:
        kevin.join(CHANNEL)
        # Once it has answered anything, the reply to its WHO is before all that comes later.
        ask(kevin, "nobody")
        known = ask(kevin, "dave")
        assert ":dave!" not in puppet.output.read_text(encoding="utf-8")
        dave.say("kevin", "hello")
        prefix = kevin.expect(r"^:dave!(\S+) PRIVMSG kevin ")[1]
        assert known == f"{prefix} o"
        dave.send(f"MODE {CHANNEL} +vo-o kevin kevin dave")
        kevin.expect(f"^:dave!.* MODE {CHANNEL} ")
        assert ask(kevin, "kevin").endswith(" ov")
        assert ask(kevin, "dave").endswith(" nothing")
    for words, account in (
        ("me", "dave is nobody knows"),
        ("ask dave", "dave is nobody"),
        ("ask stranger", "stranger is nobody knows"),
    ):
        dave.say(PUPPET, words)
        dave.expect(f"^:{PUPPET}!.* PRIVMSG dave :{account}$")

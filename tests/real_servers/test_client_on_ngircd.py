"""The client on a real ngircd: in a program of its own, watched by people on sockets."""

from collections.abc import Iterator

import pytest

from tests.real_servers.puppetry import CHANNEL, Start
from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import Server

pytestmark = pytest.mark.real_server


@pytest.fixture
def dave(ngircd: Server) -> Iterator[RawClient]:
    """Have dave in the channel, its first and so its operator."""
    with RawClient(ngircd, "dave") as person:
        person.join(CHANNEL)
        yield person


def seen_joining(person: RawClient, nick: str) -> str:
    """Return the user@host with which NICK enters the channel before PERSON's eyes."""
    return str(person.expect(rf"^:{nick}!(\S+) JOIN :?{CHANNEL}")[1])


def ask(person: RawClient, puppet: str, about: str) -> str:
    """Return what PUPPET knows of who is called ABOUT."""
    person.say(puppet, f"look {about}")
    return str(person.expect(rf"^:{puppet}!\S+ PRIVMSG {person.nick} :{about} (.*)$")[1])


def test_four_hundred_suits_arrive_cut_between_characters(
    ngircd: Server, dave: RawClient, start: Start
) -> None:
    """In the channel and in private: as many as fit, and the server neither cuts nor minds."""
    start(ngircd)
    userhost = seen_joining(dave, "Puppet")
    for target in (CHANNEL, "dave"):
        dave.say("Puppet", f"suits {target} 400")
        prefix = f":Puppet!{userhost} PRIVMSG {target} :"
        text = dave.expect(rf"^{prefix}(.*)$")[1]
        assert set(text) == {"♠"}
        assert len(dave.raw[-1]) + len(b"\r\n") in range(510, 513)
    assert ask(dave, "Puppet", "nobody") == "is not here"


def test_bytes_that_are_not_utf8_do_not_drop_it(
    ngircd: Server, dave: RawClient, start: Start
) -> None:
    """In chat, in private, in a topic, before entering and afterwards, and in a quit message."""
    dave.send(f"TOPIC {CHANNEL} :caf\xe9".encode("latin-1"))
    start(ngircd)
    seen_joining(dave, "Puppet")
    dave.send(f"PRIVMSG {CHANNEL} :caf\xe9".encode("latin-1"))
    dave.send("PRIVMSG Puppet :caf\xe9 \xff".encode("latin-1"))
    dave.send(f"TOPIC {CHANNEL} :\xfcber".encode("latin-1"))
    with RawClient(ngircd, "kevin") as kevin:
        kevin.join(CHANNEL)
        kevin.send("QUIT :\xe0 bient\xf4t".encode("latin-1"))
        dave.expect("^:kevin!.* QUIT ")
    assert ask(dave, "Puppet", "kevin") == "is not here"


def test_a_nick_too_long_for_the_server_is_shortened(
    ngircd_short_nicks: Server, start: Start
) -> None:
    with RawClient(ngircd_short_nicks, "dave") as dave:
        dave.join(CHANNEL)
        start(ngircd_short_nicks, "PontoonBot")
        seen_joining(dave, "PontoonBo")
        # It takes the cut nick for its own: a message to it is one to the bot.
        assert ask(dave, "PontoonBo", "nobody") == "is not here"


def test_a_nick_too_long_whose_short_form_is_in_use_is_replaced(
    ngircd_short_nicks: Server, start: Start
) -> None:
    with RawClient(ngircd_short_nicks, "PontoonBo") as rival:
        rival.join(CHANNEL)
        start(ngircd_short_nicks, "PontoonBot")
        seen_joining(rival, "PontoonB_")


def test_a_nick_in_use_is_followed_by_another(
    ngircd: Server, dave: RawClient, start: Start
) -> None:
    start(ngircd, "Dave")
    seen_joining(dave, "Dave_")


def test_who_tells_the_prefix_that_messages_carry(
    ngircd: Server, dave: RawClient, start: Start
) -> None:
    """Dave, of whom only WHO has told so far, is recognised when he speaks or comes back."""
    puppet = start(ngircd)
    seen_joining(dave, "Puppet")
    with RawClient(ngircd, "kevin") as kevin:
        kevin.join(CHANNEL)
        # Once it has answered anything, the reply to its WHO is before all that comes later.
        ask(kevin, "Puppet", "nobody")
        known = ask(kevin, "Puppet", "dave")
        assert ":dave!" not in puppet.output.read_text(encoding="utf-8")
        dave.say("kevin", "hello")
        prefix = kevin.expect(r"^:dave!(\S+) PRIVMSG kevin ")[1]
        assert known == f"{prefix} o"


def test_operators_are_followed(ngircd: Server, dave: RawClient, start: Start) -> None:
    start(ngircd)
    seen_joining(dave, "Puppet")
    with RawClient(ngircd, "kevin") as kevin:
        kevin.join(CHANNEL)
        dave.send(f"MODE {CHANNEL} +vo-o kevin kevin dave")
        kevin.expect(f"^:dave!.* MODE {CHANNEL} ")
        assert ask(kevin, "Puppet", "kevin").endswith(" ov")
        assert ask(kevin, "Puppet", "dave").endswith(" nothing")


def test_lines_faster_than_the_server_allows_all_arrive_in_order(
    ngircd_default_limits: Server, start: Start
) -> None:
    with RawClient(ngircd_default_limits, "dave") as dave:
        dave.join(CHANNEL)
        start(ngircd_default_limits, lines_per_second=2.0)
        seen_joining(dave, "Puppet")
        dave.say("Puppet", f"count {CHANNEL} 8")
        for number in range(8):
            dave.expect(f"PRIVMSG {CHANNEL} :number {number}$")
            assert not [line for line in dave.lines if " :number " in line]


def test_quit_says_goodbye_and_the_program_ends(
    ngircd: Server, dave: RawClient, start: Start
) -> None:
    puppet = start(ngircd)
    seen_joining(dave, "Puppet")
    dave.say("Puppet", "count dave 100")
    dave.say("Puppet", "quit Goodbye")
    dave.expect('^:Puppet!.* QUIT :"?Goodbye')
    assert puppet.process.wait(timeout=3) == 0

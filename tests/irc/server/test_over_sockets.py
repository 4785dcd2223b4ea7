"""The server inside the bot over real sockets: what each command is answered with."""

import re
import socket
from collections.abc import Iterator

import pytest

from pontoon.irc.server.limits import MOST_CONNECTIONS
from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import HOST
from tests.support.local_server import BOT
from tests.support.open_server import OpenedServer, opened

CHANNEL = "#pontoon"
TIMEOUT_SECONDS = 10.0


@pytest.fixture(scope="module")
def server() -> Iterator[OpenedServer]:
    """Open a server for all tests that leave it as it was."""
    with opened() as running:
        yield running


@pytest.fixture
def own_server() -> Iterator[OpenedServer]:
    """Open a server for one test alone."""
    with opened() as running:
        yield running


@pytest.fixture
def dave(server: OpenedServer) -> Iterator[RawClient]:
    """Have dave in the channel, its first and so its operator."""
    person = RawClient(server, "dave")
    person.join(CHANNEL)
    yield person
    person.leave_server()


@pytest.fixture
def kevin(server: OpenedServer, dave: RawClient) -> Iterator[RawClient]:
    """Have kevin in the channel too."""
    person = RawClient(server, "kevin")
    person.join(CHANNEL)
    dave.catch_up()
    yield person
    person.leave_server()


ANSWERS = [
    ("CAP LS 302", r"CAP kevin LS :$"),
    ("CAP LIST", r"CAP kevin LIST :$"),
    ("CAP REQ :sasl", r"CAP kevin NAK :sasl$"),
    ("CAP X", r"410 kevin X :"),
    ("PING 1234", r"PONG \S+ :1234$"),
    ("PING :a b", r"PONG \S+ :a b$"),
    ("PING", r"409 kevin :"),
    ("PASS x", r"462 kevin :"),
    ("USER a b c d", r"462 kevin :"),
    ("USER a", r"461 kevin USER :"),
    ("NICK", r"431 kevin :"),
    ("NICK 1st", r"432 kevin 1st :"),
    ("NICK Dave", r"433 kevin Dave :"),
    (f"NICK {BOT}", rf"433 kevin {BOT} :"),
    ("NICK Kevin", r"^:kevin!kevin@localhost NICK :Kevin$"),
    ("NONSENSE", r"421 kevin NONSENSE :"),
    ("JOIN", r"461 kevin JOIN :"),
    ("JOIN pontoon", r"403 kevin pontoon :"),
    ("JOIN #new", r"353 kevin = #new :@kevin$"),
    ("JOIN #new", r"366 kevin #new :"),
    ("JOIN #one,#two", r"366 kevin #two :"),
    ("JOIN #" + "x" * 200, r"403 kevin #x+ :"),
    ("PART #none", r"403 kevin #none :"),
    ("PART #pontoon :bye", r"^:kevin!kevin@localhost PART #pontoon :bye$"),
    ("NAMES #PONTOON", r"353 kevin = #pontoon :@dave kevin$"),
    ("NAMES #none", r"366 kevin #none :"),
    ("LIST", r"322 kevin #pontoon 2 :$"),
    ("LIST", r"323 kevin :"),
    ("TOPIC #pontoon", r"331 kevin #pontoon :"),
    ("TOPIC #pontoon :x", r"482 kevin #pontoon :"),
    ("TOPIC #none", r"403 kevin #none :"),
    ("MODE #pontoon", r"324 kevin #pontoon :\+nt$"),
    ("MODE #pontoon", r"329 kevin #pontoon :\d+$"),
    ("MODE #pontoon b", r"368 kevin #pontoon :"),
    ("MODE #pontoon +k x", r"482 kevin #pontoon :"),
    ("INVITE dave #pontoon", r"443 kevin dave #pontoon :"),
    ("INVITE nobody #pontoon", r"401 kevin nobody :"),
    ("INVITE dave #none", r"403 kevin #none :"),
    ("INVITE dave", r"461 kevin INVITE :"),
    ("VERSION", r"351 kevin pontoonbot-\S+ \S+ :"),
    ("VERSION", r"005 kevin .*CHANMODES=b,k,l,imnt "),
    ("TIME", r"391 kevin \S+ :\w+ \d\d \w+ \d{4}, "),
    ("TIME irc.example", r"402 kevin irc.example :"),
    ("MODE #pontoon -t", r"482 kevin #pontoon :"),
    ("MODE kevin +i", r"MODE kevin :\+i$"),
    ("MODE kevin", r"221 kevin :\+$"),
    ("MODE kevin +x", r"501 kevin :"),
    ("MODE dave +i", r"502 kevin dave :"),
    ("KICK #pontoon dave", r"482 kevin #pontoon :"),
    ("KICK #pontoon", r"461 kevin KICK :"),
    ("PRIVMSG", r"411 kevin :"),
    ("PRIVMSG dave", r"412 kevin :"),
    ("PRIVMSG nobody :x", r"401 kevin nobody :"),
    ("PRIVMSG #none :x", r"403 kevin #none :"),
    ("PRIVMSG a,b,c,d,e :x", r"407 kevin e :"),
    ("AWAY :lunch", r"306 kevin :"),
    ("AWAY", r"305 kevin :"),
    ("WHO #pontoon", r"352 kevin #pontoon dave localhost \S+ dave H@ :0 dave$"),
    ("WHO #pontoon", r"315 kevin #pontoon :"),
    ("WHO dave", r"352 kevin \* dave localhost \S+ dave H :0 dave$"),
    ("WHOIS dave", r"311 kevin dave dave localhost \* :dave$"),
    ("WHOIS dave", r"319 kevin dave :@#pontoon$"),
    ("WHOIS dave", r"312 kevin dave \S+ :"),
    ("WHOIS dave dave", r"317 kevin dave \d+ \d{10,} :"),
    ("WHOIS dave", r"318 kevin dave :"),
    ("WHOIS nobody", r"401 kevin nobody :"),
    ("WHOWAS nobody", r"406 kevin nobody :"),
    ("ISON dave nobody KEVIN", r"303 kevin :dave kevin$"),
    ("USERHOST dave", r"302 kevin :dave=\+dave@localhost$"),
    ("LUSERS", r"251 kevin :There are 2 users"),
    ("MOTD", r"372 kevin :- Good evening$"),
    ("x" * 600, r"417 kevin :"),
]


@pytest.mark.parametrize(("line", "answer"), ANSWERS)
def test_answers(kevin: RawClient, line: str, answer: str) -> None:
    kevin.send(line)
    assert any(re.search(answer, each) for each in kevin.catch_up()), kevin.lines
    assert all(len(raw) <= 510 for raw in kevin.raw)


SILENCES = [
    "",
    ":",
    "PONG x",
    "NOTICE nobody :x",
    "TAGMSG dave",
    "CAP END",
    "NICK kevin",
    "JOIN #pontoon",
]


@pytest.mark.parametrize("line", SILENCES)
def test_silences(kevin: RawClient, line: str) -> None:
    kevin.send(line)
    assert kevin.catch_up() == []


SEEN = [
    ("NICK kev", r"^:kevin!kevin@localhost NICK :kev$"),
    ("PRIVMSG #pontoon :a ♠", r"^:kevin!kevin@localhost PRIVMSG #pontoon :a ♠$"),
    ("PRIVMSG dave :b", r"^:kevin!kevin@localhost PRIVMSG dave :b$"),
    ("NOTICE dave,#pontoon :c", r"^:kevin!kevin@localhost NOTICE #pontoon :c$"),
    ("PART #pontoon", r"^:kevin!kevin@localhost PART #pontoon$"),
    ("JOIN 0", r"^:kevin!kevin@localhost PART #pontoon$"),
]


@pytest.mark.parametrize(("line", "seen"), SEEN)
def test_what_others_see(dave: RawClient, kevin: RawClient, line: str, seen: str) -> None:
    kevin.send(line)
    kevin.catch_up()
    assert len([each for each in dave.catch_up() if re.search(seen, each)]) == 1


def test_an_operator_rules_the_channel(dave: RawClient, kevin: RawClient) -> None:
    dave.send("TOPIC #pontoon :Tonight ♥")
    kevin.expect(r"^:dave!dave@localhost TOPIC #pontoon :Tonight ♥$")
    dave.send("MODE #pontoon +mv kevin")
    kevin.expect(r"^:dave!dave@localhost MODE #pontoon \+mv kevin$")
    dave.send("KICK #pontoon kevin :enough")
    kevin.expect(r"^:dave!dave@localhost KICK #pontoon kevin :enough$")
    kevin.say(CHANNEL, "let me in")
    kevin.expect(r" 404 kevin #pontoon :")
    dave.send("MODE #pontoon +bk *!kevin@* sesame")
    dave.catch_up()
    kevin.send("JOIN #pontoon sesame")
    kevin.expect(r" 474 kevin #pontoon :")
    dave.send("MODE #pontoon -b *!kevin@*")
    dave.catch_up()
    kevin.send("JOIN #pontoon")
    kevin.expect(r" 475 kevin #pontoon :")
    dave.send("INVITE kevin #pontoon")
    dave.expect(r" 341 dave kevin :#pontoon$")
    kevin.expect(r"^:dave!dave@localhost INVITE kevin :#pontoon$")
    kevin.join(CHANNEL)
    assert any(" 332 kevin #pontoon :Tonight ♥" in line for line in kevin.lines)


def test_a_quit_is_seen_with_its_message(dave: RawClient, server: OpenedServer) -> None:
    bob = RawClient(server, "bob")
    bob.join(CHANNEL)
    bob.leave_server("good night ♥")
    assert bob.log[-1] == "ERROR :Closing link: localhost (Quit: good night ♥)"
    dave.expect(r"^:bob!bob@localhost QUIT :Quit: good night ♥$")


def test_a_broken_connection_is_seen_as_a_quit(dave: RawClient, server: OpenedServer) -> None:
    bob = RawClient(server, "bob")
    bob.join(CHANNEL)
    bob.close()
    dave.expect(r"^:bob!bob@localhost QUIT :Connection closed$")


def test_bytes_that_are_not_utf_8_pass_through(dave: RawClient, kevin: RawClient) -> None:
    kevin.send(b"PRIVMSG dave :caf\xe9")
    kevin.catch_up()
    dave.catch_up()
    assert b":kevin!kevin@localhost PRIVMSG dave :caf\xe9" in dave.raw


def test_a_registration_in_any_order(server: OpenedServer) -> None:
    """As irssi and weechat send it: CAP LS, NICK, USER, then CAP END."""
    with socket.create_connection((server.host, server.port), TIMEOUT_SECONDS) as bob:
        bob.sendall(b"CAP LS 302\r\nUSER bob 0 * :Bob\r\nJOIN #x\r\nNICK dave!\r\nNICK bob\r\n")
        bob.sendall(b"CAP END\r\nQUIT\r\n")
        received = bob.makefile("rb").read().decode().splitlines()
    numbers = [line.split()[1] for line in received]
    assert numbers[:4] == ["CAP", "451", "432", "001"]


def test_the_house_is_no_operator_and_may_flood(server: OpenedServer) -> None:
    bot = RawClient(server, BOT, password=server.token)
    bot.send("JOIN #mine")
    bot.expect(rf" 353 \S+ = #mine :{BOT}$")
    bot.send("\r\n".join(f"PING {number}" for number in range(5000)))
    bot.expect(r"PONG \S+ :4999$")
    bot.leave_server()


# Limits


def test_only_this_machine_is_listened_to(server: OpenedServer) -> None:
    """127.0.0.2 is the same machine by another address; it stands for all others."""
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.2", server.port)) != 0
    with socket.socket() as probe:
        assert probe.connect_ex((HOST, server.port)) == 0


def test_a_connection_too_many_is_turned_away(own_server: OpenedServer) -> None:
    bot = RawClient(own_server, BOT, password=own_server.token)
    people = [RawClient(own_server, f"p{number}") for number in range(MOST_CONNECTIONS)]
    with socket.create_connection((own_server.host, own_server.port), TIMEOUT_SECONDS) as other:
        farewell = b"ERROR :Closing link: localhost (Too many connections)\r\n"
        assert other.makefile("rb").read() == farewell
    people.pop().leave_server()
    people.append(RawClient(own_server, "late"))
    for person in (bot, *people):
        person.close()


def test_a_flood_is_put_out_and_seen(dave: RawClient, kevin: RawClient) -> None:
    kevin.send("PRIVMSG dave :x\r\n" * 1000)
    dave.expect(r"^:kevin!kevin@localhost QUIT :Excess Flood$")


def test_whoever_does_not_read_is_cut_off(own_server: OpenedServer) -> None:
    bot = RawClient(own_server, BOT, password=own_server.token)
    bot.join(CHANNEL)
    deaf = RawClient(own_server, "deaf")
    deaf.join(CHANNEL)
    quit_line = r"^:deaf!deaf@localhost QUIT :SendQ exceeded$"
    text = "x" * 450
    for _ in range(200):
        bot.send("\r\n".join([f"PRIVMSG deaf :{text}"] * 100))
        if any(re.search(quit_line, line) for line in bot.catch_up()):
            break
    else:
        pytest.fail("deaf was sent 9 MB")
    assert own_server.log_line() == "server: deaf does not read and was disconnected"
    deaf.close()
    bot.close()


def test_shutting_down_is_told_and_soon_done(own_server: OpenedServer) -> None:
    """Also with somebody who does not read, and somebody who has not registered."""
    bot = RawClient(own_server, BOT, password=own_server.token)
    deaf = RawClient(own_server, "deaf")
    with socket.create_connection((own_server.host, own_server.port), TIMEOUT_SECONDS) as stranger:
        for _ in range(10):
            bot.send("\r\n".join(["PRIVMSG deaf :" + "x" * 450] * 50))
            bot.catch_up()
        own_server.shut_down()
        assert stranger.makefile("rb").read() == (
            b"ERROR :Closing link: localhost (closing time)\r\n"
        )
    bot.expect(r"^ERROR :Closing link: localhost \(closing time\)$")
    deaf.close()
    bot.close()

"""The server inside the bot survives any bytes, floods, and people who do not read or register."""

import errno
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError

from pontoon.irc.server.server import (
    BURST_LINES,
    CLOSING_SECONDS,
    LINES_PER_SECOND,
    MAX_CHANNELS,
    MAX_CONNECTIONS,
    MAX_LINE,
    MAX_UNREAD,
    NICKLEN,
    REGISTRATION_SECONDS,
)
from tests.support.local_server import BOT, Inside, Visitor


def neighbours() -> tuple[Inside, Visitor, Visitor]:
    """Return dave and kevin, both in #a, who have heard nothing yet."""
    inside = Inside()
    dave, kevin = inside.person("dave", "#a"), inside.person("kevin", "#a")
    dave.heard()
    return inside, dave, kevin


# Bytes


def test_a_line_may_come_in_any_pieces_and_without_cr() -> None:
    """A character of several bytes may be split between two reads."""
    _, dave, kevin = neighbours()
    for byte in "PRIVMSG #a :♠♥\n".encode():
        dave.connection.dataReceived(bytes([byte]))
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG #a :♠♥"]


def test_text_that_is_not_utf_8_arrives_as_utf_8() -> None:
    _, dave, kevin = neighbours()
    assert dave.says(b"PRIVMSG #a :caf\xe9 \x81") == []
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG #a :café \ufffd"]


@pytest.mark.parametrize(
    "line", [b"", b" ", b":", b":dave", b"  :x  ", b"\0", b"\rQUIT", b"\0QUIT", b"@a=b", b"@"]
)
def test_what_is_no_message_is_passed_over(line: bytes) -> None:
    _, dave, kevin = neighbours()
    assert dave.says(line) == []
    assert kevin.heard() == []
    assert not dave.is_put_out


@pytest.mark.parametrize("line_break", ["\r", "\n", "\0", "\r\n"])
def test_nobody_can_send_others_a_line_of_their_own(line_break: str) -> None:
    _, dave, kevin = neighbours()
    forged = f"x{line_break}:kevin!k@h PRIVMSG dave :forged"
    dave.says(f"PRIVMSG #a :{forged}", f"NICK d{line_break}x", f"TOPIC #a :{forged}")
    dave.says(f"PART #a :{forged}", f"QUIT :{forged}")
    for line in kevin.raw().removesuffix(b"\r\n").split(b"\r\n"):
        assert not set(line) & set(b"\r\n\0")
        assert not line.startswith(b":kevin")


def test_a_line_too_long_is_not_obeyed_and_the_next_one_is() -> None:
    _, dave, kevin = neighbours()
    text = "PRIVMSG #a :" + "x" * (MAX_LINE - len("PRIVMSG #a :"))
    assert dave.says(text, f"{text}x", "PING b") == [
        "@ 417 dave :Input line was too long",
        "@ PONG pontoon.localhost :b",
    ]
    assert len(kevin.heard()) == 1


def test_a_line_without_end_is_the_end() -> None:
    _, dave, kevin = neighbours()
    for _ in range(3):
        dave.connection.dataReceived(b"x" * 8192)
    assert dave.heard() == ["ERROR :Closing link: localhost (Input line was too long)"]
    assert kevin.heard() == [":dave!dave@localhost QUIT :Input line was too long"]


def test_what_is_too_long_with_the_senders_name_is_cut_between_characters() -> None:
    inside = Inside()
    kevin, dave = inside.person("k" * 30), inside.person("d" * 30)
    kevin.heard()
    dave.says(f"PRIVMSG {'k' * 30} :" + "♠" * 155)
    [line] = kevin.heard()
    assert line.endswith("♠")
    assert MAX_LINE - 2 <= len(line.encode()) <= MAX_LINE
    [line] = dave.says("QUIT :" + "♠" * 160)
    assert MAX_LINE - 2 <= len(line.encode()) <= MAX_LINE


def test_names_take_as_many_lines_as_they_need() -> None:
    inside = Inside()
    channel = "#" + "♠" * 66  # 199 bytes
    nicks = [f"{'nn-' * 20}nn{number}" for number in range(10, 10 + MAX_CONNECTIONS)]
    assert {len(nick) for nick in nicks} == {NICKLEN}
    people = [inside.person(nick, channel) for nick in nicks]
    *lines, _ = people[0].says(f"NAMES {channel}")
    assert max(len(line.encode()) for line in lines) <= MAX_LINE - len("pontoon.localhost")
    assert " ".join(line.partition(" :")[2] for line in lines).split() == [
        "@" + nicks[0],
        *nicks[1:],
    ]


def test_names_are_bounded() -> None:
    dave = Inside().person("dave")
    assert dave.says(f"JOIN #{'♠' * 66}xx")[0].split()[1] == "403"
    assert dave.says(f"JOIN #{'♠' * 66}x")[0].split()[1] == "JOIN"
    assert dave.says(f"NICK {'d' * (NICKLEN + 1)}")[0].split()[1] == "432"
    assert dave.says(f"NICK {'d' * NICKLEN}")[0].split()[1] == "NICK"


# Too much


def test_a_person_is_in_a_few_channels_and_the_bot_in_any_number() -> None:
    inside = Inside()
    dave, bot = inside.person("dave"), inside.bot()
    names = ",".join(f"#{number}" for number in range(MAX_CHANNELS + 1))
    assert dave.says(f"JOIN {names}")[-1] == (
        f"@ 405 dave #{MAX_CHANNELS} :You have joined too many channels"
    )
    assert len(dave.connection.channels) == MAX_CHANNELS
    bot.says(f"JOIN {names}")
    assert len(bot.connection.channels) == MAX_CHANNELS + 1


@pytest.mark.parametrize("line", [b"PING x", b""], ids=["lines", "blank lines"])
def test_a_flood_puts_its_sender_out_and_what_follows_is_not_obeyed(line: bytes) -> None:
    inside, dave, kevin = neighbours()
    lines = [line] * BURST_LINES
    sent = dave.says(b"\r\n".join([*lines, b"PRIVMSG #a :hi"]))
    dave.says("PRIVMSG #a :hi")
    assert sent[-1] == "ERROR :Closing link: localhost (Excess Flood)"
    assert kevin.heard() == [":dave!dave@localhost QUIT :Excess Flood"]
    assert inside.logged == ["server: dave was disconnected: Excess Flood"]


def test_a_lively_talker_is_no_flood_and_the_bot_talks_as_fast_as_it_likes() -> None:
    inside, dave, _ = neighbours()
    bot = inside.bot("#a")
    bot.says(*["PRIVMSG #a :x"] * BURST_LINES * 10)
    for _ in range(100):
        inside.reactor.advance(1)
        dave.says(*["PING x"] * int(LINES_PER_SECOND))
    assert not dave.is_put_out
    assert not bot.is_put_out


def test_whoever_does_not_read_is_cut_off_and_the_others_hear_everything() -> None:
    inside, dave, kevin = neighbours()
    bot = inside.bot("#a")
    kevin.heard()
    dave.connection.pauseProducing()
    number = MAX_UNREAD // 400
    bot.says(*[f"PRIVMSG #a :{'x' * 400}"] * number)
    assert len(dave.raw()) <= MAX_UNREAD + 512
    assert [line.split()[1] for line in kevin.heard()].count("PRIVMSG") == number
    assert inside.logged == ["server: dave was disconnected: SendQ exceeded"]
    assert not dave.socket.aborted
    inside.reactor.advance(CLOSING_SECONDS)
    assert dave.socket.aborted


def test_many_who_do_not_read_go_at_once() -> None:
    """Who hears that one has gone may be the next to go."""
    inside = Inside()
    people = [inside.person(f"p{number}", "#a") for number in range(MAX_CONNECTIONS - 1)]
    for each in people:
        each.connection.pauseProducing()
    bot = inside.bot("#a")
    bot.says(*[f"PRIVMSG #a :{'x' * 400}"] * (MAX_UNREAD // 400))
    assert all(each.is_put_out for each in people)
    assert bot.says("NAMES #a")[0] == f"@ 353 {BOT} = #a :@{BOT}"


@pytest.mark.parametrize("line", ["NICK k", "PART #a", "JOIN #b", "TOPIC #a :x", "QUIT"])
def test_whoever_is_cut_off_by_what_they_do_is_gone(line: str) -> None:
    """Nothing of them stays behind, whatever they were about to do."""
    inside, dave, kevin = neighbours()
    dave.connection.pauseProducing()
    dave.connection._unread = MAX_UNREAD
    dave.says(line)
    assert dave.is_put_out
    assert {*inside.server.network.nicks.values()} == {kevin.connection}
    assert [*inside.server.network.channels] == ["#a"]
    assert kevin.says("NAMES #a")[0] == "@ 353 kevin = #a :kevin"


def test_whoever_reads_on_is_sent_any_amount() -> None:
    inside, dave, kevin = neighbours()
    bot = inside.bot("#a")
    for _ in range(4):
        dave.connection.pauseProducing()
        bot.says(*[f"PRIVMSG #a :{'x' * 400}"] * (MAX_UNREAD // 800))
        dave.connection.resumeProducing()
    bot.says(*[f"PRIVMSG #a :{'x' * 400}"] * (MAX_UNREAD // 200))
    assert not dave.is_put_out
    assert not kevin.is_put_out


def test_the_bot_is_not_cut_off_for_what_people_send() -> None:
    """It reads as soon as the reactor comes round; how much they send is limited."""
    inside = Inside()
    bot, dave = inside.bot(), inside.person("dave")
    bot.connection.pauseProducing()
    for _ in range(MAX_UNREAD // 200):
        inside.reactor.advance(1)
        dave.says(f"PRIVMSG {BOT} :{'x' * 400}")
    assert not bot.is_put_out


def test_there_are_only_so_many_connections() -> None:
    inside = Inside()
    people = [inside.stranger() for _ in range(MAX_CONNECTIONS)]
    build: Any = inside.server.buildProtocol
    assert build(None) is None
    people[0].lose()
    assert build(None) is not None


def test_whoever_does_not_register_is_sent_away() -> None:
    inside = Inside()
    stranger, dave = inside.stranger(), inside.person("dave")
    stranger.says("NICK kevin")
    inside.reactor.advance(REGISTRATION_SECONDS - 0.1)
    assert not stranger.is_put_out
    inside.reactor.advance(0.1)
    assert stranger.heard() == ["ERROR :Closing link: localhost (Registration timed out)"]
    assert inside.person("kevin")
    assert not dave.is_put_out


# The end


def test_a_connection_that_is_lost_is_a_quit() -> None:
    inside, dave, kevin = neighbours()
    dave.lose()
    assert kevin.heard() == [":dave!dave@localhost QUIT :Connection closed"]
    assert inside.reactor.getDelayedCalls() == []


def test_whoever_has_quit_does_nothing_more_and_is_soon_cut_off() -> None:
    """Lines may come while what was said to somebody still waits to be read."""
    inside, dave, kevin = neighbours()
    dave.says("QUIT :bye\r\nPRIVMSG #a :still here", "JOIN #a")
    assert kevin.heard() == [":dave!dave@localhost QUIT :Quit: bye"]
    assert dave.socket.producer is None  # or Twisted would wait for it
    inside.reactor.advance(CLOSING_SECONDS)
    assert dave.socket.aborted
    dave.lose()
    assert kevin.heard() == []
    assert inside.reactor.getDelayedCalls() == []


def test_stopping_is_said_to_all_and_waits_until_they_are_gone_and_the_port_is_free() -> None:
    inside = Inside()
    port_closed: Deferred[None] = Deferred()
    inside.reactor.listenTCP = lambda *_, **__: MemoryPort(port_closed)
    inside.server.start()
    visitors = [inside.person("dave"), inside.stranger()]
    visitors[0].heard()
    stopped: list[None] = []
    inside.server.stop("closing time").addCallback(stopped.append)
    for each in visitors:
        assert each.heard() == ["ERROR :Closing link: localhost (closing time)"]
        each.lose()
    assert stopped == []
    port_closed.callback(None)
    assert stopped == [None]
    assert inside.reactor.getDelayedCalls() == []


def test_stopping_does_not_wait_for_whoever_does_not_go() -> None:
    inside = Inside()
    inside.server.start()
    stranger = inside.stranger()
    inside.server.stop("closing time")
    inside.reactor.advance(CLOSING_SECONDS)
    assert stranger.socket.aborted


class MemoryPort:
    """A port that is closed when CLOSED fires."""

    def __init__(self, closed: Deferred[None]) -> None:
        self.closed = closed

    def stopListening(self) -> Deferred[None]:  # noqa: N802 -- Twisted's name
        """Begin to close it."""
        return self.closed


# The beginning


def test_it_listens_on_the_loopback_address_alone() -> None:
    inside = Inside()
    inside.server.start()
    [(port, _, _, interface)] = inside.reactor.tcpServers
    assert (port, interface) == (6667, "127.0.0.1")
    assert inside.logged == ["server: listening on 127.0.0.1:6667"]


def test_a_port_that_cannot_be_had_is_an_error_of_the_system() -> None:
    def refuse(*_: object, **__: object) -> None:
        error: Any = CannotListenError
        raise error("127.0.0.1", 6667, OSError(errno.EADDRINUSE, "Address already in use"))

    inside = Inside()
    inside.reactor.listenTCP = refuse
    with pytest.raises(OSError, match="Address already in use"):
        inside.server.start()


def test_each_server_has_a_token_of_its_own() -> None:
    assert Inside().server.token != Inside().server.token
    assert len(Inside().server.token) >= 32

"""Whatever a server sends, the connection stays and the sense is kept."""

from unittest.mock import patch

import pytest

from pontoon.irc.client import Client
from pontoon.irc.people import Person
from tests.support.client_rig import Rig, joined, person, say

DAVE = person("dave!d@dave.example")
REGISTERED = ["registered as Bot"]
"""What is in the log of a client that has entered a channel."""

MAX_LENGTH = Client.MAX_LENGTH


def test_a_line_with_message_tags_is_understood() -> None:
    """The base class takes the tags for the command and drops the line."""
    rig = joined()
    rig.receive("@time=2024-01-01T00:00:00Z :dave!d@dave.example PRIVMSG #pontoon :!pontoon")
    assert rig.ears.of("spoken") == [("#pontoon", DAVE, "!pontoon")]


def test_a_ping_with_message_tags_is_answered() -> None:
    rig = joined()
    rig.receive("@time=2024-01-01T00:00:00Z PING :a b")
    assert rig.sent() == ["PONG :a b"]


def test_a_byte_that_is_not_utf8_drops_neither_connection_nor_line() -> None:
    """In anybody's chat or in a topic it costs the base class the connection."""
    for line in [
        b":dave!d@dave.example PRIVMSG #pontoon :caf\xe9",
        b":dave!d@dave.example PRIVMSG Bot :\xff\xfe\x81",
        b":srv 332 Bot #pontoon :caf\xe9",
        b":dave!d@dave.example TOPIC #pontoon :caf\xe9",
        b":kevin!k@k PART #pontoon :caf\xe9",
        b":kevin!k@k QUIT :caf\xe9",
        b"@t=\xe9 :srv NOTICE Bot :caf\xe9",
        b":\xe9!d@h JOIN #pontoon",
        b":kevin!k@h NICK \xe9\xff",
        b":kevin!\xe9@\xff NICK kev",
        b":dave!d@h KICK #pontoon kevin :\xff",
        b":dave!d@h MODE #pontoon +o \xff",
        b":srv 353 Bot = #pontoon :\xff @\xe9",
        b":srv 352 Bot #pontoon \xff \xff \xff kevin \xff :\xff",
    ]:
        rig = joined()
        rig.client.dataReceived(line + b"\r\nPING :still here\r\n")
        assert rig.sent() == ["PONG :still here"]
        assert not rig.transport.disconnecting
        assert rig.logged == REGISTERED


def test_whoever_hears_what_was_said_in_a_channel_can_tell_that_it_was_no_utf8() -> None:
    rig = joined()
    rig.client.dataReceived(b":dave!d@dave.example PRIVMSG #pontoon :caf\xe9 \xc3\xa9\r\n")
    assert rig.ears.of("spoken") == [("#pontoon", DAVE, "caf\udce9 é")]


def test_latin_1_in_private_is_read() -> None:
    rig = joined()
    rig.client.dataReceived(b":dave!d@dave.example PRIVMSG Bot :caf\xe9\r\n")
    assert rig.ears.of("told") == [(DAVE, "café")]


def fed(*chunks: bytes) -> tuple[list[bytes], list[str]]:
    """Return the lines that a client makes of CHUNKS, and what it logs."""
    rig = Rig()
    lines: list[bytes] = []
    with patch.object(rig.client, "lineReceived", lines.append):
        for chunk in chunks:
            rig.client.dataReceived(chunk)
    return [line.rstrip(b"\r") for line in lines], rig.logged


def test_lines_end_at_crlf_or_a_bare_lf() -> None:
    assert fed(b"one\r\ntwo\nthree") == ([b"one", b"two"], [])


def test_a_line_may_come_in_any_pieces() -> None:
    """A character of several bytes may be split between two reads."""
    whole = "PRIVMSG #c :♠\r\n".encode()
    lines, _ = fed(*(whole[i : i + 1] for i in range(len(whole))))
    assert lines == [whole[:-2]]


def test_a_line_without_an_end_is_dropped_up_to_the_next_end() -> None:
    lines, logged = fed(b"x" * MAX_LENGTH, b"xxxx", b"x" * MAX_LENGTH, b"xx\nPING a\n")
    assert lines == [b"PING a"]
    assert len(logged) == 1


def test_a_long_line_that_comes_at_once_is_dropped_alone() -> None:
    lines, logged = fed(b"PING a\n" + b"x" * (MAX_LENGTH + 1) + b"\nPING b\n")
    assert lines == [b"PING a", b"PING b"]
    assert len(logged) == 1


def test_the_longest_line_allowed_is_kept() -> None:
    lines, logged = fed(b"x" * MAX_LENGTH, b"\n")
    assert lines == [b"x" * MAX_LENGTH]
    assert logged == []


def test_nothing_is_kept_of_a_line_being_dropped() -> None:
    """A server that never ends its line costs no memory."""
    rig = Rig()
    for _ in range(100):
        rig.client.dataReceived(b"x" * MAX_LENGTH)
    assert len(rig.client._buffer) <= MAX_LENGTH


def test_the_longest_tags_and_text_arrive_together() -> None:
    tags, text = f"@account=dave;x={'y' * 8174}", f":dave!d@h PRIVMSG #c :{'z' * 488}"
    lines, logged = fed(f"{tags} {text}\r\n".encode())
    assert (len(tags) + 1, len(text) + 2) == (8191, 512)
    assert len(lines) == 1
    assert logged == []


def test_a_blank_or_malformed_line_is_dropped() -> None:
    """In the base class it raises out of dataReceived."""
    for line in [b"", b"\r", b" ", b":x", b":", b"@", b"@a=b", b":x :y", b"\0"]:
        rig = joined()
        rig.ears.heard.clear()
        rig.client.dataReceived(line + b"\r\nPING :still here\r\n")
        assert rig.sent() == ["PONG :still here"]
        assert rig.ears.heard == []


def test_a_malformed_line_is_logged_and_a_blank_one_is_not() -> None:
    rig = joined()
    rig.logged.clear()
    rig.receive("", ":x")
    assert rig.logged == ["a malformed line was dropped: :x"]


def test_a_line_without_end_does_not_drop_the_connection() -> None:
    """The base class closes it."""
    rig = joined()
    rig.client.dataReceived(b"x" * 100_000)
    rig.client.dataReceived(b"x" * 100_000 + b"\r\nPING :still here\r\n")
    assert rig.sent() == ["PONG :still here"]
    assert not rig.transport.disconnecting


def test_a_character_split_between_two_reads_is_read() -> None:
    rig = joined()
    whole = ":dave!d@dave.example PRIVMSG #pontoon :A♠\r\n".encode()
    for at in range(len(whole)):
        rig.client.dataReceived(whole[at : at + 1])
    assert rig.ears.of("spoken") == [("#pontoon", DAVE, "A♠")]


def test_low_quoting_is_left_as_it_is() -> None:
    """The base class makes a line break of it, which forges lines in a log."""
    rig = joined()
    rig.receive(":dave!d@dave.example PRIVMSG #pontoon :a\x10nb\x100\x10rc")
    assert rig.ears.of("spoken") == [("#pontoon", DAVE, "a\x10nb\x100\x10rc")]


def test_odd_isupport_tokens_are_harmless() -> None:
    """An empty PREFIX breaks the base class's MODE, -NICKLEN its msg()."""
    for token in [
        "PREFIX=",
        "PREFIX",
        "-PREFIX",
        "-NICKLEN",
        "NICKLEN=",
        "CHANMODES=",
        "CHANMODES",
        "CHANTYPES=",
    ]:
        rig = joined()
        rig.receive(f":srv 005 Bot {token} :are supported", f":srv 005 Bot {token}", ":srv 005 Bot")
        rig.receive(":dave!d@h MODE #pontoon +ovbkl-ovbkl kevin", ":dave!d@h MODE #pontoon +")
        say(rig.client.outbox, "dave", "hello")
        assert rig.sent()[-1] == "PRIVMSG dave :hello"
        assert not [line for line in rig.logged if line.startswith("fault")]


def test_of_what_a_server_supports_only_the_first_lines_are_heeded() -> None:
    """Each has everybody looked at, and with another casemapping players.xml is read again."""
    rig = joined()
    for number in range(1000):
        mapping = ("ascii", "rfc1459")[number % 2]
        rig.receive(f":srv 005 Bot CASEMAPPING={mapping} :are supported")
    assert len(rig.ears.of("casemapping_is")) < 101
    assert rig.ears.of("casemapping_is")[-1] == (rig.client.session.fold,)


def test_a_quit_without_a_message_is_a_quit() -> None:
    """In the base class it is an IndexError, and the person stays for ever."""
    rig = joined()
    rig.receive(":kevin!k@kevin.example QUIT")
    assert rig.ears.of("departed") == [("#pontoon", person("kevin!k@kevin.example"))]


def test_an_empty_notice_is_harmless() -> None:
    rig = joined()
    rig.receive(":dave!d@h NOTICE Bot", ":dave!d@h NOTICE Bot :", ":srv NOTICE")
    assert rig.logged == REGISTERED


@pytest.mark.parametrize("target", ["#pontoon", "Bot"])
@pytest.mark.parametrize(
    "text", ["\x01ACTION waves\x01", "\x01ACTION !pontoon\x01", "\x01", "\x01DCC SEND x\x01"]
)
def test_ctcp_that_is_no_question_is_neither_answered_nor_passed_on(target: str, text: str) -> None:
    rig = joined()
    rig.ears.heard.clear()
    rig.receive(f":dave!d@h PRIVMSG {target} :{text}", f":dave!d@h NOTICE {target} :{text}")
    assert rig.sent() == []
    assert rig.ears.heard == []


def test_notices_are_never_commands() -> None:
    rig = joined()
    rig.ears.heard.clear()
    rig.receive(":dave!d@h NOTICE #pontoon :!pontoon", ":dave!d@h NOTICE Bot :s")
    assert rig.ears.heard == []


def test_servers_services_and_the_bot_itself_are_not_listened_to() -> None:
    for source in ["", ":srv ", ":NickServ ", ":Bot!b@h ", ":BOT!b@h ", ":!b@h "]:
        rig = joined()
        rig.ears.heard.clear()
        rig.receive(f"{source}PRIVMSG #pontoon :!pontoon", f"{source}PRIVMSG Bot :s")
        assert rig.ears.heard == []


def test_private_messages_are_told_with_who_sent_them() -> None:
    rig = joined()
    rig.receive(":dave!d@dave.example PRIVMSG bot :s")
    assert rig.ears.of("told") == [(DAVE, "s")]
    assert rig.ears.of("spoken") == []


def test_a_channel_is_told_as_the_server_spells_it() -> None:
    rig = joined()
    rig.receive(":dave!d@dave.example PRIVMSG #PONTOON :hello")
    assert rig.ears.of("spoken") == [("#pontoon", DAVE, "hello")]


def test_what_is_not_for_the_channel_or_the_bot_is_not_passed_on() -> None:
    for target in ["#elsewhere", "@#pontoon", "$*", "kevin", ""]:
        rig = joined()
        rig.ears.heard.clear()
        rig.receive(f":dave!d@h PRIVMSG {target} :!pontoon")
        assert rig.ears.heard == []


def test_a_message_that_did_not_arrive_is_reported() -> None:
    for numeric in [
        *("401", "403", "404", "407", "408", "413", "414", "415", "439", "477", "486", "492"),
        *("493", "494", "531", "707", "716", "717", "936"),
    ]:
        rig = joined()
        rig.receive(f":srv {numeric} Bot dave :cannot be reached")
        assert rig.ears.of("undeliverable") == [("dave", "cannot be reached")]


def test_a_server_may_say_at_the_end_whom_a_message_did_not_reach() -> None:
    rig = joined()
    why = "Cannot send to user (+b) -- Be registered to private message dave"
    rig.receive(f":srv 486 Bot :{why}")
    assert rig.ears.of("undeliverable") == [("dave", why)]
    assert rig.logged[-1] == f"486 {why}"


@pytest.mark.parametrize("command", ["PRIVMSG", "NOTICE"])
@pytest.mark.parametrize("target", ["dave", "#pontoon"])
def test_a_standard_reply_may_say_that_a_message_did_not_arrive(command: str, target: str) -> None:
    rig = joined()
    rig.receive(f":srv FAIL {command} NEED_LOGIN {target} :You must log in")
    assert rig.ears.of("undeliverable") == [(target, "You must log in")]
    assert rig.logged[-1] == f"FAIL {command} NEED_LOGIN {target}: You must log in"


@pytest.mark.parametrize(
    ("line", "logged"),
    [
        ("FAIL PRIVMSG INVALID_UTF8 :Not UTF-8", ["FAIL PRIVMSG INVALID_UTF8: Not UTF-8"]),
        ("FAIL JOIN NO_ROOM #x :No room", []),
        ("FAIL * NO_ROOM dave :No room", []),
        ("WARN PRIVMSG SLOW dave :Slow", []),
        ("NOTE PRIVMSG SLOW dave :Slow", []),
        ("FAIL PRIVMSG", []),
        ("FAIL PRIVMSG dave", []),
        ("FAIL", []),
    ],
)
def test_other_standard_replies_name_nobody(line: str, logged: list[str]) -> None:
    rig = joined()
    before = len(rig.logged)
    rig.receive(f":srv {line}")
    assert rig.ears.of("undeliverable") == []
    assert rig.logged[before:] == logged


def test_a_censored_word_is_logged_and_not_said_again() -> None:
    rig = joined()
    rig.receive(":srv 936 Bot dave damn :Your message contained a censored word")
    assert rig.ears.of("undeliverable") == [("dave", "Your message contained a censored word")]
    assert rig.logged[-1] == "936 dave: damn Your message contained a censored word"


def test_an_error_without_words_names_nobody() -> None:
    for why in [" ", "   ", "\t "]:
        rig = joined()
        rig.receive(f":srv 404 Bot :{why}")
        assert "fault" not in "".join(rig.logged)
        assert rig.ears.of("undeliverable") == []


def test_an_unknown_error_is_logged_and_not_taken_for_a_message_lost() -> None:
    for numeric in ["400", "410", "421", "451", "461", "482", "599"]:
        rig = joined()
        rig.receive(f":srv {numeric} Bot FROB :Unknown command")
        assert rig.logged[-1] == f"{numeric} FROB: Unknown command"
        assert rig.ears.of("undeliverable") == []


def test_what_is_no_number_of_a_reply_is_passed_over() -> None:
    """The log goes by the first words of its lines: nobody else is to choose them."""
    for command in ["4", "40", "4011", "4XX", "5abc", "٤٠١"]:
        rig = joined()
        rig.receive(f":srv {command} Bot dave :No such nick")
        assert rig.logged == REGISTERED


def test_a_fault_in_the_listener_is_logged_and_costs_nobody_the_connection() -> None:
    rig = joined()
    vars(rig.ears)["said"] = None  # a listener with a fault
    rig.receive(":dave!d@h PRIVMSG Bot :s", "PING :still here")
    assert rig.sent() == ["PONG :still here"]
    assert rig.logged[-1].startswith("fault at PRIVMSG Bot s: TypeError")


def test_no_control_characters_reach_the_logs() -> None:
    rig = joined()
    rig.client.dataReceived(b":dave!d@h PRIVMSG #pontoon :a\x1b[2J\x07\rb\x02\r\n:\x1b[2J\r\n")
    rig.receive("ERROR :\x1b[2J", ":srv 433 Bot x :\x07\x10n")
    rig.lose()
    everything = [*rig.logged, *(line for _, line in rig.wired)]
    assert all(line.isprintable() for line in everything)
    assert any(r"a\x1b[2J\x07b\x02" in line for line in everything)


def test_passwords_do_not_reach_the_logs() -> None:
    rig = Rig(password="s3cret", is_trusted=True)
    rig.register()
    say(rig.client.outbox, "NickServ", "IDENTIFY s3cret")
    rig.receive(":dave!d@h PRIVMSG Bot :identify s3cret", ":x PASS s3cret")
    rig.receive(":dave!d@h PRIVMSG #pontoon :is it s3cret?")
    assert "s3cret" in rig.transport.value().decode()
    everything = [*rig.logged, *(line for _, line in rig.wired)]
    assert not [line for line in everything if "s3cret" in line]
    assert (">", "PASS ***") in rig.wired


def test_both_directions_reach_the_wire_log() -> None:
    rig = joined()
    rig.receive("PING :a")
    assert rig.wired[-2:] == [("<", "PING :a"), (">", "PONG :a")]


def test_the_sender_of_a_message_tells_a_new_userhost() -> None:
    rig = joined()
    rig.receive(":dave!d@cloak PRIVMSG #pontoon :hello")
    roster = rig.client.channels.find("#pontoon")
    assert roster is not None
    assert roster.find("dave") == Person("dave", "d@cloak")


def test_a_server_that_says_nothing_at_all_may_be_talked_to_in_the_wrong_way() -> None:
    """As one is that expects TLS: what it sends then is no line."""
    hint = "(the server said nothing: are port and tls right?)"
    silent, talkative = Rig(), Rig()
    silent.client.dataReceived(b"\x15\x03\x01\x00\x02\x02\x16")
    silent.lose()
    assert silent.logged[-1].endswith(hint)
    talkative.receive(":srv NOTICE * :hello")
    talkative.lose()
    assert talkative.logged[-1].startswith("connection closed: ")
    assert hint not in talkative.logged[-1]

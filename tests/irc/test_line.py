"""Bytes into lines, lines into bytes, and lines fit for a log."""

from pontoon.irc.line import (
    MAX_MESSAGE_BYTES,
    cut,
    is_target,
    parse,
    plain_reason,
    sayable,
    text_of,
    visible,
)
from pontoon.irc.redaction import Redactor


def test_every_byte_has_some_text() -> None:
    for line, text in [
        ("ünïcödé ♠".encode(), "ünïcödé ♠"),
        ("café".encode("latin-1"), "café"),
        (b"\x93quoted\x94", "“quoted”"),
        (b"\x81", "\ufffd"),
    ]:
        assert text_of(line) == text


def test_message_tags_are_read_over() -> None:
    message = parse("@time=2024-01-01T00:00:00Z;a=b\\: :dave!d@h PRIVMSG #c :a b")
    assert message is not None
    assert (message.source, message.command) == ("dave!d@h", "PRIVMSG")
    assert message.params == ["#c", "a b"]


def test_the_tags_that_are_used_are_read_and_no_others() -> None:
    message = parse("@time=x;+draft/reply=1;account=a\\:b\\sc\\\\d\\e\\;batch :d!d@h PRIVMSG #c :x")
    assert message is not None
    assert message.tags == {"time": "x", "account": "a;b c\\de", "batch": ""}


def test_of_a_tag_that_is_there_twice_the_last_one_counts() -> None:
    message = parse("@account=dave;account=kevin PING x")
    assert message is not None
    assert message.tags == {"account": "kevin"}


def test_more_tags_than_any_server_sends_count_as_none() -> None:
    for size, is_read in [(8190, True), (8191, False), (12000, False)]:
        tags = "@account=dave;x="
        message = parse(f"{tags}{'y' * (size - len(tags))} PING x")
        assert message is not None
        assert message.tags == ({"account": "dave"} if is_read else {})
        assert message.params == ["x"]


def test_any_tags_are_passed_over_unread() -> None:
    """To read some of them would take a tenth of a second a line."""
    for tags in ["@" + "\\s" * 8000, "@a;" * 4000, "@=;=;;\\", "@", "@a "]:
        message = parse(f"{tags} PING x")
        assert message is not None
        assert (message.tags, message.command, message.params) == ({}, "PING", ["x"])


def test_several_spaces_may_follow_the_tags() -> None:
    message = parse("@a=b   :srv PING x")
    assert message is not None
    assert (message.source, message.command) == ("srv", "PING")


def test_a_message_longer_than_any_server_sends_is_none() -> None:
    assert parse(f"@{'x' * 9000} PING :{'x' * (MAX_MESSAGE_BYTES - 6)}") is not None
    assert parse(f"PING :{'x' * (MAX_MESSAGE_BYTES - 5)}") is None


def test_what_is_no_message_is_none() -> None:
    for text in ["", " ", ":", ":x", ": :", "@", "@a=b", "@a :x", "\0PING"]:
        assert parse(text) is None


def test_a_text_is_cut_between_characters() -> None:
    for size, kept in [(0, ""), (2, ""), (3, "♠"), (5, "♠"), (7, "♠♠x")]:
        assert cut("♠♠x", size) == kept


def test_a_surrogate_can_be_cut() -> None:
    """Not even a text that UTF-8 cannot write raises."""
    assert cut("a\ud800b", 9) == "a?b"


def test_a_negative_size_leaves_nothing() -> None:
    assert cut("abc", -1) == ""


def test_control_characters_cannot_be_said_but_colours_can() -> None:
    assert (
        sayable("a\r\nb\0c\x01d\x02e\x1f\x7f\x85f \x0304A♥\x0f ") == "a  b c d e   f \x0304A♥\x0f"
    )


def test_a_nick_or_channel_is_a_target() -> None:
    for name in ["dave", "#pontoon", "[]{}|\\^`_-", "Zoë", "dave@h"]:
        assert is_target(name)


def test_what_would_change_a_message_is_no_target() -> None:
    for name in ["", " ", "a b", "a,b", ":a", "a\r\nQUIT", "a\n", "\0", "a\tb", "a\x01", "a\x85"]:
        assert not is_target(name)


def test_nothing_invisible_reaches_a_log() -> None:
    assert visible("a\x02b\r\n\x1b[31m\u202e\u2028\u200b♠é") == (
        r"a\x02b\r\n\x1b[31m\u202e\u2028\u200b♠é"
    )


def test_passwords_do_not_reach_a_log() -> None:
    for line, logged in [
        ("PASS :s3cret word", "PASS ***"),
        ("pass s3cret", "pass ***"),
        ("OPER admin s3cret", "OPER ***"),
        ("AUTHENTICATE czNjcmV0", "AUTHENTICATE ***"),
        (":srv AUTHENTICATE czNjcmV0", ":srv AUTHENTICATE ***"),
        ("@time=x :srv AUTHENTICATE czNjcmV0", "@time=x :srv AUTHENTICATE ***"),
        ("@time=x PASS s3cret", "@time=x PASS ***"),
        ("fault at AUTHENTICATE czNjcmV0: x", "fault at AUTHENTICATE ***"),
        ("PRIVMSG NickServ :GHOST Bot s3cret", "PRIVMSG NickServ :GHOST ***"),
        ("PRIVMSG NickServ :regain Bot s3cret", "PRIVMSG NickServ :regain ***"),
        ("PRIVMSG NickServ :RECOVER Bot s3cret", "PRIVMSG NickServ :RECOVER ***"),
        ("PRIVMSG NickServ :RELEASE Bot s3cret", "PRIVMSG NickServ :RELEASE ***"),
        ("PRIVMSG NickServ :SET PASSWORD s3cret", "PRIVMSG NickServ :SET PASSWORD ***"),
        ("NS REGISTER s3cret a@b", "NS REGISTER ***"),
        ("PRIVMSG NickServ :IDENTIFY s3cret", "PRIVMSG NickServ :IDENTIFY ***"),
        ("PRIVMSG NickServ :identify bot s3cret", "PRIVMSG NickServ :identify ***"),
        ("NS IDENTIFY s3cret", "NS IDENTIFY ***"),
        ("PASS s3cret\rs3cret", "PASS ***"),
        ("PRIVMSG #c :I pass", "PRIVMSG #c :I pass"),
        ("OPERA x", "OPERA x"),
    ]:
        assert Redactor(()).loggable(line) == logged


def test_the_end_of_a_connection_has_a_plain_reason() -> None:
    for fault, reason in [
        (ConnectionError("Connection refused"), "Connection refused"),
        (ConnectionError(), "ConnectionError"),
        (
            OSError([("SSL routines", "", "certificate verify failed"), ("x", "y", "z")]),
            "TLS: certificate verify failed",
        ),
    ]:
        assert plain_reason(fault) == reason

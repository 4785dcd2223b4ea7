"""Questions by CTCP are answered in a notice, a few of them, and only in private."""

import pytest

import pontoon
from pontoon.irc.ctcp import MAX_ANSWERS, MAX_PING_BYTES, WHILE_SECONDS
from tests.support.client_rig import Rig, joined, person

VERSION = f"VERSION PontoonBot {pontoon.__version__}"


def asked(rig: Rig, text: str, target: str = "Bot", source: str = "dave!d@h") -> list[str]:
    rig.ears.heard.clear()
    rig.receive(f":{source} PRIVMSG {target} :{text}")
    assert rig.ears.heard == []
    return rig.sent()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("VERSION", VERSION),
        ("version", VERSION),
        ("PING 1700000000 5", "PING 1700000000 5"),
        ("PING", "PING"),
        (f"PING {'x' * MAX_PING_BYTES}", f"PING {'x' * MAX_PING_BYTES}"),
        ("TIME", "TIME 1970-01-02 00:00:00 UTC"),
        ("CLIENTINFO", "CLIENTINFO CLIENTINFO PING TIME VERSION"),
        ("CLIENTINFO PING", "CLIENTINFO CLIENTINFO PING TIME VERSION"),
    ],
)
@pytest.mark.parametrize("end", ["\x01", ""])
def test_a_question_is_answered_in_a_notice(question: str, answer: str, end: str) -> None:
    rig = joined()
    rig.clock.rightNow = 86400.0
    assert asked(rig, f"\x01{question}{end}") == [f"NOTICE dave :\x01{answer}\x01"]


def test_anything_else_is_not() -> None:
    for text in [
        "\x01ACTION !pontoon dave\x01",
        "\x01DCC SEND x 1 2 3\x01",
        "\x01FINGER\x01",
        "\x01",
        "\x01\x01",
        "\x01 VERSION\x01",
        "\x01VERSION\x01 \x01VERSION\x01",
        f"\x01PING {'x' * (MAX_PING_BYTES + 1)}\x01",
        f"\x01PING {'é' * MAX_PING_BYTES}\x01",
        "\x01PING a\x02b\x01",
        "\x01PING a\x1fb\x01",
        "\x01PING a\x01b\x01",
        "\x01PING a\x85b\x01",
    ]:
        assert asked(joined(), text) == []


def test_nobody_is_answered_who_asks_a_channel() -> None:
    assert asked(joined(), "\x01VERSION\x01", target="#pontoon") == []


def test_only_people_are_answered() -> None:
    for source in ["srv.example", "Bot!b@h", "#pontoon!x@y"]:
        assert asked(joined(), "\x01VERSION\x01", source=source) == []


def test_an_answer_is_no_question() -> None:
    """Two bots would have much to say to each other."""
    rig = joined()
    rig.receive(":dave!d@h NOTICE Bot :\x01VERSION\x01", ":dave!d@h NOTICE Bot :\x01PING x\x01")
    assert rig.sent() == []


def test_who_is_ignored_is_not_answered_and_costs_nobody_an_answer() -> None:
    rig = joined()
    rig.ears.ignored.add(person("dave!d@h"))
    for _ in range(MAX_ANSWERS):
        assert asked(rig, "\x01VERSION\x01") == []
    assert len(asked(rig, "\x01VERSION\x01", source="dave!d@elsewhere")) == 1


def test_few_are_answered_in_a_while_whoever_asks() -> None:
    rig = joined()
    answers = [asked(rig, "\x01VERSION\x01", source=f"n{n}!n@h") for n in range(20)]
    assert sum(map(len, answers)) == MAX_ANSWERS
    rig.clock.advance(WHILE_SECONDS - 1)
    assert asked(rig, "\x01VERSION\x01") == []
    rig.clock.advance(1)
    assert len(asked(rig, "\x01VERSION\x01")) == 1


def test_what_is_not_answered_does_not_count() -> None:
    rig = joined()
    for _ in range(20):
        asked(rig, "\x01ACTION waves\x01")
    assert len(asked(rig, "\x01TIME\x01")) == 1

"""Talking on the server inside the bot: what arrives, what does not, and what is left as it is."""

import pytest

from pontoon.irc.server.limits import LINE_BYTES, MOST_TARGETS
from pontoon.irc.server.lines import decoded, encoded
from tests.support.local_server import LocalNetwork, hush


def test_what_is_said_in_a_channel_arrives_at_everybody_else_there() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a"), floor.person("kevin", "#a")
    bob = floor.person("bob")
    hush(kevin, bob)
    assert dave.says("PRIVMSG #A :hello ♠") == []
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG #a :hello ♠"]
    assert bob.heard() == []


@pytest.mark.parametrize("command", ["PRIVMSG", "NOTICE"])
def test_what_is_said_in_private_arrives_there_alone(command: str) -> None:
    floor = LocalNetwork()
    dave, kevin, bob = (floor.person(nick, "#a") for nick in ("dave", "kevin", "bob"))
    hush(kevin, bob)
    assert dave.says(f"{command} KEVIN :hello") == []
    assert kevin.heard() == [f":dave!dave@localhost {command} kevin :hello"]
    assert bob.heard() == []


def test_one_may_talk_to_oneself() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.says("PRIVMSG dave :well") == [":dave!dave@localhost PRIVMSG dave :well"]


def test_a_message_may_go_to_a_few_at_once_and_to_each_only_once() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave"), floor.person("kevin", "#a")
    hush(kevin)
    assert dave.numbers("PRIVMSG kevin,nobody,kevin,,#a :hi") == ["401", "404"]
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG kevin :hi"]
    assert dave.says("PRIVMSG [kevin],{KEVIN},KEVIN,kevin :hi") == [
        "@ 401 dave [kevin] :No such nick/channel"
    ]
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG kevin :hi"]
    targets = ",".join(f"n{number}" for number in range(MOST_TARGETS + 2))
    assert dave.numbers(f"PRIVMSG {targets} :hi") == ["401"] * MOST_TARGETS + ["407"]


def test_a_notice_goes_to_no_more_than_a_message() -> None:
    floor = LocalNetwork()
    people = [floor.person(f"n{number}") for number in range(MOST_TARGETS + 1)]
    hush(*people)
    people[0].says(f"NOTICE {','.join(person.user.nick for person in people)} :hi")
    assert [len(person.heard()) for person in people[1:]] == [1] * (MOST_TARGETS - 1) + [0]


def test_what_cannot_arrive_is_refused() -> None:
    floor = LocalNetwork()
    floor.person("kevin", "#a")
    dave = floor.person("dave")
    assert dave.says("PRIVMSG nobody :hi") == ["@ 401 dave nobody :No such nick/channel"]
    assert dave.says("PRIVMSG #none :hi") == ["@ 403 dave #none :No such channel"]
    assert dave.says("PRIVMSG #a :hi") == ["@ 404 dave #a :Cannot send to channel"]
    assert dave.says("PRIVMSG") == ["@ 411 dave :No recipient given"]
    assert dave.says("PRIVMSG #a") == ["@ 412 dave :No text to send"]
    assert dave.says("PRIVMSG #a :") == ["@ 412 dave :No text to send"]


def test_nothing_answers_a_notice() -> None:
    """So that no two programs answer each other for ever (RFC 2812, 3.3.2)."""
    floor = LocalNetwork()
    floor.person("kevin", "#a").says("AWAY :gone")
    dave = floor.person("dave")
    lines = ["NOTICE nobody :x", "NOTICE #a :x", "NOTICE kevin :x", "NOTICE", "NOTICE kevin"]
    assert dave.says(*lines) == []


def test_a_message_of_tags_alone_is_passed_over() -> None:
    floor = LocalNetwork()
    kevin, dave = floor.person("kevin", "#a"), floor.person("dave", "#a")
    hush(kevin)
    assert dave.says("TAGMSG #a", "TAGMSG") == []
    assert kevin.heard() == []


def test_strangers_are_heard_only_without_n() -> None:
    floor = LocalNetwork()
    kevin, dave = floor.person("kevin", "#a"), floor.person("dave")
    kevin.says("MODE #a -n")
    assert dave.says("PRIVMSG #a :hi") == []
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG #a :hi"]


def test_whoever_is_banned_is_heard_only_with_a_rank() -> None:
    floor = LocalNetwork()
    bot = floor.bot("#a")
    kevin, dave, bob = (floor.person(nick, "#a") for nick in ("kevin", "dave", "bob"))
    kevin.says("MODE #a -n", "MODE #a +bbbv dave *!bob@* *!*@localhost dave")
    hush(kevin)
    assert bob.numbers("PRIVMSG #a :hi") == ["404"]
    assert floor.person("mallory").numbers("PRIVMSG #a :hi") == ["404"]
    assert kevin.heard() == []
    for person in (bot, kevin, dave):
        assert person.says("PRIVMSG #a :hi") == []


def test_with_m_only_ranks_and_the_house_are_heard() -> None:
    floor = LocalNetwork()
    bot = floor.bot("#a")
    kevin, dave, bob = (floor.person(nick, "#a") for nick in ("kevin", "dave", "bob"))
    kevin.says("MODE #a +mv dave")
    assert bob.numbers("PRIVMSG #a :hi") == ["404"]
    hush(bob)
    for person in (bot, kevin, dave):
        assert person.says("PRIVMSG #a :hi") == []
    assert [line.partition("!")[0] for line in bob.heard()] == [":PontoonBot", ":kevin", ":dave"]


def test_whoever_is_away_says_so() -> None:
    floor = LocalNetwork()
    kevin, dave = floor.person("kevin"), floor.person("dave")
    assert kevin.says("AWAY :lunch ♥") == ["@ 306 kevin :You have been marked as being away"]
    assert dave.says("PRIVMSG kevin :hi") == ["@ 301 dave kevin :lunch ♥"]
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG kevin :hi"]
    for back in ("AWAY", "AWAY :"):
        assert kevin.says(back) == ["@ 305 kevin :You are no longer marked as being away"]
    assert dave.says("PRIVMSG kevin :hi") == []


# What is left as it is


@pytest.mark.parametrize(
    "raw", ["ünï ♠".encode(), "café".encode("latin-1"), b"\xff\xfe\x80", b"\x02b"]
)
def test_bytes_arrive_as_they_were_sent(raw: bytes) -> None:
    """UTF-8 or not; and formatting too."""
    floor = LocalNetwork()
    kevin, dave = floor.person("kevin"), floor.person("dave")
    hush(kevin)
    dave.says(decoded(b"PRIVMSG kevin :" + raw))
    [line] = kevin.heard()
    assert encoded(line) == b":dave!dave@localhost PRIVMSG kevin :" + raw


@pytest.mark.parametrize("break_", ["\r", "\n", "\0", "\r\n"])
def test_nobody_can_send_others_a_line_of_their_own(break_: str) -> None:
    floor = LocalNetwork()
    kevin = floor.person("kevin", "#a")
    dave = floor.person("dave", "#a")
    hush(kevin)
    forged = f"x{break_}:kevin!k@h PRIVMSG dave :forged"
    dave.says(f"PRIVMSG #a :{forged}", f"NICK d{break_}x", f"TOPIC #a :{forged}")
    dave.says(f"PART #a :{forged}", f"QUIT :{forged}")
    assert all(not set(line) & set("\r\n\0") for line in kevin.heard())


def test_what_is_too_long_with_the_senders_name_is_cut_between_characters() -> None:
    floor = LocalNetwork()
    kevin = floor.person("k" * 30)
    dave = floor.person("d" * 30)
    hush(kevin)
    dave.says(f"PRIVMSG {'k' * 30} :" + "♠" * 155)
    [line] = kevin.heard()
    assert line.endswith("♠")
    assert LINE_BYTES - 2 - 2 <= len(line.encode()) <= LINE_BYTES - 2

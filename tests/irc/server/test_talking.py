"""Talking on the server inside the bot: what arrives, and what does not."""

import pytest

from pontoon.irc.server.commands import MOST_TARGETS
from pontoon.irc.server.state import MOST_BYTES
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


def test_a_message_may_go_to_a_few_at_once() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave"), floor.person("kevin", "#a")
    hush(kevin)
    assert dave.numbers("PRIVMSG kevin,nobody,,#a :hi") == ["401", "401", "404"]
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG kevin :hi"]
    targets = ",".join(["kevin"] * (MOST_TARGETS + 1))
    assert dave.says(f"PRIVMSG {targets} :hi") == ["@ 407 dave kevin :Too many targets"]
    assert dave.says(f"NOTICE {targets} :hi") == []
    assert len(kevin.heard()) == 2 * MOST_TARGETS


def test_what_cannot_arrive_is_refused() -> None:
    floor = LocalNetwork()
    floor.person("kevin", "#a")
    dave = floor.person("dave")
    assert dave.says("PRIVMSG nobody :hi") == ["@ 401 dave nobody :No such nick/channel"]
    assert dave.says("PRIVMSG #none :hi") == ["@ 403 dave #none :No such channel"]
    assert dave.says("PRIVMSG #a :hi") == ["@ 404 dave #a :Cannot send to channel"]
    assert dave.says("PRIVMSG #a") == ["@ 461 dave PRIVMSG :Not enough parameters"]
    assert dave.says("PRIVMSG #a :") == ["@ 412 dave :No text to send"]


def test_nothing_answers_a_notice() -> None:
    """So that no two programs answer each other for ever (RFC 2812, 3.3.2)."""
    floor = LocalNetwork()
    floor.person("kevin", "#a").says("AWAY :gone")
    dave = floor.person("dave")
    lines = ["NOTICE nobody :x", "NOTICE #a :x", "NOTICE kevin :x", "NOTICE", "NOTICE kevin"]
    assert dave.says(*lines) == []


def test_whoever_is_away_says_so() -> None:
    floor = LocalNetwork()
    kevin, dave = floor.person("kevin"), floor.person("dave")
    assert kevin.says("AWAY :lunch ♥") == ["@ 306 kevin :You have been marked as being away"]
    assert dave.says("PRIVMSG kevin :hi") == ["@ 301 dave kevin :lunch ♥"]
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG kevin :hi"]
    for back in ("AWAY", "AWAY :"):
        assert kevin.says(back) == ["@ 305 kevin :You are no longer marked as being away"]
    assert dave.says("PRIVMSG kevin :hi") == []


def test_nobody_can_send_others_a_line_of_their_own() -> None:
    for break_ in ["\r", "\n", "\0", "\r\n"]:
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
    assert MOST_BYTES - 2 <= len(line.encode()) <= MOST_BYTES

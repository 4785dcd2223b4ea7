"""How fast lines are sent: slower when a server minds it, and again faster after."""

import pytest

from pontoon.irc.line import parse
from pontoon.irc.pace import CALM_SECONDS, SendRate, complaint_in
from pontoon.irc.sending import SAME_COMPLAINT_SECONDS
from tests.support.client_rig import Rig, joined, say

MINDS = [
    ":irc.example NOTICE Bot :*** You are flooding, slow down",
    ":irc.example NOTICE bot :Throttled: wait a little",
    ":irc.example 263 Bot WHO :Server load is temporarily too heavy. Please wait and try again.",
    ":irc.example 439 Bot dave :Message target change too fast. Please wait 9 seconds",
    "ERROR :Closing link: (bot@host) [Excess Flood]",
    "ERROR :Closing Link: Bot (SendQ exceeded)",
    ":irc.example ERROR :Max RecvQ exceeded",
]

DOES_NOT_MIND = [
    ":dave!d@flood.example NOTICE Bot :you flood the channel",
    ":dave!d@h PRIVMSG Bot :flood",
    ":irc.example NOTICE #pontoon :no flooding here",
    ":irc.example NOTICE * :*** Checking for floods",
    ":irc.example NOTICE Bot :*** Looking up your hostname",
    ":irc.example 439 * :Please wait while we process your connection.",
    ":irc.example 439 Bot :Please wait while we process your connection.",
    ":irc.example 263 * WHO :Try again",
    ":irc.example 439 dave kevin :Message target change too fast",
    ":irc.example 402 Bot flood :No such server",
    ":irc.example 372 Bot :- No flooding",
    "ERROR :Closing link: (bot@host) [Ping timeout]",
    "ERROR :Trying to reconnect too fast, throttled",
    *("ERROR", "NOTICE", "263", ":irc.example NOTICE Bot", "439 Bot"),
]


def reproach(line: str) -> str | None:
    message = parse(line)
    assert message is not None
    return complaint_in(message, lambda nick: nick.lower() == "bot")


def test_a_server_says_in_many_ways_that_it_minds() -> None:
    for line in MINDS:
        assert reproach(line) == line.rpartition(" :")[2]


def test_nothing_else_makes_the_bot_slower() -> None:
    for line in DOES_NOT_MIND:
        assert reproach(line) is None


# The pace itself


def slowed(pace: SendRate, times: int) -> tuple[float, float]:
    """Let a server mind PACE so many TIMES, a minute apart, and return what it is then."""
    for minute in range(times):
        pace.slow_down(60.0 * minute)
    return pace.at(60.0 * times)


def test_it_is_as_it_is_wanted_until_a_server_minds() -> None:
    assert SendRate(1.0, 8).at(10_000.0) == (1.0, 8)


def test_it_is_halved_each_time_down_to_the_least() -> None:
    for times, rate, burst in [(1, 0.5, 4), (2, 0.25, 2), (3, 0.25, 2), (50, 0.25, 2)]:
        assert slowed(SendRate(1.0, 8), times) == (rate, burst)


def test_it_is_never_made_faster_than_it_is_wanted() -> None:
    assert slowed(SendRate(0.1, 1), 3) == (0.1, 1)


def test_of_both_numbers_each_has_its_own_least() -> None:
    assert slowed(SendRate(8.0, 4), 3) == (1.0, 2)
    assert slowed(SendRate(0.5, 80), 4) == (0.25, 5)
    assert slowed(SendRate(0.1, 80), 2) == (0.1, 20)
    assert slowed(SendRate(8.0, 1), 2) == (2.0, 1)


def test_a_server_that_minds_what_has_no_limit_gets_one() -> None:
    pace = SendRate(0.0, 8)
    assert pace.at(0.0) == (0.0, 8)
    assert slowed(pace, 1) == (2.0, 4)
    assert pace.at(100 * CALM_SECONDS) == (0.0, 8)


def test_without_trouble_it_recovers_slowly() -> None:
    pace = SendRate(1.0, 8)
    pace.slow_down(0.0)
    assert pace.at(CALM_SECONDS - 1) == (0.5, 4)
    assert pace.at(1.5 * CALM_SECONDS) == (0.625, 5)
    assert pace.at(2 * CALM_SECONDS) == (0.78125, 6.25)
    rate, burst = pace.at(3 * CALM_SECONDS)
    assert (rate, burst) == (0.9765625, 7.8125)
    assert pace.at(4 * CALM_SECONDS) == (1.0, 8)


def test_it_recovers_as_much_where_nobody_has_looked_for_long() -> None:
    pace = SendRate(1.0, 8)
    slowed(pace, 2)
    assert pace.at(60 + 3 * CALM_SECONDS)[0] == pytest.approx(0.25 * 1.25**3)
    assert pace.at(1e12) == (1.0, 8)


def test_new_trouble_counts_from_where_it_had_recovered_to() -> None:
    pace = SendRate(1.0, 8)
    pace.slow_down(0.0)
    pace.slow_down(2 * CALM_SECONDS)
    assert pace.at(2 * CALM_SECONDS) == (0.78125 / 2, 3.125)


def test_however_often_a_server_minds_it_recovers_from_the_least() -> None:
    pace = SendRate(1.0, 8)
    slowed(pace, 50)
    assert pace.at(49 * 60 + CALM_SECONDS) == (0.3125, 2.5)


def test_trouble_begins_the_calm_anew() -> None:
    pace = SendRate(1.0, 8)
    pace.slow_down(0.0)
    pace.slow_down(CALM_SECONDS - 1)
    assert pace.at(CALM_SECONDS + 1) == (0.25, 2)


def test_after_a_clock_set_back_it_recovers_from_then_on() -> None:
    pace = SendRate(1.0, 8)
    pace.slow_down(10_000.0)
    assert pace.at(0.0) == (0.5, 4)
    assert pace.at(CALM_SECONDS) == (0.625, 5)


def test_another_pace_can_be_wanted_meanwhile() -> None:
    pace = SendRate(1.0, 8)
    pace.slow_down(0.0)
    pace.become(4.0, 20)
    assert pace.at(1.0) == (2.0, 10)


# A client at that pace


def says(rig: Rig, number: int) -> int:
    """Have the client say so many lines, and return how many of them go out at once."""
    for each in range(number):
        say(rig.client.outbox, "#pontoon", str(each))
    return sum(line.startswith("PRIVMSG") for line in rig.sent())


def test_after_a_warning_nothing_goes_out_until_it_may_at_the_slower_pace() -> None:
    rig = Rig(lines_per_second=1.0, burst=8).register().join()
    rig.clock.advance(20)
    rig.receive(MINDS[0])
    assert says(rig, 20) == 0
    sent = []
    for _ in range(8):
        rig.clock.advance(1)
        sent += rig.sent()
    assert len(sent) == 4
    assert rig.logged[1:] == [
        "slower: 0.5 lines a second, 4 at once: *** You are flooding, slow down"
    ]


def test_a_server_that_goes_on_warning_is_logged_once_for_the_same_lines() -> None:
    rig = joined()
    rig.receive(*MINDS[:4] * 5)
    assert len([line for line in rig.logged if line.startswith("slower")]) == 1


def test_what_it_says_later_counts_again() -> None:
    rig = Rig(lines_per_second=1.0, burst=8).register().join()
    for line in (*MINDS[:2], MINDS[0]):
        rig.receive(line)
        rig.clock.advance(SAME_COMPLAINT_SECONDS / 2)
    assert [line[:12] for line in rig.logged[1:]] == ["slower: 0.5 ", "slower: 0.25"]


def test_a_clock_set_back_hides_no_trouble() -> None:
    rig = Rig(pace=(pace := SendRate(1.0, 8))).register()
    rig.clock.advance(10_000)
    rig.receive(MINDS[0])
    rig.clock.rightNow = 5.0
    rig.receive(MINDS[0])
    assert pace.at(5.0) == (0.25, 2)


def test_the_next_connection_goes_on_at_the_pace_of_the_last() -> None:
    """And it begins slowly, since what it takes to register is counted by servers too."""
    pace = SendRate(1.0, 8)
    first = Rig(pace=pace).register().join()
    first.receive("ERROR :Closing link: [Excess Flood]")
    first.lose()
    second = Rig(pace=pace).register().join()
    assert says(second, 20) == 0
    second.clock.advance(2)
    assert len(second.sent()) == 1
    second.clock.advance(50)
    second.sent()
    second.clock.advance(20)
    assert says(second, 20) == 4


def test_the_next_connection_may_be_too_quick_at_once() -> None:
    pace = SendRate(1.0, 8)
    for _ in range(2):
        rig = Rig(pace=pace).register().join()
        rig.receive("ERROR :Closing link: [Excess Flood]")
        rig.lose()
    assert pace.at(0.0) == (0.25, 2)


def test_what_is_said_before_the_welcome_is_no_warning() -> None:
    rig = Rig(lines_per_second=1.0, burst=8)
    rig.receive(":srv NOTICE * :*** flood protection on", ":srv 439 * :Please wait")
    assert not [line for line in rig.logged if line.startswith("slower")]

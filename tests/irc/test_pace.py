"""How fast lines are sent: slower when a server minds it, and faster again later."""

import pytest

from pontoon.irc.line import parse
from pontoon.irc.pace import CALM_SECONDS, SendRate, complaint_in
from pontoon.irc.sending import SAME_COMPLAINT_SECONDS
from tests.support.client_rig import Rig, say

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


@pytest.mark.parametrize("line", MINDS)
def test_a_server_says_in_many_ways_that_it_minds(line: str) -> None:
    assert reproach(line) == line.rpartition(" :")[2]


@pytest.mark.parametrize("line", DOES_NOT_MIND)
def test_nothing_else_makes_the_bot_slower(line: str) -> None:
    assert reproach(line) is None


# The pace itself, at (lines a second, lines at once)


def slowed(times: int, rate: float = 1.0, burst: int = 8) -> SendRate:
    """Return a pace that a server has minded so many TIMES, at once."""
    pace = SendRate(rate, burst)
    for _ in range(times):
        pace.slow_down(0.0)
    return pace


@pytest.mark.parametrize(
    ("wanted", "times", "allowed"),
    [
        ((1.0, 8), 0, (1.0, 8)),
        ((1.0, 8), 1, (0.5, 4)),
        ((1.0, 8), 2, (0.25, 2)),
        ((1.0, 8), 50, (0.25, 2)),
        ((0.1, 1), 3, (0.1, 1)),
        ((8.0, 4), 3, (1.0, 2)),
        ((0.5, 80), 4, (0.25, 5)),
        ((0.1, 80), 2, (0.1, 20)),
        ((8.0, 1), 2, (2.0, 1)),
        ((0.0, 8), 0, (0.0, 8)),
        ((0.0, 8), 1, (2.0, 4)),
        ((1.0, 0), 0, (1.0, 1)),
    ],
)
def test_each_complaint_halves_it_down_to_the_least_of_both(
    wanted: tuple[float, int], times: int, allowed: tuple[float, float]
) -> None:
    """It never becomes faster than it is wanted; what has no limit gets one."""
    assert slowed(times, *wanted).at(1.0) == allowed


@pytest.mark.parametrize(
    ("times", "calms", "allowed"),
    [
        (1, 0.99, (0.5, 4)),
        (1, 1.5, (0.625, 5)),
        (1, 3.0, (0.9765625, 7.8125)),
        (1, 4.0, (1.0, 8)),
        (50, 1.0, (0.3125, 2.5)),
        (2, 1e9, (1.0, 8)),
    ],
)
def test_without_trouble_it_recovers_by_a_quarter_every_ten_minutes(
    times: int, calms: float, allowed: tuple[float, float]
) -> None:
    """Just as much where nobody has looked for long."""
    seen, unseen = slowed(times), slowed(times)
    for part in range(1, 10):
        seen.at(min(calms, 10.0) * CALM_SECONDS * part / 10)
    assert seen.at(calms * CALM_SECONDS) == pytest.approx(allowed)
    assert unseen.at(calms * CALM_SECONDS) == pytest.approx(allowed)


def test_trouble_counts_from_where_it_had_recovered_to_and_begins_the_calm_anew() -> None:
    pace = slowed(1)
    pace.slow_down(2.9 * CALM_SECONDS)
    assert pace.at(3.8 * CALM_SECONDS) == (0.78125 / 2, 3.125)


def test_after_a_clock_set_back_it_recovers_from_then_on() -> None:
    pace = SendRate(1.0, 8)
    pace.slow_down(10_000.0)
    assert pace.at(0.0) == (0.5, 4)
    assert pace.at(CALM_SECONDS) == (0.625, 5)


def test_another_pace_can_be_wanted_meanwhile() -> None:
    pace = slowed(1)
    pace.become(4.0, 20)
    assert pace.at(1.0) == (2.0, 10)


# A client at that pace


def connected(pace: SendRate) -> Rig:
    return Rig(pace=pace).register().join()


def says(rig: Rig, number: int) -> int:
    """Have the client say so many lines, and return how many of them go out at once."""
    for each in range(number):
        say(rig.client.outbox, "#pontoon", str(each))
    return sum(line.startswith("PRIVMSG") for line in rig.sent())


def test_after_a_warning_nothing_goes_out_until_it_may_at_the_slower_pace() -> None:
    rig = connected(SendRate(1.0, 8))
    rig.clock.advance(20)
    rig.receive(MINDS[0])
    assert says(rig, 20) == 0
    rig.clock.pump([1.0] * 8)
    assert len(rig.sent()) == 4
    assert rig.logged[1:] == [
        "slower: 0.5 lines a second, 4 at once: *** You are flooding, slow down"
    ]


def test_what_a_server_says_within_ten_seconds_is_about_the_same_lines() -> None:
    pace = SendRate(1.0, 8)
    rig = connected(pace)
    rig.clock.advance(10_000)
    rig.receive(*MINDS[:4])
    rig.clock.advance(SAME_COMPLAINT_SECONDS - 0.1)
    rig.receive(MINDS[1])
    assert pace.at(10_000) == (0.5, 4)
    rig.clock.advance(0.1)
    rig.receive(MINDS[1])
    assert pace.at(10_000) == (0.25, 2)


def test_a_clock_set_back_hides_no_trouble() -> None:
    pace = SendRate(1.0, 8)
    rig = connected(pace)
    rig.clock.advance(10_000)
    rig.receive(MINDS[0])
    rig.clock.rightNow = 5.0
    rig.receive(MINDS[0])
    assert pace.at(5.0) == (0.25, 2)


def test_the_next_connection_goes_on_at_the_pace_of_the_last() -> None:
    """And it begins slowly, since what it takes to register is counted by servers too."""
    pace = SendRate(1.0, 8)
    first = connected(pace)
    first.receive("ERROR :Closing link: [Excess Flood]")
    first.lose()
    second = connected(pace)
    assert says(second, 20) == 0
    second.clock.advance(2)
    assert len(second.sent()) == 1
    second.clock.pump([2.0] * 30)
    second.sent()
    second.clock.advance(20)
    assert says(second, 20) == 4
    second.receive("ERROR :Closing link: [Excess Flood]")
    assert pace.at(0.0) == (0.25, 2)


def test_what_is_said_before_the_welcome_is_no_warning() -> None:
    rig = Rig(pace=(pace := SendRate(1.0, 8)))
    rig.receive(":srv NOTICE * :*** flood protection on", ":srv 439 * :Please wait")
    assert not pace.is_slowed

"""SIGHUP has a running bot read config.ini again, and go by it as far as it can."""

import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from os import close
from pathlib import Path
from signal import SIGHUP, SIGTERM

import pytest

from tests.real_servers.runningbot import (
    AS_SHIPPED,
    LOOK_EVERY_SECONDS,
    LOOK_SECONDS,
    STOP_SECONDS,
    RunningBot,
    Settings,
    write_config,
)
from tests.real_servers.servers import HOST, free_port
from tests.real_servers.twonetworks import TwoNetworks, network, open_two
from tests.real_servers.venue import BOT, CHANNEL
from tests.support.repository import ROOT

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

DEN = "#den"


ON_TERMINAL = """\
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Starts Python with such arguments, its standard input being the terminal that it belongs to."""


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoNetworks]:
    with open_two(tmp_path) as opened:
        yield opened


def only_east(two: TwoNetworks, *, more: Settings | None = None, **irc: object) -> Settings:
    """Return a config.ini with one network, the eastern one, where IRC says nothing else."""
    return {"irc": network(two.east, **irc), **(more or {})}


def bot_in_the_east(two: TwoNetworks) -> RunningBot:
    bot = two.bot(only_east(two))
    bot.wait_for(f"in {CHANNEL}$")
    return bot


def test_what_is_written_holds_at_once_or_from_the_next_round_on(two: TwoNetworks) -> None:
    """A faulty file changes nothing, and no secret gets into the log."""
    bot = bot_in_the_east(two)
    dave = two.guest("dave", two.east)
    dave.command("!pontoon dave")
    dave.told(r"\(1-10\)")
    rules: Settings = {"shed": {"max_bet_percent": 2, "decks": 5}, "table": {"cards": "ascii"}}
    bot.reload(only_east(two, prefix="?", notices=True, more=rules))
    bot.wait_for(r"In effect now: \[irc\] prefix, notices; \[table\] cards$")
    bot.wait_for(r"In effect from the next round at each table: \[shed\] decks, max_bet_percent$")
    assert dave.answers_in_channel("!bet 10") == []
    dave.whisper("11")
    dave.expect(r"NOTICE dave :.*(at most 10|\(1-10\))")
    dave.command("?bet 10")
    dave.sees("dave bets 10")
    dave.whisper("resign")
    dave.sees("Chips: dave 990")
    dave.command("?pontoon dave")
    dave.expect(r"NOTICE dave :.*Your card: \w+[CDHS]\b.*\(1-20\)")
    bot.reload(only_east(two, prefix="/", burst=0, password="s3cr et", channels=DEN))
    bot.wait_for(r"config.ini, line 6, \[irc\] prefix: IRC clients treat")
    bot.wait_for(r"line 7, \[irc\] burst: '0' is not a whole number from 1 to 1000$")
    bot.wait_for("config.ini has faults: nothing has changed")
    dave.whisper("20")
    dave.sees("dave bets 20")
    bot.reload(only_east(two, more={"players": {"file": "others.xml"}}))
    bot.wait_for(r"Needs a restart: \[players\] file$")
    assert "s3cr" not in bot.log


def test_channels_are_entered_and_left(two: TwoNetworks) -> None:
    """A round in a channel that is left is stopped, and every stake goes back."""
    bot = bot_in_the_east(two)
    dave = two.guest("dave", two.east)
    dave.command("!pontoon dave")
    dave.told(r"\(1-10\)")
    dave.whisper("10")
    dave.sees("bets 10")
    kevin = two.guest("kevin", two.east, DEN)
    bot.reload(only_east(two, channels=DEN))
    assert "all stakes are returned" in dave.sees_bot("PART")
    kevin.sees_bot("JOIN")
    bot.wait_for(r"In effect now: \[irc\] channels$")
    dave.join(DEN)
    kevin.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    dave.whisper("10")
    dave.told("kevin is still to bet")
    assert bot.chips()["dave"] == 1000
    bot.reload(only_east(two, channels=f"{DEN} {CHANNEL}"))
    dave.sees_bot(f"JOIN :?{CHANNEL}")
    dave.what_came()  # so the bot has the answer to its WHO, and takes nothing for history
    dave.command("!pontoon dave")
    dave.sees("No round: .*dave is playing in #den")


def test_networks_come_and_go(two: TwoNetworks) -> None:
    """What is played on others is not disturbed by that, nor by another nick on one of them."""
    bot = bot_in_the_east(two)
    dave, kevin = two.guest("dave", two.east), two.guest("kevin", two.west)
    dave.command("!pontoon dave")
    dave.told(r"\(1-10\)")
    bot.reload(two.settings())
    bot.wait_for("Connecting to: west$")
    bot.wait_for(rf"\[west\] in {CHANNEL}$")
    kevin.command("!pontoon kevin")
    kevin.told(r"\(1-10\)")
    bot.reload(only_east(two))
    bot.wait_for("Leaving and returning all stakes there: west$")
    assert "all stakes are returned" in kevin.sees_bot("QUIT")
    assert "dave bets 5" in dave.answers("5")[0].text
    bot.reload(two.settings())
    bot.wait_for(rf"\[west\] in {CHANNEL}$", times=2)
    kevin.command("!pontoon")
    kevin.told(r"\(1-10\)")
    bot.reload(two.settings({"irc": network(two.east, nickname="Dealer")}))
    bot.wait_for(r"Reconnecting once no round is being played there, for: \[irc\] nickname$")
    dave.whisper("resign")
    dave.sees("Chips")
    assert "back in a moment" in dave.sees_bot("QUIT")
    dave.bot = "Dealer"
    dave.sees_bot("JOIN")
    bot.wait_for(rf"\[127.0.0.1\] in {CHANNEL}$")
    assert "kevin bets 5" in kevin.answers("5")[0].text


def test_many_signals_and_some_while_it_starts_or_stops_do_no_harm(two: TwoNetworks) -> None:
    bot = two.bot(only_east(two))
    dave = two.guest("dave", two.east)
    while not bot.catches_hangups:
        assert bot.log == ""
        dave.arrived(LOOK_EVERY_SECONDS)
    while not any(f":{BOT}!" in line for line in dave.arrived(LOOK_EVERY_SECONDS)):
        bot.send(SIGHUP)
    dave.what_came()  # so the bot has the answer to its WHO, and takes nothing for history
    dave.command("!pontoon dave")
    dave.told(r"\(1-10\)")
    for _ in range(20):
        bot.send(SIGHUP)
    bot.send_at_once(SIGHUP, SIGHUP)
    dave.whisper("5")
    dave.sees("dave bets 5")
    bot.send_at_once(SIGHUP, SIGTERM, SIGHUP)
    assert bot.exit_status() == 0
    bot.start_again()
    dave.sees("the round continues")


def wait_for(bot: "subprocess.Popen[bytes]", log: Path, text: str) -> None:
    deadline = time.monotonic() + LOOK_SECONDS
    while text not in log.read_text():
        assert time.monotonic() < deadline, log.read_text()
        with suppress(subprocess.TimeoutExpired):
            assert bot.wait(LOOK_EVERY_SECONDS) is None, log.read_text()


def test_a_bot_whose_terminal_is_gone_ends_in_good_order(tmp_path: Path) -> None:
    """There SIGHUP means that; while the terminal is there it means config.ini."""
    write_config(tmp_path / "config.ini", {"irc": {"server": HOST, "port": free_port()}})
    log = tmp_path / "log"
    ours, theirs = pty.openpty()
    with log.open("wb") as output:
        bot = subprocess.Popen(
            [sys.executable, "-c", ON_TERMINAL, *AS_SHIPPED],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT)},
            stdin=theirs,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    close(theirs)
    wait_for(bot, log, "cannot connect")
    bot.send_signal(SIGHUP)
    wait_for(bot, log, "nothing has changed")
    close(ours)
    assert bot.wait(STOP_SECONDS) == 0
    assert log.read_text().endswith("stopped\n")

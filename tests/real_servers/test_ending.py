"""SIGTERM and SIGINT end the bot in good order and soon, wherever they meet it."""

import os
import subprocess
import sys
from pathlib import Path
from signal import SIGINT, SIGTERM
from typing import NamedTuple

import pytest

from tests.real_servers.guest import Guest
from tests.real_servers.runningbot import STOP_SECONDS, RunningBot, send_at_once
from tests.real_servers.strangeservers import strange_server
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, Venue, open_venue
from tests.support.repository import ROOT

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

GOODBYE = "I am shutting down"


class Nowhere(NamedTuple):
    """A place where nobody answers."""

    host: str
    port: int


def ended_well(bot: RunningBot, seconds: float = STOP_SECONDS) -> bool:
    """Tell whether BOT ends within SECONDS, with exit status 0, and its log with that."""
    return bot.exit_status(seconds) == 0 and bot.log.endswith(" stopped\n")


def test_it_says_goodbye(venue: Venue) -> None:
    """A round costs nobody anything, and goes on. Two signals at the same moment are as one.

    The stakes were never taken out of players.xml, and the next start finds the same turn. The bot
    does not wait for anything once the server has let go.
    """
    bot = venue.bot()
    before = bot.players_file.read_bytes()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    dave.whisper("100")
    dave.told(r"You bet 100\. kevin is still to bet\.")
    bot.send_at_once(SIGTERM, SIGINT)
    for number in (SIGTERM, SIGINT):
        bot.send(number)
    goodbye = kevin.sees_bot("QUIT")
    assert GOODBYE in goodbye
    assert "continues when I am back" in goodbye
    assert ended_well(bot)
    assert bot.players_file.read_bytes() == before
    bot.start_again()
    kevin.sees("the round continues")
    kevin.sees("place your bets")
    kevin.told(r"\(1-100\)")
    kevin.whisper("1")
    kevin.sees(r"dave bets 100 \| kevin bets 1 \| second cards are out")
    assert dave.told("Stake 100, chips 900")
    bot.send(SIGINT)
    kevin.sees_bot("QUIT")
    assert ended_well(bot, seconds=2.5)


def over_and_untold(bot: RunningBot, dave: Guest, kevin: Guest, rounds: int = 1) -> None:
    """Have DAVE and KEVIN play a round that BOT, slow as it is, has settled and not told yet.

    It is the one that makes so many ROUNDS.
    """
    dave.command("!pontoon dave kevin")
    for guest in (dave, kevin):
        guest.told(r"\(1-\d+\)")
        guest.whisper("10")
    kevin.sees("second cards are out")
    for guest in (dave, kevin):
        guest.whisper("resign")
    bot.wait_for("pontoon is settled", rounds)


def test_the_results_of_a_round_that_is_over_are_told_once(venue: Venue) -> None:
    """Before the bot leaves, at the pace of all lines; or when it is back after it was killed."""
    bot = venue.bot(irc={"lines_per_second": 1, "burst": 1})
    dave, kevin = venue.guests("dave", "kevin")
    over_and_untold(bot, dave, kevin)
    bot.send(SIGTERM)
    kevin.sees("dave: .* stake 10: loses 10")
    kevin.sees("Chips: dave 990, kevin 990")
    kevin.sees_bot("QUIT")
    assert ended_well(bot)
    bot.start_again()
    bot.wait_for(f"in {CHANNEL}$", 2)
    assert not any("Chips" in said.text for said in kevin.what_came())
    over_and_untold(bot, dave, kevin, rounds=2)
    bot.kill()
    kevin.sees_bot("QUIT")
    assert not any("Chips: dave 980" in line for line in kevin.log)
    bot.start_again()
    kevin.sees("This is how the last round of Shed Pontoon ended:")
    bot.kill()
    bot.start_again()
    kevin.sees("This is how the last round of Shed Pontoon ended:")
    kevin.sees("dave: .* stake 10: loses 10")
    kevin.sees("Chips: dave 980, kevin 980")


def test_signals_before_it_has_read_its_configuration(tmp_path: Path) -> None:
    """Two of them at the very same moment, while config.ini is a pipe that says nothing."""
    os.mkfifo(tmp_path / "config.ini")
    starting = subprocess.Popen(
        [sys.executable, ROOT / "PontoonBot.py", "--config", tmp_path / "config.ini"],
        stderr=subprocess.PIPE,
    )
    # Opening the pipe waits until the other side is opened for reading.
    with (tmp_path / "config.ini").open("w"):
        send_at_once(starting, SIGINT, SIGTERM)
        _, complaints = starting.communicate(timeout=5)
        assert complaints == b""
    assert starting.returncode == 0


def test_while_a_name_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name servers that do not answer hold up a thread for long; here it is for ever."""
    (tmp_path / "sitecustomize.py").write_text(
        "import socket, threading\nsocket.getaddrinfo = lambda *_, **__: threading.Event().wait()\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with open_venue(Nowhere("irc.example.invalid", 6667), tmp_path) as venue:
        bot = venue.arriving_bot(EVERYBODY, "--allow-root", irc={"tls": False})
        bot.wait_for("connecting to irc.example.invalid:6667$")
        bot.send(SIGTERM)
        assert ended_well(bot)


def test_a_server_that_does_not_let_go_is_left(tmp_path: Path) -> None:
    """It keeps the connection open after QUIT; more signals make no difference."""
    with strange_server() as server, open_venue(server, tmp_path) as venue:
        bot = venue.arriving_bot()
        visit = server.accept()
        visit.let_in(BOT, CHANNEL)
        bot.wait_for(f"in {CHANNEL}$")
        bot.send(SIGTERM)
        visit.expect("QUIT :")
        for number in (SIGTERM, SIGINT):
            bot.send(number)
        assert ended_well(bot)
        visit.close()

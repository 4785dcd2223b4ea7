"""The whole bot with ``server = local``: two commands, and people play."""

import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from subprocess import PIPE
from typing import IO, NamedTuple

import pytest

from tests.real_servers import playersxml
from tests.real_servers.guest import Guest
from tests.real_servers.rounds import play, randomly
from tests.real_servers.runningbot import STOP_SECONDS, RunningBot, write_config
from tests.real_servers.servers import HOST, free_port
from tests.support.repository import ROOT

pytestmark = pytest.mark.slow

BOT = "PontoonBot"
CHANNEL = "#pontoon"

PLAYERS = {"dave": 1000, "kevin": 1000, "bob": 1000}

INVITATION = """\
PontoonBot runs its own IRC server.
  Connect to   127.0.0.1, port {port}, no TLS (irssi -c 127.0.0.1 -p {port} -n dave)
  Join         #pontoon
  Players      dave, kevin, bob; anybody else types /msg PontoonBot register
  To start     !join, then !deal
               Alone? !pontoon ann+ is a game with a computer player.
To stop, press Ctrl-C.
"""


class Place(NamedTuple):
    """Where the server inside a bot listens."""

    host: str
    port: int


class BotWithServer:
    """A bot with a server inside, and the people who come to it."""

    def __init__(self, folder: Path, settings: dict[str, object], *options: str) -> None:
        self.place = Place(HOST, free_port())
        irc = {"server": "local", "port": self.place.port, **settings}
        folder.mkdir()
        self.bot = RunningBot(folder, {"irc": irc}, PLAYERS, *options)
        self.bot.wait_for("To stop, press Ctrl-C")

    def guest(self, nick: str, bot: str = BOT) -> Guest:
        """Have somebody come into the channel."""
        return Guest(self.place, nick, channel=CHANNEL, bot=bot)


StartBot = Callable[..., BotWithServer]


@pytest.fixture
def start_bot(tmp_path: Path) -> Iterator[StartBot]:
    """Start bots with [irc] as the keywords say, and look through what they leave behind."""
    with ExitStack() as ending:

        def start(*options: str, **settings: object) -> BotWithServer:
            started = BotWithServer(tmp_path / "bot", settings, *options)
            ending.callback(started.bot.end)
            return started

        yield start


def test_people_come_and_play_and_go_home(start_bot: StartBot) -> None:
    """And the next start is possible at once, even while connections linger.

    The bot's lines are not held back, whatever config.ini says for other servers, and its secret
    is not in the log.
    """
    started = start_bot("--verbose", lines_per_second=0.01, burst=1)
    guests = dave, kevin, _ = [started.guest(nick) for nick in ("dave", "kevin", "bob")]
    answer = randomly(Random(1))
    played = play("!pontoon dave kevin bob", guests, answer)
    assert played.balances == started.bot.chips()
    assert play("!pontoon", guests, answer).channel[0].startswith("Shed Pontoon: kevin, bob, dave")
    kevin.command("!pontoon off")
    kevin.told("Only a channel operator")
    dave.send("NICK pontoonbot")
    dave.expect(" 433 dave pontoonbot :")
    dave.send(f"KICK {CHANNEL} {BOT} :out")
    dave.sees_bot("JOIN")
    dave.send(f"NAMES {CHANNEL}")
    assert dave.expect(r" 353 .*:(.*)")[1].split() == ["@dave", "kevin", "bob", f"@{BOT}"]
    dave.what_came()  # so the bot has the answer to its WHO, and takes nothing for history
    dave.command("!pontoon dave")
    dave.told(r"\(1-\d+\)")
    started.bot.stop()
    dave.sees_bot("QUIT")
    dave.expect(r"^ERROR :Closing link: localhost \(The server is shutting down\)$")
    log = started.bot.log
    assert log.count("To stop, press Ctrl-C") == 1
    assert re.findall("> PASS .*", log) == ["> PASS ***"]
    assert not re.search("LocalServer|TCP Port", log)  # Twisted's own noise
    started.bot.start_again()
    started.bot.wait_for("To stop, press Ctrl-C", times=2)


def test_somebody_alone_plays_with_a_computer(start_bot: StartBot) -> None:
    """And is told how in the channel. What it thinks is worked out in a thread."""
    started = start_bot("--verbose")
    dave = started.guest("dave")
    assert any("Alone? !pontoon ann+ is a game" in line for line in dave.lines)
    played = play("!pontoon ann+", [dave], randomly(Random(1)))
    assert played.channel[0].startswith("Shed Pontoon: dave, ann+ (computer) | ")
    assert set(played.balances) == {"dave"}
    assert not re.search(r"> \S+ \S*\+", started.bot.log), "something is sent to a computer"


def test_its_nick_may_be_long_or_change_and_its_port_is_its_own(start_bot: StartBot) -> None:
    nick = "B" * 64
    started = start_bot(nickname=nick, channels="#pontoon, #[other]")
    assert started.bot.log.index("in #[other]") < started.bot.log.index("Ctrl-C")
    dave = started.guest("dave", bot=nick)
    dave.join("#[other]")
    assert any(nick in line for line in dave.lines)
    again = {"server": "local", "port": started.place.port, "nickname": "Dealer"}
    started.bot.reload({"irc": again})
    started.bot.wait_for(f"in {CHANNEL}$", times=2)
    assert "choose another port" not in started.bot.log
    kevin = started.guest("kevin", bot="Dealer")
    kevin.whisper("games")
    kevin.told("I deal")


# How it begins


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with what is in the repository, but for the port."""
    playersxml.write(tmp_path / "players.xml", PLAYERS)
    write_config(tmp_path / "config.ini", {"irc": {"port": free_port()}})
    return tmp_path


def port_in(folder: Path) -> int:
    """Return the port that the config.ini in FOLDER names."""
    return int(re.findall("port = (.*)", (folder / "config.ini").read_text())[0])


def command(folder: Path) -> list[str]:
    """Return the command that starts the bot with the config.ini in FOLDER."""
    return [sys.executable, str(ROOT / "PontoonBot.py"), "--config", str(folder / "config.ini")]


@contextmanager
def started(folder: Path) -> Iterator[tuple[subprocess.Popen[str], IO[str], IO[str]]]:
    """Start the bot; give its process, its stdout and its stderr."""
    process = subprocess.Popen(command(folder), stdout=PIPE, stderr=PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        yield process, process.stdout, process.stderr
    finally:
        process.kill()
        process.communicate()


def test_how_to_play_and_where_the_log_is_can_be_seen(folder: Path) -> None:
    with (folder / "config.ini").open("a") as config:
        config.write("[log]\nfile = bot.log\n")
    with started(folder) as (process, out, err):
        lines = [out.readline() for _ in INVITATION.splitlines()]
        assert err.readline() == f"the log is in {folder}/bot.log\n"
        process.terminate()
        assert out.read() == err.read() == ""
        assert process.wait(STOP_SECONDS) == 0
    assert "".join(lines) == INVITATION.format(port=port_in(folder))


def test_nobody_needs_to_read_it(folder: Path) -> None:
    with started(folder) as (process, out, log):
        out.close()
        assert any(line.endswith(f"in {CHANNEL}\n") for line in iter(log.readline, ""))
        dave = Guest(Place(HOST, port_in(folder)), "dave", channel=CHANNEL, bot=BOT)
        dave.whisper("games")
        dave.told("I deal")
        dave.close()
        process.terminate()
        rest = log.read()
        assert process.wait(STOP_SECONDS) == 0
    assert "fault" not in rest
    assert "Error" not in rest


def test_a_port_that_is_taken_is_one_line_and_exit_status_2(folder: Path) -> None:
    with socket.create_server((HOST, port_in(folder))):
        done = subprocess.run(
            command(folder), capture_output=True, text=True, timeout=30, check=False
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"pontoonbot: {folder}/config.ini, [irc] port: the server inside the bot cannot use port "
        f"{port_in(folder)} on 127.0.0.1: Address already in use; choose another port\n"
    )


# The first round, as .ci/run plays it


def first_round(folder: Path) -> subprocess.CompletedProcess[str]:
    """Play the first round with a bot that keeps its files in FOLDER, by Python alone."""
    program = [sys.executable, "-IS", "-c", FIRST_ROUND, str(ROOT), *command(folder)]
    return subprocess.run(
        program, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


FIRST_ROUND = """
import runpy, sys
sys.path.append(sys.argv.pop(1))
runpy.run_module("tests.real_servers.first_round", run_name="__main__")
"""


def test_the_first_round_is_played_and_kept(folder: Path) -> None:
    done = first_round(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^a round was played: Chips: dave \d+$", done.stdout, re.MULTILINE)
    assert playersxml.read(folder / "players.xml")["dave"].played == 1


def test_no_first_round_is_played_where_the_port_is_taken(folder: Path) -> None:
    with socket.create_server((HOST, port_in(folder))):
        done = first_round(folder)
    assert (done.returncode, done.stderr) == (1, "")
    taken, why = done.stdout.splitlines()
    assert "Address already in use" in taken
    assert why.startswith("no round was played: ")

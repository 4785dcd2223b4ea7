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
To stop, press Ctrl-C.
"""


class Place(NamedTuple):
    """Where the server inside a bot listens."""

    host: str
    port: int


class House:
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


OpenHouse = Callable[..., House]


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[OpenHouse]:
    """Start bots with [irc] as the keywords say, and look through what they leave behind."""
    with ExitStack() as ending:

        def start(*options: str, **settings: object) -> House:
            house = House(tmp_path / "house", settings, *options)
            ending.callback(house.bot.end)
            return house

        yield start


def test_people_come_and_play(open_house: OpenHouse) -> None:
    house = open_house()
    guests = [house.guest(nick) for nick in ("dave", "kevin", "bob")]
    answer = randomly(Random(1))
    played = play("!pontoon dave kevin bob", guests, answer)
    assert played.balances == house.bot.chips()
    assert play("!pontoon", guests, answer).channel[0].startswith("Shed Pontoon: kevin, bob, dave")


def test_the_first_person_is_operator_and_the_bot_knows(open_house: OpenHouse) -> None:
    house = open_house()
    dave, kevin = house.guest("dave"), house.guest("kevin")
    kevin.command("!pontoon off")
    kevin.told("Only a channel operator")
    dave.command("!pontoon off")
    dave.sees("I deal no more rounds here")
    dave.send(f"NAMES {CHANNEL}")
    assert dave.expect(r" 353 .*:(.*)")[1].split() == [BOT, "@dave", "kevin"]


def test_the_bots_lines_are_not_held_back(open_house: OpenHouse) -> None:
    """Whatever config.ini says for other servers."""
    house = open_house(lines_per_second=0.01, burst=1)
    dave = house.guest("dave")
    for _ in range(50):
        dave.whisper("games")
        dave.told("I deal")


def test_nobody_else_can_have_the_bots_nick(open_house: OpenHouse) -> None:
    dave = open_house().guest("dave")
    dave.send("NICK pontoonbot")
    dave.expect(" 433 dave pontoonbot :")


def test_the_bot_comes_back_after_a_kick(open_house: OpenHouse) -> None:
    house = open_house()
    dave = house.guest("dave")
    dave.send(f"KICK {CHANNEL} {BOT} :out")
    dave.sees_bot("JOIN")
    dave.send(f"NAMES {CHANNEL}")
    assert dave.expect(r" 353 .*:(.*)")[1].split() == ["@dave", BOT]
    assert house.bot.log.count("To stop, press Ctrl-C") == 1


def test_a_bot_with_the_longest_nick_and_several_channels_comes_in(open_house: OpenHouse) -> None:
    nick = "B" * 64
    house = open_house(nickname=nick, channels="#pontoon, #[other]")
    dave = house.guest("dave", bot=nick)
    dave.whisper("games")
    dave.told("I deal")
    assert house.bot.log.index("in #[other]") < house.bot.log.index("Ctrl-C")
    dave.join("#[other]")
    assert any(nick in line for line in dave.lines)


def test_the_bots_secret_is_not_in_the_log(open_house: OpenHouse) -> None:
    house = open_house("--verbose")
    assert house.bot.wait_for("PASS").endswith("> PASS ***")


def test_stopping_sends_everybody_home(open_house: OpenHouse) -> None:
    house = open_house()
    dave = house.guest("dave")
    dave.command("!pontoon dave")
    dave.told(r"\(1-10\)")
    house.bot.stop()
    dave.sees_bot("QUIT")
    dave.expect(r"^ERROR :Closing link: localhost \(The server is shutting down\)$")
    assert not re.search("LocalServer|TCP Port", house.bot.log)  # Twisted's own noise


def test_the_next_start_is_possible_at_once(open_house: OpenHouse) -> None:
    """Even while connections of the last one linger."""
    house = open_house()
    house.guest("dave")
    house.bot.stop()
    again = RunningBot(
        house.bot.players_file.parent, {"irc": {"server": "local", "port": house.place.port}}, None
    )
    try:
        again.wait_for("To stop, press Ctrl-C")
    finally:
        again.end()


def test_with_another_nickname_it_is_back_at_once_at_its_own_port(open_house: OpenHouse) -> None:
    house = open_house()
    again = {"server": "local", "port": house.place.port, "nickname": "Dealer"}
    house.bot.reload({"irc": again})
    house.bot.wait_for(f"in {CHANNEL}$", times=2)
    assert "choose another port" not in house.bot.log
    dave = house.guest("dave", bot="Dealer")
    dave.whisper("games")
    dave.told("I deal")


def test_it_deals_where_an_operator_lets_nobody_in(open_house: OpenHouse) -> None:
    """Nothing keeps the bot itself out."""
    house = open_house()
    dave = house.guest("dave")
    dave.send(f"MODE {CHANNEL} +iklb sesame 1 *!*@*")
    dave.send(f"KICK {CHANNEL} {BOT} :out")
    dave.sees_bot("JOIN")
    dave.whisper("games")
    dave.told("I deal")


# How it begins


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with what is in the repository, but for the port."""
    playersxml.write(tmp_path / "players.xml", PLAYERS)
    write_config(tmp_path / "config.ini", {"irc": {"port": free_port()}})
    return tmp_path


def port_in(folder: Path) -> int:
    """Return the port that the config.ini in FOLDER names."""
    return int((folder / "config.ini").read_text().rpartition("=")[2])


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


def test_how_to_play_is_told_on_stdout(folder: Path) -> None:
    with started(folder) as (process, out, _):
        lines = [out.readline() for _ in INVITATION.splitlines()]
        process.terminate()
        assert out.read() == ""
        assert process.wait(STOP_SECONDS) == 0
    assert "".join(lines) == INVITATION.format(port=port_in(folder))


def test_where_the_log_is_can_be_seen(folder: Path) -> None:
    with (folder / "config.ini").open("a") as config:
        config.write("[log]\nfile = bot.log\n")
    with started(folder) as (process, _, err):
        assert err.readline() == f"the log is in {folder}/bot.log\n"
        process.terminate()
        assert err.read() == ""
        assert process.wait(STOP_SECONDS) == 0


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

"""The bot and its peers as programs: how each is started, and asked something."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.real_servers import playersxml
from tests.real_servers.runningbot import write_config
from tests.real_servers.servers import Address
from tests.support.repository import ROOT

PEERS = Path(__file__).parent / "peers"
ANSWER = "dave: chips 1000, bank 0, played 0, won 0, ratio none"
"""What every program answers: ours because it is so, the others because they are told to."""

ECHO = f"!echo {ANSWER}"
REGULARS = {"dave": 1000, "kevin": 1000, "bob": 1000}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a program is to go: a channel on a server; what it writes goes into an empty folder."""

    server: Address
    channel: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Program:
    """A bot called NICK on IRC that says ``ANSWER`` when asked QUESTION in its channel.

    PREPARE writes what it needs, and returns the command line that starts it.
    """

    name: str
    nick: str
    question: str
    prepare: Callable[[Place], Sequence[str]]


@contextmanager
def running(command: Sequence[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run COMMAND, its output in the file ``log`` in FOLDER, and kill it in the end."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def prepare_ours(place: Place, players: Mapping[str, int] = REGULARS) -> Sequence[str]:
    """Prepare PontoonBot with PLAYERS; commas may separate several channels."""
    irc = {
        "server": place.server.host,
        "port": place.server.port,
        "channels": place.channel,
        "lines_per_second": 0,
        "user_lines_per_second": 0,
    }
    configuration = place.folder / "config.ini"
    write_config(configuration, {"irc": irc})
    playersxml.write(place.folder / "players.xml", players)
    return [sys.executable, str(ROOT / "PontoonBot.py"), "--config", str(configuration)]


def _prepare_bare_twisted(place: Place) -> Sequence[str]:
    host, port = place.server.host, str(place.server.port)
    script = str(PEERS / "baretwisted.py")
    return [sys.executable, script, host, port, BARE, place.channel, ECHO, ANSWER]


def _prepare_limnoria(place: Place) -> Sequence[str]:
    configuration = _filled_in("limnoria.conf", LIMNORIA, place)
    command = Path(sys.executable).with_name("limnoria")
    return [str(command), "--allow-root", str(configuration)]


def _prepare_sopel(place: Place) -> Sequence[str]:
    configuration = _filled_in("sopel.cfg", SOPEL, place)
    return [sys.executable, str(PEERS / "sopelbot.py"), str(configuration)]


def _filled_in(name: str, nick: str, place: Place) -> Path:
    """Write the configuration NAME of a peer, as PLACE makes it, and return where it is."""
    text = (PEERS / name).read_text()
    words = {
        "HOST": place.server.host,
        "PORT": str(place.server.port),
        "NICK": nick,
        "CHANNEL": place.channel,
        "HERE": str(PEERS),
        "FOLDER": str(place.folder),
    }
    for word, meaning in words.items():
        text = text.replace(f"@{word}@", meaning)
    path = place.folder / name
    path.write_text(text)
    return path


BARE, LIMNORIA, SOPEL = "BareTwisted", "Limnoria", "Sopel"

OURS = Program("PontoonBot", "PontoonBot", "!pontoon stats dave", prepare_ours)
PROGRAMS = (
    OURS,
    Program("bare Twisted", BARE, ECHO, _prepare_bare_twisted),
    Program("Limnoria", LIMNORIA, ECHO, _prepare_limnoria),
    Program("Sopel", SOPEL, ECHO, _prepare_sopel),
)

"""The bot and its peers as programs: how each is started, and asked something."""

import compileall
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import ignore_patterns
from types import MappingProxyType

from tests.real_servers import playersxml
from tests.real_servers.rawclient import Address
from tests.real_servers.runningbot import Settings, write_config
from tests.support.repository import ROOT

PEERS = Path(__file__).parent / "peers"
ANSWER = "dave: chips 1000, bank 0, played 0, won 0, ratio none"
"""What every program answers: ours because it is so, the others because they are told to."""

ECHO = f"!echo {ANSWER}"
REGULARS = {"dave": 1000, "kevin": 1000, "bob": 1000}


@dataclass(frozen=True, slots=True)
class TlsPort:
    """A port with TLS, and the authority that vouches for its certificate."""

    host: str
    port: int
    ca_file: Path


@dataclass(frozen=True, slots=True)
class Place:
    """Where a program is to go: a channel on a server; what it writes goes into an empty folder."""

    server: Address
    channel: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Program:
    """A bot called NICK on IRC that says ``ANSWER`` when asked QUESTION in its channel.

    PREPARE writes what it needs, and returns the command line that starts it. MORE is what its
    environment has besides.
    """

    name: str
    nick: str
    question: str
    prepare: Callable[[Place], Sequence[str]]
    more: Mapping[str, str] = field(default_factory=dict)

    def running(self, place: Place) -> AbstractContextManager[subprocess.Popen[bytes]]:
        """Run it, so that it comes to PLACE."""
        environment = {**clean_environment(), **self.more}
        return running(self.prepare(place), place.folder, environment)


def clean_environment() -> dict[str, str]:
    """Return the environment in which programs start: modules are compiled, and kept so."""
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("PYTHON")}
    return {**environment, "PYTHONPATH": str(ROOT)}


@contextmanager
def running(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run COMMAND, its output in the file ``log`` in FOLDER, and kill it in the end."""
    environment = clean_environment() if environment is None else environment
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def prepare_ours(
    place: Place,
    players: Mapping[str, int] = REGULARS,
    program: Sequence[str] = (),
    more: Settings = MappingProxyType({}),
) -> Sequence[str]:
    """Prepare PontoonBot with PLAYERS; commas may separate several channels.

    PROGRAM is what Python runs instead of PontoonBot.py. MORE is what config.ini says besides.
    """
    irc: dict[str, object] = {
        "server": place.server.host,
        "port": place.server.port,
        "tls": isinstance(place.server, TlsPort),
        "channels": place.channel,
        "lines_per_second": 0,
        "user_lines_per_second": 0,
    }
    if isinstance(place.server, TlsPort):
        irc["tls_ca_file"] = place.server.ca_file
    configuration = place.folder / "config.ini"
    write_config(configuration, {"irc": irc, **more})
    playersxml.write(place.folder / "players.xml", players)
    started = program or (str(ROOT / "PontoonBot.py"),)
    return [sys.executable, *started, "--config", str(configuration)]


def _prepare_bare_twisted(place: Place) -> Sequence[str]:
    host, port = place.server.host, str(place.server.port)
    script = str(PEERS / "baretwisted.py")
    command = [sys.executable, script, host, port, BARE, place.channel, ECHO, ANSWER]
    return [*command, str(place.server.ca_file)] if isinstance(place.server, TlsPort) else command


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


def installed(folder: Path) -> Program:
    """Copy PontoonBot into FOLDER and compile it, as pip does; return it as it starts from there.

    Python takes the order not to write compiled modules like a folder that cannot be written.
    """
    shutil.copytree(ROOT / "pontoon", folder / "pontoon", ignore=ignore_patterns("__pycache__"))
    compileall.compile_dir(folder, quiet=1)
    return Program(
        OURS.name,
        OURS.nick,
        OURS.question,
        lambda place: prepare_ours(place, program=INSTALLED_COMMAND),
        {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
    )


INSTALLED_COMMAND = ("-c", "import sys; from pontoon.__main__ import main; sys.exit(main())")
"""What the installed command ``pontoonbot`` does."""

OURS = Program("PontoonBot", "PontoonBot", "!pontoon stats dave", prepare_ours)
BARE_TWISTED = Program("bare Twisted", BARE, ECHO, _prepare_bare_twisted)
PROGRAMS = (
    OURS,
    BARE_TWISTED,
    Program("Limnoria", LIMNORIA, ECHO, _prepare_limnoria),
    Program("Sopel", SOPEL, ECHO, _prepare_sopel),
)

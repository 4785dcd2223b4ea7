"""A PostgreSQL server for the tests of one worker, which nobody else can reach.

It runs as the user ``postgres`` where tests run as root, since it refuses to be root's.
"""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

from tests.real_servers.servers import ServerDidNotStartError, find, missing

_START_SECONDS = 20.0
_LOOK_EVERY_SECONDS = 0.02

_INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian has a folder for each version: its programs are not in PATH."""

_UNHURRIED = ("fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=40")
"""Nothing is waited for that only a power cut would show, and nobody comes by the network."""

_schemas = count(1)


class PostgresqlServer:
    """A server that listens on a socket in FOLDER."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def new_url(self) -> str:
        """Return the URL of a new database with nothing in it: in fact of a new schema."""
        import psycopg  # only where there is a server  # noqa: PLC0415

        schema = f"bot{next(_schemas)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}".encode())
        return f"{self.url}&options={quote(f'-c search_path={schema}')}"

    @property
    def url(self) -> str:
        """The URL of a database that many tests use."""
        return f"postgresql://bot@/postgres?host={quote(str(self._folder))}"


@cache
def program(name: str) -> Path | None:
    """Return the path of the PostgreSQL program NAME of the latest version, if it is installed."""
    folders = sorted(_INSTALLED.glob("*/bin"), key=lambda each: float(each.parent.name))
    found = [each / name for each in folders if (each / name).exists()]
    return found[-1] if found else (Path(path) if (path := find(name)) else None)


@contextmanager
def running_postgresql() -> Iterator[PostgresqlServer]:
    """Run a server in a folder of its own; the test is skipped where it is not installed."""
    initdb, postgres = program("initdb"), program("postgres")
    if initdb is None or postgres is None:
        missing("postgresql")
    # A path of pytest's own may be longer than that of a socket can be.
    folder = Path(mkdtemp(prefix="pontoon-postgresql-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    owner = _owner()
    if owner is not None:
        shutil.chown(folder, owner)
    try:
        data, log = folder / "data", folder / "log"
        made = [initdb, "-D", data, "-U", "bot", "-A", "trust", "-E", "UTF8"]
        _run([*made, "--locale=C", "--no-sync", "--no-instructions"], owner, folder)
        settings = [word for each in _UNHURRIED for word in ("-c", each)]
        command = [postgres, "-D", data, "-k", folder, *settings]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command, cwd=folder, user=owner, stdout=output, stderr=output
            )
        try:
            _wait_for(data / "postmaster.pid", log, process)
            yield PostgresqlServer(folder)
        finally:
            process.send_signal(signal.SIGINT)  # SIGTERM would wait for connections
            process.wait()
    finally:
        shutil.rmtree(folder)


def _owner() -> str | None:
    """Return the user who may run a server; None for that of the tests."""
    if os.geteuid() != 0:
        return None
    pwd.getpwnam("postgres")
    return "postgres"


def _run(command: Sequence[str | Path], owner: str | None, folder: Path) -> None:
    subprocess.run(command, cwd=folder, user=owner, check=True, capture_output=True)


def _wait_for(status: Path, log: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server PROCESS says in its STATUS that it can be used."""
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        with suppress(FileNotFoundError):
            if status.read_text().rstrip().endswith("ready"):
                return
        try:
            process.wait(_LOOK_EVERY_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        break
    raise ServerDidNotStartError(log.read_text(errors="replace"))

"""A PostgreSQL server for the tests of one worker, which nobody else can reach.

It runs as the user ``postgres`` where tests run as root, since it refuses to be root's.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

import psycopg

from tests.real_servers.servers import ServerDidNotStartError, installed

_START_SECONDS = 20.0
_LOOK_EVERY_SECONDS = 0.02

_MADE = ("--username=bot", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")

_UNHURRIED = (
    *("-c", "fsync=off", "-c", "full_page_writes=off"),
    *("-c", "listen_addresses=", "-c", "max_connections=200"),
)
"""Nothing is waited for that only a power cut would show, and nobody comes by the network."""

DURABLE = ("-c", "listen_addresses=")
"""What is acknowledged is on the disk."""

_schemas = count(1)


class PostgresqlServer:
    """A server by the program POSTGRES with OPTIONS, as OWNER, and with a socket in FOLDER."""

    def __init__(
        self, postgres: str, folder: Path, owner: str | None, options: Sequence[str]
    ) -> None:
        self._command = [postgres, "-D", str(folder / "data"), "-k", str(folder), *options]
        self._folder = folder
        self._owner = owner
        self._process: subprocess.Popen[bytes]

    def start(self) -> None:
        """Start it, over what it has left; return when it can be used."""
        log, status = self._folder / "log", self._folder / "data/postmaster.pid"
        status.unlink(missing_ok=True)  # a crash has left it
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                self._command, cwd=self._folder, user=self._owner, stdout=output, stderr=output
            )
        _wait_for(status, log, self._process)

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends all sessions, SIGQUIT makes it crash."""
        self._process.send_signal(number)
        self._process.wait()

    @property
    def socket(self) -> Path:
        """The socket that it listens on."""
        return self._folder / ".s.PGSQL.5432"

    def new_url(self) -> str:
        """Return the URL of a new database with nothing in it: in fact of a new schema."""
        schema = f"bot{next(_schemas)}"
        self.run(f"CREATE SCHEMA {schema}")
        return f"{self.url}&options={quote(f'-c search_path={schema}')}"

    def new_database(self) -> str:
        """Make a new database with nothing in it; return its name."""
        name = f"club{next(_schemas)}"
        self.run(f"CREATE DATABASE {name}")
        return name

    def run(self, sql: str) -> None:
        """Run SQL as the owner of all."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.encode())

    @property
    def url(self) -> str:
        """The URL of a database that many tests use."""
        return f"postgresql://bot@/postgres?host={quote(str(self._folder))}"


@contextmanager
def running_postgresql(options: Sequence[str] = _UNHURRIED) -> Iterator[PostgresqlServer]:
    """Run a server in a folder of its own; the test is skipped where it is not installed."""
    initdb, postgres = installed("initdb"), installed("postgres")
    # A path of pytest's own may be longer than that of a socket can be.
    folder = Path(
        mkdtemp(prefix="pontoon-postgresql-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
    )
    owner = _owner()
    if owner is not None:
        shutil.chown(folder, owner)
    try:
        with (folder / "log").open("wb") as log:
            making = [initdb, "-D", str(folder / "data"), *_MADE]
            subprocess.run(making, cwd=folder, user=owner, stdout=log, stderr=log, check=True)
        server = PostgresqlServer(postgres, folder, owner, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def _owner() -> str | None:
    """Return the user who may run a server; None for that of the tests."""
    if os.geteuid() != 0:
        return None
    return "postgres"


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

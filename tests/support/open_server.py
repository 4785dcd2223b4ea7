"""Opens the server inside the bot as a process of its own, for tests over real sockets."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.real_servers.servers import HOST, free_port
from tests.support.repository import ROOT

STOP_SECONDS = 5.0
"""How long it may take to stop."""


class OpenedServer:
    """A server that listens on PORT of this machine; ``token`` makes one the bot.

    ``process_id`` is the number of the process that it is.
    """

    def __init__(self, port: int) -> None:
        self.host = HOST
        self.port = port
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.standalone", str(port)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.process_id = self._process.pid
        self.token = self.log_line()
        assert "listening" in self.log_line()

    def log_line(self) -> str:
        """Return the next line that is logged."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def shut_down(self) -> None:
        """Have it stop in good order, and wait for that."""
        self._process.communicate("\n", timeout=STOP_SECONDS)
        assert self._process.returncode == 0

    def kill(self) -> None:
        """Have it gone."""
        self._process.kill()
        self._process.communicate()


@contextmanager
def opened() -> Iterator[OpenedServer]:
    """Open a server, and have it gone afterwards."""
    server = OpenedServer(free_port())
    try:
        yield server
    finally:
        server.kill()

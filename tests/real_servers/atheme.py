"""An InspIRCd with Atheme's services: accounts, NickServ, and SASL (PLAIN, EXTERNAL, ECDSA)."""

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.real_servers.inspircd import LENIENT, running_inspircd
from tests.real_servers.rawclient import NotHeardError, RawClient
from tests.real_servers.servers import HERE, HOST, Server, free_port, installed
from tests.support.certificates import Issued, issued

NICKSERV = "NickServ"

LINK_SECONDS = 10.0
"""How long services may take until they are on the network."""

_LOOK_EVERY_SECONDS = 0.05

TOO_OLD = "too old to link with this server"
"""What InspIRCd 4 tells Atheme 7.2, although a distribution may have both."""


class TlsAddress:
    """Where the server listens with TLS."""

    def __init__(self, port: int) -> None:
        self.host = HOST
        self.port = port


class Services:
    """A network with services: its SERVER, where that listens with TLS, and its CERTIFICATE.

    The services keep what they know in FOLDER, and are linked to the server at PORT.
    ``stop`` and ``start`` have the services go and come back, with all accounts.
    """

    def __init__(
        self, server: Server, tls_port: int, certificate: Issued, folder: Path, port: int
    ) -> None:
        self.server = server
        self.tls = TlsAddress(tls_port)
        self.certificate = certificate
        self._folder = folder
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, without: str = "") -> None:
        """Have the services come, WITHOUT some module, and wait until they are there."""
        folder = self._folder
        template = (HERE / "atheme.conf").read_text().replace("@PORT@", str(self._port))
        lines = [line for line in template.splitlines() if not (without and without in line)]
        (folder / "atheme.conf").write_text("\n".join(lines))
        files = ("-c", folder / "atheme.conf", "-D", folder, "-p", folder / "pid")
        command = (installed("atheme-services"), "-n", *files, "-l", folder / "atheme.log")
        with (folder / "output.log").open("ab") as output:
            self._process = subprocess.Popen(command, stdout=output, stderr=output)
        self._wait_until(there=True)

    def stop(self) -> None:
        """Have the services go, all that they know written down, and wait until they are gone."""
        self.end()
        self._wait_until(there=False)

    def end(self) -> None:
        """Have the services go if they are there; whoever is on the network may not know yet."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def register(self, account: str, password: str) -> None:
        """Have somebody register ACCOUNT."""
        with RawClient(self.server, account) as somebody:
            order(somebody, f"REGISTER {password} {account}@example.invalid")
            somebody.expect(rf"^:{NICKSERV}!\S+ NOTICE .* is now registered|^:\S+ 900 ")
            somebody.leave_server()

    def person(self, nick: str, account: str, password: str) -> RawClient:
        """Return somebody called NICK, who is logged in to ACCOUNT."""
        somebody = RawClient(self.server, nick)
        identify(somebody, account, password)
        return somebody

    def _wait_until(self, *, there: bool) -> None:
        with RawClient(self.server, "waiting") as somebody:
            deadline = time.monotonic() + LINK_SECONDS
            while self._are_there(somebody) != there:
                told = (self._folder / "output.log").read_text(errors="replace")
                if TOO_OLD in told:
                    pytest.skip("these Atheme services are too old to link with this InspIRCd")
                assert time.monotonic() < deadline, told
                somebody.arrived(_LOOK_EVERY_SECONDS)

    def _are_there(self, somebody: RawClient) -> bool:
        somebody.send(f"ISON {NICKSERV}")
        return NICKSERV in somebody.expect(r" 303 \S+ :(.*)")[1]


def order(somebody: RawClient, what: str) -> None:
    """Have SOMEBODY tell NickServ WHAT to do."""
    somebody.say(NICKSERV, what)


def identify(somebody: RawClient, account: str, password: str) -> None:
    """Have SOMEBODY log in to ACCOUNT, and wait until they are. Raises NotHeardError."""
    order(somebody, f"IDENTIFY {account} {password}")
    reply = somebody.expect(r"^:\S+ (900|NOTICE) .*?(are now logged in|nvalid|not a registered)")
    if "logged in" not in reply[2]:
        raise NotHeardError(reply.string)


@contextmanager
def running_services(folder: Path, *, without: Sequence[str] = ()) -> Iterator[Services]:
    """Run an InspIRCd WITHOUT some of its modules and without flood limits, and its services."""
    services_port, tls_port = free_port(), free_port()
    atheme = folder / "atheme"
    atheme.mkdir()
    certificate = issued(HOST)
    file, key = certificate.written(folder, "server")
    more = (
        (HERE / "inspircd-services.conf")
        .read_text()
        .replace("@CERTIFICATE@", str(file))
        .replace("@KEY@", str(key))
    )
    for module in without:
        more = more.replace(f'<module name="{module}">\n', "")
    more = more.replace("@SERVICES_PORT@", str(services_port)).replace("@TLS_PORT@", str(tls_port))
    with running_inspircd(LENIENT, folder, more=more) as server:
        services = Services(server, tls_port, certificate, atheme, services_port)
        try:
            services.start()
            yield services
        finally:
            services.end()

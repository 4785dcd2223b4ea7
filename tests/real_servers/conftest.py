"""Servers for the tests in this folder, each test with one of its own."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.real_servers.atheme import Services, running_services
from tests.real_servers.inspircd import LENIENT, running_inspircd
from tests.real_servers.puppetry import Start, starting
from tests.real_servers.servers import EASY, Server, running_ngircd
from tests.real_servers.servicemanager import Manager
from tests.real_servers.venue import Venue, open_venue


@pytest.fixture
def ngircd(tmp_path: Path) -> Iterator[Server]:
    """Run an ngircd without flood limits, with nicks of up to 30 characters."""
    with running_ngircd(EASY, tmp_path) as server:
        yield server


@pytest.fixture
def inspircd(tmp_path: Path) -> Iterator[Server]:
    """Run an InspIRCd without flood limits, with nicks of up to 30 characters."""
    with running_inspircd(LENIENT, tmp_path) as server:
        yield server


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """Run an InspIRCd without flood limits, with TLS and with Atheme's services."""
    with running_services(tmp_path) as network:
        yield network


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start puppets."""
    with starting(tmp_path) as start_one:
        yield start_one


@pytest.fixture
def venue(ngircd: Server, tmp_path: Path) -> Iterator[Venue]:
    """Open a venue on an ngircd without flood limits."""
    with open_venue(ngircd, tmp_path) as opened:
        yield opened


@pytest.fixture
def inspircd_venue(inspircd: Server, tmp_path: Path) -> Iterator[Venue]:
    """Open a venue on an InspIRCd without flood limits."""
    with open_venue(inspircd, tmp_path) as opened:
        yield opened


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    """Give what programs that a test starts take for systemd, with a watchdog of 400 ms."""
    with closing(Manager(tmp_path)) as listening:
        monkeypatch.setenv("NOTIFY_SOCKET", listening.address)
        monkeypatch.setenv("WATCHDOG_USEC", "400000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield listening

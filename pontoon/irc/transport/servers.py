"""Where to connect next: the servers of config.ini in turn, with TLS where they want it (STS)."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from pontoon.irc.config import IrcConfig, Server

UPGRADE_SECONDS = 3600.0
"""How long the bot insists on TLS with a server that wanted it over a plain connection.

Somebody between the bot and the server may have forged that, so it does not hold for ever.
"""


class Endpoint(Struct, frozen=True):
    """Where to connect to: ``host`` is a name or an address, as in config.ini."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}{' with TLS' if self.tls else ''}"


class PolicyStore(Protocol):
    """Which servers have promised TLS, and for how long. The caller stores them on the disk."""

    def port_of(self, host: str) -> int | None:
        """Return the port at which HOST must be connected to by TLS; None without a policy."""

    def keep(self, host: str, port: int, seconds: int) -> None:
        """Note that HOST wants TLS at PORT for so many SECONDS; with 0 forget it."""


class ServerRotation:
    """The servers of a network, and the POLICIES of some. NOW returns the time in seconds."""

    def __init__(
        self, config: IrcConfig, policies: PolicyStore | None, now: Callable[[], float]
    ) -> None:
        self._config = config
        self._policies = policies
        self._now = now
        self._upgrades: dict[str, tuple[int, float]] = {}
        self._turn = -1
        self._endpoint = self._endpoint_of(config.server[0])
        self.is_waited_for = False
        """Whether the last server waits for a new connection, by TLS."""

    def next_endpoint(self) -> Endpoint:
        """Return the endpoint of the next server, or of the last one if it waits for the bot."""
        if not self.is_waited_for:
            self._turn = (self._turn + 1) % len(self._config.server)
        self.is_waited_for = False
        self._endpoint = self._endpoint_of(self._config.server[self._turn])
        return self._endpoint

    def upgrade(self, host: str, port: int) -> None:
        """Make HOST the next server, by TLS at PORT, as it wants."""
        self._upgrades[host] = port, self._now() + UPGRADE_SECONDS
        self.is_waited_for = True

    def reached(self) -> Endpoint:
        """Return the last endpoint, and forget its upgrade: the server can ask for it anew."""
        self._upgrades.pop(self._endpoint.host, None)
        return self._endpoint

    def _endpoint_of(self, server: Server) -> Endpoint:
        port = server.port or self._config.port
        if self._config.tls:
            return Endpoint(server.host, port, tls=True)
        secure_port, until = self._upgrades.get(server.host, (None, 0.0))
        if until <= self._now():
            secure_port = None if self._policies is None else self._policies.port_of(server.host)
        return Endpoint(server.host, secure_port or port, tls=secure_port is not None)

"""Where to connect next: the servers of config.ini in turn, as they want to be reached."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pontoon.irc.config import IrcConfig, Server

UPGRADE_SECONDS = 3600.0
"""How long a server that wants TLS, but could not be reached so, is not gone to without.

Whoever is between us and the server may have made that up; it must not be believed for ever.
"""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to connect to: HOST is a name or an address, as config.ini has it."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}{' with TLS' if self.tls else ''}"


class StsPolicies(Protocol):
    """Which servers have promised TLS, and for how long; something with a disk keeps them."""

    def port_of(self, host: str) -> int | None:
        """Return the port at which HOST must be reached by TLS; None where nothing holds."""

    def keep(self, host: str, port: int, seconds: int) -> None:
        """Note that HOST is reached by TLS, at PORT, for so many SECONDS; with 0, forget it."""


class ServerRotation:
    """The servers of a network, and POLICIES of some. NOW returns the time in seconds."""

    def __init__(
        self, config: IrcConfig, policies: StsPolicies | None, now: Callable[[], float]
    ) -> None:
        self._config = config
        self._policies = policies
        self._now = now
        self._upgrades: dict[str, tuple[int, float]] = {}
        self._turn = -1
        self._place = self._place_of(config.server[0])
        self._is_waited_for = False

    @property
    def is_waited_for(self) -> bool:
        """Whether the server that was left wants to be connected to again, at once, by TLS."""
        return self._is_waited_for

    def next_place(self) -> Endpoint:
        """Go on to the next server, or stay with the one that waits for us."""
        if not self._is_waited_for:
            self._turn = (self._turn + 1) % len(self._config.server)
        self._is_waited_for = False
        self._place = self._place_of(self._config.server[self._turn])
        return self._place

    def upgrade(self, host: str, port: int) -> None:
        """Have HOST be the next, by TLS at PORT, for it wants that."""
        self._upgrades[host] = port, self._now() + UPGRADE_SECONDS
        self._is_waited_for = True

    def reached(self) -> Endpoint:
        """Return the last place, which was reached: it may say anew now how it wants to be."""
        self._upgrades.pop(self._place.host, None)
        return self._place

    def _place_of(self, server: Server) -> Endpoint:
        port = server.port or self._config.port
        if self._config.tls:
            return Endpoint(server.host, port, tls=True)
        secure_port = self._upgraded(server.host) or self._promised(server.host)
        return Endpoint(server.host, secure_port or port, tls=secure_port is not None)

    def _upgraded(self, host: str) -> int | None:
        port, until = self._upgrades.get(host, (None, 0.0))
        return port if until > self._now() else None

    def _promised(self, host: str) -> int | None:
        return None if self._policies is None else self._policies.port_of(host)

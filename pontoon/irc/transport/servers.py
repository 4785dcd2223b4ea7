"""Where to connect next: the servers of config.ini in turn, with TLS where they want it.

A server says by Strict Transport Security (STS) that it wants TLS:
https://ircv3.net/specs/extensions/sts
"""

import re
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from pontoon.irc.config import IrcConfig, Server
from pontoon.irc.reactor import Clock
from pontoon.irc.timing import Timers

UPGRADE_SECONDS = 3600.0
"""How long the bot insists on TLS with a server that wanted it over a plain connection.

Somebody between the bot and the server may have forged that, so it does not hold for ever.
"""

LONGEST_SECONDS = 10 * 365 * 86400
"""The longest duration; a longer one counts as this one, since dates have an end."""

RENEWAL_SECONDS = 86400.0
"""How often the bot renews a policy while it is connected, in case the program is killed."""

PAUSE_SECONDS = 1.0
"""The least time between two renewals: each one writes a file and syncs it."""


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


def read_policy(value: str) -> tuple[int | None, int | None]:
    """Return port and duration, in seconds, that VALUE of ``sts`` gives; None if it does not.

    Keys that occur twice, and invalid values, are ignored.
    """
    pairs = [token.partition("=")[::2] for token in value.split(",")]
    keys = [key for key, _ in pairs]
    said = {key: text for key, text in pairs if keys.count(key) == 1}
    port, duration = said.get("port", ""), said.get("duration", "")
    is_port = re.fullmatch("[0-9]{1,5}", port) and 1 <= int(port) <= 65535
    is_duration = re.fullmatch("[0-9]{1,20}", duration)
    return (
        int(port) if is_port else None,
        min(int(duration), LONGEST_SECONDS) if is_duration else None,
    )


class ServerRotation:
    """The servers of a network, and the POLICIES of some; None ignores what they want.

    LOG gets a line when a server wants TLS.
    """

    def __init__(
        self,
        config: IrcConfig,
        policies: PolicyStore | None,
        clock: Clock,
        log: Callable[[str], None],
    ) -> None:
        self._config = config
        self._policies = policies
        self._clock = clock
        self._log = log
        self._upgrades: dict[str, tuple[int, float]] = {}
        self._turn = -1
        self._endpoint = self._endpoint_of(config.server[0])
        self.is_waited_for = False
        """Whether the last server waits for a new connection, by TLS."""
        self._promised: int | None = None
        """How long the server that the bot is connected to has promised TLS; None if it has not."""
        self._kept_at = -PAUSE_SECONDS
        self._timers = Timers(clock)

    def next_endpoint(self) -> Endpoint:
        """Return the endpoint of the next server, or of the last one if it waits for the bot."""
        if not self.is_waited_for:
            self._turn = (self._turn + 1) % len(self._config.server)
        self.is_waited_for = False
        self._endpoint = self._endpoint_of(self._config.server[self._turn])
        return self._endpoint

    def reached(self) -> Endpoint:
        """Return the last endpoint, and forget its upgrade: the server can ask for it anew."""
        self._upgrades.pop(self._endpoint.host, None)
        self._promised = None
        self._kept_at = -PAUSE_SECONDS
        return self._endpoint

    def wants(self, value: str) -> bool:
        """Act on VALUE of the capability ``sts``; return whether the bot has to reconnect by TLS.

        A plain connection promises nothing for later, so that only the port counts, and one with
        TLS redirects nobody, so that only the duration counts.
        """
        port, duration = read_policy(value)
        if self._policies is None:
            return False
        here = self._endpoint
        if here.tls and duration is not None:
            self._promised = duration
            pause = self._kept_at + PAUSE_SECONDS - self._clock.seconds()
            if pause > 0:
                self._timers.after(pause, "keep", self._keep)
            else:
                self._keep()
        elif not here.tls and port is not None:
            self._log(f"{here} requires TLS (STS): reconnecting to port {port}")
            self._upgrades[here.host] = port, self._clock.seconds() + UPGRADE_SECONDS
            self.is_waited_for = True
            return True
        return False

    def lost(self) -> None:
        """Renew the policy as the connection ends."""
        self._keep()
        self._timers.stop()
        self._promised = None

    def _keep(self) -> None:
        if self._promised is not None and self._policies is not None:
            self._kept_at = self._clock.seconds()
            self._policies.keep(self._endpoint.host, self._endpoint.port, self._promised)
            self._timers.after(RENEWAL_SECONDS, "keep", self._keep)

    def _endpoint_of(self, server: Server) -> Endpoint:
        port = server.port or self._config.port
        if self._config.tls:
            return Endpoint(server.host, port, tls=True)
        secure_port, until = self._upgrades.get(server.host, (None, 0.0))
        if until <= self._clock.seconds():
            secure_port = None if self._policies is None else self._policies.port_of(server.host)
        return Endpoint(server.host, secure_port or port, tls=secure_port is not None)

"""Strict Transport Security: when a server wants TLS (IRCv3, ``sts``)."""

import re
from collections.abc import Callable
from typing import Self

from msgspec import Struct

from pontoon.irc.reactor import Clock
from pontoon.irc.timing import Timers
from pontoon.irc.transport.servers import Endpoint, PolicyStore

LONGEST_SECONDS = 10 * 365 * 86400
"""The longest duration; a longer one counts as this one, since dates have an end."""

RENEWAL_SECONDS = 86400.0
"""How often the bot renews a policy while it is connected, in case the program is killed."""

PAUSE_SECONDS = 1.0
"""The least time between two renewals: each one writes a file and syncs it."""


class Policy(Struct, frozen=True):
    """The port and the duration in seconds that the value of ``sts`` gives; None if it does not.

    The port only counts on a plain connection, the duration only on one with TLS.
    """

    port: int | None
    duration: int | None

    @classmethod
    def of(cls, value: str) -> Self:
        """Read VALUE. Keys that occur twice, and invalid values, are ignored."""
        pairs = [token.partition("=")[::2] for token in value.split(",")]
        keys = [key for key, _ in pairs]
        said = {key: text for key, text in pairs if keys.count(key) == 1}
        return cls(_port(said.get("port", "")), _duration(said.get("duration", "")))


def _port(text: str) -> int | None:
    if re.fullmatch("[0-9]{1,5}", text) and 1 <= int(text) <= 65535:
        return int(text)
    return None


def _duration(text: str) -> int | None:
    if re.fullmatch("[0-9]{1,20}", text):
        return min(int(text), LONGEST_SECONDS)
    return None


class StsSession:
    """Keeps in POLICIES what the server at ENDPOINT says of TLS during one connection.

    UPGRADE is called with the endpoint, and with the port at which the server wants TLS instead.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        policies: PolicyStore,
        upgrade: Callable[[Endpoint, int], None],
        clock: Clock,
    ) -> None:
        self._endpoint = endpoint
        self._policies = policies
        self._upgrade = upgrade
        self._clock = clock
        self._seconds: int | None = None
        """How long the server has promised TLS; None if it has not said."""
        self._kept_at = -PAUSE_SECONDS
        self._timers = Timers(clock)

    def heard(self, value: str) -> bool:
        """Act on VALUE of the capability; return whether the bot has to leave this connection.

        A plain connection promises nothing for later, and one with TLS redirects nobody.
        """
        policy = Policy.of(value)
        if self._endpoint.tls and policy.duration is not None:
            self._seconds = policy.duration
            self._keep_soon()
        elif not self._endpoint.tls and policy.port is not None:
            self._upgrade(self._endpoint, policy.port)
            return True
        return False

    def over(self) -> None:
        """Renew the policy as the connection ends."""
        self._timers.stop()
        if self._seconds is not None:
            self._policies.keep(self._endpoint.host, self._endpoint.port, self._seconds)

    def _keep_soon(self) -> None:
        pause = self._kept_at + PAUSE_SECONDS - self._clock.seconds()
        if pause > 0:
            self._timers.after(pause, "keep", self._keep)
        else:
            self._keep()

    def _keep(self) -> None:
        if self._seconds is not None:
            self._kept_at = self._clock.seconds()
            self._policies.keep(self._endpoint.host, self._endpoint.port, self._seconds)
            self._timers.after(RENEWAL_SECONDS, "keep", self._keep)

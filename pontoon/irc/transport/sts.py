"""Strict Transport Security: what a server says of when to use TLS (IRCv3, ``sts``)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from pontoon.irc.reactor import Clock, Delayed
from pontoon.irc.transport.servers import Endpoint, StsPolicies

LONGEST_SECONDS = 10 * 365 * 86400
"""What is longer is taken for this long: nobody could mean it, and dates have an end."""

RENEWAL_SECONDS = 86400.0
"""How often a policy begins anew while the bot is connected, should it end without a farewell."""

PAUSE_SECONDS = 1.0
"""How long what is said next waits at least: each time a file is written, and synced."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What the value of the capability says: its port and duration in seconds, each if it does.

    Either counts on one kind of connection only, and is ignored where it makes no sense.
    """

    port: int | None
    duration: int | None

    @classmethod
    def of(cls, value: str) -> Self:
        """Read VALUE; of a key that is there twice, or makes no sense, nothing is taken."""
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
    """What the server at PLACE says of TLS while the bot is connected to it, put into POLICIES.

    UPGRADE is told that, and the port at which the server wants to be connected to instead.
    """

    def __init__(
        self,
        place: Endpoint,
        policies: StsPolicies,
        upgrade: Callable[[Endpoint, int], None],
        clock: Clock,
    ) -> None:
        self._place = place
        self._policies = policies
        self._upgrade = upgrade
        self._clock = clock
        self._seconds: int | None = None
        """For how long the server has promised TLS, if it has said anything of it."""
        self._kept_at = -PAUSE_SECONDS
        self._timer: Delayed | None = None

    def heard(self, value: str) -> bool:
        """Heed VALUE, as the capability has it; return whether this connection is to be left.

        Over one that is not encrypted nothing is promised for later, and over one that is, nobody
        is sent elsewhere.
        """
        policy = Policy.of(value)
        if self._place.tls and policy.duration is not None:
            self._seconds = policy.duration
            self._keep_soon()
        elif not self._place.tls and policy.port is not None:
            self._upgrade(self._place, policy.port)
            return True
        return False

    def over(self) -> None:
        """Have the policy begin anew, as the connection ends."""
        self._wait_no_more()
        if self._seconds is not None:
            self._policies.keep(self._place.host, self._place.port, self._seconds)

    def _keep_soon(self) -> None:
        self._wait_no_more()
        pause = self._kept_at + PAUSE_SECONDS - self._clock.seconds()
        if pause > 0:
            self._timer = self._clock.callLater(pause, self._keep)
        else:
            self._keep()

    def _keep(self) -> None:
        self._timer = None
        if self._seconds is not None:
            self._kept_at = self._clock.seconds()
            self._policies.keep(self._place.host, self._place.port, self._seconds)
            self._timer = self._clock.callLater(RENEWAL_SECONDS, self._keep)

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

"""The servers that must be reached by TLS, and until when (IRCv3, ``sts``)."""

from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec import Struct

from pontoon.storage.database import Database, milliseconds, moment


class Promise(Struct, frozen=True):
    """A server's promise to be reachable by TLS at PORT until the time UNTIL."""

    port: int
    until: datetime


class StsPolicies:
    """The promises of servers, by host name, which are kept in DATABASE. NOW returns the time."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._promises = {
            host: Promise(port, moment(until))
            for host, port, until in database.read("SELECT host, port, until FROM sts")
        }

    def port_of(self, host: str) -> int | None:
        """Return the port at which HOST must be reached by TLS; None if there is no promise."""
        promise = self._promises.get(host.lower())
        return promise.port if promise is not None and promise.until > self._now() else None

    def keep(self, host: str, port: int, seconds: int) -> None:
        """Keep for SECONDS the promise that HOST can be reached by TLS at PORT; 0 ends it."""
        host = host.lower()
        if seconds > 0:
            promise = self._promises[host] = Promise(port, self._now() + timedelta(seconds=seconds))
            self._database.note(
                "INSERT OR REPLACE INTO sts (host, port, until) VALUES (?, ?, ?)",
                *(host, port, milliseconds(promise.until)),
            )
        elif self._promises.pop(host, None) is not None:
            self._database.note("DELETE FROM sts WHERE host = ?", host)

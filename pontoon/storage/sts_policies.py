"""The servers that must be reached by TLS, and until when (IRCv3, ``sts``)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated

from msgspec import Meta, convert

from pontoon.storage.database import Database
from pontoon.storage.rows import milliseconds, moment, rows_of

Port = Annotated[int, Meta(ge=1, le=65535)]


class StsPolicies:
    """The promises of servers, by host name, which are kept in DATABASE. NOW returns the time."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._promises: dict[str, tuple[int, datetime]] = {}
        """The port at which each must be reached by TLS, and until when."""
        with rows_of("sts"):
            for host, port, until in database.read("SELECT host, port, until FROM sts"):
                self._promises[convert(host, str)] = convert(port, Port), moment(until)

    def port_of(self, host: str) -> int | None:
        """Return the port at which HOST must be reached by TLS; None if there is no promise."""
        port, until = self._promises.get(host.lower(), (None, self._now()))
        return port if until > self._now() else None

    def keep(self, host: str, port: int, seconds: int) -> None:
        """Keep for SECONDS the promise that HOST can be reached by TLS at PORT; 0 ends it."""
        host = host.lower()
        if seconds > 0:
            until = self._now() + timedelta(seconds=seconds)
            self._promises[host] = port, until
            self._database.write_soon(
                "INSERT INTO sts (host, port, until) VALUES (?, ?, ?)"
                " ON CONFLICT (host) DO UPDATE SET port = excluded.port, until = excluded.until",
                *(host, port, milliseconds(until)),
            )
        elif self._promises.pop(host, None) is not None:
            self._database.write_soon("DELETE FROM sts WHERE host = ?", host)

"""players.sts: the servers that must be reached by TLS, and until when (IRCv3, ``sts``)."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import Struct

from pontoon.storage import atomic_file, fs
from pontoon.storage.atomic_file import Stamp

MOST_BYTES = 1_000_000
"""The bot never writes a larger file: a server of config.ini takes a few lines."""

_OWNER_ONLY = 0o600  # nobody else may see to which servers the bot connects


class Promise(Struct, frozen=True):
    """A server's promise to be reachable by TLS at PORT until the time UNTIL."""

    port: int
    until: datetime


class StsPolicies:
    """The promises of servers, by host name, in the file at PATH.

    The file is read again when it has changed, so that an admin can remove a server from it. A file
    that is not valid is renamed, with ``~`` added. No error is raised: it goes to LOG, and the bot
    continues with the promises that it knows. NOW returns the time.
    """

    def __init__(self, path: Path, now: Callable[[], datetime], log: Callable[[str], None]) -> None:
        self._path = path
        self._now = now
        self._log = log
        self._promises: dict[str, Promise] = {}
        self._stamp: Stamp | None = None
        self._complaint = ""

    def port_of(self, host: str) -> int | None:
        """Return the port at which HOST must be reached by TLS; None if there is no promise."""
        self._refresh()
        promise = self._promises.get(host.lower())
        return promise.port if promise is not None and promise.until > self._now() else None

    def keep(self, host: str, port: int, seconds: int) -> None:
        """Keep for SECONDS the promise that HOST can be reached by TLS at PORT; 0 ends it."""
        self._refresh()
        now = self._now()
        kept = {each: one for each, one in self._promises.items() if one.until > now}
        kept.pop(host.lower(), None)
        if seconds > 0:
            kept[host.lower()] = Promise(port, now + timedelta(seconds=seconds))
        if kept != self._promises:
            self._promises = kept
            self._write()

    def _refresh(self) -> None:
        try:
            stamp = atomic_file.stamp(self._path)
            if stamp != self._stamp:
                self._read(stamp)
        except FileNotFoundError:
            if self._stamp is not None:
                self._promises, self._stamp = {}, None
        except OSError as error:
            self._complain(f"cannot be read: {error.strerror}")
        except (ValueError, RecursionError) as error:
            self._put_aside(str(error))

    def _read(self, stamp: Stamp) -> None:
        if stamp.size > MOST_BYTES:
            raise ValueError("it is too large")
        content, stamp = atomic_file.read(self._path)
        self._promises, self._stamp = _promises_in(content), stamp

    def _put_aside(self, why: str) -> None:
        try:
            fs.replace(self._path, self._path.with_name(f"{self._path.name}~"))
        except OSError as error:
            self._complain(f"is not valid ({why}), and cannot be renamed: {error.strerror}")
        else:
            self._log(f"{self._path.name} is not valid ({why}): renamed to {self._path.name}~")

    def _write(self) -> None:
        content = _written(self._promises)
        try:
            if self._stamp is None:
                atomic_file.create(self._path, content, mode=_OWNER_ONLY)
                self._stamp = atomic_file.stamp(self._path)
            else:
                self._stamp = atomic_file.replace(self._path, content, self._stamp)
        except atomic_file.Overtaken:
            self._complain("was changed at the same time: I leave it as it is")
        except OSError as error:
            self._complain(f"cannot be written: {error.strerror}")
        else:
            self._complaint = ""

    def _complain(self, what: str) -> None:
        if what != self._complaint:
            self._complaint = what
            self._log(f"{self._path.name} {what}")


def _promises_in(content: bytes) -> dict[str, Promise]:
    found = json.loads(content)
    if not isinstance(found, dict):
        raise ValueError("it is no object")
    return {host.lower(): _promise(host, fields) for host, fields in found.items()}


def _promise(host: str, fields: object) -> Promise:
    match fields:
        case {"port": int(port), "until": str(until)} if port is not True and 1 <= port <= 65535:
            moment = datetime.fromisoformat(until)
            if moment.tzinfo is not None:
                return Promise(port, moment)
    raise ValueError(f"{host[:80]} has no port and time in it")


def _written(promises: Mapping[str, Promise]) -> bytes:
    fields: dict[str, Any] = {
        host: {"port": promise.port, "until": promise.until.isoformat(timespec="seconds")}
        for host, promise in sorted(promises.items())
    }
    return f"{json.dumps(fields, indent=2)}\n".encode()

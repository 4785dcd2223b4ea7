"""What a program tells systemd, heard at a socket as it would have one."""

import re
import socket
import time
from pathlib import Path
from select import select

from tests.real_servers.runningbot import LOOK_SECONDS
from tests.support.notify_sockets import address_in


class Manager:
    """Listens to what a program tells systemd, at a socket in FOLDER."""

    def __init__(self, folder: Path) -> None:
        self.address = address_in(folder)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address.replace("@", "\0", 1))
        self.heard: list[str] = []
        """What was taken in."""

    def hears(self, pattern: str) -> str:
        """Wait until a message that is PATTERN comes, and return it."""
        deadline = time.monotonic() + LOOK_SECONDS
        while (left := deadline - time.monotonic()) > 0:
            self._socket.settimeout(left)
            self.heard.append(self._socket.recv(4096).decode())
            if re.fullmatch(pattern, self.heard[-1]):
                return self.heard[-1]
        raise AssertionError(f"{pattern} is not among {self.heard}")

    def forget(self) -> None:
        """Take in what has come, and forget all that was."""
        while self.has_heard():
            self._socket.recv(4096)
        self.heard.clear()

    def has_heard(self) -> bool:
        """Tell whether anything came that nobody has asked for."""
        return bool(select([self._socket], [], [], 0)[0])

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()

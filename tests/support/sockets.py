"""A transport to which what a link wants of TCP means something, without any TCP."""

from typing import Any

from twisted.internet.testing import StringTransport


class _Socket(StringTransport):
    """Notes what it is told."""

    aborted = False

    def setTcpNoDelay(self, _enabled: bool) -> None:  # noqa: N802 -- Twisted's name
        """Do nothing."""

    def abortConnection(self) -> None:  # noqa: N802 -- Twisted's name
        """Note it."""
        self.aborted = True


def new_socket() -> Any:
    """Return a transport; Twisted does not say what types its methods take and return."""
    make: Any = _Socket
    return make()

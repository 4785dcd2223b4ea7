"""A transport to which what a link wants of TCP means something, without any TCP."""

from typing import Any

from twisted.internet.testing import StringTransport


class _Socket(StringTransport):
    """Notes what it is told."""

    aborted = False
    is_prompt = False

    def setTcpNoDelay(self, enabled: bool) -> None:  # noqa: N802 -- Twisted's name and way
        """Note it."""
        self.is_prompt = enabled

    def abortConnection(self) -> None:  # noqa: N802 -- Twisted's name
        """Note it."""
        self.aborted = True


def new_socket() -> Any:
    """Return a transport; Twisted does not say what types its methods take and return."""
    make: Any = _Socket
    return make()

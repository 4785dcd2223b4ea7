"""How a connection ends: by QUIT or ERROR, for TLS, or because the server is silent."""

from functools import partial

from pontoon.irc.line import sayable
from pontoon.irc.sending import Outbox
from pontoon.irc.session import Session
from pontoon.irc.timing import Heartbeat, Timers

REGISTRATION_SECONDS = 60.0
"""How long a server may take from connecting to the end of its welcome."""

QUIT_SECONDS = 4.4
"""How long the client waits for the server to close the connection after ``quit``."""

ERROR_SECONDS = 2.0
"""How long the client waits for the server to close the connection after ERROR."""


class Closing:
    """Ends a connection. Once that has begun, the client hears only ERROR, and soon says nothing.

    A server that does not close the connection in time is cut off.
    """

    def __init__(self, session: Session, outbox: Outbox) -> None:
        self._session = session
        self._outbox = outbox
        self._deadline = Timers(session.clock)
        self.heartbeat = Heartbeat(
            session.clock, self._ping, partial(self._abort, "the server is silent")
        )
        self.has_begun = False
        self.why = ""
        """Why the connection ends; "" while nothing but its loss says so."""

    def begin(self) -> None:
        """Give the server a minute to let the bot in."""
        self._abort_in(REGISTRATION_SECONDS, "the server did not let us in within a minute")

    def is_welcome(self) -> None:
        """Note that the server has let the bot in."""
        self._deadline.stop()

    def quit(self, message: str, why: str = "") -> None:
        """Leave the server with MESSAGE, after those waiting lines that must be sent.

        WHY is the reason for the log, if the bot cannot stay.
        """
        if self._session.transport is None or self.has_begun:
            return
        self.why = why
        self.has_begun = True
        self._abort_in(QUIT_SECONDS, "the server did not close the connection after QUIT")
        self._outbox.finish(partial(self._say_quit, message))

    def leave_for_tls(self) -> None:
        self.why = "the server wants TLS"
        self._stop()
        self._session.transport.loseConnection()
        self._abort_in(QUIT_SECONDS, "the server did not close the connection")

    def announced(self, why: str) -> None:
        """Note that the server will close the connection: it has sent ERROR with WHY."""
        self.why = self.why or why
        if not self.has_begun:
            self._stop()
            self._abort_in(ERROR_SECONDS, "the server did not close the connection after ERROR")

    def lost(self) -> None:
        """Note that there is no connection any more."""
        self._stop()
        self._deadline.stop()

    def _say_quit(self, message: str) -> None:
        self._outbox.ahead(f"QUIT :{sayable(message)}")
        self._stop()

    def _ping(self) -> None:
        self._outbox.ahead(f"PING :{self._session.me.nick}")

    def _abort_in(self, seconds: float, why: str) -> None:
        """Abort the connection in this many SECONDS, instead of when that was due before."""
        self._deadline.after(seconds, "deadline", partial(self._abort, why))

    def _abort(self, why: str) -> None:
        self.why = self.why or why
        self._stop()
        self._session.transport.abortConnection()

    def _stop(self) -> None:
        self.has_begun = True
        self.heartbeat.stop()
        self._session.timers.stop()
        self._outbox.stopProducing()

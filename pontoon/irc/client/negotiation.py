"""Capabilities and SASL: what client and server agree on before registration goes on."""

from collections.abc import Callable
from typing import Protocol

from irctokens.line import Line

from pontoon.irc.client.capabilities import WANTED, Capabilities
from pontoon.irc.sasl.credentials import Credentials
from pontoon.irc.sasl.sasl import Sasl
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import MessageHandler, Session
from pontoon.irc.timing import Deadline

ANSWER_SECONDS = 10.0
"""How long the client keeps back the server's password until the server has answered CAP LS."""

NEGOTIATION_SECONDS = 15.0
"""How long capabilities and SASL may take together, from the server's first CAP message."""

_SASL = "sasl"
_TOO_LONG = "it takes too long"

_KNOWS_CAP = frozenset({"410", "461"})
"""Error replies of a server that knows CAP, but not this subcommand."""


class Connection(Protocol):
    """The connection, as far as negotiation can end it."""

    def give_up(self, why: str) -> None:
        """Leave the server, and say WHY."""

    def sts_policy(self, value: str) -> bool:
        """Act on VALUE of the capability ``sts``; return True if nothing more may be sent."""


class CapNegotiation:
    """Agrees with a server on capabilities, logs in by LOGIN, and then lets registration go on.

    INTRODUCE sends PASS, NICK and USER. The negotiation calls it at once. If it HIDES_PASSWORD,
    the negotiation first waits until it is clear that the server does not want TLS instead.
    """

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        login: Credentials,
        connection: Connection,
        introduce: Callable[[], None],
        *,
        hides_password: bool,
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._login = login
        self._connection = connection
        self._introduce = introduce
        self._hides_password = hides_password
        uses_sasl = bool(login.usable_mechanisms())
        self.sasl = Sasl(session, outbox, login, ended=self._sasl_ended)
        self.capabilities = Capabilities(
            session, outbox, WANTED | {_SASL} if uses_sasl else WANTED, self
        )
        self._answer = Deadline(session.clock, self._introduce_once)
        self._limit = Deadline(session.clock, self._took_too_long)
        self._is_introduced = False
        self._is_over = False
        self._has_answered = False
        self._wants_to_log_in = True
        self.handlers: dict[str, MessageHandler] = {
            **self.sasl.handlers,
            "CAP": self._cap,
            "001": self._welcome,
            **dict.fromkeys(("410", "421", "451", "461"), self._not_understood),
        }

    def begin(self) -> None:
        """Send the first lines of a connection."""
        self.capabilities.begin()
        if self._hides_password:
            self._answer.set(ANSWER_SECONDS, "")
        else:
            self._introduce_once()

    def stop(self) -> None:
        """Stop all timers."""
        self._answer.lift()
        self._limit.lift()

    # What the capabilities tell

    def agreed(self) -> None:
        """Go on: no request is open, for the first time or after a change."""
        self._introduce_once()
        if _SASL not in self._session.capabilities:
            self._conclude()
        elif self._wants_to_log_in:
            self._wants_to_log_in = False
            self._limit.set(NEGOTIATION_SECONDS, _TOO_LONG)
            self.sasl.begin(self.capabilities.value(_SASL))

    def renewed(self, name: str) -> None:
        """Try SASL again if it is NAME, since the server may offer other mechanisms now."""
        if name == _SASL and not self.sasl.has_succeeded:
            self._wants_to_log_in = not self.sasl.is_under_way

    def lost(self, name: str) -> None:
        """End SASL if it is NAME, and try it again when the services are back."""
        if name == _SASL:
            self._wants_to_log_in = True
            self.sasl.stop("the services are gone")

    def sts_policy(self, value: str) -> bool:
        """Pass VALUE on to the connection."""
        return self._connection.sts_policy(value)

    # What the server says

    def _cap(self, message: Line) -> None:
        if not self._has_answered and not self._is_over:
            self._has_answered = True
            self._limit.set(NEGOTIATION_SECONDS, _TOO_LONG)
        self.capabilities.heard(message)

    def _not_understood(self, message: Line) -> None:
        """Do without capabilities: the server does not know CAP, or not this subcommand."""
        if self.sasl.is_under_way:
            self.sasl.stop(" ".join(message.params[1:]))
        else:
            self._introduce_once()
            if message.command in _KNOWS_CAP:
                self._conclude()

    def _welcome(self, _message: Line) -> None:
        """End the negotiation: some servers send 001 before it is over, or know no CAP."""
        self._is_introduced = self._is_over = True
        self._answer.lift()
        if not self.sasl.is_under_way:
            self._limit.lift()
        if not self._leaves_without_login():
            self._log_why_not_tried()

    # The steps

    def _introduce_once(self, _why: str = "") -> None:
        if not self._is_introduced:
            self._is_introduced = True
            self._answer.lift()
            self._introduce()

    def _sasl_ended(self) -> None:
        self._limit.lift()
        self._conclude()

    def _took_too_long(self, why: str) -> None:
        if self.sasl.is_under_way:
            self.sasl.stop(why)
        else:
            self._session.log(f"capabilities are not agreed on: {why}")
            self._conclude()

    def _conclude(self) -> None:
        """Let registration go on: a server that knows CAP waits for CAP END."""
        if self._is_over:
            return
        self._is_over = True
        self._limit.lift()
        if not self._leaves_without_login():
            self._outbox.ahead("CAP END")

    def _leaves_without_login(self) -> bool:
        """Leave the server if the bot must be logged in and is not; return whether it leaves."""
        must_leave = self._login.required and not self.sasl.has_succeeded
        if must_leave:
            why = self._why_not_tried() or "SASL did not succeed"
            self._connection.give_up(f"not logged in to services, as sasl_required wants it: {why}")
        return must_leave

    def _log_why_not_tried(self) -> None:
        """Log why SASL was not tried although there is an account. SASL logs its own failures."""
        why = self._why_not_tried()
        if why and self._login.account and self._login.mechanisms:
            self._session.log(f"not logged in to services by SASL: {why}")

    def _why_not_tried(self) -> str:
        if not self._login.usable_mechanisms():
            return "config.ini has nothing to log in with over this connection"
        if not self.capabilities.is_offered(_SASL):
            return "the server offers no SASL"
        return ""

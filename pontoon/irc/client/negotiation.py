"""What is settled between connecting and being let in: capabilities, and who the bot is."""

from collections.abc import Callable

from irctokens.line import Line

from pontoon.irc.client.capabilities import WANTED, Capabilities
from pontoon.irc.reactor import Clock
from pontoon.irc.sasl.credentials import Credentials
from pontoon.irc.sasl.sasl import Sasl
from pontoon.irc.timing import Deadline

ANSWER_SECONDS = 10.0
"""How long to wait, before the server's password is told, for a word on capabilities."""

NEGOTIATION_SECONDS = 15.0
"""How long capabilities and SASL may take together, from the server's first word on them."""

_SASL = "sasl"
_TOO_LONG = "it takes too long"

_KNOWS_CAP = frozenset({"410", "461"})
"""What a server answers that knows CAP, but not what was said with it."""


class CapNegotiation:
    """Agrees with a server on capabilities, logs in by LOGIN, and then lets registration go on.

    INTRODUCE is called when it is time for PASS, NICK and USER: at once, or, where it KEEPS_BACK a
    password, when it is sure that the server does not want TLS instead. GIVE_UP is told why where
    the bot cannot stay. SEND sends a line; STS_POLICY is as for ``Capabilities``.
    """

    def __init__(
        self,
        login: Credentials,
        *,
        clock: Clock,
        send: Callable[[str], None],
        introduce: Callable[[], None],
        keeps_back: bool,
        give_up: Callable[[str], None],
        sts_policy: Callable[[str], bool],
        log: Callable[[str], None],
    ) -> None:
        self._login = login
        self._send = send
        self._introduce = introduce
        self._keeps_back = keeps_back
        self._give_up = give_up
        self._log = log
        self._uses_sasl = bool(login.usable_mechanisms())
        self.sasl = Sasl(login, send=send, ended=self._sasl_ended, log=log)
        self.capabilities = Capabilities(
            WANTED | {_SASL} if self._uses_sasl else WANTED,
            send=send,
            agreed=self._agreed,
            renewed=self._renewed,
            lost=self._lost,
            sts_policy=sts_policy,
        )
        self._answer = Deadline(clock, self._introduce_at_last)
        self._limit = Deadline(clock, self._took_too_long)
        self._is_introduced = False
        self._is_over = False
        self._has_answered = False
        self._wants_to_log_in = True
        self.acts: dict[str, Callable[[Line], None]] = {
            **self.sasl.acts,
            "CAP": self._heard,
            "001": self._let_in,
            **dict.fromkeys(("410", "421", "451", "461"), self._not_understood),
        }
        """What to do at which message."""

    def begin(self) -> None:
        """Say the first words of a connection."""
        self.capabilities.begin()
        if self._keeps_back:
            self._answer.set(ANSWER_SECONDS, "")
        else:
            self._introduce_at_last()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._answer.lift()
        self._limit.lift()

    def _introduce_at_last(self, _why: str = "") -> None:
        if not self._is_introduced:
            self._is_introduced = True
            self._answer.lift()
            self._introduce()

    def _heard(self, message: Line) -> None:
        if not self._has_answered and not self._is_over:
            self._has_answered = True
            self._limit.set(NEGOTIATION_SECONDS, _TOO_LONG)
        self.capabilities.heard(message)

    def _agreed(self) -> None:
        """Go on when nothing is left to ask for, be it for the first time or after a change."""
        self._introduce_at_last()
        if _SASL not in self.capabilities.enabled:
            self._conclude()
        elif self._wants_to_log_in:
            self._wants_to_log_in = False
            self._limit.set(NEGOTIATION_SECONDS, _TOO_LONG)
            self.sasl.begin(self.capabilities.value(_SASL))

    def _renewed(self, name: str) -> None:
        """Have SASL tried again with what is offered now, unless that is no use."""
        if name == _SASL and not self.sasl.has_succeeded:
            self._wants_to_log_in = not self.sasl.is_under_way

    def _lost(self, name: str) -> None:
        """Have SASL tried again when it is there again: services go and come."""
        if name == _SASL:
            self._wants_to_log_in = True
            self.sasl.stop("the services are gone")

    def _sasl_ended(self) -> None:
        self._limit.lift()
        self._conclude()

    def _took_too_long(self, why: str) -> None:
        if self.sasl.is_under_way:
            self.sasl.stop(why)
        else:
            self._log(f"capabilities are not agreed on: {why}")
            self._conclude()

    def _not_understood(self, message: Line) -> None:
        """Do without capabilities where a server does not know the word, or not like this."""
        if self.sasl.is_under_way:
            self.sasl.stop(" ".join(message.params[1:]))
        else:
            self._introduce_at_last()
            if message.command in _KNOWS_CAP:
                self._conclude()

    def _conclude(self) -> None:
        """Let registration go on, which a server that knows capabilities waits for."""
        if self._is_over:
            return
        self._is_over = True
        self._limit.lift()
        if not self._leave_unless_logged_in():
            self._send("CAP END")

    def _let_in(self, _message: Line) -> None:
        """Note that there is nothing to wait for: 001 may come before, and without capabilities."""
        self._is_introduced = self._is_over = True
        self._answer.lift()
        if not self.sasl.is_under_way:
            self._limit.lift()
        if not self._leave_unless_logged_in():
            self._tell_why_not_tried()

    def _leave_unless_logged_in(self) -> bool:
        """Leave where the bot must not stay as nobody; return whether that is so."""
        must_leave = self._login.required and not self.sasl.has_succeeded
        if must_leave:
            self._give_up(f"not logged in to services, as sasl_required wants it: {self._why()}")
        return must_leave

    def _why(self) -> str:
        return self._why_not_tried() or "SASL did not succeed"

    def _tell_why_not_tried(self) -> None:
        """Log why the bot has an account and did not log in; what came of a try is logged there."""
        why = self._why_not_tried()
        if why and self._login.account and self._login.mechanisms:
            self._log(f"not logged in to services by SASL: {why}")

    def _why_not_tried(self) -> str:
        if not self._login.usable_mechanisms():
            return "config.ini has nothing to log in with over this connection"
        if not self.capabilities.is_offered(_SASL):
            return "the server offers no SASL"
        return ""

"""What client and server agree to use beyond RFC 2812: IRCv3's capability negotiation, 302.

https://ircv3.net/specs/extensions/capability-negotiation
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from irctokens.line import Line

from pontoon.irc.config import IrcConfig
from pontoon.irc.sasl.mechanisms import usable_mechanisms
from pontoon.irc.sasl.sasl import Sasl
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import MessageHandler, Session
from pontoon.irc.timing import Deadline

ANSWER_SECONDS = 10.0
"""How long the client keeps back the server's password until the server has answered CAP LS."""

NEGOTIATION_SECONDS = 15.0
"""How long capabilities and SASL may take together, from the server's first CAP message."""

WANTED = frozenset(
    {
        *("account-notify", "account-tag", "batch", "cap-notify", "chghost", "extended-join"),
        *("message-tags", "multi-prefix", "server-time", "setname", "userhost-in-names"),
    }
)
"""The capabilities that the bot requests where a server offers them.

It does not request echo-message, which costs time and tells nothing new, nor labeled-response:
the bot can tell the replies to its commands apart without labels.
"""

STS = "sts"
"""A capability that is never requested: only its value counts.

https://ircv3.net/specs/extensions/sts
"""

_SASL = "sasl"
_TOO_LONG = "it takes too long"

_KNOWS_CAP = frozenset({"410", "461"})
"""Error replies of a server that knows CAP, but not this subcommand."""


class RegisteringClient(Protocol):
    """The client, as far as registration tells it what to do."""

    def registered(self) -> None:
        """Go on: the server has sent its welcome and its ISUPPORT."""

    def give_up(self, why: str) -> None:
        """Leave the server, and log WHY."""

    def sts_policy(self, value: str) -> bool:
        """Act on VALUE of the capability ``sts``; return True if nothing more may be sent."""


class CapNegotiation:
    """Agrees with a server on capabilities, logs in by SASL, and then lets registration go on.

    INTRODUCE sends PASS, NICK and USER. The negotiation calls it at once. If there is a password,
    and the connection is not trusted, the negotiation first waits until it is clear that the
    server does not want TLS instead.
    """

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        config: IrcConfig,
        client: RegisteringClient,
        introduce: Callable[[], None],
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._config = config
        self._client = client
        self._introduce = introduce
        self._can_log_in = bool(usable_mechanisms(config, session))
        wanted = WANTED | {_SASL} if self._can_log_in else WANTED
        self.sasl = Sasl(session, outbox, config, ended=self._sasl_ended)
        self.capabilities = Capabilities(session, outbox, wanted, client, self)
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
        self._outbox.ahead("CAP LS 302")
        if self._config.password and not self._session.is_trusted:
            self._answer.set(ANSWER_SECONDS, "")
        else:
            self._introduce_once()

    def stop(self) -> None:
        self._answer.lift()
        self._limit.lift()

    @property
    def can_log_in_again(self) -> bool:
        """Whether SASL can be tried in the course of this connection."""
        return self._can_log_in and self._has_answered and not self.sasl.is_distrustful

    def log_in_again(self) -> None:
        """Try SASL once more, and ask for it if it is not enabled: it may be offered by now."""
        if self.sasl.is_under_way:
            return
        self._wants_to_log_in = True
        if _SASL in self._session.capabilities:
            self.agreed()
        else:
            self._outbox.ahead("CAP LS 302")

    def agreed(self) -> None:
        """Go on: no request is open, for the first time or after a change."""
        self._introduce_once()
        if _SASL not in self._session.capabilities:
            self._conclude()
        elif self._wants_to_log_in:
            self._wants_to_log_in = False
            self._limit.set(NEGOTIATION_SECONDS, _TOO_LONG)
            self.sasl.begin(self.capabilities.offered.get(_SASL, ""))

    def renewed(self, name: str) -> None:
        """Try SASL again if it is NAME, since the server may offer other mechanisms now."""
        if name == _SASL and not self.sasl.has_succeeded:
            self._wants_to_log_in = not self.sasl.is_under_way

    def lost(self, name: str) -> None:
        """End SASL if it is NAME, and try it again when the services are back."""
        if name == _SASL:
            self._wants_to_log_in = True
            self.sasl.stop("the services are gone")

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
        is_expected = bool(self._config.account and self._config.sasl)
        if not self._leaves_without_login() and is_expected and (why := self._why_not_tried()):
            self._session.log(f"not logged in to services by SASL: {why}")

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
        must_leave = self._config.sasl_required and not self.sasl.has_succeeded
        if must_leave:
            why = self._why_not_tried() or "SASL did not succeed"
            self._client.give_up(f"not logged in to services, as sasl_required wants it: {why}")
        return must_leave

    def _why_not_tried(self) -> str:
        if not self._can_log_in:
            return "config.ini has nothing to log in with over this connection"
        return "" if _SASL in self.capabilities.offered else "the server offers no SASL"


class Capabilities:
    """Requests those of WANTED that a server offers, and keeps ``session.capabilities``.

    NEGOTIATION learns of each change, CLIENT of the server's STS policy.
    """

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        wanted: frozenset[str],
        client: RegisteringClient,
        negotiation: CapNegotiation,
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._wanted = wanted
        self._client = client
        self._negotiation = negotiation
        self.offered: dict[str, str] = {}
        """Those of WANTED that the server offers, each with its value; "" if it has none."""
        self._requests: list[frozenset[str]] = []
        self._is_listed = False

    def heard(self, message: Line) -> None:
        """Act on a CAP message."""
        match message.params:
            case [_, subcommand, *rest]:
                more = len(rest) > 1 and rest[0] == "*"
                names = rest[-1].split() if rest else []
                match subcommand.upper():
                    case "LS":
                        self._listed(names, more=more)
                    case "NEW":
                        self._added(names)
                    case "DEL":
                        self._withdrawn(names)
                    case "ACK":
                        self._granted(names, more=more)
                    case "NAK":
                        self._refused(frozenset(names))

    def _listed(self, names: Iterable[str], *, more: bool) -> None:
        if self._offer(names) and not more:
            self._is_listed = True
            self._request_more()

    def _added(self, names: Sequence[str]) -> None:
        if self._offer(names):
            for each in sorted(self._wanted & {name.partition("=")[0] for name in names}):
                self._negotiation.renewed(each)
            self._request_more()

    def _offer(self, names: Iterable[str]) -> bool:
        """Note the offered NAMES; return False if nothing more may be sent."""
        for each in names:
            name, _, value = each.partition("=")
            if name == STS:
                if self._client.sts_policy(value):
                    return False
            elif name in self._wanted:
                self.offered[name] = value
        return True

    def _request_more(self) -> None:
        asked = self._session.capabilities.union(*self._requests)
        if request := self.offered.keys() - asked:
            self._request(frozenset(request))
        self._finish_if_agreed()

    def _request(self, request: frozenset[str]) -> None:
        self._requests.append(request)
        self._outbox.ahead(f"CAP REQ :{' '.join(sorted(request))}")

    def _granted(self, names: Iterable[str], *, more: bool) -> None:
        """Use what the server grants; old servers put ``~`` or ``=`` before a name."""
        changes = [each.lstrip("~=") for each in names]
        given = self._wanted.intersection(changes)
        asked = frozenset[str]().union(*self._requests)
        self._session.capabilities |= given & asked
        self._requests = [left for each in self._requests if (left := each - given)]
        self._disable(each[1:] for each in changes if each.startswith("-"))
        if not more:
            self._finish_if_agreed()

    def _refused(self, names: frozenset[str]) -> None:
        """Do without NAMES; if several were refused together, request each by itself."""
        meant = (each for each in self._requests if each & names)
        request = next(meant, self._requests[0] if self._requests else None)
        if request is None:
            return
        self._requests.remove(request)
        if len(request) > 1:
            for each in sorted(request):
                self._request(frozenset({each}))
        else:
            for each in request:
                self.offered.pop(each, None)
        self._finish_if_agreed()

    def _withdrawn(self, names: Iterable[str]) -> None:
        gone = self._wanted.intersection(names)
        for each in gone:
            self.offered.pop(each, None)
        self._requests = [left for each in self._requests if (left := each - gone)]
        self._disable(gone)
        self._finish_if_agreed()

    def _disable(self, names: Iterable[str]) -> None:
        for each in sorted(self._session.capabilities.intersection(names)):
            self._session.capabilities -= {each}
            self._negotiation.lost(each)

    def _finish_if_agreed(self) -> None:
        if self._is_listed and not self._requests:
            self._negotiation.agreed()

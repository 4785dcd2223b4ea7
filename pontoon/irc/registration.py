"""From connecting to joining channels: capabilities, SASL, nick and user, welcome, NickServ.

RFC 2812, 3.1, and https://ircv3.net/specs/extensions/capability-negotiation (302).
"""

from collections.abc import Callable, Iterable, Sequence

from pontoon.irc.closing import Closing
from pontoon.irc.nicks import MAX_NICK_LENGTH, NICK_EVERYWHERE, alternatives, username_from
from pontoon.irc.sasl import Sasl, usable_mechanisms
from pontoon.irc.sending import Outbox
from pontoon.irc.session import Session

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


class Registration:
    """Registers the bot by its nick or a similar one, and logs it in.

    It agrees with the server on capabilities meanwhile, and logs in by SASL. If there is a
    password, and the connection is not trusted, PASS, NICK and USER wait until it is clear that the
    server does not want TLS instead: STS_POLICY tells by the value of ``sts``.
    """

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        closing: Closing,
        sts_policy: Callable[[str], bool],
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._closing = closing
        self._sts_policy = sts_policy
        self._config = config = session.config
        _, *others = alternatives(config.nickname, config.alternatives)
        self._other_nicks = iter(others)
        self._can_log_in = bool(usable_mechanisms(session))
        self._wanted = WANTED | {_SASL} if self._can_log_in else WANTED
        self.offered: dict[str, str] = {}
        """Those wanted that the server offers, each with its value; "" if it has none."""
        self._requests: list[frozenset[str]] = []
        self._is_listed = False
        self._is_introduced = False
        self._is_over = False
        """Whether nothing holds up registration any more: CAP END was sent, or is not needed."""
        self._has_answered = False
        self._wants_to_log_in = True
        self._timers = session.timers
        self.sasl = Sasl(session, outbox, ended=self._conclude)

    def begin(self) -> None:
        """Send the first lines of a connection."""
        self._outbox.ahead("CAP LS 302")
        if self._config.password and not self._session.is_trusted:
            self._timers.after(ANSWER_SECONDS, "answer to CAP", self._introduce)
        else:
            self._introduce()

    def not_understood(self, numeric: str, params: Sequence[str]) -> None:
        """Go on without what the server does not know; NUMERIC and PARAMS are its error reply."""
        if self.sasl.is_under_way:
            self.sasl.stop(" ".join(params[1:]))
            return
        self._introduce()
        if numeric in ("410", "461"):  # the server knows CAP, but not this subcommand
            self._conclude()

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
            self._go_on()
        else:
            self._outbox.ahead("CAP LS 302")

    # Nick and user

    def _introduce(self) -> None:
        if self._is_introduced:
            return
        self._is_introduced = True
        self._timers.cancel("answer to CAP")
        config, nick = self._config, self._session.me.nick
        if config.password:
            self._outbox.ahead(f"PASS :{config.password}")
        self._outbox.ahead(f"NICK {nick}")
        username = config.username or username_from(nick)
        self._outbox.ahead(f"USER {username} 0 * :{config.realname or nick}")

    def try_next_nick(self, numeric: str, params: Sequence[str]) -> None:
        """Try the next nick; after 432 (erroneous nickname) only a short one."""
        most = NICK_EVERYWHERE if numeric == "432" else MAX_NICK_LENGTH
        nick = next((each for each in self._other_nicks if len(each) <= most), None)
        refused = self._session.me.nick
        why = params[-1] if params else numeric
        if nick is None:
            self._closing.quit("", f"the server allows no nick, not even {refused}: {why}")
            return
        self._session.log(f"the server refuses the nick {refused} ({why}): trying {nick}")
        self._session.me.nick = nick
        self._outbox.ahead(f"NICK {nick}")

    def is_welcome(self) -> None:
        """End the negotiation: some servers send 001 before it is over, or know no CAP."""
        self._session.is_registered = True
        self._session.log(f"registered as {self._session.me.nick}")
        self._is_introduced = self._is_over = True
        self._timers.cancel("answer to CAP")
        if not self.sasl.is_under_way:
            self._timers.cancel("negotiation")
        is_expected = bool(self._config.account and self._config.sasl)
        if not self._leaves_without_login() and is_expected and (why := self._why_not_tried()):
            self._session.log(f"not logged in to services by SASL: {why}")

    def learn_own_host(self, replies: Iterable[str]) -> None:
        """Note which host REPLIES to USERHOST name, such as ``Bot*=+bot@host``."""
        for reply in replies:
            nick, _, status_and_host = reply.partition("=")
            if self._session.is_me(nick.rstrip("*")):
                self._session.me.may_appear_as(status_and_host[1:])

    # Capabilities

    def negotiate(self, params: Sequence[str]) -> None:
        """Act on a CAP message with PARAMS."""
        if not self._has_answered and not self._is_over:
            self._has_answered = True
            self._timers.after(NEGOTIATION_SECONDS, "negotiation", self._took_too_long)
        names = params[-1].split() if len(params) > 2 else []
        goes_on = len(params) > 3 and params[2] == "*"
        match "".join(params[1:2]).upper():
            case "LS":
                self._offer(names)
                if not goes_on:
                    self._is_listed = True
                    self._request_more()
            case "NEW":
                self._offer(names)
                has_sasl = any(name.partition("=")[0] == _SASL for name in names)
                if has_sasl and self._can_log_in and not self.sasl.has_succeeded:
                    # The server may offer other mechanisms now.
                    self._wants_to_log_in = not self.sasl.is_under_way
                self._request_more()
            case "DEL":
                self._withdrawn(self._wanted.intersection(names))
            case "ACK":
                self._granted(names)
            case "NAK":
                self._refused(frozenset(names))
        is_agreed = self._is_listed and not goes_on and not self._requests
        if is_agreed and not self._closing.has_begun:
            self._go_on()

    def _offer(self, names: Iterable[str]) -> None:
        for each in names:
            name, _, value = each.partition("=")
            if name in self._wanted:
                self.offered[name] = value
            elif name == STS and self._sts_policy(value):
                self._closing.leave_for_tls()
                return

    def _request_more(self) -> None:
        asked = self._session.capabilities.union(*self._requests)
        if request := self.offered.keys() - asked:
            self._request(frozenset(request))

    def _request(self, request: frozenset[str]) -> None:
        self._requests.append(request)
        self._outbox.ahead(f"CAP REQ :{' '.join(sorted(request))}")

    def _granted(self, names: Iterable[str]) -> None:
        """Use what the server grants; old servers put ``~`` or ``=`` before a name."""
        changes = [each.lstrip("~=") for each in names]
        given = self._wanted.intersection(changes)
        asked = frozenset[str]().union(*self._requests)
        self._session.capabilities |= given & asked
        self._requests = [left for each in self._requests if (left := each - given)]
        self._disable(each[1:] for each in changes if each.startswith("-"))

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

    def _withdrawn(self, gone: frozenset[str]) -> None:
        for each in gone:
            self.offered.pop(each, None)
        self._requests = [left for each in self._requests if (left := each - gone)]
        self._disable(gone)

    def _disable(self, names: Iterable[str]) -> None:
        """Do without NAMES from now on; SASL is tried again when the services are back."""
        gone = self._session.capabilities.intersection(names)
        self._session.capabilities -= gone
        if _SASL in gone:
            self._wants_to_log_in = True
            self.sasl.stop("the services are gone")

    def _go_on(self) -> None:
        """Log in if that is due: no request is open, for the first time or after a change."""
        self._introduce()
        if _SASL not in self._session.capabilities:
            self._conclude()
        elif self._wants_to_log_in:
            self._wants_to_log_in = False
            self._timers.after(NEGOTIATION_SECONDS, "negotiation", self._took_too_long)
            self.sasl.begin(self.offered.get(_SASL, ""))

    def _took_too_long(self) -> None:
        if self.sasl.is_under_way:
            self.sasl.stop(_TOO_LONG)
        else:
            self._session.log(f"capabilities are not agreed on: {_TOO_LONG}")
            self._conclude()

    def _conclude(self) -> None:
        """Let registration go on: a server that knows CAP waits for CAP END."""
        self._timers.cancel("negotiation")
        if self._is_over:
            return
        self._is_over = True
        if not self._leaves_without_login():
            self._outbox.ahead("CAP END")

    def _leaves_without_login(self) -> bool:
        """Leave the server if the bot must be logged in and is not; return whether it leaves."""
        must_leave = self._config.sasl_required and not self.sasl.has_succeeded
        if must_leave:
            why = self._why_not_tried() or "SASL did not succeed"
            why = f"not logged in to services, as sasl_required wants it: {why}"
            self._closing.quit("", why)
        return must_leave

    def _why_not_tried(self) -> str:
        if not self._can_log_in:
            return "config.ini has nothing to log in with over this connection"
        return "" if _SASL in self.offered else "the server offers no SASL"

"""From connecting to joining channels: capabilities, SASL, nick and user, welcome, NickServ.

RFC 2812, 3.1, and https://ircv3.net/specs/extensions/capability-negotiation (302).
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from pontoon.irc.line import Line
from pontoon.irc.nicks import allowed_everywhere, is_nick, username_from
from pontoon.irc.sasl.mechanisms import usable_mechanisms
from pontoon.irc.sasl.sasl import Sasl
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import MessageHandler, Session
from pontoon.irc.timing import Timers

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

    def registered(self) -> None: ...

    def give_up(self, why: str) -> None: ...

    def leaves_for_tls(self, value: str) -> bool: ...


class Registration:
    """Registers the bot by the nick in SESSION, or else by one of OTHER_NICKS, and logs it in.

    It agrees with the server on capabilities meanwhile, and logs in by SASL. If there is a
    password, and the connection is not trusted, PASS, NICK and USER wait until it is clear that the
    server does not want TLS instead.
    """

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        client: RegisteringClient,
        other_nicks: Sequence[str],
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._client = client
        self._config = session.config
        self._other_nicks = iter(other_nicks)
        self._can_log_in = bool(usable_mechanisms(self._config, session))
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
        self._is_welcome_over = False
        self._timers = Timers(session.clock)
        self.sasl = Sasl(session, outbox, self._config, ended=self._conclude)
        self.handlers: dict[str, MessageHandler] = {
            "CAP": self._cap,
            "001": self._welcome,
            "302": self._userhost,
            "396": self._new_host,
            **dict.fromkeys(("376", "422"), self._end_of_motd),
            **dict.fromkeys(("410", "421", "451", "461"), self._not_understood),
        }

    def begin(self) -> None:
        """Send the first lines of a connection."""
        self._outbox.ahead("CAP LS 302")
        if self._config.password and not self._session.is_trusted:
            self._timers.after(ANSWER_SECONDS, "answer", self._introduce)
        else:
            self._introduce()

    def stop(self) -> None:
        self._timers.stop()

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
        self._timers.cancel("answer")
        config, nick = self._config, self._session.me.nick
        if config.password:
            self._outbox.ahead(f"PASS :{config.password}")
        self._outbox.ahead(f"NICK {nick}")
        username = config.username or username_from(nick)
        self._outbox.ahead(f"USER {username} 0 * :{config.realname or nick}")

    def nick_refused(self, message: Line) -> None:
        """Try the next nick; after 432 (erroneous nickname) only one that every server allows."""
        only_safe = message.command == "432"
        fits = (each for each in self._other_nicks if allowed_everywhere(each) or not only_safe)
        nick = next(fits, None)
        refused = self._session.me.nick
        why = message.params[-1] if message.params else message.command
        if nick is None:
            self._client.give_up(f"the server allows no nick, not even {refused}: {why}")
            return
        self._session.log(f"the server refuses the nick {refused} ({why}): trying {nick}")
        self._session.me.nick = nick
        self._outbox.ahead(f"NICK {nick}")

    def _welcome(self, message: Line) -> None:
        """End the negotiation: some servers send 001 before it is over, or know no CAP."""
        if self._session.is_registered:
            return
        self._session.is_registered = True
        match message.params:
            case [nick, *_] if is_nick(nick):
                self._session.me.nick = nick
        self._session.log(f"registered as {self._session.me.nick}")
        self._is_introduced = self._is_over = True
        self._timers.cancel("answer")
        if not self.sasl.is_under_way:
            self._timers.cancel("limit")
        is_expected = bool(self._config.account and self._config.sasl)
        if not self._leaves_without_login() and is_expected and (why := self._why_not_tried()):
            self._session.log(f"not logged in to services by SASL: {why}")

    def _end_of_motd(self, _message: Line) -> None:
        if self._session.is_registered and not self._is_welcome_over:
            self._is_welcome_over = True
            self._client.registered()

    def _userhost(self, message: Line) -> None:
        for reply in " ".join(message.params[1:]).split():
            nick, _, status_and_host = reply.partition("=")
            if self._session.is_me(nick.rstrip("*")):
                self._session.me.may_appear_as(status_and_host[1:])

    def _new_host(self, message: Line) -> None:
        match message.params:
            case [_, host, *_]:
                self._session.me.appears_as(host)

    # Capabilities

    def _cap(self, message: Line) -> None:
        if not self._has_answered and not self._is_over:
            self._has_answered = True
            self._timers.after(NEGOTIATION_SECONDS, "limit", self._took_too_long)
        match message.params:
            case [_, subcommand, *rest]:
                more = len(rest) > 1 and rest[0] == "*"
                names = rest[-1].split() if rest else []
                match subcommand.upper():
                    case "LS":
                        if self._offer(names) and not more:
                            self._is_listed = True
                            self._request_more()
                    case "NEW":
                        self._added(names)
                    case "DEL":
                        self._withdrawn(names)
                    case "ACK":
                        self._granted(names, more=more)
                    case "NAK":
                        self._refused(frozenset(names))

    def _offer(self, names: Iterable[str]) -> bool:
        """Note the offered NAMES; return False if nothing more may be sent."""
        for each in names:
            name, _, value = each.partition("=")
            if name == STS:
                if self._client.leaves_for_tls(value):
                    return False
            elif name in self._wanted:
                self.offered[name] = value
        return True

    def _added(self, names: Sequence[str]) -> None:
        if self._offer(names):
            has_sasl = any(name.partition("=")[0] == _SASL for name in names)
            if has_sasl and self._can_log_in and not self.sasl.has_succeeded:
                # The server may offer other mechanisms now.
                self._wants_to_log_in = not self.sasl.is_under_way
            self._request_more()

    def _request_more(self) -> None:
        asked = self._session.capabilities.union(*self._requests)
        if request := self.offered.keys() - asked:
            self._request(frozenset(request))
        self._go_on_if_agreed()

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
            self._go_on_if_agreed()

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
        self._go_on_if_agreed()

    def _withdrawn(self, names: Iterable[str]) -> None:
        gone = self._wanted.intersection(names)
        for each in gone:
            self.offered.pop(each, None)
        self._requests = [left for each in self._requests if (left := each - gone)]
        self._disable(gone)
        self._go_on_if_agreed()

    def _disable(self, names: Iterable[str]) -> None:
        """Do without NAMES from now on; SASL is tried again when the services are back."""
        gone = self._session.capabilities.intersection(names)
        self._session.capabilities -= gone
        if _SASL in gone:
            self._wants_to_log_in = True
            self.sasl.stop("the services are gone")

    def _not_understood(self, message: Line) -> None:
        """Do without capabilities: the server does not know CAP, or not this subcommand."""
        if self.sasl.is_under_way:
            self.sasl.stop(" ".join(message.params[1:]))
        else:
            self._introduce()
            if message.command in _KNOWS_CAP:
                self._conclude()

    def _go_on_if_agreed(self) -> None:
        if self._is_listed and not self._requests:
            self._go_on()

    def _go_on(self) -> None:
        """Log in if that is due: no request is open, for the first time or after a change."""
        self._introduce()
        if _SASL not in self._session.capabilities:
            self._conclude()
        elif self._wants_to_log_in:
            self._wants_to_log_in = False
            self._timers.after(NEGOTIATION_SECONDS, "limit", self._took_too_long)
            self.sasl.begin(self.offered.get(_SASL, ""))

    def _took_too_long(self) -> None:
        if self.sasl.is_under_way:
            self.sasl.stop(_TOO_LONG)
        else:
            self._session.log(f"capabilities are not agreed on: {_TOO_LONG}")
            self._conclude()

    def _conclude(self) -> None:
        """Let registration go on: a server that knows CAP waits for CAP END."""
        self._timers.cancel("limit")
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
            self._client.give_up(f"not logged in to services, as sasl_required wants it: {why}")
        return must_leave

    def _why_not_tried(self) -> str:
        if not self._can_log_in:
            return "config.ini has nothing to log in with over this connection"
        return "" if _SASL in self.offered else "the server offers no SASL"

"""Whether the bot is logged in to a network's services; if not, it tries to log in again."""

import re

from pontoon.irc.client.registration import Registration
from pontoon.irc.line import Line, sayable
from pontoon.irc.nicks import account_named, is_nick
from pontoon.irc.outgoing import without_formatting
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import Session

ANSWER_SECONDS = 10.0
"""How long the bot waits for NickServ before it joins channels anyway."""

AGAIN_SECONDS = 180.0
"""How long the bot waits until it tries to log in again. Services may have been away, and no server
has to say that they are back."""

REFUSED_SECONDS = 900.0
"""The same after NickServ has refused the password. Anope disconnects users who give it five wrong
ones in an hour."""

SASL_SECONDS = 20.0
"""How long SASL has then until NickServ gets the password."""

ASKED_SECONDS = 10.0
"""The least time between two attempts, however often NickServ asks for one."""

_ANSWER, _AGAIN = "answer of NickServ", "login"
"""The timers for the answer of the service, and for the next attempt."""

_ASKS = "identify"
"""What services say to a user with a registered nick, in many languages: it is their command."""

_USUAL_NICK = "NickServ"

_WELCOMES = ("identified", "logged in", "recognized", "recognised", "accepted")
_REFUSALS = ("incorrect", "invalid", "wrong password", "not registered", "isn't registered")
"""What services such as Atheme and Anope say. In other languages the time limit decides."""


class NickServ:
    """Knows whether the bot is logged in. If it is not, sends the password to ``nickserv``.

    SASL, of REGISTRATION, goes first; a server that failed its test gets no password. While the bot
    is not logged in, both are tried again every few minutes, and when NickServ asks for it.
    The listener learns the account whenever the bot has logged in.
    """

    def __init__(self, session: Session, outbox: Outbox, registration: Registration) -> None:
        self._session = session
        self._outbox = outbox
        self._config = session.config
        self._registration = registration
        self._log = session.log
        self._is_asked = False
        """Whether the service has got the password."""
        self._not_before: float | None = None
        """When the bot may try to log in again; None before it was let in."""
        self._is_waited_for = False
        """Whether the listener waits to join channels."""
        self._timers = session.timers
        self.account: str | None = None
        """The account that the bot is logged in to: "" if its name is unknown, None if none."""

    def handle(self, message: Line) -> None:
        is_me = self._session.is_me
        match message.command, message.params:
            case (("401" | "440"), [_, nick, *_]) if _ANSWER in self._timers:
                if self._is_service(nick):
                    self._go_on()
            case "900", [_, _, account, *_] if account_named(account):
                self._logged_in(account)
            case "901", _:
                self._logged_out()
            case "ACCOUNT", [account, *_] if is_me(message.nick) and account_named(account):
                self._logged_in(account)
            case "ACCOUNT", ["*", *_] if is_me(message.nick):
                self._logged_out()
            case "MODE", [nick, letters, *_] if self._is_asked and is_me(nick):
                # Only as an answer to the password: elsewhere it means a restricted user.
                if re.fullmatch(r"(.*\+)?[^-]*r.*", letters):
                    self._logged_in("")
            case "NOTICE", [_, *words] if is_nick(message.nick) and self._is_service(message.nick):
                # Services have names in bold.
                self._noticed(message.nick, without_formatting(" ".join(words)))

    def begin(self) -> None:
        """Log in with the password if necessary; the listener is welcomed then, or after ten s."""
        self._is_waited_for = True
        self._wait(ASKED_SECONDS)
        if not (self._is_in_use or self._can_identify) and self._has_service:
            self._log(f"{self._config.nickserv} gets no password over this connection")
        self._identify_if_due()

    def say(self, line: str) -> None:
        """Send LINE to the service at once, if there is one."""
        if nick := self._config.nickserv:
            self._outbox.ahead(f"PRIVMSG {nick} :{sayable(line)}")

    @property
    def _is_in_use(self) -> bool:
        """Whether the bot is logged in, even if the server has not said so by itself."""
        return self.account is not None or self._registration.sasl.has_succeeded

    @property
    def _has_service(self) -> bool:
        return bool(self._config.nickserv and self._config.account_password)

    @property
    def _can_identify(self) -> bool:
        """Whether there is a service that may get the password over this connection."""
        is_safe = self._session.is_trusted and not self._registration.sasl.is_distrustful
        return self._has_service and is_safe

    def _wait(self, seconds: float) -> None:
        """Do not try to log in for so many SECONDS, whatever NickServ asks."""
        self._not_before = self._session.clock.seconds() + seconds

    def _identify(self) -> None:
        """Send the password to the service, and wait for its answer."""
        self._is_asked = True
        self._wait(ASKED_SECONDS)
        self._timers.after(ANSWER_SECONDS, _ANSWER, self._no_answer)
        config = self._config
        words = config.nickserv_command, config.account, config.account_password
        self.say(" ".join(filter(None, words)))

    def _go_on(self) -> None:
        """Join channels, if the bot has not yet, and try again later if it is not logged in."""
        self._timers.cancel(_ANSWER)
        self._timers.cancel(_AGAIN)
        can_try = self._registration.can_log_in_again or self._can_identify
        if self._not_before is not None and can_try and not self._is_in_use:
            seconds = max(self._not_before - self._session.clock.seconds(), AGAIN_SECONDS)
            self._timers.after(seconds, _AGAIN, self._try_again)
        if self._is_waited_for:
            self._is_waited_for = False
            self._session.listener.welcomed()

    def _try_again(self) -> None:
        self._wait(ASKED_SECONDS)
        if self._registration.can_log_in_again:
            self._registration.log_in_again()
            self._timers.after(SASL_SECONDS, _AGAIN, self._identify_if_due)
        else:
            self._identify_if_due()

    def _identify_if_due(self) -> None:
        if self._can_identify and not self._is_in_use:
            self._identify()
        else:
            self._go_on()

    def _asked_to_log_in(self) -> None:
        """Log in as NickServ asks for it, but not more often than is good for anybody."""
        if self._not_before is None or _ANSWER in self._timers or self._is_in_use:
            return
        seconds = self._not_before - self._session.clock.seconds()
        if seconds > 0:
            self._timers.after(seconds, _AGAIN, self._asked_to_log_in)
        elif self._can_identify:
            self._identify()
        elif self._registration.can_log_in_again:
            self._try_again()

    def _no_answer(self) -> None:
        self._log(f"{self._config.nickserv} has not answered in time")
        self._go_on()

    def _is_service(self, nick: str) -> bool:
        """Tell whether NICK, with or without its server, is that of the service."""
        service = self._config.nickserv or _USUAL_NICK
        return self._session.is_same(nick.partition("@")[0], service.partition("@")[0])

    def _logged_in(self, account: str) -> None:
        """Note that the bot is logged in. The first message about it may not name the account."""
        before, self.account = self.account, account or self.account or ""
        if before != self.account:
            self._log(f"logged in to services{f' as {self.account}' if self.account else ''}")
            self._session.listener.identified(self.account)
        self._go_on()

    def _logged_out(self) -> None:
        if self.account is not None:
            self._log("not logged in to services any more")
        self.account = None
        self._registration.sasl.has_succeeded = False
        self._go_on()

    def _noticed(self, nick: str, text: str) -> None:
        if self._is_asked and any(word in text.lower() for word in _REFUSALS):
            self._log(f"{nick}: {text}")
            self._wait(REFUSED_SECONDS)
            self._go_on()
        elif self._is_asked and any(word in text.lower() for word in _WELCOMES):
            self._logged_in("")
        elif _ASKS in text.lower():
            self._asked_to_log_in()

"""Network services: whether the bot is logged in, and whether it has the nick that it wants."""

import re
from collections.abc import Sequence

from pontoon.irc.line import sayable
from pontoon.irc.registration import Registration
from pontoon.irc.sending import Outbox
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

    def is_absent(self, nick: str) -> None:
        """Note that nobody has NICK: it may be the service that is waited for."""
        if _ANSWER in self._timers and self.is_service(nick):
            self._go_on()

    def own_modes(self, letters: str) -> None:
        """Note that the bot has got user modes: +r says that it is logged in.

        That counts only as an answer to the password: elsewhere it means a restricted user.
        """
        if self._is_asked and re.fullmatch(r"(.*\+)?[^-]*r.*", letters):
            self.logged_in("")

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
        """Do not try to log in for this many SECONDS, whatever NickServ asks."""
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

    def is_service(self, nick: str) -> bool:
        """Tell whether NICK, with or without its server, is that of the service."""
        service = self._config.nickserv or _USUAL_NICK
        return self._session.is_same(nick.partition("@")[0], service.partition("@")[0])

    def logged_in(self, account: str) -> None:
        """Note that the bot is logged in. The first message about it may not name the account."""
        before, self.account = self.account, account or self.account or ""
        if before != self.account:
            self._log(f"logged in to services{f' as {self.account}' if self.account else ''}")
            self._session.listener.identified(self.account)
        self._go_on()

    def logged_out(self) -> None:
        """Note that the bot is not logged in any more."""
        if self.account is not None:
            self._log("not logged in to services any more")
        self.account = None
        self._registration.sasl.has_succeeded = False
        self._go_on()

    def noticed(self, nick: str, text: str) -> None:
        """Hear TEXT, which the service NICK says in a notice."""
        if self._is_asked and any(word in text.lower() for word in _REFUSALS):
            self._log(f"{nick}: {text}")
            self._wait(REFUSED_SECONDS)
            self._go_on()
        elif self._is_asked and any(word in text.lower() for word in _WELCOMES):
            self.logged_in("")
        elif _ASKS in text.lower():
            self._asked_to_log_in()


# The nick that the bot wants

LOOK_SECONDS = 60.0
"""How often the bot checks whether the nick is free, and the least time between two attempts."""

MAX_SECONDS = 3600.0
"""The most time between two attempts: each failure doubles the time."""

MAX_REQUESTS = 5
"""How often the bot asks services for the nick in one connection."""

GHOST_SECONDS = 2.0
"""How long the bot gives services to disconnect the user who has the nick."""

_CHECK = "nick"
"""The timer for the next check."""


class NickRegain:
    """Watches the wanted nick by IRCv3's MONITOR, or else by ISON, and takes it when it is free.

    Once the bot is logged in, it also asks SERVICES for the nick if config.ini wants that.
    """

    def __init__(self, session: Session, outbox: Outbox, services: NickServ) -> None:
        self._session = session
        self._outbox = outbox
        self._services = services
        self._method = session.config.nickserv_regain
        self._timers = session.timers
        self._has_begun = False
        self._is_list_full = False
        """Whether the server watches no more nicks, so that the bot has to ask."""
        self._is_watched = False
        self._is_free = False
        self._delay = LOOK_SECONDS
        self._not_before = 0.0
        self._requests = 0
        self._no_request_before = 0.0

    def begin(self) -> None:
        """Watch the nick from now on."""
        self._has_begun = True
        self._check()

    def nick_changed(self) -> None:
        """Note that somebody, or the bot, has another nick."""
        if self._has_begun and self._is_mine():
            self._regained()
        elif self._has_begun and _CHECK not in self._timers:
            self._timers.after(LOOK_SECONDS, _CHECK, self._check)

    def identified(self) -> None:
        """Ask services at once: they know the bot now."""
        if self._has_begun:
            self._ask_services()

    def is_on(self, params: Sequence[str]) -> None:
        """Take the nick unless PARAMS of a reply to ISON name it."""
        if self._has_begun and not (self._is_in(params) or self._has_monitor):
            self._try()

    def has_come(self, params: Sequence[str]) -> None:
        """Note that the nick is in use again, if PARAMS of a reply to MONITOR name it."""
        if self._is_in(params):
            self._is_free = False

    def has_gone(self, params: Sequence[str]) -> None:
        """Take the nick if PARAMS of a reply to MONITOR name it: it is free."""
        if self._has_begun and self._is_in(params) and self._is_watched:
            self._is_free = True
            self._try()

    def has_quit(self, nick: str) -> None:
        """Take the nick if it is that NICK, whose holder is seen to leave the server."""
        if self._has_begun and self._session.is_same(self._wanted, nick):
            self._try()

    def list_is_full(self) -> None:
        """Ask by ISON from now on: the server watches no more nicks."""
        if self._is_watched:
            self._is_list_full = True
            self._is_watched = False

    @property
    def _wanted(self) -> str:
        """The nick in config.ini, cut as the server cuts it."""
        return self._session.config.nickname[: self._session.isupport.nicklen]

    @property
    def _has_monitor(self) -> bool:
        return self._session.isupport.has_monitor and not self._is_list_full

    def _is_mine(self) -> bool:
        """Tell whether the bot has the nick, cut or not."""
        is_me = self._session.is_me
        return is_me(self._wanted) or is_me(self._session.config.nickname)

    def _is_in(self, params: Sequence[str]) -> bool:
        """Tell whether PARAMS of a reply to ISON or MONITOR name the nick."""
        named = ",".join(params[1:]).replace(" ", ",").split(",")
        return any(self._session.is_same(self._wanted, each.partition("!")[0]) for each in named)

    def _check(self) -> None:
        if self._is_mine():
            self._regained()
            return
        self._timers.after(LOOK_SECONDS, _CHECK, self._check)
        self._ask_services()
        if not self._has_monitor:
            self._outbox.command(f"ISON {self._wanted}")
        elif not self._is_watched:
            self._is_watched = True
            self._outbox.command(f"MONITOR + {self._wanted}")
        elif self._is_free:
            self._try()

    def _regained(self) -> None:
        self._timers.cancel(_CHECK)
        self._delay = LOOK_SECONDS
        self._is_free = False
        if self._is_watched:
            self._is_watched = False
            self._outbox.command(f"MONITOR - {self._wanted}")

    def _try(self) -> None:
        """Ask for the nick, unless the bot has it or asked for it only a while ago."""
        now = self._session.clock.seconds()
        if self._is_mine() or now < self._not_before:
            return
        self._not_before = now + self._delay
        self._delay = min(2 * self._delay, MAX_SECONDS)
        self._session.log(f"{self._wanted} is free: taking it")
        self._outbox.command(f"NICK {self._wanted}")

    def _ask_services(self) -> None:
        now = self._session.clock.seconds()
        can_be_asked = self._services.account is not None and self._method != "no"
        is_time = self._requests < MAX_REQUESTS and now >= self._no_request_before
        if not (can_be_asked and is_time) or self._is_mine():
            return
        self._no_request_before = now + LOOK_SECONDS * 2**self._requests
        self._requests += 1
        self._session.log(f"asking services for {self._wanted}")
        # Services want no password from a user who is logged in to the owner's account.
        self._services.say(f"{self._method.upper()} {self._wanted}")
        if self._method == "ghost":
            self._timers.after(GHOST_SECONDS, "ghost", self._try)

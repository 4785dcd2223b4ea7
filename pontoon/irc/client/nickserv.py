"""Whether the bot is logged in to a network's services; if not, NickServ gets the password."""

import re
from collections.abc import Callable

from irctokens.line import Line

from pontoon.irc.client_events import ClientEvents
from pontoon.irc.config import IrcConfig
from pontoon.irc.line import sayable
from pontoon.irc.nicks import is_nick
from pontoon.irc.sasl.sasl import Sasl
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import MessageHandler, Session
from pontoon.irc.timing import Deadline

ANSWER_SECONDS = 10.0
"""How long the bot waits for NickServ before it joins channels anyway."""

_LONGEST_ACCOUNT = 128
"""Characters of an account name; a longer one is ignored. Services allow about 30."""

_FORMATTING = re.compile("\x03([0-9]{1,2}(,[0-9]{1,2})?)?|[\x02\x0f\x11\x16\x1d-\x1f]")
"""Bold, colours and so on, which services put around names. The log leaves them out."""

_WELCOMES = ("identified", "logged in", "recognized", "recognised", "accepted")
_REFUSALS = ("incorrect", "invalid", "wrong password", "not registered", "isn't registered")
"""What services such as Atheme and Anope say. In other languages the time limit decides."""


class NickServ:
    """Knows whether the bot is logged in. If it is not, sends the password to ``nickserv``.

    SASL goes first; a server that failed its test gets no password. LISTENER learns the account
    whenever the bot has logged in.
    """

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        listener: ClientEvents,
        config: IrcConfig,
        sasl: Sasl,
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._listener = listener
        self._config = config
        self._sasl = sasl
        self._log = session.log
        self._is_asked = False
        self._answered: Callable[[], None] | None = None
        self._deadline = Deadline(session.clock, self._no_answer)
        self.account: str | None = None
        """The account that the bot is logged in to: "" if its name is unknown, None if none."""
        self.handlers: dict[str, MessageHandler] = {
            "900": self._logged_in,
            "901": self._logged_out,
            "ACCOUNT": self._account_changed,
            "MODE": self._modes_changed,
            "NOTICE": self._noticed,
        }

    @property
    def is_identified(self) -> bool:
        return self.account is not None

    def begin(self, answered: Callable[[], None]) -> None:
        """Log in with the password if necessary; call ANSWERED then, or after ten seconds."""
        self._answered = answered
        config = self._config
        is_in = self.is_identified or self._sasl.has_succeeded
        if is_in or not (config.nickserv and config.account_password):
            self._go_on()
        elif self._sasl.is_distrustful or not self._session.is_trusted:
            self._log(f"{config.nickserv} gets no password over this connection")
            self._go_on()
        else:
            self._is_asked = True
            self._deadline.set(ANSWER_SECONDS, f"{config.nickserv} has not answered in time")
            self.say(" ".join(filter(None, ("IDENTIFY", config.account, config.account_password))))

    def say(self, line: str) -> None:
        """Send LINE to the service at once, if there is one."""
        if nick := self._config.nickserv:
            self._outbox.ahead(f"PRIVMSG {nick} :{sayable(line)}")

    def stop(self) -> None:
        """Stop the timer; the answer does not count any more."""
        self._deadline.lift()
        self._answered = None

    def _go_on(self) -> None:
        self._deadline.lift()
        answered, self._answered = self._answered, None
        if answered is not None:
            answered()

    def _no_answer(self, why: str) -> None:
        self._log(why)
        self._go_on()

    def _is_in(self, account: str) -> None:
        """Note that the bot is logged in. The first message about it may not name the account."""
        before, self.account = self.account, account or self.account or ""
        if before != self.account:
            self._log(f"logged in to services{f' as {self.account}' if self.account else ''}")
            self._listener.identified(self.account)
        self._go_on()

    def _logged_in(self, message: Line) -> None:
        match message.params:
            case [_, _, account, *_] if len(account) <= _LONGEST_ACCOUNT:
                self._is_in(account)

    def _logged_out(self, _message: Line) -> None:
        if self.is_identified:
            self._log("not logged in to services any more")
        self.account = None

    def _account_changed(self, message: Line) -> None:
        nick = (message.source or "").partition("!")[0]
        match message.params:
            case ["*", *_] if self._session.is_me(nick):
                self._logged_out(message)
            case [account, *_] if self._session.is_me(nick) and len(account) <= _LONGEST_ACCOUNT:
                self._is_in(account)

    def _modes_changed(self, message: Line) -> None:
        """Take ``+r`` for an answer, but only to IDENTIFY: elsewhere it means a restricted user."""
        match message.params:
            case [nick, letters, *_] if self._is_asked and self._session.is_me(nick):
                if re.fullmatch(r"(.*\+)?[^-]*r.*", letters):
                    self._is_in("")

    def _noticed(self, message: Line) -> None:
        nick = (message.source or "").partition("!")[0]
        service = self._config.nickserv.partition("@")[0]
        if not (self._is_asked and is_nick(nick) and self._session.is_same(nick, service)):
            return
        text = _FORMATTING.sub("", " ".join(message.params[1:]))
        if any(word in text.lower() for word in _REFUSALS):
            self._log(f"{nick}: {text}")
            self._go_on()
        elif any(word in text.lower() for word in _WELCOMES):
            self._is_in("")

"""Whether the bot is logged in to a network's services, and NickServ, which is asked where not."""

import re
from collections.abc import Callable

from irctokens.line import Line

from pontoon.irc.nicks import is_nick
from pontoon.irc.reactor import Clock
from pontoon.irc.sasl.credentials import Credentials
from pontoon.irc.sasl.sasl import Sasl
from pontoon.irc.timing import Deadline

ANSWER_SECONDS = 10.0
"""How long NickServ may take to answer before channels are entered all the same."""

_LONGEST_ACCOUNT = 128
"""Characters of an account above which it is none; services allow some 30."""

_FORMATTING = re.compile("\x03([0-9]{1,2}(,[0-9]{1,2})?)?|[\x02\x0f\x11\x16\x1d-\x1f]")
"""Bold, colours and so on, with which services like to show names; a log has no use for them."""

_WELCOMES = ("identified", "logged in", "recognized", "recognised", "accepted")
_REFUSALS = ("incorrect", "invalid", "wrong password", "not registered", "isn't registered")
"""What services say, Atheme and Anope among them. In another language the time limit tells."""


class NickServ:
    """Knows whether the bot is logged in, and if it is not tells the service in LOGIN the password.

    SASL has been tried before; a server that has not stood the test there is told nothing. IS_ME
    tells whether a nick is the bot's, IS_SAME whether two are one; SAY says something to somebody,
    ahead of all that waits. IDENTIFIED is told the account whenever the bot has become logged in,
    "" where it is not said to which.
    """

    def __init__(
        self,
        login: Credentials,
        sasl: Sasl,
        *,
        clock: Clock,
        is_me: Callable[[str], bool],
        is_same: Callable[[str, str], bool],
        say: Callable[[str, str], None],
        identified: Callable[[str], None],
        log: Callable[[str], None],
    ) -> None:
        self._login = login
        self._sasl = sasl
        self._is_me = is_me
        self._is_same = is_same
        self._say = say
        self._identified = identified
        self._log = log
        self._is_asked = False
        self._answered: Callable[[], None] | None = None
        self._deadline = Deadline(clock, self._no_answer)
        self.account: str | None = None
        """The account that the bot is logged in to, "" where that is not named, None if none."""
        self.acts: dict[str, Callable[[Line], None]] = {
            "900": self._logged_in,
            "901": self._logged_out,
            "ACCOUNT": self._account_changed,
            "MODE": self._modes_changed,
            "NOTICE": self._noticed,
        }
        """What to do at which message."""

    @property
    def nick(self) -> str:
        """The service that the bot talks with, "" where it is not to."""
        return self._login.nickserv

    @property
    def is_identified(self) -> bool:
        """Whether the bot is logged in."""
        return self.account is not None

    def begin(self, answered: Callable[[], None]) -> None:
        """Log in with the password if need be; call ANSWERED at the end, or after ten seconds."""
        self._answered = answered
        login = self._login
        is_in = self.is_identified or self._sasl.has_succeeded
        if is_in or not (login.nickserv and login.password):
            self._go_on()
        elif self._sasl.is_distrustful or not login.is_trusted:
            self._log(f"{login.nickserv} is told no password over this connection")
            self._go_on()
        else:
            self._is_asked = True
            self._deadline.set(ANSWER_SECONDS, f"{login.nickserv} has not answered in time")
            self.say(" ".join(filter(None, ("IDENTIFY", login.account, login.password))))

    def say(self, line: str) -> None:
        """Say LINE to the service; nothing where there is none."""
        if self.nick:
            self._say(self.nick, line)

    def stop(self) -> None:
        """Wait for nothing any more."""
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
        """Note that the bot is logged in; the first word on it may not tell to which account."""
        before, self.account = self.account, account or self.account or ""
        if before != self.account:
            self._log(f"logged in to services{f' as {self.account}' if self.account else ''}")
            self._identified(self.account)
        self._go_on()

    def _is_out(self) -> None:
        if self.is_identified:
            self._log("logged in to services no more")
        self.account = None

    def _logged_in(self, message: Line) -> None:
        match message.params:
            case [_, _, account, *_] if len(account) <= _LONGEST_ACCOUNT:
                self._is_in(account)

    def _logged_out(self, _message: Line) -> None:
        self._is_out()

    def _account_changed(self, message: Line) -> None:
        nick = (message.source or "").partition("!")[0]
        match message.params:
            case ["*", *_] if self._is_me(nick):
                self._is_out()
            case [account, *_] if self._is_me(nick) and len(account) <= _LONGEST_ACCOUNT:
                self._is_in(account)

    def _modes_changed(self, message: Line) -> None:
        """Take ``+r`` for an answer; on other networks it means that one is restricted."""
        match message.params:
            case [nick, letters, *_] if self._is_asked and self._is_me(nick):
                if re.fullmatch(r"(.*\+)?[^-]*r.*", letters):
                    self._is_in("")

    def _noticed(self, message: Line) -> None:
        nick = (message.source or "").partition("!")[0]
        service = self.nick.partition("@")[0]
        if not (self._is_asked and is_nick(nick) and self._is_same(nick, service)):
            return
        text = _FORMATTING.sub("", " ".join(message.params[1:]))
        if any(word in text.lower() for word in _REFUSALS):
            self._log(f"{nick}: {text}")
            self._go_on()
        elif any(word in text.lower() for word in _WELCOMES):
            self._is_in("")

"""Being let in by a server: getting a nick, and learning what the bot is called there."""

from collections.abc import Callable, Iterator, Sequence

from irctokens.line import Line

from pontoon.irc.nicks import OwnPrefix, allowed_everywhere, is_nick


class NickRegistration:
    """Asks to be let in by the nick of ME, or by the next of OTHERS, and keeps ME up to date.

    IS_ME tells whether a nick is the bot's own as the server compares them. SEND sends a line ahead
    of all that waits. GIVE_UP is told why where no nick can be had.
    """

    def __init__(
        self,
        me: OwnPrefix,
        others: Iterator[str],
        *,
        is_me: Callable[[str], bool],
        send: Callable[[str], None],
        give_up: Callable[[str], None],
        log: Callable[[str], None],
    ) -> None:
        self._me = me
        self._others = others
        self._is_me = is_me
        self._send = send
        self._give_up = give_up
        self._log = log
        self.is_done = False
        """Whether the server has let the bot in."""
        self.acts: dict[str, Callable[[Line], None]] = {
            "001": self._let_in,
            "302": self._userhost,
            "396": self._new_host,
        }
        """What to do at which message."""

    def begin(self, login: Sequence[str], user: str) -> None:
        """Send the lines of LOGIN, then NICK and USER, held back by nothing."""
        for line in (*login, f"NICK {self._me.nick}", user):
            self._send(line)

    def nick_refused(self, message: Line) -> None:
        """Try the next nick, and after 432 one that no server can find fault with."""
        only_safe = message.command == "432"
        fits = (each for each in self._others if allowed_everywhere(each) or not only_safe)
        nick = next(fits, None)
        why = message.params[-1] if message.params else message.command
        if nick is None:
            self._give_up(f"no nick could be had, {self._me.nick} neither: {why}")
            return
        self._log(f"cannot be called {self._me.nick} ({why}): trying {nick}")
        self._me.nick = nick
        self._send(f"NICK {nick}")

    def _let_in(self, message: Line) -> None:
        if self.is_done:
            return
        self.is_done = True
        match message.params:
            case [nick, *_] if is_nick(nick):
                self._me.nick = nick
        self._log(f"registered as {self._me.nick}")

    def _userhost(self, message: Line) -> None:
        for reply in " ".join(message.params[1:]).split():
            nick, _, status_and_host = reply.partition("=")
            if self._is_me(nick.rstrip("*")):
                self._me.may_appear_as(status_and_host[1:])

    def _new_host(self, message: Line) -> None:
        match message.params:
            case [_, host, *_]:
                self._me.appears_as(host)

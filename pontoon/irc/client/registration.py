"""From connecting to entering channels: capabilities, SASL, a nick, the welcome, NickServ."""

from collections.abc import Callable, Sequence

from irctokens.line import Line

from pontoon.irc.client.negotiation import CapNegotiation
from pontoon.irc.client.nick_registration import NickRegistration
from pontoon.irc.client.nickserv import NickServ
from pontoon.irc.dispatch import together
from pontoon.irc.handler import ClientEvents
from pontoon.irc.line import sayable
from pontoon.irc.nicks import OwnPrefix, username_from
from pontoon.irc.reactor import Clock
from pontoon.irc.sasl.credentials import Credentials


class Registration:
    """Has the bot let in as ME, or else by one of OTHER_NICKS, and logged in by LOGIN.

    LISTENER is told when it is time to enter channels; WELCOMED is called when the server has let
    the bot in, and REFUSED with each nick that it cannot have later. PASSWORD is the server's. SEND
    sends a line ahead of all that waits; the rest is as for those who do the work.
    """

    def __init__(
        self,
        login: Credentials,
        me: OwnPrefix,
        other_nicks: Sequence[str],
        *,
        realname: str,
        password: str,
        listener: ClientEvents,
        clock: Clock,
        is_me: Callable[[str], bool],
        is_same: Callable[[str, str], bool],
        send: Callable[[str], None],
        welcomed: Callable[[], None],
        refused: Callable[[Line], None],
        give_up: Callable[[str], None],
        sts_policy: Callable[[str], bool],
        log: Callable[[str], None],
    ) -> None:
        self._greeting = [f"PASS :{password}"] if password else []
        self._user = f"USER {username_from(me.nick)} 0 * :{realname or me.nick}"
        self._listener = listener
        self._welcomed = welcomed
        self._refused = refused
        self._is_welcomed = False
        self._registration = NickRegistration(
            me, iter(other_nicks), is_me=is_me, send=send, give_up=give_up, log=log
        )
        self._negotiation = CapNegotiation(
            login,
            clock=clock,
            send=send,
            introduce=lambda: self._registration.begin(self._greeting, self._user),
            keeps_back=bool(password) and not login.is_trusted,
            give_up=give_up,
            sts_policy=sts_policy,
            log=log,
        )
        self.services = NickServ(
            login,
            self._negotiation.sasl,
            clock=clock,
            is_me=is_me,
            is_same=is_same,
            say=lambda nick, line: send(f"PRIVMSG {nick} :{sayable(line)}"),
            identified=listener.identified,
            log=log,
        )
        """Whether the bot is logged in, and the service that it may give orders to."""
        self.acts = together(
            self._registration.acts, self._negotiation.acts, self.services.acts, self._own_acts()
        )
        """What to do at which message."""

    @property
    def is_let_in(self) -> bool:
        """Whether the server has let the bot in."""
        return self._registration.is_done

    @property
    def capabilities(self) -> frozenset[str]:
        """The capabilities (IRCv3) that are in use now."""
        return self._negotiation.capabilities.enabled

    def begin(self) -> None:
        """Say the first words of a connection."""
        self._negotiation.begin()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._negotiation.stop()
        self.services.stop()

    def _own_acts(self) -> dict[str, Callable[[Line], None]]:
        return {
            **dict.fromkeys(("376", "422"), self._welcome_over),
            **dict.fromkeys(("432", "433", "436", "437"), self._nick_refused),
        }

    def _welcome_over(self, _message: Line) -> None:
        if self.is_let_in and not self._is_welcomed:
            self._is_welcomed = True
            self._welcomed()
            self.services.begin(self._listener.welcomed)

    def _nick_refused(self, message: Line) -> None:
        if self.is_let_in:
            self._refused(message)
        else:
            self._registration.nick_refused(message)

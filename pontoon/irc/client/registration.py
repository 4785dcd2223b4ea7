"""From connecting to joining channels: capabilities, SASL, nick and user, welcome, NickServ.

RFC 2812, 3.1, and IRCv3's capability negotiation.
"""

from collections.abc import Sequence

from irctokens.line import Line

from pontoon.irc.client.capabilities import CapNegotiation, RegisteringClient
from pontoon.irc.client.error_replies import ErrorReplies
from pontoon.irc.client.nickserv import NickServ
from pontoon.irc.client_events import ClientEvents
from pontoon.irc.config import IrcConfig
from pontoon.irc.nicks import allowed_everywhere, is_nick, username_from
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import MessageHandler, Session, merged


class Registration:
    """Registers the bot by the nick in SESSION, or else by one of OTHER_NICKS, and logs it in.

    LISTENER learns when the bot can join channels. ERRORS gets each nick that is refused later.
    """

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        listener: ClientEvents,
        errors: ErrorReplies,
        config: IrcConfig,
        other_nicks: Sequence[str],
        client: RegisteringClient,
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._listener = listener
        self._errors = errors
        self._password = config.password
        nick = session.me.nick
        self._user = f"USER {config.username or username_from(nick)} 0 * :{config.realname or nick}"
        self._other_nicks = iter(other_nicks)
        self._client = client
        self._is_welcome_over = False
        self.negotiation = CapNegotiation(session, outbox, config, client, self._introduce)
        self.services = NickServ(session, outbox, listener, config, self.negotiation)
        own: dict[str, MessageHandler] = {
            "001": self._welcome,
            "302": self._userhost,
            "396": self._new_host,
            **dict.fromkeys(("376", "422"), self._end_of_motd),
            **dict.fromkeys(("432", "433", "436", "437"), self._nick_refused),
        }
        self.handlers = merged(own, self.negotiation.handlers, self.services.handlers)

    def stop(self) -> None:
        self.negotiation.stop()
        self.services.stop()

    def _introduce(self) -> None:
        if self._password:
            self._outbox.ahead(f"PASS :{self._password}")
        self._outbox.ahead(f"NICK {self._session.me.nick}")
        self._outbox.ahead(self._user)

    def _welcome(self, message: Line) -> None:
        if self._session.is_registered:
            return
        self._session.is_registered = True
        match message.params:
            case [nick, *_] if is_nick(nick):
                self._session.me.nick = nick
        self._session.log(f"registered as {self._session.me.nick}")

    def _end_of_motd(self, _message: Line) -> None:
        if self._session.is_registered and not self._is_welcome_over:
            self._is_welcome_over = True
            self._client.registered()
            self.services.begin(self._listener.welcomed)

    def _nick_refused(self, message: Line) -> None:
        """Try the next nick; after 432 (erroneous nickname) only one that every server allows."""
        if self._session.is_registered:
            self._errors.heard(message)
            return
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

    def _userhost(self, message: Line) -> None:
        for reply in " ".join(message.params[1:]).split():
            nick, _, status_and_host = reply.partition("=")
            if self._session.is_me(nick.rstrip("*")):
                self._session.me.may_appear_as(status_and_host[1:])

    def _new_host(self, message: Line) -> None:
        match message.params:
            case [_, host, *_]:
                self._session.me.appears_as(host)

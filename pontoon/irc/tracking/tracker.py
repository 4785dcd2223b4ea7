"""What one connection knows of its network, and which listener learns what people say there."""

from collections.abc import Mapping

from irctokens.line import Line

from pontoon.irc.client_events import ClientEvents
from pontoon.irc.nicks import person_of
from pontoon.irc.people import Person
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import MessageHandler, Session, merged
from pontoon.irc.tracking.channels import ChannelTracker
from pontoon.irc.tracking.ctcp import MARK, Ctcp
from pontoon.irc.tracking.whois import Whois


class NetworkTracker:
    """Tells LISTENER what people do and say. KEYS are those of channels."""

    def __init__(
        self, session: Session, outbox: Outbox, listener: ClientEvents, keys: Mapping[str, str]
    ) -> None:
        self.channels = ChannelTracker(session, outbox, listener, keys)
        self.whois = Whois(session, outbox, self.channels)
        messages = MessageRouter(session, listener, self.channels, Ctcp(session, outbox))
        self.handlers = merged(self.channels.handlers, self.whois.handlers, messages.handlers)

    def find(self, channel: str, nick: str) -> Person | None:
        """Return who has NICK in CHANNEL, with their account if it is known for now."""
        found = self.channels.find(channel)
        person = None if found is None else found.find(nick)
        return None if person is None else self.channels.as_now(person)

    def stop(self) -> None:
        self.channels.forget_all()
        self.whois.stop()


class MessageRouter:
    """Passes what people say to LISTENER, with what CHANNELS knows of them, or to CTCP.

    CTCP answers nobody whom the listener ignores. The router drops NOTICEs, and messages from
    servers, from services without an address, and from the bot itself.
    """

    def __init__(
        self, session: Session, listener: ClientEvents, channels: ChannelTracker, ctcp: Ctcp
    ) -> None:
        self._session = session
        self._listener = listener
        self._channels = channels
        self._ctcp = ctcp
        self.handlers: dict[str, MessageHandler] = {
            "PRIVMSG": self._said,
            "INVITE": self._invited,
        }

    def _said(self, message: Line) -> None:
        sender = person_of(message.source)
        if sender is None or self._session.is_me(sender.nick):
            return
        sender = self._channels.met(sender, message)
        match message.params:
            case [target, text, *_] if text.startswith(MARK):
                if self._session.is_me(target) and not self._listener.ignores(sender):
                    self._ctcp.asked(sender.nick, text)
            case [target, text, *_] if text:
                if self._session.is_me(target):
                    self._listener.told(sender, text)
                elif (channel := self._channels.find(target)) is not None:
                    self._listener.spoken(channel.name, sender, text)

    def _invited(self, message: Line) -> None:
        match message.params:
            case [nick, channel, *_] if self._session.is_me(nick):
                self._listener.invited(channel)

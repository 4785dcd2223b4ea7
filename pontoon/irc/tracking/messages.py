"""What people say to the bot, and where they invite it: PRIVMSG and INVITE."""

from collections.abc import Callable

from irctokens.line import Line

from pontoon.irc.handler import Listener
from pontoon.irc.nicks import person_of
from pontoon.irc.tracking.channels import Channels
from pontoon.irc.tracking.ctcp import MARK, Ctcp


class Messages:
    """Tells LISTENER what people say, and who they are by CHANNELS; CTCP answers its own.

    It answers nobody whom the listener ignores. A NOTICE is never listened to, nor what servers,
    services without an address and the bot say.
    """

    def __init__(self, listener: Listener, channels: Channels, ctcp: Ctcp) -> None:
        self._listener = listener
        self._channels = channels
        self._ctcp = ctcp
        self.acts: dict[str, Callable[[Line], None]] = {
            "PRIVMSG": self._said,
            "INVITE": self._invited,
        }
        """What to do at which message."""

    def _said(self, message: Line) -> None:
        sender = person_of(message.source)
        if sender is None or self._channels.is_me(sender.nick):
            return
        sender = self._channels.met(sender, message)
        match message.params:
            case [target, text, *_] if text.startswith(MARK):
                if self._channels.is_me(target) and not self._listener.ignores(sender):
                    self._ctcp.asked(sender.nick, text)
            case [target, text, *_] if text:
                if self._channels.is_me(target):
                    self._listener.told(sender, text)
                elif (channel := self._channels.find(target)) is not None:
                    self._listener.spoken(channel.name, sender, text)

    def _invited(self, message: Line) -> None:
        match message.params:
            case [nick, channel, *_] if self._channels.is_me(nick):
                self._listener.invited(channel)

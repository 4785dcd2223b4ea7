"""What one connection knows of its network, and who is told what people say there."""

from collections.abc import Callable, Mapping

from irctokens.line import Line

from pontoon.irc.casemapping import Fold
from pontoon.irc.dispatch import together
from pontoon.irc.handler import ClientEvents
from pontoon.irc.nicks import OwnPrefix, person_of
from pontoon.irc.people import Person
from pontoon.irc.reactor import Clock
from pontoon.irc.tracking.accounts import AccountTracker
from pontoon.irc.tracking.channels import ChannelTracker
from pontoon.irc.tracking.ctcp import MARK, Ctcp
from pontoon.irc.tracking.whois import Whois


class NetworkTracker:
    """Tells LISTENER what people do and say, as the server tells it; ME is the bot among them.

    CAPABILITIES returns those that are in use, FOLD how the server compares nicks. KEYS are those
    of channels. COMMAND sends a line, REPLY answers a question by CTCP.
    """

    def __init__(
        self,
        listener: ClientEvents,
        me: OwnPrefix,
        *,
        capabilities: Callable[[], frozenset[str]],
        fold: Callable[[], Fold],
        keys: Mapping[str, str],
        clock: Clock,
        command: Callable[[str], None],
        reply: Callable[[str, str], None],
        log: Callable[[str], None],
    ) -> None:
        self.channels = ChannelTracker(
            listener=listener,
            me=me,
            logins=AccountTracker(capabilities, fold, clock),
            keys=keys,
            command=command,
            log=log,
        )
        self.whois = Whois(
            clock=clock, fold=fold, command=command, note=self.channels.seen, log=log
        )
        messages = MessageRouter(listener, self.channels, Ctcp(clock, reply))
        self.acts = together(self.channels.acts, self.whois.acts, messages.acts)
        """What to do at which message."""

    def find(self, channel: str, nick: str) -> Person | None:
        """Return who has NICK in CHANNEL, with the account they have now if that is known."""
        found = self.channels.find(channel)
        person = None if found is None else found.roster.find(nick)
        return None if person is None else self.channels.as_now(person)

    def stop(self) -> None:
        """Forget everybody: the connection is gone."""
        self.channels.forget_all()
        self.whois.stop()


class MessageRouter:
    """Tells LISTENER what people say, and who they are by CHANNELS; CTCP answers its own.

    It answers nobody whom the listener ignores. A NOTICE is never listened to, nor what servers,
    services without an address and the bot say.
    """

    def __init__(self, listener: ClientEvents, channels: ChannelTracker, ctcp: Ctcp) -> None:
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

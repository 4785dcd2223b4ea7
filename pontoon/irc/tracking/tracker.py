"""Everybody around the bot: who is where and who they are, put together for a connection."""

from collections.abc import Callable, Mapping

from pontoon.irc.casemapping import Fold
from pontoon.irc.dispatch import together
from pontoon.irc.handler import Listener
from pontoon.irc.own_prefix import Identity
from pontoon.irc.people import Person
from pontoon.irc.reactor import Clock
from pontoon.irc.tracking.accounts import Logins
from pontoon.irc.tracking.channels import Channels
from pontoon.irc.tracking.ctcp import Ctcp
from pontoon.irc.tracking.messages import Messages
from pontoon.irc.tracking.whois import Whois


class Company:
    """Tells LISTENER what people do and say, as the server tells it; ME is the bot among them.

    CAPABILITIES returns those that are in use, FOLD how the server compares nicks. KEYS are those
    of channels. COMMAND sends a line, REPLY answers a question by CTCP.
    """

    def __init__(
        self,
        listener: Listener,
        me: Identity,
        *,
        capabilities: Callable[[], frozenset[str]],
        fold: Callable[[], Fold],
        keys: Mapping[str, str],
        clock: Clock,
        command: Callable[[str], None],
        reply: Callable[[str, str], None],
        log: Callable[[str], None],
    ) -> None:
        self.channels = Channels(
            listener=listener,
            me=me,
            logins=Logins(capabilities, fold, clock),
            keys=keys,
            command=command,
            log=log,
        )
        self.whois = Whois(
            clock=clock, fold=fold, command=command, note=self.channels.seen, log=log
        )
        messages = Messages(listener, self.channels, Ctcp(clock, reply))
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

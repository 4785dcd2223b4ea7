"""What the parts of one connection share."""

from collections.abc import Callable
from dataclasses import dataclass, field

from pontoon.irc.casemapping import Fold
from pontoon.irc.isupport import ISupport
from pontoon.irc.nicks import OwnPrefix
from pontoon.irc.reactor import Clock


@dataclass(slots=True)
class Session:
    """One connection to one server, as far as all its parts need to know it.

    ``log`` takes one line for each event; it hides passwords.
    """

    clock: Clock
    log: Callable[[str], None]
    me: OwnPrefix
    """The bot's own nick, user and host, as the server last told them."""
    isupport: ISupport = field(default_factory=ISupport)
    capabilities: frozenset[str] = frozenset()
    """The capabilities (IRCv3) that are enabled now."""
    is_registered: bool = False
    """Whether the server has sent 001."""

    @property
    def fold(self) -> Fold:
        """How the server compares nicks and channel names."""
        return self.isupport.fold

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own."""
        return self.is_same(nick, self.me.nick)

    def is_same(self, one: str, other: str) -> bool:
        """Tell whether the server takes two nicks or channel names for the same."""
        fold = self.isupport.fold
        return fold(one) == fold(other)

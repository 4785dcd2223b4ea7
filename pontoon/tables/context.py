"""What all the croupiers of a network share, and what they need to know about the network."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Protocol

from pontoon.irc.casemapping import Fold
from pontoon.irc.outgoing import Send
from pontoon.irc.people import Person, Roster
from pontoon.storage.journal import Journal
from pontoon.storage.players.identity import IdentityResolver
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.tables.clock import Clock
from pontoon.tables.flood import FloodGuard
from pontoon.tables.registry import SeatRegistry
from pontoon.tables.waiting.turn_clock import TimeLimits
from pontoon.tables.wallets import Wallet
from pontoon.text.round import RoundTexts


class NetworkPort(Protocol):
    """What the connection to a server knows and does."""

    @property
    def fold(self) -> Fold:
        """Maps a nick to the spelling by which this server compares nicks."""

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own."""

    def roster(self, channel: str) -> Roster | None:
        """Return who is in CHANNEL; None where the bot is not in it."""

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Ask the server to give NICK voice in CHANNEL if ON, or else to take it."""


class PresenceObserver(Protocol):
    """Follows who is in the channels, where voice is for minutes."""

    def changed(self) -> None:
        """Note that somebody may have come or gone, or may have more or fewer minutes."""

    def renamed(self, old: str, person: Person) -> None:
        """Note that the person who was called OLD is PERSON now."""

    def count(self, players: Iterable[str]) -> None:
        """Write down what those of PLAYERS who are there have spent until now."""


class NullPresence:
    """Follows nobody, where voice is not for minutes."""

    def changed(self) -> None:
        """Do nothing."""

    def renamed(self, old: str, person: Person) -> None:
        """Do nothing."""

    def count(self, players: Iterable[str]) -> None:
        """Do nothing."""


@dataclass(slots=True)
class TableContext:
    """What all the croupiers of a network share."""

    network: NetworkPort
    settlements: SettlementQueue
    journal: Journal
    known_as: str
    """The network's name, as kitties in players.xml and rounds in the journal have it."""
    wallets: Mapping[str, Wallet]
    """The wallet of each game, by its command."""
    texts: RoundTexts
    send: Send
    clock: Clock
    flood_guard: FloodGuard
    limits: TimeLimits
    """How long tables wait for players."""
    prefix: str
    log: Callable[[str], None]
    identities: IdentityResolver
    """Tells which player somebody is."""
    presence: PresenceObserver = field(default_factory=NullPresence)
    seat_registry: SeatRegistry = field(default_factory=SeatRegistry)
    """Knows who plays on any of the bot's networks."""

    def become(self, changed: "TableContext") -> None:
        """Take over all values of CHANGED; everybody who has this context sees them."""
        for each in fields(self):
            setattr(self, each.name, getattr(changed, each.name))

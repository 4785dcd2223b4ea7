"""What all the croupiers of a network share, and what they know of the network."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
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
from pontoon.text.signup import how_to_join


class NetworkPort(Protocol):
    """What the connection to a server knows and does."""

    @property
    def fold(self) -> Fold:
        """Brings a nick to the spelling by which this server compares it."""

    @property
    def nickname(self) -> str:
        """The bot's own nick."""

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own."""

    def roster(self, channel: str) -> Roster | None:
        """Return who is in CHANNEL; None where the bot is not in it."""

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Ask the server to give NICK voice in CHANNEL, or to take it where not ON."""


class PresenceObserver(Protocol):
    """What is to be kept of who is in the channels."""

    def changed(self) -> None:
        """Note that somebody may have come or gone, or may have more or less than before."""

    def renamed(self, old: str, person: Person) -> None:
        """Note that whoever was called OLD is PERSON now."""

    def count(self, players: Iterable[str]) -> None:
        """Write down what PLAYERS, those of them who are there, have spent until now."""


class NullPresence:
    """A presence of which nothing is kept."""

    def changed(self) -> None:
        """Let it be."""

    def renamed(self, old: str, person: Person) -> None:
        """Let it be."""

    def count(self, players: Iterable[str]) -> None:
        """Let it be."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What config.ini says about the tables of a network, made ready for use."""

    purses: Mapping[str, Wallet]
    """What players of each game stake, by the command of the game."""
    words: RoundTexts
    limits: TimeLimits
    """How long tables wait for players."""
    prefix: str
    identities: IdentityResolver
    """Which player a person is."""
    presence: PresenceObserver = field(default_factory=NullPresence)
    can_register: bool = False
    """Whether people can register as players themselves."""


@dataclass(slots=True)
class TableContext:
    """What all the croupiers of a network share."""

    settings: TableSettings
    """Replaced when config.ini is read again, so read its values whenever they are used."""
    network: NetworkPort
    settlements: SettlementQueue
    journal: Journal
    known_as: str
    """The name of the network, which identifies its kitties and its rounds in files."""
    speak: Send
    clock: Clock
    flood_guard: FloodGuard
    log: Callable[[str], None]
    seat_registry: SeatRegistry = field(default_factory=SeatRegistry)
    """Who plays on any of the bot's networks."""

    def how_to_join(self) -> str:
        """Say how somebody becomes a player."""
        return how_to_join(self.network.nickname if self.settings.can_register else None)

    @property
    def purses(self) -> Mapping[str, Wallet]:
        """What players of each game stake, by the command of the game."""
        return self.settings.purses

    @property
    def words(self) -> RoundTexts:
        """The texts of a round, with cards as config.ini wants them."""
        return self.settings.words

    @property
    def limits(self) -> TimeLimits:
        """How long tables wait for players."""
        return self.settings.limits

    @property
    def prefix(self) -> str:
        """What commands in a channel begin with."""
        return self.settings.prefix

    @property
    def identities(self) -> IdentityResolver:
        """Which player a person is."""
        return self.settings.identities

    @property
    def presence(self) -> PresenceObserver:
        """What is kept of who is in the channels."""
        return self.settings.presence

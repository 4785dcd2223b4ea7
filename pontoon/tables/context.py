"""What all the croupiers of a network share, and what they know of the network."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Protocol

from pontoon.irc.casemapping import Fold
from pontoon.irc.outgoing import Speaker
from pontoon.irc.people import Person, Roster
from pontoon.storage.journal import Journal
from pontoon.storage.players.identity import Recognition
from pontoon.storage.players.settlement_queue import Cashier
from pontoon.tables.clock import Clock
from pontoon.tables.flood import Hearing
from pontoon.tables.registry import Engagements
from pontoon.tables.waiting.turn_clock import Limits
from pontoon.tables.wallets import Purse
from pontoon.text.round import Words


class Network(Protocol):
    """What the connection to a server knows and does."""

    @property
    def fold(self) -> Fold:
        """Brings a nick to the spelling by which this server compares it."""

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own."""

    def roster(self, channel: str) -> Roster | None:
        """Return who is in CHANNEL; None where the bot is not in it."""

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Ask the server to give NICK voice in CHANNEL, or to take it where not ON."""


class Presence(Protocol):
    """What is to be kept of who is in the channels."""

    def changed(self) -> None:
        """Note that somebody may have come or gone, or may have more or less than before."""

    def renamed(self, old: str, person: Person) -> None:
        """Note that whoever was called OLD is PERSON now."""

    def count(self, players: Iterable[str]) -> None:
        """Write down what PLAYERS, those of them who are there, have spent until now."""


class Uncounted:
    """A presence of which nothing is kept."""

    def changed(self) -> None:
        """Let it be."""

    def renamed(self, old: str, person: Person) -> None:
        """Let it be."""

    def count(self, players: Iterable[str]) -> None:
        """Let it be."""


@dataclass(slots=True)
class Premises:
    """What all the croupiers of a network share."""

    network: Network
    cashier: Cashier
    journal: Journal
    known_as: str
    """The network's name: kitties in players.xml and rounds in the journal are told apart by it."""
    purses: Mapping[str, Purse]
    """What players of each game have to stake, by its command."""
    words: Words
    speak: Speaker
    clock: Clock
    hearing: Hearing
    limits: Limits
    """How long tables wait for players."""
    prefix: str
    log: Callable[[str], None]
    recognition: Recognition
    """Which player somebody is."""
    presence: Presence = field(default_factory=Uncounted)
    engagements: Engagements = field(default_factory=Engagements)
    """Who plays on any of the bot's networks."""

    def become(self, changed: "Premises") -> None:
        """Let all be as in CHANGED, for everybody who knows of these premises."""
        for each in fields(self):
            setattr(self, each.name, getattr(changed, each.name))

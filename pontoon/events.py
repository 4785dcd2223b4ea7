"""What happened in a round, in order, with no words chosen.

``player`` is the player's nick as players.xml spells it. ``hand`` is the number of the hand meant,
None where the player has only one. Amounts are whole chips.
"""

from dataclasses import dataclass
from enum import Enum, auto

from pontoon.cards import Card


class HandType(Enum):
    """What a hand is called in the results."""

    SHED_PONTOON = auto()
    FIVE_CARD_21 = auto()
    FIVE_CARD_TRICK = auto()
    PONTOON = auto()
    HIGH_CARDS = auto()
    BUST = auto()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """The players have been seated, in this order."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FirstCard(Event):
    """A player was dealt their first card, for nobody else to see."""

    player: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SecondCard(Event):
    """A hand was dealt its second card, for nobody else to see; ``cards`` are both."""

    player: str
    hand: int | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BetPlaced(Event):
    """An initial bet."""

    player: str
    chips: int


@dataclass(frozen=True, slots=True)
class SecondCardsOut(Event):
    """All have bet, and every hand has its second card."""


@dataclass(frozen=True, slots=True)
class HandEvent(Event):
    """Something that happened to one hand."""

    player: str
    hand: int | None


@dataclass(frozen=True, slots=True)
class Stuck(HandEvent):
    """A hand sticks, or is complete with five cards."""


@dataclass(frozen=True, slots=True)
class Twisted(HandEvent):
    """A card for everybody to see."""

    card: Card


@dataclass(frozen=True, slots=True)
class Bought(HandEvent):
    """A card for nobody else to see, for so many chips; ``cards`` is the whole hand with it."""

    chips: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Burned(HandEvent):
    """Both cards changed for two fresh ones, which are ``cards``, for so many chips."""

    chips: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Split(HandEvent):
    """One card moved to a new hand, which is staked with so many chips."""

    chips: int


@dataclass(frozen=True, slots=True)
class Busted(HandEvent):
    """A hand is over 21."""


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A player gave up the seat, and with it so many chips."""

    player: str
    lost: int


@dataclass(frozen=True, slots=True)
class MarkerHit(Event):
    """Dealing has come to the marker: the shoe is shuffled when the round is over."""


@dataclass(frozen=True, slots=True)
class ShoeRanDry(Event):
    """Every card that was not on the table has gone back into the shoe."""


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """The shoe was shuffled, all its cards."""


@dataclass(frozen=True, slots=True)
class HandResult(HandEvent):
    """How a hand ended. ``gain`` is what it won beyond its stake, or lost as a negative number."""

    cards: tuple[Card, ...]
    total: int
    type: HandType
    stake: int
    gain: int
    on_clown_wagon: bool = False


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What a round did to one player's chips and statistics."""

    player: str
    chips: int
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """The round is over. ``house`` is what the house gained: all the changes add up to nothing."""

    results: tuple[PlayerResult, ...]
    house: int


@dataclass(frozen=True, slots=True)
class Abandoned(Event):
    """The round was stopped: every stake goes back to its player, and it counts for nobody."""

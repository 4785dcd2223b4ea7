"""What happened in a round, in order, with no words chosen.

``player`` is the player's nick as players.xml spells it. ``hand`` is the number of the hand meant,
None where the player has only one. Amounts are whole chips.
"""

from enum import Enum

from pontoon.cards import Card
from pontoon.moves import Unit
from pontoon.record import record


@record
class Event:
    """Something that happened."""


@record
class RoundBegan(Event):
    """The players have been seated, in this order."""

    players: tuple[str, ...]


@record
class FirstCard(Event):
    """A player was dealt their first card, for nobody else to see."""

    player: str
    cards: tuple[Card, ...]


@record
class SecondCard(Event):
    """A hand was dealt its second card, for nobody else to see; ``cards`` are both."""

    player: str
    hand: int | None
    cards: tuple[Card, ...]


@record
class BetPlaced(Event):
    """An initial bet."""

    player: str
    chips: int
    unit: Unit = Unit.CHIPS


@record
class SecondCardsOut(Event):
    """All have bet, and every hand has its second card."""


@record
class HandEvent(Event):
    """Something that happened to one hand."""

    player: str
    hand: int | None


@record
class Stuck(HandEvent):
    """A hand sticks, or is complete with five cards."""


@record
class Twisted(HandEvent):
    """A card for everybody to see."""

    card: Card


@record
class Bought(HandEvent):
    """A card for nobody else to see, for so many chips; ``cards`` is the whole hand with it."""

    chips: int
    cards: tuple[Card, ...]


@record
class Burned(HandEvent):
    """Both cards changed for two fresh ones, which are ``cards``, for so many chips."""

    chips: int
    cards: tuple[Card, ...]


@record
class Split(HandEvent):
    """One card moved to a new hand, which is staked with so many chips."""

    chips: int


@record
class Busted(HandEvent):
    """A hand is over 21."""


@record
class Resigned(Event):
    """A player gave up the seat, and with it so many chips."""

    player: str
    lost: int


@record
class MarkerHit(Event):
    """Dealing has come to the marker: the shoe is shuffled when the round is over."""


@record
class ShoeRanDry(Event):
    """Every card that was not on the table has gone back into the shoe."""


@record
class Shuffled(Event):
    """The shoe was shuffled, all its cards."""


@record
class BankerResult(Event):
    """How the hand ended that all others played against; ``player`` is None for the bot's own.

    ``gain`` is what it won from all of them, or lost as a negative number.
    """

    player: str | None
    cards: tuple[Card, ...]
    total: int
    type: Enum
    gain: int
    unit: Unit = Unit.CHIPS


@record
class HandResult(HandEvent):
    """How a hand ended. ``type`` is what its game calls it.

    ``gain`` is what it won beyond its stake, or lost as a negative number; ``shot`` what of its
    stake was bet against the kitty, and is not counted in ``stake``.
    """

    cards: tuple[Card, ...]
    total: int
    type: Enum
    stake: int
    gain: int
    on_clown_wagon: bool = False
    shot: int = 0
    unit: Unit = Unit.CHIPS


@record
class PlayerResult:
    """What a round did to one player's statistics, and to their chips or what else is staked.

    Where fingers of drink are staked, ``chips`` are those drunk, as a negative number.
    """

    player: str
    chips: int
    played: int
    won: int


@record
class Settled(Event):
    """The round is over. ``house`` is what the house gained: all the changes add up to nothing."""

    results: tuple[PlayerResult, ...]
    house: int


@record
class Abandoned(Event):
    """The round was stopped: every stake goes back to its player, and it counts for nobody."""

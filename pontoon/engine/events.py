"""Events: what happened in a round, in order, as data without a sentence.

``player`` is a nick as players.xml spells it. ``hand`` is the number of the hand, None if the
player has only one. Amounts are whole chips.

>>> Twisted("dave", None, Card("7", "H"))
Twisted(player='dave', hand=None, card=Card(rank='7', suit='H'))
"""

from enum import Enum, auto

from pontoon.engine.cards import Card
from pontoon.engine.moves import Unit
from pontoon.engine.record import record


@record
class Event:
    """Something that happened."""


@record
class PlayerEvent(Event):
    """Something that a player did, or that happened to one."""

    player: str


@record
class HandEvent(PlayerEvent):
    """Something that happened to one hand."""

    hand: int | None


@record
class RoundBegan(Event):
    """The players have been seated, in this order."""

    players: tuple[str, ...]


@record
class DealerSeated(PlayerEvent):
    """A player is the dealer, and all others play against them."""


@record
class FirstCard(PlayerEvent):
    """A player was dealt their first card, which only they see."""

    cards: tuple[Card, ...]


@record
class SecondCard(HandEvent):
    """A hand was dealt its second card, which only its player sees; ``cards`` are both."""

    cards: tuple[Card, ...]


@record
class BetPlaced(PlayerEvent):
    """An initial bet."""

    chips: int
    unit: Unit = Unit.CHIPS


@record
class BetLimited(PlayerEvent):
    """An initial bet of ``before`` chips is cut to ``most``, the share if so many have bet."""

    before: int
    most: int
    bets: int


@record
class SecondCardsOut(Event):
    """All have bet, and every hand has its second card."""


@record
class Stuck(HandEvent):
    """A hand sticks, by itself if it is complete."""


@record
class Twisted(HandEvent):
    """A card for everybody to see."""

    card: Card


@record
class Bought(HandEvent):
    """A card bought for so many chips, which only the player sees; ``cards`` are the hand."""

    chips: int
    cards: tuple[Card, ...]


@record
class Burned(HandEvent):
    """Both cards are thrown away for so many chips; ``cards`` are the two fresh ones."""

    chips: int
    cards: tuple[Card, ...]


@record
class Split(HandEvent):
    """One card moves to a new hand, which has a stake of so many chips."""

    chips: int


@record
class Busted(HandEvent):
    """A hand is over 21."""


@record
class ThrownIn(HandEvent):
    """A bust hand is thrown in face up, and the banker collects its stake."""

    cards: tuple[Card, ...]


@record
class PairShown(HandEvent):
    """The two cards of a hand that is being split, for everybody to see."""

    cards: tuple[Card, ...]


@record
class PontoonDeclared(HandEvent):
    """A hand is a pontoon, and one of its two cards is shown."""

    card: Card


@record
class BankerDrew(PlayerEvent):
    """A card face up for the hand that all others play against."""

    card: Card


@record
class BankerStayed(PlayerEvent):
    """The banker or dealer stays, and says the least total that is paid; 0 for none."""

    pays: int = 0


@record
class BankerShown(PlayerEvent):
    """The banker's two cards are turned face up."""

    cards: tuple[Card, ...]


@record
class HandDealt(HandEvent):
    """A hand was dealt its first two cards, for everybody to see."""

    cards: tuple[Card, ...]


@record
class DealerShows(SecondCardsOut):
    """The dealer has two cards: this one is face up, the other face down."""

    card: Card


@record
class Insured(PlayerEvent):
    """A player insures for so many coins."""

    chips: int


@record
class NotInsurable(PlayerEvent):
    """A player cannot insure: half the bet, ``coins``, is less than 1, or one would not stay."""

    coins: int


@record
class Passed(PlayerEvent):
    """A player wants none of what was asked; ``hand`` if it was about a hand."""

    hand: int | None = None


@record
class DealerLooked(Event):
    """The dealer has looked at the hole card and has no natural. Insurance is lost."""


@record
class DealerNatural(Event):
    """The dealer has a natural 21, and shows both ``cards``. The round ends."""

    cards: tuple[Card, ...]


@record
class Hit(HandEvent):
    """A card face up, in Black Jack."""

    card: Card


@record
class Doubled(HandEvent):
    """The bet is doubled with so many chips more, for one final card face up."""

    chips: int
    card: Card


@record
class Stayed(HandEvent):
    """A hand stays, in Black Jack."""


@record
class HandMade(HandEvent):
    """A hand ends because it is as good as can be. ``type`` is what the game calls it."""

    type: Enum


@record
class DealerPlayed(Event):
    """The dealer turns the hole card, and draws the others, perhaps none."""

    turned: Card
    drawn: tuple[Card, ...]


@record
class Resigned(PlayerEvent):
    """A player resigns, and loses so many chips. A bet that is still secret is not told."""

    lost: int
    unit: Unit = Unit.CHIPS


@record
class MarkerHit(Event):
    """The marker is hit: the shoe is shuffled when the round is over."""


@record
class ShoeRanDry(Event):
    """The shoe ran out, and every card that is not on the table was shuffled into a new one."""


@record
class Shuffled(Event):
    """All cards were shuffled."""


@record
class BankerResult(Event):
    """How the banker's hand ended, or the bot's (``player`` is None). A loss is a negative gain."""

    player: str | None
    cards: tuple[Card, ...]
    total: int
    type: Enum
    gain: int
    unit: Unit = Unit.CHIPS


@record
class HandResult(HandEvent):
    """How a hand ended. ``type`` is what its game calls it.

    ``gain`` is what the hand won beyond its stake; negative for a loss. ``shot`` is its shoot bet,
    ``insurance`` its insurance: neither is part of ``stake``, but ``gain`` counts them. A hand is
    ``resigned`` if its player left before it was bust.
    """

    cards: tuple[Card, ...]
    total: int
    type: Enum
    stake: int
    gain: int
    on_clown_wagon: bool = False
    shot: int = 0
    unit: Unit = Unit.CHIPS
    insurance: int = 0
    resigned: bool = False


@record
class PlayerResult:
    """What a round did to the statistics of a player, and to their chips.

    In a game for fingers of drink, ``chips`` are the fingers drunk, as a negative number.
    """

    player: str
    chips: int
    played: int
    won: int


@record
class CoinResult(PlayerResult):
    """What a round for coins did to a player; ``chips`` are ``winnings`` less ``losses``.

    ``winnings`` are the coins beyond the wagers returned, ``losses`` the wagers that were lost.
    """

    winnings: int
    losses: int


@record
class Kitty:
    """The chips that players bet against, and the banker who owns them."""

    banker: str
    chips: int


@record
class Settled(Event):
    """The round is settled. Results, what the ``house`` gained and the kitty add up to nothing.

    ``kitty`` is the kitty after the round, None if it is dry.
    """

    results: tuple[PlayerResult, ...]
    house: int
    kitty: Kitty | None = None


@record
class Abandoned(Event):
    """The round was stopped. Every stake goes back, and the round counts for nobody."""


class Obstacle(Enum):
    """Why there can be no round."""

    NOBODY_CAN_BANK = auto()
    """Nobody has the chips for the bank."""
    NOBODY_WILL_BANK = auto()
    NO_KITTY = auto()
    """The banker puts up no kitty, and nobody else takes the bank."""
    TOO_FEW_PLAYERS = auto()


@record
class NoRound(Event):
    """There can be no round, for this reason. Nothing has changed."""

    why: Obstacle


@record
class RoundVoid(Event):
    """Nobody has bet, or the banker left early and bets go back. The round counts for nobody."""

    has_bets: bool = False

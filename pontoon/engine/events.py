"""What happened in a round, in order, with no words chosen.

``player`` is the player's nick as players.xml spells it. ``hand`` is the number of the hand meant,
None where the player has only one. Amounts are whole chips.
"""

from enum import Enum, auto

from pontoon.engine.cards import Card
from pontoon.engine.moves import Unit
from pontoon.engine.record import record


@record
class Event:
    """Something that happened."""


@record
class RoundBegan(Event):
    """The players have been seated, in this order."""

    players: tuple[str, ...]


@record
class DealerSeated(Event):
    """A player deals, and is the one whom all others play against."""

    player: str


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
class BetLimited(Event):
    """An initial bet of ``before`` chips is lowered to the ``most`` with so many bets in play."""

    player: str
    before: int
    most: int
    bets: int


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
class ThrownIn(HandEvent):
    """A hand that is over 21 goes face up to the banker, with the stake."""

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
class BankerDrew(Event):
    """A card, for everybody to see, for the hand that all others play against."""

    player: str
    card: Card


@record
class BankerStayed(Event):
    """The hand that all others play against is complete.

    ``pays`` is the least total that will be paid, in games where that is said; 0 for none.
    """

    player: str
    pays: int = 0


@record
class BankerShown(Event):
    """The two cards of the banker are turned face up."""

    player: str
    cards: tuple[Card, ...]


@record
class HandDealt(HandEvent):
    """A hand was dealt its first two cards, for everybody to see."""

    cards: tuple[Card, ...]


@record
class DealerShows(SecondCardsOut):
    """The dealer has two cards as well: this one for everybody to see, the other for nobody."""

    card: Card


@record
class Insured(Event):
    """A player bets so many chips on the dealer having a natural."""

    player: str
    chips: int


@record
class NotInsurable(Event):
    """A player cannot insure: ``coins``, which is half the bet, is nothing or more than is left."""

    player: str
    coins: int


@record
class Passed(Event):
    """A player does not want what was asked, about a hand if it was about one."""

    player: str
    hand: int | None = None


@record
class DealerLooked(Event):
    """The dealer has looked at the second card: it makes no natural, and insurance is lost."""


@record
class DealerNatural(Event):
    """The dealer has a natural 21, which ends the round; ``cards`` are both of the dealer's."""

    cards: tuple[Card, ...]


@record
class Hit(HandEvent):
    """A card for everybody to see, in games against the house."""

    card: Card


@record
class Doubled(HandEvent):
    """A last card for everybody to see, so many chips having been added to the stake."""

    chips: int
    card: Card


@record
class Stayed(HandEvent):
    """A player wants no more cards, in games against the house."""


@record
class HandMade(HandEvent):
    """A hand has become so good that it is over. ``type`` is what its game calls it."""

    type: Enum


@record
class DealerPlayed(Event):
    """The dealer has turned the second card, and drawn those that follow it, perhaps none."""

    turned: Card
    drawn: tuple[Card, ...]


@record
class Resigned(Event):
    """A player gave up the seat, and with it so many chips; a bet that nobody knows yet is none."""

    player: str
    lost: int
    unit: Unit = Unit.CHIPS


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
    stake was bet against the kitty, and is not counted in ``stake``. Nor is ``insurance``, what was
    bet on the dealer having a natural; ``gain`` is that of both. A hand was ``resigned`` if it was
    still to be decided when its player left.
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
    """What a round did to one player's statistics, and to their chips or what else is staked.

    Where fingers of drink are staked, ``chips`` are those drunk, as a negative number.
    """

    player: str
    chips: int
    played: int
    won: int


@record
class CoinResult(PlayerResult):
    """What a round for coins did to one player; ``chips`` are ``winnings`` less ``losses``.

    ``winnings`` are the coins that came back beyond the wagers returned, ``losses`` those of the
    wagers that did not come back.
    """

    winnings: int
    losses: int


@record
class Kitty:
    """The chips that are bet against, and the banker whose they are."""

    banker: str
    chips: int


@record
class Settled(Event):
    """The round is over. ``house`` is what the house gained: all the changes add up to nothing.

    ``kitty`` is what there is now to be bet against, None for nothing; what it lost or gained in
    the round is a change too.
    """

    results: tuple[PlayerResult, ...]
    house: int
    kitty: Kitty | None = None


@record
class Abandoned(Event):
    """The round was stopped: every stake goes back to its player, and it counts for nobody."""


class Obstacle(Enum):
    """Why there can be no round."""

    NOBODY_CAN_BANK = auto()
    """Nobody has the chips for it."""
    NOBODY_WILL_BANK = auto()
    NO_KITTY = auto()
    """The banker puts up none, and nobody else takes the bank."""
    TOO_FEW_PLAYERS = auto()


@record
class NoRound(Event):
    """There can be no round, for this reason; everything is as it was before."""

    why: Obstacle


@record
class RoundVoid(Event):
    """The round is over since nobody has bet, or the banker has left; it counts for nobody.

    ``has_bets`` tells whether there are stakes that go back.
    """

    has_bets: bool = False

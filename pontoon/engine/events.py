"""Events: what happened in a round, in order, as data without a sentence.

``player`` is a nick as players.xml spells it. ``hand`` is the number of the hand, None if the
player has only one. Amounts are whole chips.

>>> Twisted("dave", None, Card("7", "H"))
Twisted(player='dave', hand=None, card=Card(rank='7', suit='H'))
"""

from enum import Enum, auto

from msgspec import Struct

from pontoon.engine.cards import Card
from pontoon.engine.moves import Unit


class Event(Struct, frozen=True, gc=False):
    """Something that happened."""


class PlayerEvent(Event, frozen=True):
    """Something that a player did, or that happened to one."""

    player: str


class HandEvent(PlayerEvent, frozen=True):
    """Something that happened to one hand."""

    hand: int | None


class RoundBegan(Event, frozen=True):
    """The players have been seated, in this order."""

    players: tuple[str, ...]


class DeckNamed(Event, frozen=True):
    """The round is dealt from the sealed deck of that ``number``, from that ``card`` of it on."""

    number: int
    card: int
    """Its place, counted from 1."""


class DeckCut(Event, frozen=True):
    """The round is the first one from the sealed deck of that ``number``, which has this many cuts.

    ``hashed`` is CUTS.
    """

    number: int
    cuts: int
    hashed: str


class NewPlayers(Event, frozen=True):
    """These players have never finished a round of any game.

    Those who are ``unseated`` have neither, and have started this round for others.
    """

    players: tuple[str, ...]
    unseated: tuple[str, ...] = ()


class FeatKind(Enum):
    """A kind of feat."""

    SHED_PONTOON = auto()
    BANK_BROKEN = auto()
    """The banker has lost more than the bank can do without."""
    ONLY_WINNER = auto()
    """One player has won chips or coins, and all others have lost some."""
    STREAK = auto()
    """A player has won ``number`` rounds in a row."""


class Feat(PlayerEvent, frozen=True):
    """Something remarkable in the round before this one.

    ``number`` differs from round to round, so that words can be chosen by it.
    """

    kind: FeatKind
    number: int


class DealerSeated(PlayerEvent, frozen=True):
    """A player is the dealer, and all others play against them."""


class FirstCard(PlayerEvent, frozen=True):
    """A player was dealt their first card, which only they see."""

    cards: tuple[Card, ...]


class SecondCard(HandEvent, frozen=True):
    """A hand was dealt its second card, which only its player sees; ``cards`` are both."""

    cards: tuple[Card, ...]


class BetPlaced(PlayerEvent, frozen=True):
    """An initial bet."""

    chips: int
    unit: Unit = Unit.CHIPS


class BetLimited(PlayerEvent, frozen=True):
    """An initial bet of ``before`` chips is cut to ``most``, the share if this many have bet."""

    before: int
    most: int
    bets: int


class SecondCardsOut(Event, frozen=True):
    """All have bet, and every hand has its second card."""


class Stuck(HandEvent, frozen=True):
    """A hand sticks, by itself if it is complete."""


class Twisted(HandEvent, frozen=True):
    """A card for everybody to see."""

    card: Card


class Bought(HandEvent, frozen=True):
    """A card bought for this many chips, which only the player sees; ``cards`` are the hand."""

    chips: int
    cards: tuple[Card, ...]


class Burned(HandEvent, frozen=True):
    """Both cards are thrown away for this many chips; ``cards`` are the two fresh ones."""

    chips: int
    cards: tuple[Card, ...]


class Split(HandEvent, frozen=True):
    """One card moves to a new hand, which has a stake of this many chips."""

    chips: int


class Busted(HandEvent, frozen=True):
    """A hand is over 21; ``cards`` are all its cards, which not everybody may see."""

    cards: tuple[Card, ...]


class ThrownIn(HandEvent, frozen=True):
    """A bust hand is thrown in face up, and the banker collects its stake."""

    cards: tuple[Card, ...]


class PairShown(HandEvent, frozen=True):
    """The two cards of a hand that is being split, for everybody to see."""

    cards: tuple[Card, ...]


class PontoonDeclared(HandEvent, frozen=True):
    """A hand is a pontoon, and one of its two cards is shown."""

    card: Card


class BankerDrew(PlayerEvent, frozen=True):
    """A card face up for the hand that all others play against."""

    card: Card


class BankerStayed(PlayerEvent, frozen=True):
    """The banker or dealer stays, and says the least total that is paid; 0 if they say none."""

    pays: int = 0


class BankerShown(PlayerEvent, frozen=True):
    """The banker's two cards are turned face up."""

    cards: tuple[Card, ...]


class HandDealt(HandEvent, frozen=True):
    """A hand was dealt its first two cards, for everybody to see."""

    cards: tuple[Card, ...]


class DealerShows(SecondCardsOut, frozen=True):
    """The dealer has two cards: this one is face up, the other face down."""

    card: Card


class Insured(PlayerEvent, frozen=True):
    """A player insures for this many coins."""

    chips: int


class NotInsurable(PlayerEvent, frozen=True):
    """A player cannot insure: half the bet, ``coins``, is less than 1, or one would not stay."""

    coins: int


class Passed(PlayerEvent, frozen=True):
    """A player wants none of what was asked; ``hand`` if it was about a hand."""

    hand: int | None = None


class DealerLooked(Event, frozen=True):
    """The dealer has looked at the hole card and has no natural. Insurance is lost."""


class DealerNatural(Event, frozen=True):
    """The dealer has a natural 21, and shows both ``cards``. The round ends."""

    cards: tuple[Card, ...]


class Hit(HandEvent, frozen=True):
    """A card face up, in Black Jack."""

    card: Card


class Doubled(HandEvent, frozen=True):
    """The bet is doubled with this many chips more, for one final card face up."""

    chips: int
    card: Card


class Stayed(HandEvent, frozen=True):
    """A hand stays, in Black Jack."""


class HandMade(HandEvent, frozen=True):
    """A hand ends because it is as good as can be. ``type`` is what the game calls it."""

    type: Enum


class DealerPlayed(Event, frozen=True):
    """The dealer turns the hole card, and draws the others, perhaps none."""

    turned: Card
    drawn: tuple[Card, ...]


class Resigned(PlayerEvent, frozen=True):
    """A player resigns, and loses this many chips. A bet that is still secret is not told."""

    lost: int
    unit: Unit = Unit.CHIPS


class MarkerHit(Event, frozen=True):
    """The marker is hit: the shoe is shuffled when the round is over."""


class ShoeRanDry(Event, frozen=True):
    """The shoe ran out, and every card that is not on the table was shuffled into a new one."""


class Shuffled(Event, frozen=True):
    """All cards were shuffled."""


class BankerResult(Event, frozen=True):
    """How the banker's hand ended, or the bot's (``player`` is None). A loss is a negative gain."""

    player: str | None
    cards: tuple[Card, ...]
    total: int
    type: Enum
    gain: int
    unit: Unit = Unit.CHIPS


class HandResult(HandEvent, frozen=True):
    """How a hand ended. ``type`` is what its game calls it.

    ``gain`` is what the hand won beyond its stake; negative for a loss. ``shot`` is its shoot bet,
    ``insurance`` its insurance: neither is part of ``stake``, but ``gain`` counts them. A hand is
    ``resigned`` if its player left before it was bust. ``bet`` is what it began with.
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
    bet: int = 0


HandEnd = HandResult | BankerResult
"""The end of a player's hand, or of the banker's."""


class PlayerResult(Struct, frozen=True, gc=False, array_like=True, repr_omit_defaults=True):
    """What a round did to the statistics of a player, and to their chips.

    In a game for fingers of drink, ``chips`` are the fingers drunk, as a negative number. In a game
    for coins they are the coins beyond the wagers returned, less ``losses``, the wagers that were
    lost.
    """

    player: str
    chips: int
    played: int
    won: int
    losses: int = 0


class Kitty(Struct, frozen=True):
    """The chips that players bet against, and the banker who owns them."""

    banker: str
    chips: int


class Settled(Event, frozen=True, array_like=True):
    """The round is settled. Results, what the ``house`` gained and the kitty add up to nothing.

    ``kitty`` is the kitty after the round, None if it is dry.
    """

    results: tuple[PlayerResult, ...]
    house: int
    kitty: Kitty | None = None


class Abandoned(Event, frozen=True):
    """The round was stopped. Every stake goes back, and the round counts for nobody."""


class Obstacle(Enum):
    """Why there can be no round."""

    NOBODY_CAN_BANK = auto()
    """Nobody has the chips for the bank."""
    NOBODY_WILL_BANK = auto()
    BANKER_LEFT = auto()
    """The banker has left before the first card."""
    NO_KITTY = auto()
    """The banker puts up no kitty, and nobody else takes the bank."""
    TOO_FEW_PLAYERS = auto()


class NoRound(Event, frozen=True):
    """There can be no round, for this reason. Nothing has changed."""

    why: Obstacle


class RoundVoid(Event, frozen=True):
    """Nobody has bet, or the bets go back. The round counts for nobody."""

    has_bets: bool = False
    unit: Unit = Unit.CHIPS

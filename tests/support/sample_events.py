"""Things to put into words: one event of each kind, asks, and a speaker of two faces."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pontoon.engine.cards import cards
from pontoon.engine.events import (
    Abandoned,
    BankerResult,
    BetLimited,
    BetPlaced,
    Bought,
    Burned,
    Busted,
    Event,
    FirstCard,
    HandResult,
    MarkerHit,
    PlayerResult,
    Resigned,
    RoundBegan,
    SecondCard,
    SecondCardsOut,
    Settled,
    ShoeRanDry,
    Shuffled,
    Split,
    Stuck,
    Twisted,
)
from pontoon.engine.moves import EVERYBODY, NOTHING_ASKED, Ask, Option, Phase, Turn, Verb, Waiting
from pontoon.games.shed import HandType
from pontoon.text.formatting import CardFormat
from pontoon.text.round import RoundTexts

NICKNAMES: Mapping[str, str] = MappingProxyType({"dave": "The Dealer's Friend"})

WORDS = RoundTexts(lambda nick: NICKNAMES.get(nick, nick), CardFormat())

TWO = cards("5D 8H")
THREE = cards("5D 8H KD")


def result(
    kind: HandType = HandType.HIGH_CARDS,
    gain: int = 0,
    player: str = "kevin",
    hand: int | None = None,
    on_clown_wagon: bool = False,
) -> HandResult:
    """Return how a hand of K♦ 9♣ ended that was staked with 50."""
    return HandResult(player, hand, cards("KD 9C"), 19, kind, 50, gain, on_clown_wagon)


def events(hand: int | None, player: str = "kevin") -> Iterator[Event]:
    """Yield an event of each kind, about a HAND of PLAYER where it is about one."""
    yield RoundBegan((player, "bob"))
    yield FirstCard(player, TWO[:1])
    yield SecondCard(player, hand, TWO)
    yield BetPlaced(player, 50)
    yield BetLimited(player, 50, 10, 1)
    yield SecondCardsOut()
    yield Stuck(player, hand)
    yield Twisted(player, hand, cards("10C")[0])
    yield Bought(player, hand, 50, THREE)
    yield Burned(player, hand, 50, TWO)
    yield Split(player, hand, 50)
    yield Busted(player, hand, THREE)
    yield Resigned(player, 0)
    yield Resigned(player, 50)
    yield MarkerHit()
    yield ShoeRanDry()
    yield Shuffled()
    yield from (result(kind, hand=hand, player=player) for kind in HandType)
    yield BankerResult(player, THREE, 23, HandType.BUST, -150)
    yield Settled((PlayerResult(player, 0, 1, 1),), 0)
    yield Abandoned()


EVERYTHING = (
    Option(Verb.STICK),
    Option(Verb.TWIST),
    Option(Verb.BUY, 50, 50),
    Option(Verb.BURN, 50, 50),
    Option(Verb.SPLIT, 50, 50),
)


def bet_asked(least: int = 1, most: int = 200, chips: int = 1000) -> Ask:
    """Return the question for kevin's initial bet."""
    return Ask("kevin", Phase.BET, (Option(Verb.BET, least, most),), TWO[:1], 0, chips)


def move_asked(*options: Option, hand: int | None = None) -> Ask:
    """Return the question for kevin's move."""
    return Ask("kevin", Phase.HAND, options or EVERYTHING, TWO, 50, 950, hand)


def turn_of(ask: Ask | None) -> Waiting:
    """Return what is waited for where ASK alone is; nothing if it is None."""
    if ask is None:
        return NOTHING_ASKED
    return Waiting(Turn(ask.player, ask.phase, ask.hand or 1), (ask,))


def all_asked(*asks: Ask) -> Waiting:
    """Return what is waited for where several players are asked at once."""
    return Waiting(Turn(EVERYBODY, asks[0].phase, 1), asks)

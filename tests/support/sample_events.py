"""Things to put into words: one event of each kind, asks, and a speaker of two faces."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from pontoon.engine import events as game
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
from pontoon.engine.moves import (
    EVERYBODY,
    NOTHING_ASKED,
    Ask,
    Option,
    Phase,
    Turn,
    Unit,
    Verb,
    Waiting,
)
from pontoon.games import bank_events as bank
from pontoon.games import blackjack_hands
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


OF_BANKERS_AND_DEALERS: Sequence[Event] = (
    game.PontoonDeclared("dave", None, TWO[0]),
    game.PontoonDeclared("bob", 2, TWO[0]),
    game.PairShown("bob", 1, TWO),
    game.ThrownIn("bob", None, TWO),
    game.BankerShown("bob", TWO),
    game.BankerShown("bob", cards("AS KD")),
    game.BankerDrew("bob", TWO[0]),
    game.BankerStayed("bob", 18),
    game.BankerStayed("bob", 22),
    game.BankerStayed("bob"),
    game.Passed("bob"),
    game.Passed("bob", 2),
    game.DealerSeated("bob"),
    game.DeckNamed(41, 10),
    game.DeckCut(41, 2, "eHJj3CTGcP-IaHGHGXKRnNz1axE"),
    game.Resigned("bob", 2, Unit.FINGERS),
    game.NoRound(game.Obstacle.NOBODY_CAN_BANK),
    game.NoRound(game.Obstacle.NOBODY_WILL_BANK),
    game.NoRound(game.Obstacle.NO_KITTY),
    game.NoRound(game.Obstacle.BANKER_LEFT),
    game.NoRound(game.Obstacle.TOO_FEW_PLAYERS),
    game.RoundVoid(),
    game.RoundVoid(has_bets=True),
    bank.BankCut((("bob", TWO[0]), ("dave", TWO[0]))),
    bank.BankTaken("bob", bank.WayToBank.CUT),
    bank.BankTaken("bob", bank.WayToBank.ALONE),
    bank.BankTaken("bob", bank.WayToBank.LEFT),
    bank.BankTaken("bob", bank.WayToBank.PONTOON),
    bank.BankTaken("bob", bank.WayToBank.SALE, 200),
    bank.BankTaken("bob", bank.WayToBank.AUCTION, 30),
    bank.SatOut("bob"),
    bank.NotCovered("bob"),
    bank.BankClaimed("bob"),
    bank.BankerSeated("bob", ("kevin", "bob")),
    bank.BankerSeated("bob", ("kevin", "bob"), 50, bank.WayToBank.PONTOON),
    *(bank.BankerSeated("bob", ("kevin", "bob"), None, way) for way in (None, *bank.WayToBank)),
    bank.BankerLeft("bob", 15),
    bank.BankMissed("bob"),
    bank.BankVacant("bob"),
    bank.BankRestored("bob", None),
    bank.BankRestored(None, 0),
    bank.BankLooked("bob", None, None),
    bank.BankLooked("bob", 90, 50),
    bank.SaleOffered("bob", "kevin", 200),
    bank.SaleOffered("bob", "kevin", 200, is_at_once=True),
    bank.SaleAgreed("bob", "kevin", 1),
    bank.SaleDeclined("kevin", "bob"),
    bank.SaleCancelled("bob", "kevin"),
    bank.SaleVoid("bob", "kevin"),
    bank.KittyPutUp("bob", 20, 50),
    bank.KittyTaken("bob", 50),
    bank.KittyAllShotAt(),
    bank.AuctionBegan("bob"),
    bank.BidMade("bob", 30),
    bank.ShotFired("bob", None, 20),
    bank.ShotFired("bob", 2, 20),
    game.HandDealt("bob", None, TWO),
    game.DealerShows(TWO[0]),
    game.Insured("bob", 2),
    game.NotInsurable("bob", 0),
    game.NotInsurable("bob", 2),
    game.DealerLooked(),
    game.DealerNatural(cards("AS KD")),
    game.Hit("bob", None, TWO[0]),
    game.Doubled("bob", None, 5, TWO[0]),
    game.Stayed("bob", None),
    game.HandMade("bob", None, blackjack_hands.HandType.NATURAL),
    game.HandMade("bob", None, blackjack_hands.HandType.TWENTY_ONE),
    game.HandMade("bob", None, blackjack_hands.HandType.CHARLIE),
)
"""One event of each kind, and more, that only games with a banker or a dealer have."""

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

"""The 52 playing cards, and their names in plain letters: ``10C`` is the ten of clubs."""

from dataclasses import dataclass, field

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")


@dataclass(frozen=True, slots=True)
class Card:
    """A card. Its rank is what is printed on it, its value what it counts; an ace has value 1.

    >>> queen = Card("Q", "S")
    >>> str(queen), queen.value, queen.is_ace
    ('QS', 10, False)
    >>> queen == card("qs")
    True
    """

    rank: str
    suit: str
    value: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        value = 1 if self.rank == "A" else 10 if self.rank in "JQK" else int(self.rank)
        object.__setattr__(self, "value", value)

    @property
    def is_ace(self) -> bool:
        return self.rank == "A"

    def __str__(self) -> str:
        return self.rank + self.suit


PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in the order of a new pack: clubs, diamonds, hearts, spades, aces first."""

DECK = len(PACK)
"""How many cards a deck has."""

_BY_NAME = {str(card): card for card in PACK}


def card(name: str) -> Card:
    """Return the card called NAME, such as ``10C`` or ``AH``; ValueError if there is none.

    >>> card("QS").value
    10
    """
    try:
        return _BY_NAME[name.upper()]
    except KeyError:
        raise ValueError(f"no such card: {name!r}") from None


def cards(names: str) -> tuple[Card, ...]:
    """Return the cards whose names stand in NAMES, with white space between them.

    >>> [each.value for each in cards("AH 10C QD 7S")]
    [1, 10, 10, 7]
    """
    return tuple(card(name) for name in names.split())

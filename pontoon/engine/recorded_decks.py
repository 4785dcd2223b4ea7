"""Decks that deal again what a history says of a round, and check that the round does the same.

They need no seed: a round can be checked before its deck is opened, or when its seed is lost.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from pontoon.engine.cards import PACK, Card
from pontoon.engine.decks import (
    BUST,
    DRAWN,
    GATHERED,
    NO_SEED,
    RAN_DRY,
    Gather,
    Pack,
    Shoe,
    token,
)

_BY_NAME = {str(each): each for each in PACK}


class RecordDiffers(Exception):
    """What is WANTED of a deck is not what is RECORDED next; "" if nothing is."""

    def __init__(self, recorded: str, wanted: str) -> None:
        super().__init__(f"{wanted} is wanted, but {recorded or 'nothing'} is recorded")


class Record:
    """The TOKENS of a round (FAIR, Files), read one by one as the round goes on."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self._tokens = deque(tokens)

    def next_card(self) -> Card:
        """Return the card that was dealt next; RecordDiffers if none was."""
        recorded = self._next()
        if recorded not in _BY_NAME:
            raise RecordDiffers(recorded, "a card")
        return _BY_NAME[recorded]

    def next_drawn(self, people: int) -> tuple[Card, ...]:
        """Return the cards that so many PEOPLE drew for the bank next; or RecordDiffers."""
        recorded = self._next()
        names = recorded[len(DRAWN) :].split(",")
        drawn = tuple(_BY_NAME[name] for name in names if name in _BY_NAME)
        if len(set(drawn)) != people or recorded != token(DRAWN, drawn):
            raise RecordDiffers(recorded, f"a cut by {people}")
        return drawn

    def check(self, wanted: str) -> None:
        """Check that the token WANTED comes next; RecordDiffers if it does not."""
        if (recorded := self._next()) != wanted:
            raise RecordDiffers(recorded, wanted)

    def check_end(self) -> None:
        """Check that nothing is left when the round is over; RecordDiffers if something is."""
        if self._tokens:
            raise RecordDiffers(self._tokens[0], "the end of the round")

    def _next(self) -> str:
        return self._tokens.popleft() if self._tokens else ""


class RecordedShoe(Shoe):
    """A shoe of DECKS that deals what TOKENS say, and raises RecordDiffers where it cannot.

    LEFT is the number of cards in it when the round begins, MARKER the number of those behind the
    marker. ValueError if there cannot be so many.
    """

    def __init__(self, tokens: Iterable[str], decks: int, left: int, marker: int) -> None:
        super().__init__(decks, (marker, marker), NO_SEED)
        if not 0 <= marker <= left <= len(self._all_cards):
            raise ValueError(f"{left} cards are left, {marker} behind the marker")
        self.is_finished = False
        self.marker = marker
        self.record = Record(tokens)
        self._lay(left)

    def _lay(self, left: int) -> None:
        """Lay down the cards that are LEFT. Only their number counts: the record has the cards."""
        self.cards = [PACK[0]] * left

    def deal(self) -> Card:
        """Take the next card; IndexError if the shoe is empty."""
        self.cards.pop()
        card = self.record.next_card()
        self.dealt.append(card)
        return card

    def replenish(self, on_table: Iterable[Card]) -> None:
        """Check which cards are ON_TABLE, and take back all others."""
        on_table = tuple(on_table)
        self.record.check(token(RAN_DRY, on_table))
        self._note(RAN_DRY, on_table)
        self._lay(len(self._all_cards) - len(on_table))
        self.marker = len(self._all_cards)


class RecordedPack(Pack):
    """A pack that deals what TOKENS say, and raises RecordDiffers where it cannot."""

    def __init__(self, tokens: Iterable[str]) -> None:
        super().__init__(NO_SEED)
        self.is_finished = False
        self.record = Record(tokens)
        self.cards = deque(PACK)
        """The cards that are left, in any order."""

    def deal(self) -> Card:
        """Take the next card; IndexError if the pack is empty."""
        if not self.cards:
            raise IndexError
        card = self.record.next_card()
        if card not in self.cards:
            raise RecordDiffers(str(card), "a card that is in the pack")
        self.cards.remove(card)
        self.dealt.append(card)
        return card

    def put_under(self, bust: Sequence[Card]) -> None:
        self.record.check(token(BUST, bust))
        super().put_under(bust)

    def gather(self, hands: Sequence[Sequence[Card]], _way: Gather) -> None:
        """Check which HANDS are gathered, and put them under. Their order does not count here."""
        for hand in hands:
            self.record.check(token(GATHERED, hand))
        super().gather(hands, "seats")

    def cut(self, people: int) -> tuple[Card, ...]:
        """Draw the cards that so many PEOPLE drew."""
        drawn = self.record.next_drawn(people)
        self._note(DRAWN, drawn)
        return drawn

"""The cards of a round that was recorded: a shoe and a pack that deal what its tokens say.

Each is for one round. In the end its own ``tokens`` must be those that were recorded.
"""

from collections.abc import Iterable, Iterator

from pontoon.engine.cards import Card, card
from pontoon.engine.decks import BUST, DRAWN, GATHERED, RAN_DRY, Pack, Shoe
from pontoon.engine.rng import Item
from pontoon.storage.history.record import DealtCards

_SEED = b"recorded"
"""Says that the deck is not finished. No card follows from it."""

_OTHERS = (GATHERED, BUST, DRAWN, RAN_DRY)
"""What the tokens begin with that are not a card that is dealt."""


class NotAsRecorded(Exception):
    """A round does not go as it was recorded; the message says what differs."""


class RecordedShoe(Shoe):
    """A shoe that deals the CARDS of a round. NotAsRecorded if they cannot be such cards."""

    def __init__(self, cards: DealtCards) -> None:
        self._parts = _parts_of(cards.tokens)
        super().__init__(1, (0, 0), _SEED)
        self.marker = len(self.cards) - cards.marker if cards.marker else -1

    def _shuffle(self) -> None:
        self.cards = next(self._parts)

    def replenish(self, on_table: Iterable[Card]) -> None:
        part = next(self._parts, None)
        if part is None:
            raise NotAsRecorded("more cards are dealt")
        self._happened.append((RAN_DRY, tuple(on_table)))
        self.cards, self.marker = part, len(part)


class RecordedPack(Pack):
    """A pack that deals the CARDS of a round. NotAsRecorded if they cannot be such cards."""

    def __init__(self, cards: DealtCards) -> None:
        tokens = cards.tokens
        self._dealt = iter([_card(each) for each in tokens if each[0] not in _OTHERS])
        self._drawn = iter([each[1:].split(",") for each in tokens if each[0] == DRAWN])
        super().__init__(_SEED)

    def deal(self) -> Card:
        dealt = next(self._dealt, None)
        if dealt is None:
            raise NotAsRecorded("more cards are dealt")
        try:
            self.cards.remove(dealt)
        except ValueError:
            raise NotAsRecorded(f"{dealt} is dealt, and is not in the pack") from None
        self._happened.append(dealt)
        return dealt

    def cut(self, people: int) -> tuple[Card, ...]:
        drawn = tuple(map(_card, next(self._drawn, ())))
        if len(drawn) != people:
            raise NotAsRecorded("other people cut for the bank")
        self._happened.append((DRAWN, drawn))
        return drawn

    def _shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return ITEMS as they are: in which order cards go under the pack does not matter here."""
        return list(items)


def check_all_used(deck: Shoe | Pack, cards: DealtCards) -> None:
    """Raise NotAsRecorded unless all that has happened to DECK in its round is as in CARDS."""
    marker_at = deck.marker_at if isinstance(deck, Shoe) else 0
    if (deck.tokens(), marker_at) != (cards.tokens, cards.marker):
        raise NotAsRecorded("other cards are dealt")


def _parts_of(tokens: Iterable[str]) -> Iterator[list[Card]]:
    """Yield the cards that are dealt until a shoe runs dry, the next one last; then the others."""
    part: list[Card] = []
    for token in tokens:
        if token[0] == RAN_DRY:
            yield part[::-1]
            part = []
        else:
            part.append(_card(token))
    yield part[::-1]


def _card(name: str) -> Card:
    try:
        return card(name)
    except ValueError as error:
        raise NotAsRecorded(str(error)) from error

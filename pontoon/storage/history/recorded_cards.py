"""The cards of a round that was recorded: a shoe and a pack that deal what their tokens say.

They stand in for ``Shoe`` and ``Pack`` in one round. Whatever the round does to the cards must be
what was recorded, or NotAsRecorded is raised.
"""

from collections.abc import Iterable, Iterator, Sequence

from pontoon.engine.cards import DECK, Card, card

GATHERED, THROWN_IN, DRAWN, RAN_DRY = "/", "v", "=", "*"
"""What tokens that are no single card begin with."""

_OTHERS = frozenset((GATHERED, THROWN_IN, DRAWN, RAN_DRY))


class NotAsRecorded(Exception):
    """A round does not go as it was recorded; the message says what differs."""


class RecordedShoe:
    """A shoe for one round, with TOKENS; the card of number MARKER reaches the marker."""

    def __init__(self, tokens: Sequence[str], marker: int) -> None:
        self._tokens = iter(tokens)
        self._on_table: list[str] | None = None
        """The cards with which the shoe runs dry next; None if it does not."""
        self.cards: list[Card] = []
        """The cards that are dealt until the shoe runs dry or the round ends, the next one last."""
        self._take_cards()
        self.marker = len(self.cards) - marker if marker else -1
        if marker and self.marker < 0:
            raise NotAsRecorded("the marker lies behind the last card")

    def _take_cards(self) -> None:
        self._on_table = None
        dealt = []
        for token in self._tokens:
            if token[0] == RAN_DRY:
                self._on_table = _names(token, ",")
                break
            dealt.append(_card(token))
        self.cards = dealt[::-1]

    @property
    def marker_hit(self) -> bool:
        return len(self.cards) <= self.marker

    def deal(self) -> Card:
        """Deal the next card; IndexError if the shoe runs dry here."""
        if not self.cards and self._on_table is None:
            raise NotAsRecorded("more cards are dealt")
        return self.cards.pop()

    def replenish(self, on_table: Iterable[Card]) -> None:
        if self._on_table is None or sorted(self._on_table) != sorted(map(str, on_table)):
            raise NotAsRecorded("the shoe runs dry with other cards on the table")
        self._take_cards()
        self.marker = DECK * len(self.cards)

    def shuffle(self) -> None:
        """Do nothing: the round is over, and the next one has cards of its own."""

    def finish(self) -> None:
        """Check, when the round is over, that it has dealt all that was recorded."""
        if self.cards or self._on_table is not None:
            raise NotAsRecorded("fewer cards are dealt")


class RecordedPack:
    """A pack for one round, with TOKENS. All its 52 cards are in it when the round begins."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        self._place = 0
        self._out: set[str] = set()
        """The cards that are not in the pack."""

    @property
    def left(self) -> int:
        return DECK - len(self._out)

    @property
    def cards(self) -> Sequence[int]:
        """As many numbers as there are cards in the pack: what they are is not known."""
        return range(self.left)

    def _next(self) -> str:
        if self._place == len(self._tokens):
            raise NotAsRecorded("more is done with the cards")
        self._place += 1
        return self._tokens[self._place - 1]

    def deal(self) -> Card:
        token = self._next()
        dealt = _card(token)
        if token in self._out:
            raise NotAsRecorded(f"{token} is dealt twice")
        self._out.add(token)
        return dealt

    def put_under(self, used: Iterable[Card]) -> None:
        """Put USED cards under the pack: a bust at once, or a hand that is gathered."""
        self._put_under(self._next(), list(map(str, used)), (GATHERED, THROWN_IN))

    def put_under_in_drawn_order(self, hands: Iterable[Sequence[Card]]) -> None:
        for hand in hands:
            self._put_under(self._next(), list(map(str, hand)), (GATHERED,))

    def put_under_mixed(self, used: Iterable[Card]) -> None:
        gathered = [name for token in self._gathered() for name in _names(token, "+")]
        names = list(map(str, used))
        if sorted(gathered) != sorted(names):
            raise NotAsRecorded("other cards go under the pack")
        self._out -= set(names)

    def _gathered(self) -> Iterator[str]:
        while self._place < len(self._tokens) and self._tokens[self._place][0] == GATHERED:
            yield self._next()

    def _put_under(self, token: str, names: list[str], ways: tuple[str, ...]) -> None:
        if token[0] not in ways or _names(token, "+") != names:
            raise NotAsRecorded("other cards go under the pack")
        self._out -= set(names)

    def shuffle(self) -> None:
        """Take back all cards: the round is over."""
        self._out.clear()

    def cut(self, people: int) -> tuple[Card, ...]:
        token = self._next()
        names = _names(token, ",")
        if token[0] != DRAWN or len(names) != people:
            raise NotAsRecorded("another cut for the bank")
        return tuple(map(_card, names))

    def finish(self) -> None:
        """Check, when the round is over, that it has done all that was recorded."""
        if self._place < len(self._tokens):
            raise NotAsRecorded("less is done with the cards")


def _names(token: str, separator: str) -> list[str]:
    """Return the names of the cards in TOKEN, behind its first character."""
    return token[1:].split(separator) if len(token) > 1 else []


def _card(name: str) -> Card:
    """Return the card with that NAME, spelled as in a token; NotAsRecorded if there is none."""
    try:
        found = card(name)
    except ValueError as error:
        raise NotAsRecorded(f"{name} is no card") from error
    if str(found) != name:
        raise NotAsRecorded(f"{name} is no card")
    return found

"""What a round of any game is made of: seats, a shoe to deal from, and a script that asks."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence

from pontoon.cards import Card
from pontoon.events import Event, MarkerHit, ShoeRanDry, Shuffled
from pontoon.hand import Hand, Seat
from pontoon.moves import Ask, Bar, Move, Verb
from pontoon.shoe import Shoe

Script = Generator[Ask, Move | None, None]
"""A round as it is played: yields each decision it waits for, and is sent the move that was made.

It is sent only moves that the Ask offered, or None where the player asked has resigned instead.
"""


class Round(ABC):
    """One deal, from the first card to the payment.

    What happens is noted in ``events`` in the order in which it happens; whoever runs the round
    takes them away. What a deal does to the shoe is noted behind what the card was dealt for.
    """

    def __init__(self, seats: Sequence[Seat], shoe: Shoe) -> None:
        self.seats = seats
        self.shoe = shoe
        self.limits: Mapping[Bar, int] = {}
        """The numbers of the rules that are behind some of the reasons in ``why_not``."""
        self.events: list[Event] = []
        self._news_of_shoe: list[Event] = []
        self._has_told_marker = False

    @abstractmethod
    def play(self) -> Script:
        """Play the round to its end."""

    @abstractmethod
    def resign(self, seat: Seat) -> None:
        """Let the player of SEAT leave the round."""

    def why_not(self, _ask: Ask, _verb: Verb) -> Bar:
        """Return why a move is not among the options of an Ask."""
        return Bar.NOT_NOW

    def hand_asked(self, ask: Ask) -> tuple[Seat, Hand]:
        """Return the hand that ASK is about, with its seat."""
        seat = next(seat for seat in self.seats if seat.player == ask.player)
        return seat, seat.hands[(ask.hand or 1) - 1]

    def finish(self) -> None:
        """Clear the table: the shoe is shuffled if its marker was hit."""
        if self.shoe.marker_hit:
            self.shoe.shuffle()
            self.note(Shuffled())

    def note(self, event: Event) -> None:
        """Note that EVENT has happened."""
        self.events.append(event)
        if self._news_of_shoe:
            self.events += self._news_of_shoe
            self._news_of_shoe.clear()

    def deal(self) -> Card:
        """Deal one card from the shoe, which never fails for want of cards."""
        shoe = self.shoe
        try:
            card = shoe.deal()
        except IndexError:
            shoe.replenish(self._cards_on_table())
            self._news_of_shoe.append(ShoeRanDry())
            card = shoe.deal()
        if shoe.marker_hit and not self._has_told_marker:
            self._has_told_marker = True
            self._news_of_shoe.append(MarkerHit())
        return card

    def hands(self) -> Iterator[tuple[Seat, Hand]]:
        """Yield every hand with its seat, in the order of the seats."""
        for seat in self.seats:
            for hand in seat.hands:
                yield seat, hand

    def _cards_on_table(self) -> Iterator[Card]:
        for _, hand in self.hands():
            yield from hand.cards

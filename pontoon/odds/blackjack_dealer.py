"""How the dealer's hand ends in Black Jack For Time, beside any hand of a player.

With a six up and three other cards left, bob's hand of two tens being known, the dealer makes 21 in
two of three orders, and is bust in the third:

>>> dealer = Dealer((6,), (0, 0, 0, 0, 1, 1, 0, 0, 0, 4))
>>> dealer.at_least((10, 10), ENDS.index(TWENTY_ONE)) / dealer.looked((10, 10))
0.6666666666666666

A card is its value here, from 1 for an ace to 10, and a hand is the values in rising order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import factorial, perm, prod
from operator import mul

from msgspec import Struct

from pontoon.engine.hands import BEST_TOTAL, FULL_HAND
from pontoon.games.blackjack import DEALER_STAYS
from pontoon.games.blackjack_hands import HandType, Level, hand_type
from pontoon.odds.pontoon_draws import VALUES, Unseen, Values, joined

ACE, TEN = 1, 10
HOLES = {ACE: TEN, TEN: ACE}
"""The hole card that makes a natural with each card that can be up."""

TWENTY_ONE = (HandType.TWENTY_ONE, BEST_TOTAL)
CHARLIE = (HandType.CHARLIE, 0)
"""The dealer's; what it comes to makes no difference."""

ENDS: Sequence[Level] = (
    CHARLIE,
    TWENTY_ONE,
    *((HandType.POINTS, total) for total in reversed(range(DEALER_STAYS, BEST_TOTAL))),
)
"""How the dealer's hand can end if it is neither bust nor a natural, the best first."""

LAST_END = len(ENDS) - 1

MOST_DEALT = 2 * FULL_HAND
"""How many cards a player and the dealer can have together."""

SIZES = range(FULL_HAND + 1)
"""How many cards a hand can have."""

BITS = 44
"""Enough for the number of orders of five cards of eight decks. More are seldom played with."""


@cache
def level(values: Values) -> Level:
    """Return the level of a hand of these VALUES, which may be in any order.

    >>> level((1, 5)), level((1, 2, 3, 4, 5))
    ((<HandType.POINTS: 2>, 16), (<HandType.CHARLIE: 4>, 15))
    """
    low = sum(values)
    total = low + 10 if ACE in values and low + 10 <= BEST_TOTAL else low
    return hand_type(total, len(values)), total


@cache
def better_ends(hand: Values) -> int:
    """Return how many of the ENDS are better than HAND, which is also the place it has or would."""
    own = level(hand)
    return sum([end > own for end in ENDS])


class Packing:
    """Numbers for each of this many UPS in one integer, so that all are added at once.

    For each of the UPS it has a number of so many BITS for each of ENDS, or in the same place the
    three of an outcome. Those of the first one are the lowest bits.
    """

    def __init__(self, ups: int, bits: int) -> None:
        self.ups = ups
        self.bits = bits
        self.room = bits * len(ENDS)
        self._width = self.room // 3
        ones = sum([1 << self.room * up for up in range(ups)])
        self._highest = ones << self.room - 1
        self._lowest = ones * ((1 << bits) - 1)
        self._backs = ones * ((1 << self.room) - (1 << 2 * self._width))

    def outcome(self, back: int, made: int, win: int) -> int:
        """Return the outcome of a hand from numbers for each of the ups.

        BACK is how many times its first bet it gets back. It is MADE if it is not bust, and has a
        WIN unless it loses or gets its stake back.
        """
        return ((back << self._width) + made << self._width) + win

    def only_back(self, outcome: int) -> int:
        """Return OUTCOME as if the hand were neither made nor won."""
        return outcome & self._backs

    def better(self, one: int, other: int) -> int:
        """Return for each of the ups the outcome with more back, ONE if both are the same."""
        # The highest bit for an up is 0 in both. Where it is set, it stays unless OTHER is greater.
        is_one = ((one | self._highest) - other) & self._highest
        return other ^ ((one ^ other) & (is_one - (is_one >> self.room - 1)))

    def each(self, packed: int) -> list[int]:
        """Return what PACKED has for each of the ups."""
        mask = (1 << self.room) - 1
        return [packed >> self.room * up & mask for up in range(self.ups)]

    def first(self, packed: int) -> int:
        """Return what PACKED has for the first of the ups."""
        return packed & (1 << self.room) - 1

    def parts(self, outcome: int) -> tuple[int, int, int]:
        """Return the three numbers of OUTCOME against one of the ups."""
        mask = (1 << self._width) - 1
        return outcome >> 2 * self._width, outcome >> self._width & mask, outcome & mask

    def of_end(self, packed: int, end: int) -> int:
        """Return the number of END for each of the ups, from PACKED, which has those of all."""
        return packed >> self.bits * end & self._lowest


_packing = cache(Packing)


def packing_for(ups: int, cards: int) -> Packing:
    """Return a packing for this many UPS of numbers of orders of this many CARDS."""
    # Three numbers have room, too: a hand gets back up to four times the orders of MOST_DEALT.
    return _packing(ups, max(BITS, perm(cards, min(cards, FULL_HAND)).bit_length()))


class Dealer:
    """How the dealer's hand ends with each card of UPS face up, beside any hand of a player.

    The dealer's cards and the player's are all among those UNSEEN, but no card is in both hands. To
    go through all hands of the dealer anew for each of the player's would take long. So it is found
    out once for each few cards in how many orders the dealer has all of them, among others. The
    orders that have no card of a hand are then all orders, less those with any one of its cards,
    and, since they are taken away twice, more those with any two; and so on.

    The orders beside a hand are those of as many cards as the dealer can have: FULL_HAND. They are
    packed for all of UPS, and for all of ENDS where these are told apart.
    """

    def __init__(self, ups: Values, unseen: Unseen) -> None:
        self.ups = ups
        self._unseen = [0, *map(int, unseen)]
        self._cards = cards = sum(self._unseen)
        self.all_orders = perm(cards, min(cards, MOST_DEALT))
        """The number of orders of MOST_DEALT cards."""
        dealt = [min(cards, number + FULL_HAND) for number in SIZES]
        self._behind = [perm(cards - each, min(cards, MOST_DEALT) - each) for each in dealt]
        """In how many orders cards follow a hand of each size and the dealer's."""
        self.packing = packing_for(len(ups), cards)
        self._ones = [0] * (TEN + 1)
        for place, up in enumerate(ups):
            self._ones[up] = 1 << self.packing.room * place
        self._naturals = sum([self._ones[up] for up in HOLES])
        orders_with = _orders_with(_parts(ups, self.packing), self._unseen)
        self._beside = [_Beside(max(cards - dealt, 0), orders_with) for dealt in SIZES]
        self._ways: dict[Values, int] = {(): 1}
        lefts = [cards - size for size in SIZES]
        self._behind_two = [
            perm(left - 2, min(left, FULL_HAND) - 2) if left >= 2 else 0 for left in lefts
        ]
        """In how many orders cards follow the dealer's first two, beside a hand of each size."""
        self._orders_up = [
            [one * (left - 1) * behind for one in self._ones]
            for left, behind in zip(lefts, self._behind_two, strict=True)
        ]
        """In how many orders a card of each value is up, beside a hand of each size."""
        self._looked: dict[tuple[int, int, int], int] = {}
        """What ``looked`` is by size, aces and tens of a hand, if its cards could be up, too."""

    def orders(self, hand: Values) -> int:
        """Return in how many orders HAND is dealt, and all but the dealer's of MOST_DEALT cards."""
        return self._ways_of(hand) * self._behind[len(hand)]

    def _ways_of(self, hand: Values) -> int:
        """Return in how many ways HAND can be dealt, in this order."""
        if hand not in self._ways:
            before, last = hand[:-1], hand[-1]
            left = self._unseen[last] - before.count(last)
            self._ways[hand] = self._ways_of(before) * left
        return self._ways[hand]

    def dealt(self, hand: Values) -> float:
        """Return the chance that HAND is dealt, in this order, and the first of UPS is up."""
        up = self.ups[0]
        left = self._unseen[up] - hand.count(up)
        return self._ways_of(hand) * left / perm(self._cards, len(hand) + 1)

    def natural(self, hand: Values) -> float:
        """Return the chance of a natural beside HAND with the first of UPS, before the look."""
        hole = HOLES.get(self.ups[0], 0)
        return (self._unseen[hole] - hand.count(hole)) / max(self._cards - len(hand) - 1, 1)

    def naturals_of_ten(self) -> tuple[float, float]:
        """Return the chance of a natural with a ten up beside two cards, and beside another one."""
        aces, tens = self._unseen[ACE], self._unseen[TEN]
        any_two = aces * tens / perm(self._cards, 2)
        both = 2 * perm(aces, 2) * perm(tens, 2) / max(perm(self._cards, 4), 1)
        return any_two, both

    def looked(self, hand: Values) -> int:
        """Return in how many orders beside HAND each of UPS is up, and there is no natural."""
        size, aces, tens = held = len(hand), hand.count(ACE), hand.count(TEN)
        if held not in self._looked:
            naturals = (self._unseen[ACE] - aces) * (self._unseen[TEN] - tens) * self._naturals
            ups = sum(map(mul, self._unseen, self._orders_up[size]))
            self._looked[held] = ups - naturals * self._behind_two[size]
        return self._looked[held] - sum(map(self._orders_up[size].__getitem__, hand))

    def at_least(self, hand: Values, end: int) -> int:
        """Return in how many orders beside HAND the dealer's is as good as that END or better."""
        return self.packing.of_end(self._orders_beside(hand), end)

    def compared(self, hand: Values) -> tuple[int, int]:
        """Return the orders beside HAND in which the dealer's is better, and those as good, too."""
        beside, end = self._orders_beside(hand), better_ends(hand)
        better = self.packing.of_end(beside, end - 1) if end else 0
        return better, self.packing.of_end(beside, end) if end < len(ENDS) else better

    def _orders_beside(self, hand: Values) -> int:
        """Return in how many orders the dealer's hand is as good as each of ENDS beside HAND."""
        beside = self._beside[len(hand)]
        even, odd = _choices(hand)
        return sum(map(beside.__getitem__, even)) - sum(map(beside.__getitem__, odd))


OrdersWith = Mapping[Values, Sequence[int]]
"""In how many orders a dealer has certain cards and none, one, two ... others, packed."""


class _Beside(dict[Values, int]):
    """In how many orders the dealer has each few cards, among so many CARDS beside the player's.

    ORDERS_WITH are those of the dealer's cards alone.
    """

    def __init__(self, cards: int, orders_with: OrdersWith) -> None:
        super().__init__()
        most = min(cards, FULL_HAND)
        self._orders_with = orders_with
        fillings = [perm(cards - drawn, most - drawn) if drawn <= most else 0 for drawn in SIZES]
        """In how many orders others can follow so many cards of the dealer, up to five."""
        self._fillings = [fillings[size:] for size in SIZES]

    def __missing__(self, part: Values) -> int:
        with_part = self._orders_with.get(part, ())  # there may be no hand of the dealer with it
        self[part] = sum(map(mul, with_part, self._fillings[len(part)]))
        return self[part]


@cache
def _choices(hand: Values) -> tuple[Sequence[Values], Sequence[Values]]:
    """Return all choices of an even number of cards of HAND, and of an odd number.

    >>> _choices((2, 2))
    (((), (2, 2)), ((2,), (2,)))
    """
    if not hand:
        return ((),), ()
    even, odd = _choices(hand[:-1])
    last = hand[-1:]
    return (
        (*even, *[choice + last for choice in odd]),
        (*odd, *[choice + last for choice in even]),
    )


class _Part(Struct, frozen=True, gc=False):
    """Cards that are part of a hand of the dealer, or are all of it.

    ``alone`` are the orders in which they are all, packed, and none with others. ``after`` are the
    parts of one card more, ``more`` has the value of that card, and how many of that value are a
    part without it.
    """

    alone: tuple[int, ...]
    after: tuple[Values, ...]
    more: tuple[tuple[int, int], ...]


def _orders_with(parts: Mapping[Values, _Part], unseen: Sequence[int]) -> OrdersWith:
    """Return in how many orders the dealer has certain cards of UNSEEN, for each of PARTS.

    Those with more cards come first.
    """
    found: dict[Values, Sequence[int]] = {}
    for part, each in parts.items():
        if not each.after:
            found[part] = each.alone
            continue
        lefts = [unseen[value] - taken for value, taken in each.more]
        columns = zip(*map(found.__getitem__, each.after), strict=True)
        # Each of the dealer's other cards may be the one more, so each order is found so often.
        further = [sum(map(mul, lefts, each)) // others for others, each in enumerate(columns, 1)]
        found[part] = (each.alone[0], *further)
    return found


@cache
def _parts(ups: Values, packing: Packing) -> Mapping[Values, _Part]:
    """Return all parts of the hands that a dealer with one of UPS is compared with."""
    whole = _hands(ups, packing)
    by_size = [dict[Values, list[tuple[int, Values]]]() for _ in range(FULL_HAND + 1)]
    for hand in whole:
        by_size[len(hand)][hand] = []
    for size in range(FULL_HAND, 0, -1):
        for hand in by_size[size]:
            for value in {*hand}:
                place = hand.index(value)
                part = hand[:place] + hand[place + 1 :]
                by_size[size - 1].setdefault(part, []).append((value, hand))
    found: dict[Values, _Part] = {}
    for hands in reversed(by_size):
        for part, more in hands.items():
            after = tuple([hand for _, hand in more])
            taken = tuple([(value, part.count(value)) for value, _ in more])
            alone = (whole.get(part, 0), *[0] * (FULL_HAND - len(part)))
            found[part] = _Part(alone, after, taken)
    return found


def _hands(ups: Values, packing: Packing) -> Mapping[Values, int]:
    """Return all hands with which the dealer is compared, each with its orders, packed.

    These are orders of certain cards. They are counted for each of ENDS that is no better.
    """
    first: dict[Values, int] = {(up,): 1 << packing.room * place for place, up in enumerate(ups)}
    packed: dict[Values, int] = {}
    for hand, orders in dealers_hands(first).items():
        if level(hand)[0] not in (HandType.BUST, HandType.NATURAL):
            ends = sum([1 << packing.bits * end for end in range(better_ends(hand), len(ENDS))])
            packed[hand] = orders * prod(map(factorial, map(hand.count, {*hand}))) * ends
    return packed


def dealers_hands(first: Mapping[Values, int], most_cards: int = FULL_HAND) -> Mapping[Values, int]:
    """Return all hands of a dealer who stops at MOST_CARDS, each with its orders.

    The FIRST card comes in so many.
    """
    complete: Counter[Values] = Counter()
    drawing: Mapping[Values, int] = first
    while drawing:
        further: Counter[Values] = Counter()
        for hand, orders in drawing.items():
            for value in VALUES:
                more = joined(hand, value)
                _, total = level(more)
                draws = total < DEALER_STAYS and len(more) < most_cards
                (further if draws else complete)[more] += orders
        drawing = further
    return complete

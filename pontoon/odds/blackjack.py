"""What each move in Black Jack For Time is worth, exactly, from the cards that a player has seen.

Bob has a ten and a six, the dealer shows a ten, and all other cards of six decks are unseen:

>>> odds = HandOdds(10, (24, 24, 24, 24, 24, 24, 24, 24, 24, 95))
>>> f"stay {odds.stay((6, 10)).value:.4f}, hit {odds.hit((6, 10)).value:.4f}"
'stay -0.5412, hit -0.4609'

The dealer's hand ends so then:

>>> chances = dealers_chances(10, (24, 24, 24, 24, 24, 24, 24, 24, 24, 95))
>>> f"{chances[NATURAL]:.4f}", f"{chances[HandType.POINTS, 20]:.4f}"
('0.0772', '0.3397')

A card is its value here, from 1 for an ace to 10, and a hand is the values in rising order. What
other players have and do changes nothing but which cards are seen: all orders of the others are
equally likely, so it does not matter who draws first.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from msgspec import Struct
from msgspec.structs import replace

from pontoon.engine.cards import PACK
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND, Hand
from pontoon.engine.moves import Move, Phase, Verb
from pontoon.games.blackjack import DEALER_STAYS, LAST_COIN, BlackJackRules
from pontoon.games.blackjack_hands import (
    BEST_PAYS,
    BETTER_PAYS,
    PAID_AT_ONCE,
    HandType,
    Level,
    level_of,
)
from pontoon.odds.advice import ALIKE, Advice, MoveValue, advice_of
from pontoon.odds.outlook import Outlook, expected
from pontoon.odds.pontoon_draws import VALUES, Unseen, Values, by_value, joined
from pontoon.odds.view import DEALER, View

NATURAL = (HandType.NATURAL, BEST_TOTAL)

ACE, TEN = 1, 10
TWENTY_ONE = (HandType.TWENTY_ONE, BEST_TOTAL)

BUST = Outlook(-1, 0, 1)
PAID = Outlook(BEST_PAYS - 1, 1, 0)
"""What comes of a hand that is paid at once."""
STAND_OFF = Outlook(0, 1, 0)
BEATEN = Outlook(-1, 0, 0)


def _better(one: Outlook, other: Outlook) -> Outlook:
    return other if round(other.value, ALIKE) > round(one.value, ALIKE) else one


class HandOdds:
    """What the moves with a hand are worth against the card UP, after the dealer has looked.

    So the dealer has no natural. UNSEEN are the cards that the player does not see, and those of
    the hand itself.
    """

    def __init__(self, up: int, unseen: Unseen) -> None:
        self.up = up
        self._unseen = unseen
        self._no_hole = {ACE: TEN, TEN: ACE}.get(up)
        """The value that the hole card does not have, or there would be a natural."""
        self._played: dict[Values, Outlook] = {}
        self._compared: dict[Values, tuple[float, float]] = {}

    def natural(self, hand: Values) -> float:
        """Return the chance that the dealer has a natural, as long as nobody has looked."""
        left = self._left(hand)
        return left[self._no_hole - 1] / sum(left) if self._no_hole else 0.0

    def stay(self, hand: Values) -> Outlook:
        win, tie = self._comparison(hand)
        pays = BEST_PAYS if level(hand) == TWENTY_ONE else BETTER_PAYS
        return Outlook(pays * win + tie - 1, win + tie, 0)

    def hit(self, hand: Values) -> Outlook:
        """Return what HAND is worth if it hits, and is then played as well as it can be."""
        return expected((chance, self.play(more)) for chance, more in self._draws(hand))

    def double(self, hand: Values) -> Outlook:
        return expected((chance, self._doubled(more)) for chance, more in self._draws(hand))

    def _doubled(self, hand: Values) -> Outlook:
        """Return what a doubled HAND is worth, its last card included."""
        if level(hand)[0] is HandType.BUST:
            return BUST._replace(value=2 * BUST.value)
        win, tie = self._comparison(hand)
        return Outlook(2 * (BETTER_PAYS * win + tie - 1), win + tie, 0)

    def play(self, hand: Values) -> Outlook:
        """Return what HAND is worth if it hits or stays, whatever is better, or is over."""
        if hand not in self._played:
            self._played[hand] = self._play(hand)
        return self._played[hand]

    def _play(self, hand: Values) -> Outlook:
        kind, total = level(hand)
        if kind is HandType.POINTS and total <= BEST_TOTAL - TEN:
            return self.hit(hand)  # it cannot bust, and is no worse with any card
        if kind is HandType.POINTS:
            return _better(self.stay(hand), self.hit(hand))
        if kind is HandType.TWENTY_ONE:
            return self.stay(hand)
        return PAID if kind in PAID_AT_ONCE else BUST

    def _left(self, hand: Values) -> Unseen:
        """Return which cards are unseen by a player who holds HAND."""
        left = [*self._unseen]
        for value in hand:
            left[value - 1] -= 1
        return tuple(left)

    def _draws(self, hand: Values) -> list[tuple[float, Values]]:
        """Return what HAND can be after another card, with the chances.

        One of the cards that are left is the hole card, which cannot be any.
        """
        left = self._left(hand)
        cards = sum(left)
        holes = cards - (left[self._no_hole - 1] if self._no_hole else 0)
        return [
            (number * others / (holes * (cards - 1)), joined(hand, value))
            for value, number in zip(VALUES, left, strict=True)
            if (others := holes - (value != self._no_hole)) and number
        ]

    def dealer_busts(self, hand: Values) -> float:
        """Return the chance that the dealer's hand ends bust while the player holds HAND."""
        chances = dealers_chances(self.up, self._left(hand))
        possible = 1 - chances.pop(NATURAL, 0.0)
        return sum(each for (kind, _), each in chances.items() if kind is HandType.BUST) / possible

    def _comparison(self, hand: Values) -> tuple[float, float]:
        """Return the chances that HAND is better than the dealer's, and that it is as good."""
        if hand not in self._compared:
            mine = level(hand)
            chances = dealers_chances(self.up, self._left(hand))
            possible = 1 - chances.pop(NATURAL, 0.0)
            win = sum(chance for other, chance in chances.items() if other < mine)
            self._compared[hand] = win / possible, chances.get(mine, 0.0) / possible
        return self._compared[hand]


class Opening(Struct, frozen=True):
    """What a hand of two cards is worth before the dealer looks at the hole card."""

    up: int
    natural: float
    """The chance that the dealer has a natural."""
    against_natural: Outlook
    played: Outlook
    """What the hand comes to if the dealer has none, and it hits or stays."""
    doubled: Outlook | None
    """The same if it doubles; None if it is over."""

    @classmethod
    def of(cls, odds: HandOdds, hand: Values) -> "Opening":
        is_over = level(hand) == NATURAL
        return cls(
            odds.up,
            odds.natural(hand),
            STAND_OFF if is_over else BEATEN,
            odds.play(hand),
            None if is_over else odds.double(hand),
        )

    def outlook(self, bet: int, coins: int) -> Outlook:
        """Return what the hand is worth without insurance, with that BET and COINS left."""
        played = self.played
        if self.doubled and coins >= bet + LAST_COIN:
            played = _better(played, self.doubled)
        return expected(((self.natural, self.against_natural), (1 - self.natural, played)))

    def insured(self, bet: int, coins: int, pays: int) -> Outlook:
        """Return what it is worth with insurance, for which PAYS coins come back for each."""
        cost = bet // 2
        outlook = self.outlook(bet, coins - cost)
        gain = cost * (pays * self.natural - 1)
        return outlook._replace(value=outlook.value + gain / bet)

    def best(self, bet: int, coins: int, pays: int) -> Outlook:
        """Return the better of both, if insurance is offered."""
        if self.up == ACE and 1 <= bet // 2 <= coins - LAST_COIN:
            return _better(self.outlook(bet, coins), self.insured(bet, coins, pays))
        return self.outlook(bet, coins)


@lru_cache(maxsize=8)
def _openings(unseen: Unseen) -> tuple[tuple[float, Opening], ...]:
    """Return all that a player can be dealt from UNSEEN, with the chances.

    This takes a second, but only once: no card is seen before a bet.
    """
    openings = []
    for up in VALUES:
        shown, left = _drawn(unseen, up)
        odds = HandOdds(up, left)
        for first, second in combinations_with_replacement(VALUES, 2):
            one, rest = _drawn(left, first)
            other, _ = _drawn(rest, second)
            orders = 1 if first == second else 2
            if chance := shown * one * other * orders:
                openings.append((chance, Opening.of(odds, (first, second))))
    return tuple(openings)


def _drawn(unseen: Unseen, value: int) -> tuple[float, Unseen]:
    """Return the chance that a card of UNSEEN has that VALUE, and what is unseen then."""
    rest = tuple([left - (value == each) for each, left in zip(VALUES, unseen, strict=True)])
    return unseen[value - 1] / sum(unseen), rest


def advise_blackjack(view: View) -> Advice:
    """Return what each move on offer in VIEW is worth.

    A bet is worth the same for each of its coins, but for what its player cannot afford afterwards:
    the values are those of the least and of the most. Insurance is part of the value while it is
    asked for, and not of the chances; before a hand is played it is lost.
    """
    advisers = {Phase.BET: _bets, Phase.INSURANCE: _insurance, Phase.HAND: _moves}
    advice = advice_of([*advisers[view.ask.phase](view)])
    if view.ask.phase is Phase.BET:
        return advice
    odds, hand = _hand_odds(view)
    if view.ask.phase is Phase.INSURANCE:
        return replace(advice, dealer_natural=odds.natural(hand))
    return replace(advice, dealer_busts=odds.dealer_busts(hand))


def _bets(view: View) -> Iterator[MoveValue]:
    (option,) = view.ask.options
    openings = _openings(by_value(view.unseen))
    for bet in sorted({option.least or 0, option.most or 0}):
        coins = view.ask.chips - bet
        pays = _rules(view).insurance_pays
        cases = [(chance, opening.best(bet, coins, pays)) for chance, opening in openings]
        yield MoveValue(Move(Verb.BET, bet), *expected(cases))


def _insurance(view: View) -> Iterator[MoveValue]:
    odds, hand = _hand_odds(view)
    opening = Opening.of(odds, hand)
    stakes = view.hand.bet, view.ask.chips
    insured = opening.insured(*stakes, _rules(view).insurance_pays)
    yield MoveValue(Move(Verb.PASS), *opening.outlook(*stakes))
    yield MoveValue(Move(Verb.INSURE, view.hand.bet // 2), *insured)


def _moves(view: View) -> Iterator[MoveValue]:
    odds, hand = _hand_odds(view)
    outlooks = {Verb.HIT: odds.hit, Verb.STAY: odds.stay, Verb.DOUBLE: odds.double}
    # Of moves that are worth the same the one named first is the best: to stay, as in ``play``.
    for option in sorted(view.ask.options, key=lambda option: option.verb is not Verb.STAY):
        yield MoveValue(Move(option.verb, option.least), *outlooks[option.verb](hand))


def _rules(view: View) -> BlackJackRules:
    assert isinstance(view.rules, BlackJackRules)
    return view.rules


def _hand_odds(view: View) -> tuple[HandOdds, Values]:
    """Return the odds of the hand that the player is asked about, and the hand."""
    (dealer,) = view.of(DEALER)
    hand = tuple(sorted(card.value for card in view.hand.known))
    unseen = by_value(view.unseen)
    own = [left + hand.count(value) for value, left in zip(VALUES, unseen, strict=True)]
    return HandOdds(dealer.known[0].value, tuple(own)), hand


# How the dealer's hand ends

# What can be drawn to a card does not depend on what is unseen, so it is found out only once: all
# hands as a tree in which hands share the cards that they have in common. The chance of a hand is
# then one product for each step of the tree. All orders of the same cards are equally likely.


@cache
def level(values: Values) -> Level:
    """Return the level of a hand of these VALUES, which may be in any order.

    >>> level((1, 5)), level((1, 2, 3, 4, 5))
    ((<HandType.POINTS: 2>, 16), (<HandType.CHARLIE: 4>, 15))
    """
    return level_of(Hand(PACK[value - 1] for value in values))


def dealers_chances(up: int, unseen: Unseen, most_cards: int = FULL_HAND) -> dict[Level, float]:
    """Return the chance of each level of the dealer's hand if the card UP is face up.

    The hole card is any of those UNSEEN, which UP is not among. The dealer stops at MOST_CARDS.
    """
    tree = _tree(up, most_cards)
    cards = _cards_chances(unseen, most_cards - 1)
    chances = [1.0]
    for before, card in tree.steps:
        chances.append(chances[before] * cards[card])
    return {
        level: sum([orders * chances[number] for number, orders in hands])
        for level, hands in tree.endings.items()
    }


def _cards_chances(unseen: Unseen, most: int) -> list[float]:
    """Return the chance of each value after 0, 1, ... cards, 0, 1, ... of the same value included.

    MOST cards are drawn. The place of a chance in the list is what ``_place`` returns. It is below
    0 after more cards of the value than there are, but the chance of the last of these was 0.
    """
    total = sum(unseen)
    return [
        (left - same) / cards
        for drawn in range(most)
        for cards in (max(total - drawn, 1),)
        for same in range(drawn + 1)
        for left in unseen
    ]


def _place(value: int, drawn: int, same: int) -> int:
    return (drawn * (drawn + 1) // 2 + same) * len(VALUES) + value - 1


class _Tree(Struct, frozen=True):
    """All hands that the dealer can draw to a card, that card not included, and their beginnings.

    They are numbered, and 0 has no cards. Each of the ``steps`` makes the next one: it has the
    number of the hand without its last card, and the ``_place`` of the chance of that card.
    ``endings`` has for each level the hands that are complete, and in how many orders the dealer
    draws the cards of each.
    """

    steps: tuple[tuple[int, int], ...]
    endings: Mapping[Level, tuple[tuple[int, int], ...]]


@cache
def _tree(up: int, most_cards: int) -> _Tree:
    numbers: dict[Values, int] = {(): 0}
    steps: list[tuple[int, int]] = []
    endings: dict[Level, list[tuple[int, int]]] = {}
    for drawn, orders in _orders(up, most_cards).items():
        for length, value in enumerate(drawn):
            before, hand = drawn[:length], drawn[: length + 1]
            if hand not in numbers:
                numbers[hand] = len(numbers)
                steps.append((numbers[before], _place(value, length, before.count(value))))
        endings.setdefault(level((up, *drawn)), []).append((numbers[drawn], orders))
    return _Tree(tuple(steps), {level: tuple(hands) for level, hands in endings.items()})


def _orders(up: int, most_cards: int) -> Counter[Values]:
    """Return in how many orders the dealer draws the cards of each complete hand."""
    complete: Counter[Values] = Counter()
    drawing: Counter[Values] = Counter({(): 1})
    while drawing:
        further: Counter[Values] = Counter()
        for drawn, orders in drawing.items():
            for value in VALUES:
                more = joined(drawn, value)
                _, total = level((up, *more))
                draws = total < DEALER_STAYS and len(more) + 1 < most_cards
                (further if draws else complete)[more] += orders
        drawing = further
    return complete

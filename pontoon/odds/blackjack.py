"""What each move in Black Jack For Time is worth, exactly, from the cards that a player has seen.

Bob has a ten and a six, the dealer shows a ten, and all other cards of six decks are unseen:

>>> hand, odds = (6, 10), HandOdds((10,), (24, 24, 24, 24, 24, 24, 24, 24, 24, 96))
>>> stay, hit = odds.outlook(hand, odds.stay(hand)), odds.outlook(hand, odds.hit(hand))
>>> f"stay {stay.value:.4f}, hit {hit.value:.4f}"
'stay -0.5412, hit -0.4609'

A card is its value here, from 1 for an ace to 10, and a hand is the values in rising order. What
other players have and do changes nothing but which cards are seen: all orders of the others are
equally likely, so it does not matter who draws first.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from operator import add
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from pontoon.engine.hands import BEST_TOTAL
from pontoon.engine.moves import Move, Phase, Verb
from pontoon.games.blackjack import LAST_COIN, BlackJackRules
from pontoon.games.blackjack_hands import BEST_PAYS, BETTER_PAYS, PAID_AT_ONCE, HandType
from pontoon.odds.advice import NOISE, Advice, MoveValue, Outlook, advice_of, expected
from pontoon.odds.blackjack_dealer import ACE, LAST_END, TEN, TWENTY_ONE, Dealer, level
from pontoon.odds.pontoon_draws import VALUES, Unseen, Values, by_value, joined
from pontoon.odds.view import DEALER, View

STAND_OFF = Outlook(0, 0, 0)
BEATEN = Outlook(-1, 0, 0)

DOUBLED = 2
"""How many times its first bet a doubled hand stakes."""

TABLES = 20
"""For so many tables what has been worked out is kept for the next hint."""


def _better(one: Outlook, other: Outlook) -> Outlook:
    return other if other.value - one.value > NOISE else one


@cache
def _with_another(hand: Values) -> Sequence[Values]:
    """Return HAND with another card, for each value with which it is not bust."""
    return [joined(hand, value) for value in VALUES if sum(hand) + value <= BEST_TOTAL]


Outcome = int
"""What comes of a hand against each of the cards that may be up, packed (``Packing.outcome``).

Each number is one of orders of the cards. So what comes of a hand that hits is the sum of what
comes of the hands that it can be then.
"""


class HandOdds:
    """What the moves with a hand are worth against each card of UPS, after the dealer has looked.

    So the dealer has no natural. UNSEEN are the cards that the player does not see, and those of
    the hand and the one that is up.
    """

    def __init__(self, ups: Values, unseen: Unseen) -> None:
        self.dealer = Dealer(ups, unseen)
        self.packing = self.dealer.packing
        self._played: dict[Values, Outcome] = {}
        self._compared: dict[tuple[Values, int], Outcome] = {}

    def outlook(self, hand: Values, outcome: Outcome, stakes: int = 1) -> Outlook:
        """Return what HAND is worth against the first of UPS if OUTCOME comes of it.

        It has STAKES then, each as great as its first bet.
        """
        dealt = self.packing.first(self.dealt(hand)) or 1  # nothing comes of no chance
        back, made, win = self.packing.parts(self.packing.first(outcome))
        return Outlook(back / dealt - stakes, win / dealt, 1 - made / dealt)

    def dealt(self, hand: Values) -> int:
        """Return in how many orders HAND is dealt and the dealer has no natural."""
        return self.dealer.orders(hand) * self.dealer.looked(hand)

    def stay(self, hand: Values) -> Outcome:
        return self._compare(hand, BEST_PAYS if level(hand) == TWENTY_ONE else BETTER_PAYS)

    def hit(self, hand: Values) -> Outcome:
        """Return what comes of HAND if it hits, and is then played as well as it can be."""
        return sum(map(self.play, _with_another(hand)))

    def double(self, hand: Values) -> Outcome:
        outcome = sum([self._compare(more, BETTER_PAYS) for more in _with_another(hand)])
        return outcome + self.packing.only_back(outcome)

    def play(self, hand: Values) -> Outcome:
        """Return what comes of HAND if it hits or stays, whatever is better, or is over."""
        if hand not in self._played:
            kind, total = level(hand)
            if kind in PAID_AT_ONCE:
                dealt = self.dealt(hand)
                outcome = self.packing.outcome(BEST_PAYS * dealt, dealt, dealt)
            elif kind is HandType.TWENTY_ONE:
                outcome = self.stay(hand)
            elif total <= BEST_TOTAL - TEN:
                outcome = self.hit(hand)  # it cannot bust, and is no worse with any card
            else:
                outcome = self.packing.better(self.stay(hand), self.hit(hand))
            self._played[hand] = outcome
        return self._played[hand]

    def _compare(self, hand: Values, pays: int) -> Outcome:
        """Return what comes of HAND if it is compared, and PAYS so much if it is the better one."""
        if (hand, pays) not in self._compared:
            looked, (better, at_least) = self.dealer.looked(hand), self.dealer.compared(hand)
            back = pays * looked - better - (pays - 1) * at_least  # a tie gives back one stake
            outcome = self.packing.outcome(back, looked, looked - at_least)
            self._compared[hand, pays] = self.dealer.orders(hand) * outcome
        return self._compared[hand, pays]

    def dealer_busts(self, hand: Values) -> float:
        """Return the chance that the dealer's hand ends bust while the player holds HAND."""
        made = self.packing.first(self.dealer.at_least(hand, LAST_END))
        return 1 - made / self.packing.first(self.dealer.looked(hand))


class Opening(Struct, frozen=True, gc=False):
    """What a hand of two cards is worth before the dealer looks at the hole card."""

    up: int
    natural: float
    """The chance that the dealer has a natural."""
    against_natural: Outlook
    played: Outlook
    """What the hand comes to if the dealer has none, and it hits or stays."""
    doubled: Outlook
    """The same if it doubles, or is over."""

    @classmethod
    def of(cls, odds: HandOdds, hand: Values) -> Self:
        """Return what HAND is worth against the first of the cards that may be up."""
        is_over = level(hand)[0] is HandType.NATURAL
        played = odds.outlook(hand, odds.play(hand))
        doubled = played if is_over else odds.outlook(hand, odds.double(hand), DOUBLED)
        against_natural = STAND_OFF if is_over else BEATEN
        up, natural = odds.dealer.ups[0], odds.dealer.natural(hand)
        return cls(up, natural, against_natural, played, doubled)

    def outlook(self, bet: int, coins: int) -> Outlook:
        """Return what the hand is worth without insurance, with that BET and COINS left."""
        played = self.played
        if coins >= bet + LAST_COIN:
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


class Bets(Struct, frozen=True, gc=False):
    """What a bet is worth before any card is dealt."""

    insurable: tuple[tuple[float, Opening], ...]
    """Each hand against an ace, after the chance of both."""
    played: Outlook
    """What comes of all hands against any other card, times its chance, if none doubles."""
    doubled: Outlook
    """The same if each hand doubles that is worth more then."""

    def outlook(self, bet: int, coins: int, pays: int) -> Outlook:
        """Return what BET is worth with COINS left, and PAYS coins back for each of insurance."""
        cases = [(chance, opening.best(bet, coins, pays)) for chance, opening in self.insurable]
        return expected([*cases, (1, self.doubled if coins >= bet + LAST_COIN else self.played)])


@lru_cache(maxsize=TABLES)
def _bets_on(unseen: Unseen) -> Bets:
    """Return what bets are worth on cards of UNSEEN. They are the same for all at a table."""
    odds = HandOdds(tuple(VALUES), unseen)  # an ace is the first of them
    insurable = list[tuple[float, Opening]]()
    all_dealt = all_played = all_doubled = 0
    for hand in combinations_with_replacement(VALUES, 2):
        orders = len({hand, hand[::-1]})
        if chance := orders * odds.dealer.dealt(hand):
            insurable.append((chance, Opening.of(odds, hand)))
        dealt, played = odds.dealt(hand), odds.play(hand)
        # What the hand would stake to double is kept if it does not.
        doubled = played = played + odds.packing.outcome(dealt, 0, 0)
        if level(hand)[0] is not HandType.NATURAL:
            doubled = odds.packing.better(played, odds.double(hand))
        all_dealt += orders * dealt
        all_played += orders * played
        all_doubled += orders * doubled
    others = [_against_others(odds, all_dealt, each) for each in (all_played, all_doubled)]
    return Bets(tuple(insurable), *others)


def _against_others(odds: HandOdds, dealt: int, outcome: Outcome) -> Outlook:
    """Return what comes of all hands together against all ups but the first, times its chance.

    DEALT are their orders, of OUTCOME those against a dealer who has no natural.
    """
    packing, orders = odds.packing, odds.dealer.all_orders
    back, made, win = packing.parts(sum(packing.each(outcome)[1:]))
    staked = sum(packing.each(dealt)[1:])
    naturals, tied = odds.dealer.naturals_of_ten()
    value = (back - DOUBLED * staked) / orders - (naturals - tied)
    return Outlook(value, win / orders + tied, (staked - made) / orders)


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
        return replace(advice, dealer_natural=odds.dealer.natural(hand))
    return replace(advice, dealer_busts=odds.dealer_busts(hand))


def _bets(view: View) -> Iterator[MoveValue]:
    (option,) = view.ask.options
    bets = _bets_on(by_value(view.unseen))
    for bet in sorted({option.least or 0, option.most or 0}):
        coins = view.ask.chips - bet
        pays = _rules(view).insurance_pays
        yield MoveValue(Move(Verb.BET, bet), *bets.outlook(bet, coins, pays))


def _insurance(view: View) -> Iterator[MoveValue]:
    odds, hand = _hand_odds(view)
    opening = Opening.of(odds, hand)
    stakes = view.hand.bet, view.ask.chips
    insured = opening.insured(*stakes, _rules(view).insurance_pays)
    yield MoveValue(Move(Verb.PASS), *opening.outlook(*stakes))
    yield MoveValue(Move(Verb.INSURE, view.hand.bet // 2), *insured)


def _moves(view: View) -> Iterator[MoveValue]:
    odds, hand = _hand_odds(view)
    outcomes = {Verb.HIT: odds.hit, Verb.STAY: odds.stay, Verb.DOUBLE: odds.double}
    # Of moves that are worth the same the one named first is the best: to stay, as in ``play``.
    for option in sorted(view.ask.options, key=lambda option: option.verb is not Verb.STAY):
        stakes = DOUBLED if option.verb is Verb.DOUBLE else 1
        outlook = odds.outlook(hand, outcomes[option.verb](hand), stakes)
        yield MoveValue(Move(option.verb, option.least), *outlook)


def _rules(view: View) -> BlackJackRules:
    assert isinstance(view.rules, BlackJackRules)
    return view.rules


def _hand_odds(view: View) -> tuple[HandOdds, Values]:
    """Return the odds of the hand that the player is asked about, and the hand."""
    (dealer,) = view.of(DEALER)
    hand = tuple(sorted([card.value for card in view.hand.known]))
    unseen = by_value(view.unseen)
    up = dealer.known[0].value
    on_table = map((up, *hand).count, VALUES)
    return _odds_against(up, tuple(map(add, unseen, on_table))), hand


@lru_cache(maxsize=TABLES)
def _odds_against(up: int, unseen: Unseen) -> HandOdds:
    """Return the odds against UP. They are the same before and after a card of the player's."""
    return HandOdds((up,), unseen)

"""Shed Pontoon: players against each other; the bot deals and pays, and holds no hand."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from pontoon.events import (
    BetPlaced,
    Bought,
    Burned,
    Busted,
    FirstCard,
    HandResult,
    HandType,
    PlayerResult,
    Resigned,
    RoundBegan,
    SecondCard,
    SecondCardsOut,
    Settled,
    Split,
    Stuck,
    Twisted,
)
from pontoon.hand import BEST_TOTAL, FULL_HAND, Hand, Seat
from pontoon.moves import Ask, Bar, Option, Verb
from pontoon.round import Round, Script
from pontoon.shoe import Shoe

BURNING_TOTAL = 14
CLOWN_TOTAL = 16

Level = list[tuple[Seat, Hand]]
"""Hands that are equally good, each with its seat."""


@dataclass(frozen=True, slots=True)
class ShedRules:
    """The numbers of Shed Pontoon that a channel may change, with the defaults of the rule book.

    The bonuses are multiples of the stake. ``max_bet_percent`` is the greatest initial bet in per
    cent of a player's chips with 1, 2, 3, ... players; its last figure holds for any more.
    """

    decks: int = field(default=6, metadata={"least": 1, "most": 100})
    marker: tuple[int, int] = (60, 75)
    max_bet_percent: tuple[int, ...] = field(
        default=(1, 10, 20, 25, 50), metadata={"least": 1, "most": 100}
    )
    stick_min: int = field(default=16, metadata={"least": 2, "most": 21})
    max_splits: int = field(default=4, metadata={"least": 0, "most": 20})
    bonus_shed: Fraction = Fraction(7)
    bonus_five_card_21: Fraction = Fraction(4)
    bonus_five_card: Fraction = Fraction(3)
    bonus_pontoon: Fraction = Fraction(2)
    bonus_high: Fraction = Fraction(0)
    bonus_clown: Fraction = Fraction(3, 2)

    def bonus(self, hand_type: HandType) -> Fraction:
        """Return the bonus, as a multiple of the stake, that a winning hand of this type earns."""
        return {
            HandType.SHED_PONTOON: self.bonus_shed,
            HandType.FIVE_CARD_21: self.bonus_five_card_21,
            HandType.FIVE_CARD_TRICK: self.bonus_five_card,
            HandType.PONTOON: self.bonus_pontoon,
            HandType.HIGH_CARDS: self.bonus_high,
        }[hand_type]

    def max_bet(self, chips: int, players: int) -> int:
        """Return the greatest initial bet of somebody with CHIPS, PLAYERS being in the round.

        The share is rounded up to a whole chip, so that anyone with a chip can bet.
        """
        percents = self.max_bet_percent
        percent = percents[min(players, len(percents)) - 1]
        return -(-chips * percent // 100)


class ShedPontoon(Round):
    """A round of Shed Pontoon, told in the order in which it is played."""

    name = "pontoon"
    section = "shed"
    Rules = ShedRules

    def __init__(self, seats: Sequence[Seat], shoe: Shoe, rules: ShedRules) -> None:
        super().__init__(seats, shoe)
        self.rules = rules
        self._limits = {
            Bar.TOTAL_TOO_LOW: rules.stick_min,
            Bar.NOT_FOURTEEN: BURNING_TOTAL,
            Bar.NO_MORE_SPLITS: rules.max_splits,
        }

    def play(self) -> Script:
        """Play the round to its end."""
        self.note(RoundBegan(tuple(seat.player for seat in self.seats)))
        self.deal_first_cards()
        for seat in self.seats:
            yield from self.take_bet(seat)
        self.deal_second_cards()
        for seat in self.seats:
            yield from self.play_hands(seat)
        self.pay_the_winners()

    # The deal and the initial bets

    def deal_first_cards(self) -> None:
        """Deal one card to each player, shown to that player alone."""
        for seat in self.seats:
            hand = seat.add_hand(self.deal())
            self.note(FirstCard(seat.player, tuple(hand.cards)))

    def take_bet(self, seat: Seat) -> Script:
        """Ask for an initial bet between 1 chip and the maximum."""
        if seat.has_resigned:
            return
        hand = seat.hands[0]
        most = self.rules.max_bet(seat.chips, len(self.seats))
        move = yield self._ask(seat, hand, (Option(Verb.BET, 1, most),), {})
        if move is not None:
            seat.place_bet(hand, move.chips)
            self.note(BetPlaced(seat.player, move.chips))

    def deal_second_cards(self) -> None:
        """Deal a second card to each hand that was bet on."""
        for seat, hand in self._hands_in_play():
            self._deal_second_card(seat, hand)
        if any(self._hands_in_play()):
            self.note(SecondCardsOut())

    # Playing a hand

    def play_hands(self, seat: Seat) -> Script:
        """Play each hand of SEAT to its end; hands made by splitting come after those there."""
        for hand in seat.hands:  # grows as the hands in it are split
            yield from self.play_hand(seat, hand)

    def play_hand(self, seat: Seat, hand: Hand) -> Script:
        """Play HAND until it sticks, busts or holds five cards."""
        if seat.has_resigned:
            return
        if len(hand.cards) == 1:
            self._deal_second_card(seat, hand)
        while not hand.is_over:
            options, barred = self._options(seat, hand)
            move = yield self._ask(seat, hand, options, barred)
            if move is None:
                return
            self._PLAYS[move.verb](self, seat, hand)

    def stick(self, seat: Seat, hand: Hand) -> None:
        """End the hand."""
        hand.is_stuck = True
        self.note(Stuck(seat.player, seat.number_of(hand)))

    def twist(self, seat: Seat, hand: Hand) -> None:
        """Deal one card, shown to the channel; from now on the hand cannot buy."""
        hand.has_twisted = True
        self.deal_to(hand)
        self.note(Twisted(seat.player, seat.number_of(hand), hand.cards[-1]))
        self._end_if_over(seat, hand)

    def buy(self, seat: Seat, hand: Hand) -> None:
        """Add one initial bet to the stake, and deal one card, shown to the player alone."""
        seat.raise_stake(hand, hand.bet)
        self.deal_to(hand)
        self.note(Bought(seat.player, seat.number_of(hand), hand.bet, tuple(hand.cards)))
        self._end_if_over(seat, hand)

    def burn(self, seat: Seat, hand: Hand) -> None:
        """Add one initial bet to the stake, throw both cards away and deal two fresh ones."""
        seat.raise_stake(hand, hand.bet)
        hand.cards.clear()
        self.deal_to(hand)
        self.deal_to(hand)
        self.note(Burned(seat.player, seat.number_of(hand), hand.bet, tuple(hand.cards)))

    def split(self, seat: Seat, hand: Hand) -> None:
        """Move one card to a new hand with a stake of its own; deal this hand its second card."""
        new_hand = seat.add_hand(hand.cards.pop())
        seat.place_bet(new_hand, hand.bet)
        self.note(Split(seat.player, seat.number_of(hand), hand.bet))
        self._deal_second_card(seat, hand)

    _PLAYS: ClassVar[dict[Verb, Callable[["ShedPontoon", Seat, Hand], None]]] = {
        Verb.STICK: stick,
        Verb.TWIST: twist,
        Verb.BUY: buy,
        Verb.BURN: burn,
        Verb.SPLIT: split,
    }

    def bar_to(self, verb: Verb, seat: Seat, hand: Hand) -> Bar | None:
        """Return why HAND may not do VERB now, or None where it may: the table of moves."""
        match verb:
            case Verb.STICK:
                return Bar.TOTAL_TOO_LOW if hand.total < self.rules.stick_min else None
            case Verb.TWIST:
                return None
            case Verb.BUY:
                return Bar.HAS_TWISTED if hand.has_twisted else _bar_to_pay(seat, hand)
            case Verb.BURN:
                return _bar_to_burn(hand) or _bar_to_pay(seat, hand)
            case Verb.SPLIT:
                return self._bar_to_split(seat, hand) or _bar_to_pay(seat, hand)
        return Bar.NOT_NOW

    def _bar_to_split(self, seat: Seat, hand: Hand) -> Bar | None:
        if len(hand.cards) != 2:
            return Bar.NOT_TWO_CARDS
        if hand.cards[0].rank != hand.cards[1].rank:
            return Bar.NOT_A_PAIR
        splits = len(seat.hands) - 1
        return None if splits < self.rules.max_splits else Bar.NO_MORE_SPLITS

    def deal_to(self, hand: Hand) -> None:
        """Deal one card to HAND."""
        hand.cards.append(self.deal())

    def _deal_second_card(self, seat: Seat, hand: Hand) -> None:
        self.deal_to(hand)
        self.note(SecondCard(seat.player, seat.number_of(hand), tuple(hand.cards)))

    def _end_if_over(self, seat: Seat, hand: Hand) -> None:
        if hand.is_bust:
            self.note(Busted(seat.player, seat.number_of(hand)))
        elif hand.is_complete:
            self.stick(seat, hand)

    # Resigning

    def resign(self, seat: Seat) -> None:
        """Let SEAT leave: at no cost before its bet, afterwards losing what is staked."""
        seat.has_resigned = True
        lost = seat.staked
        if not lost:
            seat.hands.clear()
        self.note(Resigned(seat.player, lost))

    # Who wins, and what

    def levels(self) -> list[Level]:
        """Group the hands that are still in the round into levels, best first."""
        standing = [
            (level_of(hand), seat, hand) for seat, hand in self._hands_in_play() if not hand.is_bust
        ]
        standing.sort(key=_first, reverse=True)
        return [[(seat, hand) for _, seat, hand in group] for _, group in groupby(standing, _first)]

    def on_clown_wagon(self, levels: Sequence[Level]) -> Hand | None:
        """Return the hand for which 16 was enough, everybody else being out; None if there is none.

        The best level is high cards totalling 16, one hand alone has it, and somebody else had
        placed a bet.
        """
        if not levels or len(levels[0]) != 1:
            return None
        _, hand = levels[0][0]
        has_company = sum(seat.staked > 0 for seat in self.seats) > 1
        return hand if has_company and level_of(hand) == _CLOWN_LEVEL else None

    def pay_the_winners(self) -> None:
        """Settle every hand and every player, in the order of the seats."""
        levels = self.levels()
        winning = winners(levels)
        clown = self.on_clown_wagon(levels)
        players = []
        for seat in self.seats:
            gains = [self._pay(seat, hand, winning, clown) for hand in seat.hands]
            won = any(hand in winning for hand in seat.hands)
            players.append(PlayerResult(seat.player, sum(gains), int(bool(gains)), int(won)))
        self.finish()
        house = -sum(player.chips for player in players)
        self.note(Settled(tuple(players), house))

    def _hands_in_play(self) -> Iterator[tuple[Seat, Hand]]:
        return ((seat, hand) for seat, hand in self.hands() if not seat.has_resigned)

    def _pay(self, seat: Seat, hand: Hand, winning: Sequence[Hand], clown: Hand | None) -> int:
        """Note how HAND ended; return its gain in chips, which is negative for a loss."""
        hand_type = hand_type_of(hand)
        if hand is clown:
            gain = math.floor(hand.stake * self.rules.bonus_clown)
        elif hand in winning:
            gain = math.floor(hand.stake * self.rules.bonus(hand_type))
        else:
            gain = -hand.stake
        self.note(
            HandResult(
                seat.player,
                seat.number_of(hand),
                tuple(hand.cards),
                hand.total,
                hand_type,
                hand.stake,
                gain,
                hand is clown,
            )
        )
        return gain

    def _ask(
        self, seat: Seat, hand: Hand, options: tuple[Option, ...], barred: dict[Verb, Bar]
    ) -> Ask:
        return Ask(
            seat.player,
            options,
            tuple(hand.cards),
            hand.stake,
            seat.chips,
            seat.number_of(hand),
            barred,
            self._limits,
        )

    def _options(self, seat: Seat, hand: Hand) -> tuple[tuple[Option, ...], dict[Verb, Bar]]:
        options = []
        barred = {}
        for verb in self._PLAYS:
            bar = self.bar_to(verb, seat, hand)
            if bar is not None:
                barred[verb] = bar
            elif verb in _COSTS_A_BET:
                options.append(Option(verb, hand.bet, hand.bet))
            else:
                options.append(Option(verb))
        return tuple(options), barred


_COSTS_A_BET = frozenset({Verb.BUY, Verb.BURN, Verb.SPLIT})


def hand_type_of(hand: Hand) -> HandType:
    """Return what HAND is, looking for the best first."""
    if hand.is_bust:
        return HandType.BUST
    if len(hand.cards) == 3 and all(card.rank == "7" for card in hand.cards):
        return HandType.SHED_PONTOON
    if len(hand.cards) == FULL_HAND:
        return HandType.FIVE_CARD_21 if hand.total == BEST_TOTAL else HandType.FIVE_CARD_TRICK
    if len(hand.cards) == 2 and hand.total == BEST_TOTAL:
        return HandType.PONTOON
    return HandType.HIGH_CARDS


_STRENGTH = {
    HandType.SHED_PONTOON: 5,
    HandType.FIVE_CARD_21: 4,
    HandType.FIVE_CARD_TRICK: 3,
    HandType.PONTOON: 2,
    HandType.HIGH_CARDS: 1,
}


def level_of(hand: Hand) -> tuple[int, int]:
    """Return the level of a hand that is not bust; a greater one is better.

    Hands of one type are on one level; only high cards are told apart, by their total.
    """
    hand_type = hand_type_of(hand)
    return _STRENGTH[hand_type], hand.total if hand_type is HandType.HIGH_CARDS else 0


_CLOWN_LEVEL = (_STRENGTH[HandType.HIGH_CARDS], CLOWN_TOTAL)


def winners(levels: Iterable[Level]) -> list[Hand]:
    """Return the hands that win: all those of the best level, and of the levels below it.

    Below it, that goes on only as long as exactly the players of the best level own the hands.
    """
    winning: list[Hand] = []
    best_players: set[str] = set()
    for level in levels:
        players = {seat.player for seat, _ in level}
        best_players = best_players or players
        if players != best_players:
            break
        winning.extend(hand for _, hand in level)
    return winning


def _first(standing: tuple[tuple[int, int], Seat, Hand]) -> tuple[int, int]:
    return standing[0]


def _bar_to_pay(seat: Seat, hand: Hand) -> Bar | None:
    return None if seat.chips >= hand.bet else Bar.TOO_FEW_CHIPS


def _bar_to_burn(hand: Hand) -> Bar | None:
    if len(hand.cards) != 2:
        return Bar.NOT_TWO_CARDS
    if any(card.is_ace for card in hand.cards):
        return Bar.HAS_ACE
    return None if hand.total == BURNING_TOTAL else Bar.NOT_FOURTEEN

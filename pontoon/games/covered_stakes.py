"""Rounds with cover: nobody ever owes what they do not have (RULES 2, Cover)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pontoon.engine.events import BankerResult, PlayerResult, Resigned, Settled
from pontoon.engine.hands import Hand, Seat
from pontoon.engine.moves import Ask, Option, Phase, Verb, WhyNot
from pontoon.engine.round import Offer
from pontoon.games.absent_banker import AbsentBankerRound
from pontoon.games.dealt_round import PackRulesT
from pontoon.games.pontoon_hands import HandType, Level, hand_type_of, level_of

DOUBLE = 2
"""A hand wins or loses its stake this many times at most."""

FIVE_CARD_TRICK = (HandType.FIVE_CARD_TRICK, 0)
PONTOON = (HandType.PONTOON, 0)
"""The two levels that are paid double."""


class CoveredRound(AbsentBankerRound[PackRulesT]):
    """A round that takes a stake only if banker and player could both pay double.

    ``live`` are all live stakes: those on hands that are neither bust nor settled.
    """

    live = 0

    def ask_for(self, phase: Phase, seat: Seat, hand: Hand, options: tuple[Option, ...]) -> Ask:
        """Ask SEAT, and say what cover is left, which everybody may know."""
        return replace(super().ask_for(phase, seat, hand, options), cover=self.cover_left())

    def cover_left(self) -> int:
        """Return how much more can be staked so that the banker can pay all of it double.

        The banker's chips count with what busts have brought, without the kitty.
        """
        return self.banker.chips // DOUBLE - self.live

    def wallet_left(self, seat: Seat) -> int:
        """Return how much more SEAT can stake and keep as much again as its live stakes."""
        return (seat.chips - seat.live) // DOUBLE

    def at_risk(self, seat: Seat) -> int:
        """Return the most that SEAT can still lose: every live stake may be paid twice."""
        return super().at_risk(seat) + (DOUBLE * self.live if seat is self.banker else seat.live)

    def good_for(self, seat: Seat, most: int, kept: int = 0) -> int:
        """Return MOST, or as much as player and banker have cover for if so much cover is KEPT."""
        wallet, cover = self.wallet_left(seat), self.cover_left() - kept
        most = cover if cover < most else most
        return wallet if wallet < most else most

    def for_chips(self, verb: Verb, seat: Seat, least: int, most: int) -> Offer:
        """Offer VERB for LEAST to MOST chips, as far as the player and the banker have cover."""
        most = self.good_for(seat, most)
        if most >= least:
            return Option(verb, least, most)
        return WhyNot.TOO_FEW_CHIPS if self.wallet_left(seat) < least else WhyNot.BANK_TOO_SMALL

    def place_bet(self, seat: Seat, hand: Hand, chips: int) -> None:
        hand.bet = chips
        self.stake(seat, hand, chips)

    def stake(self, seat: Seat, hand: Hand, chips: int) -> None:
        """Stake CHIPS more on HAND."""
        seat.raise_stake(hand, chips)
        seat.live += chips
        self.live += chips

    def collect(self, seat: Seat, hand: Hand) -> None:
        """Throw in HAND; the banker collects its stake at once."""
        self.banker.chips += hand.stake
        seat.live -= hand.stake
        self.live -= hand.stake
        self.throw_in(hand)

    def pay(self, seat: Seat, hand: Hand, bankers: Level) -> int:
        """Settle HAND, unless its stake is collected already; return what it won or lost."""
        if seat.has_resigned or hand.is_bust:
            return -hand.stake
        gain = hand.stake * times_stake(level_of(hand), bankers)
        seat.chips += hand.stake + gain
        self.banker.chips -= gain
        return gain

    def settle_side_bet(self, _seat: Seat, _hand: Hand, _gain: int) -> int:
        """Settle the side bet on HAND, which has gained GAIN; return what the side bet gained."""
        return 0

    def note_results(self, gains: Mapping[Hand, int], won: int) -> None:
        """Note how the banker's hand ended, which has WON so much, and then the other hands."""
        bank = self.banker_hand
        self.note(BankerResult(self.banker.player, bank.cards, bank.total, hand_type_of(bank), won))
        for seat in self.punters:
            for hand in seat.hands:
                gain = gains[hand] + self.settle_side_bet(seat, hand, gains[hand])
                self.note_result(seat, hand, hand_type_of(hand), gain, shot=hand.side_bet)

    def resign(self, seat: Seat) -> None:
        """Let SEAT leave. Its live stakes go to the banker, and nothing doubles.

        The cards of a banker who leaves stay, and are played by rule.
        """
        seat.has_resigned = True
        if not seat.hands:
            self.leave_table(seat)
        hands = [] if seat is self.banker else [hand for hand in seat.hands if not hand.is_bust]
        self.note(Resigned(seat.player, sum(hand.stake + hand.side_bet for hand in hands)))
        for hand in hands:
            self.collect(seat, hand)
        if hands and not hands[0].bet:
            seat.hands.clear()
        if seat is self.banker:
            self.banker_leaves()

    def settle(self) -> None:
        """Settle every hand with the banker, move the bank, and settle every player."""
        bankers = level_of(self.banker_hand)
        gains: dict[Hand, int] = {}
        winners, won = set(), 0
        for seat in self.punters:
            for hand in seat.hands:
                gains[hand] = gain = self.pay(seat, hand, bankers)
                won -= gain
                if gain > 0:
                    winners.add(seat)
        self.note_results(gains, won)
        if won > 0 and not self.banker.has_resigned:
            winners.add(self.banker)
        self.move_bank()
        self.gather()
        results = [
            PlayerResult(
                seat.player, seat.change, 1 if seat.hands else 0, 1 if seat in winners else 0
            )
            for seat in (*self.seats, *self.unseated)
        ]
        self.note(Settled(tuple(results), 0, self.keep_kitty()))


def times_stake(level: Level, bankers: Level) -> int:
    """Return how many times its stake a hand of LEVEL wins against BANKERS; below 0 it loses."""
    if bankers == PONTOON or (bankers == FIVE_CARD_TRICK and level != PONTOON):
        return -DOUBLE
    if level <= bankers:
        return -1
    return DOUBLE if level >= FIVE_CARD_TRICK else 1

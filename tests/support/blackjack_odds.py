"""How a dealer's hands end, against what they must come to in the long run."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt

from pontoon.engine.decks import next_seed
from pontoon.engine.hands import Hand
from pontoon.games.blackjack import DEALER_STAYS, BlackJack, BlackJackRules
from pontoon.games.blackjack_hands import is_natural

HANDS_OF_A_SHOE = 20
"""Always as many, and far from its end: a shoe dealt up to a card gives more hands of big cards."""

OUTCOMES = ("17", "18", "19", "20", "21", "natural", "bust")
EXPECTED = {
    "A": (0.130017, 0.130822, 0.130594, 0.130910, 0.053504, 0.308682, 0.115473),
    "2": (0.139656, 0.134389, 0.130020, 0.124019, 0.118413, 0, 0.353504),
    "3": (0.134296, 0.130539, 0.125226, 0.120817, 0.114928, 0, 0.374194),
    "4": (0.130556, 0.124062, 0.121272, 0.116441, 0.111866, 0, 0.395805),
    "5": (0.121843, 0.122437, 0.117575, 0.111793, 0.107945, 0, 0.418406),
    "6": (0.165707, 0.106194, 0.106431, 0.101551, 0.097276, 0, 0.422842),
    "7": (0.369208, 0.137931, 0.078428, 0.078682, 0.073816, 0, 0.261936),
    "8": (0.128940, 0.359955, 0.128723, 0.069219, 0.069470, 0, 0.243693),
    "9": (0.120310, 0.117348, 0.351854, 0.120368, 0.060877, 0, 0.229242),
    "10": (0.111914, 0.111669, 0.111945, 0.340014, 0.034817, 0.077170, 0.212471),
    "all": (0.145245, 0.139258, 0.133685, 0.179527, 0.072874, 0.047489, 0.281921),
}
"""The final totals of a dealer by the card that is up; six decks, and no five-card rule."""

Endings = Counter[tuple[str, str]]
"""How often a dealer's hand ended so, by the card that is up and the outcome."""


class WithoutCharlies(BlackJack):
    """A round in which the dealer does not stop at five cards."""

    def dealer_draws(self) -> bool:
        """Tell whether the dealer takes another card: on 16 and under."""
        return self.dealer.total < DEALER_STAYS


def outcome(hand: Hand) -> str:
    """Return how a dealer's hand ended, by the name that it has in OUTCOMES."""
    if is_natural(hand):
        return "natural"
    return "bust" if hand.is_bust else str(hand.total)


def dealers_hands(deals: int, seed: bytes) -> Endings:
    """Deal so many hands to a dealer who plays each to its end, from shoes of SEED."""
    endings = Endings()
    rules = BlackJackRules()
    shoe = WithoutCharlies.new_equipment(rules, seed)
    for deal in range(deals):
        if deal and deal % HANDS_OF_A_SHOE == 0:
            shoe = shoe.renewed(next_seed(shoe.seed))
        this_round = WithoutCharlies([], shoe, rules)
        this_round.dealer = Hand((shoe.deal(), shoe.deal()))
        this_round.draw_for_the_dealer()
        up, ending = this_round.dealer.cards[0], outcome(this_round.dealer)
        endings["A" if up.is_ace else str(up.value), ending] += 1
        endings["all", ending] += 1
    return endings


def sigmas_off(endings: Endings) -> Mapping[tuple[str, str], float]:
    """Return by how many standard deviations each number of ENDINGS is off what it should be."""
    off = {}
    for up, chances in EXPECTED.items():
        hands = sum(endings[up, ending] for ending in OUTCOMES)
        for ending, chance in zip(OUTCOMES, chances, strict=True):
            deviation = sqrt(hands * chance * (1 - chance))
            distance = abs(endings[up, ending] - hands * chance)
            off[up, ending] = distance / deviation if deviation else distance
    return off

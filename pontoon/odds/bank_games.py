"""The advice in the games against a banker or dealer who is a player (RULES 2, 3 and 4).

A punter's moves are worked out here; those of the banker in ``banker``; what hands of others are
likely to be in ``beliefs``. The banker is taken to know with how many cards a hand has stuck, which
one was twisted first, and what lies open of all other hands, and to draw as is best against that.
So how the banker's hand ends follows from these; it is worked out exactly from the cards that the
player does not see.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from msgspec.structs import replace

from pontoon.engine.cards import PACK
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND
from pontoon.engine.moves import Move, Phase, Unit, Verb
from pontoon.games.british import MAX_HANDS
from pontoon.games.covered_stakes import DOUBLE
from pontoon.games.shoot import CARDS_TO_SHOOT_ON
from pontoon.odds.advice import (
    Advice,
    MoveValue,
    Outlook,
    Usual,
    advice_of,
    advice_on_bets,
    expected,
    sizes_of_bets,
)
from pontoon.odds.banker import (
    LEVELS,
    PONTOON_PLACE,
    TRICK_PLACE,
    Against,
    BankersHands,
    Expected,
    Policy,
    advise_banker,
    both,
    expected_gains,
    gains_against,
    in_order,
    settled,
)
from pontoon.odds.beliefs import (
    Held,
    all_held,
    as_others_see,
    held_if_stuck,
    left_by,
    levels_of,
    twists_of,
)
from pontoon.odds.habits import Terms, chance_to_shoot, chances_of_verbs, terms_for, terms_of
from pontoon.odds.pontoon_draws import (
    FIRST_CARDS,
    NO_CARDS,
    PONTOON,
    Count,
    DrawnHand,
    Unseen,
    Urn,
    by_value,
    count_of,
    draws,
    hand_of,
    with_card,
)
from pontoon.odds.view import SeenHand, View, tells

PAID_BY_ALL = -DOUBLE
"""What a hand gains for each unit of its bet against a pontoon that ends the round at once."""
PARTS_TO_BET = (4, 6, 10, 14)
"""Such a part of one's chips, as a bet, leaves enough to buy once for it, and one, two or three
times for twice as much: as much again must be left as is staked."""
HARDLY = 0.2
"""Less than this part of what is on a hand is not worth giving up a habit for."""
EVEN = 0.5
MOST_BUYS = 6
"""A hand buys for so many times its bet at most: three cards for twice as much each."""
WITHOUT_LIMIT = 100
"""More fingers than a hand can buy for."""


def advise_against_bank(view: View) -> Advice | None:
    """Return what each move on offer in VIEW is worth; None before the deal.

    Where a move has a range of amounts, the values are those of the least and of the most; of bets
    also what ``advice_on_bets`` tells. Before the second card nothing is said of busts: they are up
    to what lies open when the hand has 15 or 16, where all moves are worth much the same.
    """
    match view.ask.phase:
        case Phase.BET:
            return advice_on_bets([*_Punter(view).bets()])
        case Phase.SHOOT:
            return _as_expected(advice_of([*_Punter(view).shots()]), view)
        case Phase.HAND:
            return _as_expected(advice_of([*_Punter(view).moves()]), view)
        case Phase.BANKER:
            return advice_of([*advise_banker(view)])
    return None


def _as_expected(advice: Advice, view: View) -> Advice:
    """Return ADVICE on a hand with the usual moves that cost hardly anything beside the best one.

    Against a banker who expects a habit it can gain a little to break it. But if that became the
    habit, a banker who noticed would draw otherwise, and it would cost more.
    """
    hand, best = view.hand, advice.best
    if best.move.verb is Verb.SPLIT:
        return advice
    # Who buys buys for the most, lest the sum tells of the hand.
    made = {
        each.move.verb: each for each in sorted(advice.values, key=lambda each: each.move.chips)
    }
    usual = [
        (made[verb], chance)
        for verb, chance in _chances_of_verbs(view).items()
        if chance and verb in made and _costs_hardly(chance, made[verb], best, hand)
    ]
    whole = sum(chance for _, chance in usual)
    return replace(advice, usual=tuple([Usual(value, chance / whole) for value, chance in usual]))


def _costs_hardly(chance: float, made: MoveValue, best: MoveValue, hand: SeenHand) -> bool:
    """Tell whether it costs hardly anything to make another move than the BEST so often."""
    shot = made.move.chips if made.move.verb is Verb.SHOOT else 0
    on_it = hand.stake + hand.side_bet + shot
    return chance * (best.value - made.value) <= HARDLY * on_it / hand.bet


def _chances_of_verbs(view: View) -> Mapping[Verb, float]:
    """Return how likely others expect what of who is asked about a hand in VIEW."""
    hand, shot = view.hand, view.ask.option(Verb.SHOOT)
    count = count_of(tuple([card.value for card in hand.known]))
    shoots = chance_to_shoot(count) if shot and tells(shot.most or 0, hand.bet) else 0.0
    if view.ask.phase is Phase.SHOOT:
        return {Verb.SHOOT: shoots, Verb.PASS: 1 - shoots}
    covered = hand.covered[-1] if view.ask.option(Verb.BUY) else 0
    terms = terms_for(hand, terms_of(view))
    verbs = chances_of_verbs(terms, count, twists_of(hand), covered)
    return {Verb.SHOOT: shoots} | {verb: (1 - shoots) * each for verb, each in verbs.items()}


Comparison = Sequence[tuple[float, float]]
"""What a hand gains for each unit of its stake, and its chance to be better, by its level."""

A_PONTOON: Held = {hand_of(Count(FIRST_CARDS, BEST_TOTAL, is_soft=True)): 1.0}
A_TRICK: Held = {hand_of(Count(FULL_HAND, BEST_TOTAL, is_soft=False)): 1.0}
"""What everybody sees such hands to be."""


class Stakes(NamedTuple):
    """What is on a hand, and what may be added to it."""

    stake: int
    side_bet: int = 0
    last_buy: int = 0
    """0 if it has bought nothing."""
    room: int = 0
    """The most that it may buy for, all together; 0 after a twist."""
    shots: int = 0
    """The most that it may shoot for on three cards."""
    twists: int = 0
    """How many cards are twisted to it from now on. Those that were bought came before them."""
    shot: Verb | None = None
    """SHOOT or PASS once it has taken a fourth card from now on, if that tells others of it."""


def _twisted(stakes: Stakes) -> Stakes:
    stake, side_bet, _, _, shots, twists, shot = stakes
    return Stakes(stake, side_bet, 0, 0, shots, twists + 1, shot)


def _bought(stakes: Stakes, chips: int) -> Stakes:
    stake, side_bet, _, room, shots, twists, shot = stakes
    return Stakes(stake + chips, side_bet, chips, room - chips, shots, twists, shot)


def _told_by(chips: int, most: int, bet: int) -> Verb | None:
    """Return as what a shoot bet of CHIPS counts beside a BET, where MOST can be shot for."""
    if not tells(most, bet):
        return None
    return Verb.SHOOT if tells(chips, bet) else Verb.PASS


class AgainstBank:
    """How HAND, as others see it, compares with the banker's, who gains by OTHERS too.

    To the banker, who has one of BANKERS_HANDS, the cards hidden in the hand and those to come are
    of BANKERS_UNSEEN.
    """

    def __init__(
        self,
        terms: Terms,
        bankers_hands: BankersHands,
        bankers_unseen: Unseen,
        hand: SeenHand,
        others: Expected,
    ) -> None:
        self._terms = terms
        self._bankers_hands = bankers_hands
        self._bankers_unseen = bankers_unseen
        self._hand = hand
        self._by_others = others
        self._of_stuck: dict[tuple[int, int, int, Verb | None], Comparison] = {}
        self.best: dict[Hashable, dict[DrawnHand, Outlook]] = defaultdict(dict)
        """What is known of the best play of hands, by what decides what each unit staked gains."""

    @cached_property
    def of_pontoon(self) -> tuple[float, float]:
        """What a pontoon gains for each unit of its stake, and its chance to win."""
        return self._comparison(A_PONTOON)[PONTOON_PLACE]

    @cached_property
    def of_trick(self) -> tuple[float, float]:
        """The same of a five-card trick."""
        return self._comparison(A_TRICK)[TRICK_PLACE]

    def of_stuck(self, cards: int, twists: int, twisted: int, shot: Verb | None) -> Comparison:
        """Return what hands gain that stick on so many CARDS, and their chances to win.

        The last TWISTS cards were twisted from now on. TWISTED is the value of the third card if
        that will lie open, else 0. SHOT is that of ``Stakes``.
        """
        key = cards, twists, twisted, shot
        if key not in self._of_stuck:
            self._of_stuck[key] = self._comparison(self._stuck(*key))
        return self._of_stuck[key]

    def _stuck(self, cards: int, twists: int, twisted: int, shot: Verb | None) -> Held:
        """Return what the banker takes a hand for that has stuck with this many CARDS."""
        hand, cards_before = self._hand, max(len(self._hand.cards), FIRST_CARDS)
        acts = [*[Verb.BUY] * (cards - cards_before - twists), *[Verb.TWIST] * twists]
        if shot:  # before the last card: with another one it would be a five-card trick
            acts.insert(-1, shot)
        if twisted:
            hand = replace(hand, cards=[*hand.cards, PACK[twisted - 1]], acts=[*hand.acts, *acts])
            acts = []
        return held_if_stuck(hand, acts, self._terms, self._bankers_unseen)

    def _comparison(self, stuck: Held) -> Comparison:
        """Return the comparison of hands that have STUCK, as the banker sees them."""
        terms = self._terms
        mine = settled(self._hand, stuck)
        by_mine = expected_gains([mine], terms, self._bankers_unseen)
        policy = Policy(both(by_mine, self._by_others), mine.left_of(self._bankers_unseen))
        ends = self._bankers_hands.ends(policy)
        if terms.is_pontoon_shown_at_once:
            ends[PONTOON_PLACE] = 0.0
        whole = sum(ends)
        chances = [chance / whole for chance in ends]
        wins = accumulate(chances[:-1], initial=0.0)
        return [*zip(gains_against(chances, terms), wins, strict=True)]


class Play(NamedTuple):
    """What a hand is played for: the BET that it began with, and against which BANK.

    The cards that it draws are of URN.
    """

    terms: Terms
    bet: int
    urn: Urn
    bank: AgainstBank


class HandOdds:
    """What hands with the same STAKES are worth, if they are then played as well as they can be.

    Values are for each unit of the stake that they have by then.
    """

    def __init__(self, play: Play, stakes: Stakes) -> None:
        self.stakes = stakes
        self._play = play
        self._best = play.bank.best[self._scale]
        self._stuck: dict[tuple[int, int], Comparison] = {}
        self._in_the_end: dict[DrawnHand, Mapping[int, float]] = {}

    @property
    def _scale(self) -> Hashable:
        """What decides what each unit of the stake gains. Often that does not depend on the bet."""
        stakes = self.stakes
        if stakes.room or stakes.shots or stakes.side_bet:
            return self._play.bet, stakes
        return stakes._replace(stake=1, last_buy=0)

    def with_stakes(self, stakes: Stakes) -> "HandOdds":
        """Return the odds of the same hands with other STAKES."""
        return HandOdds(self._play, stakes)

    @cached_property
    def twisted(self) -> "HandOdds":
        """The odds of the same hands when they get another card that is twisted."""
        return self.with_stakes(_twisted(self.stakes))

    def bought(self, chips: int) -> "HandOdds":
        """Return the odds of the same hands when they get a card that is bought for CHIPS."""
        return self.with_stakes(_bought(self.stakes, chips))

    def shot(self, chips: int) -> "HandOdds":
        """Return the odds of hands that shoot for CHIPS on three cards, and must draw then."""
        stakes = self.stakes
        told = _told_by(chips, stakes.shots, self._play.bet)
        side_bet = stakes.side_bet + chips
        return self.with_stakes(stakes._replace(side_bet=side_bet, shots=0, shot=told))

    @cached_property
    def drawing(self) -> Sequence["HandOdds"]:
        """The odds when they get another card: twisted, or bought if they may buy."""
        stakes, play = self.stakes, self._play
        if stakes.room:
            least, most = play.terms.buys(play.bet, stakes.last_buy)
            if stakes.room >= least:  # what is worth buying is worth most for the most
                return self.twisted, self.bought(min(most, stakes.room))
        return (self.twisted,)

    @cached_property
    def _passed(self) -> "HandOdds":
        return self.shot(0)

    @cached_property
    def _shot_most(self) -> "HandOdds":
        return self.shot(self.stakes.shots)

    def stick(self, hand: DrawnHand) -> Outlook:
        """Return what HAND is worth if it sticks."""
        return self._compared(*self._comparison(hand))

    def _comparison(self, hand: DrawnHand) -> tuple[float, float]:
        count, bank, stakes = hand.count, self._play.bank, self.stakes
        if count.cards == FIRST_CARDS and count.total == BEST_TOTAL:
            return bank.of_pontoon
        # The other cards of longer hands lie open, too, but to look at all would take too long.
        is_twisted = stakes.twists and len(hand.drawn) == 1 and count.cards == FIRST_CARDS + 1
        key = count.cards, hand.drawn[0] if is_twisted else 0
        if key not in self._stuck:
            cards, twisted = key
            self._stuck[key] = bank.of_stuck(cards, stakes.twists, twisted, stakes.shot)
        return self._stuck[key][LEVELS[hand.place]]

    def _compared(self, gain: float, win: float) -> Outlook:
        return Outlook(gain + self._side * (2 * win - 1), win, 0)

    @cached_property
    def _side(self) -> float:
        """What is won or lost by a side bet, for each unit of the stake."""
        return self.stakes.side_bet / self.stakes.stake

    def draw(self, hand: DrawnHand) -> Outlook:
        """Return what HAND is worth if it gets another card, for which these stakes are paid."""
        cards, urn, stakes = hand.count.cards, self._play.urn, self.stakes
        if cards == CARDS_TO_SHOOT_ON and stakes.shots:
            return self._passed.draw(hand)
        bust = 1 - urn.chance_to_fit(hand)
        value, win = -bust * (1 + self._side), 0.0
        if cards == FULL_HAND - 1:
            worth, wins, _ = self._trick
            return Outlook(value + (1 - bust) * worth, (1 - bust) * wins, bust)
        known = self._best
        for chance, each in zip(urn.chances(hand), hand.fits, strict=True):
            if chance:
                worth, wins, busts = known.get(each) or self.best(each)
                value += chance * worth
                win += chance * wins
                bust += chance * busts
        return Outlook(value, win, bust)

    def drawn(self, hand: DrawnHand, after: "HandOdds") -> Outlook:
        """Return what HAND is worth for each unit staked now if it draws by the odds AFTER."""
        outlook, times = after.draw(hand), after.stakes.stake / self.stakes.stake
        return outlook if times == 1 else outlook._replace(value=times * outlook.value)

    @cached_property
    def _trick(self) -> Outlook:
        return self._compared(*self._play.bank.of_trick)

    def best(self, hand: DrawnHand) -> Outlook:
        """Return what HAND is worth if it is played as well as it can be."""
        if hand not in self._best:
            self._best[hand], _ = self._best_move(hand)
        return self._best[hand]

    def _best_move(self, hand: DrawnHand) -> "tuple[Outlook, HandOdds | None]":
        return max(self._moves(hand), key=itemgetter(0))

    def _moves(self, hand: DrawnHand) -> Iterator[tuple[Outlook, "HandOdds | None"]]:
        """Yield what each move with HAND is worth, and by which odds it draws, unless it sticks."""
        count, stakes = hand.count, self.stakes
        if count.total == BEST_TOTAL or self._play.terms.may_stick(count):
            yield self.stick(hand), None
        if count.total == BEST_TOTAL:
            return
        for after in self.drawing:
            outlook = self.drawn(hand, after)
            yield outlook, after
            if stakes.shots and outlook.win > EVEN and count.cards == CARDS_TO_SHOOT_ON:
                for shot in self._shot_most.drawing:
                    yield self.drawn(hand, shot), shot

    def stakes_in_the_end(self, hand: DrawnHand) -> Mapping[int, float]:
        """Return what can be on HAND in the end if it gets another card, each with its chance."""
        stake, urn = self.stakes.stake, self._play.urn
        if hand.count.cards == FULL_HAND - 1 or not self.stakes.room:
            return {stake: 1.0}
        if hand not in self._in_the_end:
            self._in_the_end[hand] = found = defaultdict[int, float](float)
            found[stake] += 1 - urn.chance_to_fit(hand)
            for chance, each in zip(urn.chances(hand), hand.fits, strict=True):
                _, after = self._best_move(each)
                ends = after.stakes_in_the_end(each) if after else {stake: 1.0}
                for staked, likely in ends.items():
                    found[staked] += chance * likely
        return self._in_the_end[hand]


class _Punter:
    """A player who is asked about a hand that they play against the banker."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._ask = view.ask
        self._terms = terms_of(view)
        self._unseen_ranks = view.unseen
        unseen = by_value(view.unseen)
        punters = [hand for hand in view.others if hand.player != view.banker]
        found = all_held(punters, self._terms, unseen)
        self._urn = Urn(left_by(punters, found, unseen))
        """What the next cards are of, and those of the banker."""
        self._bankers_hands = BankersHands(self._urn)
        self._hand = hand = view.hand
        self._own = hand_of(count_of(tuple([card.value for card in hand.known])))
        live = sum(each.stake for each in view.of(view.player) if not each.is_bust)
        self._free = view.ask.chips - live
        """The chips that are not needed for what is staked already."""
        self._banks: dict[tuple[Verb | None, int], AgainstBank] = {}

    def bets(self) -> Iterator[MoveValue]:
        """Yield what bets are worth, without shoot bets, which are bets of their own."""
        (option,) = self._ask.options
        parts = () if self._ask.unit is Unit.FINGERS else PARTS_TO_BET
        # With room for as many buys a bet is worth as much for each chip. For fingers nobody buys.
        known: dict[float, tuple[float, float]] = {}
        for bet in sizes_of_bets(option, self._free, parts):
            room = self._room(self._free - DOUBLE * bet, (self._cover - bet) // self._punters)
            room_for_each = min(room / bet, MOST_BUYS)
            if room_for_each not in known:
                outlook = self._first_card(bet, Stakes(bet, room=room), self._bank())
                known[room_for_each] = outlook.value, outlook.win
            yield MoveValue(Move(Verb.BET, bet), *known[room_for_each])

    def shots(self) -> Iterator[MoveValue]:
        """Yield what shoot bets are worth before the second card, and none."""
        bet, room = self._hand.bet, self._room(self._free, self._cover // self._punters)
        for move in self._moves_on_offer():
            later = (self._most_shot() - move.chips) // self._punters
            stakes = Stakes(bet, move.chips, 0, room, later)
            told = _told_by(move.chips, self._most_shot(), bet)
            outlook = self._first_card(bet, stakes, self._bank(told, move.chips))
            yield MoveValue(move, outlook.value, outlook.win)

    def moves(self) -> Iterator[MoveValue]:
        hand, stakes = self._own, self._stakes()
        odds = HandOdds(Play(self._terms, self._hand.bet, self._urn, self._bank()), stakes)
        for move in self._moves_on_offer():
            match move.verb:
                case Verb.STICK:
                    outlook = odds.stick(hand)
                case Verb.TWIST:
                    outlook = odds.drawn(hand, odds.twisted)
                case Verb.BUY:
                    outlook = odds.drawn(hand, odds.bought(move.chips))
                case Verb.SHOOT:
                    outlook = max(odds.drawn(hand, each) for each in odds.shot(move.chips).drawing)
                case _:
                    outlook = self._split(stakes)
            value = outlook.value * stakes.stake / self._hand.bet
            yield MoveValue(move, value, outlook.win, outlook.bust)

    def _moves_on_offer(self) -> Iterator[Move]:
        """Yield all moves on offer, with the least and the most that they take."""
        for option in self._ask.options:
            yield Move(option.verb, option.least)
            if option.most != option.least:
                yield Move(option.verb, option.most)

    def _stakes(self) -> Stakes:
        """Return what is on the hand that is played, and what may be added to it."""
        hand, buy = self._hand, self._ask.option(Verb.BUY)
        stakes = Stakes(hand.stake, hand.side_bet, shots=self._most_shot())
        if buy is None:
            return stakes
        most = buy.most or 0
        last_buy = most if Verb.BUY in hand.acts else 0
        return stakes._replace(last_buy=last_buy, room=self._room(self._free, self._cover))

    def _room(self, free: int, cover: int) -> int:
        """Return what a hand may buy for, all together, with so much FREE and so much COVER."""
        if self._ask.unit is Unit.FINGERS:
            return WITHOUT_LIMIT
        return max(min(free // DOUBLE, cover), 0)

    @property
    def _cover(self) -> int:
        """What can still be staked against the banker."""
        return self._free if self._ask.cover is None else self._ask.cover

    @property
    def _punters(self) -> int:
        """Among how many cover and kitty are shared: as long as all are to play, evenly."""
        return max(len(self._view.players) - 1, 1)

    def _most_shot(self) -> int:
        """Return the most that the player may shoot, as far as they know."""
        option = self._ask.option(Verb.SHOOT)
        return option.most or 0 if option else max(min(self._view.kitty, self._free), 0)

    @cached_property
    def _bankers_unseen(self) -> Unseen:
        """The cards that are hidden from the banker, those of the banker's own hand included."""
        hidden = Counter(self._unseen_ranks)
        for hand in self._view.of(self._view.player):
            seen = as_others_see(hand, is_split=self._is_split).cards
            hidden.update(
                card.rank
                for card, open_card in zip(hand.cards, seen, strict=True)
                if card is not None and open_card is None and not hand.is_bust
            )
        return by_value(hidden)

    @property
    def _is_split(self) -> bool:
        return len(self._view.of(self._view.player)) > 1

    def _bank(self, told: Verb | None = None, shot: int = 0) -> AgainstBank:
        """Return how the hand compares with the banker's, if it sticks.

        SHOT is what it shoots for now, and TOLD what that tells the banker.
        """
        key = told, shot if told is Verb.SHOOT else 0  # less makes no difference to the banker
        if key not in self._banks:
            stake = self._hand.stake or self._ask.options[0].least or 0
            mine = as_others_see(replace(self._hand, stake=stake), is_split=self._is_split)
            if told:
                mine = replace(mine, acts=[*mine.acts, told], side_bet=mine.side_bet + key[1])
            self._banks[key] = self._against_bank(mine, self._others(), stake)
        return self._banks[key]

    def _against_bank(self, mine: SeenHand, others: Sequence[SeenHand], bet: int) -> AgainstBank:
        """Return how MINE compares beside OTHERS, of which those without a bet will have BET."""
        terms, unseen = self._terms, self._bankers_unseen
        found = all_held([*others, mine], terms, unseen)[:-1]
        left = left_by(others, found, unseen)
        against = [
            settled(hand, hands, bet)
            if hand.is_over
            else Against(
                hand.stake or bet,
                hand.side_bet,
                in_order(levels_of(hand, hands, terms, draws(left))),
            )
            for hand, hands in zip(others, found, strict=True)
            if not (hand.is_bust or hand.has_resigned)
        ]
        others_gains = expected_gains(against, terms, unseen)
        return AgainstBank(terms, self._bankers_hands, left, mine, others_gains)

    def _others(self) -> list[SeenHand]:
        """Return all other hands against the banker, as the banker sees them."""
        view, found = self._view, []
        for player in view.players:
            if player != view.banker:
                for hand in view.of(player) or [SeenHand(player, 1)]:
                    if player == view.player and not hand.is_bust and hand is not self._hand:
                        found.append(as_others_see(hand, is_split=self._is_split))
                    elif hand is not self._hand:
                        found.append(hand)
        return found

    def _first_card(self, bet: int, stakes: Stakes, bank: AgainstBank) -> Outlook:
        """Return what a hand of one card is worth, before its second is dealt."""
        played = HandOdds(Play(self._terms, bet, self._urn, bank), stakes).draw(self._own)
        chance = self._chance_of_bankers_pontoon
        loses = PAID_BY_ALL - stakes.side_bet / stakes.stake
        return expected(((1 - chance, played), (chance, Outlook(loses, 0, 0))))

    @cached_property
    def _chance_of_bankers_pontoon(self) -> float:
        """Return the chance that the banker has a pontoon that ends the round at once."""
        if not self._terms.is_pontoon_shown_at_once or self._are_second_cards_out():
            return 0.0
        return sum(
            chance for pair, chance in self._urn.chances_of_two().items() if pair.level == PONTOON
        )

    def _are_second_cards_out(self) -> bool:
        return any(
            len(hand.cards) == FIRST_CARDS for hand in self._view.of(self._view.banker or "")
        )

    @property
    def _half_hand(self) -> DrawnHand:
        """Half of the pair that is split."""
        return hand_of(with_card(NO_CARDS, self._hand.known[0].value))

    def _split(self, stakes: Stakes) -> Outlook:
        """Return what both hands of a split are worth, the second with what the first has left.

        More than it can buy for and split again is as good as that.
        """
        bet, card = self._hand.bet, self._half_hand
        half = SeenHand(self._view.player, 1, [self._hand.cards[0], None], [], bet, bet)
        bank = self._against_bank(half, [*self._others(), half], bet)
        play = Play(self._terms, bet, self._urn, bank)
        room = max(stakes.room - bet, 0)
        first = HandOdds(play, Stakes(bet, stakes.side_bet, 0, room))
        old = self._half(first)
        left: dict[int, float] = defaultdict(float)
        for stake, chance in first.stakes_in_the_end(card).items():
            left[min(room - (stake - bet), (MOST_BUYS + 1) * bet)] += chance
        new = expected(
            (chance, self._half(HandOdds(play, Stakes(bet, room=room))))
            for room, chance in left.items()
        )
        return Outlook(old.value + new.value, (old.win + new.win) / 2, (old.bust + new.bust) / 2)

    def _half(self, odds: HandOdds) -> Outlook:
        """Return what a hand of a split is worth by its ODDS, before its second card.

        If it becomes the same pair again it is split again where that is better, but only once.
        """
        bet, card, value = self._hand.bet, self._half_hand, self._hand.known[0].value
        outlook, pair, stakes = odds.draw(card), card.after[value - 1], odds.stakes
        has_split_left = len(self._view.of(self._view.player)) + 2 <= MAX_HANDS
        if not has_split_left or stakes.room < bet:
            return outlook
        half = odds.with_stakes(stakes._replace(room=stakes.room - bet))
        halves = 2 * half.draw(card).value
        gained = max(halves - odds.best(pair).value, 0)
        ranks = self._unseen_ranks
        again = ranks[self._hand.known[0].rank] / sum(ranks.values())
        return outlook._replace(value=outlook.value + again * gained)

"""The advice in the games against a banker or dealer who is a player (RULES 2, 3 and 4)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from pontoon.engine.moves import Move, Phase, Unit, Verb
from pontoon.games.british import MAX_HANDS
from pontoon.games.covered_stakes import DOUBLE
from pontoon.odds.advice import (
    Advice,
    MoveValue,
    advice_of,
    advice_on_bets,
    sizes_of_bets,
)
from pontoon.odds.bank_field import all_held, as_others_see, left_by, levels_of, terms_for
from pontoon.odds.bank_terms import terms_of, usual_verb
from pontoon.odds.banker import Against, Hands, advise_banker, expected_gains
from pontoon.odds.outlook import Outlook, expected
from pontoon.odds.pontoon_draws import (
    FIRST_CARDS,
    PONTOON,
    Unseen,
    by_value,
    count_of,
    draws,
)
from pontoon.odds.punter import AgainstBank, HandOdds, Stakes
from pontoon.odds.view import SeenHand, View

PAID_BY_ALL = -DOUBLE
"""What a hand gains for each unit of its bet against a pontoon that ends the round at once."""
PARTS_TO_BET = (4, 6, 10, 14)
"""Such a part of one's chips, as a bet, leaves enough to buy once for it, and one, two or three
times for twice as much: as much again must be left as is staked."""
HARDLY = 0.12
"""Less than this part of a stake is not worth giving up a habit for."""
WITHOUT_LIMIT = 100
"""More fingers than a hand can buy for."""


def advise_against_bank(view: View) -> Advice | None:
    """Return what each move on offer in VIEW is worth; None before the deal.

    Where a move has a range of amounts, the values are those of the least and of the most; of bets
    also what ``advice_on_bets`` tells.
    """
    match view.ask.phase:
        case Phase.BET:
            return advice_on_bets([*_Punter(view).bets()])
        case Phase.SHOOT:
            return advice_of([*_Punter(view).shots()])
        case Phase.HAND:
            return _as_expected(advice_of([*_Punter(view).moves()]), view)
        case Phase.BANKER:
            return advice_of([*advise_banker(view)])
    return None


def _as_expected(advice: Advice, view: View) -> Advice:
    """Return ADVICE on a hand with the usual move, if the best one is hardly better.

    Against a banker who expects a habit it can gain a little to break it. But if that became the
    habit, a banker who noticed would draw otherwise, and it would cost more.
    """
    hand, best = view.hand, advice.best
    count = count_of(tuple([card.value for card in hand.known]))
    verb = usual_verb(terms_for(hand, terms_of(view)), count, has_twisted=Verb.TWIST in hand.acts)
    if verb is Verb.BUY and not view.ask.option(Verb.BUY):
        verb = Verb.TWIST
    usual = next((each for each in advice.values if each.move.verb is verb), best)
    is_hardly_worse = usual.value >= best.value - HARDLY * hand.stake / hand.bet
    if best.move.verb in (Verb.STICK, Verb.TWIST, Verb.BUY) and is_hardly_worse:
        return replace(advice, usual=usual)
    return advice


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
        self._unseen = left_by(punters, found, unseen)
        """What the next cards are of, and those of the banker."""
        self._hand = hand = view.hand
        self._own = tuple(sorted(card.value for card in hand.known))
        live = sum(each.stake for each in view.of(view.player) if not each.is_bust)
        self._free = view.ask.chips - live
        """The chips that are not needed for what is staked already."""

    def bets(self) -> Iterator[MoveValue]:
        """Yield what bets are worth, without shoot bets, which are bets of their own."""
        (option,) = self._ask.options
        parts = () if self._ask.unit is Unit.FINGERS else PARTS_TO_BET
        for bet in sizes_of_bets(option, self._free, parts):
            stakes = Stakes(bet, room=self._room(self._free - 2 * bet))
            outlook = self._first_card(bet, stakes, self._bank_after())
            yield self._value(bet, Move(Verb.BET, bet), outlook)

    def shots(self) -> Iterator[MoveValue]:
        """Yield what shoot bets are worth before the second card, and none."""
        bet, room = self._hand.bet, self._room(self._free)
        punters = max(len(self._view.players) - 1, 1)
        for move in self._moves_on_offer():
            later = (self._most_shot() - move.chips) // punters  # others want their share of it
            stakes = Stakes(bet, move.chips, 0, room, later)
            outlook = self._first_card(bet, stakes, self._bank_after(move))
            yield self._value(bet, move, outlook)

    def moves(self) -> Iterator[MoveValue]:
        hand, stakes = self._own, self._stakes()
        odds = HandOdds(self._terms, self._hand.bet, self._unseen, hand, self._bank_after())
        for move in self._moves_on_offer():
            match move.verb:
                case Verb.STICK:
                    outlook = odds.stick(hand, stakes)
                case Verb.TWIST:
                    outlook = odds.twist(hand, stakes)
                case Verb.BUY:
                    outlook = odds.buy(hand, stakes, move.chips)
                case Verb.SHOOT:
                    outlook = odds.shoot(hand, stakes, move.chips)
                case _:
                    outlook = self._split(stakes)
            yield self._value(self._hand.bet, move, outlook)

    def _value(self, bet: int, move: Move, outlook: Outlook) -> MoveValue:
        return MoveValue(move, outlook.value / bet, outlook.win, outlook.bust)

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
        _, by_rules = self._terms.buys(hand.bet, last_buy)
        room = self._room(self._free) if most == by_rules else most
        return stakes._replace(last_buy=last_buy, room=room)

    def _room(self, free: int) -> int:
        """Return what a hand may buy for, all together, with so much FREE."""
        return WITHOUT_LIMIT if self._ask.unit is Unit.FINGERS else max(free // DOUBLE, 0)

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

    def _bank_after(self, shot: Move | None = None) -> AgainstBank:
        """Return how the hand compares with the banker's, if it sticks after SHOT, if any."""
        stake = self._hand.stake or self._ask.options[0].least or 0
        mine = as_others_see(replace(self._hand, stake=stake), is_split=self._is_split)
        if shot:
            side_bet = mine.side_bet + shot.chips
            mine = replace(mine, acts=[*mine.acts, shot.verb], side_bet=side_bet)
        return self._against_bank(mine, self._others(), stake)

    def _against_bank(self, mine: SeenHand, others: Sequence[SeenHand], bet: int) -> AgainstBank:
        """Return how MINE compares beside OTHERS, of which those without a bet will have BET."""
        terms, unseen = self._terms, self._bankers_unseen
        found = all_held([*others, mine], terms, unseen)[:-1]
        left = left_by(others, found, unseen)
        against = [
            (
                Against(
                    hand.stake or bet,
                    hand.side_bet,
                    levels_of(hand, hands, terms, draws(left)),
                    hand.is_over,
                ),
                hands,
            )
            for hand, hands in zip(others, found, strict=True)
            if not (hand.is_bust or hand.has_resigned)
        ]
        return AgainstBank(terms, self._unseen, left, mine, expected_gains(against, terms, unseen))

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
        odds = HandOdds(self._terms, bet, self._unseen, self._own, bank)
        played = odds.draw(self._own, stakes)
        chance = self._chance_of_bankers_pontoon()
        loses = PAID_BY_ALL * stakes.stake - stakes.side_bet
        return expected(((1 - chance, played), (chance, Outlook(loses, 0, 0))))

    def _chance_of_bankers_pontoon(self) -> float:
        """Return the chance that the banker has a pontoon that ends the round at once."""
        if not self._terms.is_pontoon_shown_at_once or self._are_second_cards_out():
            return 0.0
        return Hands(self._unseen).ends(None)[PONTOON]

    def _are_second_cards_out(self) -> bool:
        return any(
            len(hand.cards) == FIRST_CARDS for hand in self._view.of(self._view.banker or "")
        )

    def _split(self, stakes: Stakes) -> Outlook:
        """Return what both hands of a split are worth, the second with what the first has left."""
        bet, card = self._hand.bet, self._own[:1]
        half = SeenHand(self._view.player, 1, [self._hand.cards[0], None], [], bet, bet)
        bank = self._against_bank(half, [*self._others(), half], bet)
        odds = HandOdds(self._terms, bet, self._unseen, card, bank)
        room = max(stakes.room - bet, 0)
        first = Stakes(bet, stakes.side_bet, 0, room)
        old = self._half(odds, first)
        new = expected(
            (chance, self._half(odds, Stakes(bet, room=room - (stake - bet))))
            for stake, chance in odds.stakes_in_the_end(card, first).items()
        )
        return Outlook(old.value + new.value, (old.win + new.win) / 2, (old.bust + new.bust) / 2)

    def _half(self, odds: HandOdds, stakes: Stakes) -> Outlook:
        """Return what a hand of a split is worth with STAKES, before its second card.

        If it becomes the same pair again it is split again where that is better, but only once.
        """
        bet, card = self._hand.bet, self._own[:1]
        outlook, pair = odds.draw(card, stakes), card * FIRST_CARDS
        has_split_left = len(self._view.of(self._view.player)) + 2 <= MAX_HANDS
        if not has_split_left or stakes.room < bet:
            return outlook
        halves = 2 * odds.draw(card, stakes._replace(room=stakes.room - bet)).value
        gained = max(halves - odds.play(pair, stakes).value, 0)
        ranks = self._unseen_ranks
        again = ranks[self._hand.known[0].rank] / sum(ranks.values())
        return outlook._replace(value=outlook.value + again * gained)

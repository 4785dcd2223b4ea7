"""The advice in the games against a banker or dealer who is a player (RULES 2, 3 and 4)."""

from collections.abc import Iterator
from functools import cached_property

from pontoon.engine.moves import Move, Phase, Unit, Verb
from pontoon.games.covered_stakes import DOUBLE
from pontoon.odds.advice import Advice, MoveValue, advice_of
from pontoon.odds.bank_field import levels_of
from pontoon.odds.bank_terms import terms_of
from pontoon.odds.banker import Against, advise_banker, bankers_ends
from pontoon.odds.outlook import Outlook, expected
from pontoon.odds.pontoon_draws import FIRST_CARDS, PONTOON, Values, by_value, draws
from pontoon.odds.punter import AgainstBank, HandOdds, Stakes
from pontoon.odds.view import SeenHand, View

PAID_BY_ALL = -DOUBLE
"""What a hand gains for each unit of its bet against a pontoon that ends the round at once."""
WITHOUT_LIMIT = 100
"""More fingers than a hand can buy for."""


def advise_against_bank(view: View) -> Advice | None:
    """Return what each move on offer in VIEW is worth; None before the deal.

    Where a move has a range of amounts, the values are those of the least and of the most.
    """
    match view.ask.phase:
        case Phase.BET:
            return advice_of([*_Punter(view).bets()])
        case Phase.SHOOT:
            return advice_of([*_Punter(view).shots()])
        case Phase.HAND:
            return advice_of([*_Punter(view).moves()])
        case Phase.BANKER:
            return advice_of([*advise_banker(view)])
    return None


class _Punter:
    """A player who is asked about a hand that they play against the banker."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._ask = view.ask
        self._terms = terms_of(view)
        self._unseen = by_value(view.unseen)
        self._hand = hand = view.hand
        self._own = tuple(sorted(card.value for card in hand.known))
        live = sum(each.stake for each in view.of(view.player) if not each.is_bust)
        self._free = view.ask.chips - live
        """The chips that are not needed for what is staked already."""

    def bets(self) -> Iterator[MoveValue]:
        """Yield what bets are worth, without shoot bets, which are bets of their own."""
        (option,) = self._ask.options
        for bet in sorted({option.least or 0, option.most or 0}):
            stakes = Stakes(bet, room=self._room(self._free - 2 * bet))
            yield self._value(bet, Move(Verb.BET, bet), self._first_card(bet, stakes))

    def shots(self) -> Iterator[MoveValue]:
        """Yield what shoot bets are worth before the second card, and none."""
        bet, room = self._hand.bet, self._room(self._free)
        punters = max(len(self._view.players) - 1, 1)
        for move in self._moves_on_offer():
            later = (self._most_shot() - move.chips) // punters  # others want their share of it
            stakes = Stakes(bet, move.chips, 0, room, later)
            yield self._value(bet, move, self._first_card(bet, stakes))

    def moves(self) -> Iterator[MoveValue]:
        hand, stakes = self._own, self._stakes()
        odds = self._odds(self._hand.bet, hand)
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

    def _odds(self, bet: int, own: Values) -> HandOdds:
        return HandOdds(self._terms, bet, self._unseen, own, self._bank)

    @cached_property
    def _bank(self) -> AgainstBank:
        """How the hand compares with the banker's, if it is stuck with what is on it now."""
        stake = self._hand.stake or self._ask.options[0].least or 0
        mine = Stakes(stake, self._hand.side_bet)
        return AgainstBank(self._terms, self._unseen, mine, [*self._others(stake)])

    def _others(self, bet: int) -> Iterator[Against]:
        """Yield all other hands against the banker. Those without a bet will have one like BET."""
        view, cards = self._view, draws(self._unseen)
        for player in view.players:
            for hand in view.of(player) or [SeenHand(player, 1)]:
                is_against = player != view.banker and hand is not self._hand
                if is_against and not (hand.is_bust or hand.has_resigned):
                    levels = levels_of(hand, self._terms, cards)
                    yield Against(hand.stake or bet, hand.side_bet, levels)

    def _first_card(self, bet: int, stakes: Stakes) -> Outlook:
        """Return what a hand of one card is worth, before its second is dealt."""
        played = self._odds(bet, self._own).draw(self._own, stakes)
        chance = self._chance_of_bankers_pontoon()
        loses = PAID_BY_ALL * stakes.stake - stakes.side_bet
        return expected(((1 - chance, played), (chance, Outlook(loses, 0, 0))))

    def _chance_of_bankers_pontoon(self) -> float:
        """Return the chance that the banker has a pontoon that ends the round at once."""
        if not self._terms.is_pontoon_shown_at_once or self._are_second_cards_out():
            return 0.0
        return bankers_ends(frozenset(), self._unseen)[PONTOON]

    def _are_second_cards_out(self) -> bool:
        return any(
            len(hand.cards) == FIRST_CARDS for hand in self._view.of(self._view.banker or "")
        )

    def _split(self, stakes: Stakes) -> Outlook:
        """Return what both hands of a split are worth, neither split again."""
        bet, card = self._hand.bet, self._own[:1]
        odds, both = self._odds(bet, card), Stakes(bet, room=max(stakes.room - bet, 0))
        old = odds.draw(card, both._replace(side_bet=stakes.side_bet))
        new = odds.draw(card, both)
        return Outlook(old.value + new.value, (old.win + new.win) / 2, (old.bust + new.bust) / 2)

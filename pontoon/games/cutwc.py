"""CUTwC Pontoon: players against a dealer who is one of them, for fingers of drink (RULES 4)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from pontoon.engine import events
from pontoon.engine.decks import Pack
from pontoon.engine.events import PlayerResult
from pontoon.engine.hands import BEST_TOTAL, Hand, Seat
from pontoon.engine.moves import Ask, Option, Phase, Unit, Verb, WhyNot
from pontoon.engine.round import EquipmentState, Moves, Offer, Script, always
from pontoon.games.banker_round import BankRound
from pontoon.games.dealt_round import STICK, TWIST, PackRules, PontoonRound
from pontoon.games.pontoon_hands import hand_type_of, is_pontoon, level_of

MIN_PLAYERS = 2
MIN_BID = 1
"""In fingers."""
BUYING = 1
"""What a buy adds to the bid, in fingers."""

BUY = Option(Verb.BUY, BUYING, BUYING)


class CutwcRules(PackRules, frozen=True):
    """The rules of CUTwC Pontoon."""

    max_players: Annotated[int, Meta(ge=MIN_PLAYERS, le=26)] = 10
    """The maximum number of players in a round, including the dealer."""
    max_bid: Annotated[int, Meta(ge=MIN_BID, le=100)] = 4
    """The highest bid, in fingers of drink."""


class CutwcPontoon(BankRound[Pack, CutwcRules]):
    """A round of CUTwC Pontoon, written in the order in which it is played.

    A bid is the bet and the stake of a hand, in fingers. No chips change hands.
    """

    name = section = "cutwc"
    title = "CUTwC Pontoon"
    Rules = CutwcRules
    unit = Unit.FINGERS
    tallies = ("drinks",)
    summary = (
        "get nearer to 21 than the dealer, who is the last of the players, but not over it, or "
        "drink what you bid. Twist or buy for a card, stick to stop."
    )
    rules_text = (
        "For fingers of drink, not for chips. All play against the dealer, who is the last of the "
        "players; next time that is another one. Ace 1 or 11, jack, queen and king 10.",
        "Everybody gets one card, and everybody but the dealer bids 1 to {max_bid} fingers. Then "
        "everybody gets a second card.",
        "Stick: whenever you like. Twist: a card for all to see. Buy: a card only you see, for a "
        "finger more, as long as you have not twisted. Five cards end the hand.",
        "Split: with two cards of the same rank, two hands, with your first bid on each. The "
        "dealer cannot split.",
        "Best first: pontoon (an ace with a ten, jack, queen or king), five-card trick (five cards "
        "not over 21), then the higher total. Over 21 is bust. Ties are the dealer's.",
        "If your hand loses, you drink the bid. The dealer plays last, and drinks the bid of each "
        "hand that is better, twice the bid for a pontoon.",
        "The pack is shuffled only when a round is stopped or void: used cards go to the bottom.",
    )

    @classmethod
    def new_equipment(cls, _rules: CutwcRules, seed: bytes) -> Pack:
        return Pack(seed)

    @classmethod
    def restored(cls, _rules: CutwcRules, state: EquipmentState) -> Pack:
        return Pack.restored(state)

    @classmethod
    def seats_for(cls, rules: CutwcRules) -> tuple[int, int]:
        return MIN_PLAYERS, rules.max_players

    @classmethod
    def least_stake(cls, _rules: CutwcRules) -> int:
        """Return 0: nobody needs chips here."""
        return 0

    @classmethod
    def about_to_deal(cls, players: Sequence[str]) -> str | None:
        return players[-1] if players else None

    def __init__(self, seats: Sequence[Seat], equipment: Pack, rules: CutwcRules) -> None:
        super().__init__(seats, equipment, rules, equipment)
        self.banker = seats[-1]
        self.punters = seats[:-1]

    def play(self) -> Script:
        self.note(events.RoundBegan(self.named))
        self.note(events.DealerSeated(self.banker.player))
        self.deal_first_cards()
        yield from self.take_bets(self.punters)
        if not self.has_been_bet_on() or self.is_without_people():
            self.declare_void()
            return
        self.deal_second_cards()
        for seat in self.punters:
            for hand in seat.hands:  # grows as the hands in it are split
                yield from self.play_hand(seat, hand)
        yield from self.play_banker()
        self.settle()

    def deal_first_cards(self) -> None:
        """Deal one card to each player, the dealer too, shown to that player alone."""
        for seat in self.seats:
            self.deal_first_card(seat)
        self.banker_hand = self.banker.hands[0]

    def ask_bet(self, seat: Seat, hand: Hand) -> Ask:
        """Ask for a bid of 1 to 4 fingers."""
        bid = Option(Verb.BET, MIN_BID, self.rules.max_bid)
        return self.ask_for(Phase.BET, seat, hand, (bid,))

    def place_bet(self, _seat: Seat, hand: Hand, fingers: int) -> None:
        """Bid this many FINGERS, which leave nobody's chips."""
        hand.bet = hand.stake = fingers

    def deal_second_cards(self) -> None:
        """Deal a second card to each hand that was bid on, and to the dealer."""
        for seat, hand in [*self.hands_still_in(), (self.banker, self.banker_hand)]:
            self.deal_second_card(seat, hand)
        self.note(events.SecondCardsOut())

    def play_hand(self, seat: Seat, hand: Hand) -> Script:
        """Play HAND until it sticks, busts or holds five cards. A pontoon is shown instead."""
        while not (hand.is_over or seat.has_resigned):
            if is_pontoon(hand):
                self.show_pontoon(seat, hand)
                return
            move = yield self.ask(seat, hand)
            if move is not None:
                self.make(seat, hand, move)

    def play_banker(self) -> Script:
        """Let the dealer draw at will, against the hands still in. A pontoon is shown first."""
        if is_pontoon(self.banker_hand) and self.is_contested():
            self.show_pontoon(self.banker, self.banker_hand)
        return super().play_banker()

    def show_pontoon(self, seat: Seat, hand: Hand) -> None:
        """Declare HAND, which is a pontoon, by showing the card that is not the ace."""
        (ten,) = (card for card in hand.cards if not card.is_ace)
        self.declare(seat, hand, ten)

    # The table of moves: when each is allowed, and what it does

    def may_twist(self, _seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may twist: under 21, if the pack is not empty."""
        return self._for_a_card(hand, TWIST)

    def may_buy(self, _seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may buy: like twist, but not after a twist."""
        return WhyNot.HAS_TWISTED if hand.has_twisted else self._for_a_card(hand, BUY)

    def buy(self, seat: Seat, hand: Hand, fingers: int) -> None:
        """Raise the bid by one finger, and deal one card face down."""
        hand.stake += fingers
        hand.take(self.deal())
        self.note(events.Bought(seat.player, hand.number, fingers, hand.cards))
        self.end_if_over(seat, hand)

    def may_split(self, _seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may be split: two cards of the same rank, and two in the pack."""
        if len(hand.cards) != 2:
            return WhyNot.NOT_TWO_CARDS
        if hand.cards[0].rank != hand.cards[1].rank:
            return WhyNot.NOT_A_PAIR
        if len(self.pack.cards) < 2:
            return WhyNot.PACK_EMPTY
        return Option(Verb.SPLIT, hand.bet, hand.bet)

    def split(self, seat: Seat, hand: Hand, fingers: int) -> None:
        """Move one card to a new hand with the same bid; deal both hands their second cards."""
        new_hand = seat.add_hand(hand.give_up())
        new_hand.bet = new_hand.stake = fingers
        self.note(events.Split(seat.player, hand.number, fingers))
        self.deal_second_card(seat, hand)
        self.deal_second_card(seat, new_hand)

    MOVES: ClassVar[Moves] = {
        Verb.STICK: (always(STICK), PontoonRound.stick),
        Verb.TWIST: (may_twist, PontoonRound.twist),
        Verb.BUY: (may_buy, buy),
        Verb.SPLIT: (may_split, split),
    }
    ON_TWO_CARDS = (Verb.SPLIT,)
    SAFEST = (Verb.STICK, Verb.STAY)

    def limits(self) -> Mapping[WhyNot, int]:
        return {WhyNot.TOTAL_TOO_HIGH: BEST_TOTAL}

    def _for_a_card(self, hand: Hand, option: Option) -> Offer:
        if hand.total >= BEST_TOTAL:
            return WhyNot.TOTAL_TOO_HIGH
        return option if self.pack.cards else WhyNot.PACK_EMPTY

    def end_if_over(self, seat: Seat, hand: Hand) -> None:
        if hand.is_bust:
            self.note(events.Busted(seat.player, hand.number, hand.cards))
            self.throw_in(hand)
        elif hand.is_complete:
            self.stick(seat, hand)

    def resign(self, seat: Seat) -> None:
        """Let SEAT leave: at no cost before the bid, and afterwards they drink it.

        The cards go to the bottom of the pack. Those of the dealer stay, and are compared.
        """
        seat.has_resigned = True
        self.note_resigned(seat)
        if seat is not self.banker:
            for hand in seat.hands:
                self.throw_in(hand)
            if not seat.staked:
                seat.hands.clear()

    def settle(self) -> None:
        """Settle the dealer, then every hand in the order of the seats."""
        dealers = level_of(self.banker_hand)
        better = [hand for _, hand in self.hands_still_in() if level_of(hand) > dealers]
        dealer = self._settle_dealer(better)
        results = [*[self._settle_seat(seat, better) for seat in self.punters], dealer]
        self.gather()
        self.note(events.Settled(tuple(results), -sum([result.chips for result in results])))

    def _settle_dealer(self, better: Sequence[Hand]) -> PlayerResult:
        """Note how the dealer's hand ended; return what the dealer drinks for BETTER hands.

        A dealer who drinks nothing has won.
        """
        dealer, hand = self.banker, self.banker_hand
        drunk = sum(map(price, better))
        cards, total, hand_type = hand.cards, hand.total, hand_type_of(hand)
        self.note(events.BankerResult(dealer.player, cards, total, hand_type, -drunk, self.unit))
        has_won = not drunk and not dealer.has_resigned
        return PlayerResult(dealer.player, -drunk, 1, 1 if has_won else 0)

    def _settle_seat(self, seat: Seat, better: Sequence[Hand]) -> PlayerResult:
        """Note how the hands of SEAT ended: a player drinks the bid of each that is not BETTER."""
        change = won = 0
        for hand in seat.hands:
            gain = 0 if hand in better else -hand.stake
            change += gain
            if gain == 0:
                won = 1
            self.note_result(seat, hand, hand_type_of(hand), gain)
        return PlayerResult(seat.player, change, 1 if seat.hands else 0, won)


def price(hand: Hand) -> int:
    """Return what the dealer drinks for HAND, in fingers: the bid, or twice the bid."""
    return 2 * hand.stake if is_pontoon(hand) else hand.stake

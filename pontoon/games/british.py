"""British Pontoon: players against a banker who is one of them (RULES 2)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from pontoon.engine import events
from pontoon.engine.hands import BEST_TOTAL, Hand, Seat
from pontoon.engine.moves import Ask, Option, Phase, Verb, WhyNot
from pontoon.engine.round import Asked, Conflicts, Moves, Offer, Script
from pontoon.games.covered_stakes import DOUBLE, CoveredRound
from pontoon.games.dealt_round import STICK, TWIST, PackRules, PontoonRound
from pontoon.games.moving_bank import MIN_SEATS
from pontoon.games.pontoon_hands import HandType, hand_type_of, is_pontoon

MAX_HANDS = 4
"""How many hands a seat can have."""
AS_FOR_BETS = 0
"""A number that is not set, and follows from ``min_bet`` or ``max_bet``."""
BANK_PRICE_BETS = 10
"""``bank_price_max`` is this many times ``max_bet`` if it is not set."""


class BritishRules(PackRules, frozen=True):
    """The rules of British Pontoon."""

    max_players: Annotated[int, Meta(ge=MIN_SEATS, le=26)] = 8
    """The maximum number of players in a round, including the banker."""
    min_bet: Annotated[int, Meta(ge=1)] = 1
    """The lowest initial bet, in chips."""
    max_bet: Annotated[int, Meta(ge=1)] = 100
    """The highest initial bet, in chips."""
    stick_min: Annotated[int, Meta(ge=2, le=21)] = 15
    """The lowest total that a player may stick on."""
    split: Literal["any", "aces"] = "any"
    """Which pairs may be split: any pair, or only aces."""
    bank_price_max: Annotated[int, Meta(ge=1)] = AS_FOR_BETS
    """The highest price, in chips, that the bank can be sold for. Without this key it is ten times
    max_bet."""

    def __post_init__(self) -> None:
        price = self.bank_price_max or BANK_PRICE_BETS * self.max_bet
        force_setattr(self, "bank_price_max", price)

    def conflicts(self, _max_players: int) -> Conflicts:
        if self.max_bet < self.min_bet:
            yield ("max_bet", "min_bet"), f"{self.max_bet} is less than min_bet = {self.min_bet}"


class BritishPontoon(CoveredRound[BritishRules]):
    """A round of British Pontoon, written in the order in which it is played."""

    name = section = "british"
    title = "British Pontoon"
    hand_types = HandType
    Rules: ClassVar[type[BritishRules]] = BritishRules
    summary = (
        "get nearer to 21 than the banker, who is one of the players, but not over it. Twist "
        "or buy for a card, stick to stop."
    )
    rules_text: ClassVar[tuple[str, ...]] = (
        "All play against the banker, who is one of the players. Ace 1 or 11, jack, queen and king "
        "10. The nearest to 21 wins; over 21 is bust, and the stake is gone. Ties are the "
        "banker's.",
        "Everybody gets one card, and everybody but the banker bets {min_bet} to {max_bet}. Then "
        "everybody gets a second card. If the banker has a pontoon, all pay double.",
        "Stick: from {stick_min} on. Twist: a card for all to see. Buy, if you have not twisted: a "
        "card only you see, for your bet up to twice that, later up to what the last one cost.",
        "Split: with two cards of the same rank ({split} will do), two hands, a bet on each, at "
        "most 4 hands, not after buying. Five cards or 21 end a hand.",
        "Best first: pontoon (an ace with a ten, jack, queen or king), five-card trick (five cards "
        "not over 21), 21, then the higher total. Pontoons and five-card tricks are paid double.",
        "The banker plays last, and pays better hands. With a five-card trick the banker pays "
        "double for pontoons and gets double from all others.",
        "You can stake only what the banker could pay twice, and what you could lose twice.",
        "A pontoon takes the bank, if you have not split, have the chips and say y when you are "
        "asked. It can be sold too: sell bank to NICK for 200; then accept 200, decline or cancel.",
        "A banker who leaves or does not answer draws on 15 and less, and the bank moves. Once the "
        "banker's cards are turned up nobody can leave.",
        "The pack is shuffled after a pontoon, and after a round that was stopped or void; used "
        "cards go to the bottom otherwise.",
    )
    extra_help: ClassVar[tuple[str, ...]] = (
        "before the deal, where nobody has the bank or it moves, whether you take it: y or n",
        "as the banker: t or draw, s or stay",
        "the bank for sale: sell bank to NICK for 200, accept 200, decline, cancel",
        "who has the bank, in a channel: {command} banker",
    )

    @classmethod
    def seats_for(cls, rules: BritishRules) -> tuple[int, int]:
        return MIN_SEATS, rules.max_players

    @classmethod
    def least_stake(cls, rules: BritishRules) -> int:
        """Return twice the least bet, since a banker may collect double."""
        return DOUBLE * rules.min_bet

    def play(self) -> Script:
        self.note(events.RoundBegan(self.named))
        yield from self.find_banker()
        yield from self.open_bank()
        if (why := self.obstacle()) is None:
            self.leave_out()
            why = self.obstacle()
        if why:
            self.call_off(why)
            return
        self.line_up()
        self.deal_first_cards()
        for seat in self.punters:
            yield from self.take_bet(seat)
        if not self.has_been_bet_on() or self.is_without_people():
            self.declare_void()
            return
        yield from self.side_bets()
        self.deal_second_cards()
        yield from self.play_hands()
        self.settle()

    def open_bank(self) -> Iterable[Asked]:
        """Do what comes between finding the banker and the deal: nothing here."""
        return ()

    def side_bets(self) -> Iterable[Asked]:
        """Take side bets before the second cards: nothing here."""
        return ()

    @classmethod
    def bank_needs(cls, rules: BritishRules, _kitty: int = 0) -> int:
        """Return the cover for the least bet of one player: 2 × ``min_bet``."""
        return DOUBLE * rules.min_bet

    @classmethod
    def greatest_price(cls, rules: BritishRules) -> int:
        return rules.bank_price_max

    def deal_first_cards(self) -> None:
        """Deal one card each, face down. The banker may not look at theirs (RULES 2, The deal)."""
        for seat in self.punters:
            self.deal_first_card(seat)
        self.banker_hand = self.banker.add_hand()
        self.face_down = (self.deal(),)

    def take_bet(self, seat: Seat) -> Script:
        if seat.has_resigned or self.is_off() or self.is_deserted():
            return
        hand = seat.hands[0]
        ask = self.ask_bet(seat, hand)
        if ask and (move := (yield ask)):
            self.place_bet(seat, hand, move.chips)
            self.note(events.BetPlaced(seat.player, move.chips))
        elif not (seat.has_resigned or self.is_off() or self.is_deserted()):
            self.resign(seat)  # chips were lost elsewhere, theirs or the banker's

    def ask_bet(self, seat: Seat, hand: Hand) -> Ask | None:
        """Ask for an initial bet; None without cover.

        ``min_bet`` is kept free for each player still to bet.
        """
        least, kept = self.rules.min_bet, 0
        for other in self.punters:
            if not (other is seat or other.has_resigned or other.hands[0].bet):
                kept += least
        most = self.good_for(seat, self.rules.max_bet, kept)
        bet = Option(Verb.BET, least, most)
        return self.ask_for(Phase.BET, seat, hand, (bet,)) if most >= least else None

    def ask_anew(self, ask: Ask) -> Ask | None:
        anew = {Phase.BET: self.ask_bet, Phase.HAND: self.ask}.get(ask.phase)
        return anew(*self.hand_asked(ask)) if anew else ask

    def is_void(self, ask: Ask) -> bool:
        return super().is_void(ask) or (ask.phase is Phase.BET and self.is_off())

    def deal_second_cards(self) -> None:
        """Deal everybody a second card, face down. The banker looks at both cards now."""
        for seat in self.punters:
            if not seat.has_resigned:
                self.deal_second_card(seat, seat.hands[0])
        self.banker_hand.take(*self.face_down)
        self.face_down = ()
        self.deal_second_card(self.banker, self.banker_hand)
        self.note(events.SecondCardsOut())

    def play_hands(self) -> Script:
        """Play every hand, the banker's last, unless the banker has a pontoon."""
        if is_pontoon(self.banker_hand):
            self.pontoon_made = True
            self.show_bank()
            return
        for seat in self.punters:
            for hand in seat.hands:  # grows as the hands in it are split
                yield from self.play_hand(seat, hand)
        if self.is_contested():
            self.show_bank()
            yield from self.play_banker()

    def play_hand(self, seat: Seat, hand: Hand) -> Script:
        """Play HAND until it is declared, sticks, busts or is complete with five cards or 21."""
        while not (hand.is_over or seat.has_resigned):
            if is_pontoon(hand):
                self.show_pontoon(seat, hand)
                return
            move = yield self.ask(seat, hand)
            if move is None:
                return
            self.make(seat, hand, move)
            if move.verb is Verb.SPLIT:
                yield from self.complete_split(seat, hand)

    def show_pontoon(self, seat: Seat, hand: Hand) -> None:
        """Declare HAND, which is a pontoon, by showing its ace.

        If it takes the bank, the banker can no longer sell that (RULES 0).
        """
        self.pontoon_made = True
        self.declare(seat, hand, next(card for card in hand.cards if card.is_ace))
        if takes_bank(seat, hand):
            self.void_sale()

    def takers(self) -> Iterator[Seat]:
        """Yield the seats that have declared a pontoon and have not split.

        None has if the banker has one: the round ends before that.
        """
        for seat, hand in self.hands_still_in():
            if hand.is_stuck and takes_bank(seat, hand):
                yield seat

    # The table of moves: when each is allowed, and what it does

    def may_stick(self, _seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may stick: with 15 or more, or if the pack is empty."""
        if hand.total >= self.rules.stick_min or not self.pack.cards:
            return STICK
        return WhyNot.TOTAL_TOO_LOW

    def may_twist(self, _seat: Seat, _hand: Hand) -> Offer:
        """Tell whether a hand may twist. It is under 21: at 21 it is complete."""
        return TWIST if self.pack.cards else WhyNot.PACK_EMPTY

    def may_buy(self, seat: Seat, hand: Hand) -> Offer:
        """Tell for how much HAND may buy: first up to twice its bet, then up to the last buy."""
        if hand.has_twisted:
            return WhyNot.HAS_TWISTED
        if not self.pack.cards:
            return WhyNot.PACK_EMPTY
        return self.for_chips(Verb.BUY, seat, hand.bet, hand.last_buy or 2 * hand.bet)

    def buy(self, seat: Seat, hand: Hand, chips: int) -> None:
        """Add CHIPS to the stake, and deal one card face down."""
        hand.last_buy = chips
        self.stake(seat, hand, chips)
        hand.take(self.deal())
        self.note(events.Bought(seat.player, hand.number, chips, hand.cards))
        self.end_if_over(seat, hand)

    def may_split(self, seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may be split: two cards of the same rank, and never after a buy."""
        if len(hand.cards) != 2:
            return WhyNot.HAS_BOUGHT if hand.last_buy else WhyNot.NOT_TWO_CARDS
        if hand.cards[0].rank != hand.cards[1].rank:
            return WhyNot.NOT_A_PAIR
        if self.rules.split == "aces" and not hand.cards[0].is_ace:
            return WhyNot.NOT_ACES
        if len(seat.hands) >= MAX_HANDS:
            return WhyNot.NO_MORE_SPLITS
        if self.pack.left < 2:
            return WhyNot.PACK_EMPTY
        return self.for_chips(Verb.SPLIT, seat, hand.bet, hand.bet)

    def split(self, seat: Seat, hand: Hand, chips: int) -> None:
        """Show the pair, and move one card to a new hand with a stake of its own."""
        pair = hand.cards
        new_hand = seat.add_hand(hand.give_up())
        self.place_bet(seat, new_hand, chips)
        self.note(events.Split(seat.player, hand.number, chips))
        self.note(events.PairShown(seat.player, hand.number, pair))

    MOVES: ClassVar[Moves] = {
        Verb.STICK: (may_stick, PontoonRound.stick),
        Verb.TWIST: (may_twist, PontoonRound.twist),
        Verb.BUY: (may_buy, buy),
        Verb.SPLIT: (may_split, split),
    }
    ANSWERS = (*CoveredRound.ANSWERS, Verb.TAKE, Verb.PASS)
    ON_TWO_CARDS = (Verb.SPLIT,)
    SAFEST: ClassVar[tuple[Verb, ...]] = (Verb.PASS, Verb.STICK, Verb.TWIST)

    def limits(self) -> Mapping[WhyNot, int]:
        return {WhyNot.TOTAL_TOO_LOW: self.rules.stick_min, WhyNot.NO_MORE_SPLITS: MAX_HANDS - 1}

    def why_not_more(self, ask: Ask, option: Option) -> WhyNot | None:
        if option.verb not in (Verb.BET, Verb.BUY):
            return None
        seat, hand = self.hand_asked(ask)
        by_rules = hand.last_buy or 2 * hand.bet or self.rules.max_bet
        if option.most == by_rules:
            return None
        is_wallet = option.most == self.wallet_left(seat)
        return WhyNot.TOO_FEW_CHIPS if is_wallet else WhyNot.BANK_TOO_SMALL

    def complete_split(self, seat: Seat, hand: Hand) -> Iterable[Asked]:
        """Deal second cards to HAND and to the hand that was split from it."""
        for each in (hand, seat.hands[-1]):
            self.deal_second_card(seat, each)
        return ()

    def end_if_over(self, seat: Seat, hand: Hand) -> None:
        if hand.is_bust:
            self.note(events.Busted(seat.player, hand.number, hand.cards))
            self.note(events.ThrownIn(seat.player, hand.number, hand.cards))
            self.collect(seat, hand)
        elif hand.is_complete or hand.total == BEST_TOTAL:
            self.stick(seat, hand)

    def stay(self) -> None:
        """End the banker's hand, and say the least total that it pays: 22 on 21."""
        hand = self.banker_hand
        hand.is_stuck = True
        pays = 0 if hand_type_of(hand) is HandType.FIVE_CARD_TRICK else hand.total + 1
        self.note(events.BankerStayed(self.banker.player, pays))


def takes_bank(seat: Seat, hand: Hand) -> bool:
    """Tell whether HAND is a pontoon that takes the bank: SEAT has not split (RULES 2)."""
    return len(seat.hands) == 1 and is_pontoon(hand)

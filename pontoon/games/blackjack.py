"""Black Jack For Time: each player against the dealer, the bot, for minutes (RULES 5)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, time, tzinfo
from typing import Annotated, ClassVar

from msgspec import Meta

from pontoon.engine import events
from pontoon.engine.cards import DECK, Card
from pontoon.engine.decks import Shoe
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND, Hand, Seat
from pontoon.engine.moves import Ask, Option, Phase, Unit, Verb, WhyNot
from pontoon.engine.round import Conflicts, Moves, Offer, Script, always
from pontoon.games.blackjack_hands import (
    BEST_PAYS,
    BETTER_PAYS,
    Level,
    hand_type_of,
    is_doubled,
    is_natural,
    is_paid,
    level_of,
    result_of,
)
from pontoon.games.dealt_round import ShoeRound, ShoeRules

LAST_COIN = 1
"""The number of coins that can never be gambled."""
DEALER_STAYS = 17
"""The dealer stays on this total and over, soft too."""

HIT = Option(Verb.HIT)
STAY = Option(Verb.STAY)
NO_INSURANCE = Option(Verb.PASS)


class BlackJackRules(ShoeRules, frozen=True):
    """The rules of Black Jack For Time."""

    max_coins: Annotated[int, Meta(ge=1)] = 10
    """The highest bet, in coins. Players can never bet their last coin."""
    insurance_pays: Annotated[int, Meta(ge=1, le=100)] = 2
    """How many coins come back for each coin of insurance when the dealer has a natural."""
    minutes_per_day: Annotated[int, Meta(ge=1, le=1440)] = 60
    """A player who has fewer minutes at the start of a day gets this many. Minutes that the player
    has deposited in the time bank count as held."""
    coin_minutes: Annotated[int, Meta(ge=1, le=1440)] = 1
    """How many minutes a coin is worth."""
    turns_per_day: Annotated[int, Meta(ge=1)] = 20
    """How many rounds a player may play in a day."""
    events: tuple[time, ...] = (time(3),)
    """Times of day, separated by commas. Minutes that a player wins past the next of these times go
    into the time bank."""
    time_zone: tzinfo = UTC
    """The time zone of these times and of midnight: UTC or a name such as Europe/London."""
    time_bank: bool = True
    """Whether there is a time bank. Without it, such minutes are lost."""
    voice: bool = False
    """Give +v to players who have minutes left, and take it when they have none. Minutes then run
    while the player is in the channel. This is for a moderated channel in which the bot is an
    operator."""

    def conflicts(self, max_players: int) -> Conflicts:
        yield from ShoeRules.conflicts(self, max_players)
        cards = self.decks * DECK
        if cards < (needed := (max_players + 1) * FULL_HAND):
            reason = f"{self.decks} is {cards} cards, but {max_players} + 1 hands need {needed}"
            yield ("decks", "max_players"), reason
        if self.minutes_per_day < (needed := (LAST_COIN + 1) * self.coin_minutes):
            reason = f"{self.minutes_per_day} is less than the {needed} minutes of two coins"
            yield ("minutes_per_day", "coin_minutes"), reason


class BlackJack(ShoeRound[BlackJackRules]):
    """A round of Black Jack For Time, written in the order in which it is played.

    The chips of a seat are coins: the player's pot when the round begins.
    """

    name = section = "blackjack"
    title = "Black Jack For Time"
    Rules = BlackJackRules
    unit = Unit.COINS
    tallies = ("minutes", "time_bank", "turns", "day", "gained", "lost", "deposited")
    summary = (
        "get nearer to 21 than the dealer, but not over it, and win minutes. Hit for a card, stay "
        "to stop, double for one last card."
    )
    rules_text = (
        "Everybody plays against the dealer, for coins of {coin_minutes} min. You have "
        "{minutes_per_day} minutes a day or more, and {turns_per_day} rounds. Ace 1 or 11, jack, "
        "queen and king 10.",
        "Bet 1 to {max_coins} coins, but never your last one. You get two cards and the dealer "
        "two, one of them face down.",
        "If the dealer shows an ace, you may insure half your bet: {insurance_pays} for 1 if the "
        "dealer has a natural. Other bets lose to a natural, but your own natural gets the bet "
        "back.",
        "Hit: a card. Stay: no more. Double: with two cards, as much again on one last card. 21 "
        "and five cards end the hand.",
        "Paid 3 for 1: a natural (21 in two cards), 21, five cards under 21 (a charlie). Paid 2 "
        "for 1: a higher total than the dealer's, a dealer who busts, any doubled hand that wins.",
        "The same total gets the bet back, unless the dealer has a charlie, which beats even 21.",
        "The dealer draws on 16 and less, and stays on 17 and more.",
        "What you win past the next event ({events}) is put in your time bank, or lost where there "
        "is none. Where minutes give you voice they run down while you are in the channel.",
        "time: all you have. deposit N, withdraw N: to your time bank and back. done: your day.",
    )
    extra_help = ("insurance: y or n",)

    @classmethod
    def least_stake(cls, _rules: BlackJackRules) -> int:
        """Return 2: a coin to bet, and the last one."""
        return LAST_COIN + 1

    def __init__(self, seats: Sequence[Seat], equipment: Shoe, rules: BlackJackRules) -> None:
        super().__init__(seats, equipment, rules)
        self.dealer = Hand()

    def play(self) -> Script:
        self.note(events.RoundBegan(self.named))
        for seat in self.seats:
            seat.add_hand()
        yield from self.take_bets(self.seats)
        self.dismiss_those_without_a_bet()
        if not self.has_been_bet_on() or self.is_without_people():
            self.declare_void()
            return
        self.deal_the_cards()
        if self.shows_ace():
            for seat in self.seats:
                yield from self.offer_insurance(seat)
        self.look_at_the_second_card()
        for seat in self.seats:
            yield from self.play_hand(seat)
        self.play_dealer()
        self.settle()

    def ask_bet(self, seat: Seat, hand: Hand) -> Ask | None:
        """Ask for a bet; None if only the last coin is left."""
        spare, most = seat.chips - LAST_COIN, self.rules.max_coins
        most = spare if spare < most else most
        if most < 1:
            return None
        return self.ask_for(Phase.BET, seat, hand, (Option(Verb.BET, 1, most),))

    def deal_the_cards(self) -> None:
        """Deal two cards to each hand that was bet on, and to the dealer, the second face down."""
        bet_on = self.hands_in_play()
        if not bet_on:
            return
        for _ in range(2):
            for _, hand in bet_on:
                hand.take(self.deal())
            self.dealer.take(self.deal())
        for seat, hand in bet_on:
            self.note(events.HandDealt(seat.player, hand.number, hand.cards))
        self.face_up = (self.dealer.cards[0],)
        self.note(events.DealerShows(*self.face_up))

    def shows_ace(self) -> bool:
        return bool(self.face_up) and self.face_up[0].is_ace

    def offer_insurance(self, seat: Seat) -> Script:
        """Offer insurance at half the bet, if that is at least 1 and one coin stays."""
        if seat.has_resigned:
            return
        hand = seat.hands[0]
        if (ask := self.ask_insurance(seat, hand)) is None:
            self.note(events.NotInsurable(seat.player, hand.bet // 2))
        elif (move := (yield ask)) and move.verb is Verb.INSURE:
            seat.place_side_bet(hand, move.chips)
            self.note(events.Insured(seat.player, move.chips))
        elif move:
            self.note(events.Passed(seat.player))

    def ask_insurance(self, seat: Seat, hand: Hand) -> Ask | None:
        """Ask whether to insure; None if that is less than a coin, or no coin would stay."""
        coins = hand.bet // 2
        if not 1 <= coins <= seat.chips - LAST_COIN:
            return None
        insure = Option(Verb.INSURE, coins, coins)
        return self.ask_for(Phase.INSURANCE, seat, hand, (insure, NO_INSURANCE))

    def ask_anew(self, ask: Ask) -> Ask | None:
        anew = {Phase.BET: self.ask_bet, Phase.INSURANCE: self.ask_insurance, Phase.HAND: self.ask}
        return anew[ask.phase](*self.hand_asked(ask))

    def look_at_the_second_card(self) -> None:
        """Let the dealer look at the hole card if a natural is possible, and show a natural."""
        if is_natural(self.dealer):
            self.note(events.DealerNatural(self.dealer.cards))
        elif self.dealer.cards and self.dealer.cards[0].value in (1, 10):
            self.note(events.DealerLooked())

    def play_hand(self, seat: Seat) -> Script:
        """Play the hand of SEAT until it stays, busts or is complete."""
        if seat.has_resigned or is_natural(self.dealer):
            return
        hand = seat.hands[0]
        self._end_if_over(seat, hand)
        while not hand.is_over:
            move = yield self.ask(seat, hand)
            if move is None:
                return
            self.make(seat, hand, move)

    # The table of moves: when each is allowed, and what it does

    def hit(self, seat: Seat, hand: Hand, _coins: int = 0) -> None:
        hand.take(self.deal())
        self.note(events.Hit(seat.player, hand.number, hand.cards[-1]))
        self._end_if_over(seat, hand)

    def stay(self, seat: Seat, hand: Hand, _coins: int = 0) -> None:
        hand.is_stuck = True
        self.note(events.Stayed(seat.player, hand.number))

    def may_double(self, seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may double down: two cards, coins to match the bet and keep one."""
        if len(hand.cards) != 2:
            return WhyNot.NOT_TWO_CARDS
        if seat.chips < hand.bet:
            return WhyNot.TOO_FEW_CHIPS
        if seat.chips < hand.bet + LAST_COIN:
            return WhyNot.LAST_COIN
        return Option(Verb.DOUBLE, hand.bet, hand.bet)

    def double(self, seat: Seat, hand: Hand, coins: int) -> None:
        """Double the bet, and deal one final card."""
        seat.raise_stake(hand, coins)
        hand.take(self.deal())
        hand.is_stuck = True
        self.note(events.Doubled(seat.player, hand.number, coins, hand.cards[-1]))
        self._end_if_over(seat, hand)

    MOVES: ClassVar[Moves] = {
        Verb.HIT: (always(HIT), hit),
        Verb.STAY: (always(STAY), stay),
        Verb.DOUBLE: (may_double, double),
    }
    ANSWERS = (*ShoeRound.ANSWERS, Verb.INSURE, Verb.PASS)
    ON_TWO_CARDS = (Verb.DOUBLE,)
    SAFEST = (Verb.PASS, Verb.STAY)

    def _end_if_over(self, seat: Seat, hand: Hand) -> None:
        """End HAND if it is bust, 21 or five cards."""
        if hand.is_bust:
            self.note(events.Busted(seat.player, hand.number, hand.cards))
        elif hand.total == BEST_TOTAL or hand.is_complete:
            hand.is_stuck = True
            self.note(events.HandMade(seat.player, hand.number, hand_type_of(hand)))

    def lost_by_leaving(self, seat: Seat) -> int:
        """Return what SEAT loses by leaving now: nothing of a hand that was paid at once."""
        return 0 if any(map(is_paid, seat.hands)) else seat.staked

    def has_given_up(self, seat: Seat, hand: Hand) -> bool:
        """Tell whether the player left while HAND was neither bust nor paid."""
        return super().has_given_up(seat, hand) and not is_paid(hand)

    def play_dealer(self) -> None:
        """Turn the hole card and draw, but only if some hand needs comparing."""
        for _, hand in self.hands_in_play():
            if self.needs_comparing(hand):
                self.draw_for_the_dealer()
                self.note(events.DealerPlayed(self.dealer.cards[1], self.dealer.cards[2:]))
                return

    def draw_for_the_dealer(self) -> None:
        """Deal the dealer all cards that they draw."""
        while self.dealer_draws():
            self.dealer.take(self.deal())

    def dealer_draws(self) -> bool:
        """Tell whether the dealer draws: on 16 and under, up to five cards."""
        return self.dealer.total < DEALER_STAYS and not self.dealer.is_complete

    def needs_comparing(self, hand: Hand) -> bool:
        """Tell whether what HAND is paid depends on what the dealer gets."""
        return not (hand.is_bust or is_paid(hand) or is_natural(self.dealer))

    def settle(self) -> None:
        """Settle the dealer's hand, and every hand in the order of the seats."""
        dealers = level_of(self.dealer)
        results = [result_of(seat.player, self.gains(seat, dealers)) for seat in self.seats]
        house = -sum([result.chips for result in results])
        if self.dealer.cards:
            hand = self.dealer
            kind = hand_type_of(hand)
            self.note(events.BankerResult(None, hand.cards, hand.total, kind, house, self.unit))
        for seat, result in zip(self.seats, results, strict=True):
            for hand in seat.hands:
                kind, gain = hand_type_of(hand), result.chips
                self.note_result(seat, hand, kind, gain, insurance=hand.side_bet)
        self.clear_table()
        self.note(events.Settled(tuple(results), house))

    def gains(self, seat: Seat, dealers: Level) -> tuple[int, ...]:
        """Return the gains of the bet of SEAT and of its insurance, none without a bet.

        DEALERS is the level of the dealer's hand. A loss is a negative number.
        """
        if not seat.hands:
            return ()
        hand = seat.hands[0]
        gain = self.coins_back(seat, hand, dealers) - hand.stake
        return (gain, self._gain_of_insurance(seat, hand)) if hand.side_bet else (gain,)

    def coins_back(self, seat: Seat, hand: Hand, dealers: Level) -> int:
        """Return how many coins come back for the bet on HAND, which had left the pot."""
        if is_paid(hand):
            return BEST_PAYS * hand.stake
        if seat.has_resigned or hand.is_bust:
            return 0
        level = level_of(hand)
        if level <= dealers:
            return hand.stake if level == dealers else 0
        is_best = hand.total == BEST_TOTAL and not is_doubled(hand)
        return (BEST_PAYS if is_best else BETTER_PAYS) * hand.stake

    def _gain_of_insurance(self, seat: Seat, hand: Hand) -> int:
        wins = is_natural(self.dealer) and not seat.has_resigned
        return hand.side_bet * (self.rules.insurance_pays if wins else 0) - hand.side_bet

    def _cards_on_table(self) -> Iterator[Card]:
        yield from super()._cards_on_table()
        yield from self.dealer.cards

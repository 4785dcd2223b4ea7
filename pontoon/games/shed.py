"""Shed Pontoon: players against each other. The bot deals and pays, and has no hand (RULES 1)."""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum, auto
from fractions import Fraction
from typing import Annotated, ClassVar

from msgspec import Meta

from pontoon.engine import events
from pontoon.engine.cards import DECK
from pontoon.engine.decks import Shoe
from pontoon.engine.events import PlayerResult
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND, Hand, Seat
from pontoon.engine.moves import Ask, Option, Phase, Verb, WhyNot
from pontoon.engine.round import Conflicts, Moves, Offer, Script, always
from pontoon.games.dealt_round import STICK, TWIST, PontoonRound, ShoeRound, ShoeRules

BURNING_TOTAL = 14
CLOWN_TOTAL = 16

Level = list[tuple[Seat, Hand]]
"""Hands on one level, each with its seat."""


class HandType(IntEnum):
    """What a hand is called in the results; a greater one is better."""

    BUST = auto()
    HIGH_CARDS = auto()
    PONTOON = auto()
    FIVE_CARD_TRICK = auto()
    FIVE_CARD_21 = auto()
    SHED_PONTOON = auto()


BUST, HIGH_CARDS, PONTOON, FIVE_CARD_TRICK, FIVE_CARD_21, SHED_PONTOON = HandType


class ShedRules(ShoeRules, frozen=True):
    """The rules of Shed Pontoon."""

    max_bet_percent: tuple[Annotated[int, Meta(ge=1, le=100)], ...] = (1, 10, 20, 25, 50)
    """The highest initial bet, as a percentage of the player's chips: with one player, with two,
    and so on. The last number also applies to more players."""
    stick_min: Annotated[int, Meta(ge=2, le=21)] = 16
    """The lowest total that a player may stick on."""
    max_splits: Annotated[int, Meta(le=20)] = 4
    """How often a player may split in one round."""
    bonus_shed: Fraction = Fraction(7)
    """What a winning hand of three sevens gets in addition to its stake, as a multiple of the
    stake."""
    bonus_five_card_21: Fraction = Fraction(4)
    """The same for five cards that total 21."""
    bonus_five_card: Fraction = Fraction(3)
    """The same for five cards that total less than 21."""
    bonus_pontoon: Fraction = Fraction(2)
    """The same for an ace with a ten, jack, queen or king."""
    bonus_high: Fraction = Fraction(0)
    """The same for any other hand that is not bust."""
    bonus_clown: Fraction = Fraction(3, 2)
    """The same for the clown wagon: a single 16 that wins because everybody else is bust."""

    def bonus(self, hand_type: HandType) -> Fraction:
        """Return the bonus of a winning hand of HAND_TYPE, as a multiple of the stake."""
        return {
            SHED_PONTOON: self.bonus_shed,
            FIVE_CARD_21: self.bonus_five_card_21,
            FIVE_CARD_TRICK: self.bonus_five_card,
            PONTOON: self.bonus_pontoon,
            HIGH_CARDS: self.bonus_high,
        }[hand_type]

    def max_bet(self, chips: int, players: int) -> int:
        """Return the greatest initial bet with CHIPS in a round of PLAYERS.

        The share is rounded up to a whole chip, so that anyone with a chip can bet.
        """
        percents = self.max_bet_percent
        percent = percents[players - 1] if players <= len(percents) else percents[-1]
        return -(-chips * percent // 100)

    def conflicts(self, max_players: int) -> Conflicts:
        yield from ShoeRules.conflicts(self, max_players)
        cards, hands = self.decks * DECK, self.max_splits + 1
        if cards < (needed := max_players * hands * FULL_HAND):
            reason = (
                f"{self.decks} is {cards} cards, but {max_players} × {hands} hands need {needed}"
            )
            yield ("decks", "max_splits", "max_players"), reason


class ShedPontoon(ShoeRound[ShedRules], PontoonRound[Shoe, ShedRules]):
    """A round of Shed Pontoon, written in the order in which it is played."""

    name = "pontoon"
    title = "Shed Pontoon"
    section = "shed"
    is_house_banked = True
    hand_types = HandType
    Rules = ShedRules
    summary = (
        "get as near to 21 as you can, but not over it, and beat the other players. Twist or buy "
        "for a card, stick to stop."
    )
    rules_text = (
        "Players play against each other, with {decks} packs in one shoe: a card can come several "
        "times. Ace 1 or 11, jack, queen and king 10. The nearest to 21 wins; over 21 is bust.",
        "Everybody gets one card and bets, at most a share of their chips: {max_bet_percent} per "
        "cent where 1, 2, 3 ... players bet; a bet above that is lowered. Then everybody gets a "
        "second card.",
        "Stick: from {stick_min} on. Twist: a card for all to see. Buy: a card only you see, for "
        "another bet, as long as you have not twisted. Five cards end the hand.",
        "Burn: with two cards that make 14, no ace, two fresh ones for another bet. Split: with "
        "two cards of the same rank, two hands, a bet on each; at most {max_splits} splits in a "
        "round.",
        "Best first: shed pontoon (7-7-7), five-card 21, five-card trick (five cards under 21), "
        "pontoon (an ace with a ten, jack, queen or king), then the higher total.",
        "The best hand gets its stake back and a bonus: shed pontoon {bonus_shed} x, five-card 21 "
        "{bonus_five_card_21} x, five-card trick {bonus_five_card} x, pontoon {bonus_pontoon} x, "
        "high cards {bonus_high} x the stake. With 0 x the result says wins the stake back.",
        "A lower hand wins too as long as those with the best hand, and only they, have hands as "
        "good as it: your 20 and 18 both win if nobody else has more than 17, but 20 alone if "
        "somebody has 18 or 19. All other stakes are lost. A single 16 that wins because all "
        "others have bust rides the clown wagon: {bonus_clown} x the stake.",
    )

    def play(self) -> Script:
        self.note(events.RoundBegan(self.named))
        self.deal_first_cards()
        yield from self.take_bets(self.seats)
        self.dismiss_those_without_a_bet()
        if not self.has_been_bet_on() or self.is_without_people():
            self.declare_void()
            return
        self.limit_bets()
        self.deal_second_cards()
        for seat in self.seats:
            for hand in seat.hands:  # grows as the hands in it are split
                yield from self.play_hand(seat, hand)
        self.pay_the_winners()

    def deal_first_cards(self) -> None:
        """Deal one card to each player, shown to that player alone."""
        for seat in self.seats:
            self.deal_first_card(seat)

    def ask_bet(self, seat: Seat, hand: Hand) -> Ask | None:
        """Ask for an initial bet from 1 to the share if all bet; None without a chip."""
        most = self.rules.max_bet(seat.chips, _people_in(self.seats))
        if most < 1:
            return None
        return self.ask_for(Phase.BET, seat, hand, (Option(Verb.BET, 1, most),))

    def ask_anew(self, ask: Ask) -> Ask | None:
        anew = {Phase.BET: self.ask_bet, Phase.HAND: self.ask}
        return anew[ask.phase](*self.hand_asked(ask))

    def limit_bets(self) -> None:
        """Cut each bet to the share for the number of players who have bet (RULES 0, Bets)."""
        bets = [(seat, hand) for seat in self.seats for hand in seat.hands if hand.bet]
        people = _people_in(seat for seat, _ in bets)
        for seat, hand in bets:
            bet = hand.bet
            most = self.rules.max_bet(seat.chips + bet, people)
            if bet > most:
                seat.lower_bet(hand, most)
                self.note(events.BetLimited(seat.player, bet, most, people))

    def deal_second_cards(self) -> None:
        """Deal a second card to each hand that was bet on."""
        bet_on = self.hands_in_play()
        for seat, hand in bet_on:
            self.deal_second_card(seat, hand)
        if bet_on:
            self.note(events.SecondCardsOut())

    def play_hand(self, seat: Seat, hand: Hand) -> Script:
        """Play HAND until it sticks, busts or holds five cards."""
        if seat.has_resigned:
            return
        if len(hand.cards) == 1:
            self.deal_second_card(seat, hand)
        while not hand.is_over:
            move = yield self.ask(seat, hand)
            if move is None:
                return
            self.make(seat, hand, move)

    # The table of moves: when each is allowed, and what it does

    def may_stick(self, _seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may stick: with a total of 16 or more."""
        return STICK if hand.total >= self.rules.stick_min else WhyNot.TOTAL_TOO_LOW

    def may_buy(self, seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may buy: if it has not twisted."""
        return WhyNot.HAS_TWISTED if hand.has_twisted else _for_a_bet(Verb.BUY, seat, hand)

    def buy(self, seat: Seat, hand: Hand, chips: int) -> None:
        """Add an initial bet to the stake, and deal one card, shown to the player alone."""
        seat.raise_stake(hand, chips)
        hand.take(self.deal())
        self.note(events.Bought(seat.player, hand.number, chips, hand.cards))
        self.end_if_over(seat, hand)

    def may_burn(self, seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may burn: exactly two cards, neither an ace, totalling 14."""
        if len(hand.cards) != 2:
            return WhyNot.NOT_TWO_CARDS
        first, second = hand.cards
        if first.is_ace or second.is_ace:
            return WhyNot.HAS_ACE
        if hand.total != BURNING_TOTAL:
            return WhyNot.NOT_FOURTEEN
        return _for_a_bet(Verb.BURN, seat, hand)

    def burn(self, seat: Seat, hand: Hand, chips: int) -> None:
        """Add an initial bet to the stake, throw both cards away and deal two fresh ones."""
        seat.raise_stake(hand, chips)
        hand.give_up()
        hand.give_up()
        hand.take(self.deal())
        hand.take(self.deal())
        self.note(events.Burned(seat.player, hand.number, chips, hand.cards))

    def may_split(self, seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may be split: two cards of the same rank, and a split left."""
        if len(hand.cards) != 2:
            return WhyNot.NOT_TWO_CARDS
        if hand.cards[0].rank != hand.cards[1].rank:
            return WhyNot.NOT_A_PAIR
        if len(seat.hands) > self.rules.max_splits:
            return WhyNot.NO_MORE_SPLITS
        return _for_a_bet(Verb.SPLIT, seat, hand)

    def split(self, seat: Seat, hand: Hand, chips: int) -> None:
        """Move one card to a new hand with a stake of its own; deal HAND its second card."""
        new_hand = seat.add_hand(hand.give_up())
        seat.place_bet(new_hand, chips)
        self.note(events.Split(seat.player, hand.number, chips))
        self.deal_second_card(seat, hand)

    MOVES: ClassVar[Moves] = {
        Verb.STICK: (may_stick, PontoonRound.stick),
        Verb.TWIST: (always(TWIST), PontoonRound.twist),
        Verb.BUY: (may_buy, buy),
        Verb.BURN: (may_burn, burn),
        Verb.SPLIT: (may_split, split),
    }
    ON_TWO_CARDS = (Verb.BURN, Verb.SPLIT)
    SAFEST = (Verb.STICK, Verb.TWIST)

    def limits(self) -> Mapping[WhyNot, int]:
        return {
            WhyNot.TOTAL_TOO_LOW: self.rules.stick_min,
            WhyNot.NOT_FOURTEEN: BURNING_TOTAL,
            WhyNot.NO_MORE_SPLITS: self.rules.max_splits,
        }

    def end_if_over(self, seat: Seat, hand: Hand) -> None:
        if hand.is_bust:
            self.note(events.Busted(seat.player, hand.number, hand.cards))
        elif hand.is_complete:
            self.stick(seat, hand)

    def levels(self) -> list[Level]:
        """Group the hands that are not bust into levels, best first."""
        levels: dict[tuple[HandType, int], Level] = {}
        for seat, hand in self.hands_in_play():
            if not hand.is_bust:
                levels.setdefault(level_of(hand), []).append((seat, hand))
        return [levels[level] for level in sorted(levels, reverse=True)]

    def on_clown_wagon(self, levels: Sequence[Level]) -> Hand | None:
        """Return the hand on the clown wagon, None if there is none (RULES 1, Hand types).

        The best level is high cards totalling 16, exactly one hand has it, no hand of another
        player still stands, and at least one of those has bust. A hand that was resigned does not
        count as bust, unless it bust before its player left. Nor does a computer's.
        """
        if not levels or len(levels[0]) != 1:
            return None
        owner, hand = levels[0][0]
        if level_of(hand) != _CLOWN_LEVEL:
            return None
        others = [(seat, other) for seat in self.seats if seat is not owner for other in seat.hands]
        has_company = any(other.is_bust for seat, other in others if not seat.is_computer)
        is_alone = all(other.is_bust or seat.has_resigned for seat, other in others)
        return hand if has_company and is_alone else None

    def pay_the_winners(self) -> None:
        """Settle every hand and every player, in the order of the seats."""
        levels = self.levels()
        winning = winners(levels)
        clown = self.on_clown_wagon(levels)
        results, house = [], 0
        for seat in self.seats:
            change = won = 0
            for hand in seat.hands:
                change += self._pay(seat, hand, winning, clown)
                if hand in winning:
                    won = 1
            results.append(PlayerResult(seat.player, change, 1 if seat.hands else 0, won))
            house -= change
        self.clear_table()
        self.note(events.Settled(tuple(results), house))

    def _pay(self, seat: Seat, hand: Hand, winning: Sequence[Hand], clown: Hand | None) -> int:
        """Note how HAND ended; return its gain in chips, negative for a loss."""
        hand_type = hand_type_of(hand)
        if hand is clown:
            gain = _times(self.rules.bonus_clown, hand.stake)
        elif hand in winning:
            gain = _times(self.rules.bonus(hand_type), hand.stake)
        else:
            gain = -hand.stake
        self.note_result(seat, hand, hand_type, gain, on_clown_wagon=hand is clown)
        return gain


def _people_in(seats: Iterable[Seat]) -> int:
    """Return the number of players that the greatest bet goes by: computers do not count."""
    return len([seat for seat in seats if not seat.is_computer]) or 1


def _times(factor: Fraction, stake: int) -> int:
    """Return FACTOR times STAKE, rounded down to a whole chip."""
    return stake * factor.numerator // factor.denominator


def _for_a_bet(verb: Verb, seat: Seat, hand: Hand) -> Offer:
    """Offer VERB for one initial bet, if the player has the chips."""
    bet = hand.bet
    return Option(verb, bet, bet) if seat.chips >= bet else WhyNot.TOO_FEW_CHIPS


def hand_type_of(hand: Hand) -> HandType:
    """Return the type of HAND.

    >>> from pontoon.engine.cards import cards
    >>> hand_type_of(Hand(cards("7C 7D 7H"))).name, hand_type_of(Hand(cards("AH KD"))).name
    ('SHED_PONTOON', 'PONTOON')
    """
    total, cards = hand.total, len(hand.cards)
    if total > BEST_TOTAL:
        return BUST
    if cards == FULL_HAND:
        return FIVE_CARD_21 if total == BEST_TOTAL else FIVE_CARD_TRICK
    if total < BEST_TOTAL:
        return HIGH_CARDS
    if cards == 2:
        return PONTOON
    are_sevens = all(card.rank == "7" for card in hand.cards)
    return SHED_PONTOON if are_sevens else HIGH_CARDS


def level_of(hand: Hand) -> tuple[HandType, int]:
    """Return the level of HAND, which is not bust; a greater one is better.

    Hands of one type are on one level. Only the totals of high cards differ.
    """
    hand_type = hand_type_of(hand)
    return hand_type, hand.total if hand_type is HIGH_CARDS else 0


_CLOWN_LEVEL = (HIGH_CARDS, CLOWN_TOTAL)


def winners(levels: Iterable[Level]) -> list[Hand]:
    """Return the hands that win (RULES 1, Who wins).

    Every hand at the best level wins. So does each level below, as long as exactly the players of
    the best level own hands at it. LEVELS are in order, best first.
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

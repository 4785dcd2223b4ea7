"""Shoot Pontoon: British Pontoon, with side bets against the banker's kitty (RULES 3)."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import force_setattr

from pontoon.engine.events import Kitty, Obstacle, Passed
from pontoon.engine.hands import Hand, Seat
from pontoon.engine.moves import Ask, Option, Phase, Verb, WhyNot
from pontoon.engine.round import Conflicts, Moves, Offer, Script
from pontoon.games.auction import AuctionRound
from pontoon.games.bank import Bank, KittyBank
from pontoon.games.bank_events import KittyAllShotAt, KittyPutUp, KittyTaken, ShotFired
from pontoon.games.british import AS_FOR_BETS, BritishPontoon, BritishRules
from pontoon.games.moving_bank import PASS, ask_before_deal

CARDS_TO_SHOOT_ON = 3
"""A hand of this many cards can make another shoot bet."""


class ShootRules(BritishRules, frozen=True):
    """The rules of Shoot Pontoon."""

    kitty_min: Annotated[int, Meta(ge=1)] = AS_FOR_BETS
    """The fewest chips that a banker may put up as a new kitty. Without this key it is min_bet."""
    kitty_max: Annotated[int, Meta(ge=1)] = AS_FOR_BETS
    """The most chips that may be put into a kitty. Without this key it is max_bet."""
    auction_timeout: Annotated[int, Meta(ge=1, le=86400)] = 30
    """How many seconds an auction of the bank waits for each bid."""

    def __post_init__(self) -> None:
        BritishRules.__post_init__(self)
        force_setattr(self, "kitty_min", self.kitty_min or self.min_bet)
        force_setattr(self, "kitty_max", self.kitty_max or self.max_bet)

    def conflicts(self, max_players: int) -> Conflicts:
        yield from BritishRules.conflicts(self, max_players)
        if self.kitty_max < self.kitty_min:
            reason = f"{self.kitty_max} is less than kitty_min = {self.kitty_min}"
            yield ("kitty_max", "kitty_min", "max_bet", "min_bet"), reason


class ShootPontoon(AuctionRound[ShootRules], BritishPontoon):
    """A round of British Pontoon with a kitty and shoot bets.

    ``kitty`` is what the kitty holds now, and is not among anybody's chips. ``shots`` are all the
    shoot bets that stand against it.
    """

    name = section = "shoot"
    title = "Shoot Pontoon"
    Rules = ShootRules
    summary = (
        "British Pontoon, with side bets against a kitty that the banker puts up. Twist or buy for "
        "a card, stick to stop, shoot to bet against the kitty."
    )
    rules_text = (
        *BritishPontoon.rules_text,
        "Before the deal the banker puts up a kitty of {kitty_min} to {kitty_max}, or lets the "
        "bank go to the highest bidder; a kitty that is there may be added to.",
        "After the bets, on the new hand of a split, and once on three cards of a hand, which must "
        "then take another, you may shoot: bet against the kitty, all together no more than is in "
        "it.",
        "Shoot bets are paid even money: out of the kitty if your hand is better than the "
        "banker's, and into it if not.",
    )
    extra_help = (
        *BritishPontoon.extra_help,
        "the kitty: kitty 50, or n",
        "against the kitty: 20, or n",
        "for the bank: bid 30, or n",
    )

    bank_type = KittyBank
    equipment: KittyBank
    rules: ShootRules
    kitty: int

    def __init__(self, seats: Sequence[Seat], equipment: KittyBank, rules: ShootRules) -> None:
        super().__init__(seats, equipment, rules)
        self.kitty = equipment.kitty_chips
        self.shots = 0
        self.auction_seconds = rules.auction_timeout
        self._kitty_owner = equipment.kitty.banker if equipment.kitty else ""

    @classmethod
    def bank_needs(cls, rules: BritishRules, kitty: int = 0) -> int:
        """Return the cover for one player, plus ``kitty_min`` if the kitty is dry."""
        assert isinstance(rules, ShootRules)
        needs = BritishPontoon.bank_needs(rules)
        return needs if kitty else needs + rules.kitty_min

    @classmethod
    def chips_at_table(cls, equipment: Bank, player: str) -> int:
        """Return what PLAYER has in the kitty."""
        kitty = equipment.kitty
        return kitty.chips if kitty is not None and kitty.banker == player else 0

    def kitty_of_theirs(self, seat: Seat) -> int:
        """Return what the kitty holds if SEAT has put it up, else 0."""
        return self.kitty if seat.player == self._kitty_owner else 0

    def find_banker(self) -> Script:
        """Find the banker. A kitty of somebody else goes back to them first."""
        if self._kitty_owner != self.equipment.banker:
            self.give_up_bank()
        yield from super().find_banker()

    def obstacle(self) -> Obstacle | None:
        why = super().obstacle()
        if why is None or self.bank_auction is None:
            return why
        has_no_taker = why in (Obstacle.NOBODY_WILL_BANK, Obstacle.NOBODY_CAN_BANK)
        return Obstacle.NO_KITTY if has_no_taker else why

    def open_bank(self) -> Script:
        """Let the banker put up a kitty, or add to it.

        If the kitty stays dry the bank is auctioned, once: the next banker puts one up, or leaves.
        So does one whose bank a pontoon has taken: until its maker is asked, nobody can buy it.
        """
        others: tuple[Option, ...] = () if self.equipment.claimant else (PASS,)
        while self.obstacle() is None and (ask := self.ask_kitty(others)):
            move = yield ask
            if move is None:
                continue
            if move.verb is Verb.KITTY:
                self.put_up(move.chips)
                return
            if self.kitty:
                self.note(Passed(self.banker.player))
                return
            yield from self.auction()
            others = ()

    def ask_kitty(self, others: tuple[Option, ...]) -> Ask | None:
        """Ask the banker for a kitty, or one of the OTHERS; None if they can put up nothing.

        It must leave the cover for this table, or for as many players as the banker can cover.
        """
        chips, cover = self.banker.chips, self.least_stake(self.rules)
        least, first = (1, 0) if self.kitty else (self.rules.kitty_min, self.rules.kitty_min)
        covered = min(len(self.seats) - 1, (chips - first) // cover)
        free, room = chips - cover * covered, self.rules.kitty_max - self.kitty
        most = free if free < room else room
        if most < least:
            return None
        options, seconds = (Option(Verb.KITTY, least, most), *others), self.table_rules.bank_timeout
        return ask_before_deal(Phase.KITTY, self.banker, options, seconds, self.kitty)

    def put_up(self, chips: int) -> None:
        self.banker.chips -= chips
        self.kitty += chips
        self.has_moved = True
        self._kitty_owner = self.banker.player
        self.note(KittyPutUp(self.banker.player, chips, self.kitty))

    def give_up_bank(self) -> None:
        """Let the player who put up the kitty take it, whether they are here or not."""
        if self.kitty:
            owner = self.account_of(self._kitty_owner)
            owner.chips += self.kitty
            self.note(KittyTaken(owner.player, self.kitty))
            self.kitty = 0
            self.has_moved = True

    def keep_kitty(self) -> Kitty | None:
        self.equipment.kitty = Kitty(self.banker.player, self.kitty) if self.kitty else None
        return self.equipment.kitty

    @classmethod
    def lay_kitty(cls, equipment: Bank, kitty: Kitty | None) -> None:
        equipment.kitty = kitty

    def side_bets(self) -> Script:
        """Ask each player for a shoot bet, from the banker's left."""
        for seat in self.punters:
            if not seat.has_resigned:
                yield from self.take_shot(seat, seat.hands[0])

    def take_shot(self, seat: Seat, hand: Hand) -> Script:
        """Let SEAT make a shoot bet on HAND, if one is possible."""
        ask = self.ask_shot(seat, hand)
        move = (yield ask) if ask else None
        if move is None:
            return
        if move.verb is Verb.SHOOT:
            self.shoot(seat, hand, move.chips)
        else:
            self.note(Passed(seat.player, hand.number))

    def ask_shot(self, seat: Seat, hand: Hand) -> Ask | None:
        """Ask for a shoot bet on HAND; None if none is possible."""
        shot = self.shot_on_offer(seat)
        return self.ask_for(Phase.SHOOT, seat, hand, (shot, PASS)) if type(shot) is Option else None

    def ask_anew(self, ask: Ask) -> Ask | None:
        match ask.phase:
            case Phase.KITTY:
                return self.ask_kitty(ask.options[1:])
            case Phase.AUCTION:
                return self.ask_bid_anew(ask)
            case Phase.SHOOT:
                return self.ask_shot(*self.hand_asked(ask))
        return super().ask_anew(ask)

    def shot_on_offer(self, seat: Seat) -> Offer:
        """Offer a shoot bet up to the free part of the kitty, and to what SEAT has free."""
        wallet, room = seat.chips - seat.live, self.kitty - self.shots
        if wallet < 1:
            return WhyNot.TOO_FEW_CHIPS
        if room < 1:
            return WhyNot.KITTY_TAKEN
        return Option(Verb.SHOOT, 1, wallet if wallet < room else room)

    def shoot(self, seat: Seat, hand: Hand, chips: int) -> None:
        """Add CHIPS to the shoot bet on HAND."""
        seat.place_side_bet(hand, chips)
        self.shots += chips
        self.note(ShotFired(seat.player, hand.number, chips))
        if self.shots == self.kitty:
            self.note(KittyAllShotAt())

    def why_not_more(self, ask: Ask, option: Option) -> WhyNot | None:
        if option.verb is not Verb.SHOOT:
            return super().why_not_more(ask, option)
        is_all = option.most == self.kitty - self.shots
        return WhyNot.KITTY_TAKEN if is_all else WhyNot.TOO_FEW_CHIPS

    def may_shoot(self, seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may shoot: on three cards, once, before the fourth."""
        if len(hand.cards) != CARDS_TO_SHOOT_ON:
            return WhyNot.NOT_THREE_CARDS
        if hand.has_shot:
            return WhyNot.HAS_SHOT
        return self.shot_on_offer(seat) if self.pack.cards else WhyNot.PACK_EMPTY

    def shoot_on_three(self, seat: Seat, hand: Hand, chips: int) -> None:
        """Make a shoot bet before the fourth card. The hand must now buy or twist."""
        hand.has_shot = True
        self.shoot(seat, hand, chips)

    def may_stick(self, seat: Seat, hand: Hand) -> Offer:
        """Tell whether HAND may stick: not right after a shoot bet on three cards."""
        if hand.has_shot and len(hand.cards) == CARDS_TO_SHOOT_ON:
            return WhyNot.HAS_SHOT
        return BritishPontoon.may_stick(self, seat, hand)

    MOVES: ClassVar[Moves] = {
        **BritishPontoon.MOVES,
        Verb.STICK: (may_stick, BritishPontoon.stick),
        Verb.SHOOT: (may_shoot, shoot_on_three),
    }

    ANSWERS = (*BritishPontoon.ANSWERS, Verb.KITTY, Verb.BID)

    def complete_split(self, seat: Seat, hand: Hand) -> Script:
        """Ask for a shoot bet on the new hand, then deal both hands their second cards."""
        yield from self.take_shot(seat, seat.hands[-1])
        if not seat.has_resigned:
            yield from super().complete_split(seat, hand)

    def collect(self, seat: Seat, hand: Hand) -> None:
        """Throw in HAND: the banker collects its stake, the kitty its shoot bet."""
        super().collect(seat, hand)
        self.shots -= hand.side_bet
        self.kitty += hand.side_bet

    def settle_side_bet(self, seat: Seat, hand: Hand, gain: int) -> int:
        """Settle the shoot bet on HAND at even money, unless the kitty has it already."""
        shot = hand.side_bet
        if hand.is_bust or seat.has_resigned:
            return -shot
        won = shot if gain > 0 else -shot
        seat.chips += shot + won
        self.kitty -= won
        return won

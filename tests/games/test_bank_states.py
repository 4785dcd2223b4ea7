"""Who has the bank of British and Shoot Pontoon: a state machine, beside the rules in other words.

RULES 0, The bank is never given to somebody who did not want it; RULES 2 and 3.
"""

from collections.abc import Collection, Sequence

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pontoon.engine.decks import Pack
from pontoon.engine.errors import Refused
from pontoon.engine.events import Event, Kitty, NoRound, RoundVoid, Settled
from pontoon.engine.moves import Accept, Cancel, Decline, Move, Phase, SellBank, Verb
from pontoon.engine.table import Table
from pontoon.games.bank import Bank, KittyBank
from pontoon.games.bank_events import (
    AuctionBegan,
    BankClaimed,
    BankerLeft,
    BankerSeated,
    BankMissed,
    BankSold,
    BankTaken,
    KnockedDown,
    WayToBank,
)
from pontoon.games.british import BritishPontoon, BritishRules
from pontoon.games.shoot import ShootPontoon, ShootRules
from tests.support.long_games import some_move
from tests.support.properties import EXAMPLES, SOME
from tests.support.stacked_decks import StackedPack

pytestmark = pytest.mark.slow

PLAYERS = ("dave", "kevin", "bob", "eve")
MIN_BET = 1
COVER = 2 * MIN_BET
"""What a banker needs for one player: a pontoon costs double."""

MIN_KITTY = 1

who = st.sampled_from(PLAYERS)
rarely = st.sampled_from((False, False, False, True))


class BankStates(RuleBasedStateMachine):
    """A table with a bank, and what is known of it by the rules."""

    table: Table
    chips: dict[str, int]
    """What players have between rounds."""
    banker: str | None
    """Whose the bank is; during a round, at its beginning."""
    claimant: str | None
    left_by: str | None
    circle: tuple[str, ...]
    kitty: Kitty | None
    dealt: tuple[str, ...]
    """Who is dealt to in the round that is played; nobody between rounds."""
    willing: set[str]
    """Who of them has said that they want the bank."""
    is_open: bool
    """Whether it is open who has it."""
    is_auctioned: bool
    has_left: bool
    """Whether the banker has left, or missed a decision."""
    has_given_up: bool
    """Whether the banker has left."""
    holder: str | None
    """Who has the bank in the round."""
    for_good: str
    """Who has taken it, and keeps it though the round is void; "" for nobody."""
    claims: str
    claimant_before: str | None
    bankers_to_be: set[str]
    """Who may have it by what has been said."""

    @initialize(is_shoot=st.booleans(), seed=st.binary(min_size=32, max_size=32))
    def begin(self, is_shoot: bool, seed: bytes) -> None:
        """Open a table where nobody has the bank."""
        self.is_shoot = is_shoot
        if is_shoot:
            rules, bank = ShootRules(max_bet=20), KittyBank(Pack(seed))
            self.table = Table(ShootPontoon, rules, bank, max_players=10)
        else:
            self.table = Table(BritishPontoon, BritishRules(max_bet=20), Bank(Pack(seed)), 10)
        self.chips = dict.fromkeys(PLAYERS, 100)
        self.banker = self.claimant = self.left_by = self.kitty = None
        self.circle = ()
        self.willing = set()
        self.is_open = self.has_left = False
        self.dealt = ()

    @property
    def bank(self) -> Bank:
        """The bank as it is between rounds."""
        bank = self.table.equipment
        assert isinstance(bank, Bank)
        return bank

    @property
    def is_between(self) -> bool:
        """Whether no round is played."""
        return self.table.turn is None

    # The rules in other words

    def has_cover(self, player: str, kitty: int = 0) -> bool:
        """Tell whether PLAYER could take the bank, or keep it with a KITTY of theirs."""
        theirs = self.kitty.chips if self.kitty and self.kitty.banker == player and not kitty else 0
        needs = COVER + (MIN_KITTY if self.is_shoot and not kitty else 0)
        return self.chips[player] + theirs >= needs

    def can_keep(self, player: str) -> bool:
        """Tell whether PLAYER, whose the bank is, has the chips for it."""
        kitty = self.kitty.chips if self.kitty and self.kitty.banker == player else 0
        return self.has_cover(player, kitty)

    def expected_asked(self) -> set[str]:
        """Return who is asked whether they want the bank."""
        able = {
            each
            for each in self.dealt
            if self.has_cover(each) or (each == self.banker and self.can_keep(each))
        }
        return able if self.is_open else able & {self.claimant}

    def expected_bankers(self) -> set[str]:
        """Return who may have the bank by what people have said; nobody if there is no round."""
        willing = {each for each in self.willing if self.has_cover(each)}
        if self.claimant in willing:
            return {str(self.claimant)}
        if self.banker in self.dealt and not self.is_open:
            return {str(self.banker)}
        if self.banker in self.willing and self.can_keep(str(self.banker)):
            return {str(self.banker)}
        owner = self.banker or self.left_by
        if owner in self.circle:
            place = self.circle.index(str(owner))
            left = [*self.circle[place + 1 :], *self.circle[:place]]
            if owner in self.dealt:
                left += [each for each in self.dealt if each not in self.circle]
            if successors := [each for each in left if each in willing]:
                return {successors[0]}
        return willing

    # What happens

    def follow(self, events: Sequence[Event]) -> None:
        """Compare EVENTS with the rules, and note what they change."""
        for event in events:
            match event:
                case BankTaken(player, way):
                    self._taken(player, way)
                case BankerSeated(player):
                    self.holder = player
                    assert self.is_auctioned or player in self.bankers_to_be
                case AuctionBegan(player):
                    self.is_auctioned = True
                case KnockedDown(player, buyer, price):
                    assert player == self.holder
                    assert self.claimant_before is None
                    self.chips[player] += price
                    self.chips[buyer] -= price
                    self.holder = buyer
                case BankClaimed(player):
                    self.claims = player
                case BankerLeft() | BankMissed():
                    self.has_left = True
        last = events[-1] if events else None
        if self.is_between and self.dealt:
            self._over(events, last)

    def _taken(self, player: str, way: WayToBank) -> None:
        """Compare with the rules that PLAYER takes the bank in that WAY."""
        match way:
            case WayToBank.CUT | WayToBank.ALONE:
                assert player in self.expected_bankers()
            case WayToBank.LEFT | WayToBank.PONTOON:
                assert player in (self.willing if self.is_auctioned else self.bankers_to_be)
            case WayToBank.SALE:
                assert self.claimant_before is None
        if way in (WayToBank.CUT, WayToBank.PONTOON, WayToBank.AUCTION):
            self.for_good = player

    def _over(self, events: Sequence[Event], last: Event | None) -> None:
        """Compare the bank with what the rules say now that the round is over."""
        settled = next((each for each in events if isinstance(each, Settled)), None)
        total = sum(self.chips.values()) + (self.kitty.chips if self.kitty else 0)
        bank = self.bank
        if settled is not None:
            assert settled.house == 0
            for each in settled.results:
                self.chips[each.player] += each.chips
            is_asked = self.claimant_before in (*self.dealt, bank.banker)
            assert bank.claimant == (self.claims or (None if is_asked else self.claimant_before))
            sold = [each.player for each in events if isinstance(each, BankTaken)]
            assert bank.banker == (sold[0] if sold else None if self.has_left else self.holder)
        elif self.has_given_up:
            assert bank.banker is None
        else:
            assert any(isinstance(each, NoRound | RoundVoid) for each in events) or last is not None
            assert bank.banker == (self.for_good or self.banker)
        self.banker, self.claimant, self.left_by = bank.banker, bank.claimant, bank.left_by
        self.circle, self.kitty = tuple(bank.circle), bank.kitty
        assert sum(self.chips.values()) + (self.kitty.chips if self.kitty else 0) == total
        assert min(self.chips.values()) >= 0
        self.dealt = ()

    @precondition(lambda self: self.is_between)
    @rule(whom=st.permutations(PLAYERS), many=st.integers(2, 4), passes_on=st.booleans())
    def deal(self, whom: Sequence[str], many: int, passes_on: bool) -> None:
        """Deal a round; who has the bank may have been named by others, and be silent."""
        dealt = tuple(whom[:many])
        passes_on = passes_on and self.banker in dealt
        self.willing.clear()
        self.for_good = ""
        self.claims, self.claimant_before, self.holder = "", self.claimant, self.banker
        self.is_auctioned = self.has_left = self.has_given_up = False
        try:
            events = self.table.deal(
                [(each, self.chips[each]) for each in dealt], bank_passes_on=passes_on
            )
        except Refused:
            return
        self.dealt = dealt
        owner = self.banker
        self.is_open = owner not in dealt or passes_on or not self.can_keep(str(owner))
        asked = {each.player for each in self.table.asks if each.phase is Phase.BANK}
        assert asked == self.expected_asked()
        self.bankers_to_be = set() if asked else self.expected_bankers()
        self.follow(events)
        self.note_banker()

    def note_banker(self) -> None:
        """Note who the banker is once that is found, before a kitty is put up."""
        if (ask := self.table.ask) is not None and ask.phase is Phase.KITTY:
            assert self.is_auctioned or ask.player in self.bankers_to_be
            self.holder = ask.player

    @precondition(lambda self: not self.is_between)
    @rule(number=st.integers(0, 10**6), is_yes=st.booleans())
    def answer(self, number: int, is_yes: bool) -> None:
        """Have somebody who is asked answer."""
        asks = self.table.asks
        ask = asks[number % len(asks)]
        if ask.phase is Phase.BANK:
            move = Move(Verb.TAKE if is_yes else Verb.PASS)
            if is_yes:
                self.willing.add(ask.player)
            self.bankers_to_be = self.expected_bankers()
        else:
            move = some_move(ask.options, number)
        try:
            events = self.table.act(ask.player, move)
        except Refused:
            return
        self.follow(events)
        self.note_banker()

    @precondition(lambda self: not self.is_between)
    @rule(player=who)
    def resign(self, player: str) -> None:
        """Have somebody leave, or resign."""
        try:
            events = self.table.resign(player)
        except Refused:
            return
        self.willing.discard(player)
        if player == self.holder or (player == self.banker and not self.for_good):
            self.has_left = self.has_given_up = True
        self.bankers_to_be = self.expected_bankers()
        self.follow(events)
        self.note_banker()

    @precondition(lambda self: not self.is_between)
    @rule()
    def play_on(self) -> None:
        """Have all who are asked make the safest move, until the round is over."""
        while (ask := self.table.ask) is not None:
            move = self.table.safest_move(ask)
            if ask.phase is Phase.BET:
                move = Move(Verb.BET, MIN_BET)
            if move is None:
                self.resign(ask.player)
                continue
            self.bankers_to_be = self.expected_bankers()
            events = self.table.act(ask.player, move)
            self.follow(events)
            self.note_banker()

    @precondition(lambda self: self.is_between)
    @rule(
        whom=st.permutations(PLAYERS),
        many=st.integers(2, 4),
        passes_on=rarely,
        yes=st.sets(who) | st.just({*PLAYERS}),
        leaver=st.sampled_from((*PLAYERS, *[""] * 12)),
        is_lucky=rarely,
    )
    def play_round(
        self,
        whom: Sequence[str],
        many: int,
        passes_on: bool = False,
        yes: Collection[str] = PLAYERS,
        leaver: str = "",
        is_lucky: bool = False,
        answers: int = 0,
    ) -> None:
        """Play a round: some say YES to the bank, somebody leaves, the first has a pontoon."""
        if is_lucky:
            low = [f"{rank}{suit}" for rank in "23456789" for suit in "CD"]
            first = ["AS", *low[: many - 1], "KS", *low[many:]]
            self.bank.pack = StackedPack(" ".join(first))
        self.deal(whom, many, passes_on)
        while (ask := self.table.ask) is not None and ask.phase is Phase.BANK:
            self.answer(0, ask.player in yes)
        for number in range(answers):
            if not self.is_between:
                self.answer(number, True)
        if leaver and not self.is_between:
            self.resign(leaver)
        if not self.is_between:
            self.play_on()

    @rule(seller=who, buyer=who, price=st.integers(0, 30), answer=st.integers(0, 3))
    def trade(self, seller: str, buyer: str, price: int, answer: int) -> None:
        """Have somebody offer the bank, and the buyer answer."""
        is_between, before = self.is_between, self.bank.banker
        try:
            self.table.do(seller, SellBank(buyer, price))
        except Refused:
            return
        assert not is_between or seller == before
        assert self.bank.claimant is None
        request = (Accept(price), Accept(price + 1), Decline(), Cancel())[answer]
        asker = seller if answer == 3 else buyer
        try:
            events = self.table.do(asker, request, self.chips[buyer])
        except Refused:
            assert answer != 2
            with_offer = self.table.offer is not None
            if with_offer:
                self.table.do(seller, Cancel())
            return
        if is_between and any(isinstance(each, BankSold) for each in events):
            assert answer == 0
            self.chips[seller] += price
            self.chips[buyer] -= price
            self.banker = buyer
            assert self.bank.banker == buyer
            if self.kitty:  # the old banker takes it
                self.chips[self.kitty.banker] += 0

    @precondition(lambda self: self.is_between)
    @rule()
    def restart(self) -> None:
        """Have the bot restart between two rounds: the pack is another one, the bank is not."""
        bank, old = self.table.bank, self.table
        fresh = (KittyBank if self.is_shoot else Bank)(Pack(bytes(32)))
        self.table = Table(old.game, old.rules, fresh, max_players=10)
        self.table.restore_bank(bank)
        if self.is_shoot:
            self.table.lay_kitty(self.kitty)
        found = self.bank
        assert (found.banker, found.claimant) == (self.banker, self.claimant)
        assert tuple(found.circle) == self.circle

    @precondition(lambda self: self.is_between)
    @rule(player=who, chips=st.sampled_from((0, 2, 3)))
    def has_few_chips(self, player: str, chips: int) -> None:
        """Have somebody, or the banker, play one round with few chips."""
        for each in {player, self.banker or player}:
            had, self.chips[each] = self.chips[each], chips
            self.play_round([each, *(one for one in PLAYERS if one != each)], 3)
            self.chips[each] += had

    @precondition(lambda self: self.is_between)
    @rule(others=st.permutations(PLAYERS), yes=st.sets(who))
    def claim(self, others: Sequence[str], yes: set[str]) -> None:
        """Have a pontoon take the bank, a round be played without its maker, and one with."""
        self.play_round(others, 4, is_lucky=True)
        self.play_round([each for each in others if each != self.claimant], 3, answers=4)
        self.play_round(others, 4, yes=yes)


def test_the_bank_is_only_given_to_whoever_wants_it() -> None:
    states = settings(SOME, max_examples=8 * EXAMPLES, stateful_step_count=40)
    run_state_machine_as_test(BankStates, settings=states)

"""Rounds whose banker resigns or does not answer (RULES 2, Moving the bank)."""

from pontoon.engine.events import BankerShown, RoundVoid
from pontoon.engine.moves import Ask, Move, Phase, Verb
from pontoon.games.bank_events import BankerLeft, BankMissed, BankTaken, BankVacant, WayToBank
from pontoon.games.dealt_round import PackRulesT
from pontoon.games.moving_bank import MovingBankRound

DRAWS_ON = 15
"""A banker who resigns or does not answer draws on this total and less."""


class AbsentBankerRound(MovingBankRound[PackRulesT]):
    """A round that goes on without its banker once the bets are in, and is void before that."""

    bets_are_in = False
    """Whether all initial bets are placed."""
    is_shown = False
    """Whether the banker's two cards are turned up."""

    def may_resign(self) -> bool:
        return not self.is_shown

    def must_stay(self) -> str | None:
        """Return who has won the bank in an auction, until the bets are in (RULES 3)."""
        sale, banker = self.knocked_down, self.banker
        is_buyers = sale is not None and sale.buyer == banker.player and not banker.has_resigned
        return banker.player if is_buyers and not self.bets_are_in else None

    def show_bank(self) -> None:
        self.is_shown = True
        self.note(BankerShown(self.banker.player, self.banker_hand.cards))

    def banker_leaves(self) -> None:
        """Note that the banker has resigned, if the bets are in and the hand is played by rule."""
        if self.bets_are_in:
            self.note(BankerLeft(self.banker.player, DRAWS_ON))

    def miss(self) -> None:
        """Note that the banker has missed a decision, and passes the bank on."""
        if self.banker.player in self.willing:
            self.willing.remove(self.banker.player)
            self.note(BankMissed(self.banker.player))

    def safest_move(self, ask: Ask) -> Move | None:
        if ask.phase is not Phase.BANKER:
            return super().safest_move(ask)
        draws = self.banker_hand.total <= DRAWS_ON and ask.option(Verb.DRAW) is not None
        return Move(Verb.DRAW if draws else Verb.STAY, unanswered=True)

    def make_bankers(self, move: Move) -> None:
        if move.unanswered and not self.banker.has_resigned:
            self.miss()
        super().make_bankers(move)

    def declare_void(self) -> None:
        """End the round. If the banker has left before the bets were in, the bank passes on."""
        if self.banker.has_resigned:
            self._leave_bank()
        elif self.knocked_down:
            self.equipment.banker = self.banker.player
        self.end_unsettled(RoundVoid(self.has_been_bet_on()))

    def _leave_bank(self) -> None:
        """Pass the bank on for good, though all chips are as before the round.

        What was won in an auction goes back to the seller, who keeps the price: otherwise nobody
        would risk anything by a bid.
        """
        name, sale = self.banker.player, self.knocked_down
        for seat in self.seats:
            seat.chips = seat.chips_before
        if sale and sale.buyer == name:
            self.equipment.banker, self.equipment.way = sale.seller, WayToBank.BACK
            self.note(BankTaken(sale.seller, WayToBank.BACK))
        elif successor := self.next_on_left(name):
            self.equipment.banker = successor.player
            self.note(BankTaken(successor.player, WayToBank.LEFT))
        else:
            self.equipment.banker = None
            self.note(BankVacant(name))

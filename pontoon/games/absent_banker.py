"""Rounds whose banker may leave or fall silent: the hand is played by rule, and the bank moves."""

from pontoon.engine.events import BankerShown
from pontoon.engine.moves import Ask, Move, Phase, Verb
from pontoon.games.bank_events import BankerLeft, BankMissed, BankTaken, BankVacant, WayToBank
from pontoon.games.dealt_round import PackRulesT
from pontoon.games.moving_bank import MovingBankRound

DRAWS_ON = 15
"""On so much and less a card is drawn for a banker who has left, or does not answer."""


class AbsentBankerRound(MovingBankRound[PackRulesT]):
    """A round that goes on without its banker once the bets are in, and is void before."""

    bets_are_in = False
    """Whether all have placed their initial bets."""
    is_shown = False
    """Whether the banker's two cards are turned up."""

    def may_resign(self) -> bool:
        """Tell whether players can leave: with the bank turned up they could dodge the double."""
        return not self.is_shown

    def show_bank(self) -> None:
        """Turn the banker's two cards face up."""
        self.is_shown = True
        self.note(BankerShown(self.banker.player, self.banker_hand.cards))

    def banker_leaves(self) -> None:
        """Have the hand of a banker who has resigned played by rule, if there are bets on it."""
        if self.bets_are_in:
            self.note(BankerLeft(self.banker.player, DRAWS_ON))

    def miss(self) -> None:
        """Note that the banker has let a decision go by, and does not keep the bank."""
        if self.banker.player in self.willing:
            self.willing.remove(self.banker.player)
            self.note(BankMissed(self.banker.player))

    def safest_move(self, ask: Ask) -> Move | None:
        """Return what is done for a player who does not answer ASK; a banker draws on 15."""
        if ask.phase is not Phase.BANKER:
            return super().safest_move(ask)
        draws = self.banker_hand.total <= DRAWS_ON and ask.option(Verb.DRAW) is not None
        return Move(Verb.DRAW if draws else Verb.STAY, unanswered=True)

    def make_bankers(self, move: Move) -> None:
        """Draw or stay; a banker who has not answered does not keep the bank."""
        if move.unanswered and not self.banker.has_resigned:
            self.miss()
        super().make_bankers(move)

    def declare_void(self) -> None:
        """End a round without bets, or whose banker has left before they were in.

        The bank of such a banker passes on.
        """
        if self.banker.has_resigned:
            self._leave_bank()
        super().declare_void()

    def _leave_bank(self) -> None:
        """Let the bank pass on for good, though everybody has the same chips as before.

        One that was bought in this round passes to nobody: the price has gone back, and neither is
        it to be had for nothing, nor to be given back to whoever has sold it to one who leaves.
        """
        name = self.banker.player
        for seat in self.seats:
            seat.chips = seat.chips_before
        if successor := None if self.is_bought else self.next_on_left(name):
            self.equipment.banker = successor.player
            self.note(BankTaken(successor.player, WayToBank.LEFT))
        else:
            self.equipment.banker = None
            self.note(BankVacant(name))

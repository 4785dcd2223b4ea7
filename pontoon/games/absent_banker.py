"""Rounds whose banker resigns or does not answer (RULES 2, Moving the bank)."""

from pontoon.engine.events import BankerShown
from pontoon.engine.moves import Ask, Move, Phase, Verb
from pontoon.games.bank_events import BankerLeft, BankMissed
from pontoon.games.dealt_round import PackRulesT
from pontoon.games.moving_bank import MovingBankRound

DRAWS_ON = 15
"""A banker who resigns or does not answer draws on this total and less."""


class AbsentBankerRound(MovingBankRound[PackRulesT]):
    """A round that goes on without its banker once somebody has bet, and is void before that."""

    is_shown = False
    """Whether the banker's two cards are turned up."""

    def may_resign(self) -> bool:
        return not self.is_shown

    def show_bank(self) -> None:
        self.is_shown = True
        self.note(BankerShown(self.banker.player, self.banker_hand.cards))

    def banker_leaves(self) -> None:
        """Note that the banker has resigned, if somebody has bet and the hand is played by rule."""
        if self.has_been_bet_on():
            self.note(BankerLeft(self.banker.player, DRAWS_ON))

    def is_off(self) -> bool:
        """Tell whether the banker has left before anybody has bet: the round is void."""
        return self.banker.has_resigned and not self.has_been_bet_on()

    def safest_move(self, ask: Ask) -> Move | None:
        if ask.phase is not Phase.BANKER:
            return super().safest_move(ask)
        draws = self.banker_hand.total <= DRAWS_ON and ask.option(Verb.DRAW) is not None
        return Move(Verb.DRAW if draws else Verb.STAY, unanswered=True)

    def make_bankers(self, move: Move) -> None:
        if move.unanswered and not self.banker.has_resigned and not self.has_missed:
            self.has_missed = True
            self.note(BankMissed(self.banker.player))
        super().make_bankers(move)

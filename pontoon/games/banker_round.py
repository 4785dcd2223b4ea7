"""Rounds against one of the players, the banker or dealer, who plays last."""

from collections.abc import Sequence

from pontoon.engine.cards import Card
from pontoon.engine.events import BankerDrew, BankerStayed, Busted, PontoonDeclared
from pontoon.engine.hands import Hand, Seat
from pontoon.engine.moves import Ask, Move, Option, Phase, Verb, WhyNot
from pontoon.engine.round import EquipmentT, Round, Script
from pontoon.games.dealt_round import PackRound, PackRulesT

STAY = Option(Verb.STAY)
DRAW = Option(Verb.DRAW)


class BankRound(PackRound[EquipmentT, PackRulesT]):
    """A round in which all hands are compared with the only hand of the banker.

    The game sets ``banker`` and ``punters`` before it deals the first card.
    """

    banker: Seat
    banker_hand: Hand
    """The hand of the banker, from the first card on."""
    punters: Sequence[Seat] = ()
    """The players without the banker, from the banker's left."""
    ANSWERS = (*Round.ANSWERS, Verb.DRAW, Verb.STAY)

    def hands_still_in(self) -> list[tuple[Seat, Hand]]:
        """Return the hands that are not bust nor resigned, in the order of play."""
        return [
            (seat, hand)
            for seat in self.punters
            if not seat.has_resigned
            for hand in seat.hands
            if not hand.is_bust
        ]

    def is_contested(self) -> bool:
        """Tell whether a hand is left that the banker plays against."""
        for seat in self.punters:
            if not seat.has_resigned:
                for hand in seat.hands:
                    if not hand.is_bust:
                        return True
        return False

    def declare(self, seat: Seat, hand: Hand, shown: Card) -> None:
        """Declare HAND, which is a pontoon, by showing one of its cards."""
        hand.is_stuck = True
        self.note(PontoonDeclared(seat.player, hand.number, shown))

    def play_banker(self) -> Script:
        """Let the banker draw at will, as long as a player's hand is left (RULES 2 and 4).

        A banker who has resigned makes the safest move.
        """
        hand = self.banker_hand
        while self.is_contested() and not hand.is_over:
            options = (STAY, DRAW) if self.pack.cards else (STAY,)
            ask = self.ask_for(Phase.BANKER, self.banker, hand, options)
            move = self.safest_move(ask) if self.banker.has_resigned else (yield ask)
            if move is not None:
                self.make_bankers(move)

    def make_bankers(self, move: Move) -> None:
        if move.verb is Verb.DRAW:
            self.draw()
        else:
            self.stay()

    def is_void(self, ask: Ask) -> bool:
        is_played_out = ask.phase is Phase.BANKER and not self.is_contested()
        return is_played_out or super().is_void(ask)

    def is_free(self, seat: Seat) -> bool:
        """Tell whether SEAT has not bet, and has no bank or deal where somebody has."""
        is_bankers = seat is self.banker and not seat.has_resigned
        return super().is_free(seat) and not (is_bankers and self.has_been_bet_on())

    def why_not(self, ask: Ask, verb: Verb) -> WhyNot:
        is_draw = ask.phase is Phase.BANKER and verb is Verb.DRAW
        return WhyNot.PACK_EMPTY if is_draw else super().why_not(ask, verb)

    def draw(self) -> None:
        hand = self.banker_hand
        hand.take(self.deal())
        self.note(BankerDrew(self.banker.player, hand.cards[-1]))
        if hand.is_bust:
            self.note(Busted(self.banker.player, None, hand.cards))
        elif hand.is_complete:
            self.stay()

    def stay(self) -> None:
        self.banker_hand.is_stuck = True
        self.note(BankerStayed(self.banker.player))

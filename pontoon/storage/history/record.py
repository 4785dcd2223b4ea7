"""The record of a settled round: all that is needed to replay it in the engine."""

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from pontoon.engine.actions import Action
from pontoon.engine.decks import Deck
from pontoon.engine.events import Kitty, Settled
from pontoon.engine.result import TableKey
from pontoon.engine.round import GameRules, TableRules
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.games.bank import Sale
from pontoon.games.bank_events import WayToBank
from pontoon.storage.rounds import RoundRecord

ROUND_ID = re.compile("[0-9a-f]{16}")


class DealtCards(Struct, frozen=True):
    """The cards of a round."""

    tokens: tuple[str, ...]
    """As ``Deck.tokens`` returns them."""
    deck: DeckPlace | None = None
    marker: int = 0
    """Which of the cards dealt has reached the marker of the shoe, from 1; 0 for none."""


def dealt_cards(deck: Deck, place: DeckPlace | None) -> DealtCards:
    """Return the cards of the last round from DECK, which began at that PLACE of a sealed one."""
    return DealtCards(deck.tokens(), place, deck.marker_at)


class BankBefore(Struct, frozen=True):
    """The bank of a table, as it was before a round."""

    banker: str | None = None
    way: WayToBank = WayToBank.KEPT
    circle: tuple[str, ...] = ()
    sale: Sale | None = None
    kitty: Kitty | None = None


class HistoryRecord(Struct, frozen=True):
    """A settled round; ``id`` is its name in the ledger, ``time`` when it began, in UTC."""

    id: str
    where: TableKey
    time: datetime
    rules: GameRules
    table_rules: TableRules
    players: tuple[tuple[str, int], ...]
    """The players in the order of the seats, each with the chips that they could stake."""
    acts: tuple[Action, ...]
    cards: DealtCards
    settled: Settled
    consent: tuple[tuple[str, bool], ...] = ()
    bank: BankBefore | None = None
    """None in games without a bank."""

    @property
    def deck(self) -> DeckPlace | None:
        """The place of the round in a sealed deck; None if its deck was not sealed."""
        return self.cards.deck


def record_of(
    began: RoundRecord,
    acts: Sequence[Action],
    rules: tuple[GameRules, TableRules],
    cards: DealtCards,
    settled: Settled,
) -> HistoryRecord:
    """Return the record of the round that BEGAN like that, and was SETTLED by ACTS on CARDS.

    RULES are those of its table: of the game, and for every game.
    """
    return HistoryRecord(
        began.id,
        began.where,
        began.began,
        *rules,
        began.players,
        tuple(acts),
        cards,
        settled,
        began.consent,
        _bank_in(began),
    )


def _bank_in(began: RoundRecord) -> BankBefore | None:
    """Return the bank in the equipment with which the round BEGAN; None if there is none."""
    state = began.equipment
    if "circle" not in state:
        return None
    sale, kitty = state["sale"], state.get("kitty")
    return BankBefore(
        state["banker"],
        WayToBank(state.get("way", WayToBank.KEPT)),
        tuple(state["circle"]),
        sale and Sale(*sale),
        kitty and Kitty(*kitty),
    )

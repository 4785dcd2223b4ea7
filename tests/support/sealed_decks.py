"""Sealed decks as tests have them: of two games in one channel, with secrets that are known."""

from datetime import UTC, datetime

from msgspec import structs

from pontoon.engine.decks import encoded
from pontoon.engine.sealed_deck import DeckName, DeckPlan, DeckTerms, seal_of
from pontoon.storage.database import Database
from pontoon.storage.decks import Decks, SealedDeck

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
BANK = "k3JxQ0aB"
SHED = DeckPlan("libera", "#den", "pontoon", 6, (60, 75))
CUTWC = DeckPlan("libera", "#den", "cutwc", 1, "hands")


def secret_of(number: int) -> str:
    return encoded(number.to_bytes(16, "big"))


def name_of(number: int, channel: str = "#den", bank: str = BANK) -> DeckName:
    return DeckName(bank, "libera", channel, number)


def sealed(plan: DeckPlan = SHED, number: int = 1, bank: str = BANK) -> SealedDeck:
    """Return a deck for PLAN as it is when it is sealed; its secret is its NUMBER."""
    terms = DeckTerms(**structs.asdict(plan), number=number, bank=bank)
    return SealedDeck(terms, seal_of(terms, secret_of(number)), secret_of(number), NOON)


def decks_in(database: Database, bank: str = BANK) -> Decks:
    """Return the decks in DATABASE as a bot of BANK has them that starts now."""
    return Decks(database, bank, lambda: NOON)

"""Files of sealed decks, and logs of a channel that heard of them."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import structs

from pontoon.engine.decks import Shoe, encoded
from pontoon.engine.events import DeckCut
from pontoon.engine.sealed_deck import DeckPlan, DeckTerms, cuts_of, key_of, short
from pontoon.storage.database import Database
from pontoon.storage.decks.deck_file import DeckFile
from pontoon.storage.decks.deck_log import read_log
from pontoon.storage.decks.deck_records import FINISHED, DealtRound, Sealed
from pontoon.storage.decks.verify import Verification, verify
from pontoon.text import decks as deck_texts

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NEW_ID = "0123456789abcdef" * 2
SHED = DeckPlan("libera", "#den", "pontoon", 6, (60, 75))
CUTWC = DeckPlan("libera", "#den", "cutwc", 1, "hands")
BEFORE = short(b"before")
CUTS = ("four score and seven", "years ago")


def secret_of(number: int) -> str:
    return encoded(number.to_bytes(16, "big"))


def terms_of(plan: DeckPlan, number: int = 1) -> DeckTerms:
    return DeckTerms(**structs.asdict(plan), number=number, before=BEFORE)


class _AtOnce:
    """A clock for turns that have one step each."""

    def seconds(self) -> float:
        return 0

    def callLater(self, _delay: float, call: Callable[[], object], /) -> Any:  # noqa: N802
        call()


def deck_file(path: Path) -> DeckFile:
    """Return the file at PATH, with the database beside it; what is recorded is written at once."""
    database = Database(path.with_suffix(".db"))
    file = DeckFile(path, database, lambda: NOON, NEW_ID)
    database.run_by(_AtOnce())
    return file


def seal(file: DeckFile, plan: DeckPlan = SHED) -> Sealed:
    """Seal the next deck of FILE, whose secret is its number."""
    deck = file.prepare(plan, secret_of(file.prepare(plan, secret_of(0)).terms.number))
    file.seal(deck)
    return deck


def to_the_end(deck: Sealed, cuts: Sequence[str] = CUTS) -> tuple[DealtRound, ...]:
    """Return two rounds of 9 cards and one that comes to the marker of DECK."""
    secret = secret_of(deck.terms.number)
    key = key_of(deck.seal, secret, cuts_of(deck.seal, cuts))
    assert not isinstance(deck.terms.marker, str)
    end = 52 * deck.packs - Shoe(deck.packs, deck.terms.marker, key).marker
    return (DealtRound(0, 9, 1), DealtRound(9, 9, 0), DealtRound(18, end - 18, 1))


def finish(file: DeckFile, deck: Sealed, cuts: Sequence[str] = CUTS) -> None:
    number = deck.terms.number
    file.open(number, FINISHED, secret_of(number), cuts, to_the_end(deck, cuts))


class Evening:
    """A file at PATH, and the log of the channel: a shoe, a pack given up, and a shoe in play."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log: list[str] = []
        file = self.file = deck_file(path)
        shoe, pack = seal(file), seal(file, CUTWC)
        self._say_sealed(shoe)
        self._say_sealed(pack)
        self.log += [f"12:00 <dave> !cut {CUTS[1]}", f"12:01 <@kevin> !cut   {CUTS[0]} "]
        finish(file, shoe)
        cut = DeckCut(1, len(CUTS), cuts_of(shoe.seal, CUTS))
        self.say(f"Shed Pontoon: dave, kevin | {deck_texts.deck_of_round(cut)} | place your bets")
        self.say(deck_texts.is_opened(shoe.terms, secret_of(1), FINISHED))
        file.open(2, "restart", secret_of(2))
        self.say(deck_texts.is_opened(pack.terms, secret_of(2), "restart"))
        self._say_sealed(seal(file))

    def _say_sealed(self, deck: Sealed) -> None:
        self.say(deck_texts.IS_SEALED.format(number=deck.terms.number, seal=deck.seal, prefix="!"))

    def say(self, text: str) -> None:
        """Have the bot say TEXT."""
        self.log.append(f"12:34 <@PontoonBot> {text}")


def verified(path: Path, log: Sequence[str] | None = None) -> Verification:
    """Verify the file at PATH, with the lines of a LOG."""
    heard = (
        None if log is None else read_log((f"{line}\n".encode() for line in log), ["PontoonBot"])
    )
    with path.open("rb") as lines:
        return verify(lines, heard)


def what_is_wrong(path: Path, log: Sequence[str] | None = None) -> set[str]:
    """Return the names of the faults."""
    return {fault.what.name for fault in verified(path, log).findings}

"""Sealed decks of version 0.5 and before that were not opened, or not told, at the upgrade (FAIR).

Each is opened in its own way, given up, as soon as no round of it is played.
"""

from collections.abc import Iterator

from msgspec import Struct, json

from pontoon.storage.database import Database
from pontoon.storage.rows import rows_of


class OldTerms(Struct, frozen=True):
    """What was sealed of a deck by pontoon-deck-2."""

    network: str
    channel: str
    game: str
    packs: int
    marker: str | tuple[int, int]
    number: int
    before: str


class OldDeck(Struct, frozen=True):
    """A deck with its SECRET; ``opening`` says why it is opened if it was before the upgrade."""

    terms: OldTerms
    secret: str
    opening: str = ""


class OldDecks:
    """The old decks in DATABASE that are still to be told."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._decks: dict[int, OldDeck] = {}
        with rows_of("decks_of_0_5"):
            for number, text in database.read(
                "SELECT number, note FROM decks_of_0_5 ORDER BY number"
            ):
                self._decks[number] = json.decode(text, type=OldDeck)

    def of(self, network: str, channel: str) -> list[OldDeck]:
        """Return those of CHANNEL: none, but just after the upgrade."""
        decks, where = self._decks.values(), (network, channel)
        return [each for each in decks if (each.terms.network, each.terms.channel) == where]

    def __iter__(self) -> Iterator[OldDeck]:
        return iter([*self._decks.values()])

    def is_opened(self, number: int) -> bool:
        """Tell whether everybody may know the secret of the deck of that NUMBER."""
        return number not in self._decks

    def told(self, number: int) -> None:
        """Forget the deck of that NUMBER: its channel knows the secret, or is none any more."""
        if self._decks.pop(number, None) is not None:
            self._database.write_soon("DELETE FROM decks_of_0_5 WHERE number = ?", number)

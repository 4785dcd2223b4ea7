"""What is kept of sealed decks: their secrets, their cuts, what was dealt of them (FAIR, Files).

With the beginning of its first round a deck is closed to cuts.
"""

from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct, json
from msgspec.structs import replace

from pontoon.engine.sealed_deck import Cut, Cuts, DeckPlace, DeckTerms, DeckUse, with_cut
from pontoon.storage.database import Database
from pontoon.storage.decks.deck_records import DealtRound
from pontoon.storage.rows import rows_of, text_of


class DeckNote(Struct, frozen=True, omit_defaults=True):
    """A deck that was sealed, with the SECRET of its cards."""

    terms: DeckTerms
    secret: str
    cuts: Cuts = ()
    acknowledged: tuple[str, ...] = ()
    """The nicks whose cuts the channel has heard of, or which came with the deal."""
    is_closed: bool = False
    """Whether a round was begun, so that nobody can cut it any more."""
    are_cuts_heard: bool = False
    """Whether the channel knows CUTS."""
    begun: DeckPlace | None = None
    """Where the round was dealt that was begun last; it may be over."""
    took: tuple[int, ...] = ()
    """The cards that each round took which is over: a pack can serve thousands."""
    unsettled: tuple[int, ...] = ()
    """The numbers of those of them that were not settled, counted from 0."""
    is_finished: bool = False
    """Whether the last round that is over has finished it."""
    is_void: bool = False
    """Whether that round was stopped or void, though a price for the bank may be paid in it."""
    opening: str = ""
    """Why it is opened, if it is: the channel does not know yet, as far as the bot knows."""

    @property
    def dealt(self) -> list[DealtRound]:
        """The rounds that are over: each begins where the one before has ended."""
        places = accumulate(self.took, initial=0)
        return [
            DealtRound(before, took, int(number not in self.unsettled))
            for number, (before, took) in enumerate(zip(places, self.took, strict=False))
        ]

    def cut_by(self, cut: Cut) -> "DeckNote":
        """Return the note with another CUT, of which nobody has heard yet."""
        cuts = with_cut(self.cuts, cut)
        known = [each for each in cuts[:-1] if each[0] in self.acknowledged]
        return replace(self, cuts=cuts, acknowledged=tuple(nick for nick, _ in known))


class DeckNotes:
    """The decks of DATABASE that are in play, or opened and not told, by number."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._decks: dict[int, DeckNote] = {}
        self._numbers: dict[tuple[str, str], list[int]] = {}
        """The numbers of the decks of each channel, with its network."""
        with rows_of("decks"):
            for number, text in database.read("SELECT number, note FROM decks ORDER BY number"):
                note = json.decode(text, type=DeckNote)
                if note.terms.number != number:
                    raise ValueError(f"deck {number} has the note of another one")
                self._note(note)

    def of(self, network: str, channel: str) -> list[DeckNote]:
        """Return the decks of CHANNEL, as config.ini spells it; the oldest first."""
        return [self._decks[number] for number in self._numbers.get((network, channel), ())]

    def __iter__(self) -> Iterator[DeckNote]:
        return iter([*self._decks.values()])

    def find(self, number: int) -> DeckNote | None:
        return self._decks.get(number)

    def keep(self, note: DeckNote) -> None:
        """Keep NOTE in place of an earlier one; NotRecorded, and nothing has changed."""
        self._database.require()
        self.keep_soon(note)

    def keep_soon(self, note: DeckNote) -> None:
        """Keep NOTE, which follows from what has happened."""
        self._note(note)
        self._database.write(
            "INSERT INTO decks (number, note) VALUES (?, ?)"
            " ON CONFLICT (number) DO UPDATE SET note = excluded.note",
            *(note.terms.number, text_of(note)),
        )

    def began(self, place: DeckPlace, last_cut: Cut | None) -> None:
        """Note that a round has begun at that PLACE of a deck; LAST_CUT came with the deal."""
        if (note := self._decks.get(place.number)) is not None:
            if last_cut is not None and not note.is_closed:
                note = note.cut_by(last_cut)
                note = replace(note, acknowledged=(*note.acknowledged, last_cut[0]))
            self.keep_soon(replace(note, is_closed=True, begun=place))

    def ended(self, use: DeckUse, *, is_settled: bool, is_void: bool) -> None:
        """Note that a round is over which made USE of a deck.

        One in which no hand was played to its end IS_VOID, though a price may be settled.
        """
        place, cards, is_finished = use
        note = self._decks.get(place.number)
        if note is not None and len(note.took) < place.round:
            unsettled = note.unsettled if is_settled else (*note.unsettled, len(note.took))
            self.keep_soon(
                replace(
                    note,
                    took=(*note.took, cards),
                    unsettled=unsettled,
                    is_finished=is_finished,
                    is_void=is_void,
                )
            )

    def told(self, number: int) -> None:
        """Forget the deck of that NUMBER: it is opened, and the channel knows."""
        note = self._decks.pop(number, None)
        if note is not None:
            numbers = self._numbers[_place_of(note)]
            numbers.remove(number)
            if not numbers:
                del self._numbers[_place_of(note)]
            self._database.write_soon("DELETE FROM decks WHERE number = ?", number)

    def _note(self, note: DeckNote) -> None:
        number = note.terms.number
        if number not in self._decks:
            self._numbers.setdefault(_place_of(note), []).append(number)
        self._decks[number] = note


def _place_of(note: DeckNote) -> tuple[str, str]:
    return note.terms.network, note.terms.channel

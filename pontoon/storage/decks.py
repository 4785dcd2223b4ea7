"""Sealed decks in the database: one row each, which is written before anybody hears of it (FAIR).

With the beginning of its first round a deck is closed to cuts. A round has its place in the deck in
its own row; what a void round took is here alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct, json
from msgspec.structs import asdict, replace

from pontoon.engine.sealed_deck import (
    Cut,
    DeckName,
    DeckPlace,
    DeckPlan,
    DeckTerms,
    DeckUse,
    cuts_of,
    key_of,
    seal_of,
)
from pontoon.storage.database import Database
from pontoon.storage.rows import NEXT_N, Read, last_number, rows_of, text_of

FINISHED = "finished"
"""Why a deck is opened that was dealt to its end; any other reason means that it is given up."""

RESTORED = "restore"
"""Why a deck is opened that was dealt on after the backup that was put back: its counts may lack
that."""

RESTART = "restart"
"""Why a deck is opened that a restart has ended."""


class VoidRound(NamedTuple):
    """A round of a deck that was not settled: it is in no history."""

    round: int
    before: int
    took: int


class SealedDeck(Struct, frozen=True, omit_defaults=True):
    """A deck that was sealed at that time, with the SECRET of its cards, "" if that is lost."""

    terms: DeckTerms
    seal: str
    secret: str
    sealed: datetime
    cuts: tuple[Cut, ...] = ()
    acknowledged: int = 0
    """The number of the last cut of which the channel has heard."""
    players: tuple[str, ...] | None = None
    """Who plays in the first opening line; None until a round is begun: the deck can be cut."""
    names: Mapping[str, str] = {}
    """What those of them are called there who have a nickname."""
    are_cuts_heard: bool = False
    """Whether the channel knows CUTS."""
    begun: DeckPlace | None = None
    """Where the round was dealt that was begun last; it may be over."""
    rounds: int = 0
    """How many of its rounds are over."""
    cards: int = 0
    """How many cards they took."""
    void: tuple[VoidRound, ...] = ()
    """Those of them that were not settled."""
    is_finished: bool = False
    """Whether the last round that is over has finished it."""
    is_void: bool = False
    """Whether that round was not settled."""
    why: str = ""
    """Why it is opened; "" while it is not."""
    opened: datetime | None = None

    @property
    def is_closed(self) -> bool:
        """Whether nobody can cut it any more."""
        return self.players is not None

    @property
    def rounds_begun(self) -> int:
        """How many rounds were begun with it; one that nobody could go on with has not ended."""
        return max(self.rounds, self.begun.round if self.begun is not None else 0)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all cuts, in the order of their numbers."""
        return tuple(cut.words for cut in self.cuts)

    @property
    def cuts_hash(self) -> str:
        """CUTS, with the cuts that it has now."""
        return cuts_of(self.seal, self.words)

    @property
    def key(self) -> bytes:
        """KEY, with the cuts that it has now."""
        return key_of(self.seal, self.secret, self.cuts_hash)


class Decks:
    """The decks of DATABASE: those that are in play, or opened and not told, are at hand.

    BANK is the id of the bank, and NOW returns the time.
    """

    def __init__(self, database: Database, bank: str, now: Callable[[], datetime]) -> None:
        self._database = database
        self.bank = bank
        self._now = now
        self._decks: dict[tuple[str, str], dict[DeckName, SealedDeck]] = {}
        """Those at hand, by network and channel."""
        with rows_of("decks"):
            for *name, text in database.read(
                "SELECT bank, network, channel, number, deck FROM decks WHERE NOT is_told"
                " ORDER BY n"
            ):
                deck = json.decode(text, type=SealedDeck)
                if deck.terms.name != DeckName(*name):
                    raise ValueError(f"deck {deck.terms.number} is in the row of another")
                self._put(deck)
            found = database.read(
                "SELECT network, channel, max(number) FROM decks WHERE bank = ?"
                " GROUP BY network, channel",
                bank,
            )
            self._last = {(each[0], each[1]): last_number(each[2]) for each in found}
            """The number of the last deck of each channel."""

    def _put(self, deck: SealedDeck) -> None:
        name = deck.terms.name
        self._decks.setdefault((name.network, name.channel), {})[name] = deck

    def __iter__(self) -> Iterator[SealedDeck]:
        return iter([deck for decks in self._decks.values() for deck in decks.values()])

    def of(self, network: str, channel: str) -> list[SealedDeck]:
        """Return those of CHANNEL, as config.ini spells it; the oldest first."""
        return [*self._decks.get((network, channel), {}).values()]

    def find(self, name: DeckName) -> SealedDeck | None:
        return self._decks.get((name.network, name.channel), {}).get(name)

    def is_opened(self, name: DeckName) -> bool:
        """Tell whether everybody may know the secret of the deck of that NAME."""
        deck = self.find(name)
        return deck is None or bool(deck.why)

    def seal(self, plan: DeckPlan, secret: str) -> None:
        """Seal the next deck of a channel, for PLAN, with a fresh SECRET; NotRecorded."""
        self._database.require()
        where = plan.network, plan.channel
        number = self._last.get(where, 0) + 1
        terms = DeckTerms(**asdict(plan), number=number, bank=self.bank)
        deck = SealedDeck(terms, seal_of(terms, secret), secret, self._now())
        self._last[where] = number
        self._put(deck)
        self._database.write(
            "INSERT INTO decks (n, bank, network, channel, number, deck, is_told)"
            f" SELECT {NEXT_N}, ?, ?, ?, ?, ?, FALSE FROM decks",
            *(*terms.name, text_of(deck)),
        )

    def keep(self, deck: SealedDeck) -> None:
        """Keep DECK in place of what was known of it; NotRecorded, and nothing has changed."""
        self._database.require()
        self.keep_soon(deck)

    def keep_soon(self, deck: SealedDeck) -> None:
        """Keep DECK, which follows from what has happened."""
        self._put(deck)
        self._database.write(
            "UPDATE decks SET deck = ?"
            " WHERE bank = ? AND network = ? AND channel = ? AND number = ?",
            *(text_of(deck), *deck.terms.name),
        )

    def began(
        self,
        name: DeckName,
        place: DeckPlace,
        cut: Cut | None,
        players: tuple[str, ...],
        names: Mapping[str, str],
    ) -> None:
        """Note that a round for PLAYERS, who have these NAMES, has begun at a PLACE of a deck.

        CUT came with the deal, if any.
        """
        if (deck := self.find(name)) is None:
            return
        if not deck.is_closed:
            cuts = _by_nick((*deck.cuts, *([cut] if cut else [])))
            deck = replace(deck, players=players, names=names, cuts=cuts)
        self.keep_soon(replace(deck, begun=place))

    def ended(self, name: DeckName, use: DeckUse, *, is_settled: bool) -> None:
        """Note that a round is over which made USE of the deck of that NAME."""
        deck, (place, took, is_finished) = self.find(name), use
        if deck is None or deck.rounds >= place.round:
            return
        void = deck.void
        if not is_settled:
            void = (*void, VoidRound(place.round, place.before, took))
        self.keep_soon(
            replace(
                deck,
                rounds=place.round,
                cards=deck.cards + took,
                void=void,
                is_finished=is_finished,
                is_void=not is_settled,
            )
        )

    def open(self, deck: SealedDeck, why: str) -> None:
        """Note WHY the secret of DECK is told; NotRecorded."""
        self.keep(replace(deck, why=why, opened=self._now(), cuts=_by_nick(deck.cuts)))

    def told(self, name: DeckName) -> None:
        """Note that the channel knows that the deck of that NAME is opened, or nobody can."""
        decks = self._decks.get((name.network, name.channel), {})
        if decks.pop(name, None) is not None:
            self._database.write_soon(
                "UPDATE decks SET is_told = TRUE"
                " WHERE bank = ? AND network = ? AND channel = ? AND number = ?",
                *name,
            )

    async def said(self, network: str, channel: str, number: int) -> SealedDeck | None:
        """Return the deck of that NUMBER in CHANNEL, which may be over; None if there is none."""
        name = DeckName(self.bank, network, channel, number)
        if (deck := self.find(name)) is not None:
            return deck
        return await self._database.look_up(_deck_called, name)


def _deck_called(read: Read, name: DeckName) -> SealedDeck | None:
    """Return the deck that READ finds by its NAME; None if there is none."""
    with rows_of("decks"):
        for (text,) in read(
            "SELECT deck FROM decks WHERE bank = ? AND network = ? AND channel = ? AND number = ?",
            *name,
        ):
            return json.decode(text, type=SealedDeck)
    return None


def _by_nick(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    """Return CUTS of a deck that nobody can cut any more: account and host are of no use then."""
    return tuple(Cut(nick, words) for nick, words, *_ in cuts)


def all_decks(read: Read) -> Iterator[SealedDeck]:
    """Yield all decks that READ finds, in the order in which they were sealed."""
    with rows_of("decks"):
        for (text,) in read("SELECT deck FROM decks ORDER BY n"):
            yield json.decode(text, type=SealedDeck)

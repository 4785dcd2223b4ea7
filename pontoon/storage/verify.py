"""The check of sealed decks by their owner: seals, cuts, and each round dealt again (FAIR).

Players check what they have heard with ``contrib/check.html``, which trusts nothing of this.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from pontoon.engine.cards import DECK
from pontoon.engine.decks import Pack, Shoe, encoded
from pontoon.engine.sealed_deck import (
    DeckName,
    DeckPlace,
    DeckTerms,
    cut_words,
    seal_of,
)
from pontoon.storage.decks import FINISHED, SealedDeck
from pontoon.storage.findings import Report, Wrong
from pontoon.storage.replay import NotAsRecorded, OtherRules, Replay
from pontoon.storage.rounds import Damaged, SettledRound


class Verification(Report):
    """The result of the check, and what is no fault."""

    sealed: int = 0
    """How many decks were sealed."""
    finished: int = 0
    """How many were opened at their end."""
    given_up: int = 0
    """How many were opened early."""
    cut_and_never_dealt: int = 0
    """Of those given up: somebody had cut them, but no card was dealt."""
    in_play: list[DeckTerms] = field(default_factory=list)
    """The decks that are not opened."""
    rounds_checked: int = 0
    rounds_unopened: int = 0
    """Rounds in the history whose deck is still sealed, or lost."""
    rounds_of_old_decks: int = 0
    """Rounds of version 0.5 and before, whose decks were sealed in another way."""
    rounds_of_old: int = 0
    """Rounds of an earlier version that end otherwise by the rules of today."""
    rounds_missing: int = 0
    """Settled rounds that the history lacks, or that it cannot show since it lacks others."""


class _Followed(Struct):
    """An opened deck whose rounds are checked one behind the other."""

    deck: SealedDeck
    round: int = 0
    """The last round that was seen, in the history or among the void ones."""
    seen: int = 0
    """How many settled rounds were seen."""
    cards: int | None = 0
    """How many cards were dealt up to its end; None if it could not be dealt again."""
    pack: Mapping[str, Any] | None = None
    """The pack behind that round; None in shoes, and if it is not known."""
    is_at_fault: bool = False
    """Whether a round was wrong: nothing is known of those behind it."""


def verify(decks: Iterable[SealedDeck], history: Iterable[SettledRound | Damaged]) -> Verification:
    """Check DECKS, in the order in which they were sealed, and the rounds of HISTORY from them.

    These come in the order in which they began.
    """
    return _Check().run(decks, history)


class _Check:
    def __init__(self) -> None:
        self._report = Verification()
        self._opened: dict[DeckName, _Followed] = {}
        self._unopened: dict[DeckName, SealedDeck] = {}

    def run(
        self, decks: Iterable[SealedDeck], history: Iterable[SettledRound | Damaged]
    ) -> Verification:
        report, last = self._report, dict[DeckName, int]()
        for deck in decks:
            of_channel = deck.terms.name._replace(number=0)
            if deck.terms.number != last.get(of_channel, 0) + 1:
                self._fault(Wrong.NUMBER, deck)
            last[of_channel] = deck.terms.number
            report.sealed += 1
            self._read(deck)
        for played in history:
            self._read_round(played)
        for each in self._opened.values():
            self._end(each)
        report.in_play = [deck.terms for deck in self._unopened.values() if not deck.why]
        report.findings.sort(key=lambda finding: finding.what)
        return report

    def _fault(self, what: Wrong, deck: SealedDeck, detail: str = "") -> None:
        name = f"{deck.terms.number} of {deck.terms.channel}"
        self._report.found(what, deck=name, detail=detail)

    # A deck by itself

    def _read(self, deck: SealedDeck) -> None:
        report, terms = self._report, deck.terms
        of_game = [
            each
            for name, each in self._unopened.items()
            if name._replace(number=0) == terms.name._replace(number=0)
            and (each.terms.game, each.why) == (terms.game, "")
        ]
        for earlier in of_game:
            self._fault(Wrong.NOT_OPENED, earlier)
        if any(cut_words(words) != words for words in deck.words):
            self._fault(Wrong.BAD_CUT, deck)
        if not deck.why or not deck.secret:
            self._unopened[terms.name] = deck
            if deck.why or not deck.secret:
                self._fault(Wrong.LOST, deck)
            return
        if seal_of(terms, deck.secret) != deck.seal:
            self._fault(Wrong.SEAL, deck)
        if deck.why == FINISHED:
            report.finished += 1
        else:
            report.given_up += 1
            report.cut_and_never_dealt += bool(deck.cuts) and not deck.cards
        self._opened[terms.name] = _Followed(deck)

    # Its rounds

    def _read_round(self, played: SettledRound | Damaged) -> None:
        report = self._report
        if isinstance(played, Damaged):
            report.found(Wrong.NOT_A_ROUND, detail=played.id)
        elif played.deck is not None and not played.deck.bank:
            report.rounds_of_old_decks += 1
        elif played.deck is not None:
            place, where = played.deck, played.where
            name = DeckName(place.bank, where.network, where.channel, place.number)
            if name in self._unopened:
                report.rounds_unopened += 1
            else:
                self._follow(self._opened.get(name), played, place)

    def _follow(self, followed: _Followed | None, played: SettledRound, place: DeckPlace) -> None:
        detail = f"round {place.round} ({played.id})"
        if followed is None:
            name = f"{place.number} of {played.where.channel}"
            self._report.found(Wrong.NO_SUCH_ROUND, deck=name, detail=detail)
        elif not followed.is_at_fault:
            wrong = self._fault_in(followed, played, place)
            followed.is_at_fault = wrong is not None
            if wrong is not None:
                self._fault(wrong, followed.deck, detail)

    def _fault_in(
        self, followed: _Followed, played: SettledRound, place: DeckPlace
    ) -> Wrong | None:
        """Return what is wrong with the next round that the history has of a deck, if anything."""
        deck = followed.deck
        void = {each.round: each for each in deck.void}
        if not 1 <= place.round <= deck.rounds or place.round in void:
            return Wrong.NO_SUCH_ROUND
        if played.where.game != deck.terms.game:
            return Wrong.NO_SUCH_ROUND
        if place.round <= followed.round:
            return Wrong.TWICE
        while (each := void.get(followed.round + 1)) is not None:
            followed.round, followed.cards = each.round, each.before + each.took
        is_next = place.round == followed.round + 1
        if not is_next and followed.seen:
            return Wrong.MISSING
        if is_next and followed.cards not in (None, place.before):
            return Wrong.PLACE
        marker = _marker_of(deck)
        if marker is not None and place.before >= marker:
            return Wrong.PAST_MARKER
        followed.round, followed.cards, followed.seen = place.round, place.before, followed.seen + 1
        if deck.terms.is_pack and place.round > 1 and followed.pack is None:
            self._report.rounds_missing += 1  # nobody knows how the pack lay
            followed.cards = None
            return None
        return self._deal_again(followed, played, place)

    def _deal_again(
        self, followed: _Followed, played: SettledRound, place: DeckPlace
    ) -> Wrong | None:
        terms, key = followed.deck.terms, followed.deck.key
        if terms.is_pack:
            expected = followed.pack or Pack(key).state()
        else:
            expected = {"seed": encoded(key), "dealt": place.before}
        followed.pack = None
        # A bank has its pack besides other things.
        if played.equipment.get("pack", played.equipment) != expected:
            return Wrong.CARD
        try:
            table = Replay(played).table
        except OtherRules:  # those of an earlier version: it ends otherwise now
            self._report.rounds_of_old += 1
            followed.cards = None
            return None
        except NotAsRecorded:
            return Wrong.NOT_AS_RECORDED
        used = table.round_deck
        assert used is not None
        if (used.packs, table.rules.marker) != (terms.packs, terms.marker):
            return Wrong.CARD
        followed.cards = place.before + len(used.dealt)
        if terms.is_pack:
            followed.pack = used.state()
        self._report.rounds_checked += 1
        return None

    def _end(self, followed: _Followed) -> None:
        """Compare what was FOLLOWED of a deck with what is told of the whole."""
        deck = followed.deck
        if followed.is_at_fault:
            return
        self._report.rounds_missing += deck.rounds - len(deck.void) - followed.seen
        for each in deck.void:
            if each.round == followed.round + 1:
                followed.round, followed.cards = each.round, each.before + each.took
        if followed.round == deck.rounds and followed.cards not in (None, deck.cards):
            self._fault(Wrong.COUNT, deck)
        marker = _marker_of(deck)
        is_at_end = deck.cards >= marker if marker is not None else not deck.is_void
        if deck.why == FINISHED and not (deck.rounds and is_at_end):
            self._fault(Wrong.NOT_FINISHED, deck)


def _marker_of(deck: SealedDeck) -> int | None:
    """Return how many cards lie in front of the marker of DECK; None if it is a pack."""
    terms = deck.terms
    if isinstance(terms.marker, str):
        return None
    return terms.packs * DECK - Shoe(terms.packs, terms.marker, deck.key).marker

"""The check of the cards in histories against the decks that were opened (FAIR, Checking, 6).

No rule of any game is needed: the tokens of a round say what was dealt, what went under a pack,
what was drawn for the bank, and when a shoe ran dry.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence

from msgspec import Struct

from pontoon.engine.cards import DECK
from pontoon.engine.decks import BUST, DRAWN, GATHERED, RAN_DRY
from pontoon.engine.rng import Item, SeededRandom
from pontoon.storage.decks.deck_check import NEW_ORDER, CheckedDeck, first_order
from pontoon.storage.decks.deck_records import FINISHED, DealtRound
from pontoon.storage.decks.faults import DeckFault, Wrong


class PlayedRound(Struct, frozen=True):
    """A settled round in a history, at that LINE of a FILE.

    ``round`` counts the rounds of the deck from 1, those that were not settled too. ``before`` is
    the number of cards of the deck dealt before it. ``cards`` are tokens in order of time.
    """

    deck: int
    round: int
    before: int
    cards: Sequence[str]
    line: int = 0
    file: str = ""


class HistoryChecker:
    """Compares rounds with DECKS by number, those that are UNOPENED being in play, or lost.

    A deck is checked as soon as its last settled round is there, in the order of its rounds,
    whatever the order in which they are read.
    """

    def __init__(self, decks: dict[int, CheckedDeck], unopened: Iterable[int]) -> None:
        self._decks = decks
        self._unopened = frozenset(unopened)
        self._waiting: dict[int, dict[int, PlayedRound]] = {}
        """The rounds that are read of each deck that is not checked yet, by number."""
        self._wanted = {
            number: sum(each.is_settled for each in deck.opening.dealt)
            for number, deck in decks.items()
        }
        """How many rounds of each deck are still to come."""
        self.faults: list[DeckFault] = []
        self.checked = 0
        self.unopened = 0
        self.missing = 0

    def read(self, played: PlayedRound) -> None:
        """Read a round; its deck is checked with its last one."""
        number = played.deck
        if number in self._unopened:
            self.unopened += 1
            return
        deck = self._decks.get(number)
        if deck is None or not _is_settled(deck.opening.dealt, played.round):
            self._fault(Wrong.NO_SUCH_ROUND, played)
        elif not self._wanted[number] or played.round in self._waiting.get(number, ()):
            self._fault(Wrong.TWICE, played)
        else:
            self._waiting.setdefault(number, {})[played.round] = played
            self._wanted[number] -= 1
            if not self._wanted[number]:
                self._check(deck, self._waiting.pop(number))

    def finish(self) -> None:
        """Check the decks of which rounds are missing."""
        for number, rounds in self._waiting.items():
            self._check(self._decks[number], rounds)
        self.missing += sum(
            wanted for number, wanted in self._wanted.items() if number not in self._waiting
        )

    def _fault(self, what: Wrong, played: PlayedRound) -> None:
        detail = f"round {played.round}"
        self.faults.append(DeckFault(what, played.line, played.deck, detail, played.file))

    def _check(self, deck: CheckedDeck, rounds: dict[int, PlayedRound]) -> None:
        """Check the ROUNDS of DECK, up to the first fault: what is behind it rests on it.

        The first ones may be older than the history. Then the order of a pack is not known.
        """
        walk: _Shoe | _Pack = _Pack(deck) if deck.terms.is_pack else _Shoe(deck)
        is_known, has_begun = True, False
        for number, dealt in enumerate(deck.opening.dealt, 1):
            played = rounds.get(number)
            if played is None:
                walk.skip(dealt.took)
                if dealt.is_settled:
                    is_known &= isinstance(walk, _Shoe)
                    self.missing += 1
                    if has_begun:
                        last = max(each for each in rounds if each < number)
                        self._fault(Wrong.MISSING, rounds[last])
                        return
                continue
            has_begun = True
            if played.before != dealt.before:
                self._fault(Wrong.PLACE, played)
                return
            if not is_known:
                self.missing += 1
                continue
            is_last = deck.opening.why == FINISHED and number == len(deck.opening.dealt)
            if wrong := _compare(walk, played, dealt.took, is_last=is_last):
                self._fault(wrong, played)
                return
            self.checked += 1


def _is_settled(dealt: Sequence[DealtRound], number: int) -> bool:
    return 1 <= number <= len(dealt) and dealt[number - 1].is_settled


def _compare(
    walk: "_Shoe | _Pack", played: PlayedRound, took: int, *, is_last: bool
) -> Wrong | None:
    """Deal the PLAYED round once more; return what is wrong with it.

    A round that IS LAST has finished the deck: its cards need not go under a pack.
    """
    walk.begin()
    dealt = 0
    for token in played.cards:
        sign = token[0] if token.startswith(_SIGNS) else ""
        names = token[len(sign) :].split("," if sign in (DRAWN, RAN_DRY) else "+")
        if not token or not all(name in _KNOWN or (sign == RAN_DRY and not name) for name in names):
            return Wrong.TOKEN
        dealt += not sign
        if wrong := walk.do(sign, names):
            return wrong
    if not is_last and (wrong := walk.end()):
        return wrong
    return Wrong.COUNT if dealt != took else None


_KNOWN = frozenset(NEW_ORDER)
_SIGNS = (GATHERED, BUST, DRAWN, RAN_DRY)


class _Deck:
    """The draws of a deck, of which the first has been taken, and the cards on the table."""

    def __init__(self, deck: CheckedDeck) -> None:
        self._key = deck.key
        self._draws = 1
        self._table: Counter[str] = Counter()
        """The cards that were dealt in the round, and did not go under yet."""

    def begin(self) -> None:
        self._table.clear()

    def _shuffled(self, items: Iterable[Item]) -> list[Item]:
        self._draws += 1
        shuffled = list(items)
        SeededRandom(self._key, self._draws).shuffle(shuffled)
        return shuffled

    def _drawn_for_bank(self, names: Sequence[str]) -> Wrong | None:
        return None if self._shuffled(NEW_ORDER)[: len(names)] == [*names] else Wrong.CARD

    def _dealt(self, name: str, expected: str) -> Wrong | None:
        self._table[name] += 1
        return None if name == expected else Wrong.CARD


class _Shoe(_Deck):
    def __init__(self, deck: CheckedDeck) -> None:
        super().__init__(deck)
        self._cards, _ = first_order(deck.key, deck.terms)
        self._all = [*NEW_ORDER] * deck.terms.packs

    def skip(self, took: int) -> None:
        """Pass over the cards of a round that is not in the history."""
        del self._cards[max(len(self._cards) - took, 0) :]

    def do(self, sign: str, names: Sequence[str]) -> Wrong | None:
        if sign == DRAWN:
            return self._drawn_for_bank(names)
        if sign == RAN_DRY:
            return self._run_dry(Counter(filter(None, names)))
        if sign:
            return Wrong.TOKEN
        return self._dealt(names[0], self._cards.pop()) if self._cards else Wrong.CARD

    def _run_dry(self, on_table: Counter[str]) -> Wrong | None:
        if self._cards:
            return Wrong.NOT_DRY
        if not on_table <= self._table:
            return Wrong.NOT_DEALT
        left = Counter(self._all) - on_table
        self._cards = self._shuffled(sorted(left.elements(), key=NEW_ORDER.index))
        return None

    def end(self) -> Wrong | None:
        return None


class _Pack(_Deck):
    def __init__(self, deck: CheckedDeck) -> None:
        super().__init__(deck)
        self._cards = deque(first_order(deck.key, deck.terms)[0])
        self._size, self._gather = deck.terms.packs * DECK, deck.terms.marker
        self._hands: list[tuple[str, ...]] = []

    def begin(self) -> None:
        super().begin()
        self._hands = []

    def skip(self, _took: int) -> None:
        """Pass over a round that is not in the history: how the pack lies is not known now."""

    def do(self, sign: str, names: Sequence[str]) -> Wrong | None:
        if sign == DRAWN:
            return self._drawn_for_bank(names)
        if sign == RAN_DRY:
            return Wrong.TOKEN
        if not sign:
            return self._dealt(names[0], self._cards.popleft()) if self._cards else Wrong.CARD
        if not Counter(names) <= self._table:
            return Wrong.NOT_DEALT
        self._table -= Counter(names)
        if sign == BUST:
            self._cards.extend(names)
        else:
            self._hands.append(tuple(names))
        return None

    def end(self) -> Wrong | None:
        """Put what was dealt under the pack."""
        if self._table:
            return Wrong.NOT_GATHERED
        hands = self._hands
        if self._gather == "mixed":
            cards = [name for hand in hands for name in hand]
            hands = [tuple(self._shuffled(sorted(cards, key=NEW_ORDER.index)))]
        elif self._gather == "hands":
            hands = self._shuffled(hands)
        for hand in hands:
            self._cards.extend(hand)
        return None if len(self._cards) == self._size else Wrong.NOT_GATHERED

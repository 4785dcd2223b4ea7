"""The two kinds of deck: a shoe with a marker, and a pack whose used cards go to the bottom.

A deck is one shuffle. It is dealt from until it is finished; another takes its place then.
"""

from base64 import b64decode, urlsafe_b64encode
from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from typing import Any, Literal, Protocol

from pontoon.engine.cards import PACK, Card, cards
from pontoon.engine.rng import Item, SeededRandom

NO_SEED = b""
"""The seed of a deck that has no cards and is finished, in the place of the first one."""

Gather = Literal["hands", "mixed"]
"""How the cards of a round go under a pack (see ``PackRules``)."""

Marker = tuple[int, int] | Gather
"""The least and the most cards behind the marker of a shoe; a pack has none, but is gathered."""


def next_seed(seed: bytes) -> bytes:
    """Return the seed of a deck that nobody has sealed, after a deck made from SEED.

    All later seeds follow from it.
    """
    return sha256(b"pontoon next deck" + seed).digest()


def encoded(content: bytes) -> str:
    """Return CONTENT as it is said in a channel, and as states of decks have their seeds.

    >>> encoded(bytes(range(16)))
    'AAECAwQFBgcICQoLDA0ODw'
    """
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def _read_seed(text: str) -> bytes:
    return b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


class Deck:
    """Cards in an order that follows from SEED, of 32 bytes, and what has happened to them.

    Each shuffle, cut and gathering takes the next draw of the seed, counted from 1 (see ``rng``).
    """

    cards: Collection[Card]
    """The cards that are left."""
    packs: int = 1
    """How many packs of 52 cards are in it."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.draws = 0
        """How many draws were taken from the seed."""
        self.is_finished = not seed
        """Whether another deck must take the place of this one before the next round."""
        self.dealt_before = 0
        """How many cards were dealt before the round, those that came again counted again."""
        self.dealt: list[Card] = []
        """The cards that the round has taken. Those drawn for the bank are not among them."""
        self._draws_before = 0
        """How many draws were taken before the round."""

    @property
    def left(self) -> int:
        return len(self.cards)

    @property
    def deck(self) -> "Deck":
        """The deck itself: in most games it is all the equipment."""
        return self

    @property
    def cards_dealt(self) -> int:
        """How many cards were dealt so far, those that came again counted again."""
        return self.dealt_before + len(self.dealt)

    def renewed(self, seed: bytes) -> "Deck":
        """Return a new deck of the same kind, made from SEED."""
        raise NotImplementedError

    def state(self) -> dict[str, Any]:
        """Return what ``restored`` needs, as JSON values. Call it only between rounds."""
        raise NotImplementedError

    def begin_round(self) -> None:
        """Forget what has happened in the round before."""
        self.dealt_before += len(self.dealt)
        self.dealt, self._draws_before = [], self.draws

    def finish(self) -> None:
        self.is_finished = True

    def _end(self) -> dict[str, Any]:
        """Return what ``state`` says of a deck that is finished; nothing of another."""
        return {"finished": True} if self.is_finished else {}

    @property
    def is_touched(self) -> bool:
        """Whether the round has taken anything from the deck: a card, or cards for the bank."""
        return bool(self.dealt) or self.draws > self._draws_before

    def _next_draw(self) -> SeededRandom:
        self.draws += 1
        return SeededRandom(self.seed, self.draws)


class Shoe(Deck):
    """DECKS of 52 cards shuffled together from SEED, and dealt one by one.

    MARKER is the least and the most cards that may lie behind the marker. Draw 1 of the seed says
    how many, every number equally likely.

    The decks lie one behind the other in the order of ``PACK``; draw 1 shuffles them, and they are
    dealt from the last place. The next number of the same draw, below *most* - *least* + 1, is
    added to the least for the marker. Replenishing takes the next draw: the cards lie in the order
    of ``PACK``, the copies of each together, and the marker is not drawn.

    >>> shoe = Shoe(decks=6, marker=(60, 75), seed=bytes(32))
    >>> shoe.left, 60 <= shoe.marker <= 75
    (312, True)
    >>> Shoe(decks=6, marker=(60, 75), seed=bytes(32)).deal() == shoe.deal()
    True
    """

    def __init__(self, decks: int, marker: tuple[int, int], seed: bytes) -> None:
        super().__init__(seed)
        self.packs = decks
        self.marker_range = marker
        self._all_cards = PACK * decks
        self.cards: list[Card] = []
        """The cards that are left, the next one last."""
        self.marker = 0
        """How many cards lie behind the marker."""
        if seed:
            self._shuffle()

    def _shuffle(self) -> None:
        chance, (least, most) = self._next_draw(), self.marker_range
        self.cards = list(self._all_cards)
        chance.shuffle(self.cards)
        self.marker = least + chance.randbelow(most - least + 1)

    def renewed(self, seed: bytes) -> "Shoe":
        return Shoe(self.packs, self.marker_range, seed)

    def state(self) -> dict[str, Any]:
        return {"seed": encoded(self.seed), "dealt": self.cards_dealt, **self._end()}

    @classmethod
    def restored(cls, decks: int, marker: tuple[int, int], state: Mapping[str, Any]) -> "Shoe":
        """Return the shoe that had STATE. The cards of one that ran dry are not found again."""
        shoe = cls(decks, marker, _read_seed(state["seed"]))
        shoe.dealt_before = dealt = int(state["dealt"])
        if state.get("finished"):
            shoe.finish()
        if not (shoe.is_finished or 0 <= dealt <= shoe.left):
            raise ValueError(state)
        del shoe.cards[max(shoe.left - dealt, 0) :]
        return shoe

    @property
    def marker_hit(self) -> bool:
        """Tell whether dealing has reached the marker: the shoe is finished after the round."""
        return len(self.cards) <= self.marker

    def deal(self) -> Card:
        """Take the next card; IndexError if the shoe is empty."""
        card = self.cards.pop()
        self.dealt.append(card)
        return card

    def replenish(self, on_table: Iterable[Card]) -> None:
        """Shuffle every card that is not ON_TABLE into the shoe, without a new marker.

        The marker stays hit, so that the shoe is still finished after the round.
        """
        self.cards = list((Counter(self._all_cards) - Counter(on_table)).elements())
        self._next_draw().shuffle(self.cards)
        self.marker = len(self._all_cards)


class Pack(Deck):
    """The 52 cards, shuffled from SEED and dealt from the top. Used cards go to the bottom.

    Before draw 1 shuffles them the cards lie in the order of ``PACK``; they are dealt from the
    first place. Each cut for the bank and each gathering takes the next draw.

    >>> pack = Pack(seed=bytes(32))
    >>> used = [pack.deal(), pack.deal()]
    >>> pack.left
    50
    >>> pack.put_under(used)
    >>> pack.left
    52
    """

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.cards: deque[Card] = deque(self._shuffled(PACK) if seed else ())
        """The cards that are left, the next one first."""

    def renewed(self, seed: bytes) -> "Pack":
        return Pack(seed)

    def state(self) -> dict[str, Any]:
        return {
            "seed": encoded(self.seed),
            "draws": self.draws,
            "cards": " ".join(map(str, self.cards)),
            "dealt": self.cards_dealt,
            **self._end(),
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> "Pack":
        pack = cls(_read_seed(state["seed"]))
        pack.draws, pack.cards = int(state["draws"]), deque(cards(state["cards"]))
        pack.dealt_before = int(state["dealt"])
        if state.get("finished"):
            pack.finish()
        if not pack.is_finished and sorted(pack.cards, key=PACK.index) != list(PACK):
            raise ValueError(state)
        return pack

    def deal(self) -> Card:
        """Take the card on top; IndexError if the pack is empty."""
        card = self.cards.popleft()
        self.dealt.append(card)
        return card

    def put_under(self, bust: Sequence[Card]) -> None:
        """Put the cards of a BUST to the bottom, in their order, while the round goes on."""
        self.cards.extend(bust)

    def gather(self, hands: Sequence[Sequence[Card]], way: Gather) -> None:
        """Put HANDS to the bottom at the end of a round.

        The WAY: ``hands``, each hand whole, the hands in an order that is drawn; ``mixed``, all
        cards mixed among themselves.
        """
        if way == "hands":
            self.cards.extend(chain.from_iterable(self._shuffled(hands)))
        else:
            used = sorted(chain.from_iterable(hands), key=PACK.index)
            self.cards.extend(self._shuffled(used))

    def cut(self, people: int) -> tuple[Card, ...]:
        """Draw a card for each of this many PEOPLE, at most 52. The pack itself does not change."""
        return tuple(self._shuffled(PACK)[:people])

    def _shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return ITEMS in an order that the next draw of the seed gives."""
        self.draws += 1
        shuffled = list(items)
        if len(shuffled) > 1:  # often a single hand is left to gather
            SeededRandom(self.seed, self.draws).shuffle(shuffled)
        return shuffled


class Equipment(Protocol):
    """The equipment of a table. In most games it is the deck and nothing else."""

    @property
    def deck(self) -> Deck:
        """The deck in play, or the one that is finished."""

    def renewed(self, seed: bytes) -> "Equipment":
        """Return the equipment with a new deck, made from SEED, and all else as it was."""

    def state(self) -> dict[str, Any]:
        """Return the equipment between rounds as JSON values."""

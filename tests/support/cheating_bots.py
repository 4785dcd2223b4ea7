"""Bots that cheat: the real one, with a function or two changed. Each is a context to play in.

A cheat is done each time that it can be. The rest of the bot is honest: it deals from the deck that
it has, counts what it has dealt, and says what it always says.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from pontoon.commands import dispatch
from pontoon.engine.cards import Card
from pontoon.engine.decks import Deck, Pack, Shoe
from pontoon.engine.events import HandResult
from pontoon.engine.moves import Verb
from pontoon.engine.sealed_deck import Cut, key_of
from pontoon.games.blackjack import BlackJack
from pontoon.games.british import BritishPontoon
from pontoon.games.dealt_round import PontoonRound
from pontoon.games.shed import ShedPontoon
from pontoon.irc.people import Person
from pontoon.storage.decks import FINISHED, SealedDeck
from pontoon.tables.sealed_decks import SealedDecks
from pontoon.text import decks as deck_texts
from pontoon.text import round as round_texts

Change = Callable[[], AbstractContextManager[object]]

OTHER_SECRET = "C" * 22
FRIEND = "bob"


cheated_with: set[bytes] = set()
"""The seeds of decks of which other cards were dealt than they had there."""


def exchange_next(deck: Deck) -> None:
    """Have another card of DECK dealt next, in place of which that one lies."""
    cards: Any = deck.cards
    one, other = (-1, -4) if isinstance(deck, Shoe) else (0, 3)
    if deck.left > abs(other) and cards[one] != cards[other]:
        cards[one], cards[other] = cards[other], cards[one]
        cheated_with.add(deck.seed)


def exchanging(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what deals another card when FUNCTION of a round deals one."""

    def changed(self: Any, *arguments: Any) -> Any:
        exchange_next(self.equipment.deck)
        return function(self, *arguments)

    return changed


def another_twist(game: type[Any]) -> AbstractContextManager[object]:
    offer, twist = game.MOVES[Verb.TWIST]
    return patch.dict(game.MOVES, {Verb.TWIST: (offer, exchanging(twist))})


def with_words(
    change: Callable[[list[str]], list[str]],
) -> AbstractContextManager[object]:
    """Have other words hashed than those that are acknowledged."""

    def words(self: SealedDeck) -> tuple[str, ...]:
        return tuple(change([cut.words for cut in self.cuts]))

    return patch.object(SealedDeck, "words", property(words))


@contextmanager
def another_secret() -> Iterator[None]:
    """Deal from a secret that is chosen when the cuts are known, and say that one."""

    def key(self: SealedDeck) -> bytes:
        return key_of(self.seal, OTHER_SECRET, self.cuts_hash)

    opened = deck_texts.is_opened
    with (
        patch.object(SealedDeck, "key", property(key)),
        patch.object(
            deck_texts, "is_opened", lambda deck: opened(replace(deck, secret=OTHER_SECRET))
        ),
    ):
        yield


def burning(*, is_counted: bool) -> AbstractContextManager[object]:
    """Take the next card away before each round but the first."""
    begin = Shoe.begin_round

    def begin_round(self: Shoe) -> None:
        begin(self)
        if self.cards_dealt and self.left > self.marker + 1:
            self.cards.pop()
            self.dealt_before += is_counted
            cheated_with.add(self.seed)

    return patch.object(Shoe, "begin_round", begin_round)


def another_second_card() -> AbstractContextManager[object]:
    deal = PontoonRound.deal_second_card
    return patch.object(PontoonRound, "deal_second_card", exchanging(deal))


def another_card_for_the_banker() -> AbstractContextManager[object]:
    deal = PontoonRound.deal_second_card

    def deal_second_card(self: Any, seat: Any, hand: Any) -> None:
        (exchanging(deal) if seat is self.banker else deal)(self, seat, hand)

    return patch.object(PontoonRound, "deal_second_card", deal_second_card)


def another_hole_card() -> AbstractContextManager[object]:
    deal = BlackJack.deal_the_cards

    def deal_the_cards(self: Any) -> None:
        last = 2 * (len(self.hands_in_play()) + 1) - 1
        cards = self.equipment.cards
        if len(cards) > last + 3:
            cards[-1 - last], cards[-4 - last] = cards[-4 - last], cards[-1 - last]
            cheated_with.add(self.equipment.seed)
        deal(self)

    return patch.object(BlackJack, "deal_the_cards", deal_the_cards)


def finished_early() -> AbstractContextManager[object]:
    """Open a deck as finished when two rounds of it are over."""
    why_over = SealedDecks._why_over

    def changed(self: SealedDecks, deck: SealedDeck) -> str:
        is_idle = self._tables.by_game[deck.terms.game].round is None
        return why_over(self, deck) or (FINISHED if deck.rounds >= 2 and is_idle else "")

    return patch.object(SealedDecks, "_why_over", changed)


def past_the_marker() -> AbstractContextManager[object]:
    def marker_hit(self: Shoe) -> bool:
        return len(self.cards) < 10

    return patch.object(Shoe, "marker_hit", property(marker_hit))


def never_opened() -> AbstractContextManager[object]:
    """Say nothing of a deck that is over, and seal the next one."""

    def say_opening(self: SealedDecks, deck: SealedDeck) -> None:
        self._decks.told(deck.terms.name)

    return patch.object(SealedDecks, "_say_opening", say_opening)


def gathered_by_choice() -> AbstractContextManager[object]:
    gather = Pack.gather

    def changed(self: Pack, hands: Sequence[Sequence[Card]], way: Any) -> None:
        before = len(self.cards)
        gather(self, hands, way)
        kept = [*self.cards]
        for _ in range(len(kept) - before):
            self.cards.pop()
        self.cards.extend(sorted(kept[before:], key=str))

    return patch.object(Pack, "gather", changed)


def bank_for_another() -> AbstractContextManager[object]:
    """Deal the cards of the cut for the bank from the other end: another person wins it."""
    cut = Pack.cut

    def changed(self: Pack, people: int) -> tuple[Card, ...]:
        cheated_with.add(self.seed)
        return cut(self, people)[::-1]

    return patch.object(Pack, "cut", changed)


@contextmanager
def invented_cutter() -> Iterator[None]:
    """Count words for somebody who has said none, behind each that was cut."""
    cut = SealedDecks.cut

    def changed(self: SealedDecks, nick: str, person: Person, said: str, game: str) -> Any:
        why = cut(self, nick, person, said, game)
        deck = self.deck(game)
        if why is None and deck is not None:
            self._decks.keep(replace(deck, cuts=(*deck.cuts, Cut("zed", "chosen words"))))
        return why

    with patch.object(SealedDecks, "cut", changed):
        yield


def other_words_acknowledged() -> AbstractContextManager[object]:
    """Count other words than somebody has said, and acknowledge those."""
    cut = SealedDecks.cut

    def changed(self: SealedDecks, nick: str, person: Person, _said: str, game: str) -> Any:
        return cut(self, nick, person, "chosen words", game)

    return patch.object(SealedDecks, "cut", changed)


def unreadable_opening() -> AbstractContextManager[object]:
    named = deck_texts.deck_of_round
    return patch.object(round_texts, "deck_of_round", lambda event: f"{named(event)}.")


def no_deck_named() -> AbstractContextManager[object]:
    """Leave the deck out of all opening lines but the first one."""
    named = deck_texts.deck_of_round

    def changed(event: Any) -> str | None:
        return named(event) if hasattr(event, "hashed") else None

    return patch.object(round_texts, "deck_of_round", changed)


@contextmanager
def unreadable_results() -> Iterator[None]:
    """Deal other cards, tell no cards of hands, and say that the round was void."""
    with (
        another_second_card(),
        patch.object(round_texts.RoundTexts, "result", lambda _self, result: _makes(result)),
    ):
        yield


def _makes(result: HandResult) -> str:
    return f"{result.player} makes 17 | no round: it is stopped, and all stakes are returned"


def hands_exchanged() -> AbstractContextManager[object]:
    """Exchange the hands of two players before the round is settled, with all that follows."""
    settle = ShedPontoon.pay_the_winners

    def changed(self: Any) -> None:
        one, other = (seat.hands[0] for seat in self.seats[:2])
        if one.cards != other.cards:
            cheated_with.add(self.equipment.seed)
        for name in ("cards", "total", "is_soft", "is_bust", "is_stuck"):
            first, second = getattr(one, name), getattr(other, name)
            setattr(one, name, second)
            setattr(other, name, first)
        settle(self)

    return patch.object(ShedPontoon, "pay_the_winners", changed)


def pack_goes_on() -> AbstractContextManager[object]:
    """Deal on from a pack after a round that ends it."""
    return patch.object(Pack, "finish", lambda _self: None)


def words_of_a_friend() -> AbstractContextManager[object]:
    """Hear the ``!deal`` of nobody but a friend, whose words are then the last cut."""
    accept = dispatch.accept

    def changed(commands: Any, person: Person, text: str, channel: str | None) -> Any:
        if text.startswith("!deal") and person.nick != FRIEND:
            return None
        return accept(commands, person, text, channel)

    return patch.object(dispatch, "accept", changed)


class Cheat(NamedTuple):
    """What is done, while which games are played, and what the page must say of a deck then."""

    change: Change
    games: Sequence[str]
    verdict: str = "wrong"
    wildly: bool = False
    """Whether rounds are stopped, left and slept through meanwhile."""
    rounds: int = 5
    """How many rounds of each game are played."""


SHOES, PACKS, BANKS = ("pontoon", "blackjack"), ("british", "cutwc"), ("british", "shoot")
UNKNOWN = "not provable"

CHEATS = {
    "another twisted card": Cheat(partial(another_twist, ShedPontoon), ["pontoon"]),
    "a cut is left out": Cheat(partial(with_words, lambda words: words[1:]), ["pontoon"]),
    "words are changed": Cheat(
        partial(with_words, lambda words: [f"{each}x" for each in words]), ["pontoon"]
    ),
    "another secret": Cheat(another_secret, SHOES),
    "a card is burnt between rounds": Cheat(partial(burning, is_counted=False), SHOES),
    "a card is burnt and counted": Cheat(partial(burning, is_counted=True), SHOES),
    "a second card from elsewhere": Cheat(another_second_card, ["pontoon", "cutwc"]),
    "finished before the marker": Cheat(finished_early, SHOES),
    "dealt past the marker": Cheat(past_the_marker, SHOES),
    "never opened": Cheat(never_opened, SHOES, UNKNOWN),
    "gathered in a chosen order": Cheat(gathered_by_choice, ["cutwc"], rounds=16),
    "the bank's cut": Cheat(bank_for_another, BANKS),
    "the banker's second card": Cheat(another_card_for_the_banker, PACKS),
    "the hole card": Cheat(another_hole_card, ["blackjack"]),
    "a twist in British": Cheat(partial(another_twist, BritishPontoon), ["british"]),
    "an invented cutter": Cheat(invented_cutter, ["pontoon"], UNKNOWN),
    "one cut in place of another": Cheat(other_words_acknowledged, ["pontoon"], UNKNOWN),
    "an opening line that is passed over": Cheat(unreadable_opening, SHOES, UNKNOWN),
    "results that cannot be read, and no round": Cheat(unreadable_results, ["pontoon"], UNKNOWN),
    "hands exchanged": Cheat(hands_exchanged, ["pontoon"]),
    "the words of a friend": Cheat(words_of_a_friend, ["pontoon"], UNKNOWN),
    "dealt on after a round that ends a pack": Cheat(pack_goes_on, BANKS),
    "dealt on after a stopped round": Cheat(pack_goes_on, PACKS, wildly=True),
    "a round that names no deck": Cheat(no_deck_named, SHOES, UNKNOWN),
}

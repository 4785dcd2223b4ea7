"""What a deck tells of each round of any game: every card, in order, and enough to do it again."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pontoon.engine.cards import DECK, PACK, cards
from pontoon.engine.decks import Deck, Gather, Pack, Shoe
from pontoon.engine.errors import Refused
from pontoon.engine.events import Event, Settled
from pontoon.engine.recorded_decks import RecordDiffers, RecordedPack, RecordedShoe
from pontoon.games.bank import Bank
from tests.support.game_fixtures import GAMES_UNDER_TEST, GameUnderTest, Start
from tests.support.long_games import Evening, PlayedRound, choices
from tests.support.shed_rounds import of_kind

pytestmark = pytest.mark.slow

quick = settings(derandomize=True, database=None, deadline=None, max_examples=25)
every_game = pytest.mark.parametrize(
    "tested", GAMES_UNDER_TEST, ids=lambda tested: tested.game.name
)


@dataclass
class Told:
    """What the deck tells of a round that was played."""

    played: PlayedRound
    deck: Deck
    dealt_before: int
    dealt: int
    tokens: tuple[str, ...]

    @property
    def is_settled(self) -> bool:
        """Whether the round was settled."""
        return bool(of_kind(Settled, self.played.events))

    @property
    def under(self) -> list[str]:
        """The cards that went under a pack, hand by hand."""
        return [name for each in self.tokens for name in went_under(each)]

    @property
    def came_out(self) -> list[str]:
        """The cards that were dealt."""
        return [each for each in self.tokens if each[0] not in "/v=*"]


def went_under(token: str) -> list[str]:
    """Return the cards that TOKEN says went under."""
    return token[1:].split("+") if token[0] in "/v" else []


def rounds_of(evening: Evening, choices: bytes) -> Iterator[Told]:
    """Play EVENING, and yield what is told of each of its rounds."""
    for _ in evening.play(choices):
        deck = evening.table.round_deck
        if evening.table.ask is None and deck is not None:
            tokens, dealt = deck.tokens(), len(deck.dealt)
            yield Told(evening.rounds[-1], deck, deck.dealt_before, dealt, tokens)


def an_evening(tested: GameUnderTest, start: st.DataObject) -> Evening:
    """Return an evening that begins as hypothesis wants it to START."""
    return Evening(tested, start.draw(tested.starts))


# What is told


@every_game
@quick
@given(start=st.data(), choices=choices)
def test_nothing_goes_under_that_was_not_dealt_and_all_of_a_settled_round_does(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    for told in rounds_of(an_evening(tested, start), choices):
        out = Counter[str]()
        for each in told.tokens:
            back = Counter(went_under(each))
            assert back <= out
            out -= back
            if each[0] not in "/v=*":
                out[each] += 1
                assert isinstance(told.deck, Shoe) or out[each] == 1
        if told.is_settled and isinstance(told.deck, Pack) and not told.deck.is_finished:
            assert not out
            assert Counter(told.deck.cards) == Counter(PACK)
        assert not told.under or isinstance(told.deck, Pack)


@every_game
@quick
@given(start=st.data(), choices=choices)
def test_each_round_of_a_deck_begins_where_the_one_before_ended(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    place: dict[int, int] = {}
    decks = []
    for told in rounds_of(an_evening(tested, start), choices):
        decks.append(told.deck)  # so that no two have the same id
        assert told.dealt_before == place.get(id(told.deck), 0)
        assert told.dealt == len(told.came_out)
        place[id(told.deck)] = told.dealt_before + told.dealt


@every_game
@quick
@given(start=st.data(), choices=choices)
def test_what_is_told_of_a_deck_follows_from_its_seed_without_a_rule(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """Only of settled rounds anything is told. One that was not settled leaves a gap in a shoe."""
    evening = an_evening(tested, start)
    way: Gather = getattr(evening.start.rules, "gather", "seats")
    fresh: dict[bytes, Deck] = {}
    for told in rounds_of(evening, choices):
        deck = fresh.setdefault(told.deck.seed, plain(told.deck))
        if told.is_settled:
            follow(deck, told.tokens, way)
        elif isinstance(deck, Shoe):
            del deck.cards[max(deck.left - told.dealt, 0) :]
        else:
            assert told.deck.is_finished or not told.tokens


def plain(deck: Deck) -> Deck:
    """Return a deck like DECK as it was when it was new."""
    if isinstance(deck, Shoe):
        return Shoe(deck.packs, deck.marker_range, deck.seed)
    return Pack(deck.seed)


def follow(deck: Deck, tokens: Sequence[str], way: Gather) -> None:
    """Do with DECK what TOKENS say, and find the cards that they say."""
    gathered = []
    for each in tokens:
        names = cards(each.strip("/v=*").replace("+", " ").replace(",", " "))
        if isinstance(deck, Shoe) and each[0] == "*":
            assert deck.left == 0
            deck.replenish(names)
        elif isinstance(deck, Pack) and each[0] == "=":
            assert deck.cut(len(names)) == names
        elif isinstance(deck, Pack) and each[0] == "v":
            deck.put_under(names)
        elif each[0] == "/":
            gathered.append(names)
        else:
            assert isinstance(deck, Shoe | Pack)
            assert str(deck.deal()) == each
    if gathered:
        assert isinstance(deck, Pack)
        deck.gather(gathered, way)


# Doing it again


def repeated(tested: GameUnderTest, start: Start, told: Told, tokens: Sequence[str]) -> list[Event]:
    """Play a round again with a deck that has TOKENS for its record; return what happened."""
    deck = told.deck
    recorded: RecordedShoe | RecordedPack
    if isinstance(deck, Shoe):
        marker = Shoe(deck.packs, deck.marker_range, deck.seed).marker
        recorded = RecordedShoe(tokens, deck.packs, deck.packs * DECK - told.dealt_before, marker)
    else:
        recorded = RecordedPack(tokens)
    equipment = tested.copy(told.played.equipment)
    if isinstance(equipment, Bank):
        assert isinstance(recorded, RecordedPack)
        equipment.pack = recorded
    table = tested.table(start, equipment if isinstance(equipment, Bank) else recorded)
    events = [event for call in told.played.calls for event in call(table)]
    recorded.record.check_end()
    return events


@every_game
@quick
@given(start=st.data(), choices=choices)
def test_a_round_is_played_again_from_what_was_told_without_the_seed(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    evening = an_evening(tested, start)
    for told in rounds_of(evening, choices):
        assert repeated(tested, evening.start, told, told.tokens) == told.played.events


@every_game
@settings(quick, max_examples=12)
@given(start=st.data(), choices=choices, place=st.integers(0, 1000), other=st.integers(0, 51))
def test_a_settled_round_of_which_any_token_is_another_is_not_what_happened(
    tested: GameUnderTest, start: st.DataObject, choices: bytes, place: int, other: int
) -> None:
    """Another, missing, or twice: the record does not fit the round, or the round is another."""
    evening = an_evening(tested, start)
    for told in rounds_of(evening, choices):
        if not (told.is_settled and told.tokens):  # all may leave before the first card
            continue
        here = place % len(told.tokens)
        before, token, after = told.tokens[:here], told.tokens[here], told.tokens[here + 1 :]
        card = str(PACK[other])
        changed = token[0] + card if token[0] in "/v=*" else card
        for tokens in ((changed, *after), after, (token, token, *after)):
            if (*before, *tokens) != told.tokens:
                assert is_found(tested, evening.start, told, (*before, *tokens))


def is_found(tested: GameUnderTest, start: Start, told: Told, tokens: Sequence[str]) -> bool:
    """Tell whether it is found that these TOKENS are not what happened in the round."""
    try:
        return repeated(tested, start, told, tokens) != told.played.events
    except (RecordDiffers, Refused):
        return True

"""A shoe over many rounds of Shed Pontoon."""

from pontoon.engine.decks import Shoe
from pontoon.engine.events import MarkerHit, Shuffled
from tests.support.shed_rounds import first_moves, of_kind, table_of


def test_a_shuffle_follows_every_round_with_a_hit_and_no_other() -> None:
    table = table_of(Shoe(6, (60, 75), bytes(range(32))))
    shuffled = 0
    for _ in range(300):
        before = table.round_deck
        was_finished = table.deck.is_finished
        events = [*table.deal([("bob", 1000), ("dave", 1000)]), *first_moves(table)]
        hit = of_kind(MarkerHit, events)
        assert len(of_kind(Shuffled, events)) == len(hit) == table.deck.is_finished
        assert (table.round_deck is not before) == (was_finished or before is None)
        shuffled += len(hit)
    assert shuffled > 5

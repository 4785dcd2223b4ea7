"""A new deck at a table: when one is needed, who puts it in, and what stays."""

import pytest

from pontoon.engine.decks import NO_SEED, Deck, encoded, next_seed
from pontoon.engine.errors import Refused
from pontoon.engine.events import Event, Kitty
from pontoon.engine.moves import Move, Phase
from pontoon.engine.table import Table
from pontoon.games import GAMES, Game
from tests.support.british_rounds import bank_of

SEED = bytes(range(32))
OTHER = SEED[::-1]
PLAYERS = [("bob", 1000), ("dave", 1000), ("kevin", 1000)]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def table_of(game: Game, seed: bytes) -> Table:
    rules = game.Rules()
    return Table(game, rules, game.new_equipment(rules, seed), 10)


def deck_of(table: Table) -> Deck:
    """Return the deck that TABLE has now."""
    return table.equipment.deck


def stopped(table: Table) -> list[Event]:
    """Deal a round, make the moves that come before the cards, and stop it if it goes on."""
    events = table.deal(PLAYERS)
    while (ask := table.ask) is not None and ask.phase in (Phase.BANK, Phase.KITTY, Phase.BET):
        events += table.act(ask.player, Move(ask.options[0].verb))
    assert table.round_deck is not None
    assert table.round_deck.is_touched
    return events if table.ask is None else events + table.abandon()


def finish(table: Table) -> None:
    """Play until the deck is finished."""
    while not table.deck.is_finished:
        stopped(table)


# A table that is given its decks


@every_game
def test_a_table_without_a_deck_waits_for_one(game: Game) -> None:
    table = table_of(game, NO_SEED)
    assert (table.deck.is_finished, deck_of(table).left, table.banker) == (True, 0, None)
    with pytest.raises(Refused, match="NO_DECK"):
        table.deal(PLAYERS)
    table.put_in_deck(SEED)
    assert not table.deck.is_finished
    assert vars(deck_of(table)) == vars(deck_of(table_of(game, SEED)))
    stopped(table)


@every_game
def test_it_waits_for_each_deck_after_that(game: Game) -> None:
    table = table_of(game, NO_SEED)
    for seed in (SEED, OTHER):
        table.put_in_deck(seed)
        finish(table)
        with pytest.raises(Refused, match="NO_DECK"):
            table.deal(PLAYERS)
        assert table.round is None


@every_game
def test_it_waits_too_if_its_first_deck_was_restored(game: Game) -> None:
    """A round that goes on after a restart is the last one of many decks."""
    begun = table_of(game, SEED)
    table = table_of(game, NO_SEED)
    table.restore(begun.state())
    finish(table)
    with pytest.raises(Refused, match="NO_DECK"):
        table.deal(PLAYERS)


@every_game
def test_a_deal_that_waits_is_not_recorded(game: Game) -> None:
    table = table_of(game, NO_SEED)
    table.record_action = lambda _: pytest.fail("recorded")
    with pytest.raises(Refused, match="NO_DECK"):
        table.deal(PLAYERS)


@every_game
def test_a_deck_can_take_the_place_of_one_that_is_not_finished(game: Game) -> None:
    table = table_of(game, SEED)
    table.put_in_deck(OTHER)
    assert deck_of(table).seed == OTHER
    stopped(table)
    assert table.round_deck is not None
    assert table.round_deck.seed == OTHER


@every_game
def test_no_deck_is_put_in_while_a_round_is_running(game: Game) -> None:
    table = table_of(game, SEED)
    table.deal(PLAYERS)
    with pytest.raises(Refused, match="ROUND_RUNNING"):
        table.put_in_deck(OTHER)
    assert deck_of(table).seed == SEED


@every_game
def test_a_seed_of_another_length_changes_nothing(game: Game) -> None:
    table = table_of(game, SEED)
    with pytest.raises(ValueError, match="32 bytes"):
        table.put_in_deck(b"short")
    assert deck_of(table).seed == SEED


@pytest.mark.parametrize("name", ["british", "shoot"])
def test_bank_circle_sale_and_kitty_stay(name: str) -> None:
    (game,) = (each for each in GAMES if each.name == name)
    table = table_of(game, SEED)
    bank = bank_of(table)
    bank.banker, bank.circle, bank.kitty = "dave", ("bob", "dave"), Kitty("dave", 60)
    before = table.state()
    table.put_in_deck(OTHER)
    after = table.state()
    assert before.pop("pack") != after.pop("pack")
    assert before == after
    assert table.banker == "dave"


# A table that makes its own


@every_game
def test_a_table_that_began_with_a_deck_makes_the_next_from_its_seed(game: Game) -> None:
    table = table_of(game, SEED)
    finish(table)
    stopped(table)
    assert table.round_deck is not None
    assert table.round_deck.seed == next_seed(SEED)


@every_game
def test_what_is_recorded_of_a_round_has_the_deck_that_it_is_dealt_from(game: Game) -> None:
    table, states = table_of(game, SEED), []
    table.record_action = lambda _: states.append(str(table.state()))
    finish(table)
    states.clear()
    stopped(table)
    assert encoded(next_seed(SEED)) in states[0]
    assert encoded(SEED) not in states[0]


# Other rules

SHOES = pytest.mark.parametrize("name", ["pontoon", "blackjack"])


@SHOES
def test_more_packs_are_a_new_shoe_from_the_next_seed(name: str) -> None:
    (game,) = (each for each in GAMES if each.name == name)
    table = table_of(game, SEED)
    table.set_rules(game.Rules(decks=8), max_players=10)
    assert (table.deck.seed, table.deck.left) == (next_seed(SEED), 8 * 52)


@SHOES
def test_a_table_that_is_given_its_decks_waits_for_the_one_of_more_packs(name: str) -> None:
    (game,) = (each for each in GAMES if each.name == name)
    table = table_of(game, NO_SEED)
    table.put_in_deck(SEED)
    table.set_rules(game.Rules(decks=8), max_players=10)
    with pytest.raises(Refused, match="NO_DECK"):
        table.deal(PLAYERS)
    table.put_in_deck(OTHER)
    assert table.deck.left == 8 * 52


@every_game
def test_the_deck_stays_where_no_rule_is_about_it(game: Game) -> None:
    table = table_of(game, SEED)
    deck = table.deck
    table.set_rules(game.Rules(), max_players=3)
    assert (table.deck, table.most) == (deck, 3)


# The deck of a round


@every_game
def test_what_happened_to_a_deck_can_be_read_until_the_next_deal(game: Game) -> None:
    """Also when another deck was put in meanwhile."""
    table = table_of(game, SEED)
    finish(table)
    deck = table.round_deck
    assert deck is not None
    dealt = tuple(deck.dealt)
    table.put_in_deck(OTHER)
    assert table.round_deck is deck
    assert tuple(deck.dealt) == dealt != ()
    assert (deck_of(table).dealt, deck_of(table).dealt_before) == ([], 0)


@every_game
def test_a_finished_deck_is_restored_as_finished(game: Game) -> None:
    table, again = table_of(game, SEED), table_of(game, OTHER)
    finish(table)
    again.restore(table.state())
    assert again.deck.is_finished
    assert again.state() == table.state()


@every_game
def test_what_follows_from_a_state_is_the_same(game: Game) -> None:
    """With the draws that were taken, and the cards dealt before."""
    table, again = table_of(game, SEED), table_of(game, OTHER)
    stopped(table)
    if table.deck.is_finished:
        table.put_in_deck(OTHER)
    again.restore(table.state())
    assert stopped(again) == stopped(table)
    assert table.round_deck is not None
    assert again.round_deck is not None
    assert again.round_deck.dealt == table.round_deck.dealt
    assert again.round_deck.dealt_before == table.round_deck.dealt_before

"""Situations that somebody thinks of, as the engine deals them."""

import pytest

from pontoon.engine.cards import PACK, card, cards
from pontoon.engine.moves import Phase, Verb
from pontoon.games import GAMES, Game, game_named
from pontoon.games.shed import ShedPontoon
from pontoon.odds.advise import advise
from pontoon.odds.situation import first_bet, situation
from pontoon.odds.view import View
from tests.odds.shed_views import ME, seen, view

AGAINST_PLAYERS = [game for game in GAMES if game.name != "blackjack"]


def seen_in(
    game: Game, hand: str, *acts: Verb, players: int = 3, up: str | None = None
) -> View | None:
    shown = card(up) if up else None
    return situation(game, game.Rules(), players, cards(hand), acts, up=shown)


@pytest.mark.parametrize("game", AGAINST_PLAYERS, ids=lambda game: game.name)
def test_the_first_player_is_asked_about_the_hand(game: Game) -> None:
    view = seen_in(game, "5C 6D")
    assert view is not None
    assert (view.ask.phase, view.ask.cards, len(view.players)) == (Phase.HAND, cards("5C 6D"), 3)
    assert all(hand.known == () for hand in view.others)


@pytest.mark.parametrize("game", AGAINST_PLAYERS, ids=lambda game: game.name)
@pytest.mark.parametrize("verb", [Verb.TWIST, Verb.BUY])
def test_further_cards_were_drawn(game: Game, verb: Verb) -> None:
    view = seen_in(game, "2C 3D 4H 5S", verb, verb)
    assert view is not None
    assert view.ask.cards == cards("2C 3D 4H 5S")
    assert (view.ask.option(Verb.BUY) is not None) is (verb is Verb.BUY)


def test_a_dealer_shows_the_card() -> None:
    view = seen_in(game_named("blackjack"), "10C 6D", players=1, up="AS")
    assert view is not None
    assert (view.ask.phase, view.ask.cards) == (Phase.HAND, cards("10C 6D"))
    assert [each.rank for each in view.ask.against] == ["A"]


def test_where_nothing_is_asked_there_is_no_situation() -> None:
    assert seen_in(game_named("blackjack"), "AC KD", players=1, up="5S") is None
    assert seen_in(game_named("british"), "10C 6D KS", Verb.TWIST) is None
    assert seen_in(ShedPontoon, "10C 6D", Verb.SPLIT) is None


def test_it_is_worth_what_a_hint_says_in_a_round() -> None:
    found = seen_in(ShedPontoon, "8C 6D", players=2)
    assert found is not None
    advice = advise(found)
    assert advice is not None
    in_round = advise(view(seen(ME, "8C 6D"), seen("kevin", "? ?")))
    assert in_round is not None
    for one, other in zip(advice.values, in_round.values, strict=True):
        assert one.move == other.move
        assert one.value == pytest.approx(other.value)


def test_a_first_bet_is_asked_for_before_any_card_is_seen() -> None:
    game = game_named("blackjack")
    view = first_bet(game, game.Rules())
    assert view.ask.phase is Phase.BET
    assert sum(view.unseen.values()) == game.Rules().decks * len(PACK)

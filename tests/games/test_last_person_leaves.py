"""A round whose last person leaves before betting is void: RULES, At every table, Bets."""

import pytest

from pontoon.engine.events import RoundVoid
from pontoon.engine.moves import Move, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games import GAMES, Game

ANN, BOB = "ann+#cards@libera", "bob+#cards@libera"


def begin(game: Game, *players: str) -> Table:
    """Deal a round of GAME up to the first bet; of those who are asked the last takes the bank."""
    rules = game.Rules()
    table = Table(game, rules, game.new_equipment(rules, bytes(32)), max_players=10)
    table.deal([(player, 1000) for player in players])
    while table.ask is not None and table.ask.phase is not Phase.BET:
        ask = table.asks[-1]
        verb = Verb.TAKE if ask.option(Verb.TAKE) and ask.player == players[-1] else Verb.PASS
        table.act(ask.player, Move(ask.options[0].verb if ask.phase is Phase.KITTY else verb))
    return table


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_computers_do_not_play_on_alone(game: Game) -> None:
    table = begin(game, "dave", ANN, BOB)
    events = []
    while (ask := table.ask_of(ANN) or table.ask_of(BOB)) is not None:  # they bet at once
        events += table.act(ask.player, Move(Verb.BET, 1))
    if table.turn is not None:
        events += table.resign("dave")
    assert any(isinstance(event, RoundVoid) for event in events)
    assert table.turn is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_person_who_has_bet_and_resigns_loses_the_stake_to_them(game: Game) -> None:
    table = begin(game, "dave", ANN, BOB)
    events = []
    while (ask := table.ask) is not None and ask.phase is Phase.BET:
        events += table.act(ask.player, Move(Verb.BET, 1))
    events += table.resign("dave") if table.turn is not None else []
    assert not any(isinstance(event, RoundVoid) for event in events)

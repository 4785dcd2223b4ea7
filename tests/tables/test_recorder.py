"""A round that the program was stopped in goes on where it was, or is given up with a reason."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon import __version__
from pontoon.engine.decks import encoded
from pontoon.engine.result import TableKey, WhyVoid
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.table import Table
from pontoon.games.bank_events import BankLooked
from pontoon.games.shed import ShedPontoon
from pontoon.storage.replay import rules_written
from pontoon.storage.rounds import RoundRecord
from pontoon.tables.recorder import CannotReplay, replay
from tests.games.test_any_game import every_game
from tests.support.game_fixtures import GameUnderTest
from tests.support.long_games import Evening, choices
from tests.support.properties import FEW
from tests.support.shed_rounds import legal_moves

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MAX_PLAYERS = 10


def new_table(evening: Evening) -> Table:
    game, start = evening.tested.game, evening.start
    equipment = game.new_equipment(start.rules, bytes(SEED_BYTES))
    return Table(game, start.rules, equipment, MAX_PLAYERS)


def recorded(evening: Evening, **differently: Any) -> RoundRecord:
    """Return the last round of EVENING as a journal would have it."""
    this_round = evening.rounds[-1]
    known: dict[str, Any] = {
        "id": "r1",
        "where": TableKey("local", "#pontoon", evening.tested.game.name),
        "began": NOON,
        "version": __version__,
        "edition": evening.tested.game.edition,
        "rules": rules_written(evening.start.rules),
        "equipment": json.loads(this_round.state),
        "players": this_round.players,
        "bank_passes_on": this_round.bank_passes_on,
        "occupants": (),
        "acts": [json.loads(act) for act in this_round.acts],
    }
    return RoundRecord(**{**known, **differently})


def anybody(_player: str) -> bool:
    return True


@every_game
@FEW
@given(start=st.data(), choices=choices, steps=st.integers(0, 40))
def test_a_round_goes_on_with_the_same_cards_and_the_same_turn(
    tested: GameUnderTest, start: st.DataObject, choices: bytes, steps: int
) -> None:
    """Stopped after any number of steps, and then played to its end beside the one that was not."""
    evening = Evening(tested, start.draw(tested.starts))
    for _, _ in zip(range(steps), evening.play(choices), strict=False):
        pass
    if not evening.rounds:
        return
    table = new_table(evening)
    played = replay(recorded(evening), table, anybody)
    assert repr(table.ask) == repr(evening.table.ask)
    assert repr(table.seats) == repr(evening.table.seats)
    assert table.players == evening.table.players or evening.table.ask is None
    happened = [each for each in evening.rounds[-1].events if not isinstance(each, BankLooked)]
    assert [event for step in played for event in step.events] == happened
    while (ask := table.ask) is not None:
        move = next(legal_moves(table))
        assert table.act(ask.player, move) == evening.table.act(ask.player, move)
        assert repr(table.ask) == repr(evening.table.ask)
    assert table.state() == evening.table.state()


def at_shed() -> Evening:
    """Return an evening of Shed Pontoon in the middle of its first round."""
    from tests.support.game_fixtures import GAMES_UNDER_TEST, Start

    tested = next(each for each in GAMES_UNDER_TEST if each.game is ShedPontoon)
    evening = Evening(tested, Start(ShedPontoon.Rules(), bytes(SEED_BYTES), [1000, 1000]))
    for _, _ in zip(range(4), evening.play(bytes(240)), strict=False):
        pass
    return evening


def test_a_round_of_another_version_goes_on() -> None:
    evening = at_shed()
    table = new_table(evening)
    assert replay(recorded(evening, version="0.0.1"), table, anybody)[-1].after == table.waiting


@pytest.mark.parametrize("edition", [0, ShedPontoon.edition + 1])
def test_a_round_by_an_edition_whose_rounds_do_not_go_on_is_given_up(edition: int) -> None:
    evening = at_shed()
    with pytest.raises(CannotReplay) as why:
        replay(recorded(evening, edition=edition), new_table(evening), anybody)
    assert why.value.why is WhyVoid.CHANGED


@pytest.mark.parametrize("acts", [[[0, "juggle"]], [[0, "bet", 1], [0, "bet", 1]]])
def test_a_round_of_an_earlier_edition_that_does_not_go_by_this_one_is_given_up(
    acts: list[Any],
) -> None:
    evening = at_shed()
    with pytest.raises(CannotReplay) as why:
        replay(recorded(evening, edition=1, acts=acts), new_table(evening), anybody)
    assert why.value.why is WhyVoid.CHANGED
    assert str(why.value) == "changed: it is by edition 1 of the rules, and this is 2"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rules": {"decks": 5}}, "decks was 5, and is 6"),
        ({"rules": {"decks": 5}, "edition": 1}, "decks was 5, and is 6"),
        ({"rules": {"marker": [50, 75]}}, "marker was 50-75, and is 60-75"),
        (
            {"rules": {"decks": 5}, "table_rules": {"bank_timeout": 31}},
            "decks was 5, and is 6; bank_timeout was 31, and is 30",
        ),
    ],
)
def test_so_is_a_round_under_other_rules(fields: dict[str, Any], said: str) -> None:
    evening = at_shed()
    with pytest.raises(CannotReplay) as why:
        replay(recorded(evening, **fields), new_table(evening), anybody)
    assert why.value.why is WhyVoid.CHANGED
    assert str(why.value) == f"changed: {said}"


def test_a_round_of_this_version_under_the_same_rules_goes_on() -> None:
    evening = at_shed()
    table = new_table(evening)
    assert replay(recorded(evening), table, anybody)[-1].after == table.waiting


def test_a_round_with_a_player_who_is_gone_is_given_up() -> None:
    evening = at_shed()
    with pytest.raises(CannotReplay) as why:
        replay(recorded(evening), new_table(evening), lambda player: player != "player2")
    assert why.value.why is WhyVoid.PLAYER_GONE


@pytest.mark.parametrize(
    "differently",
    [
        {"acts": [["player1", "stick"]]},
        {"acts": [[0, "juggle"]]},
        {"acts": [[7, "stick"]]},
        {"acts": [["nonsense"]]},
        {"acts": [7]},
        {"equipment": {}},
        {"equipment": {"seed": "zz", "dealt": 0}},
        {"equipment": {"seed": "00", "dealt": 0}},
        {"equipment": {"seed": encoded(bytes(SEED_BYTES)), "dealt": None}},
        {"players": ()},
    ],
)
def test_a_round_that_makes_no_sense_is_given_up(differently: dict[str, Any]) -> None:
    evening = at_shed()
    with pytest.raises(CannotReplay) as why:
        replay(recorded(evening, **differently), new_table(evening), anybody)
    assert why.value.why is WhyVoid.UNREADABLE

"""A round of any game that was recorded is played again to the same events."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pontoon.engine.actions import Moved
from pontoon.engine.events import Event
from pontoon.engine.moves import NOTHING_ASKED
from pontoon.engine.round import Round
from pontoon.storage.history.line import read, written
from pontoon.storage.history.record import HistoryRecord
from pontoon.storage.history.replay import NotAsRecorded, replayed, steps
from tests.support.game_fixtures import GAMES_UNDER_TEST, GameUnderTest
from tests.support.long_games import choices
from tests.support.recorded_rounds import RecordedEvening, a_shed_record, changed

pytestmark = pytest.mark.slow

quick = settings(derandomize=True, database=None, deadline=None, max_examples=25)
every_game = pytest.mark.parametrize(
    "tested", GAMES_UNDER_TEST, ids=lambda tested: tested.game.name
)


@every_game
@quick
@given(start=st.data(), choices=choices)
def test_a_recorded_round_is_replayed_to_the_same_events(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """From its line alone, whatever the rules were and whoever had the bank."""
    evening = RecordedEvening(tested, start.draw(tested.starts))
    list(evening.play(choices))
    for record, events in evening.records:
        found = read(written(record))
        assert found == record
        assert replayed(found) == events
        told = steps(found)
        assert [event for step in told for event in step.events] == events
        assert told[0].before == NOTHING_ASKED
        assert told[-1].after == NOTHING_ASKED
        assert all(step.after is following.before for step, following in pairwise(told))


@every_game
@settings(quick, max_examples=15)
@given(start=st.data(), choices=choices, number=st.integers(0, 10**6))
def test_a_round_with_anything_left_out_is_another_one(
    tested: GameUnderTest, start: st.DataObject, choices: bytes, number: int
) -> None:
    """A move, a seat, a card or a result: nearly always it is refused, though its sum is right."""
    evening = RecordedEvening(tested, start.draw(tested.starts))
    list(evening.play(choices))
    for record, events in evening.records:
        assert not goes_on_like(events, changed(record, results=record.settled.results[:-1]))
        for name in ("acts", "players", "tokens"):
            rest = [*(record.cards.tokens if name == "tokens" else getattr(record, name))]
            if rest and isinstance(rest.pop(number % len(rest)), Moved | tuple | str):
                assert not goes_on_like(events, changed(record, **{name: tuple(rest)}))


def goes_on_like(events: list[Event], record: HistoryRecord) -> bool:
    """Tell whether RECORD is replayed to EVENTS."""
    try:
        return replayed(record) == events
    except NotAsRecorded:
        return False


def test_each_amount_counts() -> None:
    record = a_shed_record()
    for place, each in enumerate(record.settled.results):
        others = [*record.settled.results]
        others[place] = type(each)(each.player, each.chips + 1, each.played, each.won)
        with pytest.raises(NotAsRecorded, match="another result"):
            replayed(changed(record, results=tuple(others)))
    with pytest.raises(NotAsRecorded, match="another result"):
        replayed(changed(record, house=record.settled.house - 1))


@pytest.mark.parametrize(
    ("tokens", "why"),
    [
        ("10C 9D 8H 5S 8C 2C", "other cards"),
        ("10C 9D 8H 5S", "a card is wanted"),
        ("10C 9D 8H 5S 7X", "a card is wanted"),
        ("10C 9D 8H 5S 8C *10C", "other cards"),
        ("10C 9D 8H 5S 10c", "other cards"),
    ],
)
def test_each_card_counts(tokens: str, why: str) -> None:
    """Dave sticks on 18, kevin twists on 14 and busts, or does not."""
    record = a_shed_record()
    assert record.cards.tokens == ("10C", "9D", "8H", "5S", "8C")
    with pytest.raises(NotAsRecorded, match=why):
        replayed(changed(record, tokens=tuple(tokens.split())))


@pytest.mark.parametrize("marker", [1, 5, 6, 99])
def test_the_place_of_the_marker_counts(marker: int) -> None:
    """It may be reached by any card of the round, and by no other."""
    record = changed(a_shed_record(), marker=marker)
    if marker <= len(record.cards.tokens):
        assert "Shuffled()" in map(str, replayed(record))
    else:
        with pytest.raises(NotAsRecorded):
            replayed(record)


def test_a_game_that_fails_on_a_record_is_no_fault_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    record = a_shed_record()
    monkeypatch.setattr(Round, "take_bets", fail)
    with pytest.raises(NotAsRecorded, match="no sense"):
        replayed(record)

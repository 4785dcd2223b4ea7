"""A round of any game that is in the database is played again to the same events."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pontoon import __version__
from pontoon.engine.events import Event, Settled
from pontoon.engine.moves import NOTHING_ASKED
from pontoon.engine.result import TableKey
from pontoon.engine.round import Round
from pontoon.games.bank_events import BankLooked
from pontoon.games.moving_bank import MovingBankRound
from pontoon.storage.replay import NotAsRecorded, OtherRules, Replay, rules_written, steps, table_of
from pontoon.storage.rounds import SettledRound
from tests.support.game_fixtures import GAMES_UNDER_TEST, GameUnderTest
from tests.support.long_games import Evening, choices
from tests.support.properties import FEW
from tests.support.recorded_rounds import BEGAN, a_shed_round

pytestmark = pytest.mark.slow

every_game = pytest.mark.parametrize(
    "tested", GAMES_UNDER_TEST, ids=lambda tested: tested.game.name
)


class RecordedEvening(Evening):
    """An evening with each settled round as the database has it, and the events in it."""

    def __init__(self, tested: GameUnderTest, start: Any) -> None:
        super().__init__(tested, start)
        self.records: list[tuple[SettledRound, list[Event]]] = []

    def do(self, name: str, *arguments: object, **options: bool) -> None:
        """Call the table's method NAME, and note the record of a round that it has settled."""
        super().do(name, *arguments, **options)
        if self.table.ask is None and isinstance(settled := self.rounds[-1].events[-1], Settled):
            happened = [each for each in self.rounds[-1].events if type(each) is not BankLooked]
            self.records.append((self.record(settled), happened))

    def record(self, settled: Settled) -> SettledRound:
        played = self.rounds[-1]
        return SettledRound(
            id=f"{len(self.rounds):016x}",
            where=TableKey("libera", "#den", self.table.game.name),
            began=BEGAN,
            version=__version__,
            edition=self.table.game.edition,
            equipment=json.loads(played.state),
            players=played.players,
            bank_passes_on=played.bank_passes_on,
            rules=json.loads(json.dumps(rules_written(self.start.rules))),
            acts=[json.loads(act) for act in played.acts],
            settled=settled,
        )


@every_game
@FEW
@given(start=st.data(), choices=choices)
def test_a_recorded_round_is_replayed_to_the_same_events(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """Whatever the rules were, and whoever had the bank."""
    evening = RecordedEvening(tested, start.draw(tested.starts))
    list(evening.play(choices))
    for record, events in evening.records:
        told = Replay(record).steps
        assert [event for step in told for event in step.events] == events
        assert told[0].before == NOTHING_ASKED
        assert told[-1].after == NOTHING_ASKED
        assert all(step.after is following.before for step, following in pairwise(told))


@pytest.mark.parametrize(
    "tested",
    [each for each in GAMES_UNDER_TEST if not issubclass(each.game, MovingBankRound)],
    ids=lambda tested: tested.game.name,
)
@FEW
@given(start=st.data(), choices=choices)
def test_a_round_of_0_5_in_which_people_bet_in_turn_is_replayed_to_the_same_end(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """The same bets, made in the order of the seats."""
    evening = RecordedEvening(tested, start.draw(tested.starts))
    list(evening.play(choices))
    for record, events in evening.records:
        earlier = replace(record, edition=1, table_rules={"bets": "in turn"})
        assert Replay(earlier).events == events


@every_game
@FEW
@given(start=st.data(), choices=choices)
def test_a_round_leaves_the_table_as_it_did_when_it_was_played(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """So a pack is followed from round to round, through all that goes under it."""
    evening = RecordedEvening(tested, start.draw(tested.starts))
    left = {
        record.id: evening.table.state()
        for _ in evening.play(choices)
        for record, _ in evening.records[-1:]
        if evening.table.ask is None and record.id == f"{len(evening.rounds):016x}"
    }
    for record, _ in evening.records:
        if record.id in left:
            assert Replay(record).table.state() == left[record.id]


@every_game
@FEW
@given(start=st.data(), choices=choices, number=st.integers(0, 10**6))
def test_a_round_with_anything_left_out_is_another_one(
    tested: GameUnderTest, start: st.DataObject, choices: bytes, number: int
) -> None:
    """A move, a seat or a result: nearly always it is refused."""
    evening = RecordedEvening(tested, start.draw(tested.starts))
    list(evening.play(choices))
    for record, events in evening.records:
        settled = replace(record.settled, results=record.settled.results[:-1])
        assert not goes_on_like(events, replace(record, settled=settled))
        for name in ("acts", "players"):
            rest = [*getattr(record, name)]
            gone = rest.pop(number % len(rest)) if rest else [0, "out"]
            if gone[1:] != ["out"]:
                assert not goes_on_like(events, replace(record, **{name: rest}))


def goes_on_like(events: list[Event], record: SettledRound) -> bool:
    """Tell whether RECORD is replayed to EVENTS."""
    try:
        return Replay(record).events == events
    except NotAsRecorded:
        return False


def test_a_round_of_another_edition_says_that_its_rules_have_changed() -> None:
    older = replace(a_shed_round(), version="0.5.2", edition=1)
    assert Replay(older).events
    with pytest.raises(OtherRules, match=r"by the rules of today: version 0\.5\.2 has dealt it"):
        Replay(replace(older, acts=older.acts[:-1]))


def test_a_round_of_another_version_by_the_same_rules_goes_as_it_was_recorded() -> None:
    other = replace(a_shed_round(), version="99")
    assert Replay(other).events
    with pytest.raises(NotAsRecorded) as refused:
        Replay(replace(other, acts=other.acts[:-1]))
    assert type(refused.value) is NotAsRecorded


def test_each_amount_counts() -> None:
    record = a_shed_round()
    settled = record.settled
    for place, each in enumerate(settled.results):
        others = [*settled.results]
        others[place] = type(each)(each.player, each.chips + 1, each.played, each.won)
        with pytest.raises(NotAsRecorded, match="another result"):
            Replay(replace(record, settled=replace(settled, results=tuple(others))))
    with pytest.raises(NotAsRecorded, match="another result"):
        Replay(replace(record, settled=replace(settled, house=settled.house - 1)))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"acts": [[1, "bet", 5]]}, "it is not over"),
        ({"acts": [[1, "bet", 5000]]}, "a move is not allowed"),
        ({"acts": [["juggle"]]}, "it makes no sense"),
        ({"equipment": {}}, "it makes no sense"),
        ({"rules": {"decks": "many"}}, "it makes no sense"),
        ({"rules": {"unknown": 1}}, "it makes no sense"),
        ({"where": TableKey("libera", "#den", "whist")}, "it makes no sense"),
        ({"rules": {"decks": 5}}, "."),
    ],
)
def test_what_was_edited_is_said(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(NotAsRecorded, match=why):
        Replay(replace(a_shed_round(), **fields))


def test_another_seed_is_another_round() -> None:
    record = a_shed_round()
    with pytest.raises(NotAsRecorded):
        Replay(replace(record, equipment={**record.equipment, "seed": "01" * 32}))


def test_a_game_that_fails_on_a_record_is_no_fault_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    record = a_shed_round()
    monkeypatch.setattr(Round, "take_bets", fail)
    with pytest.raises(NotAsRecorded, match="no sense"):
        Replay(record)


def test_a_round_can_be_played_as_far_as_it_was() -> None:
    """As a restart does it, whose round has not ended."""
    record = a_shed_round()
    half = replace(record, acts=record.acts[:2])
    table = table_of(half)
    assert [step.events for step in steps(half, table)] == [
        step.events for step in Replay(record).steps[:3]
    ]
    assert table.ask is not None

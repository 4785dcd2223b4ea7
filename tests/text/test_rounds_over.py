"""Rounds of a history in words, and as rows."""

from datetime import timedelta

from pontoon.engine.sealed_deck import DeckPlace
from pontoon.storage.history.line import written
from pontoon.storage.history.replay import replayed
from pontoon.storage.history.search import summary_of
from pontoon.text.formatting import CardFormat, CardStyle
from pontoon.text.history.export import Row, rows_of
from pontoon.text.history.rounds import last_round, listed
from pontoon.text.round import RoundTexts
from tests.support.recorded_rounds import a_shed_record

WORDS = RoundTexts(str, CardFormat(CardStyle.ASCII))
RECORD = a_shed_record(deck=DeckPlace(41, 2, 9))
LATER = RECORD.time + timedelta(minutes=5, seconds=59)


def test_a_line_of_a_list() -> None:
    line = listed(summary_of(written(RECORD)))
    assert line == "2026-11-23T08:03:47Z 3f0c96c1a4b25e77 pontoon #den: dave +0, kevin -5"


def test_who_won_what_with_what() -> None:
    assert last_round(RECORD, replayed(RECORD), WORDS, LATER) == (
        "Shed Pontoon, 5 minutes ago: dave wins the stake back with 10C 8H = 18 high cards; "
        "kevin loses 5 with 9D 5S 8C = 22 bust | replay 3f0c96c1a4b25e77"
    )


def test_a_round_that_does_not_replay_is_told_without_hands() -> None:
    assert last_round(RECORD, (), WORDS, LATER) == (
        "Shed Pontoon, 5 minutes ago: dave breaks even; kevin loses 5 | replay 3f0c96c1a4b25e77"
    )


def test_a_row_for_each_player() -> None:
    place = "3f0c96c1a4b25e77", "2026-11-23T08:03:47Z", "libera", "#den", "pontoon", 41, 2
    assert [*rows_of(RECORD, replayed(RECORD))] == [
        Row(*place, "dave", "chips", 1000, 0, 1, 1, "high cards", "10C 8H"),
        Row(*place, "kevin", "chips", 500, -5, 1, 0, "bust", "9D 5S 8C"),
    ]
    assert [row.hands for row in rows_of(RECORD, ())] == ["", ""]

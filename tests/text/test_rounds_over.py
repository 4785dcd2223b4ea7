"""Rounds of a history in words, and as rows."""

from datetime import timedelta

from msgspec.structs import replace

from pontoon.engine.events import PlayerResult
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.storage.replay import Replay
from pontoon.text.formatting import CardFormat, CardStyle
from pontoon.text.reports import Row, rows_of
from pontoon.text.round import RoundTexts
from pontoon.text.rounds_over import last_round, listed
from tests.support.recorded_rounds import a_shed_round

WORDS = RoundTexts(str, CardFormat(CardStyle.ASCII))
RECORD = a_shed_round(deck=DeckPlace(41, 2, 9))
LATER = RECORD.began + timedelta(minutes=5, seconds=59)


def test_a_line_of_a_list() -> None:
    line = listed(RECORD)
    assert line == "2026-11-23T08:03:47Z 3f0c96c1a4b25e77 pontoon #den: dave +0, kevin -5"


def test_a_computer_has_its_short_name_there() -> None:
    ann = PlayerResult("ann+#den@libera", -5, 1, 0)
    settled = replace(RECORD.settled, results=(*RECORD.settled.results, ann))
    assert listed(replace(RECORD, settled=settled)).endswith(": dave +0, kevin -5, ann+ -5")


def test_who_won_what_with_what() -> None:
    assert last_round(RECORD, Replay(RECORD).events, WORDS, "5 minutes ago") == (
        "Shed Pontoon, 5 minutes ago: dave wins the stake back with QC 10H = 20 high cards; "
        "kevin loses 5 with 6S 10D 8H = 24 bust | replay 3f0c96c1a4b25e77"
    )


def test_a_round_that_does_not_replay_is_told_without_hands() -> None:
    assert last_round(RECORD, (), WORDS, "5 minutes ago") == (
        "Shed Pontoon, 5 minutes ago: dave breaks even; kevin loses 5 | replay 3f0c96c1a4b25e77"
    )


def test_a_row_for_each_player() -> None:
    place = "3f0c96c1a4b25e77", "2026-11-23T08:03:47Z", "libera", "#den", "pontoon", 41, 2
    assert [*rows_of(RECORD, Replay(RECORD).events)] == [
        Row(*place, "dave", "chips", 1000, 0, 1, 1, "high cards", "QC 10H"),
        Row(*place, "kevin", "chips", 500, -5, 1, 0, "bust", "6S 10D 8H"),
    ]
    assert [row.hands for row in rows_of(RECORD, ())] == ["", ""]

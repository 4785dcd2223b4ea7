"""The line of a round: what is in it, how long it is, and that no byte of it can be changed."""

import json
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace

from pontoon.engine.actions import ChipsCut, Left, LeftOut, Moved, OutOfTurn
from pontoon.engine.events import CoinResult, Kitty, PlayerResult, Settled
from pontoon.engine.moves import Accept, Cancel, Decline, Move, SellBank, Verb
from pontoon.engine.result import TableKey
from pontoon.engine.round import TableRules
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.games import GAMES
from pontoon.games.bank import Sale
from pontoon.games.bank_events import WayToBank
from pontoon.games.blackjack import BlackJackRules
from pontoon.games.british import BritishRules
from pontoon.games.shed import ShedRules
from pontoon.storage.history.line import VERSION, LaterVersion, LineError, read, with_sum, written
from pontoon.storage.history.record import BankBefore, DealtCards, HistoryRecord
from tests.support.recorded_rounds import BEGAN, a_shed_record, changed

WRITTEN = (
    b'{"v":1,"id":"3f0c96c1a4b25e77","table":["libera","#den","pontoon"],'
    b'"time":"2026-11-23T08:03:47Z","deck":[41,2,9],"people":["dave","kevin"],'
    b'"seats":[[0,1000],[1,500]],"acts":"1 bet 5,0 bet 10,0 stick,1 twist",'
    b'"cards":"10C 9D 8H 5S 8C","results":[[0,0,1,1],[1,-5,1,0]],"house":5,'
    b'"sum":"1e1a17f0d2d6f7df"}'
)

IN_PLAY = DeckPlace(41, 2, 9)

A_SALE = HistoryRecord(
    "0123456789abcdef",
    TableKey("oftc", "#dén", "shoot"),
    BEGAN,
    BritishRules(max_bet=5),
    TableRules(bets="in turn"),
    (("dave", 10**20), ("kevin", 0)),
    (
        Moved("dave", Move(Verb.STAY, unanswered=True)),
        Left("kevin"),
        LeftOut("kevin"),
        ChipsCut("dave", 7),
        OutOfTurn("dave", SellBank("jöran", 5)),
        OutOfTurn("jöran", Accept()),
        OutOfTurn("jöran", Decline()),
        OutOfTurn("dave", Cancel()),
    ),
    DealtCards(("=KH,3D", "10C", "v10C"), None, 0),
    Settled((PlayerResult("dave", -(10**20), 1, 0),), 3, Kitty("jöran", 12)),
    (("kevin", False), ("lars", True)),
    BankBefore(
        "dave",
        WayToBank.SALE,
        ("dave", "lars"),
        Sale("dave", "lars", 3, is_agreed=True),
        Kitty("dave", 9),
    ),
)


def anew(**fields: Any) -> bytes:
    """Return the line of a round with other FIELDS, None for without, and the sum of these."""
    known = json.loads(WRITTEN) | fields
    del known["sum"]
    left = {name: value for name, value in known.items() if value is not None or name == "deck"}
    return with_sum(json.dumps(left, separators=(",", ":")).encode())


def test_a_line() -> None:
    record = a_shed_record(deck=IN_PLAY)
    assert written(record) == WRITTEN
    assert read(WRITTEN) == record


def test_everything_that_a_line_can_have_is_read_again() -> None:
    record = replace(A_SALE, where=A_SALE.where._replace(game="british"))
    line = written(record)
    assert line.isascii()
    assert read(line) == record


def test_results_for_coins_have_more_columns() -> None:
    where, results = TableKey("libera", "#den", "blackjack"), (CoinResult("dave", 3, 1, 1, 5, 2),)
    rules = BlackJackRules(max_coins=3, coin_minutes=4)
    settled = Settled(results, -3)
    record = replace(a_shed_record(), where=where, rules=rules, settled=settled)
    assert read(written(record)).settled == settled
    assert read(written(record)).rules == BlackJackRules(max_coins=3), "minutes are no rounds'"


@pytest.mark.parametrize(
    "rules",
    [
        ShedRules(),
        ShedRules(decks=2, marker=(0, 40), bonus_clown=Fraction(5, 3), max_bet_percent=(7,)),
    ],
)
def test_rules_that_are_not_the_default_are_in_the_line(rules: ShedRules) -> None:
    record = replace(a_shed_record(), rules=rules)
    assert (b'"rules":' in written(record)) == (rules != ShedRules())
    assert read(written(record)).rules == rules


def test_a_time_is_written_in_utc() -> None:
    there = timezone(timedelta(hours=5, minutes=30))
    record = replace(a_shed_record(), time=datetime(2026, 11, 1, 1, 2, 3, 456, there))
    assert b'"time":"2026-10-31T19:32:03Z"' in written(record)
    assert read(written(record)).time == datetime(2026, 10, 31, 19, 32, 3, tzinfo=UTC)


def test_a_round_of_three_has_at_most_420_bytes() -> None:
    """With ten acts and ten cards, and chips of five digits."""
    people = ("dave", "kevin", "bob")
    bets = [Moved(each, Move(Verb.BET, 288)) for each in people]
    plays = [Moved(each, Move(Verb.TWIST)) for each in people]
    ends = [Moved(each, Move(Verb.STICK)) for each in people]
    record = changed(
        a_shed_record(deck=DeckPlace(41, 18, 235)),
        players=tuple((each, 15478) for each in people),
        acts=(*bets, Moved("dave", Move(Verb.BUY, 288)), *plays, *ends),
        tokens=("10C", "9C") * 5,
        results=tuple(PlayerResult(each, -288, 1, 0) for each in people),
    )
    assert len(written(record)) <= 420


def test_no_bit_of_a_line_can_be_changed() -> None:
    for place in range(len(WRITTEN)):
        other = bytearray(WRITTEN)
        other[place] ^= 1
        with pytest.raises(LineError):
            read(bytes(other))


def test_a_line_cut_anywhere_is_refused() -> None:
    for length in range(len(WRITTEN)):
        with pytest.raises(LineError):
            read(WRITTEN[:length])


def test_a_later_version_is_refused_and_not_guessed_at() -> None:
    with pytest.raises(LaterVersion, match=r"later version has written it \(2\)"):
        read(anew(v=2, anything="else"))


@pytest.mark.parametrize(
    "fields",
    [
        {"v": 0},
        {"v": None},
        {"v": "1"},
        {"id": None},
        {"id": 5},
        {"table": ["libera", "#den", "whist"]},
        {"table": ["libera", "pontoon"]},
        {"time": "2026-11-23T08:03:47"},
        {"time": "2026-11-23T08:03:47+00:00"},
        {"time": "2026-11-31T08:03:47Z"},
        {"time": "yesterday"},
        {"deck": [41, 2]},
        {"people": ["dave", "dave"]},
        {"people": ["dave"]},
        {"people": [["dave"], "kevin"]},
        {"seats": [[0, 1000], [-1, 500]]},
        {"seats": [[0, 1000], [True, 500]]},
        {"seats": [[0, 1000], [2, 500]]},
        {"acts": "1 bet 5,"},
        {"acts": "1 bet 5,,0 stick"},
        {"acts": "1 bet five"},
        {"acts": "1 bet 1_0"},
        {"acts": "1 bet -5"},
        {"acts": "1 dance"},
        {"acts": "2 stick"},
        {"acts": "leave"},
        {"acts": "leave dave"},
        {"acts": "sell 0 5 5"},
        {"acts": "sell 0 1"},
        {"acts": "left 0 x"},
        {"cards": ["10C"]},
        {"results": [[0, 0, 1]]},
        {"results": [[]]},
        {"results": [[5, 0, 1, 1]]},
        {"house": None},
        {"house": 5.0},
        {"kitty": [7, 5]},
        {"bank": {"banker": 7}},
        {"bank": {"dealer": 0}},
        {"consent": [[0, 1]]},
        {"rules": {"decks": "six"}},
        {"rules": {"luck": 1}},
        {"rules": {"bonus_high": "1/0"}},
        {"rules": {"bonus_high": 1}},
        {"table_rules": {"bets": 5}},
        {"more": 1},
    ],
    ids=str,
)
def test_what_is_no_round_is_refused_though_its_sum_is_right(fields: dict[str, Any]) -> None:
    assert read(anew())
    with pytest.raises(LineError):
        read(anew(**fields))


@pytest.mark.parametrize("line", [b"", b"{}", b"null", b"[1]", b'{"v":1,', b"\xff"])
def test_what_is_no_line_is_refused(line: bytes) -> None:
    for each in (line, with_sum(line)):
        with pytest.raises(LineError):
            read(each)


DEFAULT_RULES = {
    "ShedRules": "86f6b4782bc76fa9",
    "BritishRules": "c84abad59075f100",
    "ShootRules": "5eec4a6b38d03c42",
    "CutwcRules": "3e8d8598b63525a1",
    "BlackJackRules": "927a5dccda3407a5",
    "TableRules": "9c54dd6c693b3bd9",
}
"""The beginning of a hash of the default rules of each game that rounds were recorded of."""


def test_the_default_rules_are_those_of_the_version() -> None:
    """Lines leave them out: whoever changes a default must count the version of the format up."""
    rules = [repr(each) for each in (*(game.Rules() for game in GAMES), TableRules())]
    found = {each.partition("(")[0]: sha256(each.encode()).hexdigest()[:16] for each in rules}
    assert VERSION == 1
    assert {**found, **DEFAULT_RULES} == found

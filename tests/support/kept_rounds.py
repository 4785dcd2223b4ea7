"""Rounds and results to be kept."""

from datetime import UTC, datetime
from typing import Any

from pontoon.engine.actions import Moved
from pontoon.engine.events import Kitty, PlayerResult, Settled
from pontoon.engine.moves import Move, Unit, Verb
from pontoon.engine.result import Result, TableKey
from pontoon.storage.rounds import RoundRecord, SeatRecord

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HERE = TableKey("local", "#pontoon", "pontoon")
TWIST = Moved("dave", Move(Verb.TWIST))


def a_round(name: str = "r1", where: TableKey = HERE, **differently: Any) -> RoundRecord:
    known: dict[str, Any] = {
        "id": name,
        "where": where,
        "began": NOON,
        "version": "1.0",
        "equipment": {"seed": "00", "shuffles": 1, "dealt": 7},
        "players": (("dave", 1000), ("kevin", 900)),
        "occupants": (SeatRecord("dave", "dave", "d@h"), SeatRecord("kevin", "kev", "k@h")),
    }
    return RoundRecord(**{**known, **differently})


SETTLED = Settled(
    (PlayerResult("dave", -50, 1, 0), PlayerResult("kevin", 20, 1, 1)), 10, Kitty("dave", 20)
)
OF_COINS = Settled((PlayerResult("dave", 5, 1, 1, 5),), -5)


def a_result(name: str = "r1", **differently: Any) -> Result:
    known: dict[str, Any] = {
        "id": name,
        "where": HERE,
        "began": NOON,
        "unit": Unit.CHIPS,
        "coin_minutes": 1,
        "settled": SETTLED,
        "order": ("dave", "kevin"),
    }
    return Result(**{**known, **differently})

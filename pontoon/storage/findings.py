"""What a check has found wrong: in the ledger, in the history, in sealed decks or in a log."""

from enum import IntEnum
from typing import Any

from msgspec import Struct, field


class Wrong(IntEnum):
    """What is wrong; ``text.findings`` says it in a sentence.

    Of sealed decks the hundreds are the number of the check (FAIR, Checking).
    """

    # The ledger

    DAMAGED = 1
    ORPHANED = 6
    GAP = 2
    UNBALANCED = 3
    UNBALANCED_ROUND = 4
    OTHER_BALANCE = 5

    # The history

    UNREADABLE = 11
    DOES_NOT_REPLAY = 12
    NOT_IN_LEDGER = 13
    OTHER_CHIPS = 14

    # Sealed decks

    NO_LINE_FEED = 101
    NOT_A_RECORD = 102
    UNKNOWN = 103
    HASH = 104
    BEFORE = 105
    NUMBER = 106
    EMPTY = 107

    NOT_SEALED = 201
    CLOSED_TWICE = 202
    LOST = 203
    NOT_OPENED = 204

    SEAL = 301

    TOO_MANY_CUTS = 401
    BAD_CUT = 402
    UNSORTED = 403

    HOLE = 501
    PAST_MARKER = 502
    NOT_FINISHED = 503
    UNCUT = 504
    UNSETTLED = 505

    NO_SUCH_ROUND = 601
    PLACE = 602
    MISSING = 603
    TWICE = 604
    CARD = 605
    COUNT = 606
    NOT_AS_RECORDED = 607
    NOT_A_ROUND = 608

    LOG_NOTHING = 701
    LOG_SHAPE = 702
    LOG_ORDER = 703
    LOG_TWO_WAYS = 704
    LOG_NO_DECK = 705
    LOG_SEAL = 706
    LOG_CUTS = 707
    LOG_OPENING = 708
    LOG_NOT_CLOSED = 709
    LOG_UNCUT = 710

    @property
    def check(self) -> int:
        return int(self) // 100


class Finding(Struct, frozen=True):
    """Something wrong at a LINE of a file, counted from 1; 0 if it is in no line."""

    what: Wrong
    names: dict[str, Any]
    """What its sentence names, such as the number of a ``deck``."""
    line: int = 0


class Report(Struct):
    """The result of a check: what it has counted, and what is wrong."""

    findings: list[Finding] = field(default_factory=list)

    def found(self, what: Wrong, line: int = 0, **names: Any) -> None:
        self.findings.append(Finding(what, names, line))

"""What a check has found wrong: in the ledger, in the history or in sealed decks."""

from enum import IntEnum
from typing import Any

from msgspec import Struct, field


class Wrong(IntEnum):
    """What is wrong; ``text.reports`` says it in a sentence."""

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

    NUMBER = 106
    LOST = 202
    NOT_OPENED = 204
    SEAL = 301
    BAD_CUT = 402
    PAST_MARKER = 502
    NOT_FINISHED = 503
    NO_SUCH_ROUND = 601
    PLACE = 602
    MISSING = 603
    TWICE = 604
    CARD = 605
    COUNT = 606
    NOT_AS_RECORDED = 607
    NOT_A_ROUND = 608


class Finding(Struct, frozen=True):
    """Something wrong."""

    what: Wrong
    names: dict[str, Any]
    """What its sentence names, such as a ``deck``."""


class Report(Struct):
    """The result of a check: what it has counted, and what is wrong."""

    findings: list[Finding] = field(default_factory=list)

    def found(self, what: Wrong, **names: Any) -> None:
        self.findings.append(Finding(what, names))

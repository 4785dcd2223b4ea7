"""The report of a check says each thing in one sentence, the verdict last."""

from pontoon.storage.findings import Finding, Wrong
from pontoon.storage.players.player import AccountKind, LedgerAccount
from pontoon.storage.verify import Verification
from pontoon.text.reports import told
from tests.support.sealed_decks import sealed

NAMES = {
    "deck": "41 of #den",
    "detail": "round 3",
    "round": "ab" * 8,
    "why": "no reason",
    "change": 5,
    "before": 10,
    "after": None,
    "expected": 7,
    "gain": -3,
    "by_ledger": 1,
    "in_file": 2,
    "by_history": 3,
    "rows": 2,
    "table": "acts",
    "parent": "rounds",
    "account": LedgerAccount(AccountKind.BANK, "dave"),
}


def test_an_honest_evening() -> None:
    report = Verification(
        *([], 3, 1, 1, 1, [sealed(number=3).terms]), rounds_checked=7, rounds_unopened=2
    )
    assert [*told(report)] == [
        "deck 3 is still sealed: pontoon in #den on libera",
        "2 rounds of sealed decks cannot be checked yet",
        "3 decks, 1 opened at the end, 1 given up (1 of them cut and never dealt), 1 still sealed,"
        " 7 rounds dealt again: no fault",
    ]


def test_each_finding_has_a_sentence() -> None:
    for what in Wrong:
        sentence, verdict = told(Verification([Finding(what, NAMES)]))
        assert "{" not in sentence
        assert verdict.endswith(": 1 fault")


def test_what_cannot_be_checked_is_no_fault() -> None:
    report = Verification(
        rounds_checked=5,
        rounds_unopened=1,
        rounds_of_old_decks=2,
        rounds_of_old=3,
        rounds_missing=4,
    )
    *lines, verdict = told(report)
    assert len(lines) == 4
    assert verdict.endswith("5 rounds dealt again: no fault")

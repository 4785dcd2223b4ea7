"""The report of a check says each thing in one sentence, the verdict last."""

from pathlib import Path

from pontoon.storage.decks.verify import Verification

from pontoon.storage.findings import Finding, Wrong
from pontoon.storage.players.player import AccountKind, LedgerAccount
from pontoon.text.reports import told
from tests.support.sealed_decks import Evening, verified

NAMES = {
    "deck": 41,
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


def test_an_honest_evening(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "players.decks")
    assert [*told(verified(evening.path, evening.log))] == [
        "deck 3 is still sealed: pontoon in #den on libera",
        "3 decks, 1 opened at the end, 1 given up (0 of them cut and never dealt), 1 still sealed,"
        " 3 in the log: no fault",
    ]


def test_each_finding_has_a_sentence_with_file_and_line() -> None:
    for what in Wrong:
        sentence, verdict = told(Verification([Finding(what, NAMES, 7)]))
        where = {6: "players.db", 7: "the log"}.get(what.check, "players.decks")
        assert sentence.startswith(f"{where}, line 7: ") == (what.check > 0)
        assert "{" not in sentence
        assert verdict.endswith(": 1 fault")


def test_what_cannot_be_checked_is_no_fault() -> None:
    report = Verification(without_seal=[41], rounds_checked=5, rounds_unopened=1, rounds_missing=2)
    *lines, verdict = told(report)
    assert len(lines) == 3
    assert verdict.endswith("5 rounds dealt again: no fault")

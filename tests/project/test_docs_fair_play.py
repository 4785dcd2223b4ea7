"""docs/fair-play.md names, for each line of its first table, tests that are there."""

import re

from tests.support.repository import ROOT

TEXT = (ROOT / "docs" / "fair-play.md").read_text("utf-8")
_FIRST_TABLE, _, _ = TEXT.partition("## ")
ROWS = [line for line in _FIRST_TABLE.splitlines() if line.startswith("| ")][1:]


def test_no_line_goes_untried() -> None:
    for row in ROWS:
        tests = re.findall(r"`((?:\w+/)+(?:test_\w+\.py|[\w-]+\.txt))`", row.rsplit("|", 2)[1])
        assert tests
        assert [name for name in tests if not (ROOT / name).is_file()] == []


def test_there_are_lines() -> None:
    assert len(ROWS) >= 14
